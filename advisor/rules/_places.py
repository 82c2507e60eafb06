"""Where a path lies, as lookaheads that a rule puts in front of a path: what the same message means depends on it."""

from __future__ import annotations

_END = r"(?![\w.-])"

# Read-only by design or by mount in containers, functions, on other disks and in package stores, whoever runs the command.
_STORES = rf"/(?:nix/store|snap|gnu/store){_END}"
_CONTAINER = (
    r"/(?:proc|sys|system|app|data|config|usr/src/app|var/task|var/www|var/cache/nginx|var/run/secrets|run/secrets|bitnami|opt/bitnami|"
    r"etc/nginx|home/node|usr/share/(?:nginx|elasticsearch|kibana|grafana)|"
    r"var/lib/(?:postgresql|mysql|redis|grafana|rabbitmq|kafka|cassandra|elasticsearch|jenkins)|mnt|media|run/media|Volumes|boot|"
    rf"docker-entrypoint[\w.-]{{0,20}}){_END}"
)
IN_A_STORE = rf"(?={_STORES})"
IN_A_CONTAINER = rf"(?={_CONTAINER})"
OFTEN_READ_ONLY = rf"(?={_STORES}|{_CONTAINER})"

# Homes and temporary folders as macOS lays them out, and what Homebrew owns; the folders that privacy settings guard are not.
_PRIVATE = r"[^\n/]{1,64}/(?:Documents|Desktop|Downloads|Pictures|Movies|Music|\.Trash|Library/(?!Caches|Logs|pnpm|Python|Developer))"
ON_A_MAC = (
    rf"(?=/Users/(?!{_PRIVATE})|~/(?!Documents|Desktop|Downloads|Library/(?!Caches))|/private/(?:tmp|var)/|/var/folders/|"
    r"/opt/homebrew/|/usr/local/(?:Homebrew|Cellar|var)/)"
)
# What macOS guards by privacy settings even from the owner of the files.
BEHIND_PRIVACY = (
    r"(?=(?:/Users/[^\n/]{1,64}|~)/(?:(?:Documents|Desktop|Downloads)/?(?=['\":])|\.Trash|Library/(?:Mail|Messages|Safari|Calendars|Cookies|AddressBook|HomeKit|Suggestions|Reminders|"
    r"Photos|Biome|IdentityServices|Metadata/CoreSpotlight|PersonalizationPortrait|Mobile Documents|Group Containers|"
    r"Containers/com\.apple|Application Support/(?:AddressBook|MobileSync|CallHistoryDB|CallHistoryTransactions|com\.apple\.TCC|Knowledge|"
    rf"FileProvider|com\.apple\.sharedfilelist))){_END})"
)
# Programs that run as root for a moment are refused for another reason (`processes`).
_OF_ROOT = rf"/(?:usr/)?s?bin/(?:ps|top|su|sudo|crontab|at|batch|traceroute6?|quota|login|newgrp|passwd){_END}"
# What nobody may change on macOS, root included.
OF_THE_SYSTEM = (
    rf"(?!{_OF_ROOT})(?=/(?:System|usr(?!/local)|bin|sbin|Library/(?:Apple|Frameworks|Extensions)){_END}|"
    rf"/Applications/[^\n/:]{{1,80}}\.app{_END})"
)
# Foreign disks: shared folders of virtual machines, network and Windows drives.
ON_A_FOREIGN_DISK = rf"(?=/{{1,3}}(?:media|mnt|vagrant|Volumes|run/media|cygdrive){_END})"

# Where only root may write on an ordinary machine, so that EACCES there needs no sandbox.
_ROOTS = (
    r"/(?:usr|etc|bin|sbin|lib\w{0,4}|boot|root|opt(?!/homebrew)|dev|proc|sys|run(?!/user)|var(?!/folders|/tmp)|"
    rf"Library|System|Applications|nix){_END}|/home/[^\n/'\"’:]{{1,64}}(?=['\"’:])"
)
OWNED_BY_ROOT = rf"(?={_ROOTS})"
OF_A_USER = rf"(?!{_ROOTS})"
