//! URLs as wholes: parsing without copying where the library can, parsing into a value that owns its text, texts some of
//! which are invalid, writing the normal form, building, and finding URLs in running text.

use std::hint::black_box;

use fluent_uri::{
    Uri,
    component::Scheme,
    pct_enc::{EStr, EString, encoder},
};
use iri_string::types::{UriStr, UriString};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use url1738::ftp::{FtpUrl, TypeCode};
use url1738_context_tests::{
    corpus as texts,
    extract::{Extractor, Linkify, Ours},
};

use super::OURS;
use crate::{
    corpus,
    corpus::{Lines, leak},
    race::Candidate,
};

pub(super) fn parse_candidates(lines: Lines) -> Vec<Candidate> {
    vec![
        Candidate::new(OURS, lines, |line| black_box(&url1738::Url::parse(line)).is_ok()),
        Candidate::new("fluent-uri", lines, |line| black_box(&Uri::parse(line)).is_ok()),
        Candidate::new("oxiri", lines, |line| black_box(&oxiri::Iri::parse(line)).is_ok()),
        Candidate::new("iri-string", lines, |line| black_box(&UriStr::new(line)).is_ok()),
        Candidate::new("http", lines, |line| black_box(&http::Uri::try_from(line)).is_ok()),
        #[cfg(feature = "ada")]
        Candidate::new("ada-url", lines, |line| {
            black_box(&ada_url::Url::parse(line, None)).is_ok()
        }),
        Candidate::new("url", lines, |line| black_box(&url::Url::parse(line)).is_ok()),
    ]
}

pub(super) fn owned_candidates(lines: Lines) -> Vec<Candidate> {
    vec![
        Candidate::new(OURS, lines, |line: &str| black_box(line.parse::<url1738::Url>()).is_ok()),
        Candidate::new("url1738, from a String", lines, |line: &str| {
            black_box(url1738::Url::try_from(line.to_owned())).is_ok()
        }),
        Candidate::new("fluent-uri", lines, |line| {
            black_box(Uri::parse(line).map(|uri| uri.to_owned())).is_ok()
        }),
        Candidate::new("oxiri", lines, |line: &str| {
            black_box(oxiri::Iri::parse(line.to_owned())).is_ok()
        }),
        Candidate::new("iri-string", lines, |line: &str| {
            black_box(UriString::try_from(line.to_owned())).is_ok()
        }),
        Candidate::new("http", lines, |line| black_box(http::Uri::try_from(line)).is_ok()),
        #[cfg(feature = "ada")]
        Candidate::new("ada-url", lines, |line| black_box(ada_url::Url::parse(line, None)).is_ok()),
        Candidate::new("url", lines, |line| black_box(url::Url::parse(line)).is_ok()),
    ]
}

pub(super) fn errors_candidates() -> Vec<Candidate> {
    let (none, some, all) = (corpus::generated(), corpus::damaged(10), corpus::damaged(100));
    let ours = |line| black_box(&url1738::Url::parse(line)).is_ok();
    let fluent = |line| black_box(&Uri::parse(line)).is_ok();
    vec![
        Candidate::new("url1738, 0 % wrong", none, ours),
        Candidate::new("url1738, 10 % wrong", some, ours),
        Candidate::new("url1738, 100 % wrong", all, ours),
        Candidate::new("fluent-uri, 0 % wrong", none, fluent),
        Candidate::new("fluent-uri, 10 % wrong", some, fluent),
        Candidate::new("fluent-uri, 100 % wrong", all, fluent),
    ]
}

pub(super) fn normalize_candidates(lines: Lines) -> Vec<Candidate> {
    vec![
        Candidate::new(OURS, lines, |line| {
            black_box(url1738::Url::parse(line).map(|url| url.normalize())).is_ok()
        }),
        Candidate::new("fluent-uri", lines, |line| {
            black_box(Uri::parse(line).map(|uri| uri.normalize())).is_ok()
        }),
        Candidate::new("iri-string", lines, |line| {
            black_box(UriStr::new(line).map(|uri| uri.normalize().to_string())).is_ok()
        }),
        #[cfg(feature = "ada")]
        Candidate::new("ada-url", lines, |line| black_box(ada_url::Url::parse(line, None)).is_ok()),
        Candidate::new("url", lines, |line| black_box(url::Url::parse(line)).is_ok()),
    ]
}

