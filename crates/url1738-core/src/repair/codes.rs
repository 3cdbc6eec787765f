//! The codes of repairs (Appendix). A repair has the code of the error that it removes, and its message is the reason.

use crate::{
    diagnostics::{codes, message::NO_CREDENTIALS},
    syntax::code::{CodeInfo, CodeKind, listed},
};

/// The repair `expected-delimiter` of the `/` after the host; for scheme crates (section 3.1).
pub const MISSING_SLASH: &CodeInfo = &EXPECTED_DELIMITER.with_message("a `/` must follow the host");

/// The repair `control` that removes a line break, which a URL over two lines has; for scheme crates (Appendix).
pub const LINE_BREAK: &CodeInfo =
    &CONTROL.with_message("line breaks come from the surrounding text");

const fn unsafe_character(error: CodeInfo) -> CodeInfo {
    error
        .repair("unsafe characters must be percent-encoded")
        .with_explanation("Percent-encodes a character that the part cannot contain.")
}

/// Returns the repair that percent-encodes a byte which a part cannot contain.
pub(super) fn encoded(byte: u8) -> &'static CodeInfo {
    if byte == b'\\' {
        return const { &BACKSLASH.with_message(UNEXPECTED_BYTE.message) };
    }
    let code = codes::unexpected(byte).code;
    CODES.iter().find(|info| info.code == code).copied().unwrap_or(&UNEXPECTED_BYTE)
}

listed! {
    /// The codes of the repairs of this crate.
    CODES;

    pub(super) static BAD_ESCAPE = codes::BAD_ESCAPE
        .repair("`%` must be followed by two hexadecimal digits")
        .with_explanation("Percent-encodes a `%` that begins no escape.");

    pub(super) static BRACKETED_IPV4 = codes::BRACKETED_IPV4.repair("IPv4 addresses are written without brackets")
        .with_explanation("Removes the brackets around an IPv4 address, and the prefix of an IPv6 address that contains one.");

    pub(super) static CREDENTIALS_NOT_ALLOWED = codes::CREDENTIALS_NOT_ALLOWED
        .repair(NO_CREDENTIALS)
        .with_explanation("Removes a user name and password where the scheme has none.");

    /// The repair `empty`; for scheme crates (Appendix).
    pub static EMPTY = codes::EMPTY
        .repair("no article number follows the `/`")
        .with_explanation("Removes the delimiter before a part that is missing.")
        .with_examples("nntp://host.dom/comp.test/", "nntp://host.dom/comp.test")
        .with_section("3.7");

    pub(super) static EMPTY_PORT = codes::EMPTY_PORT
        .repair("a port must follow the `:`")
        .with_explanation("Removes a colon that no port follows.");

    /// The repair `expected-delimiter`; for scheme crates (Appendix).
    pub static EXPECTED_DELIMITER = codes::EXPECTED_DELIMITER
        .repair("`//` must precede the host")
        .with_explanation("Inserts or corrects a delimiter: the slashes before the host, or the slash after it.")
        .with_examples("http:host.dom/", "http://host.dom/");

    pub(super) static FRAGMENT = codes::FRAGMENT.repair("a fragment is not part of a URL")
        .with_explanation("Splits off a fragment and returns it beside the URL. A `#` that is part of a password is percent-encoded.");

    pub(super) static INTERNATIONAL_NAME = codes::INTERNATIONAL_NAME
        .repair("names outside US-ASCII are written as A-labels (RFC 5890)")
        .with_explanation("Writes a host name as the DNS has it (UTS 46). The change is unsafe with `ß`, `ς` and joiners, for which IDNA 2003 has another name.");

    pub(super) static UNEXPECTED_BYTE = unsafe_character(codes::UNEXPECTED_BYTE);
    static TILDE = unsafe_character(codes::TILDE).with_message("`~` must be percent-encoded");
    static BRACKETS = unsafe_character(codes::BRACKETS);
    static BRACES = unsafe_character(codes::BRACES);
    static QUOTE = unsafe_character(codes::QUOTE);
    pub(super) static NON_ASCII = unsafe_character(codes::NON_ASCII);

    pub(super) static SPACE = unsafe_character(codes::SPACE)
        .with_explanation("Percent-encodes a space in a part, and removes spaces after the scheme name, which come from the surrounding text.");

    pub(super) static BACKSLASH = codes::BACKSLASH.repair("the separator is `/`").with_explanation(r"Writes a slash for a backslash that separates parts, and percent-encodes it elsewhere.");

    /// The repair `control`; for scheme crates (Appendix).
    pub static CONTROL = unsafe_character(codes::CONTROL)
        .with_explanation("Removes line breaks, which come from the surrounding text, and percent-encodes other control characters.");

    pub(super) static WRAPPER = CodeInfo::new(
        CodeKind::Repair,
        "wrapper",
        "text before a URL is not part of it",
    )
        .with_explanation("Removes what surrounds a URL in a text: spaces, quotation marks, angle brackets and `URL:`.")
        .with_examples("<URL:http://host.dom/>", "http://host.dom/")
        .with_section("Appendix");
}
