//! The gateway in a real browser, which clicks through what servers on loopback list.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, Stdio},
};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use url1738_interop::servers::{KINDS, Place};

use crate::{
    browser::Browser,
    hostile,
    losses::trees::{self, Answer},
    memory::peak,
    run::program,
    server::Server,
};

/// A name, a title and a subject that would run as a script or break out of an attribute if they became markup.
const HOSTILE: &str = "\"><img src=x onerror=hacked=1><svg onload=hacked=1>'&lt;";

/// The widths in pixels and the colors in which pages are looked at.
const WINDOWS: [(u32, &str); 4] = [(320, "light"), (320, "dark"), (1280, "light"), (1280, "dark")];

/// A gateway that runs.
struct Gateway {
    child: Child,
    home: String,
}

impl Gateway {
    fn start(options: &[&str]) -> Self {
        let mut serve = program();
        serve.arg("serve").args(options).stdout(Stdio::piped());
        let mut child = serve.spawn().unwrap();
        let mut home = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut home).unwrap();
        Self { child, home: home.trim_end().to_owned() }
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A directory with a file, a hostile name, and a directory.
fn directory() -> Server {
    trees::ftp(|verb, _, path| -> Answer {
        match (verb, path) {
            ("NLST", b"pub") => Ok(format!("a.txt\r\n{HOSTILE}\r\nsub\r\n").into_bytes()),
            ("NLST", b"pub/sub") => Ok(b"inner.txt\r\n".to_vec()),
            ("RETR", b"pub/a.txt") => Ok(HOSTILE.as_bytes().to_vec()),
            _ => Err("550 none"),
        }
    })
}

/// A menu with a search, which finds a text.
fn menu() -> Server {
    trees::gopher(|selector, port| {
        let item = |kind, title: &str, selector| {
            format!("{kind}{title}\t{selector}\t127.0.0.1\t{port}\r\n")
        };
        let found = match selector {
            "" => [
                item('i', HOSTILE, ""),
                item('7', "Search", "/find"),
                item('h', "A script", "URL:javascript:hacked=1"),
                item('1', &"verylongtitle".repeat(12), "/long"),
            ]
            .concat(),
            "/find\ttwo words" => item('0', "Found it", "/text"),
            _ => HOSTILE.repeat(40),
        };
        found.into_bytes()
    })
}

/// A group with an article, whose subject is hostile.
fn news() -> Server {
    Server::start_with(|mut stream, _| {
        let _ = stream.write_all(b"200 hi\r\n");
        let lines = BufReader::new(stream.try_clone().unwrap()).lines();
        for line in lines.map_while(Result::ok) {
            let reply = match line.split(' ').next() {
                Some("MODE") => "200 r\r\n".to_owned(),
                Some("GROUP") => "211 1 7 7 comp.test\r\n".to_owned(),
                Some("OVER") => format!("224 here\r\n7\t{HOSTILE}\tJoe\tTue\t<a@b>\t\t99\r\n.\r\n"),
                Some("ARTICLE") => {
                    format!("220 7 <a@b>\r\nSubject: {HOSTILE}\r\n\r\nHello\r\n.\r\n")
                }
                _ => return,
            };
            let _ = stream.write_all(reply.as_bytes());
        }
    })
}

/// Opens a URL by the field of the first page.
fn open(browser: &mut Browser, gateway: &Gateway, url: &str) {
    browser.go_to(&gateway.home);
    let script = format!("url.value = '{url}'; document.querySelector('header button').click()");
    browser.follow(&script);
}

/// Clicks the link with a text, after which gophernicus writes a date and a size.
fn click(browser: &mut Browser, text: &str) {
    let text = serde_json::to_string(&format!("{text} ")).unwrap();
    let find =
        format!("[...document.links].find(a => `${{a.textContent.trim()}} `.startsWith({text}))");
    let page = browser.run("document.body.innerText");
    assert!(browser.run(&format!("{find} !== undefined")) == true, "no {text} on {page}");
    browser.follow(&format!("{find}.click()"));
}

/// Searches for two words in the box of a menu.
fn search(browser: &mut Browser) {
    browser.follow(
        "document.querySelector('main input[name=words]').value = 'two words'; \
         document.querySelector('main form button').click()",
    );
}

/// Checks that a page shows a text, is as wide as the window, and contains nothing that runs.
fn shows(browser: &mut Browser, text: &str, name: &str) {
    let shown = browser.run("document.querySelector('main').innerText");
    assert!(shown.as_str().unwrap().contains(text), "{name}: {shown}");
    let found = browser.run(
        "[document.documentElement.scrollWidth - innerWidth, document.scripts.length, \
         document.images.length, typeof hacked, document.title.length > 0, document.links.length > 0, \
         [...document.links].filter(a => !a.href.startsWith('http')).length]",
    );
    let expected = serde_json::json!([0, 0, 0, "undefined", true, true, 0]);
    let shot = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gateway-{name}.png"));
    browser.screenshot(&shot);
    assert_eq!(found, expected, "{name}: {}", shot.display());
    // `cargo xtask bindings web` installs axe-core.
    let Ok(axe) = std::env::var("URL1738_AXE") else { return };
    browser.run(&std::fs::read_to_string(axe).unwrap());
    let violations = browser
        .run("axe.run().then(it => it.violations.map(it => it.id + it.nodes.map(it => it.html)))");
    assert_eq!(violations, serde_json::json!([]), "{name}: {}", shot.display());
}

#[test]
fn a_browser_clicks_through_directories_menus_and_groups() {
    let Some(mut browser) = Browser::start() else { return };
    let (ftp, gopher, nntp) = (directory(), menu(), news());
    let gateway = Gateway::start(&["--news-server", &nntp.address.to_string()]);
    for (width, colors) in WINDOWS {
        let name = |page: &str| format!("{page}-{width}-{colors}");
        browser.set_window(width, colors);
        open(&mut browser, &gateway, &format!("ftp://{}/pub/", ftp.address));
        shows(&mut browser, HOSTILE, &name("directory"));
        click(&mut browser, "a.txt");
        shows(&mut browser, HOSTILE, &name("file"));
        click(&mut browser, "Parent directory");
        click(&mut browser, "sub");
        shows(&mut browser, "inner.txt", &name("sub"));

        open(&mut browser, &gateway, &format!("gopher://{}/", gopher.address));
        shows(&mut browser, HOSTILE, &name("menu"));
        search(&mut browser);
        shows(&mut browser, "Found it", &name("found"));
        click(&mut browser, "Found it");
        shows(&mut browser, HOSTILE, &name("text"));

        open(&mut browser, &gateway, "news:comp.test");
        shows(&mut browser, HOSTILE, &name("group"));
        click(&mut browser, HOSTILE);
        shows(&mut browser, "Hello", &name("article"));

        open(&mut browser, &gateway, "gopher://host.dom/1/a b");
        shows(&mut browser, "gopher://host.dom/1/a%20b", &name("invalid"));
    }
}

/// From a directory to a file, from a menu to a text and to a search, from a group to an article.
#[test]
fn a_browser_clicks_through_real_servers() {
    let Some(mut browser) = Browser::start() else { return };
    let place = Place::new().unwrap();
    let gateway = Gateway::start(&[]);
    for kind in KINDS.iter().filter(|kind| !["nginx", "telnetd"].contains(&kind.name)) {
        // `cargo xtask interop` says which servers are missing, and installs them.
        if kind.missing().is_some() || kind.hindrance().is_some() || kind.name.ends_with("-login") {
            continue;
        }
        let server = kind.start(&place).unwrap();
        // The name that the menus of both gopher servers have: a link to another host would be refused.
        let address = format!("localhost:{}", server.address.port());
        for (width, colors) in WINDOWS {
            let name = |page: &str| format!("{}-{page}-{width}-{colors}", kind.name);
            browser.set_window(width, colors);
            match kind.name {
                "gophernicus" | "pygopherd" => {
                    open(&mut browser, &gateway, &format!("gopher://{address}/"));
                    shows(&mut browser, "docs", &name("menu"));
                    click(&mut browser, "docs");
                    click(&mut browser, "plain.txt");
                    shows(&mut browser, ".dot at the start", &name("text"));
                    open(&mut browser, &gateway, &format!("gopher://{address}/1/search"));
                    shows(&mut browser, "Find words", &name("search"));
                    search(&mut browser);
                    shows(&mut browser, "found <two words>", &name("found"));
                }
                "sn" => {
                    open(&mut browser, &gateway, &format!("nntp://{address}/comp.test"));
                    shows(&mut browser, "a seeded article", &name("group"));
                    click(&mut browser, "a seeded article");
                    shows(&mut browser, ".dot at the start", &name("article"));
                }
                _ => {
                    open(&mut browser, &gateway, &format!("ftp://{address}/"));
                    shows(&mut browser, "motd", &name("directory"));
                    click(&mut browser, "pub");
                    click(&mut browser, "file.txt");
                    shows(&mut browser, "three without an end", &name("file"));
                }
            }
        }
    }
}

/// Servers that send without end, cut or lie: each URL is answered in time, nothing runs, and memory is bounded.
#[test]
fn a_browser_survives_hostile_servers() {
    let Some(mut browser) = Browser::start() else { return };
    let gateway = Gateway::start(&["--timeout", "1"]);
    for hostile in hostile::all() {
        let server = Server::start(hostile.script);
        let url = hostile.url.replace("host.dom", &server.address.to_string());
        let url = utf8_percent_encode(&url, NON_ALPHANUMERIC);
        if !browser.go_to(&format!("{}get?typed=1&url={url}", gateway.home)) {
            continue;
        }
        let found = browser.run(
            "[document.scripts.length, document.documentElement.outerHTML.includes('hunter2')]",
        );
        let what = (hostile.name, hostile.error);
        assert_eq!(found, serde_json::json!([0, false]), "{what:?}");
    }
    let peak = peak(gateway.child.id());
    println!("the peak of the gateway: {peak} KiB");
    // 64 MB.
    assert!((1..62_500).contains(&peak), "{peak} KiB");
}
