"""The kernel says EROFS or EPERM and the program tells something else: no such file, cannot open the database, no cache.

Node's recursive `mkdir` reports ENOENT where the plain call reports EROFS; SQLite knows one error for everything that it
cannot open; many programs only say that a folder is not writable. All of these have innocent causes, so each is possible.
Source: measured with Node 20 and npm 11 on a read-only mount; sqlite.org/rescode.html#cantopen.
"""

from __future__ import annotations

from advisor.model import Confidence, Rule, WritePath
from advisor.rules._places import OF_A_USER

_CACHES = (
    r"(?=[^\n'\"]{0,250}/(?:(?:home|Users)/[^/\n'\"]{1,64}|root|srv/[^\n'\"]{1,64})/(?:\.|Library/(?:Caches|Application Support)/)"
    r"|[^\n'\"]{0,250}/\.(?:npm|cache|pnpm|yarn|bun|local|config|node-gyp|nvm|volta|electron|gradle|m2|cargo|rustup|ivy2|sbt|gem|bundle)\b)"
)
# A rename from or to these crosses devices on most machines, sandbox or not.
_ONE_DISK = r"(?!/(?:mnt|media|Volumes|tmp|var/tmp|var/folders|private/tmp|dev/shm)/|[A-Za-z]:)"
_EXDEV = r"(?:[Ii]nvalid cross-device link|[Cc]ross-device link not permitted)"
_RENAME = "https://man7.org/linux/man-pages/man2/rename.2.html"
_TEMPORARY = "the harness sets `TMPDIR` to a folder that commands may write; a program that insists on `/tmp` must be told"

