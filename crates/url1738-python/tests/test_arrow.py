"""Columns: all libraries, streams, threads, memory, and that they say what the classes say."""

import decimal
import pickle
import resource
import struct
import threading

import pytest

import url1738

pa = pytest.importorskip("pyarrow")
columns = url1738.arrow

TEXTS = [
    "http://www.HOST.dom:8080/a%20b?q",
    "ftp://joe:pw@host.dom/a/b;type=i",
    "http://host.dom/~joe",
    None,
    "",
    "news:comp.lang.c",
    "x-db://joe@host.dom/db",
    "mailto:joe@host.dom",
]


def expected(function):
    def answer(text):
        try:
            return None if text is None else function(url1738.parse(text))
        except url1738.UrlError:
            return None

    return [answer(text) for text in TEXTS]


@pytest.mark.parametrize(
    "type", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()], ids=str
)
@pytest.mark.parametrize("threads", [1, 3, None])
def test_columns_say_what_the_classes_say(type, threads):
    column = pa.array(TEXTS, type=type)
    assert columns.valid(column, threads=threads).to_list() == [
        None if text is None else answer is not None for text, answer in zip(TEXTS, expected(str))
    ]
    assert columns.part(column, "host", threads=threads).to_list() == expected(lambda url: url.host)
    assert columns.normalize(column, threads=threads).to_list() == expected(lambda url: str(url.normalize()))
    assert columns.surt(column, "exact", threads=threads).to_list() == expected(lambda url: url.surt("exact"))

    def parts(url):
        return {part.name: part.text for part in url.parts() if not isinstance(part.text, list)}

    for row, answer in zip(columns.parts(column, threads=threads).to_list(), expected(parts)):
        assert (row is None) == (answer is None)
        for name, text in (answer or {}).items():
            assert row[name] == text or text in row[name]
    for row, text in zip(columns.errors(column, threads=threads).to_list(), TEXTS):
        try:
            url1738.parse(text or "")
            assert row is None
        except url1738.UrlError as error:
            assert text is None and row is None or (row["code"], row["part"]) == (error.code, error.part)
    for row, text in zip(columns.plan(column, threads=threads).to_list(), TEXTS):
        try:
            plan = url1738.parse(text or "").plan()
        except url1738.UrlError:
            assert row is None or row["steps"] is None
        else:
            assert row["steps"] == [str(step) for step in plan.steps]
    for row, text in zip(columns.repair(column, threads=threads).to_list(), TEXTS):
        try:
            assert row == str(url1738.repair(text or "").url)
        except url1738.UrlError:
            assert row is None


def test_results_go_to_pyarrow():
    column = columns.valid(pa.array(TEXTS))
    assert pa.array(column).type == pa.bool_() and len(column) == len(TEXTS)
    for type in (pa.string(), pa.large_string(), pa.string_view()):
        assert pa.array(columns.part(pa.array(TEXTS), "host"), type=type) == pa.array(expected(lambda url: url.host), type)
    assert pa.chunked_array(columns.parts(pa.chunked_array([TEXTS, TEXTS]))).num_chunks == 2
    struct = pa.array(columns.parts(pa.array(TEXTS)))
    assert struct.field("host").to_pylist()[:2] == ["www.HOST.dom", "host.dom"]


def test_polars():
    pl = pytest.importorskip("polars")
    series = pl.Series("url", TEXTS)
    assert pl.Series(columns.part(series, "host")).to_list() == expected(lambda url: url.host)
    assert pl.Series(columns.parts(series)).struct.field("host").to_list() == expected(lambda url: url.host)


def test_pandas():
    pd = pytest.importorskip("pandas")
    series = pd.Series(TEXTS, dtype=pd.ArrowDtype(pa.string()))
    # Series are streams of Arrow since pandas 3, for which Python 3.10 is too old.
    texts = series if hasattr(series, "__arrow_c_stream__") else pa.chunked_array([pa.array(series)])
    column = pd.Series(pd.array(pa.chunked_array(columns.part(texts, "host")), dtype=pd.ArrowDtype(pa.string_view())))
    assert [None if pd.isna(host) else host for host in column] == expected(lambda url: url.host)


def test_the_missing_values_of_pandas_are_null():
    pd = pytest.importorskip("pandas")
    for missing in (pd.NA, None, float("nan")):
        assert columns.valid(["news:*", missing, "x"]).to_list() == [True, None, False]
    texts = pd.Series(["news:*", None], dtype="string")
    assert columns.valid(texts.tolist()).to_list() == columns.valid(texts.to_numpy()).to_list() == [True, None]


