package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// floorRow is one thing by the names it has: in the floor of the shared bench, which
// does it with raw CDP, in BenchmarkFloor, and in the bench over MCP.
type floorRow struct{ page, floor, engine, mcp string }

func floorRows() []floorRow {
	rows := []floorRow{
		{"form", "cold start to first outline", "start", "cold start to first snapshot"},
		{"form", "evaluate 1+1", "evaluate", "evaluate"},
		{"form", "click: the same, the three events sent together", "click", "click ref (form)"},
		{"grid", "click: the same, the three events sent together", "click", "click ref (grid)"},
		{"form", "type 20 chars: focus + insertText", "type", "type 20 chars into ref (form)"},
		{"form", "screenshot jpeg 80", "screenshot", "screenshot (jpeg 1280x720)"},
	}
	for _, p := range []string{"form", "article", "grid", "deep"} {
		rows = append(rows,
			floorRow{p, "navigate to load", "navigate", "navigate (" + p + ")"},
			floorRow{p, "JS walker (view)", "snapshot", "snapshot (" + p + ")"},
			floorRow{p, "JS walker (full)", "snapshot", "snapshot (" + p + ")"})
	}
	return rows
}

// floor prints what Chrome itself can do beside what Baton's engine does with it,
// alone and over MCP: medians of one run after the other, on the same pages.
func floor(ctx context.Context, out io.Writer) error {
	runner, err := benchRunner()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "baton-floor-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	base, stop, err := servePages(ctx, filepath.Dir(runner))
	if err != nil {
		return err
	}
	defer stop()
	raw, err := rawFloor(ctx, filepath.Dir(runner), dir, base)
	if err != nil {
		return err
	}
	engine, err := engineFloor(ctx, base)
	if err != nil {
		return err
	}
	samples := filepath.Join(dir, "mcp.json")
	if err := bench(ctx, io.Discard, []string{"--systems", "ours-mcp", "--rounds", "2", "--json", samples}); err != nil {
		return err
	}
	mcp, err := mcpFloor(samples)
	if err != nil {
		return err
	}
	say := func(cells ...any) { _, _ = fmt.Fprintf(out, "| %v | %v | %v | %v | %v | %v | %v |\n", cells...) }
	say("what", "page", "raw CDP [ms]", "engine [ms]", "ratio", "over MCP [ms]", "ratio")
	say("---", "---", "---", "---", "---", "---", "---")
	for _, r := range floorRows() {
		f, e, m := raw[r.floor+"/"+r.page], engine[r.engine+"/"+r.page], mcp[r.mcp]
		say(r.floor, r.page, f, e, ratio(e, f), m, ratio(m, f))
	}
	return nil
}

func ratio(a, b float64) string {
	if a == 0 || b == 0 {
		return "-"
	}
	return strconv.FormatFloat(a/b, 'f', 1, 64)
}

// servePages serves the pages of the bench until stop is called.
func servePages(ctx context.Context, folder string) (base string, stop func(), err error) {
	port, err := freePort(ctx)
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := call{args: []string{"node", filepath.Join(folder, "pages", "serve.mjs"), port}}.command(ctx, nil)
	said, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return "", nil, err
	}
	stop = func() { cancel(); _ = cmd.Wait() }
	if _, err := bufio.NewReader(said).ReadString('\n'); err != nil { // it says where, once they are served
		stop()
		return "", nil, fmt.Errorf("the pages of the bench are not served: %w", err)
	}
	return "http://127.0.0.1:" + port, stop, nil
}

// rawFloor runs the floor of the bench over a pipe, as the engine speaks to Chrome.
func rawFloor(ctx context.Context, folder, dir, base string) (map[string]float64, error) {
	program := filepath.Join(dir, "floor")
	compile := call{dir: filepath.Join(folder, "floor"), args: []string{"go", "build", "-o", program, "."}}
	if err := compile.run(ctx, os.Stderr); err != nil {
		return nil, err
	}
	chrome, err := exec.LookPath(cmp.Or(os.Getenv("BENCH_CHROME"), "chromium"))
	if err != nil {
		return nil, err
	}
	var said bytes.Buffer
	run := call{args: []string{program, "-chrome", chrome, "-base", base, "-n", "20", "cdp"}}
	if err := run.run(ctx, &said); err != nil {
		return nil, fmt.Errorf("%w: %s", err, said.Bytes())
	}
	pipe, _, _ := strings.Cut(said.String(), "### websocket")
	found := map[string]float64{}
	for _, m := range regexp.MustCompile(`(?m)^\| (.+?) \| (\w+) \| ([\d.]+)`).FindAllStringSubmatch(pipe, -1) {
		found[m[1]+"/"+m[2]], _ = strconv.ParseFloat(m[3], 64)
	}
	return found, nil
}

func engineFloor(ctx context.Context, base string) (map[string]float64, error) {
	var said bytes.Buffer
	run := sh("go test -run ^$ -bench ^BenchmarkFloor$ -benchtime 20x -timeout 10m ./backend/chrome -pages " + base)
	if err := run.run(ctx, &said); err != nil {
		return nil, fmt.Errorf("%w: %s", err, said.Bytes())
	}
	found := map[string]float64{}
	for _, m := range regexp.MustCompile(`(?m)^BenchmarkFloor/(\w+/\w+?)(?:-\d+)?\s.*?([\d.]+) p50-ms`).FindAllStringSubmatch(said.String(), -1) {
		found[m[1]], _ = strconv.ParseFloat(m[2], 64)
	}
	return found, nil
}

// mcpFloor reads the samples that the bench kept.
func mcpFloor(file string) (map[string]float64, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var systems map[string]struct{ Lat map[string][]float64 }
	if err := json.Unmarshal(raw, &systems); err != nil {
		return nil, err
	}
	found := map[string]float64{}
	for op, took := range systems["ours-mcp"].Lat {
		slices.Sort(took)
		found[op], _ = strconv.ParseFloat(strconv.FormatFloat(took[(len(took)-1)/2], 'f', 1, 64), 64)
	}
	return found, nil
}

// liveFigures measures the live view; the neighbour's too where the bench installs it.
func liveFigures(ctx context.Context, out io.Writer) error {
	rivals := "none"
	if runner, err := benchRunner(); err == nil {
		var said bytes.Buffer
		if err := sh("bash "+filepath.Join(filepath.Dir(runner), "peers.sh")).command(ctx, &said).Run(); err == nil {
			lines := strings.Fields(said.String())
			rivals = lines[len(lines)-1]
		}
	}
	return sh("go test -count=1 -v -timeout 15m -tags e2e,"+tags()+" -run ^TestLiveFigures$ ./backend/e2e -live 5s -echoes 30 -rivals "+rivals).run(ctx, out)
}
