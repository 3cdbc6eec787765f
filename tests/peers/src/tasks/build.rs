//! Building an FTP URL of user, password, host, port, path and typecode from decoded data.

use std::hint::black_box;

use fluent_uri::{
    Uri,
    component::Scheme,
    pct_enc::{EStr, EString, encoder},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use url1738::{
    Host,
    ftp::{FtpUrl, TypeCode},
};

use super::OURS;
use crate::race::Candidate;

/// User, password, host, directories and name.
type Data = (&'static str, &'static str, &'static str, [&'static str; 3], &'static str);

const DATA: [Data; 4] = [
    ("anonymous", "me@host.dom", "ftp.uu.net", ["pub", "gnu", "emacs"], "emacs-19.28.tar.gz"),
    ("jdoe", "a;b/c", "sunsite.unc.edu", ["/etc", "", "old files"], "motd;1"),
    ("k9", "secret", "wuarchive.wustl.edu", ["mirrors", "msdos", "doc"], "README"),
    ("mary", "100%", "nic.funet.fi", ["pub", "sci", "50% off"], "x~y"),
];

pub(super) fn candidates() -> Vec<Candidate> {
    let data: &'static [Data] = Vec::leak(DATA.repeat(2048));
    vec![
        Candidate::new(OURS, data, |data| black_box(ours(data)).is_some()),
        Candidate::new("fluent-uri", data, |data| black_box(fluent(data)).is_some()),
        Candidate::new("url", data, |data| black_box(whatwg(data)).is_some()),
    ]
}

fn ours((user, password, host, cwds, name): Data) -> Option<FtpUrl> {
    let builder = FtpUrl::builder(Host::parse(host).ok()?).credentials(user, password).port(2121);
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
