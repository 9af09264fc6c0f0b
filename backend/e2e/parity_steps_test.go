//go:build e2e && linux

package e2e_test

import (
	"strings"

	"github.com/batonbrowser/baton/backend/fault"
)

type fields = map[string]any

// viewer is the person's window, as far as the host can tell.
const viewer = "view_abcdefghijklmnopqrstuvwxyz"

// actingSteps open the browser and use each tool that acts, by refs and by points.
func actingSteps() []step {
	button := func(name string) fields { return fields{"ref": ref{"button", name}} }
	status := func(text string) step { return step{tool: "browser_read", says: text, has: text} }
	return []step{
		{tool: "browser_snapshot", code: fault.NoSession},
		{tool: "browser_open", in: fields{"profile_id": "{profile}"}, says: "on profile", has: `"profile_id":"{profile}"`},
		{tool: "browser_open", in: fields{"url": "{site}/form"}, says: `{site}/form  "Form"`, has: `"title":"Form"`},
		{tool: "browser_snapshot", says: "# Form", has: `"outline":"`},
		{tool: "browser_click", in: button("Send"), says: `Clicked. The page changed. <page-`, has: `"changed":true`},
		{tool: "browser_type", in: fields{"ref": ref{"textbox", "Name"}, "text": "Jona"}, says: `>textbox "Name"</page-`, has: `"changed":true`},
		{tool: "browser_press_key", in: fields{"key": "Control+a"}, says: "Pressed Control+a.", has: `"url":"{site}/form"`},
		{tool: "browser_type", in: fields{"text": "Grüße 👋"}, says: "Typed. The page changed.", has: `"changed":true`},
		{tool: "browser_click", in: button("Send"), says: "Clicked", has: `"changed":true`},
		status("sent Grüße 👋"),
		{tool: "browser_fill", in: fields{"ref": ref{"textbox", "Name"}, "text": "Ada"}, says: `>textbox "Name"</page-`, has: `"changed":true`},
		{tool: "browser_fill", in: fields{"ref": ref{"textbox", "Password"}, "text": "hunter2"}, says: `>textbox "Password"</page-`, has: `"changed":true`},
		{tool: "browser_snapshot", says: `textbox @`, has: `[filled]`},
		{tool: "browser_click", in: fields{"x": 700, "y": 340}, says: "Clicked", has: `"changed":true`},
		status("spot"),
		{tool: "browser_click", in: fields{"ref": ref{"button", "Double"}, "double": true}, says: "Clicked", has: `"changed":true`},
		status("twice"),
		{tool: "browser_click", in: button("Not yet"), code: fault.NotActionable},
		{tool: "browser_click", in: fields{"ref": "#out"}, says: "Clicked", has: `"url":"{site}/form"`},
		{tool: "browser_hover", in: button("Hover me"), says: `>button "Hover me"</page-`, has: `"changed":true`},
		status("hovered"),
		{tool: "browser_select", in: fields{"ref": ref{"combobox", "Colour"}, "values": []string{"Blue"}}, says: "Selected. The page changed.", has: `"changed":true`},
		status("chose b"),
		{tool: "browser_select", in: fields{"ref": ref{"combobox", "Colour"}, "values": []string{"Mauve"}}, code: fault.InvalidInput},
		{tool: "browser_drag", in: fields{"from": ref{"button", "Crate"}, "to": ref{"button", "Shelf"}}, says: "Dragged", has: `"changed":true`},
		status("dropped"),
		{tool: "browser_drag", in: fields{"path": []fields{{"x": 150, "y": 550}, {"x": 300, "y": 560}, {"x": 500, "y": 580}}}, says: "Dragged", has: `"changed":true`},
		status("drew true"),
		{tool: "browser_dialog", in: fields{"accept": true}, code: fault.Conflict},
		{tool: "browser_click", in: button("Ask"), says: "The page asks (confirm)", has: `"kind":"confirm"`},
		{tool: "browser_snapshot", code: fault.DialogOpen},
		{tool: "browser_dialog", in: fields{"accept": false}, says: "The dialog is answered.", has: `"message":`},
		status("refused"),
		{tool: "browser_click", in: button("Name yourself"), says: "The page asks (prompt)", has: `"default":"nobody"`},
		{tool: "browser_dialog", in: fields{"accept": true, "text": "Ada"}, says: "The dialog is answered.", has: `"message":`},
		status("you are Ada"),
		{tool: "browser_click", in: button("Later"), says: "Clicked", has: `"object":"button \"Later\""`},
		{tool: "browser_wait", in: fields{"text": "later"}, says: "Waited.", has: `"url":"{site}/form"`},
		{tool: "browser_wait", in: fields{"text_gone": "you are Ada"}, says: "Waited.", has: `"title":"Form"`},
		{tool: "browser_wait", in: fields{"ms": 20}, says: "Waited.", has: `"title":"Form"`},
		{tool: "browser_wait", in: fields{"url": "/form"}, says: "{site}/form", has: `{site}/form`},
		{tool: "browser_wait", in: fields{"text": "never", "timeout_ms": 50}, code: fault.DeadlineExceeded},
		{tool: "browser_click", in: fields{"ref": ref{"link", "In a new tab"}}, says: "A new tab opened", has: `"new_tab":`},
		{tool: "browser_tabs", says: `→ 2: {site}/next  "Next"`, has: `"active":true`},
		{tool: "browser_tabs", in: fields{"action": "new", "url": "{site}/long"}, says: `→ 3: {site}/long`, has: `"title":"Long"`},
		{tool: "browser_tabs", in: fields{"action": "select", "tab": "1"}, says: `→ 1: {site}/form`, has: `"title":"Form"`},
		{tool: "browser_tabs", in: fields{"action": "close", "tab": "3"}, says: `{site}/next`, has: `"title":"Next"`},
		{tool: "browser_tabs", in: fields{"action": "close", "tab": "2"}, says: `→ 1: {site}/form`, has: `"title":"Form"`},
		{tool: "browser_click", in: fields{"ref": ref{"link", "Next page"}}, says: `{site}/next  "Next"`, has: `"navigated":true`},
		{tool: "browser_back", says: `{site}/form  "Form"`, has: `"load":"loaded"`},
		{tool: "browser_forward", says: `{site}/next  "Next"`, has: `"title":"Next"`},
		{tool: "browser_forward", code: fault.NavigationFailed},
		{tool: "browser_reload", says: `{site}/next  "Next"`, has: `"status":200`},
		{tool: "browser_navigate", in: fields{"url": "{site}/lost"}, says: "The server answered 404.", has: `"status":404`},
	}
}

