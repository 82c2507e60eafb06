"""A program that could not listen for a reason of its own: the port is taken, only root may have it, the address is not here.

`listen` tells the sandbox's refusal by EPERM; these are EADDRINUSE, EACCES and EADDRNOTAVAIL. Source: bind(2).
"""

from __future__ import annotations

from advisor.model import Rule, Says

_BIND = "https://man7.org/linux/man-pages/man2/bind.2.html"
_LOW = r"(?:[1-9]\d{0,2}|10[01]\d|102[0-3])"  # the ports below 1024
_LINE = r"[^\n]{0,400}"

RULES: tuple[Rule, ...] = (
    Rule(
        id="ordinary/port-in-use",
        title="Another program listens on this port already",
        explanation=(
            "The port is taken: by an earlier run that did not end, or by another server. Stop it (`lsof -i :PORT`, in a terminal of your "
            "own when it is not the agent's), or choose another port. No sandbox setting changes that."
        ),
        telltales=(
            "EADDRINUSE",
            "ddress already in use",
            "eaddrinuse",
            "is in use",
            "is already in use",
            "is allocated",
            "is already allocated",
            "os error 98",
            "os error 48",
            "os error 10048",
        ),
        pattern=r"(?:\bEADDRINUSE\b|\b[Aa]ddress already in use\b|:eaddrinuse\b|\b[Pp]ort (?:\d{1,5} )?is (?:already )?"
        r"(?:in use|allocated)"
        r"|\b[Pp]ort \d{1,5} is already in use|\bos error (?:98|48|10048)\b)" + _LINE,
        says=Says.ORDINARY,
        examples=(
            "Error: listen EADDRINUSE: address already in use :::3000",
            "OSError: [Errno 98] Address already in use",
            "listen tcp :8080: bind: address already in use",
            "Error: That port is already in use.",
            "Error: Address already in use (os error 98)",
        ),
        near_misses=("Error: listen EPERM: operation not permitted :::3000",),
        source=_BIND,
    ),
    Rule(
        id="ordinary/privileged-port",
        title="Ports below 1024 are root's",
        explanation=(
            "Listening below 1024 needs root on most systems, with or without a sandbox. Use a port from 1024 up (8080 for 80, 8443 for "
            "443)."
        ),
        telltales=("EACCES", "ermission denied", "permission to access that port", "[Errno 13] error while attempting"),
        pattern=r"\b(?:listen|bind) EACCES(?:: permission denied)? [^\s]{0,253}:"
        + _LOW
        + r"\b"
        + _LINE
        + r"|\bPermission denied - (?:bind|listen)\(2\) for [^\n]{0,253}?(?: port |:)"
        + _LOW
        + r"\b"
        + _LINE
        + r"|\blisten (?:tcp|udp)[46]? [^\s]{0,253}:"
        + _LOW
        + r": bind: permission denied"
        r"|\bbind\(\) to [^\s]{1,253}:" + _LOW + r" failed \(13: Permission denied\)"
        r"|\[Errno 13\] error while attempting to bind on address \('[^'\n]{0,253}', "
        + _LOW
        + r"\)"
        + _LINE
        + r"|\bFailed to listen on [^\s]{1,253}:"
        + _LOW
        + r" \(reason: Permission denied\)"
        r"|(?:https?://)[^\s/]{1,253}:"
        + _LOW
        + r"\b[^\n]{0,120}(?:[Pp]ermission denied)"
        + _LINE
        + r"|\.bind\(\([^\n]{0,253}, ?"
        + _LOW
        + r"\)\)[^\x00]{0,420}?PermissionError: \[Errno 13\] Permission denied"
        r"|You don't have permission to access that port\.|\bcannot bind to port " + _LOW + r"\b[^\n]{0,80}[Pp]ermission denied"
        r"|\bbind to port " + _LOW + r" on [^\n]{1,120}: Permission denied",
        says=Says.ORDINARY,
        examples=(
            "Error: listen EACCES: permission denied 0.0.0.0:80",
            '-e:1:in `bind\': Permission denied - bind(2) for "127.0.0.1" port 191 (Errno::EACCES)',
            "listen tcp :443: bind: permission denied",
            "nginx: [emerg] bind() to 0.0.0.0:80 failed (13: Permission denied)",
        ),
        near_misses=(
            "Error: listen EACCES: permission denied 0.0.0.0:8080",
            "Error: listen EPERM: operation not permitted 127.0.0.1:80",
        ),
        source="https://man7.org/linux/man-pages/man7/ip.7.html",
    ),
    Rule(
        id="ordinary/excluded-port",
        title="This port is kept for something else",
        explanation=(
            "EACCES on a port from 1024 up means that the system reserves it: Windows excludes whole ranges (Hyper-V and WSL; `netsh "
            "interface ipv4 show excludedportrange protocol=tcp` lists them), SELinux ties ports to services. Choose another port."
        ),
        telltales=("EACCES", "in a way forbidden by its access permissions", "10013", "bind: permission denied"),
        pattern=r"\b(?:listen|bind) EACCES(?:: permission denied)? [^\s/\\]{0,253}:(?!"
        + _LOW
        + r"\b)\d{4,5}\b"
        + _LINE
        + r"|\b(?:listen|bind)[^\n]{0,200}in a way forbidden by its access permissions"
        + _LINE
        + r"|^(?![^\n]{0,3000}(?:new connection|[Cc]onnect))[^\n]{0,300}\[WinError 10013\][^\n]{0,120}(?:\n[^\n]{0,200})?"
        r"|\berror while attempting to bind on address[^\n]{0,300}10013"
        + _LINE
        + r"|\blisten (?:tcp|udp)[46]? [^\s]{0,253}:(?!"
        + _LOW
        + r":)\d{4,5}: bind: permission denied",
        says=Says.ORDINARY,
        examples=(
            "Error: listen EACCES: permission denied 0.0.0.0:5000",
            "listen tcp :8080: bind: An attempt was made to access a socket in a way forbidden by its access permissions.",
        ),
        near_misses=("Error: connect EACCES 203.0.113.9:443", "Error: listen EACCES: permission denied /home/dev/d.sock"),
        source="https://learn.microsoft.com/windows-server/networking/technologies/netsh/netsh-interface-portproxy",
    ),
    Rule(
        id="ordinary/address-not-here",
        title="The address is not this machine's",
        explanation=(
            "The program wants to listen on an address that no interface here has (EADDRNOTAVAIL). In a sandbox with a network of its own "
            "only the loopback exists: listen on 127.0.0.1."
        ),
        telltales=("EADDRNOTAVAIL", "t assign requested address", "os error 99"),
        pattern=r"\bEADDRNOTAVAIL\b" + _LINE + r"|\b[Cc]an(?:no|')t assign requested address\b|\bos error 99\b",
        says=Says.ORDINARY,
        examples=("OSError: [Errno 99] Cannot assign requested address", "Error: listen EADDRNOTAVAIL: address not available 10.0.0.9:80"),
        near_misses=("assign the requested address to the task",),
        source=_BIND,
    ),
    Rule(
        id="ordinary/socket-in-the-way",
        title="A socket file of an earlier run, or none at all",
        explanation=(
            "The socket's path is wrong, its folder is missing, or the file is left from a server that has ended: remove it, or start the "
            "server. The refusal of a sandbox reads `Operation not permitted`."
        ),
        telltales=(
            "ECONNREFUSED /",
            "connect ENOENT /",
            "EACCES: permission denied /",
            "your watchman on ",
            "server on socket ",
            "MySQL server through socket ",
            "rror connecting to /",
        ),
        pattern=r"\bconnect (?:ECONNREFUSED|ENOENT) /[^\s'\"]{1,300}|\blisten EACCES: permission denied /[^\s'\"]{1,300}"
        r"|\bunable to talk to your watchman on [^\s]{1,300}! \((?:Connection refused|No such file or directory)\)"
        r"|\bserver on socket ['\"`‘“][^'\"`’”\n]{1,300}['\"`’”] failed: (?:No such file or directory|Connection refused)"
        r"|\bMySQL server through socket '[^'\n]{1,300}' \((?:2|111)\b"
        r"|\berror connecting to /[^\s()]{1,300} \((?:No such file or directory|Connection refused)\)",
        says=Says.ORDINARY,
        examples=(
            "Error: connect ECONNREFUSED /tmp/app.sock",
            "Error: listen EACCES: permission denied /home/dev/acme/.nx-daemon/d.sock",
            "Error: unable to talk to your watchman on /usr/local/var/run/watchman/dev-state/sock! (Connection refused)",
            'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
        ),
        near_misses=("Error: listen EPERM: operation not permitted /tmp/app.sock",),
        source="https://man7.org/linux/man-pages/man7/unix.7.html",
    ),
)
