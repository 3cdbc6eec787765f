//! What is said about a scheme.

use super::part::Part;

/// Declaration of what is said about a scheme, such as its section in RFC 1738 (section 3.2 for ftp): what lists of schemes,
/// messages, explanations and access plans read.
///
/// It is [`Scheme::INFO`](crate::scheme::Scheme::INFO). Everything but the name is optional:
///
/// ```
/// use url1738_core::{
///     part::{FSEGMENT, HOST, USER},
///     scheme::SchemeInfo,
/// };
///
/// const CHAT: SchemeInfo = SchemeInfo::new("x-chat")
///     .with_title("chat")
///     .with_port(7000)
///     .with_purpose("rooms to talk in")
///     .with_section("4")
///     .with_forms(&["x-chat://user@host:port/room"])
///     .with_example("x-chat://joe@host.dom/lobby")
///     .with_meanings(&[(&USER, "the name that others see")]);
///
/// assert_eq!((CHAT.name, CHAT.title, CHAT.port), ("x-chat", "chat", Some(7000)));
/// assert_eq!((CHAT.purpose, CHAT.section), ("rooms to talk in", "4"));
/// assert_eq!((CHAT.forms[0], CHAT.example), ("x-chat://user@host:port/room", "x-chat://joe@host.dom/lobby"));
/// assert_eq!(CHAT.meaning(&USER, false), "the name that others see");
/// assert_eq!(CHAT.meaning(&HOST, false), "the machine to connect to");
/// assert_eq!(CHAT.meaning(&FSEGMENT, true), "the file to retrieve, or the directory to list");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemeInfo {
    /// The name, in lower case; empty for schemes of any name.
    pub name: &'static str,
    /// The name in messages, such as `FTP`.
    pub title: &'static str,
    /// The port to use if a URL contains none.
    pub port: Option<u16>,
    /// What the URLs refer to, in a phrase such as `files by FTP`.
    pub purpose: &'static str,
    /// The section of RFC 1738 that defines the scheme, or of the document that does.
    pub section: &'static str,
    /// The forms of the URLs, such as `wais://host:port/database?search`.
    pub forms: &'static [&'static str],
    /// A URL with most of the parts that URLs of the scheme have.
    pub example: &'static str,
    meanings: &'static [(&'static Part, &'static str)],
}

impl SchemeInfo {
    /// Declares a scheme without a port. Its title is its name, and the other texts are empty if they are not set.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            title: name,
            port: None,
            purpose: "",
            section: "",
            forms: &[],
            example: "",
            meanings: &[],
        }
    }

    setters! {
        /// Sets the name in messages.
        pub with_title(title: &'static str);
        /// Sets the default port.
        pub with_port(port: u16 => Some(port));
        /// Sets what the URLs refer to, in a phrase.
        pub with_purpose(purpose: &'static str);
        /// Sets the section of RFC 1738, such as `3.2`.
        pub with_section(section: &'static str);
        /// Sets the forms of the URLs.
        pub with_forms(forms: &'static [&'static str]);
        /// Sets a URL with most of the parts that URLs of the scheme have.
        pub with_example(example: &'static str);
        /// Sets the purpose of parts whose declaration is shared with other schemes, where it differs from
        /// [`Part::meaning`].
        pub with_meanings(meanings: &'static [(&'static Part, &'static str)]);
    }

    /// Returns the purpose of a part of the URLs of this scheme, in a phrase; empty if it has none. `is_last` is `true` if no
    /// later part of the URL has the same name.
    #[must_use]
    pub fn meaning(&self, part: &Part, is_last: bool) -> &'static str {
        if let (true, Some(meaning)) = (is_last, part.last_meaning) {
            return meaning;
        }
        let own = self.meanings.iter().find(|(known, _)| *known == part);
        own.map_or(part.meaning, |(_, meaning)| meaning)
    }
}
