//! The operations of the libraries that are measured.

use std::borrow::Cow;

use url1738::{
    Redacted, Url,
    context::{find_iter, replace_all},
    relative::Resolution,
    surt::{Profile, wayback_key},
};
use url1738_client::{Action, Session, plan::Answers};

/// One operation. It returns a number that depends on its whole result, so that nothing is optimized away.
pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) run: fn(String) -> usize,
}

pub(crate) const WORKS: &[Work] = &[
    Work { name: "parse", run: |text| Url::parse(&text).map_or(0, |url| url.as_str().len()) },
    Work {
        name: "parse owned",
        run: |text| Url::try_from(text).map_or(0, |url| url.as_str().len()),
    },
    Work { name: "inspect", run: |text| Url::parse(&text).map_or(0, inspect) },
    Work { name: "normalize", run: |text| Url::parse(&text).map_or(0, normalize) },
    Work { name: "repair", run: |text| repair(&text) },
    Work { name: "redact", run: |text| Redacted::new(text.as_bytes()).to_string().len() },
    Work { name: "parts", run: |text| Url::parse(&text).map_or(0, |url| url.parts().len()) },
    Work {
        name: "plan",
        run: |text| {
            Url::parse(&text).map_or(0, |url| url.plan().map_or(0, |plan| plan.steps().len()))
        },
    },
    Work {
        name: "notation of the plan",
        run: |text| {
            let plan = Url::parse(&text).ok().and_then(|url| url.plan().ok());
            plan.map_or(0, |plan| plan.to_string().len())
        },
    },
    Work { name: "lints", run: |text| Url::parse(&text).map_or(0, |url| url.lints().len()) },
    Work {
        name: "surt, wayback",
        run: |text| wayback_key(text.as_bytes()).map_or(0, |key| key.len()),
    },
    Work {
        name: "surt, exact",
        run: |text| Url::parse(&text).map_or(0, |url| surt(url, Profile::Exact)),
    },
    Work {
        name: "relativize",
        run: |text| {
            let Ok(url) = Url::parse(&text) else { return 0 };
            let other = format!("{}x", url.as_str());
            Url::parse(&other)
                .map_or(0, |other| url.relativize(&other).map_or(0, |relative| relative.len()))
        },
    },
    Work {
        name: "join to it",
        run: |text| Url::parse(&text).map_or(0, |url| join(url, "../a/./b?c", Resolution::Rfc1808)),
    },
    Work {
        name: "extract",
        run: |text| find_iter(text.as_bytes()).map(|found| found.url.len()).sum(),
    },
];

/// What is done with references.
pub(crate) const OF_REFERENCES: &[Work] = &[
    Work {
        name: "join, RFC 1808",
        run: |text| {
            Url::parse("http://h/a/b").map_or(0, |url| join(url, &text, Resolution::Rfc1808))
        },
    },
    Work {
        name: "join, RFC 3986",
        run: |text| {
            Url::parse("http://h/a/b").map_or(0, |url| join(url, &text, Resolution::Rfc3986))
        },
    },
];

/// What is done with the replies of servers, all octets at once and one at a time.
pub(crate) const OF_REPLIES: &[Work] = &[
    Work { name: "ftp session", run: |text| session("ftp://h/a/b;type=a", &text, usize::MAX) },
    Work { name: "ftp session, by octets", run: |text| session("ftp://h/a/b;type=a", &text, 1) },
    Work { name: "http session", run: |text| session("http://h/", &text, usize::MAX) },
    Work { name: "http session, by octets", run: |text| session("http://h/", &text, 1) },
    Work { name: "gopher session", run: |text| session("gopher://h/1", &text, usize::MAX) },
    Work { name: "gopher session, by octets", run: |text| session("gopher://h/1", &text, 1) },
    Work { name: "nntp session", run: |text| session("nntp://h/a/1", &text, usize::MAX) },
    Work { name: "nntp session, by octets", run: |text| session("nntp://h/a/1", &text, 1) },
    Work { name: "telnet session", run: |text| session("telnet://h", &text, usize::MAX) },
    Work { name: "telnet session, by octets", run: |text| session("telnet://h", &text, 1) },
];

/// What is done with texts.
pub(crate) const OF_TEXTS: &[Work] = &[
    Work {
        name: "extract",
        run: |text| find_iter(text.as_bytes()).map(|found| found.url.len()).sum(),
    },
    Work {
        name: "replace",
        run: |text| replace_all(&text, |found| found.url.to_ascii_uppercase()).len(),
    },
];

fn surt(url: Url<&str>, profile: Profile) -> usize {
    url.surt(profile).map_or(0, |key| key.len())
}

fn join(url: Url<&str>, reference: &str, by: Resolution) -> usize {
    url.join_with(reference, by).map_or(0, |joined| joined.url.as_str().len())
}

/// Carries a plan out with a server that sends `text`, `size` octets at a time, whatever is asked. The characters of the
/// text are octets.
fn session(url: &str, text: &str, size: usize) -> usize {
    let plan = Url::parse(url).ok().and_then(|url| url.plan().ok());
    let Some(mut session) = plan.and_then(|plan| Session::new(plan, Answers::new()).ok()) else {
        return 0;
    };
    let octets: Vec<u8> = text.chars().filter_map(|c| u8::try_from(c).ok()).collect();
    let mut pieces = octets.chunks(size.min(octets.len().max(1)));
    let mut kept = 0;
    loop {
        match session.next_action() {
            Ok(Action::Receive(_)) => {
                let piece = pieces.next();
                match session.received(piece.unwrap_or_default()).map(Cow::into_owned) {
                    Ok(content) if piece.is_some() => kept += content.len(),
                    _ => return kept,
                }
            }
            Ok(Action::Connect(_) | Action::Send(_) | Action::OpenData(_)) => {}
            _ => return kept + session.outcome().replies.len(),
        }
    }
}

fn normalize(url: Url<&str>) -> usize {
    url.normalize().as_str().len()
}

fn inspect(url: Url<&str>) -> usize {
    let plan = url.plan().map_or(0, |plan| plan.steps().len());
    url.parts().len() + url.lints().iter().count() + plan
}

fn repair(text: &str) -> usize {
    match Url::repair(text) {
        Ok(repaired) => repaired.url.as_str().len() + repaired.changes.len(),
        Err(error) => error.span().range().len(),
    }
}
