package tray

// panelGround is what the icon stands on.
type panelGround int

const (
	darkPanel panelGround = iota
	lightPanel
)
