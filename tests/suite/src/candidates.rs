//! The strings that the suite is chosen from, and the URLs of decoded parts.

use core::str;
use std::collections::{HashSet, VecDeque};

use url1738::{
    FileUrl, FtpUrl, GopherUrl, Host, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl, TelnetUrl,
    WaisUrl, ftp::TypeCode,
};
use url1738_conformance::{
    dfa::{DEAD, Dfa, StateId},
    oracle::{Oracle, decoded},
    reader::{Parser, Reader as _},
    suite,
    suite::{Effort, Section, Sink, wp_method},
};

/// No walk is longer: host names end at 255 characters.
const LONGEST_WALK: usize = 240;

/// No candidate with a repeated cycle is longer.
const LONGEST_PUMPED: usize = 200;

/// Returns the strings of the suites of `tests/conformance`, the shortest first, after walks through all states.
#[must_use]
pub fn candidates(oracle: &Oracle, large: bool) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    suite::run(oracle, Effort::Quick, &mut |section, text| {
        // Few faults need a cycle that is taken often; the longest texts show no other.
        if section != Section::Pumped || text.len() <= LONGEST_PUMPED {
            found.push(text.to_vec());
        }
    });
    let all: Vec<u8> = (0..=u8::MAX).collect();
    {
        let mut visit = |_: Section, text: &[u8]| found.push(text.to_vec());
        let mut sink = Sink::new(&mut visit);
        wp_method(&oracle.uncounted, &all, &mut sink);
        if large {
            wp_method(&oracle.strict, &oracle.strict.class_bytes(), &mut sink);
        }
    }
    found.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    found.dedup();
    let mut first = walks(&oracle.uncounted, Goal::Steps);
    first.extend(walks(&oracle.strict, Goal::States));
    if large {
        first.extend(walks(&oracle.strict, Goal::Steps));
    }
    first.extend(found);
    first
}

/// What walks have to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    States,
    Steps,
}

/// Returns accepted texts that together visit every state, or take every transition that leads anywhere.
///
/// Each walks from the start to the nearest place that is still open, goes on from there, and ends by the shortest
/// way to acceptance.
fn walks(dfa: &Dfa, goal: Goal) -> Vec<Vec<u8>> {
    let classes: Vec<Vec<u8>> = dfa.byte_classes().into_iter().map(printable_first).collect();
    let completions = dfa.completions();
    let mut open: HashSet<(StateId, usize)> = HashSet::new();
    let target = |state: StateId, class: usize| match goal {
        Goal::States => (dfa.next(state, classes[class][0]), 0),
        Goal::Steps => (state, class),
    };
    let access = dfa.access();
    for (state, _) in (0..).zip(&access).filter(|(state, text)| *state != DEAD && text.is_some()) {
        for (class, bytes) in classes.iter().enumerate() {
            if dfa.next(state, bytes[0]) != DEAD {
                open.insert(target(state, class));
            }
        }
    }
    let mut turn = vec![0_usize; classes.len()];
    let mut walks = Vec::new();
    loop {
        let (mut state, mut text) = (dfa.start(), Vec::new());
        let mut gained = false;
        while let Some(way) =
            nearest(dfa, &classes, state, |from, class| open.contains(&target(from, class)))
        {
            if text.len() + way.len() > LONGEST_WALK && gained {
                break;
            }
            for class in way {
                gained |= open.remove(&target(state, class));
                // All bytes of a class lead to the same state, so each of them has its turn.
                let byte = classes[class][turn[class] % classes[class].len()];
                turn[class] += 1;
                state = dfa.next(state, byte);
                text.push(byte);
            }
        }
        if !gained {
            return walks;
        }
        text.extend(completions[state as usize].as_deref().unwrap_or_default());
        walks.push(text);
    }
}

/// Returns the classes of bytes on a shortest way to a transition that is wanted, that transition included.
fn nearest(
    dfa: &Dfa,
    classes: &[Vec<u8>],
    from: StateId,
    wanted: impl Fn(StateId, usize) -> bool,
) -> Option<Vec<usize>> {
    let mut came = vec![None; dfa.len()];
    let mut queue = VecDeque::from([from]);
    let mut seen = vec![false; dfa.len()];
    seen[from as usize] = true;
    while let Some(state) = queue.pop_front() {
        for (class, bytes) in classes.iter().enumerate() {
            let next = dfa.next(state, bytes[0]);
            if next == DEAD {
                continue;
            }
            if wanted(state, class) {
                let mut way = vec![class];
                let mut at = state;
                while let Some((before, class)) = came[at as usize] {
                    way.push(class);
                    at = before;
                }
                way.reverse();
                return Some(way);
            }
            if !seen[next as usize] {
                seen[next as usize] = true;
                came[next as usize] = Some((state, class));
                queue.push_back(next);
            }
        }
    }
    None
}

fn printable_first(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.sort_by_key(|byte| (!byte.is_ascii_lowercase(), !byte.is_ascii_graphic(), *byte));
    bytes
}

/// The decoded parts of a URL by their names, the scheme left out.
#[derive(Clone, Copy, Debug)]
struct Parts<'p>(&'p [(String, Vec<u8>)]);

