// Package e2e has the tests of the built program as its users meet it: its
// windows on a real desktop, its API and its command line. They run with the tag
// e2e and after a build: go run ./build test e2e.
package e2e
