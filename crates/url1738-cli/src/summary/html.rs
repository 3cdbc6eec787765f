//! The summary as an HTML page without scripts and external resources.

use core::fmt;
use std::{
    env,
    io::{self, Write},
    time::{SystemTime, UNIX_EPOCH},
};

use mail_parser::DateTime;
use url1738_picture::Markup;

use super::{Example, Row, Section, Summary};
use crate::{
    codes::{self, Code},
    pipeline::LineCounts,
};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1c22;--faint:#5f5f6b;--paper:#fdfdfb;--bar:#3f6fb5;--track:#ece9e2;\
--line:#ddd8cf;--link:#2a57a0;--mark:#ffdf85;--on-mark:#1c1c22}\
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--faint:#a8a6ae;--paper:#17171b;--bar:#7ba4e0;--track:#2a2a31;\
--line:#3a3a43;--link:#9dbdf0;--mark:#6b5200;--on-mark:#fff3cf}}\
*{box-sizing:border-box}\
body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:76rem;\
margin:0 auto;padding:1.25rem 1rem 3rem;overflow-wrap:anywhere}\
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.125rem;margin:1.5rem 0 .25rem}\
h3{font-size:1rem;margin:1.25rem 0 .25rem}article h3{margin-top:0}p{margin:.25rem 0}\
a{color:var(--link)}code{font:.94em ui-monospace,monospace}\
.faint,caption,dt{color:var(--faint)}dl{margin:0}dd{margin:0}\
.run>div{display:grid;grid-template-columns:5rem 1fr;gap:0 .75rem}.run ul{list-style:none;margin:0;padding:0}\
.lead{display:flex;flex-wrap:wrap;gap:.25rem 2rem;list-style:none;margin:.75rem 0;padding:0}\
.lead strong{display:block;font-size:1.6rem;line-height:1.2;font-variant-numeric:tabular-nums}\
@media(min-width:60rem){.charts{display:grid;grid-template-columns:1fr 1fr;gap:0 2.5rem;align-items:start}}\
.charts section{min-width:0}\
table{width:100%;border-collapse:collapse}caption{text-align:left;padding:0 0 .5rem;font-size:.875rem}\
th,td{text-align:left;padding:.2rem 0;border-top:1px solid var(--line)}\
thead th{border:0;font-size:.875rem;padding:0}tbody th{font-weight:normal;width:100%}\
.row{display:grid;grid-template-columns:1fr 4rem;gap:.75rem;align-items:center}\
.row code{font-size:.85em}@media(max-width:36rem){.row code{display:none}}\
.n{text-align:right;white-space:nowrap;padding-left:.9rem;font-variant-numeric:tabular-nums}\
.bar{display:block;height:.7rem;background:var(--track);border-radius:.2rem}\
.bar i{display:block;height:100%;min-width:2px;background:var(--bar);border-radius:.2rem}\
summary{cursor:pointer;padding:.35rem 0;color:var(--link)}details>table{margin:0}\
article{border:1px solid var(--line);border-radius:.5rem;padding:.6rem .9rem;margin:.75rem 0}\
article:target{outline:3px solid var(--bar)}\
.url{white-space:pre-wrap;line-break:anywhere;margin:.35rem 0}mark{background:var(--mark);color:var(--on-mark)}\
.rules{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));gap:0 1.5rem}\
.rules>div{padding:.4rem 0;border-top:1px solid var(--line)}.rules dt{color:inherit}.rules dd{color:var(--faint)}";

/// The rows of a chart that are shown at once. The others are folded.
const SHOWN: usize = 8;

/// The most characters of the example beside a code.
const BRIEF: usize = 20;

/// A date and time in UTC, to the minute: in the form of HTML, and for reading.
type Date = [String; 2];

/// Returns the current date, or that of the variable `SOURCE_DATE_EPOCH`, with which a page can be made again.
pub(crate) fn date() -> Date {
    let named = env::var("SOURCE_DATE_EPOCH").ok().and_then(|value| value.parse().ok());
    // A clock before 1970 is not set.
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    date_of(i64::try_from(named.unwrap_or_else(now)).unwrap_or(i64::MAX))
}

