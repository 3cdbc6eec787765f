"""Compares the jobs with the program's own single run, to the last row: the README has the commands.

A master `local-cluster[2,1,1024]` has two executors in processes of their own. In the second job one of them is killed
midway, so that Spark does its partitions again: nothing may be lost or doubled.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

from pyspark.sql import SparkSession, functions as F

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "crates/url1738-cli/examples/spark"))

import arrow
import pipe
import sql
import url1738_spark
from url1738_spark import LISTS, TEXTS

ERROR = ["part", "code", "rule", "start", "end", "message"]
GROUP = ["scheme", "part", "rule", "code"]


class Counts:
    """Rows by scheme, part, rule and code of the error, each with the sum of the rows' digests; and parts by name."""

    def __init__(self):
        self.rows, self.parts = collections.Counter(), collections.Counter()
        self.digests = collections.Counter()

    def total(self):
        return sum(self.rows.values())

    def bad(self):
        return sum(count for group, count in self.rows.items() if group[0] is None)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__


def single(binary, files):
    """What one run of the program over all files says, read without Spark."""
    command = [binary, "parse", "--json", "--quiet", *map(str, files)]
    counts = Counts()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            record = json.loads(line)
            error = record.get("error") or {}
            group = (record.get("scheme"), error.get("part"), error.get("rule"), error.get("code"))
            texts = {name: [] for name in TEXTS + LISTS}
            for part in record.get("parts", ()):
                if part["name"] != "scheme":
                    texts[part["name"]].append(part["text"])
            counts.rows[group] += 1
            counts.digests[group] += digest(record, texts, error)
            for name, found in texts.items():
                if found:
                    counts.parts[name] += len(found)
    if process.returncode not in (0, 1):
        raise SystemExit(f"url1738 ended with {process.returncode}")
    return counts


def digest(record, texts, error):
    """The first 60 bits of the MD5 of all that the columns hold."""
    fix = error.get("fix") or {}
    cells = [record["input"], record.get("scheme") or ""]
    cells += ("=" + "\x1e".join(texts[name]) if texts[name] else "" for name in TEXTS + LISTS)
    cells.append(",".join(lint["code"] for lint in record.get("lints", ())))
    cells += (str(error.get(name, "")) for name in ERROR)
    cells.append(fix.get("text", ""))
    return int(hashlib.md5("\x1f".join(cells).encode()).hexdigest()[:15], 16)


def written(frame):
    """The same of a table that a job has written."""
    # A text beside a list is there once; `array_join` passes over null.
    cells = [F.col("input"), F.coalesce("scheme", F.lit(""))]
    cells += (F.coalesce(F.concat(F.lit("="), f"`{name}`"), F.lit("")) for name in TEXTS)
    cells += (F.coalesce(F.concat(F.lit("="), F.array_join(name, "\x1e")), F.lit("")) for name in LISTS)
    cells.append(F.coalesce(F.array_join("lints", ","), F.lit("")))
    cells += (F.coalesce(F.col("error")[name].cast("string"), F.lit("")) for name in ERROR)
    cells.append(F.coalesce(F.col("error")["fix"]["text"], F.lit("")))
    digests = F.conv(F.substring(F.md5(F.concat_ws("\x1f", *cells)), 1, 15), 16, 10).cast("decimal(38,0)")
    group = [F.col("scheme"), *(F.col("error")[name].alias(name) for name in GROUP[1:])]
    number = [F.count(f"`{name}`").alias(name) for name in TEXTS]
    number += (F.sum(F.coalesce(F.array_size(name), F.lit(0))).alias(name) for name in LISTS)
    counts = Counts()
    for row in frame.groupBy(*group).agg(F.count("*").alias("rows"), F.sum(digests).alias("digests"), *number).collect():
        key = tuple(row[name] for name in GROUP)
        counts.rows[key] += row["rows"]
        counts.digests[key] += int(row["digests"])
        for name in TEXTS + LISTS:
            if row[name]:
                counts.parts[name] += row[name]
    return counts


def executors(spark):
    """The processes of this application's executors."""
    words = ["CoarseGrainedExecutorBackend", spark.sparkContext.applicationId]
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if all(word in command for word in words) and "java" in command.split("\0")[0]:
            yield int(folder.name)


