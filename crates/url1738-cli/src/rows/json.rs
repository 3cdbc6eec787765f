//! Objects in JSON, whose members keep their order and their text.

use core::{fmt, ops::Range};
use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object, in their order, with their values as written.
#[derive(Debug, Default)]
pub(super) struct Members<'l>(Vec<(String, &'l RawValue)>);

impl<'l> Members<'l> {
    /// Reads an object. Returns `None` if the text is none.
    pub(super) fn parse(text: &'l [u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }

    /// Returns a value: the text of a string, and what else there is as written. `None` for `null`.
    pub(super) fn value(&self, name: &str) -> Option<Cow<'l, [u8]>> {
        let (_, value) = self.0.iter().rfind(|(known, _)| known == name)?;
        match value.get() {
            "null" => None,
            text if text.starts_with('"') => {
                let text: String = serde_json::from_str(text).ok()?;
                Some(text.into_bytes().into())
            }
            text => Some(text.as_bytes().into()),
        }
    }

    /// Returns where a value is in the text of the object.
    pub(super) fn place(&self, name: &str, text: &[u8]) -> Option<Range<usize>> {
        let (_, value) = self.0.iter().rfind(|(known, _)| known == name)?;
        let start = value.get().as_ptr().addr().checked_sub(text.as_ptr().addr())?;
        Some(start..start + value.get().len())
    }
}

impl<'de: 'l, 'l> Deserialize<'de> for Members<'l> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Object)
    }
}
