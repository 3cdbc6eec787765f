"""The package says what the Rust library says: rows of the conformance vectors, and generated URLs.

The library's answers are those of the program, which is installed beside the package.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading

import pytest

import url1738

TOP = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("URL1738_PROGRAM") or shutil.which("url1738", path=pathlib.Path(sys.executable).parent)
GENERATED = int(os.environ.get("URL1738_GENERATED", "200000"))


SCHEMES = ["ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"]


def vectors():
    """Yields the rows of the vector files of all schemes: a text, and parts or an error."""
    for path in sorted(TOP.glob("crates/url1738-*/tests/data/*.tsv")):
        scheme = path.parts[-4].removeprefix("url1738-")
        if path.stem in (scheme, "generic"):
            for line in path.read_text(encoding="utf-8").splitlines():
                if line and not line.startswith("#"):
                    text, expected = line.split("\t", 1)
                    yield path.stem, text, expected.strip()


def test_there_are_vectors_of_every_scheme():
    assert {scheme for scheme, *_ in vectors()} == {
        "file", "ftp", "generic", "gopher", "http", "mailto", "news", "nntp", "prospero", "telnet", "wais",
    }


def test_every_row_of_the_vectors():
    rows = 0
    for scheme, text, expected in vectors():
        parse = url1738.parse if scheme == "generic" else getattr(url1738, f"{scheme.capitalize()}Url")
        try:
            found = " ".join(f"{part.name}={part.text}" for part in parse(text).parts()[1:])
        except url1738.UrlError as error:
            # The files count bytes.
            start, end = (len(text[:place].encode("utf-8")) for place in error.span)
            found = f"! {error.code} {error.part} {start}..{end}"
        # An error's byte may be within a character; a span of characters covers it.
        same = found == expected or not text.isascii() and found.rsplit(" ", 1)[0] == expected.rsplit(" ", 1)[0]
        # The generic parser of the Rust library also reads schemes that have a class.
        named = text.split(":")[0].lower() in SCHEMES
        assert same or scheme == "generic" and named, f"{text!r}: {found!r}, not {expected!r}"
        rows += 1
    assert rows > 500


def test_every_row_of_the_plans():
    endpoints = {"this machine": "this-machine", "-": "none"}
    rows = 0
    for table in sorted(TOP.glob("crates/*/tests/data/answers.tsv")):
        for line in table.read_text(encoding="utf-8").splitlines():
            text, kind, *rest = line.split("\t") + [""]
            if kind != "plan" or line.startswith("#"):
                continue
            verdict, *rest = rest
            rows += 1
            if verdict in ("ok", "warn"):
                plan = url1738.parse(text).plan()
                assert plan.endpoint.kind == endpoints.get(rest[0], plan.endpoint.kind)
            else:
                # A text is invalid, or its plan is refused.
                with pytest.raises(url1738.UrlError):
                    url1738.parse(text).plan()
    assert rows > 50


def generated(count, seed=1738):
    """Yields URLs and near-URLs: those of the corpora, cut, joined and changed in a few places."""
    choose = random.Random(seed)
    corpus = []
    for path in sorted((TOP / "tests/data/urls").glob("*.txt")):
        corpus += [line for line in path.read_text(encoding="utf-8").splitlines() if line]
    corpus += [text for _, text, _ in vectors()]
    corpus = [text for text in corpus if "\t" not in text and "\r" not in text]
    pieces = list("/:;?#@%&=+~!*'(),$-_. \"<>\\^`{|}[]é€𝄞") + ["%20", "%0A", "%FF", "//", "..", ":80", ";type=a", "x" * 70]
    for _ in range(count):
        text = choose.choice(corpus)
        for _ in range(choose.choice([0, 0, 1, 1, 2, 4])):
            at = choose.randrange(len(text) + 1)
            match choose.randrange(4):
                case 0:
                    text = text[:at] + choose.choice(pieces) + text[at:]
                case 1:
                    text = text[:at] + text[at + 1 :]
                case 2:
                    other = choose.choice(corpus)
                    text = text[:at] + other[choose.randrange(len(other) + 1) :]
                case _:
                    text = text[:at].upper() + text[at:]
        yield text.strip().replace("\n", "") or "x:"


def program(command, lines, *options):
    shared = [PROGRAM, command, "--format", "json", *options]
    run = subprocess.run(
        [*shared, "-"], input="\n".join(lines) + "\n", capture_output=True, encoding="utf-8", check=False
    )
    records = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(records) == len(lines), run.stderr
    return records


def in_bytes(text, span):
    return tuple(len(text[:place].encode("utf-8")) for place in span)


def compare(text, record, normal, plan):
    try:
        url = url1738.parse(text)
    except url1738.UrlError as error:
        assert not record["ok"], text
        expected = record["error"]
        found = (error.code, error.rule, error.part)
        assert found == tuple(expected[key] for key in ("code", "rule", "part")), text
        # Characters that are not letters are named differently.
        assert error.message == expected["message"] or not text.isascii(), text
        start, end = in_bytes(text, error.span)
        # A span of characters covers the bytes.
        assert start <= expected["start"] and end >= expected["end"] and end - start <= 4 * max(1, error.span[1] - error.span[0])
        if error.fix is not None:
            # The program's fix may be another: it is what `fix` makes of the whole line.
            fixed = error.fix.apply(text)
            try:
                url1738.parse(fixed)
            except url1738.UrlError as later:
                assert fixed != text and later.span[0] >= error.fix.span[0], text
        return False
    assert record["ok"], text
    parts = [(part.name, *part.span, part.text) for part in url.parts()]
    assert parts == [(it["name"], it["start"], it["end"], it["text"]) for it in record["parts"]], text
    lints = [(lint.code, *lint.span, lint.message) for lint in url.lints()]
    expected = [(it["code"], it["start"], it["end"], it["message"]) for it in record.get("lints", [])]
    # The program adds lints of its own, such as those about names of schemes.
    assert set(lints) <= set(expected), (text, lints, expected)
    assert url.host == record.get("host"), text
    assert url.port_or_default == record.get("effective_port"), text
    assert str(url.normalize()) == normal["normal"], text
    try:
        steps = [str(step) for step in url.plan().steps]
    except url1738.PlanError as error:
        refused = plan["refused"]
        found = (error.code, error.part, *error.span, error.message)
        assert found == tuple(refused[key] for key in ("code", "part", "start", "end", "message")), text
    else:
        assert steps == plan["steps"], text
    return True


@pytest.mark.skipif(PROGRAM is None, reason="the program is not installed")
def test_generated_urls_agree_with_the_program():
    lines = list(generated(GENERATED))
    valid = 0
    records = zip(
        lines,
        program("parse", lines, "--passwords", "keep", "--no-config"),
        program("normalize", lines, "--passwords", "keep", "--no-config"),
        program("plan", lines, "--no-config"),
    )
    for text, record, normal, plan in records:
        valid += compare(text, record, normal, plan)
    assert GENERATED // 10 < valid < GENERATED


def test_eight_threads_agree_with_one():
    lines = list(generated(4000, seed=8))

    def answers():
        found = []
        for text in lines:
            try:
                url = url1738.parse(text)
                found.append((url, hash(url), url.host, url.lints(), repr(url)))
            except url1738.UrlError as error:
                found.append((error.code, error.span, str(error)))
        return found

    expected, results = answers(), {}
    threads = [threading.Thread(target=lambda at=at: results.update({at: answers()})) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8 and all(result == expected for result in results.values())


def test_eight_threads_share_urls_and_errors():
    urls = [url1738.parse(f"http://host{n}.dom/{n}") for n in range(1000)]
    errors = []
    for n in range(200):
        with pytest.raises(url1738.UrlError) as caught:
            url1738.parse(f"http://host{n}.dom/a b")
        errors.append(caught.value)
    start, failures = threading.Barrier(8), []

    def read():
        start.wait()
        for n, url in enumerate(urls):
            if (url.host, url.path) != (f"host{n}.dom", str(n)):
                failures.append(url)
        for error in errors:
            if error.span[1] - error.span[0] != 1 or "percent-encode it" not in str(error):
                failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_eight_threads_search_without_the_gil():
    import time

    text = "filler words " * 400_000 + "http://host.dom/"
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    found = [0] * 8

    def search(at):
        found[at] = len(list(url1738.find(text)))

    threads = [threading.Thread(target=search, args=(at,)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done.set()
    counter.join()
    assert found == [1] * 8 and counted[0] > 0


def test_the_command_is_installed():
    if PROGRAM is None:
        pytest.skip("the program is not installed")
    run = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["url1738", url1738.__version__]
