//! The profile `exact`.

use alloc::{string::String, vec::Vec};
use core::{fmt::Write as _, ops::Range};

use url1738_core::{AnyUrl, GenericUrl, Host, Redacted};

/// Returns the key: the host, reversed; `)`; and the normal form of the URL without host and password.
pub(crate) fn key(url: &dyn AnyUrl) -> String {
    let normal = url.normal_form();
    let text = &*normal;
    let places = Places::find(text, url.host_str().is_some());
    // The text after a login is data, in which `12:30/14:30@noon` is not a login.
    let (login, data) = text.split_at(places.login_end);
    let masked = Redacted::new(login.as_bytes());
    let shown = |kept: Range<usize>| masked.slice(kept.into());
    let before = shown(0..places.password.start);
    let between = shown(places.password.end..places.host.start);
    let after = shown(places.host.end..places.login_end);
    let data = Redacted::of_data(data.as_bytes());
    let mut key = String::with_capacity(text.len() + 1);
    push_host(&text[places.host], &mut key);
    // A normal form is graphic US-ASCII, which is displayed as it is. Writing to a string cannot fail.
    // `)` sorts before `,`, so that the URLs of `host.dom` precede those of `www.host.dom`.
    let _ = write!(key, "){before}{between}{after}{data}");
    key
}

/// The parts of a normal form that a key has elsewhere or not at all.
struct Places {
    /// The password, with the colon before it; empty if there is none.
    password: Range<usize>,
    host: Range<usize>,
    /// The end of the login, or of the text if it may be a login as a whole.
    login_end: usize,
}

impl Places {
    fn find(text: &str, has_host: bool) -> Self {
        let url = GenericUrl::parse(text).ok().filter(|_| has_host);
        if let Some(login) = url.as_ref().and_then(GenericUrl::login) {
            let spans = login.spans();
            let host = spans.host().range();
            let user_end = spans.user().map_or(host.start, |user| user.range().end);
            let password = spans.password().map_or(user_end, |password| password.range().end);
            return Self { password: user_end..password, host, login_end: spans.end() as usize };
        }
        // The address of a mailto URL and the message-id of a news URL end with a host.
        let is_named = text.starts_with("mailto:") || text.starts_with("news:");
        let at = if is_named { text.rfind('@') } else { None };
        let host = at.map(|at| at + 1..text.len());
        let host = host.filter(|host| Host::parse(&text[host.clone()]).is_ok()).unwrap_or(0..0);
        Self { password: host.start..host.start, host, login_end: text.len() }
    }
}

/// Appends a host: an address as it is, and the labels of a name in reverse order.
fn push_host(host: &str, key: &mut String) {
    // A number at the end makes an address, as in the BNF: the last label of a name begins with a letter.
    if host.rsplit('.').next().is_none_or(|last| last.bytes().all(|it| it.is_ascii_digit())) {
        key.push_str(host);
    } else {
        let labels: Vec<&str> = host.rsplit('.').collect();
        key.push_str(&labels.join(",").to_ascii_lowercase());
    }
}
