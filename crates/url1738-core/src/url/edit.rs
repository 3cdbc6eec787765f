//! URLs whose parts are set and removed by their names.

use alloc::{
    borrow::{Cow, ToOwned},
    string::String,
    vec::Vec,
};
use core::{fmt, iter};

use super::{
    form::Form,
    host::Host,
    raw::Raw,
    scheme::{Scheme, scheme_span},
};
use crate::{
    diagnostics::error::{Error, ErrorKind},
    syntax::{
        escaped::Escaped,
        part::{Canon, Part, PartSpan, Role, SCHEME},
        span::{Span, offset},
    },
};

/// The name of what is a list of segments in any scheme.
const SEGMENTS: &str = "segments";

fn is_path(part: &Part) -> bool {
    part.is_segment() || part.role == Role::Path
}

type Parse = fn(&str) -> Result<Vec<PartSpan>, Error>;

/// Editor of a URL: sets and removes parts by their names, with decoded values (section 2.2).
///
/// A part has its name in the BNF and may have an [alias](Part::alias). The segments of a path are given as a list by
/// their name or as `segments`, or as one text with slashes by the alias `path`. Parts that are not set stay as they are
/// written.
///
/// ```
/// use url1738_core::{AnyUrl, EditError, Error, GenericUrl};
///
/// let url = GenericUrl::parse("x-db://joe:pw@host.dom:5432/orders")?;
/// assert_eq!(url.edit().set("segments", ["a/b"])?.text()?, "x-db://joe:pw@host.dom:5432/a%2Fb");
/// let edited: GenericUrl = url
///     .edit()
///     .set("host", ["other.dom"])?
///     .set("path", ["/my data/2"])?
///     .remove("port")?
///     .remove("user")?
///     .build()?;
/// assert_eq!(edited, "x-db://other.dom/my%20data/2");
///
/// assert_eq!(url.edit().set("typecode", ["a"]).unwrap_err(), EditError::NoSuchPart);
/// let error = url.edit().set("host", ["my_host"]).unwrap_err();
/// assert_eq!(format!("{error:#}"), "unexpected `_` in host at byte 2; use only letters, digits, `-` and `.`");
/// let error = edited.edit().set("password", ["x"])?.build::<GenericUrl>().unwrap_err();
/// assert_eq!(error.to_string(), "missing user name");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Registry::edit`](crate::Registry::edit) begins without a URL.
#[derive(Clone)]
#[must_use]
pub struct Editor {
    scheme: String,
    form: Form,
    parse: Parse,
    values: Vec<Value>,
    /// Text of the URL after its last part, which is optional.
    tail: Option<String>,
}

#[derive(Clone)]
struct Value {
    part: &'static Part,
    /// Percent-encoded. Empty if the part was removed.
    texts: Vec<String>,
    /// Whether they were set, and are not those of the URL.
    is_set: bool,
}

