//! Columns of Arrow: the kernels of `url1738-arrow` for Python objects that have an Arrow column, and for lists of texts.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{
    Array, ArrayRef, LargeStringArray, StringArray, builder::LargeBinaryBuilder,
    cast::AsArray as _, new_empty_array, new_null_array, types::UInt32Type,
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use pyo3::{
    basic::CompareOp,
    exceptions::{PyIndexError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyCapsule, PyDict, PyIterator, PyList, PySlice, PyString, PyTuple},
};
use pyo3_arrow::{
    PyArray, PyField,
    ffi::{ArrayIterator, ArrayReader, to_array_pycapsules, to_stream_pycapsule},
    input::AnyArray,
};
use url1738_arrow::{ColumnError, Kernel, concatenated};

use crate::{offsets, urls::url};

/// What a column holds.
enum Content {
    Chunks(Vec<ArrayRef>),
    /// A stream, computed while it is read, and empty after that.
    Stream(Mutex<Option<Box<dyn ArrayReader + Send>>>),
}

/// The result of a function of this module: a column of Arrow, with the name of what it holds.
///
/// pyarrow, polars, pandas, DuckDB and others take it as it is, by `__arrow_c_array__` or `__arrow_c_stream__`. The result
/// for a stream without a length, such as a reader of record batches, is a stream: it computes each chunk when that is
/// read, once. All others have a length and items, and are read as often as one likes.
///
/// >>> import url1738
/// >>> column = url1738.arrow.valid(["http://host.dom/", "x y", None])
/// >>> column.to_list(), column.type, column.name
/// ([True, False, None], 'Boolean', 'valid')
/// >>> len(column), column[0], column[-2:]
/// (3, True, [False, None])
/// >>> import pyarrow
/// >>> pyarrow.array(column).type
/// DataType(bool)
#[pyclass(frozen, sequence, module = "url1738.arrow")]
pub(crate) struct Column {
    field: FieldRef,
    content: Content,
}

impl Column {
    /// Returns the chunks; of a stream, nothing is left here.
    fn reader(&self) -> PyResult<Box<dyn ArrayReader + Send>> {
        match &self.content {
            Content::Chunks(chunks) => Ok(Box::new(ArrayIterator::new(
                chunks.clone().into_iter().map(Ok),
                self.field.clone(),
            ))),
            Content::Stream(stream) => {
                let taken = stream.lock().unwrap_or_else(PoisonError::into_inner).take();
                taken.ok_or_else(|| PyValueError::new_err("the stream was read before"))
            }
        }
    }

    /// Returns all rows as one array.
    fn array(&self, py: Python<'_>) -> PyResult<ArrayRef> {
        if let Content::Chunks(chunks) = &self.content
            && let [array] = &**chunks
        {
            return Ok(array.clone());
        }
        let reader = self.reader()?;
        py.detach(|| {
            let chunks = reader.map(|chunk| chunk.map(|chunk| chunk.to_data()));
            let chunks: Vec<_> = chunks.collect::<Result<_, _>>()?;
            concatenated(&chunks, self.field.data_type())
        })
        .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the chunks of what is not a stream.
    fn chunks(&self) -> PyResult<&[ArrayRef]> {
        match &self.content {
            Content::Chunks(chunks) => Ok(chunks),
            Content::Stream(_) => {
                Err(PyTypeError::new_err("a stream has neither length nor items"))
            }
        }
    }

    fn row<'py>(&self, py: Python<'py>, mut row: usize) -> PyResult<Bound<'py, PyAny>> {
        for chunk in self.chunks()? {
            match row.checked_sub(chunk.len()) {
                Some(rest) => row = rest,
                None => return object(py, chunk, row),
            }
        }
        Err(PyIndexError::new_err("the column has fewer rows"))
    }
}

