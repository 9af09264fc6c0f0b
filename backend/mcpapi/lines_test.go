package mcpapi

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

// What is a message passes, in its order; each other line is answered once.
func TestSieve(t *testing.T) {
	const call, note = `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	for name, c := range map[string]struct {
		in, passed string
		codes      []float64
	}{
		"messages":            {call + "\n" + note + "\n", call + "\n" + note + "\n", nil},
		"the last unended":    {call + "\n" + note, call + "\n" + note + "\n", nil},
		"of Windows":          {call + "\r\n\r\n" + note + "\r\n", call + "\n" + note + "\n", nil},
		"a list":              {"[" + call + "," + note + "]\n", call + "\n" + note + "\n", nil},
		"noise between":       {call + "\nhello\n" + note + "\n", call + "\n" + note + "\n", []float64{-32700}},
		"half a message":      {call[:20] + "\n" + call + "\n", call + "\n", []float64{-32700}},
		"no message":          {"7\n{}\n[]\n[1," + call + "]\n", call + "\n", []float64{-32600, -32600, -32600, -32600}},
		"far too long":        {`{"x":"` + strings.Repeat("x", 2*maxLine) + "\"}\n" + call + "\n", call + "\n", []float64{-32600}},
		"long, and a message": {`{"jsonrpc":"2.0","method":"` + strings.Repeat("x", maxLine/2) + "\"}\n", `{"jsonrpc":"2.0","method":"` + strings.Repeat("x", maxLine/2) + "\"}\n", nil},
		"nothing":             {"", "", nil},
	} {
		var answers bytes.Buffer
		in, _ := sieve(io.NopCloser(strings.NewReader(c.in)), closer{&answers})
		passed, err := io.ReadAll(in)
		if err != nil || string(passed) != c.passed {
			t.Errorf("%s: passed %.200q, %v", name, passed, err)
		}
		var codes []float64
		for d := json.NewDecoder(&answers); d.More(); {
			var m struct {
				ID    any
				Error struct{ Code float64 }
			}
			if err := d.Decode(&m); err != nil || m.ID != nil {
				t.Fatalf("%s: %v, %+v", name, err, m)
			}
			codes = append(codes, m.Error.Code)
		}
		if len(codes) != len(c.codes) || len(codes) > 0 && codes[0] != c.codes[0] {
			t.Errorf("%s: answered %v, want %v", name, codes, c.codes)
		}
	}
}
