"""The places that no ordinary change ever opens, as data: credentials, what starts by itself, what configures an agent.

Home entries are relative to any home, in small letters (judgements compare without case: macOS and Windows do, and on
Linux a place that differs only in case is no loss). A folder stands for everything below it. Sources: the file
hierarchies of the systems (hier(7), XDG base directories, Apple's File System Programming Guide, Windows known
folders) and each tool's own documentation of where it keeps its secrets.
"""

from __future__ import annotations

# Folders that hold many programs' things: far more than any one need.
BASE_FOLDERS_HOME = frozenset({
    "", ".cache", ".config", ".local", ".local/share", ".local/state", ".local/lib", ".local/var", ".var", ".var/app", "snap", ".wine",
    "library", "library/caches", "library/application support", "library/preferences", "library/containers", "library/group containers",
    "library/logs", "library/developer", "library/saved application state", "library/mobile documents", "library/frameworks", "appdata",
    "appdata/local", "appdata/roaming", "appdata/locallow", "appdata/local/temp", "appdata/local/programs", "appdata/local/packages",
    "appdata/local/microsoft", "appdata/roaming/microsoft", "documents", "desktop", "downloads", "pictures", "music", "movies", "videos",
    "public", "templates", "onedrive", "dropbox", "google drive", "code", "dev", "developer", "development", "git", "github", "gitlab",
    "go", "projects", "repos", "repositories", "source", "source/repos", "src", "work", "workspace", "workspaces",
})  # fmt: skip
BASE_FOLDERS = frozenset({
    "/", "/home", "/users", "/users/shared", "/var/home", "/root", "/opt", "/opt/homebrew", "/opt/local", "/srv", "/mnt", "/media",
    "/volumes", "/tmp", "/usr", "/usr/local", "/usr/share", "/usr/local/share", "/usr/local/var", "/usr/local/share/.cache", "/var",
    "/var/tmp", "/var/cache", "/var/lib", "/var/opt", "/var/lock", "/var/mail", "/var/spool", "/var/folders", "/var/empty", "/dev/shm",
    "/nix", "/private", "/network", "c:/", "c:/users", "c:/users/public", "/mnt/c", "/mnt/c/users", "/c", "/c/users",
})  # fmt: skip
# Everything in here belongs to the system, its packages or its devices.
SYSTEM_FOLDERS = (
    "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/boot", "/etc", "/proc", "/sys", "/run", "/var/run", "/usr/bin",
    "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/include", "/usr/games", "/usr/local/bin",
    "/usr/local/sbin", "/usr/local/lib", "/usr/local/libexec", "/usr/local/etc", "/var/lib/dpkg", "/var/lib/apt", "/var/cache/apt",
    "/var/lib/rpm", "/var/lib/pacman", "/var/lib/systemd", "/var/spool/cron", "/var/db", "/var/lib/docker", "/var/lib/containerd",
    "/var/log", "/nix/store", "/snap", "/opt/homebrew/bin", "/opt/homebrew/sbin", "/opt/homebrew/lib", "/opt/homebrew/etc",
    "/opt/homebrew/opt", "/opt/homebrew/cellar", "/system", "/applications", "/library", "c:/windows", "c:/program files",
    "c:/program files (x86)", "c:/programdata", "/mnt/c/windows", "/mnt/c/program files", "/c/windows",
)  # fmt: skip

