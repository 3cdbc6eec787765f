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
    file,
    find,
    find_in,
    ftp,
    gopher,
    http,
    mailto,
    news,
    nntp,
    parse,
    prospero,
    repair,
    telnet,
    wais,
)

__version__ = _url1738.__version__

__all__ = [
    "Change",
    "Endpoint",
    "FileUrl",
    "Fix",
    "FtpUrl",
    "GenericUrl",
    "GopherUrl",
    "HttpUrl",
    "JoinError",
    "Joined",
    "Lint",
    "MailtoUrl",
    "Match",
    "Matches",
    "NewsUrl",
    "NntpUrl",
    "Part",
    "Plan",
    "PlanError",
    "ProsperoUrl",
    "Repaired",
    "Step",
    "TelnetUrl",
    "Url",
    "UrlError",
    "WaisUrl",
    "__version__",
    "file",
    "find",
    "find_in",
    "ftp",
    "gopher",
    "http",
    "mailto",
    "news",
    "nntp",
    "parse",
    "prospero",
    "repair",
    "telnet",
    "wais",
]
