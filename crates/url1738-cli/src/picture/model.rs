//! The picture as data.

use url1738::{
    Error, Lints, PartSpan, Redacted, SchemeKind, Span, Url,
    plan::{Plan, Refusal},
    syntax::part::{self, Part},
};

use super::{
    dialogue::Dialogue,
    layout::{Ends, Skipped, shorten, wrap},
    meaning,
    window::{Window, whole_characters},
};
use crate::{
    diagnostics::{Masking, Report, Sanitized},
    line::Line,
    line_repair,
    records::{ValidLine, lint},
    schemes::SCHEMES,
    selection::Selection,
};

/// A picture of one line.
#[derive(Debug)]
pub(crate) struct Picture<'a> {
    /// The line as it is drawn.
    pub(super) url: String,
    /// One sentence about the URL, or what is wrong with the line.
    pub(super) about: String,
    pub(super) parts: Vec<LabelledPart>,
    pub(super) skipped: Skipped,
    pub(super) result: Drawn<'a>,
}

/// What is drawn below the parts.
#[derive(Debug)]
pub(super) enum Drawn<'a> {
    Valid {
        valid: ValidLine<'a>,
        lints: Lints,
        plan: Result<Plan, Refusal>,
        dialogue: Dialogue,
        masking: Masking,
    },
    Invalid {
        line: Line<'a>,
        error: Error,
        masked: Redacted<'a>,
        code: String,
        /// File, line and column of the error.
        place: String,
        /// Empty if there is none.
        help: String,
        note: String,
    },
}

/// A part and its explanation.
#[derive(Clone, Debug)]
pub(super) struct LabelledPart {
    /// The number of the part in the line, from 1.
    pub(super) number: usize,
    /// Columns of [`Picture::url`], unless the part is left out there.
    pub(super) columns: Option<(usize, usize)>,
    /// The name of the part in the grammar.
    pub(super) name: &'static str,
    /// The part as written.
    pub(super) text: String,
    /// The decoded part, if it differs from the part as written.
    pub(super) decoded: Option<String>,
    /// The purpose of the part.
    pub(super) meaning: &'static str,
    /// Where the RFC describes the part.
    pub(super) rule: String,
    /// Whether the error of the line is here.
    pub(super) is_error: bool,
}

/// How many parts are drawn at the start and at the end of a URL.
const FIRST_PARTS: usize = 30;
const LAST_PARTS: usize = 10;
/// The longest text of a part that is drawn, in columns.
const MAX_TEXT: usize = 400;

impl<'a> Picture<'a> {
    /// Draws a line, whether it is a URL or not.
    pub(crate) fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        masking: Masking,
        selection: &Selection,
    ) -> Self {
        match result {
            Ok(url) => Self::of_url(ValidLine::new(line, url, masking), masking, selection),
            Err(error) => Self::of_error(line, error, masking),
        }
    }

    /// Returns whether the line is a URL.
    pub(crate) fn is_valid(&self) -> bool {
        matches!(self.result, Drawn::Valid { .. })
    }

    fn of_url(valid: ValidLine<'a>, masking: Masking, selection: &Selection) -> Self {
        let masked = valid.masked();
        let window = Window::of_url(&masked);
        let mut number = 0;
        let mut ends = Ends::new(FIRST_PARTS, LAST_PARTS);
        valid.url.each_part(&mut |at| {
            number += 1;
            ends.push((number, at));
        });
        let (parts, skipped) = ends.finish();
        let mut parts: Vec<LabelledPart> = parts
            .into_iter()
            .map(|(number, at)| {
                let decoded = valid.decoded(at).map(|text| shorten(text, MAX_TEXT));
                let text = shorten(valid.piece(at.span).to_string(), MAX_TEXT);
                let columns = window.columns(at.span);
                LabelledPart { columns, text, decoded, ..labelled(number, at.part, valid.scheme()) }
            })
            .collect();
        // The last segment of a path names a file, the others directories.
        if let Some(last) = parts.iter_mut().rev().find(|part| part.name == "fsegment") {
            last.meaning = meaning::LAST_SEGMENT;
        }
        let plan = valid.url.plan();
        let dialogue = Dialogue::new(&plan, masking);
        let lints = selection.reported(lint::of(&valid.url));
        let (url, about) = (window.text(), about(&valid));
        let result = Drawn::Valid { valid, lints, plan, dialogue, masking };
        Self { url, about, parts, skipped, result }
    }

    fn of_error(line: Line<'a>, error: Error, masking: Masking) -> Self {
        let masked = masking.redact(line.bytes);
        let window = Window::around(&masked, error.span());
        let before = parts_before(line.bytes, &error);
        let scheme = before.first().map(|at| at.span.slice_bytes(line.bytes));
        let scheme = scheme.and_then(|name| core::str::from_utf8(name).ok()).unwrap_or_default();
        let scheme = scheme.to_ascii_lowercase();
        let Span { mut start, mut end } = error.span();
        // All of a secret is marked if the error is in it.
        let is_around = |secret: &&Span| secret.start <= start && start < secret.end;
        if let Some(secret) = masked.secrets().iter().find(is_around) {
            (start, end) = (secret.start, end.max(secret.end));
        }
        let span = whole_characters(line.bytes, start as usize, end as usize);
        let text =
            |span: Span| shorten(Sanitized::masked(masked.slice(span)).to_string(), MAX_TEXT);
        let mut ends = Ends::new(FIRST_PARTS, LAST_PARTS);
        for (number, at) in (1..).zip(&before) {
            let (columns, text) = (window.columns(at.span), text(at.span));
            ends.push(LabelledPart { columns, text, ..labelled(number, at.part, &scheme) });
        }
        ends.push(LabelledPart {
            columns: window.columns(span),
            text: text(span),
            meaning: "the error is here",
            is_error: true,
            ..labelled(before.len() + 1, error.part(), &scheme)
        });
        let (parts, skipped) = ends.finish();
        let report = Report::error(&error);
        let facts = report.facts(&masked);
        let whole = masked.secrets().is_empty().then(|| line_repair::whole(line.bytes, &error));
        // A longer one is not read.
        let whole = whole.flatten().filter(|url| url.len() <= 1000);
        let whole = whole.map(|url| format!("try '{url}'"));
        let result = Drawn::Invalid {
            code: facts.code.to_owned(),
            place: format!("{}:{}:{}", line.origin.name(), line.number, line.column(error.span())),
            help: whole.unwrap_or(facts.help),
            note: report.notes().join("; "),
            line,
            error,
            masked: masking.redact(line.bytes),
        };
        let url = window.text();
        let about = report.shown_title(&masked);
        Self { url, about, parts, skipped, result }
    }
}

