//! Thirteen programs as users write them from the documentation. Each has the imports of an umbrella user: `url1738`, and
//! the client where something is fetched. The programs of [`names`] begin with the names of other libraries.

pub mod names;

use std::{
    collections::BTreeMap,
    error::Error,
    io::{self, BufRead, Write},
    str::FromStr,
};

use url1738::{
    AnyUrl, FtpUrl, GenericUrl, HttpUrl, NntpUrl, Registry, TelnetUrl, Url, context,
    gopher::{GopherType, GopherUrl},
    plan::{Answers, Question},
    reading::Reading,
    surt::Profile,
};
use url1738_client::{Client, Listing, is_public};

/// The lines that an FTP client sends for a URL.
pub fn ftp_commands(text: &str, password: &[u8]) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let url = FtpUrl::parse(text)?;
    let answers = Answers::new().answer(Question::Password, password)?;
    Ok(url.plan()?.to_wire(&answers)?)
}

/// The labels and URLs of a gopher menu.
pub fn gopher_menu(client: &Client, url: &Url) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut content = Vec::new();
    client.fetch(url, &mut content)?;
    let mut listing = Listing::new(&url.view()).ok_or("not a menu")?;
    let mut rows: Vec<_> = listing.read(&content).collect::<Result<_, _>>()?;
    rows.extend(listing.end().transpose()?);
    let linked = rows.into_iter().filter_map(|row| Some((row.name, row.url?.into_string())));
    Ok(linked.collect())
}

/// A search in a gopher server.
pub fn gopher_search(host: &str, words: &str) -> Result<GopherUrl, url1738::Error> {
    let builder = GopherUrl::builder(host)?.item(GopherType::Search, "/find")?;
    Ok(builder.search(words)?.build())
}

/// The article before the one that a URL names, in the same group.
pub fn previous_article(text: &str) -> Option<NntpUrl> {
    let url = NntpUrl::parse(text).ok()?;
    let number = url.article()?.checked_sub(1)?;
    Some(url.into_owned().to_builder().article(number).build())
}

/// What a terminal needs to open a session.
pub fn telnet_target(text: &str) -> Result<(String, u16, Option<String>), Box<dyn Error>> {
    let url = TelnetUrl::parse(text)?;
    let user = url.user().map(|user| user.decode_utf8().map(String::from)).transpose()?;
    Ok((url.host().to_string(), url.port_or_default(), user))
}

/// The settings in a connection string.
#[derive(Debug, PartialEq, Eq)]
pub struct Database {
    pub host: String,
    pub port: u16,
    pub user: String,
    pub password: Option<Vec<u8>>,
    pub name: String,
    pub options: BTreeMap<String, String>,
}

impl FromStr for Database {
    type Err = Box<dyn Error>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = GenericUrl::parse(text)?;
        let login = url.login().ok_or("the URL names no host")?;
        let mut options = BTreeMap::new();
        for (name, value) in url.search().unwrap_or_default().pairs() {
            let value = value.unwrap_or_default().decode_utf8()?.into_owned();
            options.insert(name.decode_utf8()?.into_owned(), value);
        }
        Ok(Self {
            host: login.host_str().to_owned(),
            port: login.port().unwrap_or(5432),
            user: login.user().unwrap_or_default().decode_utf8()?.into_owned(),
            password: login.password().map(|password| password.decode().into_owned()),
            name: url.segments().next().unwrap_or_default().decode_utf8()?.into_owned(),
            options,
        })
    }
}

/// Whether a request to a URL of a stranger is allowed: http, a public server, and nothing that other software would read
/// differently.
pub fn is_allowed(text: &str) -> Result<(), String> {
    let url = Url::parse(text).map_err(|error| format!("{error:#}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!("{} is not fetched", url.scheme()));
    }
    if let Some(address) = url.host().and_then(|host| host.ipv4()) {
        if !is_public(address.into()) {
            return Err(format!("{address} is not public"));
        }
    }
    if let Some(lint) = url.lints().iter().next() {
        return Err(lint.to_string());
    }
    let other = url::Url::parse(text).map_err(|error| error.to_string())?;
    let differs: Vec<_> =
        Reading::of(&url).differences(&Reading::of_whatwg(&other, None)).collect();
    if differs.is_empty() { Ok(()) } else { Err(format!("read differently: {differs:?}")) }
}

/// The keys of an archive, in order, each with the URL that was seen first.
pub fn archive_index<'a>(lines: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, &'a str> {
    let mut index = BTreeMap::new();
    for line in lines {
        if let Some(key) = Url::parse(line).ok().and_then(|url| url.surt(Profile::Exact).ok()) {
            index.entry(key).or_insert(line);
        }
    }
    index
}

/// The URLs in a mail, repaired, each with its fragment.
pub fn mined(mail: impl io::Read) -> io::Result<Vec<String>> {
    let mut urls = Vec::new();
    for found in context::find_in(mail) {
        if let Ok(repaired) = Url::repair(&*found?.target()) {
            let fragment = repaired.fragment.map(|it| format!("#{it}")).unwrap_or_default();
            urls.push(format!("{}{fragment}", repaired.url));
        }
    }
    Ok(urls)
}

/// A file of bookmarks.
#[derive(Debug, serde::Deserialize, serde::Serialize)]
pub struct Bookmarks {
    pub home: HttpUrl,
    pub files: Vec<Url>,
}

/// A page with its links resolved, for another place.
pub fn moved(page: &str, links: &[&str], to: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let (page, to) = (Url::parse(page)?, Url::parse(to)?);
    let mut moved = Vec::new();
    for link in links {
        let joined = page.join(link)?;
        let mut text = to.relativize(&joined.url).unwrap_or_else(|| joined.url.to_string());
        text.extend(joined.fragment.map(|fragment| format!("#{fragment}")));
        moved.push(text);
    }
    Ok(moved)
}

/// Copies a log, with the passwords in its URLs masked.
pub fn masked(log: impl BufRead, mut to: impl Write) -> io::Result<()> {
    for line in log.lines() {
        let line = line?;
        let masked = context::replace_all(&line, |found| match Url::parse(&found.url) {
            Ok(url) => url.redacted().to_string(),
            Err(_) => "(malformed URL)".to_owned(),
        });
        writeln!(to, "{masked}")?;
    }
    Ok(())
}

/// How many URLs of a list each host has. The schemes are those of the registry.
pub fn hosts<'a>(
    registry: &Registry,
    lines: impl IntoIterator<Item = &'a str>,
) -> BTreeMap<String, usize> {
    let mut hosts = BTreeMap::new();
    for url in lines.into_iter().filter_map(|line| registry.parse(line).ok()) {
        let url: Box<dyn AnyUrl> = url;
        if let Some(host) = url.host_str() {
            *hosts.entry(host.to_ascii_lowercase()).or_default() += 1;
        }
    }
    hosts
}