class Killing(threading.Thread):
    """Kills one executor when a third of the tasks is done, while the others run."""

    def __init__(self, spark):
        super().__init__(daemon=True)
        self.spark, self.said, self.over = spark, None, False
        self.stages = {}

    def run(self):
        tracker = self.spark.sparkContext.statusTracker()
        while not self.over:
            for number in tracker.getActiveStageIds():
                stage = tracker.getStageInfo(number)
                if not stage:
                    continue
                self.stages[number] = stage
                midway = stage.numTasks > 4 and stage.numTasks // 3 <= stage.numCompletedTasks < stage.numTasks - 2
                if self.said is None and midway and stage.numActiveTasks:
                    victim = min(executors(self.spark))
                    os.kill(victim, signal.SIGKILL)
                    self.said = f"executor {victim} killed after {stage.numCompletedTasks} of {stage.numTasks} tasks"
            time.sleep(0.1)

    def failed(self):
        return sum(stage.numFailedTasks for stage in self.stages.values())


failures = 0


def report(name, rows, seconds, equal):
    global failures
    failures += not equal
    said = "equal" if equal else "NOT EQUAL"
    print(f"{name:<34} {rows:>10} rows {seconds:>8.1f} s   {said}", flush=True)


def differences(expected, found):
    """The first groups and parts that differ, for whoever has to find out why."""
    for kind in ("rows", "digests", "parts"):
        one, other = getattr(expected, kind), getattr(found, kind)
        for key in sorted({*one, *other}, key=repr):
            if one[key] != other[key]:
                print(f"  {kind} of {key}: {one[key]} in the single run, {other[key]} here")


