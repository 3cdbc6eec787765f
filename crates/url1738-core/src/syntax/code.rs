//! The declaration of a code: what is reported, why, and an example.

use core::fmt;

/// The kind of report that a code belongs to, such as a refusal of an unsafe plan (section 6). A code is unique within its
/// kind.
///
/// ```
/// use url1738_core::codes::CodeKind;
///
/// assert_eq!(CodeKind::Lint.to_string(), "lint");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CodeKind {
    /// An [`Error`](crate::Error): a text is not a URL, or data is not a part of one.
    Error,
    /// An error of a relative reference.
    Join,
    /// A [`Lint`](crate::Lint): a URL is valid but risky, or read differently by other software.
    Lint,
    /// A [`Change`](crate::Change): what a repair does to a malformed text.
    Repair,
    /// A warning of an access plan (section 6): [`Plan::warnings`](crate::plan::Plan::warnings).
    Warning,
    /// A [`Refusal`](crate::plan::Refusal): a valid URL has no plan, or no path (section 6).
    Refusal,
}

impl CodeKind {
    /// Returns the name in lower case: `error`, `join`, `lint`, `repair`, `warning` or `refusal`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Join => "join",
            Self::Lint => "lint",
            Self::Repair => "repair",
            Self::Warning => "warning",
            Self::Refusal => "refusal",
        }
    }
}

impl fmt::Display for CodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Declaration of one code: what is reported, why, an example, and the section that it is about, such as section 3.1.
///
/// It is the one home of these texts: errors, lints, changes, warnings and refusals refer to it, and lists of codes are
/// lists of declarations. It is a `static` beside the code that reports it:
///
/// ```
/// use url1738_core::{
///     Lints, PartSpan, Span,
///     codes::{CodeInfo, CodeKind},
///     part::GROUP,
/// };
///
/// static LOCAL_GROUP: CodeInfo =
///     CodeInfo::new(CodeKind::Lint, "local-group", "local group: no server outside this site has it")
///         .with_explanation("Readers at other sites find no such group.")
///         .with_examples("news:local.test", "news:comp.test")
///         .with_section("3.6");
///
/// let mut lints = Lints::default();
/// lints.push(PartSpan { part: &GROUP, span: Span::new(5, 15) }, &LOCAL_GROUP);
/// let lint = lints.iter().next().unwrap();
/// assert_eq!((lint.code(), lint.message()), ("local-group", LOCAL_GROUP.message));
/// assert_eq!(lint.info.bad, "news:local.test");
///
/// // Another message of a code, a code for some of what a code reports, and the repair of an error:
/// static SEAT: CodeInfo = CodeInfo::new(CodeKind::Error, "seat", "not a seat number").with_section("x.1");
/// static SEAT_ZERO: CodeInfo = SEAT.member("seat-zero", "seat number is 0").with_examples("seat:0", "seat:1");
/// static FROM_1: CodeInfo = SEAT_ZERO.repair("seats are counted from 1").with_explanation("Writes 1.");
/// assert_eq!(SEAT.with_message("seat number over 60").code, "seat");
/// assert_eq!((SEAT_ZERO.group, SEAT_ZERO.section), ("seat", "x.1"));
/// assert_eq!((FROM_1.kind, FROM_1.code, FROM_1.good), (CodeKind::Repair, "seat-zero", "seat:1"));
/// ```
///
/// The examples are texts of URLs, with these exceptions: for [`CodeKind::Join`] and `gopher-type-changed`, a base, a
/// space and a reference; for `forbidden-octet` and `form-end`, data for a builder. The bad example of `wrong-scheme` is
/// parsed as an ftp URL, and `…` in that of `too-long` abbreviates 4 GiB.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodeInfo {
    /// The kind of report.
    pub kind: CodeKind,
    /// The stable code, in lower case with hyphens.
    pub code: &'static str,
    /// What is reported, in one line: lower case, without a full stop. The message of an error that names a part, a
    /// character or a scheme is more precise.
    pub message: &'static str,
    /// Why it is reported, in sentences. May contain code between grave accents.
    pub explanation: &'static str,
    /// An example with this code.
    pub bad: &'static str,
    /// A similar example without this code; for a repair, what becomes of the bad one.
    pub good: &'static str,
    /// The section of RFC 1738, such as `3.2.2`, or `Appendix`.
    pub section: &'static str,
    /// The code of the group that the code belongs to, such as `unexpected-byte` for `tilde`; empty if there is none.
    pub group: &'static str,
    /// The help for an error: one imperative, which may add the standard that allows the text. Empty if it depends on the part
    /// and the bytes: see [`Error::help`](crate::Error::help).
    pub help: &'static str,
    /// The replacement of the marked bytes that fixes an error, if it is always the same.
    pub fix: Option<&'static str>,
}

