//! The picture of one text as records for a page. Secrets are masked in all of them, except in the suggestion that
//! replaces the text.

use alloc::{
    borrow::ToOwned as _,
    string::{String, ToString as _},
};

use url1738::{
    Lints, Redacted, SCHEMES, SchemeInfo, Url,
    reading::{COMPONENTS, Reading},
};
use url1738_picture::{
    Comparison, Dialogue, Finding, LabelledPart, Picture, Piece, Sanitized, Turn,
};

use crate::{
    operations::{list_lints, parse_url},
    record::Record,
};

/// The length of the longest text that is linted or repaired, in bytes. The lists may be many times as long.
const MAX_LEN: usize = 8 * 1024;

fn picture(text: &str) -> Picture {
    match parse_url(text) {
        Ok(url) => Picture::of_url(&url, lints(&url), false),
        Err(error) => Picture::of_error(text.as_bytes(), &error, false),
    }
}

/// Returns the lints of a URL, none if it is long.
pub(crate) fn lints(url: &Url<&str>) -> Lints {
    if url.as_str().len() <= MAX_LEN { url.lints() } else { Lints::default() }
}

pub(crate) fn svg(text: &str, record: &mut Record) {
    record.text(&picture(text).to_svg());
}

pub(crate) fn explain(text: &str, record: &mut Record) {
    let picture = picture(text);
    record.object("ok,about,url,pieces,parts,skipped,lints,dialogue,error,suggestion,secrets,link");
    record.boolean(matches!(picture.finding, Finding::Valid { .. }));
    record.text(&picture.about);
    record.text(&picture.url);
    let pieces = picture.pieces();
    record.list(pieces.len());
    for Piece { text, part, .. } in &pieces {
        record.object("text,part");
        record.text(text);
        record.optional_number(*part);
    }
    record.list(picture.parts.len());
    picture.parts.iter().for_each(|part| labelled(part, record));
    let skipped = picture.skipped;
    record.object("at,count");
    record.number(skipped.at);
    record.number(skipped.count);
    match &picture.finding {
        Finding::Valid { lints, dialogue, .. } => {
            list_lints(lints, record);
            self::dialogue(dialogue, record);
            record.null();
            record.null();
        }
        Finding::Invalid { code, help, .. } => {
            record.list(0);
            record.null();
            record.object("code,help");
            record.text(code);
            record.text(help);
            suggestion(text, record);
        }
        _ => (0..4).for_each(|_| record.null()),
    }
    let masked = masked(text);
    record.boolean(!masked.secrets().is_empty());
    record.optional_text(link(text, &masked).as_deref());
}

/// Returns the text for an address, or `None` if it is too long for one, or if it may contain a password that no rule
/// finds: that of a URL without its end or without its scheme.
fn link(text: &str, masked: &Redacted<'_>) -> Option<String> {
    let (scheme, rest) = text.split_once(':').unwrap_or(("", text));
    let has_slashes = rest.starts_with("//");
    let authority = if has_slashes { rest.trim_start_matches('/') } else { text };
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    let is_known = match parse_url(text) {
        Ok(Url::Other(_)) => has_slashes || !rest.contains('@'),
        Ok(_) => true,
        Err(_) if SCHEMES.iter().any(|it| it.name.eq_ignore_ascii_case(scheme)) && !has_slashes => {
            !rest.contains(['@', ':'])
        }
        Err(_) => {
            let port = authority.split_once(':').map_or("", |(_, port)| port);
            !masked.secrets().is_empty()
                || !authority.contains('@') && port.bytes().all(|byte| byte.is_ascii_digit())
        }
    };
    (is_known && text.len() <= MAX_LEN).then(|| masked_text(masked))
}

fn masked(text: &str) -> Redacted<'_> {
    let masked = Redacted::new(text.as_bytes());
    // What the parser knows and what any text may hide.
    match parse_url(text) {
        Ok(url) => url.redacted().secrets().iter().fold(masked, |text, secret| text.and(*secret)),
        Err(_) => masked,
    }
}

fn masked_text(masked: &Redacted<'_>) -> String {
    Sanitized::new(*masked).keeping(|_| true).to_string()
}

fn labelled(part: &LabelledPart, record: &mut Record) {
    record.object("number,name,label,text,decoded,meaning,rule,error");
    record.number(part.number);
    record.constant(part.name);
    record.constant(part.label);
    record.text(&part.text);
    record.optional_text(part.decoded.as_deref());
    record.constant(part.meaning);
    record.text(&part.rule);
    record.boolean(part.is_error);
}

fn dialogue(dialogue: &Dialogue, record: &mut Record) {
    record.object("opening,turns,skipped,warnings,refused");
    match dialogue {
        Dialogue::Plan { opening, turns, skipped, warnings, .. } => {
            record.text(opening);
            record.list(turns.len());
            for Turn { speaker, words, .. } in turns {
                record.object("speaker,words");
                record.constant(speaker.name());
                record.text(words);
            }
            record.object("at,count");
            record.number(skipped.at);
            record.number(skipped.count);
            record.list(warnings.len());
            for (code, message) in warnings {
                record.object("code,message");
                record.constant(code);
                record.constant(message);
            }
            record.null();
        }
        Dialogue::Refused(why) => {
            record.null();
            record.list(0);
            record.null();
            record.list(0);
            record.text(why);
        }
        _ => (0..5).for_each(|_| record.null()),
    }
}

/// Writes the repaired URL with its fragment, as it is and as it may be shown.
fn suggestion(text: &str, record: &mut Record) {
    let short = Some(text).filter(|text| text.len() <= MAX_LEN);
    let Some(mut repaired) = short.and_then(|text| Url::repair(text).ok()) else {
        return record.null();
    };
    let mut url = repaired.url.as_str().to_owned();
    if let Some(fragment) = &repaired.fragment {
        url.push('#');
        url.push_str(fragment);
    }
    if url == text {
        return record.null();
    }
    record.object("url,shown,safe,changes");
    record.text(&url);
    record.text(&masked_text(&masked(&url)));
    // The fragment is kept here.
    repaired.changes.retain(|change| change.info.code != "fragment");
    record.boolean(repaired.is_safe());
    record.list(repaired.changes.len());
    repaired.changes.iter().for_each(|change| record.constant(change.reason()));
}

pub(crate) fn compare(text: &str, record: &mut Record) {
    let none = |_: &str, _| Err(String::new());
    let comparison = Comparison::new(text.as_bytes(), false, none);
    record.object("text,port,replaced,readings");
    record.text(&comparison.text);
    record.optional_number(comparison.default_port);
    record.boolean(!masked(text).secrets().is_empty());
    record.list(2);
    for reading in comparison.readings.iter().take(2) {
        match reading {
            Ok(reading) => readings(&comparison, reading, record),
            Err(message) => {
                record.object("message");
                record.text(message);
            }
        }
    }
}

fn readings(comparison: &Comparison, reading: &Reading, record: &mut Record) {
    record.object("scheme,user,password,host,port,path,query,fragment");
    for name in COMPONENTS {
        record.optional_text(comparison.value(reading, name).as_deref());
    }
}

pub(crate) fn schemes(record: &mut Record) {
    record.list(SCHEMES.len());
    for SchemeInfo { name, section, forms, purpose, example, .. } in SCHEMES {
        record.object("name,section,form,title,example");
        record.constant(name);
        record.constant(section);
        record.text(&forms.join(" | "));
        record.constant(purpose);
        record.constant(example);
    }
}
