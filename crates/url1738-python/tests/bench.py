"""Compares the speed with other packages, in one run: `cargo xtask bindings python --bench`.

Times are CPU time, the lowest of several rounds in which all packages take turns, less the time of an empty loop.
"""

import argparse
import datetime
import platform
import sys
import time
import urllib.parse

import ada_url
import can_ada
import hyperlink
import polars as pl
import pyarrow as pa
import rfc3986
import uritools
import yarl

import url1738
import url1738.arrow

COUNT = 5_000
ROWS = 200_000
ROUNDS = 5

# No text appears twice in a round, so that caches of parsed URLs do not help; urllib's holds a few only.
URLS = [f"http://www{n}.host.dom:8080/dir{n}/file{n}.html?query={n}" for n in range(COUNT)]
WRONG = [f"http://host{n}.dom/a b{n}" for n in range(COUNT)]


def refused(parse):
    def attempt(text):
        try:
            parse(text)
        except Exception as error:  # noqa: BLE001 - not all raise ValueError
            return str(error)

    return attempt


def codes(text):
    try:
        url1738.parse(text)
    except url1738.UrlError as error:
        return error.code


PARSE = {
    "url1738": url1738.parse,
    "urllib": urllib.parse.urlsplit,
    "yarl": yarl.URL,
    "can_ada": can_ada.parse,
    "ada_url": ada_url.URL,
    "uritools": uritools.urisplit,
    "rfc3986": rfc3986.urlparse,
    "hyperlink": hyperlink.parse,
}
HOST = {
    "url1738": lambda text: url1738.parse(text).host,
    "urllib": lambda text: urllib.parse.urlsplit(text).hostname,
    "yarl": lambda text: yarl.URL(text).host,
    "can_ada": lambda text: can_ada.parse(text).hostname,
    "ada_url": lambda text: ada_url.URL(text).hostname,
    "uritools": lambda text: uritools.urisplit(text).gethost(),
    "rfc3986": lambda text: rfc3986.urlparse(text).host,
    "hyperlink": lambda text: hyperlink.parse(text).host,
}
# Of the others, only those that refuse some of the texts: they raise errors for ports.
ERROR = {
    "url1738": codes,
    "url1738 (picture)": refused(url1738.parse),
    "urllib": lambda text: refused(lambda text: urllib.parse.urlsplit(text).port)(text.replace("/a b", ":x/")),
    "yarl": lambda text: refused(yarl.URL)(text.replace("/a b", ":x/")),
    "can_ada": lambda text: refused(can_ada.parse)(text.replace("/a b", ":x/")),
    "ada_url": lambda text: refused(ada_url.URL)(text.replace("/a b", ":x/")),
    "rfc3986": lambda text: refused(lambda text: rfc3986.urlparse(text).port)(text.replace("/a b", ":x/")),
    "hyperlink": lambda text: refused(hyperlink.parse)(text.replace("/a b", ":x/")),
}


def cpu(call):
    start = time.process_time()
    call()
    return time.process_time() - start


def loop(function, texts):
    def run():
        for text in texts:
            function(text)

    return run


def objects(functions, texts):
    """Returns microseconds per call of each function."""
    lowest = dict.fromkeys(functions, float("inf"))
    empty = min(cpu(loop(id, texts)) for _ in range(ROUNDS))
    for _ in range(ROUNDS):
        for name, function in functions.items():
            lowest[name] = min(lowest[name], cpu(loop(function, texts)))
    return {name: max(seconds - empty, 0) / len(texts) * 1e6 for name, seconds in lowest.items()}


def columns():
    """Returns microseconds per row of the host of each URL of a column, on one thread."""
    texts = [f"http://www{n}.host.dom:8080/dir{n}/file{n}.html?query={n}" for n in range(ROWS)]
    arrow, series = pa.array(texts), pl.Series("url", texts)
    frame = pl.DataFrame({"url": series})
    host = pl.col("url").str.extract(r"^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?([^:/?#]*)", 1)
    functions = {
        "url1738.arrow.part": lambda: url1738.arrow.part(arrow, "host"),
        "url1738.arrow.part, as a polars series": lambda: pl.Series(url1738.arrow.part(series, "host")),
        "url1738.arrow.valid": lambda: url1738.arrow.valid(arrow),
        "url1738.arrow.parts (all)": lambda: url1738.arrow.parts(arrow),
        "polars regex": lambda: frame.select(host),
        "urllib, mapped": lambda: pa.array([urllib.parse.urlsplit(text).hostname for text in texts]),
    }
    found = pl.Series(url1738.arrow.part(series, "host")).to_list()
    assert found == frame.select(host)["url"].to_list() and found[7] == "www7.host.dom"
    lowest = dict.fromkeys(functions, float("inf"))
    for turn in range(ROUNDS):
        for name, function in functions.items():
            if turn == 0 or "mapped" not in name:
                lowest[name] = min(lowest[name], cpu(function))
    return {name: seconds / ROWS * 1e6 for name, seconds in lowest.items()}


def table(results):
    names = list(dict.fromkeys(name for result in results.values() for name in result))
    lines = ["| package | " + " | ".join(results) + " |", "|---|" + "--:|" * len(results)]
    for name in names:
        cells = [f"{result[name]:.3f}" if name in result else "" for result in results.values()]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--write")
    write = options.parse_args().write
    calls = {"parse": objects(PARSE, URLS), "parse, host": objects(HOST, URLS), "error": objects(ERROR, WRONG)}
    rows = {"host of a row": columns()}
    page = f"""# The speed

Microseconds of CPU time per call and per row, less the loop, on one thread: the lowest of {ROUNDS} rounds in which all take turns.
`cargo xtask bindings python --bench` writes this page. {datetime.date.today():%Y-%m-%d}, CPython {platform.python_version()},
{platform.machine()}; yarl {yarl.__version__}, polars {pl.__version__}.

{table(calls)}

*error* is the time to refuse a text and read the code of the error, or its text: for url1738 a space in the path, with
its rule, place and help; for the others a port that is not a number, since they accept the space. uritools refuses
neither.

{table(rows)}
"""
    print(page)
    if write:
        with open(write, "w", encoding="utf-8") as file:
            file.write(page)
    parse, host, column = calls["parse"], calls["parse, host"], rows["host of a row"]
    bounds = [
        ("parse against urllib", parse["urllib"] / parse["url1738"], 10),
        ("parse against can_ada", parse["can_ada"] / parse["url1738"], 2),
        ("host of a row against polars regex", column["polars regex"] / column["url1738.arrow.part"], 1.5),
    ]
    for name, found, bound in bounds:
        print(f"{name}: {found:.1f} times as fast, at least {bound}")
    print(f"parse and host against urllib: {host['urllib'] / host['url1738']:.1f}")
    return 0 if all(found >= bound for _, found, bound in bounds) else 1


if __name__ == "__main__":
    sys.exit(main())
