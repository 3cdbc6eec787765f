//! The declaration of a part of a URL, which the parser, the encoder, the lints and the messages share.

mod shared;

use core::fmt;

use super::{code::CodeInfo, span::Span};
use crate::scan::Class;

pub(crate) use shared::GROUP_FIRST_LETTER;
pub use shared::{
    FRAGMENT, FSEGMENT, GROUP, HOST, PASSWORD, PORT, SCHEME, SCHEMEPART, URLPATH, USER,
};

/// Declaration of one part of a URL: its name, the characters it may contain, and those that its scheme reserves in it.
///
/// The parser, the encoder, normalization, the lints, the messages and the grammar tests all use this declaration. The
/// crate of the scheme declares its parts, each documented with its BNF rule:
///
/// ```
/// use url1738_core::{chars::UCHAR, scheme::Part};
///
/// /// `fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]`, section 3.2.2.
/// const FSEGMENT: Part = Part::new("fsegment", UCHAR.with(b"?:@&="), b"/;", "3.2.2");
///
/// assert_eq!(FSEGMENT.encode(b"a/b c?"), "a%2Fb%20c?");
/// assert_eq!(FSEGMENT.name(), "fsegment");
/// ```
///
/// The optional properties of a declaration:
///
/// ```
/// use url1738_core::{
///     ErrorKind,
///     chars::{DIGIT, UCHAR},
///     codes::{CodeInfo, CodeKind},
///     part::{FSEGMENT, GROUP, HOST, Role},
///     scheme::{Canon, Part},
/// };
///
/// static SEAT_ZERO: CodeInfo =
///     CodeInfo::new(CodeKind::Error, "seat-zero", "seat number is 0").with_help("count from 1").with_fix("1");
/// const ROOM: Part = Part::new("room", UCHAR, b"/", "x.1")
///     .repeated()
///     .with_meaning("a room on the way")
///     .with_last_meaning("the room to enter");
/// const SEAT: Part = Part::new("seat", DIGIT, b"", "x.2")
///     .with_production("digits")
///     .with_canon(Canon::Verbatim)
///     .with_hint("write the number of a seat")
///     .with_label("seat number")
///     .with_alias("place")
///     .with_values(&["1", "2"])
///     .with_rules(const { &[&SEAT_ZERO] });
/// const TOKEN: Part = Part::new("token", UCHAR, b"", "x.3").with_role(Role::Password);
///
/// assert!(ROOM.repeats && !ROOM.is_segment() && FSEGMENT.is_segment());
/// assert_eq!((SEAT.production, SEAT.section, SEAT.canon), ("digits", "x.2", Canon::Verbatim));
/// assert_eq!((SEAT.label(), HOST.label(), ROOM.label()), ("seat number", "host", "room"));
/// assert_eq!((SEAT.alias(), FSEGMENT.alias(), ROOM.alias()), ("place", "path", "room"));
/// assert_eq!((SEAT.values, TOKEN.role), (&["1", "2"][..], Role::Password));
/// assert_eq!((ROOM.meaning, ROOM.last_meaning), ("a room on the way", Some("the room to enter")));
/// let rule = SEAT.rule(0).unwrap();
/// assert_eq!((SEAT.hint, rule.code), ("write the number of a seat", "seat-zero"));
/// let error = SEAT.read("x").unwrap_err();
/// assert_eq!(error.to_string(), "unexpected `x` in seat number at byte 0");
/// assert_eq!(error.help().to_string(), "write the number of a seat");
/// assert!(ROOM.reserved.contains(b'/') && !ROOM.class.contains(b'/'));
/// assert_eq!(ROOM.encode(b"4/5"), "4%2F5");
///
/// // `read` checks text that is already percent-encoded. A group begins with a letter (section 3.6).
/// assert_eq!(ROOM.read("4%2F5")?.decode(), &b"4/5"[..]);
/// assert_eq!(SEAT.read("1a").unwrap_err().kind(), ErrorKind::UnexpectedByte(b'a'));
/// assert!(GROUP.read_group("comp.lang.c").is_ok());
/// assert_eq!(GROUP.read_group("9fans").unwrap_err().code(), "group-first-letter");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Part {
    name: &'static str,
    /// The production of section 5 that describes the bytes of the part.
    pub production: &'static str,
    /// The characters that the part may contain unescaped.
    pub class: Class,
    /// The reserved characters, whose meaning in the part changes when they are escaped (section 2.2).
    pub reserved: Class,
    /// The section that describes the part.
    pub section: &'static str,
    /// The rule for the normal form.
    pub canon: Canon,
    /// The role in a URL.
    pub role: Role,
    /// Whether a URL may contain the part several times.
    pub repeats: bool,
    label: &'static str,
    alias: &'static str,
    /// Values to offer for the part, as shells complete them: all, or the usual ones.
    pub values: &'static [&'static str],
    /// An imperative that describes the expected text, or an empty string.
    pub hint: &'static str,
    /// The purpose, as a phrase for readers who do not know the RFC, or an empty string.
    pub meaning: &'static str,
    /// The purpose of the last of several parts, if it differs from that of the others.
    #[doc(hidden)]
    pub last_meaning: Option<&'static str>,
    rules: &'static [&'static CodeInfo],
    /// The name of the scheme whose URLs contain the part, or an empty string.
    pub(crate) scheme: &'static str,
}

