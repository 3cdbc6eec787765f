//! Answers the runner protocol for other crates: `url`, `fluent-uri`, `iri-string`, `oxiri`, `ada-url`.

#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]
#![allow(clippy::indexing_slicing, reason = "a tool for developers: a panic reports a bug in it")]

use std::{
    env, fs,
    io::{self, BufRead as _, Write as _},
    path::Path,
};

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

/// What a crate finds in a URL: the scheme, and user, password, host and port as written.
struct Found {
    scheme: String,
    user: Option<String>,
    password: Option<String>,
    host: Option<String>,
    port: Option<u64>,
}

impl Found {
    fn new(scheme: &str, userinfo: Option<&str>, host: Option<&str>, port: Option<&str>) -> Self {
        let (user, password) = match userinfo.map(|it| (it, it.split_once(':'))) {
            None => (None, None),
            Some((_, Some((user, password)))) => (Some(user.to_owned()), Some(password.to_owned())),
            Some((user, None)) => (Some(user.to_owned()), None),
        };
        Self {
            scheme: scheme.to_owned(),
            user,
            password,
            host: host.filter(|host| !host.is_empty()).map(str::to_owned),
            port: port.and_then(|port| port.parse().ok()),
        }
    }
}

/// Returns the octets of a part, a character each.
fn octets(text: &str) -> String {
    percent_decode_str(text).map(char::from).collect()
}

fn by_url(text: &str) -> Option<Found> {
    let url = url::Url::parse(text).ok()?;
    // These are removed in silence: the text as it is was not accepted.
    let removed = |c: char| matches!(c, '\t' | '\n' | '\r');
    if text.contains(removed) || text.trim_matches(|c| c <= ' ') != text {
        return None;
    }
    let user = Some(url.username()).filter(|user| !user.is_empty());
    Some(Found {
        scheme: url.scheme().to_owned(),
        user: user.map(str::to_owned),
        password: url.password().map(str::to_owned),
        host: url.host_str().filter(|host| !host.is_empty()).map(str::to_owned),
        port: url.port().map(u64::from),
    })
}

fn by_fluent_uri(text: &str) -> Option<Found> {
    let uri = fluent_uri::Uri::parse(text).ok()?;
    let authority = uri.authority();
    let userinfo = authority.and_then(|it| it.userinfo()).map(fluent_uri::pct_enc::EStr::as_str);
    let port = authority.and_then(|it| it.port()).map(fluent_uri::pct_enc::EStr::as_str);
    Some(Found::new(uri.scheme().as_str(), userinfo, authority.map(|it| it.host()), port))
}

fn by_iri_string(text: &str) -> Option<Found> {
    let uri = iri_string::types::UriStr::new(text).ok()?;
    let authority = uri.authority_components();
    Some(Found::new(
        uri.scheme_str(),
        authority.and_then(|it| it.userinfo()),
        authority.map(|it| it.host()),
        authority.and_then(|it| it.port()),
    ))
}

/// oxiri gives the authority as a whole.
fn by_oxiri(text: &str) -> Option<Found> {
    let iri = oxiri::Iri::parse(text).ok()?;
    let authority = iri.authority();
    let (userinfo, hostport) = match authority.map(|it| (it, it.rsplit_once('@'))) {
        None => (None, None),
        Some((_, Some((userinfo, hostport)))) => (Some(userinfo), Some(hostport)),
        Some((hostport, None)) => (None, Some(hostport)),
    };
    let (host, port) = match hostport.map(|it| (it, it.rsplit_once(':'))) {
        None => (None, None),
        Some((_, Some((host, port)))) if !port.ends_with(']') => (Some(host), Some(port)),
        Some((host, _)) => (Some(host), None),
    };
    Some(Found::new(iri.scheme(), userinfo, host, port))
}

fn by_ada_url(text: &str) -> Option<Found> {
    let url = ada_url::Url::parse(text, None).ok()?;
    let removed = |c: char| matches!(c, '\t' | '\n' | '\r');
    if text.contains(removed) || text.trim_matches(|c| c <= ' ') != text {
        return None;
    }
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Some(Found {
        scheme: url.protocol().trim_end_matches(':').to_owned(),
        user: some(url.username()),
        password: some(url.password()),
        host: some(url.hostname()),
        port: url.port().parse().ok(),
    })
}

/// Returns what a reference resolves to, if the crate resolves references of this algorithm.
fn resolve(library: &str, base: &str, reference: &str) -> Option<Option<String>> {
    Some(match library {
        "url" => url::Url::parse(base).and_then(|it| it.join(reference)).ok().map(String::from),
        "ada-url" => {
            ada_url::Url::parse(reference, Some(base)).ok().map(|url| url.href().to_owned())
        }
        "oxiri" => {
            let both = oxiri::Iri::parse(base).ok().zip(oxiri::IriRef::parse(reference).ok());
            let joined = both.and_then(|(base, reference)| base.resolve(&reference).ok());
            joined.map(|it| it.as_str().to_owned())
        }
        _ => return None,
    })
}

/// Returns the version that the lock file names.
fn version(library: &str) -> String {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../Cargo.lock");
    let lock = fs::read_to_string(lock).unwrap_or_default();
    let head = format!("name = \"{library}\"\nversion = \"");
    let found = lock.split(&head).nth(1).and_then(|rest| rest.split('"').next());
    found.unwrap_or("unknown").to_owned()
}

fn answer(library: &str, request: &Value) -> Value {
    let text = |key: &str| request[key].as_str().unwrap_or_default();
    match text("op") {
        "describe" => json!({
            "name": library,
            "version": version(library),
            "language": "Rust",
            "levels": ["verdict"],
        }),
        "parse" => {
            let raw: Option<Vec<u8>> = text("text").chars().map(|c| u8::try_from(c).ok()).collect();
            // Octets that are not UTF-8 make no text of Rust.
            let raw = raw.and_then(|raw| String::from_utf8(raw).ok());
            let read = match library {
                "url" => by_url,
                "fluent-uri" => by_fluent_uri,
                "iri-string" => by_iri_string,
                "oxiri" => by_oxiri,
                _ => by_ada_url,
            };
            match raw.as_deref().and_then(read) {
                None => json!({"valid": false}),
                Some(found) => {
                    let [user, password, host] =
                        [found.user, found.password, found.host].map(|it| it.map(|it| octets(&it)));
                    let fields = json!({"user": user, "password": password, "host": host, "port": found.port});
                    json!({"valid": true, "scheme": found.scheme, "fields": fields})
                }
            }
        }
        "resolve" if text("by") == "rfc3986" => resolve(library, text("base"), text("reference"))
            .map_or(json!({"skip": true}), |text| json!({"text": text})),
        _ => json!({"skip": true}),
    }
}

fn main() -> io::Result<()> {
    let library = env::args().nth(1).unwrap_or_default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?).unwrap_or_default();
        let mut answer = answer(&library, &request);
        answer["id"] = request["id"].clone();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
