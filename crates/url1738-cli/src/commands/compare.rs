//! `url1738 compare`: whether two URLs are equivalent.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::Path,
};

use clap::Args;
use url1738::{Redacted, Url};

use super::line_command;
use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, sanitized, success},
    exit::{self, Outcome, with_exit_status},
    fields::Subject,
    line::{Line, Origin},
    records::{self, Object},
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

const COLUMNS: &[&str] = &["equivalent", "identical", "parts", "a", "b", "masked"];

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    let paths = [Path::new(&arguments.a), Path::new(&arguments.b)];
    let [a, b] = [(1, &arguments.a), (2, &arguments.b)].map(|(number, url)| {
        let line = Line::single(number, url.as_encoded_bytes(), &Origin::Arguments);
        Subject::new(line, config.passwords)
    });
    let mut out = Vec::new();
    let mut masked = 0;
    let outcome = match (&a.url, &b.url) {
        (Ok(first), Ok(second)) => {
            let config = &config.with_columns(COLUMNS);
            config.output.header(&mut out)?;
            let (is_same, passwords) = (first == second, config.passwords);
            let differences =
                (!first.equivalent(second)).then(|| differences(first, second, passwords));
            let record = record(&a, &b, is_same, differences.as_deref());
            let text = |palette: &Palette, to: &mut Vec<u8>| {
                write_text(is_same, differences.as_deref(), palette, to)
            };
            config.output.record(&record, text, &mut out)?;
            masked += u64::from(record.is_masked);
            if differences.is_none() { Outcome::Valid } else { Outcome::Invalid }
        }
        (Err(_), Err(_)) if paths.iter().all(|path| path.is_file()) => {
            let [a, b] = paths.map(sanitized::path);
            return exit::usage(format!(
                "`compare` takes two URLs, and {a} and {b} are files: `parse --not-in {b} {a}` writes what only the \
                 first has, and `parse --in {b} {a}` what both have"
            ));
        }
        _ => {
            let config = &config.with_columns(records::CHECKED);
            config.output.header(&mut out)?;
            for subject in [&a, &b].into_iter().filter(|subject| subject.url.is_err()) {
                let record = subject.record();
                let text = |palette: &Palette, to: &mut Vec<u8>| subject.report(palette, to);
                config.output.record(&record, text, &mut out)?;
                masked += u64::from(record.is_masked);
            }
            Outcome::Invalid
        }
    };
    line_command::print(&out)?;
    line_command::report_passwords(config, masked)?;
    Ok(outcome)
}

/// A part whose normal forms differ, and its values in both, one for each time it occurs.
type Difference = (&'static str, [Vec<String>; 2]);

/// Returns the parts that differ, by name, in the order in which they appear.
fn differences(a: &Url<&str>, b: &Url<&str>, passwords: Passwords) -> Vec<Difference> {
    let urls = [a.normalize(), b.normalize()];
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
    let of_both = |part| (part, [a, b].map(|url| texts(url, part, masked)));
    names.into_iter().filter(differs).map(of_both).collect()
}

/// Returns the parts of this name as written, with or without their secrets.
fn texts(url: &Url, name: &str, masked: bool) -> Vec<String> {
    let text = if masked { url.redacted() } else { Redacted::revealed(url.as_str().as_bytes()) };
    let parts = url.parts().into_iter().filter(|at| at.part.name() == name);
    parts.map(|at| text.slice(at.span).to_string()).collect()
}

/// Returns two URLs side by side. `differences` are the parts that differ; `None` if the URLs are equivalent.
fn record<'s>(
    a: &Subject<'s>,
    b: &Subject<'s>,
    is_same: bool,
    differences: Option<&'s [Difference]>,
) -> Object {
    let is_masked = [a, b].iter().any(|it| it.is_line_masked(it.passwords));
    let parts: Vec<&str> = differences.into_iter().flatten().map(|(part, _)| *part).collect();
    let found = differences.into_iter().flatten().map(|(part, [a, b])| {
        let texts = |texts: &'s [String]| texts.iter().map(String::as_str);
        Object::new().with("part", *part).with_list("a", texts(a)).with_list("b", texts(b))
    });
    Object::new()
        .with("file", ())
        .with("line", 1_u64)
        .with("column", 1_u64)
        .with("a", a.input())
        .with("b", b.input())
        .with("ok", true)
        .masked(is_masked)
        .with("equivalent", differences.is_none())
        .with("identical", is_same)
        .with_cell("parts", parts.join(" "))
        .with_list("differences", found)
}

fn write_text(
    is_same: bool,
    differences: Option<&[Difference]>,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (Palette { error, name, .. }, success) = (palette, success(palette));
    if is_same {
        return writeln!(out, "{success}identical{success:#}");
    }
    let Some(differences) = differences else {
        let reason = "the normal forms are identical";
        return writeln!(out, "{success}equivalent{success:#}: {reason}");
    };
    writeln!(out, "{error}not equivalent{error:#}")?;
    for (part, [a, b]) in differences {
        writeln!(out, "  {name}{part:<15}{name:#} {}  <>  {}", quoted(a), quoted(b))?;
    }
    if differences.is_empty() {
        writeln!(out, "  the parts are identical, but the text between them differs")?;
    }
    Ok(())
}

/// Returns the texts of a part in backquotes.
fn quoted(texts: &[String]) -> String {
    match texts {
        [] => "(absent)".to_owned(),
        _ => texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" "),
    }
}