# What proves who you are, or holds what does.
CREDENTIALS_HOME = (
    ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".config/gcloud", ".config/gh", ".config/glab-cli", ".config/hub", ".netrc",
    "_netrc", ".npmrc", ".yarnrc", ".yarnrc.yml", ".bunfig.toml", ".pypirc", ".pip", ".config/pip", ".git-credentials",
    ".config/git/credentials", ".gem/credentials", ".local/share/gem/credentials", ".cargo/credentials", ".cargo/credentials.toml",
    ".m2/settings.xml", ".m2/settings-security.xml", ".gradle/gradle.properties", ".nuget/nuget", ".config/nuget", ".composer/auth.json",
    ".config/composer/auth.json", ".terraform.d", ".terraformrc", ".vault-token", ".password-store", ".local/share/keyrings",
    ".local/share/kwalletd", "library/keychains", ".config/op", ".1password", ".config/1password", ".config/bitwarden", ".bitwarden",
    ".config/doctl", ".fly", ".config/heroku", ".local/share/heroku", ".config/rclone", ".s3cfg", ".boto", ".gsutil", ".config/helm",
    ".config/containers", ".databrickscfg", ".snowflake", ".snowsql", ".pgpass", ".my.cnf", ".mylogin.cnf", ".oci", ".bluemix",
    ".config/configstore", ".config/netlify", ".config/vercel", ".local/share/com.vercel.cli", ".config/stripe", ".config/sops", ".age",
    ".config/age", ".kaggle", ".huggingface/token", ".cache/huggingface/token", ".config/pypoetry/auth.toml",
    ".local/share/uv/credentials", ".config/uv", ".config/github-copilot", ".config/solana", ".electrum", ".bitcoin", ".ethereum",
    ".mozilla", ".config/google-chrome", ".config/chromium", ".config/bravesoftware", ".config/microsoft-edge",
    "library/application support/google/chrome", "library/application support/firefox", "library/application support/bravesoftware",
    "library/application support/code", "library/safari", "library/cookies", "library/mail", "library/messages",
    "library/application support/com.apple.tcc", "appdata/roaming/npm/.npmrc", "appdata/roaming/gnupg", "appdata/roaming/nuget",
    "appdata/roaming/gcloud", "appdata/roaming/github cli", "appdata/roaming/microsoft/credentials", "appdata/roaming/microsoft/protect",
    "appdata/local/microsoft/credentials", "appdata/local/microsoft/vault", "appdata/local/google/chrome", "appdata/roaming/mozilla",
    "appdata/roaming/pip", "appdata/roaming/postgresql",
)  # fmt: skip
# What to close to reading beside an opened host, and the programs that would miss it.
WORTH_CLOSING = (
    ("~/.ssh", ("git", "ssh", "rsync", "ssh-keygen")),
    ("~/.aws", ("aws", "terraform", "pulumi")),
    ("~/.gnupg", ("gpg", "git")),
    ("~/.config/gcloud", ("gcloud", "terraform")),
    ("~/.azure", ("az", "terraform")),
    ("~/.kube", ("kubectl", "helm")),
    ("~/.docker", ("docker", "podman")),
    ("~/.config/gh", ("gh", "git")),
    ("~/.netrc", ("git", "curl", "pip", "go")),
    ("~/.git-credentials", ("git",)),
    ("~/.npmrc", ("npm", "pnpm", "yarn", "bun")),
    ("~/.pypirc", ("python",)),
)
# Folders of keys wherever they lie: a copy of a home, another person's, a home of a container.
KEY_FOLDERS = frozenset({".ssh", ".gnupg"})
# Names of secrets wherever they lie.
CREDENTIAL_NAMES = frozenset({
    ".env", ".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".htpasswd", ".vault-token", "credentials",
    "credentials.json", "credentials.toml", "credentials.db", "auth.json", "auth.toml", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519",
    "id_ecdsa_sk", "id_ed25519_sk", "known_hosts", "authorized_keys", "kubeconfig", ".dockerconfigjson", "secrets.json", "secrets.yml",
    "secrets.yaml", "secrets.toml", ".secrets", "secring.gpg", "keystore.jks", "terraform.tfstate", "service-account.json", "master.key",
})  # fmt: skip
CREDENTIAL_ENDINGS = (
    ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".asc", ".gpg", ".keychain", ".keychain-db", ".tfvars",
)  # fmt: skip

