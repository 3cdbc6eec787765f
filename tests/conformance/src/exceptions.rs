//! Where an error begins: usually where the automaton dies, otherwise as this table says.
//!
//! An automaton dies at the first byte that no URL continues, which is usually the byte to report. Some texts are
//! measured by a narrower automaton ([`Measure`]), and some errors mark several bytes or another place
//! ([`EXCEPTIONS`]). Each exception is held to a relation between the
//! bytes it marks and the byte at which the automaton dies.

use crate::{
    oracle::{Truth, Verdict, decoded},
    reader::Refused,
};

/// The automaton whose death an error is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// That of the grammar narrowed by the decisions.
    Strict,
    /// That of section 5.
    Bnf,
    /// That of the texts without `@`.
    WithoutAt,
    /// That of the general syntax.
    AnyScheme,
}

impl Measure {
    /// All measures, each with its name and its reason.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Strict, "the strict grammar", "the rule"),
        (
            Self::Bnf,
            "section 5",
            "errors of the BNF take precedence, also those further on; prose and ranges count only if the BNF \
             accepts the whole text",
        ),
        (
            Self::WithoutAt,
            "section 5 without `@`",
            "only a later `@` could make a user of a bad host, or an article of a bad group, and there is none",
        ),
        (
            Self::AnyScheme,
            "the general syntax",
            "the text names another scheme or none, so a scheme name is missing",
        ),
    ];
}

/// A refusal that does not begin where the automaton dies.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The text.
    pub text: &'a [u8],
    /// The answer of the oracle.
    pub truth: Truth,
    /// Where the automaton dies that measures this text.
    pub death: usize,
    /// The answer of the reader.
    pub refused: Refused,
}

impl Place<'_> {
    /// Returns the bytes that the error marks.
    fn marked(&self) -> &[u8] {
        &self.text[self.refused.start..self.refused.end]
    }

    /// Whether the automaton dies in the marked bytes.
    fn dies_inside(&self) -> bool {
        (self.refused.start..self.refused.end).contains(&self.death)
    }

    /// Whether it dies directly after them.
    fn dies_after(&self) -> bool {
        self.death == self.refused.end
    }

    /// Whether the host ends at the byte where it dies. Any other byte there is not allowed in a host, so the error
    /// has to mark that byte.
    fn host_ends(&self) -> bool {
        self.text.get(self.death).is_none_or(|byte| b"/:?#@".contains(byte))
    }

    /// Whether it dies at one of the marked bytes, or later.
    fn dies_later(&self) -> bool {
        self.death >= self.refused.start
    }

    /// Whether the bytes on both sides of the marked ones are not in a label, nor in `more`.
    fn is_whole(&self, more: &[u8]) -> bool {
        let outside =
            |byte: &u8| !(byte.is_ascii_alphanumeric() || *byte == b'-' || more.contains(byte));
        let begins = self.text[..self.refused.start].last().is_none_or(outside);
        begins && self.text.get(self.refused.end).is_none_or(outside)
    }

    fn is_number_over(&self, most: u64) -> bool {
        let digits =
            self.marked().iter().skip_while(|byte| **byte == b'0').map(|b| b.wrapping_sub(b'0'));
        let value = digits
            .fold(0_u64, |value, digit| value.saturating_mul(10).saturating_add(digit.into()));
        self.marked().iter().all(u8::is_ascii_digit) && value > most
    }
}

/// Returns the offset after the last `@` of a text, escaped or not.
fn after_last_at(text: &[u8]) -> Option<usize> {
    let plain = text.iter().rposition(|byte| *byte == b'@').map(|at| at + 1);
    let escaped = text.windows(3).rposition(|escape| escape == b"%40").map(|at| at + 3);
    plain.max(escaped)
}

/// An exception.
#[derive(Clone, Copy, Debug)]
pub struct Exception {
    /// The codes of the errors.
    pub codes: &'static [&'static str],
    /// Which bytes the error marks.
    pub marks: &'static str,
    /// Why the error marks these bytes.
    pub reason: &'static str,
    /// The relation that must hold, in addition to the code.
    pub holds: fn(&Place<'_>) -> bool,
}

