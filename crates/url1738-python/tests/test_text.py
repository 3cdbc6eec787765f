"""URLs in running text, files and streams; repairs; plans."""

import io
import pathlib

import pytest

import url1738

TEXT = "Ünser €: <URL:http://host.dom/a b>, 𝄞 'ftp://host.dom/x' http://host.dom/y#z.\n" * 3


def spans(matches):
    return [(match.text, match.span, match.whole) for match in matches]


def test_offsets_are_characters_of_the_string():
    for match in url1738.find(TEXT):
        assert TEXT[match.start : match.end].replace(" ", "").removesuffix("#z") == match.text
        assert match.whole[0] <= match.start <= match.end <= match.whole[1]
    assert [match.form for match in url1738.find(TEXT)][:3] == ["wrapped", "quoted", "bare"]
    assert [match.fragment for match in url1738.find(TEXT)][:3] == [None, None, "z"]


def test_offsets_of_bytes_are_bytes():
    octets = TEXT.encode()
    for match in url1738.find(octets):
        assert octets[match.start : match.end].replace(b" ", b"").removesuffix(b"#z").decode() == match.text


class Dribble(io.RawIOBase):
    """Gives what it has in pieces of every size."""

    def __init__(self, data):
        self.data, self.at, self.size = data, 0, 0

    def read(self, size=-1):
        self.size = self.size % 7 + 1
        piece = self.data[self.at : self.at + self.size]
        self.at += len(piece)
        return piece


@pytest.mark.parametrize("size", [1, 3, 2000])
def test_all_sources_agree(tmp_path, size):
    text = ("€" * 11 + "\ud800 filler " * 5 + TEXT) * size
    plain = text.replace("\ud800", "?")
    path = tmp_path / "text"
    path.write_bytes(plain.encode())
    expected = spans(url1738.find(plain))
    assert len(expected) == 9 * size
    assert spans(url1738.find(text)) == expected
    assert spans(url1738.find_in(io.StringIO(plain))) == expected
    with open(path, encoding="utf-8") as file:
        assert spans(url1738.find_in(file)) == expected
    octets = spans(url1738.find(plain.encode()))
    assert [it[0] for it in octets] == [it[0] for it in expected]
    assert spans(url1738.find_in(path)) == octets
    assert spans(url1738.find_in(str(path))) == octets
    with open(path, "rb") as file:
        assert spans(url1738.find_in(file)) == octets
    if size < 10:
        assert spans(url1738.find_in(Dribble(plain))) == expected
        assert spans(url1738.find_in(Dribble(plain.encode()))) == octets


def test_compressed_files_and_paths_of_bytes(tmp_path):
    import bz2
    import gzip
    import os

    expected, octets = spans(url1738.find(TEXT)), spans(url1738.find(TEXT.encode()))
    for module in (gzip, bz2):
        path = tmp_path / module.__name__
        path.write_bytes(module.compress(TEXT.encode()))
        with module.open(path) as file:
            assert spans(url1738.find_in(file)) == octets
        with module.open(path, "rt", encoding="utf-8") as file:
            assert spans(url1738.find_in(file)) == expected
    path = tmp_path / os.fsdecode(b"\xff name")
    path.write_bytes(TEXT.encode())
    for name in (path, os.fspath(path), os.fsencode(path)):
        assert spans(url1738.find_in(name)) == octets


def as_open(path):
    """Returns what the package raises for a path, and what Python's `open` does."""
    raised = []
    for function in (url1738.find_in, open):
        with pytest.raises(Exception) as caught:
            function(path)
        raised.append((type(caught.value), str(caught.value)))
    return raised


def test_find_in_raises_what_open_raises(tmp_path):
    for path in (tmp_path, tmp_path / "missing", str(tmp_path / "missing"), "a\0b"):
        ours, theirs = as_open(path)
        assert ours == theirs


def test_a_stream_returns_one_type():
    class Odd:
        def __init__(self, *pieces):
            self.pieces = list(pieces)

        def read(self, size):
            return self.pieces.pop(0)

    for pieces in (("é http://host.dom/ ", b"x", b""), (b"\xc3 http://host.dom/ ", "x", "")):
        with pytest.raises(TypeError, match="both str and bytes"):
            list(url1738.find_in(Odd(*pieces)))
    assert len(list(url1738.find_in(Odd(b"http://ho", bytearray(b"st.dom/"), b"")))) == 1


def test_a_repair_with_many_changes_takes_as_long_as_they_are_many():
    import time

    def seconds(count):
        text, start = "http://host.dom/" + "~é " * count, time.process_time()
        changes = url1738.repair(text).changes
        assert len(changes) >= 2 * count and text[slice(*changes[-1].span)] in ("~", "é", " ", "é ", "")
        assert {text[slice(*change.span)] for change in changes} <= {"~", "é", " ", "é ", ""}
        return time.process_time() - start

    # Quadratic time would be a hundred times as much; the bound leaves room for noise.
    assert min(seconds(30_000) for _ in range(3)) < 40 * max(seconds(3_000), 0.01)


