//! The accessors that all URLs have: scheme, login, host, port and path.

use url1738_core::{BorrowOrShare, Escaped, Login, PartSpan, SchemeKind};

use crate::Url;

url1738_core::__accessors!(Url, view, host, |url| url.default_port());
url1738_core::__accessors!(Url, view, path);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> Url<T> {
    /// Returns a URL that borrows the text for as long as possible: for `'o` if this URL wraps a `&'o str`.
    #[must_use]
    pub fn view(&'i self) -> Url<&'o str> {
        each!(self, url => url.view(), in its variant)
    }

    /// Returns the URL as written.
    #[doc(alias = "href")]
    #[must_use]
    pub fn as_str(&'i self) -> &'o str {
        each!(self, url => url.as_str())
    }

    /// Returns the scheme name: in lower case if the scheme has a type, else as written.
    #[doc(alias = "protocol")]
    #[must_use]
    pub fn scheme(&'i self) -> &'o str {
        match self.scheme_info().name {
            "" => self.as_str().split(':').next().unwrap_or(""),
            name => name,
        }
    }

    /// Returns user, password, host and port, or `None` if the scheme has none of them.
    #[doc(alias = "authority")]
    #[doc(alias = "netloc")]
    #[must_use]
    pub fn login(&'i self) -> Option<Login<'o>> {
        view!(self, url => url.login())
    }

    /// Returns the search part as written: what follows the first `?` of the path in http, its successors, wais and, by the
    /// common form of schemes, [`Url::Other`]; the search string of gopher (section 3.4.2).
    ///
    /// ```
    /// use url1738::Url;
    ///
    /// let search = |text| Url::parse(text).map(|url| url.search().map(|search| search.as_str()));
    /// assert_eq!(search("http://host.dom/a?q=%26&flag")?, Some("q=%26&flag"));
    /// assert_eq!(search("x-db://host.dom/orders?sslmode=require")?, Some("sslmode=require"));
    /// assert_eq!((search("gopher://host.dom/7/a%09b")?, search("ftp://host.dom/a")?), (Some("b"), None));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[doc(alias = "query")]
    #[must_use]
    #[allow(irrefutable_let_patterns, reason = "without any feature there is one variant")]
    pub fn search(&'i self) -> Option<Escaped<'o>> {
        // The general syntax has no part for a search, because only a scheme defines what its `?` separates.
        if let Url::Other(url) = self.view() {
            return url.search();
        }
        // By its name: http, wais and gopher declare the part each in its crate.
        let mut search = None;
        self.each_part(&mut |at| {
            if at.part.name() == "search" {
                search = Some(Escaped::new_validated(at.span.slice(self.as_str())));
            }
        });
        search
    }

    /// Calls `each` with the parts in order, beginning with the scheme. Like [`parts`](Self::parts), but without a list.
    ///
    /// ```
    /// let mut names = Vec::new();
    /// url1738::Url::parse("x-db://host.dom/db")?.each_part(&mut |part| names.push(part.part.name()));
    /// assert_eq!(names, ["scheme", "host", "urlpath"]);
    /// # Ok::<(), url1738::Error>(())
    /// ```
    pub fn each_part(&'i self, each: &mut dyn FnMut(PartSpan)) {
        view!(self, url => url.each_part(each));
    }

    /// Returns the classification of the scheme by RFC 1738.
    #[must_use]
    pub fn scheme_kind(&'i self) -> SchemeKind {
        SchemeKind::of(self.scheme())
    }
}
