//! The client as futures.

use std::{
    sync::{
        Arc, Barrier,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use tokio::{runtime::Builder, sync::Semaphore, task::JoinSet};
use url1738::Url;
use url1738_client::{Client, Error, ErrorKind, Limits};

use crate::server::{
    Do::{self, Data, Epsv, Hang, Hear},
    Server, say,
};

fn fetch(client: &Client, url: &str) -> Result<Vec<u8>, Error> {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let mut content = Vec::new();
    let url = Url::parse(url).unwrap();
    runtime.block_on(client.fetch_async(&url, &mut content)).map(|_| content)
}

#[test]
fn a_thousand_urls_sixteen_at_a_time() {
    const URLS: usize = 1000;
    static OPEN: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);
    static COME: AtomicUsize = AtomicUsize::new(0);
    // The first sixteen wait for each other, so that they are open at once whatever else the machine does.
    static FIRST: Barrier = Barrier::new(16);
    let server = Server::start_with(|mut stream, _| {
        use std::io::{BufRead as _, BufReader, Write as _};
        MOST.fetch_max(OPEN.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        if COME.fetch_add(1, Ordering::SeqCst) < 16 {
            FIRST.wait();
        }
        let mut selector = String::new();
        BufReader::new(stream.try_clone().unwrap()).read_line(&mut selector).unwrap();
        stream.write_all(format!("content of {}", selector.trim_end()).as_bytes()).unwrap();
        OPEN.fetch_sub(1, Ordering::SeqCst);
    });
    let client = Client::new().connect_to(server.address);
    // Both threads fetch with the same client, eight URLs at a time each.
    let fetch_half = |half: usize| {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let places = Arc::new(Semaphore::new(8));
            let mut tasks = JoinSet::new();
            for number in (half..URLS).step_by(2) {
                let (client, places) = (client.clone(), places.clone());
                tasks.spawn(async move {
                    let _place = places.acquire().await.unwrap();
                    let url = format!("gopher://host.dom/0/{number}");
                    let mut content = Vec::new();
                    let url = Url::parse(&url).unwrap();
                    // Every other one by its plan.
                    match number / 2 % 2 {
                        0 => client.fetch_async(&url, &mut content).await,
                        _ => client.carry_out_async(&url.plan().unwrap(), &mut content).await,
                    }
                    .unwrap();
                    assert_eq!(content, format!("content of /{number}").as_bytes());
                });
            }
            tasks.join_all().await.len()
        })
    };
    let fetched = thread::scope(|scope| {
        let other = scope.spawn(|| fetch_half(1));
        fetch_half(0) + other.join().unwrap()
    });
    assert_eq!(fetched, URLS);
    // The server may still be closing some when the next come.
    assert!((16..=32).contains(&MOST.load(Ordering::SeqCst)), "{}", MOST.load(Ordering::SeqCst));
}

#[test]
fn a_file_comes_as_it_is() {
    let mut script = vec![say("220 hi\r\n"), Hear, say("230 in\r\n"), Hear, say("200 i\r\n"), Hear];
    script.extend([Epsv, Hear, say("150 go\r\n"), Data(Box::new(say("a\0b")))]);
    script.extend([say("226 ok\r\n"), Hear]);
    let server = Server::start(script);
    let client = Client::new().connect_to(server.address);
    assert_eq!(fetch(&client, "ftp://host.dom/x").unwrap(), b"a\0b");
}

#[test]
fn limits_and_cancellation_end_an_exchange() {
    let mut limits = Limits::default();
    limits.read = Duration::from_secs(3);
    limits.total = Some(Duration::from_secs(4));
    limits.bytes = Some(100_000);
    let outcome = |script: Vec<Do>| {
        let server = Server::start(script);
        let client = Client::new().limits(limits).connect_to(server.address);
        fetch(&client, "gopher://host.dom/0/x").unwrap_err().to_string()
    };
    assert!(outcome(vec![Hang]).contains("no reply within 3 s"));
    assert!(outcome(vec![Hear, Do::Drip(b"x")]).contains("no end within 4 s"));
    assert!(outcome(vec![Hear, Do::Forever(b"x")]).contains("exceeds 100000 octets"));

    let server = Server::start(vec![Hang]);
    let client = Client::new().connect_to(server.address);
    let cancel = client.cancel_handle();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    let error = fetch(&client, "gopher://host.dom/0/x").unwrap_err();
    assert!(matches!(error, Error::Cancelled), "{error}");
}

#[test]
fn what_the_blocking_calls_refuse_is_refused() {
    let client = Client::new();
    let error = fetch(&client, "gopher://127.0.0.1:7070/").unwrap_err();
    assert!(matches!(error, Error::Warned { .. }), "{error}");
    assert!(matches!(client.clone().news_server("a\r\nb", 119), Err(Error::NewsServer(_))));
    let public = client.clone().public_only(true);
    let error = fetch(&public, "gopher://localhost/").unwrap_err();
    assert!(matches!(error, Error::Denied { .. }), "{error}");
    let error = fetch(&public, "file:///etc/hostname").unwrap_err();
    assert!(matches!(error, Error::LocalFile), "{error}");
    let error = fetch(&client, "gopher://host.invalid/").unwrap_err();
    assert!(matches!(error, Error::Io { code: "resolve", .. }), "{error}");
}

#[test]
fn files_of_this_machine_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let content: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    std::fs::write(folder.path().join("a b"), &content).unwrap();
    let url = |name: &str| format!("file://{}/{name}", folder.path().display());
    let client = Client::new();
    assert!(fetch(&client, &url("a%20b")).unwrap() == content);
    for (name, what) in [("missing", "cannot read"), ("", "is a directory")] {
        let error = fetch(&client, &url(name)).unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(error.kind(), ErrorKind::Local);
    }
    let error = fetch(&client, "file:///dev/null").unwrap_err();
    assert!(error.to_string().contains("not a regular file"), "{error}");
    let mut limits = Limits::default();
    limits.bytes = Some(3);
    let error = fetch(&client.limits(limits), &url("a%20b")).unwrap_err();
    assert!(matches!(error, Error::TooLong { .. }), "{error}");
}