# What a shell, an editor or a tool reads and runs each time it starts.
START_UP_FILES_HOME = (
    ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".bash_functions", ".bashrc.d", ".bash_completion",
    ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".zsh", ".zshrc.d", ".zfunc", ".oh-my-zsh", ".zinit",
    ".config/zsh", ".kshrc", ".mkshrc", ".cshrc", ".tcshrc", ".login", ".config/fish", ".config/nushell", ".config/elvish",
    ".config/powershell", "documents/powershell", "documents/windowspowershell", ".xonshrc", ".config/xonsh", ".inputrc", ".direnvrc",
    ".config/direnv", ".config/environment.d", ".pam_environment", ".xprofile", ".xinitrc", ".xsession", ".xsessionrc", ".xsession.d",
    ".vimrc", ".vim", ".gvimrc", ".exrc", ".config/nvim", ".emacs", ".emacs.d", ".config/emacs", ".tmux.conf", ".config/tmux",
    ".screenrc", ".gdbinit", ".config/gdb", ".lldbinit", ".pythonrc", ".pythonrc.py", ".pythonstartup", ".ipython", ".irbrc", ".pryrc",
    ".rprofile", ".renviron", ".psqlrc", ".sqliterc", ".gitconfig", ".gitattributes", ".config/git", ".gitignore_global", ".hgrc",
    ".curlrc", ".wgetrc", ".ripgreprc", ".makepkg.conf", ".config/starship.toml", ".config/mise", ".tool-versions", ".asdfrc",
    ".bazelrc", ".cargo/config", ".cargo/config.toml", ".cargo/env", ".config/pre-commit", ".gradle/init.d", ".gradle/init.gradle",
    ".gradle/init.gradle.kts", ".sbt/0.13", ".sbt/1.0", ".sbt/2.0", ".mavenrc", ".rvmrc", ".nvm", ".sdkman/etc", ".config/pnpm",
    ".config/yarn", ".config/npm", ".condarc", ".config/conda",
)  # fmt: skip
# Folders of the PATH, and of what a login session, a desktop or a schedule starts.
PATH_FOLDERS_HOME = (
    "bin", "sbin", ".bin", ".local/bin", ".local/sbin", ".cargo/bin", "go/bin", ".go/bin", ".deno/bin", ".bun/bin",
    ".bun/install/global", ".dotnet/tools", ".yarn/bin", ".config/yarn/global", ".npm/bin", ".volta/bin", ".volta/tools", ".fnm",
    ".n/bin", ".local/share/fnm", ".pyenv", ".rbenv", ".nodenv", ".goenv", ".jenv", ".asdf", ".local/share/mise/shims",
    ".local/share/mise/installs", ".rvm", ".rustup/toolchains", ".nix-profile", ".local/state/nix", ".krew", ".composer/vendor",
    ".config/composer/vendor", ".sdkman/candidates", ".local/share/pnpm/bin", ".local/share/pnpm/global", "library/pnpm/bin",
    "library/pnpm/global", ".local/share/pipx", ".local/pipx", ".linuxbrew", ".foundry/bin", ".opam", ".ghcup/bin", ".cabal/bin",
    ".stack/programs", ".mix/escripts", ".pub-cache/bin", ".local/share/coursier/bin", ".flutter", ".turso", ".fly/bin",
    ".local/share/bin", "appdata/roaming/npm", "appdata/local/microsoft/windowsapps", "appdata/local/pnpm/global", "scoop/shims",
    "scoop/apps", ".windsurf/bin",
)  # fmt: skip
AUTOSTART_HOME = (
    ".config/autostart", ".config/autostart-scripts", ".config/systemd", ".local/share/systemd", ".local/share/applications",
    ".local/share/dbus-1", ".config/user-tmpfiles.d", ".config/plasma-workspace", ".config/hypr", ".config/sway", ".config/i3",
    ".config/upstart", ".config/cron", ".crontab", ".local/share/nautilus", ".local/share/gnome-shell", "library/launchagents",
    "library/launchdaemons", "library/startupitems", "library/services", "library/scripts", "library/application scripts",
    "library/quicklook", "library/spotlight", "library/internet plug-ins", "library/input methods",
    "library/preferences/com.apple.loginitems.plist", "appdata/roaming/microsoft/windows/start menu",
)  # fmt: skip

