//! Changes of URLs, by way of their builders.

use url1738::{
    Error, FileUrl, FtpUrl, GopherUrl, Host, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, OtherUrl,
    ProsperoUrl, TelnetUrl, Url, WaisUrl, ftp::TypeCode, gopher::GopherType,
};

/// The changes of every URL.
pub(super) struct Edits(Vec<Change>);

/// A change of one part. `None` removes it.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Change {
    Host(String),
    Port(Option<u16>),
    NoUser,
    User(Vec<u8>),
    Password(Option<Vec<u8>>),
    Path(Vec<u8>),
    Typecode(Option<TypeCode>),
    ItemType(u8),
    Selector(Vec<u8>),
    Search(Option<Vec<u8>>),
    Address(String),
    Group(String),
    Number(u64),
    Database(Vec<u8>),
    Name(Vec<u8>),
}

/// Why a change cannot be made.
enum Refusal {
    /// URLs of the scheme do not have the part.
    NoSuchPart,
    /// The value is not allowed.
    Value(Error),
    /// Another reason.
    Other(&'static str),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Value(error)
    }
}

impl Change {
    /// Returns the option.
    const fn option(&self) -> &'static str {
        match self {
            Self::Host(_) => "host",
            Self::Port(_) => "port",
            Self::NoUser | Self::User(_) => "user",
            Self::Password(_) => "password",
            Self::Path(_) => "path",
            Self::Typecode(_) => "typecode",
            Self::ItemType(_) => "type",
            Self::Selector(_) => "selector",
            Self::Search(_) => "search",
            Self::Address(_) => "address",
            Self::Group(_) => "group",
            Self::Number(_) => "number",
            Self::Database(_) => "database",
            Self::Name(_) => "name",
        }
    }

    /// Returns whether the change removes a part, which is done already if the URL has none.
    const fn removes(&self) -> bool {
        matches!(
            self,
            Self::Port(None)
                | Self::NoUser
                | Self::Password(None)
                | Self::Typecode(None)
                | Self::Search(None)
        )
    }
}

impl Edits {
    pub(super) const fn new(changes: Vec<Change>) -> Self {
        Self(changes)
    }

    /// Returns the URL with all changes made.
    ///
    /// # Errors
    /// Returns a message if one of them cannot be made.
    pub(super) fn apply(&self, url: &Url<&str>) -> Result<String, String> {
        let mut edited: Option<Url> = None;
        for change in &self.0 {
            let view = edited.as_ref().map_or(*url, Url::view);
            edited = match changed(&view, change) {
                Ok(url) => Some(url),
                Err(Refusal::NoSuchPart) if change.removes() => continue,
                Err(refusal) => return Err(message(url, change, &refusal)),
            };
        }
        Ok(edited.map_or_else(|| url.as_str().to_owned(), Url::into_string))
    }
}

fn message(url: &Url<&str>, change: &Change, refusal: &Refusal) -> String {
    let (scheme, option) = (url.scheme(), change.option());
    match refusal {
        Refusal::NoSuchPart => format!("{scheme} URLs have no {option}: the URL is unchanged"),
        Refusal::Value(error) => {
            format!("invalid value of --{option} for {scheme} URLs: {}", error.message())
        }
        Refusal::Other(reason) => format!("--{option} is not set: {reason}"),
    }
}

/// Makes the changes of host and port, if the builder has them.
macro_rules! of_server {
    ($builder:ident, $change:expr) => {
        match $change {
            Change::Host(host) => return Ok($builder.host(Host::parse(host)?).build().into()),
            Change::Port(Some(port)) => return Ok($builder.port(*port).build().into()),
            Change::Port(None) => return Ok($builder.without_port().build().into()),
            _ => {}
        }
    };
}

/// Makes the changes of user and password.
macro_rules! of_user {
    ($url:ident, $builder:ident, $change:expr) => {
        match $change {
            Change::NoUser => return Ok($builder.without_credentials().build().into()),
            Change::User(user) => {
                return Ok(match $url.password() {
                    Some(password) => $builder.credentials(user, password.decode()),
                    None => $builder.user(user),
                }
                .build()
                .into());
            }
            Change::Password(password) => {
                let builder = match ($url.user(), password) {
                    (Some(user), Some(password)) => $builder.credentials(user.decode(), password),
                    (Some(user), None) => $builder.user(user.decode()),
                    (None, None) => $builder,
                    (None, Some(_)) => {
                        return Err(Refusal::Other("the URL has no user; add --user"));
                    }
                };
                return Ok(builder.build().into());
            }
            _ => {}
        }
    };
}

