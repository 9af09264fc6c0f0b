package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
)

// benchMap is how the tools are called where they differ from the names that the
// bench begins with: a picture comes along with its answer, as the neighbours'
// do, and a question that only reads keeps the refs.
const benchMap = `{
  "mcp": {"screenshot": ["browser_screenshot", {"inline": true}], "evaluate": ["browser_evaluate", {"function": "$expr", "keep_refs": true}]},
  "cli": {"screenshot": ["screenshot"], "evaluate": ["evaluate", "$expr", "--keep-refs"]}
}`

// benchStart gives each round a data directory of its own, in which nothing is
// but the agent.
const benchStart = `sh -c 'rm -rf "$BATON_DATA_DIR" && cp -r "$BENCH_NEW" "$BATON_DATA_DIR" && exec "$OURS_CLI" serve --port "$BENCH_PORT"'`

// bench measures Baton beside its neighbours with the shared bench (its README
// says what it needs). args are those of bench.mjs, such as --quick or
// --systems ours-mcp.
func bench(ctx context.Context, out io.Writer, args []string) error {
	runner, err := benchRunner()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "baton-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	env, err := benchEnv(ctx, dir)
	if err != nil {
		return err
	}
	return sh("bash "+runner+" peers").and(args...).with(env...).run(ctx, out)
}

// benchRunner is the script of the shared bench.
func benchRunner() (string, error) {
	shared := cmp.Or(os.Getenv("BATON_SHARED"), filepath.Join("..", "shared"))
	runner := filepath.Join(shared, "bench", "run.sh")
	if _, err := os.Stat(runner); err != nil {
		return "", fmt.Errorf("the bench is not here: %w; BATON_SHARED names the folder that has it", err)
	}
	return filepath.Abs(runner)
}

// benchEnv makes an agent in a new data directory, and says how the bench finds it.
func benchEnv(ctx context.Context, dir string) ([]string, error) {
	program, err := filepath.Abs(console())
	if err != nil {
		return nil, err
	}
	fresh, names := filepath.Join(dir, "new"), filepath.Join(dir, "map.json")
	var said bytes.Buffer
	create := call{args: []string{
		program, "--data-dir", fresh, "agents", "create", "Bench", "--browser",
		"--allow-host", "127.0.0.1:*", "--allow-host", "localhost:*", "--json",
	}}
	cmd := create.command(ctx, &said)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	var made struct{ Token string }
	if err := json.Unmarshal(said.Bytes(), &made); err != nil {
		return nil, fmt.Errorf("the agent's token: %w", err)
	}
	if err := os.WriteFile(names, []byte(benchMap), 0o600); err != nil {
		return nil, err
	}
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	return []string{
		"OURS_CLI=" + program, "OURS_MAP=" + names, "OURS_START=" + benchStart, "OURS_TOKEN=" + made.Token, "BATON_TOKEN=" + made.Token,
		"OURS_MCP_URL=http://127.0.0.1:" + port + "/mcp", "BENCH_PORT=" + port, "BENCH_NEW=" + fresh, "BATON_DATA_DIR=" + filepath.Join(dir, "data"),
	}, nil
}

func freePort(ctx context.Context) (string, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return "", err
	}
	return port, l.Close()
}
