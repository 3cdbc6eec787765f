//! Bar charts as inline SVG.

use core::fmt::Write as _;

use super::model::Row;
use crate::diagnostics::markup::Escaped;

const NAME: usize = 280;
const BAR: usize = 380;
const COUNT: usize = 90;
const HEIGHT: usize = 22;

/// Returns a bar chart of rows, with the names on the left and the counts to the right of the bars.
pub(super) fn bars(rows: &[Row]) -> String {
    let longest = rows.iter().map(|row| row.count).max().unwrap_or_default().max(1);
    let (width, height) = (NAME + BAR + COUNT, rows.len() * HEIGHT);
    let mut out = format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\">");
    for (index, Row { name, count, about }) in rows.iter().enumerate() {
        let (top, middle) = (index * HEIGHT, index * HEIGHT + HEIGHT / 2);
        let bar = u128::from(*count) * BAR as u128 / u128::from(longest);
        let bar = bar.max(u128::from(*count > 0));
        let cut: String = name.chars().take(38).collect();
        let title = if about.is_empty() { name.as_str() } else { about };
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<g><title>{}</title><text x=\"{}\" y=\"{middle}\" class=\"name\">{}</text>\
             <rect x=\"{NAME}\" y=\"{}\" width=\"{bar}\" height=\"{}\"/>\
             <text x=\"{}\" y=\"{middle}\">{count}</text></g>",
            Escaped(title),
            NAME - 10,
            Escaped(&cut),
            top + 4,
            HEIGHT - 8,
            NAME as u128 + bar + 8,
        );
    }
    out.push_str("</svg>");
    out
}
