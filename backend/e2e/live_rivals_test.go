//go:build e2e && linux

package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/batonbrowser/baton/backend/chrome"
)

// plainChrome are the switches of a Chrome that nothing else is done for.
func plainChrome(dir string) []string {
	return []string{
		"--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
		"--user-data-dir=" + dir, "--window-size=1280,720", "--remote-debugging-port=0", "about:blank",
	}
}

type message = map[string]any

// rawView is Chrome's screencast with as little as possible in between.
type rawView struct {
	t       *testing.T
	cmd     *exec.Cmd
	s       *socket
	quality int
	came    chan shown
	session string
	mu      sync.Mutex
	id      int
	waits   map[int]chan json.RawMessage
}

func newRaw(t *testing.T, quality int) *rawView {
	path, _, err := chrome.Find("")
	if err != nil {
		t.Fatal(err)
	}
	v := &rawView{t: t, quality: quality, came: newPictures(), waits: map[int]chan json.RawMessage{}}
	v.cmd = exec.Command(path, plainChrome(t.TempDir())...)
	said, err := v.cmd.StderrPipe()
	if err == nil {
		err = v.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.cmd.Process.Kill(); _ = v.cmd.Wait() })
	address := ""
	for lines := bufio.NewScanner(said); address == "" && lines.Scan(); {
		address = regexp.MustCompile(`ws://\S+`).FindString(lines.Text())
	}
	v.s = dial(t, address, "", v.came)
	v.s.listen(v.got)
	var made struct{ TargetID, SessionID string }
	v.must("Target.createTarget", message{"url": "about:blank"}, &made)
	v.must("Target.attachToTarget", message{"targetId": made.TargetID, "flatten": true}, &made)
	v.session = made.SessionID
	v.must("Page.enable", message{}, nil)
	v.must("Emulation.setDeviceMetricsOverride", message{"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": false}, nil)
	return v
}

func (v *rawView) got(_ websocket.MessageType, raw []byte, at time.Time) {
	var m struct {
		ID     int
		Method string
		Result json.RawMessage
		Params struct {
			Data      []byte
			SessionID int
		}
	}
	if json.Unmarshal(raw, &m) != nil {
		return
	}
	if m.Method == "Page.screencastFrame" {
		v.call("Page.screencastFrameAck", message{"sessionId": m.Params.SessionID})
		v.s.picture(shown{at: at, jpeg: m.Params.Data})
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if c := v.waits[m.ID]; c != nil {
		delete(v.waits, m.ID)
		c <- m.Result
	}
}

func (v *rawView) call(method string, params message) <-chan json.RawMessage {
	v.mu.Lock()
	v.id++
	m := message{"id": v.id, "method": method, "params": params}
	c := make(chan json.RawMessage, 1)
	v.waits[v.id] = c
	v.mu.Unlock()
	if v.session != "" {
		m["sessionId"] = v.session
	}
	v.s.send(m)
	return c
}

func (v *rawView) must(method string, params message, out any) {
	v.t.Helper()
	select {
	case raw := <-v.call(method, params):
		if out != nil {
			if err := json.Unmarshal(raw, out); err != nil {
				v.t.Fatalf("%s: %v", method, err)
			}
		}
	case <-time.After(patience):
		v.t.Fatalf("%s has no answer", method)
	}
}

func (v *rawView) open(url string) { v.must("Page.navigate", message{"url": url}, nil) }

func (v *rawView) press() {
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		v.call("Input.dispatchMouseEvent", message{"type": kind, "x": 80, "y": 520, "button": "left", "clickCount": 1})
	}
}

func (v *rawView) connect() {
	v.must("Page.startScreencast", message{"format": "jpeg", "quality": v.quality, "maxWidth": 1280, "maxHeight": 720, "everyNthFrame": 1}, nil)
}

func (v *rawView) leave()                 { v.must("Page.stopScreencast", message{}, nil) }
func (v *rawView) pictures() <-chan shown { return v.came }

func (v *rawView) used() (driver, below int) {
	own, below := used(v.cmd.Process.Pid)
	return 0, own + below // this process drives it
}

// rivalView is the live view of agent-browser, from the packages of the bench.
type rivalView struct {
	t       *testing.T
	program string
	env     []string
	mark    string
	s       *socket
	came    chan shown
}

// rivalProgram is its program in a folder of npm packages, "" if it is not there.
func rivalProgram(packages string) string {
	name := "agent-browser-linux-" + map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	program := filepath.Join(packages, "node_modules", "agent-browser", "bin", name)
	if _, err := os.Stat(program); err != nil {
		return ""
	}
	return program
}

func newRival(t *testing.T, program string) *rivalView {
	path, _, err := chrome.Find("")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	v := &rivalView{t: t, program: program, came: newPictures(), mark: fmt.Sprintf("AGENT_BROWSER_NAMESPACE=live%d", os.Getpid())}
	v.env = append(os.Environ(), "HOME="+home, "XDG_RUNTIME_DIR="+home, v.mark, "AGENT_BROWSER_SESSION=live", "AGENT_BROWSER_NO_VERSION_CHECK=1",
		"AGENT_BROWSER_EXECUTABLE_PATH="+path, "AGENT_BROWSER_ARGS="+strings.Join([]string{"--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic", "--no-first-run"}, "\n"))
	t.Cleanup(func() { _, _ = v.try("close", "--all") })
	v.run("open", "about:blank")
	v.run("set", "viewport", "1280", "720")
	return v
}

func (v *rivalView) try(args ...string) (string, error) {
	cmd := exec.Command(v.program, args...)
	cmd.Env = v.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (v *rivalView) run(args ...string) string {
	v.t.Helper()
	out, err := v.try(args...)
	if err != nil {
		v.t.Fatalf("agent-browser %v: %v %s", args, err, out)
	}
	return out
}

func (v *rivalView) open(url string) { v.run("open", url) }

func (v *rivalView) press() {
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		v.s.send(message{"type": "input_mouse", "eventType": kind, "x": 80, "y": 520, "button": "left", "clickCount": 1})
	}
}

func (v *rivalView) connect() {
	port := regexp.MustCompile(`"port":\s*(\d+)`).FindStringSubmatch(v.run("stream", "status", "--json"))
	if port == nil {
		v.t.Fatalf("agent-browser has no stream: %s", v.run("stream", "status", "--json"))
	}
	v.s = dial(v.t, "ws://127.0.0.1:"+port[1], "", v.came)
	v.s.listen(func(_ websocket.MessageType, raw []byte, at time.Time) {
		var m struct {
			Type string
			Data json.RawMessage
		}
		var picture []byte
		if json.Unmarshal(raw, &m) == nil && m.Type == "frame" && json.Unmarshal(m.Data, &picture) == nil {
			v.s.picture(shown{at: at, jpeg: picture})
		}
	})
}

func (v *rivalView) leave()                 { v.s.close() }
func (v *rivalView) pictures() <-chan shown { return v.came }

// used finds the process that stays behind the first command by its environment.
func (v *rivalView) used() (driver, below int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil || !strings.Contains(string(raw), v.mark+"\x00") {
			continue
		}
		if exe, err := os.Readlink(filepath.Join(filepath.Dir(f), "exe")); err == nil && exe == v.program {
			var pid int
			_, _ = fmt.Sscan(filepath.Base(filepath.Dir(f)), &pid)
			return used(pid)
		}
	}
	return 0, 0
}
