"""RFC 1738 URLs: all ten schemes typed, errors that name rule and place, repairs, access plans.

>>> import url1738
>>> url = url1738.parse("ftp://joe@host.dom/pub/a%20b;type=i")
>>> match url:
...     case url1738.FtpUrl(host, typecode="i"):
...         print(host, url.segments)
host.dom ('pub', 'a b')
"""

from url1738 import _url1738
from url1738._errors import JoinError, PlanError, UrlError
from url1738._url1738 import (
    Change,
    Endpoint,
    FileUrl,
    Fix,
    FtpUrl,
    GenericUrl,
    GopherUrl,
    HttpUrl,
    HttpsUrl,
    Joined,
    Lint,
    MailtoUrl,
    Match,
    Matches,
    NewsUrl,
    NntpUrl,
    Part,
    Plan,
    ProsperoUrl,
    Repaired,
    Step,
    TelnetUrl,
    Url,
    WaisUrl,
    WsUrl,
    WssUrl,
    _ErrorInfo,
    file,
    find,
    find_in,
    ftp,
    gopher,
    http,
    https,
    is_valid,
    mailto,
    news,
    nntp,
    parse,
    prospero,
    repair,
    repair_scheme,
    replace_all,
    telnet,
    try_parse,
    wais,
    ws,
    wss,
)

__version__ = _url1738.__version__

if hasattr(_url1738, "arrow"):
    from url1738 import arrow

__all__ = [name for name in globals() if not name.startswith("_") or name == "__version__"]
