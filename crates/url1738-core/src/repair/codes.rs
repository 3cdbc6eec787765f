//! The codes of repairs (Appendix). A repair has the code of the error that it removes.

use crate::{
    diagnostics::codes,
    syntax::code::{CodeInfo, CodeKind},
};

pub(super) static BAD_ESCAPE: CodeInfo = codes::BAD_ESCAPE
    .repair("percent-encodes `%`")
    .with_explanation("Percent-encodes a `%` that begins no escape.");

pub(super) static BRACKETED_IPV4: CodeInfo = codes::BRACKETED_IPV4.repair("removes brackets")
    .with_explanation("Removes the brackets around an IPv4 address, and the prefix of an IPv6 address that contains one.");

pub(super) static CREDENTIALS_NOT_ALLOWED: CodeInfo = codes::CREDENTIALS_NOT_ALLOWED
    .repair("removes user name and password")
    .with_explanation("Removes a user name and password where the scheme has none.");

/// The repair `empty`; for scheme crates (Appendix).
pub static EMPTY: CodeInfo = codes::EMPTY
    .repair("removes a delimiter")
    .with_explanation("Removes the delimiter before a part that is missing.")
    .with_examples("nntp://host.dom/comp.test/", "nntp://host.dom/comp.test")
    .with_section("3.7");

pub(super) static EMPTY_PORT: CodeInfo = codes::EMPTY_PORT
    .repair("removes `:`")
    .with_explanation("Removes a colon that no port follows.");

/// The repair `expected-delimiter`; for scheme crates (Appendix).
pub static EXPECTED_DELIMITER: CodeInfo = codes::EXPECTED_DELIMITER
    .repair("inserts a delimiter")
    .with_explanation(
        "Inserts or corrects a delimiter: the slashes before the host, or the slash after it.",
    )
    .with_examples("http:host.dom/", "http://host.dom/");

pub(super) static FRAGMENT: CodeInfo = codes::FRAGMENT.repair("splits off the fragment")
    .with_explanation("Splits off a fragment and returns it beside the URL. A `#` that is part of a password is percent-encoded.");

/// The repair `unexpected-byte`; for scheme crates (Appendix).
pub static UNEXPECTED_BYTE: CodeInfo = codes::UNEXPECTED_BYTE.repair("percent-encodes or removes a character")
    .with_explanation("Percent-encodes a character that the part cannot contain, writes a slash for a backslash, and removes line breaks and spaces of the surrounding text.");

pub(super) static WRAPPER: CodeInfo = CodeInfo::new(
    CodeKind::Repair,
    "wrapper",
    "removes text around the URL",
)
.with_explanation(
    "Removes what surrounds a URL in a text: spaces, quotation marks, angle brackets and `URL:`.",
)
.with_examples("<URL:http://host.dom/>", "http://host.dom/")
.with_section("Appendix");

/// The codes of the repairs of this crate.
pub(crate) const CODES: &[&CodeInfo] = &[
    &BAD_ESCAPE,
    &BRACKETED_IPV4,
    &CREDENTIALS_NOT_ALLOWED,
    &EMPTY,
    &EMPTY_PORT,
    &EXPECTED_DELIMITER,
    &FRAGMENT,
    &UNEXPECTED_BYTE,
    &WRAPPER,
];
