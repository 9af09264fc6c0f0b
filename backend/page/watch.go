package page

import "time"

// Message is a line of a page's console, or an error that nothing caught. Level
// is error, warning, info or debug.
type Message struct {
	At    time.Time `json:"at"`
	Level string    `json:"level"`
	Text  string    `json:"text"`
	URL   string    `json:"url,omitempty"`
	Line  int       `json:"line,omitempty"` // 1 is the first
}

// Request is what a page asked of the network. Status is that of the HTTP answer,
// 0 while there is none; Error is Chrome's name of what went wrong. Type is such
// as document, script, fetch.
type Request struct {
	At     time.Time `json:"at"`
	Method string    `json:"method"`
	URL    string    `json:"url"`
	Type   string    `json:"type"`
	Status int       `json:"status,omitempty"`
	Error  string    `json:"error,omitempty"`
	Size   int64     `json:"size,omitempty"` // bytes received
	Open   bool      `json:"open,omitempty"` // not ended
}

// Watched is what was seen of the active tab since it was watched.
type Watched struct {
	Messages []Message
	Requests []Request
}
