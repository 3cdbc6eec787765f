//! The length and the time of a file, by which a resumed one is known to be the same.

/// What a server says about a file before it sends it, by which a resumed file is known to be the same one
/// (RFC 3659, sections 3 and 4).
///
/// ```
/// use url1738_client::Identity;
///
/// let identity = Identity { len: Some(1000), ..Identity::default() };
/// assert_eq!(identity.modified, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The octets of the whole file: the answer to `SIZE`, or the length in the reply before the file.
    pub len: Option<u64>,
    /// The time of its last change as the server writes it, the answer to `MDTM`: `20261123170000`.
    pub modified: Option<String>,
}

impl Identity {
    /// Returns in what the file differs from the one that was expected: the name of the value, what it was, and what it is.
    /// A value that one of them does not have cannot differ.
    pub(crate) fn difference(&self, expected: &Self) -> Option<(&'static str, String, String)> {
        match (expected.len, self.len) {
            (Some(then), Some(now)) if then != now => {
                return Some(("length", then.to_string(), now.to_string()));
            }
            _ => {}
        }
        match (&expected.modified, &self.modified) {
            (Some(then), Some(now)) if then != now => {
                Some(("time of change", then.clone(), now.clone()))
            }
            _ => None,
        }
    }
}

/// Returns the time in the text of a reply to `MDTM` (RFC 3659, 3): digits, and perhaps a fraction.
pub(crate) fn modified(text: &[u8]) -> Option<String> {
    /// Servers write up to nine digits of a fraction.
    const LONGEST: usize = 32;
    let text = core::str::from_utf8(text).ok()?;
    let is_time = (14..=LONGEST).contains(&text.len())
        && text.bytes().all(|octet| octet.is_ascii_digit() || octet == b'.');
    is_time.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_missing_does_not_differ() {
        let of = |len, time: Option<&str>| Identity { len, modified: time.map(str::to_owned) };
        let none = Identity::default();
        let known = of(Some(7), Some("20260101000000"));
        for (now, then) in [(&none, &known), (&known, &none), (&known, &known), (&none, &none)] {
            assert_eq!(now.difference(then), None);
        }
        let (what, then, now) = of(Some(8), None).difference(&known).unwrap();
        assert_eq!((what, then.as_str(), now.as_str()), ("length", "7", "8"));
        let later = of(Some(7), Some("20260101000001"));
        assert_eq!(later.difference(&known).unwrap().0, "time of change");
    }

    #[test]
    fn only_times_are_taken() {
        let times: [&[u8]; 5] =
            [b"20260102030405", b"20260102030405.123", b"2026", b"20260102030405 x", &[b'1'; 33]];
        assert_eq!(times.map(|text| modified(text).is_some()), [true, true, false, false, false]);
    }
}