// readingSteps read a page in every form.
func readingSteps() []step {
	return []step{
		{tool: "browser_navigate", in: fields{"url": "{site}/long"}, says: `{site}/long  "Long"`, has: `"load":"loaded"`},
		{tool: "browser_snapshot", says: "… 500 of 604 nodes shown; narrow with selector, interactive_only or max_depth", has: `"shown":500,"title":"Long","total":604`},
		{tool: "browser_snapshot", in: fields{"selector": "#part"}, says: "Only this", has: `## Part`},
		{tool: "browser_snapshot", in: fields{"interactive_only": true}, says: `button @`, has: `"shown":1,`},
		{tool: "browser_snapshot", in: fields{"max_depth": 1}, says: "# Long", has: `"title":"Long"`},
		{tool: "browser_snapshot", in: fields{"format": "json", "selector": "#part"}, says: `"role":"button"`, has: `"name":"Inside"`},
		{tool: "browser_snapshot", in: fields{"selector": "#nothing"}, code: fault.NotFound},
		{tool: "browser_snapshot", in: fields{"selector": ":::"}, code: fault.InvalidInput},
		{tool: "browser_read", in: fields{"ref": "#part"}, says: "Only this", has: `"total":`},
		{tool: "browser_read", says: "Line 599", has: `Line 599`},
		{tool: "browser_scroll", in: fields{"direction": "down", "amount": 200}, says: "At 200 of ", has: `"at_bottom":false`},
		{tool: "browser_scroll", in: fields{"dy": 1000000}, says: "This is the bottom.", has: `"at_bottom":true`},
		{tool: "browser_scroll", in: fields{"direction": "down"}, says: "It did not move.", has: `"moved":false`},
		{tool: "browser_evaluate", in: fields{"function": "return {a: 1, b: [true, null]}"}, says: `{"a":1,"b":[true,null]}`, has: `"value":{"a":1,"b":[true,null]}`},
		{tool: "browser_evaluate", in: fields{"function": "document.title"}, says: `"Long"`, has: `"value":"Long"`},
		{tool: "browser_evaluate", in: fields{"function": "async () => { await null; return location.pathname }"}, says: `"/long"`, has: `"value":"/long"`},
		{tool: "browser_evaluate", in: fields{"function": "return document.body"}, code: fault.EvaluateFailed},
		{tool: "browser_evaluate", in: fields{"function": "throw new Error('on purpose')"}, code: fault.EvaluateFailed},
		{tool: "browser_evaluate", in: fields{"function": "return 'x'.repeat(30000)"}, says: "Cut: 30002 characters in all", has: `"total":30002`},
		{tool: "browser_click", in: fields{"ref": ref{"button", "Inside"}}, code: fault.StaleRef},
		{tool: "browser_screenshot", says: "Saved to /", has: `"relative_path":"browser-screenshots/`, size: "1280×720"},
		{tool: "browser_screenshot", in: fields{"inline": true}, says: "Saved to /", also: true},
		{tool: "browser_navigate", in: fields{"url": "{site}/form"}, says: "Form", has: `"Form"`},
		{tool: "browser_resize", in: fields{"width": 800, "height": 600}, says: "The viewport is 800 × 600.", has: "800 × 600"},
		{tool: "browser_screenshot", says: "Saved to /", has: `"path":"/`, size: "800×600"},
		{tool: "browser_click", in: fields{"x": 900, "y": 100}, code: fault.InvalidInput},
		{tool: "browser_resize", in: fields{"width": 1280, "height": 720}, says: "1280 × 720", has: "1280 × 720"},
		{tool: "browser_resize", in: fields{"width": 100, "height": 720}, code: fault.InvalidInput},
		{tool: "browser_screenshot", in: fields{"ref": "#spot"}, says: "Saved to /", has: `"path":"/`, size: "200×80"},
	}
}

