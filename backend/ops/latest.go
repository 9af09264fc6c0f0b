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

// keepLatest makes a screenshot the latest one of its workspace. The first is
// there when the call answers; the next ones take its place a moment after, so
// that a call does not wait for a second form of its picture.
func (c *Call) keepLatest(workspace string, picture []byte) {
	write := func() {
		if err := keepLatest(workspace, picture); err != nil { // the numbered one is there
			c.App.Log.Warn("screenshots/latest.jpg was not written", "err", err)
		}
	}
	if _, err := os.Stat(latestFile(workspace)); err != nil {
		write()
		return
	}
	c.Session.Later(write)
}

func latestFile(workspace string) string {
	return filepath.Join(workspace, "screenshots", "latest.jpg")
}

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
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return errors.Join(err, errors.New(dir+" is a link")) // which may lead out of the workspace
	}
	f, err := os.CreateTemp(dir, ".latest-*")
	if err != nil {
		return err
	}
	err = errors.Join(jpeg.Encode(f, img, &jpeg.Options{Quality: latestQuality}), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), latestFile(workspace))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
