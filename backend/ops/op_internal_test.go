package ops

import "testing"

// Both schemas of every operation are made at their first use.
func TestSchemas(t *testing.T) {
	for _, o := range All() {
		if in := o.decode(); in.Schema() != o.In {
			t.Errorf("%s reads its input by another schema than it shows", o.Name)
		}
		if out := o.Out(); out.Type != "object" {
			t.Errorf("%s answers %q, not an object", o.Name, out.Type)
		}
	}
}