RULES: tuple[Rule, ...] = (
    Rule(
        id="filesystem/hidden-by-node",
        title="Node cannot make its cache folder",
        explanation=(
            "`mkdir` with `recursive: true` (npm, npx, Playwright, most Node tools) reports ENOENT when the folder's parent is on a "
            "read-only mount, where the kernel really said EROFS. So `no such file or directory, mkdir` for a cache in your home most "
            "often means that the sandbox does not let it be written. Open that one folder (it must exist: `mkdir -p` it outside the "
            "sandbox first), or move the cache into the project."
        ),
        telltales=("ENOENT: no such file or directory, mkdir",),
        pattern=rf"ENOENT: no such file or directory, mkdir(?:temp)? '(?P<path>{_CACHES}[^\n']{{1,300}})'",
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        given=(("folder", True),),
        examples=(
            "npm error enoent ENOENT: no such file or directory, mkdir '/home/dev/.npm/_cacache'",
            "Error: ENOENT: no such file or directory, mkdir '/home/dev/.cache/ms-playwright'",
        ),
        near_misses=(
            "Error: ENOENT: no such file or directory, mkdir 'dist/assets/img'",
            "Error: ENOENT: no such file or directory, open '/home/dev/acme/package.json'",
        ),
        systems=("linux",),
        source="https://nodejs.org/api/fs.html#fsmkdirsyncpath-options",
    ),
    Rule(
        id="filesystem/hidden-by-node-anywhere",
        title="Node cannot make a folder where the sandbox lets nothing be written",
        explanation=(
            "`mkdir` with `recursive: true` reports ENOENT where the kernel really said EROFS. The folder lies outside what commands may "
            "write here, so that the sandbox refused it, whatever the text says; elsewhere it would be a missing folder above."
        ),
        telltales=("ENOENT: no such file or directory, mkdir",),
        pattern=r"ENOENT: no such file or directory, mkdir '(?P<path>[^\n']{1,300})'",
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        given=(("folder", True),),
        examples=("Error: ENOENT: no such file or directory, mkdir '/srv/out/reports/today'",),
        near_misses=("Error: ENOENT: no such file or directory, open '/srv/out/reports/today'",),
        systems=("linux",),
        counts="refused",
        source="https://nodejs.org/api/fs.html#fsmkdirsyncpath-options",
    ),
    Rule(
        id="filesystem/hidden-by-install",
        title="`install` cannot make its folder",
        explanation=(
            "`install -d` passes over the refusal to make a folder and stumbles over the missing folder a moment later: `cannot change "
            "permissions … No such file or directory`. The sandbox does not let the folder's parent be written: open it, or install "
            "into the project (`make install DESTDIR=…`, `PREFIX=…`)."
        ),
        telltales=("install: cannot change permissions of ",),
        pattern=r"install: cannot change permissions of ['‘](?P<path>[^\n'’]{1,300})['’]: No such file or directory",
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        given=(("folder", True),),
        examples=("install: cannot change permissions of ‘/srv/lab/bin’: No such file or directory",),
        near_misses=("install: cannot stat 'acme': No such file or directory",),
        systems=("linux",),
        source="https://www.gnu.org/software/coreutils/manual/coreutils.html#install-invocation",
    ),
    Rule(
        id="filesystem/hidden-by-sqlite",
        title="SQLite cannot open or write its database",
        explanation=(
            "SQLite has one message for every database that it cannot open for writing, and creates a journal beside the file, so the "
            "*folder* must be writable. A sandbox that refuses the folder, a missing folder and a file of another owner all look like "
            "this. See where the program keeps its database, and open that folder, or move the database into the project."
        ),
        telltales=("unable to open database file", "attempt to write a readonly database", "SQLITE_CANTOPEN", "SQLITE_READONLY"),
        pattern=(
            r"unable to open database \"(?P<path>[^\n\"]{1,300})\": unable to open database file"
            r"|unable to open database file: (?P<path__2>[~./][^\n:\"')]{1,300})"
            r"|unable to open database file|attempt to write a readonly database|\bSQLITE_(?:CANTOPEN|READONLY)"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "sqlite3.OperationalError: unable to open database file",
            'Error: unable to open database "/srv/lab/outside/d.db": unable to open database file',
            "ERROR: gcloud crashed (OperationalError): unable to open database file",
            "ERROR: gcloud crashed (OperationalError): attempt to write a readonly database",
        ),
        near_misses=("sqlite3.OperationalError: no such table: users",),
        source="https://www.sqlite.org/rescode.html#cantopen",
    ),
    Rule(
        id="filesystem/hidden-by-jvm-tools",
        title="Maven or Gradle cannot write its repository or home",
        explanation=(
            "Maven and Gradle keep locks beside what they download and say only that a folder or a lock cannot be created. If the folder "
            "is in your home, the sandbox does not let it be written: open it, or move it into the project "
            "(`-Dmaven.repo.local=…`, `GRADLE_USER_HOME=…`)."
        ),
        telltales=(
            "Could not create local repository at ",
            ".part.lock (",
            "Could not create parent directory for lock file ",
            "Failed to create parent directory ",
            "Failed to load native library ",
        ),
        pattern=(
            r"Could not create local repository at (?P<path>[^\n]{1,300}?)(?: ->|$)"
            r"|(?<![^\s(])(?P<path__2>/[^\n:'\"]{1,300}\.part\.lock) \(No such file or directory\)"
            r"|Could not create parent directory for lock file (?P<path__3>[^\n]{1,300})"
            r"|Failed to create parent directory '(?P<path__4>[^\n']{1,300})' when creating directory "
            r"|Failed to load native library '[^\n']{1,80}' for "
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "[ERROR] Could not create local repository at /home/dev/.m2/repository -> [Help 1]",
            "from/to central: /home/dev/.m2/repository/org/acme/acme-2.0.9.pom.part.lock (No such file or directory) -> [Help 1]",
            "Could not create parent directory for lock file /home/dev/.gradle/wrapper/dists/gradle-8.5-bin/x/gradle-8.5-bin.zip.lck",
            "> Failed to create parent directory '/home/dev/.gradle/caches' when creating directory '/home/dev/.gradle/caches/8.10/x'",
        ),
        near_misses=("[ERROR] Could not find artifact org.acme:acme:jar:1.0 in central",),
        source="https://maven.apache.org/guides/mini/guide-configuring-maven.html",
    ),
    Rule(
        id="filesystem/hidden-not-writable",
        title="A program found a folder that it cannot write",
        explanation=(
            "The program looked before it wrote and says that a folder of yours is not writable. In a sandbox that is every folder but "
            "the project, a temporary one and the listed ones. Most such programs take another folder from an environment variable "
            "(`MPLCONFIGDIR`, `XDG_CACHE_HOME`, `POETRY_CACHE_DIR` …); else open that one folder."
        ),
        telltales=(
            " not writable",
            " not write-able",
            " not a writable",
            "find a cache folder it can use",
            "No writable cache directories",
            "There was an error while trying to write to",
            "Flutter failed to ",
            "create the private pkgRedirects directory",
            "create TypeScript compiler cache location: ",
            "NotWritableError: ",
            "No writeable pkgs directories configured",
            "t write on file ",
            "t have permission to save the file",
        ),
        pattern=(
            rf"(?<![^\s\"'(])(?P<path>{OF_A_USER}(?:/|~/)[^\n:'\"]{{1,250}}) is not (?:a writable|writable|write-able)"
            rf"|is not write-able at (?P<path__2>{OF_A_USER}/[^\n'\"]{{1,250}})"
            r"|Skipping preferred cache folder \"(?P<path__3>[^\n\"]{1,300})\" because it is not writable\.\n"
            r"(?:warning Skipping[^\n]{1,300}\n)?(?:warning Skipping[^\n]{1,300}\n)?error Yarn hasn't been able to find a cache folder"
            r"|find a cache folder it can use|Fontconfig error: No writable cache directories"
            r"|There was an error while trying to write to\s`(?P<path__4>[^\n`]{1,300})`"
            r"|Flutter failed to [a-z ]{1,30} a (?:file|directory) at \"(?P<path__5>[^\n\"]{1,300})\""
            r"|create the private pkgRedirects directory:\n\s{0,8}(?P<path__6>[^\n]{1,300})"
            r"|create TypeScript compiler cache location: \"(?P<path__7>[^\n\"]{1,300})\""
            r"|\w{0,20}NotWritableError: [^\n]{1,200}\n {1,8}(?:environment location|path): (?P<path__8>[^\n]{1,300})"
            r"|No writeable pkgs directories configured|! I can't write on file [`'](?P<path__9>[^\n'`]{1,300})'"
            r"|'(?P<path__10>/(?:Users|private|var/folders)/[^\n']{1,300})': You don.t have permission to save the file"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "/Users/dev/.matplotlib is not a writable directory",
            "virtualenv: error: argument dest: the destination . is not write-able at /home/dev/.cache",
            'warning Skipping preferred cache folder "/home/dev/.cache/yarn" because it is not writable.\n'
            "error Yarn hasn't been able to find a cache folder it can use. Please use the explicit --cache-folder option",
            "CMake Error: Unable to (re)create the private pkgRedirects directory:\n  /srv/lab/build/CMakeFiles/pkgRedirects",
            "EnvironmentNotWritableError: The current user does not have write permissions to the target environment.\n"
            "  environment location: /home/dev/miniconda3/envs/acme",
            "! I can't write on file `/srv/out/a.log'.",
            "Couldn't update module cache session file "
            "'/Users/dev/Library/Developer/Xcode/DerivedData/ModuleCache/Session.modulevalidation': "
            "You don’t have permission to save the file “Session.modulevalidation” in the folder “ModuleCache”.",
        ),
        near_misses=(
            "WARNING: The directory '/home/dev/.cache/pip' or its parent directory is not owned or is not writable by the current user.",
            "/usr/local/lib is not writable",
        ),
        source="https://matplotlib.org/stable/install/environment_variables_faq.html",
    ),
    Rule(
        id="filesystem/hidden-temporary",
        title="No temporary folder can be used",
        explanation=(
            "Python (and what is built on it) tried every temporary folder and could write none. Either the sandbox closes `/tmp` and "
            f"`TMPDIR` points elsewhere, or the disk is full (`df -h /tmp` tells): {_TEMPORARY}."
        ),
        telltales=("No usable temporary ", "Failed to create headless user data directory"),
        pattern=(
            r"No usable temporary (?:directory|file) (?:name )?found in \['(?P<path>[^\n']{1,300})'"
            r"|Failed to create headless user data directory"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "FileNotFoundError: [Errno 2] No usable temporary directory found in ['/tmp', '/var/tmp', '/usr/tmp', '/home/dev/acme']",
            "[1129/153223.935848:ERROR:chrome/app/chrome_main.cc:210] Failed to create headless user data directory container.",
        ),
        near_misses=('    raise FileNotFoundError(_errno.ENOENT, "No usable temporary directory found in %s" %',),
        source="https://docs.python.org/3/library/tempfile.html#tempfile.gettempdir",
    ),
    Rule(
        id="filesystem/hidden-output",
        title="A program could not write its output file",
        explanation=(
            "The program reports that writing failed and not why. If the file lies outside the project, the sandbox refused it; if not, "
            "look for a full disk or a closed pipe (`| head`)."
        ),
        telltales=("curl: (23)", "Failed to add the host to the list of known hosts", "hostfile_replace_entries: "),
        pattern=(
            r"curl: \(23\) (?:Failure writing output to destination|client returned ERROR on write)"
            r"|Failed to add the host to the list of known hosts \((?P<path>[^\n)]{1,300})\)"
            r"|hostfile_replace_entries: \w{1,12} (?P<path__2>/\S{1,300}) to "
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        examples=(
            "curl: (23) Failure writing output to destination",
            "Failed to add the host to the list of known hosts (/home/dev/.ssh/known_hosts).",
        ),
        near_misses=("curl: (22) The requested URL returned error: 404",),
        source="https://curl.se/libcurl/c/libcurl-errors.html",
    ),
    Rule(
        id="filesystem/cross-device",
        title="A rename crosses from one mount to another",
        explanation=(
            "The sandbox mounts its writable folders one by one, so a rename or hard link between a file inside and one outside, or "
            "between two of them, crosses devices (EXDEV) even on one disk. Two disks say the same without a sandbox. Copy and delete, "
            "or put the temporary file in the folder of the final one."
        ),
        telltales=("nvalid cross-device link", "cross-device link not permitted"),
        pattern=(
            rf"failed to create hard link ['‘](?P<path>[^\n'’]{{1,300}})['’] => ['‘]{_ONE_DISK}[^\n]{{1,300}}: Invalid cross-device link"
            r"|(?:[Ii]nvalid cross-device link|cross-device link not permitted)(?: \(os error 18\))?(?::|, (?:rename|link|copyfile)) "
            rf"'{_ONE_DISK}[^\n']{{1,300}}' -> '(?P<path__2>{_ONE_DISK}[^\n']{{1,300}})'"
            # From a folder into itself: no mount of an ordinary machine lies between.
            r"|(?:nvalid cross-device link|cross-device link not permitted)(?: \(os error 18\))?(?::|, (?:rename|link)) "
            r"'(/[^/\n']{1,80}/[^\n']{1,200}/)[^\n']{1,200}' -> '(?P<path__3>\3[^\n']{1,300})'"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        given=(("across", True),),
        examples=(
            "ln: failed to create hard link 'here.txt' => '/srv/lab/out/f.txt': Invalid cross-device link",
            "OSError: [Errno 18] Invalid cross-device link: 'build/new.x' -> '/home/dev/.cache/acme/x'",
            "Error: EXDEV: cross-device link not permitted, rename '/tmp/acme/pending/a.json' -> '/tmp/acme/a.json'",
        ),
        near_misses=("Error: EXDEV: cross-device link not permitted, rename '/tmp/a' -> '/home/dev/acme/a'",),
        systems=("linux",),
        source=_RENAME,
    ),
    Rule(
        id="filesystem/cross-mount",
        title="A rename crosses from one of the sandbox's mounts to another",
        explanation=(
            "The sandbox mounts its writable folders one by one, so that a rename or hard link from one into another crosses devices "
            "(EXDEV), also from `/tmp` into the project. No permission changes that: copy and delete (`shutil.move`, `fs.cp` and `fs.rm`, "
            "`cp`), or make the file in the folder where it is to end. Two disks say the same without a sandbox, so that this counts "
            "only for a command that is known to have run in one."
        ),
        telltales=("ross-device link", "CrossesDevices"),
        pattern=(
            rf"(?!\s{{0,12}}(?:[Ww]arn|WARN)){_EXDEV}(?: \(os error 18\))?(?::|, \w{{2,12}}) b?['\"][^\n'\"]{{1,300}}['\"] -> "
            r"b?['\"](?P<path>[^\n'\"]{1,300})['\"]"
            rf"|hard link ['‘](?P<path__2>[^\n'’]{{1,300}})['’] (?:=>|to) ['‘][^\n'’]{{1,300}}['’]: {_EXDEV}"
            rf"|(?:move|rename) ['‘][^\n'’]{{1,300}}['’] to ['‘](?P<path__3>[^\n'’]{{1,300}})['’]: {_EXDEV}"
            rf"|\b(?:rename|link) [^\s:]{{1,300}} (?P<path__4>[^\s:]{{1,300}}): {_EXDEV}"
            rf"|{_EXDEV} @ \w{{2,40}} - \([^\n,]{{1,300}}, (?P<path__5>[^\n)]{{1,300}})\)"
            rf"|\b(?:rename|link)\([^\n,()]{{1,300}}, ?(?P<path__6>[^\n,()]{{1,300}})\): {_EXDEV}"
            rf"|[^\s:]{{1,300}} -> (?P<path__7>[^\s:]{{1,300}}): {_EXDEV}"
            rf"|^(?!\s{{0,12}}(?:[Ww]arn|WARN))[^\n]{{0,400}}?(?:{_EXDEV}|kind: CrossesDevices)"
        ),
        need=WritePath,
        confidence=Confidence.POSSIBLE,
        given=(("across", True),),
        examples=(
            "OSError: [Errno 18] Invalid cross-device link: '/tmp/new.x' -> 'moved.x'",
            "Error: EXDEV: cross-device link not permitted, rename '/tmp/a' -> '/home/dev/acme/a'",
            "rename /tmp/go-build1/a.out /home/dev/acme/a.out: invalid cross-device link",
            "Invalid cross-device link @ rb_file_s_rename - (/tmp/a, /home/dev/acme/a)",
            "mv: cannot move '/tmp/a' to 'a': Invalid cross-device link",
            "PHP Warning:  rename(/tmp/a,/home/dev/acme/a): Invalid cross-device link",
            'Os { code: 18, kind: CrossesDevices, message: "Invalid cross-device link" }',
            "Error: failed to persist temporary file: Invalid cross-device link (os error 18)",
        ),
        near_misses=("warning: failed to hardlink files, falling back to full copy: Invalid cross-device link (os error 18)",),
        systems=("linux",),
        counts="sandboxed",
        source=_RENAME,
    ),
)
