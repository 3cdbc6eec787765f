"""URLs from text or Parquet through `RDD.pipe` into Parquet, one column a part.

    spark-submit --files url1738 --py-files url1738_spark.py pipe.py SOURCE TARGET [--column url]

SOURCE is text with a URL a line, or with --column a Parquet table that has them in this column.
"""
import argparse

from pyspark.sql import SparkSession, functions as F

import url1738_spark


def run(spark, source, target, column=None):
    """Reads, pipes, writes."""
    frame = spark.read.parquet(source) if column else spark.read.text(source, lineSep="\n")
    urls = frame.select(F.col(column or "value").alias("url")).where("url IS NOT NULL")
    answers = url1738_spark.pipe(urls.rdd.map(lambda row: row.url))
    frame = spark.createDataFrame(answers, "string").withColumnRenamed("value", "record")
    url1738_spark.columns(frame).write.parquet(target)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("source")
    options.add_argument("target")
    options.add_argument("--column")
    options.add_argument("--binary", help="the program, where --files does not ship it")
    given = options.parse_args()
    spark = SparkSession.builder.appName("url1738 pipe").getOrCreate()
    url1738_spark.ship(spark, given.binary)
    run(spark, given.source, given.target, given.column)
    spark.stop()
