//! The picture as text: each part underlined, a line from each down to its name.

use std::io::{self, Write};

use super::{Dialogue, Labelled, Picture, Speaker};
use crate::session::Palette;

/// Draws the picture.
pub(crate) fn draw(picture: &Picture, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let Palette { strong, faint, name, warning, bad, .. } = palette;
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
        let (code, part) = (lint.code, lint.part);
        writeln!(out, "\n{warning}warning{warning:#}: {} [{code}, {part}]", lint.message)?;
    }
    match &picture.dialogue {
        Dialogue::Refused(why) => writeln!(out, "\n{bad}no access{bad:#}: {why}")?,
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

/// How wide the columns behind the drawing are.
#[derive(Clone, Copy, Debug)]
struct Widths {
    /// Where the lines to the labels end.
    right: usize,
    name: usize,
    decoded: usize,
}

impl Widths {
    fn of(parts: &[Labelled]) -> Self {
        let longest = |width: fn(&Labelled) -> usize| parts.iter().map(width).max().unwrap_or(0);
        Self {
            right: longest(|part| part.start) + 2,
            name: longest(|part| part.name.len()),
            decoded: longest(|part| part.decoded.as_ref().map_or(0, |text| text.chars().count())),
        }
    }
}

/// A line under each part; where a part is empty, a mark.
fn underlines(parts: &[Labelled]) -> String {
    let mut line = String::new();
    for Labelled { start, end, .. } in parts {
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

/// The lines down from the parts `earlier`, and the one that turns to the label at `start`.
fn stems(earlier: &[Labelled], start: usize, right: usize) -> String {
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
