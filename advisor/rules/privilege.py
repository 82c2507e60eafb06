"""What only root may do, and a sandboxed command never may: raw sockets, other users' ids, kernel logs, device nodes.

The sandbox sets `no_new_privs` and gives one user id, so that set-user-id programs, `sudo` and `chown` cannot work at all.
Most of these need root outside as well, and then the sandbox is not to blame: POSSIBLE, and the text says what decides.
Sources: capabilities(7), user_namespaces(7), https://code.claude.com/docs/en/sandboxing.
"""

from __future__ import annotations

from advisor.model import Confidence, GainPrivilege, Rule
from advisor.rules._network import EPERM, any_of

_NOT_PERMITTED = any_of(EPERM)
_CAPABILITIES = "https://man7.org/linux/man-pages/man7/capabilities.7.html"

_ROOT = (
    "This needs root, which a sandboxed command never gets, and no setting gives it. Do without (a version manager or a virtual "
    "environment in place of a system package), or let the human run that one command in another terminal."
)
_PING = (
    "ping and its kin need a raw socket, which the sandbox refuses; many systems refuse it to ordinary users too. Test a host with a "
    "client that honours the proxy (`curl -v https://HOST`), which also is what the sandbox can allow."
)
_IDS = (
    "A sandboxed command has a single user id, so that giving a file to another user or group cannot work (EINVAL in a user namespace). "
    "Unpack without owners (`tar --no-same-owner`, `cp` without `-a`, `rsync --no-owner --no-group`); the content is fine."
)
_SET_IDS = ("setuid", "setgid", "seteuid", "setegid", "setreuid", "setregid", "setresuid", "setresgid")