fn failed(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Column {
    /// The type of the rows, in the notation of Arrow's Rust library.
    #[getter(r#type)]
    fn data_type(&self) -> String {
        self.field.data_type().to_string()
    }

    /// What the rows are: the name of the part, or of the function that returned the column.
    #[getter]
    fn name(&self) -> &str {
        self.field.name()
    }

    /// Returns the rows as Python objects. It reads a stream to its end.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in self.reader()? {
            let chunk = chunk.map_err(failed)?;
            for row in 0..chunk.len() {
                list.append(object(py, &chunk, row)?)?;
            }
        }
        Ok(list)
    }

    /// Returns the column as an array of the C data interface. It reads a stream to its end.
    /// Texts are returned as the type that is requested; any other cast is left to the consumer, as the interface allows:
    /// the casts of Arrow are larger than all of the module.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let array = self.array(py)?;
        let wanted = requested(requested_schema);
        let cast = wanted.and_then(|wanted| py.detach(|| as_type(&array, &wanted)).ok());
        let array = cast.unwrap_or(array);
        let field = field_of(&self.field, &array);
        Ok(to_array_pycapsules(py, field, &array, None)?)
    }

    /// Returns the column as a stream of the C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let reader = self.reader()?;
        let Some(wanted) = requested(requested_schema) else {
            return Ok(to_stream_pycapsule(py, reader, None)?);
        };
        let none = as_type(&new_empty_array(self.field.data_type()), &wanted).map_err(failed)?;
        let field = field_of(&self.field, &none);
        let stream = reader.map(move |chunk| as_type(&chunk?, &wanted));
        Ok(to_stream_pycapsule(py, Box::new(ArrayIterator::new(stream, field)), None)?)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.chunks()?.iter().map(Array::len).fold(0, usize::saturating_add))
    }

    /// Returns a row as a Python object, or those of a slice as a list.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        at: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let len = isize::try_from(self.__len__()?)?;
        if let Ok(slice) = at.cast::<PySlice>() {
            let range = slice.indices(len)?;
            let list = PyList::empty(py);
            let mut row = range.start;
            for _ in 0..range.slicelength {
                list.append(self.row(py, usize::try_from(row)?)?)?;
                row = row.wrapping_add(range.step);
            }
            return Ok(list.into_any());
        }
        let at: isize = at.extract()?;
        let row = if at < 0 { at.saturating_add(len) } else { at };
        self.row(py, usize::try_from(row).unwrap_or(usize::MAX))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_list(py)?.try_iter()
    }

    fn __repr__(&self) -> String {
        let (name, data_type) = (self.name(), self.data_type());
        match self.__len__() {
            Ok(rows) => format!("Column({name}: {data_type}, {rows} rows)"),
            Err(_) => format!("Column({name}: {data_type}, a stream)"),
        }
    }
}

/// Returns the type of a requested schema.
fn requested(schema: Option<Bound<'_, PyCapsule>>) -> Option<DataType> {
    let field = PyField::from_arrow_pycapsule(&schema?).ok()?;
    Some(field.into_inner().data_type().clone())
}

/// Returns texts in the layout of the type; another column as it is.
///
/// # Errors
///
/// Returns an error if the texts are too long for the type, whose offsets have 31 bits.
fn as_type(array: &ArrayRef, wanted: &DataType) -> Result<ArrayRef, ArrowError> {
    let Some(texts) = array.as_string_view_opt() else { return Ok(array.clone()) };
    match wanted {
        DataType::LargeUtf8 => Ok(Arc::new(LargeStringArray::from_iter(texts))),
        DataType::Utf8 => {
            // Rows of a view may share bytes, so that their sum can be larger than the column.
            let length = texts.iter().flatten().map(str::len).fold(0, usize::saturating_add);
            if i32::try_from(length).is_err() {
                return Err(ArrowError::OffsetOverflowError(length));
            }
            Ok(Arc::new(StringArray::from_iter(texts)))
        }
        _ => Ok(array.clone()),
    }
}

/// Returns the field of a column for an array of it, whose type may be another one for texts.
fn field_of(field: &FieldRef, array: &ArrayRef) -> FieldRef {
    Arc::new(field.as_ref().clone().with_data_type(array.data_type().clone()))
}

/// Returns a row of a result as an object of Python: a `bool`, `str`, `int`, `list`, `dict` or `None`.
fn object<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::Utf8View => PyString::new(py, array.as_string_view().value(row)).into_any(),
        DataType::UInt32 => {
            array.as_primitive::<UInt32Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            let list = PyList::empty(py);
            for item in 0..items.len() {
                list.append(object(py, &items, item)?)?;
            }
            list.into_any()
        }
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                dict.set_item(field.name(), object(py, column, row)?)?;
            }
            dict.into_any()
        }
        other => return Err(PyTypeError::new_err(format!("no object for the type {other}"))),
    })
}

