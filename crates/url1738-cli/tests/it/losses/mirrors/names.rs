//! Names that a server chose.

use std::{collections::HashSet, fs};

use super::{
    super::{
        Attacks,
        trees::{Place, gopher, item},
    },
    ftp, shown,
};

/// Names of one directory, all of which are kept under names that no file system confuses.
fn names(attacks: &mut Attacks, attack: &str, names: &[&[u8]]) {
    let contents: Vec<Vec<u8>> =
        (0..names.len()).map(|number| format!("content {number}").into_bytes()).collect();
    let list: Vec<(&[u8], &[u8])> =
        names.iter().zip(&contents).map(|(name, content)| (*name, content.as_slice())).collect();
    let (place, _) = ftp(&list);
    let before = place.outside();
    let ran = place.mirror(&place.url("ftp", ""), &[]);
    let kept = place.files();
    let found: HashSet<&Vec<u8>> = kept.values().collect();
    assert_eq!((kept.len(), found.len()), (names.len(), names.len()), "{attack}: {kept:?}");
    let folded: HashSet<String> =
        kept.keys().map(|name| name.to_uppercase().to_lowercase()).collect();
    assert_eq!(folded.len(), names.len(), "{attack}: {kept:?}");
    assert_eq!(place.outside(), before, "{attack}");
    // A second run finds each of them again.
    let again = place.mirror(&place.url("ftp", ""), &[]);
    assert_eq!((again.code, &place.files()), (0, &kept), "{attack}: {}", again.stderr);
    attacks.add(attack, format!("{}; kept as {}", ran.outcome(), shown(kept.keys())));
}

pub(super) fn hostile(attacks: &mut Attacks) {
    names(
        attacks,
        "names that differ in reserved characters: `a:b`, `a*b`, `a?b`, `a_b`",
        &[b"a:b", b"a*b", b"a?b", b"a_b"],
    );
    names(
        attacks,
        "names that differ in case: `A.txt`, `a.TXT`, `a.txt`",
        &[b"A.txt", b"a.TXT", b"a.txt"],
    );
    names(attacks, "directories that differ in case: `Docs/x`, `docs/x`", &[b"Docs/x", b"docs/x"]);
    names(
        attacks,
        "names that fold together: `stra\u{df}e`, `STRASSE`, `strasse`",
        &["stra\u{df}e".as_bytes(), b"STRASSE", b"strasse"],
    );
    names(
        attacks,
        "names with percent signs: `100%`, `100%25`, `a%3Ab`, `a:b`",
        &[b"100%", b"100%25", b"a%3Ab", b"a:b"],
    );
    names(
        attacks,
        "hidden names: `.bashrc`, `%2Ebashrc`, `...`",
        &[b".bashrc", b"%2Ebashrc", b"..."],
    );
    names(attacks, "names like options: `-rf`, `--help`, `~root`", &[b"-rf", b"--help", b"~root"]);
    names(
        attacks,
        "devices: `CON`, `nul.txt`, `COM1`, `LPT9.c`, `aux .x`",
        &[b"CON", b"nul.txt", b"COM1", b"LPT9.c", b"aux .x"],
    );
    names(
        attacks,
        "dots and spaces at the end: `x`, `x.`, `x `, `x. `",
        &[b"x", b"x.", b"x ", b"x. "],
    );
    names(attacks, "backslashes: `..\\..\\x`, `C:\\x`", &[b"..\\..\\x", b"C:\\x"]);
    names(
        attacks,
        "octets that are not UTF-8: `\\xe8`, `\\xe9`, `%E9`",
        &[b"\xe8", b"\xe9", b"%E9"],
    );
    names(
        attacks,
        "a letter with an accent as one character and as two",
        &["\u{e9}".as_bytes(), "e\u{301}".as_bytes()],
    );
    names(
        attacks,
        "control characters: ESC, BEL, DEL, TAB",
        &[b"\x1b[2J", b"\x07", b"\x7f", b"\t"],
    );
    let long = |last: u8| [b"x".repeat(300).as_slice(), &[last]].concat();
    names(
        attacks,
        "two names of 301 octets that differ in the last one",
        &[&long(b'a'), &long(b'b')],
    );
    names(
        attacks,
        "two names of 301 octets that differ in the case of one",
        &[&long(b'a'), &long(b'A')],
    );
    let wide = |last: &str| format!("{}{last}", "\u{4e2d}".repeat(90));
    names(
        attacks,
        "two long names that are not US-ASCII",
        &[wide("\u{6587}").as_bytes(), wide("\u{5b57}").as_bytes()],
    );
    names(
        attacks,
        "names of the program's own files: `.url1738-index`, `x.part`, `x`",
        &[b".url1738-index", b"x.part", b"x"],
    );
}

