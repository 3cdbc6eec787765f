//! The gateway in a real browser, which clicks through what servers on loopback list.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, Stdio},
};

use crate::{
    browser::Browser,
    losses::trees::{self, Answer},
    run::program,
    server::Server,
};

/// A name, a title and a subject that would run as a script or break out of an attribute if they became markup.
const HOSTILE: &str = "\"><img src=x onerror=hacked=1><svg onload=hacked=1>'&lt;";

/// A gateway that runs.
struct Gateway {
    child: Child,
    home: String,
}

impl Gateway {
    fn start(news_server: &str) -> Self {
        let mut serve = program();
        serve.args(["serve", "--news-server", news_server]).stdout(Stdio::piped());
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

/// Clicks the link with a text.
fn click(browser: &mut Browser, text: &str) {
    let text = serde_json::to_string(text).unwrap();
    browser.follow(&format!("[...document.links].find(a => a.textContent === {text}).click()"));
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
}

#[test]
fn a_browser_clicks_through_directories_menus_and_groups() {
    let Some(mut browser) = Browser::start() else { return };
    let (ftp, gopher, nntp) = (directory(), menu(), news());
    let gateway = Gateway::start(&nntp.address.to_string());
    for (width, colors) in [(320, "light"), (320, "dark"), (1280, "light"), (1280, "dark")] {
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
        browser.follow(
            "document.querySelector('main input[name=words]').value = 'two words'; \
             document.querySelector('main form button').click()",
        );
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
