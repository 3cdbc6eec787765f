//! The gateway against servers on loopback: what a browser gets.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test reports by panicking"
)]

use core::time::Duration;
use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
};

use rstest::rstest;
use url1738_client::Client;
use url1738_serve::Gateway;

/// A gateway that runs.
struct Running {
    address: SocketAddr,
    home: String,
}

/// An answer as a browser reads it.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
    /// Whether the body has its end.
    is_whole: bool,
}

impl Answer {
    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns the address of the link with this text.
    fn link(&self, text: &str) -> String {
        let page = self.text();
        let before = page.split(&format!(">{text}</a>")).next().unwrap();
        assert_ne!(before, page, "no link {text}: {page}");
        let href = before.rsplit("href=\"").next().unwrap().split('"').next().unwrap();
        href.replace("&amp;", "&")
    }
}

fn encoded(url: &str) -> String {
    url.bytes().map(|octet| format!("%{octet:02X}")).collect()
}

impl Running {
    fn start(gateway: Gateway) -> Self {
        let server = gateway.listen().unwrap();
        let (address, home) = (server.address(), server.home());
        thread::spawn(|| server.run());
        let home = home.strip_prefix(&format!("http://{address}")).unwrap().to_owned();
        Self { address, home }
    }

    fn new() -> Self {
        Self::start(Gateway::new(Client::new()))
    }

    fn request(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut all = Vec::new();
        // A download that fails resets the connection.
        let _ = stream.read_to_end(&mut all);
        let end = all.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(all[..end].to_vec()).unwrap();
        let status = head[9..12].parse().unwrap();
        let body = all.split_off(end + 4);
        let is_chunked = head.contains("transfer-encoding: chunked");
        let (body, is_whole) = if is_chunked { unchunked(&body) } else { (body, true) };
        Answer { status, head, body, is_whole }
    }

    /// Requests a path as a browser that follows a link or sends a form. A link is relative to the first page.
    fn get(&self, path: &str) -> Answer {
        let host = self.address;
        let path = path.strip_prefix(&self.home).unwrap_or(path);
        let path = format!("{}{path}", self.home);
        self.request(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: same-origin\r\n\r\n"
        ))
    }

    fn typed(&self, url: &str) -> Answer {
        self.get(&format!("{}get?typed=1&url={}", self.home, encoded(url)))
    }
}

fn unchunked(mut octets: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    loop {
        let Some(end) = octets.iter().position(|octet| *octet == b'\n') else {
            return (body, false);
        };
        let line = core::str::from_utf8(&octets[..end]).unwrap().trim();
        let len = usize::from_str_radix(line, 16).unwrap();
        octets = &octets[end + 1..];
        if len == 0 || octets.len() < len + 2 {
            return (body, len == 0);
        }
        body.extend_from_slice(&octets[..len]);
        octets = &octets[len + 2..];
    }
}

/// Starts a server, and returns its port.
fn server(each: impl Fn(&mut BufReader<TcpStream>) + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let each = std::sync::Arc::new(each);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let each = each.clone();
            thread::spawn(move || each(&mut BufReader::new(stream.unwrap())));
        }
    });
    port
}

fn line(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut line = Vec::new();
    let len = stream.read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
    (len > 0).then_some(line)
}

fn say(stream: &mut BufReader<TcpStream>, octets: impl AsRef<[u8]>) {
    // The gateway may have closed the connection.
    let _ = stream.get_mut().write_all(octets.as_ref());
}

