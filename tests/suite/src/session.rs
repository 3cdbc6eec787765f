//! The crates as an implementation that a runner asks: a line comes in, a line goes out.

use serde_json::{Value, json};
use url1738::{Url, context::find_iter, relative::Resolution};
use url1738_conformance::{oracle::decoded, parser::Parser, parts::Piece, reader::Reader};

use crate::{builders::build, judge, octets};

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
    let raw = || octets::from_text(text("text"));
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
                Some((name, octets::from_text(pair[1].as_str()?)?))
            };
            let parts: Option<Vec<_>> =
                request["parts"].as_array().into_iter().flatten().map(pair).collect();
            json!({"text": parts.and_then(|parts| build(text("scheme"), &parts))})
        }
        "plan" => match Url::parse(text("text")).ok().and_then(|url| url.plan().ok()) {
            Some(plan) => {
                let steps: Vec<String> =
                    plan.steps().iter().map(|step| format!("{step:#}")).collect();
                json!({"endpoint": plan.endpoint().to_string(), "steps": steps})
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
            json!({"valid": false, "at": refused.start, "rule": judge::rule(refused)})
        }
    }
}

/// Returns parts as the suite writes them: name, offsets, decoded octets.
#[must_use]
pub fn parts(raw: &[u8], pieces: &[Piece]) -> Value {
    let part = |piece: &Piece| {
        let octets = decoded(raw.get(piece.start..piece.end).unwrap_or_default());
        json!([piece.part, piece.start, piece.end, octets::to_text(&octets)])
    };
    pieces.iter().map(part).collect()
}
