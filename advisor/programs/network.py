"""Network clients: which of them honour the proxy variables, and which never do."""

from __future__ import annotations

from advisor.model import Flag, Program

PROGRAMS = (
    Program(
        names=("curl",),
        docs="https://curl.se/docs/manpage.html#-x",
        proxy="always (http_proxy, HTTPS_PROXY, ALL_PROXY, NO_PROXY)",
        flags=(Flag("connect", "without --noproxy", "lets curl use the proxy of the sandbox"),),
    ),
    Program(
        names=("wget", "wget2"),
        docs="https://www.gnu.org/software/wget/manual/html_node/Proxies.html",
        proxy="always (http_proxy, https_proxy, no_proxy)",
        flags=(Flag("connect", "without --no-proxy", "lets wget use the proxy of the sandbox"),),
    ),
    Program(
        names=("http", "https", "xh"),
        docs="https://httpie.io/docs/cli/proxies",
        proxy="always (HTTP_PROXY, HTTPS_PROXY)",
    ),
    Program(
        names=("git", "git-lfs"),
        docs="https://git-scm.com/docs/git-config#Documentation/git-config.txt-httpproxy",
        hosts_from=("git remote -v", ".gitmodules: url"),
        proxy="https remotes always; ssh remotes only where GIT_SSH_COMMAND names a proxy",
        flags=(Flag("connect", "an https remote", "goes through the proxy; an ssh remote may not"),),
    ),
    Program(
        names=("ssh", "scp", "sftp", "ssh-copy-id", "mosh", "autossh"),
        docs="https://man.openbsd.org/ssh_config#ProxyCommand",
        hosts_from=("ssh -G HOST: hostname",),
        sockets=("$SSH_AUTH_SOCK",),
        flags=(Flag("connect", "ProxyCommand", "sends the connection through a program of your choice"),),
    ),
    Program(
        names=("rsync",),
        docs="https://download.samba.org/pub/rsync/rsync.1",
        flags=(Flag("connect", "RSYNC_PROXY", "for rsync:// only, not over ssh"),),
    ),
    Program(
        names=("ssh-keygen", "ssh-add", "ssh-agent"),
        docs="https://man.openbsd.org/ssh-keygen",
        proxy="it needs no network",
        sockets=("$SSH_AUTH_SOCK",),
        flags=(Flag("write", "-f ./key", "writes the key into the project"),),
    ),
    Program(
        names=("gpg", "gpg2", "gpg-agent", "gpgsm"),
        docs="https://www.gnupg.org/documentation/manuals/gnupg/GPG-Configuration.html",
        sockets=("/run/user/<uid>/gnupg/S.gpg-agent", "~/.gnupg/S.gpg-agent"),
        flags=(Flag("write", "GNUPGHOME", "names another folder for keys and trust: a throw-away one in the project, for tests"),),
    ),
    Program(names=("ping", "ping6", "traceroute", "mtr", "arping"), docs="https://man7.org/linux/man-pages/man8/ping.8.html"),
    Program(names=("dig", "nslookup", "host", "drill", "delv"), docs="https://bind9.readthedocs.io/en/stable/manpages.html"),
    Program(names=("nc", "ncat", "netcat", "telnet", "socat"), docs="https://man.openbsd.org/nc"),
)
