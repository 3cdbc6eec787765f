#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

use alloc::string::String;

pub use url1738_core::exports::*;
use url1738_core::{
    chars::UCHAR,
    codes, form, impl_builder, impl_login, impl_url,
    part::{HOST, PORT},
    plan::{ESCAPED_CONTROL, Plan, Question, Refusal, Step},
    repair::{EXPECTED_DELIMITER, MISSING_SLASH, Repairer},
    scheme::{Cursor, Form, LoginSpans, Raw, Scheme, SchemeInfo},
};

/// `wais://host:port/database`, with `?search` or `/wtype/wpath` (section 3.9).
///
/// The fields of a WAIS request carry their lengths, so that no octet in them can end one early. No server is left to
/// test the plans with.
///
/// ```
/// use url1738_wais::{WaisForm, WaisUrl};
///
/// let url = WaisUrl::parse("wais://host.dom/db/TEXT/1%3Dhost%3B2%3Ddb")?;
/// let WaisForm::Document { wtype, wpath } = url.form() else { panic!() };
/// assert_eq!((wtype.as_str(), &*wpath.decode()), ("TEXT", &b"1=host;2=db"[..]));
///
/// let url = WaisUrl::parse("wais://host.dom/db?find")?;
/// assert_eq!((url.path().as_str(), url.database().as_str()), ("db", "db"));
/// assert!(matches!(url.form(), WaisForm::Index { search } if search == "find"));
/// # Ok::<(), url1738_wais::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct WaisUrl<T = String>(Raw<Wais, T>);
impl_url!(WaisUrl: Wais);
impl_login!(WaisUrl: Wais);
#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(WaisUrl);

/// The three forms of a WAIS URL (section 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WaisForm<'a> {
    /// A database that can be searched.
    Database,
    /// One search; an empty one differs from none.
    Index {
        /// The search terms.
        search: Escaped<'a>,
    },
    /// One document.
    Document {
        /// The WAIS type of the document.
        wtype: Escaped<'a>,
        /// The document-id, which only the server that issued it may parse.
        wpath: Escaped<'a>,
    },
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> WaisUrl<T> {
    /// Returns the path as written: the database, and WAIS type and document-id after a `/`. A search part is not included.
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().path(self.as_str()))
    }

    /// Returns the name of the database, which may be empty.
    #[must_use]
    #[inline]
    pub fn database(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().database())
    }

    /// Returns the form of the URL, with the parts that follow the database.
    #[must_use]
    #[inline]
    pub fn form(&'i self) -> WaisForm<'o> {
        let (text, spans) = (self.as_str(), self.0.spans());
        if let Some((wtype, wpath)) = spans.document(text) {
            WaisForm::Document { wtype: self.0.part(wtype), wpath: self.0.part(wpath) }
        } else if let Some(search) = spans.search(text) {
            WaisForm::Index { search: self.0.part(search) }
        } else {
            WaisForm::Database
        }
    }
}

impl_builder! {
    /// Builder of a [`WaisUrl`] (section 3.9). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_wais::{Host, WaisUrl};
    ///
    /// let builder = WaisUrl::builder("host.dom", "db")?;
    /// let search = builder.clone().search("a b");
    /// assert_eq!(search.clone().build(), "wais://host.dom/db?a%20b");
    /// assert_eq!(search.database_only().build(), "wais://host.dom/db");
    /// assert_eq!(builder.document("TEXT", "1=x;2=/y").build(), "wais://host.dom/db/TEXT/1%3Dx%3B2%3D%2Fy");
    /// # Ok::<(), url1738_wais::Error>(())
    /// ```
    struct WaisBuilder: WaisUrl, hostport
}

impl WaisUrl {
    /// Returns a builder of a URL of a database of the server `host`: a [`Host`], or its text.
    ///
    /// # Errors
    ///
    /// Returns an error if `host` is a text that is not a host name or IPv4 address.
    pub fn builder<'a>(
        host: impl TryInto<Host<'a>, Error: Into<Error>>,
        database: impl AsRef<[u8]>,
    ) -> Result<WaisBuilder, Error> {
        Ok(WaisBuilder { parts: Editor::on::<Wais>(host)? }.database(database))
    }
}

