//! The common part of the records of valid URLs.

use serde::ser::SerializeMap;
use url1738::{Escaped, PartSpan, Redacted, Span, Url};

use crate::{
    diagnostics::{Passwords, Sanitized, sanitized::is_plain},
    line::Line,
};

/// A line that is a URL.
#[derive(Clone, Debug)]
pub(crate) struct ValidLine<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) url: Url<&'a str>,
    /// The line with its secrets masked, or `None` if there is nothing to mask. Then every format shows the line and its
    /// pieces as they are: a URL contains only graphic US-ASCII characters, and neither `"` nor `\`.
    masked: Option<Box<Redacted<'a>>>,
    passwords: Passwords,
}

impl<'a> ValidLine<'a> {
    #[inline(always)]
    pub(crate) fn new(line: Line<'a>, url: Url<&'a str>, passwords: Passwords) -> Self {
        debug_assert!(is_plain(line.bytes), "{url:?}");
        let masked = passwords.redact_url(line.bytes, &url);
        Self { line, url, masked, passwords }
    }

    /// Returns whether something of the record is masked.
    #[inline]
    pub(crate) fn is_masked(&self) -> bool {
        self.masked.is_some() || self.passwords.is_fragment_masked(self.line.fragment)
    }

    /// Returns the line with its secrets masked, unless they are to be shown.
    pub(crate) fn masked(&self) -> Redacted<'a> {
        match &self.masked {
            None => Redacted::revealed(self.line.bytes),
            Some(masked) => **masked,
        }
    }

    /// Returns the name of the scheme, in lower case if it is one of the ten.
    pub(crate) fn scheme(&self) -> &'a str {
        // The view borrows the line, not this copy of the URL.
        let url: &Url<&'a str> = &self.url;
        url.scheme()
    }

    /// Returns the line as text.
    #[inline]
    pub(crate) fn text(&self) -> &'a str {
        let url: &Url<&'a str> = &self.url;
        self.line.text.unwrap_or_else(|| url.as_str())
    }

    /// Returns the line as it may be shown.
    #[inline]
    pub(crate) fn input(&self) -> Sanitized<'a> {
        match &self.masked {
            None => Sanitized::new(self.text().as_bytes()),
            Some(masked) => Sanitized::masked(**masked),
        }
    }

    /// Returns the fragment as it may be shown.
    pub(crate) fn fragment(&self) -> Option<Sanitized<'a>> {
        Some(Sanitized::masked(self.passwords.redact_fragment(self.line.fragment?)))
    }

    /// Returns the decoded part as it may be shown, if it differs from the part as written.
    pub(crate) fn decoded(&self, at: PartSpan) -> Option<String> {
        let written = at.span.slice(self.text());
        let octets = Escaped::new_validated(written).decode();
        let secret = self.masked.as_ref().is_some_and(|masked| masked.covers(at.span));
        (!secret && *octets != *written.as_bytes()).then(|| Sanitized::new(&octets).to_string())
    }

    /// Adds the members of all commands to a record in JSON: `"file"` to `"ok"`.
    pub(crate) fn members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("file", &self.line.origin.known_file())?;
        object.serialize_entry("line", &self.line.number)?;
        object.serialize_entry("column", &1)?;
        object.serialize_entry("input", &self.input())?;
        object.serialize_entry("ok", &true)?;
        if self.is_masked() {
            object.serialize_entry("masked", &true)?;
        }
        match self.fragment() {
            Some(fragment) => object.serialize_entry("fragment", &fragment),
            None => Ok(()),
        }
    }

    /// Returns a piece of the URL as it may be shown.
    #[inline]
    pub(crate) fn piece(&self, span: Span) -> Sanitized<'a> {
        match &self.masked {
            None => Sanitized::new(span.slice(self.text()).as_bytes()),
            Some(masked) => Sanitized::masked(masked.slice(span)),
        }
    }
}

#[cfg(test)]
mod tests {
    use url1738::SCHEMES;

    use super::*;
    use crate::line::Origin;

    /// Without secrets, a URL is written as it is to every format.
    #[test]
    fn urls_contain_only_plain_characters() {
        let passwords = Passwords::Keep;
        let mut valid = 0;
        for scheme in SCHEMES.iter().map(|scheme| scheme.name).chain(["x-db", "URL"]) {
            for around in
                ["://h/a.b", "://h/a/2?b", "://h:1/a;b=c", "://u:p@h/a", ":a@h.b", ":", ":*"]
            {
                let text = format!("{scheme}{around}");
                for place in 0..=text.len() {
                    for byte in 0..=255_u8 {
                        let mut bytes = text.clone().into_bytes();
                        bytes.insert(place, byte);
                        let line = Line::single(1, &bytes, &Origin::Arguments);
                        if let Ok(url) = line.parse() {
                            assert!(is_plain(&bytes), "{url:?}");
                            assert_eq!(
                                ValidLine::new(line, url, passwords).text().as_bytes(),
                                bytes
                            );
                            valid += 1;
                        }
                    }
                }
            }
        }
        assert!(valid > 10_000, "{valid}");
    }
}
