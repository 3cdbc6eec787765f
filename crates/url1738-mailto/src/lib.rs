#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod addr_spec;
#[cfg(feature = "arbitrary")]
mod arbitrary;

use alloc::{borrow::Cow, format, string::String};

pub use url1738_core::exports::*;
use url1738_core::{
    chars::{ALPHADIGIT, Class, XCHAR},
    codes, form, impl_login, impl_url,
    plan::{Argument, Endpoint, OPTION_LIKE, Plan, Refusal, Step},
    repair::Repairer,
    scheme::{Cursor, Form, Raw, Scheme, SchemeInfo},
};

/// `mailto:` and one RFC 822 addr-spec, encoded (section 3.5).
///
/// ```
/// use url1738_mailto::MailtoUrl;
///
/// let url = MailtoUrl::parse("mailto:gorby%25kremvax@host.dom")?;
/// assert_eq!((url.encoded_address().as_str(), &*url.address()), ("gorby%25kremvax@host.dom", "gorby%kremvax@host.dom"));
/// assert_eq!((&*url.local_part(), &*url.domain()), ("gorby%kremvax", "host.dom"));
/// # Ok::<(), url1738_mailto::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct MailtoUrl<T = String>(Raw<Mailto, T>);
impl_url!(MailtoUrl: Mailto);
impl_login!(MailtoUrl: Mailto, opaque);

impl MailtoUrl {
    /// Returns the URL of a decoded addr-spec, such as `gorby%kremvax@host.dom`, which is percent-encoded.
    ///
    /// ```
    /// use url1738_mailto::MailtoUrl;
    ///
    /// assert_eq!(MailtoUrl::to("\"J. Doe\"@host.dom")?, "mailto:%22J.%20Doe%22@host.dom");
    /// assert!(MailtoUrl::to("J. Doe@host.dom").is_err());
    /// # Ok::<(), url1738_mailto::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `address` is not an addr-spec. The span of the error is relative to `address`.
    pub fn to(address: &str) -> Result<Self, Error> {
        let encoded = ENCODED822ADDR.encode(address.as_bytes());
        let in_address = |at: u32| {
            let before = Span::new(0, at.saturating_sub(7)).slice(&encoded);
            // An escape of three bytes is one octet of the address, and an error covers whole characters.
            let at = before.len().saturating_sub(before.matches('%').count().saturating_mul(2));
            (at..address.len()).find(|at| address.is_char_boundary(*at)).unwrap_or(address.len())
        };
        Self::try_from(format!("mailto:{encoded}")).map_err(|error| {
            let Span { start, end } = error.span();
            error.with_span(Span::from(in_address(start)..in_address(end)))
        })
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> MailtoUrl<T> {
    #[expect(
        clippy::expect_used,
        reason = "INVARIANT: an addr-spec is US-ASCII, also when it is decoded"
    )]
    fn decoded(&'i self, span: Span) -> Cow<'o, str> {
        self.0.part(span).decode_utf8().expect("an addr-spec")
    }

    /// Returns the address as written in the URL.
    #[must_use]
    #[inline]
    pub fn encoded_address(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().address(self.as_str()))
    }

