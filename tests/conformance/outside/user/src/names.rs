//! Eight programs of users of other libraries. The comment before a line is what they wrote there; the search of the
//! documentation leads from each of these names to the method in the line (`doc(alias)`).

use std::error::Error;

use url1738::{
    Escaped, Host, HttpUrl, SchemeKind, Url, context,
    http::{HSEGMENT, SEARCH},
    relative::Resolution,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The crate `url`: a link to the next page of a list.
pub fn next_page(text: &str) -> Result<String> {
    let url = HttpUrl::parse(text)?;
    // url.query_pairs()
    let pairs = url.search().unwrap_or_default().pairs();
    let mut pairs: Vec<(String, String)> = pairs
        .map(|(name, value)| {
            Ok((name.decode_utf8()?.into(), value.unwrap_or_default().decode_utf8()?.into()))
        })
        .collect::<Result<_>>()?;
    for (name, value) in &mut pairs {
        if name == "page" {
            *value = (value.parse::<u32>()? + 1).to_string();
        }
    }
    // url.path_segments()
    let directory = url.segments().next().unwrap_or_default().decode_utf8()?.into_owned();
    // url.set_path("..."), url.query_pairs_mut()
    let next = url.to_builder().path([&*directory, "list"]).pairs(pairs).build();
    // Url::from(url)
    Ok(url::Url::try_from(&Url::Http(next))?.into())
}

/// The crate `url`: what a log may say of a login.
pub fn whom(text: &str) -> Result<String> {
    let url = Url::parse(text)?;
    // url.username()
    let user = url.user().unwrap_or_default();
    // url.domain(), url.port_or_known_default()
    let (host, port) = (url.host_str().ok_or("no host")?, url.port_or_default().ok_or("no port")?);
    Ok(format!("{}@{host}:{port}", user.decode_utf8()?))
}

/// The crate `http`: a request line.
pub fn request(uri: &http::Uri) -> Result<(String, u16, String)> {
    let url = HttpUrl::try_from(Url::try_from(uri)?)?;
    // uri.authority()
    let authority = url.login();
    // uri.port_u16()
    let port = authority.port().unwrap_or_else(|| url.port_or_default());
    let path = url.path().unwrap_or_default();
    // uri.query()
    let query = url.search().map(|query| format!("?{}", query.as_str())).unwrap_or_default();
    Ok((authority.host_str().to_owned(), port, format!("GET /{}{query}", path.as_str())))
}

/// The crate `fluent-uri`: the target of a link, in its normal form.
pub fn target(base: &str, reference: &str) -> Result<String> {
    let base = Url::parse(base)?;
    // UriRef::parse(reference)?.resolve_against(&base)?
    let joined = base.join_with(reference, Resolution::Rfc3986)?;
    // uri.normalize()
    let url = joined.url.normalize();
    // uri.authority()
    if url.login().is_none() && url.scheme_kind() == SchemeKind::Standard {
        return Err("no host".into());
    }
    Ok(url.into_string())
}

/// The crate `linkify`: the links of a text, with their places.
pub fn links(text: &str) -> Vec<(usize, usize, String)> {
    // LinkFinder::new().links(text)
    let found = context::find_iter(text.as_bytes());
    // link.start(), link.end(), link.as_str()
    found.map(|it| (it.span.start, it.span.end, it.target().into_owned())).collect()
}

/// The crate `percent-encoding`: a path from a name that a user typed, and the name back.
pub fn round_trip(name: &str) -> Result<(String, String)> {
    // utf8_percent_encode(name, PATH_SEGMENT)
    let written = HSEGMENT.encode(name.as_bytes()).into_owned();
    // percent_decode_str(&written).decode_utf8()
    let read = HSEGMENT.read(&written)?.decode_utf8()?.into_owned();
    Ok((written, read))
}

/// `urllib.parse` of Python.
pub fn split(text: &str) -> Result<Vec<String>> {
    // urlsplit(text)
    let url = Url::parse(text)?;
    // parts.netloc
    let netloc = url.login();
    // parts.hostname
    let hostname = url.host_str().unwrap_or_default().to_owned();
    // unquote(parts.path)
    let path = url.path().unwrap_or_default().decode_utf8()?.into_owned();
    // parse_qs(parts.query)
    let names = url.search().unwrap_or_default().pairs().map(|(name, _)| name.to_string());
    let port = netloc.and_then(|it| it.port()).map(|port| port.to_string());
    Ok([url.scheme().to_owned(), hostname, path].into_iter().chain(port).chain(names).collect())
}

/// `URL` of JavaScript.
pub fn location(href: &str) -> Result<Vec<String>> {
    let (url, hash) = Url::parse_reference(href)?;
    // url.protocol, url.hostname
    let mut values = vec![url.scheme().to_owned(), url.host_str().unwrap_or_default().to_owned()];
    // url.pathname
    values.push(url.path().map(Escaped::as_str).unwrap_or_default().to_owned());
    // url.searchParams.get("q")
    let q = url.search().unwrap_or_default().pairs().find(|(name, _)| *name == "q");
    values.extend(q.and_then(|(_, value)| Some(value?.to_string())));
    // url.hash
    values.extend(hash.map(|hash| hash.to_string()));
    // url.href
    values.push(url.as_str().to_owned());
    // new URL(`http://${host}/`)
    let home = HttpUrl::builder(Host::parse(&values[1])?)?.path([""]).build();
    values.push(SEARCH.encode(home.as_str().as_bytes()).into_owned());
    Ok(values)
}
