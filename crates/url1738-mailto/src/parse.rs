//! `mailtourl = "mailto:" encoded822addr`, `encoded822addr = 1*xchar` (sections 3.5 and 5).
//!
//! The prose narrows it: what is encoded is one addr-spec of RFC 822, and nothing else.

use url1738_core::{
    Error, ErrorKind, Lints, PartSpan, Span,
    chars::{ALPHADIGIT, Class, XCHAR},
    codes::{CodeInfo, CodeKind},
    form, plan,
    repair::Repairer,
    scheme::{Cursor, Form, Part, PartRule, Raw, Scheme, SchemeInfo},
};

use crate::addr_spec::{self, Problem};

/// `encoded822addr = 1*xchar`; nothing is reserved in it (section 3.5).
pub const ENCODED822ADDR: Part = Part::new("encoded822addr", XCHAR, b"", "3.5")
    .with_label("mail address")
    .with_alias("address")
    .with_hint("write one address, `local@host.dom`")
    .with_rules(
        const {
            &[
                PartRule::new(
                    &NOT_AN_ADDR_SPEC,
                    "write one address `local@host.dom`; quote special characters",
                ),
                PartRule::new(&MAILTO_HEADERS, "remove them: header fields came with RFC 6068"),
                PartRule::new(&MAILTO_LIST, "write one address: lists came with RFC 6068"),
                PartRule::new(
                    &MAILTO_DOMAIN,
                    "write a host name, an IPv4 address or a domain literal",
                ),
            ]
        },
    )
    .with_meaning("the address to write to");

/// The marker of the scheme (section 3.5).
#[derive(Clone, Copy, Debug)]
pub struct Mailto;

/// The places of the parts of a mailto URL (section 3.5).
#[derive(Clone, Copy, Debug)]
pub struct MailtoSpans {
    start: u32,
    local_end: u32,
    domain_start: u32,
}

impl MailtoSpans {
    #[inline]
    pub(crate) fn address(&self, text: &str) -> Span {
        let span = Span::after(self.start.saturating_sub(1), text);
        span.unwrap_or_default()
    }

    #[inline]
    pub(crate) const fn local_part(&self) -> Span {
        Span::new(self.start, self.local_end)
    }

    #[inline]
    pub(crate) fn domain(&self, text: &str) -> Span {
        Span::after(self.domain_start.saturating_sub(1), text).unwrap_or_default()
    }
}

/// What a local part of atoms holds, of what a URL may hold unescaped.
const ATOMS: Class = ALPHADIGIT.with(b"!$&'*+-/=?_.");

/// Returns the most common form, `atom *("." atom) "@" hostname` without an escape; anything else is for the rules.
fn plain(cursor: &mut Cursor<'_>) -> Option<MailtoSpans> {
    let local = cursor.run_of(ATOMS);
    if !cursor.eat(b"@") || !is_divided(local.slice_bytes(cursor.bytes())) {
        return None;
    }
    let domain = cursor.host_name()?;
    let spans =
        MailtoSpans { start: local.start, local_end: local.end, domain_start: domain.start };
    cursor.peek().is_none().then_some(spans)
}

/// Returns whether an atom is on both sides of every dot.
fn is_divided(local: &[u8]) -> bool {
    // Without a branch for each character. Before the first there is none, as after a dot.
    let (doubled, dot) = local.iter().fold((false, true), |(doubled, before), byte| {
        let dot = *byte == b'.';
        (doubled | (before & dot), dot)
    });
    !(doubled | dot)
}

