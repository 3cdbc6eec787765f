//! Keys that sort URLs by host, and relative references.

use percent_encoding::percent_decode_str;
use url1738::{Host, Url, relative::Resolution, surt::Profile};
use url1738_surt::wayback_key;

/// Any bytes have a key of the wayback profile or an error. The bytes up to the newline and after it are two URLs: both
/// have keys without their passwords, the exact keys being equal only if the URLs are equivalent, passwords aside.
pub fn surt(bytes: &[u8]) {
    let _ = wayback_key(bytes).map_err(|error| error.to_string());
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let (one, other) = text.split_once('\n').unwrap_or((text, text));
    let [Ok(one), Ok(other)] = [one, other].map(Url::parse) else { return };
    let keys = [&one, &other].map(|url| {
        let key = url.surt(Profile::Exact).expect("every URL has an exact key");
        let normal = url.normalize();
        assert_eq!(normal.surt(Profile::Exact).as_deref(), Ok(key.as_str()), "{url}");
        assert_hides_password(url, &key);
        if let Ok(key) = url.surt(Profile::Wayback0_3_1) {
            assert_hides_password(url, &key);
        }
        key
    });
    let equal = without_password(&one) == without_password(&other);
    // In doubt a key masks more than the URL that is shown.
    let is_masked = keys.iter().any(|key| key.contains("***"));
    assert!((keys[0] == keys[1]) == equal || is_masked, "{one}\n{other}\n{keys:?}");
}

/// Returns the normal form without passwords: that of the login with its `:`, others as `***`. The host of an address or
/// message-id is in lower case, unless it is in brackets.
fn without_password(url: &Url<&str>) -> String {
    let normal = url.normalize();
    let mut shown = normal.redacted().to_string();
    if ["mailto:", "news:"].iter().any(|scheme| shown.starts_with(scheme)) {
        let host = shown.rfind('@').map(|at| at + 1);
        if let Some(at) = host.filter(|at| Host::parse(&shown[*at..]).is_ok()) {
            shown[at..].make_ascii_lowercase();
        }
    }
    match normal.login().and_then(|login| login.password()) {
        Some(password) if password.as_str().is_empty() => shown.replacen(":@", "@", 1),
        Some(_) => shown.replacen(":***@", "@", 1),
        None => shown,
    }
}

/// Panics if a password that occurs nowhere else in the URL is in its key.
fn assert_hides_password(url: &Url<&str>, key: &str) {
    let Some(password) = url.login().and_then(|login| login.password()) else { return };
    let password = password.as_str();
    // A key decodes characters that need no escape.
    let elsewhere = url.as_str().replacen(password, "", 1);
    let elsewhere = percent_decode_str(&elsewhere).decode_utf8_lossy().to_ascii_lowercase();
    // A short one may come to be where labels and arguments change their places.
    if password.len() >= 6 && !elsewhere.contains(&password.to_ascii_lowercase()) {
        let (key, password) = (key.to_ascii_lowercase(), password.to_ascii_lowercase());
        assert!(!key.contains(&password) || is_chance(url, &password), "{url} {key}");
    }
}

/// Returns whether the key has the text of a password that is not in the URL: `hos)teln` in `hos)telnet://user@`.
fn is_chance(url: &Url<&str>, password: &str) -> bool {
    let Some(span) = url.login().and_then(|login| login.password()).map(|it| it.as_str()) else {
        return false;
    };
    let other = url.as_str().replacen(span, "x", 1);
    let Ok(other) = Url::parse(&other) else { return false };
    let has = |key: String| key.to_ascii_lowercase().contains(password);
    [Profile::Exact, Profile::Wayback0_3_1]
        .iter()
        .any(|profile| other.surt(*profile).is_ok_and(has))
}

/// The text up to the newline is the base, and what follows it the reference, which is also a target. A reference leads to a
/// URL or to an error within it; what a base is joined to can be reached by a relative URL, which leads back to it.
pub fn join(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let (base, reference) = text.split_once('\n').unwrap_or((text, text));
    let Ok(base) = Url::parse(base) else { return };
    for resolution in [Resolution::Rfc1808, Resolution::Rfc3986] {
        match base.join_with(reference, resolution) {
            Ok(joined) => {
                assert_eq!(
                    Url::parse(joined.url.as_str()).as_ref(),
                    Ok(&joined.url.view()),
                    "{text:?}"
                );
                assert_leads_to(&base, &joined.url.view(), resolution);
            }
            Err(error) => {
                assert!(reference.get(error.span().range()).is_some(), "{text:?}: {error:?}");
                let _ = (error.to_string(), error.help());
            }
        }
        if let Ok(target) = Url::parse(reference) {
            assert_leads_to(&base, &target, resolution);
            assert_leads_to(&target, &base, resolution);
        }
    }
    if let Ok(target) = Url::parse(reference) {
        assert_eq!(base.join(reference).unwrap().url, target, "{text:?}");
    }
}

fn assert_leads_to(base: &Url<&str>, target: &Url<&str>, resolution: Resolution) {
    if let Some(reference) = base.relativize_with(target, resolution) {
        let joined = base.join_with(&reference, resolution).unwrap();
        assert_eq!(joined.url, *target, "{base} {reference}");
    }
}
