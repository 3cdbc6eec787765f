"""Errors: their fields, their picture, and that their spans count characters."""

import pickle
import traceback

import pytest

import url1738


def error_of(text, call=url1738.parse):
    with pytest.raises(url1738.UrlError) as caught:
        call(text)
    return caught.value


def test_the_fields():
    error = error_of("http://host.dom/a b")
    assert isinstance(error, ValueError)
    assert (error.code, error.rule, error.part, error.span) == ("space", "bnf:hsegment", "hsegment", (17, 18))
    assert error.help == "percent-encode it as `%20`" and error.fix == url1738.Fix((17, 18), "%20")
    assert error.message == "unexpected space in path segment"
    assert str(error) == "unexpected space in path segment at character 17; percent-encode it as `%20`"
    assert error.picture.splitlines() == ["  http://host.dom/a b", "  " + " " * 17 + "^"]
    assert "UrlError" in repr(error)


def test_a_traceback_has_the_picture_as_a_note():
    error = error_of("http://host.dom/a b")
    assert error.__notes__ == [error.picture]
    if hasattr(error, "add_note"):
        error.add_note("in row 7")
        lines = "".join(traceback.format_exception_only(error)).splitlines()
        assert lines == [f"url1738.UrlError: {error}", *error.picture.splitlines(), "in row 7"]
        assert pickle.loads(pickle.dumps(error)).__notes__ == [error.picture, "in row 7"]
    assert url1738.UrlError("text").__notes__ == []


def test_pictures_count_characters():
    # A wide character has two columns, and a combining one none.
    for text, before in (("http://host.dom/a b", 17), ("http://host.dom/日", 16), ("http://é.dom/", 7)):
        error = error_of(text)
        assert error.picture.splitlines()[1].index("^") == 2 + before == 2 + error.span[0]
        assert f"at character {error.span[0]}" in str(error)
    # Letters are shown as they are, with a caret each; other characters are escaped.
    assert error_of("http://host.dom/日本 é").picture.splitlines() == ["  http://host.dom/日本 é", "  " + " " * 16 + "^"]
    with pytest.raises(url1738.PlanError) as caught:
        url1738.parse("ftp://h/a%0Ab").plan()
    assert str(caught.value).endswith("at character 8") and caught.value.picture.splitlines()[1].index("^") == 10


# Texts with characters of two, three and four bytes, before and at the place.
@pytest.mark.parametrize("character", ["é", "€", "𝄞", "\ud800", "\udcff"])
@pytest.mark.parametrize(("before", "after"), [("http://host.dom/", "x"), ("http://", ".dom/"), ("", ":x"), ("tel:", "")])
def test_spans_are_characters(character, before, after):
    text = before + character * 2 + after
    error = error_of(text)
    start, end = error.span
    assert 0 <= start <= end <= len(text) and start <= len(before)
    assert start == len(before) or before == ""
    if error.fix is not None:
        assert error.fix.apply(text) != text
    repaired = None
    try:
        repaired = url1738.repair(text)
    except url1738.UrlError as refused:
        assert 0 <= refused.span[0] <= refused.span[1] <= len(text)
    for change in repaired.changes if repaired else ():
        assert 0 <= change.span[0] <= change.span[1] <= len(text)


def test_a_lone_surrogate_has_no_encoding():
    for text, span in (("http://host.dom/a\ud800b", (17, 18)), ("\udfff:x", (0, 1)), ("http://h/é\udc80", (9, 10))):
        error = error_of(text)
        assert error.span == span
        if text[span[0]] != "é":
            assert f"lone surrogate U+{ord(text[span[0]]):04X}" in error.message and error.message in str(error)
            assert error.fix is None and error.help == "remove it: it is half of a character"
    error = error_of("\ud800", url1738.parse("http://host.dom/").join)
    assert "lone surrogate U+D800" in error.message and error.fix is None


def test_a_password_with_a_lone_surrogate_is_in_no_exception():
    # As `os.environ` returns the octets of Latin-1.
    with pytest.raises(ValueError) as caught:
        url1738.ftp("host.dom", user="joe", password="s3cret\udce9")
    assert "s3cret" not in repr(caught.value) and "lone surrogate" in str(caught.value)


def test_a_lone_surrogate_is_not_repaired():
    for text in ("http://host.dom/a\ud800b", "<http://host.dom/\udcff>", "http://host.dom/~\udcff"):
        error = error_of(text, url1738.repair)
        assert text[slice(*error.span)] in "\ud800\udcff~<"
    assert url1738.repair_scheme("htp://host.dom/\ud800") is None