def timed(action):
    start = time.monotonic()
    result = action()
    return result, time.monotonic() - start


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--binary", required=True)
    options.add_argument("--corpus", required=True, type=pathlib.Path, help="folder with the URLs, a line each")
    options.add_argument("--documents", required=True, type=pathlib.Path, help="folder with texts that have URLs")
    options.add_argument("--warcs", required=True, help="folder with WARC files")
    options.add_argument("--work", required=True, type=pathlib.Path, help="folder that is made anew")
    options.add_argument("--master", default="local-cluster[2,1,1024]")
    given = options.parse_args()
    shutil.rmtree(given.work, ignore_errors=True)
    given.work.mkdir(parents=True)
    files = sorted(given.corpus.glob("*.txt"))
    os.chdir(given.work)

    expected, seconds = timed(lambda: single(given.binary, files))
    report("url1738 parse, one process", expected.total(), seconds, True)
    print(f"  {expected.bad()} bad, {len(expected.rows)} schemes and errors, {len(expected.parts)} kinds of parts")

    spark = SparkSession.builder.master(given.master).appName("url1738 verify")
    # Small tasks, so that there is a midway; and a partition that fails is done again at once.
    spark = spark.config("spark.sql.files.maxPartitionBytes", str(max(size(files) // 24, 1 << 16)))
    spark = spark.config("spark.ui.showConsoleProgress", "false").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    url1738_spark.ship(spark, given.binary)

    def job(name, run, target):
        _, seconds = timed(run)
        counts = written(spark.read.parquet(target))
        report(name, counts.total(), seconds, counts == expected)
        if counts != expected:
            differences(expected, counts)

    job("RDD.pipe", lambda: pipe.run(spark, str(given.corpus), "piped.parquet"), "piped.parquet")

    with_a_kill(spark, lambda: job(
        "mapInArrow, an executor killed", lambda: arrow.run(spark, str(given.corpus), "mapped.parquet"), "mapped.parquet"))
    with_a_kill(spark, lambda: functions(spark, given, files))
    captures(spark, given)
    streamed(spark, given, files[0])
    extracted(spark, given)
    hard_lines(spark, given)
    spark.stop()
    sys.exit(f"{failures} comparisons failed" if failures else 0)


def with_a_kill(spark, job):
    """Runs a job, and kills an executor midway."""
    global failures
    killing = Killing(spark)
    killing.start()
    job()
    killing.over = True
    killing.join()
    print(f"  {killing.said or 'NO EXECUTOR WAS KILLED'}, {killing.failed()} tasks done again")
    failures += killing.said is None or killing.failed() == 0


def functions(spark, given, files):
    """The functions of the Python package in SQL: rows by verdict, with the sum of the digests of the keys."""
    columns = [given.binary, "parse", "--quiet", "--passwords", "keep", "--format", "tsv", "--columns", "code,exact:surt"]
    expected = collections.Counter(), collections.Counter()
    with subprocess.Popen([*columns, *map(str, files)], stdout=subprocess.PIPE) as process:
        next(process.stdout)
        for line in process.stdout:
            code, key = line.decode().rstrip("\n").split("\t")
            expected[0][code or "ok"] += 1
            expected[1][code or "ok"] += int(hashlib.md5(key.encode()).hexdigest()[:15], 16)
    sql.register(spark)
    spark.read.text(str(given.corpus), lineSep="\n").where("value != ''").createOrReplaceTempView("urls")
    query = """
        SELECT verdict, count(*) AS rows, sum(conv(substring(md5(coalesce(key, '')), 1, 15), 16, 10)::decimal(38, 0)) AS digests
        FROM (SELECT url_verdict(value) AS verdict, url_key(value) AS key FROM urls) GROUP BY verdict
    """
    rows, seconds = timed(lambda: spark.sql(query).collect())
    found = ({row.verdict: row.rows for row in rows}, {row.verdict: int(row.digests) for row in rows})
    report("SQL functions, an executor killed", sum(found[0].values()), seconds, found == tuple(map(dict, expected)))
    for one, other in zip(expected, found):
        print(*(f"  {key}: {one.get(key)} and {other.get(key)}" for key in {*one, *other} if one.get(key) != other.get(key)), sep="\n", end="")


def captures(spark, given):
    """The index of WARC files, by `binaryFiles`, is that of one run of the program over their folder."""
    command = [given.binary, "index", "--quiet", given.warcs]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert run.returncode in (0, 1), run
    expected = run.stdout.decode().splitlines()
    rows, seconds = timed(lambda: sql.captures(spark, given.warcs).collect())
    found = sorted({f"{row.urlkey} {row.timestamp} {row.capture}" for row in rows})
    report("WARC files, url1738 index", len(found), seconds, found == expected)


def size(files):
    return sum(file.stat().st_size for file in files)


def streamed(spark, given, file):
    """Two files come one after the other; the second run of the stream takes the second alone."""
    folder = given.work / "stream"
    folder.mkdir()
    lines = file.read_bytes().splitlines(keepends=True)[:100_000]
    start = time.monotonic()
    for number, half in enumerate((lines[: len(lines) // 2], lines[len(lines) // 2:])):
        (folder / f"{number}.txt").write_bytes(b"".join(half))
        arrow.stream(spark, str(folder), "streamed.parquet", "checkpoint")
    seconds = time.monotonic() - start
    expected, counts = single(given.binary, sorted(folder.iterdir())), written(spark.read.parquet("streamed.parquet"))
    report("Structured Streaming, two files", counts.total(), seconds, counts == expected)


def extracted(spark, given):
    """The URLs in each document are those that the program finds in it alone."""
    expected = []
    for document in sorted(given.documents.glob("*.txt")):
        command = [given.binary, "extract", "--json", "--quiet", str(document)]
        for line in subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.splitlines():
            expected.append((document.name, *comparable(json.loads(line))))
    _, seconds = timed(lambda: arrow.extract(spark, str(given.documents) + "/*.txt", "found.parquet"))
    rows = [row.asDict() for row in spark.read.parquet("found.parquet").collect()]
    found = [(row["key"].rsplit("/", 1)[1], *comparable(row)) for row in rows]
    report("url1738 extract, a text a row", len(found), seconds, sorted(found, key=repr) == sorted(expected, key=repr))


def comparable(record):
    return tuple(record[field.name] for field in url1738_spark.FOUND_FIELDS[:-1]), tuple(record["alternatives"])


def hard_lines(spark, given):
    """Rows of which some get no answer keep their places, and the columns beside them."""
    texts = [None, "", "http://h/", "http://h/\r", "a\nb", "\ufeffhttp://h/", "ftp://joe:pa ss@h/", "", "caf\u00e9:x",  # url1738: ignore[unexpected-byte]
             "x\x00y", "http://h/" + "a" * 100_000, None, "", "news:a@b", ""]
    frame = spark.createDataFrame(list(enumerate(texts)), "number INT, url STRING").repartition(1).sortWithinPartitions("number")
    frame = url1738_spark.records(frame, "url")
    start = time.monotonic()
    rows = frame.collect()
    equal = [row.number for row in rows] == list(range(len(texts))) and [row.url for row in rows] == texts
    for row, text in zip(rows, texts):
        said = row.record and json.loads(row.record)
        if not text or "\n" in text:
            equal &= said is None
            continue
        # A byte order mark belongs to the start of a file, and these lines are in the middle of one.
        alone = subprocess.run([given.binary, "parse", "--json"], input=("-\n" + text).encode(), stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, check=False).stdout.splitlines()[1]
        said.pop("line")
        equal &= {**json.loads(alone), "line": 2} == {**said, "line": 2}
    report("rows without an answer between", len(rows), time.monotonic() - start, equal)


if __name__ == "__main__":
    main()
