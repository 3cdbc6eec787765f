//! What the records of all valid URLs begin with.

use url1738::{AnyUrl, Escaped, PartSpan, Redacted, Span, Url};

use crate::{line::Line, session::Session, shown::Shown};

/// A line that is a URL.
#[derive(Clone, Copy)]
pub(crate) struct Good<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) url: Url<&'a str>,
    /// The line with its secrets masked, unless they may be shown.
    pub(crate) masked: Redacted<'a>,
}

impl<'a> Good<'a> {
    pub(crate) fn new(line: Line<'a>, url: Url<&'a str>, session: &Session) -> Self {
        Self { line, url, masked: session.redact_url(line.bytes, &url) }
    }

    /// The name of the scheme: in lower case where it is one of the ten.
    pub(crate) fn scheme(&self) -> &'a str {
        // The view borrows the line, not this copy of the URL.
        let url: &Url<&'a str> = &self.url;
        url.scheme()
    }

    /// The line as it may be shown.
    pub(crate) fn input(&self) -> Shown<'a> {
        Shown::masked(self.masked)
    }

    /// Calls `each` with the parts in order, the scheme first, without a list of them: a URL may have
    /// millions.
    pub(crate) fn each_part(&self, each: &mut dyn FnMut(PartSpan)) {
        match any(&self.url) {
            Some(url) => url.each_part(each),
            None => self.url.parts().into_iter().for_each(each),
        }
    }

    /// What follows the login: the path and all behind it; what follows the scheme where there is no login.
    pub(crate) fn behind_login(&self) -> Span {
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

    /// What a part decodes to, as it may be shown, where that is not what is written.
    pub(crate) fn decoded(&self, at: PartSpan) -> Option<String> {
        let written = at.span.of(self.url.as_str());
        let octets = Escaped::new_validated(written).decode();
        let secret = self.masked.covers(at.span);
        (!secret && *octets != *written.as_bytes()).then(|| Shown::new(&octets).to_string())
    }

    /// A piece of the URL as it may be shown.
    pub(crate) fn piece(&self, span: Span) -> Shown<'a> {
        Shown::masked(self.masked.slice(span))
    }
}

impl core::fmt::Debug for Good<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Good").field(&self.url).finish()
    }
}

/// The URL as any scheme has it; none of a scheme that this program does not know.
fn any<'u>(url: &'u Url<&str>) -> Option<&'u dyn AnyUrl> {
    Some(match url {
        Url::Ftp(url) => url,
        Url::Http(url) => url,
        Url::Gopher(url) => url,
        Url::Mailto(url) => url,
        Url::News(url) => url,
        Url::Nntp(url) => url,
        Url::Telnet(url) => url,
        Url::Wais(url) => url,
        Url::File(url) => url,
        Url::Prospero(url) => url,
        Url::Other(url) => &**url,
        _ => return None,
    })
}

/// A URL that this program wrote, as it may be shown.
#[derive(Clone, Debug)]
pub(crate) struct Whole(String);

impl Whole {
    /// Without its password, unless that may be shown.
    pub(crate) fn new(url: &Url, session: &Session) -> Self {
        Self(if session.show_passwords { url.to_string() } else { url.redacted().to_string() })
    }
}

impl core::fmt::Display for Whole {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl serde::Serialize for Whole {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