// personSteps ask the person, who says no, takes over and hands back.
func personSteps() []step {
	take := func(s *scene) {
		s.person("control_take", fields{"session_id": s.session(), "viewer": viewer, "here": true}, nil)
	}
	back := func(s *scene) {
		s.person("control_hand_back", fields{"session_id": s.session(), "viewer": viewer, "note": "The code is in."}, nil)
	}
	return []step{
		{tool: "browser_wait_for_user", says: "Nobody else drives", has: `"outcome":"free"`},
		{tool: "request_browser_signin", in: fields{"message": "Please sign in", "task": "signin"}, says: "mode takeover", has: `"mode":"takeover"`},
		{tool: "browser_wait_for_user", in: fields{"timeout_s": 1}, says: "The user is not done yet.", has: `"outcome":"waiting"`},
		{do: func(s *scene) { s.person("request_decline", fields{"request_id": s.request()}, nil) }},
		{tool: "browser_wait_for_user", says: "The user declined.", has: `"outcome":"declined"`},
		{do: take},
		{tool: "browser_click", in: fields{"ref": "#spot"}, code: fault.PausedByUser},
		{tool: "browser_navigate", in: fields{"url": "{site}/next"}, code: fault.PausedByUser},
		{tool: "browser_evaluate", in: fields{"function": "1"}, code: fault.PausedByUser},
		{tool: "browser_screenshot", code: fault.PausedByUser},
		{tool: "browser_close", code: fault.PausedByUser},
		{tool: "browser_snapshot", says: "# Form", has: `"title":"Form"`},
		{do: back},
		{tool: "browser_wait_for_user", says: "handed the browser back", has: `"note":"The code is in."`},
		{tool: "browser_click", in: fields{"ref": "#spot"}, says: "Clicked", has: `"changed":true`},
	}
}

