//! Counts as bar charts in SVG.

use std::io::{self, Write};

use url1738_picture::Markup;

use super::{Row, Section};

/// The width of the drawing, of the names and of the longest bar, in pixels.
const WIDTH: u64 = 720;
const NAMES: u64 = 270;
const LONGEST: u64 = 350;

/// The height of a row and of a title, in pixels.
const ROW: u64 = 24;
const TITLE: u64 = 40;

/// The most characters of a name.
const NAME: usize = 34;

const STYLE: &str = "svg{font:14px system-ui,sans-serif;fill:#1c1c22}.paper{fill:#fdfdfb}.bar{fill:#3f6fb5}\
.title{font-size:16px;font-weight:bold}@media(prefers-color-scheme:dark){svg{fill:#e8e6e1}.paper{fill:#17171b}\
.bar{fill:#7ba4e0}}";

/// Writes a chart for each section that is not empty, one below the other. For screen readers the drawing is one image, which
/// says all numbers.
pub(crate) fn write_charts<'s>(
    sections: impl IntoIterator<Item = &'s Section>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let chart = |section: &'s Section| {
        let rows: Vec<&Row> = section.rows.iter().filter(|row| row.count > 0).collect();
        (!rows.is_empty()).then_some((&section.title, rows))
    };
    let charts: Vec<_> = sections.into_iter().filter_map(chart).collect();
    let rows: u64 = charts.iter().map(|(_, rows)| rows.len() as u64).sum();
    let height = charts.len() as u64 * TITLE + rows * ROW + 16;
    let titles: Vec<&str> = charts.iter().map(|(title, _)| title.as_str()).collect();
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"title\" aria-describedby=\"about\">\
         <title id=\"title\">{}</title><desc id=\"about\">",
        Markup(&titles.join(", "))
    )?;
    for (title, rows) in &charts {
        let rows: Vec<String> =
            rows.iter().map(|row| format!("{} {}", row.name, row.count)).collect();
        write!(out, "{}: {}. ", Markup(title), Markup(&rows.join(", ")))?;
    }
    writeln!(
        out,
        "</desc><style>{STYLE}</style><rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>"
    )?;
    let mut y = 0;
    for (title, rows) in charts {
        y += TITLE;
        writeln!(out, "<text class=\"title\" x=\"16\" y=\"{}\">{}</text>", y - 10, Markup(title))?;
        let most = rows.iter().map(|row| row.count).max().unwrap_or_default().max(1);
        for Row { name, count, .. } in rows {
            let shown: String = match name.chars().nth(NAME) {
                Some(_) => name.chars().take(NAME - 1).chain(['\u{2026}']).collect(),
                None => name.clone(),
            };
            // A bar that would be thinner than a pixel is one.
            let width = u64::try_from(u128::from(*count) * u128::from(LONGEST) / u128::from(most));
            let (width, text) = (width.unwrap_or(LONGEST).max(1), y + 17);
            writeln!(
                out,
                "<text x=\"16\" y=\"{text}\">{}</text><rect class=\"bar\" x=\"{NAMES}\" y=\"{}\" width=\"{width}\" \
                 height=\"14\" rx=\"2\"/><text x=\"{}\" y=\"{text}\">{count}</text>",
                Markup(&shown),
                y + 5,
                NAMES + width + 8
            )?;
            y += ROW;
        }
    }
    writeln!(out, "</svg>")
}
