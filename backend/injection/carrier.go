package injection

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/batonbrowser/baton/backend/fold"
)

// How many characters that cannot be seen carry something. A flag has up to seven
// tags; a picture or a letter has one selector, and joiners come one by one.
const (
	fewTags      = 3
	fewSelectors = 4
	fewControls  = 24
	flag         = '\U0001F3F4'
	flagTags     = 7
)

// carried finds marks of chat templates and text in characters that cannot be seen.
func carried(src string) (found []Finding) {
	quoted := 0
	for i := 0; i < len(src) && len(found) < Most; i++ {
		c := src[i]
		switch {
		case c == '<' || c == '[' || c == '#':
			if mark := template(src[i:]); mark > 0 && i >= quoted {
				q, length := quote(src[i:], mark)
				found = append(found, Finding{Template, q})
				quoted = i + length
			}
		case c == 0xC2 || c == 0xCD || c == 0xD8 || c == 0xE1 || c == 0xE2 || c == 0xEF || c == 0xF3: // may begin what is not seen
			run := unseen(src[i:])
			if run == "" {
				continue
			}
			before, _ := utf8.DecodeLastRuneInString(src[:i])
			if q := carries(run, before == flag); q != "" {
				found = append(found, Finding{Hidden, q})
			}
			i += len(run) - 1
		}
	}
	return found
}

// template gives the length of a mark that a text begins with, 0 if it has none.
func template(src string) int {
	for _, m := range [...]string{
		"<|im_start|>", "<|im_end|>", "<|im_sep|>", "<|system|>", "<|user|>", "<|assistant|>", "<|endoftext|>", "<|eot_id|>",
		"<|start_header_id|>", "<|begin_of_text|>", "<|start_of_role|>", "<start_of_turn>", "<end_of_turn>", "<<SYS>>",
		"<system>", "</system>", "<system_prompt>", "</system_prompt>", "<system-prompt>", "<system_message>", "<system-reminder>",
		"<tool_result>", "<tool_call>", "<function_calls>", "<function_results>",
		"[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[TOOL_RESULTS]", "### System:", "### Instruction:",
	} {
		if len(src) >= len(m) && strings.EqualFold(src[:len(m)], m) {
			return len(m)
		}
	}
	return 0
}

// unseen is the run of characters that cannot be seen at the beginning of a text.
func unseen(src string) string {
	for i, r := range src {
		if !fold.Unseen(r) {
			return src[:i]
		}
	}
	return src
}

// carries gives what a run of unseen characters says, "" when it says nothing: tags
// and selectors in the clear, other controls as their codes.
func carries(run string, flagged bool) string {
	var tags, selectors strings.Builder
	nTags, nSelectors := 0, 0
	controls := []rune{}
	for _, r := range run {
		switch {
		case r >= 0xE0000 && r <= 0xE007F:
			nTags++
			if r >= 0xE0020 && r < 0xE007F {
				tags.WriteRune(r - 0xE0000)
			}
		case r >= 0xFE00 && r <= 0xFE0F:
			nSelectors++
			selectors.WriteByte(byte(r - 0xFE00))
		case r >= 0xE0100 && r <= 0xE01EF:
			nSelectors++
			selectors.WriteByte(byte(r - 0xE0100 + 16))
		default:
			controls = append(controls, r)
		}
	}
	switch {
	case nTags >= fewTags && (!flagged || nTags > flagTags):
		return shown(tags.String())
	case nSelectors >= fewSelectors:
		return shown(strings.ToValidUTF8(selectors.String(), "�"))
	case len(controls) >= fewControls && !periodic(controls):
		return codes(controls)
	}
	return ""
}

// shown is a decoded text as a quote, which may not be empty.
func shown(text string) string {
	if q, _ := quote(text, len(text)); q != "" {
		return q
	}
	return codes([]rune(text))
}

// periodic tells what only fills a line: the same few characters again and again, as
// mails and previews do.
func periodic(run []rune) bool {
	for period := 1; period <= 12 && period*2 <= len(run); period++ {
		same := true
		for i := period; i < len(run) && same; i++ {
			same = run[i] == run[i-period]
		}
		if same {
			return true
		}
	}
	return false
}

func codes(run []rune) string {
	var b strings.Builder
	for _, r := range run {
		if b.Len() > Longest-8 {
			b.WriteString("…")
			break
		}
		fmt.Fprintf(&b, "U+%04X ", r)
	}
	return strings.TrimSpace(b.String())
}
