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

    /// Masks the secrets of running text with any number of URLs.
    pub(crate) fn redact_text(self, text: &[u8]) -> Redacted<'_> {
        if self.show_passwords { Redacted::revealed(text) } else { Redacted::of_text(text) }
    }

    /// Returns whether a valid URL is shown as it is, judged by its delimiters alone.
    #[inline]
    pub(crate) fn shows(self, url: &[u8]) -> bool {
        self.show_passwords || !Redacted::is_needed(url)
    }

    /// Masks the secrets of `url`, whose text is `text`. Returns `None` if there is nothing to mask.
    #[inline]
    pub(crate) fn redact_url<'a>(
        self,
        text: &'a [u8],
        url: &Url<&str>,
    ) -> Option<Box<Redacted<'a>>> {
        if self.shows(text) { None } else { masked(text, url) }
    }
}

#[inline(never)]
fn masked<'a>(text: &'a [u8], url: &Url<&str>) -> Option<Box<Redacted<'a>>> {
    let found = url.redacted();
    let revealed = Redacted::revealed(text);
    let mask = || found.secrets().iter().fold(revealed, |text, secret| text.and(*secret));
    (!found.secrets().is_empty()).then(|| Box::new(mask()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The prefilter finds every URL that has a secret.
    #[test]
    fn no_secret_is_missed() {
        let pieces = [
            "joe", ":", "@", "=", "%", "%40", "%3D", "%3d", "%25", "%2540", "%253D", "%64", "%44",
            "%2564", "password", "passwor", "PWD", "passwd", "pw", "/", "//", "?", "&", ";", "a",
            "ftp:", "%2F", "%3A",
        ];
        let mut seed = 1738_u32;
        let mut secrets = 0;
        for _ in 0..300_000 {
            let mut random = |below: usize| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 16) as usize % below
            };
            let begin = [
                "ftp://h",
                "http://h/",
                "x-db:",
                "mailto:",
                "news:",
                "prospero://h/",
                "file://h/",
                "telnet://",
            ];
            let mut text = begin[random(begin.len())].to_owned();
            (0..random(9)).for_each(|_| text.push_str(pieces[random(pieces.len())]));
            let Ok(url) = Url::parse(&text) else { continue };
            if !url.redacted().secrets().is_empty() {
                secrets += 1;
                assert!(Redacted::is_needed(text.as_bytes()), "{text}");
            }
        }
        assert!(secrets > 1000, "{secrets}");
    }
}
