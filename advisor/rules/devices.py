"""The sandbox says no by leaving things out: its `/dev` holds null, zero, random, tty and little more.

A device that is not there answers ENOENT, a driver that cannot open one says that there is no GPU; on macOS Seatbelt
answers EPERM. A machine without the device says just the same, so all of this is possible, never more.
Source: bubblewrap(1), `--dev`; measured with Claude Code 2.1.332 and Codex 0.171.
"""

from __future__ import annotations

from advisor.model import Confidence, Rule, UseDevice

_NO_SETTING = (
    "No setting of the two harnesses passes a device through: run this one command outside the sandbox, with your user's approval. If "
    "the device is missing in a terminal of your own as well, it is not the sandbox."
)
_DEVICE = r"/dev/(?:kvm|fuse|dxg|dri/\w{1,20}|nvidia[\w-]{0,20}|kfd|net/tun|bus/usb[\w/]{0,20})"
_NAMES = ("/dev/kvm", "/dev/fuse", "/dev/dxg", "/dev/dri/", "/dev/nvidia", "/dev/kfd", "/dev/net/tun", "/dev/bus/usb")

RULES: tuple[Rule, ...] = (
    Rule(
        id="device/gpu",
        title="The GPU cannot be reached",
        explanation=(
            "The NVIDIA driver answers through `/dev/nvidia*` (`/dev/dxg` under WSL), and the sandbox's `/dev` has none of them, so the "
            f"library reports no permission, an unknown error, or no GPU at all. {_NO_SETTING}"
        ),
        telltales=("Failed to initialize NVML: ", "Found no NVIDIA driver", "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device"),
        pattern=(
            r"Failed to initialize NVML: (?:Insufficient Permissions|Unknown Error|GPU access blocked by the operating system"
            r"|No Permission)"
            r"|Found no NVIDIA driver on your system|CUDA_ERROR_NO_DEVICE|no CUDA-capable device is detected"
        ),
        need=UseDevice,
        confidence=Confidence.POSSIBLE,
        given=(("path", "/dev/nvidiactl"),),
        examples=(
            "Failed to initialize NVML: Insufficient Permissions",
            "Failed to initialize NVML: GPU access blocked by the operating system",
            "RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU",
        ),
        near_misses=("Failed to initialize NVML: Driver/library version mismatch",),
        source="https://developer.nvidia.com/management-library-nvml",
    ),
    Rule(
        id="device/missing",
        title="A device is not there",
        explanation=(
            f"The sandbox mounts a `/dev` of its own, with null, zero, full, random, tty, pts and shm and nothing else. {_NO_SETTING}"
        ),
        telltales=(*_NAMES, "fuse: device not found", "Could not access KVM kernel module"),
        pattern=(
            rf"(?<![\w/.])(?P<path>{_DEVICE})['\"’]?(?:: |\)?,? )"
            r"(?:\(?[Nn]o such file or directory|does not exist|not found|\[Errno 2\]|[Oo]peration not permitted)"
            r"|fuse: device not found, try 'modprobe fuse' first|Could not access KVM kernel module: No such file or directory"
        ),
        need=UseDevice,
        confidence=Confidence.POSSIBLE,
        examples=(
            "ls: cannot access '/dev/kvm': No such file or directory",
            "fuse: device not found, try 'modprobe fuse' first",
            "Could not access KVM kernel module: No such file or directory",
        ),
        near_misses=(
            "Could not open /dev/kvm: Permission denied",
            "ls: cannot access '/dev/sdz9': No such file or directory",
        ),
        counts="failed",
        source="https://man7.org/linux/man-pages/man4/null.4.html",
    ),
    Rule(
        id="device/refused",
        title="One of the few devices that every program needs was refused",
        explanation=(
            "`/dev/null` and its kin are open to everybody, so that a refusal means a `/dev` that somebody built wrongly: a sandbox "
            "without a `/dev` of its own, a container that mounts it `nodev`, or a plain file of root in the place of the device "
            "(`ls -l /dev/null` tells: `crw-rw-rw-` is right). Upgrade the harness, or report it there."
        ),
        telltales=("ermission denied", "peration not permitted"),
        pattern=(
            r"(?<![\w/.])(?P<path>/dev/(?:null|zero|full|u?random))['\"’]?(?: for [a-z ]{4,30})?"
            r"(?:: |, | \()(?:[Pp]ermission denied|[Oo]peration not permitted)"
            r"|(?:[Pp]ermission denied|[Oo]peration not permitted)(?:, open |: )'(?P<path__2>/dev/(?:null|zero|full|u?random))'"
        ),
        need=UseDevice,
        confidence=Confidence.POSSIBLE,
        examples=(
            "fatal: could not open '/dev/null' for reading and writing: Permission denied",
            "bash: /dev/null: Permission denied",
            "Error: EACCES: permission denied, open '/dev/null'",
        ),
        near_misses=("cat: /dev/sda: Permission denied", "grep: /dev/null: No such file or directory"),
        source="https://man7.org/linux/man-pages/man4/null.4.html",
    ),
    Rule(
        id="device/metal",
        title="The Mac's GPU cannot be reached",
        explanation=(
            "Metal answers through the GPU's driver, which macOS's sandbox keeps shut, so that the library finds no device and blames the "
            f"version of macOS. {_NO_SETTING}"
        ),
        telltales=("The MPS backend is supported on ", "MTLCreateSystemDefaultDevice", "No Metal device", "no Metal device"),
        pattern=(
            r"The MPS backend is supported on [Mm]acOS \d{2}\.\d{1,2}\+|MTLCreateSystemDefaultDevice[^\n]{0,40}(?:nil|NULL|null|failed)"
            r"|\b[Nn]o Metal device (?:found|available|is available)"
        ),
        need=UseDevice,
        confidence=Confidence.POSSIBLE,
        examples=(
            "RuntimeError: The MPS backend is supported on MacOS 14.0+. Current OS version can be queried using `sw_vers`",
            "fatal: MTLCreateSystemDefaultDevice() returned nil",
        ),
        near_misses=("RuntimeError: MPS backend out of memory (MPS allocated: 5.00 GB)",),
        systems=("macos",),
        source="https://pytorch.org/docs/stable/notes/mps.html",
    ),
    Rule(
        id="device/terminal-refused",
        title="A new terminal was refused",
        explanation=(
            "tmux, `script`, expect and their kin make a terminal of their own from `/dev/ptmx`, which a sandbox built on Landlock keeps "
            f"closed; a container without `/dev/pts` says the same. {_NO_SETTING}"
        ),
        telltales=("openpty", "posix_openpt", "forkpty", "/dev/ptmx", "/dev/pts", "fork failed: "),
        pattern=(
            r"(?:openpty|posix_openpt|forkpty|(?<![\w/.])/dev/(?:pts/)?ptmx)[^\n]{0,60}[Pp]ermission denied"
            r"|create (?:window|session|pane) failed: fork failed: (?:Permission denied|Operation not permitted)"
        ),
        need=UseDevice,
        confidence=Confidence.POSSIBLE,
        given=(("path", "/dev/ptmx"),),
        examples=("create window failed: fork failed: Permission denied", "os.openpty(): PermissionError: [Errno 13] Permission denied"),
        near_misses=("create window failed: fork failed: Resource temporarily unavailable",),
        systems=("linux",),
        source="https://man7.org/linux/man-pages/man7/pty.7.html",
    ),
    Rule(
        id="device/terminal",
        title="The terminal was refused",
        explanation=(
            "macOS's sandbox refuses a terminal device that is not the command's own. Programs that draw on the whole screen, or ask for "
            f"a password on `/dev/tty`, cannot run there: use their non-interactive mode. {_NO_SETTING}"
        ),
        telltales=("/dev/tty", "tcsetattr", "tcgetattr", "openpty", "posix_openpt", "forkpty", "/dev/ptmx", "out of pty devices"),
        pattern=(
            r"(?<![\w/.])(?P<path>/dev/(?:tty\w{0,12}|ptmx))['\"]?: [Oo]peration not permitted"
            r"|(?:tcsetattr|tcgetattr|openpty|posix_openpt|forkpty)[^\n]{0,60}(?:[Oo]peration not permitted|EPERM)"
            r"|EPERM: operation not permitted, open '(?P<path__2>/dev/(?:tty|ptmx))'|\bout of pty devices\b"
        ),
        need=UseDevice,
        confidence=Confidence.POSSIBLE,
        examples=("sh: /dev/tty: Operation not permitted", "tcsetattr: Operation not permitted"),
        near_misses=("sh: 1: cannot open /dev/tty: No such device or address",),
        systems=("macos",),
        source="https://man7.org/linux/man-pages/man4/tty.4.html",
    ),
)
