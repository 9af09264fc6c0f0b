package ops

import (
	"context"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
)

// LiveCancelIn is the input of live_cancel_download.
type LiveCancelIn struct {
	Driving
	ID string `json:"id" jsonschema:"of the download, as the session says"`
}

func (in LiveCancelIn) check() error {
	if in.ID == "" || len(in.ID) > 64 {
		return fault.New(fault.InvalidInput, "id is missing").With("field", "id")
	}
	return nil
}

func liveCancelDownload(c *Call, in LiveCancelIn) (None, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return None{}, err
	}
	return None{}, s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) error {
		return b.CancelDownload(ctx, in.ID)
	})
}

// livePDF runs beside the lane: a large page takes seconds to print.
func livePDF(c *Call, in Driving) (page.Transfer, error) {
	s, err := c.sessionByID(in.SessionID)
	if err != nil {
		return page.Transfer{}, err
	}
	var out page.Transfer
	err = s.DriveAside(c.Context, in.Viewer, in.Epoch, func(ctx context.Context, b session.Browser) (err error) {
		out, err = b.SavePDF(ctx)
		return err
	})
	return out, err
}