impl<'p> Parts<'p> {
    fn get(self, name: &str) -> Option<&'p [u8]> {
        self.all(name).next()
    }

    fn all(self, name: &str) -> impl Iterator<Item = &'p [u8]> {
        let name = name.to_owned();
        self.0.iter().filter(move |(other, _)| *other == name).map(|(_, octets)| &octets[..])
    }

    fn text(self, name: &str) -> Option<&'p str> {
        self.get(name).and_then(|octets| str::from_utf8(octets).ok())
    }

    fn host(self) -> Option<Host<'p>> {
        Host::parse(self.text("host")?).ok()
    }

    /// Returns the port: `Some(None)` if there is none, `None` if it is not a number of 16 bits.
    fn port(self) -> Option<Option<u16>> {
        match self.get("port") {
            None | Some(b"") => Some(None),
            Some(_) => self.text("port")?.parse().ok().map(Some),
        }
    }
}

/// Sets the port if there is one.
macro_rules! with_port {
    ($builder:expr, $parts:expr) => {
        match $parts.port()? {
            Some(port) => $builder.port(port),
            None => $builder,
        }
    };
}

/// Sets user and password if there are any.
macro_rules! with_login {
    ($builder:expr, $parts:expr) => {
        match ($parts.get("user"), $parts.get("password")) {
            (Some(user), Some(password)) => $builder.credentials(user, password),
            (Some(user), None) => $builder.user(user),
            (None, _) => $builder,
        }
    };
}

/// Returns the URL that a builder makes of decoded parts; `None` if it does not have them.
#[must_use]
pub fn build(scheme: &str, parts: &[(String, Vec<u8>)]) -> Option<String> {
    let url = built(scheme, Parts(parts))?;
    let mut pieces = Vec::new();
    Parser::of(scheme)?.read(url.as_bytes(), &mut pieces).ok()?;
    // A builder has no place for some parts, and writes a number without leading zeros.
    let found = pieces.iter().filter(|piece| piece.part != "scheme");
    let found = found.map(|piece| (piece.part, decoded(&url.as_bytes()[piece.start..piece.end])));
    found.eq(parts.iter().map(|(name, octets)| (&**name, octets.clone()))).then_some(url)
}

fn built(scheme: &str, parts: Parts<'_>) -> Option<String> {
    let url = match scheme {
        "ftp" => {
            let mut builder =
                with_port!(with_login!(FtpUrl::builder(parts.host()?).ok()?, parts), parts);
            if parts.get("fsegment").is_some() {
                builder = builder.path(parts.all("fsegment"));
            }
            if let Some(code) = parts.get("ftptype") {
                builder = builder.typecode(match code {
                    b"a" | b"A" => TypeCode::Ascii,
                    b"i" | b"I" => TypeCode::Image,
                    b"d" | b"D" => TypeCode::Directory,
                    _ => return None,
                });
            }
            builder.try_build().ok()?.into_string()
        }
        "http" => {
            let mut builder = with_port!(HttpUrl::builder(parts.host()?).ok()?, parts);
            if parts.get("hsegment").is_some() {
                builder = builder.path(parts.all("hsegment"));
            }
            if let Some(search) = parts.get("search") {
                builder = builder.search(search);
            }
            builder.try_build().ok()?.into_string()
        }
        "gopher" => {
            let mut builder = with_port!(GopherUrl::builder(parts.host()?).ok()?, parts);
            if let Some(&[gtype]) = parts.get("gtype") {
                builder = builder.item(gtype, parts.get("selector").unwrap_or_default()).ok()?;
            }
            let plus = parts.get("gopher+_string");
            if let Some(search) = parts.get("search").filter(|it| plus.is_none() || !it.is_empty())
            {
                builder = builder.search(search).ok()?;
            }
            if let Some(plus) = plus {
                builder = builder.plus_string(plus);
            }
            builder.try_build().ok()?.into_string()
        }
        "mailto" => MailtoUrl::to(parts.text("encoded822addr")?).ok()?.into_string(),
        "news" => {
            let url = if let Some(group) = parts.text("group") {
                NewsUrl::group(group).ok()?
            } else if let Some(article) = parts.get("article") {
                let at = article.iter().rposition(|byte| *byte == b'@')?;
                let host = Host::parse(str::from_utf8(&article[at + 1..]).ok()?).ok()?;
                NewsUrl::article(&article[..at], host).ok()?
            } else {
                NewsUrl::all()
            };
            url.into_string()
        }
        "nntp" => {
            let builder = NntpUrl::builder(parts.host()?, parts.text("group")?).ok()?;
            let builder = with_port!(builder, parts);
            let builder = match parts.text("digits") {
                Some(digits) => builder.article(digits.parse().ok()?),
                None => builder,
            };
            builder.try_build().ok()?.into_string()
        }
        "telnet" => {
            let builder = with_login!(TelnetUrl::builder(parts.host()?).ok()?, parts);
            with_port!(builder, parts).try_build().ok()?.into_string()
        }
        "wais" => {
            let builder = WaisUrl::builder(parts.host()?, parts.get("database")?).ok()?;
            let mut builder = with_port!(builder, parts);
            if let Some(search) = parts.get("search") {
                builder = builder.search(search);
            } else if let Some(wtype) = parts.get("wtype") {
                builder = builder.document(wtype, parts.get("wpath").unwrap_or_default());
            }
            builder.try_build().ok()?.into_string()
        }
        "file" => {
            let mut builder = FileUrl::builder();
            if parts.get("host").is_some() {
                builder = builder.host(parts.host()?);
            }
            builder.path(parts.all("fsegment")).try_build().ok()?.into_string()
        }
        "prospero" => {
            let builder = ProsperoUrl::builder(parts.host()?, parts.get("ppath")?).ok()?;
            let mut builder = with_port!(builder, parts);
            for (name, value) in parts.all("fieldname").zip(parts.all("fieldvalue")) {
                builder = builder.field(name, value);
            }
            builder.try_build().ok()?.into_string()
        }
        _ => return None,
    };
    Some(url)
}
