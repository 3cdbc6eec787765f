//! The picture as SVG: the parts in colors, and the plan as arrows between client and server.
//!
//! Every column has its `x`: renderers such as librsvg collapse spaces.

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
};
use core::fmt::Write as _;

use crate::{
    Dialogue, Finding, LabelledPart, Markup, Picture, Speaker, Turn,
    labelled::widths,
    layout::{MAX_TEXT, Mark, marked_rows, pieces, shorten, width, wrap},
};

/// The width of the picture. Longer lines are broken.
const WIDTH: usize = 960;
/// The width of a character in hundredths, and the height of a line, in the monospaced font.
// Characters of DejaVu Sans Mono have 14 px times 0.602. Those of other fonts are placed by it, and may leave a gap.
const CHAR: usize = 843;
const LINE: usize = 24;
const LEFT: usize = 24;
/// The horizontal positions of client and server in the dialogue.
const CLIENT: usize = 130;
const SERVER: usize = 730;
/// The gap between two columns.
const GAP: usize = 18;

/// The smallest width of the notes beside the URL, in characters.
const NARROWEST: usize = 34;
/// The largest width of the texts of parts in a list, in characters.
const TEXTS: usize = 40;

/// The number of colors of parts.
const COLORS: usize = 6;

const STYLE: &str = "\
text{font:14px ui-monospace,'DejaVu Sans Mono',monospace;fill:#1c1c22;white-space:pre}\
.url{font-weight:bold}.number{font-size:11px}.faint{fill:#5f5f6b}.warning{fill:#8a5000}.bad{fill:#a02020}\
line{stroke:#6a6a76;stroke-width:1.3}.tip{fill:#6a6a76}.paper{fill:#fdfdfb}.mark{stroke-width:2.5}\
.p0{stroke:#3f6fb5}.p1{stroke:#b5533f}.p2{stroke:#3f8f5f}.p3{stroke:#8a4fb0}.p4{stroke:#a87a1f}.p5{stroke:#2f8f95}\
.wrong{stroke:#c01818}.mark.wrong{stroke-width:3.5}\
@media(prefers-color-scheme:dark){text{fill:#e6e6ea}.faint{fill:#a4a4b0}.warning{fill:#e0a44c}\
.bad{fill:#f08a8a}line{stroke:#a4a4b0}.tip{fill:#a4a4b0}.paper{fill:#16161a}\
.p0{stroke:#7ba4e0}.p1{stroke:#e08a78}.p2{stroke:#78c498}.p3{stroke:#bd90de}.p4{stroke:#d8b060}.p5{stroke:#68c2c8}\
.wrong{stroke:#f06a6a}}";

impl Picture {
    /// Returns the picture as a whole SVG document, with a description for screen readers and colors for light and
    /// dark pages.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::Picture;
    ///
    /// let url = Url::parse("http://host.dom/")?;
    /// let svg = Picture::of_url(&url, url.lints(), false).to_svg();
    /// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    /// assert!(svg.contains("<title id=\"title\">http://host.dom/</title>"));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut canvas = Canvas { body: String::new(), top: 36 };
        match &self.finding {
            Finding::Valid { lints, dialogue, .. } => {
                canvas.words(LEFT, "faint", &self.about);
                canvas.top += 10;
                draw_parts(&mut canvas, self);
                for lint in lints {
                    canvas.words(LEFT, "warning", &format!("{} [{}]", lint.message(), lint.code()));
                }
                canvas.top += 12;
                draw_dialogue(&mut canvas, dialogue);
            }
            Finding::Invalid { code, help, .. } => {
                canvas.words(LEFT, "bad", &format!("{} [{code}]", self.about));
                canvas.top += 10;
                draw_parts(&mut canvas, self);
                if !help.is_empty() {
                    canvas.words(LEFT, "", &format!("help: {help}"));
                }
            }
        }
        canvas.finish(self)
    }
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
        let (top, preserved) = (self.top, preserve(text));
        self.put(format_args!("<text x=\"{left}\" y=\"{top}\""));
        if !class.is_empty() {
            self.put(format_args!(" class=\"{class}\""));
        }
        self.put(format_args!("{preserved}>{}</text>", Markup(text)));
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

    /// Draws the mark of a part. An empty one has a mark, too: `joe:@` has an empty password. Between the marks of neighbors is
    /// a gap.
    fn mark(&mut self, (start, end): (usize, usize), y: usize, part: &LabelledPart) {
        let class = format!("class=\"mark {}\"", stroke(part));
        self.line((start, y), (end.max(start + 3) - 1, y), &class);
    }

    /// Returns the document. Its title and description are for screen readers.
    fn finish(self, picture: &Picture) -> String {
        let Self { body, top } = self;
        let height = top + LINE;
        // The drawing itself is hidden from them: read aloud, it is a heap of words without their places.
        let (title, about) = (shorten(picture.url.clone(), MAX_TEXT), description(picture));
        let (title, about) = (Markup(&title), Markup(&about));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title\" \
             aria-describedby=\"about\"><title id=\"title\">{title}</title><desc id=\"about\">{about}</desc>\
             <style>{STYLE}</style>\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" class=\"tip\"/></marker></defs>\
             <rect width=\"100%\" height=\"100%\" class=\"paper\"/><g aria-hidden=\"true\">{body}</g></svg>\n"
        )
    }
}

