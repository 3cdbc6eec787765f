//! What pickle calls for the values that are not URLs.

use pyo3::{exceptions::PyValueError, prelude::*, types::PyTuple};

use crate::{
    lint::Lint,
    part::Part,
    plan::{Endpoint, Plan},
    repair::{Change, Repaired},
    text::Match,
    urls::relative::Joined,
};

/// Restores a value that was pickled.
#[pyfunction(name = "_restore")]
pub(crate) fn restore<'py>(
    class: &str,
    fields: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = fields.py();
    Ok(match class {
        "Match" => Bound::new(py, Match::restore(fields)?)?.into_any(),
        "Part" => Bound::new(py, Part::restore(fields)?)?.into_any(),
        "Lint" => Bound::new(py, Lint::restore(fields)?)?.into_any(),
        "Change" => Bound::new(py, Change::restore(fields)?)?.into_any(),
        "Repaired" => Bound::new(py, Repaired::restore(fields)?)?.into_any(),
        "Joined" => Bound::new(py, Joined::restore(fields)?)?.into_any(),
        "Endpoint" => Bound::new(py, Endpoint::restore(fields)?)?.into_any(),
        "Step" => {
            let (plan, at): (Bound<'_, Plan>, usize) = fields.extract()?;
            Plan::steps(&plan)?.get_item(at)?
        }
        _ => return Err(PyValueError::new_err(format!("no class {class}"))),
    })
}
