"""A line that another machine or a container printed, and that says so: this machine's sandbox refused nothing there.

What tells is the prefix, never the words, so that the rule speaks of a refusal in any words (`detect.look`).
Source: named in the rule.
"""

from __future__ import annotations

from advisor.model import Rule, Says
from advisor.rules._wording import AHEAD, REFUSAL_TELLTALES, REST

RULES: tuple[Rule, ...] = (
    Rule(
        id="ordinary/another-machine",
        title="The refusal comes from a container or from another machine",
        explanation=(
            "The line carries another system's prefix: a compose service (`web_1  |`), a build step of `docker build` (`#7 0.31`), the "
            "docker daemon, git's `remote:`, an ssh copy or a phone (`scp: dest open`, `adb:`), an Ansible host. What it reports "
            "happened there, outside this sandbox: look at the container's volumes, "
            "user and security options, or at the server."
        ),
        telltales=REFUSAL_TELLTALES,
        pattern=(
            r"(?#| # remote daemon OCI adb: scp: fatal: failed:)"
            rf"^(?:[\w.-]{{1,60}}[_-]\d{{1,3}} {{1,40}}\| ?|#\d{{1,4}} \d{{1,5}}\.\d{{1,4}} |remote: |Error response from daemon: "
            r"|docker: Error response "
            r"from daemon: |\S{0,40}OCI runtime |adb: (?:error: )?(?=[^\n]{0,400}\bremote )|scp: (?:dest open |remote )"
            r"|remote (?:open|mkdir|rmdir|delete|rename|setstat|fsetstat|readdir|symlink)[ (]"
            rf"|(?:fatal|failed): \[(?!localhost|127\.)[^\]\n]{{1,80}}\][^\n]{{0,200}}?: (?:FAILED|UNREACHABLE)! => )"
            rf"{AHEAD}{REST}"
            r"|(?#root@)^\[?root@(?:[0-9a-f]{12}|[\w-]{1,60}-[a-z0-9]{8,10}-[a-z0-9]{5})[ :][^\n#]{1,80}# [^\n]{1,200}\n"
            rf"{AHEAD}{REST}"
        ),
        says=Says.ORDINARY,
        examples=(
            "app-server-1       | error: failed to open file `/opt/app/.cache/uv/sdists-v9/.git`: Permission denied (os error 13)",
            'warp-1  | { err: Os { code: 1, kind: PermissionDenied, message: "Operation not permitted" }, context: "open tun" }',
            "Error response from daemon: mkdir /var/lib/x: read-only file system",
            "#12 0.412 touch: cannot touch '/x': Read-only file system",
            "adb: error: failed to copy 'hosts' to '/system/etc/hosts': remote couldn't create file: Read-only file system",
            'scp: dest open "/srv/www/index.html": Permission denied',
            "root@2d68975f51d5:/srv# touch x\ntouch: cannot touch 'x': Read-only file system",
            'fatal: [web1]: FAILED! => {"changed": false, "msg": "[Errno 30] Read-only file system: b\'/srv/app\'"}',
        ),
        near_misses=(
            "jekyll 4.3.3 | Error:  Operation not permitted - bind(2) for 127.0.0.1:4000",
            "395 | mod serde; // Operation not permitted",
            "root@buildhost:/srv# touch x\ntouch: cannot touch 'x': Read-only file system",
            'scp: open local "/srv/out/a.txt": Read-only file system',
            'fatal: [localhost]: FAILED! => {"msg": "[Errno 30] Read-only file system: b\'/srv/app\'"}',
        ),
        source="https://docs.docker.com/reference/cli/docker/compose/logs/",
    ),
)
