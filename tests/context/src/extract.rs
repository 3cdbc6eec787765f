//! The candidates: this project's extraction, `linkify`, and a regular expression.

use linkify::{LinkFinder, LinkKind};
use regex_automata::{meta::Regex, util::syntax};
use url1738_context::{Form, find_iter};

/// A URL that a candidate found.
#[derive(Debug)]
pub struct Extracted {
    /// The offset of its first byte.
    pub start: usize,
    /// The URL with its fragment.
    pub url: String,
    /// How it was delimited, if the candidate reports that.
    pub form: Option<Form>,
    /// Whether it was joined.
    pub joined: bool,
}

/// A library or method that finds URLs in a text.
pub trait Extractor {
    /// Returns its name in tables.
    fn name(&self) -> &'static str;
    /// Returns all URLs of a text.
    fn extract(&self, text: &[u8]) -> Vec<Extracted>;
    /// Finds all URLs and returns a sum over them, for measuring. Takes a `str`, because some candidates accept
    /// nothing else and the conversion must not count.
    fn count(&self, text: &str) -> usize;
}

/// Returns all candidates.
#[must_use]
pub fn all() -> Vec<Box<dyn Extractor>> {
    vec![Box::new(Ours), Box::new(Linkify::default()), Box::new(Expression::default())]
}

/// `url1738-context`.
#[derive(Clone, Copy, Debug)]
pub struct Ours;

impl Extractor for Ours {
    fn name(&self) -> &'static str {
        "url1738"
    }

    fn extract(&self, text: &[u8]) -> Vec<Extracted> {
        find_iter(text)
            .map(|found| Extracted {
                start: found.span.start,
                joined: found.is_joined(),
                form: Some(found.form),
                url: match &found.fragment {
                    Some(fragment) => format!("{}#{fragment}", found.url),
                    None => found.url.into_owned(),
                },
            })
            .collect()
    }

    fn count(&self, text: &str) -> usize {
        find_iter(text.as_bytes()).map(|found| found.url.len()).sum()
    }
}

/// The crate `linkify`, configured to find URLs and not addresses.
#[derive(Debug)]
pub struct Linkify(LinkFinder);

impl Default for Linkify {
    fn default() -> Self {
        let mut finder = LinkFinder::new();
        finder.kinds(&[LinkKind::Url]);
        Self(finder)
    }
}

impl Extractor for Linkify {
    fn name(&self) -> &'static str {
        "linkify"
    }

    fn extract(&self, text: &[u8]) -> Vec<Extracted> {
        let text = str::from_utf8(text).unwrap_or_default();
        let found = |link: linkify::Link<'_>| Extracted {
            start: link.start(),
            url: link.as_str().to_owned(),
            form: None,
            joined: false,
        };
        self.0.links(text).map(found).collect()
    }

    fn count(&self, text: &str) -> usize {
        self.0.links(text).map(|link| link.as_str().len()).sum()
    }
}

/// A regular expression for the ten schemes, as one would write it by hand.
#[derive(Debug)]
pub struct Expression(Regex);

impl Default for Expression {
    fn default() -> Self {
        let pattern = concat!(
            r#"(?i-u)\b(?:(?:https?|ftp|gopher|telnet|nntp|wais|file|prospero)://[^\s<>"`{}|\\^]+"#,
            r#"|mailto:[^\s<>"`{}|\\^]+@[^\s<>"`{}|\\^]+|news:[a-z*][^\s<>"`{}|\\^]*)"#,
        );
        let bytes = syntax::Config::new().utf8(false);
        let built = Regex::builder().syntax(bytes).build(pattern);
        Self(built.expect("the pattern is a constant"))
    }
}

impl Expression {
    fn each<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = (usize, &'t [u8])> {
        self.0.find_iter(text).filter_map(|found| {
            let url = text.get(found.range())?;
            let kept = url.iter().rposition(|byte| !b".,;:!?')]".contains(byte))?;
            Some((found.start(), url.get(..=kept)?))
        })
    }
}

impl Extractor for Expression {
    fn name(&self) -> &'static str {
        "regex"
    }

    fn extract(&self, text: &[u8]) -> Vec<Extracted> {
        let found = |(start, url): (usize, &[u8])| Extracted {
            start,
            url: String::from_utf8_lossy(url).into_owned(),
            form: None,
            joined: false,
        };
        self.each(text).map(found).collect()
    }

    fn count(&self, text: &str) -> usize {
        self.each(text.as_bytes()).map(|(_, url)| url.len()).sum()
    }
}
