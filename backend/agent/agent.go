// Package agent has the programs that may use Baton: an Agent belongs to one
// owner and authenticates with a token of 256 random bits, of which only the
// SHA-256 is kept. The switch Browser alone decides whether it has browser
// tools (A1).
package agent

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/batonbrowser/baton/backend/audit"
	"github.com/batonbrowser/baton/backend/fault"
	"github.com/batonbrowser/baton/backend/ident"
)

// TokenPrefix starts every agent token, so that a leaked one is recognised.
const TokenPrefix = "bat_"

// MaxNameLength is the longest name, in characters.
const MaxNameLength = 60

// TerminalName is the agent that the CLI acts as (DESIGN §1).
const TerminalName = "Terminal"

// Agent is a program with a token.
type Agent struct {
	ID          ident.Agent `json:"id"`
	Owner       ident.Owner `json:"owner"`
	Name        string      `json:"name"`
	TokenHash   string      `json:"token_hash"` // hex SHA-256; never leaves the store
	Browser     bool        `json:"browser"`
	Language    string      `json:"browser_language"`
	AllowHosts  []string    `json:"allow_hosts,omitempty"` // private hosts by name, G1
	OnlyHosts   []string    `json:"only_hosts,omitempty"`  // if any, the public hosts there are for it, G5
	DenyHosts   []string    `json:"deny_hosts,omitempty"`  // never, whatever else allows them
	NoEvaluate  bool        `json:"no_evaluate,omitempty"`
	Toolsets    []string    `json:"toolsets,omitempty"`       // listed to it beside the default tools
	Uploads     []string    `json:"upload_folders,omitempty"` // beside its workspace and its downloads
	AskFirst    []string    `json:"ask_first,omitempty"`      // of AskFirsts
	Sites       []string    `json:"known_sites,omitempty"`    // where it may go on, with AskSite
	ReadOnly    bool        `json:"read_only,omitempty"`      // it goes and looks, and acts on nothing
	NoTools     []string    `json:"no_tools,omitempty"`       // by name; they are neither listed nor answered
	CreatedAt   time.Time   `json:"created_at"`
	UpdatedAt   time.Time   `json:"updated_at"`
	FirstCallAt *time.Time  `json:"first_call_at,omitempty"`
	LastCallAt  *time.Time  `json:"last_call_at,omitempty"`
	TokenMadeAt *time.Time  `json:"token_made_at,omitempty"`
	TokenUsedAt *time.Time  `json:"token_used_at,omitempty"` // to the minute
	NoToken     bool        `json:"no_token,omitempty"`      // the person took it back and made no new one
}

// SetToken gives the agent the token with a hash.
func (a *Agent) SetToken(tokenHash string, now time.Time) {
	a.TokenHash, a.TokenMadeAt, a.TokenUsedAt, a.NoToken = tokenHash, &now, nil, false
}

// TakeToken leaves the agent without a token. It gets the hash of one that
// nobody has seen, so that there is no agent without a hash to be found by.
func (a *Agent) TakeToken(now time.Time) {
	_, unseen := NewToken()
	a.SetToken(unseen, now)
	a.TokenMadeAt, a.NoToken = nil, true
}

// Repo keeps agents. The rules of profile.Repo hold: audit entries in the same
// transaction, names unique per owner (fault.Conflict), unknown and foreign ids
// alike fault.NotFound. AgentByToken answers fault.Unauthenticated when no agent
// has that hash.
type Repo interface {
	Agents(ctx context.Context, owner ident.Owner) ([]Agent, error)
	Agent(ctx context.Context, owner ident.Owner, id ident.Agent) (Agent, error)
	AgentByToken(ctx context.Context, tokenHash string) (Agent, error)
	SaveAgent(ctx context.Context, a Agent, entries ...audit.Entry) error
	UpdateAgent(ctx context.Context, owner ident.Owner, id ident.Agent, change func(*Agent) ([]audit.Entry, error)) (Agent, error)
	DeleteAgent(ctx context.Context, owner ident.Owner, id ident.Agent, entries ...audit.Entry) error
}

// NewToken makes a token and the hash to keep of it.
func NewToken() (token, hash string) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails (crypto/rand since Go 1.24)
	token = TokenPrefix + base64.RawURLEncoding.EncodeToString(raw)
	return token, HashToken(token)
}

// HashToken gives the hex SHA-256 of a token.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Matches compares a token with the kept hash in constant time.
func (a Agent) Matches(token string) bool {
	return subtle.ConstantTimeCompare([]byte(HashToken(token)), []byte(a.TokenHash)) == 1
}

// CleanName trims a name and checks it; the fault names the field "name".
func CleanName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := len([]rune(name)); n == 0 || n > MaxNameLength {
		return "", fault.New(fault.InvalidInput, "name must have 1 to %d characters", MaxNameLength).
			WithHint("give the agent a short name, such as Claude Code").With("field", "name")
	}
	return name, nil
}

// The sets of tools that can be listed to an agent beside the default ones.
const (
	FilesTools = "files"
	WatchTools = "watch"
)

// Toolsets lists them.
func Toolsets() []string { return []string{FilesTools, WatchTools} }

// HasToolset tells whether a set of tools is listed to the agent.
func (a Agent) HasToolset(name string) bool { return slices.Contains(a.Toolsets, name) }

// CheckToolsets refuses a set that is not in Toolsets.
func CheckToolsets(names []string) error {
	for _, n := range names {
		if !slices.Contains(Toolsets(), n) {
			return fault.New(fault.InvalidInput, "there is no toolset %q", n).
				WithHint("use one of: %s", strings.Join(Toolsets(), ", ")).With("field", "toolsets")
		}
	}
	return nil
}

// CheckUploads refuses what is no folder to take files from: folders are named
// from the root, and the root itself is not one.
func CheckUploads(folders []string) error {
	for _, f := range folders {
		if clean := filepath.Clean(f); !filepath.IsAbs(f) || filepath.Dir(clean) == clean {
			return fault.New(fault.InvalidInput, "upload_folders must be absolute paths of folders").
				WithHint("name a folder such as /home/ada/Documents").With("field", "upload_folders")
		}
	}
	return nil
}

// DefaultLanguage is what Chrome speaks unless another tag is chosen (A2).
const DefaultLanguage = "en-US"

// Languages lists the tags of A2, in the order of the source document.
func Languages() []string {
	return strings.Fields("ar bg cs da de-DE el en-GB en-US es-419 es-ES et fi fr-FR he hi hr hu id it-IT ja ko lt lv ms nb nl pl pt-BR pt-PT ro ru sk sl sr sv th tr uk vi zh-CN zh-TW")
}

// CheckLanguage refuses a tag that is not in Languages.
func CheckLanguage(tag string) error {
	for _, l := range Languages() {
		if l == tag {
			return nil
		}
	}
	return fault.New(fault.InvalidInput, "browser_language must be a supported Chrome language").
		WithHint("use one of: %s", strings.Join(Languages(), ", ")).With("field", "browser_language")
}

// RunLanguage is the tag Chrome is started with: an unknown stored tag runs en-US.
func (a Agent) RunLanguage() string {
	if CheckLanguage(a.Language) != nil {
		return DefaultLanguage
	}
	return a.Language
}
