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

pub(super) static UNEXPECTED_BYTE: CodeInfo = encoded(codes::UNEXPECTED_BYTE);
pub(super) static TILDE: CodeInfo = encoded(codes::TILDE);
pub(super) static BRACKETS: CodeInfo = encoded(codes::BRACKETS);
pub(super) static BRACES: CodeInfo = encoded(codes::BRACES);
pub(super) static QUOTE: CodeInfo = encoded(codes::QUOTE);
pub(super) static NON_ASCII: CodeInfo = encoded(codes::NON_ASCII);

pub(super) static SPACE: CodeInfo = codes::SPACE.repair("percent-encodes or removes a space")
    .with_explanation("Percent-encodes a space in a part, and removes spaces after the scheme name, which come from the surrounding text.");

pub(super) static BACKSLASH: CodeInfo =
    codes::BACKSLASH.repair(r"writes `/` for `\`, or percent-encodes it").with_explanation(
        r"Writes a slash for a backslash that separates parts, and percent-encodes it elsewhere.",
    );

pub(super) static CONTROL: CodeInfo = codes::CONTROL.repair("removes or percent-encodes a control character")
    .with_explanation("Removes line breaks, which come from the surrounding text, and percent-encodes other control characters.");

const fn encoded(error: CodeInfo) -> CodeInfo {
    error
        .repair("percent-encodes a character")
        .with_explanation("Percent-encodes a character that the part cannot contain.")
}

/// Returns the repair of a byte that a part cannot contain (Appendix); for scheme crates.
///
/// ```
/// use url1738_core::repair::unexpected;
///
/// assert_eq!((unexpected(b'~').code, unexpected(b'^').code), ("tilde", "unexpected-byte"));
/// ```
#[must_use]
pub fn unexpected(byte: u8) -> &'static CodeInfo {
    let code = codes::unexpected(byte).code;
    CODES.iter().find(|info| info.code == code).copied().unwrap_or(&UNEXPECTED_BYTE)
}

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
    &TILDE,
    &SPACE,
    &BRACKETS,
    &BRACES,
    &BACKSLASH,
    &QUOTE,
    &CONTROL,
    &NON_ASCII,
    &WRAPPER,
];
