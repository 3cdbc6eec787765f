"""The classes: what they are, and what Python asks of values."""

import copy
import inspect
import os
import pathlib
import pickle

import pytest

import url1738

SAMPLES = [
    "ftp://joe:p%40ss@host.dom:2121/pub/a%2Fb/motd;type=a",
    "http://host.dom:8080/a%20b/c?q=1",
    "gopher://host.dom/7/find%09words%09+",
    "mailto:joe%25x@host.dom",
    "news:comp.lang.c",
    "news:a%40b@host.dom",
    "news:*",
    "nntp://host.dom/comp.lang.c/42",
    "telnet://guest:pw@host.dom/",
    "wais://host.dom/db?words",
    "wais://host.dom/db/TEXT/1",
    "file:///etc/motd",
    "prospero://host.dom/a/b;version=2",
    "x-db://joe:pw@host.dom/db",
    "tel:+358-555",
]


@pytest.mark.parametrize("text", SAMPLES)
def test_a_url_is_a_value(text):
    url = url1738.parse(text)
    assert str(url) == text and url == url1738.parse(text)
    assert hash(url) == hash(url1738.parse(text)) and len({url, url1738.parse(text)}) == 1
    assert isinstance(url, url1738.Url) and type(url)(text) == url
    assert url.replace() == url
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(url, protocol))
        assert again == url and type(again) is type(url)
    assert copy.copy(url) == url and copy.deepcopy(url) == url
    for attribute in ("scheme", "host", "anything"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(url, attribute, "x")
    assert "p%40ss" not in repr(url) and ":pw@" not in repr(url)
    assert [part.text for part in url.parts()][0] == url.scheme
    assert all(text[slice(*part.span)] == part.text for part in url.parts())


def test_urls_are_ordered_by_their_text():
    urls = [url1738.parse(text) for text in SAMPLES]
    assert [str(url) for url in sorted(urls)] == sorted(SAMPLES)
    assert urls[0] <= urls[0] and urls[0] != urls[1] and urls[0] < urls[1] and urls[1] > urls[0]


def test_a_url_is_not_a_string():
    url = url1738.parse("http://host.dom/")
    assert url != "http://host.dom/" and ("http://host.dom/" == url) is False
    with pytest.raises(TypeError):
        url < "http://host.dom/"
    for wrong in (None, 1, b"http://host.dom/"):
        with pytest.raises(TypeError):
            url1738.parse(wrong)
    with pytest.raises(TypeError):
        url1738.Url("http://host.dom/")


def test_a_class_parses_its_own_scheme_only():
    with pytest.raises(url1738.UrlError) as caught:
        url1738.FtpUrl("http://host.dom/")
    assert caught.value.code == "wrong-scheme"
    with pytest.raises(ValueError):
        url1738.GenericUrl("http://host.dom/")


def test_a_subclass_of_str_is_copied():
    class Text(str):
        def __str__(self):
            return "http://other.dom/"

        def __hash__(self):
            return 1

    url = url1738.parse(Text("http://host.dom/"))
    assert type(str(url)) is str and url == url1738.parse("http://host.dom/") and url.host == "host.dom"


def test_match_statement():
    found = []
    for text in SAMPLES:
        match url1738.parse(text):
            case url1738.FtpUrl("host.dom", path, typecode="a"):
                found.append(path)
            case url1738.HttpUrl(host=host, port=8080, search=search):
                found.append((host, search))
            case url1738.NewsUrl(group=str(group)):
                found.append(group)
            case url1738.NewsUrl(None, article) if article:
                found.append(article)
            case url1738.GenericUrl("tel", number):
                found.append(number)
    assert found == ["pub/a%2Fb/motd", ("host.dom", "q=1"), "comp.lang.c", "a@b@host.dom", "+358-555"]


def test_match_args_are_attributes():
    for name in url1738.__all__:
        found = getattr(url1738, name)
        for attribute in getattr(found, "__match_args__", ()):
            assert hasattr(found, attribute), f"{name}.{attribute}"
        if isinstance(found, type) and issubclass(found, url1738.Url) and found is not url1738.Url:
            assert found.__match_args__


OCTETS = [
    ("ftp://%FF:%FE@host.dom/%FD/%FC", ["user", "password", "segments", "cwds", "name"]),
    ("http://host.dom/%FF?%FE=%FD", ["segments", "search", "pairs"]),
    ("gopher://host.dom/%FFs%FE%09%FD%09%FC", ["item_type", "selector", "search", "plus"]),
    ("news:%FF@host.dom", ["unique", "article"]),
    ("telnet://%FF:%FE@host.dom", ["user", "password"]),
    ("wais://host.dom/%FF?%FE", ["database", "search"]),
    ("wais://host.dom/d/%FF/%FE", ["wtype", "wpath"]),
    ("file:///%FF", ["segments"]),
    ("prospero://host.dom/%FF;%FE=%FD", ["hsoname", "segments", "fields"]),
    ("x://%FF:%FE@host.dom/%FF?%FE=%FD", ["user", "password", "segments", "search", "pairs"]),
]


@pytest.mark.parametrize(("text", "names"), OCTETS)
def test_octets_that_are_not_utf8(text, names):
    url = url1738.parse(text)
    singular = {"segments": "segment", "cwds": "cwd", "fields": "field", "pairs": "pair"}
    for name in names:
        with pytest.raises(UnicodeDecodeError):
            getattr(url, name)
        octets = getattr(url, singular.get(name, name) + "_bytes", None)
        assert octets is not None or name == "article", name
    # What is not decoded does not fail.
    assert url.scheme and url.host in ("host.dom", None) and repr(url)


def test_decoded_text_and_octets_agree():
    for text in SAMPLES + ["ftp://h%C3%A9:%E2%82%AC@host.dom/caf%C3%A9", "http://host.dom/%E2%82%AC?%C3%A9"]:
        url = url1738.parse(text)
        for name in dir(url):
            if not name.endswith("_bytes"):
                continue
            octets, single = getattr(url, name), name.removesuffix("_bytes")
            value = getattr(url, single if hasattr(url, single) else single + "s")

            def encode(it):
                return tuple(map(encode, it)) if isinstance(it, tuple) else it and it.encode()

            assert encode(value) == octets or (value == "" and octets == b""), f"{text} {name}"


REPLACED = [
    ("ftp://joe:pw@h:21/a/b;type=i", {"host": "o"}, "ftp://joe:pw@o:21/a/b;type=i"),
    ("ftp://joe:pw@h/a", {"user": "x"}, "ftp://x:pw@h/a"),
    ("ftp://joe:pw@h/a", {"password": "x:@"}, "ftp://joe:x%3A%40@h/a"),
    ("ftp://joe:pw@h/a", {"password": None}, "ftp://joe@h/a"),
    ("ftp://joe:pw@h/a", {"user": None}, "ftp://h/a"),
    ("ftp://h/a", {"user": "", "password": b"\xff"}, "ftp://:%FF@h/a"),
    ("ftp://h:1/a/b", {"port": None, "segments": ["x/y", b"\xff"]}, "ftp://h/x%2Fy/%FF"),
    ("ftp://h/a/b", {"path": []}, "ftp://h"),
    ("ftp://h/a", {"typecode": "d"}, "ftp://h/a;type=d"),
    ("http://h/a?b", {"search": ""}, "http://h/a?"),
    ("http://h/a?b", {"path": ["é"], "search": None}, "http://h/%C3%A9"),
    ("gopher://h/1/a", {"item_type": "0"}, "gopher://h/0/a"),
    ("gopher://h/1/a", {"selector": b"/b"}, "gopher://h/1/b"),
    ("gopher://h/1/a%09s%09+", {"plus": None}, "gopher://h/1/a%09s"),
    ("gopher://h/7/a", {"search": "s t", "plus": "+"}, "gopher://h/7/a%09s%20t%09+"),
    ("gopher://h", {"port": 7070}, "gopher://h:7070"),
    ("mailto:a@b", {"address": "c@d"}, "mailto:c@d"),
    ("news:a.b", {"article": "<x@h>"}, "news:x@h"),
    ("news:x@h", {"group": "a.b"}, "news:a.b"),
    ("news:a.b", {"group": None}, "news:*"),
    ("news:a.b", {"article": None}, "news:a.b"),
    ("news:x@h", {"article": None}, "news:*"),
    ("news:a.b", {"article": "x@h", "group": None}, "news:x@h"),
    ("nntp://h/a.b/1", {"article": 2, "group": "c"}, "nntp://h/c/2"),
    ("nntp://h/a.b/1", {"article": 2**64}, "nntp://h/a.b/18446744073709551616"),
    ("telnet://a:b@h/", {"slash": False}, "telnet://a:b@h"),
    ("wais://h/d?x", {"database": "e"}, "wais://h/e?x"),
    ("wais://h/d/T/1", {"wpath": "2"}, "wais://h/d/T/2"),
    ("wais://h/d/T/1", {"search": "x"}, "wais://h/d?x"),
    ("wais://h/d/T/1", {"wtype": None, "wpath": None}, "wais://h/d"),
    ("wais://h/d?x", {"search": None}, "wais://h/d"),
    ("wais://h/d?x", {"wtype": "T", "wpath": "1"}, "wais://h/d/T/1"),
    ("file:///a", {"host": "h"}, "file://h/a"),
    ("file://h/a", {"host": None, "path": ["b", "c"]}, "file:///b/c"),
    ("prospero://h/a;b=c", {"hsoname": "x y"}, "prospero://h/x%20y;b=c"),
    ("prospero://h/a;b=c", {"fields": [("d", b"\xff")]}, "prospero://h/a;d=%FF"),
    ("prospero://h/a", {"fields": {"b": "c"}.items()}, "prospero://h/a;b=c"),
    ("prospero://h/a;b=c", {"fields": None}, "prospero://h/a"),
    # What is `None` by one name and given by the other is given.
    ("http://h/a?b", {"search": None, "pairs": [("c", "d")]}, "http://h/a?c=d"),
    ("http://h/a?b", {"pairs": [("c", "d")], "search": None}, "http://h/a?c=d"),
    ("http://h/a?b", {"pairs": None, "search": None, "path": None, "segments": ["c"]}, "http://h/c"),
    ("prospero://h/a", {"fields": [["b", "c"]]}, "prospero://h/a;b=c"),
    ("x://u@h:1/a", {"host": "o", "port": None, "user": "v", "password": "w"}, "x://v:w@o/a"),
]


@pytest.mark.parametrize(("text", "parts", "expected"), REPLACED)
def test_replace(text, parts, expected):
    url = url1738.parse(text)
    replaced = url.replace(**parts)
    assert str(replaced) == expected and type(replaced) is type(url) and str(url) == text


WRONG = [
    ("ftp://h/a", {"host": "a b"}, url1738.UrlError),
    ("ftp://h/a", {"host": None}, TypeError),
    ("ftp://h/a", {"port": 65536}, ValueError),
    ("ftp://h/a", {"port": -1}, ValueError),
    ("ftp://h/a", {"port": "21"}, TypeError),
    ("ftp://h/a", {"password": "x"}, ValueError),
    ("ftp://h/a", {"path": "a/b"}, TypeError),
    ("ftp://h/a", {"path": [1]}, TypeError),
    ("ftp://h/a", {"typecode": "x"}, ValueError),
    ("ftp://h/a", {"scheme": "http"}, TypeError),
    ("http://h/a", {"user": "joe"}, TypeError),
    ("gopher://h/1a", {"item_type": "00"}, ValueError),
    ("gopher://h/1a", {"selector": "a\tb"}, url1738.UrlError),
    ("mailto:a@b", {"address": "x"}, url1738.UrlError),
    ("news:a", {"article": "x"}, ValueError),
    ("news:a", {"group": "9"}, url1738.UrlError),
    ("news:a", {"group": "b", "article": "x@h"}, ValueError),
    ("nntp://h/a/1", {"article": "2"}, TypeError),
    ("nntp://h/a/1", {"article": -1}, ValueError),
    ("wais://h/d", {"wtype": "T"}, ValueError),
    ("wais://h/d", {"search": "x", "wtype": "T", "wpath": "1"}, ValueError),
    ("prospero://h/a", {"fields": ["ab"]}, TypeError),
    ("prospero://h/a", {"fields": [("a",)]}, TypeError),
    ("prospero://h/a", {"fields": [("a", "b", "c")]}, TypeError),
    ("ftp://h/a", {"path": ["b"], "segments": ["c"]}, TypeError),
    ("http://h/", {"search": "a", "pairs": []}, TypeError),
    ("http://h/", {"pairs": ["ab"]}, TypeError),
    ("http://h/", {"pairs": "a=b"}, TypeError),
    ("gopher://h/7a", {"pairs": []}, TypeError),
    ("http://h/a", {"fields": []}, TypeError),
    ("ftp://h/a", {"port": 21.0}, TypeError),
    ("ftp://h/a", {"port": 2**70}, ValueError),
    ("prospero://h/a", {"fields": [("a", None)]}, TypeError),
    ("tel:1", {"host": "h"}, ValueError),
]


@pytest.mark.parametrize(("text", "parts", "error"), WRONG)
def test_replace_refuses(text, parts, error):
    with pytest.raises(error):
        url1738.parse(text).replace(**parts)


def test_builders_and_replace_take_the_same_names():
    assert url1738.ftp("h", ["a"], port=1) == url1738.ftp(host="h", path=["a"], port=1)
    assert url1738.ftp("h", segments=["a"]) == url1738.ftp("h", path=["a"])
    assert str(url1738.http("1.2.3.4")) == "http://1.2.3.4"
    assert str(url1738.wais("h", b"\xff", wtype="T", wpath="x")) == "wais://h/%FF/T/x"
    assert str(url1738.gopher("h")) == "gopher://h"
    assert str(url1738.telnet("h", slash=False)) == "telnet://h"
    with pytest.raises(TypeError):
        url1738.file(["a"], segments=["b"])
    with pytest.raises(url1738.UrlError) as caught:
        url1738.ftp("münchen.dom")
    assert caught.value.span == (1, 2)


def test_an_integer_of_any_class_is_a_port():
    class Integer:
        def __index__(self):
            return 21

    assert url1738.ftp("h", port=Integer()).port == 21


def test_pairs_of_other_schemes_are_read():
    url = url1738.parse("x-db://host.dom/a%20b/c?mode=a%26b&flag")
    assert url.pairs == (("mode", "a&b"), ("flag", None)) and url.search == "mode=a&b&flag"
    assert url1738.parse("tel:1").search is None and url1738.parse("tel:1").pairs == ()


def test_pairs_are_read_and_written():
    pairs = (("a b", "1&2=+%"), ("flag", None), ("empty", ""), ("é", "\x00"))
    for scheme in ("http", "https", "ws", "wss"):
        url = getattr(url1738, scheme)("h.dom", pairs=pairs)
        assert str(url) == f"{scheme}://h.dom/?a%20b=1%262%3D%2B%25&flag&empty=&%C3%A9=%00"
        assert url.pairs == pairs and url.replace(pairs=dict(pairs)) == url
        assert str(url.replace(pairs=[])) == str(url.replace(pairs=None)) == f"{scheme}://h.dom/"
        assert url.replace(search=url.search) != url and url.replace(host="h.dom").pairs == pairs


def test_replace_has_a_signature():
    for text, names in (
        ("ftp://h/", ["host", "path", "segments", "user", "password", "port", "typecode"]),
        ("https://h/", ["host", "path", "segments", "search", "pairs", "port"]),
        ("news:*", ["group", "article"]),
        ("x-db://h/", ["host", "path", "segments", "user", "password", "port"]),
    ):
        url = url1738.parse(text)
        for method in (url.replace, url.__replace__):
            parameters = inspect.signature(method).parameters.values()
            assert [parameter.name for parameter in parameters] == names
            assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters)
        # What can be replaced can be read by the same name.
        assert all(hasattr(url, name) for name in names)
    if hasattr(copy, "replace"):
        assert copy.replace(url1738.parse("ftp://h/a"), host="i") == url1738.parse("ftp://i/a")


