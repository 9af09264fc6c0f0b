//go:build desktop

package tray

import (
	"image/color"
	"runtime"

	"fyne.io/systray"

	"github.com/batonbrowser/baton/app/mark"
)

// icons are the four signs in the form that the system takes.
type icons map[mark.Sign][]byte

// panelIcons draws the signs for the panel of this system. Colour is used only
// where it concerns the person.
func panelIcons() icons {
	ink, you, needs := color.NRGBA{0xF0, 0xEE, 0xE8, 0xFF}, color.NRGBA{0x6D, 0x9D, 0xFF, 0xFF}, color.NRGBA{0xF2, 0xB0, 0x4A, 0xFF}
	if panel() == lightPanel {
		ink, you, needs = color.NRGBA{0x1B, 0x1A, 0x18, 0xFF}, color.NRGBA{0x1F, 0x59, 0xD6, 0xFF}, color.NRGBA{0xB9, 0x6A, 0x00, 0xFF}
	}
	if runtime.GOOS == "darwin" { // a template: the system chooses the colour
		black := color.NRGBA{A: 0xFF}
		ink, you, needs = black, black, black
	}
	return icons{
		mark.Idle: encode(mark.Idle, ink), mark.Agent: encode(mark.Agent, ink),
		mark.You: encode(mark.You, you), mark.Needs: encode(mark.Needs, needs),
	}
}

func encode(s mark.Sign, ink color.NRGBA) []byte {
	switch runtime.GOOS {
	case "windows":
		return mark.ICO(mark.Draw(s, 32, ink), mark.Draw(s, 24, ink), mark.Draw(s, 20, ink), mark.Draw(s, 16, ink))
	case "darwin":
		return mark.PNG(mark.Draw(s, 36, ink))
	}
	return mark.PNG(mark.Draw(s, 32, ink))
}

func (i icons) set(s mark.Sign) { systray.SetTemplateIcon(i[s], i[s]) }
