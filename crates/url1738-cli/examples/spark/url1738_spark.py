"""The program `url1738` on Spark: partitions go through it, its JSON Lines become columns.

Nothing is installed on the workers but the binary: on their PATH, or shipped with the job
(`--files url1738`, or `ship` below), which puts it into the folder that the tasks run in.
"""
import collections
import json
import os
import queue
import shutil
import subprocess
import threading

import pyarrow as pa
from pyspark.sql import functions as F

# The parts by their names in the grammar. A URL has those of the first list once at most, so they are texts; those
# of the second may be repeated, so they are lists.
TEXTS = (
    "user password host port ftptype search gtype selector gopher+_string encoded822addr group article grouppart "
    "digits database wtype wpath ppath urlpath schemepart"
).split()
LISTS = "fsegment hsegment fieldname fieldvalue".split()

# What `url1738 parse --json` writes of a line.
RECORD = (
    "line BIGINT, input STRING, ok BOOLEAN, scheme STRING, "
    "parts ARRAY<STRUCT<name: STRING, start: BIGINT, end: BIGINT, text: STRING>>, "
    "lints ARRAY<STRUCT<code: STRING>>, "
    "error STRUCT<part: STRING, code: STRING, rule: STRING, start: BIGINT, end: BIGINT, message: STRING, "
    "fix: STRUCT<start: BIGINT, end: BIGINT, text: STRING>>"
)

# What `url1738 extract --json` writes of a URL.
FOUND = (
    "line BIGINT, start BIGINT, end BIGINT, url STRING, fragment STRING, form STRING, ok BOOLEAN, "
    "alternatives ARRAY<STRING>"
)
FOUND_FIELDS = [
    *(pa.field(name, pa.int64()) for name in ("line", "start", "end")),
    *(pa.field(name, pa.string()) for name in ("url", "fragment", "form")),
    pa.field("ok", pa.bool_()),
    pa.field("alternatives", pa.list_(pa.string())),
]

# Each task has a core, so the program takes one thread.
OPTIONS = ["--json", "--quiet", "--threads", "1"]
FOLDERS = ".:/usr/local/bin:/usr/bin:/bin"


def ship(spark, binary):
    """Sends the binary and this module to every executor, those that start later too."""
    spark.sparkContext.addPyFile(__file__)
    if binary:
        spark.sparkContext.addFile(os.path.abspath(binary))


def program():
    """The binary as a task finds it: shipped, else on the PATH."""
    return shutil.which("url1738", path=FOLDERS + ":" + os.environ.get("PATH", ""))


def pipe(lines, command="parse", options=""):
    """Pipes an RDD of texts through the program: one line of JSON for each line that is not empty, in order.

    The status 1 says that some URLs are bad, which is what was asked; any other fails the task.
    """
    words = " ".join([command, *OPTIONS, options])
    return lines.pipe(f"sh -c 'url1738 {words}; test $? -le 1'", env={"PATH": FOLDERS}, checkCode=True)


def records(frame, column, options=()):
    """Adds to a frame the column `record`, with what the program says of `column`; null where it is null or empty.

    One process a partition; works on streams too.
    """
    column = frame.columns.index(column)
    fields = ", ".join(f"`{field.name}` {field.dataType.simpleString()}" for field in frame.schema)

    def partition(batches):
        return answered(batches, column, [program(), "parse", *OPTIONS, *options])

    return frame.mapInArrow(partition, f"{fields}, record STRING")


def answered(batches, column, command):
    """The batches with the answers of the program, which are found by the number of the line."""
    sent = queue.SimpleQueue()

    def feed(stdin):
        for batch in batches:
            sent.put(batch)
            stdin.write(lines_of(batch.column(column)))

    with Program(command, feed, lambda: sent.put(None)) as running:
        lines, first = running.answers(), 1
        line = next(lines, None)
        while (batch := sent.get()) is not None:
            # Of empty lines nothing is said.
            answers = [None] * batch.num_rows
            while line is not None and (row := number(line) - first) < batch.num_rows:
                answers[row] = line.decode()
                line = next(lines, None)
            answers = pa.array(answers, pa.string())
            yield pa.RecordBatch.from_arrays([*batch.columns, answers], [*batch.schema.names, "record"])
            first += batch.num_rows