/// Returns the only column of a table, and what is not a table as it is: relations and data frames come as structs. A frame
/// of which rows were selected has their numbers, too.
fn only_column(array: ArrayRef) -> ArrayRef {
    let Some(table) = array.as_struct_opt().filter(|table| table.null_count() == 0) else {
        return array;
    };
    let named = table.fields().iter().zip(table.columns());
    let mut columns = named.filter(|(field, _)| !field.name().starts_with("__index_level_"));
    match (columns.next(), columns.next()) {
        (Some((_, column)), None) => column.clone(),
        _ => array,
    }
}

/// Applies a kernel to a column: at once to what has a length, and to a stream when its result is read.
fn apply(
    column: &Bound<'_, PyAny>,
    name: &str,
    kernel: Kernel<'static>,
    threads: Option<usize>,
) -> PyResult<Column> {
    // The kernels take 0 for all cores.
    let threads = threads.unwrap_or(0);
    let field = Arc::new(Field::new(name, kernel.data_type(), true));
    let run = move |array: ArrayRef| kernel.apply_on_threads(&only_column(array), threads);
    let has = |method| column.hasattr(method);
    let py = column.py();
    let array = if has("__arrow_c_array__")? {
        Some(column.extract::<PyArray>()?.into_inner().0)
    } else if has("__arrow_c_stream__")? {
        None
    } else {
        Some(texts(column)?)
    };
    if let Some(array) = array {
        let chunk = py.detach(|| run(array)).map_err(raise)?;
        return Ok(Column { field, content: Content::Chunks(vec![chunk]) });
    }
    let input = column.extract::<AnyArray>()?.into_reader()?;
    let none = only_column(new_empty_array(input.field().data_type()));
    if *none.data_type() == DataType::Null && has("__len__")? {
        // polars gives a column of nulls a buffer, with which Arrow's Rust library refuses it.
        let chunk = new_null_array(field.data_type(), column.len()?);
        return Ok(Column { field, content: Content::Chunks(vec![chunk]) });
    }
    // The error of a column without texts is found now, not when the first chunk is read.
    run(none).map_err(raise)?;
    let output = input
        .map(move |chunk| run(chunk?).map_err(|error| ArrowError::ExternalError(Box::new(error))));
    // What has a length is in memory, and its result can be.
    let content = if has("__len__")? {
        let chunks = py.detach(|| output.collect::<Result<_, _>>());
        Content::Chunks(chunks.map_err(failed)?)
    } else {
        let output = ArrayIterator::new(output, field.clone());
        Content::Stream(Mutex::new(Some(Box::new(output))))
    };
    Ok(Column { field, content })
}

/// Returns a column of the texts of a list, of another iterable or of an array of NumPy; `None` is null, and what does not
/// equal itself: NaN, and `NaT` and `NA` of pandas, whose comparisons are `NA`.
fn texts(column: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let wrong = |found: &Bound<'_, PyAny>, place: &str| {
        let found = found.get_type().name()?;
        Ok(PyTypeError::new_err(format!(
            "expected a column of str, bytes or None, found {found}{place}"
        )))
    };
    // An array of NumPy without a dimension is one text, and no column of its characters.
    let items = column.call_method0("tolist").unwrap_or_else(|_| column.clone());
    let is_one = items.is_instance_of::<PyString>() || items.is_instance_of::<PyBytes>();
    let Some(items) = items.try_iter().ok().filter(|_| !is_one) else {
        return wrong(column, "").and_then(Err);
    };
    let mut texts = LargeBinaryBuilder::new();
    for (row, item) in items.enumerate() {
        let item = item?;
        if let Ok(text) = item.cast::<PyString>() {
            texts.append_value(offsets::utf8(text)?.as_bytes());
        } else if let Ok(bytes) = item.cast::<PyBytes>() {
            texts.append_value(bytes.as_bytes());
        } else if item.is_none()
            || item
                .rich_compare(&item, CompareOp::Ne)
                .is_ok_and(|other| other.is(&item) || other.extract().unwrap_or(false))
        {
            texts.append_null();
        } else {
            return wrong(&item, &format!(" in row {row}")).and_then(Err);
        }
    }
    Ok(Arc::new(texts.finish()))
}