/// Returns the picture in words: a sentence about it, its parts, and the dialogue or the help.
fn description(picture: &Picture) -> String {
    let mut text = picture.about.clone();
    for part in &picture.parts {
        let value = match part.text.as_str() {
            "" if part.is_error => "nothing".to_owned(),
            "" => "empty".to_owned(),
            " " => "a space".to_owned(),
            _ => part.whole_text(),
        };
        let _ = write!(text, ". {}: {} {value}, {}", part.number, part.name, part.meaning);
    }
    match &picture.finding {
        Finding::Invalid { help, .. } if help.is_empty() => {}
        Finding::Invalid { help, .. } => {
            let _ = write!(text, ". Help: {help}");
        }
        Finding::Valid { lints, dialogue, .. } => {
            for lint in lints {
                let _ = write!(text, ". Warning: {}", lint.message());
            }
            match dialogue {
                Dialogue::Refused(why) => {
                    let _ = write!(text, ". No access: {why}");
                }
                Dialogue::Plan { opening, turns, .. } => {
                    let _ = write!(text, ". Access: {opening}");
                    for Turn { speaker, words } in turns {
                        let _ = write!(text, "; {}: {words}", speaker.name());
                    }
                }
            }
        }
    }
    text.push('.');
    text
}

/// Returns the attribute that keeps the spaces of a text that has several in a row, or some at an end.
fn preserve(text: &str) -> &'static str {
    let is_needed = text.contains("  ") || text.starts_with(' ') || text.ends_with(' ');
    if is_needed { " xml:space=\"preserve\"" } else { "" }
}

/// Returns the width of a number of characters, rounded.
const fn wide(characters: usize) -> usize {
    (characters * CHAR + 50) / 100
}

/// Returns the number of characters that fit between `left` and the right edge.
const fn columns(left: usize) -> usize {
    WIDTH.saturating_sub(left + LEFT) * 100 / CHAR
}

/// Draws the line and its parts.
fn draw_parts(canvas: &mut Canvas, picture: &Picture) {
    let starts = picture.parts.iter().filter_map(|part| part.columns);
    let last = starts.map(|(start, _)| start).max().unwrap_or(0);
    let beside = Labels::new(LEFT + wide(last) + 44, &picture.parts, usize::MAX);
    // Labels beside the URL need no numbers, but room on the right of where the last part begins.
    let fits = width(&picture.url) <= columns(LEFT) && columns(beside.notes) >= NARROWEST;
    let is_whole = picture.parts.iter().all(|part| part.columns.is_some());
    if fits && is_whole && picture.skipped.count == 0 {
        in_one_line(canvas, picture, beside);
    } else {
        in_many_lines(canvas, picture);
    }
    canvas.top += 10;
}

/// The columns of labels: the name of a part, its text and its meaning.
#[derive(Clone, Copy, Debug)]
struct Labels {
    names: usize,
    texts: usize,
    notes: usize,
    /// The largest width of texts in their column, in characters.
    room: usize,
}

impl Labels {
    /// Returns the columns of labels. Texts that are wider than `most` characters take whole rows, and do not count.
    fn new(names: usize, parts: &[LabelledPart], most: usize) -> Self {
        let (longest, room) = widths(parts, most);
        let texts = names + wide(longest) + GAP;
        Self { names, texts, notes: texts + wide(room) + GAP, room }
    }

    /// Draws a label, and moves below it.
    fn draw(self, canvas: &mut Canvas, part: &LabelledPart) {
        canvas.text(self.names, "", part.name);
        let class = if part.is_error { "bad" } else { "faint" };
        for (text, note) in part.rows(self.room, columns(self.texts), columns(self.notes)) {
            if !text.is_empty() {
                canvas.text(self.texts, "url", &text);
            }
            if !note.is_empty() {
                canvas.text(self.notes, class, &note);
            }
            canvas.top += LINE;
        }
    }
}