// fillingSteps fill whole forms, with boxes in them.
func fillingSteps() []step {
	field := func(ref, value string) fields { return fields{"ref": ref, "value": value} }
	form := func(all ...any) fields { return fields{"fields": all} }
	return []step{
		{tool: "browser_navigate", in: fields{"url": "{site}/form"}, says: "Form", has: `"Form"`},
		{tool: "browser_check", in: fields{"ref": "#k"}, says: `Checked. The page changed.`, has: `checkbox \"Keep\"`},
		{tool: "browser_check", in: fields{"ref": "#k", "checked": true}, says: "Nothing on the page", has: `"object":`},
		{tool: "browser_check", in: fields{"ref": "#k", "checked": false}, says: "Unchecked. The page changed.", has: `"changed":true`},
		{tool: "browser_read", in: fields{"ref": "#out"}, says: "box false", has: "box false"},
		{tool: "browser_check", in: fields{"ref": "#n"}, code: fault.NotActionable},
		{tool: "browser_check", in: fields{"ref": ""}, code: fault.InvalidInput},
		{tool: "browser_fill_form", in: form(field("#n", "Lin"), fields{"target": "#k", "name": "Keep", "type": "checkbox", "value": "true"}, field("#c", "Green")), says: "Filled 3 fields. The page changed.", has: `"changed":true`},
		{tool: "browser_snapshot", in: fields{"interactive_only": true}, says: `"Lin"`, has: `value: \"Green\"`},
		{tool: "browser_fill_form", in: form(field("#n", "Kim"), field("#c", "Mauve"), field("#k", "false")), code: fault.InvalidInput},
		{tool: "browser_fill_form", in: form(), code: fault.InvalidInput},
		{tool: "browser_fill_form", in: form(fields{"ref": "#n"}), code: fault.InvalidInput},
		{tool: "browser_fill_form", in: form(fields{"ref": "#n", "target": "#n", "value": "x"}), code: fault.InvalidInput},
	}
}

