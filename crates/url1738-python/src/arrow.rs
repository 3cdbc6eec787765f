//! Columns of Arrow: the kernels of `url1738-arrow` for whatever Python object has an Arrow column.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{
    Array, ArrayRef, LargeStringArray, StringArray,
    cast::AsArray as _,
    types::{Int64Type, UInt32Type, UInt64Type},
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyCapsule, PyDict, PyList, PyString, PyTuple},
};
use pyo3_arrow::{
    PyArray, PyField,
    ffi::{ArrayIterator, ArrayReader, to_array_pycapsules, to_stream_pycapsule},
    input::AnyArray,
};
use url1738::surt::Profile;
use url1738_arrow::{ColumnError, Kernel};

/// Name of the results, which are one column.
const NAME: &str = "url1738";

/// What a column holds.
enum Content {
    Array(ArrayRef),
    /// A stream, computed while it is read, and empty after that.
    Stream(Mutex<Option<Box<dyn ArrayReader + Send>>>),
}

/// The result of a function of this module: a column of Arrow.
///
/// pyarrow, polars, pandas, DuckDB and others take it as it is, by `__arrow_c_array__` or `__arrow_c_stream__`. The result
/// for a stream is a stream: it computes each chunk when that is read, once.
///
/// >>> import url1738.arrow
/// >>> import pyarrow
/// >>> column = url1738.arrow.valid(pyarrow.array(["http://host.dom/", "x y", None]))
/// >>> column.to_list(), column.type
/// ([True, False, None], 'Boolean')
/// >>> pyarrow.array(column).type
/// DataType(bool)
#[pyclass(frozen, module = "url1738.arrow")]
pub(crate) struct Column {
    field: FieldRef,
    content: Content,
}

impl Column {
    /// Returns the stream, of which nothing is left here.
    fn take(&self) -> PyResult<Box<dyn ArrayReader + Send>> {
        match &self.content {
            Content::Array(array) => {
                Ok(Box::new(ArrayIterator::new([Ok(array.clone())], self.field.clone())))
            }
            Content::Stream(stream) => {
                let taken = stream.lock().unwrap_or_else(PoisonError::into_inner).take();
                taken.ok_or_else(|| PyValueError::new_err("the stream was read before"))
            }
        }
    }

