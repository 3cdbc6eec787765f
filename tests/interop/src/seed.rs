//! What the servers serve: two small trees and three news articles, kept in memory and written
//! out below a temporary directory. A comparison is always with these constants, never with the disk.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt as _, fs::PermissionsExt as _},
    path::{Path, PathBuf},
};

use crate::octets::{Error, Result, excerpt};

/// A tree of files. Names are octets, like Unix file names.
#[derive(Debug, Clone, Copy)]
pub struct Tree {
    /// The directory of the tree below the temporary one, and its name in messages.
    pub name: &'static str,
    files: &'static [(&'static [u8], &'static [u8])],
    /// Empty directories.
    empty: &'static [&'static [u8]],
    /// Files that a server executes.
    programs: &'static [&'static [u8]],
}

/// Every octet once, including CR LF, FF and NUL, so that every change in a transfer is detected.
const ALL: &[u8] = &{
    let mut all = [0; 256];
    let mut at = 0;
    while at < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "at is below 256")]
        {
            all[at] = at as u8;
        }
        at += 1;
    }
    all
};

/// Served by the ftp and http servers, and opened by the file URLs. Two files are named `motd`, one
/// `etc/motd`: the example of the section distinguishes them.
pub const FILES: Tree = Tree {
    name: "files",
    files: &[
        (b"motd", b"Welcome.\nTwo lines.\n"),
        (b"etc/motd", b"The other one, below etc.\n"),
        (b"index.html", b"<title>front</title>\n"),
        (b"a/b/c/file.txt", b"deep down\n"),
        (b"b/file.txt", b"not in a\n"),
        (b"~user/page.html", b"<title>tilde</title>\n"),
        (b"pub/file.txt", b"one\ntwo\n\nthree without an end"),
        (b"pub/crlf.txt", b"already\r\nso\r\n"),
        (b"pub/all.gif", ALL),
        (b"pub/a b.txt", b"a blank\n"),
        (b"pub/a;b.txt", b"a semicolon\n"),
        (b"pub/a#b.txt", b"a number sign\n"),
        (b"pub/a?b.txt", b"a question mark\n"),
        (b"pub/a&b=c:d@e.txt", b"what fsegment holds plain\n"),
        (b"pub/100%.txt", b"a percent sign\n"),
        (b"pub/100%25.txt", b"decoded once, not twice\n"),
        (b"pub/caf\xc3\xa9.txt", b"two octets above 7F\n"),
        (b"pub/ ", b"named by one blank\n"),
        (b"pub/x;type=a", b"looks like a typecode\n"),
        (b"pub/a;dir/in.txt", b"below a semicolon\n"),
        (b"pub/-la/inside", b"below what looks like options\n"),
        (b"latin/caf\xe9.txt", b"one octet, no UTF-8\n"),
        (b"latin/x\xff.txt", b"octet FF as it is\n"),
        (b"latin/x\xff\xff.txt", b"octet FF doubled\n"),
    ],
    empty: &[b"empty"],
    programs: &[],
};

/// Answers a search with the search string. Both gopher servers pass it in
/// `SEARCHREQUEST`, and what follows a `?` in the selector in `QUERY_STRING` or as arguments.
const FIND: &[u8] = b"#!/bin/sh\nprintf 'found <%s>\\n' \"$SEARCHREQUEST\"\n";

/// Served by the gopher servers.
pub const GOPHER: Tree = Tree {
    name: "gopher",
    files: &[
        (b"about.txt", b"about\nthis\n"),
        (b"find", FIND),
        (b"docs/plain.txt", b"one\n.dot at the start\n..two\n.\nlast\n"),
        (b"docs/all.gif", ALL),
        (b"docs/deep/er/in.txt", b"deep in gopherspace\n"),
        (b"names/a b.txt", b"a blank\n"),
        (b"names/a;b=c&d.txt", b"nothing is reserved\n"),
        (b"names/a#b.txt", b"a number sign\n"),
        (b"names/a?b.txt", b"a question mark\n"),
        (b"names/100%.txt", b"a percent sign\n"),
        (b"names/caf\xc3\xa9.txt", b"two octets above 7F\n"),
        (b"plus/item.txt", b"the default view\n"),
        (b"search/gophermap", b"iA search\tfake\t(NULL)\t0\n7Find words\t/find\n"),
        (b"plus/item.txt.abstract", b"What the item is about.\n"),
        (b"plus/item.txt.ask", b"Ask: Your name?\n"),
    ],
    empty: &[b"empty"],
    programs: &[b"find"],
};

