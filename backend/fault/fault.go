// Package fault has the one error type that crosses Baton's boundaries: a
// stable code, a message that says what happened and a hint that says what to
// do next. One table maps each code to its HTTP status, its exit code of the
// CLI and whether a repeat can help. The order in which the dispatcher checks
// is the order of faults (DESIGN §3) and is tested in package ops.
package fault

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// Code names a kind of fault. Codes are part of the API: they never change.
type Code string

// The codes of the API.
const (
	Unauthenticated    Code = "unauthenticated"
	ForbiddenOrigin    Code = "forbidden_origin"
	UnknownTool        Code = "unknown_tool"
	InvalidInput       Code = "invalid_input"
	TooLarge           Code = "too_large"
	UnsupportedMedia   Code = "unsupported_media_type"
	NotGranted         Code = "not_granted"
	BrowserOff         Code = "browser_not_enabled"
	NotFound           Code = "not_found"
	Conflict           Code = "conflict"
	NoSession          Code = "no_session"
	StaleSession       Code = "stale_session"
	ProfileBusy        Code = "profile_busy"
	PausedByUser       Code = "paused_by_user"
	Private            Code = "private" // the person drives and does not want the page to be seen
	NotInControl       Code = "not_in_control"
	ControlHeld        Code = "control_held"
	OriginRefused      Code = "origin_refused"
	StaleRef           Code = "stale_ref"
	NotVisible         Code = "not_visible"
	NotActionable      Code = "not_actionable"
	DialogOpen         Code = "dialog_open"
	NeedsUser          Code = "needs_user" // the person has to allow it, and was asked
	LimitReached       Code = "limit_reached"
	RateLimited        Code = "rate_limited" // too much at once; the detail retry_after has seconds
	DeadlineExceeded   Code = "deadline_exceeded"
	NavigationFailed   Code = "navigation_failed"
	EvaluateFailed     Code = "evaluate_failed"
	BrowserUnavailable Code = "browser_unavailable"
	NotRunning         Code = "not_running" // Baton itself; said by its clients
	StorageUnwritable  Code = "profile_storage"
	KeyUnavailable     Code = "key_unavailable"
	Canceled           Code = "canceled"
	Internal           Code = "internal"
)

// Meta is what the surfaces need to know of a code.
type Meta struct {
	Status int  // HTTP status (RFC 9110)
	Exit   int  // exit code of the CLI
	Retry  bool // the same call can succeed later without a change
}

func table(c Code) (Meta, bool) {
	m, ok := map[Code]Meta{
		Unauthenticated:    {http.StatusUnauthorized, 4, false},
		ForbiddenOrigin:    {http.StatusForbidden, 4, false},
		UnknownTool:        {http.StatusNotFound, 2, false},
		InvalidInput:       {http.StatusUnprocessableEntity, 2, false},
		TooLarge:           {http.StatusRequestEntityTooLarge, 2, false},
		UnsupportedMedia:   {http.StatusUnsupportedMediaType, 2, false},
		NotGranted:         {http.StatusForbidden, 4, false},
		BrowserOff:         {http.StatusConflict, 4, false},
		NotFound:           {http.StatusNotFound, 3, false},
		Conflict:           {http.StatusConflict, 3, false},
		NoSession:          {http.StatusConflict, 3, false},
		StaleSession:       {http.StatusConflict, 3, false},
		ProfileBusy:        {http.StatusConflict, 5, true},
		PausedByUser:       {http.StatusConflict, 5, true},
		Private:            {http.StatusConflict, 5, true},
		NotInControl:       {http.StatusConflict, 5, false},
		ControlHeld:        {http.StatusConflict, 5, true},
		OriginRefused:      {http.StatusForbidden, 4, false},
		StaleRef:           {http.StatusConflict, 3, false},
		NotVisible:         {http.StatusConflict, 3, false},
		NotActionable:      {http.StatusConflict, 3, false},
		DialogOpen:         {http.StatusConflict, 3, false},
		NeedsUser:          {http.StatusConflict, 5, false},
		LimitReached:       {http.StatusConflict, 5, false},
		RateLimited:        {http.StatusTooManyRequests, 5, true},
		DeadlineExceeded:   {http.StatusGatewayTimeout, 6, true},
		NavigationFailed:   {http.StatusBadGateway, 6, true},
		EvaluateFailed:     {http.StatusUnprocessableEntity, 3, false},
		BrowserUnavailable: {http.StatusServiceUnavailable, 6, true},
		NotRunning:         {http.StatusServiceUnavailable, 6, true},
		StorageUnwritable:  {http.StatusInternalServerError, 6, false},
		KeyUnavailable:     {http.StatusServiceUnavailable, 6, true},
		Canceled:           {499, 6, true},
		Internal:           {http.StatusInternalServerError, 1, true},
	}[c]
	return m, ok
}

// Lookup gives the meta data of a code; an unknown code is treated as Internal.
func Lookup(c Code) Meta {
	if m, ok := table(c); ok {
		return m
	}
	m, _ := table(Internal)
	return m
}

// Error is a fault. Details are small facts for programs (never a secret).
type Error struct {
	Code    Code           `json:"code"`
	Message string         `json:"message"`
	Hint    string         `json:"hint,omitempty"`
	Details map[string]any `json:"details,omitempty"`
	cause   error
}

// New makes a fault; the message is formatted as by fmt.Sprintf.
func New(c Code, format string, args ...any) *Error {
	return &Error{Code: c, Message: fmt.Sprintf(format, args...)}
}

// Wrap makes a fault that keeps its cause for errors.Is and the log. The cause
// is not shown to the caller of the API.
func Wrap(cause error, c Code, format string, args ...any) *Error {
	e := New(c, format, args...)
	e.cause = cause
	return e
}

// WithHint gives a copy that says what to do next.
func (e *Error) WithHint(format string, args ...any) *Error {
	c := *e
	c.Hint = fmt.Sprintf(format, args...)
	return &c
}

// With gives a copy with one more detail.
func (e *Error) With(key string, value any) *Error {
	c := *e
	c.Details = make(map[string]any, len(e.Details)+1)
	for k, v := range e.Details {
		c.Details[k] = v
	}
	c.Details[key] = value
	return &c
}

// Without gives a copy that lacks a detail.
func (e *Error) Without(key string) *Error {
	if _, has := e.Details[key]; !has {
		return e
	}
	c := *e.With(key, nil)
	delete(c.Details, key)
	return &c
}

// pageSays is the detail with words of a page.
const pageSays = "page_says"

// Quoting gives a copy with words of a page that belong to it. They stand apart
// from the message, since they are content that may pretend to be a message.
func (e *Error) Quoting(words string) *Error { return e.With(pageSays, words) }

// PageSays is what Quoting was given, "" if nothing.
func (e *Error) PageSays() string {
	words, _ := e.Details[pageSays].(string)
	return words
}

// Error gives code and message; the hint is for the surfaces to render.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Unwrap gives the cause, if there is one.
func (e *Error) Unwrap() error { return e.cause }

// From turns any error into a fault: faults stay, a passed deadline and a
// cancelled call get their codes, everything else is Internal without detail.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return Wrap(err, DeadlineExceeded, "the call did not end in time").
			WithHint("take a snapshot to see where the page stands, or pass a longer timeout")
	case errors.Is(err, context.Canceled):
		return Wrap(err, Canceled, "the call was cancelled")
	}
	return Wrap(err, Internal, "something went wrong inside Baton").
		WithHint("try again; the log of Baton has the details")
}

// Is tells whether err is, or wraps, a fault with code c.
func Is(err error, c Code) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == c
}