/// Returns the date so many seconds after 1970 began.
fn date_of(seconds: i64) -> Date {
    let months =
        "January February March April May June July August September October November December";
    let DateTime { year, month, day, hour, minute, .. } = DateTime::from_timestamp(seconds);
    let name = months.split(' ').nth(usize::from(month) - 1).unwrap_or_default();
    [
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}Z"),
        format!("{day} {name} {year}, {hour:02}:{minute:02} UTC"),
    ]
}

/// What the page says about the run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The names of the inputs.
    pub(crate) files: Vec<String>,
    pub(crate) date: Date,
}

/// Writes the page.
pub(crate) fn write_page(summary: &Summary, run: &Run, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>URLs checked against RFC 1738</title><style>{STYLE}</style></head><body>"
    )?;
    header(summary, run, out)?;
    writeln!(out, "<main><div class=\"charts\">")?;
    for section in &summary.sections {
        if !section.rows.is_empty() {
            chart(summary, section, out)?;
        }
    }
    writeln!(out, "</div>")?;
    if !summary.examples.is_empty() {
        writeln!(
            out,
            "<section aria-labelledby=\"examples\"><h2 id=\"examples\">Examples</h2>\
             <details><summary>The first line with each of {} errors and lints</summary>",
            summary.examples.len()
        )?;
        for (number, example) in (1..).zip(&summary.examples) {
            self::example(number, example, out)?;
        }
        writeln!(out, "</details></section>")?;
    }
    rules_without_findings(summary, out)?;
    writeln!(out, "</main></body></html>")
}

/// Writes what was read, when, and by which version.
fn header(summary: &Summary, run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let Run { files, date } = run;
    writeln!(out, "<header><h1>URLs checked against RFC 1738</h1>")?;
    let LineCounts { ok, bad, fixable, needs_unsafe, .. } = summary.lines;
    let total = ok + bad;
    let lead = [
        (ok, "ok"),
        (bad, "bad"),
        (fixable, "that `fix` repairs"),
        (needs_unsafe, "that `fix --unsafe` repairs"),
    ];
    write!(out, "<ul class=\"lead\">")?;
    for (count, what) in lead {
        let (share, count, what) = (share(count, total), grouped(count), Prose(what));
        write!(out, "<li><strong>{share}</strong> {count} {what}</li>")?;
    }
    write!(out, "</ul><dl class=\"run\">")?;
    let label = if files.len() == 1 { "File" } else { "Files" };
    write!(out, "<div><dt>{label}</dt><dd>")?;
    let is_folded = files.len() > SHOWN;
    if is_folded {
        write!(out, "<details><summary>{} files</summary>", files.len())?;
    }
    write!(out, "<ul>")?;
    for file in files {
        write!(out, "<li>{}</li>", Markup(file))?;
    }
    writeln!(out, "</ul>{}</dd></div>", if is_folded { "</details>" } else { "" })?;
    let [machine, text] = date;
    writeln!(out, "<div><dt>Date</dt><dd><time datetime=\"{machine}\">{text}</time></dd></div>")?;
    let version = env!("CARGO_PKG_VERSION");
    writeln!(out, "<div><dt>Program</dt><dd>url1738 {version}</dd></div>")?;
    let lines = summary.lines.to_string();
    writeln!(out, "<div><dt>Result</dt><dd>{}</dd></div></dl></header>", Prose(&lines))
}