impl Exception {
    /// Whether the refusal is one of these.
    #[must_use]
    pub fn covers(&self, place: &Place<'_>) -> bool {
        self.codes.contains(&place.refused.code) && (self.holds)(place)
    }
}

/// All exceptions.
pub const EXCEPTIONS: &[Exception] = &[
    Exception {
        codes: &["bad-escape"],
        marks: "the `%` and the two bytes after it; it dies at the first that is not a digit",
        reason: "the escape is wrong as a whole",
        holds: |place| {
            let after = place.death.saturating_sub(place.refused.start);
            place.marked().first() == Some(&b'%') && (1..=2).contains(&after)
        },
    },
    Exception {
        codes: &["wrong-scheme"],
        marks: "the whole scheme name; it dies after it, or not at all",
        reason: "the name is wrong as a whole",
        holds: |place| {
            let followed_by_colon = place.text.get(place.refused.end) == Some(&b':');
            place.refused.start == 0 && followed_by_colon && place.death > place.refused.end
        },
    },
    Exception {
        codes: &["credentials-not-allowed"],
        marks: "everything up to and including the `@`; it dies there",
        reason: "user and password go together, and a password looks like a port until it ends",
        holds: |place| {
            place.marked().ends_with(b"@") && !place.marked().contains(&b'/') && place.dies_inside()
        },
    },
    Exception {
        codes: &["unexpected-byte"],
        marks: "the first `@` of an authority that has another; it dies after it, at the second `@` or before",
        reason: "the last `@` ends the login, so the first is data of the user or password",
        holds: |place| {
            let first = place.refused.start;
            let from = place.text[..first].windows(2).position(|two| two == b"//");
            let in_front = from.map(|from| &place.text[from + 2..first]);
            let ends = |byte: &u8| b"/\\?#".contains(byte);
            let after = place.text[place.refused.end..].split(ends).next().unwrap_or_default();
            let second = after.iter().position(|byte| *byte == b'@');
            // A user may contain `?`.
            let is_first = in_front.is_some_and(|it| !it.iter().any(|byte| b"@/".contains(byte)));
            let login = ["user", "password"].contains(&place.refused.part);
            let dies = second.is_some_and(|at| {
                (place.refused.end..=place.refused.end + at).contains(&place.death)
            });
            place.marked() == b"@" && login && is_first && dies
        },
    },
    Exception {
        codes: &["empty-label"],
        marks: "the dot at the end of the host; it dies after it",
        reason: "the fix removes the dot",
        holds: |place| place.marked() == b"." && place.dies_after() && place.host_ends(),
    },
    Exception {
        codes: &["label-hyphen"],
        marks: "the hyphen at the end of the label; it dies after it",
        reason: "the fix removes the hyphen",
        holds: |place| {
            let within = place.text.get(place.death) == Some(&b'.');
            place.marked() == b"-" && place.dies_after() && (within || place.host_ends())
        },
    },
    Exception {
        codes: &["top-label-digit", "group-count"],
        marks: "the last label, or all of a host in digits; it dies after it",
        reason: "only the last label must not begin with a digit",
        holds: |place| {
            let whole = place.is_whole(b"");
            let digit = place.marked().first().is_some_and(u8::is_ascii_digit);
            digit && whole && place.dies_after() && place.host_ends()
        },
    },
    Exception {
        codes: &["ipv6-unbracketed"],
        marks: "an address of hexadecimal digits and colons, with its zone; it dies inside it or after it",
        reason: "the address is wrong as a whole; a part of it looks like a host and a port",
        holds: |place| {
            let address = place.marked().split(|byte| *byte == b'%').next().unwrap_or_default();
            let colons = address.iter().filter(|byte| **byte == b':').count();
            let hex = address.iter().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(byte));
            hex && colons > 1 && (place.dies_inside() || place.dies_after())
        },
    },
    Exception {
        codes: &["empty-port"],
        marks: "the colon; it dies after it",
        reason: "the colon goes with the port",
        holds: |place| place.marked() == b":" && place.dies_after(),
    },
    Exception {
        codes: &["port-out-of-range"],
        marks: "the whole number, over 65535; it dies at the digit that makes it too large",
        reason: "the number is wrong as a whole",
        holds: |place| place.is_number_over(65_535) && place.is_whole(b".") && place.dies_inside(),
    },
    Exception {
        codes: &["group-out-of-range"],
        marks: "the whole number, over 255; it dies there or later, where the number cannot become a name",
        reason: "the number is wrong as a whole",
        holds: |place| place.is_number_over(255) && place.is_whole(b"") && place.dies_later(),
    },
    Exception {
        codes: &["label-too-long"],
        marks: "the whole label, over 63 bytes; it dies at the 64th, at a hyphen before it, or later in a number with leading zeros",
        reason: "the label is wrong as a whole",
        holds: |place| {
            let long = place.marked().len() > 63 && place.is_whole(b"");
            long && place.death >= place.refused.start + 62
        },
    },
    Exception {
        codes: &["name-too-long"],
        marks: "the whole host name, over 255 bytes; the automaton does not count them",
        reason: "the name is wrong as a whole",
        holds: |place| {
            let prose = matches!(place.truth.verdict, Verdict::Prose | Verdict::ProseAndRange);
            prose && place.marked().len() > 255 && place.is_whole(b".")
        },
    },
    Exception {
        codes: &["unexpected-byte"],
        marks: "a `;` in an ftp path; it dies up to six bytes after it",
        reason: "what follows is not `;type=`, so the fix escapes the `;`",
        holds: |place| {
            let read = place.text.get(place.refused.start..place.death).unwrap_or_default();
            place.marked() == b";" && !read.is_empty() && b";type=".starts_with(read)
        },
    },
    Exception {
        codes: &["typecode-case"],
        marks: "`;type=` in another case; it dies at the first letter in upper case",
        reason: "the fix is to write all of it in lower case",
        holds: |place| place.marked().eq_ignore_ascii_case(b";type=") && place.dies_inside(),
    },
    Exception {
        codes: &["selector-control"],
        marks: "an escape of TAB, LF or CR; it dies at its last digit",
        reason: "the escape is wrong as a whole",
        holds: |place| {
            let escapes: [&[u8]; 3] = [b"%09", b"%0A", b"%0D"];
            let control = escapes.iter().any(|escape| place.marked().eq_ignore_ascii_case(escape));
            control && place.death + 1 == place.refused.end
        },
    },
    Exception {
        codes: &["news-server"],
        marks: "the `//`; it dies at its second byte, or later",
        reason: "news URLs cannot name a server, so the fix removes the `//`",
        holds: |place| place.marked() == b"//" && place.dies_later(),
    },
    Exception {
        codes: &["unexpected-byte"],
        marks: "a `*` before something else; it dies after it",
        reason: "`*` is only valid alone, so the `*` is wrong in a group",
        holds: |place| {
            place.marked() == b"*" && place.refused.part == "group" && place.dies_after()
        },
    },
    Exception {
        codes: &["not-an-addr-spec", "mailto-list"],
        marks: "a whole escape of an octet of an address; it dies inside it",
        reason: "the octet is wrong as a whole",
        holds: |place| place.marked().len() == 3 && place.dies_inside(),
    },
    Exception {
        codes: &["mailto-domain", "mailto-headers", "mailto-list"],
        marks: "the whole domain of an address, or the first octet in it that is not allowed in a host; it dies in \
                the domain",
        reason: "a domain is decoded, then read by section 3.1",
        holds: |place| {
            let in_host = |octet: &u8| octet.is_ascii_alphanumeric() || b"-.".contains(octet);
            let is_octet = matches!(decoded(place.marked()).as_slice(), [octet] if !in_host(octet));
            let is_rest = place.refused.end == place.text.len();
            let domain = after_last_at(&place.text[..place.refused.start]);
            let in_front = domain.map(|start| decoded(&place.text[start..place.refused.start]));
            let right = in_front.is_some_and(|octets| {
                if octets.is_empty() {
                    is_rest || is_octet
                } else {
                    is_octet && octets.iter().all(in_host)
                }
            });
            right && domain.is_some_and(|start| place.death >= start)
        },
    },
];
