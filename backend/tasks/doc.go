// Package tasks has the tests of what an agent can do with its tools: task pages
// of our own, each with a seed in its address, a task in words and a reward that
// the page works out itself (testdata/pages), and the pages of the corpora.
//
// What is here has no other way to a page than an agent has: a client of the
// Model Context Protocol at a Baton with a real store and a real Chrome. The
// solvers of the task pages read nothing but the words of the answers. The
// reward is read past them, when the solver is done.
//
// Each run takes a few seeds and a part of the corpora. All of it:
//
//	go run ./build measure tasks
//	go run ./build measure corpora
//	go run ./build measure soak
package tasks
