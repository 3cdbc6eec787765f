//! The options of each scheme.

use url1738::Url;

use super::{error::BuildError, forms, values::Values};

/// A subcommand of `build`: a scheme, its options and its builder.
#[derive(Debug)]
pub(super) struct SchemeForm {
    pub(super) scheme: &'static str,
    pub(super) about: &'static str,
    pub(super) example: &'static str,
    pub(super) fields: &'static [Field],
    pub(super) build: fn(&Values) -> Result<Url, BuildError>,
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    /// The placeholder for the value; `None` for a switch.
    pub(super) value: Option<&'static str>,
    pub(super) help: &'static str,
    /// Values that shells complete, although others may be allowed.
    pub(super) hints: &'static [&'static str],
    pub(super) required: bool,
    pub(super) repeated: bool,
    pub(super) conflicts: &'static [&'static str],
    pub(super) requires: &'static [&'static str],
}

impl Field {
    const fn new(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self {
            name,
            value: Some(value),
            help,
            hints: &[],
            required: false,
            repeated: false,
            conflicts: &[],
            requires: &[],
        }
    }

    const fn with_hints(self, hints: &'static [&'static str]) -> Self {
        Self { hints, ..self }
    }

    const fn switch(name: &'static str, help: &'static str) -> Self {
        Self { value: None, ..Self::new(name, "", help) }
    }

    const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    const fn repeated(self) -> Self {
        Self { repeated: true, ..self }
    }

    const fn not_with(self, conflicts: &'static [&'static str]) -> Self {
        Self { conflicts, ..self }
    }

    const fn only_with(self, requires: &'static [&'static str]) -> Self {
        Self { requires, ..self }
    }
}

const HOST: Field = Field::new("host", "HOST", "Host name or IPv4 address").required();
const PORT: Field = Field::new("port", "PORT", "Port, if not the scheme's default");
const USER: Field = Field::new("user", "NAME", "User name, which may be empty");
const PASSWORD: Field =
    Field::new("password", "TEXT", "Password; needs --passwords keep or mask").only_with(&["user"]);
const SEGMENT: Field =
    Field::new("segment", "TEXT", "Path segment, which may contain a slash; may be repeated")
        .repeated()
        .not_with(&["path"]);
const PATH: Field =
    Field::new("path", "PATH", "Path. Slashes separate segments, a leading slash is dropped");
const GROUP: Field = Field::new("group", "NAME", "Newsgroup");

