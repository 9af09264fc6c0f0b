package mcpapi

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/batonbrowser/baton/backend/ops"
)

// maxLine is the longest message that is taken from a client, in bytes; the
// largest input of a call fits several times.
const maxLine = 4 * ops.MaxInput

// sieve passes on the lines of in that are messages, and answers the others with
// an error on out: the SDK would end the connection, and with it the program
// that a client has started, over one stray line.
func sieve(in io.ReadCloser, out io.WriteCloser) (io.ReadCloser, io.WriteCloser) {
	w := &lineWriter{WriteCloser: out}
	return &lineReader{Closer: in, from: bufio.NewReader(in), answers: w}, w
}

// lineWriter writes what it gets in one piece.
type lineWriter struct {
	io.WriteCloser
	mu sync.Mutex
}

// Write implements io.Writer.
func (w *lineWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}

type lineReader struct {
	io.Closer
	from    *bufio.Reader
	answers io.Writer
	ready   []byte // of a line that is a message
}

// Read implements io.Reader.
func (r *lineReader) Read(p []byte) (int, error) {
	for len(r.ready) == 0 {
		line, err := r.line()
		if err != nil && len(line) == 0 {
			return 0, err
		}
		r.take(line)
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// line reads the next line without its end. Of one that is too long it gives
// only so much that this can be seen.
func (r *lineReader) line() ([]byte, error) {
	var line []byte
	for {
		part, err := r.from.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), err
		}
	}
}

// take keeps the messages of a line, which are several in older versions of the
// protocol.
func (r *lineReader) take(line []byte) {
	if len(line) == 0 {
		return
	}
	if len(line) > maxLine {
		r.answer(jsonrpc.CodeInvalidRequest, "the message is too large; send less at once")
		return
	}
	if !json.Valid(line) {
		r.answer(jsonrpc.CodeParseError, "the line is not JSON; send one message of JSON-RPC 2.0 on each line")
		return
	}
	messages := []json.RawMessage{line}
	if line[0] == '[' {
		messages = nil
		_ = json.Unmarshal(line, &messages) // is a valid list
	}
	if len(messages) == 0 {
		r.answer(jsonrpc.CodeInvalidRequest, "the list of messages is empty")
	}
	for _, m := range messages {
		if _, err := jsonrpc.DecodeMessage(m); err != nil {
			r.answer(jsonrpc.CodeInvalidRequest, "this is not a message of JSON-RPC 2.0")
			continue
		}
		r.ready = append(append(r.ready, m...), '\n')
	}
}

// answer writes an error that belongs to no request.
func (r *lineReader) answer(code int64, text string) {
	b, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": text},
	})
	if err == nil {
		_, _ = r.answers.Write(append(b, '\n')) // a client that is gone ends the input too
	}
}