impl CodeInfo {
    /// Declares a code. The other texts are empty if they are not set.
    #[must_use]
    pub const fn new(kind: CodeKind, code: &'static str, message: &'static str) -> Self {
        Self {
            kind,
            code,
            message,
            explanation: "",
            bad: "",
            good: "",
            section: "",
            group: "",
            help: "",
            fix: None,
        }
    }

    setters! {
        /// Sets why it is reported, in sentences.
        pub with_explanation(explanation: &'static str);
        /// Sets the section of RFC 1738.
        pub with_section(section: &'static str);
        /// Sets the help for an error: one imperative.
        pub with_help(help: &'static str);
        /// Sets the replacement of the marked bytes that fixes an error.
        pub with_fix(fix: &'static str => Some(fix));
        /// Returns this declaration with another message, for a code that has several.
        pub with_message(message: &'static str);
    }

    /// Sets an example with this code and a similar one without it.
    #[must_use]
    pub const fn with_examples(self, bad: &'static str, good: &'static str) -> Self {
        Self { bad, good, ..self }
    }

    /// Returns this declaration without a fix, for a text that has the error and that the fix would change into another.
    #[must_use]
    #[doc(hidden)]
    pub const fn without_fix(self) -> Self {
        Self { fix: None, ..self }
    }

    /// Declares a code for some of what this one reports (section 2.2). This code becomes the name of the group.
    #[must_use]
    #[doc(hidden)]
    pub const fn member(self, code: &'static str, message: &'static str) -> Self {
        Self { code, message, group: self.code, ..self }
    }

    /// Declares the repair that removes this error (Appendix). It has the same code, examples and section.
    #[must_use]
    pub const fn repair(self, message: &'static str) -> Self {
        Self { kind: CodeKind::Repair, message, explanation: "", help: "", fix: None, ..self }
    }
}

/// Writes the kind and the code, which identify the declaration.
impl fmt::Debug for CodeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.code)
    }
}

/// Declares codes of this crate as statics, and the list of them, so that none can be left out of it. Unlike [`codes!`], it
/// accepts any expression, such as a member of a group.
macro_rules! listed {
    ($(#[$about:meta])* $LIST:ident; $($(#[$doc:meta])* $vis:vis static $NAME:ident = $info:expr;)+) => {
        $($(#[$doc])* $vis static $NAME: CodeInfo = $info;)+

        $(#[$about])*
        pub(crate) const $LIST: &[&CodeInfo] = &[$(&$NAME),+];
    };
}
pub(crate) use listed;

/// Declares the codes that a crate reports, and the list of them.
///
/// A row has kind, name, code and section; then message, explanation, and an example with the code and one without it; and for
/// an error its help, and the text that fixes it. A repair `of` an error has its code and section, and its examples, unless it
/// has others.
///
/// ```
/// url1738_core::codes! {
///     /// The codes of this crate.
///     pub const CODES;
///
///     Error SEAT_ZERO "seat-zero" ("x.1"):
///         "seat number is 0",
///         "Seats are counted from 1.",
///         "seat:0" => "seat:1",
///         help "count from 1",
///         fix "1";
///
///     Repair SEAT_ZERO_REPAIR of SEAT_ZERO:
///         "writes 1",
///         "Counts from 1.";
/// }
/// assert_eq!((SEAT_ZERO.code, SEAT_ZERO.section, CODES.len()), ("seat-zero", "x.1", 2));
/// assert_eq!((SEAT_ZERO.help, SEAT_ZERO.fix), ("count from 1", Some("1")));
/// assert_eq!((SEAT_ZERO_REPAIR.code, SEAT_ZERO_REPAIR.good), ("seat-zero", "seat:1"));
/// ```
#[macro_export]
macro_rules! codes {
    (
        $(#[$doc:meta])*
        $vis:vis const $LIST:ident;
        $(
            $kind:ident $NAME:ident $($code:literal ($section:literal))? $(of $Error:ident)?:
                $message:expr,
                $explanation:literal
                $(, $bad:literal => $good:literal)?
                $(, help $help:expr)?
                $(, fix $fix:literal)?;
        )+
    ) => {
        $(
            pub(crate) static $NAME: $crate::codes::CodeInfo =
                $($crate::codes::CodeInfo::new($crate::codes::CodeKind::$kind, $code, $message)
                    .with_section($section))?
                $($Error.repair($message))?
                .with_explanation($explanation)
                $(.with_examples($bad, $good))?
                $(.with_help($help))?
                $(.with_fix($fix))?;
        )+

        $(#[$doc])*
        $vis const $LIST: &[&$crate::codes::CodeInfo] = &[$(&$NAME),+];
    };
}
pub(crate) use codes;