/// Returns a part without its text.
fn labelled(number: usize, part: &'static Part, scheme: &str) -> LabelledPart {
    let section = match part.section() {
        "" => "5",
        section => section,
    };
    let rule = match part.production() {
        production if production == part.name() => format!("section\u{a0}{section}"),
        production => format!("BNF\u{a0}{production}, section\u{a0}{section}"),
    };
    LabelledPart {
        number,
        columns: None,
        name: part.name(),
        text: String::new(),
        decoded: None,
        meaning: meaning::of(scheme, part.name()),
        rule,
        is_error: false,
    }
}

/// Returns the parts before an error, as far as they are certain: those of the text before the error that end before it.
///
/// Before an error in the login only the scheme is, since in `ftp://joe:se cret@h/` the `joe` is a user although
/// `ftp://joe:se` has a host `joe`.
fn parts_before(text: &[u8], error: &Error) -> Vec<PartSpan> {
    let end = error.span().start as usize;
    let Some(head) = text.get(..end).and_then(|head| core::str::from_utf8(head).ok()) else {
        return Vec::new();
    };
    let Some((scheme, rest)) = head.split_once(':') else { return Vec::new() };
    if !is_login_uncertain(rest, text.get(end..).unwrap_or_default()) {
        // An error may follow a delimiter: the text before it may be a URL, or the text with something after it.
        let shorter = head.get(..head.len() - 1).unwrap_or_default();
        let longer = format!("{head}h");
        let heads = [head, shorter, &longer];
        if let Some(url) = heads.iter().find_map(|head| Url::parse(head).ok()) {
            let mut parts = url.parts();
            parts.retain(|at| (at.span.end as usize) < end);
            return parts;
        }
    }
    let len = u32::try_from(scheme.len()).unwrap_or(u32::MAX);
    let is_scheme =
        Url::parse(&format!("{scheme}:")).is_ok() || Url::parse(&format!("{scheme}://h/")).is_ok();
    match is_scheme {
        true => vec![PartSpan { part: &part::SCHEME, span: Span::new(0, len) }],
        false => Vec::new(),
    }
}

/// Returns whether an error between these texts is in an authority that goes on with an `@`. The first text begins after
/// the colon of the scheme.
fn is_login_uncertain(before: &str, after: &[u8]) -> bool {
    let Some(authority) = before.strip_prefix("//") else { return false };
    let rest = after.split(|byte| *byte == b'/').next().unwrap_or_default();
    !authority.contains('/') && rest.contains(&b'@')
}

fn about(valid: &ValidLine<'_>) -> String {
    let scheme = valid.scheme();
    if let Some(known) = SCHEMES.iter().find(|known| known.name == scheme) {
        return format!("{scheme}: {} (RFC 1738 section {})", known.title, known.section);
    }
    let kind = match valid.url.scheme_kind() {
        SchemeKind::Experimental => "an experimental scheme (RFC 1738 section 4)",
        SchemeKind::Reserved => "a scheme that RFC 1738 reserves without a syntax (section 4)",
        _ => "not a scheme of RFC 1738, read by the generic syntax (section 5)",
    };
    let scheme = shorten(scheme.to_owned(), MAX_TEXT);
    format!("{scheme}: {kind}")
}

/// Returns the line as the title of a drawing: not longer than a few hundred columns.
pub(super) fn title(picture: &Picture<'_>) -> String {
    shorten(picture.url.clone(), MAX_TEXT)
}

impl LabelledPart {
    /// Returns the part as written, and decoded if that differs.
    pub(super) fn whole_text(&self) -> String {
        match &self.decoded {
            Some(decoded) => format!("{} = {decoded}", self.text),
            None => self.text.clone(),
        }
    }

    /// Returns what the part is, and where the RFC describes it, in lines of at most `room` columns.
    pub(super) fn notes(&self, room: usize) -> Vec<String> {
        let notes = wrap(&format!("{} ({})", self.meaning, self.rule), room);
        // The spaces within a reference do not break.
        notes.into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
    }
}
