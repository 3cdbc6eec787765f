//! `url1738 compare`: whether two URLs mean the same.

use core::fmt::Display;
use std::{
    ffi::OsString,
    io::{self, Write},
};

use clap::Args;
use serde::Serialize;
use url1738::{Redacted, Url};

use crate::{
    args::with_exit_status,
    ending::{Outcome, Trouble},
    failed::Failed,
    format::Record,
    good::Good,
    line::{Line, Origin},
    session::Session,
    shown::Shown,
};

/// Say whether two URLs are equivalent (section 2.2), and which part differs
///
/// They are where their normal forms are the same text. Ends with 0 where they are, with 1 where they are not.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 compare http://host.dom/%7ejoe HTTP://HOST.dom:80/%7Ejoe
  url1738 compare ftp://h/%2Fetc ftp://h//etc", "the URLs are equivalent", "they are not, or one is invalid"))]
pub(crate) struct Arguments {
    /// A URL
    #[arg(value_name = "A")]
    a: OsString,
    /// Another
    #[arg(value_name = "B")]
    b: OsString,
}

pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<Outcome, Trouble> {
    let mut out = io::stdout().lock();
    fn line(number: u64, url: &OsString) -> Line<'_> {
        Line::single(number, url.as_encoded_bytes(), &Origin::Arguments)
    }
    let (first, second) = (line(1, &arguments.a), line(2, &arguments.b));
    let outcome = match (first.parse(), second.parse()) {
        (Ok(a), Ok(b)) => {
            let record =
                Compared::new(Good::new(first, a, session), Good::new(second, b, session), session);
            session.format.head::<Compared<'_>>(&mut out)?;
            session.format.record(&record, session, &mut out)?;
            if record.equivalent { Outcome::Good } else { Outcome::Bad }
        }
        (a, b) => {
            session.format.head::<Failed<'_>>(&mut out)?;
            for (line, result) in [(first, a), (second, b)] {
                if let Err(error) = result {
                    session.format.record(&Failed::new(line, error, session), session, &mut out)?;
                }
            }
            Outcome::Bad
        }
    };
    out.flush()?;
    Ok(outcome)
}

/// Two URLs side by side.
#[derive(Debug, Serialize)]
struct Compared<'a> {
    a: Shown<'a>,
    b: Shown<'a>,
    ok: bool,
    equivalent: bool,
    identical: bool,
    differences: Vec<Difference>,
}

/// A part whose normal forms differ.
#[derive(Debug, Serialize)]
struct Difference {
    part: &'static str,
    /// What stands there in the normal form; as often as the part stands there.
    a: Vec<String>,
    b: Vec<String>,
}

impl<'a> Compared<'a> {
    fn new(a: Good<'a>, b: Good<'a>, session: &Session) -> Self {
        let equivalent = a.url.equivalent(&b.url);
        let differences = if equivalent { Vec::new() } else { differences(&a, &b, session) };
        let identical = a.url == b.url;
        Self { a: a.input(), b: b.input(), ok: true, equivalent, identical, differences }
    }
}

/// The parts that differ, by name, in the order in which they appear.
fn differences(a: &Good<'_>, b: &Good<'_>, session: &Session) -> Vec<Difference> {
    let urls = [a.url.normalize(), b.url.normalize()];
    let mut names: Vec<&'static str> = Vec::new();
    for part in urls.iter().flat_map(Url::parts) {
        if !names.contains(&part.part.name()) {
            names.push(part.part.name());
        }
    }
    // What is compared is the text, what is shown is masked.
    let [a, b] = &urls;
    let differs = |name: &&str| texts(a, name, false) != texts(b, name, false);
    let masking = !session.show_passwords;
    let difference =
        |part| Difference { part, a: texts(a, part, masking), b: texts(b, part, masking) };
    names.into_iter().filter(differs).map(difference).collect()
}

/// The parts of this name as written, with or without their secrets.
fn texts(url: &Url, name: &str, masking: bool) -> Vec<String> {
    let whole = if masking { url.redacted() } else { Redacted::revealed(url.as_str().as_bytes()) };
    let parts = url.parts().into_iter().filter(|at| at.part.name() == name);
    parts.map(|at| whole.slice(at.span).to_string()).collect()
}

impl Record for Compared<'_> {
    const COLUMNS: &'static [&'static str] = &["equivalent", "identical", "parts", "a", "b"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        cell(&self.equivalent);
        cell(&self.identical);
        let parts: Vec<&str> = self.differences.iter().map(|found| found.part).collect();
        cell(&parts.join(" "));
        cell(&self.a);
        cell(&self.b);
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let (good, bad) = (session.palette.good, session.palette.bad);
        match (self.identical, self.equivalent) {
            (true, _) => return writeln!(out, "{good}the same text{good:#}"),
            (_, true) => return writeln!(out, "{good}equivalent{good:#}: one normal form"),
            _ => writeln!(out, "{bad}not equivalent{bad:#}")?,
        }
        for Difference { part, a, b } in &self.differences {
            let name = session.palette.name;
            writeln!(out, "  {name}{part:<15}{name:#} {}  <>  {}", all_of(a), all_of(b))?;
        }
        if self.differences.is_empty() {
            writeln!(out, "  the parts are the same, what stands between them is not")?;
        }
        Ok(())
    }
}

/// The texts of a part that stands several times.
fn all_of(texts: &[String]) -> String {
    match texts {
        [] => "(absent)".to_owned(),
        _ => texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" "),
    }
}