impl Scheme for Mailto {
    const NAME: &'static str = "mailto";
    const PARTS: &'static [&'static Part] = &[&ENCODED822ADDR];
    const INFO: &'static SchemeInfo = &SchemeInfo::of::<Self>()
        .with_purpose("electronic mail addresses")
        .with_section("3.5")
        .with_forms(&["mailto:address"])
        .with_example("mailto:joe%25sales@host.dom");
    const FORM: Form = form!(ENCODED822ADDR);
    type Spans = MailtoSpans;

    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<MailtoSpans, Error> {
        let before = cursor.position();
        if let Some(spans) = plain(cursor) {
            return Ok(spans);
        }
        cursor.back_to(before);
        let all = cursor.run(&ENCODED822ADDR);
        cursor.finish(&ENCODED822ADDR)?;
        if all.is_empty() {
            return Err(Error::bnf(&ENCODED822ADDR, ErrorKind::Empty, all));
        }
        let address = all.slice_bytes(cursor.bytes());
        match addr_spec::split(address) {
            Ok((local_end, domain_start)) => Ok(MailtoSpans {
                start: all.start,
                local_end: all.start.saturating_add(local_end),
                domain_start: all.start.saturating_add(domain_start),
            }),
            Err((problem, start, end)) => {
                let span = Span::new(start, end.max(start));
                let index = match problem {
                    Problem::Syntax => 0,
                    Problem::Headers => 1,
                    Problem::List => 2,
                    Problem::Domain => 3,
                };
                let error = Error::prose(&ENCODED822ADDR, ErrorKind::Custom(index), span);
                Err(error.offset_by(all.start))
            }
        }
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        each(PartSpan { part: &ENCODED822ADDR, span: url.spans().address(url.as_str()) });
    }

    fn repair(repairer: &mut Repairer<'_>) {
        crate::repair::repair(repairer);
    }

    fn plan(url: Raw<Self, &str>) -> Result<plan::Plan, plan::Refusal> {
        crate::access::plan(url)
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        let (address, whole) = (url.spans().address(url.as_str()), url.as_str());
        if let Some(found) = address.slice(whole).find('?') {
            let start = address.start.saturating_add(u32::try_from(found).unwrap_or(u32::MAX));
            lints.push(
                PartSpan { part: &ENCODED822ADDR, span: Span::new(start, start.saturating_add(1)) },
                &QUERY_IN_MAILTO,
            );
        }
        let local = url.spans().local_part();
        let text = url.as_str();
        if local.has_any(text, [b'%']) && local.slice(text).contains("%25") {
            lints.push(PartSpan { part: &ENCODED822ADDR, span: local }, &PERCENT_HACK);
        }
    }
}

pub(crate) static NOT_AN_ADDR_SPEC: CodeInfo = CodeInfo::new(
    CodeKind::Error,
    "not-an-addr-spec",
    "not a valid mail address (addr-spec of RFC 822)",
)
.with_explanation("A mailto URL is an address as RFC 822 defines it (addr-spec): a local part, `@` and a domain, without comments or a name.")
.with_examples("mailto:joe", "mailto:joe@host.dom")
.with_section("3.5");

pub(crate) static MAILTO_HEADERS: CodeInfo = CodeInfo::new(CodeKind::Error, "mailto-headers", "header fields after the mail address")
    .with_explanation("Header fields after the address came with RFC 2368 and RFC 6068. In RFC 1738 a mailto URL is a single address.")
    .with_examples("mailto:joe@host.dom?subject=x", "mailto:joe@host.dom")
    .with_section("3.5");

pub(crate) static MAILTO_LIST: CodeInfo =
    CodeInfo::new(CodeKind::Error, "mailto-list", "more than one mail address")
        .with_explanation("A mailto URL of RFC 1738 has one address. Lists came with RFC 2368.")
        .with_examples("mailto:joe@host.dom,ann@host.dom", "mailto:joe@host.dom")
        .with_section("3.5");

pub(crate) static MAILTO_DOMAIN: CodeInfo = CodeInfo::new(CodeKind::Error, "mailto-domain", "invalid domain after the `@`")
    .with_explanation("The domain of a mail address is atoms of RFC 822 with dots between them, or an address in brackets.")
    .with_examples("mailto:joe@host%5fname.dom", "mailto:joe@host.dom")
    .with_section("3.5");

pub(crate) static PERCENT_HACK: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "percent-hack",
    "`%` in local part: it asks the mail server to relay, which most servers now refuse",
)
.with_explanation("A `%` in the local part asks a mail server to pass the message on to another host. Most servers refuse that today.")
.with_examples("mailto:joe%25host.dom@relay.dom", "mailto:joe@host.dom")
.with_section("3.5");

pub(crate) static QUERY_IN_MAILTO: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "query-in-mailto",
    "`?` is part of the address: software that follows RFC 6068 reads header fields after it",
)
.with_explanation("In RFC 1738 a mailto URL is one address, which may contain `?`. Software that follows RFC 6068 ends the address there and reads header fields, so that the message goes to someone else.")
.with_examples("mailto:joe?cc=bob@host.dom", "mailto:joe@host.dom")
.with_section("3.5");

#[cfg(test)]
mod tests {
    use super::is_divided;

    #[test]
    fn an_atom_is_on_both_sides_of_every_dot() {
        for local in ["a", "ab", "a.b", "a.b.c", "aa.bb"] {
            assert!(is_divided(local.as_bytes()), "{local}");
        }
        for local in ["", ".", ".a", "a.", "a..b", "a...b", "a.b.", "..", "a.b..c", ".a.b"] {
            assert!(!is_divided(local.as_bytes()), "{local}");
        }
    }
}
