//! What to write instead, where the text around an error tells more than the error does.

use core::fmt::Write as _;

use url1738::{Error, Host, Redacted, Span};

/// A better help than that of the error, for what people write in place of something else. Of the secrets of the
/// line it says nothing.
pub(crate) fn of(error: &Error, masked: &Redacted<'_>) -> Option<String> {
    let line = masked.bytes();
    let Span { start, end } = error.span();
    let (before, rest) = line.split_at_checked(start as usize)?;
    let marked = line.get(start as usize..end as usize).unwrap_or_default();
    let scheme = line.split(|byte| *byte == b':').next().unwrap_or_default();
    let is = |name: &str| scheme.eq_ignore_ascii_case(name.as_bytes());
    let words = match (error.part().name(), error.code()) {
        (_, "ipv6-literal") if marked.get(1).is_some_and(|byte| byte | 0x20 == b'v') => {
            "an address of a version to come (IPvFuture) is RFC 3986's; RFC 1738 has names and IPv4 addresses only"
        }
        (_, "ipv6-literal") if marked.strip_prefix(b"[").is_some_and(is_ipv4) => {
            "an IPv4 address stands without brackets"
        }
        ("host" | "port", _) if is_bare_ipv6(before, rest) => {
            "this reads like an IPv6 address, which RFC 3986 has in brackets and RFC 1738 not at all"
        }
        ("host", "unexpected-byte") if is("ftp") && rest.starts_with(b";type=") => {
            "a slash stands before the type: `ftp://host/;type=d`"
        }
        ("group", "unexpected-byte") if is("nntp") && matches!(rest, [b'<' | b'@', ..]) => {
            "an nntp URL names an article by group and number; `news:` is for message-ids, without `<` and `>`"
        }
        ("digits", "unexpected-byte") if is("nntp") && rest.contains(&b'@') => {
            "an article of a group has a number; `news:` is for message-ids, without `<` and `>`"
        }
        ("digits", "unexpected-byte") if is("nntp") && rest == b"/" => {
            "the number of the article is the last; leave the slash out"
        }
        ("group", "empty" | "expected-delimiter") if is("nntp") => {
            "an nntp URL names a group behind the host: `nntp://host/group`"
        }
        _ => {
            let inside = masked.covers(Span::new(start, start.saturating_add(1)));
            return if inside { None } else { whole_character(error, rest) };
        }
    };
    Some(words.to_owned())
}

/// Whether an address of four numbers stands before the bracket, or its IPv6 form.
fn is_ipv4(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"]").and_then(|text| core::str::from_utf8(text).ok());
    let numbers = text.map(|text| match text.get(..7) {
        Some(head) if head.eq_ignore_ascii_case("::ffff:") => text.get(7..).unwrap_or_default(),
        _ => text,
    });
    numbers.is_some_and(|text| Host::new(text).is_ok_and(|host| host.address().is_some()))
}

/// Whether what stands between the slashes has hexadecimal digits and two colons at least, and nothing else.
fn is_bare_ipv6(before: &[u8], rest: &[u8]) -> bool {
    let from = before.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
    let authority = before.get(from..).unwrap_or_default().iter().chain(rest);
    let mut colons = 0;
    for byte in authority.take_while(|byte| !matches!(byte, b'/' | b';' | b'?')) {
        match byte {
            b':' => colons += 1,
            byte if byte.is_ascii_hexdigit() => {}
            _ => return false,
        }
    }
    colons > 1
}

/// All octets of the character of UTF-8 whose first one is refused.
fn whole_character(error: &Error, rest: &[u8]) -> Option<String> {
    if error.code() != "unexpected-byte" || rest.first()?.is_ascii() {
        return None;
    }
    let character = rest.utf8_chunks().next()?.valid().chars().next()?;
    let octets =
        character.encode_utf8(&mut [0; 4]).bytes().fold(String::new(), |mut all, octet| {
            // Writing to a string cannot fail.
            let _ = write!(all, "%{octet:02X}");
            all
        });
    Some(format!("write it as `{octets}`"))
}

#[cfg(test)]
mod tests {
    use url1738::{Redacted, Url};

    fn hint(text: &str) -> String {
        let error = Url::parse(text).unwrap_err();
        super::of(&error, &Redacted::revealed(text.as_bytes())).unwrap_or_default()
    }

    #[test]
    fn hints() {
        for (text, words) in [
            ("ftp://::1/", "reads like an IPv6 address"),
            ("http://2001:db8::1/", "reads like an IPv6 address"),
            ("http://[v1.x]/", "IPvFuture"),
            ("http://[1.2.3.4]/", "without brackets"),
            ("http://[::FFFF:1.2.3.4]/", "without brackets"),
            ("ftp://h;type=d", "`ftp://host/;type=d`"),
            ("nntp://h/<a@b.c>", "`news:` is for message-ids"),
            ("nntp://h/a@b.c", "`news:` is for message-ids"),
            ("nntp://h/g/<a@b.c>", "`news:` is for message-ids"),
            ("nntp://h/g/a@b.c", "`news:` is for message-ids"),
            ("nntp://h/g/7/", "leave the slash out"),
            ("nntp://h", "`nntp://host/group`"),
            ("nntp://h/", "`nntp://host/group`"),
            ("http://h/\u{e9}", "write it as `%C3%A9`"),
            ("http://h/\u{1F600}", "write it as `%F0%9F%98%80`"),
        ] {
            assert!(hint(text).contains(words), "{text}: {}", hint(text));
        }
        for text in ["http://h:x/", "http://h/ ", "http:///", "ftp://a:b:c@h/", "http://[::1]/"] {
            assert_eq!(hint(text), "", "{text}");
        }
    }
}
