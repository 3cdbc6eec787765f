//! A URL of any scheme, as the type of its scheme.

mod accessors;
mod other;

use alloc::string::String;

use url1738_core::{
    Error, Escaped, GenericUrl, Repaired, Span, Storage,
    part::FRAGMENT,
    repair::{self, Change, Safety, unwrapped},
    scheme::{Cursor, SchemeInfo},
};

#[cfg(feature = "arbitrary")]
use crate::ARBITRARY;
use crate::{SCHEMES, Url, reading::special_port, scheme_names::Guess};
pub use other::{OtherUrl, WrongScheme};

/// Returns whether a text begins with the name of a scheme that has a type.
fn has_type(bytes: &[u8]) -> bool {
    let Some(colon) = bytes.iter().position(|byte| *byte == b':') else { return false };
    let (name, _) = bytes.split_at(colon);
    SCHEMES.iter().any(|info| info.name.as_bytes().eq_ignore_ascii_case(name))
}

impl<'a> Url<&'a str> {
    /// Parses a URL without copying it, by the scheme that it names.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a URL of that scheme.
    #[inline]
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        by_name!(text.as_bytes(), parse(text))
    }

    /// Parses bytes without copying them. They need not be UTF-8.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a URL of the scheme they name.
    pub fn parse_bytes(bytes: &'a [u8]) -> Result<Self, Error> {
        by_name!(bytes, parse_bytes(bytes))
    }

    /// Parses a URL with or without a fragment, which programs call a URL reference. Returns the URL, and the text after the
    /// first `#`: RFC 1738 has no fragments, and RFC 1808 defines them (section 2.2).
    ///
    /// ```
    /// use url1738::Url;
    ///
    /// let (url, fragment) = Url::parse_reference("http://host.dom/a#section%202")?;
    /// assert_eq!(url, "http://host.dom/a");
    /// assert_eq!(fragment.unwrap().decode_utf8()?, "section 2");
    /// assert_eq!(Url::parse_reference("http://host.dom/")?.1, None);
    /// assert_eq!(Url::parse_reference("http://host.dom/#a b").unwrap_err().span().range(), 18..19);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text before the `#` is not a URL, or the text after it contains a character that must be
    /// percent-encoded.
    #[doc(alias = "fragment")]
    #[doc(alias = "hash")]
    #[doc(alias = "urlsplit")]
    pub fn parse_reference(text: &'a str) -> Result<(Self, Option<Escaped<'a>>), Error> {
        let Some((before, after)) = text.split_once('#') else {
            return Ok((Self::parse(text)?, None));
        };
        let url = Self::parse(before)?;
        // The whole text, so that an error of the fragment has its place.
        let mut cursor = Cursor::new(text.as_bytes())?;
        cursor.move_to(Span::from(0..before.len()).end.saturating_add(1));
        cursor.run(&FRAGMENT);
        cursor.finish(&FRAGMENT)?;
        Ok((url, Some(Escaped::new_validated(after))))
    }

    /// Returns a URL that owns a copy of the text. Through a reference, this name calls the method of
    /// [`ToOwned`](alloc::borrow::ToOwned); [`into_owned`](Self::into_owned) always returns a URL that owns its text.
    #[must_use]
    pub fn to_owned(self) -> Url {
        each!(self, url => url.to_owned(), in its variant)
    }
}

