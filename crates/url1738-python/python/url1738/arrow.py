"""Columns of texts: of Arrow, with ``__arrow_c_array__`` or ``__arrow_c_stream__``, of NumPy, or a list.

Arrays and series of pyarrow, polars, pandas and DuckDB are taken and returned without a copy of their texts. A table of
one column, such as a relation of DuckDB or a data frame, is taken as that column. The work is done without the GIL, on as
many threads as ``threads`` says: ``None`` is one per core.

>>> import polars, url1738
>>> urls = polars.Series(["http://host.dom/a", "ftp://ftp.dom/b"])
>>> polars.Series(url1738.arrow.part(urls, "host")).to_list()
['host.dom', 'ftp.dom']
>>> url1738.arrow.part(["http://host.dom/?a=1", None], "query").to_list()
['a=1', None]
"""

from url1738 import _url1738

if not hasattr(_url1738, "arrow"):
    raise ImportError("this build of url1738 is without columns")

Column = _url1738.arrow.Column
valid = _url1738.arrow.valid
parts = _url1738.arrow.parts
part = _url1738.arrow.part
errors = _url1738.arrow.errors
normalize = _url1738.arrow.normalize
repair = _url1738.arrow.repair
surt = _url1738.arrow.surt
plan = _url1738.arrow.plan

__all__ = ["Column", "errors", "normalize", "part", "parts", "plan", "repair", "surt", "valid"]

# Where pickle looks them up, for functions that other processes call.
for _name in __all__[1:]:
    globals()[_name].__module__ = __name__