/// The subcommands: the ten schemes, and any other.
pub(super) const FORMS: &[SchemeForm] = &[
    SchemeForm {
        scheme: "ftp",
        about: "Build the URL of a file or directory by FTP (section 3.2)",
        example: "ftp --host host.dom --user me --path /etc/motd --typecode a",
        fields: &[
            HOST,
            PORT,
            USER,
            PASSWORD,
            Field::new(
                "path",
                "PATH",
                "Directories and file name. A leading slash stays with the first: /etc/motd is CWD /etc",
            ),
            SEGMENT,
            Field::new("typecode", "a|i|d", "Transfer mode: text, binary, or directory listing")
                .with_hints(&["a", "i", "d"]),
        ],
        build: forms::ftp,
    },
    SchemeForm {
        scheme: "http",
        about: "Build the URL of a document by HTTP (section 3.3)",
        example: "http --host host.dom --path '~joe/a b' --search 'to be?'",
        fields: &[
            HOST,
            PORT,
            PATH,
            SEGMENT,
            Field::new("search", "TEXT", "Query after the question mark"),
        ],
        build: forms::http,
    },
    SchemeForm {
        scheme: "gopher",
        about: "Build the URL of a Gopher item (section 3.4)",
        example: "gopher --host host.dom --type 7 --selector /find --search 'to be'",
        fields: &[
            HOST,
            PORT,
            Field::new("type", "C", "Item type: 0 text, 1 menu, 7 search, 9 binary, ...")
                .with_hints(&["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]),
            Field::new("selector", "TEXT", "Selector to send to the server").only_with(&["type"]),
            Field::new("search", "TEXT", "Words to search for"),
            Field::new("view", "TYPE", "Gopher+: view of the item").not_with(&PLUS_BUT_VIEW),
            Field::new("language", "LANG", "Gopher+: language of the view").only_with(&["view"]),
            Field::switch("ask", "Gopher+: the item has a form to fill in").not_with(&[
                "view",
                "attribute",
                "form",
                "plus",
            ]),
            Field::new(
                "attribute",
                "NAME",
                "Gopher+: attribute to request, as +ABSTRACT; may be repeated",
            )
            .repeated()
            .not_with(&["view", "ask", "form", "plus"]),
            Field::new(
                "form",
                "ANSWER",
                "Gopher+: answer to a question of the form; may be repeated",
            )
            .repeated()
            .not_with(&["view", "ask", "attribute", "plus"]),
            Field::new("plus", "TEXT", "Gopher+: the whole Gopher+ string").not_with(&[
                "view",
                "ask",
                "attribute",
                "form",
            ]),
        ],
        build: forms::gopher,
    },
    SchemeForm {
        scheme: "mailto",
        about: "Build the URL of an electronic mail address (section 3.5)",
        example: "mailto --address 'gs100%tkyk@host.dom'",
        fields: &[
            Field::new("address", "ADDRESS", "Address, as an addr-spec of RFC 822").required()
        ],
        build: forms::mailto,
    },
    SchemeForm {
        scheme: "news",
        about: "Build the URL of USENET news on any server (section 3.6)",
        example: "news --group comp.lang.c",
        fields: &[
            GROUP,
            Field::new("article", "ID", "Message-ID of an article, without angle brackets")
                .not_with(&["group"]),
            Field::switch("all", "All newsgroups").not_with(&["group", "article"]),
        ],
        build: forms::news,
    },
    SchemeForm {
        scheme: "nntp",
        about: "Build the URL of USENET news on one server (section 3.7)",
        example: "nntp --host host.dom --group comp.lang.c --number 10",
        fields: &[
            HOST,
            PORT,
            GROUP.required(),
            Field::new("number", "N", "Number of an article in the group"),
        ],
        build: forms::nntp,
    },
    SchemeForm {
        scheme: "telnet",
        about: "Build the URL of an interactive session (section 3.8)",
        example: "telnet --host host.dom --user guest",
        fields: &[HOST, PORT, USER, PASSWORD],
        build: forms::telnet,
    },
    SchemeForm {
        scheme: "wais",
        about: "Build the URL of a WAIS database, search or document (section 3.9)",
        example: "wais --host host.dom --database docs --search 'to be'",
        fields: &[
            HOST,
            PORT,
            Field::new("database", "NAME", "Database on the server").required(),
            Field::new("search", "TEXT", "Words to search for").not_with(&["type", "document"]),
            Field::new("type", "TYPE", "Type of the document").only_with(&["document"]),
            Field::new("document", "ID", "Document, as its server names it").only_with(&["type"]),
        ],
        build: forms::wais,
    },
    SchemeForm {
        scheme: "file",
        about: "Build the URL of a file on a host (section 3.10)",
        example: "file --path '/home/joe/a b;c'",
        fields: &[
            Field { required: false, help: "Host [default: this machine]", ..HOST },
            PATH,
            SEGMENT,
        ],
        build: forms::file,
    },
    SchemeForm {
        scheme: "prospero",
        about: "Build the URL of an object of the Prospero Directory Service (section 3.11)",
        example: "prospero --host host.dom --name /pros/name --field OBJECT-VERSION=2",
        fields: &[
            HOST,
            PORT,
            Field::new("name", "HSONAME", "Host-specific object name").required(),
            Field::new("field", "NAME=VALUE", "Field of the link; may be repeated").repeated(),
        ],
        build: forms::prospero,
    },
    SchemeForm {
        scheme: "other",
        about: "Build the URL of any other scheme: scheme://user:password@host:port/path (section 3.1)",
        example: "other --scheme postgresql --user me --host db.dom --port 5432 --path 'my db'",
        fields: &[
            Field::new("scheme", "NAME", "Scheme").required(),
            HOST,
            PORT,
            USER,
            PASSWORD,
            PATH,
        ],
        build: forms::other,
    },
];

const PLUS_BUT_VIEW: [&str; 4] = ["ask", "attribute", "form", "plus"];
