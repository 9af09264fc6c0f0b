package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/request"
	"github.com/batonbrowser/baton/backend/wire"
)

// beat is how often an idle event stream says that it lives.
const beat = 15 * time.Second

// events is the stream of notices (text/event-stream). An agent sees those of
// its own session and requests alone. A stream whose token is taken back says so
// with its last event.
func (s *server) events(w http.ResponseWriter, r *http.Request) {
	p := caller(r)
	after, _ := strconv.ParseUint(r.Header.Get("Last-Event-ID"), 10, 64) // a bad one starts anew
	sub := s.Bus.Subscribe(p.Owner, after)
	defer sub.Close()
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	out := http.NewResponseController(w)
	tick := time.NewTicker(beat)
	defer tick.Stop()
	_, _ = fmt.Fprint(w, ": baton\n\n")
	for {
		if out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			if err := ended(r.Context()); err != nil {
				writeEvent(w, wire.Event{Seq: s.Bus.Last(), Type: wire.StreamEnded, At: time.Now(), Data: wire.ProblemOf(err)})
				_ = out.Flush()
			}
			return
		case <-tick.C:
			_, _ = fmt.Fprint(w, ": beat\n\n")
		case e, ok := <-sub.C:
			if !ok {
				return // dropped or closing: the client comes again with its last id
			}
			if sees(p, e) {
				writeEvent(w, shown(p, e))
			}
		}
	}
}

func writeEvent(w http.ResponseWriter, e wire.Event) {
	b, err := json.Marshal(e)
	if err != nil {
		return
	}
	_, _ = fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", e.Seq, e.Type, b)
}

// shown is an event as the principal may see it.
func shown(p grant.Principal, e wire.Event) wire.Event {
	if s, ok := e.Data.(wire.Session); ok && p.Kind == grant.KindAgent {
		e.Data = s.ToAgent()
	}
	return e
}

// sees tells whether an event is for the principal.
func sees(p grant.Principal, e wire.Event) bool {
	if p.Kind == grant.KindOwner {
		return p.Scope == grant.Full
	}
	switch d := e.Data.(type) {
	case wire.Session:
		return d.AgentID == p.Agent.ID && d.Purpose == wire.ForAgent
	case request.Request:
		return d.Agent == p.Agent.ID
	}
	return e.Type == wire.Resync
}
