//! One line explained: the picture that `url1738-picture` draws, as records, and the readings of other standards.

mod explanation;
mod json;
mod whatwg;

pub(crate) use explanation::Explanation;
pub(crate) use json::Explained;
pub(crate) use whatwg::compare;
