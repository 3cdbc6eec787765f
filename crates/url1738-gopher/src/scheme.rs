//! The parts, the grammar, the plan and the repairs of Gopher URLs (section 3.4).

use alloc::{vec, vec::Vec};

use url1738_core::{
    Error, ErrorKind, Lints, PartSpan, Rule, Span,
    chars::XCHAR,
    codes, form,
    part::{HOST, PORT},
    plan::{Argument, Chunk, Line, Plan, Question, Refusal, Step},
    repair::{self, Repairer},
    scheme::{Cursor, Form, LoginSpans, Part, Raw, Scheme, SchemeInfo},
};

use crate::{
    GopherPlus, GopherUrl,
    plus::{FORM_HEAD, FORM_TAIL},
};

/// `gtype = xchar`: one character, or one escape (section 3.4.1).
pub const GTYPE: Part = Part::new("gtype", XCHAR, b"", "3.4.1")
    .with_label("item type")
    .with_alias("type")
    .with_values(&["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"])
    .with_rules(const { &[&SELECTOR_CONTROL] })
    .with_meaning("the item type: 0 text, 1 menu, 7 search, 9 binary, ...");
/// `selector = *xchar`; nothing is reserved in a gopher-path (section 3.4.1).
pub const SELECTOR: Part = Part::new("selector", XCHAR, b"", "3.4.1")
    .with_rules(const { &[&SELECTOR_CONTROL] })
    .with_meaning("the text to send to the server, unchanged");
/// The search string. Nothing is reserved in it, so that it may contain `/` and `?`, unlike the `search` of HTTP
/// (section 3.4.2).
pub const SEARCH: Part = Part::new("search", XCHAR, b"", "3.4.2")
    .with_label("search string")
    .with_meaning("the words to search for with the selector");
/// `gopher+_string = *xchar` (section 3.4.3).
pub const GOPHER_PLUS: Part = Part::new("gopher+_string", XCHAR, b"", "3.4.3")
    .with_label("Gopher+ string")
    .with_alias("plus")
    .with_rules(const { &[&FORM_END] })
    .with_meaning("what to request from a Gopher+ server besides the item");

/// The separator of the fields of a gopher-path: an encoded tab.
const TAB: &str = "%09";

/// Marker type of the scheme (section 3.4).
#[derive(Clone, Copy, Debug)]
pub struct Gopher;

/// Writes [`GopherType`] with the octet of each type.
macro_rules! gopher_types {
    ($($octet:literal $Type:ident $meaning:literal)+) => {
        /// The type of an item: the octet before the selector (RFC 1436, section 3.8).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum GopherType {
            $(
                #[doc = concat!("`", stringify!($octet), "`: ", $meaning, ".")]
                $Type,
            )+
            /// Any other octet.
            Other(u8),
        }

        impl GopherType {
            /// Returns the octet in the gopher-path.
            #[must_use]
            pub const fn octet(self) -> u8 {
                match self {
                    $(Self::$Type => $octet,)+
                    Self::Other(octet) => octet,
                }
            }
        }

        impl From<u8> for GopherType {
            fn from(octet: u8) -> Self {
                match octet {
                    $($octet => Self::$Type,)+
                    _ => Self::Other(octet),
                }
            }
        }
    };
}

gopher_types! {
    b'0' Text "a text file"
    b'1' Directory "a directory"
    b'2' Cso "a CSO phone-book server"
    b'3' Error "an error"
    b'4' BinHex "a Macintosh file in `BinHex`"
    b'5' DosArchive "a DOS binary archive"
    b'6' Uuencoded "a uuencoded file"
    b'7' Search "a search server"
    b'8' Telnet "a telnet session"
    b'9' Binary "a binary file"
    b'+' Mirror "a server that holds a copy"
    b'T' Tn3270 "a tn3270 session"
    b'g' Gif "a GIF picture"
    b'I' Image "some other picture"
}

/// Spans of the parts of a Gopher URL (section 3.4). An end of 0 is that of an absent part.
#[derive(Clone, Copy, Debug)]
pub struct GopherSpans {
    pub(crate) login: LoginSpans,
    gtype_end: u32,
    selector_end: u32,
    search_end: u32,
}

impl GopherSpans {
    #[inline]
    pub(crate) const fn gtype(&self) -> Option<Span> {
        self.login.path(self.gtype_end)
    }

