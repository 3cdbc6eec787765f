//! The masking of passwords.

use url1738::{Redacted, Url};

/// Masks passwords unless `--show-passwords` is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masking {
    pub(crate) show_passwords: bool,
}

impl Masking {
    /// Masks the secrets of a text that may be a URL.
    pub(crate) fn redact(self, text: &[u8]) -> Redacted<'_> {
        if self.show_passwords { Redacted::revealed(text) } else { Redacted::new(text) }
    }

    /// Masks the secrets of `url`, whose text is `text`. Returns `None` if there is nothing to mask.
    #[inline]
    pub(crate) fn redact_url<'a>(self, text: &'a [u8], url: &Url<&str>) -> Option<Redacted<'a>> {
        // The password of each of the ten schemes ends before an `@`, and a value begins after an `=`; either may be
        // escaped. Most URLs have none of these.
        let may_have_secrets = || memchr::memchr3(b'@', b'=', b'%', text).is_some();
        if self.show_passwords || !may_have_secrets() { None } else { masked(text, url) }
    }
}

#[inline(never)]
fn masked<'a>(text: &'a [u8], url: &Url<&str>) -> Option<Redacted<'a>> {
    let found = url.redacted();
    let revealed = Redacted::revealed(text);
    let mask = || found.secrets().iter().fold(revealed, |text, secret| text.and(*secret));
    (!found.secrets().is_empty()).then(mask)
}
