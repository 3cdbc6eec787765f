//! The builder of Gopher URLs.

use url1738_core::{Error, ErrorKind, Span, impl_builder, scheme::Part};

use crate::{
    GOPHER_PLUS, GTYPE, GopherType, GopherUrl, SEARCH, SELECTOR,
    plus::{FORM_HEAD, FORM_TAIL},
};

impl_builder! {
    /// Builder of a [`GopherUrl`] (section 3.4). Percent-encodes its arguments. A tab ends a field even if it is
    /// percent-encoded, so that setters return an error if a selector or a search string contains one. Without an item, the URL
    /// names the top-level directory.
    ///
    /// ```
    /// use url1738_gopher::{GopherType, GopherUrl};
    ///
    /// let builder = GopherUrl::builder("host.dom")?;
    /// let url = builder.clone().item(GopherType::Search, "/find")?.search("to be?")?.build();
    /// assert_eq!(url, "gopher://host.dom/7/find%09to%20be?");
    /// assert_eq!(url.to_builder().without_search().build(), "gopher://host.dom/7/find");
    /// assert_eq!(url.to_builder().without_item().build(), "gopher://host.dom");
    ///
    /// let error = builder.item(GopherType::Text, "a\tb").unwrap_err();
    /// assert_eq!((error.part().name(), error.span().range()), ("selector", 1..2));
    /// # Ok::<(), url1738_gopher::Error>(())
    /// ```
    ///
    /// It also writes a Gopher+ string (sections 3.4.4 to 3.4.9):
    ///
    /// ```
    /// use url1738_gopher::{GopherType, GopherUrl};
    ///
    /// let item = GopherUrl::builder("host.dom")?.item(GopherType::Text, "/a")?;
    /// let view = item.clone().plus_string("+text/plain Es_ES");
    /// assert_eq!(view.clone().build(), "gopher://host.dom/0/a%09%09+text/plain%20Es_ES");
    /// assert_eq!(view.without_gopher_plus().build(), "gopher://host.dom/0/a");
    /// let form = item.form(["Joe", "42"])?.build();
    /// assert_eq!(form.gopher_plus().unwrap().form_values().unwrap(), [b"Joe".to_vec(), b"42".to_vec()]);
    /// # Ok::<(), url1738_gopher::Error>(())
    /// ```
    struct GopherBuilder: GopherUrl on host, hostport
}

impl GopherBuilder {
    /// Sets the item type and the selector.
    ///
    /// # Errors
    ///
    /// Returns an error if an argument contains a tab, CR or LF. The span of the error is relative to the argument.
    pub fn item(
        self,
        gtype: impl Into<GopherType>,
        selector: impl AsRef<[u8]>,
    ) -> Result<Self, Error> {
        let gtype = [gtype.into().octet()];
        refuse(&GTYPE, &gtype, CONTROLS)?;
        refuse(&SELECTOR, selector.as_ref(), CONTROLS)?;
        Ok(Self { parts: self.parts.with(&GTYPE, [gtype]).with(&SELECTOR, [selector]) })
    }

    /// Removes the gopher-path. The URL then names the top-level directory.
    pub fn without_item(self) -> Self {
        let parts = self.without_search().parts.without(&[&GTYPE, &SELECTOR]);
        Self { parts: parts.ending("") }
    }

    /// Sets the search string. Without an item, the top-level directory is searched.
    ///
    /// # Errors
    ///
    /// Returns an error if `search` contains a tab. The span of the error is relative to the argument.
    pub fn search(self, search: impl AsRef<[u8]>) -> Result<Self, Error> {
        refuse(&SEARCH, search.as_ref(), b"\t")?;
        Ok(Self { parts: self.parts.with(&SEARCH, [search]) })
    }

    /// Removes the search string, and the Gopher+ string, which requires one.
    pub fn without_search(self) -> Self {
        Self { parts: self.parts.without(&[&SEARCH, &GOPHER_PLUS]) }
    }

    /// Sets the Gopher+ string to the answers to the form of the item (section 3.4.9).
    ///
    /// # Errors
    ///
    /// Returns an error if an answer contains CR, LF or NUL, or is `.`, which would end the form. The
    /// span of the error is relative to that answer.
    pub fn form<S: AsRef<[u8]>>(self, answers: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        let mut octets = FORM_HEAD.to_vec();
        for answer in answers {
            let answer = answer.as_ref();
            // A line with a dot alone ends the form.
            if answer == b"." {
                let span = Span::new(0, 1);
                return Err(Error::prose(&GOPHER_PLUS, ErrorKind::Custom(0), span));
            }
            refuse(&GOPHER_PLUS, answer, b"\r\n\0")?;
            octets.extend(answer);
            octets.extend(b"\r\n");
        }
        octets.extend(FORM_TAIL);
        Ok(self.plus_string(octets))
    }

    /// Removes the Gopher+ string.
    pub fn without_gopher_plus(self) -> Self {
        Self { parts: self.parts.without(&[&GOPHER_PLUS]) }
    }

    /// Sets the Gopher+ string: `+` for the item in its default view, `+view language` for another one, `?` for an item with a
    /// form, `!` and `$` with any number of names, separated by spaces, for attributes of the item or of a directory. These are
    /// the forms of [`GopherPlus`](crate::GopherPlus).
    pub fn plus_string(self, octets: impl AsRef<[u8]>) -> Self {
        Self { parts: self.parts.with(&GOPHER_PLUS, [octets]) }
    }
}

/// The octets that a type and a selector cannot contain, not even percent-encoded.
pub(crate) const CONTROLS: &[u8] = b"\t\r\n";

fn refuse(part: &'static Part, octets: &[u8], refused: &[u8]) -> Result<(), Error> {
    match octets.iter().copied().zip(0..).find(|(octet, _)| refused.contains(octet)) {
        Some((octet, at)) => {
            Err(Error::prose(part, ErrorKind::ForbiddenOctet(octet), Span::of_len(at, 1)))
        }
        None => Ok(()),
    }
}
