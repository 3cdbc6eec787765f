//! The names of fields.

use url1738::{PARTS, Part};

/// The field that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// The line as it may be shown.
    Input,
    File,
    Line,
    Valid,
    /// The code of the error of an invalid line.
    Code,
    /// The message of the error of an invalid line.
    Message,
    /// The codes of the lints.
    Lints,
    Url,
    Scheme,
    /// What defines the scheme: RFC 1738 or something else.
    Kind,
    EffectivePort,
    Path,
    /// The normal form.
    Normal,
    Surt,
    /// The time of a capture, in a CDX file.
    Timestamp,
    /// What follows the time, in a CDX file.
    Json,
    /// A part by its name in the BNF, or by a plainer one.
    Part(&'static str),
}

/// What the values of a field are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    /// `true` or `false`.
    Flag,
}

/// The names that are not those of the BNF.
const NAMES: [(&str, Name); 25] = [
    ("url", Name::Url),
    ("input", Name::Input),
    ("scheme", Name::Scheme),
    ("kind", Name::Kind),
    ("effective_port", Name::EffectivePort),
    ("path", Name::Path),
    ("typecode", Name::Part("ftptype")),
    ("type", Name::Part("gtype")),
    ("plus", Name::Part("gopher+_string")),
    ("address", Name::Part("encoded822addr")),
    ("message_id", Name::Part("article")),
    ("number", Name::Part("digits")),
    ("document", Name::Part("wpath")),
    ("document_type", Name::Part("wtype")),
    ("name", Name::Part("ppath")),
    ("normal", Name::Normal),
    ("surt", Name::Surt),
    ("file", Name::File),
    ("line", Name::Line),
    ("valid", Name::Valid),
    ("code", Name::Code),
    ("message", Name::Message),
    ("lints", Name::Lints),
    ("timestamp", Name::Timestamp),
    ("json", Name::Json),
];

impl Name {
    /// Returns the field of a name, or `None` if there is none.
    pub(super) fn find(name: &str) -> Option<Self> {
        let own = NAMES.iter().find(|(known, _)| *known == name).map(|(_, field)| *field);
        let part = || PARTS.iter().map(Part::name).find(|known| *known == name).map(Self::Part);
        own.or_else(part)
    }

    /// Returns all names, in the order of the help.
    pub(super) fn all() -> impl Iterator<Item = &'static str> + Clone {
        let parts = PARTS.iter().map(Part::name);
        let parts = parts.filter(|part| NAMES.iter().all(|(name, _)| name != part));
        NAMES.iter().map(|(name, _)| *name).chain(parts)
    }

    /// Returns the name.
    pub(super) fn as_str(self) -> &'static str {
        let own = NAMES.iter().find(|(_, field)| *field == self).map(|(name, _)| *name);
        match self {
            Self::Part(name) => own.unwrap_or(name),
            _ => own.unwrap_or_default(),
        }
    }

    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Line | Self::EffectivePort | Self::Part("port" | "digits") => Kind::Number,
            Self::Valid => Kind::Flag,
            _ => Kind::Text,
        }
    }

    /// Returns whether the case of letters makes no difference.
    pub(super) fn ignores_case(self) -> bool {
        matches!(self, Self::Scheme | Self::Part("host"))
    }

    /// Returns whether an invalid line has the field, too.
    pub(super) fn is_of_lines(self) -> bool {
        use Name::{Code, File, Input, Json, Line, Message, Timestamp, Valid};
        matches!(self, Input | File | Line | Valid | Code | Message | Timestamp | Json)
    }

    /// Returns whether the field is about whether the line is valid.
    pub(super) fn is_verdict(self) -> bool {
        matches!(self, Self::Valid | Self::Code | Self::Message)
    }

    /// Returns what separates several parts of the name.
    pub(super) fn separator(self) -> &'static [u8] {
        match self {
            Self::Part("fsegment" | "hsegment") => b"/",
            _ => b";",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_differ() {
        let names: Vec<&str> = Name::all().collect();
        for (at, name) in names.iter().enumerate() {
            assert!(Name::find(name).is_some(), "{name}");
            assert!(!names[..at].contains(name), "{name}");
        }
    }

    /// Every part that a URL can have has a name: a scheme with a new part would lack a field.
    #[test]
    fn all_parts_of_the_schemes_are_known() {
        for url in [
            "ftp://u:p@h.dom:1/a;type=a",
            "http://h.dom/a?b",
            "gopher://h.dom/7a%09b%09+c",
            "mailto:a@h.dom",
            "news:a.b",
            "news:a@h.dom",
            "news:*",
            "nntp://h.dom/a.b/1",
            "telnet://u@h.dom/",
            "wais://h.dom/d/t/p",
            "wais://h.dom/d?s",
            "file:///a/b",
            "prospero://h.dom/n;a=b",
            "x-db://h.dom/a/b",
            "x:y",
        ] {
            for at in url1738::Url::parse(url).unwrap().parts() {
                assert!(Name::find(at.part.name()).is_some(), "{url}: {}", at.part.name());
            }
        }
    }
}
