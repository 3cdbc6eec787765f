//! Pages to read: the ten schemes by example, how to come here from elsewhere, corpora, and fetching.

#[doc = include_str!("../docs/ten-schemes.md")]
pub mod ten_schemes {}

#[doc = include_str!("../docs/migration.md")]
pub mod migration {}

#[doc = include_str!("../docs/archive.md")]
pub mod archive {}

#[doc = include_str!("../docs/fetching.md")]
pub mod fetching {}
