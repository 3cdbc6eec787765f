//! The parts, the grammar, the plan and the repairs of mailto URLs (section 3.5).
//!
//! The BNF is `encoded822addr = 1*xchar`. The prose narrows it to one encoded addr-spec of RFC 822.

use url1738_core::{
    Error, ErrorKind, Lints, PartSpan, Rule, Span,
    chars::{ALPHADIGIT, Class, XCHAR},
    codes::{CodeInfo, CodeKind},
    form,
    plan::{Argument, Endpoint, OPTION_LIKE, Plan, Refusal, Step},
    repair::Repairer,
    scheme::{Cursor, Form, Part, PartRule, Raw, Scheme, SchemeInfo},
};

use crate::addr_spec;

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

/// Marker type of the scheme (section 3.5).
#[derive(Clone, Copy, Debug)]
pub struct Mailto;

/// Spans of the parts of a mailto URL (section 3.5).
#[derive(Clone, Copy, Debug)]
pub struct MailtoSpans {
    pub(crate) start: u32,
    pub(crate) local_end: u32,
    pub(crate) domain_start: u32,
}

impl MailtoSpans {
    #[inline]
    pub(crate) fn address(&self, text: &str) -> Span {
        Span::to_end(self.start, text)
    }

    #[inline]
    pub(crate) const fn local_part(&self) -> Span {
        Span::new(self.start, self.local_end)
    }

    #[inline]
    pub(crate) fn domain(&self, text: &str) -> Span {
        Span::to_end(self.domain_start, text)
    }
}

/// The characters of a local part without quoted strings that a URL may contain unescaped.
const ATOMS: Class = ALPHADIGIT.with(b"!$&'*+-/=?_.");

/// Parses the most common form: `atom *("." atom) "@" hostname`, without escapes. All other addresses are parsed by
/// [`addr_spec`].
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

/// Returns whether there is an atom on both sides of every dot.
fn is_divided(local: &[u8]) -> bool {
    // No branch per character. The beginning counts as a dot, so that `.a` is like `a..b`.
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
        // Nearly all addresses are plain: one run for the local part, and one for the host. The other parser decodes each octet.
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
        addr_spec::parse(all.slice_bytes(cursor.bytes()), all)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        each(PartSpan { part: &ENCODED822ADDR, span: url.spans().address(url.as_str()) });
    }

    /// Removes slashes before the address, and the header fields of RFC 6068 after it.
    fn repair(repairer: &mut Repairer<'_>) {
        let slashes = repairer.rest().iter().take_while(|byte| **byte == b'/').count();
        if slashes > 0 {
            let rule = Rule::Prose("3.5");
            repairer.change(slashes, "", &ENCODED822ADDR, rule, &NOT_AN_ADDR_SPEC_REPAIR);
        }
        // The address ends at the first `?` after the first `@`: header fields may contain other `@`, and a local part `?`.
        let rest = repairer.rest();
        let local = repairer.until(b"@");
        let domain = rest.iter().skip(local).take_while(|byte| **byte != b'?').count();
        let headers = rest.iter().skip(local).skip(domain).count();
        repairer.part(&ENCODED822ADDR, local.saturating_add(domain));
        if headers > 0 {
            let rule = Rule::Prose("3.5");
            repairer.change(headers, "", &ENCODED822ADDR, rule, &MAILTO_HEADERS_REPAIR);
        }
    }

    /// A message to the address, without any content. The address may contain LF or NUL in a quoted string. They would end
    /// the line of a mail header, so that such URLs are refused.
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let span = url.spans().address(url.as_str());
        let address = Argument::decode(&ENCODED822ADDR, span, url.as_str())?;
        let mut plan = Plan::new(Endpoint::None);
        if address.octets().starts_with(b"-") {
            let info = const {
                &OPTION_LIKE.with_message(
                    "the address begins with `-`: do not pass it to a mail program as an argument",
                )
            };
            plan = plan.warn(&ENCODED822ADDR, span, info);
        }
        Ok(plan.step(Step::Compose(address)))
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        let text = url.as_str();
        let (address, local) = (url.spans().address(text), url.spans().local_part());
        if let Some(span) = address.find(text, b"?") {
            lints.push(PartSpan { part: &ENCODED822ADDR, span }, &QUERY_IN_MAILTO);
        }
        if local.find(text, b"%25").is_some() {
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

pub(crate) static NOT_AN_ADDR_SPEC_REPAIR: CodeInfo = NOT_AN_ADDR_SPEC.repair("no `//` precedes an address")
    .with_explanation("Removes the slashes before an address. Where they can be the beginning of the local part, the text is valid and stays.")
    .with_examples("mailto://%22joe%22@host.dom", "mailto:%22joe%22@host.dom");

pub(crate) static MAILTO_HEADERS_REPAIR: CodeInfo = MAILTO_HEADERS
    .repair("header fields came with RFC 6068")
    .with_explanation("Removes header fields after the address.");

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
