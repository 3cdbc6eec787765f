//! The comparison of answers with the suite, and the crates as an implementation that a runner asks.

use serde_json::{Value, json};
use url1738::{Url, context::find_iter, relative::Resolution};
use url1738_conformance::{
    oracle::decoded,
    reader::{Parser, Reader, Refused, RuleNamed},
    split::Piece,
};

use crate::{candidates::build, files};

/// The lists of a file, with the operation of each and the level that it belongs to. `urls` belongs to three.
pub const LISTS: [(&str, &str, &str); 7] = [
    ("urls", "parse", "verdict"),
    ("normal", "normalize", "parts"),
    ("equivalent", "equivalent", "parts"),
    ("build", "build", "parts"),
    ("plans", "plan", "plans"),
    ("resolve", "resolve", "relative"),
    ("extract", "extract", "text"),
];

/// Returns the kind of the rule as a number, and the production or section.
#[must_use]
pub const fn rule_of(refused: Refused) -> (u8, &'static str) {
    match refused.rule {
        RuleNamed::Bnf(production) => (0, production),
        RuleNamed::Prose(section) => (1, section),
        RuleNamed::Range => (2, ""),
    }
}

/// Returns the rule as the suite writes it.
#[must_use]
pub fn rule(refused: Refused) -> String {
    match refused.rule {
        RuleNamed::Bnf(production) => format!("bnf:{production}"),
        RuleNamed::Prose(section) => format!("prose:{section}"),
        RuleNamed::Range => "range".to_owned(),
    }
}

/// A vector that an implementation answers otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The level that is missed.
    pub level: &'static str,
    /// What the suite says.
    pub expected: String,
    /// What the implementation says.
    pub found: String,
}

/// Compares the answer to a vector of the list; `None` if it is right or skipped.
#[must_use]
pub fn disagreement(list: &str, vector: &Value, answer: &Value) -> Option<Disagreement> {
    if answer["skip"] == true {
        return None;
    }
    let differ = |level: &'static str, keys: &[&str]| {
        let wrong = keys.iter().find(|key| vector[**key] != answer[**key])?;
        let (expected, found) = (vector[*wrong].to_string(), answer[*wrong].to_string());
        Some(Disagreement { level, expected, found })
    };
    match list {
        "urls" => differ("verdict", &["valid"]).or_else(|| match vector["valid"] == true {
            true if answer["parts"].is_array() => differ("parts", &["parts"]),
            true => fields(vector, answer),
            false if answer.get("at").is_some() => differ("errors", &["at"]).or_else(|| {
                let kind = |value: &Value| {
                    value["rule"].as_str().unwrap_or_default().split(':').next().map(str::to_owned)
                };
                (kind(vector) != kind(answer)).then(|| differ("errors", &["rule"])).flatten()
            }),
            false => None,
        }),
        "normal" => (vector["normal"] != answer["text"]).then(|| Disagreement {
            level: "parts",
            expected: vector["normal"].to_string(),
            found: answer["text"].to_string(),
        }),
        "equivalent" => differ("parts", &["equivalent"]),
        "build" => differ("parts", &["text"]),
        "plans" if vector["refused"] == true => differ("plans", &["refused"]),
        "plans" => differ("plans", &["endpoint", "steps"]),
        "resolve" => (vector["result"] != answer["text"]).then(|| Disagreement {
            level: "relative",
            expected: vector["result"].to_string(),
            found: answer["text"].to_string(),
        }),
        "extract" => differ("text", &["urls"]),
        _ => None,
    }
}

/// Returns the request for a vector.
#[must_use]
pub fn request(list: &str, op: &str, scheme: &str, vector: &Value) -> Value {
    let mut request = Value::Object(serde_json::Map::new());
    request["op"] = op.into();
    let keys: &[&str] = match list {
        "urls" | "build" => {
            request["scheme"] = scheme.into();
            if list == "urls" { &["text"] } else { &["parts"] }
        }
        "equivalent" => &["a", "b"],
        "resolve" => &["base", "reference", "by"],
        _ => &["text"],
    };
    for key in keys {
        request[*key] = vector[*key].clone();
    }
    request
}

/// Compares user, password, host and port, for implementations that split URLs by another grammar.
fn fields(vector: &Value, answer: &Value) -> Option<Disagreement> {
    let found = answer.get("fields")?;
    for name in ["user", "password", "host"] {
        let (wanted, found) = (part(vector, name), found[name].as_str());
        let is_right = match (wanted, found) {
            (Some(wanted), Some(found)) if name == "host" => wanted.eq_ignore_ascii_case(found),
            (wanted, found) => wanted == found,
        };
        if !is_right {
            return Some(shown(name, wanted, found));
        }
    }
    let scheme = part(vector, "scheme").unwrap_or_default().to_ascii_lowercase();
    let default = match &scheme[..] {
        "ftp" => Some(21),
        "http" => Some(80),
        "gopher" => Some(70),
        "nntp" => Some(119),
        "telnet" => Some(23),
        "wais" => Some(210),
        "prospero" => Some(1525),
        _ => None,
    };
    let written = part(vector, "port").and_then(|port| port.parse::<u64>().ok());
    // Without a host there is no port.
    part(vector, "host")?;
    let (wanted, port) = (written.or(default), found["port"].as_u64().or(default));
    let text = |port: Option<u64>| port.map(|port| port.to_string());
    (wanted != port).then(|| shown("port", text(wanted).as_deref(), text(port).as_deref()))
}

