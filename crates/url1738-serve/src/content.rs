//! The pages of what servers send: directories, menus, groups and texts.

use maud::{Markup, html};
use url1738::{Redacted, Url, syntax::redact::is_safe};
use url1738_client::{Error, ItemKind, Listing, Outgoing, Reply, Row};
use url1738_picture::Sanitized;

use crate::{
    links::{self, Way, bare, parent},
    pages::{field, search_box, sheet, shown},
    state::Origin,
};

/// The rows of a listing that are shown.
const MOST_ROWS: usize = 10_000;

/// The heads of the columns of a directory, by which its rows are sorted.
const HEADS: [&str; 4] = ["Kind", "Name", "Size", "Changed"];

/// What a server sent, as far as it is shown.
pub(crate) struct Content<'a> {
    pub(crate) url: &'a Url<&'a str>,
    /// The server, which the links of the page name.
    pub(crate) origin: Origin,
    /// The head by which rows are sorted, in lower case. Otherwise they are in the order of the server.
    pub(crate) sort: &'a str,
    pub(crate) octets: &'a [u8],
    /// Whether there is more.
    pub(crate) is_cut: bool,
    /// The error that ended it early.
    pub(crate) error: Option<Error>,
    pub(crate) reply: Option<Reply>,
    /// The command that it answers.
    pub(crate) sent: Option<Outgoing>,
}

