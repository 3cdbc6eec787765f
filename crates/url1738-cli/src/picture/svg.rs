//! The picture as SVG: the same lines, in colours, and the plan as arrows between client and server.

use core::fmt::Write as _;

use super::{Dialogue, Labelled, Picture, Speaker};
use crate::markup::Escaped;

/// Width of a character and height of a line of the monospaced font.
const CHAR: f64 = 8.43;
const LINE: usize = 24;
const LEFT: usize = 24;
/// Columns of the dialogue: its lines of life.
const CLIENT: usize = 130;
const SERVER: usize = 730;

const COLOURS: [&str; 6] = ["#3f6fb5", "#b5533f", "#3f8f5f", "#8a4fb0", "#a87a1f", "#2f8f95"];

/// Draws the picture.
pub(crate) fn draw(picture: &Picture) -> String {
    let mut canvas = Canvas { body: String::new(), top: 36, width: 900 };
    canvas.text(LEFT, "faint", &picture.about);
    canvas.top += LINE + 10;
    parts(&mut canvas, picture);
    for lint in &picture.lints {
        canvas.text(LEFT, "warning", &format!("{} [{}]", lint.message, lint.code));
        canvas.top += LINE;
    }
    canvas.top += 12;
    dialogue(&mut canvas, &picture.dialogue);
    canvas.finish()
}

struct Canvas {
    body: String,
    top: usize,
    width: usize,
}

impl Canvas {
    /// Writing to a string cannot fail.
    fn put(&mut self, piece: core::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(piece);
    }

    fn text(&mut self, left: usize, class: &str, text: &str) {
        let top = self.top;
        self.width = self.width.max(left + wide(text.chars().count()) + LEFT);
        self.put(format_args!(
            "<text x=\"{left}\" y=\"{top}\" class=\"{class}\">{}</text>",
            Escaped(text)
        ));
    }

    fn line(&mut self, from: (usize, usize), to: (usize, usize), more: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.put(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {more}/>"));
    }

    fn finish(self) -> String {
        let Self { body, top, width } = self;
        let height = top + LINE;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\"><style>\
             text{{font:14px ui-monospace,'DejaVu Sans Mono',monospace;fill:#1c1c22;white-space:pre}}\
             .url{{font-weight:bold}}.faint{{fill:#6a6a76}}.warning{{fill:#9a5b00}}.bad{{fill:#a02020}}\
             line{{stroke:#6a6a76;stroke-width:1.3}}</style>\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#6a6a76\"/></marker></defs>\
             <rect width=\"100%\" height=\"100%\" fill=\"#fdfdfb\"/>{body}</svg>\n"
        )
    }
}

/// The width of so many characters.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a picture is some thousands wide"
)]
fn wide(characters: usize) -> usize {
    (characters as f64 * CHAR).round() as usize
}

/// The URL, each part underlined, and from each a line down to its name.
fn parts(canvas: &mut Canvas, picture: &Picture) {
    canvas.text(LEFT, "url", &picture.url);
    let under = canvas.top + 6;
    let right = LEFT + wide(picture.parts.iter().map(|part| part.start).max().unwrap_or(0)) + 36;
    canvas.top += LINE + 12;
    for (index, part) in picture.parts.iter().enumerate().rev() {
        let colour = COLOURS.get(index % COLOURS.len()).copied().unwrap_or_default();
        let stroke = format!("style=\"stroke:{colour};stroke-width:2.5\"");
        let (start, end) = (LEFT + wide(part.start), LEFT + wide(part.end));
        canvas.line((start, under), (end.max(start + 3) - 1, under), &stroke);
        let (stem, middle) = (start + 3, canvas.top - 5);
        canvas.line((stem, under), (stem, middle), &format!("style=\"stroke:{colour}\""));
        canvas.line((stem, middle), (right, middle), &format!("style=\"stroke:{colour}\""));
        canvas.text(right + 8, "", &label(part));
        canvas.top += LINE;
    }
    canvas.top += 10;
}

fn label(part: &Labelled) -> String {
    let decoded = part.decoded.as_ref().map(|text| format!(" = {text}")).unwrap_or_default();
    format!("{}{decoded}  {}  ({})", part.name, part.meaning, part.rule)
}

fn dialogue(canvas: &mut Canvas, dialogue: &Dialogue) {
    let (opening, turns, warnings) = match dialogue {
        Dialogue::Refused(why) => return canvas.text(LEFT, "bad", &format!("no access: {why}")),
        Dialogue::Plan { opening, turns, warnings } => (opening, turns, warnings),
    };
    canvas.text(LEFT, "url", opening);
    canvas.top += LINE + 8;
    let talks = turns.iter().any(|(speaker, _)| *speaker != Speaker::User);
    let begin = canvas.top + 8;
    if talks {
        canvas.text(CLIENT - 24, "faint", "client");
        canvas.text(SERVER - 24, "faint", "server");
        canvas.top += LINE + 10;
    }
    for (speaker, words) in turns {
        match speaker {
            Speaker::User => canvas.text(CLIENT + 16, "faint", &format!("you {words}")),
            Speaker::Client => arrow(canvas, CLIENT, SERVER, words),
            Speaker::Server => arrow(canvas, SERVER, CLIENT, words),
        }
        canvas.top += LINE + 8;
    }
    if talks {
        let end = canvas.top - 8;
        canvas.line((CLIENT, begin), (CLIENT, end), "stroke-dasharray=\"3 3\"");
        canvas.line((SERVER, begin), (SERVER, end), "stroke-dasharray=\"3 3\"");
    }
    canvas.top += 12;
    for (code, message) in warnings {
        canvas.text(LEFT, "warning", &format!("{message} [{code}]"));
        canvas.top += LINE;
    }
}

/// Words on their way.
fn arrow(canvas: &mut Canvas, from: usize, to: usize, words: &str) {
    canvas.text(CLIENT + 16, "", words);
    let y = canvas.top + 6;
    canvas.line((from, y), (to, y), "marker-end=\"url(#tip)\"");
}
