//! What a part of a URL is: declared once, read by all.

use core::fmt;

use super::{
    chars::{ALPHADIGIT, Class, DIGIT, UCHAR, XCHAR},
    fix::Attempt,
    span::Span,
};

/// One part of a URL: its name, the characters it may hold, those its scheme reserves in it.
///
/// The parser, the escaper, the normaliser, the lints, the messages and the grammar tests all read
/// this declaration. The crate that owns the part declares it, under its BNF line:
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
/// What a declaration may say besides, and what its readers ask it:
///
/// ```
/// use url1738_core::{
///     ErrorKind,
///     chars::{DIGIT, UCHAR},
///     part::{FSEGMENT, GROUP},
///     scheme::{Canon, PartRule, Part},
/// };
///
/// const ROOM: Part = Part::new("room", UCHAR, b"/", "x.1").repeated();
/// const SEAT: Part = Part::new("seat", DIGIT, b"", "x.2")
///     .with_production("digits")
///     .with_canon(Canon::Verbatim)
///     .with_hint("a seat has a number")
///     .with_rules(&[PartRule { code: "seat-zero", message: "there is no seat 0", help: "", fix: None }]);
///
/// assert!(ROOM.repeats() && !ROOM.is_segment() && FSEGMENT.is_segment());
/// assert_eq!((SEAT.production(), SEAT.section(), SEAT.canon()), ("digits", "x.2", Canon::Verbatim));
/// assert_eq!((SEAT.hint(), SEAT.rule(0).unwrap().code), ("a seat has a number", "seat-zero"));
/// assert_eq!(SEAT.read("x").unwrap_err().help().to_string(), "a seat has a number");
/// assert!(ROOM.reserved().contains(b'/') && !ROOM.class().contains(b'/'));
///
/// let mut text = String::from("room=");
/// ROOM.encode_into(b"4/5", &mut text);
/// assert_eq!(text, "room=4%2F5");
/// assert_eq!(ROOM.encode_joined(["a b", "c"], '/').unwrap(), "a%20b/c");
///
/// // Text that is escaped already is checked; a group begins with a letter (section 3.6).
/// assert_eq!(ROOM.read("4%2F5")?.decode(), &b"4/5"[..]);
/// assert_eq!(SEAT.read("1a").unwrap_err().kind(), ErrorKind::UnexpectedByte(b'a'));
/// assert!(GROUP.read_group("comp.lang.c").is_ok());
/// assert_eq!(GROUP.read_group("9fans").unwrap_err().code(), "group-first-letter");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Part {
    name: &'static str,
    production: &'static str,
    class: Class,
    reserved: Class,
    section: &'static str,
    canon: Canon,
    role: Role,
    repeats: bool,
    hint: &'static str,
    rules: &'static [PartRule],
    attempt: Option<Attempt>,
}

/// How the normal form of a part is written (section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Canon {
    /// Escapes of characters that may stand plainly and are not reserved are resolved; the others
    /// are written in upper-case hexadecimal.
    Escapes,
    /// No escape is resolved; all are written in upper-case hexadecimal.
    HexCase,
    /// Letters in lower case.
    LowerCase,
    /// A name in lower case; an address without leading zeros.
    Host,
    /// A decimal number without leading zeros; left out with its colon where it is the default.
    Port,
    /// Left as written.
    Verbatim,
}

/// A rule that only one part has, beyond its BNF (section 5), with the words to report it. Declared with
/// [`Part::with_rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartRule {
    /// A stable name in lower case with hyphens.
    pub code: &'static str,
    /// What is wrong.
    pub message: &'static str,
    /// What to write instead, or which standard has it.
    pub help: &'static str,
    /// What takes the place of the marked bytes to mend it.
    pub fix: Option<&'static str>,
}

/// What a part is in a URL (sections 2.1 and 3.1), whatever its scheme calls it: lints, masking and columns match on
/// it, never on the name.
///
/// ```
/// use url1738_core::{GenericUrl, part::Role};
///
/// let url = GenericUrl::parse("x-db://joe@host.dom/orders")?;
/// let roles: Vec<_> = url.parts().iter().map(|at| at.part.role()).collect();
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
    /// The whole of a path that its scheme divides or not: `urlpath`.
    Path,
    /// One segment of a hierarchical path.
    Segment,
    /// One segment of the path of a file, in which `?` is an ordinary character: `fsegment`.
    FileSegment,
    /// All that follows the scheme name, of which nothing is known: `schemepart`.
    Opaque,
    /// Anything else.
    Other,
}

impl Role {
    /// Returns whether it is a part of the login: user, password, host or port.
    ///
    /// ```
    /// use url1738_core::part::Role;
    ///
    /// assert!(Role::Port.is_of_server() && !Role::Path.is_of_server());
    /// ```
    #[must_use]
    pub const fn is_of_server(self) -> bool {
        matches!(self, Self::User | Self::Password | Self::Host | Self::Port)
    }
}

/// A part and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartSpan {
    /// Which part.
    pub part: &'static Part,
    /// Its bytes in the URL; empty where the part is there but empty.
    pub span: Span,
}

