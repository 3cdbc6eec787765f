//! Recall and precision of the candidates.

use core::fmt;

use url1738_context::Form;

use crate::{
    extract::{Extracted, Extractor},
    truth::Document,
};

/// The results of a candidate on all documents.
#[derive(Debug, Default)]
pub struct Score {
    /// The number of URLs that were found correctly.
    pub right: usize,
    /// The URLs that were missed: `file:line`, the expected URL, and what was found there instead.
    pub missed: Vec<Miss>,
    /// What was found and is not a URL, or another one.
    pub wrong: Vec<Wrong>,
    /// The URLs that were found with a wrong form, or wrongly reported as joined.
    pub misread: Vec<String>,
}

/// A URL that was not found.
#[derive(Debug)]
pub struct Miss {
    /// The document and the line.
    pub place: String,
    /// The URL.
    pub url: String,
    /// Whether the URL that the writer intended was found instead.
    pub as_intended: bool,
}

/// A match that is not in the tables.
#[derive(Debug)]
pub struct Wrong {
    /// The document and the line.
    pub place: String,
    /// What is wrong.
    pub url: String,
    /// Whether the table of look-alikes names the line.
    pub negative: bool,
}

impl Score {
    /// Returns the share of the expected URLs that were found.
    #[must_use]
    pub fn recall(&self) -> f64 {
        share(self.right, self.missed.len())
    }

    /// Returns the share of the matches that are correct.
    #[must_use]
    pub fn precision(&self) -> f64 {
        share(self.right, self.wrong.len())
    }
}

#[expect(clippy::cast_precision_loss, reason = "hundreds")]
fn share(right: usize, others: usize) -> f64 {
    right as f64 / (right + others).max(1) as f64
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for miss in &self.missed {
            let note = if miss.as_intended { "  (found as intended)" } else { "" };
            writeln!(f, "  miss   {}  {}{note}", miss.place, miss.url)?;
        }
        for wrong in &self.wrong {
            let note = if wrong.negative { "  (a known look-alike)" } else { "" };
            writeln!(f, "  false  {}  {}{note}", wrong.place, wrong.url)?;
        }
        for misread in &self.misread {
            writeln!(f, "  form   {misread}")?;
        }
        Ok(())
    }
}

/// Scores a candidate on the documents.
#[must_use]
pub fn score(extractor: &dyn Extractor, documents: &[Document]) -> Score {
    let mut score = Score::default();
    for document in documents {
        let lines = Lines::of(&document.text);
        let mut found: Vec<(usize, Extracted)> = extractor
            .extract(&document.text)
            .into_iter()
            .map(|found| (lines.line(found.start), found))
            .collect();
        for expected in &document.urls {
            let place = format!("{}:{}", document.name, expected.line);
            let fits = |url: &str, form: Option<Form>| {
                found.iter().position(|(line, found)| {
                    *line == expected.line
                        && found.url == url
                        && (form.is_none() || found.form.is_none() || found.form == form)
                })
            };
            let right =
                fits(&expected.url, Some(expected.form)).or_else(|| fits(&expected.url, None));
            let Some(right) = right else {
                let intended = expected.intended.as_deref();
                let as_intended = intended.is_some_and(|url| fits(url, None).is_some());
                score.missed.push(Miss { place, url: expected.url.clone(), as_intended });
                continue;
            };
            let (_, found) = found.remove(right);
            score.right += 1;
            let read = |form: Form| (form, found.joined);
            if found.form.is_some_and(|form| read(form) != (expected.form, expected.broken)) {
                score.misread.push(format!(
                    "{place}  {}: {:?} {}, not {:?} {}",
                    expected.url, found.form, found.joined, expected.form, expected.broken
                ));
            }
        }
        for (line, found) in found {
            score.wrong.push(Wrong {
                place: format!("{}:{line}", document.name),
                url: found.url,
                negative: document.negatives.iter().any(|negative| negative.line == line),
            });
        }
    }
    score
}

/// Returns the offsets at which the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &[u8]) -> Self {
        let ends =
            text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        Self(core::iter::once(0).chain(ends).collect())
    }

    fn line(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }
}
