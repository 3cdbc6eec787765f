//! Parsing and reading every part, by the accessors of each type.

use std::hint::black_box;

use fluent_uri::{Uri, pct_enc::EStr};
use iri_string::types::UriStr;
use percent_encoding::percent_decode_str;
use url1738::{Escaped, Login, Url, file, news::Grouppart, wais::WaisForm};

use super::OURS;
use crate::{corpus::Lines, race::Candidate};

pub(super) fn written(lines: Lines) -> Vec<Candidate> {
    let read = |part: &str| {
        black_box(part);
    };
    vec![
        Candidate::new(OURS, lines, move |line| {
            let url = &Url::parse(line);
            url.as_ref().map(|url| each_part::<false>(url, |part| read(part.as_str()))).is_ok()
        }),
        Candidate::new("fluent-uri", lines, move |line| {
            let uri = &Uri::parse(line);
            uri.as_ref().map(|uri| fluent_parts(uri, read)).is_ok()
        }),
        Candidate::new("oxiri", lines, move |line| {
            let iri = &oxiri::Iri::parse(line);
            iri.as_ref().map(|iri| oxiri_parts(iri, read)).is_ok()
        }),
        Candidate::new("iri-string", lines, move |line| {
            let uri = &UriStr::new(line);
            uri.as_ref().map(|uri| iri_string_parts(uri, read)).is_ok()
        }),
        Candidate::new("url", lines, move |line| {
            let url = &url::Url::parse(line);
            url.as_ref().map(|url| url_parts(url, read)).is_ok()
        }),
    ]
}

pub(super) fn segments(lines: Lines) -> Vec<Candidate> {
    let read = |part: &str| {
        black_box(part);
    };
    vec![
        Candidate::new(OURS, lines, move |line| {
            let url = &Url::parse(line);
            url.as_ref().map(|url| each_part::<true>(url, |part| read(part.as_str()))).is_ok()
        }),
        Candidate::new("fluent-uri", lines, move |line| {
            let uri = &Uri::parse(line);
            uri.as_ref().map(|uri| fluent_segments(uri, read)).is_ok()
        }),
        Candidate::new("url", lines, move |line| {
            let url = &url::Url::parse(line);
            url.as_ref().map(|url| url_segments(url, read)).is_ok()
        }),
    ]
}

pub(super) fn decoded(lines: Lines) -> Vec<Candidate> {
    let read = |part: &str| {
        black_box(&*std::borrow::Cow::<[u8]>::from(percent_decode_str(part)));
    };
    vec![
        Candidate::new(OURS, lines, |line| {
            let url = &Url::parse(line);
            let each = |part: Escaped<'_>| {
                black_box(&*part.decode());
            };
            url.as_ref().map(|url| each_part::<true>(url, each)).is_ok()
        }),
        Candidate::new("fluent-uri", lines, |line| {
            let uri = &Uri::parse(line);
            uri.as_ref().map(fluent_decoded).is_ok()
        }),
        Candidate::new("iri-string", lines, move |line| {
            let uri = &UriStr::new(line);
            uri.as_ref().map(|uri| iri_string_parts(uri, read)).is_ok()
        }),
        Candidate::new("url", lines, move |line| {
            let url = &url::Url::parse(line);
            url.as_ref().map(|url| url_parts(url, read)).is_ok()
        }),
    ]
}

fn fluent_parts(uri: &Uri<&str>, read: impl Fn(&str)) {
    fluent_authority(uri, &read);
    read(uri.path().as_str());
    uri.query().map(EStr::as_str).into_iter().for_each(read);
}

fn fluent_segments(uri: &Uri<&str>, read: impl Fn(&str)) {
    fluent_authority(uri, &read);
    match uri.path().segments_if_absolute() {
        Some(segments) => segments.map(EStr::as_str).for_each(&read),
        None => read(uri.path().as_str()),
    }
    uri.query().map(EStr::as_str).into_iter().for_each(read);
}

fn fluent_authority(uri: &Uri<&str>, read: impl Fn(&str)) {
    if let Some(authority) = uri.authority() {
        authority.userinfo().map(EStr::as_str).into_iter().for_each(&read);
        read(authority.host());
        authority.port().map(EStr::as_str).into_iter().for_each(&read);
    }
}