    #[inline]
    pub(crate) const fn selector(&self) -> Option<Span> {
        match self.gtype_end {
            0 => None,
            start => Some(Span::new(start, self.selector_end)),
        }
    }

    #[inline]
    pub(crate) const fn search(&self) -> Option<Span> {
        match self.search_end {
            0 => None,
            end => Some(Span::new(Span::of_len(self.selector_end, 3).end, end)),
        }
    }

    #[inline]
    pub(crate) fn plus(&self, text: &str) -> Option<Span> {
        let search = self.search()?;
        let rest = Span::to_end(search.end, text);
        let is_plus = rest.slice(text).starts_with(TAB);
        is_plus.then(|| Span::new(Span::of_len(search.end, 3).end, rest.end))
    }
}

impl Scheme for Gopher {
    const PARTS: &'static [&'static Part] =
        &[&HOST, &PORT, &GTYPE, &SELECTOR, &SEARCH, &GOPHER_PLUS];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("gopher")
        .with_title("Gopher")
        .with_port(70)
        .with_purpose("Gopher items")
        .with_section("3.4")
        .with_forms(&["gopher://host:port/type selector%09search%09gopher+"])
        .with_example("gopher://host.dom/7/find%09two%20words");
    const FORM: Form = form!(
        (Form::HOSTPORT)
        ["/" [(GTYPE or "1") (SELECTOR or "") ["%09" (SEARCH or "") ["%09" GOPHER_PLUS]]]]
    );
    type Spans = GopherSpans;

    /// `gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ]]]]]`
    /// (section 5).
    ///
    /// In the BNF a selector may contain all text after it, because `%09` is an `xchar`, too. In the prose it contains no
    /// tab, so that the first two tabs divide the path (section 3.4.1).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<GopherSpans, Error> {
        let login = cursor.hostport()?;
        let mut spans = GopherSpans { login, gtype_end: 0, selector_end: 0, search_end: 0 };
        cursor.eat(b"/");
        // All four parts are read as one run, because each may contain every `xchar`. Only their
        // tabs divide them, and the scan reports those as it passes.
        let mut escapes = Escapes { from: cursor.position(), tabs: [0; 2], control: false };
        let path = cursor.run_with_escapes(XCHAR, |at, digits| escapes.note(at, digits));
        if cursor.peek().is_some() {
            return Err(cursor.unexpected(part_at_end(path.slice_bytes(cursor.bytes()))));
        }
        if path.is_empty() {
            cursor.finish(&GTYPE)?;
            return Ok(spans);
        }
        // The type is one character or one escape: `%37` is the type `7`.
        let is_escaped = path.slice_bytes(cursor.bytes()).first() == Some(&b'%');
        spans.gtype_end = Span::of_len(path.start, if is_escaped { 3 } else { 1 }).end;
        // 0 is that of no tab, because the scheme name is at offset 0.
        let [first, second] = escapes.tabs;
        spans.selector_end = if first == 0 { path.end } else { first };
        if first != 0 {
            spans.search_end = if second == 0 { path.end } else { second };
        }
        // Noted in the one pass over the path, so that nearly no path is searched for them.
        if escapes.control {
            let (gtype, selector) = (
                Span::new(path.start, spans.gtype_end),
                Span::new(spans.gtype_end, spans.selector_end),
            );
            refuse_control(cursor, &GTYPE, gtype, &[TAB, "%0A", "%0D"]);
            refuse_control(cursor, &SELECTOR, selector, &["%0A", "%0D"]);
        }
        cursor.finish(&SELECTOR)?;
        Ok(spans)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let spans = url.spans();
        spans.login.each(each);
        let gtype = spans.gtype().map(|span| PartSpan { part: &GTYPE, span });
        let selector = spans.selector().map(|span| PartSpan { part: &SELECTOR, span });
        let search = spans.search().map(|span| PartSpan { part: &SEARCH, span });
        let plus = spans.plus(url.as_str()).map(|span| PartSpan { part: &GOPHER_PLUS, span });
        [gtype, selector, search, plus].into_iter().flatten().for_each(each);
    }

    /// Percent-encodes a raw tab, which divides the fields. A CR or LF in a selector cannot be repaired.
    fn repair(repairer: &mut Repairer<'_>) {
        repairer.hostport();
        if repairer.peek() == Some(b'?') {
            // Nothing is reserved in a gopher-path, so that a `?` is not a search and no path is missing before it.
            return;
        }
        repairer.slash();
        repairer.part_but(&SELECTOR, repairer.rest().len(), |repairer, byte| {
            // A raw tab is how menus of Gopher write the fields.
            if byte != b'\t' {
                return false;
            }
            let info = const {
                &repair::CONTROL.with_message("a tab between the fields must be percent-encoded")
            };
            repairer.change(1, TAB, &SELECTOR, Rule::Bnf("selector"), info);
            true
        });
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        plan(GopherUrl(url))
    }

    fn login(spans: &GopherSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        let text = url.as_str();
        let Some(selector) = url.spans().selector() else { return };
        if let (Some(span), None) = (selector.find(text, b"?"), url.spans().search()) {
            lints.push(PartSpan { part: &SELECTOR, span }, &GOPHER_QUESTION_SEARCH);
        }
        if let Some(span) = selector.find(text, b"%00") {
            lints.push(PartSpan { part: &SELECTOR, span }, &GOPHER_NUL);
        }
    }
}