/// User, password, host, directories and name.
type Data = (&'static str, &'static str, &'static str, [&'static str; 3], &'static str);

const DATA: [Data; 4] = [
    ("anonymous", "me@host.dom", "ftp.uu.net", ["pub", "gnu", "emacs"], "emacs-19.28.tar.gz"),
    ("jdoe", "a;b/c", "sunsite.unc.edu", ["/etc", "", "old files"], "motd;1"),
    ("k9", "secret", "wuarchive.wustl.edu", ["mirrors", "msdos", "doc"], "README"),
    ("mary", "100%", "nic.funet.fi", ["pub", "sci", "50% off"], "x~y"),
];

pub(super) fn build_candidates() -> Vec<Candidate> {
    let data: &'static [Data] = Vec::leak(DATA.repeat(2048));
    vec![
        Candidate::new(OURS, data, |data| black_box(ours(data)).is_some()),
        Candidate::new("fluent-uri", data, |data| black_box(fluent(data)).is_some()),
        Candidate::new("url", data, |data| black_box(whatwg(data)).is_some()),
    ]
}

fn ours((user, password, host, cwds, name): Data) -> Option<FtpUrl> {
    let builder = FtpUrl::builder(host).ok()?.credentials(user, password).port(2121);
    Some(builder.cwds(cwds).name(name).typecode(TypeCode::Image).build())
}

fn fluent((user, password, host, cwds, name): Data) -> Option<Uri<String>> {
    let mut userinfo = EString::<encoder::Userinfo>::new();
    userinfo.encode_str::<encoder::Data>(user);
    userinfo.push(':');
    userinfo.encode_str::<encoder::Data>(password);
    let mut path = EString::<encoder::Path>::new();
    for segment in cwds.iter().chain([&name]) {
        path.push('/');
        path.encode_str::<encoder::Data>(segment);
    }
    path.push_estr(EStr::new_or_panic(";type=i"));
    Uri::builder()
        .scheme(Scheme::new_or_panic("ftp"))
        .authority_with(|b| {
            b.userinfo(&userinfo).host(EStr::new(host).unwrap_or_default()).port(2121)
        })
        .path(&path)
        .build()
        .ok()
}

/// Builds by setters. Segments are escaped before, because `/` divides them.
fn whatwg((user, password, host, cwds, name): Data) -> Option<url::Url> {
    let mut url = url::Url::parse("ftp://host/").ok()?;
    url.set_host(Some(host)).ok()?;
    url.set_username(user).ok()?;
    url.set_password(Some(password)).ok()?;
    url.set_port(Some(2121)).ok()?;
    let segments = cwds.iter().chain([&name]);
    let path: Vec<String> =
        segments.map(|s| utf8_percent_encode(s, NON_ALPHANUMERIC).to_string()).collect();
    url.set_path(&(path.join("/") + ";type=i"));
    Some(url)
}

/// The size of the texts: 20 MB.
const SIZE: usize = 20_000_000;

/// Text with many URLs, none of which is repeated.
pub(super) fn dense() -> Vec<Candidate> {
    finders(texts::dense(SIZE))
}

/// Documentation with few URLs: that of the crates that cargo has unpacked on this machine, including sources.
pub(super) fn few() -> Vec<Candidate> {
    finders(texts::documentation(SIZE).expect("cargo has unpacked what this is built from"))
}

/// Returns one item: the whole text.
fn finders(text: String) -> Vec<Candidate> {
    let items: &'static [&'static str] = Vec::leak(vec![leak(text)]);
    let linkify = Linkify::default();
    vec![
        Candidate::new(Ours.name(), items, |text| black_box(Ours.count(text)) > 0),
        Candidate::new(linkify.name(), items, move |text| black_box(linkify.count(text)) > 0),
    ]
}
