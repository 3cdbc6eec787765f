//! One line per finding, as editors and `grep` users read it: `file:line:column: code: message`.

use std::io::{self, Write};

use super::finding::Finding;
use crate::diagnostics::Palette;

pub(super) fn write(
    finding: &Finding<'_>,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    let facts = finding.facts();
    let Palette { strong, error, warning, .. } = palette;
    let style = if facts.is_error { error } else { warning };
    let (file, line) = (finding.line.origin.name(), finding.line.number);
    let column = Finding::byte_column(&facts);
    write!(out, "{strong}{file}:{line}:{column}:{strong:#} ")?;
    writeln!(out, "{style}{}{style:#}: {}", facts.code, facts.title)
}
