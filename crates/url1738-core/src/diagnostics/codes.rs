//! The stable codes of errors, which are the one vocabulary for what is wrong with a text.
//!
//! A code names the kind of fault: `unexpected-byte`, `empty-port`. It is the same in an error, in a report, in the counts
//! of a summary, and in the repair that removes the fault ([`Change::code`](crate::repair::Change::code)), so that one
//! word finds all of them. Repairs of text around a URL, for which no parser has an error, have `wrapper`.
//!
//! The [`Rule`](crate::Rule) is not a second name for the fault, but its source: the production or the section that does
//! not allow it. `bnf:hsegment` is the production of a path segment, whatever the fault in it.

use super::error::{Error, ErrorKind};

impl Error {
    /// Returns the stable code of this error, in lower case with hyphens. The change of a repair that removes the fault
    /// has the same code ([`Change::code`](crate::repair::Change::code)).
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let text = "x-db://host.dom/a b";
    /// let error = GenericUrl::parse(text).unwrap_err();
    /// assert_eq!(error.code(), "unexpected-byte");
    /// assert_eq!(GenericUrl::repair(text)?.changes[0].code, error.code());
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        use ErrorKind as Kind;
        match self.kind() {
            Kind::TooLong => "too-long",
            Kind::WrongScheme => "wrong-scheme",
            Kind::UnexpectedByte(_) => "unexpected-byte",
            Kind::BadEscape => "bad-escape",
            Kind::Fragment => "fragment",
            Kind::UnexpectedEnd => "unexpected-end",
            Kind::Expected(_) => "expected-delimiter",
            Kind::Empty => "empty",
            Kind::CredentialsNotAllowed => "credentials-not-allowed",
            Kind::EmptyLabel => "empty-label",
            Kind::LabelHyphen => "label-hyphen",
            Kind::LabelTooLong => "label-too-long",
            Kind::NameTooLong => "name-too-long",
            Kind::TopLabelDigit => "top-label-digit",
            Kind::GroupCount => "group-count",
            Kind::GroupOutOfRange => "group-out-of-range",
            Kind::Ipv6Literal => "ipv6-literal",
            Kind::Ipv6Unbracketed => "ipv6-unbracketed",
            Kind::FutureAddress => "future-address",
            Kind::BracketedIpv4 => "bracketed-ipv4",
            Kind::InternationalName => "international-name",
            Kind::EmptyPort => "empty-port",
            Kind::PortOutOfRange => "port-out-of-range",
            Kind::ForbiddenOctet(_) => "forbidden-octet",
            Kind::Custom(_) => self.part_rule().map_or("custom", |rule| rule.code),
        }
    }
}