impl Content<'_> {
    /// Returns the page: a directory, a menu, or a text.
    pub(crate) fn page(&self) -> String {
        let octets = self.octets;
        let is_list = match self.url {
            Url::Gopher(url) if url.item_type().octet() == b'7' => Listing::is_menu(octets),
            _ => true,
        };
        let mut listing = Listing::new(self.url).filter(|_| is_list);
        if let (Some(listing), Some(sent)) = (&mut listing, &self.sent) {
            listing.sent(sent);
        }
        let body = match (listing, self.url) {
            (Some(listing), Url::Gopher(_)) => self.menu(listing),
            (Some(listing), _) if !octets.is_empty() => self.table(listing),
            _ => self.text(),
        };
        let title = shown(self.url);
        let page = html! {
            h1 { (title) }
            p.links {
                @if let Some(parent) = parent(self.url) {
                    a href=(self.link(&parent, None)) { "Parent directory" } " "
                }
                @if !octets.is_empty() {
                    a href=(self.link(self.url.as_str(), Some(("download", "1")))) {
                        @if self.is_cut { "Download all of it" } @else { "Download" }
                    }
                }
            }
            @if let Some(error) = &self.error { p.bad role="alert" { "It is not complete: " (error) } }
            (body)
            @if self.is_cut { p.bad { "It is longer: only the first part is shown." } }
        };
        sheet(&title, field(self.url), &page)
    }

    fn text(&self) -> Markup {
        let reply = self.reply.as_ref().filter(|_| matches!(self.url, Url::News(_) | Url::Nntp(_)));
        html! {
            @match (self.octets, reply) {
                ([], Some(reply)) => p { (reply) },
                ([], None) => p { "It is empty." },
                (octets, _) => pre.text { (readable(octets, self.is_cut)) },
            }
        }
    }

    /// Shows a directory, the articles of a group, or a list of groups.
    fn table(&self, listing: Listing) -> Markup {
        let (mut rows, missing) = self.rows(listing);
        let name = |row: &Row| row.name.to_lowercase();
        match self.sort {
            "name" => rows.sort_by_cached_key(name),
            "kind" => rows.sort_by_cached_key(|row| (row.kind.name(), name(row))),
            "size" => rows.sort_by_key(|row| row.size),
            "changed" => rows.sort_by(|a, b| a.modified.cmp(&b.modified)),
            _ => {}
        }
        // `LIST` and news write times in words, whose order is not that of time: `Nov 27 11:42`.
        let begins_with_year = |time: &String| time.as_bytes().get(4) == Some(&b'-');
        let has_order = |head| {
            let mut times = rows.iter().filter_map(|row| row.modified.as_ref());
            head != "Changed" || times.all(begins_with_year)
        };
        let order = |head: &str| head.eq_ignore_ascii_case(self.sort).then_some("ascending");
        let by = |head: &str| self.link(self.url.as_str(), Some(("sort", &head.to_lowercase())));
        html! {
            table {
                caption { @if rows.len() == 1 { "1 item" } @else { (rows.len()) " items" } }
                thead {
                    tr {
                        @for head in HEADS {
                            th scope="col" aria-sort=[order(head)] {
                                @if has_order(head) { a href=(by(head)) { (head) } } @else { (head) }
                            }
                        }
                    }
                }
                tbody {
                    @for row in &rows {
                        tr {
                            td.kind { (row.kind.name()) }
                            th scope="row" { (self.item(row)) }
                            td.size { @if let Some(size) = row.size { (size) } }
                            td.time { @if let Some(time) = &row.modified { (time) } }
                        }
                    }
                }
            }
            (missing)
        }
    }

    fn menu(&self, listing: Listing) -> Markup {
        let (rows, missing) = self.rows(listing);
        html! {
            ul.menu {
                @for row in &rows {
                    @match row.kind {
                        ItemKind::Info => li.text { @if row.name.is_empty() { "\u{a0}" } @else { (row.name) } },
                        _ => li { span.kind { (row.kind.name()) } " " (self.item(row)) },
                    }
                }
            }
            (missing)
        }
    }

    /// Shows the name of an item as a link to it.
    fn item(&self, row: &Row) -> Markup {
        let name = if row.name.trim().is_empty() { "(no name)" } else { &row.name };
        let Some(url) = &row.url else { return html! { (name) } };
        let url = url.view();
        let asks = matches!(&url, Url::Gopher(it) if it.item_type().octet() == b'7' && it.search().is_none());
        match Way::of(&url) {
            Way::Fetch if asks => search_box(url.as_str(), &self.origin, name),
            Way::Fetch | Way::Advise => {
                html! { a href=(self.link(&bare(&url), None)) { (name) } }
            }
            Way::Browser => {
                html! { a href=(bare(&url)) rel="noreferrer noopener" { (name) } }
            }
            Way::Nowhere => html! { (name) " (" (shown(&url)) ")" },
        }
    }

    /// Returns a link to a URL from this page.
    fn link(&self, url: &str, more: Option<(&str, &str)>) -> String {
        links::get(url, more.into_iter().chain(self.origin.pairs()))
    }

    /// Returns the rows of a listing that are shown, and which are not: those after them, and lines that are too long.
    fn rows(&self, mut listing: Listing) -> (Vec<Row>, Markup) {
        let mut too_long = 0_usize;
        let mut count = |row: Result<Row, Error>| {
            too_long = too_long.saturating_add(row.is_err().into());
            row.ok()
        };
        let mut rows = listing.read(self.octets).filter_map(&mut count);
        let mut shown: Vec<Row> = rows.by_ref().take(MOST_ROWS).collect();
        let is_cut = rows.next().is_some();
        drop(rows);
        // The last line of what was cut is not whole.
        if !is_cut && !self.is_cut {
            shown.extend(listing.end().and_then(count));
        }
        let missing = html! {
            @if is_cut { p.bad { "More items are not shown." } }
            @if too_long > 0 { p.bad { "Items that are not shown, because their lines are too long: " (too_long) } }
        };
        (shown, missing)
    }
}

/// Returns octets as text: UTF-8, or Latin-1 if they are not. Characters that are not safe to show are escaped.
fn readable(octets: &[u8], is_cut: bool) -> String {
    let latin_1: String;
    let text = match core::str::from_utf8(octets) {
        Ok(text) => text,
        // The end is in a character.
        Err(error) if is_cut && error.error_len().is_none() => {
            let whole = octets.get(..error.valid_up_to()).unwrap_or_default();
            core::str::from_utf8(whole).unwrap_or_default()
        }
        Err(_) => {
            latin_1 = octets.iter().map(|octet| char::from(*octet)).collect();
            &latin_1
        }
    };
    // A lone CR ends the lines of old Macs.
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let shown = Sanitized::new(Redacted::revealed(lines.as_bytes()));
    shown.keeping(|c| matches!(c, '\n' | '\t') || is_safe(c)).to_string()
}
