#!/usr/bin/env python3
"""Measures the commands of url1738 beside the programs that people use for the same, in one run on one machine.

usage: tests/peers/program.py [LINES] [ROUNDS] [MEGABYTES]

A command and its neighbour take turns, write to /dev/null, and run on one thread; slow neighbours run once. The medians go
to PROGRAM.md and every run to program.tsv, beside this script. The rows of two threads need an idle machine.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
DIST = Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target")) / "dist"
GIVEN = [int(given) for given in sys.argv[1:4]]
LINES, ROUNDS, MEGABYTES = GIVEN + [2_000_000, 5, 200][len(GIVEN) :]

PROSE = 'The quick brown fox jumps over the lazy dog: at 10:30, it said, "nothing is new; see below".'
REGEX = r'(ftp|http|gopher|mailto|news|nntp|telnet|wais|file|prospero):[^[:space:]<>"]+'
SURT = """import sys, surt
for line in open(sys.argv[1]):
  try: print(surt.surt(line.rstrip()))
  except Exception: pass"""
PERL = """use URI; my (%schemes, %hosts, %ports);
while (<>) {
  chomp; my $url = URI->new($_); $schemes{$url->scheme}++;
  if ($url->can('host')) { $hosts{$url->host}++ }
  if ($url->can('port')) { $ports{$url->port}++ }
}"""
APT = ["apt-get", "install", "-y", "-qq"]
PIP = [sys.executable, "-m", "pip", "install", "-q"]
# The neighbours: how to see whether each is there, how to install it, what it runs, and whether it is slow.
NEIGHBOURS = {
    "trurl": (["/dev/null"], APT + ["trurl"], ["trurl", "--get", "{host}", "--url-file"], False),
    "Perl's URI": (["/dev/null"], APT + ["liburi-perl"], ["perl", "-e", PERL], True),
    "jq, reading them": (["/dev/null"], APT + ["jq"], ["jq", "-r", ".url"], True),
    "surt in Python": (["/dev/null"], PIP + ["surt"], [sys.executable, "-c", SURT], True),
    "sort -u": (["/dev/null"], [], ["sort", "-u", "--parallel=1"], False),
    "rg -o": (["--version"], APT + ["ripgrep"], ["rg", "--no-config", "-j1", "-oNI", REGEX], False),
    "a loop over url": (["/dev/null"], [], [str(DIST / "url_loop")], False),
}
# The commands: the CPU seconds for two million lines, or the multiple of the neighbour's, and the neighbour.
COMMANDS = [
    ("check", 0.25, "Perl's URI"),
    ("check --summary", 0.6, "a loop over url"),
    ("parse --get {host}", 0.6, "trurl"),
    ("fix", 0.5, None),
    ("normalize", 0.7, None),
    ("parse --json", 2.2, "jq, reading them"),
    ("plan --json", 3.0, None),
    ("parse --get {surt}", 2.5, "surt in Python"),
    ("parse --unique --get {url}", "1.5 times", "sort -u"),
    ("extract --bare", "1.5 times", "rg -o"),
]
runs = []


def is_there(name):
    """Returns whether a neighbour is there, or could be installed."""
    test, install, command, _ = NEIGHBOURS[name]
    for attempt in (command + test, install, command + test):
        try:
            done = subprocess.run(attempt or ["false"], capture_output=True, stdin=subprocess.DEVNULL)
        except OSError:
            continue
        if done.returncode == 0 and attempt is not install:
            return True
    print(f"skipped: {name}, which `{' '.join(install)}` does not install here")
    return False


def write_text(corpus, path):
    """Writes prose with a URL in every fifth line, half of them in brackets."""
    written, urls = 0, open(corpus)
    with open(path, "w") as text:
        for number in range(MEGABYTES * 20_000):
            line = PROSE
            if number % 5 == 0:
                url = next(urls, "").rstrip("\n")
                line = f"It is at <URL:{url}>, or nearby." if number % 2 else f"It is at {url} , or nearby."
            written += text.write(line + "\n")
            if written > MEGABYTES * 1_000_000:
                break


def measure(name, command):
    """Runs a command, and notes its CPU time, wall time and peak memory."""
    start, null = time.perf_counter(), subprocess.DEVNULL
    environment = os.environ | {"LC_ALL": "C"}
    process = subprocess.Popen(command, stdin=null, stdout=null, stderr=null, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    # A status above 0 says that a URL is invalid or has a password.
    if os.waitstatus_to_exitcode(status) < 0:
        raise SystemExit(f"{command} ended by signal {-os.waitstatus_to_exitcode(status)}")
    runs.append((name, used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss))


def of(name, column=1):
    """Returns the CPU times of a command, its wall times, or its peaks of memory."""
    return [run[column] for run in runs if run[0] == name]


def own(command, threads, file):
    # `extract` uses threads for several files only.
    threads = [] if command.startswith("extract") else ["-j", str(threads)]
    return [str(DIST / "url1738"), *command.split(" "), "-q", *threads, file]


def race(command, bound, neighbour, file, files):
    """Measures a command and its neighbour in turns. Returns a row of the table."""
    beside = neighbour if neighbour and is_there(neighbour) else None
    for number in range(ROUNDS):
        measure(command, own(command, 1, file))
        if beside and not (NEIGHBOURS[beside][3] and number > 0):
            measure(beside, NEIGHBOURS[beside][2] + [files.get(beside, file)])
    value = statistics.median(of(command))
    theirs = statistics.median(of(beside)) if beside else None
    if isinstance(bound, str):
        asked, most = f"{bound} {neighbour}", theirs and float(bound.split()[0]) * theirs
    else:
        most = bound * LINES / 2_000_000
        asked = f"{most:.2f} s"
    met = "" if most is None else "met" if value <= most else "NOT MET"
    shown = f"{beside} {theirs:.2f} s" if beside else ""
    return f"| `{command}` | {asked} | {value:.2f} s | {shown} | {met} |"


def two_threads(corpus):
    """Compares one thread, two, and two programs of one thread, which share nothing: the most that a machine allows."""
    command = "check --summary"
    apart = ["sh", "-c", '"$@" & "$@"; wait', "sh", *own(command, 1, corpus)]
    for _ in range(4 * ROUNDS):
        measure("one thread", own(command, 1, corpus))
        measure("two threads", own(command, 2, corpus))
        measure("two programs", apart)
    one, two, both = (statistics.median(of(name, 2)) for name in ("one thread", "two threads", "two programs"))
    met = "met" if one / two >= 1.8 else "NOT MET"
    most = f"two programs {2 * one / both:.2f} times"
    return f"| `{command}`, two threads | 1.8 times as fast | {one / two:.2f} times | {most} | {met} |"


def main():
    os.chdir(TOP)
    build = ["cargo", "build", "--profile", "dist", "--quiet", "-p"]
    subprocess.run(build + ["url1738-cli"], check=True)
    subprocess.run(build + ["url1738-peers", "--bin", "url_loop", "--no-default-features"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        corpus, text, records = (f"{folder}/{name}" for name in ("corpus", "text", "records"))
        generator = [sys.executable, HERE / "corpus/gen_corpus.py", "-s", "1738", "--mix", "real"]
        subprocess.run(generator + ["-n", str(LINES), "-o", corpus], check=True)
        write_text(corpus, text)
        with open(records, "w") as out:
            subprocess.run(own("parse --json", 2, corpus), stdout=out, stderr=subprocess.DEVNULL)
        # Otherwise the kernel would write them to disk on one core during the measurement.
        os.sync()
        rows = []
        for command, bound, neighbour in COMMANDS:
            file = text if command.startswith("extract") else corpus
            rows.append(race(command, bound, neighbour, file, {"jq, reading them": records}))
        rows.append(two_threads(corpus))
        for command, _, _ in COMMANDS:
            file = text if command.startswith("extract") else corpus
            measure(f"memory: {command}", own(command, 2, file))
    most = max(run[3] for run in runs if run[0].startswith("memory: ")) / 1024
    met = "met" if most <= 68 else "NOT MET"
    rows.append(f"| memory of all, two threads | 68 MiB | {most:.1f} MiB | | {met} |")
    head = f"""# The program beside others

CPU seconds, medians of {ROUNDS} rounds with {LINES:,} lines of the generated corpus and {MEGABYTES} MB of text,
{os.cpu_count()} processors, {date.today()}: `tests/peers/program.py {LINES} {ROUNDS} {MEGABYTES}`. One thread each; what is
written goes to /dev/null. `program.tsv` holds every run, and [TRIED.md](TRIED.md) what was tried.

| command | asked | measured | beside | |
|---|--:|--:|---|---|
"""
    (HERE / "PROGRAM.md").write_text(head + "\n".join(rows) + "\n")
    table = ["# name, CPU seconds, wall seconds, peak KiB; one row per run"]
    table += [f"{name}\t{cpu:.3f}\t{wall:.3f}\t{memory}" for name, cpu, wall, memory in runs]
    (HERE / "program.tsv").write_text("\n".join(table) + "\n")
    print((HERE / "PROGRAM.md").read_text(), end="")


if __name__ == "__main__":
    main()
