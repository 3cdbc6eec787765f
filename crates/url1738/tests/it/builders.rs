//! Builders of all schemes: their secrets, and the longest URL.

use url1738::{ErrorKind, FtpUrl, GopherUrl, Host, HttpUrl, ProsperoUrl, TelnetUrl};

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

/// The Debug of a builder shows no secret, of a URL within the data neither.
#[test]
fn a_builder_shows_no_secret() {
    let nested = "ftp://joe:kanarienvogel@h.dom/";
    let shown = [
        format!("{:?}", FtpUrl::builder(host()).credentials("joe", "kanarienvogel").path([nested])),
        format!("{:#?}", FtpUrl::builder(host()).credentials("joe", "kanarienvogel")),
        format!("{:?}", HttpUrl::builder(host()).path([nested])),
        format!("{:?}", HttpUrl::builder(host()).search(format!("u={nested}"))),
        format!("{:?}", GopherUrl::builder(host()).item(b'h', format!("URL:{nested}")).unwrap()),
        format!("{:?}", url1738::WaisUrl::builder(host(), "db").document("t", nested)),
        format!("{:?}", url1738::FileUrl::builder().path(["a", nested])),
        format!("{:?}", TelnetUrl::builder(host()).credentials("joe", "kanarienvogel")),
        format!("{:?}", ProsperoUrl::builder(host(), nested).field("u", nested)),
        format!(
            "{:#?}",
            url1738::GenericUrl::builder("x-db", host()).unwrap().credentials("a", "kanarienvogel")
        ),
    ];
    for shown in shown {
        assert!(!shown.contains("kanarienvogel") && shown.contains("***"), "{shown}");
    }
}

/// A URL of over 4 GiB - 1 is an error, not a panic.
#[test]
#[ignore = "takes 9 GB of memory: `cargo xtask robustness lengths` runs it"]
fn what_is_too_long_is_an_error() {
    let piece = vec![0_u8; 1 << 20];
    let builder = HttpUrl::builder(host()).path(core::iter::repeat_n(&piece, 1366));
    let error = builder.try_build().unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::TooLong, "too-long"));
}
