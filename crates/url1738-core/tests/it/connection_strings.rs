//! Connection strings: what is read of them, and the reason if it is nothing.

use url1738_core::{AnyUrl, Error, Escaped, GenericUrl, Host};

/// Returns the answers of `url` in the notation of the vectors.
fn answers(url: &GenericUrl<&str>) -> String {
    if let Some(error) = url.authority_error() {
        assert_eq!((url.login(), url.host(), url.path()), (None, None, None));
        return format!("! {} {} {:?}", error.code(), error.part(), error.span());
    }
    if url.login().is_none() {
        return "opaque".into();
    }
    let text = |part: Option<Escaped<'_>>| part.map(|part| part.as_str().to_owned());
    let answers = [
        ("host", url.host().map(|host| host.to_string())),
        ("port", url.port().map(|port| port.to_string())),
        ("user", text(url.user())),
        ("password", text(url.password())),
        ("path", text(url.path())),
    ];
    let written = answers.into_iter().filter_map(|(name, value)| Some((name, value?)));
    written.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn connection_strings_are_read_or_explained() {
    let vectors = include_str!("../data/connection-strings.tsv");
    let mut count = 0;
    for line in vectors.lines().filter(|line| !line.starts_with('#')) {
        let (text, expected) = line.split_once('\t').unwrap();
        let url = GenericUrl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(answers(&url), expected, "{text}");
        assert_eq!(url.into_owned().authority_error(), url.authority_error());
        assert_eq!(AnyUrl::login(&url), url.login());
        if let Some(error) = url.authority_error() {
            assert!(error.span().end as usize <= text.len(), "{text}");
            assert!(!GenericUrl::annotate(text, &error).to_string().contains("s3cret"), "{text}");
        }
        count += 1;
    }
    assert_eq!(count, 35);
}

/// An authority without an error is one with a login, and every other text has an error.
#[test]
fn either_login_or_error() {
    const PIECES: [&str; 12] = ["a", "1", ".", "-", "_", ":", "@", "/", ",", "%41", "99999", "?"];
    for number in 0..12_usize.pow(4) {
        let pieces = [1, 12, 144, 1728].map(|place| PIECES.get(number / place % 12).unwrap());
        let text = format!("x://{}", pieces.map(|piece| *piece).concat());
        let Ok(url) = GenericUrl::parse(&text) else { continue };
        assert_eq!(url.login().is_some(), url.authority_error().is_none(), "{text}");
        assert_eq!(url.host().is_some(), url.authority_error().is_none(), "{text}");
        let single = text.replacen("//", "/", 1);
        let reason = GenericUrl::parse(&single).ok().and_then(|url| url.authority_error());
        assert!(reason.is_none() || single.starts_with("x://"), "{single}: {reason:?}");
    }
    let host: Result<Host<'_>, Error> = Host::parse("db_host");
    let url = GenericUrl::parse("x://db_host").unwrap();
    let moved = host.unwrap_err().offset_by(4);
    assert_eq!(url.authority_error().map(|error| error.span()), Some(moved.span()));
}