RULES: tuple[Rule, ...] = (
    Rule(
        id="privilege/raw-socket",
        title="A raw socket was refused",
        explanation=_PING,
        telltales=("ping: ", "ping6: ", "traceroute", "tracepath: ", "hping3: ", "raw socket", "SOCK_RAW", "mtr-packet: "),
        pattern=r"\b(?:ping6?|arping|traceroute6?|tracepath|fping|hping3): (?:socktype: SOCK_\w{3,5}\n(?:ping6?: )?)?"
        r"(?:(?:socket|icmp open socket|sendto|socket\(SOCK_\w{3,5}\)): )?"
        + _NOT_PERMITTED
        + r"(?:\n[^\n]{0,20}missing cap_net_raw[^\n]{0,60})?|\bping6?: permission denied \(are you root\?\)"
        r"|\b(?:open|create) (?:a )?raw socket[^\n]{0,60}: Operation not permitted"
        r"|\bopen a raw socket\. Error: (?:\(1\) )?Operation not permitted"
        r"|\bSOCK_RAW\b[^\x00]{0,420}?PermissionError: \[Errno 1\] Operation not permitted|\bmtr-packet: Failure to open IPv[46] sockets",
        need=GainPrivilege,
        confidence=Confidence.POSSIBLE,
        examples=(
            "ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\nping: => missing cap_net_raw+p capability or setuid?",
            "ping: permission denied (are you root?)",
            "Couldn't open a raw socket. Error: Operation not permitted (1)",
            "    s = socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)\nPermissionError: [Errno 1] Operation not permitted",
        ),
        near_misses=("ping: example.com: Temporary failure in name resolution", "ping statistics"),
        source=_CAPABILITIES,
    ),
    Rule(
        id="privilege/packet-capture",
        title="Capturing packets was refused",
        explanation=_ROOT,
        telltales=("permission to capture on that device", "permission to perform this capture"),
        pattern=r"You don't have permission to (?:capture on that device|perform this capture)[^\n]{0,100}(?:\n"
        r"[^\n]{0,100}Operation not permitted\))?",
        need=GainPrivilege,
        confidence=Confidence.POSSIBLE,
        examples=("tcpdump: eth0: You don't have permission to capture on that device\n(socket: Operation not permitted)",),
        near_misses=("tcpdump: listening on eth0",),
        source="https://www.tcpdump.org/manpages/tcpdump.1.html",
    ),
    Rule(
        id="privilege/sudo",
        title="sudo cannot work in here",
        explanation=f"The sandbox (or a container) forbids gaining privileges, so that sudo itself fails, whatever the password. {_ROOT}",
        telltales=("no new privileges", "effective uid is not 0", "have the setuid bit set", "sudo: ", "doas: "),
        pattern=r"\bsudo: The \"no new privileges\" flag is set[^\n]{0,120}|\bsudo: effective uid is not 0[^\n]{0,200}"
        r"|\bsudo: \S{1,80} must be owned by uid 0 and have the setuid bit set"
        r"|\bsudo: (?:unable to change to root gid|PERM_\w{2,20}: set\w{3,6}id\([^)\n]{0,40}\)|unable to initialize policy plugin"
        r"|setrlimit\([^)\n]{0,40}\)): Operation not permitted"
        r"|\bdoas: Operation not permitted",
        need=GainPrivilege,
        confidence=Confidence.POSSIBLE,
        examples=(
            'sudo: The "no new privileges" flag is set, which prevents sudo from running as root.',
            "sudo: effective uid is not 0, is /usr/bin/sudo on a file system with the 'nosuid' option set?",
            "sudo: /usr/bin/sudo must be owned by uid 0 and have the setuid bit set",
        ),
        near_misses=("sudo: a password is required", "sudo: command not found"),
        source="https://www.sudo.ws/docs/man/sudo.man/",
    ),
    Rule(
        id="privilege/other-user",
        title="Becoming another user was refused",
        explanation=_ROOT,
        telltales=("su: cannot set ", "su: System error", "initgroups", "setgroups", *_SET_IDS),
        pattern=r"\bsu: (?:cannot set (?:groups|user id|group id)|System error$)(?:: Operation not permitted)?"
        r"|\b(?:" + "|".join(_SET_IDS) + r"|setgroups|initgroups)(?:\([^)\n]{0,40}\))?(?: \d{1,9})?(?: failed)?(?: - set\w{3,8})?"
        r"(?:: | \()(?:\d{1,2}: )?(?:Operation not permitted|Invalid argument)",
        need=GainPrivilege,
        confidence=Confidence.POSSIBLE,
        examples=(
            "su: cannot set groups: Operation not permitted",
            "E: setgroups 65534 failed - setgroups (1: Operation not permitted)",
            "E: seteuid 42 failed - seteuid (22: Invalid argument)",
            "setuid: Operation not permitted",
        ),
        near_misses=("su: Authentication failure", "settings: Operation not permitted"),
        source="https://man7.org/linux/man-pages/man7/user_namespaces.7.html",
    ),
    Rule(
        id="privilege/ownership",
        title="Changing an owner was refused",
        explanation=_IDS,
        telltales=("Invalid argument",),
        pattern=r"\b(?:Cannot change ownership to uid \d{1,10}, gid \d{1,10}|changing (?:ownership|group) of ['‘][^'’\n]{1,400}['’]"
        r"|failed to (?:preserve|change) (?:ownership|group)[^\n]{0,300}|chown[^\n]{0,200}? failed|lchown[^\n]{0,200}): Invalid argument",
        need=GainPrivilege,
        confidence=Confidence.POSSIBLE,
        examples=(
            "tar: a/b: Cannot change ownership to uid 1234, gid 1234: Invalid argument",
            "chown: changing ownership of 'x': Invalid argument",
        ),
        near_misses=("chown: changing ownership of 'x': Operation not permitted", "chown: invalid user: 'foo'"),
        source="https://man7.org/linux/man-pages/man2/chown.2.html",
    ),
    Rule(
        id="privilege/kernel",
        title="The kernel refused something that only root may do",
        explanation=_ROOT,
        telltales=(
            "dmesg: ",
            "mknod: ",
            "RTNETLINK answers: ",
            "iptables",
            "ip6tables",
            "chroot: cannot change root directory",
            "swapon: ",
            "modprobe: ",
            "losetup: ",
            "date: cannot set date",
            "hostname: ",
        ),
        pattern=r"\bdmesg: (?:read kernel buffer failed|klogctl): Operation not permitted|\bmknod: [^\n]{1,300}: Operation not permitted"
        r"|\bRTNETLINK answers: Operation not permitted|\bip6?tables[^\n]{0,200}(?:Operation not permitted"
        r"|Permission denied \(you must be root\))"
        r"|\bchroot: cannot change root directory to [^\n]{1,300}: Operation not permitted"
        r"|\b(?:swapon|modprobe|losetup|hostname): [^\n]{1,300}: Operation not permitted|\bdate: cannot set date: Operation not permitted",
        need=GainPrivilege,
        confidence=Confidence.POSSIBLE,
        examples=(
            "dmesg: read kernel buffer failed: Operation not permitted",
            "mknod: /srv/lab/dev0: Operation not permitted",
            "RTNETLINK answers: Operation not permitted",
        ),
        near_misses=("dmesg: unknown option", "hostname: you must be root to change the host name"),
        source=_CAPABILITIES,
    ),
)
