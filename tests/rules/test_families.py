"""What whole families of tools print when a file, a device or the harness refuses, and what only looks like it."""

import pytest

from advisor.detect import WHERE_BACKED, look
from advisor.model import Confidence, Evidence, Origin, operation_of, target_of
from advisor.rules import catalogue

WRITES = (
    ("mkdir: /Users/dev/.cache/foo: Operation not permitted", "/Users/dev/.cache/foo"),
    ("cp: /Users/dev/Library/Caches/x/y: Operation not permitted", "/Users/dev/Library/Caches/x/y"),
    ("mv: rename a.txt to /Users/dev/out/a.txt: Operation not permitted", "/Users/dev/out/a.txt"),
    ("rm: /Users/dev/.cargo/registry/x: Operation not permitted", "/Users/dev/.cargo/registry/x"),
    ("ln: /opt/homebrew/bin/foo: Operation not permitted", "/opt/homebrew/bin/foo"),
    ("bash: /Users/dev/.zsh_history: Operation not permitted", "/Users/dev/.zsh_history"),
    ("/bin/bash: line 1: /private/tmp/x: Operation not permitted", "/private/tmp/x"),
    ("zsh:1: operation not permitted: /Users/dev/notes.txt", "/Users/dev/notes.txt"),
    ("tee: /usr/local/var/log/x.log: Operation not permitted", "/usr/local/var/log/x.log"),
    ("fatal: Unable to create '/Users/dev/acme/.git/index.lock': Operation not permitted", "/Users/dev/acme/.git/index.lock"),
    ("error: could not lock config file /Users/dev/.gitconfig: Operation not permitted", "/Users/dev/.gitconfig"),
    ("error: cannot open '.git/FETCH_HEAD': Operation not permitted", ".git/FETCH_HEAD"),
    ("error: unable to create file .vscode/settings.json: Operation not permitted", ".vscode/settings.json"),
    ("fatal: could not create work tree dir 'repo': Operation not permitted", "repo"),
    ("PermissionError: [Errno 1] Operation not permitted: '/Users/dev/.cache/huggingface'", "/Users/dev/.cache/huggingface"),
    ("Error: EPERM: operation not permitted, open '/Users/dev/.npmrc'", "/Users/dev/.npmrc"),
    ("Error: EPERM: operation not permitted, open /Users/dev/.npm/_logs/x.log", "/Users/dev/.npm/_logs/x.log"),
    ("npm error EROFS: read-only file system, mkdir /home/dev/.npm/_cacache/tmp", "/home/dev/.npm/_cacache/tmp"),
    ("Error: EPERM: operation not permitted, rename '/Users/dev/a' -> '/Users/dev/b'", "/Users/dev/b"),
    ("error: failed to create directory `/Users/dev/.cache/uv`: Operation not permitted (os error 1)", "/Users/dev/.cache/uv"),
    (
        "error: Failed to initialize cache at `/Users/dev/.cache/uv`\n  Caused by: failed to open file "
        "`/Users/dev/.cache/uv/CACHEDIR.TAG`: Operation not permitted (os error 1)",
        "/Users/dev/.cache/uv/CACHEDIR.TAG",
    ),
    (
        "error: could not create home directory: '/Users/dev/.rustup'\n\nCaused by:\n    Operation not permitted (os error 1)",
        "/Users/dev/.rustup",
    ),
    ("go: could not create module cache: mkdir /Users/dev/go/pkg/mod: operation not permitted", "/Users/dev/go/pkg/mod"),
    (
        "build cache is required, but could not be located: mkdir /home/dev/.cache/go-build: read-only file system",
        "/home/dev/.cache/go-build",
    ),
    (
        'Exception in thread "main" java.io.FileNotFoundException: /Users/dev/.gradle/daemon/8.5/registry.bin.lock '
        "(Operation not permitted)",
        "/Users/dev/.gradle/daemon/8.5/registry.bin.lock",
    ),
    ("java.nio.file.FileSystemException: /Users/dev/.m2/repository/x: Operation not permitted", "/Users/dev/.m2/repository/x"),
    ("Errno::EPERM: Operation not permitted @ dir_s_mkdir - /Users/dev/.bundle/cache", "/Users/dev/.bundle/cache"),
    ("Errno::EROFS: Read-only file system @ rb_file_s_rename - (/tmp/a, /home/dev/.gem/b)", "/home/dev/.gem/b"),
    (
        "There was an error while trying to write to\n`/home/dev/.bundle/cache`. It is likely that you need to grant "
        "write permissions for\nthat path.",
        "/home/dev/.bundle/cache",
    ),
    (
        "PHP Warning:  file_put_contents(/home/dev/.composer/x.json): Failed to open stream: Read-only file system in "
        "phar:///usr/local/bin/composer/src on line 12",
        "/home/dev/.composer/x.json",
    ),
    ("PHP Warning:  mkdir(): Read-only file system in /app/x.php on line 3", None),
    ("System.IO.IOException: Read-only file system : '/home/dev/.dotnet/x'", "/home/dev/.dotnet/x"),
    (
        "System.UnauthorizedAccessException: Access to the path '/Users/dev/.nuget/packages/x' is denied.\n ---> "
        "System.IO.IOException: Operation not permitted",
        "/Users/dev/.nuget/packages/x",
    ),
    ('** (File.Error) could not write to file "/home/dev/.hex/x": read-only file system', "/home/dev/.hex/x"),
    ('** (File.Error) could not make directory (with -p) "/Users/dev/.mix": not owner', "/Users/dev/.mix"),
    (
        "FileSystemException: Cannot open file, path = '/home/dev/.pub-cache/x' (OS Error: Read-only file system, errno = 30)",
        "/home/dev/.pub-cache/x",
    ),
    (
        "libc++abi: terminating due to uncaught exception of type std::__1::__fs::filesystem::filesystem_error: "
        'filesystem error: in create_directories: Operation not permitted ["/Users/dev/.x"]',
        "/Users/dev/.x",
    ),
    (
        "terminate called after throwing an instance of 'std::filesystem::__cxx11::filesystem_error'\n  what():  "
        "filesystem error: cannot create directory: Read-only file system [/home/dev/.x]",
        "/home/dev/.x",
    ),
    ("/home/dev/.cabal/x: withFile: permission denied (Read-only file system)", "/home/dev/.cabal/x"),
    ("Set-Content: Read-only file system : '/home/dev/x'", "/home/dev/x"),
    ("New-Item: Access to the path '/Users/dev/x' is denied.", "/Users/dev/x"),
    (
        "npm ERR! code EROFS\nnpm ERR! syscall mkdir\nnpm ERR! path /home/dev/.npm/_cacache/tmp\nnpm ERR! errno -30\nnpm "
        "ERR! rofs EROFS: read-only file system, mkdir '/home/dev/.npm/_cacache/tmp'",
        "/home/dev/.npm/_cacache/tmp",
    ),
    (
        "npm error code EPERM\nnpm error syscall mkdir\nnpm error path /Users/dev/.npm/_cacache/content-v2\nnpm error "
        "errno EPERM\nnpm error Your cache folder contains root-owned files",
        "/Users/dev/.npm/_cacache/content-v2",
    ),
    (
        "yarn install v1.22.22\nerror An unexpected error occurred: \"EROFS: read-only file system, mkdir '/home/dev/.yarn/berry'\".",
        "/home/dev/.yarn/berry",
    ),
    (
        "➤ YN0001: │ Error: left-pad@npm:1.3.0: EROFS: read-only file system, open '/home/dev/.yarn/berry/cache/left-pad.zip'",
        "/home/dev/.yarn/berry/cache/left-pad.zip",
    ),
    (" ERR_PNPM_EROFS  EROFS: read-only file system, mkdir '/home/dev/.local/share/pnpm/store/v3'", "/home/dev/.local/share/pnpm/store/v3"),
    (
        "[1/4] Resolving packages...\nerror EROFS: read-only file system, open '/home/dev/.cache/yarn/v6/.tmp/x'",
        "/home/dev/.cache/yarn/v6/.tmp/x",
    ),
    ("error: bun is unable to write files to tempdir: ReadOnlyFileSystem", None),
    (
        'EPERM: Operation not permitted (mkdir())\n   path: "/Users/dev/.bun/install/cache",\n syscall: "mkdir",\n   errno: -1,',
        "/Users/dev/.bun/install/cache",
    ),
    ("error: Uncaught (in promise) Error: Read-only file system (os error 30): mkdir '/home/dev/.cache/deno'", "/home/dev/.cache/deno"),
    ("error: could not write file '/home/dev/.cargo/bin/x': Read-only file system (os error 30)", "/home/dev/.cargo/bin/x"),
    (
        'Error: Custom { kind: ReadOnlyFilesystem, error: PathError { path: "/tmp/.tmpAbC", err: Os { code: 30, kind: '
        'ReadOnlyFilesystem, message: "Read-only file system" } } }',
        "/tmp/.tmpAbC",
    ),
    (
        'error: couldn\'t create a temp dir: Operation not permitted (os error 1) at path "/var/folders/aa/T/rmetaXYZ"',
        "/var/folders/aa/T/rmetaXYZ",
    ),
    (
        "CMake Error: Cannot open file for write: /home/dev/acme/build/CMakeCache.txt.tmp\nCMake Error: : System Error: "
        "Read-only file system",
        "/home/dev/acme/build/CMakeCache.txt.tmp",
    ),
    ("ninja: error: opening build log: Read-only file system", None),
    ("clang: error: unable to make temporary file: Operation not permitted", None),
    ("error: unable to open output file '/Users/dev/x.o': 'Operation not permitted'", "/Users/dev/x.o"),
    ("gpg: keyblock resource '/home/dev/.gnupg/pubring.kbx': Read-only file system", "/home/dev/.gnupg/pubring.kbx"),
    ("gpg: can't create `/home/dev/.gnupg/random_seed': Read-only file system", "/home/dev/.gnupg/random_seed"),
    ("Could not create directory '/home/dev/.ssh' (Read-only file system).", "/home/dev/.ssh"),
    (
        "hostfile_replace_entries: link /Users/dev/.ssh/known_hosts to /Users/dev/.ssh/known_hosts.old: Operation not permitted",
        "/Users/dev/.ssh/known_hosts",
    ),
    (
        "Error: Failed to install provider\n\nError while installing hashicorp/null: mkdir "
        "/home/dev/.terraform.d/plugin-cache: read-only file system",
        "/home/dev/.terraform.d/plugin-cache",
    ),
    ("Error: open /home/dev/.kube/config.lock: read-only file system", "/home/dev/.kube/config.lock"),
    (
        "WARNING: Could not setup log file in /home/dev/.config/gcloud/logs, (OSError: [Errno 30] Read-only file "
        "system: '/home/dev/.config/gcloud/logs/x.log'.",
        "/home/dev/.config/gcloud/logs/x.log",
    ),
    (
        "pre_commit.errors: An unexpected error has occurred: OSError: [Errno 30] Read-only file system: '/home/dev/.cache/pre-commit'",
        "/home/dev/.cache/pre-commit",
    ),
    ("[Errno 30] Read-only file system: '/home/dev/.cache/pypoetry'", "/home/dev/.cache/pypoetry"),
    ('time="2026-11-29T10:00:00Z" level=error msg="mkdir /home/dev/.docker: read-only file system"', "/home/dev/.docker"),
    ('{"level":"fatal","msg":"open /home/dev/.cache/x: read-only file system"}', "/home/dev/.cache/x"),
    ("2026/11/29 10:00:00 main.go:12: open /home/dev/x: read-only file system", "/home/dev/x"),
    ("    store_test.go:52: open /home/dev/x: read-only file system", "/home/dev/x"),
    ("panic: mkdir /home/dev/x: read-only file system\n\ngoroutine 1 [running]:", "/home/dev/x"),
    ("E       OSError: [Errno 30] Read-only file system: '/home/dev/x'", "/home/dev/x"),
    ("web:build: Error: EROFS: read-only file system, open '/home/dev/.cache/turbo/x'", "/home/dev/.cache/turbo/x"),
    ("[web] Error: EROFS: read-only file system, open '/home/dev/.cache/x'", "/home/dev/.cache/x"),
    ("web.1  | Error: EROFS: read-only file system, open '/home/dev/.cache/x'", "/home/dev/.cache/x"),
    ("touch: cannot touch '/home/dev/my dir/a b': Read-only file system", "/home/dev/my dir/a b"),
    ("bash: line 1: /home/dev/my dir/x: Read-only file system", "/home/dev/my dir/x"),
    ('touch: cannot touch "/home/dev/x\'y": Read-only file system', "/home/dev/x'y"),
    ("cp: impossible de créer le fichier standard '/root/x': Système de fichiers accessible en lecture seulement", "/root/x"),
    ("mkdir: das Verzeichnis »/opt/x“ kann nicht angelegt werden: Das Dateisystem ist nur lesbar", "/opt/x"),
    ("mkdir: Verzeichnis '/opt/x' kann nicht angelegt werden: Das Dateisystem ist nur lesbar", "/opt/x"),
    ("touch: no se puede efectuar `touch' sobre '/opt/x': Sistema de ficheros de sólo lectura", "/opt/x"),
    ("Schwerwiegend: Konnte '/r/.git/index.lock' nicht erstellen: Das Dateisystem ist nur lesbar", "/r/.git/index.lock"),
    ("touch: cannot touch '.idea/x': Not a directory", ".idea/x"),
    ("mkdir: cannot create directory '.claude/agents': File exists", ".claude/agents"),
    ("cp: cannot create regular file '.mcp.json': Permission denied", ".mcp.json"),
    ("PermissionError: [Errno 13] Permission denied: '.claude/settings.local.json'", ".claude/settings.local.json"),
    ("Error: EACCES: permission denied, open '.mcp.json'", ".mcp.json"),
    ("mv: cannot move '.codex' to 'x': Device or resource busy", ".codex"),
    ("rm: cannot remove '.git': Device or resource busy", ".git"),
    (
        "fatal: cannot copy '/usr/share/git-core/templates/description' to '/home/dev/acme/.git/description': Read-only file system",
        "/home/dev/acme/.git/description",
    ),
    ("SQLITE_CANTOPEN: unable to open database file", None),
    ("Error: could not open database: unable to open database file: /home/dev/.x/db.sqlite", None),
    (
        'rustc panicked: SqliteFailure(Error { code: CannotOpen, extended_code: 14 }, Some("unable to open database '
        'file: /home/dev/.x/db"))',
        "/home/dev/.x/db",
    ),
    ("Fatal error: can't create build/a.o: Read-only file system", "build/a.o"),
    (
        "error: failed to write `/home/dev/acme/Cargo.lock`\n\nCaused by:\n  failed to open: "
        "/home/dev/acme/Cargo.lock\n\nCaused by:\n  Read-only file system (os error 30)",
        "/home/dev/acme/Cargo.lock",
    ),
    ("Fontconfig error: No writable cache directories", None),
    (
        'Flutter failed to write to a file at "/home/dev/.config/flutter/settings".\nThe flutter tool cannot access the file or directory.',
        "/home/dev/.config/flutter/settings",
    ),
    (
        "/opt/homebrew is not writable. You should change the\nownership and permissions of /opt/homebrew back to your\nuser account",
        "/opt/homebrew",
    ),
    ("open /Users/dev/.docker/config.json: operation not permitted", "/Users/dev/.docker/config.json"),
)
READS = (
    ("ls: cannot open directory '/home/dev/private': Permission denied", "/home/dev/private"),
    ("cat: /home/dev/.aws/credentials: Permission denied", "/home/dev/.aws/credentials"),
    ("cat: /Users/dev/.ssh/id_ed25519: Operation not permitted", "/Users/dev/.ssh/id_ed25519"),
    ("grep: /Users/dev/.netrc: Operation not permitted", "/Users/dev/.netrc"),
    ("Error: EACCES: permission denied, scandir '/home/dev/secret'", "/home/dev/secret"),
    ("warning: unable to access '/Users/dev/.config/git/attributes': Operation not permitted", "/Users/dev/.config/git/attributes"),
)
DEVICES = (
    ("error: .idea: can only add regular files, symbolic links or git-directories\nfatal: adding files failed", ".idea"),
    ("Failed to initialize NVML: Unknown Error", None),
    (
        "modprobe: FATAL\nCould not access KVM kernel module: No such file or directory\nqemu: failed to initialize kvm: "
        "No such file or directory",
        None,
    ),
    ("fuse: failed to open /dev/fuse: No such file or directory", "/dev/fuse"),
)
PERMISSIONS = (
    ("Rejected(\"`/bin/zsh -lc 'git push origin main'` rejected: no pushing\")", "git push origin main"),
    ("Error: Permission to use Bash with command rm -rf x has been denied.", "rm -rf x"),
    (
        "cd in '/srv/x' was blocked. For security, Claude Code may only change directories to the allowed working "
        "directories for this session: '/home/dev/acme'.",
        None,
    ),
    ("Claude requested permissions to write to /home/dev/x, but you haven't granted it yet.", None),
    ("approval policy is Never; reject command — you should not ask for escalated permissions if the approval policy is Never", None),
    ("patch rejected: writing outside of the project; rejected by user approval settings", None),
)
STARTS = (
    "bwrap: Can't find source path /home/dev/.gitconfig: No such file or directory",
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    "bwrap: execvp /home/dev/.codex/tmp/arg0-linux/codex-linux-sandbox: No such file or directory",
    "bwrap: Unexpected capabilities but not setuid, old file caps config?",
    "error running landlock: Sandbox(LandlockRestrict)",
    "apply-seccomp: write /proc/self/setgroups (nested userns is capability-restricted; caller must provide CAP_SYS_ADMIN)",
    "windows sandbox: CreateProcessWithLogonW failed: 1326",
    "Sandbox disabled: sandbox is enabled but dependencies are missing: socat not installed",
    "ShellExecuteExW failed to launch setup helper: 1223",
)
# Not one of them was refused by a sandbox, whatever the words.
ORDINARY = (
    "web-1  | Error: EROFS: read-only file system, open '/app/x'",
    "db_1  | chown: changing ownership of '/var/lib/postgresql/data': Permission denied",
    'postgres-1  | 2026-11-29 FATAL:  could not open file "/x": Permission denied',
    "docker: Error response from daemon: failed to create task: mkdir /x: read-only file system: unknown.",
    "remote: error: unable to create temporary file: Permission denied",
    "#9 3.211 mkdir: cannot create directory '/x': Permission denied",
    "npm ERR! Error: EACCES: permission denied, mkdir '/usr/local/lib/node_modules/x'",
    "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /usr/lib/node_modules/x\nnpm error errno -13\nnpm "
    "error Error: EACCES: permission denied, mkdir '/usr/lib/node_modules/x'",
    "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to acquire "
    "the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?",
    "bash: ./gradlew: Permission denied",
    "bash: /usr/local/bin/tool: Permission denied",
    "zsh: permission denied: ./build.sh",
    "git@github.com: Permission denied (publickey).\nfatal: Could not read from remote repository.",
    "cat: /etc/shadow: Permission denied",
    "find: ‘/proc/1/fd’: Permission denied",
    "find: ‘/root’: Permission denied",
    "du: cannot read directory '/var/lib/docker': Permission denied",
    "ls: cannot open directory '/root': Permission denied",
    "tee: /etc/hosts: Permission denied",
    "mkdir: cannot create directory ‘/opt/x’: Permission denied",
    "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/usr/lib/python3/dist-packages/x'",
    "mkdir: cannot create directory ‘build’: File exists",
    "fatal: Unable to create '/home/dev/acme/.git/index.lock': File exists.\n\nAnother git process seems to be running in this repository",
    "ln: failed to create symbolic link 'x': File exists",
    "touch: cannot touch 'README.md/x': Not a directory",
    "rm: cannot remove '/mnt/x': Device or resource busy",
    "umount: /mnt: target is busy.",
    "Error: EBUSY: resource busy or locked, rmdir 'C:\\Users\\dev\\x'",
    "Error: EBUSY: resource busy or locked, rmdir '/home/dev/acme/node_modules'",
    "open /Users/dev/Library/Mail/V10: operation not permitted",
    "ls: /Users/dev/.Trash: Operation not permitted",
    "find: /Users/dev/Library/Safari: Operation not permitted",
    "cp: /usr/bin/foo: Operation not permitted",
    "rm: /System/Applications/Chess.app: Operation not permitted",
    "touch: /usr/lib/x: Operation not permitted",
    "chown: changing ownership of 'x': Operation not permitted",
    "chmod: changing permissions of '/home/dev/x': Operation not permitted",
    "tar: x: Cannot change ownership to uid 1000, gid 1000: Operation not permitted",
    'rsync: chown "/srv/x" failed: Operation not permitted (1)',
    "cp: failed to preserve ownership for '/mnt/x': Operation not permitted",
    "ln: failed to create symbolic link '/mnt/c/x': Operation not permitted",
    "Error: EPERM: operation not permitted, symlink '/media/sf_x/a' -> '/media/sf_x/b'",
    "Error: EPERM: operation not permitted, unlink 'C:\\Users\\dev\\acme\\node_modules\\x.node'",
    "error: failed to remove file `C:\\acme\\target\\debug\\x.exe`: Access is denied. (os error 5)",
    "PermissionError: [WinError 32] The process cannot access the file because it is being used by another process: 'x'",
    'error: Uncaught (in promise) PermissionDenied: Requires write access to "/x", run again with the --allow-write flag',
    "error: failed to update registry\nCaused by:\n  Operation not supported (os error 45)",
    "src/fs.rs:12:        // returns Read-only file system (os error 30)",
    "tests/test_fs.py:40:    assert \"touch: cannot touch '/x': Read-only file system\" in out",
    "README.md:12:touch: cannot touch '/x': Read-only file system",
    "    raise OSError(errno.EROFS, \"Read-only file system: '/x'\")",
    "+    expect(err).toMatch(\"EROFS: read-only file system, open '/x'\")",
    "  ✓ handles EACCES: permission denied, mkdir '/x' (4 ms)",
    "ok 12 - throws EROFS: read-only file system, open '/x'",
    "test read_only ... ok",
    "PASS test/erofs.test.ts\n  ✓ EROFS: read-only file system, open '/x'",
    "const MSG = \"touch: cannot touch '/x': Read-only file system\";",
    "The build may print `touch: cannot touch '/x': Read-only file system`; ignore it.",
    "- Fixed: `EROFS: read-only file system, open '/x'` on NixOS",
    "sed: couldn't open temporary file /nix/store/x/sedY: Read-only file system",
    "WARNING: The directory '/home/dev/.cache/pip' or its parent directory is not owned or is not writable by the "
    "current user. The cache has been disabled.",
    "gpg: signing failed: Inappropriate ioctl for device",
    "sh: 1: cannot open /dev/tty: No such device or address",
    "ls: cannot access '/home/dev/x': No such file or directory",
    "Error: ENOENT: no such file or directory, mkdir 'dist/a/b'",
    "Error: ENOENT: no such file or directory, open '/home/dev/.npmrc'",
    "no space left on device",
    "mount: /mnt: must be superuser to use mount.",
    "type=AVC msg=audit(1): avc:  denied  { write }",
    "Failed to initialize NVML: Driver/library version mismatch",
    "error: EXDEV: cross-device link not permitted, rename '/tmp/x' -> '/home/dev/x'",
    "sqlite3.OperationalError: no such table: users",
    "sqlite3.OperationalError: database is locked",
    "Deploying requires approval from an owner",
    "PR #12 was rejected: tests failed",
    "! [remote rejected] main -> main (pre-receive hook declined)",
    "error: patch failed: src/a.c:12",
    "ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)",
    "fatal: detected dubious ownership in repository at '/x'",
    "error: insufficient permission for adding an object to repository database .git/objects",
    "npm ERR! code EACCES\nnpm ERR! syscall open\nnpm ERR! path /Users/dev/.npm/_cacache/index-v5/x\nnpm ERR! errno "
    "-13\nnpm ERR! \nnpm ERR! Your cache folder contains root-owned files, due to a bug in\nnpm ERR! previous "
    "versions of npm which has since been addressed.",
    "make: *** [Makefile:2: all] Error 2",
    "[ERROR] Could not find artifact x",
    "sudo: a terminal is required to read the password",
    'nginx: [emerg] open() "/var/run/nginx.pid" failed (13: Permission denied)',
    "Error: spawn ./bin/x EACCES",
    "fork/exec /home/dev/x: permission denied",
    "Get-ChildItem: Access to the path 'C:\\System Volume Information' is denied.",
    "kernel: EXT4-fs (sda1): Remounting filesystem read-only",
    "3f2c1de fix: EROFS: read-only file system, open '/tmp/x'",
    "* a1b2c3d (HEAD -> main) Handle EPERM: operation not permitted, mkdir '/Users/dev/x'",
    "123\tOPEN\tEROFS: read-only file system, mkdir '/x'\tbug\t2026-11-01",
    "- Fix `EACCES: permission denied, mkdir '/x'` on Linux",
    "  throw new Error('EROFS: read-only file system, open \\'/x\\'');",
    "    msg = \"touch: cannot touch '/x': Read-only file system\"",
    '\treturn errors.New("mkdir /x: read-only file system")',
    '    t.Fatalf("open /x: operation not permitted")',
    '        assert_eq!(err.to_string(), "Read-only file system (os error 30)");',
    '12:    err = "mkdir /x: read-only file system"',
    '12-    err = "mkdir /x: read-only file system"',
    "./docs/a.md:3:mkdir: cannot create directory ‘/x’: Read-only file system",
    "pkg/fs.go:120:\t// open /x: permission denied",
    "#define EROFS 30 /* Read-only file system */",
    "EROFS: Read-only file system",
    "E       AssertionError: assert 'Read-only file system' in \"touch: cannot touch '/x': Permission denied\"",
    "    Expected: \"EROFS: read-only file system, open '/x'\"",
    "sh: 1: tsc: Permission denied",
    "sh: 1: node_modules/.bin/vite: Permission denied",
    "bash: line 1: node_modules/.bin/tsc: Permission denied",
    "PermissionError: [Errno 13] Permission denied: './run.sh'",
    "mkdir: cannot create directory ‘/home/other’: Permission denied",
    "touch: cannot touch '/root/x': Permission denied",
    "Error: EACCES: permission denied, open 'C:\\Program Files\\x'",
    "ls: /Users/dev/Desktop: Operation not permitted",
    "find: /Users/dev/Documents: Operation not permitted",
    "xattr: [Errno 1] Operation not permitted: '/Applications/Foo.app'",
    'rsync: [generator] failed to set times on "/srv/x": Operation not permitted (1)',
    "install: cannot change owner and permissions of 'x': Operation not permitted",
    "cp: failed to preserve ownership for 'x': Operation not permitted",
    "error: `main` rejected: non-fast-forward",
    "Error: EBUSY: resource busy or locked, rmdir '/app/node_modules'",
    "-bash: ./x: cannot execute binary file: Exec format error",
    "/usr/bin/env: ‘node’: Permission denied",
    "Warning: Permanently added 'x' (ED25519) to the list of known hosts.",
    "cp: cannot stat 'x': No such file or directory",
    "Permission denied, please try again.\nroot@host: Permission denied (publickey,password).",
    "mysqldump: Got error: 1044: Access denied for user",
    "fatal: could not read Username for 'https://github.com': No such device or address",
    "error: failed to push some refs",
    "ERROR: permission denied for table users",
    "psycopg2.errors.InsufficientPrivilege: permission denied for schema public",
    "botocore.exceptions.ClientError: An error occurred (AccessDenied)",
    "kubectl: Error from server (Forbidden): pods is forbidden",
    "Error: ENOSPC: no space left on device, write",
    "Error: EMFILE: too many open files, open '/x'",
    "OSError: [Errno 28] No space left on device: '/tmp/x'",
    "OSError: [Errno 26] Text file busy: '/x'",
    "error: could not compile `x`\n\nCaused by:\n  Permission denied (os error 13)",
    "docker: permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: "
    "dial unix /var/run/docker.sock: connect: permission denied",
    "kill: (123) - Operation not permitted",
    "setpriority: Operation not permitted",
    "nice: cannot set niceness: Permission denied",
    "bash: ulimit: open files: cannot modify limit: Operation not permitted",
    "chattr: Operation not permitted while setting flags on x",
    "sysctl: permission denied on key 'kernel.x'",
    "dmesg: read kernel buffer failed: Operation not permitted",
    "ping: socket: Operation not permitted",
    "mount: /mnt/x: permission denied.",
    "tcpdump: eth0: You don't have permission to capture on that device (socket: Operation not permitted)",
)
# An ordinary failure prints these as well.
DOUBTFUL = (
    "chown: /data: Read-only file system",
    "touch: /x: Read-only file system",
    "mkdir: can't create directory '/var/cache/nginx/client_temp': Read-only file system",
    'nginx: [emerg] mkdir() "/var/cache/nginx/client_temp" failed (30: Read-only file system)',
    "Error: EROFS: read-only file system, mkdir '/var/task/tmp'",
    "cp: cannot create regular file '/mnt/usb/x': Read-only file system",
    "OSError: [Errno 30] Read-only file system: '/app/data'",
    "cp: /Volumes/Foo/x: Read-only file system",
    "PermissionError: [Errno 1] Operation not permitted: '/Users/dev/Documents/x'",
    "mkdir: /Users/dev/Desktop/x: Operation not permitted",
    'Error: Os { code: 30, kind: ReadOnlyFilesystem, message: "Read-only file system" }',
    "zsh: operation not permitted: ./x.sh",
    "error: couldn't read /Users/dev/.cargo/registry/src/x/lib.rs: Operation not permitted (os error 1)",
    "EPERM: operation not permitted, unlink '/Users/dev/acme/x'",
    "rm: /Users/dev/x: Operation not permitted",
    "cp: /Users/dev/x: Operation not permitted",
    "mkdir: cannot create directory ‘.vscode’: File exists",
    "error: could not lock config file .git/config: File exists",
    "unable to open database file",
    "touch: cannot touch '/home/dev/x': Permission denied",
    "mkdir: cannot create directory '/home/dev/x': Operation not permitted",
    "open /proc/sys/net/ipv4/ip_forward: read-only file system",
    "sed: couldn't open temporary file /etc/nginx/sedX: Read-only file system",
    "Error: EROFS: read-only file system, open '/sys/x'",
    "touch: cannot touch '.bashrc': Permission denied",
    "Error: EXDEV: cross-device link not permitted, rename '/home/dev/a' -> '/var/lib/x/b'",
)
OURS = {"write", "read", "device", "permission", "startup"}  # the operations that this file speaks of


