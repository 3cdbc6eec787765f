#!/usr/bin/env python3
"""Compares the profile wayback-0.3.1 with the package: pip install surt==0.3.1

usage: compare.py [--keys PROGRAM] [--urls FOLDER] [-n COUNT] [--vectors FILE]

Reads the URLs of the folder, and generates others from a fixed seed up to COUNT. PROGRAM is the example `keys` of the
crate: cargo build --release -p url1738-surt --features idna --example keys. Every difference must have one of the reasons that the README of the crate lists.
"""
import argparse, collections, importlib.metadata, json, pathlib, random, re, subprocess, sys

from surt import surt

HOSTS = """example.com www.example.com WWW.Example.COM www2.example.co.uk www12.a.b host.dom localhost a..b .a.b. www.
www.com 192.0.2.7 010.1.1.1 10.1 10.1.2 0x7f.1 3221226000 127.0.0.1. 4294967297 08.1.1.1 1.256 1.16777216 0177.1
exa%6Dple.com ex%2541mple.com a_b.com x--y.org [::1] [2001:db8::1] %41.com a%20b.com host,dom""".split()
# Hosts outside US-ASCII: names in the scripts that registries have, in both cases, escaped, with dots of other scripts, and
# names that IDNA refuses.
NAMES = """münchen.example MÜNCHEN.example m%C3%BCnchen.example m%FCnchen.example bücher.de www.BÜCHER.de straße.example
fußball.de FAẞ.de βόλος.com ΠΑΡΆΔΕΙΓΜΑ.gr παράδειγμα.gr пример.испытание ПРИМЕР.РФ 例え.テスト 例え。テスト ｔｅｓｔ．ｃｏｍ 中文.公司
實例.測試 실례.테스트 مثال.إختبار דוגמה.טעסט उदाहरण.परीक्षा ตัวอย่าง.ไทย 💩.la ☃.net ﬁsh.com Ⅷ.com nai\u0308ve.com a\u00adé.com
a\u200dé.com é..com é.com. .é.com é\u3002com xn--é.com xn--mnchen-3ya.example ü_x.com ü-.com -ü.com ı.com İstanbul.com ŀl.com
ạ.com ǆ.com ㎏.com ½.com é%25.com a%FFé.com aא.com אa.com""".split()
NAMES = [name.encode("ascii", "backslashreplace").decode("unicode_escape") for name in NAMES]
LOGINS = ["", "", "", "", "", "joe@", "joe:pw@", "joe:p@w@", ":@", "a%40b@"]
PORTS = ["", "", "", "", ":80", ":443", ":8080", ":", ":0", ":00080", ":65535", "::", ":21"]
SESSION = ["jsessionid=" + "0123456789ABCDEFabcdef0123456789", "JSESSIONID=" + "a" * 32, "phpsessid=" + "b" * 32,
           "sid=" + "c" * 32, "PHPSESSID=" + "d" * 31, "ASPSESSIONIDABCDEFGH=" + "Z" * 24, "aspsessionidabcdefgh=" + "y" * 23,
           "cfid=1&cftoken=2", "CFID=12&CFTOKEN=x", "cfid=&cftoken=2", "cfid=1&x=2&cftoken=3", "xsid=" + "e" * 32]
SEGMENTS = ["", "", "a", "B", "~joe", "%7Ejoe", "%2f", "%2F", ".", "..", "%2e", "%2E%2E", "a b", "%20", "%25", "%2520",
            "%", "%zz", "%C3%A9", "\u00e9", "index.html", "Page.aspx", "x.ASPX", "(" + "0a1b2c3d4e5f6g7h8i9j0k1l" + ")",
            "(S(" + "0a1b2c3d4e5f6g7h8i9j0k1l" + "))", "(A(" + "z" * 24 + ")F(" + "9" * 24 + "))", ";type=a", "a;b=c", "$-_.+!*'(),",
            "|", "^", "`", "{x}", "[y]", "<z>", '"q"', "\\", "=", "&", ":", "@", "*", "1994", "%3F", "%23", "%00", "%0a", "%7f"]
