"""The Python package in SQL: functions over the columns of Arrow that Spark hands to its workers, and the index of WARC files.

    spark-submit --files url1738 --py-files url1738_spark.py sql.py URLS TARGET       a text with a URL a line
    spark-submit --files url1738 --py-files url1738_spark.py sql.py WARCS TARGET --warc

The workers need the package (`pip install url1738`). In a notebook, `register(spark)` adds the functions:

    SELECT url_valid(url), url_parts(url).host, url_error(url).code, url_normal(url), url_surt(url) FROM urls
"""
import argparse
import os
import subprocess

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.functions import arrow_udf

import url1738_spark

# The functions of `url1738.arrow` by their names in SQL, with their types.
FUNCTIONS = {
    "url_valid": ("valid", "BOOLEAN"),
    "url_normal": ("normalize", "STRING"),
    "url_repair": ("repair", "STRING"),
    "url_surt": ("surt", "STRING"),
    "url_key": ("exact", "STRING"),
    "url_parts": (
        "parts",
        "STRUCT<scheme: STRING, user: STRING, password: STRING, host: STRING, port: STRING>",
    ),
    "url_error": ("errors", "STRUCT<code: STRING, part: STRING, message: STRING>"),
}

# What SQL makes of them.
TEMPORARY = """
CREATE OR REPLACE TEMPORARY FUNCTION url_host(url STRING) RETURNS STRING RETURN lower(url_parts(url).host);
CREATE OR REPLACE TEMPORARY FUNCTION url_verdict(url STRING) RETURNS STRING
    RETURN CASE WHEN url IS NULL THEN NULL WHEN url_valid(url) THEN 'ok' ELSE url_error(url).code END;
CREATE OR REPLACE TEMPORARY FUNCTION url_index(url STRING, time STRING) RETURNS STRING
    RETURN concat_ws(' ', url_surt(url), time, to_json(named_struct('url', url)));
"""

# The lines that `url1738 index` writes, without what precedes the object.
CAPTURES = "file STRING, urlkey STRING, timestamp STRING, capture STRING"


def register(spark):
    """Adds the functions to a session."""
    spark.sparkContext.addPyFile(__file__)
    for name, (function, kind) in FUNCTIONS.items():
        spark.udf.register(name, arrow_udf(over(function, kind), kind))
    for statement in TEMPORARY.split(";"):
        if statement.strip():
            spark.sql(statement)


def over(function, kind):
    """A function of a column of Arrow, which makes a column of the type."""

    def columns(urls: pa.Array) -> pa.Array:
        import url1738.arrow
        from pyspark.sql.pandas.types import to_arrow_type

        exact = function == "exact"
        made = url1738.arrow.surt(urls, "exact") if exact else getattr(url1738.arrow, function)(urls)
        made = pa.array(made)
        wanted = to_arrow_type(parse(kind))
        if not pa.types.is_struct(wanted):
            return made.cast(wanted)
        fields = [made.field(field.name).cast(field.type) for field in wanted]
        return pa.StructArray.from_arrays(fields, fields=list(wanted), mask=made.is_null())

    return columns


def parse(kind):
    """The type that a text names. Spark's own parser of types asks the driver."""
    from pyspark.sql import types

    simple = {"STRING": types.StringType(), "BOOLEAN": types.BooleanType(), "INT": types.IntegerType()}
    if kind in simple:
        return simple[kind]
    fields = (field.split(": ") for field in kind[len("STRUCT<"):-1].split(", "))
    return types.StructType([types.StructField(name, simple[of]) for name, of in fields])


def captures(spark, files):
    """The captures in WARC files: one row for each line that `url1738 index` writes of a file."""
    spark.sparkContext.addPyFile(__file__)

    def index(batches):
        for batch in batches:
            for path, content in zip(batch.column("path"), batch.column("content")):
                name = os.path.basename(path.as_py())
                command = [url1738_spark.program(), "index", "--quiet", "--filename", name, "-"]
                run = subprocess.run(command, input=content.as_py(), stdout=subprocess.PIPE, check=False)
                # The status 1 says that a record is broken, which a message on stderr names.
                if run.returncode not in (0, 1):
                    raise RuntimeError(f"{' '.join(command)} ended with {run.returncode}")
                lines = [line.split(" ", 2) for line in run.stdout.decode().splitlines()]
                columns = [[name] * len(lines), *([line[at] for line in lines] for at in range(3))]
                yield pa.RecordBatch.from_arrays([pa.array(it, pa.string()) for it in columns], names())

    frame = spark.read.format("binaryFile").load(files).select("path", "content")
    return frame.mapInArrow(index, CAPTURES)


def names():
    return [field.split(" ")[0] for field in CAPTURES.split(", ")]


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("source")
    options.add_argument("target")
    options.add_argument("--warc", action="store_true")
    options.add_argument("--binary", help="the program, where --files does not ship it")
    given = options.parse_args()
    spark = SparkSession.builder.appName("url1738 sql").getOrCreate()
    url1738_spark.ship(spark, given.binary)
    if given.warc:
        captures(spark, given.source).orderBy("urlkey", "timestamp", "capture").write.parquet(given.target)
    else:
        register(spark)
        spark.read.text(given.source, lineSep="\n").createOrReplaceTempView("urls")
        verdicts = "SELECT value AS url, url_verdict(value) AS verdict, url_host(value) AS host, url_surt(value) AS surt FROM urls"
        spark.sql(verdicts).write.parquet(given.target)
    spark.stop()
