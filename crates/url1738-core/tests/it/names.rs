//! Names that are refused: of hosts (section 3.1) and of groups (section 3.6).

use url1738_core::{Host, part::GROUP};

/// What a host is refused for, with the place.
#[test]
fn hosts_that_are_none() {
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
        ("1.2.3", "top-label-digit", 0..5),
        ("a.1b", "top-label-digit", 2..4),
        ("1.2.3.4.5", "top-label-digit", 0..9),
        ("1.256.3.4", "group-out-of-range", 2..5),
        ("1.2.3.4294967297", "group-out-of-range", 6..16),
        ("1.2.3.99999999999999999999", "group-out-of-range", 6..26),
        (&long, "label-too-long", 0..64),
        (&name, "name-too-long", 0..257),
        ("a_b", "unexpected-byte", 1..2),
    ] {
        let error = Host::new(text).unwrap_err();
        assert_eq!((error.code(), error.span().range()), (code, range), "{text}");
    }
    assert_eq!(Host::new(&longest).unwrap().name(), Some(longest.as_str()));
    assert_eq!(Host::new("0255.0.0.000").unwrap().address(), Some([255, 0, 0, 0].into()));
    assert_eq!(Host::new("1.2.3.4a").unwrap_err().code(), "top-label-digit");
    assert!(Host::new("1.2.3.a").is_ok() && Host::new("1").is_err());
}

/// A group name as builders check it.
#[test]
fn groups_that_are_none() {
    for (name, code, range) in [
        ("", "empty", 0..0),
        ("9a", "group-first-letter", 0..1),
        ("~", "unexpected-byte", 0..1),
        ("a~", "unexpected-byte", 1..2),
    ] {
        let error = GROUP.read_group(name).unwrap_err();
        assert_eq!((error.code(), error.span().range()), (code, range), "{name}");
    }
    assert!(GROUP.read_group("a").is_ok());
}