    /// Returns the address, decoded.
    #[must_use]
    pub fn address(&'i self) -> Cow<'o, str> {
        self.decoded(self.0.spans().address(self.as_str()))
    }

    /// Returns the part before the `@`, decoded. A quoted string includes its quotation marks.
    #[must_use]
    pub fn local_part(&'i self) -> Cow<'o, str> {
        self.decoded(self.0.spans().local_part())
    }

    /// Returns the part after the `@`, decoded: a host name, an IPv4 address, or a domain literal in brackets.
    #[must_use]
    pub fn domain(&'i self) -> Cow<'o, str> {
        self.decoded(self.0.spans().domain(self.as_str()))
    }
}

/// `encoded822addr = 1*xchar`; nothing is reserved in it (section 3.5).
pub const ENCODED822ADDR: Part = Part::new("encoded822addr", XCHAR, b"", "3.5")
    .with_label("mail address")
    .with_alias("address")
    .with_hint("write one address, `local@host.dom`")
    .with_rules(const { &[&NOT_AN_ADDR_SPEC, &MAILTO_HEADERS, &MAILTO_LIST, &MAILTO_DOMAIN] })
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
    fn address(&self, text: &str) -> Span {
        Span::to_end(self.start, text)
    }

    #[inline]
    const fn local_part(&self) -> Span {
        Span::new(self.start, self.local_end)
    }

    #[inline]
    fn domain(&self, text: &str) -> Span {
        Span::to_end(self.domain_start, text)
    }
}

/// The characters of a local part without quoted strings that a URL may contain unescaped.
const ATOMS: Class = ALPHADIGIT.with(b"!$&'*+-/=?_.");

/// Parses the most common form: `atom *("." atom) "@" hostname`, without escapes. All other addresses are parsed by
/// [`addr_spec`].
///
/// A second way, for the rows `parse`, `parts` and `owned` of the benchmark: without it and the one of news, a URL of the ten
/// schemes takes 597 instructions instead of 528, and 4.4 mispredictions instead of 3.4. In `joe.d@h.dom`, one run ends at the `@`,
/// at 5; both sides of the dot are filled; the host is found as in any other URL, and nothing follows it.
fn plain(cursor: &mut Cursor<'_>) -> Option<MailtoSpans> {
    let local = cursor.run_of(ATOMS);
    let mut atoms = local.slice_bytes(cursor.bytes()).split(|byte| *byte == b'.');
    if !cursor.eat(b"@") || atoms.any(<[u8]>::is_empty) {
        return None;
    }
    let domain = cursor.host_name()?;
    let spans =
        MailtoSpans { start: local.start, local_end: local.end, domain_start: domain.start };
    cursor.peek().is_none().then_some(spans)
}

impl Scheme for Mailto {
    const PARTS: &'static [&'static Part] = &[&ENCODED822ADDR];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("mailto")
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
        // What the common form has read is read again: a quoted string or an escape is too rare to
        // continue from.
        cursor.move_to(before);
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

    /// Removes slashes before the address, angle brackets around it, and the header fields of RFC 6068 after it.
    fn repair(repairer: &mut Repairer<'_>) {
        let rule = Rule::Prose("3.5");
        let slashes = repairer.rest().iter().take_while(|byte| **byte == b'/').count();
        if slashes > 0 {
            repairer.change(slashes, "", &ENCODED822ADDR, rule, &NOT_AN_ADDR_SPEC_REPAIR);
        }
        // The address ends at the first `?` after the first `@`: header fields may contain other `@`, and a local part `?`.
        let rest = repairer.rest();
        let (_, domain) = rest.split_at(repairer.until(b"@"));
        let headers = domain.iter().skip_while(|byte| **byte != b'?').count();
        let address = rest.get(..rest.len().saturating_sub(headers)).unwrap_or_default();
        if let [b'<', bare @ .., b'>'] = address {
            let info = const {
                &NOT_AN_ADDR_SPEC_REPAIR.with_message("no angle brackets surround an addr-spec")
            };
            repairer.change(1, "", &ENCODED822ADDR, rule, info);
            repairer.part(&ENCODED822ADDR, bare.len());
            repairer.change(1, "", &ENCODED822ADDR, rule, info);
        } else {
            repairer.part(&ENCODED822ADDR, address.len());
        }
        if headers > 0 {
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
        // In a local part `?` is a character of an atom, so that this is a lint: after the domain
        // it is an error.
        if let Some(span) = address.find(text, b"?") {
            lints.push(PartSpan { part: &ENCODED822ADDR, span }, &QUERY_IN_MAILTO);
        }
        if local.find(text, b"%25").is_some() {
            lints.push(PartSpan { part: &ENCODED822ADDR, span: local }, &PERCENT_HACK);
        }
    }
}

codes! {
    /// The codes of this scheme (section 3.5), beyond those of all schemes.
    pub const CODES;

    Error NOT_AN_ADDR_SPEC "not-an-addr-spec" ("3.5"):
        "not a valid mail address (addr-spec of RFC 822)",
        "A mailto URL is an address as RFC 822 defines it (addr-spec): a local part, `@` and a domain, without comments or a name.",
        "mailto:joe" => "mailto:joe@host.dom",
        help "write one address `local@host.dom`; quote special characters";

    Error MAILTO_HEADERS "mailto-headers" ("3.5"):
        "header fields after the mail address",
        "Header fields after the address came with RFC 2368 and RFC 6068. In RFC 1738 a mailto URL is a single address.",
        "mailto:joe@host.dom?subject=x" => "mailto:joe@host.dom",
        help "remove them: header fields came with RFC 6068";

    Error MAILTO_LIST "mailto-list" ("3.5"):
        "more than one mail address",
        "A mailto URL of RFC 1738 has one address. Lists came with RFC 2368.",
        "mailto:joe@host.dom,ann@host.dom" => "mailto:joe@host.dom",
        help "write one address: lists came with RFC 6068";

    Error MAILTO_DOMAIN "mailto-domain" ("3.5"):
        "invalid domain after the `@`",
        "The domain of a mail address is atoms of RFC 822 with dots between them, or an address in brackets.",
        "mailto:joe@host%5fname.dom" => "mailto:joe@host.dom",
        help "write a host name, an IPv4 address or a domain literal";

    Lint PERCENT_HACK "percent-hack" ("3.5"):
        "`%` in local part: it asks the mail server to relay, which most servers now refuse",
        "A `%` in the local part asks a mail server to pass the message on to another host. Most servers refuse that today.",
        "mailto:joe%25host.dom@relay.dom" => "mailto:joe@host.dom";

    Lint QUERY_IN_MAILTO "query-in-mailto" ("3.5"):
        "`?` is part of the address: software that follows RFC 6068 reads header fields after it",
        "In RFC 1738 a mailto URL is one address, which may contain `?`. Software that follows RFC 6068 ends the address there and reads header fields, so that the message goes to someone else.",
        "mailto:joe?cc=bob@host.dom" => "mailto:joe@host.dom";

    Repair NOT_AN_ADDR_SPEC_REPAIR of NOT_AN_ADDR_SPEC:
        "no `//` precedes an address",
        "Removes the slashes before an address. Where they can be the beginning of the local part, the text is valid and stays.",
        "mailto://%22joe%22@host.dom" => "mailto:%22joe%22@host.dom";

    Repair MAILTO_HEADERS_REPAIR of MAILTO_HEADERS:
        "header fields came with RFC 6068",
        "Removes header fields after the address.";
}
