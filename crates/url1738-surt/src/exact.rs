//! The profile `exact`.

use alloc::string::String;

use url1738_core::{AnyUrl, Host, Redacted, Span};

use crate::masked;

/// Returns the key: the host, reversed; `)`; and the normal form of the URL without host and password.
pub(crate) fn key<U: AnyUrl + ?Sized>(url: &U) -> String {
    let normal = url.normal_form();
    let text = &*normal;
    let places = Places::of(text, url.host_str().is_some());
    // What follows a login is data, in which `12:30/14:30@noon` is not a login.
    let (login, data) = text.split_at_checked(places.login_end as usize).unwrap_or_default();
    let shown = Redacted::new(login.as_bytes());
    let mut key = String::with_capacity(text.len().saturating_add(1));
    push_host(places.host.slice(text), &mut key);
    key.push(')');
    let before = Span::new(0, places.password.start);
    let between = Span::new(places.password.end, places.host.start);
    let after = Span::new(places.host.end, places.login_end);
    for kept in [before, between, after] {
        masked::push(&shown.slice(kept), &mut key);
    }
    masked::push(&Redacted::of_data(data.as_bytes()), &mut key);
    key
}

/// What is moved and what is dropped of a normal form.
struct Places {
    /// The password, with the colon before it; empty if there is none.
    password: Span,
    host: Span,
    /// The end of the login, or of the text if it may be a login as a whole.
    login_end: u32,
}

impl Places {
    fn of(text: &str, has_host: bool) -> Self {
        let (scheme, rest) = text.split_once(':').unwrap_or_default();
        let start = offset(scheme.len()).saturating_add(1);
        match rest.strip_prefix("//") {
            Some(rest) if has_host => Self::in_login(rest, start.saturating_add(2)),
            // The address of a mailto URL and the message-id of a news URL end with a host.
            _ if matches!(scheme, "mailto" | "news") => Self::after_at(rest, start),
            _ => {
                let none = Span::new(start, start);
                Self { password: none, host: none, login_end: offset(text.len()) }
            }
        }
    }

    /// Returns the places in `login/...`, which begins at `start`.
    fn in_login(rest: &str, start: u32) -> Self {
        let login = rest.split('/').next().unwrap_or_default();
        let (userinfo, hostport) = match login.rsplit_once('@') {
            Some((userinfo, hostport)) => (Some(userinfo), hostport),
            None => (None, login),
        };
        let userinfo_len = userinfo.map_or(0, |text| offset(text.len()));
        let user_len = userinfo.and_then(|text| text.find(':')).map_or(userinfo_len, offset);
        let at = start.saturating_add(offset(login.len().saturating_sub(hostport.len())));
        let host = hostport.split(':').next().unwrap_or_default();
        Self {
            password: Span::new(start.saturating_add(user_len), start.saturating_add(userinfo_len)),
            host: Span::new(at, at.saturating_add(offset(host.len()))),
            login_end: start.saturating_add(offset(login.len())),
        }
    }

    /// Returns the places in a text that begins at `start` and ends with `@` and a host.
    fn after_at(rest: &str, start: u32) -> Self {
        let none = Span::new(start, start);
        let host =
            rest.rsplit_once('@').map(|(_, host)| host).filter(|host| Host::parse(host).is_ok());
        let end = start.saturating_add(offset(rest.len()));
        let host = host.map_or(none, |host| Span::new(end.saturating_sub(offset(host.len())), end));
        Self { password: none, host, login_end: end }
    }
}

/// Appends a host: an address as it is, and the labels of a name in reverse order.
fn push_host(host: &str, key: &mut String) {
    let last = host.rsplit('.').next().unwrap_or_default();
    if last.bytes().all(|byte| byte.is_ascii_digit()) {
        key.push_str(host);
        return;
    }
    for (number, label) in host.rsplit('.').enumerate() {
        if number > 0 {
            key.push(',');
        }
        key.extend(label.chars().map(|c| c.to_ascii_lowercase()));
    }
}

fn offset(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