/// An error from editing a URL (section 3), which contains no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The URL, or each URL of its scheme, cannot contain a part of this name.
    #[error("the URL cannot contain this part")]
    NoSuchPart,
    /// The value is not allowed. The span of the error is relative to the [percent-encoded](Editor::written) value.
    #[error(fmt = of_value)]
    Value {
        /// The part.
        part: &'static Part,
        /// The reason.
        error: Error,
    },
    /// Every URL of the scheme contains the part, or another part requires it.
    #[error("missing {}", _0.label())]
    Required(&'static Part),
    /// The URL cannot contain the part, or several of it, together with the others.
    #[error("unexpected {}: the URL contains another part in its place", _0.label())]
    Conflict(&'static Part),
}

/// Writes an error in a value; with `{:#}` its help, too.
fn of_value(_: &Part, error: &Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    fmt::Display::fmt(error, f)
}

/// The text of a URL while it is written.
#[derive(Default)]
struct Written {
    text: String,
    parts: Vec<PartSpan>,
}

impl Written {
    fn part(&mut self, part: &'static Part, text: &str) {
        let start = offset(self.text.len());
        self.text.push_str(text);
        self.parts.push(PartSpan { part, span: Span::new(start, offset(self.text.len())) });
    }
}

impl<S: Scheme> Raw<S, &str> {
    /// Returns an editor, which sets and removes parts by their names (section 3).
    pub fn edit(self) -> Editor {
        let mut editor = Editor::new::<S>(self.scheme());
        let mut end = 0;
        self.each_part(&mut |at| {
            end = at.span.end;
            if at.part.role != Role::Scheme {
                editor.push(at.part, at.span.slice(self.as_str()).to_owned(), false);
            }
        });
        editor.tail = self.as_str().get(end as usize..).map(ToOwned::to_owned);
        // The URL is of another form, such as an opaque one, and has no part to edit.
        if editor.values.iter().any(|value| editor.find(value.part.name()).is_none()) {
            editor.values.clear();
            editor.form = Form::Sequence(&[]);
            editor.tail = Span::after(scheme_span(self.as_str()).end, self.as_str())
                .map(|rest| rest.slice(self.as_str()).to_owned());
        }
        editor
    }
}

impl Editor {
    /// Returns an editor without parts (section 3). `scheme` matters only if `S` is the generic syntax, of any scheme.
    ///
    /// ```
    /// use url1738_core::{Editor, GenericUrl, scheme::Generic};
    ///
    /// let editor = Editor::new::<Generic>("x-db").set("host", ["host.dom"]).unwrap();
    /// assert_eq!(editor.build::<GenericUrl>().unwrap(), "x-db://host.dom");
    /// ```
    pub fn new<S: Scheme>(scheme: &str) -> Self {
        let scheme = if S::INFO.name.is_empty() { scheme } else { S::INFO.name }.to_owned();
        let parse: Parse = |text| Ok(Raw::<S, &str>::parse(text)?.parts());
        Self { scheme, form: S::FORM, parse, values: Vec::new(), tail: None }
    }

    /// Returns the part with this name or alias, and its form.
    fn find(&self, name: &str) -> Option<(Form, &'static Part)> {
        let find = |is: &dyn Fn(&Part) -> bool| {
            self.form.find(&mut |form, part| is(part).then_some((*form, part)))
        };
        let named =
            find(&|part| part.name() == name).or_else(|| find(&|part| part.alias() == name));
        // Names precede aliases: no alias of one part hides the name of another.
        named.or_else(|| find(&|part| name == SEGMENTS && is_path(part)))
    }

    /// Sets a part to a decoded value, or to several if the scheme repeats it. Without values, removes it; then the
    /// parts that require it are removed, too, unless they are set.
    ///
    /// # Errors
    ///
    /// Returns an error if the scheme has no such part, or if the part cannot contain a value.
    pub fn set<V: AsRef<[u8]>>(
        self,
        name: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<Self, EditError> {
        let (form, part) = self.find(name).ok_or(EditError::NoSuchPart)?;
        // By its alias a path is one text, `a/b` of two segments. By its name each value is a
        // segment, and `a/b` becomes `a%2Fb`.
        let is_path = name == part.alias() && is_path(part);
        let mut texts = Vec::new();
        for value in values {
            let value = value.as_ref();
            if is_path {
                let path = value.strip_prefix(b"/").unwrap_or(value);
                let segments = path.split(|byte| *byte == b'/');
                texts.extend(segments.map(|segment| part.encode(segment).into_owned()));
            } else {
                texts.push(written(form, part, value)?.into_owned());
            }
        }
        // A urlpath is one part to the generic syntax, which does not divide it.
        if part.role == Role::Path && !texts.is_empty() {
            texts = Vec::from([texts.join("/")]);
        }
        if texts.len() > 1 && !part.repeats {
            return Err(EditError::Conflict(part));
        }
        Ok(self.put(part, texts))
    }

    /// Sets a part to `name=value&name=value`, which [`Escaped::pairs`] reads: `&`, `=`, `+` and `%` within a decoded name
    /// or value are percent-encoded. A name without a value is written without `=`. Without a pair, the part is removed.
    ///
    /// Two more names are those of lists: `pairs` is the query after a hierarchical path, and `fields` are the names and
    /// values that the scheme repeats, as in `;name=value;name=value`.
    ///
    /// ```
    /// use url1738_core::{AnyUrl, GenericUrl};
    ///
    /// let editor = GenericUrl::parse("x-db://host.dom/")?.edit();
    /// let url: GenericUrl = editor.set_pairs("urlpath", [("q", Some("a&b")), ("flag", None)]).unwrap().build().unwrap();
    /// assert_eq!(url, "x-db://host.dom/q=a%26b&flag");
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the scheme has no such part.
    pub fn set_pairs<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        self,
        name: &str,
        pairs: impl IntoIterator<Item = (N, Option<V>)>,
    ) -> Result<Self, EditError> {
        if let ("fields", Some([name_part, value_part])) = (name, self.form.repeated_pair()) {
            let (names, values): (Vec<N>, Vec<Option<V>>) = pairs.into_iter().unzip();
            let values = values.iter().map(|value| value.as_ref().map_or(&b""[..], V::as_ref));
            return Ok(self.with(name_part, names).with(value_part, values));
        }
        // Without a hierarchical path, as in gopher, the search part is words to search for.
        let is_hierarchical = self.parts().iter().any(|(part, _)| part.role == Role::Segment);
        let is_query = name == "pairs" && is_hierarchical;
        let found = self.find(if is_query { "search" } else { name });
        let (_, part) = found.ok_or(EditError::NoSuchPart)?;
        Ok(self.with_pairs(part, pairs))
    }

    /// Returns the parts that the URL can contain, in order, and whether it requires them.
    ///
    /// ```
    /// use url1738_core::Registry;
    ///
    /// let parts = Registry::new().edit("x-db").parts();
    /// assert!(parts.iter().map(|(part, _)| part.name()).eq(["user", "password", "host", "port", "urlpath"]));
    /// assert!(parts.iter().all(|(part, is_required)| *is_required == (part.name() == "host")));
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<(&'static Part, bool)> {
        fn collect(form: &Form, is_required: bool, parts: &mut Vec<(&'static Part, bool)>) {
            let is_required = is_required && matches!(form, Form::Sequence(_) | Form::Part(_));
            parts.extend(form.part().map(|part| (part, is_required)));
            form.inner().iter().for_each(|form| collect(form, is_required, parts));
        }
        let mut parts = Vec::new();
        collect(&self.form, true, &mut parts);
        parts
    }

    /// Removes a part, and the parts that require it.
    ///
    /// # Errors
    ///
    /// Returns an error if the scheme has no such part.
    pub fn remove(self, name: &str) -> Result<Self, EditError> {
        self.set(name, None::<&[u8]>)
    }

    /// Returns a value of a part as the URL contains it: percent-encoded, if the part can contain escapes.
    ///
    /// ```
    /// use url1738_core::{AnyUrl, GenericUrl};
    ///
    /// let editor = GenericUrl::parse("x-db://host.dom/")?.edit();
    /// assert_eq!((&*editor.written("user", b"a b"), &*editor.written("host", b"a b")), ("a%20b", "a b"));
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub fn written<'v>(&self, name: &str, value: &'v [u8]) -> Cow<'v, str> {
        written_or_lossy(self.find(name), value)
    }

    /// Returns a part as the URL contains it, the last of several, or an empty text. What [`build`](Self::build) refuses
    /// is within it.
    ///
    /// ```
    /// use url1738_core::{AnyUrl, GenericUrl};
    ///
    /// let editor = GenericUrl::parse("x-db://host.dom/")?.edit().set("user", ["a b"]).unwrap();
    /// assert_eq!((editor.get("user"), editor.get("password")), ("a%20b", ""));
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        let part = self.find(name).map(|(_, part)| part);
        let value = self.values.iter().find(|value| Some(value.part) == part);
        value.and_then(|value| value.texts.last()).map_or("", String::as_str)
    }

    /// Returns the URL, which is valid and contains the parts that were set, and no others.
    ///
    /// # Errors
    ///
    /// Returns an error if a part is missing, if two exclude each other, or if a value is not allowed.
    pub fn build<U: TryFrom<String, Error = Error>>(&self) -> Result<U, EditError> {
        let text = self.text()?;
        text.try_into().map_err(|error: Error| EditError::Value { part: error.part(), error })
    }

    /// Returns the text of the URL: see [`build`](Self::build).
    ///
    /// # Errors
    ///
    /// Returns an error like [`build`](Self::build).
    pub fn text(&self) -> Result<String, EditError> {
        SCHEME
            .read(&self.scheme)
            .map_err(|error| EditError::Value { part: error.part(), error })?;
        let mut out = self.written_whole()?;
        if let (Form::Sequence([]), Some(rest)) = (self.form, &self.tail) {
            out.text.push_str(rest);
            return Ok(out.text);
        }
        // What was set and not written belongs to an alternative that another part excludes: the
        // search of a WAIS URL that names a document.
        let is_written = |value: &Value| out.parts.iter().any(|at| at.part == value.part);
        let mut set = self.values.iter().filter(|value| value.is_set && !value.texts.is_empty());
        if let Some(value) = set.find(|value| !is_written(value)) {
            return Err(EditError::Conflict(value.part));
        }
        // Parsed, because a form is not a grammar: it does not know that a port is at most 65535.
        let parsed = (self.parse)(&out.text).map_err(|error| in_value(&out.parts, error))?;
        // Every part must be read as it was written: a tab in a Gopher selector would begin the next part.
        let filled = |parts: &[PartSpan]| -> Vec<PartSpan> {
            parts.iter().filter(|at| !at.span.is_empty()).copied().collect()
        };
        // Whether an empty part is reported depends on the scheme, so that both sides leave them
        // out.
        let (wanted, found) = (filled(&out.parts), filled(&parsed));
        let mut pairs = wanted.iter().zip(found.iter().map(Some).chain(iter::repeat(None)));
        match pairs.find(|(wanted, found)| Some(*wanted) != *found) {
            Some((wanted, found)) => {
                // The part was read up to here, so that the next octet is one that ends it: the tab
                // of a selector.
                let end = found.filter(|it| it.part == wanted.part).map_or(0, |it| it.span.end);
                let start = end.clamp(wanted.span.start, wanted.span.end);
                let rest = Span::new(start, wanted.span.end).slice(&out.text);
                let octets = Escaped::new_validated(rest).decode();
                let octet = octets.first().copied().unwrap_or(0);
                let len = if rest.starts_with('%') { 3 } else { 1 };
                let span = Span::new(start, wanted.span.end.min(start + len));
                let error = Error::prose(wanted.part, ErrorKind::ForbiddenOctet(octet), span);
                Err(in_value(&out.parts, error))
            }
            None => Ok(out.text),
        }
    }

    /// Writes the URL, which is not parsed.
    fn written_whole(&self) -> Result<Written, EditError> {
        let mut out = Written::default();
        out.part(&SCHEME, &self.scheme);
        out.text.push(':');
        self.write(&self.form, 0, &mut out)?;
        Ok(out)
    }

    /// Returns the text of a URL whose parts a builder has set. It is valid if every part that the scheme requires was set, and
    /// empty if one was not.
    #[must_use]
    pub fn unchecked_text(&self) -> String {
        self.written_whole().unwrap_or_default().text
    }

    fn push(&mut self, part: &'static Part, text: String, is_set: bool) {
        // Segments are one value with many texts, so that they are replaced together.
        match self.values.iter_mut().find(|value| value.part == part) {
            Some(value) => {
                value.texts.push(text);
                value.is_set |= is_set;
            }
            None => self.values.push(Value { part, texts: Vec::from([text]), is_set }),
        }
    }

    /// Sets the values of a part: percent-encoded, if the part can contain escapes; for builders.
    pub fn with<V: AsRef<[u8]>>(
        self,
        part: &'static Part,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        // Once for all segments of a path.
        let found = self.find(part.name());
        let written = |value: V| written_or_lossy(found, value.as_ref()).into_owned();
        let texts = values.into_iter().map(written).collect();
        self.put(part, texts)
    }

    /// Adds a value of a part after the others; for builders.
    pub fn add(mut self, part: &'static Part, value: &[u8]) -> Self {
        let text = self.written(part.name(), value).into_owned();
        self.push(part, text, true);
        self
    }

    /// Removes parts; for builders.
    pub fn without(mut self, parts: &[&'static Part]) -> Self {
        self.values.retain(|value| !parts.contains(&value.part));
        self
    }

    /// Sets the values of a part as they are written. The last ones set win, also over those of the URL.
    pub(super) fn put(self, part: &'static Part, texts: Vec<String>) -> Self {
        let mut editor = self.without(&[part]);
        editor.values.push(Value { part, texts, is_set: true });
        editor
    }

    /// Sets a part to pairs; for builders. Without a pair, the part is removed: see [`set_pairs`](Self::set_pairs).
    pub fn with_pairs<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        self,
        part: &'static Part,
        pairs: impl IntoIterator<Item = (N, Option<V>)>,
    ) -> Self {
        let mut text = Vec::new();
        for (name, value) in pairs {
            text.push(b'&');
            part.encode_in_pair(name.as_ref(), &mut text);
            if let Some(value) = value {
                text.push(b'=');
                part.encode_in_pair(value.as_ref(), &mut text);
            }
        }
        // INVARIANT: foreign octets are encoded, so that all are US-ASCII. The first is the `&` before the first pair.
        let texts = text.get(1..).map(|text| String::from_utf8_lossy(text).into_owned());
        self.put(part, texts.into_iter().collect())
    }

    /// Sets whether the URL ends with the `/` before an absent part: `/`, or nothing; for builders.
    pub fn ending(self, ending: &str) -> Self {
        Self { tail: Some(ending.to_owned()), ..self }
    }

    fn texts(&self, part: &Part) -> &[String] {
        self.values.iter().find(|value| value.part == part).map_or(&[], |value| &value.texts)
    }

    /// Returns whether the form contains a part of the URL. If `set` is true, only parts count that were set.
    fn contains(&self, form: &Form, set: bool) -> bool {
        let counts = |value: &&Value| !value.texts.is_empty() && (value.is_set || !set);
        let mut values = self.values.iter().filter(counts);
        values.any(|value| form.find(&mut |_, part| (part == value.part).then_some(())).is_some())
    }

    /// Returns whether the part was removed that a form begins with, so that the others lose it, too. A path without
    /// segments is an empty one.
    fn is_removed(&self, forms: &[Form]) -> bool {
        let Some(first) = forms.iter().find_map(Form::part) else { return false };
        let removed = |value: &Value| value.part == first && value.texts.is_empty();
        !first.is_segment() && self.values.iter().any(removed)
    }

    /// Writes a form: the values of its parts at index `turn`.
    fn write(&self, form: &Form, turn: usize, out: &mut Written) -> Result<(), EditError> {
        let all = |forms: &[Form], turn: usize, out: &mut Written| {
            forms.iter().try_for_each(|form| self.write(form, turn, out))
        };
        match *form {
            Form::Text(text) => out.text.push_str(text),
            Form::Part(part) | Form::Default(part, _) | Form::Encoded(part, _) => {
                let texts = self.texts(part);
                match (texts.get(turn), form) {
                    (Some(_), _) if part.is_segment() => {
                        for (at, text) in texts.iter().enumerate() {
                            out.text.push_str(if at == 0 { "" } else { "/" });
                            out.part(part, text);
                        }
                    }
                    (Some(text), _) => out.part(part, text),
                    // The `1` of `gopher://h/1%09words`, which must precede a search.
                    (None, Form::Default(_, text)) => out.part(part, text),
                    (None, _) => return Err(EditError::Required(part)),
                }
            }
            Form::Optional(inner) => {
                if self.contains(form, self.is_removed(inner)) {
                    all(inner, turn, out)?;
                } else if let Some(Form::Text(text)) = inner.first() {
                    // A slash that no part follows is kept, and is written if the form has nothing else.
                    let is_all = self.tail.is_none() && inner.len() == 1;
                    if is_all || self.tail.as_deref() == Some(text) {
                        out.text.push_str(text);
                    }
                }
            }
            Form::Repeated(inner) => {
                let parts = inner.iter().filter_map(Form::part);
                // The longest list counts: a field with a name and without a value is an error, not
                // left out.
                let turns = parts.map(|part| self.texts(part).len()).max().unwrap_or(0);
                (0..turns).try_for_each(|turn| all(inner, turn, out))?;
            }
            Form::OneOf(inner) => {
                // What was set decides before what the URL had: setting a search replaces the
                // document of a WAIS URL.
                let with = |set| inner.iter().find(|form| self.contains(form, set));
                if let Some(form) = with(true).or_else(|| with(false)).or(inner.last()) {
                    self.write(form, turn, out)?;
                }
            }
            Form::Sequence(inner) => all(inner, turn, out)?,
        }
        Ok(())
    }
}

