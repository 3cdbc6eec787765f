//! The summary as an HTML page without scripts and external resources.

use std::io::{self, Write};

use super::{
    model::{Row, Summary},
    svg,
};
use crate::diagnostics::markup::Escaped;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1c22;--faint:#6a6a76;--paper:#fdfdfb;--bar:#3f6fb5;--line:#ddd8cf}\
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--faint:#9a98a0;--paper:#17171b;--bar:#7ba4e0;--line:#34343c}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;\
margin:2rem auto;padding:0 1rem}\
h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:2.5rem 0 .5rem;border-bottom:1px solid var(--line)}\
.faint{color:var(--faint)}.tiles{display:flex;gap:1rem;flex-wrap:wrap;margin:1.5rem 0}\
.tiles div{border:1px solid var(--line);border-radius:.5rem;padding:.6rem 1.2rem}\
.tiles b{display:block;font-size:1.5rem}svg{width:100%;height:auto}\
svg text{font:13px system-ui,sans-serif;fill:var(--ink);dominant-baseline:central}\
svg .name{text-anchor:end}svg rect{fill:var(--bar);rx:2px}\
pre{font:13px/1.45 ui-monospace,monospace;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;\
padding:.8rem}";

/// Writes the page.
pub(crate) fn write_page(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>URLs checked against RFC 1738</title><style>{STYLE}</style></head><body>"
    )?;
    writeln!(out, "<h1>URLs checked against RFC 1738</h1>")?;
    writeln!(out, "<p class=\"faint\">{}</p>", Escaped(&summary.lines.to_string()))?;
    writeln!(out, "<div class=\"tiles\">")?;
    for (name, count) in [("lines", summary.lines.lines)].into_iter().chain(summary.verdicts()) {
        writeln!(out, "<div><b>{count}</b>{name}</div>")?;
    }
    writeln!(out, "</div>")?;
    for section in summary.sections.iter().filter(|section| !section.rows.is_empty()) {
        writeln!(out, "<h2>{}</h2>\n{}", section.title, svg::bars(&section.rows))?;
        notes(&section.rows, out)?;
        if !section.note.is_empty() {
            writeln!(out, "<p class=\"faint\">{}</p>", Escaped(&section.note))?;
        }
    }
    if !summary.examples.is_empty() {
        writeln!(out, "<h2>The first line that breaks each rule</h2>")?;
    }
    for example in summary.examples.iter().take(MOST_EXAMPLES) {
        let times = if example.count == 1 { "once" } else { "times" };
        let count = if example.count == 1 { String::new() } else { format!("{} ", example.count) };
        writeln!(
            out,
            "<p><b>{}</b> <span class=\"faint\">{count}{times}</span></p>",
            Escaped(&example.error)
        )?;
        writeln!(out, "<pre>{}</pre>", Escaped(example.report.trim_end()))?;
    }
    writeln!(out, "</body></html>")
}

/// The number of reports on the page.
const MOST_EXAMPLES: usize = 30;

/// Writes the descriptions of rows that have a long one.
fn notes(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let described: Vec<&Row> = rows.iter().filter(|row| row.about.len() > 40).collect();
    if described.is_empty() {
        return Ok(());
    }
    writeln!(out, "<details><summary class=\"faint\">Descriptions</summary><dl>")?;
    for row in described {
        writeln!(out, "<dt>{}</dt><dd>{}</dd>", Escaped(&row.name), Escaped(row.about))?;
    }
    writeln!(out, "</dl></details>")
}
