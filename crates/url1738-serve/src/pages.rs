//! The pages of the gateway itself, and the frame of all. `maud` escapes all text, and what comes from servers is made safe to
//! show before.

use maud::{DOCTYPE, Markup, html};
use url1738::{Error as UrlError, Redacted, Url, plan::Question};
use url1738_client::Error;
use url1738_picture::{Finding, Page, Picture, Sanitized};

use crate::{
    links::{self, Way, as_directory},
    state::Origin,
};

/// The style sheet of all pages.
pub(crate) const STYLE: &str = include_str!("style.css");

/// The icon of all pages.
pub(crate) const ICON: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>\
    <rect width='16' height='16' rx='3' fill='#2a57a0'/>\
    <path d='M4 5l3 3-3 3M9 11h4' fill='none' stroke='#fff' stroke-width='2'/></svg>";

/// The columns of a picture.
const COLUMNS: usize = 80;

/// Returns the first page.
pub(crate) fn home() -> String {
    let page = html! {
        h1 { "Open a URL" }
        p { "Write a URL above. The gateway fetches ftp, gopher, news and nntp, and shows how to reach telnet and the other schemes of RFC 1738." }
        dl {
            dt { code { "ftp://host.dom/pub/" } } dd { "a directory, or a file" }
            dt { code { "gopher://host.dom/" } } dd { "a menu, or an item of one" }
            dt { code { "nntp://host.dom/comp.lang.c" } } dd { "a group, or an article" }
            dt { code { "news:comp.lang.c" } } dd { "the same at the configured news server" }
            dt { code { "telnet://host.dom/" } } dd { "how to log in" }
        }
    };
    sheet("Open a URL", "", &page)
}

/// Returns the page while too many are open.
pub(crate) fn busy() -> String {
    let message = "Too many pages are open: wait until one has arrived.";
    sheet("Busy", "", &html! { h1 { "Busy" } p { (message) } })
}

/// Returns the page of a text that is not a URL.
pub(crate) fn invalid(text: &str, error: &UrlError) -> String {
    let masked = Redacted::new(text.as_bytes());
    let field = if masked.secrets().is_empty() { text } else { "" };
    let mut picture = Picture::of_error(text.as_bytes(), error, false);
    if let Finding::Invalid { place, .. } = &mut picture.finding {
        *place = format!("byte {}", error.span().start.saturating_add(1));
    }
    let repaired = Url::repair(text).ok().filter(|_| !field.is_empty());
    let page = html! {
        h1 { "Not a URL" }
        (drawing(&picture))
        @if let Some(repaired) = repaired {
            h2 { "Repaired" }
            p { a href=(links::get(repaired.url.as_str(), [])) { (shown(&repaired.url.view())) } }
            ul {
                @for change in &repaired.changes {
                    li { code { (change.code()) } ": " (change.reason()) }
                }
            }
        }
    };
    sheet("Not a URL", field, &page)
}

/// Returns the page of a URL that the gateway does not fetch: its picture with the plan.
pub(crate) fn advice(url: &Url<&str>, way: Way) -> String {
    let advice = match way {
        Way::Browser => "The browser opens this URL itself.",
        Way::Nowhere => "The gateway does not open URLs of this scheme.",
        _ => "The gateway does not open this URL. This is what a client does:",
    };
    let page = html! {
        h1 { (shown(url)) }
        p { (advice) }
        @if way == Way::Browser {
            p { a href=(url.as_str()) rel="noreferrer noopener" { (shown(url)) } }
        }
        (drawing(&Picture::of_url(url, url.lints(), false)))
    };
    sheet(&shown(url), field(url), &page)
}

/// Returns the page with the box of a gopher search, and what is wrong with the words.
pub(crate) fn search(url: &Url<&str>, origin: &Origin, error: Option<&UrlError>) -> String {
    let page = html! {
        h1 { "Search" }
        p { (shown(url)) }
        @if let Some(error) = error { p.bad role="alert" { (error) } }
        (search_box(url.as_str(), origin, "Words"))
    };
    sheet("Search", field(url), &page)
}

/// Returns the page of a URL whose content cannot be shown.
pub(crate) fn failure(url: &Url<&str>, error: &Error) -> String {
    let help = match error {
        Error::Denied { .. } => {
            "A link must not lead to a private address. Open it if you want to."
        }
        Error::Warned { .. } => "Correct the port. Browsers do not connect to it either.",
        Error::NoNewsServer => "Start the gateway with --news-server, or use an nntp URL.",
        Error::Unanswered { question: Question::Password, .. } => {
            "write the password after the user, percent-encoded: ftp://user:password@host/; it is kept in memory alone"
        }
        error => error.help().unwrap_or_default(),
    };
    let page = html! {
        h1 { "Cannot open " (shown(url)) }
        p.bad { (error) }
        p { "Help: " (help) }
        @if let Error::Denied { .. } = error {
            form action="get" {
                input type="hidden" name="url" value=(url.as_str());
                input type="hidden" name="typed" value="1";
                button { "Open it" }
            }
        }
        @if let (Some(directory), Some(_)) = (as_directory(url), error.reply()) {
            p { a href=(links::get(directory.as_str(), [])) { "Open it as a directory" } }
        }
    };
    sheet("Cannot open", field(url), &page)
}

/// Returns a URL as it may be shown.
pub(crate) fn shown(url: &Url<&str>) -> String {
    Sanitized::new(url.redacted()).to_string()
}

/// Returns the text of the field for URLs: none if it has a secret.
pub(crate) fn field<'a>(url: &Url<&'a str>) -> &'a str {
    if url.redacted().secrets().is_empty() { url.as_str() } else { "" }
}

fn drawing(picture: &Picture) -> Markup {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = picture.write_text(&Page::default().with_columns(COLUMNS), &mut text);
    html! { pre.drawing tabindex="0" role="region" aria-label="Picture of the URL" { (text) } }
}

/// Returns the box for the words of a gopher search.
pub(crate) fn search_box(url: &str, origin: &Origin, label: &str) -> Markup {
    html! {
        form.search role="search" action="get" {
            label { (label) " " input name="words" autocomplete="off"; }
            input type="hidden" name="url" value=(url);
            @for (name, value) in origin.pairs() { input type="hidden" name=(name) value=(value); }
            " " button { "Search" }
        }
    }
}

/// Returns a whole page.
pub(crate) fn sheet(title: &str, field: &str, main: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - url1738" }
                link rel="icon" href="icon.svg";
                link rel="stylesheet" href="style.css";
            }
            body {
                header {
                    nav { a href="." { "url1738" } }
                    form role="search" aria-label="Open a URL" action="get" {
                        label for="url" { "URL" }
                        input #url name="url" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" value=(field);
                        input type="hidden" name="typed" value="1";
                        button { "Open" }
                    }
                }
                main { (main) }
                footer { p { "Fetched by url1738 on this machine. Nothing that a server sends is run." } }
            }
        }
    };
    let mut page = page.into_string();
    // It is kept until the browser has read it.
    page.shrink_to_fit();
    page
}
