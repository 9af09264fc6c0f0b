package session

import (
	"context"
	"time"

	"github.com/batonbrowser/baton/backend/ident"
	"github.com/batonbrowser/baton/backend/input"
)

// inputTime is how long one batch may take: a page that hangs takes no input.
const inputTime = 5 * time.Second

// Input applies what the person did, in order, and waits until the page has it.
func (s *Session) Input(ctx context.Context, v ident.Viewer, epoch uint64, events []input.Event) error {
	applied, err := s.Accept(v, epoch, events)
	if err != nil {
		return err
	}
	return applied(ctx)
}

// Accept is Input that does not wait: what it accepted comes before whatever it
// accepts later, and before the end of a hand-back that is asked for later.
// applied waits until the page has it.
func (s *Session) Accept(v ident.Viewer, epoch uint64, events []input.Event) (applied func(context.Context) error, err error) {
	if err := input.Check(events, s.View().Width, s.View().Height); err != nil {
		return nil, err
	}
	answer := make(chan error, 1)
	err = s.ask(func() error {
		if err := s.mayDrive(v, epoch); err != nil {
			return err
		}
		s.Hub.Nudge()
		b, within := s.browser, s.term.inputs
		return s.inputs.add(func(context.Context) {
			ctx, cancel := context.WithTimeout(within, inputTime)
			defer cancel()
			err := ctx.Err()
			if err == nil {
				err = s.applyInput(ctx, b, epoch, events)
			}
			answer <- cause(err, within)
		})
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		select {
		case err := <-answer:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}, nil
}
