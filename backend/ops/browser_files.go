package ops

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/grant"
	"github.com/batonbrowser/baton/backend/page"
	"github.com/batonbrowser/baton/backend/session"
	"github.com/batonbrowser/baton/backend/wire"
)

// maxUploads is how many files one call gives to a page.
const maxUploads = 50

func browserFiles() []*Op {
	upload := act("browser_upload", "Upload files", "Give files to a file field, or to what a button asks for. Paths in the workspace, the downloads or a folder the user allowed.", "paths")
	upload.Aliases = []string{"browser_file_upload"}
	return []*Op{
		Define(upload, uploadFiles),
		Define(Spec{
			Name: "browser_downloads", Title: "Downloads", Effect: grant.Observe, Audience: grant.ForAgent, Needs: NeedsSession, Toolset: FilesTools,
			Doc: "What the browser downloaded: path, size and type. With wait, once nothing is on its way any more.",
		}, listDownloads),
		Define(Spec{
			Name: "browser_pdf", Title: "Print to PDF", Effect: grant.Observe, Audience: grant.ForAgent, Needs: NeedsSession, Toolset: FilesTools,
			Doc: "Save the page as a PDF; answers its path.", Aliases: []string{"browser_pdf_save"},
		}, printPDF),
	}
}

// downloaded says what became of a file.
func downloaded(f page.File) string {
	switch f.State {
	case page.FileThere:
		return fmt.Sprintf("A file was downloaded (%d bytes, %s).", f.Size, f.Type)
	case page.FileLost:
		return "A download failed: " + f.Error + "."
	case page.FileComing, page.FileCancelled: // the latter is told to a person alone
	}
	return "A file is being downloaded; browser_downloads with wait tells when it is there."
}

// UploadIn is the input of browser_upload.
type UploadIn struct {
	Paths []string `json:"paths"`
	Ref   string   `json:"ref,omitempty" jsonschema:"the page's only file field without it"`
	Looking
}

func (in UploadIn) check() error {
	if n := len(in.Paths); n == 0 || n > maxUploads {
		return fault.New(fault.InvalidInput, "paths must have 1 to %d files", maxUploads).With("field", "paths")
	}
	return nil
}

func uploadFiles(c *Call, in UploadIn) (Acted, error) {
	t := page.Target{Selector: "input[type=file]"}
	if in.Ref != "" {
		t = element(in.Ref)
	}
	return c.do(fmt.Sprintf("Uploaded %d", len(in.Paths)), in.Looking, func(ctx context.Context, b session.Browser) (page.Effect, error) {
		down, err := b.Downloads(ctx, false)
		if err != nil {
			return page.Effect{}, err
		}
		paths, err := c.readable(in.Paths, down.Folder)
		if err != nil {
			return page.Effect{}, err
		}
		allowed, err := c.mayUpload(paths, activeURL(b))
		if err != nil {
			return page.Effect{}, err
		}
		e, err := c.guarded(ctx, b, t, page.ByClick, func() (page.Effect, error) { return b.Upload(ctx, t, paths) })
		if allowed != "" && untouched(err) {
			c.giveBack(allowed)
		}
		return e, err
	})
}

