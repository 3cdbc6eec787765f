//! The trait of URLs that references are resolved against.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use url1738_core::{Error, Lints, PartSpan, Span, scheme::TypedUrl};

use crate::{
    components::{Resolution, scheme},
    error::JoinError,
    joined,
    joined::Joined,
    path::Source,
    relativize,
    resolve::Texts,
};

/// URL that references are resolved against (RFC 1808, section 3).
///
/// The URL types of all schemes implement it, those of other crates too. A reference to a URL of another scheme is an
/// error of a typed URL (`wrong-scheme`); the `Url` of the umbrella crate `url1738` resolves it.
///
/// ```
/// use url1738_core::GenericUrl;
/// use url1738_relative::{Base, Resolution};
///
/// let base = GenericUrl::parse("x-db://host.dom/a/b/c")?;
/// assert_eq!(base.join("../d#top").unwrap().url, "x-db://host.dom/a/d");
/// assert_eq!(base.join_with("/./d", Resolution::Rfc3986).unwrap().url, "x-db://host.dom/d");
///
/// let target = GenericUrl::parse("x-db://host.dom/a/d")?;
/// assert_eq!(base.relativize(&target).unwrap(), "../d");
/// assert_eq!(target.relativize_with(&base, Resolution::Rfc3986).unwrap(), "b/c");
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// A custom type for URLs of several schemes implements the three required items:
///
/// ```
/// use url1738_core::{Error, GenericUrl, PartSpan};
/// use url1738_relative::Base;
///
/// struct Link(GenericUrl);
///
/// impl TryFrom<String> for Link {
///     type Error = Error;
///     fn try_from(text: String) -> Result<Self, Error> {
///         GenericUrl::try_from(text).map(Link)
///     }
/// }
///
/// impl Base for Link {
///     type Url = Link;
///     fn text(&self) -> &str {
///         self.0.as_str()
///     }
///     fn parts_of(url: &Link) -> Vec<PartSpan> {
///         url.0.parts()
///     }
/// }
///
/// let link = Link::try_from("gopher://host.dom/0/a/b".to_owned())?;
/// let joined = link.join("/1/c").unwrap();
/// assert_eq!(joined.url.text(), "gopher://host.dom/1/c");
/// assert!(joined.lints.has("gopher-type-changed"));
/// # Ok::<(), Error>(())
/// ```
pub trait Base {
    /// Type of the URLs that references resolve to.
    type Url: TryFrom<String, Error = Error>;

    /// Returns the URL as written.
    fn text(&self) -> &str;

    /// Returns the parts of a URL that a reference resolved to, beginning with the scheme.
    fn parts_of(url: &Self::Url) -> Vec<PartSpan>;

    /// Resolves a reference by RFC 1808. The result is parsed by the rules of its scheme; its text keeps what both texts
    /// contain byte for byte, `//` and `%2F` included.
    ///
    /// # Errors
    ///
    /// Returns an error if the base cannot be one, or if the result is not a valid URL. Its span is in the reference.
    fn join(&self, reference: &str) -> Result<Joined<Self::Url>, JoinError> {
        self.join_with(reference, Resolution::default())
    }

    /// Resolves a reference by the given algorithm. Otherwise like [`join`](Self::join).
    ///
    /// # Errors
    ///
    /// Returns an error if the base cannot be one, or if the result is not a valid URL. Its span is in the reference.
    #[doc(alias = "resolve_against")]
    fn join_with(
        &self,
        reference: &str,
        resolution: Resolution,
    ) -> Result<Joined<Self::Url>, JoinError> {
        let base = self.text();
        // The fragment follows the first `#` (section 2.4.1).
        let (text, fragment) = match reference.split_once('#') {
            Some((text, fragment)) => (text, Some(fragment)),
            None => (reference, None),
        };
        let whole = Span::from(0..reference.len());
        let texts = Texts { base, reference: text, resolution, is_traced: false };
        let written = texts.resolve(whole)?;
        if !written.keeps_path() {
            return Err(JoinError::PathAsHost { span: whole });
        }
        let result = written.text;
        let mut found = Lints::default();
        // An absolute URL says its item type itself.
        let types = if scheme(text).is_empty() { joined::change(base, &result) } else { None };
        let url = Self::Url::try_from(result).map_err(|error| invalid(texts, error, whole))?;
        if let Some(at) = types {
            joined::lint(at, &Self::parts_of(&url), &mut found);
        }
        Ok(Joined {
            url,
            fragment: fragment.map(ToOwned::to_owned),
            lints: found,
            inherits_fragment: reference.is_empty() && resolution == Resolution::Rfc1808,
        })
    }

    /// Returns a reference that [`join`](Self::join) resolves to `target`, short if both have much in common, or `None` if
    /// there is no relative one: if the schemes differ, or if this URL cannot be a base.
    ///
    /// The reference may contain the password of `target`, if user, password, host or port differ.
    fn relativize(&self, target: &impl Base<Url = Self::Url>) -> Option<String> {
        self.relativize_with(target, Resolution::default())
    }

    /// Returns a reference that [`join_with`](Self::join_with) resolves to `target`. Otherwise like
    /// [`relativize`](Self::relativize). RFC 3986 cannot refer to a URL with dot segments.
    fn relativize_with(
        &self,
        target: &impl Base<Url = Self::Url>,
        resolution: Resolution,
    ) -> Option<String> {
        relativize::reference(self.text(), target.text(), resolution)
    }
}

/// Returns the error of a result that is not a URL, with the place that it came from.
#[cold]
fn invalid(texts: Texts<'_>, error: Error, whole: Span) -> JoinError {
    let traced = Texts { is_traced: true, ..texts }.resolve(whole);
    match traced.map(|written| written.origin(error.span())) {
        Ok((Source::Reference, span)) => JoinError::Invalid { error: error.with_span(span) },
        Ok((Source::Base, span)) => {
            JoinError::InvalidInBase { error: error.with_span(span), span: whole }
        }
        Err(error) => error,
    }
}

impl<U: TypedUrl> Base for U {
    type Url = U::Owned;

    fn text(&self) -> &str {
        self.raw().into_text()
    }

    fn parts_of(url: &U::Owned) -> Vec<PartSpan> {
        url.raw().parts()
    }
}