# An agent's own configuration, wherever it lies: what is written there steers the agent, or runs outside its sandbox.
HARNESS_NAMES = frozenset({
    ".claude", ".claude.json", ".claude-plugin", ".mcp.json", ".codex", ".agents", ".gemini", ".opencode", ".polygraph", ".cursor",
    ".windsurf", ".continue", ".copilot", ".aider", ".aider.conf.yml", ".roo", ".kiro", ".junie", ".qwen", ".amp", ".goose", ".crush",
})  # fmt: skip
HARNESS_HOME = (
    ".config/claude", ".config/claude-code", ".config/codex", ".config/opencode", ".config/goose", ".config/amp", ".config/crush",
    ".local/share/claude", ".local/share/opencode", ".local/share/goose", "library/application support/claude",
    "library/application support/claudecode", "library/application support/cursor", "appdata/roaming/claude", "appdata/roaming/cursor",
)  # fmt: skip
HARNESS_FOLDERS = (
    "/etc/claude-code", "/etc/codex", "/library/application support/claudecode", "c:/program files/claudecode", "c:/programdata/openai",
)  # fmt: skip

# Names that run what they hold, wherever they lie: (name, who runs it).
RUN_BY_NAME = (
    (".vscode", "your editor: tasks, launch settings and recommended extensions"),
    (".idea", "your editor: run configurations and file watchers"),
    (".fleet", "your editor"),
    (".zed", "your editor"),
    (".devcontainer", "your editor, when it builds the development container"),
    (".envrc", "direnv, in every shell that enters the folder"),
    (".husky", "git, at the next commit"),
    (".githooks", "git, at the next commit"),
)
# Start-up files by name, wherever they lie: harnesses protect these in the project too.
START_UP_NAMES = frozenset({
    ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin",
    ".ripgreprc",
})  # fmt: skip
# Folder names whose content is run later: (name, who runs it).
EXECUTED_LATER_NAMES = (
    ("bin", "whoever runs programs from that folder"),
    ("sbin", "whoever runs programs from that folder"),
    (".bin", "whoever runs programs from that folder"),
    ("shims", "whoever runs programs from that folder"),
    ("scripts", "whoever runs scripts from that folder"),
    ("node_modules", "every program that loads these modules"),
    ("hooks", "the tool that calls these hooks"),
    ("plugins", "the tool that loads these plugins"),
    ("extensions", "the tool that loads these extensions"),
    ("init.d", "the tool that reads this folder whenever it starts"),
    ("conf.d", "the tool that reads this folder whenever it starts"),
    ("profile.d", "every shell that starts"),
    ("autoload", "the tool that loads this folder"),
    ("venv", "whoever activates this environment"),
    (".venv", "whoever activates this environment"),
    ("venvs", "whoever activates these environments"),
    (".virtualenvs", "whoever activates these environments"),
    ("virtualenvs", "whoever activates these environments"),
    ("envs", "whoever activates these environments"),
)
# What an interpreter loads for every program of its own: writing there changes them all.
INTERPRETER_FOLDERS = frozenset({"site-packages", "dist-packages", "site-ruby", "vendor_ruby", "site_perl"})
INTERPRETERS = frozenset({
    "sh", "bash", "dash", "zsh", "ksh", "fish", "tcsh", "csh", "pwsh", "powershell", "cmd", "python", "pypy", "node", "nodejs", "ruby",
    "perl", "php", "lua", "java", "groovy", "scala", "kotlin", "deno", "bun", "tclsh", "osascript", "rscript", "julia", "elixir", "iex",
    "erl", "guile", "awk", "gawk", "mawk", "sed", "busybox",
})  # fmt: skip
# Inside any `.git`: what makes git run something, or write elsewhere.
GIT_PROTECTED = (
    "config", "config.lock", "config.worktree", "hooks", "worktrees", "commondir", "gitdir", "remotes", "objects/info/alternates",
    "info/attributes", "info/grafts", "rebase-merge/git-rebase-todo", "sequencer/todo",
)  # fmt: skip
