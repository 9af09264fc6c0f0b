package main

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"strconv"
	"testing"
)

// ends is the error of a program that ends with a number.
func ends(t *testing.T, code int) error {
	t.Helper()
	if code == 0 {
		return nil
	}
	return exec.CommandContext(t.Context(), "sh", "-c", "exit "+strconv.Itoa(code)).Run()
}

// What is not asked is neither passed nor failed; what is found fails.
func TestAudits(t *testing.T) {
	const good, found, asked = "good", "found", "not asked"
	for _, row := range []struct {
		name, said, want string
		code             int
		read             func(error, string) error
	}{
		{"no vulnerabilities", "No vulnerabilities found.\n", good, 0, vulnerabilities},
		{"a vulnerability", "Vulnerability #1: GO-2026-0001\n", found, 3, vulnerabilities},
		{"no network", "govulncheck: fetching vulnerabilities: Get \"https://x/\": no such host\n", asked, 1, vulnerabilities},
		{"no program", "govulncheck: loading packages: oh\n", found, 1, vulnerabilities},
		{"a clean tree", `{"auditReportVersion":2,"vulnerabilities":{},"metadata":{"vulnerabilities":{"info":0,"total":0}}}`, good, 0, readPackages},
		{"a package", `{"auditReportVersion":2,"metadata":{"vulnerabilities":{"high":1,"total":1}}}`, found, 1, readPackages},
		{"a small fault, which npm lets pass", `{"metadata":{"vulnerabilities":{"info":1,"total":1}}}`, found, 0, readPackages},
		{"a registry that does not answer", `{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}`, asked, 1, readPackages},
		{"no connection", `{"message":"request failed","error":{"summary":"ENOTFOUND"}}`, asked, 1, readPackages},
		{"nothing", ``, found, 1, readPackages},
		{"an empty answer", `{}`, found, 0, readPackages},
	} {
		t.Run(row.name, func(t *testing.T) {
			err := row.read(ends(t, row.code), row.said)
			got := found
			if _, is := errors.AsType[unasked](err); is {
				got = asked
			} else if err == nil {
				got = good
			}
			if got != row.want {
				t.Errorf("%v: %s, want %s", err, got, row.want)
			}
		})
	}
}

func readPackages(err error, said string) error { return packages(err, []byte(said)) }

// A step that could not ask fails nothing, and what needs it does not run on its
// word.
func TestUnaskedIsNotPassed(t *testing.T) {
	r := &record{}
	err := runSteps(t.Context(), []step{
		r.step("a", nil),
		{name: "asks", do: func(context.Context, io.Writer) error { return unasked("nobody is there") }},
		r.step("b", nil, "a"),
	}, t.TempDir())
	if err != nil || len(r.names) != 2 {
		t.Errorf("%v after %v", err, r.names)
	}
	err = runSteps(t.Context(), []step{
		{name: "asks", do: func(context.Context, io.Writer) error { return unasked("nobody is there") }},
		r.step("c", nil, "asks"),
	}, t.TempDir())
	if err == nil || len(r.names) != 2 {
		t.Errorf("%v after %v", err, r.names)
	}
}
