//go:build linux

// Package traytest is a status area for tests: a StatusNotifierWatcher on the
// session bus that takes one item, reads its menu as a panel does, and clicks.
package traytest

import (
	"context"
	"fmt"

	"github.com/godbus/dbus/v5"
)

const (
	watcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = "/StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	menuName    = "com.canonical.dbusmenu"
)

// Watcher is the status area.
type Watcher struct {
	bus   *dbus.Conn
	items chan *Item
}

// Watch opens a status area on the bus at the address.
func Watch(address string) (*Watcher, error) {
	bus, err := dbus.Connect(address)
	if err != nil {
		return nil, err
	}
	w := &Watcher{bus: bus, items: make(chan *Item, 4)}
	if err := bus.Export(register{w}, watcherPath, watcherName); err != nil {
		return nil, err
	}
	if _, err := bus.RequestName(watcherName, dbus.NameFlagDoNotQueue); err != nil {
		return nil, err
	}
	return w, nil
}

// Close takes the status area away.
func (w *Watcher) Close() error { return w.bus.Close() }

// Item waits for the next program that registers itself.
func (w *Watcher) Item(ctx context.Context) (*Item, error) {
	select {
	case i := <-w.items:
		return i, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("no program registered in the status area: %w", ctx.Err())
	}
}

type register struct{ w *Watcher }

// RegisterStatusNotifierItem is what programs call.
func (r register) RegisterStatusNotifierItem(path string, sender dbus.Sender) *dbus.Error {
	r.w.items <- &Item{bus: r.w.bus, object: r.w.bus.Object(string(sender), dbus.ObjectPath(path))}
	return nil
}

// Item is one program's entry.
type Item struct {
	bus    *dbus.Conn
	object dbus.BusObject
}

// Entry is one entry of a menu that is shown.
type Entry struct {
	ID       int32
	Label    string
	Enabled  bool
	Children []Entry
}

// Menu reads the entries that a person would see.
func (i *Item) Menu(ctx context.Context) ([]Entry, error) {
	menu, err := i.menu()
	if err != nil {
		return nil, err
	}
	var revision uint32
	var root node
	if err := menu.CallWithContext(ctx, menuName+".GetLayout", 0, int32(0), int32(-1), []string{}).Store(&revision, &root); err != nil {
		return nil, err
	}
	return root.entries()
}

// Click does what a person's click on an entry does.
func (i *Item) Click(ctx context.Context, e Entry) error {
	menu, err := i.menu()
	if err != nil {
		return err
	}
	return menu.CallWithContext(ctx, menuName+".Event", 0, e.ID, "clicked", dbus.MakeVariant(""), uint32(0)).Err
}

// ToolTip is the text that shows on hover.
func (i *Item) ToolTip() (string, error) {
	var tip struct {
		Icon   string
		Pixmap []pixmap
		Title  string
		Text   string
	}
	err := i.object.StoreProperty(itemName+".ToolTip", &tip)
	return tip.Title, err
}

// Icon is the picture, as size and ARGB pixels.
func (i *Item) Icon() (width, height int, argb []byte, err error) {
	var maps []pixmap
	if err := i.object.StoreProperty(itemName+".IconPixmap", &maps); err != nil || len(maps) == 0 {
		return 0, 0, nil, fmt.Errorf("no icon: %w", err)
	}
	return int(maps[0].W), int(maps[0].H), maps[0].Pixels, nil
}

type pixmap struct {
	W, H   int32
	Pixels []byte
}

func (i *Item) menu() (dbus.BusObject, error) {
	var path dbus.ObjectPath
	if err := i.object.StoreProperty(itemName+".Menu", &path); err != nil {
		return nil, err
	}
	return i.bus.Object(i.object.Destination(), path), nil
}

// node is an item as com.canonical.dbusmenu sends it.
type node struct {
	ID         int32
	Properties map[string]dbus.Variant
	Children   []dbus.Variant
}

func (n node) entries() ([]Entry, error) {
	var all []Entry
	for _, v := range n.Children {
		var child node
		if err := dbus.Store([]any{v.Value()}, &child); err != nil {
			return nil, err
		}
		if shown, ok := child.Properties["visible"].Value().(bool); ok && !shown {
			continue
		}
		if kind, _ := child.Properties["type"].Value().(string); kind == "separator" {
			continue
		}
		e := Entry{ID: child.ID, Enabled: true}
		e.Label, _ = child.Properties["label"].Value().(string)
		if on, ok := child.Properties["enabled"].Value().(bool); ok {
			e.Enabled = on
		}
		var err error
		if e.Children, err = child.entries(); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}
