//go:build desktop

package window

/*
#cgo pkg-config: gtk+-3.0
#include <stdint.h>
#include <gtk/gtk.h>

typedef struct { int x, y, take_focus; gpointer window; } baton_place;

static baton_place place;

// Wails centres each window in an idle call with the window as its data, which
// is the only one: taken back before it runs, so that the window never jumps.
static gboolean baton_stay(gpointer nothing) {
	g_idle_remove_by_data(place.window);
	return G_SOURCE_REMOVE;
}

// Runs when the first toplevel has got its window and is not on the screen yet.
static gboolean baton_realized(GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data) {
	GObject *o = g_value_get_object(values);
	if (!GTK_IS_WINDOW(o) || gtk_window_get_window_type(GTK_WINDOW(o)) != GTK_WINDOW_TOPLEVEL) return TRUE;
	gtk_window_set_focus_on_map(GTK_WINDOW(o), place.take_focus);
	gtk_window_move(GTK_WINDOW(o), place.x, place.y);
	place.window = o;
	g_idle_add_full(G_PRIORITY_HIGH_IDLE, baton_stay, NULL, NULL);
	return FALSE;
}

extern void batonDisplaysChanged(uintptr_t who, int x, int y, int w, int h);

// Asked a moment after the displays have changed, when the window manager has
// moved what it moves by itself.
static guint baton_asks;
static uintptr_t baton_who;

static gboolean baton_ask(gpointer nothing) {
	int x, y, w, h;
	baton_asks = 0;
	if (place.window == NULL || !gtk_widget_get_mapped(GTK_WIDGET(place.window))) return G_SOURCE_REMOVE;
	gtk_window_get_position(GTK_WINDOW(place.window), &x, &y);
	gtk_window_get_size(GTK_WINDOW(place.window), &w, &h);
	batonDisplaysChanged(baton_who, x, y, w, h);
	return G_SOURCE_REMOVE;
}

static void baton_changed(GdkScreen *screen, gpointer nothing) {
	if (baton_asks != 0) g_source_remove(baton_asks);
	baton_asks = g_timeout_add(500, baton_ask, NULL);
}

static void baton_follow(uintptr_t who) {
	baton_who = who;
	GdkScreen *s = gdk_screen_get_default();
	g_signal_connect(s, "monitors-changed", G_CALLBACK(baton_changed), NULL);
	g_signal_connect(s, "size-changed", G_CALLBACK(baton_changed), NULL);
}

void baton_go(int x, int y, int w, int h) {
	gtk_window_resize(GTK_WINDOW(place.window), w, h);
	gtk_window_move(GTK_WINDOW(place.window), x, y);
}

static void baton_place_first_window(int x, int y, int take_focus) {
	place.x = x; place.y = y; place.take_focus = take_focus;
	g_type_class_ref(GTK_TYPE_WIDGET); // the signal is known once its class is
	g_signal_add_emission_hook(g_signal_lookup("realize", GTK_TYPE_WIDGET), 0, baton_realized, NULL, NULL);
}

static int baton_area(int i, GdkRectangle *r, GdkRectangle *whole) {
	GdkDisplay *d = gdk_display_get_default();
	GdkMonitor *primary = gdk_display_get_primary_monitor(d);
	GdkMonitor *m = gdk_display_get_monitor(d, i);
	if (m == NULL) return 0;
	gdk_monitor_get_workarea(m, r);
	gdk_monitor_get_geometry(m, whole);
	return m == primary ? 2 : 1;
}
*/
import "C"

import (
	"context"
	"os"
	"runtime"
	"runtime/cgo"

	"github.com/batonbrowser/baton/app/windows"
	"github.com/batonbrowser/baton/backend/fault"
)

// startHidden: the window is placed before it is first drawn.
const startHidden = false

// prepare begins GTK, decides where the window goes and has it put there as it
// appears.
func prepare(kind windows.Kind, nth int, known func() *places, f focus) (rect, error) {
	runtime.LockOSThread()
	environment(kind)
	if C.gtk_init_check(nil, nil) == 0 {
		return rect{}, fault.New(fault.BrowserUnavailable, "the display cannot be opened").
			WithHint("check DISPLAY, or run baton serve and open its pages in a browser")
	}
	work, whole := areas()
	at := settle(known().on(displaySet(whole)), formOf(kind), kind, nth, work)
	C.baton_follow(C.uintptr_t(cgo.NewHandle(follower{kind, known}))) // as long as the process
	take := C.int(0)
	if f == takesFocus {
		take = 1
	}
	C.baton_place_first_window(C.int(at.X), C.int(at.Y), take)
	return at, nil
}

// environment sets what GTK and WebKit read from there, unless the person has.
func environment(kind windows.Kind) {
	set := func(name, value string) {
		if os.Getenv(name) == "" {
			_ = os.Setenv(name, value)
		}
	}
	// Wayland lets no window choose its place or stay above others. The live
	// window does both, so it asks for an X11 display where there is one.
	if session := os.Getenv("XDG_SESSION_TYPE"); os.Getenv("DISPLAY") != "" &&
		(kind == windows.Live || session == "" || session == "unspecified" || session == "x11") {
		set("GDK_BACKEND", "x11")
	}
	// WebKit's sandbox cannot be built by root.
	if os.Geteuid() == 0 {
		set("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1")
	}
}

// areas are the parts of the displays that windows may take, and their whole
// sizes, both with the main display first.
func areas() (work, whole []rect) {
	for i := 0; ; i++ {
		var w, g C.GdkRectangle
		which := C.baton_area(C.int(i), &w, &g)
		if which == 0 {
			return work, whole
		}
		area, size := rectOf(w), rectOf(g)
		if which == 2 {
			work, whole = append([]rect{area}, work...), append([]rect{size}, whole...)
			continue
		}
		work, whole = append(work, area), append(whole, size)
	}
}

func rectOf(r C.GdkRectangle) rect {
	return rect{X: int(r.x), Y: int(r.y), W: int(r.width), H: int(r.height)}
}

// shown has nothing left to do.
func shown(context.Context, windows.Kind, int, func() *places, focus) {}