impl Part {
    /// Declares a part: the name as the BNF spells it, the characters it may hold unescaped, those
    /// its scheme reserves in it, and the section of RFC 1738 (or of the document that defines
    /// the scheme) that describes it.
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
            hint: "",
            rules: &[],
            attempt: None,
        }
    }

    /// Names the production of the BNF that a wrong byte breaks, where it is not the part's name.
    #[must_use]
    pub const fn with_production(self, production: &'static str) -> Self {
        Self { production, ..self }
    }

    /// Sets how its normal form is written; [`Canon::Escapes`] unless set.
    #[must_use]
    pub const fn with_canon(self, canon: Canon) -> Self {
        Self { canon, ..self }
    }

    /// Marks the segments of a hierarchical path (section 2.3).
    #[must_use]
    pub const fn in_hierarchy(self) -> Self {
        Self { role: Role::Segment, repeats: true, ..self }
    }

    /// Sets what it is in a URL [default: [`Role::Other`]].
    ///
    /// ```
    /// use url1738_core::{chars::UCHAR, part::Role, scheme::Part};
    ///
    /// const TOKEN: Part = Part::new("token", UCHAR, b"", "").with_role(Role::Password);
    /// assert_eq!(TOKEN.role(), Role::Password);
    /// ```
    #[must_use]
    pub const fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// Marks a part that a URL may have several times.
    #[must_use]
    pub const fn repeated(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// Says in a phrase what is to be written there: the help of errors that say only what was found.
    #[must_use]
    pub const fn with_hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    /// Declares the rules that only this part has; [`ErrorKind::Custom`](crate::ErrorKind::Custom) counts them from 0.
    #[must_use]
    pub const fn with_rules(self, rules: &'static [PartRule]) -> Self {
        Self { rules, ..self }
    }

    /// Sets the parser of the URLs that it is a part of, so that an error in it offers only a fix that leads to one.
    pub(crate) const fn read_by(self, attempt: Attempt) -> Self {
        Self { attempt: Some(attempt), ..self }
    }

    /// The parser of the URLs that it is a part of.
    pub(crate) const fn attempt(&self) -> Option<Attempt> {
        self.attempt
    }

    /// Whether `other` is the same declaration, rules and help included.
    pub(crate) fn is_declared_as(&self, other: &Self) -> bool {
        self == other
            && self.hint == other.hint
            && self.rules == other.rules
            && self.production == other.production
            && self.section == other.section
    }

    /// The name, as section 5 spells it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The production of section 5 that describes its bytes.
    #[must_use]
    pub const fn production(&self) -> &'static str {
        self.production
    }

    /// The characters it may hold unescaped.
    #[must_use]
    pub const fn class(&self) -> Class {
        self.class
    }

    /// The characters that mean something else in it when they are escaped (section 2.2).
    #[must_use]
    pub const fn reserved(&self) -> Class {
        self.reserved
    }

    /// The section that describes it.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// Whether it is a segment of a hierarchical path.
    #[must_use]
    pub const fn is_segment(&self) -> bool {
        matches!(self.role, Role::Segment | Role::FileSegment)
    }

    /// What it is in a URL.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Whether a URL may have it several times.
    #[must_use]
    pub const fn repeats(&self) -> bool {
        self.repeats
    }

    /// How its normal form is written.
    #[must_use]
    pub const fn canon(&self) -> Canon {
        self.canon
    }

    /// What is to be written there, in a phrase; empty where nothing was said of it.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        self.hint
    }

    /// The rule that [`ErrorKind::Custom`](crate::ErrorKind::Custom) of this part stands for.
    #[must_use]
    pub fn rule(&self, index: u8) -> Option<&'static PartRule> {
        self.rules.get(usize::from(index))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
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

/// `scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]`, upper case read as lower (section 2.1).
pub const SCHEME: Part = Part::new("scheme", ALPHADIGIT.with(b"+-."), b"", "2.1")
    .with_canon(Canon::LowerCase)
    .with_hint("a scheme name has letters, digits, `+`, `-` and `.`")
    .with_role(Role::Scheme);
/// `user = *[ uchar | ";" | "?" | "&" | "=" ]` (section 3.1).
pub const USER: Part = Part::new("user", UCHAR.with(b";?&="), b":@/", "3.1").with_role(Role::User);
/// `password = *[ uchar | ";" | "?" | "&" | "=" ]` (section 3.1).
pub const PASSWORD: Part =
    Part::new("password", UCHAR.with(b";?&="), b":@/", "3.1").with_role(Role::Password);
/// `host = hostname | hostnumber` (section 3.1).
pub const HOST: Part = Part::new("host", ALPHADIGIT.with(b"-."), b"", "3.1")
    .with_production("hostname")
    .with_canon(Canon::Host)
    .with_hint("a host name has letters, digits, `-` and `.`, no escapes")
    .with_role(Role::Host);
/// `port = digits` (section 3.1).
pub const PORT: Part = Part::new("port", DIGIT, b"", "3.1")
    .with_canon(Canon::Port)
    .with_hint("write a decimal number")
    .with_role(Role::Port);
/// `urlpath = *xchar`; its scheme says what it means, so all seven characters count as reserved (section 3.1).
pub const URLPATH: Part = Part::new("urlpath", XCHAR, b";/?:@&=", "3.1").with_role(Role::Path);
/// `schemepart = *xchar | ip-schemepart`, the first of the two (section 2.1).
pub const SCHEMEPART: Part =
    Part::new("schemepart", XCHAR, b";/?:@&=", "2.1").with_role(Role::Opaque);
/// `group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`, as news and nntp have it (section 3.6).
pub const GROUP: Part = Part::new("group", ALPHADIGIT.with(b"-.+_"), b"", "3.6")
    .with_canon(Canon::Verbatim)
    .with_hint("a group name has letters, digits, `-`, `.`, `+` and `_`; escapes and patterns came with RFC 5538")
    .with_rules(&[PartRule {
        code: "group-first-letter",
        message: "a group name begins with a letter",
        help: "groups whose names begin with a digit came with RFC 5538",
        fix: None,
    }]);
/// `fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]`, as ftp and file have it (section 3.2.2).
pub const FSEGMENT: Part = Part::new("fsegment", UCHAR.with(b"?:@&="), b"/;", "3.2.2")
    .in_hierarchy()
    .with_role(Role::FileSegment);