/// Draws a row of the line, each part at its own place, so that another font does not move it.
fn row(canvas: &mut Canvas, text: &str, parts: impl Iterator<Item = ((usize, usize), usize)>) {
    let (top, preserved) = (canvas.top, preserve(text));
    canvas.put(format_args!("<text y=\"{top}\" class=\"url\"{preserved}>"));
    let mut at = 0;
    for (piece, _) in pieces(text, parts).into_iter().filter(|(piece, _)| !piece.is_empty()) {
        let left = LEFT + wide(at);
        canvas.put(format_args!("<tspan x=\"{left}\">{}</tspan>", Markup(piece)));
        at += width(piece);
    }
    canvas.put(format_args!("</text>"));
}

/// Returns the class of the line under a part.
fn stroke(part: &LabelledPart) -> String {
    if part.is_error { "wrong".to_owned() } else { format!("p{}", (part.number - 1) % COLORS) }
}

/// Underlines each part, with a line from it down and to its label.
fn in_one_line(canvas: &mut Canvas, picture: &Picture, labels: Labels) {
    let parts = picture.parts.iter().filter_map(|part| Some((part.columns?, part.number)));
    row(canvas, &picture.url, parts);
    let under = canvas.top + 6;
    canvas.top += LINE + 12;
    let right = labels.names - 8;
    // The last part has the uppermost label: a line from an earlier part then passes on the left of those above it.
    for part in picture.parts.iter().rev() {
        let Some((start, end)) = part.columns else { continue };
        let (start, end) = (LEFT + wide(start), LEFT + wide(end));
        canvas.mark((start, end), under, part);
        let (stem, middle) = (start + 3, canvas.top - 5);
        let line = format!("class=\"{}\"", stroke(part));
        canvas.line((stem, under), (stem, middle), &line);
        canvas.line((stem, middle), (right, middle), &line);
        labels.draw(canvas, part);
    }
}

/// Underlines and numbers each part, with a list of the numbers below.
fn in_many_lines(canvas: &mut Canvas, picture: &Picture) {
    for line in marked_rows(&picture.url, &picture.parts, columns(LEFT), WIDTH) {
        let parts = line.marks.iter().map(|mark| ((mark.start, mark.end), mark.part.number));
        row(canvas, line.text, parts);
        let under = canvas.top + 6;
        for Mark { part, start, end, .. } in line.marks {
            let (start, end) = (LEFT + wide(start), LEFT + wide(end));
            canvas.mark((start, end), under, part);
        }
        canvas.top += 20;
        for numbers in line.numbers {
            for (column, number) in numbers {
                canvas.text(LEFT + wide(column), "number", &number);
            }
            canvas.top += 14;
        }
        canvas.top += 10;
    }
    canvas.top += 6;
    let digits = picture.parts.last().map_or(1, |part| part.number.to_string().len());
    let numbers = LEFT + 26;
    let labels = Labels::new(numbers + wide(digits) + GAP, &picture.parts, TEXTS);
    for (index, part) in picture.parts.iter().enumerate() {
        if let Some(row) = picture.skipped.row(index, "part") {
            canvas.words(numbers, "faint", &row);
        }
        let middle = canvas.top - 5;
        canvas.mark((LEFT, LEFT + 19), middle, part);
        canvas.text(numbers, "", &part.number.to_string());
        labels.draw(canvas, part);
    }
}

fn draw_dialogue(canvas: &mut Canvas, dialogue: &Dialogue) {
    let (opening, turns, skipped, warnings) = match dialogue {
        Dialogue::Refused(why) => return canvas.words(LEFT, "bad", &format!("no access: {why}")),
        Dialogue::Plan { opening, turns, skipped, warnings } => (opening, turns, skipped, warnings),
    };
    canvas.words(LEFT, "url", opening);
    canvas.top += 8;
    // Without a message, as for a file on this machine, there is nothing to draw between client and server.
    let talks = turns.iter().any(|turn| turn.speaker != Speaker::User);
    let begin = canvas.top + 8;
    if talks {
        canvas.text(CLIENT - 24, "faint", "client");
        canvas.text(SERVER - 24, "faint", "server");
        canvas.top += LINE + 10;
    }
    for (index, Turn { speaker, words }) in turns.iter().enumerate() {
        if let Some(row) = skipped.row(index, "message") {
            canvas.words(CLIENT + 16, "faint", &row);
        }
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
    // The words stay between client and server.
    for piece in wrap(words, columns(CLIENT + 16 + WIDTH - SERVER - LEFT + 8)) {
        canvas.text(CLIENT + 16, "", &piece);
        canvas.top += LINE;
    }
    // Under the last line of the words.
    let y = canvas.top - LINE + 6;
    canvas.line((from, y), (to, y), "marker-end=\"url(#tip)\"");
}