/// Rule for the normal form of a part (section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Canon {
    /// Decodes the escapes of characters that may appear unescaped and are not reserved. Writes all others in upper-case
    /// hexadecimal.
    Escapes,
    /// Like `Escapes`, but decodes no escapes of `&`, `=` and `+`, which divide a query of pairs (RFC 2396, section 3.4).
    Pairs,
    /// Decodes no escapes. Writes all of them in upper-case hexadecimal.
    HexCase,
    /// Converts letters to lower case.
    LowerCase,
    /// Converts a host name to lower case, and removes the leading zeros of an IPv4 address.
    Host,
    /// Removes leading zeros. Removes the port and its colon if it is the scheme's default.
    Port,
    /// Leaves the part as written.
    Verbatim,
}

/// Role of a part in a URL (sections 2.1 and 3.1), independent of its name. Lints, masking and columns match on the role,
/// never on the name.
///
/// ```
/// use url1738_core::{GenericUrl, part::Role};
///
/// let url = GenericUrl::parse("x-db://joe@host.dom/orders")?;
/// let roles: Vec<_> = url.parts().iter().map(|at| at.part.role).collect();
/// assert_eq!(roles, [Role::Scheme, Role::User, Role::Host, Role::Path]);
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The scheme name.
    Scheme,
    /// The user of a login.
    User,
    /// The password of a login, masked wherever a URL is shown.
    Password,
    /// The host.
    Host,
    /// The port.
    Port,
    /// The whole path, which the scheme may divide further: `urlpath`.
    Path,
    /// One segment of a hierarchical path.
    Segment,
    /// One segment of a file path, in which `?` is an ordinary character: `fsegment`.
    FileSegment,
    /// Everything after the scheme name, if its structure is unknown: `schemepart`.
    Opaque,
    /// Anything else.
    Other,
}

/// Part of a URL and its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartSpan {
    /// The declaration of the part.
    pub part: &'static Part,
    /// The bytes of the part in the URL. Empty if the part is present but empty.
    pub span: Span,
}

impl Part {
    /// Declares a part: its name as in the BNF, the characters it may contain unescaped, those that its scheme reserves
    /// in it, and the section of RFC 1738 (or of the document that defines the scheme) that describes it.
    #[must_use]
    pub const fn new(
        name: &'static str,
        class: Class,
        reserved: &[u8],
        section: &'static str,
    ) -> Self {
        Self {
            name,
            production: name,
            class,
            reserved: Class::of(reserved),
            section,
            canon: Canon::Escapes,
            role: Role::Other,
            repeats: false,
            label: "",
            alias: "",
            values: &[],
            hint: "",
            meaning: "",
            last_meaning: None,
            rules: &[],
            scheme: "",
        }
    }

