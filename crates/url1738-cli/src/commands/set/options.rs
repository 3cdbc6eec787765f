//! The options that name parts.

use std::ffi::OsString;

use clap::Args;
use url1738::{Host, ftp::TypeCode};

use super::edits::{Change, Edits};

/// The parts and their values.
#[derive(Args, Clone)]
#[group(required = true, multiple = true)]
pub(super) struct EditOptions {
    /// Host name or IPv4 address
    #[arg(long)]
    host: Option<String>,
    /// Port
    #[arg(long)]
    port: Option<u16>,
    /// Remove the port
    #[arg(long, conflicts_with = "port")]
    no_port: bool,
    /// User name; a password is kept
    #[arg(long)]
    user: Option<OsString>,
    /// Remove the user name and the password
    #[arg(long, conflicts_with_all = ["user", "password"])]
    no_user: bool,
    /// Password of the user
    #[arg(long)]
    password: Option<OsString>,
    /// Remove the password
    #[arg(long, conflicts_with = "password")]
    no_password: bool,
    /// Path, as segments between slashes (ftp, http, file and other schemes)
    #[arg(long)]
    path: Option<OsString>,
    /// FTP typecode: a, i or d
    #[arg(long, value_parser = typecode)]
    typecode: Option<TypeCode>,
    /// Remove the FTP typecode
    #[arg(long, conflicts_with = "typecode")]
    no_typecode: bool,
    /// Gopher item type, one byte
    #[arg(long = "type", value_parser = item_type)]
    item_type: Option<u8>,
    /// Gopher selector, without the item type
    #[arg(long)]
    selector: Option<OsString>,
    /// Search part (http, gopher, wais)
    #[arg(long)]
    search: Option<OsString>,
    /// Remove the search part
    #[arg(long, conflicts_with = "search")]
    no_search: bool,
    /// Mail address (mailto)
    #[arg(long)]
    address: Option<String>,
    /// Newsgroup (news, nntp)
    #[arg(long)]
    group: Option<String>,
    /// Number of an article in its group (nntp)
    #[arg(long)]
    number: Option<u64>,
    /// Name of the database (wais)
    #[arg(long)]
    database: Option<OsString>,
    /// Name of the object (prospero)
    #[arg(long)]
    name: Option<OsString>,
}

/// Writes no values: one may be a password.
impl core::fmt::Debug for EditOptions {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("EditOptions").finish_non_exhaustive()
    }
}

fn typecode(text: &str) -> Result<TypeCode, String> {
    match text {
        "a" | "A" => Ok(TypeCode::Ascii),
        "i" | "I" => Ok(TypeCode::Image),
        "d" | "D" => Ok(TypeCode::Directory),
        _ => Err("expected `a`, `i` or `d`".to_owned()),
    }
}

fn item_type(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [byte] if byte.is_ascii_graphic() => Ok(*byte),
        _ => Err("expected one character of US-ASCII".to_owned()),
    }
}

impl EditOptions {
    /// Returns the edits, of which those of the login come first.
    ///
    /// # Errors
    /// Returns a message if the host is not one.
    pub(super) fn edits(self) -> Result<Edits, String> {
        if let Some(host) = &self.host
            && let Err(error) = Host::parse(host)
        {
            return Err(format!("invalid value of --host: {}", error.message()));
        }
        let bytes = |value: OsString| value.into_encoded_bytes();
        let given = |is_given: bool, change: Change| is_given.then_some(change);
        let changes = [
            self.host.map(Change::Host),
            self.port.map(|port| Change::Port(Some(port))),
            given(self.no_port, Change::Port(None)),
            given(self.no_user, Change::NoUser),
            self.user.map(bytes).map(Change::User),
            self.password.map(bytes).map(|password| Change::Password(Some(password))),
            given(self.no_password, Change::Password(None)),
            self.path.map(bytes).map(Change::Path),
            self.typecode.map(|code| Change::Typecode(Some(code))),
            given(self.no_typecode, Change::Typecode(None)),
            self.item_type.map(Change::ItemType),
            self.selector.map(bytes).map(Change::Selector),
            self.search.map(bytes).map(|search| Change::Search(Some(search))),
            given(self.no_search, Change::Search(None)),
            self.address.map(Change::Address),
            self.group.map(Change::Group),
            self.number.map(Change::Number),
            self.database.map(bytes).map(Change::Database),
            self.name.map(bytes).map(Change::Name),
        ];
        Ok(Edits::new(changes.into_iter().flatten().collect()))
    }
}