/// Writes a chart: a table with a bar in each row. The bars of errors and lints are links to their examples.
fn chart(summary: &Summary, section: &Section, out: &mut dyn Write) -> io::Result<()> {
    let Section { key, title, unit, rows, note, total, subject, .. } = section;
    let longest = rows.iter().map(|row| row.count).max().unwrap_or_default();
    writeln!(
        out,
        "<section aria-labelledby=\"{key}\"><h2 id=\"{key}\">{title}</h2>\
         <table><caption>Number of {unit}, and their share of the {} {} {unit}.",
        grouped(*total),
        if *key == "errors" { "invalid" } else { "valid" }
    )?;
    if rows.iter().any(|row| row.example.is_some()) {
        write!(out, " Each bar links to the first example.")?;
    }
    let has_bad = *key == "schemes";
    let bad = if has_bad { "<th scope=\"col\" class=\"n\">Bad</th>" } else { "" };
    let head = format!(
        "<thead><tr><th scope=\"col\">{subject}</th><th scope=\"col\" class=\"n\">{}</th>\
         <th scope=\"col\" class=\"n\">Share</th>{bad}</tr></thead><tbody>",
        capitalized(unit)
    );
    writeln!(out, "</caption>{head}")?;
    for (number, row) in rows.iter().enumerate() {
        if number == SHOWN {
            let more = rows.len() - SHOWN;
            writeln!(out, "</tbody></table><details><summary>{more} more</summary><table>{head}")?;
        }
        let (count, share) = (grouped(row.count), share(row.count, *total));
        write!(out, "<tr><th scope=\"row\">")?;
        name_and_bar(summary, section, row, longest, out)?;
        write!(out, "</th><td class=\"n\">{count}</td><td class=\"n\">{share}</td>")?;
        if has_bad {
            write!(out, "<td class=\"n\">{}</td>", grouped(row.bad))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody></table>{}", if rows.len() > SHOWN { "</details>" } else { "" })?;
    if !note.is_empty() {
        writeln!(out, "<p class=\"faint\">{}</p>", Markup(note))?;
    }
    writeln!(out, "</section>")
}

fn name_and_bar(
    summary: &Summary,
    section: &Section,
    row: &Row,
    longest: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Section { unit, total, .. } = section;
    let width = percent(row.count, longest);
    let (count, total) = (grouped(row.count), grouped(*total));
    let bar = format!(
        "<span class=\"bar\" role=\"img\" aria-label=\"{count} of {total} {unit}\">\
         <i style=\"width:{width}%\"></i></span>"
    );
    let name = Markup(&row.name);
    match row.example.and_then(|index| Some((index + 1, summary.examples.get(index)?))) {
        Some((number, example)) => {
            write!(out, "<a class=\"row\" href=\"#example-{number}\"><span>{name}")?;
            if let Some((before, marked)) = brief(example) {
                let (before, marked) = (Markup(&before), Markup(&marked));
                write!(out, " <code>{before}<mark>{marked}</mark></code>")?;
            }
            write!(out, "</span>{bar}</a>")
        }
        None => write!(out, "<span class=\"row\"><span>{name}</span>{bar}</span>"),
    }
}

/// Returns the end of the text before what is marked in an example, and that, if they are short.
fn brief(example: &Example) -> Option<(String, String)> {
    let marked = &example.marked;
    let room = BRIEF.checked_sub(marked.chars().count()).filter(|_| !marked.is_empty())?;
    let before: Vec<char> = example.before.chars().collect();
    let start = before.len().saturating_sub(room.min(7));
    let cut = if start > 0 { "\u{2026}" } else { "" };
    let before: String = before.into_iter().skip(start).collect();
    Some((format!("{cut}{before}"), marked.clone()))
}

fn example(number: usize, example: &Example, out: &mut dyn Write) -> io::Result<()> {
    let Example { kind, name, count, .. } = example;
    let times = if *count == 1 { "once".to_owned() } else { format!("{} times", grouped(*count)) };
    let (key, all) =
        if *kind == "error" { ("errors", "All errors") } else { ("lints", "All lints") };
    writeln!(
        out,
        "<article id=\"example-{number}\" aria-labelledby=\"title-{number}\">\
         <h3 id=\"title-{number}\">{}</h3><p class=\"faint\">{kind}, found {times}; first in {}</p>",
        Markup(name),
        Markup(&example.place)
    )?;
    // At the end of a text there is nothing to mark.
    let marked = if example.marked.is_empty() { "\u{a0}" } else { &example.marked };
    writeln!(
        out,
        "<p class=\"url\"><code>{}<mark>{}</mark>{}</code></p><p>{}</p>",
        Markup(&example.before),
        Markup(marked),
        Markup(&example.after),
        Prose(&example.message)
    )?;
    if !example.help.is_empty() {
        writeln!(out, "<p>Help: {}</p>", Prose(&example.help))?;
    }
    writeln!(out, "<p><a href=\"#{key}\">{all}</a></p></article>")
}

/// Writes the rules that no line breaks, so that all rules are on the page.
fn rules_without_findings(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let is_found = |code: &Code| {
        let kind = if code.is_lint() { "lint" } else { "error" };
        summary.examples.iter().any(|found| found.kind == kind && found.code == code.code)
    };
    let rest: Vec<Code> = codes::all().filter(|code| !is_found(code)).collect();
    if rest.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<section aria-labelledby=\"rest\"><h2 id=\"rest\">Rules without findings</h2>\
         <details><summary>{} errors and lints that no line has</summary>\
         <p class=\"faint\"><code>url1738 list rules</code> explains all.</p>",
        rest.len()
    )?;
    for (is_lint, title) in [(false, "Errors"), (true, "Lints")] {
        let mut codes = rest.iter().filter(|code| code.is_lint() == is_lint).peekable();
        if codes.peek().is_none() {
            continue;
        }
        writeln!(out, "<h3>{title}</h3><dl class=\"rules\">")?;
        for code in codes {
            let (name, message) = (Markup(code.code), Prose(code.message));
            writeln!(out, "<div><dt><code>{name}</code></dt><dd>{message}</dd></div>")?;
        }
        writeln!(out, "</dl>")?;
    }
    writeln!(out, "</details></section>")
}

/// A message: what is between two backticks is code.
struct Prose<'a>(&'a str);

