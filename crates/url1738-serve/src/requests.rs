//! Requests of the browser: which are refused, and the answers to the others.

use std::sync::Arc;

use hyper::{
    Method, Request, Response, StatusCode,
    body::Bytes,
    header::{self, HeaderName, HeaderValue},
};
use tokio::sync::OwnedSemaphorePermit;
use url1738::{Redacted, Url, plan::Question, syntax::MASK};
use url1738_client::{Error, ErrorKind, Listing};

use crate::{
    content::Content,
    exchange::{Answer, Exchange},
    links::{self, Way, as_directory, bare, file_name, server},
    pages,
    state::{Origin, State},
};

/// The octets of a text that is shown. The rest is a download.
const LONGEST_TEXT: usize = 1024 * 1024;

/// Headers of all answers. `Content-Security-Policy` of a picture differs.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
    (header::CONTENT_TYPE, TEXT),
];

/// Of pictures, which a server chose: no script in one runs, and none loads anything.
const SANDBOX: &str = "sandbox; default-src 'none'";
const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// The first octets of the pictures that are shown.
const PICTURES: [(&[u8], &str); 4] = [
    (b"\x89PNG\r\n\x1A\n", "image/png"),
    (b"\xFF\xD8\xFF", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
];

/// What a page asks for.
#[derive(Debug, Default)]
struct Query {
    url: String,
    words: Option<String>,
    origin: Origin,
    sort: String,
    is_download: bool,
}

impl Query {
    fn parse(query: &str) -> Self {
        let mut parsed = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "url" => parsed.url = value.trim().to_owned(),
                "words" => parsed.words = Some(value.into_owned()),
                "from" => parsed.origin.from = Some(value.into_owned()),
                "typed" => parsed.origin.is_typed = value == "1",
                "sort" => parsed.sort = value.into_owned(),
                "download" => parsed.is_download = value == "1",
                _ => {}
            }
        }
        parsed
    }

    /// Returns the answer that leads to another URL, for which the same is allowed as for this one.
    fn go_to(&self, url: &str) -> Response<Answer> {
        let download = self.is_download.then_some(("download", "1"));
        let to = links::get(url, self.origin.pairs().chain(download));
        respond(StatusCode::SEE_OTHER, [(header::LOCATION, &*to)], Answer::page("", None))
    }
}

