//! The picture as text: each part is underlined, with a line from it down to its name.

use std::io::{self, Write};

use super::{
    dialogue::{Dialogue, Speaker},
    model::{LabelledPart, Picture},
};
use crate::diagnostics::Palette;

/// Draws the picture.
pub(crate) fn draw(picture: &Picture, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let Palette { strong, faint, name, warning, error, .. } = palette;
    writeln!(out, "{faint}{}{faint:#}\n", picture.about)?;
    writeln!(out, "  {strong}{}{strong:#}", picture.url)?;
    writeln!(out, "  {name}{}{name:#}", underlines(&picture.parts))?;
    let widths = Widths::of(&picture.parts);
    for (index, part) in picture.parts.iter().enumerate().rev() {
        let earlier = picture.parts.get(..index).unwrap_or_default();
        let stem = stems(earlier, part.start, widths.right);
        let (label, decoded, rule) =
            (part.name, part.decoded.as_deref().unwrap_or_default(), &part.rule);
        write!(out, "  {name}{stem} {label:<wide$}{name:#}", wide = widths.name)?;
        if widths.decoded > 0 {
            write!(out, "  {decoded:<wide$}", wide = widths.decoded)?;
        }
        writeln!(out, "  {}  {faint}{rule}{faint:#}", part.meaning)?;
    }
    for lint in &picture.lints {
        let (code, part) = (lint.code, lint.part.label());
        writeln!(out, "\n{warning}warning{warning:#}: {} [{code}, {part}]", lint.message)?;
    }
    match &picture.dialogue {
        Dialogue::Refused(why) => writeln!(out, "\n{error}no access{error:#}: {why}")?,
        Dialogue::Plan { opening, turns, warnings } => {
            writeln!(out, "\n{strong}{opening}{strong:#}")?;
            for (speaker, words) in turns {
                let arrow = match speaker {
                    Speaker::Client => "->",
                    Speaker::Server => "<-",
                    Speaker::User => "  ",
                };
                writeln!(out, "  {name}{:>6}{name:#} {arrow} {words}", speaker.name())?;
            }
            for (code, message) in warnings {
                writeln!(out, "{warning}warning{warning:#}: {message} [{code}]")?;
            }
        }
    }
    writeln!(out)
}

/// The widths of the columns to the right of the drawing.
#[derive(Clone, Copy, Debug)]
struct Widths {
    /// The end of the lines to the labels.
    right: usize,
    name: usize,
    decoded: usize,
}

impl Widths {
    fn of(parts: &[LabelledPart]) -> Self {
        let longest =
            |width: fn(&LabelledPart) -> usize| parts.iter().map(width).max().unwrap_or(0);
        Self {
            right: longest(|part| part.start) + 2,
            name: longest(|part| part.name.len()),
            decoded: longest(|part| part.decoded.as_ref().map_or(0, |text| text.chars().count())),
        }
    }
}

/// Returns a line under each part, and a mark under each empty part.
fn underlines(parts: &[LabelledPart]) -> String {
    let mut line = String::new();
    for LabelledPart { start, end, .. } in parts {
        let at = line.chars().count();
        line.extend((at..*start).map(|_| ' '));
        if start == end {
            line.push('\u{2575}');
        } else {
            let at = line.chars().count().max(*start);
            line.extend((at..*end).map(|at| if at == *start { '\u{252c}' } else { '\u{2500}' }));
        }
    }
    line
}

/// Returns the lines down from the parts `earlier`, and the line that turns to the label at `start`.
fn stems(earlier: &[LabelledPart], start: usize, right: usize) -> String {
    let mut line = String::new();
    for part in earlier {
        let at = line.chars().count();
        if part.start >= at && part.start < start {
            line.extend((at..part.start).map(|_| ' '));
            line.push('\u{2502}');
        }
    }
    let at = line.chars().count();
    line.extend((at..start).map(|_| ' '));
    line.push('\u{2514}');
    let at = line.chars().count();
    line.extend((at..right).map(|_| '\u{2500}'));
    line
}
