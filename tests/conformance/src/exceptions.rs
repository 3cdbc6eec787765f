//! Where an error begins: as a rule where the automaton dies, else as this table says.
//!
//! An automaton dies at the first byte after which no URL can follow, and that is the byte to look at,
//! mostly. Some texts are better measured by a narrower automaton ([`Measure`]); and some errors mark more
//! than a byte, or another place ([`EXCEPTIONS`]). Each exception is held to a relation between the
//! bytes it marks and the byte at which the automaton dies.

use crate::{
    oracle::{Truth, Verdict, decoded},
    reader::Refused,
};

/// The automaton whose death an error is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// That of the decisions.
    Strict,
    /// That of section 5.
    Bnf,
    /// That of the texts without `@`.
    WithoutAt,
    /// That of the general syntax.
    AnyScheme,
}

impl Measure {
    /// All, with what they are for.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Strict, "the strict grammar", "the rule"),
        (
            Self::Bnf,
            "section 5",
            "what the BNF refuses further on is told first; prose and ranges count only where the BNF has \
             passed the whole text",
        ),
        (
            Self::WithoutAt,
            "section 5 without `@`",
            "nothing but a later `@` could make a user of a bad host, or an article of a bad group, and there \
             is none",
        ),
        (
            Self::AnyScheme,
            "the general syntax",
            "the text names another scheme or none, so what it lacks is a scheme name",
        ),
    ];
}

/// A refusal that does not begin where the automaton dies.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The text.
    pub text: &'a [u8],
    /// What the oracle says.
    pub truth: Truth,
    /// Where the automaton dies that measures this text.
    pub death: usize,
    /// What the reader says.
    pub refused: Refused,
}

impl Place<'_> {
    /// The bytes that the error marks.
    fn marked(&self) -> &[u8] {
        &self.text[self.refused.start..self.refused.end]
    }

    /// Whether the automaton dies in the marked bytes.
    fn dies_inside(&self) -> bool {
        (self.refused.start..self.refused.end).contains(&self.death)
    }

    /// Whether it dies directly behind them.
    fn dies_behind(&self) -> bool {
        self.death == self.refused.end
    }

    /// Whether it dies at one of the marked bytes, or later.
    fn dies_later(&self) -> bool {
        self.death >= self.refused.start
    }

    /// Whether neither byte beside the marked ones belongs to a label, or to more than that.
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

/// The offset behind the last `@` of a text, escaped or not.
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
    /// Why that says more than the one byte.
    pub reason: &'static str,
    /// The relation, besides the code.
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
        marks: "the `%` and what stands for its two digits; it dies at the first that is none",
        reason: "the escape is wrong as a whole",
        holds: |place| {
            let after = place.death.saturating_sub(place.refused.start);
            place.marked().first() == Some(&b'%') && (1..=2).contains(&after)
        },
    },
    Exception {
        codes: &["wrong-scheme"],
        marks: "the whole scheme name; it dies behind it, or not at all",
        reason: "the name is wrong as a whole",
        holds: |place| {
            let followed_by_colon = place.text.get(place.refused.end) == Some(&b':');
            place.refused.start == 0 && followed_by_colon && place.death > place.refused.end
        },
    },
    Exception {
        codes: &["credentials-not-allowed"],
        marks: "all up to and with the `@`; it dies there",
        reason: "user and password go together, and a password looks like a port until it ends",
        holds: |place| {
            place.marked().ends_with(b"@") && !place.marked().contains(&b'/') && place.dies_inside()
        },
    },
    Exception {
        codes: &["empty-label"],
        marks: "the dot at the end of the host; it dies behind it",
        reason: "the dot is what has to go",
        holds: |place| place.marked() == b"." && place.dies_behind(),
    },
    Exception {
        codes: &["label-hyphen"],
        marks: "the hyphen at the end of the label; it dies behind it",
        reason: "the hyphen is what has to go",
        holds: |place| place.marked() == b"-" && place.dies_behind(),
    },
    Exception {
        codes: &["top-label-digit"],
        marks: "the last label, or all of a host in digits; it dies behind it",
        reason: "that a label begins with a digit is wrong only where it is the last",
        holds: |place| {
            let whole = place.is_whole(b"");
            place.marked().first().is_some_and(u8::is_ascii_digit) && whole && place.dies_behind()
        },
    },
    Exception {
        codes: &["empty-port"],
        marks: "the colon; it dies behind it",
        reason: "without a port the colon is left out too",
        holds: |place| place.marked() == b":" && place.dies_behind(),
    },
    Exception {
        codes: &["port-out-of-range"],
        marks: "the whole number, over 65535; it dies at the digit that makes it too large",
        reason: "the number is wrong as a whole",
        holds: |place| place.is_number_over(65_535) && place.is_whole(b".") && place.dies_inside(),
    },
    Exception {
        codes: &["group-out-of-range"],
        marks: "the whole number, over 255; it dies there or later, where no name can come of it",
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
        marks: "a `;` in an ftp path; it dies up to six bytes behind it",
        reason: "what follows is not nearly `;type=`, so the `;` is what has to be escaped",
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
        reason: "news URLs name no server, so the `//` is what has to go",
        holds: |place| place.marked() == b"//" && place.dies_later(),
    },
    Exception {
        codes: &["unexpected-byte"],
        marks: "a `*` before something else; it dies behind it",
        reason: "`*` stands alone, so it is the `*` that no group holds",
        holds: |place| {
            place.marked() == b"*" && place.refused.part == "group" && place.dies_behind()
        },
    },
    Exception {
        codes: &["not-an-addr-spec", "mailto-list"],
        marks: "an octet of an address, an escape whole; it dies inside it",
        reason: "the octet is wrong as a whole",
        holds: |place| place.marked().len() == 3 && place.dies_inside(),
    },
    Exception {
        codes: &["mailto-domain", "mailto-headers", "mailto-list"],
        marks: "the whole domain of an address, or the first octet in it that no host holds; it dies in \
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