fn fluent_decoded(uri: &Uri<&str>) {
    if let Some(authority) = uri.authority() {
        if let Some(userinfo) = authority.userinfo() {
            black_box(&*userinfo.decode().to_bytes());
        }
        black_box(authority.host());
        black_box(authority.port_to_u16().is_ok());
    }
    black_box(&*uri.path().decode().to_bytes());
    if let Some(query) = uri.query() {
        black_box(&*query.decode().to_bytes());
    }
}

fn oxiri_parts(iri: &oxiri::Iri<&str>, read: impl Fn(&str)) {
    iri.authority().into_iter().for_each(&read);
    read(iri.path());
    iri.query().into_iter().for_each(read);
}

fn iri_string_parts(uri: &UriStr, read: impl Fn(&str)) {
    if let Some(authority) = uri.authority_components() {
        authority.userinfo().into_iter().for_each(&read);
        read(authority.host());
        authority.port().into_iter().for_each(&read);
    }
    read(uri.path_str());
    uri.query_str().into_iter().for_each(&read);
}

fn url_segments(url: &url::Url, read: impl Fn(&str)) {
    url_authority(url, &read);
    match url.path_segments() {
        Some(segments) => segments.for_each(&read),
        None => read(url.path()),
    }
    url.query().into_iter().for_each(&read);
}

fn url_authority(url: &url::Url, read: impl Fn(&str)) {
    read(url.username());
    url.password().into_iter().for_each(&read);
    url.host_str().into_iter().for_each(&read);
    black_box(url.port());
}

fn url_parts(url: &url::Url, read: impl Fn(&str)) {
    url_authority(url, &read);
    read(url.path());
    url.query().into_iter().for_each(&read);
}

/// Calls `each` with every part after the scheme name, the segments of a path one by one or together.
#[inline(always)]
pub(super) fn each_part<'a, const SEGMENTS: bool>(
    url: &Url<&'a str>,
    mut each: impl FnMut(Escaped<'a>),
) {
    match url {
        Url::Ftp(url) => {
            login(url.login(), &mut each);
            if SEGMENTS {
                url.segments().for_each(&mut each);
            } else {
                url.path().into_iter().for_each(&mut each);
            }
            black_box(url.typecode());
        }
        Url::Http(url) => {
            login(url.login(), &mut each);
            if SEGMENTS {
                url.segments().for_each(&mut each);
            } else {
                url.path().into_iter().for_each(&mut each);
            }
            url.search().into_iter().for_each(each);
        }
        Url::Gopher(url) => {
            login(url.login(), &mut each);
            let parts = [url.gtype(), url.selector(), url.search(), url.gopher_plus_string()];
            parts.into_iter().flatten().for_each(each);
        }
        Url::Mailto(url) => each(url.encoded_address()),
        Url::News(url) => match url.grouppart() {
            Grouppart::All => {}
            Grouppart::Group(name) => each(Escaped::new_validated(name)),
            Grouppart::Article { unique, host } => {
                each(unique);
                each(Escaped::new_validated(host));
            }
            _ => {}
        },
        Url::Nntp(url) => {
            login(url.login(), &mut each);
            each(Escaped::new_validated(url.group()));
            url.article_str().map(Escaped::new_validated).into_iter().for_each(each);
        }
        Url::Telnet(url) => login(url.login(), &mut each),
        Url::Wais(url) => {
            login(url.login(), &mut each);
            each(url.database());
            match url.form() {
                WaisForm::Database => {}
                WaisForm::Index { search } => each(search),
                WaisForm::Document { wtype, wpath } => [wtype, wpath].into_iter().for_each(each),
                _ => {}
            }
        }
        Url::File(url) => file_parts::<SEGMENTS>(url, each),
        Url::Prospero(url) => {
            login(url.login(), &mut each);
            each(url.hsoname());
            for (name, value) in url.fields() {
                each(name);
                each(value);
            }
        }
        Url::Other(url) => each(url.schemepart()),
        _ => {}
    }
}

fn file_parts<'a, const SEGMENTS: bool>(
    url: &file::FileUrl<&'a str>,
    mut each: impl FnMut(Escaped<'a>),
) {
    url.host_str().map(Escaped::new_validated).into_iter().for_each(&mut each);
    if SEGMENTS {
        url.segments().for_each(each);
    } else {
        each(url.path());
    }
}

fn login<'a>(login: Login<'a>, each: &mut impl FnMut(Escaped<'a>)) {
    login.user().into_iter().for_each(&mut *each);
    login.password().into_iter().for_each(&mut *each);
    black_box(login.host_str());
    black_box(login.port());
}
