//! `url1738 compare`: whether two URLs are equivalent.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::Path,
};

use clap::Args;
use serde::{Serialize, Serializer};
use url1738::{Redacted, Url};

use super::line_command;
use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, Purpose, sanitized},
    exit::{self, Outcome, with_exit_status},
    line::{Line, Origin},
    records::{InvalidLine, Record, ValidLine, object},
};

/// Compare two URLs: whether they are equivalent, and what differs
///
/// URLs are equivalent (section 2.2) if their normal forms are identical.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 compare http://host.dom/%7ejoe HTTP://HOST.dom:80/%7Ejoe
  url1738 compare ftp://h/%2Fetc ftp://h//etc", "the URLs are equivalent", "the URLs are not equivalent, or one is invalid"))]
pub(crate) struct Arguments {
    /// The first URL
    #[arg(value_name = "A")]
    a: OsString,
    /// The second URL
    #[arg(value_name = "B")]
    b: OsString,
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    fn line(number: u64, url: &OsString) -> Line<'_> {
        Line::single(number, url.as_encoded_bytes(), &Origin::Arguments)
    }
    let passwords = config.passwords;
    let mut out = io::stdout().lock();
    let (first, second) = (line(1, &arguments.a), line(2, &arguments.b));
    let mut masked = 0;
    let outcome = match (first.parse(), second.parse()) {
        (Ok(a), Ok(b)) => {
            let a = ValidLine::new(first, a, passwords);
            let b = ValidLine::new(second, b, passwords);
            let record = Compared::new(a, b, passwords);
            config.output.header_to::<Compared<'_>>(&mut out)?;
            config.output.record_to(&record, &mut out)?;
            masked += u64::from(record.is_masked());
            if record.differences.is_none() { Outcome::Valid } else { Outcome::Invalid }
        }
        (Err(_), Err(_)) if is_file(&arguments.a) && is_file(&arguments.b) => {
            let [a, b] = [&arguments.a, &arguments.b].map(|path| sanitized::path(path.as_ref()));
            return Err(exit::Error::Usage(format!(
                "`compare` takes two URLs, and {a} and {b} are files: `parse --not-in {b} {a}` writes what only the \
                 first has, and `parse --in {b} {a}` what both have"
            )));
        }
        (a, b) => {
            config.output.header_to::<InvalidLine<'_>>(&mut out)?;
            for (line, result) in [(first, a), (second, b)] {
                if let Err(error) = result {
                    let record = InvalidLine::new(line, error, passwords);
                    config.output.record_to(&record, &mut out)?;
                    masked += u64::from(record.is_masked());
                }
            }
            Outcome::Invalid
        }
    };
    out.flush()?;
    line_command::report_passwords(config, config.purpose(Purpose::Report), masked)?;
    Ok(outcome)
}

fn is_file(argument: &OsString) -> bool {
    Path::new(argument).is_file()
}

/// Two URLs side by side.
struct Compared<'a> {
    a: ValidLine<'a>,
    b: ValidLine<'a>,
    /// The parts that differ; `None` if the URLs are equivalent.
    differences: Option<Vec<Difference>>,
}

/// A part whose normal forms differ.
#[derive(Debug, Serialize)]
struct Difference {
    part: &'static str,
    /// The values of the part in the normal form, one for each time it occurs.
    a: Vec<String>,
    b: Vec<String>,
}

impl<'a> Compared<'a> {
    fn new(a: ValidLine<'a>, b: ValidLine<'a>, passwords: Passwords) -> Self {
        let differs = !a.url.equivalent(&b.url);
        let differences = differs.then(|| differences(&a, &b, passwords));
        Self { a, b, differences }
    }

    fn differences(&self) -> &[Difference] {
        self.differences.as_deref().unwrap_or(&[])
    }
}

/// Returns the parts that differ, by name, in the order in which they appear.
fn differences(a: &ValidLine<'_>, b: &ValidLine<'_>, passwords: Passwords) -> Vec<Difference> {
    let urls = [a.url.normalize(), b.url.normalize()];
    let mut names: Vec<&'static str> = Vec::new();
    for part in urls.iter().flat_map(Url::parts) {
        if !names.contains(&part.part.name()) {
            names.push(part.part.name());
        }
    }
    // The unmasked texts are compared, and the masked texts shown.
    let [a, b] = &urls;
    let differs = |name: &&str| texts(a, name, false) != texts(b, name, false);
    let masked = !passwords.keeps();
    let difference =
        |part| Difference { part, a: texts(a, part, masked), b: texts(b, part, masked) };
    names.into_iter().filter(differs).map(difference).collect()
}

/// Returns the parts of this name as written, with or without their secrets.
fn texts(url: &Url, name: &str, masked: bool) -> Vec<String> {
    let text = if masked { url.redacted() } else { Redacted::revealed(url.as_str().as_bytes()) };
    let parts = url.parts().into_iter().filter(|at| at.part.name() == name);
    parts.map(|at| text.slice(at.span).to_string()).collect()
}

impl Serialize for Compared<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        object!(to, {
            "file": None::<&str>,
            "line": 1_u32,
            "column": 1_u32,
            "a": self.a.input(),
            "b": self.b.input(),
            "ok": true,
            ? "masked": self.is_masked().then_some(true),
            "equivalent": self.differences.is_none(),
            "identical": self.a.url == self.b.url,
            "differences": self.differences(),
        })
    }
}

impl Record for Compared<'_> {
    const COLUMNS: &'static [&'static str] =
        &["equivalent", "identical", "parts", "a", "b", "masked"];

    fn is_masked(&self) -> bool {
        self.a.is_masked() || self.b.is_masked()
    }

    fn cell(&self, column: &str) -> Option<String> {
        let parts = || self.differences().iter().map(|found| found.part).collect::<Vec<_>>();
        (column == "parts").then(|| parts().join(" "))
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Palette { success, error, name, .. } = palette;
        if self.a.url == self.b.url {
            return writeln!(out, "{success}identical{success:#}");
        }
        let Some(differences) = &self.differences else {
            let reason = "the normal forms are identical";
            return writeln!(out, "{success}equivalent{success:#}: {reason}");
        };
        writeln!(out, "{error}not equivalent{error:#}")?;
        for Difference { part, a, b } in differences {
            writeln!(out, "  {name}{part:<15}{name:#} {}  <>  {}", quoted(a), quoted(b))?;
        }
        if differences.is_empty() {
            writeln!(out, "  the parts are identical, but the text between them differs")?;
        }
        Ok(())
    }
}

/// Returns the texts of a part in backquotes.
fn quoted(texts: &[String]) -> String {
    match texts {
        [] => "(absent)".to_owned(),
        _ => texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" "),
    }
}
