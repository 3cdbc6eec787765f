//! Passes the options of a scheme to its builder.

use url1738::{
    FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl,
    TelnetUrl, Url, WaisUrl, ftp::TypeCode, gopher::GopherType,
};

use super::{
    error::BuildError,
    values::{Values, split},
};

/// Calls the setters of a builder whose options are given.
macro_rules! set {
    ($builder:ident, $values:expr, port) => {
        if let Some(port) = $values.number("port")? {
            $builder = $builder.port(port);
        }
    };
    ($builder:ident, $values:expr, login) => {
        set!($builder, $values, port);
        match ($values.get("user"), $values.get("password")) {
            (Some(user), Some(password)) => $builder = $builder.credentials(user, password),
            (Some(user), None) => $builder = $builder.user(user),
            (None, _) => {}
        }
    };
}

pub(super) fn ftp(values: &Values) -> Result<Url, BuildError> {
    let mut builder = FtpUrl::builder(values.host()?);
    set!(builder, values, login);
    // A leading slash belongs to the first CWD, which then names a directory below the root (section 3.2.2).
    let (root, rest) = match values.get("path") {
        Some([b'/', rest @ ..]) => ("/", Some(rest)),
        other => ("", other),
    };
    let mut segments: Vec<Vec<u8>> = match rest {
        Some(path) => split(path).into_iter().map(<[u8]>::to_vec).collect(),
        None => values.all("segment").to_vec(),
    };
    if let Some(first) = segments.first_mut() {
        first.splice(..0, root.bytes());
    }
    builder = builder.path(segments);
    match values.text("typecode")? {
        None => {}
        Some("a" | "A") => builder = builder.typecode(TypeCode::Ascii),
        Some("i" | "I") => builder = builder.typecode(TypeCode::Image),
        Some("d" | "D") => builder = builder.typecode(TypeCode::Directory),
        Some(_) => {
            return Err("invalid value of --typecode: expected `a`, `i` or `d`".to_owned().into());
        }
    }
    Ok(builder.build().into())
}

pub(super) fn http(values: &Values) -> Result<Url, BuildError> {
    let mut builder = HttpUrl::builder(values.host()?).path(values.segments());
    set!(builder, values, port);
    if let Some(search) = values.get("search") {
        builder = builder.search(search);
    }
    Ok(builder.build().into())
}

pub(super) fn gopher(values: &Values) -> Result<Url, BuildError> {
    let mut builder = GopherUrl::builder(values.host()?);
    set!(builder, values, port);
    match values.get("type") {
        None => {}
        Some([octet]) => {
            builder = builder
                .item(GopherType::from(*octet), values.need("selector"))
                .map_err(|error| values.invalid("selector", error))?;
        }
        Some(_) => return Err("invalid value of --type: expected one byte".to_owned().into()),
    }
    if let Some(search) = values.get("search") {
        builder = builder.search(search).map_err(|error| values.invalid("search", error))?;
    }
    if let Some(view) = values.get("view") {
        builder = match values.get("language") {
            Some(language) => builder.view(view, language),
            None => builder.plus_string(&[b"+", view].concat()),
        };
    }
    if values.has("ask") {
        builder = builder.ask();
    }
    if values.has("attribute") {
        builder = builder.item_attributes(values.all("attribute"));
    }
    if values.has("form") {
        builder =
            builder.form(values.all("form")).map_err(|error| values.invalid("form", error))?;
    }
    if let Some(plus) = values.get("plus") {
        builder = builder.plus_string(plus);
    }
    Ok(builder.build().into())
}

pub(super) fn mailto(values: &Values) -> Result<Url, BuildError> {
    let address = values.text("address")?.unwrap_or_default();
    let builder = MailtoUrl::builder(address).map_err(|error| {
        // The span of the error is in the URL that would contain the address.
        let value =
            format!("mailto:{}", url1738::mailto::ENCODED822ADDR.encode(address.as_bytes()));
        BuildError::Value { option: "address", value: value.into(), error }
    })?;
    Ok(builder.build().into())
}

pub(super) fn news(values: &Values) -> Result<Url, BuildError> {
    let url = if let Some(group) = values.text("group")? {
        NewsUrl::group(group).map_err(|error| values.invalid("group", error))?
    } else if let Some(article) = values.text("article")? {
        let Some((unique, domain)) = article.rsplit_once('@') else {
            return Err("invalid value of --article: expected ID@HOST".to_owned().into());
        };
        let invalid = |error| values.invalid("article", error);
        let host = url1738::Host::parse(domain).map_err(|error: url1738::Error| {
            let before = u32::try_from(unique.len()).unwrap_or(u32::MAX);
            invalid(error.offset_by(before.saturating_add(1)))
        })?;
        NewsUrl::article(unique, host).map_err(invalid)?
    } else if values.has("all") {
        NewsUrl::all()
    } else {
        return Err("missing option: one of --group, --article or --all".to_owned().into());
    };
    Ok(url.into())
}

pub(super) fn nntp(values: &Values) -> Result<Url, BuildError> {
    let group = values.text("group")?.unwrap_or_default();
    let mut builder =
        NntpUrl::builder(values.host()?, group).map_err(|error| values.invalid("group", error))?;
    set!(builder, values, port);
    if let Some(number) = values.number("number")? {
        builder = builder.article(number);
    }
    Ok(builder.build().into())
}

pub(super) fn telnet(values: &Values) -> Result<Url, BuildError> {
    let mut builder = TelnetUrl::builder(values.host()?);
    set!(builder, values, login);
    Ok(builder.build().into())
}

pub(super) fn wais(values: &Values) -> Result<Url, BuildError> {
    let mut builder = WaisUrl::builder(values.host()?, values.need("database"));
    set!(builder, values, port);
    if let Some(search) = values.get("search") {
        builder = builder.search(search);
    }
    if let (Some(wtype), Some(document)) = (values.get("type"), values.get("document")) {
        builder = builder.document(wtype, document);
    }
    Ok(builder.build().into())
}

pub(super) fn file(values: &Values) -> Result<Url, BuildError> {
    let mut builder = FileUrl::builder().path(values.segments());
    if let Some(host) = values.optional_host()? {
        builder = builder.host(host);
    }
    Ok(builder.build().into())
}

pub(super) fn prospero(values: &Values) -> Result<Url, BuildError> {
    let mut builder = ProsperoUrl::builder(values.host()?, values.need("name"));
    set!(builder, values, port);
    for field in values.all("field") {
        let Some(at) = field.iter().position(|byte| *byte == b'=') else {
            return Err("invalid value of --field: expected NAME=VALUE".to_owned().into());
        };
        let (name, value) = field.split_at(at);
        builder = builder.field(name, value.get(1..).unwrap_or_default());
    }
    Ok(builder.build().into())
}

pub(super) fn other(values: &Values) -> Result<Url, BuildError> {
    let scheme = values.text("scheme")?.unwrap_or_default();
    if url1738::SCHEMES.iter().any(|known| known.name.eq_ignore_ascii_case(scheme)) {
        return Err(format!("use `url1738 build {scheme}` for {scheme} URLs").into());
    }
    let builder = GenericUrl::builder(scheme, values.host()?);
    let mut builder = builder.map_err(|error| values.invalid("scheme", error))?;
    set!(builder, values, login);
    if values.has("path") {
        builder = builder.path(values.segments());
    }
    Url::try_from(builder.build()).map_err(|error| values.invalid("scheme", error))
}
