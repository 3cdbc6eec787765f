//! What every text, URL, part and plan is held to, one value at a time. The tests here and the fuzz targets find the
//! values.

pub(crate) mod hidden;
pub(crate) mod leaks;
pub(crate) mod url;