impl WaisBuilder {
    /// Sets the database.
    pub fn database(self, database: impl AsRef<[u8]>) -> Self {
        Self { parts: self.parts.with(&DATABASE, [database]) }
    }

    /// Sets a search in the database.
    pub fn search(self, search: impl AsRef<[u8]>) -> Self {
        Self { parts: self.database_only().parts.with(&SEARCH, [search]) }
    }

    /// Sets a document of the database, by its type and document-id.
    pub fn document(self, wtype: impl AsRef<[u8]>, wpath: impl AsRef<[u8]>) -> Self {
        Self { parts: self.database_only().parts.with(&WTYPE, [wtype]).with(&WPATH, [wpath]) }
    }

    /// Removes the search or document.
    pub fn database_only(self) -> Self {
        Self { parts: self.parts.without(&[&SEARCH, &WTYPE, &WPATH]) }
    }
}

/// `database = *uchar` (section 3.9).
pub const DATABASE: Part = Part::new("database", UCHAR, b"/?", "3.9")
    .with_label("database name")
    .with_hint("write a database after the host: `wais://host/database`")
    .with_meaning("the database on the server");
/// `search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`, the production of HTTP (section 3.9).
pub const SEARCH: Part = Part::new("search", UCHAR.with(b";:@&="), b"/?", "3.9")
    .with_label("search string")
    .with_meaning("the words to search the database for");
/// `wtype = *uchar` (section 3.9).
pub const WTYPE: Part = Part::new("wtype", UCHAR, b"/?", "3.9")
    .with_label("document type")
    .with_alias("type")
    .with_hint("write `wais://host/db/type/document` or `wais://host/db?words`")
    .with_meaning("the type of the document");
/// A document type that no document-id follows.
const TYPE_ALONE: Part = WTYPE.with_label("document-id");
/// `wpath = *uchar`: the document-id, all of whose reserved characters are escaped (section 3.9).
pub const WPATH: Part = Part::new("wpath", UCHAR, b"/?", "3.9")
    .with_label("document-id")
    .with_alias("document")
    .with_meaning("the document, as its server names it");

/// Marker type of the scheme (section 3.9).
#[derive(Clone, Copy, Debug)]
pub struct Wais;

/// Spans of the parts of a WAIS URL (section 3.9).
#[derive(Clone, Copy, Debug)]
pub struct WaisSpans {
    login: LoginSpans,
    database_end: u32,
    /// 0 if the URL names no document.
    wtype_end: u32,
}

impl WaisSpans {
    #[inline]
    const fn database(&self) -> Span {
        self.login.span_to(self.database_end)
    }

    /// Returns the path: the database, and the document after it.
    fn path(&self, text: &str) -> Span {
        let end = self.document(text).map_or(self.database_end, |(_, wpath)| wpath.end);
        self.login.span_to(end)
    }

    #[inline]
    fn search(&self, text: &str) -> Option<Span> {
        // A search follows the database at a `?`, a document at a `/`: `wtype_end` says which of
        // them it was.
        if self.wtype_end == 0 { Span::after(self.database_end, text) } else { None }
    }

    #[inline]
    fn document(&self, text: &str) -> Option<(Span, Span)> {
        if self.wtype_end == 0 {
            return None;
        }
        let start = Span::of_len(self.database_end, 1).end;
        Some((Span::new(start, self.wtype_end), Span::after(self.wtype_end, text)?))
    }
}

