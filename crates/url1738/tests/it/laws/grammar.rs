//! Valid URLs of every scheme, grown from the grammar of section 5.

use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::select,
    strategy::{BoxedStrategy, Union},
};
use url1738::{Part, file::FSEGMENT, gopher, http, news, prospero, syntax::part, wais};

type Text = BoxedStrategy<String>;

/// Octets that mean something somewhere.
const TELLING: &[u8] = b"/;?:@&=%.~ \t\r\n\0\xff+-!$AaZz09_\"\\|";

/// Up to `most` characters and escapes that `part` may hold.
fn text(part: &Part, most: usize) -> Text {
    let plain: Vec<u8> = (0..=255).filter(|byte| part.class.contains(*byte)).collect();
    let escapes = part.class.allows_escapes();
    let piece = move |seed: u32| {
        let [kind, octet, case, _] = seed.to_le_bytes();
        let octet = if kind & 1 == 0 { TELLING[usize::from(octet) % TELLING.len()] } else { octet };
        match kind {
            0..100 if escapes && case & 1 == 0 => format!("%{octet:02X}"),
            0..100 if escapes => format!("%{octet:02x}"),
            // Dots and hyphens are rarer in a class than in life.
            100..120 if plain.contains(&b'.') => ".".to_owned(),
            _ => char::from(plain[usize::from(octet) % plain.len()]).to_string(),
        }
    };
    vec(any::<u32>(), 0..=most)
        .prop_map(move |seeds| seeds.into_iter().map(&piece).collect())
        .boxed()
}

/// A scheme name in any case.
fn name(name: &'static str) -> Text {
    let upper = name.to_uppercase();
    let mixed =
        name.char_indices().map(|(at, c)| if at % 2 == 0 { c } else { c.to_ascii_uppercase() });
    let mixed = mixed.collect();
    Union::new_weighted(vec![(8, Just(name.to_owned())), (1, Just(upper)), (1, Just(mixed))])
        .boxed()
}

pub(super) fn host() -> Text {
    let label = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,4}[a-zA-Z0-9])?";
    let top = "[a-zA-Z]([a-zA-Z0-9-]{0,4}[a-zA-Z0-9])?";
    let host = (vec(label, 0..3), top).prop_map(|(mut labels, top)| {
        labels.push(top);
        labels.join(".")
    });
    let group =
        (0..3_usize, any::<u8>()).prop_map(|(zeros, n)| format!("{}{n}", "0".repeat(zeros)));
    let number = vec(group, 4).prop_map(|groups| groups.join("."));
    prop_oneof![4 => host, 1 => number, 1 => Just("localhost".to_owned())].boxed()
}

fn hostport() -> Text {
    let port =
        (0..3_usize, prop_oneof![any::<u16>(), select(vec![0, 21, 23, 70, 80, 119, 210, 1525]),]);
    let port = port.prop_map(|(zeros, port)| format!(":{}{port}", "0".repeat(zeros)));
    (host(), option::of(port)).prop_map(|(host, port)| host + &port.unwrap_or_default()).boxed()
}

fn login() -> Text {
    let user = (text(&part::USER, 5), option::of(text(&part::PASSWORD, 5)));
    let user = user.prop_map(|(user, password)| match password {
        Some(password) => format!("{user}:{password}@"),
        None => format!("{user}@"),
    });
    (option::of(user), hostport()).prop_map(|(user, host)| user.unwrap_or_default() + &host).boxed()
}

/// Pieces of a part with a delimiter between.
fn joined(part: &Part, delimiter: &'static str) -> Text {
    vec(text(part, 5), 1..5).prop_map(move |pieces| pieces.join(delimiter)).boxed()
}

/// `front`, and perhaps what may follow it.
fn maybe(front: Text, after: Text) -> Text {
    (front, option::of(after)).prop_map(|(front, after)| front + &after.unwrap_or_default()).boxed()
}

/// `literal` and `after`.
fn after(literal: &'static str, after: Text) -> Text {
    after.prop_map(move |after| format!("{literal}{after}")).boxed()
}

fn url(scheme: &'static str, after: Text) -> Text {
    (name(scheme), after).prop_map(|(name, after)| format!("{name}:{after}")).boxed()
}

