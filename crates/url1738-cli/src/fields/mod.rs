//! The fields of a line by their names: what templates write, filters compare and `--sort` orders by.

mod field;
mod split;
mod subject;
mod table;
mod template;
mod value;

pub(crate) use field::Field;
pub(crate) use split::is_scheme;
pub(crate) use subject::Subject;
pub(crate) use table::{Kind, Row};
pub(crate) use template::{Template, listed, quoted};
pub(crate) use value::{Value, form_decoded};
