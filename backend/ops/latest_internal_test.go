package ops

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// Each screenshot takes the place of the last one, and one that is no picture
// leaves that as it is.
func TestLatestPicture(t *testing.T) {
	workspace := t.TempDir()
	for _, width := range []int{40, 64} {
		img := image.NewRGBA(image.Rect(0, 0, width, 20))
		img.Set(1, 1, color.White)
		var raw bytes.Buffer
		if err := png.Encode(&raw, img); err != nil {
			t.Fatal(err)
		}
		if err := keepLatest(workspace, raw.Bytes()); err != nil {
			t.Fatal(err)
		}
		if got := latest(t, workspace); got.Dx() != width || got.Dy() != 20 {
			t.Errorf("latest.jpg is %v, want %d×20", got, width)
		}
	}
	if err := keepLatest(workspace, []byte("no picture")); err == nil {
		t.Error("no picture was taken for one")
	}
	if got := latest(t, workspace); got.Dx() != 64 {
		t.Errorf("latest.jpg is %v after what is no picture", got)
	}
	left, err := os.ReadDir(filepath.Join(workspace, "screenshots"))
	if err != nil || len(left) != 1 {
		t.Errorf("screenshots has %v (%v), want latest.jpg alone", left, err)
	}
}

func latest(t *testing.T, workspace string) image.Rectangle {
	t.Helper()
	f, err := os.Open(filepath.Join(workspace, "screenshots", "latest.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	img, err := jpeg.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img.Bounds()
}
