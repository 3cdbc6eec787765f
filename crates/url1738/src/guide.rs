//! Pages to read: the ten schemes by example, how to come here from elsewhere, and corpora.

#[doc = include_str!("../docs/ten-schemes.md")]
pub mod ten_schemes {}

#[doc = include_str!("../docs/migration.md")]
pub mod migration {}

#[doc = include_str!("../docs/archive.md")]
pub mod archive {}
