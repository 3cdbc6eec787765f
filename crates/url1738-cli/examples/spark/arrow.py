"""The same for DataFrames and streams: `mapInArrow` over one process a partition; all other columns stay.

    spark-submit --files url1738 --py-files url1738_spark.py arrow.py SOURCE TARGET [--column url]
    spark-submit ... arrow.py SOURCE TARGET --stream CHECKPOINT     what is new in the folder SOURCE
    spark-submit ... arrow.py SOURCE TARGET --found --column text   the URLs in running text, a row each

SOURCE is text with a URL a line, or with --column a Parquet table that has them in this column. With --found and
without --column it is a folder of texts.
"""
import argparse

from pyspark.sql import SparkSession

import url1738_spark


def parsed(frame, column):
    """The frame with the columns of `url1738 parse`; the URL itself is `input`, without its password."""
    return url1738_spark.columns(url1738_spark.records(frame, column)).drop(column)


def run(spark, source, target, column=None):
    """Reads, looks at all, writes."""
    frame = spark.read.parquet(source) if column else spark.read.text(source, lineSep="\n")
    parsed(frame, column or "value").write.parquet(target)


def stream(spark, source, target, checkpoint):
    """Looks at the lines of the files that have come since the last run; each is written once."""
    frame = spark.readStream.text(source, lineSep="\n")
    query = parsed(frame, "value").writeStream.format("parquet").option("checkpointLocation", checkpoint)
    query.trigger(availableNow=True).start(target).awaitTermination()


def extract(spark, source, target, column=None):
    """Finds the URLs in texts: of a Parquet table with the columns `key` and `column`, or of the files of a folder."""
    if column:
        frame, text = spark.read.parquet(source).select("key", column), column
    else:
        frame, text = spark.read.format("binaryFile").load(source).selectExpr("path AS key", "content"), "content"
    url1738_spark.found(frame, "key", text).write.parquet(target)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("source")
    options.add_argument("target")
    options.add_argument("--column")
    options.add_argument("--stream", metavar="CHECKPOINT")
    options.add_argument("--found", action="store_true")
    options.add_argument("--binary", help="the program, where --files does not ship it")
    given = options.parse_args()
    spark = SparkSession.builder.appName("url1738 arrow").getOrCreate()
    url1738_spark.ship(spark, given.binary)
    if given.stream:
        stream(spark, given.source, given.target, given.stream)
    elif given.found:
        extract(spark, given.source, given.target, given.column)
    else:
        run(spark, given.source, given.target, given.column)
    spark.stop()