pub(super) fn ftp() -> Text {
    let code = select(b"AIDaid".to_vec()).prop_map(|code| format!(";type={}", char::from(code)));
    let path = maybe(after("/", joined(&FSEGMENT, "/")), code.boxed());
    url("ftp", maybe(after("//", login()), path))
}

pub(super) fn http() -> Text {
    let search = after("?", text(&http::SEARCH, 8));
    let path = maybe(after("/", joined(&http::HSEGMENT, "/")), search);
    url("http", maybe(after("//", hostport()), path))
}

/// A text without the escapes of these octets.
fn without(text: Text, octets: &'static [u8]) -> Text {
    let drop = move |mut text: String| {
        for octet in octets {
            text =
                text.replace(&format!("%{octet:02X}"), "-").replace(&format!("%{octet:02x}"), "-");
        }
        text
    };
    text.prop_map(drop).boxed()
}

pub(super) fn gopher() -> Text {
    let gtype = prop_oneof![
        4 => "[0-9gIT+]",
        1 => without(text(&gopher::GTYPE, 1), b"\t\r\n").prop_filter("one", |one| !one.is_empty()),
    ];
    let selector = without(text(&gopher::SELECTOR, 8), b"\t\r\n");
    let form = vec(without(text(&gopher::GOPHER_PLUS, 4), b"\r\n\0"), 0..3).prop_map(|values| {
        let values: String = values.iter().map(|value| format!("{value}%0D%0A")).collect();
        format!("+%091%0d%0A%2B-1%0D%0A{values}.%0D%0A")
    });
    let plus = prop_oneof![
        2 => text(&gopher::GOPHER_PLUS, 6),
        1 => form,
        2 => select(vec!["+", "?", "!", "$", "%2B", "%3F", "%21", "!+ABSTRACT", "+text/plain%20En"])
            .prop_map(str::to_owned),
    ];
    let plus = after("%09", plus.boxed());
    let search = maybe(after("%09", without(text(&gopher::SEARCH, 5), b"\t")), plus);
    let item = (gtype, maybe(selector, search)).prop_map(|(gtype, rest)| format!("/{gtype}{rest}"));
    let path = prop_oneof![8 => item, 1 => Just("/".to_owned())].boxed();
    url("gopher", maybe(after("//", hostport()), path))
}

/// Every character as it is, where the part allows it, or escaped.
fn encoded(octets: &[u8], part: &Part, seeds: &[bool]) -> String {
    let piece = |(octet, seed): (&u8, &bool)| match part.class.contains(*octet) && *seed {
        true => char::from(*octet).to_string(),
        false => format!("%{octet:02x}"),
    };
    octets.iter().zip(seeds.iter().cycle()).map(piece).collect()
}

pub(super) fn mailto() -> Text {
    let atom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,5}".boxed();
    let quoted = r#""([^"\\\r\x{80}-\x{10FFFF}]|\\[\x00-\x7F]){0,4}""#.boxed();
    let word = prop_oneof![4 => atom, 1 => quoted];
    let literal = r"\[([^\[\]\\\r\x{80}-\x{10FFFF}]|\\[\x00-\x7F]){0,5}\]";
    let domain = prop_oneof![4 => host(), 1 => literal];
    let seeds = vec(prop::bool::weighted(0.8), 7);
    let address = (vec(word, 1..3), domain, seeds).prop_map(|(words, domain, seeds)| {
        let address = format!("{}@{domain}", words.join("."));
        encoded(address.as_bytes(), &url1738::mailto::ENCODED822ADDR, &seeds)
    });
    url("mailto", address.boxed())
}

fn group() -> Text {
    "[a-zA-Z][a-zA-Z0-9+_.-]{0,12}".boxed()
}

pub(super) fn news() -> Text {
    let unique = text(&news::ARTICLE, 8).prop_map(|unique| match unique.replace('@', "%40") {
        unique if unique.is_empty() || unique.starts_with("//") => format!("-{unique}"),
        unique => unique,
    });
    let article = (unique, host()).prop_map(|(unique, host)| format!("{unique}@{host}"));
    let slashes = host().prop_map(|host| format!("%2F/a@{host}"));
    let all = Just("*".to_owned());
    url("news", prop_oneof![8 => article, 4 => group(), 1 => slashes, 1 => all].boxed())
}