// fileSteps give a page a file, get one of it, print it, and look at its console
// and network.
func fileSteps() []step {
	return []step{
		{tool: "browser_navigate", in: fields{"url": "{site}/files"}, says: "Files", has: `"Files"`},
		{do: func(s *scene) { s.file("note.txt") }},
		{tool: "browser_upload", in: fields{"paths": []string{"note.txt"}}, says: "Uploaded 1. The page changed.", has: `file \"File\"`},
		{tool: "browser_read", in: fields{"ref": "#out"}, says: "got note.txt", has: "got note.txt"},
		{tool: "browser_upload", in: fields{"paths": []string{"none.txt"}, "ref": "#f"}, code: fault.NotFound},
		{tool: "browser_upload", in: fields{"paths": []string{"/etc/passwd"}}, code: fault.NotGranted},
		{tool: "browser_upload", in: fields{"paths": []string{"../../endpoint.json"}}, code: fault.NotGranted},
		{tool: "browser_downloads", says: "Nothing was downloaded.", has: `"files":[]`},
		{tool: "browser_click", in: fields{"ref": "a"}, says: "A file was downloaded (8 bytes, text/csv).", has: `"size":8,"state":"complete","type":"text/csv"`},
		{tool: "browser_downloads", in: fields{"wait": true}, says: "data.csv  8 bytes  text/csv", has: `"state":"complete"`},
		{tool: "browser_pdf", says: "Saved to /", has: `"relative_path":"`},
		{tool: "browser_console", says: "The console is empty.", has: `"messages":[]`},
		{tool: "browser_network", in: fields{"filter": "no such"}, says: "Nothing was asked", has: `"requests":[]`},
		{tool: "browser_click", in: fields{"ref": "button"}, says: "Clicked.", has: `"object":`},
		{tool: "browser_wait", in: fields{"state": "idle"}, says: "Waited.", has: `"title":"Files"`},
		{tool: "browser_console", in: fields{"level": "warning"}, says: "warning: noted", has: `"text":"noted"`},
		{tool: "browser_network", in: fields{"filter": "data.csv", "limit": 1}, says: "GET 200 fetch {site}/data.csv", has: `"status":200,"type":"fetch"`},
		{tool: "browser_network", in: fields{"limit": 501}, code: fault.InvalidInput},
		{tool: "browser_console", in: fields{"level": "loud"}, code: fault.InvalidInput},
		{tool: "browser_wait", in: fields{"state": "load"}, says: "Waited.", has: `"title":"Files"`},
		{tool: "browser_wait", in: fields{"function": "() => document.title === 'Files'"}, says: "Waited.", has: `"title":"Files"`},
		{tool: "browser_wait", in: fields{"function": "false", "timeout_ms": 50}, code: fault.DeadlineExceeded},
		{tool: "browser_wait", in: fields{"state": "asleep"}, code: fault.InvalidInput},
	}
}

// findingSteps look for things, and at what changed.
func findingSteps() []step {
	return []step{
		{tool: "browser_navigate", in: fields{"url": "{site}/form", "diff": true}, says: "# Form", has: `"outline":"`},
		{tool: "browser_find", in: fields{"role": "button", "name": "send"}, says: `"Send"  in # Form`, has: `"total":1`},
		{tool: "browser_find", in: fields{"role": "button", "limit": 1}, says: "1 of 10 matches; say more", has: `"total":10`},
		{tool: "browser_find", in: fields{"text": "no such thing"}, says: "Nothing on the page matches.", has: `"matches":[]`},
		{tool: "browser_find", code: fault.InvalidInput},
		{tool: "browser_find", in: fields{"text": "x", "limit": 101}, code: fault.InvalidInput},
		{tool: "browser_snapshot", in: fields{"diff": true}, says: "(the outline is unchanged)", has: `"unchanged":true`},
		{tool: "browser_fill", in: fields{"ref": "#n", "text": "Kim", "diff": true}, says: `~ - textbox @`, has: `value: \"Kim\"`},
		{tool: "browser_hover", in: fields{"ref": "#c", "diff": true}, says: "(the outline is unchanged)", has: `"unchanged":true`},
		{tool: "browser_click", in: fields{"ref": "#spot", "diff": true}, says: "+ spot", has: `+ spot`},
		{tool: "browser_snapshot", in: fields{"diff": true, "format": "json"}, code: fault.InvalidInput},
		{tool: "browser_snapshot", in: fields{"selector": "#c", "diff": true}, says: `combobox @`, has: `"outline":"`},
	}
}

// batchSteps make several calls in one.
func batchSteps() []step {
	call := func(tool string, in fields) fields { return fields{"tool": tool, "input": in} }
	form := call("browser_navigate", fields{"url": "{site}/form"})
	fill := call("browser_fill", fields{"ref": "#n", "text": "Lin"})
	press := call("browser_click", fields{"ref": "#spot"})
	return []step{
		{tool: "browser_batch", in: fields{"steps": []any{form, fill, press, call("browser_read", fields{"ref": "#out"})}}, says: "4 browser_read:", has: `"tool":"browser_read","value":`},
		{tool: "browser_read", in: fields{"ref": "#out"}, says: "spot", has: "spot"},
		{tool: "browser_batch", in: fields{"steps": []any{fill, call("browser_click", fields{"ref": "#nowhere"}), form}}, code: fault.NotFound},
		{tool: "browser_batch", in: fields{"steps": []any{form, call("browser_fly", nil)}}, code: fault.UnknownTool},
		{tool: "browser_batch", in: fields{"steps": []any{form, call("browser_click", fields{"reff": "#n"})}}, code: fault.InvalidInput},
		{tool: "browser_batch", in: fields{"steps": []any{}}, code: fault.InvalidInput},
		{tool: "browser_read", in: fields{"ref": "#out"}, says: "spot", has: "spot"}, // the refused ones did not reload it
	}
}

