package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// unasked is why a step could not ask what it is for. It has neither passed nor
// failed, and is reported as such: a machine without a network still builds, and
// nobody takes its silence for an answer.
type unasked string

func (u unasked) Error() string { return "could not be asked: " + string(u) }

// asksVulnerabilities asks Go's database which known faults the program reaches.
func asksVulnerabilities(ctx context.Context, out io.Writer) error {
	var said bytes.Buffer
	c := sh("go tool -modfile=build/vuln.mod govulncheck -tags " + tags() + " ./...")
	return vulnerabilities(c.run(ctx, io.MultiWriter(out, &said)), said.String())
}

// vulnerabilities reads what govulncheck came to: it ends with 3 if it found some.
func vulnerabilities(err error, said string) error {
	_, why, offline := strings.Cut(said, "fetching vulnerabilities: ")
	if ended, ok := errors.AsType[*exec.ExitError](err); ok && ended.ExitCode() != 3 && offline {
		why, _, _ = strings.Cut(why, "\n")
		return unasked("the database of Go: " + why)
	}
	return err
}

// asksPackages asks the registry of npm which known faults the pages' packages have.
func asksPackages(ctx context.Context, out io.Writer) error {
	var said bytes.Buffer
	cmd := npm("audit --json").command(ctx, io.MultiWriter(out, &said))
	cmd.Stderr = out // its warnings are no JSON
	return packages(cmd.Run(), said.Bytes())
}

// packages reads what npm audit came to: it ends with 1 if it found some, and also
// if the registry does not answer.
func packages(err error, said []byte) error {
	var answer struct {
		Message  string
		Error    struct{ Summary string }
		Metadata *struct{ Vulnerabilities struct{ Total int } }
	}
	if bad := json.Unmarshal(said, &answer); bad != nil {
		return fmt.Errorf("npm audit said no JSON: %w", errors.Join(err, bad))
	}
	switch {
	case answer.Metadata == nil && answer.Message+answer.Error.Summary == "":
		return fmt.Errorf("npm audit said neither what it found nor why it could not: %w", err)
	case answer.Metadata == nil:
		return unasked("the registry of npm: " + strings.TrimSpace(answer.Message+" "+answer.Error.Summary))
	case answer.Metadata.Vulnerabilities.Total > 0:
		return fmt.Errorf("npm audit found %d", answer.Metadata.Vulnerabilities.Total)
	}
	return err
}
