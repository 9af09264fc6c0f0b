package ops

import (
	"bytes"
	"errors"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
)

// latestQuality is the JPEG quality of screenshots/latest.jpg.
const latestQuality = 85

// keepLatest writes the newest screenshot of a session as screenshots/latest.jpg
// of its workspace, beside the numbered ones (S1, K5). Whoever reads it meanwhile
// sees the old picture or the new one, whole.
func keepLatest(workspace string, picture []byte) error {
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return err
	}
	dir := filepath.Join(workspace, "screenshots")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".latest-*")
	if err != nil {
		return err
	}
	err = errors.Join(jpeg.Encode(f, img, &jpeg.Options{Quality: latestQuality}), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, "latest.jpg"))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
