package chrome

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/emulation"
)

// userAgent is what Chrome of this version says in a window: the reduced form,
// in which only the major version is true. Headless Chrome names itself
// otherwise, which sites take for a robot.
func userAgent(version string) string {
	platform := "X11; Linux x86_64"
	switch runtime.GOOS {
	case "darwin":
		platform = "Macintosh; Intel Mac OS X 10_15_7"
	case "windows":
		platform = "Windows NT 10.0; Win64; x64"
	}
	return fmt.Sprintf("Mozilla/5.0 (%s) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%d.0.0.0 Safari/537.36", platform, major(version))
}

// uaOverride is the user agent with client hints that agree with it.
func uaOverride(product, version, lang string) emulation.SetUserAgentOverrideParams {
	return emulation.SetUserAgentOverrideParams{
		UserAgent:      userAgent(version),
		AcceptLanguage: acceptLanguage(lang),
		Platform:       navigatorPlatform(),
		UserAgentMetadata: &emulation.UserAgentMetadata{
			Brands:          brands(product, version, strconv.Itoa(major(version)), majorGrease),
			FullVersionList: brands(product, version, version, fullGrease),
			Platform:        hintPlatform(),
			PlatformVersion: platformVersion(),
			Architecture:    hintArchitecture(),
			Bitness:         "64",
		},
	}
}

func navigatorPlatform() string {
	switch runtime.GOOS {
	case "darwin":
		return "MacIntel"
	case "windows":
		return "Win32"
	}
	return "Linux x86_64"
}

func hintPlatform() string {
	switch runtime.GOOS {
	case "darwin":
		return "macOS"
	case "windows":
		return "Windows"
	}
	return "Linux"
}

func platformVersion() string {
	switch runtime.GOOS {
	case "darwin":
		return "15.0.0"
	case "windows":
		return "15.0.0"
	}
	return "" // Chrome on Linux sends none
}

func hintArchitecture() string {
	if strings.HasPrefix(runtime.GOARCH, "arm") {
		return "arm"
	}
	return "x86"
}

type grease func(seed int) string

func majorGrease(seed int) string { return []string{"8", "99", "24"}[seed%3] }
func fullGrease(seed int) string  { return majorGrease(seed) + ".0.0.0" }

// brands lists the names of the browser in the order and with the invented name
// that Chrome makes from its major version (components/embedder_support/
// user_agent_utils.cc), so that the hints of a headless Chrome are those of the
// same Chrome in a window.
func brands(product, version, shown string, g grease) []*emulation.UserAgentBrandVersion {
	seed := major(version)
	chars := []string{" ", "(", ":", "-", ".", "/", ")", ";", "=", "?", "_"}
	list := []*emulation.UserAgentBrandVersion{
		{Brand: "Not" + chars[seed%11] + "A" + chars[(seed+1)%11] + "Brand", Version: g(seed)},
		{Brand: "Chromium", Version: shown},
	}
	order := [][]int{{0, 1}, {1, 0}}[seed%2]
	if product != "Chromium" {
		list = append(list, &emulation.UserAgentBrandVersion{Brand: product, Version: shown})
		order = [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[seed%6]
	}
	out := make([]*emulation.UserAgentBrandVersion, len(list))
	for i, at := range order {
		out[at] = list[i]
	}
	return out
}