def test_what_does_not_equal_itself_is_null():
    pd, np = pytest.importorskip("pandas"), pytest.importorskip("numpy")
    for missing in (pd.NaT, np.float32("nan"), np.datetime64("NaT"), decimal.Decimal("NaN")):
        assert columns.valid(["news:*", missing]).to_list() == [True, None]
    for wrong in (np.array(["a", "b"]), 1.5, pd.Timestamp(0)):
        with pytest.raises(TypeError, match="in row 1"):
            columns.valid(["news:*", wrong])


def test_columns_of_nulls_of_polars():
    pl = pytest.importorskip("polars")
    for source in (pl.Series([None, None]), pl.DataFrame({"url": [None, None]})):
        assert columns.valid(source).to_list() == columns.parts(source).to_list() == [None, None]
    assert columns.part(pl.DataFrame({"url": []}), "host").to_list() == []


def test_results_are_sequences():
    np = pytest.importorskip("numpy")
    hosts = expected(lambda url: url.host)
    column = columns.part(TEXTS, "host")
    assert np.asarray(column).tolist() == hosts and list(reversed(column)) == hosts[::-1]
    assert np.asarray(columns.valid(["news:*", "x"])).dtype == bool


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    rows = pa.table({"url": TEXTS})  # noqa: F841 - named in the query
    urls = duckdb.sql("SELECT url FROM rows").to_arrow_table()["url"]
    parts = pa.table({"host": pa.chunked_array(columns.part(urls, "host"))})
    assert parts.num_rows == len(TEXTS)
    found = duckdb.sql("SELECT host FROM parts").fetchall()
    assert [host for (host,) in found] == expected(lambda url: url.host)


def test_a_table_of_one_column_is_that_column():
    table, hosts = pa.table({"url": TEXTS}), expected(lambda url: url.host)
    assert columns.part(table, "host").to_list() == hosts
    assert columns.part(table.to_batches()[0], "host").to_list() == hosts
    assert columns.part(table.to_reader(max_chunksize=3), "host").to_list() == hosts
    # A struct with null rows is not a table: whether its texts count is not known.
    with pytest.raises(TypeError):
        columns.valid(pa.array([{"url": "http://host.dom/"}, None]))


def test_relations_and_data_frames():
    hosts = expected(lambda url: url.host)
    duckdb = pytest.importorskip("duckdb")
    rows = pa.table({"url": TEXTS})  # noqa: F841 - named in the query
    assert columns.part(duckdb.sql("SELECT url FROM rows"), "host").to_list() == hosts
    with pytest.raises(TypeError, match="select one column"):
        columns.valid(duckdb.sql("SELECT url, 1 FROM rows"))
    pl = pytest.importorskip("polars")
    assert columns.part(pl.DataFrame({"url": TEXTS}), "host").to_list() == hosts
    assert columns.part(pl.Series(TEXTS).cast(pl.Categorical), "host").to_list() == hosts
    pd = pytest.importorskip("pandas")
    if hasattr(pd.Series, "__arrow_c_stream__"):
        assert columns.part(pd.Series(TEXTS), "host").to_list() == hosts
        frame = pd.DataFrame({"url": TEXTS})
        assert columns.part(frame[frame["url"].notna()], "host").to_list() == hosts[:3] + hosts[4:]


def test_daft():
    daft = pytest.importorskip("daft")
    hosts = expected(lambda url: url.host)
    assert columns.part(daft.Series.from_pylist(TEXTS), "host").to_list() == hosts
    frame = daft.from_pydict({"url": TEXTS, "row": list(range(len(TEXTS)))})
    assert columns.part(frame.select("url"), "host").to_list() == hosts
    column = pa.array(columns.part(frame.select("url"), "host"), type=pa.large_string())
    assert daft.Series.from_arrow(column).to_pylist() == hosts


@pytest.mark.parametrize("values", [pa.string(), pa.large_string(), pa.string_view(), pa.binary()], ids=str)
@pytest.mark.parametrize("keys", [pa.int8(), pa.uint32(), pa.int64()], ids=str)
def test_dictionaries(keys, values):
    texts = TEXTS + TEXTS[::-1]
    column = pa.DictionaryArray.from_arrays(
        pa.array([None if text is None else TEXTS.index(text) for text in texts], keys), pa.array(TEXTS, values)
    )
    hosts = expected(lambda url: url.host)
    assert columns.part(column, "host").to_list() == hosts + hosts[::-1]
    assert columns.part(column.slice(3, 7), "host").to_list() == (hosts + hosts[::-1])[3:10]
    assert columns.part(pa.chunked_array([column, column.slice(2)]), "host").to_list()[: len(texts)] == hosts + hosts[::-1]


