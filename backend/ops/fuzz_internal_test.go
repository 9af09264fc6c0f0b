package ops

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
)

// FuzzRef: what names an element is a ref of one form or a selector, never both,
// and all spellings of a ref are the same.
func FuzzRef(f *testing.F) {
	for _, s := range []string{"e12", "@e12", "ref=e12", "[e12]", "[@e12]", " e12\n", "e", "e0", "e1234567890", "E12", "e12 ", "@@e12", "ref=@e12", "#e12", "button.e12", "", "[ref=e12]", "e１２"} {
		f.Add(s)
	}
	form := regexp.MustCompile(`^e[0-9]{1,9}$`)
	f.Fuzz(func(t *testing.T, s string) {
		got := element(s)
		if got.Point != nil || got.Ref != "" && got.Selector != "" || got.Ref != "" && !form.MatchString(got.Ref) {
			t.Fatalf("%q is %+v", s, got)
		}
		if got.Ref == "" {
			if got.Selector != strings.TrimSpace(s) {
				t.Errorf("the selector %q became %q", s, got.Selector)
			}
			return
		}
		if !strings.Contains(s, got.Ref) {
			t.Errorf("%q became another ref: %s", s, got.Ref)
		}
		for _, spelling := range []string{"", "@", "ref="} {
			if again := element(spelling + got.Ref); !reflect.DeepEqual(again, page.Target{Ref: got.Ref}) {
				t.Errorf("%s%s is %+v", spelling, got.Ref, again)
			}
		}
	})
}

// FuzzArguments: whatever is sent to a tool, it is taken or refused with a fault
// that says why and what to do; what is taken has known fields alone, and is
// taken again as it is.
func FuzzArguments(f *testing.F) {
	all := All()
	for i, o := range all {
		f.Add(uint8(i), []byte(o.sample()))
	}
	for _, s := range []string{
		"", "null", "[]", "{", `{"ref":"e1","x":1}`, `{"ref":{"ref":"e1"}}`, `{"text":"\ud800"}`, `{"ref":"e1","ref":"e2"}`, `{"target":"e1","element":"a button"}`,
		`{"path":[{"x":1e308,"y":-0}]}`, `{"ms":99999999999999999999}`, "{\"url\":\"\x00\"}", `[{"tool":"browser_click"}]`, `{"a":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}`,
	} {
		for i := range all {
			f.Add(uint8(i), []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, tool uint8, raw []byte) {
		o := all[int(tool)%len(all)]
		plain, err := o.decodeInput(raw)
		if err != nil {
			why := fault.From(err)
			if why.Code != fault.InvalidInput && why.Code != fault.TooLarge || why.Message == "" || why.Hint == "" {
				t.Errorf("%s refuses %q with %s %q, hint %q", o.Name, raw, why.Code, why.Message, why.Hint)
			}
			return
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(plain, &fields); err != nil {
			t.Fatalf("%s takes %q as %q, which is not an object: %v", o.Name, raw, plain, err)
		}
		for name := range fields {
			if o.In.Properties[name] == nil {
				t.Errorf("%s takes %q with a field %q", o.Name, raw, name)
			}
		}
		if again, err := o.decodeInput(plain); err != nil || !bytes.Equal(again, plain) {
			t.Errorf("%s takes %q as %q and that as %q, %v", o.Name, raw, plain, again, err)
		}
	})
}
