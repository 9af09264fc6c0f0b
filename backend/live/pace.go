package live

import "time"

// pace holds acknowledgements back, so that Chrome makes no more pictures than are
// wanted: it stops after a few that are not acknowledged. One goes each time that a
// picture is due. What a page shows when it comes to rest meanwhile, Chrome does not
// send later: a still has to be taken then. Hub.mu guards it.
type pace struct {
	brisk bool     // the person drives: no pacing
	held  []func() // acknowledgements that wait for their time, the oldest first
	due   time.Time
	timer *time.Timer // runs while anything is held, or may be missing
	came  bool        // a picture came since one was due
	lacks bool        // so many were held that Chrome may have left a picture out
}

// fewest is how many pictures Chrome sends at least before it leaves some out.
const fewest = 2

// take gives an acknowledgement that may go now, nil if it has to wait: then next
// is called when one is due.
func (p *pace) take(ack func(), next func()) func() {
	now := time.Now()
	if ack == nil || p.brisk {
		return ack
	}
	p.came = true
	if len(p.held) == 0 && !now.Before(p.due) {
		p.due = now.Add(Calm)
		return ack
	}
	p.held = append(p.held, ack)
	p.lacks = p.lacks || len(p.held) >= fewest
	if p.timer == nil {
		p.timer = time.AfterFunc(p.due.Sub(now), next)
	}
	return nil
}

// next gives the acknowledgements that are due: one, or all when the page has come
// to rest. Then it tells whether its last picture may be missing.
func (p *pace) next(next func()) (acks []func(), lacks bool) {
	p.timer = nil
	if !p.came {
		lacks, p.lacks = p.lacks, false
		return p.all(), lacks
	}
	p.came = false
	if len(p.held) > 0 {
		acks, p.held = p.held[:1], p.held[1:]
		p.due = time.Now().Add(Calm)
	}
	if len(p.held) > 0 || p.lacks {
		p.timer = time.AfterFunc(Calm, next)
	}
	return acks, false
}

// all gives all that is held.
func (p *pace) all() []func() {
	held := p.held
	p.held = nil
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	return held
}
