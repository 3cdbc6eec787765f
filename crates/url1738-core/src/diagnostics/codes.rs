//! The stable codes of errors.

use super::error::{Error, ErrorKind};

impl Error {
    /// Returns the stable code of this error, in lower case with hyphens.
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
