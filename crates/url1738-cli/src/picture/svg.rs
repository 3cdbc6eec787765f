//! The picture as SVG: the parts in colors, and the plan as arrows between client and server.

use core::fmt::Write as _;

use super::{
    dialogue::{Dialogue, Speaker},
    model::{LabelledPart, Picture},
};
use crate::diagnostics::markup::Escaped;

/// The width of the picture. Longer lines are broken.
const WIDTH: usize = 960;
/// The width of a character and the height of a line in the monospaced font.
const CHAR: f64 = 8.43;
const LINE: usize = 24;
const LEFT: usize = 24;
/// The horizontal positions of client and server in the dialogue.
const CLIENT: usize = 130;
const SERVER: usize = 730;

/// The smallest width of a label beside the URL, in characters.
const NARROWEST: usize = 45;

const COLORS: [&str; 6] = ["#3f6fb5", "#b5533f", "#3f8f5f", "#8a4fb0", "#a87a1f", "#2f8f95"];

/// Draws the picture.
pub(crate) fn draw(picture: &Picture) -> String {
    let mut canvas = Canvas { body: String::new(), top: 36 };
    canvas.words(LEFT, "faint", &picture.about);
    canvas.top += 10;
    parts(&mut canvas, picture);
    for lint in &picture.lints {
        canvas.words(LEFT, "warning", &format!("{} [{}]", lint.message, lint.code));
    }
    canvas.top += 12;
    dialogue(&mut canvas, &picture.dialogue);
    canvas.finish(picture)
}

struct Canvas {
    body: String,
    top: usize,
}

impl Canvas {
    /// Appends SVG. Writing to a string cannot fail.
    fn put(&mut self, piece: core::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(piece);
    }

    fn text(&mut self, left: usize, class: &str, text: &str) {
        let top = self.top;
        self.put(format_args!(
            "<text x=\"{left}\" y=\"{top}\" class=\"{class}\">{}</text>",
            Escaped(text)
        ));
    }

    /// Draws a text in as many lines as needed, and moves below them.
    fn words(&mut self, left: usize, class: &str, text: &str) {
        for piece in wrap(text, columns(left)) {
            self.text(left, class, &piece);
            self.top += LINE;
        }
    }

    fn line(&mut self, from: (usize, usize), to: (usize, usize), more: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.put(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {more}/>"));
    }

    /// Returns the document. Its title and description are for screen readers.
    fn finish(self, picture: &Picture) -> String {
        let Self { body, top } = self;
        let height = top + LINE;
        let (title, about) = (Escaped(&picture.url), Escaped(&picture.about));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\" \
             aria-labelledby=\"title about\"><title id=\"title\">{title}</title><desc id=\"about\">{about}</desc><style>\
             text{{font:14px ui-monospace,'DejaVu Sans Mono',monospace;fill:#1c1c22;white-space:pre}}\
             .url{{font-weight:bold}}.number{{font-size:10px}}.faint{{fill:#6a6a76}}.warning{{fill:#9a5b00}}.bad{{fill:#a02020}}\
             line{{stroke:#6a6a76;stroke-width:1.3}}.paper{{fill:#fdfdfb}}\
             @media(prefers-color-scheme:dark){{text{{fill:#e6e6ea}}.faint{{fill:#a4a4b0}}.warning{{fill:#e0a44c}}\
             .bad{{fill:#f08a8a}}line{{stroke:#a4a4b0}}.paper{{fill:#16161a}}}}</style>\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#6a6a76\"/></marker></defs>\
             <rect width=\"100%\" height=\"100%\" class=\"paper\"/>{body}</svg>\n"
        )
    }
}

/// Returns the width of a number of characters.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a picture is some thousands wide"
)]
fn wide(characters: usize) -> usize {
    (characters as f64 * CHAR).round() as usize
}

/// Returns the number of characters that fit between `left` and the right edge.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a picture is some hundreds wide"
)]
fn columns(left: usize) -> usize {
    (WIDTH.saturating_sub(left + LEFT) as f64 / CHAR) as usize
}

/// Breaks a text into lines of at most `columns` characters, at spaces if possible.
fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    while rest.len() > columns {
        let space = rest.iter().take(columns + 1).rposition(|letter| *letter == ' ');
        let end = space.filter(|at| *at > columns / 2).unwrap_or(columns);
        let tail = rest.split_off(end);
        lines.push(rest.iter().collect());
        rest = tail.into_iter().skip_while(|letter| *letter == ' ').collect();
    }
    lines.push(rest.iter().collect());
    lines
}

/// Draws the URL and its parts.
fn parts(canvas: &mut Canvas, picture: &Picture) {
    let last = picture.parts.iter().map(|part| part.start).max().unwrap_or(0);
    let right = LEFT + wide(last) + 36;
    if picture.url.chars().count() <= columns(LEFT) && columns(right + 8) >= NARROWEST {
        in_one_line(canvas, picture, right);
    } else {
        in_many_lines(canvas, picture);
    }
    canvas.top += 10;
}

