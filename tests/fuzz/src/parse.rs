//! Parsing, normal forms, equivalence and repairs: any text, any bytes, by every type.

use url1738::{
    Error, FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, PartSpan,
    ProsperoUrl, TelnetUrl, Url, WaisUrl, registry,
};

use crate::held::url::{assert_laws, assert_repair, meaning, parsed, round_trips};

type Parts = Result<Vec<PartSpan>, Error>;

/// Every type reads the text, and the umbrella agrees with the type of the scheme.
pub fn parse_any(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    macro_rules! each {
        ($($name:literal $Url:ident)*) => {$(
            let read = $Url::parse(text).map(|url| url.parts());
            assert_parts(text, &read);
            let copied = text.parse::<$Url>().map(|url| url.parts());
            assert_eq!(copied, read, "{text:?} copied");
            let taken = $Url::try_from(text.to_owned()).map(|url| url.parts());
            assert_eq!(taken, read, "{text:?} taken");
            if is_named(text, $name) {
                assert_eq!(Url::parse(text).map(|url| url.parts()), read, "{text:?} by the umbrella");
            }
        )*};
    }
    each! {
        "ftp" FtpUrl "http" HttpUrl "gopher" GopherUrl "mailto" MailtoUrl "news" NewsUrl "nntp" NntpUrl
        "telnet" TelnetUrl "wais" WaisUrl "file" FileUrl "prospero" ProsperoUrl
    }
    assert_parts(text, &GenericUrl::parse(text).map(|url| url.parts()));
    let all = Url::parse(text).map(|url| url.parts());
    assert_eq!(registry().parse(text).map(|url| url.parts()), all, "{text:?} by the registry");
    if all.is_ok() {
        round_trips(parsed(text), text);
    }
}

/// Every type reads bytes like text, and rejects bytes outside US-ASCII.
pub fn parse_bytes(bytes: &[u8]) {
    let text = core::str::from_utf8(bytes).ok();
    macro_rules! each {
        ($($Url:ident)*) => {$(
            let read = $Url::parse_bytes(bytes).map(|url| url.parts());
            match text {
                Some(text) => assert_eq!($Url::parse(text).map(|url| url.parts()), read, "{text:?}"),
                None => assert!(read.is_err(), "{}", bytes.escape_ascii()),
            }
            if let Err(error) = read {
                assert_error(bytes, error);
            }
        )*};
    }
    each! {
        Url FtpUrl HttpUrl GopherUrl MailtoUrl NewsUrl NntpUrl TelnetUrl WaisUrl FileUrl ProsperoUrl
        GenericUrl
    }
}

fn is_named(text: &str, name: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case(name))
}

/// The parts are in order, each in its class. An error is within the text.
fn assert_parts(text: &str, read: &Parts) {
    let parts = match read {
        Ok(parts) => parts,
        Err(error) => return assert_error(text.as_bytes(), *error),
    };
    let mut at = 0;
    for PartSpan { part, span } in parts {
        assert!(at <= span.start && span.start <= span.end, "{text:?}: {part} out of order");
        assert!(part.read(span.slice(text)).is_ok(), "{text:?}: {part} holds a foreign byte");
        at = span.end;
    }
    assert!(at as usize <= text.len(), "{text:?}: parts beyond the end");
}

/// The error marks bytes of the text. Its message, its picture and its fix can be computed, and the fix differs from
/// the text.
fn assert_error(bytes: &[u8], error: Error) {
    let range = error.span().range();
    assert!(range.start <= range.end && range.end <= bytes.len(), "{error:?}");
    let is_whole = |text: &str| text.get(range).is_some();
    assert!(core::str::from_utf8(bytes).map_or(true, is_whole), "{bytes:?}: {error:?}");
    let text = String::from_utf8_lossy(bytes);
    let _ = (error.to_string(), error.help().to_string(), Url::annotate(&text, &error));
    if let Some(fix) = Url::fix(&*text, &error) {
        let span = fix.span.range();
        assert!(span.start <= span.end && span.end <= text.len(), "{error:?}: {fix:?}");
        assert_ne!(text.get(span), Some(&*fix.text), "{error:?}: {fix:?} changes nothing");
    }
}

/// All laws of valid URLs hold for the text if it is one, also by the general syntax. Two texts divided by a
/// newline are equivalent exactly if their meaning is equal.
pub fn normalize(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let (one, other) = text.split_once('\n').unwrap_or((text, text));
    for text in [one, other] {
        if Url::parse(text).is_ok() {
            assert_laws(text);
        }
        if let Ok(url) = GenericUrl::parse(text) {
            let normal = url.normalize();
            assert_eq!(normal.normalize(), normal, "{text:?}");
        }
    }
    if Url::parse(one).is_ok() && Url::parse(other).is_ok() {
        let (one, other) = (parsed(one), parsed(other));
        let same = meaning(one) == meaning(other);
        assert_eq!(one.equivalent(&other), same, "{one} {other}");
        assert_eq!(other.equivalent(&one), same, "{one} {other}");
    }
}

/// The laws of repair hold for the bytes, in the umbrella and in every type. The result obeys the laws of
/// URLs. A fix that an error suggests is one of the repair, or leads to another error.
pub fn repair(bytes: &[u8]) {
    assert_repair(bytes);
    if let Ok(repaired) = Url::repair(bytes) {
        assert_laws(repaired.url.as_str());
    }
    macro_rules! each {
        ($($Url:ident)*) => {$(
            match $Url::repair(bytes) {
                Ok(repaired) => {
                    let text = repaired.url.as_str();
                    assert_eq!($Url::parse(text).map(|url| url.parts()), Ok(repaired.url.parts()), "{text:?}");
                }
                Err(error) => {
                    let range = error.span().range();
                    assert!(range.start <= range.end && range.end <= bytes.len(), "{error:?}");
                    assert!($Url::parse_bytes(bytes).is_err(), "{}", bytes.escape_ascii());
                }
            }
        )*};
    }
    each! {
        FtpUrl HttpUrl GopherUrl MailtoUrl NewsUrl NntpUrl TelnetUrl WaisUrl FileUrl ProsperoUrl GenericUrl
    }
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    // Each fix is made in turn; a text is repaired after at most as many fixes as it has bytes, or an error has no fix.
    let mut fixed = text.to_owned();
    for _ in 0..=text.len().min(200) {
        let Err(error) = Url::parse(&fixed) else {
            parsed(&fixed);
            return;
        };
        let Some(fix) = Url::fix(&fixed, &error) else { return };
        fixed.replace_range(fix.span.range(), &fix.text);
    }
}
