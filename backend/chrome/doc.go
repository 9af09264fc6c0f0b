// Package chrome runs one Chrome for one session and acts in it. It is the only
// package that speaks the DevTools protocol: the pipe transport is chromedp's,
// commands and events are cdproto's types, sessions and frames are kept here,
// because chromedp attaches neither to frames of other sites nor keeps the
// order of events across targets, and both are needed (DESIGN §6.9).
//
// Guarantees:
//   - Every method ends when its context does, whatever the page does. A
//     question of the page (alert, confirm, prompt, beforeunload) and a crashed
//     tab end the running call with a reason.
//   - The acting methods are called one at a time. Input, ReleaseInput, Cursor,
//     Field, Give, Pick, Cast, Still, AnswerDialog and Tabs may be called while
//     another method runs.
//   - One goroutine reads the pipe and applies events in their order under
//     Browser.mu; it never waits for Chrome.
//   - OnEvent is called under Browser.mu, in the moment in which what it tells
//     of changes: a method that changes something, or waits for a change, has
//     told it when it answers. So OnEvent neither blocks nor calls the Browser.
//   - A ref ("e12") is bound to its document, its node, and the role and name
//     it had when it was shown. Refs are never given to another element.
//   - What a person gives to an HTTP sign-in goes out once, to the origin that
//     asked, and is nowhere in what the methods and events tell. Requests are
//     held up for it only while it is answered.
//   - What Chrome draws outside of a page while a person drives (lists, pickers,
//     choosers of files) is told by OnEvent and closed at the end of their turn
//     by ReleaseInput. Files that they give lie in the browser's own folder,
//     closed to other users, until Close.
//   - What Chrome forgets at its end (cookies without a date, sessionStorage, tabs)
//     goes on in the next Chrome on the profile by Pack and Options.Luggage, in
//     memory alone. A Visible browser ends, without an Err, when the person closes
//     its last tab.
//   - Chrome ends with this process, however this process ends: parent-death
//     signal and process group on Linux, job object on Windows, the end of the
//     pipe everywhere. Close ends Chrome in order, so that cookies are flushed.
//
// Page scripts (folder inject) run in an isolated world of every frame, never
// in the world of the page, except for Evaluate.
package chrome