pub(super) fn nntp() -> Text {
    let group = (hostport(), group()).prop_map(|(host, group)| format!("//{host}/{group}"));
    url("nntp", maybe(group.boxed(), "/[0-9]{1,22}".boxed()))
}

pub(super) fn telnet() -> Text {
    url("telnet", maybe(after("//", login()), Just("/".to_owned()).boxed()))
}

pub(super) fn wais() -> Text {
    let search = after("?", text(&wais::SEARCH, 8));
    let document = (text(&wais::WTYPE, 4), text(&wais::WPATH, 8));
    let document = document.prop_map(|(wtype, wpath)| format!("/{wtype}/{wpath}"));
    let database = (hostport(), text(&wais::DATABASE, 6));
    let database = database.prop_map(|(host, database)| format!("//{host}/{database}"));
    url("wais", maybe(database.boxed(), prop_oneof![search, document].boxed()))
}

pub(super) fn file() -> Text {
    let path = (option::of(host()), joined(&FSEGMENT, "/"));
    let path = path.prop_map(|(host, path)| format!("//{}/{path}", host.unwrap_or_default()));
    url("file", path.boxed())
}

pub(super) fn prospero() -> Text {
    let field = (text(&prospero::FIELDNAME, 4), text(&prospero::FIELDVALUE, 4));
    let field = field.prop_map(|(name, value)| format!(";{name}={value}"));
    let url_text = (hostport(), text(&prospero::PPATH, 8), vec(field, 0..3));
    let url_text =
        url_text.prop_map(|(host, path, fields)| format!("//{host}/{path}{}", fields.concat()));
    url("prospero", url_text.boxed())
}

/// With a login and without, of a name that is none of the ten.
pub(super) fn generic() -> Text {
    let login = maybe(after("//", login()), after("/", text(&part::URLPATH, 10)));
    let opaque = text(&part::SCHEMEPART, 14);
    let doubled = after("//", text(&part::SCHEMEPART, 8));
    let name = "(x-)?[a-z0-9+.-]{1,6}|[A-Za-z0-9+.-]{1,6}|URL|z39[.]50";
    let name = name.prop_filter("a scheme with a type", |name| {
        !url1738::SCHEMES.iter().any(|scheme| scheme.name.eq_ignore_ascii_case(name))
    });
    let after = prop_oneof![4 => login, 2 => opaque, 2 => doubled];
    (name, after).prop_map(|(name, after)| format!("{name}:{after}")).boxed()
}

pub(super) fn any_scheme() -> Text {
    let ip = prop_oneof![ftp(), http(), gopher(), nntp(), telnet(), wais(), prospero()];
    prop_oneof![7 => ip, 1 => mailto(), 1 => news(), 1 => file(), 2 => generic()].boxed()
}

/// A URL, and the same with some characters escaped, some escapes resolved, letters in another case.
pub(super) fn spelled_twice() -> BoxedStrategy<(String, String)> {
    let respelled = |(text, seeds): (String, Vec<u8>)| {
        let start = text.find(':').map_or(0, |colon| colon + 1);
        let mut other = text[..start].to_owned();
        let (mut rest, mut seeds) = (&text[start..], seeds.into_iter().cycle());
        while let Some(first) = rest.chars().next() {
            let (written, tail) = rest.split_at(if first == '%' { 3 } else { 1 });
            other += &respell(written, seeds.next().unwrap_or_default());
            rest = tail;
        }
        (text, other)
    };
    (any_scheme(), vec(any::<u8>(), 8..20)).prop_map(respelled).boxed()
}

fn respell(written: &str, seed: u8) -> String {
    match (written.strip_prefix('%'), seed) {
        (_, 64..) => written.to_owned(),
        (Some(digits), 0..24) => format!("%{}", digits.to_ascii_lowercase()),
        (Some(digits), _) => match u8::from_str_radix(digits, 16) {
            Ok(octet) if octet.is_ascii_graphic() && octet != b'%' => char::from(octet).to_string(),
            _ => written.to_owned(),
        },
        (None, 0..8) => written.to_ascii_uppercase(),
        (None, _) => format!("%{:02X}", written.as_bytes()[0]),
    }
}
