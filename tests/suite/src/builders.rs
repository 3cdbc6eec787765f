//! URLs from decoded parts, by the builders of the crates.

use core::str;

use url1738::{
    FileUrl, FtpUrl, GopherUrl, Host, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl, TelnetUrl,
    WaisUrl, ftp::TypeCode,
};

/// The decoded parts of a URL by their names, the scheme left out.
#[derive(Clone, Copy, Debug)]
struct Parts<'p>(&'p [(String, Vec<u8>)]);

impl<'p> Parts<'p> {
    fn get(self, name: &str) -> Option<&'p [u8]> {
        self.all(name).next()
    }

    fn all(self, name: &str) -> impl Iterator<Item = &'p [u8]> {
        let name = name.to_owned();
        self.0.iter().filter(move |(other, _)| *other == name).map(|(_, octets)| &octets[..])
    }

    fn text(self, name: &str) -> Option<&'p str> {
        self.get(name).and_then(|octets| str::from_utf8(octets).ok())
    }

    fn host(self) -> Option<Host<'p>> {
        Host::parse(self.text("host")?).ok()
    }

    /// Returns the port: `Some(None)` if there is none, `None` if it is not a number of 16 bits.
    fn port(self) -> Option<Option<u16>> {
        match self.get("port") {
            None | Some(b"") => Some(None),
            Some(_) => self.text("port")?.parse().ok().map(Some),
        }
    }
}

/// Sets the port if there is one.
macro_rules! with_port {
    ($builder:expr, $parts:expr) => {
        match $parts.port()? {
            Some(port) => $builder.port(port),
            None => $builder,
        }
    };
}

/// Sets user and password if there are any.
macro_rules! with_login {
    ($builder:expr, $parts:expr) => {
        match ($parts.get("user"), $parts.get("password")) {
            (Some(user), Some(password)) => $builder.credentials(user, password),
            (Some(user), None) => $builder.user(user),
            (None, _) => $builder,
        }
    };
}

/// Returns the URL that a builder makes of decoded parts; `None` if no URL has them.
#[must_use]
pub fn build(scheme: &str, parts: &[(String, Vec<u8>)]) -> Option<String> {
    let parts = Parts(parts);
    let url = match scheme {
        "ftp" => {
            let mut builder = with_port!(with_login!(FtpUrl::builder(parts.host()?), parts), parts);
            if parts.get("fsegment").is_some() {
                builder = builder.path(parts.all("fsegment"));
            }
            if let Some(code) = parts.get("ftptype") {
                builder = builder.typecode(match code {
                    b"a" | b"A" => TypeCode::Ascii,
                    b"i" | b"I" => TypeCode::Image,
                    b"d" | b"D" => TypeCode::Directory,
                    _ => return None,
                });
            }
            builder.try_build().ok()?.into_string()
        }
        "http" => {
            let mut builder = with_port!(HttpUrl::builder(parts.host()?), parts);
            if parts.get("hsegment").is_some() {
                builder = builder.path(parts.all("hsegment"));
            }
            if let Some(search) = parts.get("search") {
                builder = builder.search(search);
            }
            builder.try_build().ok()?.into_string()
        }
        "gopher" => {
            let mut builder = with_port!(GopherUrl::builder(parts.host()?), parts);
            if let Some(&[gtype]) = parts.get("gtype") {
                builder = builder.item(gtype, parts.get("selector").unwrap_or_default()).ok()?;
            }
            let plus = parts.get("gopher+_string");
            if let Some(search) = parts.get("search").filter(|it| plus.is_none() || !it.is_empty())
            {
                builder = builder.search(search).ok()?;
            }
            if let Some(plus) = plus {
                builder = builder.plus_string(plus);
            }
            builder.try_build().ok()?.into_string()
        }
        "mailto" => {
            MailtoUrl::builder(parts.text("encoded822addr")?).ok()?.try_build().ok()?.into_string()
        }
        "news" => {
            let builder = NewsUrl::builder();
            let builder = if let Some(group) = parts.text("group") {
                builder.group(group).ok()?
            } else if let Some(article) = parts.get("article") {
                let at = article.iter().rposition(|byte| *byte == b'@')?;
                let host = Host::parse(str::from_utf8(&article[at + 1..]).ok()?).ok()?;
                builder.article(&article[..at], host).ok()?
            } else {
                builder.all()
            };
            builder.try_build().ok()?.into_string()
        }
        "nntp" => {
            let builder = NntpUrl::builder(parts.host()?, parts.text("group")?).ok()?;
            let builder = with_port!(builder, parts);
            let builder = match parts.text("digits") {
                Some(digits) => builder.article(digits.parse().ok()?),
                None => builder,
            };
            builder.try_build().ok()?.into_string()
        }
        "telnet" => {
            let builder = with_login!(TelnetUrl::builder(parts.host()?), parts);
            with_port!(builder, parts).try_build().ok()?.into_string()
        }
        "wais" => {
            let builder = WaisUrl::builder(parts.host()?, parts.get("database")?);
            let mut builder = with_port!(builder, parts);
            if let Some(search) = parts.get("search") {
                builder = builder.search(search);
            } else if let Some(wtype) = parts.get("wtype") {
                builder = builder.document(wtype, parts.get("wpath").unwrap_or_default());
            }
            builder.try_build().ok()?.into_string()
        }
        "file" => {
            let mut builder = FileUrl::builder();
            if parts.get("host").is_some() {
                builder = builder.host(parts.host()?);
            }
            builder.path(parts.all("fsegment")).try_build().ok()?.into_string()
        }
        "prospero" => {
            let builder = ProsperoUrl::builder(parts.host()?, parts.get("ppath")?);
            let mut builder = with_port!(builder, parts);
            for (name, value) in parts.all("fieldname").zip(parts.all("fieldvalue")) {
                builder = builder.field(name, value);
            }
            builder.try_build().ok()?.into_string()
        }
        _ => return None,
    };
    Some(url)
}