def test_pydantic():
    pydantic = pytest.importorskip("pydantic")

    class Mirror(pydantic.BaseModel):
        url: url1738.FtpUrl
        others: list[url1738.Url] = []

    mirror = Mirror.model_validate({"url": "ftp://h.dom/pub", "others": ["http://h.dom/", url1738.mailto("a@b.dom")]})
    assert mirror.url == url1738.ftp("h.dom", ["pub"]) and type(mirror.others[0]) is url1738.HttpUrl
    assert mirror.model_dump()["url"] is mirror.url
    text = mirror.model_dump_json()
    assert text == '{"url":"ftp://h.dom/pub","others":["http://h.dom/","mailto:a@b.dom"]}'
    assert Mirror.model_validate_json(text) == mirror
    assert Mirror.model_json_schema()["properties"]["url"]["type"] == "string"
    for wrong in ("http://h.dom/", "ftp://h.dom/a b", 7, url1738.http("h.dom")):
        with pytest.raises(pydantic.ValidationError):
            Mirror(url=wrong)
    with pytest.raises(pydantic.ValidationError, match="unexpected space in path segment at character 13") as caught:
        Mirror(url="ftp://h.dom/a b", others=[7])
    # One error a field, at its place.
    assert [(it["type"], it["loc"]) for it in caught.value.errors()] == [("value_error", ("url",)), ("string_type", ("others", 0))]