impl Tree {
    /// Returns the octets of the file at `path`.
    #[must_use]
    pub fn octets(&self, path: &[u8]) -> Option<&'static [u8]> {
        self.files.iter().find(|(name, _)| *name == path).map(|(_, octets)| *octets)
    }

    /// Returns the names directly below the directory `path` (empty for the root), in octet order; `None`
    /// if there is no such directory.
    #[must_use]
    pub fn names(&self, path: &[u8]) -> Option<Vec<&'static [u8]>> {
        let below = |name: &'static [u8]| match path {
            [] => Some(name),
            _ => name.strip_prefix(path)?.strip_prefix(b"/"),
        };
        let first = |rest: &'static [u8]| rest.split(|&o| o == b'/').next();
        let files = self.files.iter().filter_map(|(name, _)| below(name));
        let empty = self.empty.iter().filter_map(|name| below(name));
        let mut names: Vec<_> = files.chain(empty).filter_map(first).collect();
        names.sort_unstable();
        names.dedup();
        (!names.is_empty() || self.empty.contains(&path)).then_some(names)
    }

    /// Writes the tree below `scratch`, readable by everyone (some servers run as `nobody`), and
    /// writable only by its owner (vsftpd refuses anything else). Returns its root.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn plant(&self, scratch: &Path) -> Result<PathBuf> {
        let root = scratch.join(self.name);
        open_directory(scratch, &root)?;
        for name in self.empty {
            open_directory(&root, &root.join(OsStr::from_bytes(name)))?;
        }
        for (name, octets) in self.files {
            let path = root.join(OsStr::from_bytes(name));
            open_directory(&root, path.parent().unwrap_or(&root))?;
            fs::write(&path, octets).map_err(Error::during(path.display()))?;
            let mode = if self.programs.contains(name) { 0o755 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        }
        Ok(root)
    }
}

/// Creates `directory` and its missing parents below `root`, readable by everyone.
fn open_directory(root: &Path, directory: &Path) -> Result<()> {
    fs::create_dir_all(directory).map_err(Error::during(directory.display()))?;
    for path in directory.ancestors().take_while(|path| *path != root) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// A news article: header lines without their CR LF, and the body with it.
#[derive(Debug, Clone, Copy)]
pub struct Article {
    /// The group it is posted to.
    pub group: &'static str,
    /// Between `<` and `>`.
    pub message_id: &'static str,
    /// The body as the poster wrote it, dots not doubled.
    pub body: &'static [u8],
}

/// In the order posted; `sn` numbers a group's articles from 10.
pub const ARTICLES: &[Article] = &[
    Article {
        group: "comp.test",
        message_id: "first@host.dom",
        body: b"Hello.\r\n.dot at the start\r\n..two\r\n.\r\n\r\nlast\r\n",
    },
    Article {
        group: "comp.test",
        message_id: "a%b+c.$2@host.dom",
        body: b"caf\xc3\xa9, caf\xe9 and \xff\r\n",
    },
    Article {
        group: "alt.rfc-1738+x_y",
        message_id: "other@host.dom",
        body: b"Another group.\r\n",
    },
];

/// Groups without articles.
pub const EMPTY_GROUPS: &[&str] = &["comp.empty"];

impl Article {
    /// Returns the header lines as posted. A server adds its own (`Path`, `Xref`) and may move these.
    #[must_use]
    pub fn headers(&self) -> Vec<String> {
        vec![
            "From: someone@host.dom".to_owned(),
            format!("Newsgroups: {}", self.group),
            "Subject: a seeded article".to_owned(),
            "Date: Mon, 05 Dec 1994 10:00:00 GMT".to_owned(),
            format!("Message-ID: <{}>", self.message_id),
        ]
    }

    /// Returns the article as sent: lines ended by CR LF, leading dots doubled, a lone dot
    /// at the end.
    #[must_use]
    pub fn wire(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        for line in self.headers() {
            plain.extend(line.as_bytes());
            plain.extend(b"\r\n");
        }
        plain.extend(b"\r\n");
        plain.extend(self.body);
        let mut wire = Vec::new();
        for line in plain.split_inclusive(|&octet| octet == b'\n') {
            if line.starts_with(b".") {
                wire.push(b'.');
            }
            wire.extend(line);
        }
        wire.extend(b".\r\n");
        wire
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_directly_below() {
        assert_eq!(FILES.names(b"a").unwrap(), [b"b".as_slice()]);
        assert_eq!(FILES.names(b"empty").unwrap(), Vec::<&[u8]>::new());
        assert_eq!(FILES.names(b"nowhere"), None);
        assert!(FILES.names(b"").unwrap().contains(&b"pub".as_slice()));
    }

    #[test]
    fn a_planted_tree_holds_its_octets() {
        let scratch = tempfile::tempdir().unwrap();
        let root = FILES.plant(scratch.path()).unwrap();
        for (name, octets) in FILES.files {
            assert_eq!(fs::read(root.join(OsStr::from_bytes(name))).unwrap(), *octets);
        }
    }

    #[test]
    fn dots_are_doubled_on_the_wire() {
        let wire = ARTICLES[0].wire();
        assert!(wire.ends_with(b"\r\n..dot at the start\r\n...two\r\n..\r\n\r\nlast\r\n.\r\n"));
    }
}