// readable gives the files that paths mean, as they really lie, if all of them
// are where the agent may take files from: the session's workspace, its
// downloads, the folders that the person allowed. Baton's own files are never.
func (c *Call) readable(paths []string, downloads string) ([]string, error) {
	shots, err := c.App.Dirs.Screenshots(c.Session.ID)
	if err != nil {
		return nil, err
	}
	workspace := filepath.Dir(shots)
	own := []string{workspace, downloads}
	var out []string
	for _, given := range paths {
		path := given
		if !filepath.IsAbs(path) {
			path = filepath.Join(workspace, path)
		}
		real, err := filepath.EvalSymlinks(filepath.Clean(path))
		switch {
		case !c.mayTake(path, own) || err == nil && !c.mayTake(real, own):
			return nil, fault.New(fault.NotGranted, "%s is in no folder that this agent may upload from", clip(given)).With("field", "paths").
				WithHint("copy the file into %s; the user can allow more folders for the agent", workspace)
		case err != nil:
			return nil, fault.New(fault.NotFound, "there is no file %s", clip(given)).With("field", "paths").
				WithHint("give a path within %s, or one that browser_downloads tells", workspace)
		}
		if at, err := os.Stat(real); err != nil || !at.Mode().IsRegular() {
			return nil, fault.New(fault.InvalidInput, "%s is no file", clip(given)).WithHint("give the paths of files, not of folders").With("field", "paths")
		}
		out = append(out, real)
	}
	return out, nil
}

func (c *Call) mayTake(path string, own []string) bool {
	for _, root := range own {
		if root != "" && under(path, root) {
			return true
		}
	}
	if under(path, c.App.Info.DataDir) {
		return false
	}
	for _, root := range c.Principal.Agent.Uploads {
		if under(path, root) {
			return true
		}
	}
	return false
}

// under tells whether a path is within a folder, as both are written or as the
// folder really lies.
func under(path, root string) bool {
	path = filepath.Clean(path)
	for _, r := range []string{root, resolved(root)} {
		if rel, err := filepath.Rel(r, path); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

func resolved(root string) string {
	if real, err := filepath.EvalSymlinks(root); err == nil {
		return real
	}
	return root
}

// DownloadsIn is the input of browser_downloads.
type DownloadsIn struct {
	Wait bool `json:"wait,omitempty"`
}

// DownloadList is the answer of browser_downloads.
type DownloadList struct {
	Files    []page.File `json:"files"`
	FromPage `page:"files"`
}

// Parts is a line per file, the newest last.
func (l DownloadList) Parts() (own, words string) {
	if len(l.Files) == 0 {
		return "Nothing was downloaded.", ""
	}
	lines := make([]string, len(l.Files))
	for i, f := range l.Files {
		lines[i] = fmt.Sprintf("%s  %s", f.State, f.Path)
		if f.State == page.FileThere {
			lines[i] += fmt.Sprintf("  %d bytes  %s", f.Size, f.Type)
		}
	}
	return "", strings.Join(lines, "\n")
}

func listDownloads(c *Call, in DownloadsIn) (DownloadList, error) {
	var got page.Files
	err := c.run(c.Context, grant.Observe, func(ctx context.Context, b session.Browser) (err error) {
		got, err = b.Downloads(ctx, in.Wait)
		return err
	})
	unseen := c.Session.Unseen()
	got.Files = slices.DeleteFunc(got.Files, func(f page.File) bool { return unseen(f.At) })
	if got.Files == nil {
		got.Files = []page.File{}
	}
	return DownloadList{Files: got.Files}, err
}

// Saved is where a file was written.
type Saved struct {
	Path         string `json:"path"`
	RelativePath string `json:"relative_path"`
}

// Text is the path.
func (s Saved) Text() string { return "Saved to " + s.Path }

// printPDF refuses while the person drives, as a screenshot is.
func printPDF(c *Call, _ None) (Saved, error) {
	var pdf []byte
	err := c.run(c.Context, grant.Act, func(ctx context.Context, b session.Browser) (err error) {
		pdf, err = b.PDF(ctx)
		return err
	})
	if err != nil {
		return Saved{}, err
	}
	shots, err := c.App.Dirs.Screenshots(c.Session.ID)
	if err != nil {
		return Saved{}, err
	}
	workspace := filepath.Dir(shots)
	name, err := saveNew(workspace, "", ".pdf", pdf)
	if err != nil {
		return Saved{}, err
	}
	s := Saved{Path: filepath.Join(workspace, name), RelativePath: name}
	c.Session.Note(wire.Step{Tool: c.Op.Name})
	return s, nil
}
