//! Listings read piece by piece.

use rstest::rstest;
use url1738::Url;
use url1738_client::{Action, Channel, Client, ItemKind, Listing, Row};

/// Reads a content in pieces of `size`. Returns the rows, and an error in place of each that is too long.
fn read(url: &str, content: &[u8], size: usize) -> Vec<Result<Row, String>> {
    let mut listing = Listing::new(&Url::parse(url).unwrap()).unwrap();
    let mut rows = Vec::new();
    for piece in content.chunks(size) {
        rows.extend(listing.read(piece));
    }
    rows.extend(listing.end());
    rows.into_iter().map(|row| row.map_err(|error| error.to_string())).collect()
}

#[rstest]
#[case("ftp://host.dom/", b"a\r\nb\n\r\n./\r\n..\r\nsub/c\r\n\n\xe9 x")]
#[case("ftp://host.dom/a;type=d", b"/x/y/z\r\n")]
#[case("ftp://host.dom/", b"")]
#[case(
    "gopher://host.dom/1/x",
    b"iHi\t\tnull\t1\r\n0a\t/a\th\t70\r\n\r\nx\r\n.\r\n0b\t/b\th\t70\r\n"
)]
#[case("gopher://host.dom/1/x", b"0a\t/a\th\t70")]
#[case("gopher://host.dom/7/x", b"0a\t/a\th\t70\n0b\t/b\th\t70\n")]
fn pieces_are_the_whole(#[case] url: &str, #[case] content: &[u8]) {
    let whole = read(url, content, usize::MAX);
    assert!(whole.iter().all(Result::is_ok), "{whole:?}");
    for size in [1, 2, 3, 7, 1000] {
        assert_eq!(read(url, content, size), whole, "{size}");
    }
}

#[rstest]
#[case("\r\n", 4096, true)]
#[case("\n", 4097, true)]
#[case("\r\n", 4097, false)]
#[case("", 4098, true)]
#[case("", 4099, false)]
fn a_line_has_a_bound(#[case] end: &str, #[case] len: usize, #[case] fits: bool) {
    let content = format!("first\r\n{}{end}", "x".repeat(len));
    for size in [1000, 4096, 5000, 10_000] {
        let rows = read("ftp://host.dom/", content.as_bytes(), size);
        assert_eq!((rows.len(), rows[1].is_ok()), (2, fits), "{size}");
        let more = format!("{content}\nlast\n");
        let rows = read("ftp://host.dom/", more.as_bytes(), size);
        assert_eq!(rows.last().unwrap().as_ref().unwrap().name, "last", "{size}");
    }
    let error = read("ftp://host.dom/", &b"x".repeat(9000), 100).pop().unwrap().unwrap_err();
    assert_eq!(error, "listing: the name exceeds 4096 octets");
}

/// Returns a listing whose lines are those of `verb`, which is sent after what comes before it was refused, at the end of the
/// session.
fn listing_by(verb: &str) -> Listing {
    let url = Url::parse("ftp://host.dom/pub/").unwrap();
    let mut listing = Listing::new(&url).unwrap();
    let mut session = Client::new().details().session(&url.plan().unwrap()).unwrap();
    let mut reply = "220 hi\r\n";
    loop {
        match session.next_action().unwrap() {
            Action::Send(outgoing) => {
                listing.sent(&outgoing);
                let text = outgoing.to_string();
                let sent = text.trim_end_matches(r"\r\n");
                reply = match sent {
                    "EPSV" => "229 (|||7|)\r\n",
                    "MLSD" | "LIST" | "NLST" if sent != verb => "500 ?\r\n",
                    "MLSD" | "LIST" | "NLST" => "150 here\r\n",
                    "QUIT" => return listing,
                    _ => "250 ok\r\n",
                }
            }
            Action::Receive(channel) => {
                let octets = if channel == Channel::Data { "" } else { reply };
                session.received(octets.as_bytes()).unwrap();
                // The reply after the data.
                reply = "226 done\r\n";
            }
            _ => {}
        }
    }
}

