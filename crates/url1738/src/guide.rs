//! Pages to read: the ten schemes by example, and how to come here from elsewhere.

#[doc = include_str!("../docs/ten-schemes.md")]
pub mod ten_schemes {}

#[doc = include_str!("../docs/migration.md")]
pub mod migration {}