// orderSteps stop at an order, which the person allows once, declines, or does
// not hear of when it is none.
func orderSteps() []step {
	answer := func(op string) step {
		return step{do: func(s *scene) { s.person(op, fields{"request_id": s.request()}, nil) }}
	}
	pay := fields{"ref": "#pay"}
	ordered := func(n string) step {
		return step{tool: "browser_read", in: fields{"ref": "#n"}, says: n, has: `"text":"` + n + `"`}
	}
	return []step{
		{tool: "browser_navigate", in: fields{"url": "{site}/shop"}, says: "Shop", has: `"Shop"`},
		{tool: "browser_click", in: fields{"ref": "#next"}, says: "Clicked.", has: `button \"Continue\"`},
		{tool: "browser_click", in: pay, code: fault.NeedsUser},
		{tool: "browser_fill", in: fields{"ref": "#note", "text": "ring twice", "submit": true}, code: fault.NeedsUser},
		{tool: "browser_type", in: fields{"ref": "#note", "text": "x\n", "slowly": true}, code: fault.NeedsUser},
		{tool: "browser_click", in: fields{"x": 60, "y": 420}, code: fault.NeedsUser},
		{tool: "browser_click", in: fields{"ref": "#note"}, says: "Clicked.", has: `textbox`},
		{tool: "browser_press_key", in: fields{"key": "Enter"}, code: fault.NeedsUser},
		{tool: "browser_evaluate", in: fields{"function": "document.querySelector('#pay').click()"}, code: fault.NeedsUser},
		{tool: "browser_evaluate", in: fields{"function": "document.forms[0].requestSubmit()"}, code: fault.NeedsUser},
		{tool: "browser_evaluate", in: fields{"function": "document.querySelector('#next').click() || 'on'"}, says: `"on"`, has: `"value":"on"`},
		{tool: "browser_wait_for_user", in: fields{"timeout_s": 1}, says: "not done yet", has: `"outcome":"waiting"`},
		ordered("0"),
		answer("request_allow"),
		{tool: "browser_wait_for_user", says: "The user allows it, once", has: `"outcome":"allowed"`},
		{tool: "browser_press_key", in: fields{"key": "Enter"}, says: "Pressed Enter. The page changed.", has: `"changed":true`},
		ordered("1"),
		{tool: "browser_click", in: pay, code: fault.NeedsUser},
		answer("request_decline"),
		{tool: "browser_wait_for_user", says: "The user declined.", has: `"outcome":"declined"`},
		ordered("1"),
	}
}