/// The lines of servers, and kind, name, size, time and URL of each; nothing of a row without a URL but its text.
#[rstest]
#[case(
    "MLSD",
    b"type=dir;size=4096;modify=20261123170000; sub",
    "directory|sub||2026-11-23 17:00:00|sub/"
)]
#[case(
    "MLSD",
    b"Type=file;Size=9;Modify=20261123170000.5;perm=r; a b",
    "file|a b|9|2026-11-23 17:00:00|a%20b"
)]
#[case("MLSD", b"Type=OS.unix=slink:/x;size=1; l", "unknown|l|1||l")]
#[case(
    "MLSD",
    b"type=OS.unix=slink:my files;size=8;modify=20261129201422; a; b",
    "unknown|a; b|8|2026-11-29 20:14:22|a%3B%20b"
)]
#[case("MLSD", b" bare; name", "unknown|bare; name|||bare%3B%20name")]
#[case("MLSD", b"type=file a b", "file|a b|||a%20b")]
#[case("MLSD", b"type=file;size=-1;modify=yesterday; f", "file|f|||f")]
#[case("MLSD", b"type=cdir; .", "")]
#[case("MLSD", b"type=pdir; /up", "")]
#[case("LIST", b"total 12", "")]
#[case("LIST", b"drwxr-xr-x    2 0 0  4096 Nov 23 17:00 sub", "directory|sub||Nov 23 17:00|sub/")]
#[case("LIST", b"-rw-r--r--.   1 ftp ftp 9 Nov  3  2025  led", "file| led|9|Nov  3  2025|%20led")]
#[case("LIST", b"-rw-rw-rw-+ 1 owner 99 Sep 02 2012 a.mp3", "file|a.mp3|99|Sep 02 2012|a.mp3")]
#[case(
    "LIST",
    b"d [R----F--] supervisor            512       Jan 16 18:53    login",
    "directory|login||Jan 16 18:53|login/"
)]
#[case("LIST", b"-rw-r--r-- 1 u g 9 2026-11-23 17:00 x", "file|x|9|2026-11-23 17:00|x")]
#[case("LIST", b"lrwxrwxrwx 1 u g 3 Nov 23 17:00 l -> /etc", "unknown|l||Nov 23 17:00|l")]
#[case(
    "LIST",
    b"-rw-r--r-- 1 u g 9 Nov 23 17:00 a -> b",
    "file|a -> b|9|Nov 23 17:00|a%20-%3E%20b"
)]
#[case("LIST", b"brw-rw---- 1 root disk 8, 0 Nov 24 10:13 sda", "device|sda||Nov 24 10:13|sda")]
#[case("LIST", b"prw-r--r-- 1 root root 0 Nov 24 10:13 fifo", "device|fifo||Nov 24 10:13|fifo")]
#[case(
    "LIST",
    b"-rw-r--r-- 1 u g 9 2026-11-23 17:00:00.000000000 +0000 +1 x",
    "file|+1 x|9|2026-11-23 17:00:00.000000000 +0000|+1%20x"
)]
#[case(
    "LIST",
    b"-rw-r--r-- 1 u g 9 2026-11-23 17:00:00 2026",
    "file|2026|9|2026-11-23 17:00:00|2026"
)]
#[case("LIST", b"-rw-r--r-- 1 u g 9 Nov 23 17:00:00 2026 x", "file|x|9|Nov 23 17:00:00 2026|x")]
#[case("LIST", b"-rw-r--r-- 1 u g 9 Nov 23 17:00 2026", "file|2026|9|Nov 23 17:00|2026")]
#[case(
    "LIST",
    b"A.TXT;1   2/5   23-NOV-2026 17:00:00  [ANON]  (RWED,RWED,RE,RE)",
    "file|A.TXT;1||23-NOV-2026 17:00:00|A.TXT%3B1"
)]
#[case(
    "LIST",
    b"SUB.DIR;1  1  3-NOV-2026 17:00 [ANON] (RWE)",
    "directory|SUB||3-NOV-2026 17:00|SUB/"
)]
#[case("LIST", b"A.TXT;1  %RMS-E-PRV, no privilege", "info|A.TXT;1  %RMS-E-PRV, no privilege|||-")]
#[case("LIST", b"Directory DISK$USER:[ANON.PUB]", "")]
#[case("LIST", b"Total of 3 files, 12/18 blocks.", "")]
#[case("LIST", b"Directory unreadable", "info|Directory unreadable|||-")]
#[case(
    "LIST",
    b"-rw-r--r-- 1 May 7 9 Nov 23 17:00 Jan 1 x",
    "file|Jan 1 x|9|Nov 23 17:00|Jan%201%20x"
)]
#[case(
    "LIST",
    "-rw-r--r-- 1 u g 9 Nov 23 17:00 \u{1f98a}e\u{301}\u{2014}\u{202e}".as_bytes(),
    "file|\u{1f98a}e\u{301}\u{2014}\\xe2\\x80\\xae|9|Nov 23 17:00|%F0%9F%A6%8Ae%CC%81%E2%80%94%E2%80%AE"
)]
#[case("LIST", b"-rw-r--r-- 1 u g 9 Nov 23 17:00 \xe9", "file|\u{e9}|9|Nov 23 17:00|%E9")]
#[case(
    "LIST",
    b"08-22-18  12:59PM       99710 logo.jpg",
    "file|logo.jpg|99710|08-22-18  12:59PM|logo.jpg"
)]
#[case("LIST", b"2002-09-02  19:06   9,730 a b", "file|a b|9730|2002-09-02  19:06|a%20b")]
#[case(
    "LIST",
    b"08-22-2018  02:05PM  <DIR>      www root",
    "directory|www root||08-22-2018  02:05PM|www%20root/"
)]
#[case(
    "LIST",
    b"+i8388621.48594,m825718503,r,s280,\tdjb.html",
    "file|djb.html|280|1996-03-01 22:15:03|djb.html"
)]
#[case("LIST", b"+i8388621.50690,m824255907,/,\t514", "directory|514||1996-02-13 23:58:27|514/")]
#[case("LIST", b"+m0,r,\ta", "file|a||1970-01-01 00:00:00|a")]
#[case("LIST", b"+m951782400,r,\ta", "file|a||2000-02-29 00:00:00|a")]
#[case("LIST", b"+m951868799,r,\ta", "file|a||2000-02-29 23:59:59|a")]
#[case("LIST", b"+m951868800,r,\ta", "file|a||2000-03-01 00:00:00|a")]
#[case("LIST", b"+m68169599,r,\ta", "file|a||1972-02-28 23:59:59|a")]
#[case("LIST", b"+m1709164800,r,\ta", "file|a||2024-02-29 00:00:00|a")]
#[case("LIST", b"+m4107542399,r,\ta", "file|a||2100-02-28 23:59:59|a")]
#[case("LIST", b"+m4107542400,r,\ta", "file|a||2100-03-01 00:00:00|a")]
#[case("LIST", b"+m253402300799,r,\ta", "file|a||9999-12-31 23:59:59|a")]
#[case("LIST", b"+m253402300800,r,\ta", "file|a|||a")]
#[case("LIST", b"no directory can be read", "info|no directory can be read|||-")]
#[case("LIST", b"-rw-r--r-- 1 u g 9 Nov 23", "info|-rw-r--r-- 1 u g 9 Nov 23|||-")]
#[case("NLST", b"type=dir; x", "unknown|type=dir; x|||type%3Ddir%3B%20x")]
fn lines_of_directories(#[case] verb: &str, #[case] line: &[u8], #[case] expected: &str) {
    let mut listing = listing_by(verb);
    let row = listing.read(&[line, b"\r\n"].concat()).next();
    assert_eq!(row.map(|row| shown(row.unwrap())).unwrap_or_default(), expected);
}