impl Url {
    /// Like [`repair`](Self::repair), but calls `each` with every change instead of returning a list, which may take fifty
    /// times the memory of the text. `each` is called even if the bytes turn out not to be repairable.
    ///
    /// The text is repaired by the scheme that it names. A valid URL is unchanged, except that the prefix `URL:` is stripped
    /// if another scheme follows it.
    ///
    /// A scheme that is missing or probably misspelt is guessed if the text is not a URL, or needs other unsafe changes to
    /// be one: see [`scheme_names`](crate::scheme_names). That change is unsafe.
    ///
    /// ```
    /// use url1738::Url;
    ///
    /// let repaired = Url::repair("<URL:http://host.dom/~joe/a b?x#top>")?;
    /// assert_eq!(repaired.url, "http://host.dom/%7Ejoe/a%20b?x");
    /// assert_eq!(repaired.fragment.as_deref(), Some("top"));
    /// let codes: Vec<_> = repaired.changes.iter().map(|change| change.code()).collect();
    /// assert_eq!(codes, ["wrapper", "tilde", "space", "fragment"]);
    /// # Ok::<(), url1738::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no change makes the bytes a URL. Its span is relative to `bytes`.
    pub fn repair_with(
        bytes: &[u8],
        each: &mut dyn FnMut(Change),
    ) -> Result<Repaired<Self>, Error> {
        // The scheme that the text names takes precedence: `x-db://h/a b` is repaired as what it is. A guess is taken only
        // if that fails, or changes more than is safe: `htp://h/~` is repaired as `http`, and `redis://h/` left alone.
        let guess = if has_type(unwrapped(bytes)) { None } else { Guess::find(bytes) };
        if let Some(guess) = guess {
            let mut is_safe = true;
            let mut note = |change: Change| is_safe &= change.safety == Safety::Safe;
            if Self::repair_named(bytes, &mut note).is_err() || !is_safe {
                return guess.repair(bytes, each);
            }
        }
        Self::repair_named(bytes, each)
    }

    /// Like [`repair_with`](Self::repair_with), but keeps the fragment, which is not a change then: what it cannot
    /// contain is percent-encoded.
    ///
    /// ```
    /// use url1738::Url;
    ///
    /// let mut codes = Vec::new();
    /// let text = b"<http://host.dom/a b#c d>";
    /// let repaired = Url::repair_reference(text, &mut |change| codes.push(change.code()))?;
    /// assert_eq!(repaired.url, "http://host.dom/a%20b");
    /// assert_eq!(repaired.fragment.as_deref(), Some("c%20d"));
    /// assert_eq!(codes, ["wrapper", "space", "space", "wrapper"]);
    /// # Ok::<(), url1738::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes before the `#` are not repairable.
    pub fn repair_reference(
        bytes: &[u8],
        each: &mut dyn FnMut(Change),
    ) -> Result<Repaired<Self>, Error> {
        // What is a URL before the `#` is repaired like one without a fragment, unless its scheme is probably misspelt.
        let text = core::str::from_utf8(bytes).unwrap_or_default();
        let reference = Url::parse_reference(text).ok().filter(|_| Guess::find(bytes).is_none());
        if let Some((url, Some(fragment))) = reference {
            let mut repaired = Self::repair_with(url.as_str().as_bytes(), each)?;
            repaired.fragment = Some(fragment.as_str().into());
            return Ok(repaired);
        }
        // Only the removal of a fragment has no text. A `#` that becomes `%23` is a change like any other.
        let mut removed = None;
        let mut repaired =
            Self::repair_with(bytes, &mut |change| match change.code() == "fragment"
                && change.text.is_empty()
            {
                true => removed = Some(change.span),
                false => each(change),
            })?;
        if let Some(removed) = removed {
            repaired.fragment = Some(repair::fragment(bytes, removed, each));
        }
        Ok(repaired)
    }

    /// Repairs the scheme of a text, and what else has to be repaired, if the scheme is missing or probably misspelt: see
    /// [`scheme_names`](crate::scheme_names). Calls `each` with every change; that of the scheme is unsafe. Unlike
    /// [`repair`](Self::repair), it changes valid URLs of schemes with such a name (section 2.1).
    ///
    /// ```
    /// use url1738::{Safety, Url};
    ///
    /// let mut safety = Vec::new();
    /// let repaired = Url::repair_scheme(b"htp://host.dom/", &mut |change| safety.push(change.safety));
    /// assert_eq!(repaired.unwrap().url, "http://host.dom/");
    /// assert_eq!(safety, [Safety::Unsafe]);
    /// assert!(Url::repair_scheme(b"redis://host.dom/", &mut |_| ()).is_none());
    /// ```
    pub fn repair_scheme(bytes: &[u8], each: &mut dyn FnMut(Change)) -> Option<Repaired<Self>> {
        if has_type(unwrapped(bytes)) {
            return None;
        }
        Guess::find(bytes)?.repair(bytes, each).ok()
    }