ARGUMENTS = ["a", "a=", "a=1", "b=2", "B=2", "=", "", "c=d=e", "%61=1", "z=%26", "q=a+b", "q=a%20b", "q=%2520", "~", "\u00fc=1",
             "u=http://x.y/", "%"] + SESSION
SCHEMES = ["http://"] * 10 + ["https://"] * 6 + ["HTTP://", "Https://", "http:", "http:/", "http:///", "http:////",
           "http://http://", "https://http://", "", "http://https://", "https:///", "HTTP:///"]


def generated(random):
    pick = random.choice
    url = pick(SCHEMES) + pick(LOGINS) + pick(HOSTS if random.random() < 0.8 else NAMES) + pick(PORTS)
    for _ in range(random.randrange(6)):
        url += "/" + pick(SEGMENTS)
    if random.random() < 0.5:
        url += "?" + pick("&&&;").join(pick(ARGUMENTS) for _ in range(random.randrange(5)))
    if random.random() < 0.1:
        url += pick(["#", "#top", "#a?b", "#x/y"])
    if random.random() < 0.05:
        url = pick([" ", "\t", "\n", " \r\n"]) + url + pick(["", " ", "\n"])
    if random.random() < 0.05:
        at = random.randrange(len(url) + 1)
        url = url[:at] + pick(["\n", "\t", " ", "%", "/", "?", "#", ".", "..", "%2", "\x0b", "\x7f"]) + url[at:]
    return url


def package(url):
    try:
        return surt(url.encode("utf-8")).decode("utf-8", "replace")
    except Exception as error:
        return type(error).__name__


def is_password(theirs, ours):
    return "***" in ours


def is_refused_host(theirs, ours):
    theirs, ours = (key.partition(")")[0] for key in (theirs, ours))
    return "xn--" in theirs and "%" in ours


REASONS = {
    "a password outside the login": is_password,
    "a host outside US-ASCII that UTS 46 refuses": is_refused_host,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keys", default="target/release/examples/keys")
    parser.add_argument("--urls", default="tests/data/urls", type=pathlib.Path)
    parser.add_argument("-n", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1738)
    parser.add_argument("--vectors", type=pathlib.Path)
    options = parser.parse_args()
    if importlib.metadata.version("surt") != "0.3.1":
        sys.exit("the profile is that of surt 0.3.1")
    urls = {}
    for file in sorted(options.urls.glob("*.txt")):
        for line in file.read_text("utf-8", "replace").splitlines():
            if re.match("https?:", line.strip(), re.I):
                urls[line] = True
    found = len(urls)
    generator = random.Random(options.seed)
    while len(urls) < options.n:
        urls[generated(generator)] = True
    urls = list(urls)
    request = "".join(json.dumps(url) + "\n" for url in urls)
    run = subprocess.run([options.keys], input=request, capture_output=True, text=True, check=True)
    ours = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(ours) == len(urls), (len(ours), len(urls))
    reasons, unexplained, errors, vectors = collections.Counter(), [], 0, []
    for number, (url, key) in enumerate(zip(urls, ours)):
        theirs = package(url)
        is_error = key.startswith("!") and theirs in ("ValueError", "AttributeError")
        errors += is_error
        if key == theirs or is_error:
            if number % (10 if number < found or is_error else 60) == 0:
                vectors.append(f"{json.dumps(url)}\t{json.dumps('!' if is_error else theirs)}\n")
            continue
        reason = next((name for name, holds in REASONS.items() if holds(theirs, key)), None)
        if reason:
            reasons[reason] += 1
        else:
            unexplained.append((url, theirs, key))
    if options.vectors:
        options.vectors.write_text("".join(vectors), "ascii")
    print(f"{len(urls)} URLs, {found} of them found and {len(urls) - found} generated")
    print(f"{len(urls) - sum(reasons.values()) - len(unexplained)} keys agree, {errors} of them refused by both")
    for reason, count in reasons.items():
        print(f"{count} differ: {reason}")
    for url, theirs, key in unexplained[:20]:
        print(f"DIFFERENT {url!r}\n  package    {theirs}\n  this crate {key}")
    print(f"{len(unexplained)} differ without a reason")
    sys.exit(1 if unexplained else 0)


main()