/// VMS writes what follows a long name on the next line.
#[test]
fn a_name_goes_on_in_the_next_line() {
    let content =
        b"A_LONG_NAME.TXT;12\r\n    5/10 23-NOV-2026 17:00:00 [ANON] (RWED)\r\nB.TXT;1\r\n";
    for size in [1, 7, usize::MAX] {
        let mut listing = listing_by("LIST");
        let mut rows = Vec::new();
        for piece in content.chunks(size) {
            rows.extend(listing.read(piece));
        }
        let shown: Vec<_> =
            rows.into_iter().chain(listing.end()).map(|row| shown(row.unwrap())).collect();
        let long = "file|A_LONG_NAME.TXT;12||23-NOV-2026 17:00:00|A_LONG_NAME.TXT%3B12";
        assert_eq!(shown, [long, "info|B.TXT;1|||-"]);
    }
}

/// Lines of groups and of menus: kind, name, size, time, and URL.
#[test]
fn attributes_follow_their_item() {
    let content = b"+INFO: 0Item\t/item\thost.dom\t70\t+\r\n+ABSTRACT:\r\n What it is.\r\n";
    let rows = read("gopher://host.dom/1/plus%09%09$", content, 7);
    let shown: Vec<_> = rows.iter().map(|row| row.as_ref().unwrap()).collect();
    assert_eq!(shown[0].url.as_ref().unwrap().as_str(), "gopher://host.dom/0/item");
    assert_eq!((&*shown[0].name, &*shown[1].name), ("Item", "+ABSTRACT:"));
    assert_eq!((&*shown[2].name, shown[2].url.is_none()), (" What it is.", true));
    for none in ["gopher://host.dom/0/x%09%09$", "gopher://host.dom/1/x%09%09+"] {
        assert!(Listing::new(&Url::parse(none).unwrap()).is_none());
    }
}

