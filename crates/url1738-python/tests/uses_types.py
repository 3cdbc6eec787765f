"""What users write, for the type checkers."""

from typing import assert_type

import url1738

url = url1738.parse("ftp://host.dom/")
match url:
    case url1738.FtpUrl(host, path, typecode):
        assert_type(host, str)
        assert_type(path, str | None)
        segments: tuple[str, ...] = url.segments
        octets: tuple[bytes, ...] = url.segment_bytes
    case url1738.HttpUrl():
        search: str | None = url.search
    case url1738.HttpsUrl() | url1738.WsUrl() | url1738.WssUrl():
        assert_type(url.segments, tuple[str, ...])
    case url1738.GopherUrl():
        assert_type(url.item_type, str)
    case _:
        assert_type(url.scheme, str)

assert_type(url1738.ftp("host.dom", ["a"], user=b"x").replace(port=None), url1738.FtpUrl)
assert_type(url1738.http("host.dom", search="a").normalize(), url1738.HttpUrl)
assert_type([match.span for match in url1738.find("text")], list[tuple[int, int]])
try:
    url1738.parse("x y")
except url1738.UrlError as error:
    assert_type(error.code, str)
    assert_type(error.span, tuple[int, int] | None)
    assert_type(error.fix, url1738.Fix | None)
assert_type(url.plan().wire(password="x"), tuple[bytes, ...])
assert_type(url.join("b"), url1738.Joined)
assert_type(url1738.http("host.dom", pairs={"a": None}).pairs, tuple[tuple[str, str | None], ...])
assert_type(url1738.prospero("host.dom", "a", fields={"b": "c"}).replace(fields=None), url1738.ProsperoUrl)
same = [url]
same += [url1738.repair("x").url, url.join("b").url, next(url1738.find("news:*")).url]
repaired = url1738.repair_scheme("htp://host.dom/")
assert_type(repaired, url1738.Repaired | None)
assert_type(url1738.replace_all("text", lambda match: match.target), str)
assert_type(url1738.FileUrl.from_path("/etc").replace(path=["motd"]), url1738.FileUrl)
column = url1738.arrow.valid(["http://host.dom/", b"x", None])
assert_type(column, url1738.arrow.Column)
assert_type(column.name, str)
assert_type(len(column[0:1]), int)
ordered: list[url1738.Url] = sorted({url, url1738.news()})