/// The escapes of a path that divide it or that it must not contain.
struct Escapes {
    /// The beginning of the path: an escape here is the type.
    from: u32,
    /// The places of the first two tabs after the type, or 0.
    tabs: [u32; 2],
    /// Whether there is an encoded CR or LF, or a tab as the type.
    control: bool,
}

impl Escapes {
    #[inline]
    fn note(&mut self, at: u32, digits: [u8; 2]) {
        match (digits, self.tabs) {
            ([b'0', b'9'], _) if at == self.from => self.control = true,
            // Later tabs are data of the Gopher+ string, such as those of a form.
            ([b'0', b'9'], [0, _]) => self.tabs = [at, 0],
            ([b'0', b'9'], [first, 0]) => self.tabs = [first, at],
            ([b'0', b'A' | b'a' | b'D' | b'd'], _) => self.control = true,
            _ => {}
        }
    }
}

/// Returns the part that ends with `path`, for the error of the byte after it.
#[cold]
fn part_at_end(path: &[u8]) -> &'static Part {
    match path.windows(3).filter(|escape| *escape == TAB.as_bytes()).count() {
        _ if path.is_empty() => &GTYPE,
        0 => &SELECTOR,
        1 => &SEARCH,
        _ => &GOPHER_PLUS,
    }
}

/// Defers an error for the first of the escapes `controls` in a part. The BNF accepts them, section 3.4.1 does not.
fn refuse_control(cursor: &mut Cursor<'_>, part: &'static Part, span: Span, controls: &[&str]) {
    let written = span.slice_bytes(cursor.bytes());
    let is_control = |window: &[u8]| {
        controls.iter().any(|control| window.eq_ignore_ascii_case(control.as_bytes()))
    };
    let found = (span.start..).zip(written.windows(3)).find(|(_, window)| is_control(window));
    if let Some((at, _)) = found {
        cursor.defer(Error::prose(part, ErrorKind::Custom(0), Span::of_len(at, 3)));
    }
}

const TAB_CHUNK: Chunk = Chunk::Protocol(b"\t");
const END: Chunk = Chunk::Protocol(b"\r\n");