/// Underlines each part, with a line from it down and to its name, which begins at `right`.
fn in_one_line(canvas: &mut Canvas, picture: &Picture, right: usize) {
    canvas.text(LEFT, "url", &picture.url);
    let under = canvas.top + 6;
    canvas.top += LINE + 12;
    for (index, part) in picture.parts.iter().enumerate().rev() {
        let stroke = format!("style=\"stroke:{};stroke-width:2.5\"", color(index));
        let (start, end) = (LEFT + wide(part.start), LEFT + wide(part.end));
        canvas.line((start, under), (end.max(start + 3) - 1, under), &stroke);
        let (stem, middle) = (start + 3, canvas.top - 5);
        let stroke = format!("style=\"stroke:{}\"", color(index));
        canvas.line((stem, under), (stem, middle), &stroke);
        canvas.line((stem, middle), (right, middle), &stroke);
        canvas.words(right + 8, "", &label(part));
    }
}

/// Underlines and numbers each part, with a list of the numbers below.
fn in_many_lines(canvas: &mut Canvas, picture: &Picture) {
    let letters: Vec<char> = picture.url.chars().collect();
    let columns = columns(LEFT);
    for (row, line) in letters.chunks(columns).enumerate() {
        let line: String = line.iter().collect();
        canvas.text(LEFT, "url", &line);
        let (begin, end_of_row) = (row * columns, (row + 1) * columns);
        let under = canvas.top + 6;
        canvas.top += 20;
        for (index, part) in picture.parts.iter().enumerate() {
            if part.start >= end_of_row || part.end.max(part.start + 1) <= begin {
                continue;
            }
            let start = LEFT + wide(part.start.max(begin) - begin);
            let end = LEFT + wide(part.end.min(end_of_row).saturating_sub(begin));
            let stroke = format!("style=\"stroke:{};stroke-width:2.5\"", color(index));
            canvas.line((start, under), (end.max(start + 3) - 1, under), &stroke);
            // An empty part has no room for two digits.
            let number = (index + 1).to_string();
            if part.start >= begin && number.len() <= part.end - part.start + 1 {
                canvas.text(start, "number", &number);
            }
        }
        canvas.top += LINE;
    }
    canvas.top += 6;
    for (index, part) in picture.parts.iter().enumerate() {
        let middle = canvas.top - 5;
        let stroke = format!("style=\"stroke:{};stroke-width:2.5\"", color(index));
        canvas.line((LEFT, middle), (LEFT + 18, middle), &stroke);
        canvas.words(LEFT + 26, "", &format!("{:>2}  {}", index + 1, label(part)));
    }
}

fn color(index: usize) -> &'static str {
    COLORS.get(index % COLORS.len()).copied().unwrap_or_default()
}

fn label(part: &LabelledPart) -> String {
    let decoded = part.decoded.as_ref().map(|text| format!(" = {text}")).unwrap_or_default();
    format!("{}{decoded}  {}  ({})", part.name, part.meaning, part.rule)
}

fn dialogue(canvas: &mut Canvas, dialogue: &Dialogue) {
    let (opening, turns, warnings) = match dialogue {
        Dialogue::Refused(why) => return canvas.words(LEFT, "bad", &format!("no access: {why}")),
        Dialogue::Plan { opening, turns, warnings } => (opening, turns, warnings),
    };
    canvas.words(LEFT, "url", opening);
    canvas.top += 8;
    let talks = turns.iter().any(|(speaker, _)| *speaker != Speaker::User);
    let begin = canvas.top + 8;
    if talks {
        canvas.text(CLIENT - 24, "faint", "client");
        canvas.text(SERVER - 24, "faint", "server");
        canvas.top += LINE + 10;
    }
    for (speaker, words) in turns {
        match speaker {
            Speaker::User => canvas.words(CLIENT + 16, "faint", &format!("you {words}")),
            Speaker::Client => arrow(canvas, CLIENT, SERVER, words),
            Speaker::Server => arrow(canvas, SERVER, CLIENT, words),
        }
        canvas.top += 8;
    }
    if talks {
        let end = canvas.top - 8;
        canvas.line((CLIENT, begin), (CLIENT, end), "stroke-dasharray=\"3 3\"");
        canvas.line((SERVER, begin), (SERVER, end), "stroke-dasharray=\"3 3\"");
    }
    canvas.top += 12;
    for (code, message) in warnings {
        canvas.words(LEFT, "warning", &format!("{message} [{code}]"));
    }
}

/// Draws a message and the arrow of its direction.
fn arrow(canvas: &mut Canvas, from: usize, to: usize, words: &str) {
    canvas.words(CLIENT + 16, "", words);
    let y = canvas.top - LINE + 6;
    canvas.line((from, y), (to, y), "marker-end=\"url(#tip)\"");
}
