//! Repairs of malformed URLs.

use url1738::{
    FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl,
    TelnetUrl, Url, WaisUrl,
};

use crate::held::{
    repair::assert_repair,
    url::{assert_laws, parsed},
};

/// The laws of repair hold for the bytes, in the umbrella and in every type. The result obeys the laws of
/// URLs. A fix that an error suggests is one of the repair, or leads to another error.
pub fn repair(bytes: &[u8]) {
    assert_repair(bytes);
    if let Ok(repaired) = Url::repair_bytes(bytes) {
        assert_laws(repaired.url.as_str());
    }
    macro_rules! each {
        ($($Url:ident)*) => {$(
            match $Url::repair_bytes(bytes) {
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
