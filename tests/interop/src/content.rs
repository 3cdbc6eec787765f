//! Compares what was received with what was seeded: files, listings, menus, articles.

use crate::error::{Error, Result};
use crate::octets::excerpt;
use crate::seed::{ARTICLES, Tree};

pub(crate) fn file(tree: &Tree, path: &[u8]) -> Result<&'static [u8]> {
    tree.octets(path).ok_or_else(|| Error::new(format!("no seeded file {}", excerpt(path))))
}

pub(crate) fn directory(tree: &Tree, path: &[u8]) -> Result<Vec<&'static [u8]>> {
    tree.names(path).ok_or_else(|| Error::new(format!("no seeded directory {}", excerpt(path))))
}

pub(crate) fn differ(got: &[u8], wanted: &[u8]) -> Error {
    Error::new(format!("got {}, wanted {}", excerpt(got), excerpt(wanted)))
}

pub(crate) fn same(got: &[u8], wanted: &[u8]) -> Result<usize> {
    if got == wanted { Ok(wanted.len()) } else { Err(differ(got, wanted)) }
}

pub(crate) fn found(octets: &[u8], piece: &[u8], wanted: bool) -> Result<usize> {
    let there = octets.windows(piece.len().max(1)).any(|window| window == piece);
    let not = if wanted { "not " } else { "" };
    if there == wanted {
        return Ok(if wanted { piece.len() } else { 0 });
    }
    Err(Error::new(format!("{} is {not}in {}", excerpt(piece), excerpt(octets))))
}

/// Returns the octets as an ASCII transfer sends them.
pub(crate) fn with_crlf(octets: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for &octet in octets {
        if octet == b'\n' && text.last() != Some(&b'\r') {
            text.push(b'\r');
        }
        text.push(octet);
    }
    text
}

fn lines(octets: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = octets.split(|&octet| octet == b'\n');
    lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)).filter(|line| !line.is_empty())
}

/// Returns the names of an NLST; some servers put the argument and a slash before each.
pub(crate) fn listed(octets: &[u8]) -> Vec<Vec<u8>> {
    let name = |line: &[u8]| line.rsplit(|&o| o == b'/').next().unwrap_or_default().to_vec();
    let mut names: Vec<_> = lines(octets).map(name).collect();
    names.sort_unstable();
    names
}

/// Returns the names that the selectors of a menu lead to, below `path`. Notes and the link to the parent are not items;
/// a selector that leads elsewhere is kept whole, and fails the comparison.
pub(crate) fn in_menu(octets: &[u8], path: &[u8]) -> Vec<Vec<u8>> {
    let items = lines(octets).take_while(|line| *line != b".");
    let items = items.filter(|line| !line.starts_with(b"i") && !line.starts_with(b"1.."));
    let name = |line: &[u8]| {
        let selector = line.split(|&octet| octet == b'\t').nth(1).unwrap_or_default();
        let below = |selector: &[u8]| {
            let selector = selector.strip_prefix(b"/")?;
            let selector = selector.strip_suffix(b"/").unwrap_or(selector);
            if path.is_empty() {
                return Some(selector.to_vec());
            }
            Some(selector.strip_prefix(path)?.strip_prefix(b"/")?.to_vec())
        };
        below(selector).unwrap_or_else(|| selector.to_vec())
    };
    let mut names: Vec<_> = items.map(name).collect();
    names.sort_unstable();
    names
}

pub(crate) fn same_names(got: &[Vec<u8>], wanted: Vec<&[u8]>, received: &[u8]) -> Result<usize> {
    if got == wanted {
        return Ok(wanted.iter().map(|name| name.len()).sum());
    }
    let wanted = wanted.join(&b", "[..]);
    Err(Error::new(format!("got {}, wanted {}", excerpt(received), excerpt(&wanted))))
}

/// Checks that the body is exactly the posted one; the server may add header lines.
pub(crate) fn same_article(got: &[u8], id: &str) -> Result<usize> {
    let article = ARTICLES.iter().find(|article| article.message_id == id);
    let article = article.ok_or_else(|| Error::new(format!("no seeded article {id}")))?;
    let end = got.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.ok_or_else(|| Error::new(format!("no article: {}", excerpt(got))))?;
    let (head, body) = (&got[..end], &got[end + 4..]);
    let mut compared = same(body, article.body)?;
    for header in article.headers() {
        let there = lines(head).any(|line| line == header.as_bytes());
        compared += header.len();
        if !there {
            return Err(Error::new(format!("{header} is not in {}", excerpt(head))));
        }
    }
    Ok(compared)
}