def test_columns_without_texts_are_null():
    for column in (pa.nulls(3), pa.nulls(3, pa.string()), pa.array([None] * 3, pa.dictionary(pa.int32(), pa.string()))):
        assert columns.valid(column).to_list() == [None] * 3
        assert columns.parts(column).to_list() == [None] * 3
    with pytest.raises(TypeError):
        columns.valid(pa.array([1.5, None]))


def test_empty_and_sliced_columns():
    assert columns.valid(pa.array([], pa.string())).to_list() == []
    assert pa.chunked_array(columns.valid(pa.chunked_array([], pa.string()))).to_pylist() == []
    assert pa.array(columns.valid(pa.chunked_array([], pa.string()))).to_pylist() == []
    column = pa.array(TEXTS)
    for start in range(len(TEXTS)):
        for length in range(len(TEXTS) - start):
            found = columns.part(column.slice(start, length), "host").to_list()
            assert found == expected(lambda url: url.host)[start : start + length]


def test_views_of_null_rows_are_not_read():
    # The layout leaves the view of a null row undefined: this one is of a buffer that the column does not have.
    text = b"http://host.dom/a/long/path"
    views = struct.pack("<i4sii", 1000, b"xxxx", 77, 123_456_789) + struct.pack("<i4sii", len(text), text[:4], 0, 0)
    column = pa.Array.from_buffers(pa.string_view(), 2, [pa.py_buffer(b"\x02"), pa.py_buffer(views), pa.py_buffer(text)])
    column.validate(full=True)
    for texts in (column, pa.DictionaryArray.from_arrays(pa.array([0, 1]), column)):
        assert columns.valid(texts).to_list() == [None, True]
        assert columns.normalize(texts).to_list() == [None, text.decode()]


def test_a_result_is_pickled_with_the_texts_of_its_rows():
    column = pa.array([f"http://a-long-name-of-a-host-{row}.dom/" for row in range(50_000)])
    for texts in (column, column.cast(pa.string_view())):
        size = len(pickle.dumps(texts))
        assert len(pickle.dumps(pa.array(columns.normalize(texts, threads=16)))) < 2 * size
        assert len(pickle.dumps(pa.array(columns.normalize(texts[:10])))) < 5000


def test_functions_are_pickled_by_their_names():
    for name in columns.__all__:
        found = getattr(columns, name)
        assert found.__module__ == "url1738.arrow" and pickle.loads(pickle.dumps(found)) is found


def test_what_is_not_a_column_of_texts():
    np = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="found ndarray"):
        columns.valid(np.array("http://host.dom/"))
    for wrong in (pa.array([1, 2]), pa.array([["a"]]), pa.array([{"a": 1}]), pa.table({"a": [1]})):
        with pytest.raises(TypeError, match="expected a column of text or binary, found"):
            columns.valid(wrong)
    for wrong in (pa.table({"a": ["x"], "b": ["y"]}), pa.array([{"a": "x", "b": "y"}])):
        with pytest.raises(TypeError, match="select one column of text"):
            columns.valid(wrong)
    for wrong, found in (
        (None, "NoneType"),
        ("http://host.dom/", "str"),
        (b"x", "bytes"),
        (7, "int"),
        (["http://host.dom/", 7], "int in row 1"),
        ([["http://host.dom/"]], "list in row 0"),
    ):
        with pytest.raises(TypeError, match=f"expected a column of str, bytes or None, found {found}"):
            columns.valid(wrong)
    with pytest.raises(ValueError):
        columns.part(pa.array(TEXTS), "hostname")
    with pytest.raises(ValueError):
        columns.surt(pa.array(TEXTS), "x")


def batches(count, size=50_000):
    def produce():
        for at in range(count):
            yield pa.array([f"http://host{at}.dom/{row}" for row in range(size)])

    class Stream:
        """A stream of chunks that are made when they are asked for."""

        def __init__(self):
            self.read = 0

        def __arrow_c_stream__(self, requested_schema=None):
            field = pa.schema([pa.field("url", pa.string())])
            struct = (pa.record_batch([array], schema=field) for array in self.counted())
            return pa.RecordBatchReader.from_batches(field, struct).__arrow_c_stream__(requested_schema)

        def counted(self):
            for array in produce():
                self.read += 1
                yield array

    return Stream()


def test_a_stream_is_computed_chunk_by_chunk():
    source = batches(20, 1000)
    column = columns.part(source, "host")
    assert source.read == 0 and "stream" in repr(column)
    for call in (len, lambda column: column[0]):
        with pytest.raises(TypeError, match="a stream has neither length nor items"):
            call(column)
    result = pa.chunked_array(column)
    assert source.read == 20 and result.num_chunks == 20 and result[19_000].as_py() == "host19.dom"
    with pytest.raises(ValueError, match="the stream was read before"):
        pa.chunked_array(column)


