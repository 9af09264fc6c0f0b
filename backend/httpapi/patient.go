package httpapi

import (
	"net/http"
	"time"
)

// patient is an answer that may take as long as it likes, as long as its client
// goes on taking it: each piece has a time of its own. A client that takes
// nothing loses its connection, and whoever writes to it gets the error.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
	time    time.Duration
	begun   bool // something was answered
}

func newPatient(w http.ResponseWriter, l Limits) *patient {
	return &patient{ResponseWriter: w, control: http.NewResponseController(w), time: l.WriteTime}
}

// Unwrap lets http.ResponseController find what this stands before.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (p *patient) WriteHeader(status int) {
	p.begun = true
	p.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (p *patient) Write(b []byte) (n int, err error) {
	p.begun = true
	for {
		part := b[:min(len(b), piece)]
		p.more()
		done, err := p.ResponseWriter.Write(part)
		n, b = n+done, b[len(part):]
		if err != nil || len(b) == 0 {
			return n, err
		}
	}
}

// FlushError implements what http.ResponseController looks for.
func (p *patient) FlushError() error {
	p.begun = true
	p.more()
	return p.control.Flush()
}

// more gives the client time for the next piece. Where the connection has no
// deadlines (it was taken over), there is nothing to set.
func (p *patient) more() { _ = p.control.SetWriteDeadline(time.Now().Add(p.time)) }