/// Returns the access plan: the request of a Gopher client (sections 3.4.2 to 3.4.9).
fn plan(url: GopherUrl<&str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.0.spans());
    // `gopher://h` and `gopher://h/` request the top directory by an empty line.
    let selector_at = spans.selector().unwrap_or_default();
    let octets = url.0.part(selector_at).decode();
    let selector = Line::of_part(&SELECTOR, selector_at, &octets)?;
    let mut plan = Plan::tcp(url.0.login(), Gopher::INFO.port);
    if octets.contains(&0) {
        plan = plan.warn(&SELECTOR, selector_at, &GOPHER_NUL);
    }
    let selector = Chunk::Line(selector);
    let Some(search_at) = spans.search() else {
        // Other clients write a search after a `?`. It is sent as part of the selector, so that the user is not asked for a
        // second one. Nothing is reserved here: an escaped `?` has the same meaning.
        let asks = url.item_type() == GopherType::Search && !octets.contains(&b'?');
        return Ok(if asks {
            let search = Chunk::Answer(Question::Search);
            plan.step(Step::Ask(Question::Search))
                .step(Step::Send(vec![selector, TAB_CHUNK, search, END]))
        } else {
            plan.step(Step::Send(vec![selector, END]))
        });
    };
    let search = Chunk::Octets(Argument::decode(&SEARCH, search_at, text)?);
    let Some(plus_at) = spans.plus(text) else {
        return Ok(plan.step(Step::Send(vec![selector, TAB_CHUNK, search, END])));
    };
    let plus = GopherPlus::new(url.0.part(plus_at));
    match plus {
        GopherPlus::Ask => Ok(plan
            .step(Step::Send(vec![
                selector.clone(),
                TAB_CHUNK,
                search,
                TAB_CHUNK,
                Chunk::Protocol(b"!+ASK"),
                END,
            ]))
            .step(Step::Ask(Question::Form))
            .step(form(selector, vec![Chunk::Answer(Question::Form), END]))),
        GopherPlus::FilledForm(_) => {
            // The request of a form has no field for a search (section 3.4.9).
            if !search_at.is_empty() {
                plan = plan.warn(&SEARCH, search_at, &SEARCH_WITH_FORM);
            }
            let mut lines = Vec::new();
            for value in plus.form_values().into_iter().flatten() {
                lines.push(Chunk::Octets(Argument::of_part(&GOPHER_PLUS, plus_at, &value)?));
                lines.push(END);
            }
            Ok(plan.step(form(selector, lines)))
        }
        _ => {
            let plus = Chunk::Octets(Argument::decode(&GOPHER_PLUS, plus_at, text)?);
            Ok(plan.step(Step::Send(vec![selector, TAB_CHUNK, search, TAB_CHUNK, plus, END])))
        }
    }
}

/// Returns the request of section 3.4.9. It differs from the request with any other Gopher+ string (section 3.4.3): there is
/// no search field, and nothing follows the last dot.
fn form(selector: Chunk, lines: Vec<Chunk>) -> Step {
    // `+` and `1` announce data after the request, and `+-1` says that a dot alone on a line ends
    // it.
    let mut chunks = vec![selector, TAB_CHUNK, Chunk::Protocol(FORM_HEAD)];
    chunks.extend(lines);
    chunks.push(Chunk::Protocol(FORM_TAIL));
    Step::Send(chunks)
}

codes! {
    /// The codes of this scheme (section 3.4), beyond those of all schemes.
    pub const CODES;

    Error SELECTOR_CONTROL "selector-control" ("3.4.1"):
        "escaped tab, CR or LF in selector",
        "A selector ends at a tab or at the end of its line, so that it can contain neither tab nor CR nor LF, not even percent-encoded.",
        "gopher://host.dom/0a%0D%0Ab" => "gopher://host.dom/0a%20b",
        help "remove it: the octets 09, 0A and 0D end a field or the request";

    Error FORM_END "form-end" ("3.4.9"):
        "form answer `.`, which ends the form",
        "A line with a single dot ends the answers to an electronic form, so that no answer can consist of one. The example is an answer given to the builder of a Gopher URL.",
        "." => "yes",
        help "add another character to the answer, or leave it empty";

    Lint GOPHER_NUL "gopher-nul" ("3.4.1"):
        "NUL in selector: servers written in C end the selector here",
        "A selector may contain NUL, but servers written in C end it there and read another selector.",
        "gopher://host.dom/0a%00b" => "gopher://host.dom/0ab";

    Lint GOPHER_QUESTION_SEARCH "gopher-question-search" ("3.4"):
        "`?` is part of the selector, but lynx and w3m begin the search string here; RFC 1738 begins it at `%09`",
        "In a Gopher URL `?` is an ordinary character, and the search string begins after `%09`. Some clients begin it at the `?`.",
        "gopher://host.dom/7/find?words" => "gopher://host.dom/7/find%09words";

    Warning SEARCH_WITH_FORM "search-with-form" ("3.4.9"):
        "a filled-in form cannot carry a search string: it is not sent",
        "A Gopher+ request with the answers to a form has no room for a search string.",
        "gopher://host.dom/0a%09b%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A" =>
            "gopher://host.dom/0a%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A";
}