pub(super) fn with_errors(attacks: &mut Attacks) {
    let long = b"y".repeat(5000);
    let (place, _) = ftp(&[(&long, b"1"), (b"a", b"2"), (b"b", b"3")]);
    let ran = place.mirror(&place.url("ftp", ""), &[]);
    assert!(ran.code == 3 && ran.stderr.contains("the name exceeds 4096 octets"), "{}", ran.stderr);
    assert_eq!(place.files().len(), 2);
    attacks.add(
        "a name of 5,000 octets among others",
        format!("{}; the others are kept", ran.outcome()),
    );

    // The menus and files of a gopher server, whose selectors are paths of any form.
    let tree = |answers: fn(&str, u16) -> String| {
        Place::new(gopher(move |selector, port| answers(selector, port).into_bytes()))
    };
    let place = tree(|selector, port| match selector {
        "" => item('0', "/a", port) + &item('0', "/a/b", port) + &item('0', "/c", port),
        other => format!("content of {other}"),
    });
    let ran = place.mirror(&place.url("gopher", ""), &[]);
    let files = place.files();
    assert_eq!(files["0/a"], b"content of /a");
    assert_eq!((ran.code, files.contains_key("0/c"), files.len()), (3, true, 3), "{files:?}");
    assert!(ran.stderr.contains("is a file, and this item needs a folder"), "{}", ran.stderr);
    attacks.add(
        "a name that is a file and a folder: `0/a`, `0/a/b`",
        format!("{}; kept: {}", ran.outcome(), shown(files.keys())),
    );

    let place = tree(|selector, port| match selector {
        "" => item('0', "/a/b", port) + &item('0', "/a//b", port) + &item('0', "a/b", port),
        other => format!("content of {other}"),
    });
    let ran = place.mirror(&place.url("gopher", ""), &[]);
    let files = place.files();
    let contents: HashSet<&Vec<u8>> = files.values().collect();
    assert_eq!((ran.code, contents.len()), (0, 4), "{files:?} {}", ran.stderr);
    attacks.add(
        "empty segments: `/a/b`, `/a//b`, `a/b`",
        format!("{}; kept as {}", ran.outcome(), shown(files.keys())),
    );

    let place = tree(|selector, port| match selector {
        "" => {
            item('1', "/a", port)
                + &item('1', "/a/", port)
                + &item('0', "/a/menu.txt", port)
                + &item('1', "/a/menu.txt", port)
        }
        // The two items of one selector have one content.
        other => format!("iof {other}\t\tnull\t1\r\n"),
    });
    let ran = place.mirror(&place.url("gopher", ""), &[]);
    let files = place.files();
    let contents: HashSet<&Vec<u8>> = files.values().collect();
    assert_eq!((ran.code, contents.len(), files.len()), (0, 4, 5), "{files:?} {}", ran.stderr);
    attacks.add(
        "items with the name of the menu's file, and menus with and without a slash",
        format!("{}; kept as {}", ran.outcome(), shown(files.keys())),
    );

    let place = tree(|selector, port| match selector {
        "" => {
            item('0', "/../../../up", port)
                + &item('0', "/y/..", port)
                + &item('0', "/./x", port)
                + &item('0', "//etc/passwd", port)
        }
        other => format!("content of {other}"),
    });
    let before = place.outside();
    let ran = place.mirror(&place.url("gopher", ""), &[]);
    assert_eq!((ran.code, place.outside()), (0, before), "{}", ran.stderr);
    attacks.add(
        "selectors that leave the folder: `/../../../up`, `/y/..`, `/./x`, `//etc/passwd`",
        format!("{}; kept as {}", ran.outcome(), shown(place.files().keys())),
    );

    let place = tree(|selector, port| match selector {
        "" => {
            item('0', "/x", port)
                + &format!("hsame\tURL:gopher://127.0.0.1:{port}/0/%78\th\t70\r\n")
                + &item('0', "/z", port)
        }
        "/x" => "x".to_owned(),
        _ => "z".to_owned(),
    });
    let ran = place.mirror(&place.url("gopher", ""), &[]);
    assert_eq!(
        (ran.code, &place.files()["0/x"][..], &place.files()["0/z"][..]),
        (0, &b"x"[..], &b"z"[..])
    );
    assert_eq!(ran.stderr.matches("0/x\n").count(), 1, "{}", ran.stderr);
    attacks.add(
        "a second URL of the same name: `0/x`, `0/%78`",
        format!("{}; it is fetched once", ran.outcome()),
    );

    let place = tree(|selector, port| match selector {
        "" => item('0', "/x", port).replace("127.0.0.1", "LOCALHOST"),
        _ => "x".to_owned(),
    });
    let port = place.server.address.port();
    let ran = place.mirror(&format!("gopher://Localhost:{port}/"), &[]);
    let file = place.path(&format!("mirror/localhost_{port}/0/x"));
    assert_eq!(fs::read(file).unwrap(), b"x", "{}", ran.stderr);
    attacks.add(
        "a host in other case than that of the URL",
        format!("{}; it is fetched", ran.outcome()),
    );

    let place = tree(|selector, port| match selector {
        "" => item('0', "/gone", port) + &item('0', "/menu", port) + &item('0', "/x", port),
        "/gone" => "3gone\t\terror.host\t1\r\n.\r\n".to_owned(),
        "/menu" => "3gone\t\terror.host\t1\r\n1up\t/\thost.dom\t70\r\n.\r\n".to_owned(),
        _ => "x".to_owned(),
    });
    let ran = place.mirror(&place.url("gopher", ""), &[]);
    assert_eq!((ran.code, shown(place.files().keys())), (3, "`0/x`, `menu.txt`".to_owned()));
    attacks.add(
        "gopher errors in place of files",
        format!("{}; kept: {}", ran.outcome(), shown(place.files().keys())),
    );

    let place = tree(|_, _| "3gone\t\terror.host\t1\r\n.\r\n".to_owned());
    let ran = place.mirror(&place.url("gopher", ""), &[]);
    assert_eq!((ran.code, place.files().len()), (1, 0), "{}", ran.stderr);
    attacks.add(
        "a gopher error in place of the first menu",
        format!("{}; nothing is kept", ran.outcome()),
    );
}