// badSteps are refused, each with its code, and leave the page as it was.
func badSteps() []step {
	private := func(url string) step {
		return step{tool: "browser_navigate", in: fields{"url": url}, code: fault.OriginRefused}
	}
	large := make([]string, 11) // an argument of a command has at most 128 KiB
	for i := range large {
		large[i] = strings.Repeat("x", 100_000)
	}
	return []step{
		{tool: "browser_navigate", in: fields{"url": "{site}/form"}, says: "Form", has: `"Form"`},
		{tool: "browser_snapshot", says: "# Form", has: `"Form"`},
		{tool: "browser_navigate", in: fields{"url": "{site}/quiet"}, says: "Quiet", has: `"Quiet"`},
		{tool: "browser_click", in: fields{"ref": ref{"button", "Send"}}, code: fault.StaleRef},
		{tool: "browser_type", in: fields{"ref": ref{"textbox", "Name"}, "text": "x"}, code: fault.StaleRef},
		{tool: "browser_click", in: fields{"ref": "e999999"}, code: fault.StaleRef},
		{tool: "browser_click", in: fields{"ref": "#nowhere"}, code: fault.NotFound},
		{tool: "browser_click", code: fault.InvalidInput},
		{tool: "browser_click", in: fields{"x": 5}, code: fault.InvalidInput},
		{tool: "browser_click", in: fields{"x": 5000, "y": 5}, code: fault.InvalidInput},
		{tool: "browser_click", in: fields{"ref": "button", "x": 5, "y": 5}, code: fault.InvalidInput},
		{tool: "browser_click", in: fields{"ref": "button", "nonsense": 1}, code: fault.InvalidInput, own: true},
		{tool: "browser_click", in: fields{"ref": "button", "button": "fourth"}, code: fault.InvalidInput},
		{tool: "browser_click", in: fields{"ref": "button", "modifiers": []string{"Hyper"}}, code: fault.InvalidInput},
		{tool: "browser_click", in: fields{"ref": "button", "double": "perhaps"}, code: fault.InvalidInput, own: true},
		{tool: "browser_snapshot", in: fields{"max_depth": "deep"}, code: fault.InvalidInput, own: true},
		{tool: "browser_snapshot", in: fields{"max_depth": -1}, code: fault.InvalidInput},
		{tool: "browser_wait", in: fields{"ms": "soon"}, code: fault.InvalidInput, own: true},
		{tool: "browser_wait", in: fields{"ms": 30001}, code: fault.InvalidInput},
		{tool: "browser_wait", code: fault.InvalidInput},
		{tool: "browser_wait_for_user", in: fields{"timeout_s": 601}, code: fault.InvalidInput},
		{tool: "browser_navigate", code: fault.InvalidInput, own: true},
		{tool: "browser_press_key", in: fields{"key": "NoSuchKey"}, code: fault.InvalidInput},
		{tool: "browser_scroll", in: fields{"direction": "sideways"}, code: fault.InvalidInput},
		{tool: "browser_drag", in: fields{"from": "input"}, code: fault.InvalidInput},
		{tool: "browser_drag", in: fields{"path": "nonsense"}, code: fault.InvalidInput, own: true},
		{tool: "browser_drag", in: fields{"path": []fields{{"x": 1, "y": 1}}}, code: fault.InvalidInput},
		{tool: "browser_select", in: fields{"ref": "input", "values": large}, code: fault.TooLarge},
		{tool: "browser_tabs", in: fields{"action": "close", "tab": "9"}, code: fault.NotFound},
		{tool: "browser_tabs", in: fields{"action": "fold"}, code: fault.InvalidInput},
		{tool: "browser_open", in: fields{"profile_id": "prof_00000000000000000000000000"}, code: fault.NotFound},
		{tool: "browser_open", in: fields{"profile_id": "no id"}, code: fault.NotFound},
		{tool: "request_browser_signin", in: fields{"task": "homework"}, code: fault.InvalidInput},
		{tool: "request_browser_signin", in: fields{"message": strings.Repeat("x", 5000)}, code: fault.InvalidInput},
		{tool: "browser_evaluate", in: fields{"function": ""}, code: fault.InvalidInput},
		{tool: "browser_navigate", in: fields{"url": ""}, code: fault.InvalidInput},
		{tool: "browser_navigate", in: fields{"url": "file:///etc/passwd"}, code: fault.OriginRefused},
		{tool: "browser_navigate", in: fields{"url": "javascript:alert(1)"}, code: fault.OriginRefused},
		private("http://192.168.77.1/"),
		private("http://10.0.0.1:8080/"),
		private("http://169.254.169.254/latest/meta-data/"),
		private("http://printer.local/"),
		// Baton's own port, although the agent may open 127.0.0.1:*.
		private("{baton}/"),
		private("http://localhost:{port}/"),
		private("http://[::1]:{port}/"),
		private("http://2130706433:{port}/"),
		{tool: "browser_tabs", in: fields{"action": "new", "url": "{baton}/"}, code: fault.OriginRefused},
		{tool: "browser_open", in: fields{"url": "{baton}/"}, code: fault.OriginRefused},
		// Nothing was changed by all this, and the session goes on.
		{tool: "browser_tabs", says: `→ 1: {site}/quiet  "Quiet"`, has: `"title":"Quiet"`},
		{tool: "browser_read", says: "events: 0", has: `events: 0`},
	}
}

