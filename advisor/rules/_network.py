"""How hosts, addresses, URLs and the kernel's refusals are spelled in what network programs print.

The translations are glibc's own (`strerror` and `gai_strerror`, catalogues of 2.36): programs that call `setlocale`
print them, so that a rule which knows only the English words misses the same refusal on a German machine.
"""

from __future__ import annotations

import re

# A name or an IPv4 address; it never ends in the full stop that closes a sentence.
HOST = r"(?P<host>[\w.-]{0,252}\w)"
# host:port, where the host may be IPv6 with or without its brackets, or the any-address of a listener.
ADDRESS = r"\[?(?P<host>[\w.:%-]{0,252}\w|::|\*)\]?:(?P<port>\d{1,5})"
# The part of a URL that says where it leads; user names and passwords are passed over.
URL = r"(?P<scheme>https?)://(?:[^\s/@'\"]{1,200}@)?\[?(?P<host>[\w.-]{0,252}\w|[\da-fA-F:.]{2,45})\]?(?::(?P<port>\d{1,5}))?"
# What may follow in the same URL.
REST = r"[^\s'\"<>`\\]{0,2000}"
# A place that only this machine has, as clients spell it.
LOOPBACK = r"(?:localhost|127\.[\d.]{1,11}|\[?::1\]?|0\.0\.0\.0)"
# A path of a socket: absolute, from home, or relative with a telling end.
SOCKET = r"(?P<path>(?:~|\.{1,2})?/[^\s'\"`:;,()<>]{1,400})"

EPERM = (
    "Operation not permitted",
    "operation not permitted",
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
)
UNREACHABLE = (
    "Network is unreachable",
    "network is unreachable",
    "Das Netzwerk ist nicht erreichbar",
    "est pas accessible",
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
)
TRY_AGAIN = (
    "Temporary failure in name resolution",
    "Temporary failure resolving",
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
    "Тимчасова помилка розв",
)
REFUSED = (
    "Connection refused",
    "connection refused",
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
    "єднанні відмовлено",
)


def any_of(words: tuple[str, ...]) -> str:
    """A pattern that matches any of `words` and nothing else."""
    return "(?:" + "|".join(re.escape(word) for word in words) + ")"

