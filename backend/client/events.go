package client

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/wire"
)

// Event is a wire.Event whose data is not read yet; Type says what it is.
type Event struct {
	Seq  uint64          `json:"seq"`
	Type wire.EventType  `json:"type"`
	At   time.Time       `json:"at"`
	Data json.RawMessage `json:"data,omitempty"`
}

// maxEvent is the longest event that is read.
const maxEvent = 8 << 20

// Events follows GET /api/events until ctx ends, the loop is left or the stream
// breaks. After lastID > 0 the events since that one come first. The last pair
// has an error; coming back, with the Seq of the last event, is the caller's.
func (c *Client) Events(ctx context.Context, lastID uint64) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		body, err := c.stream(ctx, lastID)
		if err != nil {
			yield(Event{}, err)
			return
		}
		defer func() { _ = body.Close() }()
		lines := bufio.NewScanner(body)
		lines.Buffer(make([]byte, 64<<10), maxEvent)
		var data []string
		for lines.Scan() {
			line := lines.Text()
			if rest, ok := strings.CutPrefix(line, "data:"); ok {
				data = append(data, strings.TrimPrefix(rest, " "))
			}
			if line != "" || len(data) == 0 {
				continue
			}
			var e Event
			if err := json.Unmarshal([]byte(strings.Join(data, "\n")), &e); err != nil {
				yield(Event{}, fault.Wrap(err, fault.Internal, "an event can't be read").WithHint("%s", versionHint))
				return
			}
			data = nil
			if !yield(e, nil) {
				return
			}
		}
		err = lines.Err()
		if err == nil {
			err = io.ErrUnexpectedEOF
		}
		yield(Event{}, c.unreachable(ctx, err))
	}
}

func (c *Client) stream(ctx context.Context, lastID uint64) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/api/events", nil)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "%q is not an address of Baton", c.base)
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Authorization", "Bearer "+c.token)
	if lastID > 0 {
		req.Header.Set("Last-Event-ID", strconv.FormatUint(lastID, 10))
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	if res.StatusCode == http.StatusOK {
		return res.Body, nil
	}
	defer func() { _ = res.Body.Close() }()
	answer, _ := io.ReadAll(io.LimitReader(res.Body, maxEvent))
	return nil, refusal(res.StatusCode, answer)
}