def number(answer):
    """The number of the line that is answered."""
    start = answer.index(b'"line":') + len(b'"line":')
    return int(answer[start:answer.index(b",", start)])


def lines_of(texts):
    """The texts of a column as lines. One that holds a line break is none: it is passed over like an empty one."""
    lines = [b"" if text is None or b"\n" in text else text for text in texts.cast(pa.binary()).to_pylist()]
    return b"".join(line + b"\n" for line in lines)


class Program:
    """A process that a thread feeds, so that neither waits for the other."""

    def __init__(self, command, feed, end=lambda: None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.feed, self.end, self.trouble = feed, end, None
        self.feeder = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.feeder.start()
        return self

    def _run(self):
        try:
            with self.process.stdin as stdin:
                self.feed(stdin)
        except BrokenPipeError:
            pass  # The program ended early; its status says why.
        except Exception as trouble:
            self.trouble = trouble
        finally:
            self.end()

    def answers(self):
        """The lines that the program writes. In the end it shows whether all went well: 1 says that some are bad."""
        yield from self.process.stdout
        status = self.process.wait()
        self.feeder.join()
        if self.trouble:
            raise self.trouble
        if status not in (0, 1):
            raise RuntimeError(f"url1738 ended with {status}")

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def columns(frame):
    """The frame with its column `record` as columns: the URL, whether it is one, its scheme, one column a part, lints,
    and what is wrong."""
    others = [f"`{name}`" for name in frame.columns if name != "record"]
    # A column of its own, so that each record is read once and not once for each of its columns.
    frame = frame.withColumn("record", F.from_json("record", RECORD, {"mode": "FAILFAST"}))
    record = F.col("record")

    def texts(name):
        named = F.filter(record["parts"], lambda part: part["name"] == name)
        return F.transform(named, lambda part: part["text"])

    return frame.select(
        *others,
        record["input"].alias("input"),
        record["ok"].alias("ok"),
        record["scheme"].alias("scheme"),
        *(F.get(texts(name), F.lit(0)).alias(name) for name in TEXTS),
        *(F.when(F.size(texts(name)) > 0, texts(name)).alias(name) for name in LISTS),
        F.transform(record["lints"], lambda lint: lint["code"]).alias("lints"),
        record["error"].alias("error"),
    )


def found(frame, key, text, options=()):
    """The URLs in the texts of a column, a row each, with the key of the text; line and bytes count in the text.

    The texts of a partition go through one process, with two empty lines between them, which no URL goes over.
    """
    key, text = frame.columns.index(key), frame.columns.index(text)
    field = frame.schema.fields[key]

    def partition(batches):
        return extracted(batches, key, text, [program(), "extract", "--json", "--quiet", *options])

    return frame.mapInArrow(partition, f"`{field.name}` {field.dataType.simpleString()}, {FOUND}")


def extracted(batches, key, text, command):
    """See `found`: the rows, in batches. Where each text begins is known until the program has answered beyond."""
    begun, schema = collections.deque(), []

    def feed(stdin):
        byte = line = 0
        for batch in batches:
            schema[:] = [batch.schema.field(key), *FOUND_FIELDS]
            for name, value in zip(batch.column(key).to_pylist(), batch.column(text).cast(pa.binary()).to_pylist()):
                begun.append((name, byte, line))
                piece = (value or b"") + b"\n\n\n"
                stdin.write(piece)
                byte, line = byte + len(piece), line + piece.count(b"\n")

    with Program(command, feed) as running:
        rows = []
        for answer in running.answers():
            record = json.loads(answer)
            while len(begun) > 1 and begun[1][1] <= record["start"]:
                begun.popleft()
            name, byte, line = begun[0]
            rows.append({**record, **{field: record[field] - byte for field in ("start", "end")},
                         "line": record["line"] - line, schema[0].name: name})
            if len(rows) == 10_000:
                yield pa.RecordBatch.from_pylist(rows, pa.schema(schema))
                rows = []
        if rows:
            yield pa.RecordBatch.from_pylist(rows, pa.schema(schema))
