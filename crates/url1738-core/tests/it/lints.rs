//! Lints of hosts and paths at the limits of what they are about.

use url1738_core::GenericUrl;

fn has(url: &str, code: &str) -> bool {
    GenericUrl::parse(url).unwrap().lints().has(code)
}

/// The first and the last address of each special range (RFC 6890), and those beside them.
#[test]
fn ranges_of_addresses_end_where_the_registry_says() {
    let special = [
        "0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0",
        "127.255.255.255 169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.255",
        "192.0.2.0 192.0.2.255 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.1",
        "203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255",
        ":: ::1 ::ffff:10.0.0.1 fc00:: fdff::1 fe80:: febf::1 ff00::1 ffff::1 2001:db8::1",
        "3fff:: 3fff:fff::1",
    ];
    let ordinary = [
        "1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0",
        "169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0",
        "192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0",
        "203.0.112.255 203.0.114.0 223.255.255.255",
        "::2 ::ffff:11.0.0.1 fbff::1 fe00::1 fe7f::1 fec0::1 2001:db7::1 2001:db9::1 3ffe::1",
        "3fff:1000::1",
    ];
    for (hosts, is_special) in [(special, true), (ordinary, false)] {
        for host in hosts.iter().flat_map(|row| row.split(' ')) {
            assert_eq!(has(&format!("x-a://{host}/"), "special-address"), is_special, "{host}");
        }
    }
}

#[test]
fn localhost_is_a_name_or_the_end_of_one() {
    for (host, is_local) in [
        ("localhost", true),
        ("LocalHost", true),
        ("a.localhost", true),
        ("alocalhost", false),
        (".localhost", false),
        ("localhost.dom", false),
        ("127.0.0.1", true),
        ("127.255.0.1", true),
        ("0.0.0.0", true),
        ("0.0.0.1", false),
        ("126.0.0.1", false),
    ] {
        assert_eq!(has(&format!("x-a://{host}/"), "local-host"), is_local, "{host}");
    }
}

/// An encoding in two, three or four octets is overlong if one octet is enough.
#[test]
fn overlong_encodings_are_those_of_one_octet() {
    for (path, is_overlong) in [
        ("%C0%80", true),
        ("%C1%BF", true),
        ("%C2%80", false),
        ("%C0", false),
        ("%C0a", false),
        ("%E0%80%80", true),
        ("%E0%81%BF", true),
        ("%E0%82%80", false),
        ("%E0%80", false),
        ("%F0%80%80%80", true),
        ("%F0%80%81%BF", true),
        ("%F0%80%82%80", false),
        ("%F0%81%80%80", false),
    ] {
        assert_eq!(has(&format!("x-a://h/{path}"), "overlong-utf-8"), is_overlong, "{path}");
    }
}
