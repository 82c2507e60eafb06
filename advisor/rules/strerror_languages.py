"""The C library says no in the reader's language: one table of its messages, by errno and language, for all of them.

coreutils, bash, git, tar, gcc, wget and Java print the translated message when the locale is set; Rust, Node, dash, curl and
macOS always print English. Errno numbers survive translation and have rules of their own.
Source: the message catalogues of glibc 2.36 (`libc.mo`), languages de fr es it pt_BR ja zh_CN zh_TW ko ru pl nl sv cs tr uk.
"""

from __future__ import annotations

from advisor.model import Confidence, Need, ReachHost, ResolveName, Rule, WritePath
from advisor.rules._places import OF_A_USER, OFTEN_READ_ONLY
from advisor.rules._wording import at, numbered

_LANGUAGES = ("de", "fr", "es", "it", "pt_BR", "ja", "zh_CN", "zh_TW", "ko", "ru", "pl", "nl", "sv", "cs", "tr", "uk")
# One row an errno, one column a language of _LANGUAGES. A trailing full stop of the catalogue is left out: programs differ.
MESSAGES: dict[str, tuple[str, ...]] = {
    "EROFS": (
        "Das Dateisystem ist nur lesbar",
        "Système de fichiers accessible en lecture seulement",
        "Sistema de ficheros de sólo lectura",
        "File system in sola lettura",
        "Sistema de arquivos somente para leitura",
        "読み込み専用ファイルシステムです",
        "只读文件系统",
        "唯讀的檔案系統",
        "읽기전용 파일 시스템",
        "Файловая система доступна только для чтения",
        "System plików wyłącznie do odczytu",
        "Bestandssysteem is alleen-lezen",
        "Skrivskyddat filsystem",
        "Systém souborů je pouze pro čtení",
        "Salt-okunur dosya sistemi",
        "Файлова система тільки для зчитування",
    ),
    "EPERM": (
        "Die Operation ist nicht erlaubt",
        "Opération non permise",
        "Operación no permitida",
        "Operazione non permessa",
        "Operação não permitida",
        "許可されていない操作です",
        "不允许的操作",
        "此項操作並不被允許",
        "명령을 허용하지 않음",
        "Операция не позволена",
        "Operacja niedozwolona",
        "Actie is niet toegestaan",
        "Operationen inte tillåten",
        "Operace není povolena",
        "İşleme izin verilmedi",
        "Дію заборонено",
    ),
    "EACCES": (
        "Keine Berechtigung",
        "Permission non accordée",
        "Permiso denegado",
        "Permesso negato",
        "Permissão negada",
        "許可がありません",
        "权限不够",
        "拒絕不符權限的操作",
        "허가 거부",
        "Отказано в доступе",
        "Brak dostępu",
        "Toegang geweigerd",
        "Åtkomst nekas",
        "Operace zamítnuta",
        "Erişim engellendi",
        "Відмовлено у доступі",
    ),
    "ECONNREFUSED": (
        "Verbindungsaufbau abgelehnt",
        "Connexion refusée",
        "Conexión rehusada",
        "Connessione rifiutata",
        "Conexão recusada",
        "接続を拒否されました",
        "拒绝连接",
        "連線被拒絕",
        "연결이 거부됨",
        "В соединении отказано",
        "Połączenie odrzucone",
        "Verbinding is geweigerd",
        "Förbindelsen förvägrad",
        "Spojení odmítnuto",
        "Bağlantı reddedildi",
        "У з'єднанні відмовлено",
    ),
    "ENETUNREACH": (
        "Das Netzwerk ist nicht erreichbar",
        "Le réseau n'est pas accessible",
        "La red es inaccesible",
        "La rete non è raggiungibile",
        "A rede está fora de alcance",
        "ネットワークに届きません",
        "网络不可达",
        "無法接觸網路",
        "네트워크가 접근 불가능합니다",
        "Сеть недоступна",
        "Sieć jest niedostępna",
        "Netwerk is onbereikbaar",
        "Nätverket kan inte nås",
        "Síť není dostupná",
        "Ağ erişilebilir durumda değil",
        "Не вдалося отримати доступ до мережі",
    ),
    "EAI_AGAIN": (
        "Temporärer Fehler bei der Namensauflösung",
        "Échec temporaire dans la résolution du nom",
        "Fallo temporal en la resolución del nombre",
        "Errore temporaneo nella risoluzione del nome",
        "Falha temporário na resolução de nome",
        "名前解決に一時的に失敗しました",
        "域名解析暂时失败",
        "解析名稱時發生暫時性錯誤",
        "name resolution에서 일시적인 실패",
        "Временный сбой в разрешении имен",
        "Odwzorowanie nazwy jest chwilowo niemożliwe",
        "Tijdelijk probleem in naamsherleiding",
        "Namnuppslagning misslyckades temporärt",
        "Dočasná chyba při vyhodnocování jména",
        "İsim çözünürlüğünde geçici başarısızlık",
        "Тимчасова помилка розв'язання назв",
    ),
}

