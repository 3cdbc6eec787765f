//! The form of a URL as data: the parts of a scheme in their order, and the delimiters between them.

use alloc::string::String;

use crate::syntax::part::{HOST, PASSWORD, PORT, Part, USER};

/// Form of the URLs of a scheme (section 3): its parts and delimiters, written with [`form!`](crate::form).
///
/// [`Scheme::FORM`](crate::scheme::Scheme::FORM) declares it; [`Editor`](crate::Editor) writes URLs by it, and
/// `arbitrary` generates them.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Form {
    /// A delimiter.
    Text(&'static str),
    /// A part. If it is the segments of a path, all of them, with `/` between them.
    Part(&'static Part),
    /// A part with its text, percent-encoded, if it is absent but required by what surrounds it.
    Default(&'static Part, &'static str),
    /// A part with the function that percent-encodes its values.
    Encoded(&'static Part, fn(&[u8]) -> String),
    /// A form that is written only if it contains a part of the URL.
    Optional(&'static [Self]),
    /// A form that is written for each value of its parts.
    Repeated(&'static [Self]),
    /// Alternatives, of which the one that contains a part of the URL is written, or else the last one.
    OneOf(&'static [Self]),
    /// Forms one after the other.
    Sequence(&'static [Self]),
}

impl Form {
    /// `"//" [ user [ ":" password ] "@" ] host [ ":" port ]` (section 3.1).
    pub const LOGIN: Self = crate::form!("//" [USER [":" PASSWORD] "@"] HOST [":" PORT]);
    /// `"//" host [ ":" port ]` (section 3.1).
    pub const HOSTPORT: Self = crate::form!("//" HOST [":" PORT]);

    /// Returns the forms directly inside this one.
    pub(crate) const fn inner(&self) -> &'static [Self] {
        match self {
            Self::Optional(inner)
            | Self::Repeated(inner)
            | Self::OneOf(inner)
            | Self::Sequence(inner) => inner,
            Self::Text(_) | Self::Part(_) | Self::Default(..) | Self::Encoded(..) => &[],
        }
    }

    pub(crate) const fn part(&self) -> Option<&'static Part> {
        match self {
            Self::Part(part) | Self::Default(part, _) | Self::Encoded(part, _) => Some(part),
            _ => None,
        }
    }

    /// Returns the two parts that are repeated together, as a name and a value.
    pub(crate) fn repeated_pair(&self) -> Option<[&'static Part; 2]> {
        match self {
            Self::Repeated(inner) => {
                let mut parts = inner.iter().filter_map(Self::part);
                Some([parts.next()?, parts.next()?])
            }
            form => form.inner().iter().find_map(Self::repeated_pair),
        }
    }

    /// Calls `each` with the part of each form in this one, and returns the first result.
    pub(crate) fn find<R>(
        &self,
        each: &mut dyn FnMut(&Self, &'static Part) -> Option<R>,
    ) -> Option<R> {
        match self.part() {
            Some(part) => each(self, part),
            None => self.inner().iter().find_map(|form| form.find(each)),
        }
    }
}

/// Writes the [`Form`](crate::scheme::Form) of a scheme in the manner of the BNF (section 5).
///
/// A literal is a delimiter, and a name is the constant of a [`Part`](crate::scheme::Part). Brackets contain what is
/// optional. Parentheses contain another form, alternatives, a repetition, or a part with a default or with a function
/// that percent-encodes it:
///
/// ```
/// use url1738_core::{chars::UCHAR, form, part::URLPATH, scheme::{Form, Part}};
///
/// const WORDS: Part = Part::new("words", UCHAR, b"", "x.1");
/// const NAME: Part = Part::new("name", UCHAR, b"=;", "x.2").repeated();
/// const VALUE: Part = Part::new("value", UCHAR, b"=;", "x.2").repeated();
///
/// const SEARCH: Form = form!((Form::LOGIN) ["/" (URLPATH or "") ["?" WORDS]]);
/// const FIELDS: Form = form!((any number of ";" NAME "=" VALUE));
/// const EITHER: Form = form!((one of ["?" WORDS] [";" (NAME by |octets| NAME.encode(octets).into_owned())] []));
/// # assert!(matches!((SEARCH, FIELDS, EITHER), (Form::Sequence(_), Form::Sequence(_), Form::Sequence(_))));
/// ```
#[macro_export]
macro_rules! form {
    ($($form:tt)*) => {
        $crate::scheme::Form::Sequence(const { &[$($crate::__form!($form)),*] })
    };
}

/// One form of [`form!`].
#[doc(hidden)]
#[macro_export]
macro_rules! __form {
    ($text:literal) => {
        $crate::scheme::Form::Text($text)
    };
    ([$($form:tt)*]) => {
        $crate::scheme::Form::Optional(const { &[$($crate::__form!($form)),*] })
    };
    ((any number of $($form:tt)*)) => {
        $crate::scheme::Form::Repeated(const { &[$($crate::__form!($form)),*] })
    };
    ((one of $([$($form:tt)*])*)) => {
        $crate::scheme::Form::OneOf(const { &[$($crate::form!($($form)*)),*] })
    };
    (($part:ident or $default:literal)) => {
        $crate::scheme::Form::Default(const { &$part }, $default)
    };
    (($part:ident by $encode:expr)) => {
        $crate::scheme::Form::Encoded(const { &$part }, $encode)
    };
    (($form:expr)) => {
        $form
    };
    ($part:ident) => {
        $crate::scheme::Form::Part(const { &$part })
    };
}