def test_of_a_long_text_the_surroundings_are_shown():
    head, tail = "http://host.dom/" + "a/" * 10_000, "b" * 10_000
    line, carets = error_of(f"{head} {tail}").picture.splitlines()
    assert line.startswith("  ...a/") and line.endswith("bbb...") and len(line) < 600
    assert line[carets.index("^")] == " " and line[carets.index("^") + 1] == "b"
    # A password that is cut is still masked.
    shown = error_of(f"ftp://joe:{'secret' * 100}@host.dom/{'a' * 200} ").picture
    assert "secret" not in shown and "..." in shown
    assert "..." not in error_of("http://host.dom/" + "a" * 200 + " ").picture


def test_errors_that_python_raises():
    for error in (url1738.UrlError("text"), url1738.UrlError(), url1738.PlanError("text")):
        assert (error.message, error.code, error.rule, error.span) == (str(error), "", None, None)
        assert (error.part, error.help, error.fix) == (None, "", None)


def test_a_message_names_characters():
    assert error_of("http://host.dom/aéb").message == "unexpected `é` in path segment"
    assert error_of("http://host.dom/a\u202eb").message == "unexpected non-ASCII byte 0xE2 in path segment"


def test_a_span_after_other_characters_counts_characters():
    # The finding is after the wide characters: bytes and characters differ.
    error = error_of("é€𝄞 x", lambda text: url1738.parse("http://host.dom/").join(text))
    assert error.span == (0, 1) and error.help == "percent-encode it as `%C3%A9`"
    changes = url1738.repair("http://host.dom/é€𝄞/a b").changes
    assert [change.span for change in changes if change.text == "%20"] == [(21, 22)]


def test_secrets_are_masked():
    error = error_of("ftp://joe:h\u00fcnter2@host.dom/")
    assert error.part == "password" and "\u00fc" not in str(error) + repr(error)
    error = error_of("ftp://joe:hunter2@host.dom/a b")
    for text in (str(error), repr(error), str(error.args), error.message, error.help, error.picture):
        assert "hunter2" not in text
    assert b"hunter2" not in pickle.dumps(error)


@pytest.mark.parametrize(
    "raising",
    [
        lambda: url1738.parse("http://host.dom/é b"),
        lambda: url1738.parse("mailto:a@b.dom").join("../x"),
        lambda: url1738.parse("ftp://h/a%0Ab").plan(),
        lambda: url1738.ftp("a b"),
    ],
)
def test_errors_are_pickled(raising):
    with pytest.raises(url1738.UrlError) as caught:
        raising()
    error = caught.value
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(error, protocol))
        assert type(again) is type(error) and str(again) == str(error)
        for field in ("message", "code", "rule", "part", "span", "help", "fix", "picture"):
            assert getattr(again, field) == getattr(error, field)


@pytest.mark.parametrize(
    "raising, value, span",
    [
        (lambda: url1738.ftp("h_h"), "h_h", (1, 2)),
        (lambda: url1738.ftp("joe:hunter2@h"), "joe:***@h", (3, 4)),
        (lambda: url1738.mailto("joe@h_h"), "joe@h_h", (5, 6)),
        (lambda: url1738.news(article="a@h_h"), "a@h_h", (3, 4)),
        (lambda: url1738.parse("gopher://h/7x").replace(selector="a\tb"), "a%09b", (1, 4)),
    ],
)
def test_errors_of_values_show_the_value(raising, value, span):
    with pytest.raises(url1738.UrlError) as caught:
        raising()
    assert caught.value.span == span
    assert caught.value.picture == f"  {value}\n  {' ' * span[0]}{'^' * (span[1] - span[0])}"


def test_errors_of_other_calls_are_of_their_own_class():
    with pytest.raises(url1738.JoinError) as caught:
        url1738.parse("http://host.dom/").join("é/~x y")
    assert caught.value.span == (0, 1) and caught.value.part == "hsegment"
    # Letters are shown as they are, with a caret each; other characters are escaped.
    assert error_of("http://host.dom/日本 é").picture.splitlines() == ["  http://host.dom/日本 é", "  " + " " * 16 + "^"]
    with pytest.raises(url1738.PlanError) as caught:
        url1738.parse("ftp://h/a%0Ab").plan()
    assert caught.value.code == "line-end"
    with pytest.raises(url1738.UrlError):
        url1738.repair("")