impl fmt::Display for Prose<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((text, after)) = rest.split_once('`') {
            // The code may be a backtick.
            let end = after.get(1..).and_then(|tail| tail.find('`')).map(|end| end + 1);
            let Some((code, tail)) = end.and_then(|end| after.split_at_checked(end)) else { break };
            write!(f, "{}<code>{}</code>", Markup(text), Markup(code))?;
            rest = tail.strip_prefix('`').unwrap_or(tail);
        }
        Markup(rest).fmt(f)
    }
}

/// Returns a number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns `count` in tenths of a percent of `total`.
fn per_mille(count: u64, total: u64) -> u128 {
    u128::from(count) * 1000 / u128::from(total.max(1))
}

/// Returns a percentage for CSS.
fn percent(count: u64, total: u64) -> String {
    let tenths = per_mille(count, total);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns a share as it is shown.
fn share(count: u64, total: u64) -> String {
    match per_mille(count, total) {
        0 if count > 0 => "&lt; 0.1 %".to_owned(),
        _ => format!("{} %", percent(count, total)),
    }
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    format!("{}{rest}", first.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_messages_is_marked_up() {
        for (message, expected) in [
            ("no code", "no code"),
            ("unexpected `<` in `x`", "unexpected <code>&lt;</code> in <code>x</code>"),
            ("unexpected ``` in path", "unexpected <code>`</code> in path"),
            ("one ` alone", "one ` alone"),
        ] {
            assert_eq!(Prose(message).to_string(), expected);
        }
    }

    #[test]
    fn days_have_their_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00Z 1 January 1970, 00:00 UTC"),
            (786_499_199, "1994-12-03T23:59Z 3 December 1994, 23:59 UTC"),
            (951_782_400, "2000-02-29T00:00Z 29 February 2000, 00:00 UTC"),
            (1_709_251_200, "2024-03-01T00:00Z 1 March 2024, 00:00 UTC"),
            (4_107_542_400, "2100-03-01T00:00Z 1 March 2100, 00:00 UTC"),
        ] {
            assert_eq!(date_of(seconds).join(" "), expected);
        }
    }

    #[test]
    fn numbers_are_grouped_and_shares_rounded_down() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [(0, 0), (1, 3), (1, 2000), (7, 7)].map(|(a, b)| share(a, b)),
            ["0.0 %", "33.3 %", "&lt; 0.1 %", "100.0 %"]
        );
    }
}
