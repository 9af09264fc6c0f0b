package backend_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The rules of the source tree as tests. A rule that stands in somebody's way is
// changed here, with its reason, in the commit that needs it.

const module = "github.com/batonbrowser/baton/"

// imports says what each package may import besides the standard library. L0 is
// open to all. A package that is missing here fails the test: give it a line, and
// let its imports point inward.
func imports() map[string]string {
	return map[string]string{
		// L0: vocabulary.
		"backend/fault": "",
		"backend/ident": "",
		// L1: the domain. Pure: no store, no browser, no network.
		"backend/agent":    "backend/audit",
		"backend/audit":    "",
		"backend/control":  "backend/wire",
		"backend/grant":    "backend/agent",
		"backend/input":    "",
		"backend/limits":   "backend/wire",
		"backend/fold":     "golang.org/x/text/unicode/norm",
		"backend/order":    "backend/fold backend/page",
		"backend/page":     "backend/secret backend/snapshot",
		"backend/profile":  "backend/audit",
		"backend/request":  "backend/audit",
		"backend/secret":   "",
		"backend/settings": "backend/audit",
		"backend/site":     "golang.org/x/net/publicsuffix golang.org/x/net/idna",
		"backend/snapshot": "",
		"backend/wire":     "backend/input backend/page backend/snapshot",
		"backend/event":    "backend/wire",

		"backend/injection": "backend/fold",
		// L2: the engine. Each has exactly one outside system.
		"backend/chrome":        "backend/chrome/inject backend/page backend/secret backend/snapshot backend/input github.com/chromedp/ golang.org/x/sys/",
		"backend/chrome/inject": "",
		"backend/egress":        "backend/site golang.org/x/net/proxy",
		"backend/keys":          "backend/secret github.com/zalando/go-keyring golang.org/x/crypto/",
		"backend/live":          "backend/page",
		"backend/webhook":       "backend/secret backend/site",
		"backend/session": "backend/agent backend/audit backend/control backend/grant backend/input backend/limits backend/live " +
			"backend/page backend/profile backend/snapshot backend/wire",
		"backend/session/sessiontest": "backend/input backend/page backend/secret backend/session backend/snapshot",
		"backend/timeline":            "backend/audit",
		"backend/store":               "backend/agent backend/audit backend/profile backend/request backend/settings github.com/dgraph-io/badger/ github.com/gofrs/flock golang.org/x/text/",
		// L3: the application.
		"backend/ops": "backend/agent backend/audit backend/control backend/event backend/grant backend/injection backend/input backend/order backend/page backend/profile " +
			"backend/request backend/secret backend/session backend/settings backend/site backend/snapshot backend/timeline backend/wire github.com/google/jsonschema-go/",
		// L4: the surfaces.
		"backend/client": "backend/wire",
		"backend/contract": "backend/agent backend/audit backend/event backend/grant backend/input backend/ops backend/page backend/profile " +
			"backend/request backend/secret backend/settings backend/timeline backend/wire github.com/google/jsonschema-go/",
		"backend/httpapi": "backend/agent backend/audit backend/event backend/grant backend/live backend/ops backend/request backend/session backend/wire " +
			"github.com/coder/websocket golang.org/x/net/netutil golang.org/x/sync/semaphore golang.org/x/time/rate",
		"backend/mcpapi": "backend/agent backend/audit backend/event backend/grant backend/ops backend/session backend/wire " +
			"github.com/modelcontextprotocol/go-sdk/ github.com/google/jsonschema-go/",
		// From outside, as users meet it.
		"backend/e2e": "backend/ app/tray/traytest",
		// For tests alone.
		"backend/chrome/chrometest": "",
		"backend/corpora":           "",
		"backend/e2e/desk":          "github.com/godbus/dbus/",
		"backend/tasks":             "", // tests alone
		// The shell and the composition root.
		"app":               "app/ backend/client",
		"app/cli":           "app/ backend/ golang.org/x/term github.com/spf13/",
		"app/host":          "app/ backend/ frontend golang.org/x/net/http/httpproxy golang.org/x/sync/ golang.org/x/term",
		"app/mark":          "",
		"app/platform":      "golang.org/x/sys/ github.com/godbus/dbus/",
		"app/tray":          "app/mark app/platform app/words backend/request backend/wire fyne.io/systray golang.org/x/sys/ github.com/godbus/dbus/",
		"app/tray/traytest": "github.com/godbus/dbus/",
		"app/window":        "app/mark app/platform app/windows app/words frontend github.com/wailsapp/wails/ golang.org/x/sys/",
		"app/windows":       "",
		"app/words":         "",
		"build":             "app/mark",
		"frontend":          "",
		"":                  "app",
	}
}

// owners: each outside system has one package that speaks to it.
func owners() map[string]string {
	return map[string]string{
		"github.com/chromedp/":          "backend/chrome",
		"github.com/dgraph-io/badger/":  "backend/store",
		"github.com/zalando/go-keyring": "backend/keys",
		"github.com/wailsapp/wails/":    "app/window",
		"fyne.io/systray":               "app/tray",
	}
}

const (
	maxFile     = 400
	maxFunction = 60
)

// longer are files and functions that may exceed their budget, each with its reason.
func longer() map[string]string { return map[string]string{} }

