package page

import "time"

// Traffic is what passed the network gate of a browser since it was started, in
// bytes, and what was refused there.
type Traffic struct {
	Up      int64         `json:"up"`
	Down    int64         `json:"down"`
	Refused int64         `json:"refused"`         // requests and tunnels, all of them
	Hosts   []RefusedHost `json:"hosts,omitempty"` // that were refused, the newest first; not all when there are many
}

// RefusedHost is what was refused at one host, in one way and for one reason.
type RefusedHost struct {
	Host   string    `json:"host"`
	Port   int       `json:"port"`
	Way    string    `json:"way"`    // page, request (both plain http) or tunnel (https, wss)
	Reason string    `json:"reason"` // such as loopback; the gate's word for it
	Count  int64     `json:"count"`
	Last   time.Time `json:"last"`
}