def test_normal_forms_relatives_and_keys():
    url = url1738.parse("HTTP://HOST.dom:80/%7ejoe")
    normal = url.normalize()
    assert str(normal) == "http://host.dom/%7Ejoe" and url.equivalent(normal) and normal.is_normal()
    assert normal.normalize() is normal
    assert str(url1738.parse("http://h/a/b/c").join("../d").url) == "http://h/a/d"
    assert str(url1738.parse("http://h/a").join("../../d", rfc=3986).url) == "http://h/d"
    assert [normal.join(reference).inherits_fragment for reference in ("", "#a", "b")] == [True, False, False]
    with pytest.raises(ValueError):
        normal.join("x", rfc=1)
    with pytest.raises(ValueError, match="`wayback-0.3.1`, `wayback` or `exact`"):
        normal.surt("x")


def test_file_paths():
    assert str(url1738.parse("file:///etc/a%20b").to_path()) == "/etc/a b"
    with pytest.raises(url1738.PlanError):
        url1738.parse("file://other.dom/x").to_path()
    for path in ("/etc/50%", b"/etc/\xff", pathlib.PurePosixPath("/a b/c")):
        url = url1738.FileUrl.from_path(path)
        assert type(url) is url1738.FileUrl and os.fsencode(url.to_path()) == os.fsencode(path)
    with pytest.raises(ValueError, match="the path is not absolute"):
        url1738.FileUrl.from_path("a/b")