fn shown(name: &str, wanted: Option<&str>, found: Option<&str>) -> Disagreement {
    let text = |value: Option<&str>| {
        value.map_or(format!("no {name}"), |value| format!("{name} {:?}", value))
    };
    Disagreement { level: "parts", expected: text(wanted), found: text(found) }
}

/// Returns the decoded octets of the first part of that name.
fn part<'v>(vector: &'v Value, name: &str) -> Option<&'v str> {
    let parts = vector["parts"].as_array()?;
    parts.iter().find(|part| part[0] == name).and_then(|part| part[3].as_str())
}

/// The levels that the crates answer for, the two additional ones included.
pub const LEVELS: [&str; 6] = ["verdict", "parts", "errors", "plans", "relative", "text"];

/// Returns the answer of the crates to one line.
#[must_use]
pub fn answer_line(line: &str) -> String {
    let request: Value = serde_json::from_str(line).unwrap_or_default();
    let mut answer = answer(&request);
    answer["id"] = request["id"].clone();
    answer.to_string()
}

/// Returns the answer of the crates to one request.
#[must_use]
pub fn answer(request: &Value) -> Value {
    answer_with(request, Parser::of)
}

/// Like [`answer`], but reads with another parser: the tests break some.
pub fn answer_with<R: Reader>(request: &Value, parser: impl Fn(&str) -> Option<R>) -> Value {
    let text = |key: &str| request[key].as_str().unwrap_or_default();
    let raw = || files::from_text(text("text"));
    match text("op") {
        "describe" => json!({
            "name": "url1738",
            "version": env!("CARGO_PKG_VERSION"),
            "language": "Rust",
            "levels": LEVELS,
        }),
        "parse" => match (parser(text("scheme")), raw()) {
            (Some(reader), Some(raw)) => parse(&reader, &raw),
            _ => json!({"skip": true}),
        },
        "normalize" => Url::parse(text("text"))
            .map_or(json!({"text": null}), |url| json!({"text": url.normalize().as_str()})),
        "equivalent" => match (Url::parse(text("a")), Url::parse(text("b"))) {
            (Ok(a), Ok(b)) => json!({"equivalent": a.equivalent(&b)}),
            _ => json!({"equivalent": false}),
        },
        "build" => {
            let pair = |pair: &Value| {
                let name = pair[0].as_str()?.to_owned();
                Some((name, files::from_text(pair[1].as_str()?)?))
            };
            let parts: Option<Vec<_>> =
                request["parts"].as_array().into_iter().flatten().map(pair).collect();
            json!({"text": parts.and_then(|parts| build(text("scheme"), &parts))})
        }
        "plan" => match Url::parse(text("text")).ok().and_then(|url| url.plan().ok()) {
            Some(plan) => {
                let steps: Vec<String> =
                    plan.steps.iter().map(|step| format!("{step:#}")).collect();
                json!({"endpoint": plan.endpoint.to_string(), "steps": steps})
            }
            None => json!({"refused": true}),
        },
        "resolve" => {
            let by = match text("by") {
                "rfc1808" => Resolution::Rfc1808,
                "rfc3986" => Resolution::Rfc3986,
                _ => return json!({"skip": true}),
            };
            json!({"text": resolve(text("base"), text("reference"), by)})
        }
        "extract" => {
            let raw = raw().unwrap_or_default();
            let found: Vec<Value> =
                find_iter(&raw).map(|it| json!([it.span.start, it.span.end, it.url])).collect();
            json!({"urls": found})
        }
        _ => json!({"skip": true}),
    }
}

/// Returns the URL that a reference resolves to, with its fragment.
#[must_use]
pub fn resolve(base: &str, reference: &str, by: Resolution) -> Option<String> {
    let joined = Url::parse(base).ok()?.join_with(reference, by).ok()?;
    let fragment = joined.fragment.map_or(String::new(), |fragment| format!("#{fragment}"));
    Some(format!("{}{fragment}", joined.url.as_str()))
}

fn parse(reader: &impl Reader, raw: &[u8]) -> Value {
    let mut pieces = Vec::new();
    match reader.read(raw, &mut pieces) {
        Ok(()) => json!({"valid": true, "parts": parts(raw, &pieces)}),
        Err(refused) => {
            json!({"valid": false, "at": refused.start, "rule": rule(refused)})
        }
    }
}

/// Returns parts as the suite writes them: name, offsets, decoded octets.
#[must_use]
pub fn parts(raw: &[u8], pieces: &[Piece]) -> Value {
    let part = |piece: &Piece| {
        let octets = decoded(raw.get(piece.start..piece.end).unwrap_or_default());
        json!([piece.part, piece.start, piece.end, files::to_text(&octets)])
    };
    pieces.iter().map(part).collect()
}