// variables are package-level variables that hold no state, each with its reason;
// error values, compiled patterns, embedded files and interface guards need none.
func variables() map[string]string {
	return map[string]string{
		"backend/ident.encoding": "a constant that Go cannot write as one",
	}
}

// source is one parsed file of the repository.
type source struct {
	file, dir string
	lines     int
	ast       *ast.File
	set       *token.FileSet
}

func (s source) test() bool { return strings.HasSuffix(s.file, "_test.go") }

func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && file != root && (name == "node_modules" || name == "testdata" || name == "dist" || strings.HasPrefix(name, ".")) {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		dir := strings.TrimPrefix(path.Dir(rel), ".")
		all = append(all, source{file: rel, dir: dir, lines: set.File(f.Pos()).LineCount(), ast: f, set: set})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (s source) imports() []string {
	var all []string
	for _, i := range s.ast.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		all = append(all, p)
	}
	return all
}

func TestImportsPointInward(t *testing.T) {
	table, known := imports(), map[string]bool{}
	for _, s := range sources(t) {
		allowed, ok := table[s.dir]
		if !ok && s.dir != "backend" {
			t.Errorf("%s: package %s has no line in the import table", s.file, s.dir)
			continue
		}
		known[s.dir] = true
		if s.test() {
			continue
		}
		for _, p := range s.imports() {
			if !mayImport(p, strings.Fields(allowed)) {
				t.Errorf("%s imports %s, which the import table does not allow", s.file, p)
			}
		}
	}
	for dir := range maps.Keys(table) {
		if !known[dir] {
			t.Logf("package %s is in the import table and not there", dir)
		}
	}
}

func mayImport(p string, allowed []string) bool {
	local, ours := strings.CutPrefix(p, module)
	if !ours && !strings.Contains(strings.SplitN(p, "/", 2)[0], ".") && p != "C" {
		return true // the standard library
	}
	if p == "C" || local == "backend/fault" || local == "backend/ident" {
		return true // cgo has a rule of its own
	}
	return slices.ContainsFunc(allowed, func(a string) bool {
		return local == a || (strings.HasSuffix(a, "/") || !ours) && strings.HasPrefix(local, a)
	})
}

func TestOutsideSystemsHaveOneOwner(t *testing.T) {
	for _, s := range sources(t) {
		for _, p := range s.imports() {
			for system, owner := range owners() {
				// Tests may look at a system from the other side.
				if strings.HasPrefix(p+"/", system) && s.dir != owner && !s.test() && s.dir != "backend/e2e" {
					t.Errorf("%s imports %s, which belongs to %s", s.file, p, owner)
				}
			}
			if p == "C" && s.dir != "app/window" {
				t.Errorf("%s uses cgo", s.file)
			}
		}
	}
}

func TestPackagesAreDocumented(t *testing.T) {
	has := map[string]bool{}
	for _, s := range sources(t) {
		if s.test() || s.dir == "backend" {
			continue
		}
		name := s.ast.Name.Name
		want := "Package " + name + " "
		if name == "main" {
			want = "Command "
		}
		has[s.dir] = has[s.dir] || s.ast.Doc != nil && strings.HasPrefix(s.ast.Doc.Text(), want)
	}
	for dir, ok := range has {
		if !ok {
			t.Errorf("package %q says nowhere what it guarantees", dir)
		}
	}
}

func TestSizes(t *testing.T) {
	allowed := longer()
	for _, s := range sources(t) {
		if s.lines > maxFile && allowed[s.file] == "" {
			t.Errorf("%s has %d lines; the budget is %d", s.file, s.lines, maxFile)
		}
		for _, d := range s.ast.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || s.test() {
				continue
			}
			lines := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1
			if lines > maxFunction && allowed[s.dir+"."+f.Name.Name] == "" {
				t.Errorf("%s: %s has %d lines; the budget is %d", s.file, f.Name.Name, lines, maxFunction)
			}
		}
	}
}

func TestNoMutableState(t *testing.T) {
	allowed := variables()
	for _, s := range sources(t) {
		if s.test() {
			continue
		}
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "init" && f.Recv == nil {
				t.Errorf("%s has a func init", s.file)
			}
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				for i, name := range v.Names {
					if allowed[s.dir+"."+name.Name] == "" && name.Name != "_" && !stateless(g, v, i) {
						t.Errorf("%s: the package-level variable %s could hold state", s.file, name.Name)
					}
				}
			}
		}
	}
}

// stateless tells whether a variable is an error value, a compiled pattern or an
// embedded file.
func stateless(g *ast.GenDecl, v *ast.ValueSpec, i int) bool {
	for _, doc := range []*ast.CommentGroup{g.Doc, v.Doc} {
		if doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") }) {
			return true
		}
	}
	if i >= len(v.Values) {
		return false
	}
	call, ok := v.Values[i].(*ast.CallExpr)
	if !ok {
		return false
	}
	// fault.New(…).WithHint(…) begins with fault.New.
	text := fmt.Sprint(begin(call))
	return slices.Contains([]string{"errors.New", "fault.New", "regexp.MustCompile"}, text)
}

func begin(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.CallExpr:
		return begin(e.Fun)
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name
		}
		return begin(e.X)
	}
	return ""
}
