//! The summary as an HTML page without scripts and external resources. `maud` escapes all texts, which are safe to show.

use std::{
    env,
    time::{SystemTime, UNIX_EPOCH},
};

use indicatif::HumanCount;
use mail_parser::DateTime;
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

use super::{Example, Row, Section, Summary};
use crate::{
    codes::{self, Code},
    pipeline::LineCounts,
};

const STYLE: &str = include_str!("page.css");

/// The rows of a chart that are shown at once. The others are folded.
const SHOWN: usize = 8;

/// The most characters of the example beside a code.
const BRIEF: usize = 20;

/// Returns the current date and time in UTC to the minute, or those of the variable `SOURCE_DATE_EPOCH`, with which a page can
/// be made again.
fn date() -> String {
    let named = env::var("SOURCE_DATE_EPOCH").ok().and_then(|value| value.parse().ok());
    // A clock before 1970 is not set.
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let seconds = i64::try_from(named.unwrap_or_else(now)).unwrap_or(i64::MAX);
    let mut date = DateTime::from_timestamp(seconds).to_rfc3339();
    date.truncate("2000-01-01T00:00".len());
    date
}

/// Returns the page.
pub(super) fn page(summary: &Summary) -> Markup {
    let title = "URLs checked against RFC 1738";
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header { h1 { (title) } (lead(&summary.lines)) (facts(summary)) }
                main {
                    div.charts {
                        @for section in summary.sections.iter().filter(|it| !it.rows.is_empty()) {
                            (chart(section))
                        }
                    }
                    (examples(summary))
                    (rules_without_findings(summary))
                }
            }
        }
    }
}

/// Shows how good the list is.
fn lead(lines: &LineCounts) -> Markup {
    let counts = [
        (lines.ok, "ok"),
        (lines.bad, "bad"),
        (lines.fixable, "that `fix` repairs"),
        (lines.needs_unsafe, "that `fix --unsafe` repairs"),
    ];
    let total = lines.ok + lines.bad;
    html! {
        ul.lead {
            @for (count, what) in counts {
                li { strong { (share(count, total)) } " " (HumanCount(count)) " " (Prose(what)) }
            }
        }
    }
}

/// Shows what was read, when, and by which version.
fn facts(Summary { files, lines, .. }: &Summary) -> Markup {
    let date = date();
    let list = html! { ul { @for file in files { li { (file) } } } };
    html! {
        dl.run {
            div {
                dt { @if files.len() == 1 { "File" } @else { "Files" } }
                dd {
                    @if files.len() > SHOWN {
                        details { summary { (files.len()) " files" } (list) }
                    } @else { (list) }
                }
            }
            div { dt { "Date" } dd { time datetime={ (date) "Z" } { (date.replace('T', " ")) " UTC" } } }
            div { dt { "Program" } dd { "url1738 " (env!("CARGO_PKG_VERSION")) } }
            div { dt { "Result" } dd { (Prose(&lines.to_string())) } }
        }
    }
}

/// Shows a table with a bar in each row. The bars of errors and lints are links to their examples.
fn chart(section: &Section) -> Markup {
    let Section { key, title, unit, rows, note, total, .. } = section;
    let (shown, folded) = rows.split_at(rows.len().min(SHOWN));
    let kind = if *key == "errors" { "invalid" } else { "valid" };
    let caption = html! {
        caption {
            "Number of " (unit) ", and their share of the " (HumanCount(*total)) " " (kind) " " (unit) "."
            @if rows.iter().any(|row| row.example.is_some()) {
                " Each bar links to the first example."
            }
        }
    };
    html! {
        section aria-labelledby=(key) {
            h2 id=(key) { (title) }
            (table(section, shown, &caption))
            @if !folded.is_empty() {
                details { summary { (folded.len()) " more" } (table(section, folded, &html! {})) }
            }
            @if !note.is_empty() { p.faint { (note) } }
        }
    }
}

/// Shows some rows of a section.
fn table(section: &Section, rows: &[Row], caption: &Markup) -> Markup {
    let Section { key, unit, total, subject, .. } = section;
    let has_bad = *key == "schemes";
    let (first, rest) = unit.split_at(1);
    html! {
        table {
            (caption)
            thead {
                tr {
                    th scope="col" { (subject) }
                    th.n scope="col" { (first.to_ascii_uppercase()) (rest) }
                    th.n scope="col" { "Share" }
                    @if has_bad { th.n scope="col" { "Bad" } }
                }
            }
            tbody {
                @for row in rows {
                    tr {
                        th scope="row" { (name_and_bar(section, row)) }
                        td.n { (HumanCount(row.count)) }
                        td.n { (share(row.count, *total)) }
                        @if has_bad { td.n { (HumanCount(row.bad)) } }
                    }
                }
            }
        }
    }
}

