//! Parsing and reading every part.
//!
//! This project returns the parts of the scheme, path segments one by one; the others return the
//! components of the generic syntax.

use std::hint::black_box;

use fluent_uri::{Uri, pct_enc::EStr};
use iri_string::types::UriStr;
use percent_encoding::percent_decode_str;

use super::{OURS, ours};
use crate::{corpus::Lines, race::Candidate};

pub(super) fn written(lines: Lines) -> Vec<Candidate> {
    let read = |part: &str| {
        black_box(part);
    };
    vec![
        Candidate::new(OURS, lines, move |line| {
            let url = &url1738::Url::parse(line);
            url.as_ref()
                .map(|url| ours::each_part::<false>(url, |part| read(part.as_str())))
                .is_ok()
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
            let url = &url1738::Url::parse(line);
            url.as_ref().map(|url| ours::each_part::<true>(url, |part| read(part.as_str()))).is_ok()
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
            let url = &url1738::Url::parse(line);
            let each = |part: url1738::Escaped<'_>| {
                black_box(&*part.decode());
            };
            url.as_ref().map(|url| ours::each_part::<true>(url, each)).is_ok()
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
