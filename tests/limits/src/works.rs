//! The operations of the libraries that are measured, and the inputs that are designed to cost much.

use url1738::{
    Redacted, Url,
    context::{find_iter, replace_all},
    plan::Answers,
    relative::Resolution,
    surt::{Profile, wayback_key},
};
use url1738_client::{Action, Session};

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
            Url::parse(&text).map_or(0, |url| url.plan().map_or(0, |plan| plan.steps.len()))
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
                match session.received(piece.unwrap_or_default()) {
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
    let plan = url.plan().map_or(0, |plan| plan.steps.len());
    url.parts().len() + url.lints().iter().count() + plan
}

fn repair(text: &str) -> usize {
    match Url::repair(text) {
        Ok(repaired) => repaired.url.as_str().len() + repaired.changes.len(),
        Err(error) => error.span().range().len(),
    }
}

/// An input that repeats one unit.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    before: &'static str,
    unit: &'static str,
    after: &'static str,
}

impl Family {
    const fn new(name: &'static str, before: &'static str, unit: &'static str) -> Self {
        Self { name, before, unit, after: "" }
    }

    const fn then(self, after: &'static str) -> Self {
        Self { after, ..self }
    }

    pub(crate) fn text(&self, count: usize) -> String {
        [self.before, &self.unit.repeat(count), self.after].concat()
    }
}

pub(crate) const FAMILIES: &[Family] = &[
    Family::new("at signs", "ftp://", "@"),
    Family::new("users", "ftp://", "a@"),
    Family::new("passwords", "ftp://", "a:b@"),
    Family::new("dots", "http://", "."),
    Family::new("hyphens", "http://", "-"),
    Family::new("hyphens of a label", "http://a", "-").then("a/"),
    Family::new("slashes", "http://h/", "/"),
    Family::new("segments", "ftp://h/", "a/"),
    Family::new("escapes", "http://h/", "%25"),
    Family::new("needless escapes", "http://h/", "%61"),
    Family::new("fields", "prospero://h/x", ";a=b"),
    Family::new("schemes", "", "http://"),
    Family::new("schemes with hosts", "", "http://h/"),
    Family::new("unclosed wrappers", "", "<URL:"),
    Family::new("unclosed wrappers of URLs", "", "<URL:http://h/ "),
    Family::new("digits of a port", "ftp://h:", "1"),
    Family::new("zeros of a port", "ftp://h:", "0").then("21/"),
    Family::new("a long label", "http://", "a").then("/"),
    Family::new("many labels", "http://", "a.").then("dom/"),
    Family::new("nested brackets", "see ", "([{").then("http://h/a"),
    Family::new("brackets of a URL", "http://h/", "([{"),
    Family::new("tildes", "http://h/", "~"),
    Family::new("spaces", "http://h/", " a"),
    Family::new("backslashes", "http:", "\\"),
    Family::new("fragments", "http://h/", "#a"),
    Family::new("domains of an address", "mailto:a@b", ".b"),
    Family::new("words of an address", "mailto:a", ".%22b%22").then("@h"),
    Family::new("dot segments", "http://h/", "../"),
    Family::new("white space", "<URL:http://h/", " \n"),
    Family::new("slashes of a file", "file:///", "/"),
    Family::new("dot segments of a file", "file:///", "../"),
    Family::new("segments of one dot", "http://h/", "./"),
    Family::new("empty fields", "prospero://h/x", ";="),
    Family::new("labels of a key", "http://", "a-b.").then("dom/a"),
    Family::new("pairs of a query", "http://h/?", "b=1&"),
    Family::new("session ids", "http://h/", "jsessionid=0123456789abcdef0123456789abcdef/"),
    Family::new("escaped escapes", "http://h/", "%2525"),
];

/// References that are resolved, in both algorithms.
pub(crate) const REFERENCES: &[Family] = &[
    Family::new("dot segments", "", "../"),
    Family::new("segments of one dot", "", "./"),
    Family::new("segments and dot segments", "", "a/../"),
    Family::new("slashes", "a", "/"),
    Family::new("parameters", "a", ";b"),
    Family::new("question marks", "a", "?"),
    Family::new("fragments", "a", "#"),
    Family::new("colons", "", "a:"),
];

/// What a server may send.
pub(crate) const REPLIES: &[Family] = &[
    Family::new("lines of a greeting", "220-a\r\n", "220-a\r\n").then("220 a\r\n"),
    Family::new("lines without a code", "220-a\r\n", "a\r\n").then("220 a\r\n"),
    Family::new("greetings", "", "220 a\r\n"),
    Family::new("one long line", "220 ", "a"),
    Family::new("line ends", "", "\r\n"),
    Family::new("bare line ends", "", "\n"),
    Family::new("fields of a header", "HTTP/1.0 200 OK\r\n", "a: b\r\n").then("\r\nx"),
    Family::new("stuffed dots", "200 a\r\n211 1 1 1 a\r\n", "..\r\n").then(".\r\n"),
    Family::new("options of Telnet", "", "\u{ff}\u{fb}\u{1}"),
    Family::new("octets FF", "", "\u{ff}\u{ff}"),
    Family::new("a subnegotiation without end", "\u{ff}\u{fa}", "a"),
    Family::new("items of a menu", "", "0a\tb\th\t70\r\n"),
];

/// Texts that contain URLs in the markup of other languages.
pub(crate) const TEXTS: &[Family] = &[
    Family::new("character references", "http://h/", "&amp;"),
    Family::new("numeric references", "http://h/", "&#38;"),
    Family::new("references without end", "http://h/?", "&a"),
    Family::new("links", "", "<a href=\"http://h/a\">"),
    Family::new("links without end", "", "<a href=\"http://h/"),
    Family::new("soft line ends", "http://h/", "a=\n"),
    Family::new("quoted octets", "http://h/?a", "=3D"),
    Family::new("quoted lines", "", "> http://h/\n"),
    Family::new("broken lines", "http://h/", "a/\n"),
    Family::new("margins", "http://h/a/\n", "# b/\n"),
    Family::new("addresses", "", "mailto:a@b, "),
];