fn written_or_lossy<'v>(found: Option<(Form, &'static Part)>, value: &'v [u8]) -> Cow<'v, str> {
    let text = found.and_then(|(form, part)| written(form, part, value).ok());
    text.unwrap_or_else(|| String::from_utf8_lossy(value))
}

/// Returns a value as a URL contains it, which is valid if the part has only a class of characters.
fn written<'v>(
    form: Form,
    part: &'static Part,
    value: &'v [u8],
) -> Result<Cow<'v, str>, EditError> {
    match form {
        Form::Encoded(_, encode) => return Ok(Cow::Owned(encode(value))),
        // A part with a default text cannot be empty: without its type, a Gopher item would lose its selector, too.
        Form::Default(_, default) if value.is_empty() && !default.is_empty() => {
            let error = Error::bnf(part, ErrorKind::Empty, Span::new(0, 0));
            return Err(EditError::Value { part, error });
        }
        _ => {}
    }
    if part.class.allows_escapes() {
        return Ok(part.encode(value));
    }
    let text = String::from_utf8_lossy(value);
    let checked = match part.role {
        Role::Host => Host::parse(&text).map(drop),
        _ => part.read(&text).map(drop),
    };
    let checked = checked.and_then(|()| match part.role {
        // The class of a port allows any digits, and a number over 65535 is deferred by the parser.
        // Here it is the error of the value.
        Role::Port if text.is_empty() => {
            Err(Error::bnf(part, ErrorKind::EmptyPort, Span::new(0, 0)))
        }
        Role::Port if text.parse::<u16>().is_err() => {
            let span = Span::new(0, offset(text.len()));
            Err(Error::range(part, ErrorKind::PortOutOfRange, span))
        }
        _ => Ok(()),
    });
    checked.map_err(|error| EditError::Value { part, error })?;
    match part.canon {
        Canon::LowerCase => Ok(Cow::Owned(text.to_ascii_lowercase())),
        _ => Ok(text),
    }
}

/// Returns an error of the whole URL as that of the value in which it is.
fn in_value(parts: &[PartSpan], error: Error) -> EditError {
    let span = error.span();
    // From the end, because an error between two parts is about the later one, which the parser had
    // begun.
    let is_at = |at: &&PartSpan| at.span.start <= span.start && span.start <= at.span.end;
    let Some(PartSpan { part, span: value }) = parts.iter().rev().find(is_at) else {
        return EditError::Value { part: error.part(), error };
    };
    // The byte is the delimiter after the value, which is missing: the second slash of `nntp://h//1`.
    if value.is_empty() && !span.is_empty() {
        let error = Error::bnf(part, ErrorKind::Empty, Span::new(0, 0));
        return EditError::Value { part, error };
    }
    let start = span.start.saturating_sub(value.start);
    let end = span.end.saturating_sub(value.start);
    EditError::Value { part, error: error.with_span(Span::new(start, end)) }
}

/// Shows the names of the parts. A value may be a password.
impl fmt::Debug for Editor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.values.iter().map(|value| value.part.name()).collect();
        f.debug_struct("Editor").field("scheme", &self.scheme).field("parts", &names).finish()
    }
}
