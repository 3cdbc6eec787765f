//! Invalid names of hosts (section 3.1) and of groups (section 3.6).

use url1738_core::{Host, part::GROUP};

/// The code and the span of the error in each host.
#[test]
fn invalid_hosts() {
    let long = format!("{}.dom", "a".repeat(64));
    let label = "a".repeat(63);
    let longest = [label.as_str(); 4].join(".");
    let name = format!("{longest}.b");
    for (text, code, range) in [
        ("", "empty", 0..0),
        (".", "empty-label", 0..1),
        ("a..b", "empty-label", 2..3),
        (".a", "empty-label", 0..1),
        ("a.", "empty-label", 1..2),
        ("-a", "label-hyphen", 0..1),
        ("b.a-", "label-hyphen", 3..4),
        ("b.-", "label-hyphen", 2..3),
        ("1.2.3", "group-count", 0..5),
        ("a.1b", "top-label-digit", 2..4),
        ("1.2.3.4.5", "group-count", 0..9),
        ("1.256.3.4", "group-out-of-range", 2..5),
        ("1.2.3.4294967297", "group-out-of-range", 6..16),
        ("1.2.3.99999999999999999999", "group-out-of-range", 6..26),
        (&long, "label-too-long", 0..64),
        (&name, "name-too-long", 0..257),
        ("a_b", "unexpected-byte", 1..2),
        // The invalid byte is reported rather than the label that it ends.
        ("a._b", "unexpected-byte", 2..3),
        ("a-_b", "unexpected-byte", 2..3),
        ("a.-_b", "label-hyphen", 2..3),
        ("1_b", "unexpected-byte", 1..2),
        ("a.%41b", "unexpected-byte", 2..3),
        ("www.\u{fc}bel.de", "international-name", 4..6),
        ("b\u{fc}cher.de", "international-name", 1..3),
        ("1\u{fc}", "international-name", 1..3),
        ("\u{1F600}", "international-name", 0..4),
        ("a..\u{fc}", "empty-label", 2..3),
        ("-a.\u{fc}", "label-hyphen", 0..1),
        ("a./", "empty-label", 1..2),
        ("h/a", "unexpected-byte", 1..2),
        ("h?", "unexpected-byte", 1..2),
        ("h:80", "unexpected-byte", 1..2),
        ("joe@h", "unexpected-byte", 3..4),
        ("::1", "ipv6-unbracketed", 0..3),
        ("2001:db8::1", "ipv6-unbracketed", 0..11),
        ("fe80::1%eth0", "ipv6-unbracketed", 0..12),
        ("::ffff:1.2.3.4", "ipv6-unbracketed", 0..14),
        ("1:2:3:4:5:6:7:8", "ipv6-unbracketed", 0..15),
        ("[::1]", "ipv6-literal", 0..5),
        ("[1.2.3.4]", "bracketed-ipv4", 0..9),
        ("[::FFFF:1.2.3.4]", "bracketed-ipv4", 0..16),
        ("[v1.x]", "future-address", 0..6),
        ("[", "ipv6-literal", 0..1),
    ] {
        let error = Host::parse(text).unwrap_err();
        assert_eq!((error.code(), error.span().range()), (code, range), "{text}");
    }
    assert_eq!(Host::parse(&longest).unwrap().name(), Some(longest.as_str()));
    assert_eq!(Host::parse("0255.0.0.000").unwrap().ipv4(), Some([255, 0, 0, 0].into()));
    assert_eq!(Host::parse("1.2.3.4a").unwrap_err().code(), "top-label-digit");
    assert!(Host::parse("1.2.3.a").is_ok() && Host::parse("1").is_err());
}

/// Group names are checked like in builders.
#[test]
fn invalid_groups() {
    for (name, code, range) in [
        ("", "empty", 0..0),
        ("9a", "group-first-letter", 0..1),
        ("~", "tilde", 0..1),
        ("a~", "tilde", 1..2),
    ] {
        let error = GROUP.read_group(name).unwrap_err();
        assert_eq!((error.code(), error.span().range()), (code, range), "{name}");
    }
    assert!(GROUP.read_group("a").is_ok());
}
