//! Writes what the npm package must return, a JSON object a line: `expected COUNT FILE...`.
//!
//! The texts are the fields and lines of the files, and `COUNT` texts generated from them. It asks the library itself, not
//! the records that cross to JavaScript.

#![allow(clippy::std_instead_of_alloc, reason = "a program")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a program for tests: a panic reports a bug in it"
)]
#![allow(clippy::unwrap_used, reason = "a program for tests")]

use std::{
    collections::HashSet,
    io::{BufWriter, Write},
};

use serde_json::{Value, json};
use url1738::{
    Error, Escaped, Redacted, Safety, Span, Url, context::find_iter, relative::Resolution,
};
use url1738_picture::Picture;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(50_000);
    let mut vectors: Vec<String> = Vec::new();
    for file in arguments {
        for line in std::fs::read_to_string(&file)?.lines() {
            for field in line.split('\t').chain([line]) {
                vectors.push(field.to_owned());
                vectors.extend(unescaped(field));
            }
        }
    }
    let mut seen = HashSet::new();
    vectors.retain(|text| seen.insert(text.clone()));
    let out = std::io::stdout().lock();
    let mut out = BufWriter::new(out);
    for text in &vectors {
        writeln!(out, "{}", expected(text, true))?;
    }
    let mut random = Random(1738);
    let mut generated = 0;
    while generated < count {
        let text = random.mutated(&vectors);
        if seen.insert(text.clone()) {
            generated += 1;
            writeln!(out, "{}", expected(&text, generated % 50 == 0))?;
        }
    }
    out.flush()
}

/// Returns a field with its escapes `\xHH`, `\n`, `\t`, `\r` and `\0` decoded, if it has some.
fn unescaped(field: &str) -> Option<String> {
    let mut pieces = field.split('\\');
    let mut text = pieces.next()?.to_owned();
    let mut found = false;
    for piece in pieces {
        let hex = piece.strip_prefix('x').and_then(|rest| rest.get(..2));
        let octet = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let escaped = match (piece.chars().next(), octet) {
            (Some('x'), Some(octet)) => Some((char::from(octet), 3)),
            (Some('n'), _) => Some(('\n', 1)),
            (Some('t'), _) => Some(('\t', 1)),
            (Some('r'), _) => Some(('\r', 1)),
            (Some('0'), _) => Some(('\0', 1)),
            _ => None,
        };
        found |= escaped.is_some();
        match escaped {
            Some((c, len)) => {
                text.push(c);
                text.push_str(&piece[len..]);
            }
            None => {
                text.push('\\');
                text.push_str(piece);
            }
        }
    }
    found.then_some(text)
}

struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }

    /// Returns a text between two others, with some characters inserted, replaced and removed. Half are left as they are,
    /// so that many are valid.
    fn mutated(&mut self, vectors: &[String]) -> String {
        const PIECES: [char; 24] = [
            '/',
            ':',
            '@',
            '%',
            '2',
            'F',
            ';',
            '?',
            '#',
            '~',
            ' ',
            '.',
            '-',
            '=',
            '&',
            'a',
            'Z',
            '9',
            '<',
            '\u{e9}',
            '\u{65e5}',
            '\u{1f600}',
            '\t',
            '\0',
        ];
        let first: Vec<char> = vectors[self.below(vectors.len())].chars().take(300).collect();
        let second: Vec<char> = vectors[self.below(vectors.len())].chars().take(300).collect();
        let (head, tail) = (self.below(first.len() + 1), self.below(second.len() + 1));
        let mut text: Vec<char> = first[..head].iter().chain(&second[tail..]).copied().collect();
        for _ in 0..self.below(2) * self.below(4) {
            let at = self.below(text.len() + 1);
            match self.below(3) {
                0 => text.insert(at, PIECES[self.below(PIECES.len())]),
                1 if at < text.len() => text[at] = PIECES[self.below(PIECES.len())],
                _ if at < text.len() => drop(text.remove(at)),
                _ => {}
            }
        }
        text.into_iter().collect()
    }
}