/// Answers a request.
pub(crate) async fn answer<B>(state: &Arc<State>, request: &Request<B>) -> Response<Answer> {
    let mut response = match refusal(state, request) {
        Some(refusal) => refusal,
        None => route(state, request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Returns the answer to a request that is refused before anything else is done.
fn refusal<B>(state: &State, request: &Request<B>) -> Option<Response<Answer>> {
    let all = |name: HeaderName| {
        let mut values = request.headers().get_all(name).iter();
        (values.next().and_then(|value| value.to_str().ok()), values.next().is_some())
    };
    let path = request.uri().path();
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        let body = Answer::page("only GET and HEAD\n", None);
        return Some(respond(StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")], body));
    }
    // A name of another site that resolves to this machine (DNS rebinding) is in the header as it was written.
    let is_own = matches!(all(header::HOST), (Some(host), false) if state.is_host(host));
    if !is_own || request.uri().authority().is_some() {
        return Some(sent(StatusCode::MISDIRECTED_REQUEST, TEXT, "another host\n"));
    }
    if !path.starts_with(&state.home) {
        return Some(sent(StatusCode::NOT_FOUND, TEXT, "not found\n"));
    }
    let site = all(HeaderName::from_static("sec-fetch-site"));
    let is_followed_here = matches!(site, (None | Some("same-origin" | "none"), false));
    if !is_followed_here && path != state.home {
        return Some(sent(StatusCode::FORBIDDEN, TEXT, "a link of another site\n"));
    }
    None
}

async fn route<B>(state: &Arc<State>, request: &Request<B>) -> Response<Answer> {
    let uri = request.uri();
    match uri.path().strip_prefix(&state.home) {
        Some("") => page(StatusCode::OK, pages::home()),
        Some("style.css") => sent(StatusCode::OK, "text/css; charset=utf-8", pages::STYLE),
        Some("icon.svg") => sent(StatusCode::OK, "image/svg+xml", pages::ICON),
        Some("get") => get(state, &Query::parse(uri.query().unwrap_or_default())).await,
        _ => sent(StatusCode::NOT_FOUND, TEXT, "not found\n"),
    }
}

/// Opens a URL.
async fn get(state: &Arc<State>, query: &Query) -> Response<Answer> {
    if query.url.is_empty() {
        return page(StatusCode::OK, pages::home());
    }
    let url = match Url::parse(&query.url) {
        Ok(url) => url,
        Err(error) => {
            // The address of the page has no password either, if it is not a URL.
            let masked = Redacted::new(query.url.as_bytes()).to_string();
            return match masked == query.url || !masked.contains(MASK) {
                true => page(StatusCode::BAD_REQUEST, pages::invalid(&query.url, &error)),
                false => query.go_to(&masked),
            };
        }
    };
    // The address of the next page is without the password, and so are all pages.
    let bare = bare(&url);
    if bare != url.as_str() {
        state.remember_password(&url, &query.origin);
        return query.go_to(&bare);
    }
    let asks = |plan: url1738::plan::Plan| plan.questions().contains(&Question::Search);
    match (Way::of(&url), url) {
        (Way::Fetch, Url::Gopher(gopher)) if url.plan().is_ok_and(asks) => {
            let words = query.words.as_deref().map(|words| gopher.to_builder().search(words));
            match words {
                Some(Ok(found)) => query.go_to(found.build().as_str()),
                words => {
                    let error = words.and_then(Result::err);
                    page(StatusCode::OK, pages::search(&url, &query.origin, error.as_ref()))
                }
            }
        }
        (Way::Fetch, url) => fetch(state, query, url.to_owned()).await,
        (way, url) => page(StatusCode::OK, pages::advice(&url, way)),
    }
}

/// Fetches a URL and shows its content, or why there is none.
async fn fetch(state: &Arc<State>, query: &Query, mut url: Url) -> Response<Answer> {
    let Some(mut begun) = begin(state, query, &url).await else { return busy() };
    if let Some(directory) = refused_directory(query, &url, &begun) {
        if let Some(listed @ Ok(_)) = begin(state, query, &directory).await {
            (begun, url) = (listed, directory);
        }
    }
    let url = url.view();
    match begun {
        Ok((exchange, head)) => show(state, query, &url, exchange, head).await,
        Err(error) => {
            let status = match error.kind() {
                ErrorKind::Refused if error.reply().is_some() => StatusCode::NOT_FOUND,
                ErrorKind::Network => StatusCode::BAD_GATEWAY,
                _ => StatusCode::FORBIDDEN,
            };
            page(status, pages::failure(&url, &error))
        }
    }
}

/// Returns a file that the server refused as a directory: the names in a listing do not show which of them are directories.
fn refused_directory<T>(query: &Query, url: &Url, begun: &Result<T, Error>) -> Option<Url> {
    let is_refused = begun.as_ref().err()?.reply().is_some_and(|reply| reply.code == 550);
    as_directory(&url.view()).filter(|_| is_refused && !query.is_download)
}

/// Begins an exchange, and reads the beginning of its content. Returns `None` if too many are under way.
async fn begin(
    state: &State,
    query: &Query,
    url: &Url,
) -> Option<Result<(Exchange, Vec<u8>), Error>> {
    let session = Arc::clone(&state.sessions).try_acquire_owned().ok()?;
    let client = state.client(&url.view(), &query.origin);
    let mut exchange = Exchange::new(client, url.clone(), session);
    let head = exchange.head().await;
    if let (true, Some(server), Some(peer)) =
        (query.origin.is_typed, server(&url.view()), exchange.peer)
    {
        state.remember_server(&server, peer);
    }
    Some(head.map(|head| (exchange, head)))
}

/// Shows content: as a page, as a picture, or as a download.
async fn show(
    state: &State,
    query: &Query,
    url: &Url<&str>,
    mut exchange: Exchange,
    head: Vec<u8>,
) -> Response<Answer> {
    if !query.is_download {
        if is_page(url, &head) {
            return text(state, query, url, &mut exchange, head).await;
        }
        if let Some(kind) = picture(&head) {
            let headers =
                [(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, SANDBOX)];
            return respond(StatusCode::OK, headers, Answer::content(head, exchange));
        }
    }
    let disposition = format!("attachment; filename=\"{}\"", file_name(url));
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, &*disposition),
    ];
    respond(StatusCode::OK, headers, Answer::content(head, exchange))
}

/// Shows a listing or a text.
async fn text(
    state: &State,
    query: &Query,
    url: &Url<&str>,
    exchange: &mut Exchange,
    mut octets: Vec<u8>,
) -> Response<Answer> {
    let (mut held, mut is_cut, mut error) = (None::<OwnedSemaphorePermit>, false, None);
    loop {
        if !state.take_memory(octets.len(), &mut held) {
            return busy();
        }
        if octets.len() > LONGEST_TEXT {
            octets.truncate(LONGEST_TEXT);
            is_cut = true;
            break;
        }
        match exchange.next().await {
            Ok(Some(chunk)) => octets.extend_from_slice(&chunk),
            Ok(None) => break,
            Err(failed) => {
                error = Some(failed);
                break;
            }
        }
    }
    // Commands of the client, such as OVER, may have been refused after the step.
    let mut replies = exchange.outcome().into_iter().flat_map(|outcome| &outcome.replies);
    let reply = replies.rfind(|reply| reply.step.is_some()).cloned();
    let content = Content {
        url,
        origin: Origin { is_typed: false, from: server(url) },
        sort: &query.sort,
        octets: &octets,
        is_cut,
        error,
        reply,
        sent: exchange.sent.take(),
    };
    let shown = content.page();
    respond(StatusCode::OK, [(header::CONTENT_TYPE, HTML)], Answer::page(shown, held))
}

/// Returns whether content is shown as a page: a listing, an article or a text.
fn is_page(url: &Url<&str>, head: &[u8]) -> bool {
    let is_control = |octet: &&u8| matches!(octet, 0..=8 | 14..=26 | 28..=31 | 127);
    let controls = head.iter().filter(is_control).count();
    let is_text = !head.contains(&0) && controls.saturating_mul(10) <= head.len();
    match url {
        Url::News(_) | Url::Nntp(_) => true,
        Url::Gopher(url) if matches!(url.item_type().octet(), b'4' | b'5' | b'9') => false,
        _ => Listing::new(url).is_some() || is_text && picture(head).is_none(),
    }
}

/// Returns the media type of a picture by its first octets.
fn picture(head: &[u8]) -> Option<&'static str> {
    let is_webp = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    let known = PICTURES.iter().find(|(magic, _)| head.starts_with(magic));
    known.map(|(_, kind)| *kind).or(is_webp.then_some("image/webp"))
}

fn busy() -> Response<Answer> {
    page(StatusCode::SERVICE_UNAVAILABLE, pages::busy())
}

fn page(status: StatusCode, page: String) -> Response<Answer> {
    sent(status, HTML, page)
}

fn sent(status: StatusCode, kind: &str, body: impl Into<Bytes>) -> Response<Answer> {
    respond(status, [(header::CONTENT_TYPE, kind)], Answer::page(body, None))
}

fn respond<const N: usize>(
    status: StatusCode,
    headers: [(HeaderName, &str); N],
    body: Answer,
) -> Response<Answer> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    for (name, value) in headers {
        // All are written by the gateway, as US-ASCII.
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