    setters! {
        /// Sets the production of the BNF that an invalid byte violates. The default is the name of the part.
        pub with_production(production: &'static str);
        /// Sets the rule for the normal form. The default is [`Canon::Escapes`].
        pub with_canon(canon: Canon);
        /// Sets the role of the part. The default is [`Role::Other`].
        pub with_role(role: Role);
        /// Sets what messages call the part, without an article. The default follows from the role, such as "path segment",
        /// or is the name if the role is [`Role::Other`].
        pub with_label(label: &'static str);
        /// Sets a second name for the part, which is easier to remember than the one in the BNF: options, [`Editor`](crate::Editor) and
        /// bindings accept both.
        pub with_alias(alias: &'static str);
        /// Sets values to offer for the part, as shells complete them: all, or the usual ones.
        pub with_values(values: &'static [&'static str]);
        /// Sets an imperative that describes the expected text, such as "write a decimal number". It is the help of errors
        /// without a more specific one.
        pub with_hint(hint: &'static str);
        /// Sets the purpose of the part, as a phrase for readers who do not know the RFC.
        pub with_meaning(meaning: &'static str);
        /// Sets the purpose of the last of several parts, if it differs from that of the others.
        #[doc(hidden)]
        pub with_last_meaning(last_meaning: &'static str => Some(last_meaning));
        /// Sets the rules that only this part has, beyond its BNF. [`ErrorKind::Custom`](crate::ErrorKind::Custom) refers to them
        /// by index. Since they are statics, the list is written as `const { &[...] }`.
        pub with_rules(rules: &'static [&'static CodeInfo]);
        /// Sets the scheme of the URLs that contain the part, which messages name.
        pub(crate) of_scheme(scheme: &'static str);
    }

    /// Marks the part as the segments of a hierarchical path (section 2.3): a repeated part of the role
    /// [`Role::Segment`].
    #[must_use]
    pub const fn in_hierarchy(self) -> Self {
        Self { role: Role::Segment, repeats: true, ..self }
    }

    /// Marks the part as one that a URL may contain several times.
    #[must_use]
    pub const fn repeated(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// Returns the name, as in section 5.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns what messages call the part, without an article: see [`with_label`](Self::with_label).
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self.role {
            _ if !self.label.is_empty() => self.label,
            Role::Scheme => "scheme name",
            Role::User => "user name",
            Role::Password => "password",
            Role::Host => "host",
            Role::Port => "port",
            Role::Path => "path",
            Role::Segment | Role::FileSegment => "path segment",
            Role::Opaque => "scheme-specific part",
            Role::Other => self.name,
        }
    }

    /// Returns the second name of the part: see [`with_alias`](Self::with_alias). Segments and paths have the alias `path`;
    /// any other part has its name if none was set.
    #[must_use]
    pub const fn alias(&self) -> &'static str {
        match self.role {
            _ if !self.alias.is_empty() => self.alias,
            Role::Segment | Role::FileSegment | Role::Path => "path",
            _ => self.name,
        }
    }

    /// Returns `true` if the part is a segment of a hierarchical path.
    #[must_use]
    pub const fn is_segment(&self) -> bool {
        matches!(self.role, Role::Segment | Role::FileSegment)
    }

    /// Returns the rule to which [`ErrorKind::Custom`](crate::ErrorKind::Custom) with this index refers.
    #[must_use]
    pub fn rule(&self, index: u8) -> Option<&'static CodeInfo> {
        self.rules.get(usize::from(index)).copied()
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        // Not the texts: a group with another hint, as nntp has it for a missing one, is a group to
        // whatever compares parts. Two parts of a name may differ in what they contain, as the
        // search of http and that of https do.
        self.name == other.name && self.class == other.class && self.reserved == other.reserved
    }
}

impl Eq for Part {}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
