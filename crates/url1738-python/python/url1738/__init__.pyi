"""RFC 1738 URLs: the types of the package. The docs are those of the objects: ``help(url1738)``."""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import AnyStr, Any, ClassVar, Literal, Protocol, TypeAlias, final

from typing_extensions import Self, disjoint_base

from url1738 import arrow as arrow

_Octets: TypeAlias = str | bytes
_Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
_Segments: TypeAlias = Iterable[str | bytes]
_Pairs: TypeAlias = Iterable[tuple[_Octets, _Octets | None]] | Mapping[str, _Octets | None]
_Span: TypeAlias = tuple[int, int]

__version__: str

class _Reads(Protocol):
    def read(self, size: int, /) -> str | bytes: ...

class UrlError(ValueError):
    @property
    def message(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def rule(self) -> str | None: ...
    @property
    def part(self) -> str | None: ...
    @property
    def span(self) -> _Span | None: ...
    @property
    def help(self) -> str: ...
    @property
    def fix(self) -> Fix | None: ...
    @property
    def picture(self) -> str: ...

class JoinError(UrlError): ...
class PlanError(UrlError): ...

@final
class Fix:
    __match_args__: ClassVar[tuple[Literal["span"], Literal["text"]]]
    def __new__(cls, span: _Span, text: str) -> Self: ...
    @property
    def span(self) -> _Span: ...
    @property
    def text(self) -> str: ...
    def apply(self, text: str) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Part:
    __match_args__: ClassVar[tuple[Literal["name"], Literal["text"]]]
    @property
    def name(self) -> str: ...
    @property
    def span(self) -> _Span: ...
    @property
    def text(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def value_bytes(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Lint:
    __match_args__: ClassVar[tuple[Literal["code"], Literal["part"], Literal["span"]]]
    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def part(self) -> str: ...
    @property
    def span(self) -> _Span: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Endpoint:
    __match_args__: ClassVar[tuple[Literal["kind"], Literal["host"], Literal["port"]]]
    @property
    def kind(self) -> Literal["tcp", "tls", "udp", "configured", "this-machine", "none"]: ...
    @property
    def host(self) -> str | None: ...
    @property
    def port(self) -> int | None: ...
    @property
    def service(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Step:
    __match_args__: ClassVar[tuple[Literal["kind"], Literal["verb"], Literal["argument"]]]
    @property
    def kind(
        self,
    ) -> Literal[
        "command",
        "send",
        "ask",
        "advise-user",
        "advise-password",
        "session",
        "init",
        "search",
        "retrieve",
        "resolve",
        "compose",
        "open",
    ]: ...
    @property
    def verb(self) -> str | None: ...
    @property
    def argument(self) -> bytes | None: ...
    @property
    def condition(self) -> str | None: ...
    @property
    def question(self) -> str | None: ...
    @property
    def database(self) -> bytes | None: ...
    @property
    def terms(self) -> bytes | None: ...
    @property
    def document(self) -> tuple[bytes, bytes] | None: ...
    @property
    def hsoname(self) -> bytes | None: ...
    @property
    def fields(self) -> tuple[tuple[bytes, bytes], ...] | None: ...
    @property
    def segments(self) -> tuple[bytes, ...] | None: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Plan:
    __match_args__: ClassVar[tuple[Literal["endpoint"], Literal["steps"]]]
    @property
    def endpoint(self) -> Endpoint: ...
    @property
    def steps(self) -> tuple[Step, ...]: ...
    @property
    def warnings(self) -> tuple[Lint, ...]: ...
    @property
    def questions(self) -> tuple[str, ...]: ...
    def wire(
        self,
        *,
        password: _Octets | None = None,
        email: _Octets | None = None,
        search: _Octets | None = None,
        form: _Segments | None = None,
    ) -> tuple[bytes, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Joined:
    __match_args__: ClassVar[tuple[Literal["url"], Literal["fragment"]]]
    @property
    def url(self) -> Url: ...
    @property
    def fragment(self) -> str | None: ...
    @property
    def lints(self) -> list[Lint]: ...
    @property
    def inherits_fragment(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Change:
    __match_args__: ClassVar[tuple[Literal["code"], Literal["span"], Literal["text"]]]
    @property
    def code(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def part(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def span(self) -> _Span: ...
    @property
    def text(self) -> str: ...
    @property
    def is_safe(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Repaired:
    __match_args__: ClassVar[tuple[Literal["url"], Literal["changes"], Literal["fragment"]]]
    @property
    def url(self) -> Url: ...
    @property
    def changes(self) -> list[Change]: ...
    @property
    def fragment(self) -> str | None: ...
    @property
    def is_safe(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Match:
    __match_args__: ClassVar[tuple[Literal["text"], Literal["span"]]]
    @property
    def text(self) -> str: ...
    @property
    def span(self) -> _Span: ...
    @property
    def whole(self) -> _Span: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def target(self) -> str: ...
    @property
    def form(self) -> Literal["wrapped", "angle", "prefixed", "quoted", "bare"]: ...
    @property
    def fragment(self) -> str | None: ...
    @property
    def alternatives(self) -> list[str]: ...
    @property
    def is_joined(self) -> bool: ...
    @property
    def is_truncated(self) -> bool: ...
    @property
    def url(self) -> Url: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Matches:
    def __iter__(self) -> Self: ...
    def __next__(self) -> Match: ...

@disjoint_base
class Url:
    @property
    def scheme(self) -> str: ...
    @property
    def host(self) -> str | None: ...
    @property
    def port(self) -> int | None: ...
    @property
    def port_or_default(self) -> int | None: ...
    @property
    def user(self) -> str | None: ...
    @property
    def user_bytes(self) -> bytes | None: ...
    @property
    def password(self) -> str | None: ...
    @property
    def password_bytes(self) -> bytes | None: ...
    @property
    def path(self) -> str | None: ...
    def parts(self) -> tuple[Part, ...]: ...
    def redacted(self) -> str: ...
    def normalize(self) -> Self: ...
    def is_normal(self) -> bool: ...
    def equivalent(self, other: Url) -> bool: ...
    def lints(self) -> tuple[Lint, ...]: ...
    def plan(self) -> Plan: ...
    def join(self, reference: str, *, rfc: Literal[1808, 3986] = 1808) -> Joined: ...
    def relativize(self, other: Url, *, rfc: Literal[1808, 3986] = 1808) -> str | None: ...
    def surt(self, profile: Literal["wayback-0.3.1", "exact"] = "wayback-0.3.1") -> str: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Url, /) -> bool: ...
    def __le__(self, other: Url, /) -> bool: ...
    def __gt__(self, other: Url, /) -> bool: ...
    def __ge__(self, other: Url, /) -> bool: ...

@final
class FtpUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["path"], Literal["typecode"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def segments(self) -> tuple[str, ...]: ...
    @property
    def segment_bytes(self) -> tuple[bytes, ...]: ...
    @property
    def cwds(self) -> tuple[str, ...]: ...
    @property
    def cwd_bytes(self) -> tuple[bytes, ...]: ...
    @property
    def name(self) -> str | None: ...
    @property
    def name_bytes(self) -> bytes | None: ...
    @property
    def typecode(self) -> Literal["a", "i", "d"] | None: ...
    def replace(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        user: _Octets | None = ...,
        password: _Octets | None = ...,
        port: int | None = ...,
        typecode: Literal["a", "i", "d"] | None = ...,
    ) -> FtpUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        user: _Octets | None = ...,
        password: _Octets | None = ...,
        port: int | None = ...,
        typecode: Literal["a", "i", "d"] | None = ...,
    ) -> FtpUrl: ...

@final
class HttpUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["path"], Literal["search"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def segments(self) -> tuple[str, ...]: ...
    @property
    def segment_bytes(self) -> tuple[bytes, ...]: ...
    @property
    def search(self) -> str | None: ...
    @property
    def search_bytes(self) -> bytes | None: ...
    @property
    def raw_search(self) -> str | None: ...
    @property
    def pairs(self) -> tuple[tuple[str, str | None], ...]: ...
    def replace(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        search: _Octets | None = ...,
        pairs: _Pairs | None = ...,
        port: int | None = ...,
    ) -> HttpUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        search: _Octets | None = ...,
        pairs: _Pairs | None = ...,
        port: int | None = ...,
    ) -> HttpUrl: ...

@final
class HttpsUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["path"], Literal["search"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def segments(self) -> tuple[str, ...]: ...
    @property
    def segment_bytes(self) -> tuple[bytes, ...]: ...
    @property
    def search(self) -> str | None: ...
    @property
    def search_bytes(self) -> bytes | None: ...
    @property
    def raw_search(self) -> str | None: ...
    @property
    def pairs(self) -> tuple[tuple[str, str | None], ...]: ...
    def replace(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        search: _Octets | None = ...,
        pairs: _Pairs | None = ...,
        port: int | None = ...,
    ) -> HttpsUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        search: _Octets | None = ...,
        pairs: _Pairs | None = ...,
        port: int | None = ...,
    ) -> HttpsUrl: ...

@final
class WsUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["path"], Literal["search"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def segments(self) -> tuple[str, ...]: ...
    @property
    def segment_bytes(self) -> tuple[bytes, ...]: ...
    @property
    def search(self) -> str | None: ...
    @property
    def search_bytes(self) -> bytes | None: ...
    @property
    def raw_search(self) -> str | None: ...
    @property
    def pairs(self) -> tuple[tuple[str, str | None], ...]: ...
    def replace(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        search: _Octets | None = ...,
        pairs: _Pairs | None = ...,
        port: int | None = ...,
    ) -> WsUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        search: _Octets | None = ...,
        pairs: _Pairs | None = ...,
        port: int | None = ...,
    ) -> WsUrl: ...

@final
class WssUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["path"], Literal["search"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def segments(self) -> tuple[str, ...]: ...
    @property
    def segment_bytes(self) -> tuple[bytes, ...]: ...
    @property
    def search(self) -> str | None: ...
    @property
    def search_bytes(self) -> bytes | None: ...
    @property
    def raw_search(self) -> str | None: ...
    @property
    def pairs(self) -> tuple[tuple[str, str | None], ...]: ...
    def replace(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        search: _Octets | None = ...,
        pairs: _Pairs | None = ...,
        port: int | None = ...,
    ) -> WssUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        search: _Octets | None = ...,
        pairs: _Pairs | None = ...,
        port: int | None = ...,
    ) -> WssUrl: ...

@final
class GopherUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["item_type"], Literal["selector"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def item_type(self) -> str: ...
    @property
    def item_type_bytes(self) -> bytes: ...
    @property
    def selector(self) -> str | None: ...
    @property
    def selector_bytes(self) -> bytes | None: ...
    @property
    def search(self) -> str | None: ...
    @property
    def search_bytes(self) -> bytes | None: ...
    @property
    def plus(self) -> str | None: ...
    @property
    def plus_bytes(self) -> bytes | None: ...
    def replace(
        self,
        *,
        host: str = ...,
        item_type: _Octets = ...,
        selector: _Octets = ...,
        search: _Octets | None = ...,
        plus: _Octets | None = ...,
        port: int | None = ...,
    ) -> GopherUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        item_type: _Octets = ...,
        selector: _Octets = ...,
        search: _Octets | None = ...,
        plus: _Octets | None = ...,
        port: int | None = ...,
    ) -> GopherUrl: ...

@final
class MailtoUrl(Url):
    __match_args__: ClassVar[tuple[Literal["address"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def address(self) -> str: ...
    @property
    def local_part(self) -> str: ...
    @property
    def domain(self) -> str: ...
    def replace(
        self,
        *,
        address: str = ...,
    ) -> MailtoUrl: ...
    def __replace__(
        self,
        *,
        address: str = ...,
    ) -> MailtoUrl: ...

@final
class NewsUrl(Url):
    __match_args__: ClassVar[tuple[Literal["group"], Literal["article"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def group(self) -> str | None: ...
    @property
    def article(self) -> str | None: ...
    @property
    def unique(self) -> str | None: ...
    @property
    def unique_bytes(self) -> bytes | None: ...
    @property
    def article_host(self) -> str | None: ...
    @property
    def is_all(self) -> bool: ...
    def replace(
        self,
        *,
        group: str | None = ...,
        article: _Octets | None = ...,
    ) -> NewsUrl: ...
    def __replace__(
        self,
        *,
        group: str | None = ...,
        article: _Octets | None = ...,
    ) -> NewsUrl: ...

@final
class NntpUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["group"], Literal["article"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def path(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def article(self) -> int | None: ...
    def replace(
        self,
        *,
        host: str = ...,
        group: str = ...,
        article: int | None = ...,
        port: int | None = ...,
    ) -> NntpUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        group: str = ...,
        article: int | None = ...,
        port: int | None = ...,
    ) -> NntpUrl: ...

@final
class TelnetUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["port"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def has_slash(self) -> bool: ...
    def replace(
        self,
        *,
        host: str = ...,
        user: _Octets | None = ...,
        password: _Octets | None = ...,
        port: int | None = ...,
        slash: bool = ...,
    ) -> TelnetUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        user: _Octets | None = ...,
        password: _Octets | None = ...,
        port: int | None = ...,
        slash: bool = ...,
    ) -> TelnetUrl: ...

@final
class WaisUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["database"], Literal["search"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def path(self) -> str: ...
    @property
    def database(self) -> str: ...
    @property
    def database_bytes(self) -> bytes: ...
    @property
    def search(self) -> str | None: ...
    @property
    def search_bytes(self) -> bytes | None: ...
    @property
    def wtype(self) -> str | None: ...
    @property
    def wtype_bytes(self) -> bytes | None: ...
    @property
    def wpath(self) -> str | None: ...
    @property
    def wpath_bytes(self) -> bytes | None: ...
    def replace(
        self,
        *,
        host: str = ...,
        database: _Octets = ...,
        search: _Octets | None = ...,
        wtype: _Octets | None = ...,
        wpath: _Octets | None = ...,
        port: int | None = ...,
    ) -> WaisUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        database: _Octets = ...,
        search: _Octets | None = ...,
        wtype: _Octets | None = ...,
        wpath: _Octets | None = ...,
        port: int | None = ...,
    ) -> WaisUrl: ...

@final
class FileUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["path"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def path(self) -> str: ...
    @property
    def segments(self) -> tuple[str, ...]: ...
    @property
    def segment_bytes(self) -> tuple[bytes, ...]: ...
    @staticmethod
    def from_path(path: _Path) -> FileUrl: ...
    def to_path(self) -> Path: ...
    def replace(
        self,
        *,
        host: str | None = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
    ) -> FileUrl: ...
    def __replace__(
        self,
        *,
        host: str | None = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
    ) -> FileUrl: ...

@final
class ProsperoUrl(Url):
    __match_args__: ClassVar[tuple[Literal["host"], Literal["path"], Literal["fields"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def host(self) -> str: ...
    @property
    def port_or_default(self) -> int: ...
    @property
    def path(self) -> str: ...
    @property
    def segments(self) -> tuple[str, ...]: ...
    @property
    def segment_bytes(self) -> tuple[bytes, ...]: ...
    @property
    def hsoname(self) -> str: ...
    @property
    def hsoname_bytes(self) -> bytes: ...
    @property
    def fields(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def field_bytes(self) -> tuple[tuple[bytes, bytes], ...]: ...
    def replace(
        self,
        *,
        host: str = ...,
        hsoname: _Octets = ...,
        fields: Iterable[tuple[_Octets, _Octets]] = ...,
        port: int | None = ...,
    ) -> ProsperoUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        hsoname: _Octets = ...,
        fields: Iterable[tuple[_Octets, _Octets]] = ...,
        port: int | None = ...,
    ) -> ProsperoUrl: ...

@final
class GenericUrl(Url):
    __match_args__: ClassVar[tuple[Literal["scheme"], Literal["schemepart"]]]
    def __new__(cls, text: str) -> Self: ...
    @property
    def schemepart(self) -> str: ...
    def replace(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        user: _Octets | None = ...,
        password: _Octets | None = ...,
        port: int | None = ...,
    ) -> GenericUrl: ...
    def __replace__(
        self,
        *,
        host: str = ...,
        path: _Segments | None = ...,
        segments: _Segments | None = ...,
        user: _Octets | None = ...,
        password: _Octets | None = ...,
        port: int | None = ...,
    ) -> GenericUrl: ...

_AnyUrl: TypeAlias = (
    FtpUrl
    | HttpUrl
    | GopherUrl
    | MailtoUrl
    | NewsUrl
    | NntpUrl
    | TelnetUrl
    | WaisUrl
    | FileUrl
    | ProsperoUrl
    | GenericUrl
)

def parse(text: str) -> _AnyUrl: ...
def try_parse(text: str) -> _AnyUrl | None: ...
def is_valid(text: str) -> bool: ...
def repair(text: str) -> Repaired: ...
def find(text: str | bytes) -> Matches: ...
def replace_all(text: AnyStr, replacement: Callable[[Match], AnyStr | None]) -> AnyStr: ...
def find_in(path_or_file: _Path | _Reads) -> Matches: ...
def ftp(
    host: str,
    path: _Segments | None = None,
    *,
    segments: _Segments | None = ...,
    user: _Octets | None = None,
    password: _Octets | None = None,
    port: int | None = None,
    typecode: Literal["a", "i", "d"] | None = None,
) -> FtpUrl: ...
def http(
    host: str,
    path: _Segments | None = None,
    *,
    segments: _Segments | None = ...,
    search: _Octets | None = None,
    pairs: _Pairs | None = None,
    port: int | None = None,
) -> HttpUrl: ...
def https(
    host: str,
    path: _Segments | None = None,
    *,
    segments: _Segments | None = ...,
    search: _Octets | None = None,
    pairs: _Pairs | None = None,
    port: int | None = None,
) -> HttpsUrl: ...
def ws(
    host: str,
    path: _Segments | None = None,
    *,
    segments: _Segments | None = ...,
    search: _Octets | None = None,
    pairs: _Pairs | None = None,
    port: int | None = None,
) -> WsUrl: ...
def wss(
    host: str,
    path: _Segments | None = None,
    *,
    segments: _Segments | None = ...,
    search: _Octets | None = None,
    pairs: _Pairs | None = None,
    port: int | None = None,
) -> WssUrl: ...
def gopher(
    host: str,
    *,
    item_type: _Octets = "1",
    selector: _Octets = "",
    search: _Octets | None = None,
    plus: _Octets | None = None,
    port: int | None = None,
) -> GopherUrl: ...
def mailto(
    address: str,
) -> MailtoUrl: ...
def news(
    *,
    group: str | None = None,
    article: _Octets | None = None,
) -> NewsUrl: ...
def nntp(
    host: str,
    group: str,
    *,
    article: int | None = None,
    port: int | None = None,
) -> NntpUrl: ...
def telnet(
    host: str,
    *,
    user: _Octets | None = None,
    password: _Octets | None = None,
    port: int | None = None,
    slash: bool = True,
) -> TelnetUrl: ...
def wais(
    host: str,
    database: _Octets,
    *,
    search: _Octets | None = None,
    wtype: _Octets | None = None,
    wpath: _Octets | None = None,
    port: int | None = None,
) -> WaisUrl: ...
def file(
    path: _Segments | None = None,
    *,
    segments: _Segments | None = ...,
    host: str | None = None,
) -> FileUrl: ...
def prospero(
    host: str,
    hsoname: _Octets,
    *,
    fields: Iterable[tuple[_Octets, _Octets]] = (),
    port: int | None = None,
) -> ProsperoUrl: ...
