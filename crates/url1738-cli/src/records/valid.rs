//! The common part of the records of valid URLs.

use core::fmt;

use url1738::{Escaped, PartSpan, Redacted, Span, Url};

use crate::{
    diagnostics::{Masking, Sanitized, is_plain},
    line::Line,
};

/// A line that is a URL.
#[derive(Clone, Copy)]
pub(crate) struct ValidLine<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) url: Url<&'a str>,
    /// The line with its secrets masked, unless they are to be shown.
    pub(crate) masked: Redacted<'a>,
    /// Whether the line is shown as it is in every format. Then its pieces are, too, and are not checked one by one.
    safe: bool,
}

impl<'a> ValidLine<'a> {
    pub(crate) fn new(line: Line<'a>, url: Url<&'a str>, masking: Masking) -> Self {
        let masked = masking.redact_url(line.bytes, &url);
        let safe = masked.secrets().is_empty() && is_plain(line.bytes);
        Self { line, url, masked, safe }
    }

    /// Returns the name of the scheme, in lower case if it is one of the ten.
    pub(crate) fn scheme(&self) -> &'a str {
        // The view borrows the line, not this copy of the URL.
        let url: &Url<&'a str> = &self.url;
        url.scheme()
    }

    /// Returns the line as it may be shown.
    pub(crate) fn input(&self) -> Sanitized<'a> {
        if self.safe {
            let url: &Url<&'a str> = &self.url;
            Sanitized::safe(url.as_str())
        } else {
            Sanitized::masked(self.masked)
        }
    }

    /// Returns the span of the text after the login, or after the scheme if there is no login.
    pub(crate) fn after_login(&self) -> Span {
        let end = u32::try_from(self.line.bytes.len()).unwrap_or(u32::MAX);
        match self.url.login() {
            Some(login) => Span::new(login.spans().end(), end),
            None => Span::after(
                u32::try_from(self.scheme().len()).unwrap_or(u32::MAX),
                self.url.as_str(),
            )
            .unwrap_or_default(),
        }
    }

    /// Returns the decoded part as it may be shown, if it differs from the part as written.
    pub(crate) fn decoded(&self, at: PartSpan) -> Option<String> {
        let written = at.span.slice(self.url.as_str());
        let octets = Escaped::new_validated(written).decode();
        let secret = self.masked.covers(at.span);
        (!secret && *octets != *written.as_bytes()).then(|| Sanitized::new(&octets).to_string())
    }

    /// Returns a piece of the URL as it may be shown.
    pub(crate) fn piece(&self, span: Span) -> Sanitized<'a> {
        if self.safe {
            let url: &Url<&'a str> = &self.url;
            Sanitized::safe(span.slice(url.as_str()))
        } else {
            Sanitized::masked(self.masked.slice(span))
        }
    }
}

impl fmt::Debug for ValidLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ValidLine").field(&self.url).finish()
    }
}