// awaySteps: no page leads the browser to Baton's own port.
func awaySteps() []step {
	return []step{
		{tool: "browser_navigate", in: fields{"url": "http://nowhere.invalid/"}, code: fault.NavigationFailed},
		{tool: "browser_navigate", in: fields{"url": "https://127.0.0.1:9/"}, code: fault.NavigationFailed},
		{tool: "browser_navigate", in: fields{"url": "{site}/away?{baton}/"}, code: fault.OriginRefused},
		{tool: "browser_navigate", in: fields{"url": "{site}/away?https://127.0.0.1:{port}/"}, code: fault.OriginRefused},
		{tool: "browser_navigate", in: fields{"url": "{site}/away?http://localhost:{port}/"}, code: fault.OriginRefused},
		{tool: "browser_tabs", in: fields{"action": "new", "url": "{site}/away?{baton}/healthz"}, code: fault.OriginRefused},
		{tool: "browser_tabs", in: fields{"action": "close"}, says: "→ 1: http://localhost:{port}/", has: `"tabs":`},
		{tool: "browser_navigate", in: fields{"url": "{site}/link?{baton}/"}, says: "Link", has: `"title":"Link"`},
		{tool: "browser_click", in: fields{"ref": "#link"}, says: "The page it led to did not load (origin_refused).", has: `"failed":"origin_refused"`},
		{tool: "browser_read", says: "Baton did not open this address", has: "origin_refused"},
		// A script gets nothing of it either.
		{tool: "browser_navigate", in: fields{"url": "{site}/link?{baton}/"}, says: "Link", has: `"title":"Link"`},
		{
			tool: "browser_evaluate", in: fields{"function": "const all = await Promise.allSettled([fetch('{baton}/healthz'), fetch('{site}/next').then((r) => r.status)]);" +
				" return all.map((r) => r.value ?? 'refused')"},
			says: "refused", has: "200",
		},
		{tool: "browser_navigate", in: fields{"url": "{site}/quiet"}, says: "Quiet", has: `"title":"Quiet"`},
	}
}

// endSteps close the browser.
func endSteps() []step {
	return []step{
		{tool: "browser_close", says: "The browser is closed.", has: `"message":"The browser is closed."`},
		{tool: "browser_read", code: fault.NoSession},
		{tool: "browser_wait_for_user", says: "", has: `"outcome":`},
	}
}

// session is the agent's running browser.
func (s *scene) session() string {
	s.t.Helper()
	var out struct {
		Sessions []struct {
			ID      string
			AgentID string `json:"agent_id"`
			Phase   string
		}
	}
	s.person("sessions_list", nil, &out)
	for _, x := range out.Sessions {
		if x.AgentID == s.agent && x.Phase != "ended" {
			return x.ID
		}
	}
	s.t.Fatal("the agent has no session")
	return ""
}

// request is what the agent asks of the person.
func (s *scene) request() string {
	s.t.Helper()
	var out struct {
		Requests []struct {
			ID      string
			AgentID string `json:"agent_id"`
			State   string
		}
	}
	s.person("requests_list", nil, &out)
	for _, x := range out.Requests {
		if x.AgentID == s.agent && x.State == "open" {
			return x.ID
		}
	}
	s.t.Fatal("the agent has no open request")
	return ""
}