    /// Returns all rows as one array.
    fn array(&self, py: Python<'_>) -> PyResult<ArrayRef> {
        if let Content::Array(array) = &self.content {
            return Ok(array.clone());
        }
        let stream = self.take()?;
        let field = self.field.clone();
        py.detach(|| {
            let chunks: Vec<ArrayRef> = stream.collect::<Result<_, _>>()?;
            match chunks.len() {
                0 => Ok(arrow_array::new_empty_array(field.data_type())),
                _ => {
                    let chunks: Vec<&dyn Array> = chunks.iter().map(AsRef::as_ref).collect();
                    arrow_select::concat::concat(&chunks)
                }
            }
        })
        .map_err(|error: ArrowError| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Column {
    /// The type of the rows, in the notation of Arrow's Rust library.
    #[getter(r#type)]
    fn data_type(&self) -> String {
        self.field.data_type().to_string()
    }

    /// Returns the rows as Python objects. It reads a stream to its end.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in self.take()? {
            let chunk = chunk.map_err(|error| PyValueError::new_err(error.to_string()))?;
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
        let cast = wanted.and_then(|wanted| {
            let cast = py.detach(|| as_type(&array, &wanted)).ok()?;
            Some((cast, with_type(&self.field, &wanted)))
        });
        let (array, field) = cast.unwrap_or_else(|| (array, self.field.clone()));
        Ok(to_array_pycapsules(py, field, &array, None)?)
    }

    /// Returns the column as a stream of the C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let stream = self.take()?;
        let Some(wanted) = requested(requested_schema) else {
            return Ok(to_stream_pycapsule(py, stream, None)?);
        };
        let field = with_type(&self.field, &wanted);
        let stream = stream.map(move |chunk| as_type(&chunk?, &wanted));
        Ok(to_stream_pycapsule(py, Box::new(ArrayIterator::new(stream, field)), None)?)
    }

    fn __len__(&self) -> PyResult<usize> {
        match &self.content {
            Content::Array(array) => Ok(array.len()),
            Content::Stream(_) => Err(PyTypeError::new_err("a stream has no length")),
        }
    }

    fn __repr__(&self) -> String {
        match &self.content {
            Content::Array(array) => format!("Column({}, {} rows)", self.data_type(), array.len()),
            Content::Stream(_) => format!("Column({}, a stream)", self.data_type()),
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

/// Returns the field with the type, if texts can be returned as it.
fn with_type(field: &FieldRef, wanted: &DataType) -> FieldRef {
    let texts = *field.data_type() == DataType::Utf8View;
    if texts && matches!(wanted, DataType::Utf8 | DataType::LargeUtf8) {
        return Arc::new(Field::new(NAME, wanted.clone(), true));
    }
    field.clone()
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
        DataType::UInt64 => {
            array.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::Int64 => {
            array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any()
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

/// Returns the only column of a table, and what is not a table as it is: relations and data frames come as structs.
fn only_column(array: ArrayRef) -> ArrayRef {
    match array.as_struct_opt().map(|table| (table.columns(), table.null_count())) {
        Some(([column], 0)) => column.clone(),
        _ => array,
    }
}

/// Applies a kernel to a column: to an array at once, to a stream when its result is read.
fn apply(
    column: &Bound<'_, PyAny>,
    kernel: Kernel<'static>,
    threads: Option<usize>,
) -> PyResult<Column> {
    // The kernels take 0 for all cores.
    let threads = threads.unwrap_or(0);
    let field = Arc::new(Field::new(NAME, kernel.data_type(), true));
    let run = move |array: &dyn Array| kernel.apply_on_threads(array, threads);
    // An array is at hand; what has only a stream may be larger than memory.
    let input = if column.hasattr("__arrow_c_array__")? {
        AnyArray::Array(column.extract::<PyArray>()?)
    } else {
        column.extract::<AnyArray>()?
    };
    let content = match input {
        AnyArray::Array(array) => {
            let array = only_column(array.into_inner().0);
            Content::Array(column.py().detach(|| run(&array)).map_err(raise)?)
        }
        AnyArray::Stream(stream) => {
            let input = stream.into_reader()?;
            // The error of a column without texts is found now, not when the first chunk is read.
            let empty = arrow_array::new_empty_array(input.field().data_type());
            run(&only_column(empty)).map_err(raise)?;
            let output = input.map(move |chunk| {
                let chunk = only_column(chunk?);
                run(&chunk).map_err(|error| ArrowError::ExternalError(Box::new(error)))
            });
            let output = ArrayIterator::new(output, field.clone());
            Content::Stream(Mutex::new(Some(Box::new(output))))
        }
    };
    Ok(Column { field, content })
}

fn raise(error: ColumnError) -> PyErr {
    let hint = match &error {
        ColumnError::NotText(DataType::Struct(_)) => ": select one column of text",
        _ => "",
    };
    PyTypeError::new_err(format!("{error}{hint}"))
}

/// Returns whether each row is a URL, as booleans; null for null.
///
/// `threads` is the number of threads, and `None` is one per core.
///
/// >>> import url1738.arrow, pyarrow
/// >>> url1738.arrow.valid(pyarrow.array(["ftp://host.dom/", "a b"])).to_list()
/// [True, False]
#[pyfunction]
#[pyo3(signature = (column, *, threads=Some(1)), text_signature = "(column, *, threads=1)")]
pub(crate) fn valid(column: &Bound<'_, PyAny>, threads: Option<usize>) -> PyResult<Column> {
    apply(column, Kernel::Valid, threads)
}

/// Returns the parts of each URL as structs: a field for each name, null if the URL has no such part.
///
/// >>> import url1738.arrow, pyarrow
/// >>> [row] = url1738.arrow.parts(pyarrow.array(["ftp://joe@host.dom/a/b"])).to_list()
/// >>> row["user"], row["host"], row["fsegment"]
/// ('joe', 'host.dom', ['a', 'b'])
#[pyfunction]
#[pyo3(signature = (column, *, threads=Some(1)), text_signature = "(column, *, threads=1)")]
pub(crate) fn parts(column: &Bound<'_, PyAny>, threads: Option<usize>) -> PyResult<Column> {
    apply(column, Kernel::Parts, threads)
}

/// Returns one part of each URL as text, as written: `host`, `port`, `user` and so on; null if there is none.
///
/// Raises `ValueError` if no part has the name.
///
/// >>> import url1738.arrow, pyarrow
/// >>> url1738.arrow.part(pyarrow.array(["ftp://host.dom/", "a b"]), "host").to_list()
/// ['host.dom', None]
#[pyfunction]
#[pyo3(signature = (column, name, *, threads=Some(1)), text_signature = "(column, name, *, threads=1)")]
pub(crate) fn part(
    column: &Bound<'_, PyAny>,
    name: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    url1738_arrow::check_part(name).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let known = url1738::PARTS.iter().map(url1738::Part::name).find(|known| *known == name);
    apply(column, Kernel::Part(known.unwrap_or("host")), threads)
}

/// Returns the error of each text that is not a URL as structs: code, part, rule, place and so on; null for URLs. Places are
/// in bytes.
///
/// >>> import url1738.arrow, pyarrow
/// >>> good, bad = url1738.arrow.errors(pyarrow.array(["ftp://host.dom/", "ftp://host.dom/a b"])).to_list()
/// >>> good, bad["code"], bad["part"]
/// (None, 'space', 'fsegment')
#[pyfunction]
#[pyo3(signature = (column, *, threads=Some(1)), text_signature = "(column, *, threads=1)")]
pub(crate) fn errors(column: &Bound<'_, PyAny>, threads: Option<usize>) -> PyResult<Column> {
    apply(column, Kernel::Errors, threads)
}

/// Returns the normal form of each URL; null for other texts.
///
/// >>> import url1738.arrow, pyarrow
/// >>> url1738.arrow.normalize(pyarrow.array(["HTTP://HOST.dom:80/"])).to_list()
/// ['http://host.dom/']
#[pyfunction]
#[pyo3(signature = (column, *, threads=Some(1)), text_signature = "(column, *, threads=1)")]
pub(crate) fn normalize(column: &Bound<'_, PyAny>, threads: Option<usize>) -> PyResult<Column> {
    apply(column, Kernel::Normalize, threads)
}

/// Returns each text repaired; a URL as it is; null for what no change makes a URL.
///
/// >>> import url1738.arrow, pyarrow
/// >>> url1738.arrow.repair(pyarrow.array(["http://host.dom/~joe/a b", ""])).to_list()
/// ['http://host.dom/%7Ejoe/a%20b', None]
#[pyfunction]
#[pyo3(signature = (column, *, threads=Some(1)), text_signature = "(column, *, threads=1)")]
pub(crate) fn repair(column: &Bound<'_, PyAny>, threads: Option<usize>) -> PyResult<Column> {
    apply(column, Kernel::Repair, threads)
}

/// Returns the key of each text by which archives sort; null if it has none.
///
/// >>> import url1738.arrow, pyarrow
/// >>> url1738.arrow.surt(pyarrow.array(["http://www.host.dom/a"])).to_list()
/// ['dom,host)/a']
#[pyfunction]
#[pyo3(signature = (column, profile="wayback-0.3.1", *, threads=Some(1)), text_signature = "(column, profile='wayback-0.3.1', *, threads=1)")]
pub(crate) fn surt(
    column: &Bound<'_, PyAny>,
    profile: &str,
    threads: Option<usize>,
) -> PyResult<Column> {
    let profile: Profile =
        profile.parse().map_err(|_| PyValueError::new_err(crate::urls::url::unknown_profile()))?;
    apply(column, Kernel::Surt(profile), threads)
}

/// Returns the access plan of each URL as structs: endpoint, steps, warnings, or the reason why there is none. Passwords are
/// `***`.
///
/// >>> import url1738.arrow, pyarrow
/// >>> [row] = url1738.arrow.plan(pyarrow.array(["gopher://host.dom/0/a"])).to_list()
/// >>> row["steps"]
/// ['send "/a\\r\\n"']
#[pyfunction]
#[pyo3(signature = (column, *, threads=Some(1)), text_signature = "(column, *, threads=1)")]
pub(crate) fn plan(column: &Bound<'_, PyAny>, threads: Option<usize>) -> PyResult<Column> {
    apply(column, Kernel::Plan, threads)
}
