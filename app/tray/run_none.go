//go:build !desktop

package tray

import "context"

// Run waits until ctx ends: this build has no tray.
func Run(ctx context.Context, _ Options) error {
	<-ctx.Done()
	return nil
}
