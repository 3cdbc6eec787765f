//! What each scheme is built from.

use url1738::Url;

use super::{Refused, forms, values::Values};

/// A scheme, its options and its builder.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) scheme: &'static str,
    pub(super) about: &'static str,
    pub(super) example: &'static str,
    pub(super) fields: &'static [Field],
    pub(super) build: fn(&Values) -> Result<Url, Refused>,
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    /// What its value is called; `None` for a switch.
    pub(super) value: Option<&'static str>,
    pub(super) help: &'static str,
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
            required: false,
            repeated: false,
            conflicts: &[],
            requires: &[],
        }
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

const HOST: Field = Field::new("host", "HOST", "Host name, or four numbers").required();
const PORT: Field = Field::new("port", "PORT", "Port, where it is not that of the scheme");
const USER: Field = Field::new("user", "NAME", "User name; may be empty");
const PASSWORD: Field =
    Field::new("password", "TEXT", "Password; written as *** without --show-passwords")
        .only_with(&["user"]);
const SEGMENT: Field =
    Field::new("segment", "TEXT", "One segment of the path, which may hold a slash; repeated")
        .repeated()
        .not_with(&["path"]);
const PATH: Field =
    Field::new("path", "PATH", "Path: each slash parts two segments, a leading one is dropped");
const GROUP: Field = Field::new("group", "NAME", "Newsgroup");

/// The ten, and the form of connection strings.
pub(super) const FORMS: &[Form] = &[
    Form {
        scheme: "ftp",
        about: "A file or directory by FTP (section 3.2)",
        example: "ftp --host host.dom --user me --path /etc/motd --typecode a",
        fields: &[
            HOST,
            PORT,
            USER,
            PASSWORD,
            Field::new(
                "path",
                "PATH",
                "Directories and name; a leading slash stays with the first: /etc/motd is CWD /etc",
            ),
            SEGMENT,
            Field::new("typecode", "a|i|d", "Transfer as text, as octets, or list a directory"),
        ],
        build: forms::ftp,
    },
    Form {
        scheme: "http",
        about: "A document by HTTP (section 3.3)",
        example: "http --host host.dom --path '~joe/a b' --search 'to be?'",
        fields: &[
            HOST,
            PORT,
            PATH,
            SEGMENT,
            Field::new("search", "TEXT", "What follows the question mark"),
        ],
        build: forms::http,
    },
    Form {
        scheme: "gopher",
        about: "A Gopher item (section 3.4)",
        example: "gopher --host host.dom --type 7 --selector /find --search 'to be'",
        fields: &[
            HOST,
            PORT,
            Field::new(
                "type",
                "C",
                "Item type, one octet: 0 text, 1 menu, 7 search, 9 octets, ...",
            ),
            Field::new("selector", "TEXT", "What is sent to the server").only_with(&["type"]),
            Field::new("search", "TEXT", "Words for a search engine"),
            Field::new("view", "TYPE", "Gopher+: another view of the item")
                .not_with(&PLUS_BUT_VIEW),
            Field::new("language", "LANG", "Gopher+: the language of that view")
                .only_with(&["view"]),
            Field::switch("ask", "Gopher+: the item has a form to fill in").not_with(&[
                "view",
                "attribute",
                "form",
                "plus",
            ]),
            Field::new(
                "attribute",
                "NAME",
                "Gopher+: ask for this attribute, as +ABSTRACT; repeated",
            )
            .repeated()
            .not_with(&["view", "ask", "form", "plus"]),
            Field::new("form", "ANSWER", "Gopher+: fill in the form with this answer; repeated")
                .repeated()
                .not_with(&["view", "ask", "attribute", "plus"]),
            Field::new("plus", "TEXT", "Any Gopher+ string").not_with(&[
                "view",
                "ask",
                "attribute",
                "form",
            ]),
        ],
        build: forms::gopher,
    },
    Form {
        scheme: "mailto",
        about: "An electronic mail address (section 3.5)",
        example: "mailto --address 'gs100%tkyk@host.dom'",
        fields: &[Field::new("address", "ADDRESS", "An addr-spec of RFC 822").required()],
        build: forms::mailto,
    },
    Form {
        scheme: "news",
        about: "USENET news of any server (section 3.6)",
        example: "news --group comp.lang.c",
        fields: &[
            GROUP,
            Field::new("article", "ID", "Message-ID of an article, without its angle brackets")
                .not_with(&["group"]),
            Field::switch("all", "All newsgroups").not_with(&["group", "article"]),
        ],
        build: forms::news,
    },
    Form {
        scheme: "nntp",
        about: "USENET news of one server (section 3.7)",
        example: "nntp --host host.dom --group comp.lang.c --number 10",
        fields: &[
            HOST,
            PORT,
            GROUP.required(),
            Field::new("number", "N", "Number of an article in the group"),
        ],
        build: forms::nntp,
    },
    Form {
        scheme: "telnet",
        about: "An interactive session (section 3.8)",
        example: "telnet --host host.dom --user guest",
        fields: &[HOST, PORT, USER, PASSWORD],
        build: forms::telnet,
    },
    Form {
        scheme: "wais",
        about: "A database, search or document of WAIS (section 3.9)",
        example: "wais --host host.dom --database docs --search 'to be'",
        fields: &[
            HOST,
            PORT,
            Field::new("database", "NAME", "Database on the server").required(),
            Field::new("search", "TEXT", "Words to search for").not_with(&["type", "document"]),
            Field::new("type", "TYPE", "Type of a document").only_with(&["document"]),
            Field::new("document", "ID", "A document, as its server names it").only_with(&["type"]),
        ],
        build: forms::wais,
    },
    Form {
        scheme: "file",
        about: "A file of one host (section 3.10)",
        example: "file --path '/home/joe/a b;c'",
        fields: &[
            Field { required: false, help: "Host; this machine unless given", ..HOST },
            PATH,
            SEGMENT,
        ],
        build: forms::file,
    },
    Form {
        scheme: "prospero",
        about: "An object of the Prospero Directory Service (section 3.11)",
        example: "prospero --host host.dom --name /pros/name --field OBJECT-VERSION=2",
        fields: &[
            HOST,
            PORT,
            Field::new("name", "HSONAME", "Host-specific object name").required(),
            Field::new("field", "NAME=VALUE", "A field of the link; repeated").repeated(),
        ],
        build: forms::prospero,
    },
    Form {
        scheme: "other",
        about: "Any other scheme of the form //user:password@host:port/path (section 3.1)",
        example: "other --scheme postgresql --user me --host db.dom --port 5432 --path 'my db'",
        fields: &[
            Field::new("scheme", "NAME", "Name of the scheme").required(),
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
