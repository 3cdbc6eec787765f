//! The fields of a line by their names: what templates write, filters compare and `--sort` orders by.

mod field;
mod subject;
mod table;
mod template;

pub(crate) use field::Field;
pub(crate) use subject::{Key, Subject, Value};
pub(crate) use table::{FieldMembers, Kind, Row};
pub(crate) use template::Template;