    /// Repairs a text by the scheme that it names.
    pub(crate) fn repair_named(
        bytes: &[u8],
        each: &mut dyn FnMut(Change),
    ) -> Result<Repaired<Self>, Error> {
        // The name is read within `<URL:...>`, and the text is repaired with it, so that changes have their places.
        let url = unwrapped(bytes);
        let repair =
            |each: &mut dyn FnMut(Change)| by_name!(url, repair_with(bytes, each) as repaired);
        // The text after `URL:` may be beyond repair, although the whole text is a URL of a scheme `URL`.
        let whole = if url.len() < bytes.len() { Url::parse_bytes(bytes).ok() } else { None };
        match whole.filter(|_| repair(&mut |_| ()).is_err()) {
            Some(whole) => Ok(Repaired::unchanged(whole.to_owned())),
            None => repair(each),
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn into_string(self) -> String {
        each!(self, url => url.into_string())
    }
}

impl<T: Storage> Url<T> {
    /// Returns a URL that owns its text. Copies the text only if it is borrowed.
    #[must_use]
    pub fn into_owned(self) -> Url {
        each!(self, url => url.into_owned(), in its variant)
    }

    /// Returns the port to connect to if the URL contains none. That of `https`, `ws` and `wss` does not depend on their
    /// features.
    ///
    /// ```
    /// use url1738::Url;
    ///
    /// assert_eq!(Url::parse("https://host.dom/")?.default_port(), Some(443));
    /// assert_eq!(Url::parse("x-db://host.dom/")?.default_port(), None);
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn default_port(&self) -> Option<u16> {
        // Without its feature, `wss` is read by the general syntax, which has no port.
        self.scheme_info().port.or_else(|| special_port(raw!(self, url => url.scheme())))
    }

    /// Returns the description of the scheme: its title, section, default port and more. The name in it is empty if no crate
    /// defines the scheme.
    ///
    /// ```
    /// use url1738::Url;
    ///
    /// let info = Url::parse("wais://host.dom/db")?.scheme_info();
    /// assert_eq!((info.title, info.section, info.port), ("WAIS", "3.9", Some(210)));
    /// assert_eq!(Url::parse("x-db:orders")?.scheme_info().name, "");
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn scheme_info(&self) -> &'static SchemeInfo {
        raw!(self, url => url.scheme_info())
    }

    /// Returns the URL by the general syntax, which every scheme follows.
    #[must_use]
    pub fn into_generic(self) -> GenericUrl<T> {
        // Its own scheme accepts the text, so that the general syntax, of which each scheme is a part, does as well.
        each!(self, url => GenericUrl::from_raw(url.into_raw()))
    }

    /// Returns the normal form (section 2.2). Its plan has the same steps, except that an HTTP request contains the
    /// path as written, which has fewer escapes in the normal form.
    #[must_use]
    pub fn normalize(&self) -> Url {
        each!(self, url => url.normalize(), in its variant)
    }
}

impl TryFrom<String> for Url {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        by_name!(text.as_bytes(), try_from(text))
    }
}

impl<T: Storage> AsRef<str> for Url<T> {
    fn as_ref(&self) -> &str {
        raw!(self, url => url.into_text())
    }
}

url1738_core::__common_impls!(Url, raw, "", |url| url.default_port());

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Url {
    /// Generates a URL. Each scheme with a type is as frequent as all other schemes together.
    fn arbitrary(bytes: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let index = bytes.choose_index(ARBITRARY.len().saturating_add(1))?;
        if let Some(generate) = ARBITRARY.get(index) {
            return generate(bytes);
        }
        let mut text = GenericUrl::arbitrary(bytes)?.into_string();
        // The bytes may spell the name of a scheme with a type.
        if has_type(text.as_bytes()) {
            text.insert_str(0, "x-");
        }
        text.try_into().map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}