/// Returns an offset in code units of UTF-16.
fn offset(text: &str, byte: usize) -> usize {
    let start = (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text[..start].encode_utf16().count()
}

/// Returns the decoded segments of a path, by the type of the URL.
fn segments(url: &Url<&str>) -> Vec<String> {
    let decoded = |part: Escaped<'_>| String::from_utf8_lossy(&part.decode()).into_owned();
    match url {
        Url::Ftp(url) => url.segments().map(decoded).collect(),
        Url::Http(url) => url.segments().map(decoded).collect(),
        Url::Https(url) => url.segments().map(decoded).collect(),
        Url::Ws(url) => url.segments().map(decoded).collect(),
        Url::Wss(url) => url.segments().map(decoded).collect(),
        Url::File(url) => url.segments().map(decoded).collect(),
        Url::Prospero(url) => url.segments().map(decoded).collect(),
        Url::Other(url) => url.segments().map(decoded).collect(),
        _ => Vec::new(),
    }
}

fn expected(text: &str, with_picture: bool) -> Value {
    let at = |span: Span| (offset(text, span.start as usize), offset(text, span.end as usize));
    let failed = |error: &Error| {
        let masked = Redacted::new(text.as_bytes());
        let help = match masked.covers(error.span()) {
            true => error.help().to_string(),
            false => Url::help(text, error),
        };
        let (start, end) = at(error.span());
        let fix = Url::fix(text, error).filter(|_| !masked.covers(error.span())).map(|fix| {
            let (start, end) = at(fix.span);
            json!({ "start": start, "end": end, "text": fix.text })
        });
        json!({ "ok": false, "error": {
            "code": error.code(), "part": error.part().name(), "rule": error.rule().to_string(),
            "start": start, "end": end, "message": url1738_picture::title(error, &masked), "help": help,
            "fix": fix,
        }})
    };
    let parsed = Url::parse(text);
    let on_url = |with: &dyn Fn(&Url<&str>) -> Value| match &parsed {
        Ok(url) => with(url),
        Err(error) => failed(error),
    };
    let parse = on_url(&|url| {
        let parts = url.parts().into_iter().map(|it| {
            let Span { start, end } = it.span;
            json!({ "name": it.part.name(), "start": start, "end": end, "text": it.span.slice(text) })
        });
        json!({ "ok": true, "scheme": url.scheme(), "parts": parts.collect::<Vec<_>>() })
    });
    let plan = on_url(&|url| match url.plan() {
        Ok(plan) => {
            let steps: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
            let warnings = plan.warnings.iter();
            let warnings: Vec<_> =
                warnings.map(|it| json!({ "code": it.code(), "message": it.message() })).collect();
            let endpoint = plan.endpoint.to_string();
            json!({ "ok": true, "endpoint": endpoint, "steps": steps, "warnings": warnings })
        }
        Err(it) => json!({ "ok": false, "refused": {
            "code": it.code(), "part": it.part.name(), "start": it.span.start, "end": it.span.end,
            "message": it.reason(),
        }}),
    });
    let normalize = on_url(&|url| json!({ "ok": true, "url": url.normal_form() }));
    let repair = match Url::repair(text) {
        Ok(repaired) => {
            let changes = repaired.changes.iter().map(|it| {
                let (start, end) = at(it.span);
                json!({
                    "start": start, "end": end, "text": it.text, "part": it.part.name(),
                    "code": it.code(), "reason": it.reason(), "safe": it.safety == Safety::Safe,
                })
            });
            let changes: Vec<_> = changes.collect();
            json!({
                "ok": true, "url": repaired.url.as_str(), "fragment": repaired.fragment, "safe": repaired.is_safe(),
                "changes": changes,
            })
        }
        Err(error) => failed(&error),
    };
    let lints = on_url(&|url| {
        let lints = url.lints();
        let lints = lints.iter().map(|it| json!({
            "code": it.code(), "part": it.part.name(), "start": it.span.start, "end": it.span.end,
            "message": it.message(),
        }));
        json!({ "ok": true, "lints": lints.collect::<Vec<_>>() })
    });
    let find = find_iter(text.as_bytes()).map(|found| {
        let code = match Url::parse(&found.url) {
            _ if found.is_truncated() => Some("truncated"),
            Ok(_) => None,
            Err(error) => Some(error.code()),
        };
        let (start, end) = (offset(text, found.span.start), offset(text, found.span.end));
        json!({ "start": start, "end": end, "url": found.url, "fragment": found.fragment, "code": code })
    });
    let find: Vec<_> = find.collect();
    let decoded = |part: Escaped<'_>| String::from_utf8_lossy(&part.decode()).into_owned();
    let values = parsed.as_ref().ok().map(|url| {
        let query = url.search().filter(|_| !matches!(url, Url::Gopher(_) | Url::Wais(_)));
        let pairs = query.into_iter().flat_map(Escaped::pairs);
        let pairs: Vec<_> = pairs.map(|(name, value)| (decoded(name), value.map(decoded))).collect();
        json!({
            "host": url.host_str(), "port": url.port(), "portOrDefault": url.port_or_default(),
            "user": url.user().map(decoded), "password": url.password().map(decoded),
            "path": url.path().map(Escaped::as_str), "segments": segments(url), "search": url.search().map(decoded), "pairs": pairs,
        })
    });
    let edit = |url: &Url<&str>| {
        let editor = url.edit().set("host", ["other.dom"])?;
        editor.remove("user")?.build::<Url>()
    };
    // What is a TypeError in JavaScript is left out.
    let edited = on_url(&|url| match edit(url) {
        Ok(url) => json!({ "ok": true, "url": url.as_str() }),
        Err(_) => Value::Null,
    });
    let base = Url::parse("http://host.dom/a/b?c").unwrap();
    let joined = base.join_with(text, Resolution::Rfc3986).map_or(Value::Null, |joined| {
        json!({ "ok": true, "url": joined.url.as_str(), "fragment": joined.fragment, "inheritsFragment": false })
    });
    let mut all = json!({
        "text": text, "values": values, "edited": edited, "joined": joined, "parse": parse, "plan": plan, "normalize": normalize, "repair": repair,
        "lints": lints, "find": find,
    });
    if with_picture {
        let picture = match &parsed {
            Ok(url) => {
                let lints = if text.len() <= 8192 { url.lints() } else { Default::default() };
                Picture::of_url(url, lints, false)
            }
            Err(error) => Picture::of_error(text.as_bytes(), error, false),
        };
        all["explainSvg"] = Value::String(picture.to_svg());
    }
    all
}