fn changed(url: &Url<&str>, change: &Change) -> Result<Url, Refusal> {
    match url {
        Url::Ftp(url) => ftp(url, change),
        Url::Http(url) => http(url, change),
        Url::Gopher(url) => gopher(url, change),
        Url::Mailto(url) => mailto(url, change),
        Url::News(url) => news(url, change),
        Url::Nntp(url) => nntp(url, change),
        Url::Telnet(url) => telnet(url, change),
        Url::Wais(url) => wais(url, change),
        Url::File(url) => file(url, change),
        Url::Prospero(url) => prospero(url, change),
        Url::Other(url) => other(url, change),
        _ => Err(Refusal::NoSuchPart),
    }
}

/// Returns the segments of a path, without the slash before it.
fn segments(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.strip_prefix(b"/").unwrap_or(path).split(|byte| *byte == b'/')
}

fn ftp(url: &FtpUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let builder = url.to_builder();
    of_server!(builder, change);
    of_user!(url, builder, change);
    Ok(match change {
        Change::Path(path) => builder.path(segments(path)),
        Change::Typecode(Some(code)) => builder.typecode(*code),
        Change::Typecode(None) => builder.without_typecode(),
        _ => return Err(Refusal::NoSuchPart),
    }
    .build()
    .into())
}

fn http(url: &HttpUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let builder = url.to_builder();
    of_server!(builder, change);
    Ok(match change {
        Change::Path(path) => builder.path(segments(path)),
        Change::Search(Some(search)) => builder.search(search),
        Change::Search(None) => builder.without_search(),
        _ => return Err(Refusal::NoSuchPart),
    }
    .build()
    .into())
}

fn gopher(url: &GopherUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let builder = url.to_builder();
    of_server!(builder, change);
    let item_type = url.item_type();
    let selector = url.selector().map(|selector| selector.decode().into_owned());
    let selector = selector.unwrap_or_default();
    Ok(match change {
        Change::ItemType(item_type) => builder.item(GopherType::from(*item_type), selector)?,
        Change::Selector(selector) => builder.item(item_type, selector)?,
        Change::Search(Some(search)) => builder.search(search)?,
        Change::Search(None) => builder.without_search(),
        _ => return Err(Refusal::NoSuchPart),
    }
    .build()
    .into())
}

fn mailto(url: &MailtoUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    match change {
        Change::Address(address) => Ok(url.to_builder().address(address)?.build().into()),
        _ => Err(Refusal::NoSuchPart),
    }
}

fn news(url: &NewsUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    match change {
        Change::Group(group) => Ok(url.to_builder().group(group)?.build().into()),
        _ => Err(Refusal::NoSuchPart),
    }
}

fn nntp(url: &NntpUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let builder = url.to_builder();
    of_server!(builder, change);
    Ok(match change {
        Change::Group(group) => builder.group(group)?,
        Change::Number(number) => builder.article(*number),
        _ => return Err(Refusal::NoSuchPart),
    }
    .build()
    .into())
}

fn telnet(url: &TelnetUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let builder = url.to_builder();
    of_server!(builder, change);
    of_user!(url, builder, change);
    Err(Refusal::NoSuchPart)
}

fn wais(url: &WaisUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let builder = url.to_builder();
    of_server!(builder, change);
    Ok(match change {
        Change::Database(database) => builder.database(database),
        Change::Search(Some(search)) => builder.search(search),
        Change::Search(None) if url.components().get("search").is_some() => builder.database_only(),
        Change::Search(None) => builder,
        _ => return Err(Refusal::NoSuchPart),
    }
    .build()
    .into())
}

fn file(url: &FileUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let builder = url.to_builder();
    Ok(match change {
        Change::Host(host) => builder.host(Host::parse(host)?),
        Change::Path(path) => builder.path(segments(path)),
        _ => return Err(Refusal::NoSuchPart),
    }
    .build()
    .into())
}

fn prospero(url: &ProsperoUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let builder = url.to_builder();
    of_server!(builder, change);
    Ok(match change {
        Change::Name(name) => builder.hsoname(name),
        _ => return Err(Refusal::NoSuchPart),
    }
    .build()
    .into())
}

fn other(url: &OtherUrl<&str>, change: &Change) -> Result<Url, Refusal> {
    let url = url.into_generic();
    let Some(builder) = url.to_builder() else { return Err(Refusal::NoSuchPart) };
    let built = match change {
        Change::Host(host) => builder.host(Host::parse(host)?),
        Change::Port(Some(port)) => builder.port(*port),
        Change::Port(None) => builder.without_port(),
        Change::NoUser => builder.without_credentials(),
        Change::User(user) => match url.password() {
            Some(password) => builder.credentials(user, password.decode()),
            None => builder.user(user),
        },
        Change::Password(password) => match (url.user(), password) {
            (Some(user), Some(password)) => builder.credentials(user.decode(), password),
            (Some(user), None) => builder.user(user.decode()),
            (None, None) => builder,
            (None, Some(_)) => return Err(Refusal::Other("the URL has no user; add --user")),
        },
        Change::Path(path) => builder.path(segments(path)),
        _ => return Err(Refusal::NoSuchPart),
    };
    Ok(Url::try_from(built.build())?)
}