impl Scheme for Wais {
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &DATABASE, &SEARCH, &WTYPE, &WPATH];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("wais")
        .with_title("WAIS")
        .with_port(210)
        .with_purpose("Wide Area Information Servers")
        .with_section("3.9")
        .with_forms(&["wais://host:port/database?search"])
        .with_example("wais://host.dom/papers?internet");
    const FORM: Form =
        form!((Form::HOSTPORT) "/" DATABASE (one of ["?" SEARCH] ["/" WTYPE "/" WPATH] []));
    type Spans = WaisSpans;

    /// `waisurl = waisdatabase | waisindex | waisdoc` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<WaisSpans, Error> {
        let mut spans = WaisSpans { login: cursor.hostport()?, database_end: 0, wtype_end: 0 };
        cursor.expect(&DATABASE, Token::Slash)?;
        spans.database_end = cursor.run(&DATABASE).end;
        if cursor.eat(b"?") {
            cursor.run(&SEARCH);
            cursor.finish(&SEARCH)?;
        } else if cursor.eat(b"/") {
            spans.wtype_end = cursor.run(&WTYPE).end;
            // A byte that no type can contain is reported as such, before the missing `/`.
            if cursor.peek().is_some_and(|byte| byte != b'/') {
                return Err(cursor.unexpected(&WTYPE));
            }
            // The error of `wais://h/db/TEXT` names the document-id, which is missing, not the type.
            cursor.expect(&TYPE_ALONE, Token::Slash)?;
            cursor.run(&WPATH);
            cursor.finish(&WPATH)?;
        }
        cursor.finish(&DATABASE)?;
        Ok(spans)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let (text, spans) = (url.as_str(), url.spans());
        spans.login.each(each);
        each(PartSpan { part: &DATABASE, span: spans.database() });
        if let Some(span) = spans.search(text) {
            each(PartSpan { part: &SEARCH, span });
        }
        if let Some((wtype, wpath)) = spans.document(text) {
            each(PartSpan { part: &WTYPE, span: wtype });
            each(PartSpan { part: &WPATH, span: wpath });
        }
    }

    fn path(url: Raw<Self, &str>) -> Option<Span> {
        Some(url.spans().path(url.as_str()))
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let (text, spans) = (url.as_str(), url.spans());
        let octets = |span: Span| url.part(span).decode().into_owned();
        let mut plan = Plan::tcp(url.login(), Self::INFO.port).step(Step::Init);
        for PartSpan { part, span } in url.parts() {
            // A warning, not a refusal: the fields have lengths, and no octet ends one.
            if url.part(span).decode().iter().any(u8::is_ascii_control) {
                plan = plan.warn(part, span, &ESCAPED_CONTROL);
            }
        }
        let database = octets(spans.database());
        Ok(if let Some((wtype, wpath)) = spans.document(text) {
            plan.step(Step::Retrieve { database, wtype: octets(wtype), id: octets(wpath) })
        } else if let Some(search) = spans.search(text) {
            plan.step(Step::Search { database, terms: Some(octets(search)) })
        } else {
            plan.step(Step::Ask(Question::Search)).step(Step::Search { database, terms: None })
        })
    }

    fn login(spans: &WaisSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        Self::parts(url, &mut |at| {
            // An empty search part is not a name.
            if at.span.is_empty() && *at.part != SEARCH {
                lints.push(at, &EMPTY_WAIS_NAME);
            }
        });
    }

    /// Percent-encodes everything after the type as one document-id. Document-ids in old texts contain raw `=`, `;` and
    /// `/`.
    fn repair(repairer: &mut Repairer<'_>) {
        repairer.hostport();
        if !repairer.slash() {
            return repairer.missing_slash(MISSING_SLASH);
        }
        repairer.part(&DATABASE, repairer.until(b"/?"));
        if repairer.copy_any(b"?") {
            return repairer.part(&SEARCH, repairer.rest().len());
        }
        if repairer.rest() == b"/" {
            let info = const {
                &EXPECTED_DELIMITER.with_message("no type and document-id follow the `/`")
            };
            return repairer.change(1, "", &WTYPE, Rule::Bnf("waisdoc"), info);
        }
        if repairer.copy_any(b"/") {
            // The type ends at the first slash. Those after it belong to the document-id.
            repairer.part(&WTYPE, repairer.until(b"/"));
            if repairer.copy_any(b"/") {
                repairer.part(&WPATH, repairer.rest().len());
            }
        }
    }
}

codes! {
    /// The codes of this scheme (section 3.9), beyond those of all schemes.
    pub const CODES;

    Lint EMPTY_WAIS_NAME "empty-wais-name" ("3.9"):
        "empty WAIS name: the BNF allows it, but no server has a database or document without a name",
        "The grammar allows an empty database, type or document, but no server has one.",
        "wais://host.dom/" => "wais://host.dom/db";
}
