//! The stable codes of errors, which are the one vocabulary for what is wrong with a text.
//!
//! A code names the kind of fault: `tilde`, `empty-port`. It is the same in an error, in a report, in the counts
//! of a summary, and in the repair that removes the fault ([`Change::code`](crate::repair::Change::code)), so that one
//! word finds all of them. Repairs of text around a URL, for which no parser has an error, have `wrapper`.
//!
//! The [`Rule`](crate::Rule) is not a second name for the fault, but its source: the production or the section that does
//! not allow it. `bnf:hsegment` is the production of a path segment, whatever the fault in it.

use super::error::{Error, ErrorKind};
use crate::syntax::code::{CodeInfo, CodeKind, listed};

impl Error {
    /// Returns the stable code of this error, in lower case with hyphens. The change of a repair that removes the fault
    /// has the same code ([`Change::code`](crate::repair::Change::code)).
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let text = "x-db://host.dom/a b";
    /// let error = GenericUrl::parse(text).unwrap_err();
    /// let info = error.info();
    /// assert_eq!((error.code(), info.group, info.section), ("space", "unexpected-byte", "2.2"));
    /// assert_eq!(GenericUrl::repair(text)?.changes[0].code(), error.code());
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.info().code
    }

    /// Returns the declaration of the code: why it is reported, with an example.
    #[must_use]
    pub fn info(&self) -> &'static CodeInfo {
        use ErrorKind as Kind;
        match self.kind() {
            Kind::TooLong => &TOO_LONG,
            Kind::WrongScheme => &WRONG_SCHEME,
            Kind::UnexpectedByte(byte) => unexpected(byte),
            Kind::BadEscape => &BAD_ESCAPE,
            Kind::Fragment => &FRAGMENT,
            Kind::UnexpectedEnd => &UNEXPECTED_END,
            Kind::Expected(_) => &EXPECTED_DELIMITER,
            Kind::Empty => &EMPTY,
            Kind::CredentialsNotAllowed => &CREDENTIALS_NOT_ALLOWED,
            Kind::EmptyLabel => &EMPTY_LABEL,
            Kind::LabelHyphen => &LABEL_HYPHEN,
            Kind::LabelTooLong => &LABEL_TOO_LONG,
            Kind::NameTooLong => &NAME_TOO_LONG,
            Kind::TopLabelDigit => &TOP_LABEL_DIGIT,
            Kind::GroupCount => &GROUP_COUNT,
            Kind::GroupOutOfRange => &GROUP_OUT_OF_RANGE,
            Kind::Ipv6Literal => &IPV6_LITERAL,
            Kind::Ipv6Unbracketed => &IPV6_UNBRACKETED,
            Kind::FutureAddress => &FUTURE_ADDRESS,
            Kind::BracketedIpv4 => &BRACKETED_IPV4,
            Kind::InternationalName => &INTERNATIONAL_NAME,
            Kind::EmptyPort => &EMPTY_PORT,
            Kind::PortOutOfRange => &PORT_OUT_OF_RANGE,
            Kind::ForbiddenOctet(_) => &FORBIDDEN_OCTET,
            // A part of another crate may not declare the rule.
            Kind::Custom(index) => self
                .part()
                .rule(index)
                .unwrap_or(const { &CodeInfo::new(CodeKind::Error, "custom", "invalid part") }),
        }
    }
}

/// Returns the declaration for a byte that a part cannot contain: that of its character, or that of the group.
pub(crate) const fn unexpected(byte: u8) -> &'static CodeInfo {
    match byte {
        b'~' => &TILDE,
        b' ' => &SPACE,
        b'[' | b']' => &BRACKETS,
        b'{' | b'}' => &BRACES,
        b'\\' => &BACKSLASH,
        b'"' => &QUOTE,
        0..0x20 | 0x7F => &CONTROL,
        0x80.. => &NON_ASCII,
        _ => &UNEXPECTED_BYTE,
    }
}

const fn error(code: &'static str, message: &'static str, section: &'static str) -> CodeInfo {
    CodeInfo::new(CodeKind::Error, code, message).with_section(section)
}

