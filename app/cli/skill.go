package cli

import (
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batonbrowser/baton/backend/fault"
)

//go:embed skill.md
var skillText string

// skillFolder is where a client looks for the skills of a user: home is what
// tells that the client is there, folder where skills lie, both from the user's
// home directory. Codex reads the folder that clients share.
type skillFolder struct{ client, home, folder string }

func skillFolders() []skillFolder {
	return []skillFolder{
		{"claude-code", ".claude", ".claude/skills"},
		{"codex", ".codex", ".agents/skills"},
		{"cursor", ".cursor", ".cursor/skills"},
		{"gemini", ".gemini", ".gemini/skills"},
		{"opencode", ".config/opencode", ".config/opencode/skills"},
		{"agents", ".agents", ".agents/skills"},
	}
}

// everyClient is --install without a name: each client that is there.
const everyClient = "found"

func (p *program) skill() *cobra.Command {
	var install, folder string
	var names []string
	for _, f := range skillFolders() {
		names = append(names, f.client)
	}
	cmd := &cobra.Command{
		Use: "skill", Short: "Print or install the skill for agents with a shell", GroupID: groupRun, Args: cobra.NoArgs,
		Long: "Print the skill that teaches an agent with a shell to use these commands.\n" +
			"With --install it is written as baton/SKILL.md where clients look for the skills of the user.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if install == "" && folder == "" {
				return p.say(skillText)
			}
			home, err := os.UserHomeDir()
			if err != nil {
				return fault.Wrap(err, fault.InvalidInput, "the home directory is not known").WithHint("name a folder with --folder")
			}
			folders, err := chosen(home, install, folder)
			if err != nil {
				return err
			}
			return p.installSkill(folders)
		},
	}
	cmd.Flags().StringVar(&install, "install", "", "install it for "+strings.Join(names, ", ")+"; without a name for each that is there")
	cmd.Flags().Lookup("install").NoOptDefVal = everyClient
	cmd.Flags().StringVar(&folder, "folder", "", "install it in this folder of skills")
	return cmd
}

// chosen lists the folders of skills to install in.
func chosen(home, client, folder string) ([]string, error) {
	var out, names []string
	if folder != "" {
		out = append(out, folder)
	}
	for _, f := range skillFolders() {
		names = append(names, f.client)
		in := filepath.Join(home, filepath.FromSlash(f.folder))
		_, err := os.Stat(filepath.Join(home, filepath.FromSlash(f.home)))
		if (client == f.client || client == everyClient && err == nil) && !slices.Contains(out, in) {
			out = append(out, in)
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case client == everyClient:
		return nil, fault.New(fault.NotFound, "no client with a folder for skills was found").
			WithHint("name one, such as --install=claude-code, or a folder with --folder; known are %s", strings.Join(names, ", "))
	}
	return nil, fault.New(fault.InvalidInput, "--install does not know %q", client).
		WithHint("use one of %s, or --folder", strings.Join(names, ", "))
}

// installSkill writes the skill and says where it is. An older one is replaced.
func (p *program) installSkill(folders []string) error {
	files := []string{}
	for _, folder := range folders {
		file := filepath.Join(folder, "baton", "SKILL.md")
		err := os.MkdirAll(filepath.Dir(file), 0o755) //nolint:gosec // it is no secret, and other programs read it
		if err == nil {
			err = os.WriteFile(file, []byte(skillText), 0o644) //nolint:gosec // as above
		}
		if err != nil {
			return fault.Wrap(err, fault.StorageUnwritable, "%s can't be written", file).WithHint("check the rights of the folder, or name another with --folder")
		}
		files = append(files, file)
	}
	if p.json {
		return p.sayJSON(map[string]any{"files": files})
	}
	return p.say("Installed " + strings.Join(files, "\nInstalled "))
}