/// Starts a gopher server. `{}` in an answer is its address, and `{port}` its port.
fn gopher(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> u16 {
    server(move |stream| {
        let port = stream.get_ref().local_addr().unwrap().port();
        let Some(selector) = line(stream) else { return };
        let octets = answer(&selector);
        let address = format!("127.0.0.1\t{port}");
        match String::from_utf8(octets) {
            Ok(text) => {
                say(stream, text.replace("{}", &address).replace("{port}", &port.to_string()));
            }
            Err(error) => say(stream, error.into_bytes()),
        }
    })
}

/// Starts an ftp server with a directory `pub`, in which `sub` is one.
fn ftp(names: &'static str, file: &'static [u8]) -> u16 {
    server(move |stream| {
        let (mut directory, mut data) = (String::new(), None::<TcpListener>);
        say(stream, "220 ready\r\n");
        while let Some(command) = line(stream) {
            let (verb, argument) = command.split_once(' ').unwrap_or((&command, ""));
            let content = match verb {
                "USER" if argument == "anonymous" => Err("230 in"),
                "USER" => Err("331 password"),
                "PASS" if argument == "hunter22" => Err("230 in"),
                "PASS" => Err("530 not hunter22"),
                "TYPE" => Err("200 type"),
                "CWD" if matches!(argument, "pub" | "sub") => {
                    argument.clone_into(&mut directory);
                    Err("250 there")
                }
                "EPSV" => {
                    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
                    let port = listener.local_addr().unwrap().port();
                    data = Some(listener);
                    say(stream, format!("229 passive (|||{port}|)\r\n"));
                    continue;
                }
                "MLSD" if names.contains("type=") => Ok(names.as_bytes()),
                "MLSD" | "LIST" => Err("502 no"),
                "NLST" => Ok(names.as_bytes()),
                "SIZE" if file == b"cut" => Err("213 99"),
                "RETR" if argument == "a.txt" => Ok(file),
                "QUIT" => return,
                _ => Err("550 no such file"),
            };
            match content {
                Err(reply) => say(stream, format!("{reply}\r\n")),
                Ok(content) => {
                    say(stream, "150 here\r\n");
                    let (mut data, _) = data.take().unwrap().accept().unwrap();
                    let _ = data.write_all(content);
                    drop(data);
                    say(stream, "226 done\r\n");
                }
            }
        }
    })
}

#[test]
fn rows_are_sorted_by_their_kinds() {
    let gateway = Running::new();
    let port = ftp("type=file; b.gz\r\ntype=dir; sub\r\ntype=file; a.txt\r\n", b"");
    let list = gateway.typed(&format!("ftp://127.0.0.1:{port}/pub/"));
    let page = gateway.get(&list.link("Kind")).text();
    let places = ["sub", "a.txt", "b.gz"].map(|name| page.find(&format!(">{name}</a>")).unwrap());
    assert!(places.is_sorted(), "{page}");
}

#[test]
fn a_file_that_is_cut_short_is_not_shown_as_whole() {
    let gateway = Running::new();
    let url = format!("ftp://127.0.0.1:{}/pub/a.txt", ftp("", b"cut"));
    let page = gateway.typed(&url).text();
    assert!(page.contains("the server announced 99 octets and sent 3"), "{page}");
}

#[test]
fn a_directory_leads_to_its_files() {
    let gateway = Running::new();
    let port = ftp("b.gz\r\na.txt\r\nsub\r\n", b"caf\xe9 <b>\r\n\x1b[2J");
    let list = gateway.typed(&format!("ftp://127.0.0.1:{port}/pub/"));
    assert_eq!(list.status, 200, "{}", list.text());
    assert_eq!(list.header("content-type"), Some("text/html; charset=utf-8"));
    let order = |page: &Answer| {
        let page = page.text();
        ["b.gz", "a.txt", "sub"].map(|name| page.find(&format!(">{name}</a>")).unwrap())
    };
    assert!(order(&list).is_sorted());
    let by_name = order(&gateway.get(&list.link("Name")));
    assert!(by_name[1] < by_name[0] && by_name[0] < by_name[2]);
    assert!(gateway.get(&list.link("Kind")).text().contains("aria-sort=\"ascending\""));
    let file = gateway.get(&list.link("a.txt"));
    assert_eq!(file.status, 200);
    assert!(file.text().contains("caf\u{e9} &lt;b&gt;\n\\x1B[2J</pre>"), "{}", file.text());
    let raw = gateway.get(&file.link("Download"));
    assert_eq!(raw.body, b"caf\xe9 <b>\r\n\x1b[2J");
    assert_eq!(raw.header("content-disposition"), Some("attachment; filename=\"a.txt\""));
    assert_eq!(raw.header("content-type"), Some("application/octet-stream"));
    // The server refuses to send `sub`, because it is a directory.
    let sub = gateway.get(&list.link("sub"));
    assert!(sub.text().contains("/pub/sub/</h1>"), "{}", sub.text());
    assert!(gateway.get(&sub.link("Parent directory")).text().contains("/pub/</h1>"));
    let missing = gateway.get(&list.link("b.gz"));
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("550 no such file"));
}