def values():
    """Yields a value of each class that is not a URL, and another of it."""
    found = list(url1738.find("<URL:http://host.dom/a#b> ftp://h/\n"))
    yield tuple(found)
    yield url1738.repair("http://h/~").changes[0], url1738.repair("http://h/ ~").changes[0]
    yield url1738.repair("<http://h/~#a>"), url1738.repair("http://h/~")
    url = url1738.parse("ftp://joe:pw@h//a")
    yield url.parts()[2], url.parts()[1]
    yield url.lints()[0], url.lints()[1]
    yield url.plan().endpoint, url1738.parse("news:*").plan().endpoint
    yield url.plan(), url1738.parse("ftp://joe:pw@h/a").plan()
    yield tuple(url.plan().steps[:2])
    yield url.join("b#c"), url.join("b")
    yield url1738.Fix((0, 1), "a"), url1738.Fix((0, 1), "b")


@pytest.mark.parametrize(("value", "other"), list(values()), ids=lambda it: type(it).__name__)
def test_what_functions_return_are_values(value, other):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and type(again) is type(value) and repr(again) == repr(value)
        for name in type(value).__match_args__:
            assert getattr(again, name) == getattr(value, name)
    assert copy.copy(value) == value and copy.deepcopy([value]) == [value]
    assert hash(copy.copy(value)) == hash(value) and len({value, copy.copy(value), other}) == 2
    assert value != other and value != 1 and (value == "x") is False


