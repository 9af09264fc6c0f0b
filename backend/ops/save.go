package ops

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/batonbrowser/baton/backend/fault"
)

// saveNew writes a file of a session under a name of Baton's own, such as
// 20260102-150405.000.png, below its workspace, and gives its path relative to
// that. No agent names a file, none that is there is written over, and a link that
// leads out of the workspace is not followed.
func saveNew(workspace, folder, ext string, content []byte) (relative string, err error) {
	root, err := os.OpenRoot(workspace)
	if err != nil {
		return "", unsaved(err)
	}
	defer func() { _ = root.Close() }()
	stamp := time.Now().UTC().Format("20060102-150405.000")
	for i := 1; ; i++ {
		relative = filepath.Join(folder, stamp+ext)
		if i > 1 {
			relative = filepath.Join(folder, stamp+"-"+strconv.Itoa(i)+ext)
		}
		f, err := root.OpenFile(relative, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", unsaved(err)
		}
		_, err = f.Write(content)
		if err := errors.Join(err, f.Close()); err != nil {
			return "", unsaved(errors.Join(err, root.Remove(relative)))
		}
		return relative, nil
	}
}

func unsaved(err error) error {
	return fault.Wrap(err, fault.StorageUnwritable, "the file could not be written").
		WithHint("check the free space of the data directory, and that the session's folders are folders and no links")
}