fn name_and_bar(section: &Section, row: &Row) -> Markup {
    let Section { unit, total, rows, .. } = section;
    let longest = rows.iter().map(|row| row.count).max().unwrap_or_default();
    let label = format!("{} of {} {unit}", HumanCount(row.count), HumanCount(*total));
    let bar = html! {
        span.bar role="img" aria-label=(label) {
            i style={ "width:" (percent(row.count, longest)) "%" } {}
        }
    };
    html! {
        @match &row.example {
            Some(example) => a.row href={ "#example-" (example.number) } {
                span {
                    (row.name)
                    @if let Some(before) = brief(example) {
                        " " code { (before) mark { (example.text[1]) } }
                    }
                }
                (bar)
            },
            None => span.row { span { (row.name) } (bar) },
        }
    }
}

/// Returns the end of the text before what is marked in an example, if what is marked is short.
fn brief(example: &Example) -> Option<String> {
    let [before, marked, _] = &example.text;
    let room = BRIEF.checked_sub(marked.chars().count()).filter(|_| !marked.is_empty())?;
    let before: Vec<char> = before.chars().collect();
    let start = before.len().saturating_sub(room.min(7));
    let cut = if start > 0 { "\u{2026}" } else { "" };
    Some(format!("{cut}{}", before.into_iter().skip(start).collect::<String>()))
}

/// Shows the first line with each error and lint.
fn examples(summary: &Summary) -> Markup {
    let all: Vec<_> = summary.examples().collect();
    html! {
        @if !all.is_empty() {
            section aria-labelledby="examples" {
                h2 #examples { "Examples" }
                details {
                    summary { "The first line with each of " (all.len()) " errors and lints" }
                    @for (row, example) in all { (self::example(row, example)) }
                }
            }
        }
    }
}

fn example(Row { name, count, .. }: &Row, example: &Example) -> Markup {
    let Example { number, kind, place, text: [before, marked, after], report, .. } = example;
    let times = if *count == 1 { "once".into() } else { format!("{} times", HumanCount(*count)) };
    // At the end of a text there is nothing to mark.
    let marked = if marked.is_empty() { "\u{a0}" } else { marked };
    html! {
        article id={ "example-" (number) } aria-labelledby={ "title-" (number) } {
            h3 id={ "title-" (number) } { (name) }
            p.faint { (kind) ", found " (times) "; first in " (place) }
            p.url { code { (before) mark { (marked) } (after) } }
            p { (Prose(&report.title)) }
            @if !report.help.is_empty() { p { "Help: " (Prose(&report.help)) } }
            p { a href={ "#" (kind) "s" } { "All " (kind) "s" } }
        }
    }
}

/// Shows the rules that no line breaks, so that all rules are on the page.
fn rules_without_findings(summary: &Summary) -> Markup {
    let is_found = |code: &Code| {
        let kind = if codes::is_lint(code) { "lint" } else { "error" };
        summary.examples().any(|(_, found)| found.kind == kind && found.report.code == code.code)
    };
    let rest: Vec<Code> = codes::all().filter(|code| !is_found(code)).collect();
    let (lints, errors): (Vec<Code>, _) = rest.iter().partition(|code| codes::is_lint(code));
    html! {
        @if !rest.is_empty() {
            section aria-labelledby="rest" {
                h2 #rest { "Rules without findings" }
                details {
                    summary { (rest.len()) " errors and lints that no line has" }
                    p.faint { code { "url1738 list rules" } " explains all." }
                    @for (title, codes) in [("Errors", errors), ("Lints", lints)] {
                        @if !codes.is_empty() {
                            h3 { (title) }
                            dl.rules {
                                @for code in codes {
                                    div {
                                        dt { code { (code.code) } }
                                        dd { (Prose(code.message)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A message: what is between two backticks is code.
struct Prose<'a>(&'a str);

impl Render for Prose<'_> {
    fn render_to(&self, out: &mut String) {
        let mut rest = self.0;
        while let Some((text, after)) = rest.split_once('`') {
            // The code may be a backtick.
            let end = after.get(1..).and_then(|tail| tail.find('`')).map(|end| end + 1);
            let Some((code, tail)) = end.and_then(|end| after.split_at_checked(end)) else { break };
            html! { (text) code { (code) } }.render_to(out);
            rest = tail.strip_prefix('`').unwrap_or(tail);
        }
        rest.render_to(out);
    }
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
        0 if count > 0 => "< 0.1 %".to_owned(),
        _ => format!("{} %", percent(count, total)),
    }
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
            assert_eq!(Prose(message).render().into_string(), expected);
        }
    }

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(
            [(0, 0), (1, 3), (1, 2000), (7, 7)].map(|(a, b)| share(a, b)),
            ["0.0 %", "33.3 %", "< 0.1 %", "100.0 %"]
        );
    }
}