_SOURCE = "https://sourceware.org/git/?p=glibc.git;a=tree;f=po"
# A path in any language's quotes and up to sixty characters of its grammar, or a bare one; then the message, in Java in parentheses.
_QUOTED = (
    r"""['"‘“„«»「『`](?P<path>[^\n'"“”‘’»«」』`]{1,300})['"’”“»«」』`]"""
    r"""[^\n'"]{0,60}?(?: ?[:：] ?| ?[(（])WORDS"""
)
_BARE = r"(?<![\w.~$/):'\"»«„“‘-])(?P<path>(?:~?/|\.{1,2}/)[^\n:'\"]{0,250}?)(?: ?[:：] ?| ?[(（])WORDS"
_NAMED = r"[:：] (?P<path>[\w.@+-][^\s:'\"/]{0,100}(?:/[^\s:'\"]{0,200})?): WORDS"
_AFTER = r"WORDS: ['\"](?P<path>[^\n'\"]{1,300})['\"]"


# The owner alone may do these, and a script without its x bit says EACCES: `ordinary_files` knows them in English.
_ANYBODYS = r"(?!(?:[\w./-]{0,80}/)?ch(?:mod|own|grp): )"
_NO_SCRIPT = r"(?!\.{1,2}/[\w./-]{1,200}\.(?:sh|bash|py|rb|pl|js|bin|run)\b)"


def _of_a_path(errno: str, *voices: str) -> str:
    words = "|".join(MESSAGES[errno])
    return numbered(rf"^{_ANYBODYS}(?=[^\n]{{0,2000}}(?:{words}))[^\n]{{0,2000}}?(?:{'|'.join(voices)})".replace("WORDS", f"(?:{words})"))


def _of_a_host(errno: str) -> str:
    words = "|".join(MESSAGES[errno])
    return (
        rf"^(?=[^\n]{{0,2000}}(?:{words}))(?:[^\n]{{0,200}}?['\" „«‘“「](?P<host>(?!\d{{1,3}}:)[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,6}})"
        rf"[^\n]{{0,80}}?|[^\n]{{0,400}}?[:：] ?)(?:{words})"
    )


def _rule(
    errno: str, title: str, explanation: str, pattern: str, need: type[Need], *examples: str, confidence: Confidence = Confidence.POSSIBLE
) -> Rule:
    """The rule for one row of the table."""
    return Rule(
        id=f"translated/{errno.lower().replace('_', '-')}",
        title=title,
        explanation=f"{explanation} `LC_ALL=C` in front of the command makes the system speak English.",
        telltales=tuple(max(message.split("'"), key=len) for message in MESSAGES[errno]),
        pattern=pattern,
        need=need,
        confidence=confidence,
        examples=examples,
        near_misses=tuple(f"» {message} «, so heißt es" for message in MESSAGES[errno]),
        systems=("linux",),
        source=_SOURCE,
    )


RULES: tuple[Rule, ...] = (
    _rule(
        "EROFS",
        "A write outside the writable folders was refused",
        "The message is `Read-only file system` (EROFS): the sandbox opens only the project, a temporary folder and the listed folders.",
        _of_a_path("EROFS", *at(OFTEN_READ_ONLY.replace("(?=", "(?!"), _QUOTED, _BARE, _NAMED, _AFTER)),
        WritePath,
        "bash: ligne 1: /srv/lab/x: Système de fichiers accessible en lecture seulement",
        "cp: 通常ファイル '/srv/lab/x' を作成できません: 読み込み専用ファイルシステムです",
        "java.io.FileNotFoundException: /srv/lab/x (Das Dateisystem ist nur lesbar)",
        "致命错误：无法创建 '/home/dev/acme/.git/index.lock'：只读文件系统",
        confidence=Confidence.LIKELY,
    ),
    _rule(
        "EPERM",
        "A write may have been refused by the sandbox",
        "The message is `Operation not permitted` (EPERM): changing another owner's file, a locked file and odd file systems say so too.",
        _of_a_path("EPERM", *at(r"(?=[^\n'\"]{0,200}[./])", _QUOTED, _BARE, _AFTER)),
        WritePath,
        "touch: '/home/dev/x' kann nicht berührt werden: Die Operation ist nicht erlaubt",
    ),
    _rule(
        "EACCES",
        "A write may have been refused by the sandbox",
        "The message is `Permission denied` (EACCES), what a file of another owner says: `ls -ld` on the folder tells the two apart.",
        _of_a_path("EACCES", *at(rf"{OF_A_USER}{_NO_SCRIPT}(?=[^\n'\"]{{0,200}}[./])", _QUOTED, _BARE, _AFTER)),
        WritePath,
        "touch: impossible de faire un touch '/home/dev/x': Permission non accordée",
    ),
    _rule(
        "ECONNREFUSED",
        "A connection was refused",
        "The message is `Connection refused` (ECONNREFUSED): nothing listens there, or the sandbox's loopback is not the machine's.",
        _of_a_host("ECONNREFUSED"),
        ReachHost,
        "bash: connect: Connexion refusée",
    ),
    _rule(
        "ENETUNREACH",
        "The network cannot be reached",
        "The message is `Network is unreachable` (ENETUNREACH): a sandbox without direct network says so, and a machine that is offline.",
        _of_a_host("ENETUNREACH"),
        ReachHost,
        "java.net.SocketException: Das Netzwerk ist nicht erreichbar",
    ),
    _rule(
        "EAI_AGAIN",
        "A host name could not be looked up",
        "The message is `Temporary failure in name resolution` (EAI_AGAIN): a sandbox without direct network has no name server.",
        _of_a_host("EAI_AGAIN"),
        ResolveName,
        "ssh: Could not resolve hostname git.example.com: Temporärer Fehler bei der Namensauflösung",
    ),
)