listed! {
    /// The codes of the errors of this crate, without those of parts.
    CODES;

    static TOO_LONG = error("too-long", "URL longer than 4294967295 bytes", "5")
        .with_help("split the text into lines")
        .with_explanation("Positions in a text are numbers of 32 bits, so that a text of 4 GiB or more is not read. The ellipsis of the example is one of that length.")
        .with_examples("ftp://host.dom/\u{2026}", "ftp://host.dom/a");

    static WRONG_SCHEME = error("wrong-scheme", "text of another scheme", "2.1")
        .with_help("parse the URL with the type of its scheme")
        .with_explanation("The text begins with another scheme name than that of the type that parses it. The example is parsed as an ftp URL.")
        .with_examples("http://host.dom/", "ftp://host.dom/");

    pub(crate) static UNEXPECTED_BYTE = error("unexpected-byte", "unexpected character", "2.2")
        .with_explanation("The part cannot contain this character unescaped: it is unsafe, or reserved for another purpose there, or outside US-ASCII. As data it is percent-encoded if the part allows escapes. The characters that are found most often have separate codes; this is the name of them all.")
        .with_examples("http://host.dom/a^b", "http://host.dom/a%5Eb");

    pub(crate) static TILDE = UNEXPECTED_BYTE.member("tilde", "unexpected `~`")
        .with_explanation("RFC 1738 counts `~` among the unsafe characters, so that it is percent-encoded. Later standards allow it.")
        .with_examples("http://host.dom/~joe", "http://host.dom/%7Ejoe");

    pub(crate) static SPACE = UNEXPECTED_BYTE.member("space", "unexpected space")
        .with_explanation("A space ends a URL in running text, and software that breaks lines adds and removes spaces. It is percent-encoded.")
        .with_examples("http://host.dom/a b", "http://host.dom/a%20b");

    pub(crate) static BRACKETS = UNEXPECTED_BYTE.member("brackets", "unexpected `[` or `]`")
        .with_explanation("Gateways are known to change `[` and `]`, so that they are percent-encoded. Around the address in a host they came with RFC 2732.")
        .with_examples("http://host.dom/a[1]", "http://host.dom/a%5B1%5D");

    pub(crate) static BRACES = UNEXPECTED_BYTE.member("braces", "unexpected `{` or `}`")
        .with_explanation("Gateways are known to change `{` and `}`, so that they are percent-encoded. A name in braces is often a variable of a template that was not filled in.")
        .with_examples("http://host.dom/{id}", "http://host.dom/%7Bid%7D");

    pub(crate) static BACKSLASH = UNEXPECTED_BYTE.member("backslash", r"unexpected `\`")
        .with_explanation(r"Gateways are known to change `\`. The separator of a path is `/`; a `\` that is data is percent-encoded.")
        .with_examples(r"http://host.dom/a\b", "http://host.dom/a/b");

    pub(crate) static QUOTE = UNEXPECTED_BYTE.member("quote", "unexpected `\"`")
        .with_explanation("Quotation marks are delimiters around URLs in some systems, so that one in a URL is percent-encoded.")
        .with_examples("http://host.dom/a\"b", "http://host.dom/a%22b");

    pub(crate) static CONTROL = UNEXPECTED_BYTE.member("control", "unexpected control character")
        .with_explanation("URLs are written only with printable characters. A tab or line break usually comes from the surrounding text; one that is data is percent-encoded.")
        .with_examples("http://host.dom/a\tb", "http://host.dom/a%09b");

    pub(crate) static NON_ASCII = UNEXPECTED_BYTE.member("non-ascii", "unexpected character outside US-ASCII")
        .with_explanation("URLs are written only with characters of US-ASCII. Each octet of another character is percent-encoded.")
        .with_examples("http://host.dom/\u{e9}", "http://host.dom/%C3%A9");

    pub(crate) static BAD_ESCAPE = error("bad-escape", "`%` without two hexadecimal digits", "2.2")
        .with_explanation("A `%` always begins an escape: two hexadecimal digits follow it. A percent sign that is data is written `%25`.")
        .with_examples("http://host.dom/100%", "http://host.dom/100%25");

    pub(crate) static FRAGMENT = error("fragment", "unexpected fragment", "2.2")
        .with_explanation("A fragment is not part of a URL of RFC 1738, in which `#` is unsafe. Later standards append it to the URL.")
        .with_examples("http://host.dom/a#b", "http://host.dom/a");

    static UNEXPECTED_END = error("unexpected-end", "unexpected end of input", "2.1")
        .with_explanation("The text ends where the grammar asks for more. The parsers of the ten schemes report what is missing; this is the error of schemes of other crates, such as one whose URLs need a text after the colon.")
        .with_examples("x-note:", "x-note:a");

    pub(crate) static EXPECTED_DELIMITER = error("expected-delimiter", "missing delimiter", "3.1")
        .with_explanation("A delimiter of the grammar is missing: the `:` after the scheme name, the `//` before the host, the `/` after it, the `@` of an article or the `=` of a field.")
        .with_examples("ftp:host.dom/", "ftp://host.dom/");

    pub(crate) static EMPTY = error("empty", "required part is empty", "3.4")
        .with_explanation("The grammar asks for at least one character here, for example in a host or in the name of a group.")
        .with_examples("gopher:///1", "gopher://host.dom/1");

    pub(crate) static CREDENTIALS_NOT_ALLOWED = error("credentials-not-allowed", "user name or password in a scheme that has none", "3.3")
        .with_help("remove everything up to and including the `@`")
        .with_fix("")
        .with_explanation("Only ftp and telnet URLs name a user. Elsewhere the text before an `@` in the authority is a common disguise: readers mistake it for the host.")
        .with_examples("http://joe@host.dom/", "http://host.dom/");

    static EMPTY_LABEL = error("empty-label", "empty label in host", "3.1")
        .with_help("remove the extra `.`: labels must not be empty")
        .with_explanation("A host name is labels with single dots between them. Two dots in a row, or a dot at the beginning or the end, leave a label empty.")
        .with_examples("http://host..dom/", "http://host.dom/");

    static LABEL_HYPHEN = error("label-hyphen", "host label begins or ends with `-`", "3.1")
        .with_help("begin and end each label with a letter or a digit")
        .with_explanation("Each label of a host name begins and ends with a letter or a digit.")
        .with_examples("http://-host.dom/", "http://my-host.dom/");

    static LABEL_TOO_LONG = error("label-too-long", "host label longer than 63 characters", "3.1")
        .with_help("shorten the label: the DNS allows 63 characters (RFC 1034)")
        .with_explanation("The DNS allows 63 characters in a label (RFC 1034), so that no host can have a longer one.")
        .with_examples(
            "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.dom/",
            "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.dom/",
        );

    static NAME_TOO_LONG = error("name-too-long", "host name longer than 255 characters", "3.1")
        .with_help("shorten the name: the DNS allows 255 characters (RFC 1034)")
        .with_explanation("The DNS allows 255 characters in a name (RFC 1034), so that no host can have a longer one.")
        .with_examples(
            "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.dom/",
            "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.dom/",
        );

    static TOP_LABEL_DIGIT = error("top-label-digit", "last label of host begins with a digit", "3.1")
        .with_help("begin the last label with a letter")
        .with_explanation("The last label of a host name begins with a letter. This is how a name is distinguished from an IPv4 address.")
        .with_examples("http://host.4dom/", "http://host.dom4/");

    static GROUP_COUNT = error("group-count", "IPv4 address without exactly four numbers", "3.1")
        .with_help("write four numbers, separated by dots")
        .with_explanation("A host of digits and dots is an IPv4 address and has exactly four numbers. Other software reads fewer numbers as an address too, but as another one.")
        .with_examples("http://192.0.2/", "http://192.0.2.1/");

    static GROUP_OUT_OF_RANGE = error("group-out-of-range", "number over 255 in IPv4 address", "3.1")
        .with_help("write numbers from 0 to 255")
        .with_explanation("Each number of an IPv4 address is one octet, from 0 to 255.")
        .with_examples("http://192.0.2.256/", "http://192.0.2.255/");

    static IPV6_LITERAL = error("ipv6-literal", "IPv6 address in host", "3.1")
        .with_help("write a host name or an IPv4 address: IPv6 came with RFC 2732")
        .with_explanation("IPv6 addresses in brackets came with RFC 2732. A host of RFC 1738 is a name or an IPv4 address.")
        .with_examples("http://[2001:db8::1]/", "http://192.0.2.1/");

    static IPV6_UNBRACKETED = error("ipv6-unbracketed", "IPv6 address without brackets in host", "3.1")
        .with_help("write a host name or an IPv4 address: IPv6 came with RFC 2732")
        .with_explanation("No standard allows an IPv6 address without brackets: its colons could begin the port.")
        .with_examples("http://2001:db8::1/", "http://192.0.2.1/");

    static FUTURE_ADDRESS = error("future-address", "address of a future IP version in host", "3.1")
        .with_help("write a host name or an IPv4 address: others came with RFC 3986")
        .with_explanation("Addresses of future versions of IP in brackets came with RFC 3986. A host of RFC 1738 is a name or an IPv4 address.")
        .with_examples("http://[v1.x]/", "http://host.dom/");

    pub(crate) static BRACKETED_IPV4 = error("bracketed-ipv4", "brackets around IPv4 address", "3.1")
        .with_help("remove the brackets")
        .with_explanation("An IPv4 address is four decimal numbers with dots between them. Brackets came later, with IPv6 addresses, and never belong to IPv4.")
        .with_examples("http://[192.0.2.1]/", "http://192.0.2.1/");

    pub(crate) static INTERNATIONAL_NAME = error("international-name", "host name contains characters outside US-ASCII", "3.1")
        .with_help("write the name in its US-ASCII form (IDNA)")
        .with_explanation("A host name is of US-ASCII letters, digits and hyphens. A name in another alphabet is written in the form of IDNA, which begins with `xn--`.")
        .with_examples("http://b\u{fc}cher.dom/", "http://xn--bcher-kva.dom/");

    pub(crate) static EMPTY_PORT = error("empty-port", "`:` without a port", "3.1")
        .with_help("remove the `:`")
        .with_fix("")
        .with_explanation("If the port is left out, so is its colon. RFC 3986 allows the colon alone.")
        .with_examples("http://host.dom:/", "http://host.dom/");

    static PORT_OUT_OF_RANGE = error("port-out-of-range", "port over 65535", "3.1")
        .with_help("write a port from 0 to 65535")
        .with_explanation("A port of TCP and UDP is a number of 16 bits. The grammar allows any digits, but nothing could be connected to.")
        .with_examples("http://host.dom:65536/", "http://host.dom:65535/");

    static FORBIDDEN_OCTET = error("forbidden-octet", "octet that the part cannot contain", "3.4.1")
        .with_help("remove it: it is not allowed even percent-encoded")
        .with_explanation("Data that is given to a builder contains an octet that the part cannot contain, not even percent-encoded. The example is the selector of a Gopher URL: a tab would end it.")
        .with_examples("\t", "/find");
}
