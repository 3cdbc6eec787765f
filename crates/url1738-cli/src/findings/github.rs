//! Workflow commands of GitHub Actions, which show findings as annotations of a file.

use core::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use super::Finding;
use crate::line::Origin;

pub(super) fn write(finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
    let report = &finding.report;
    let (name, line) = (finding.line.origin.name(), finding.line.number);
    let (start, end) = finding.char_columns(report.span);
    write!(out, "::{} ", if report.is_error { "error" } else { "warning" })?;
    // An argument of the command line is in no file.
    if let Origin::File(file) = finding.line.origin {
        let file = Escaped { text: file, property: true };
        write!(out, "file={file},line={line},endLine={line},col={start},endColumn={end},")?;
    }
    let title = format!("url1738 ({})", report.code);
    write!(out, "title={}::", Escaped { text: &title, property: true })?;
    let (column, code, message) = (report.column(), report.code, finding.message());
    let message = format!("{name}:{line}:{column}: {code}: {message}");
    writeln!(out, "{}", Escaped { text: &message, property: false })
}

/// A text in a workflow command, which is one line. The values of properties end at a comma.
struct Escaped<'t> {
    text: &'t str,
    property: bool,
}

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.chars().try_for_each(|c| match c {
            '%' => f.write_str("%25"),
            '\r' => f.write_str("%0D"),
            '\n' => f.write_str("%0A"),
            ':' if self.property => f.write_str("%3A"),
            ',' if self.property => f.write_str("%2C"),
            _ => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn properties_and_messages_are_escaped() {
        let text = "100%: a,b\r\n::set-output";
        let escaped = |property| Escaped { text, property }.to_string();
        assert_eq!(escaped(false), "100%25: a,b%0D%0A::set-output");
        assert_eq!(escaped(true), "100%25%3A a%2Cb%0D%0A%3A%3Aset-output");
    }
}
