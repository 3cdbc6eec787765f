//! What other readers are known to make of a URL: curl 7.88, Python 3.11 (`urllib.parse`), Go 1.19 (`net/url`) and Java 17
//! (`java.net.URL`), each run on such texts on 25 November 2026.

use url1738::Host;

/// The pieces of a text that decide who is trapped.
struct Pieces<'t> {
    /// Whether WHATWG parsers give the scheme a host in any case.
    is_special: bool,
    /// The number of slashes after the scheme.
    slashes: usize,
    authority: &'t str,
    host: &'t str,
    path: &'t str,
}

/// Whether a text is a trap, and what readers do there.
type Trap = (fn(&Pieces<'_>) -> bool, &'static str);

const TRAPS: [Trap; 6] = [
    (
        |it| it.authority.find('\\').is_some_and(|at| it.authority[at..].contains('@')),
        "the host ends at the backslash for WHATWG; curl, Python and Java take the text after the `@`, Go rejects it",
    ),
    (
        |it| it.is_special && it.slashes != 2,
        "curl and WHATWG find a host after any number of slashes; Python, Go and Java find none",
    ),
    (
        |it| {
            let own = Host::parse(it.host).ok().and_then(Host::ipv4);
            Host::inet_aton(it.host).is_some_and(|address| Some(address) != own)
        },
        "curl and WHATWG connect to the address of inet_aton; Python, Go and Java keep the text of the host",
    ),
    (
        |it| it.host.contains('%'),
        "curl and WHATWG decode the escape in the host; Python and Java keep it, Go rejects it",
    ),
    (
        |it| !it.host.is_ascii(),
        "WHATWG connects to the A-labels of the host; curl, Python and Go keep the text, Java's URI has no host",
    ),
    (
        |it| it.path.to_ascii_lowercase().contains("%2f"),
        "Go's Path has a slash for the escaped one; curl, Python and Java keep the escape",
    ),
];

/// Returns what readers beyond the three standards are known to do with a text.
pub(crate) fn known(text: &str) -> impl Iterator<Item = &'static str> {
    let pieces = Pieces::of(text);
    let traps = TRAPS.into_iter().filter(move |(traps, _)| pieces.as_ref().is_some_and(traps));
    traps.map(|(_, what)| what)
}

impl<'t> Pieces<'t> {
    /// Splits a text; one without slashes after its scheme names no host.
    fn of(text: &'t str) -> Option<Self> {
        let (scheme, rest) = text.split_once(':')?;
        let is_special =
            ["http", "https", "ws", "wss", "ftp"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
        let after = rest.trim_start_matches(['/', '\\']);
        let slashes = rest.len() - after.len();
        let (authority, path) = after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len()));
        let login = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let host = login.split(':').next().unwrap_or(login);
        (slashes > 0 || is_special).then_some(Self { is_special, slashes, authority, host, path })
    }
}
