package fault_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/batonbrowser/baton/backend/fault"
)

// Every code that is declared has its line in the table: the status of an
// unknown one would be that of an internal fault.
func TestEveryCodeHasItsLine(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "fault.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	codes := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Code" {
			return true
		}
		text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		codes++
		code, meta := fault.Code(text), fault.Lookup(fault.Code(text))
		if code != fault.Internal && meta == fault.Lookup(fault.Internal) {
			t.Errorf("%s has no line in the table", code)
		}
		if meta.Status < 400 || meta.Exit < 1 || meta.Exit > 6 {
			t.Errorf("%s has status %d and exit code %d", code, meta.Status, meta.Exit)
		}
		return true
	})
	if codes < 25 {
		t.Errorf("only %d codes were found", codes)
	}
}

func TestFrom(t *testing.T) {
	stale := fault.New(fault.StaleRef, "ref %s is old", "e1")
	for _, row := range []struct {
		err  error
		want fault.Code
	}{
		{stale, fault.StaleRef},
		{fmt.Errorf("click: %w", stale), fault.StaleRef},
		{errors.Join(errors.New("x"), stale), fault.StaleRef},
		{context.Canceled, fault.Canceled},
		{fmt.Errorf("wait: %w", context.DeadlineExceeded), fault.DeadlineExceeded},
		{errors.New("open /root/secret: no"), fault.Internal},
	} {
		f := fault.From(row.err)
		if f.Code != row.want || !fault.Is(f, row.want) {
			t.Errorf("%v is %s, want %s", row.err, f.Code, row.want)
		}
		if row.want != fault.StaleRef && !errors.Is(f, row.err) {
			t.Errorf("the cause of %v is lost", row.err)
		}
	}
	if fault.From(nil) != nil {
		t.Error("no error became a fault")
	}
}

// The cause is for the log; the caller of the API never sees it.
func TestCauseIsNotShown(t *testing.T) {
	f := fault.Wrap(errors.New("/home/someone/secret"), fault.Internal, "something went wrong").WithHint("try again").With("call_id", "call_1")
	raw, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(raw)+f.Error(), "secret") {
		t.Errorf("the cause is in %s", raw)
	}
}

// With and WithHint give copies: a fault that is kept does not change.
func TestCopies(t *testing.T) {
	one := fault.New(fault.Conflict, "taken").With("field", "name")
	two := one.With("other", 1).WithHint("choose another")
	if len(one.Details) != 1 || one.Hint != "" || len(two.Details) != 2 || two.Hint == "" {
		t.Errorf("got %+v and %+v", one, two)
	}
}