def denials(text):
    """The denials in `text`, without those that count only where a situation backs them."""
    found, _ = look(Evidence(text, Origin("-", 1, 1 + text.count("\n"))), catalogue())
    return [denial for denial in found if denial.rule.counts not in WHERE_BACKED]


@pytest.mark.parametrize(("text", "target"), WRITES)
def test_a_refused_write_names_the_leaf(text, target):
    found = denials(text)
    assert {operation_of(denial.need) for denial in found} == {"write"}
    assert target is None or target in {target_of(denial.need) for denial in found}


@pytest.mark.parametrize(("text", "target"), READS)
def test_a_refused_read_names_the_leaf_and_is_never_sure(text, target):
    found = denials(text)
    assert {(operation_of(denial.need), target_of(denial.need)) for denial in found} == {("read", target)}
    assert {denial.confidence for denial in found} == {Confidence.POSSIBLE}


@pytest.mark.parametrize(("text", "target"), DEVICES)
def test_a_missing_device(text, target):
    found = denials(text)
    assert {operation_of(denial.need) for denial in found} == {"device"}
    assert target is None or target in {target_of(denial.need) for denial in found}


@pytest.mark.parametrize(("text", "command"), PERMISSIONS)
def test_the_harness_refused_before_it_ran_anything(text, command):
    found = denials(text)
    assert {operation_of(denial.need) for denial in found} == {"permission"}
    assert command is None or {target_of(denial.need) for denial in found} == {command}


@pytest.mark.parametrize("text", STARTS)
def test_a_sandbox_that_does_not_start_names_its_problem(text):
    found = denials(text)
    assert {operation_of(denial.need) for denial in found} == {"startup"}
    assert all(target_of(denial.need) for denial in found)


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_failure_or_a_quotation_is_no_refusal_of_a_file(text):
    assert [denial for denial in denials(text) if operation_of(denial.need) in OURS] == []


@pytest.mark.parametrize("text", DOUBTFUL)
def test_what_has_an_innocent_cause_is_at_most_possible(text):
    assert [denial.rule.id for denial in denials(text) if denial.confidence > Confidence.POSSIBLE] == []
