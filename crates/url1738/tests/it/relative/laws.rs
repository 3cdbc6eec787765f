//! What holds for all bases and references.

use proptest::prelude::*;
use url1738::{
    Url,
    relative::{JoinError, Resolution},
};

use super::{BOTH, is_never_base, near, tokens, urls};
use crate::laws::for_all;

/// The relative URL of any pair resolves to the target. Pairs with much in common have one by RFC 1808.
#[test]
fn a_relative_url_leads_to_its_target() {
    let pairs = prop_oneof![4 => (near(), near()), 1 => (urls(), urls())];
    let [count, tried] = [(); 2].map(|()| core::cell::Cell::new(0_usize));
    for_all(&pairs, |(base, target)| {
        tried.set(tried.get() + 1);
        for resolution in BOTH {
            let Some(reference) = base.relativize_with(&target, resolution) else {
                let authority =
                    |url: &Url| url.as_str().split_once("://").map(|it| it.1.to_owned());
                let scheme = |url: &Url| url.as_str().split(':').next().map(ToOwned::to_owned);
                let both_have = [&base, &target].iter().all(|url| {
                    authority(url).is_some_and(|it| !it.starts_with('/') && !it.is_empty())
                });
                let none = scheme(&base) != scheme(&target)
                    || is_never_base(&base)
                    || !both_have
                    || resolution == Resolution::Rfc3986
                    || matches!(base, Url::Other(_));
                assert!(none, "{base} {target}");
                continue;
            };
            count.set(count.get() + 1);
            let joined = base.join_with(&reference, resolution);
            let joined = joined.unwrap_or_else(|error| panic!("{base} {reference}: {error}"));
            assert_eq!(joined.url, target, "{base} {reference} {resolution:?}");
            assert_eq!(joined.fragment, None);
        }
    });
    assert!(
        count.get() * 10 > tried.get(),
        "only {} of {} pairs have one",
        count.get(),
        tried.get()
    );
}

/// What a reference leads to can be reached by a relative URL, too.
#[test]
fn what_is_joined_is_relativized() {
    for_all(&(near(), tokens()), |(base, reference)| {
        for resolution in BOTH {
            let Ok(joined) = base.join_with(&reference, resolution) else { continue };
            let same_scheme =
                base.as_str().split(':').next() == joined.url.as_str().split(':').next();
            let relative = base.relativize_with(&joined.url, resolution);
            if let Some(relative) = &relative {
                let again = base.join_with(relative, resolution).unwrap().url;
                assert_eq!(again, joined.url, "{base} {reference} {relative}");
            }
            // An opaque URL may have no slash.
            let after_scheme = base.as_str().split_once(':').unwrap_or_default().1;
            let is_opaque = !after_scheme.starts_with('/');
            let is_relative = !reference.contains(':') && !reference.is_empty() && !is_opaque;
            assert!(
                relative.is_some() || !same_scheme || !is_relative,
                "{base} {reference} {}",
                joined.url
            );
        }
    });
}

#[test]
fn an_absolute_reference_is_the_result() {
    for_all(&(urls(), urls()), |(base, target)| {
        assert_eq!(base.join(target.as_str()).unwrap().url, target);
        // RFC 3986 removes its dot segments, and then there are none.
        if let Ok(joined) = base.join_with(target.as_str(), Resolution::Rfc3986) {
            let again = base.join_with(joined.url.as_str(), Resolution::Rfc3986).unwrap();
            assert_eq!(again.url, joined.url, "{base} {target}");
        }
    });
}

#[test]
fn the_empty_reference_is_the_base() {
    for_all(&urls(), |base| {
        for resolution in BOTH {
            for reference in ["", "#", "#a?b#c"] {
                let Ok(joined) = base.join_with(reference, resolution) else {
                    let opaque = matches!(base, Url::Other(_)) && resolution == Resolution::Rfc1808;
                    assert!(is_never_base(&base) || opaque, "{base}");
                    continue;
                };
                assert_eq!(joined.url, base);
                assert_eq!(joined.fragment.as_deref(), reference.strip_prefix('#'));
                let inherits = reference.is_empty() && resolution == Resolution::Rfc1808;
                assert_eq!(joined.inherits_fragment, inherits);
            }
        }
    });
}

/// No reference panics; an error is in the reference; a result is a URL without a fragment, and a relative reference
/// keeps the scheme.
#[test]
fn any_reference_has_a_url_or_an_error_within_it() {
    let references = prop_oneof![3 => tokens(), 1 => any::<String>()];
    for_all(&(urls(), references), |(base, reference)| {
        let fragment = reference.split_once('#').map(|(_, fragment)| fragment);
        for resolution in BOTH {
            match base.join_with(&reference, resolution) {
                Ok(joined) => {
                    assert_eq!(joined.fragment.as_deref(), fragment);
                    assert_eq!(Url::parse(joined.url.as_str()).unwrap(), joined.url);
                    let same =
                        core::mem::discriminant(&base) == core::mem::discriminant(&joined.url);
                    assert!(same || reference.contains(':'), "{base} {reference}");
                }
                Err(error) => {
                    let span = error.span();
                    let text = reference.get(span.range());
                    assert!(
                        span.start <= span.end && text.is_some(),
                        "{base} {reference} {error:?}"
                    );
                    assert!(!error.code().is_empty() && !error.to_string().is_empty());
                    assert!(
                        !matches!(error, JoinError::InvalidInBase { .. }),
                        "{base} {reference}: {error}"
                    );
                }
            }
        }
    });
}