def test_find_in_reports_what_open_reports(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        url1738.find_in(tmp_path / "missing")
    assert caught.value.filename is not None
    with pytest.raises(TypeError):
        url1738.find_in(1.5)
    with pytest.raises(TypeError):
        list(url1738.find_in(type("Odd", (), {"read": lambda self, size: 1})()))
    with pytest.raises(ZeroDivisionError):
        list(url1738.find_in(type("Odd", (), {"read": lambda self, size: 1 // 0})()))
    with pytest.raises(TypeError):
        url1738.find(None)


def test_matches_are_parsed_on_demand():
    [good, bad] = url1738.find("http://host.dom/ http://host.dom/~joe")
    assert isinstance(good.url, url1738.HttpUrl)
    with pytest.raises(url1738.UrlError):
        bad.url
    assert str(url1738.repair(bad.text).url) == "http://host.dom/%7Ejoe"
    match good:
        case url1738.Match(text, (start, end)):
            assert (text, start, end) == ("http://host.dom/", 0, 16)


def test_a_match_that_is_cut_in_its_password_shows_none_of_it():
    for text in ("ftp://joe:s3cret pass@host.dom/", "ftp://joe:s3cret#pass@host.dom/"):
        [cut] = url1738.find(text)
        with pytest.raises(url1738.UrlError) as caught:
            cut.url
        assert "s3c" not in f"{caught.value}{caught.value.picture}" and "ftp://joe:***" in caught.value.picture


def test_a_long_text_without_matches_takes_no_memory():
    import tracemalloc

    class Zeros(io.RawIOBase):
        left = 200

        def read(self, size=-1):
            self.left -= 1
            return "€" * 65536 if self.left > 0 else ""

    tracemalloc.start()
    assert list(url1738.find_in(Zeros())) == []
    tracemalloc.stop()


def test_repairs():
    repaired = url1738.repair("<URL:http://host.dom/~joe/é#top>")
    assert str(repaired.url) == "http://host.dom/%7Ejoe/%C3%A9" and repaired.fragment == "top"
    assert not repaired.is_safe and {change.code for change in repaired.changes} >= {"wrapper", "fragment"}
    valid = url1738.repair("http://host.dom/")
    assert valid.changes == [] and valid.is_safe
    for change in repaired.changes:
        assert change.reason and change.rule and change.part and repr(change)


def test_schemes_are_repaired():
    repaired = url1738.repair_scheme("é <htp://host.dom/~>"[2:])
    assert str(repaired.url) == "http://host.dom/%7E" and not repaired.is_safe
    assert [(change.code, change.span) for change in repaired.changes][:2] == [("wrapper", (0, 1)), ("unknown-scheme", (1, 4))]
    assert str(url1738.repair("htp://host.dom/").url) == "htp://host.dom/"
    for text in ("http://host.dom/~", "redis://host.dom/", "x-htp://h/", ""):
        assert url1738.repair_scheme(text) is None


def test_plans():
    plan = url1738.parse("ftp://joe:hunter2@host.dom/a/b;type=i").plan()
    kinds = [(step.kind, step.verb, step.argument) for step in plan.steps]
    assert kinds == [
        ("command", "USER", b"joe"),
        ("command", "PASS", b"hunter2"),
        ("command", "CWD", b"a"),
        ("command", "TYPE", b"I"),
        ("command", "RETR", b"b"),
    ]
    assert "hunter2" not in str(plan) + repr(plan) + repr(plan.steps) + str(plan.steps[1])
    assert plan.wire() == (b"USER joe\r\n", b"PASS hunter2\r\n", b"CWD a\r\n", b"TYPE I\r\n", b"RETR b\r\n")
    assert plan.steps[1].condition == "if 331" and plan.endpoint == url1738.parse("ftp://host.dom/").plan().endpoint


def test_questions_of_plans():
    plan = url1738.parse("ftp://joe@host.dom/a").plan()
    assert plan.questions == ("password",)
    with pytest.raises(ValueError, match="missing answer: password"):
        plan.wire()
    with pytest.raises(ValueError):
        plan.wire(password="a\r\nQUIT")
    assert b"PASS x\r\n" in plan.wire(password="x")


STEPS = [
    ("wais://host.dom/db?words", "search", {"database": b"db", "terms": b"words"}),
    ("wais://host.dom/db/TEXT/1", "retrieve", {"database": b"db", "document": (b"TEXT", b"1")}),
    ("prospero://host.dom/a;b=c", "resolve", {"hsoname": b"a", "fields": ((b"b", b"c"),)}),
    ("file:///etc/motd", "open", {"segments": (b"etc", b"motd")}),
    ("mailto:joe@host.dom", "compose", {"argument": b"joe@host.dom"}),
    ("telnet://joe:pw@host.dom/", "advise-user", {"argument": b"joe"}),
    ("telnet://joe:pw@host.dom/", "session", {}),
    ("wais://host.dom/db", "search", {"terms": None, "question": "search"}),
]


@pytest.mark.parametrize(("text", "kind", "attributes"), STEPS)
def test_steps_are_objects(text, kind, attributes):
    [step] = [step for step in url1738.parse(text).plan().steps if step.kind == kind]
    for name, value in attributes.items():
        assert getattr(step, name) == value


def test_replace_all():
    text = "é <URL:http://h.dom/a#top>, ftp://h.\n  dom/b and news:comp.lang.c."
    assert url1738.replace_all(text, lambda match: None) == text
    shown = url1738.replace_all(text, lambda match: f"[{match.target}]" if match.text.startswith("http") else None)
    assert shown == text.replace("http://h.dom/a#top", "[http://h.dom/a#top]")
    octets = text.encode("latin-1")
    assert url1738.replace_all(octets, lambda match: b"X") == "é <URL:X>, X.\n  dom/b and X.".encode("latin-1")
    for wrong in (lambda match: 7, lambda match: b"x"):
        with pytest.raises(TypeError):
            url1738.replace_all(text, wrong)
    with pytest.raises(ZeroDivisionError):
        url1738.replace_all(text, lambda match: 1 / 0)
    with pytest.raises(TypeError):
        url1738.replace_all(7, str)
