//! Relative references.

use url1738::{Url, relative::Resolution};

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