def test_results_are_read_again_and_have_a_length_a_name_and_items():
    pl = pytest.importorskip("polars")
    hosts = expected(lambda url: url.host)
    chunks = pa.chunked_array([TEXTS, [], TEXTS[::-1]])
    for source in (chunks, pl.Series(chunks.to_pylist()), pa.array(chunks.to_pylist()), chunks.to_pylist()):
        column = columns.part(source, "host")
        for _ in range(2):
            assert column.to_list() == list(column) == hosts + hosts[::-1]
            assert pl.Series(column).to_list() == pa.array(column).to_pylist() == column.to_list()
        assert len(column) == 2 * len(hosts) and column.name == pl.Series(column).name == "host"
        assert "host" in repr(column) and "16 rows" in repr(column)
        assert [column[at] for at in (0, 7, 8, 15, -1, -16)] == [(hosts + hosts[::-1])[at] for at in (0, 7, 8, 15, -1, -16)]
        assert column[5:11] == (hosts + hosts[::-1])[5:11] and column[::-1] == column.to_list()
        for outside in (16, -17):
            with pytest.raises(IndexError):
                column[outside]
    names = [function(TEXTS).name for function in (columns.valid, columns.parts, columns.errors, columns.plan)]
    assert names == ["valid", "parts", "errors", "plan"]


def test_lists_and_arrays_of_numpy():
    np = pytest.importorskip("numpy")
    hosts = expected(lambda url: url.host)
    sources = [TEXTS, tuple(TEXTS), (text for text in TEXTS), dict.fromkeys(TEXTS), np.array(TEXTS, dtype=object)]
    sources.append([text and text.encode() for text in TEXTS])
    sources.append([float("nan") if text is None else text for text in TEXTS])
    for source in sources:
        assert columns.part(source, "host").to_list() == hosts
    texts = [text or "" for text in TEXTS]
    kinds = ["U64", "S64"] + (["T"] if hasattr(np.dtypes, "StringDType") else [])
    for kind in kinds:
        found = columns.part(np.array(texts, dtype=np.dtypes.StringDType() if kind == "T" else kind), "host")
        assert found.to_list() == hosts
    assert columns.valid(["http://host.dom/\ud800", b"http://host.dom/\xff"]).to_list() == [False, False]
    assert columns.valid([]).to_list() == [] and columns.valid(np.array(["ftp://h/"])[:0]).to_list() == []
    with pytest.raises(TypeError, match="found list in row 0"):
        columns.valid(np.array([["a", "b"]]))


def test_readings_mean_the_same_in_all_schemes():
    texts = ["http://h.dom/a%20b/c?q=%26", "ftp://h.dom/%FF", "x-db://h.dom/a?b=c", "gopher://h.dom/7/a%09b%20c", "mailto:a@b", "x y"]
    assert columns.part(texts, "path").to_list() == ["a b/c", None, "a", "7/a\tb c", None, None]
    assert columns.part(texts, "query").to_list() == ["q=&", None, "b=c", "b c", None, None]
    assert columns.part(texts, "port_or_default").to_list() == ["80", "21", None, "70", None, None]


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def test_ten_million_rows_with_flat_memory():
    chunk = pa.array([f"http://host{row}.dom/{row}" for row in range(100_000)])
    rows, before = 0, None
    for _ in range(100):
        for function in (columns.valid, lambda column: columns.part(column, "host")):
            result = pa.array(function(chunk, threads=None) if function is columns.valid else function(chunk))
            assert len(result) == len(chunk)
        rows += len(chunk)
        if rows == 1_000_000:
            before = peak()
    assert rows == 10_000_000
    # A tenth was enough to reach the peak.
    assert peak() - before < 32


def test_ten_million_rows_as_a_stream_with_flat_memory():
    array = pa.array([f"http://host{row}.dom/{row}" for row in range(100_000)])

    class Chunks:
        def __init__(self, count):
            self.count = count

        def __arrow_c_stream__(self, requested_schema=None):
            # The same buffers in every chunk: what grows is not the input.
            return pa.chunked_array([array] * self.count).__arrow_c_stream__(requested_schema)

    def count(chunks):
        reader = columns.valid(Chunks(chunks))
        return sum(len(chunk) for chunk in pa.chunked_array(reader).chunks)

    count(10)
    before = peak()
    assert count(100) == 10_000_000
    assert peak() - before < 32


def test_columns_release_the_gil():
    column = pa.array([f"http://host{row}.dom/{row}" for row in range(300_000)])
    ticks, done = [0], threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            done.wait(0.0001)

    thread = threading.Thread(target=tick)
    thread.start()
    for _ in range(5):
        columns.plan(column)
    done.set()
    thread.join()
    assert ticks[0] > 3
