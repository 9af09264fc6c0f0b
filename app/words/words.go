// Package words gives the texts for people that are shown outside the pages: by
// the tray and in window titles. They come from the same files as the pages'
// texts, with the same rules: {{name}} is replaced, and a key with _one or
// _other is chosen by the count. A key that a language lacks is read in English;
// one that both lack is shown as it is, so that its absence is seen.
package words

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Words are the texts of one language.
type Words struct {
	language string
	texts    map[string]string
}

// Vars are the values for the places in a text.
type Vars map[string]string

// Load reads the texts of a language, "de" or "en", from the folder locales of
// files; any other language is read as English.
func Load(files fs.FS, language string) (Words, error) {
	if language != "de" {
		language = "en"
	}
	w := Words{language: language, texts: map[string]string{}}
	for _, l := range []string{"en", language} {
		raw, err := fs.ReadFile(files, "locales/"+l+".json")
		if err != nil {
			return Words{}, fmt.Errorf("read the texts: %w", err)
		}
		if err := json.Unmarshal(raw, &w.texts); err != nil {
			return Words{}, fmt.Errorf("read the texts of %s: %w", l, err)
		}
	}
	return w, nil
}

// Language is the language that was loaded.
func (w Words) Language() string { return w.language }

// Text gives the text of a key.
func (w Words) Text(key string, vars Vars) string {
	text, ok := w.texts[key]
	if !ok {
		return key
	}
	for name, value := range vars {
		text = strings.ReplaceAll(text, "{{"+name+"}}", value)
	}
	return text
}

// Count gives the text for n things; {{count}} in it is n. English and German
// have the same two forms.
func (w Words) Count(key string, n int) string {
	form := "_other"
	if n == 1 {
		form = "_one"
	}
	return w.Text(key+form, Vars{"count": fmt.Sprint(n)})
}