def test_no_secret_is_in_the_repr_of_a_part():
    for text in ("ftp://joe:hunter2@h/", "http://h/?password=hunter2&a=b", "x-db://joe:hunter2@h/"):
        url = url1738.parse(text)
        parts = pickle.loads(pickle.dumps(url.parts()))
        assert "hunter2" not in repr(url) + repr(url.parts()) + repr(parts)
        assert any("hunter2" in part.text for part in parts)


def test_no_secret_is_in_the_repr_of_what_has_a_fragment():
    # The `#` may be a character of a password, and the text around it may end a URL in its password.
    base = url1738.parse("x-db://host.dom/a")
    for shown in (
        url1738.repair("x-db://h/ftp://joe:hun#ter2@host.dom/"),
        url1738.repair("http://h/~#access_token=hunter2"),
        base.join("b/ftp://joe:hun#ter2@host.dom/"),
        base.join("#password=hunter2"),
        *url1738.find("ftp://joe:hunter2 x@host.dom/ x-db://h/ftp://joe:hun#ter2@host.dom/"),
    ):
        for again in (shown, pickle.loads(pickle.dumps(shown))):
            assert "hun" not in repr(again) and "ter2" not in repr(again) and "***" in repr(again), repr(again)
    assert "%C3" not in repr(url1738.repair("ftp://joe:p\u00fc@h/").changes)