fn raise(error: ColumnError) -> PyErr {
    let hint = match &error {
        ColumnError::NotText(DataType::Struct(_)) => ": select one column of text",
        _ => "",
    };
    PyTypeError::new_err(format!("{error}{hint}"))
}

/// Writes the functions of kernels that have no arguments.
macro_rules! kernels {
    ($($(#[$about:meta])* $name:ident $Kernel:ident;)+) => {$(
        $(#[$about])*
        #[pyfunction]
        #[pyo3(signature = (column, *, threads=Some(1)), text_signature = "(column, *, threads=1)")]
        pub(crate) fn $name(column: &Bound<'_, PyAny>, threads: Option<usize>) -> PyResult<Column> {
            apply(column, stringify!($name), Kernel::$Kernel, threads)
        }
    )+};
}

kernels! {
    /// Returns whether each row is a URL, as booleans; null for null.
    ///
    /// `threads` is the number of threads, and `None` is one per core.
    ///
    /// >>> import url1738
    /// >>> url1738.arrow.valid(["ftp://host.dom/", "a b"]).to_list()
    /// [True, False]
    valid Valid;

    /// Returns the parts of each URL as structs: a field for each name, null if the URL has no such part.
    ///
    /// >>> import url1738
    /// >>> [row] = url1738.arrow.parts(["ftp://joe@host.dom/a/b"]).to_list()
    /// >>> row["user"], row["host"], row["fsegment"]
    /// ('joe', 'host.dom', ['a', 'b'])
    parts Parts;

    /// Returns the error of each text that is not a URL as structs: code, part, rule, place and so on; null for URLs. Places are
    /// in bytes.
    ///
    /// >>> import url1738
    /// >>> good, bad = url1738.arrow.errors(["ftp://host.dom/", "ftp://host.dom/a b"]).to_list()
    /// >>> good, bad["code"], bad["part"]
    /// (None, 'space', 'fsegment')
    errors Errors;

    /// Returns the normal form of each URL; null for other texts.
    ///
    /// >>> import url1738
    /// >>> url1738.arrow.normalize(["HTTP://HOST.dom:80/"]).to_list()
    /// ['http://host.dom/']
    normalize Normalize;

    /// Returns each text repaired; a URL as it is; null for what no change makes a URL.
    ///
    /// >>> import url1738
    /// >>> url1738.arrow.repair(["http://host.dom/~joe/a b", ""]).to_list()
    /// ['http://host.dom/%7Ejoe/a%20b', None]
    repair Repair;

    /// Returns the access plan of each URL as structs: endpoint, steps, warnings, or the reason why there is none. Passwords are
    /// `***`.
    ///
    /// >>> import url1738
    /// >>> [row] = url1738.arrow.plan(["gopher://host.dom/0/a"]).to_list()
    /// >>> row["steps"]
    /// ['send "/a\\r\\n"']
    plan Plan;
}

/// Returns one part of each URL as text, as written: `host`, `port`, `user` and so on; null if there is none.
///
/// Three more names mean the same in all schemes: `path` and `query`, which are decoded, and null if they are not UTF-8; and
/// `port_or_default`. Raises `ValueError` if no part has the name.
///
/// >>> import url1738
/// >>> url1738.arrow.part(["ftp://host.dom/", "a b"], "host").to_list()
/// ['host.dom', None]
/// >>> url1738.arrow.part(["ftp://host.dom/a%20b/c"], "path").to_list()
/// ['a b/c']
#[pyfunction]
#[pyo3(signature = (column, name, *, threads=Some(1)), text_signature = "(column, name, *, threads=1)")]
pub(crate) fn part(
    column: &Bound<'_, PyAny>,
    name: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    let name = url1738_arrow::check_part(name)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    apply(column, name, Kernel::Part(name), threads)
}

/// Returns the key of each text by which archives sort; null if it has none.
///
/// >>> import url1738
/// >>> url1738.arrow.surt(["http://www.host.dom/a"]).to_list()
/// ['dom,host)/a']
#[pyfunction]
#[pyo3(signature = (column, profile="wayback-0.3.1", *, threads=Some(1)), text_signature = "(column, profile='wayback-0.3.1', *, threads=1)")]
pub(crate) fn surt(
    column: &Bound<'_, PyAny>,
    profile: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    apply(column, "surt", Kernel::Surt(url::profile(profile)?), threads)
}
