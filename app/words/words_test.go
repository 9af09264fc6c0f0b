package words_test

import (
	"testing"
	"testing/fstest"

	"github.com/batonbrowser/baton/app/words"
)

func TestTexts(t *testing.T) {
	files := fstest.MapFS{
		"locales/en.json": {Data: []byte(`{"a":"Take over","b":"{{agent}} on {{host}}","n_one":"{{count}} browser","n_other":"{{count}} browsers","only":"English"}`)},
		"locales/de.json": {Data: []byte(`{"a":"Übernehmen","b":"{{agent}} auf {{host}}","n_one":"{{count}} Browser","n_other":"{{count}} Browser"}`)},
	}
	de, err := words.Load(files, "de")
	if err != nil {
		t.Fatal(err)
	}
	en, err := words.Load(files, "fr")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want string }{
		{de.Language(), "de"},
		{en.Language(), "en"},
		{de.Text("a", nil), "Übernehmen"},
		{de.Text("b", words.Vars{"agent": "Claude", "host": "a.test"}), "Claude auf a.test"},
		{de.Text("only", nil), "English"},
		{de.Text("missing", nil), "missing"},
		{en.Count("n", 1), "1 browser"},
		{en.Count("n", 3), "3 browsers"},
		{en.Count("n", 0), "0 browsers"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestBrokenTexts(t *testing.T) {
	if _, err := words.Load(fstest.MapFS{}, "en"); err == nil {
		t.Error("a missing file was not noticed")
	}
	if _, err := words.Load(fstest.MapFS{"locales/en.json": {Data: []byte("{")}}, "en"); err == nil {
		t.Error("a broken file was not noticed")
	}
}
