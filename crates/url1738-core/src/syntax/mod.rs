//! The declarations of section 5 of RFC 1738: characters and parts, with escapes and spans.

/// Writes the methods that set one field of a declaration. The field becomes the argument, or what follows `=>`: `Some(fix)`.
macro_rules! setters {
    ($($(#[$about:meta])+ $vis:vis $name:ident($field:ident: $Type:ty $(=> $value:expr)?);)+) => {$(
        $(#[$about])+
        #[must_use]
        $vis const fn $name(self, $field: $Type) -> Self {
            $(let $field = $value;)?
            Self { $field, ..self }
        }
    )+};
}

pub(crate) mod address;
pub(crate) mod code;
mod encode;
pub(crate) mod escaped;
pub mod international;
pub mod part;
pub(crate) mod scheme_info;
pub(crate) mod span;
pub(crate) mod split;