#[test]
fn a_directory_has_kinds_sizes_and_times() {
    let gateway = Running::new();
    let lines = "type=file;size=99;modify=20261123170000; <b>\r\ntype=file;size=7; a.txt\r\n\
        type=dir; sub\r\n";
    let list = gateway.typed(&format!("ftp://127.0.0.1:{}/pub/", ftp(lines, b"text")));
    let page = list.text();
    for cell in ["directory</td>", "99</td>", "2026-11-23 17:00:00</td>", ">&lt;b&gt;</a>"] {
        assert!(page.contains(cell), "{cell}: {page}");
    }
    let by_size = gateway.get(&list.link("Size")).text();
    let place = |page: &str, name| page.find(&format!(">{name}</a>")).unwrap();
    assert!(place(&by_size, "sub") < place(&by_size, "a.txt"));
    assert!(place(&by_size, "a.txt") < place(&by_size, "&lt;b&gt;"));
    let by_time = gateway.get(&list.link("Changed")).text();
    assert!(place(&by_time, "sub") < place(&by_time, "&lt;b&gt;"));
    assert!(gateway.get(&list.link("sub")).text().contains("/pub/sub/</h1>"));
    assert_eq!(gateway.get(&list.link("a.txt")).status, 200);
}

#[test]
fn a_menu_leads_to_a_search_and_a_file() {
    let gateway = Running::new();
    let port = gopher(|selector| match selector {
        "" | "/" => {
            b"iWelcome\t\t{}\r\n7Find\t/find\t{}\r\n1More\t/\t{}\r\n0  \t/file\t{}\r\n.\r\n"
                .to_vec()
        }
        "/find\ttwo words" => b"0Found it\t/file\t{}\r\n.\r\n".to_vec(),
        // A lone dot ends it.
        "/file" => b"the text\r\n.\r\n".to_vec(),
        other => format!("3{other}\t\terror\t1\r\n").into_bytes(),
    });
    let menu = gateway.typed(&format!("gopher://127.0.0.1:{port}/"));
    let page = menu.text();
    assert!(page.contains("<li class=\"text\">Welcome</li>"), "{page}");
    // A link of spaces alone would not be seen.
    assert_eq!(gateway.get(&menu.link("(no name)")).status, 200);
    let form = page.split("<form class=\"search\"").nth(1).unwrap();
    let value = |name: &str| {
        let rest = form.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let (url, from) = (encoded(&value("url")), encoded(&value("from")));
    let path = format!("{}get?words=two+words&url={url}&from={from}", gateway.home);
    let refused = gateway.get(&path.replace("two+", "two%09")).text();
    assert!(
        refused.contains("tab is not allowed in search string at byte 3")
            && refused.contains("name=\"words\""),
        "{refused}"
    );
    let found = gateway.get(&path);
    assert_eq!(found.status, 303);
    let found = gateway.get(found.header("location").unwrap());
    let file = gateway.get(&found.link("Found it"));
    assert!(file.text().contains("<pre class=\"text\">the text\n</pre>"), "{}", file.text());
    let typed = gateway.typed(&format!("gopher://127.0.0.1:{port}/7/find"));
    assert!(typed.text().contains("name=\"words\""));
}

#[test]
fn a_group_leads_to_its_articles() {
    let port = server(|stream| {
        say(stream, "200 ready\r\n");
        while let Some(command) = line(stream) {
            let reply: &[u8] = match &*command {
                "MODE READER" => b"200 reader\r\n",
                "GROUP comp.test" => b"211 3 7 9 comp.test\r\n",
                "GROUP comp.empty" => b"211 0 0 0 comp.empty\r\n",
                "GROUP comp.old" => b"211 1 4 4 comp.old\r\n",
                "OVER 4-4" | "XOVER 4-4" => b"500 what?\r\n",
                "OVER 7-9" => b"500 what?\r\n",
                "XOVER 7-9" => b"224 here\r\n9\tRe: <x>\tJoe\tTue, 3 Nov\t<a@b>\t\t99\r\n.\r\n",
                "ARTICLE 9" | "ARTICLE <a@b>" => {
                    b"220 9 <a@b>\r\nSubject: <x>\r\n\r\nHello\r\n.\r\n"
                }
                "LIST" => b"215 list\r\ncomp.test 9 7 y\r\n.\r\n",
                _ => return,
            };
            say(stream, reply);
        }
    });
    let client = Client::new().news_server("127.0.0.1", port).unwrap();
    let gateway = Running::start(Gateway::new(client));
    let all = gateway.typed("news:*");
    for group in [
        gateway.typed(&format!("nntp://127.0.0.1:{port}/comp.test")),
        gateway.typed("news:comp.test"),
        gateway.get(&all.link("comp.test")),
    ] {
        let page = group.text();
        assert!(page.contains("99</td>") && page.contains("Tue, 3 Nov</td>"), "{page}");
        let article = gateway.get(&group.link("Re: &lt;x&gt;"));
        assert!(article.text().contains("Subject: &lt;x&gt;\n\nHello"), "{}", article.text());
    }
    for (url, reply) in
        [("news:comp.empty", "211 0 0 0 comp.empty"), ("news:comp.old", "211 1 4 4 comp.old")]
    {
        let group = gateway.typed(url);
        assert!(group.text().contains(reply), "{}", group.text());
    }
}

#[test]
fn a_text_that_is_not_a_url_is_explained() {
    let gateway = Running::new();
    let page = gateway.typed("gopher://host.dom/1/a b\"><script>");
    assert_eq!(page.status, 400);
    let text = page.text();
    assert!(text.contains("the error is here") && text.contains("space"), "{text}");
    assert!(!text.contains("<script>"));
    let link = page.link("gopher://host.dom/1/a%20b%22%3E%3Cscript%3E");
    assert!(!link.contains("typed"));
    let secret = gateway.typed("ftp://me:hunter22@host.dom/a \u{e9}");
    assert_eq!(secret.status, 303);
    let masked = gateway.get(secret.header("location").unwrap());
    assert!(masked.status == 400 && !masked.text().contains("hunter22"), "{}", masked.text());
    assert!(masked.text().contains("ftp://me:***@host.dom/a"));
}

#[rstest]
#[case::token("/0123456789abcdef0123456789abcdef/", "", 404)]
#[case::root("/", "", 404)]
#[case::unknown("{home}x", "", 404)]
#[case::first_page_of_a_link("{home}", "Sec-Fetch-Site: cross-site\r\n", 200)]
#[case::link("{home}get?url=x", "Sec-Fetch-Site: cross-site\r\n", 403)]
#[case::other_port("{home}get?url=x", "Sec-Fetch-Site: same-site\r\n", 403)]
#[case::two_sites("{home}get", "Sec-Fetch-Site: none\r\nSec-Fetch-Site: none\r\n", 403)]
#[case::style("{home}style.css", "Sec-Fetch-Site: cross-site\r\n", 403)]
#[case::bar("{home}get", "Sec-Fetch-Site: none\r\n", 200)]
#[case::old_browser("{home}style.css", "", 200)]
#[case::two_hosts("{home}", "Host: {host}\r\n", 421)]
#[case::proxy("http://{host}{home}", "", 421)]
fn requests_are_refused(#[case] path: &str, #[case] headers: &str, #[case] status: u16) {
    let gateway = Running::new();
    let host = gateway.address.to_string();
    let filled = |text: &str| text.replace("{home}", &gateway.home).replace("{host}", &host);
    let (path, headers) = (filled(path), filled(headers));
    let answer = gateway.request(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n"));
    assert_eq!(answer.status, status, "{}", answer.head);
    assert!(status == 200 || !answer.text().contains(gateway.home.trim_matches('/')));
}

#[test]
fn other_hosts_and_methods_are_refused() {
    let gateway = Running::new();
    let (home, port) = (&gateway.home, gateway.address.port());
    for host in ["evil.dom", "localhost", &format!("evil.dom:{port}"), "127.0.0.1:1", ""] {
        let answer = gateway.request(&format!("GET {home} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(answer.status, 421, "{host}");
    }
    assert_eq!(gateway.request(&format!("GET {home} HTTP/1.1\r\n\r\n")).status, 421);
    // On all addresses, any address is one of this machine, and a name is not.
    let mut all = Gateway::new(Client::new());
    all.address = "0.0.0.0:0".parse().unwrap();
    let all = Running::start(all);
    let (home, port) = (&all.home, all.address.port());
    for (host, status) in [("127.0.0.1", 200), ("192.0.2.7", 200), ("evil.dom", 421)] {
        let request = format!("GET {home} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n");
        assert_eq!(all.request(&request).status, status, "{host}");
    }
    let home = &gateway.home;
    for method in ["POST", "PUT", "OPTIONS", "CONNECT"] {
        let host = gateway.address;
        let request = format!("{method} {home} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert!(matches!(gateway.request(&request).status, 400 | 405), "{method}");
    }
}

/// What a server sends is text, whatever it looks like.
#[test]
fn nothing_becomes_markup() {
    let gateway = Running::new();
    let menu = "i<script>alert(1)</script>\t\t{}\r\n\
        0\"><img src=x onerror=alert(1)>\t/\"'><b>\t{}\r\n\
        hScript\tURL:javascript:alert(1)\t{}\r\n\
        hData\tURL:data:text/html,<script>1</script>\t{}\r\n\
        hFile\tURL:file:///etc/passwd\t{}\r\n\
        hWeb\tURL:http://host.dom/?a=\"><b>\t{}\r\n\
        hLink\tURL:http://host.dom/x?y\t{}\r\n\
        hTls\tURL:https://host.dom/x\t{}\r\n\
        iControl \x1b[2J\u{202e}\x07\t\t{}\r\n\
        0No host\t/x\t<script>\t70\r\n\
        0No port\t/x\thost.dom\t99999999\r\n\
        0\r\n\t\t\t\r\n.\r\n";
    let long = [b"0".repeat(100_000), menu.as_bytes().to_vec()].concat();
    let port = gopher(move |selector| match selector {
        "/long" => long.clone(),
        "/html" => b"<html><script>alert(1)</script></html>".to_vec(),
        _ => menu.as_bytes().to_vec(),
    });
    for selector in ["1/", "1/long", "h/html", "0/html"] {
        let answer = gateway.typed(&format!("gopher://127.0.0.1:{port}/{selector}"));
        let page = answer.text();
        assert_eq!(answer.status, 200, "{page}");
        for markup in [
            "<script",
            "<img",
            "<b>",
            "onerror=alert(1)>\"",
            "href=\"javascript",
            "href=\"data:t",
            "href=\"file",
        ] {
            assert!(!page.contains(markup), "{selector} {markup}: {page}");
        }
        assert!(!page.chars().any(|c| c.is_control() && c != '\n'), "{page}");
        assert!(!page.contains('\u{202e}'));
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("script-src"));
    }
    let page = gateway.typed(&format!("gopher://127.0.0.1:{port}/1/"));
    assert_eq!(page.link("Link"), "http://host.dom/x?y");
    assert_eq!(page.link("Tls"), "https://host.dom/x");
    assert!(page.text().contains("rel=\"noreferrer noopener\">Link</a>"));
    assert!(page.text().contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[test]
fn lines_of_texts_end_in_any_way() {
    let gateway = Running::new();
    let port = gopher(|_| b"unix\ndos\r\nmac\r\x1bend".to_vec());
    let page = gateway.typed(&format!("gopher://127.0.0.1:{port}/0/")).text();
    assert!(page.contains("unix\ndos\nmac\n\\x1Bend"), "{page}");
}

#[rstest]
#[case::png(b"\x89PNG\r\n\x1a\n\0\0", "image/png")]
#[case::jpeg(b"\xff\xd8\xff\xe0", "image/jpeg")]
#[case::gif(b"GIF89a\x01\0", "image/gif")]
#[case::webp(b"RIFF\0\0\0\0WEBPVP8 ", "image/webp")]
#[case::svg(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "text/html; charset=utf-8")]
#[case::binary(b"\0\x01\x02", "application/octet-stream")]
#[case::empty(b"", "text/html; charset=utf-8")]
fn content_is_shown_by_its_octets(#[case] content: &'static [u8], #[case] kind: &str) {
    let gateway = Running::new();
    let port = gopher(|_| content.to_vec());
    let answer = gateway.typed(&format!("gopher://127.0.0.1:{port}/I/..%2Fx%22.png"));
    assert_eq!(answer.header("content-type"), Some(kind));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    if kind.starts_with("image/") {
        let policy = answer.header("content-security-policy");
        assert_eq!(policy, Some("sandbox; default-src 'none'"));
        assert_eq!(answer.body, content);
    }
    let disposition = answer.header("content-disposition");
    assert_eq!(disposition.is_some(), kind.starts_with("application"), "{disposition:?}");
    assert!(
        disposition.is_none_or(|it| it == "attachment; filename=\"_2Fx_22.png\""),
        "{disposition:?}"
    );
}

#[test]
fn a_password_is_in_no_answer() {
    let gateway = Running::new();
    let port = ftp("a.txt\r\n", b"the file");
    let typed = gateway.typed(&format!("ftp://me:hunter22@127.0.0.1:{port}/pub/"));
    assert_eq!(typed.status, 303);
    let list = gateway.get(typed.header("location").unwrap());
    let file = gateway.get(&list.link("a.txt"));
    assert!(file.text().contains("the file"), "{}", file.text());
    // The server repeats a password that it refuses.
    let wrong = gateway.typed(&format!("ftp://you:hunter2@127.0.0.1:{port}/pub/"));
    let refused = gateway.get(wrong.header("location").unwrap());
    assert_eq!(refused.status, 404);
    let unknown = gateway.typed(&format!("ftp://other@127.0.0.1:{port}/pub/"));
    assert!(unknown.text().contains("ftp://user:password@host/"), "{}", unknown.text());
    // With its password masked, it is a URL. The mask is not sent as the password.
    let spaced = gateway.typed(&format!("ftp://third:hunter 22@127.0.0.1:{port}/pub/"));
    let masked = gateway.get(spaced.header("location").unwrap());
    let asked = gateway.get(masked.header("location").unwrap());
    assert!(asked.text().contains("write the password after the user, percent-encoded"));
    let telnet = gateway.typed("telnet://me:hunter22@host.dom/");
    let advice = gateway.get(telnet.header("location").unwrap());
    // A page of another server gets no password.
    let from = "from=host.dom%3A70";
    let url = encoded(&format!("ftp://me@127.0.0.1:{port}/pub/"));
    let foreign = gateway.get(&format!("{}get?{from}&typed=1&url={url}", gateway.home));
    assert!(foreign.text().contains("ftp://user:password@host/"));
    let server = Gateway::new(Client::new()).listen().unwrap();
    let malformed = ["ftp://me:hunter2@h/a b", "http://me:hunter2@h/", "URL:ftp://me:hunter2@h/"];
    for url in ["ftp://me:hunter2@h/a"].into_iter().chain(malformed) {
        let page = server.page(url);
        assert!(page.starts_with(&server.home()) && !page.contains("hunter2"), "{page}");
        let typed = gateway.typed(url);
        assert!(typed.status == 303 && !typed.head.contains("hunter2"), "{url}");
    }
    for answer in [typed, list, file, wrong, refused, unknown, telnet, advice, foreign] {
        let all = format!("{}{}", answer.head, answer.text());
        assert!(!all.contains("hunter2"), "{all}");
    }
}

/// A link leads to a private address only on the server that the user opened.
#[test]
fn links_stay_away_from_private_addresses() {
    let gateway = Running::new();
    let other = gopher(|_| b"private".to_vec());
    let port = gopher(move |selector| {
        match selector {
        "/own" => b"own".to_vec(),
        _ => format!("0Own\t/own\t{{}}\r\n0Name\t/own\tlocalhost\t{{port}}\r\n0Other\t/\t127.0.0.1\t{other}\r\n.\r\n").into_bytes(),
    }
    });
    let url = format!("gopher://127.0.0.1:{port}/1/");
    let untyped = gateway.get(&format!("{}get?url={}", gateway.home, encoded(&url)));
    assert_eq!(untyped.status, 403);
    assert!(untyped.text().contains("name=\"typed\""));
    // A page of the same name does not count if the user did not open it.
    let from = format!("from={}", encoded(&format!("127.0.0.1:{port}")));
    let forged = gateway.get(&format!("{}get?{from}&url={}", gateway.home, encoded(&url)));
    assert_eq!(forged.status, 403);
    let menu = gateway.typed(&url);
    assert!(gateway.get(&menu.link("Own")).text().contains(">own</pre>"));
    // The case of a name makes no difference: the menu writes it as the server has it.
    let menu = gateway.typed(&url.replace("127.0.0.1", "LocalHost"));
    assert!(gateway.get(&menu.link("Name")).text().contains(">own</pre>"));
    let refused = gateway.get(&menu.link("Other"));
    assert!(refused.status == 403 && !refused.text().contains(">private"));
    assert!(gateway.typed(&format!("gopher://127.0.0.1:{other}/0/")).text().contains(">private"));
    // Both are open by now, and still no page of one leads to the other.
    assert_eq!(gateway.get(&menu.link("Other")).status, 403);
    let blocked = gateway.typed("gopher://127.0.0.1:25/");
    assert!(
        blocked.status == 403 && blocked.text().contains("reserved-port"),
        "{}",
        blocked.text()
    );
}

#[test]
fn what_a_server_sends_is_bounded() {
    let mut gateway = Gateway::new(Client::new());
    (gateway.limits.bytes, gateway.limits.total) = (Some(3_000_000), Some(Duration::from_secs(2)));
    let gateway = Running::start(gateway);
    let port = server(|stream| {
        let selector = line(stream).unwrap_or_default();
        let (first, again): (&[u8], &[u8]) = match &*selector {
            "/text" => (b"", b"<&>\"'\n"),
            "/menu" => (b"", b"0<Name>\t/x\thost.dom\t70\r\n"),
            "/line" => (b"", b"x"),
            "/slow" => return thread::sleep(Duration::from_secs(20)),
            _ => (b"\0", b"\0\0\0\0"),
        };
        say(stream, first);
        let block = again.repeat(10_000);
        while stream.get_mut().write_all(&block).is_ok() {}
    });
    let get = |item: &str| gateway.typed(&format!("gopher://127.0.0.1:{port}/{item}"));
    let text = get("0/text");
    assert!(text.text().contains("only the first part") && text.body.len() < 8_000_000);
    let rows = get("1/menu");
    assert_eq!(rows.text().matches("<li><span").count(), 10_000);
    assert!(rows.text().contains("More items are not shown"));
    let too_long = get("1/line").text();
    assert!(
        too_long.contains("lines are too long: 1</p>") && too_long.len() < 10_000,
        "{too_long}"
    );
    assert!(get("0/line").body.len() < 2_000_000);
    let file = get("9/file");
    assert!(!file.is_whole && file.body.len() <= 3_000_000, "{}", file.body.len());
    assert_eq!(get("0/slow").status, 502);
}

#[test]
fn sessions_are_bounded() {
    let mut gateway = Gateway::new(Client::new());
    gateway.sessions = 1;
    let gateway = Running::start(gateway);
    let port = server(|stream| {
        let selector = line(stream).unwrap_or_default();
        if selector == "/slow" {
            // Until the gateway closes the connection.
            let _ = stream.read_to_end(&mut Vec::new());
        }
    });
    let url = |item: &str| encoded(&format!("gopher://127.0.0.1:{port}/{item}"));
    let mut slow = TcpStream::connect(gateway.address).unwrap();
    let (path, host) =
        (format!("{}get?typed=1&url={}", gateway.home, url("0/slow")), gateway.address);
    slow.write_all(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).unwrap();
    let status = |wanted: u16| {
        let path = format!("{}get?typed=1&url={}", gateway.home, url("0/fast"));
        (0..100).any(|_| {
            thread::sleep(Duration::from_millis(20));
            gateway.get(&path).status == wanted
        })
    };
    assert!(status(503));
    // A browser that leaves ends its session.
    drop(slow);
    assert!(status(200));
}

#[test]
fn head_is_the_head_of_get() {
    let gateway = Running::new();
    let (home, host) = (&gateway.home, gateway.address);
    let head = gateway.request(&format!("HEAD {home} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    let get = gateway.get(home);
    assert!(head.status == 200 && head.body.is_empty());
    assert_eq!(head.header("content-length"), get.header("content-length"));
    assert_eq!(head.header("content-length"), Some(&*get.body.len().to_string()));
}

#[rstest]
#[case::telnet("telnet://host.dom/", "host.dom")]
#[case::mailto("mailto:joe@host.dom", "joe@host.dom")]
#[case::wais("wais://host.dom/db", "host.dom")]
#[case::prospero("prospero://host.dom/x", "host.dom")]
#[case::web("http://host.dom/x", "href=\"http://host.dom/x\" rel=\"noreferrer noopener\"")]
#[case::file("file:///etc/passwd", "does not open URLs of this scheme")]
#[case::unknown("javascript:alert(1)", "does not open URLs of this scheme")]
#[case::no_news_server("news:comp.lang.c", "--news-server")]
fn other_urls_are_advice(#[case] url: &str, #[case] wanted: &str) {
    let page = Running::new().typed(url).text();
    assert!(page.contains(wanted), "{page}");
    assert!(!page.contains("href=\"javascript") && !page.contains("href=\"file"));
}

#[test]
fn an_idle_server_ends() {
    let mut gateway = Gateway::new(Client::new());
    gateway.idle = Some(Duration::from_millis(50));
    let server = gateway.listen().unwrap();
    assert!(!format!("{server:?}").contains(server.home().rsplit('/').nth(1).unwrap()));
    server.run().unwrap();
    let mut gateway = Gateway::new(Client::new());
    gateway.address = "203.0.113.1:1".parse().unwrap();
    assert!(gateway.listen().is_err());
}
