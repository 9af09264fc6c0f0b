package windows_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/batonbrowser/baton/app/windows"
)

// The test program plays the window: it writes the line that it was given to a
// file and stays as its mode says.
const (
	modeVariable = "BATON_TEST_WINDOW"
	fileVariable = "BATON_TEST_FILE"
)

func TestMain(m *testing.M) {
	switch os.Getenv(modeVariable) {
	case "":
		os.Exit(m.Run())
	case "broken":
		os.Exit(3)
	case "deaf": // has read its line and never looks at its input again
		note()
		select {}
	default:
		in := note()
		_, _ = io.Copy(io.Discard, in)
	}
}

func note() io.Reader {
	in := bufio.NewReader(os.Stdin)
	line, err := in.ReadBytes('\n')
	if err == nil {
		name := os.Getenv(fileVariable)
		err = errors.Join(os.WriteFile(name+".new", line, 0o600), os.Rename(name+".new", name))
	}
	if err != nil {
		os.Exit(4)
	}
	return in
}

type world struct {
	*windows.Children
	file  string
	ended chan error
}

func start(t *testing.T, mode string) *world {
	t.Helper()
	w := &world{file: filepath.Join(t.TempDir(), "line"), ended: make(chan error, 4)}
	w.Children = windows.New(windows.Options{
		Command: func(k windows.Kind) (*exec.Cmd, error) {
			cmd := exec.Command(os.Args[0], "window", string(k))
			cmd.Env = append(os.Environ(), modeVariable+"="+mode, fileVariable+"="+w.file)
			return cmd, nil
		},
		Ended: func(_ windows.ID, err error) { w.ended <- err },
	})
	t.Cleanup(func() { w.Close(context.Background()) })
	return w
}

// line waits for what the window was told.
func (w *world) line(t *testing.T) windows.Bootstrap {
	t.Helper()
	for t.Context().Err() == nil {
		raw, err := os.ReadFile(w.file)
		if err != nil {
			continue
		}
		var b windows.Bootstrap
		if err := json.Unmarshal(raw, &b); err != nil {
			t.Fatal(err)
		}
		return b
	}
	t.Fatal("the window was told nothing")
	return windows.Bootstrap{}
}

func TestShowTellsTheWindow(t *testing.T) {
	w := start(t, "window")
	boot := windows.Bootstrap{BaseURL: "http://127.0.0.1:4786", Token: "secret", Session: "sess_1", Take: true, Language: "de", Theme: "dark"}
	if err := w.Show(windows.Live, boot); err != nil {
		t.Fatal(err)
	}
	boot.Window = windows.Live
	if got := w.line(t); got != boot {
		t.Errorf("told %+v, want %+v", got, boot)
	}
	if !w.Open(windows.ID{Kind: windows.Live}) || w.Open(windows.ID{Kind: windows.Manage}) {
		t.Error("the wrong windows count as open")
	}
	if err := w.Show(windows.Live, boot); !errors.Is(err, windows.ErrOpen) {
		t.Errorf("a second one: %v", err)
	}
	w.Close(t.Context())
	if err := <-w.ended; err != nil {
		t.Errorf("the window ended with %v", err)
	}
	if err := w.Show(windows.Live, boot); !errors.Is(err, windows.ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
}

// TestCrash: a window that breaks is noticed, not restarted, and can be opened anew.
func TestCrash(t *testing.T) {
	w := start(t, "broken")
	for range 2 {
		if err := w.Show(windows.Manage, windows.Bootstrap{}); err != nil {
			t.Fatal(err)
		}
		if err := <-w.ended; err == nil {
			t.Error("the crash was not noticed")
		}
		if w.Open(windows.ID{Kind: windows.Manage}) {
			t.Error("a crashed window counts as open")
		}
	}
}

// TestDeafWindow: one that does not end by itself is killed when the time is up.
func TestDeafWindow(t *testing.T) {
	w := start(t, "deaf")
	if err := w.Show(windows.Live, windows.Bootstrap{}); err != nil {
		t.Fatal(err)
	}
	w.line(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	w.Close(ctx)
	if err := <-w.ended; err == nil {
		t.Error("it ended by itself")
	}
}

func TestWhatCannotBeShown(t *testing.T) {
	w := start(t, "window")
	if err := w.Show("other", windows.Bootstrap{}); err == nil {
		t.Error("an unknown window was opened")
	}
	none := windows.New(windows.Options{Command: func(windows.Kind) (*exec.Cmd, error) { return exec.Command("/nonexistent"), nil }})
	if err := none.Show(windows.Live, windows.Bootstrap{}); err == nil || none.Open(windows.ID{Kind: windows.Live}) {
		t.Errorf("a program that is not there: %v", err)
	}
	none.Close(t.Context())
}