#[rstest]
#[case(
    "news:a",
    b"4\tRe: x\tJoe <joe@h>\tTue, 3 Nov 2026\t<4%x@h.dom>\t<3@h>\t99\t7",
    "text|Re: x|99|Tue, 3 Nov 2026|news:4%25x@h.dom"
)]
#[case("news:a", b"4\t\xe9\t\t\t<no id>", "text|\u{e9}|||-")]
#[case("news:a", b"4\tx", "info|4\\tx|||-")]
#[case("nntp://h/a", b"4\tx\t\t\t<4@h>\t\t99", "text|x|99||nntp://h/a/4")]
#[case("nntp://h/a", b"four\tx\t\t\t<4@h>", "text|x|||-")]
#[case("news:*", b"comp.lang.c 9 4 y", "menu|comp.lang.c|||news:comp.lang.c")]
#[case("news:*", b"1x 9 4 y", "menu|1x|||-")]
#[case("gopher://host.dom/1/", b"0caf\xe9\t/x\th.dom\t70", "text|caf\u{e9}|||gopher://h.dom/0/x")]
#[case("gopher://host.dom/1/", "0caf\u{e9}\t/x\th.dom\t70".as_bytes(), "text|caf\u{e9}|||gopher://h.dom/0/x")]
fn lines_of_groups_and_menus(#[case] url: &str, #[case] line: &[u8], #[case] expected: &str) {
    let row = read(url, line, usize::MAX).remove(0).unwrap();
    assert_eq!(shown(row), expected);
}

fn shown(row: Row) -> String {
    let Row { name, kind, url, size, modified, .. } = row;
    let url = url.map_or("-".to_owned(), |url| url.as_str().replace("ftp://host.dom/pub/", ""));
    let size = size.map_or(String::new(), |size| size.to_string());
    [kind.name(), &name, &size, &modified.unwrap_or_default(), &url].join("|")
}

#[rstest]
#[case("1", ItemKind::Menu)]
#[case("2", ItemKind::PhoneBook)]
#[case("7", ItemKind::Search)]
#[case("9", ItemKind::Binary)]
#[case("I", ItemKind::Image)]
#[case("s", ItemKind::Sound)]
#[case("T", ItemKind::Telnet)]
#[case("h", ItemKind::Html)]
#[case("d", ItemKind::File)]
#[case("i", ItemKind::Info)]
#[case("3", ItemKind::Info)]
fn kinds_of_items(#[case] item_type: &str, #[case] kind: ItemKind) {
    assert_eq!(Row::of_menu(format!("{item_type}a\t/a\th.dom\t70").as_bytes()).kind, kind);
}

/// The selector of a session is the user, and that of a page elsewhere is repaired, if that is safe.
#[rstest]
#[case("hPage\tURL:http://w.dom/~a?b/c\th.dom\t70", "http://w.dom/%7Ea?b%2Fc")]
#[case("hPage\tURL:http://w.dom/#a\th.dom\t70", "gopher://h.dom/hURL:http://w.dom/%23a")]
#[case("8Archie\tarchie\th.dom\t23", "telnet://archie@h.dom/")]
#[case("8A\ta:b@c\th.dom\t2323", "telnet://a%3Ab%40c@h.dom:2323/")]
#[case("8BBS\t\th.dom\t23", "telnet://h.dom/")]
#[case("8BBS\t/\th.dom\t23", "telnet://h.dom/")]
#[case("TMainframe\tguest\th.dom\t23", "tn3270://guest@h.dom/")]
fn items_of_other_protocols(#[case] line: &str, #[case] url: &str) {
    assert_eq!(Row::of_menu(line.as_bytes()).url.unwrap().as_str(), url);
}

#[test]
fn a_text_has_no_types() {
    for (line, name) in
        [("Error: no such item", "Error: no such item"), ("iinfo", "info"), ("", "")]
    {
        let row = Row::of_menu(line.as_bytes());
        assert_eq!((row.name.as_str(), row.kind), (name, ItemKind::Info));
    }
}

#[test]
fn other_content_is_not_a_listing() {
    for url in ["ftp://host.dom/x", "gopher://host.dom/0/x", "gopher://host.dom/1/x%09%09+"] {
        assert!(Listing::new(&Url::parse(url).unwrap()).is_none(), "{url}");
    }
}
