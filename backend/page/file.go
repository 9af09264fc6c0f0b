package page

import "time"

// FileState is where a download stands.
type FileState string

// The states of a download.
const (
	FileComing FileState = "downloading"
	FileThere  FileState = "complete"
	FileLost   FileState = "failed"

	FileCancelled FileState = "cancelled" // by a person; of a Transfer alone
)

// File is a download. Size is in bytes, -1 while it is not known; Type is the
// media type by its content and name. The file is at Path once it is complete.
type File struct {
	At    time.Time `json:"-"` // when it began
	Path  string    `json:"path"`
	Size  int64     `json:"size"`
	Type  string    `json:"type,omitempty"`
	URL   string    `json:"url"`
	State FileState `json:"state"`
	Error string    `json:"error,omitempty"`
}

// Files is what a browser downloaded, the newest last, and the folder it is in.
type Files struct {
	Folder string
	Files  []File
}

// Transfer is a download as the person sees it who watches. Received and Size are
// bytes, Size -1 while it is not known; Path is where the file lies once it is complete.
type Transfer struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Received int64     `json:"received"`
	Size     int64     `json:"size"`
	State    FileState `json:"state"`
	Path     string    `json:"path,omitempty"`
}
