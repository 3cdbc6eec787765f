#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::arithmetic_side_effects
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod access;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod builder;
mod parse;
mod repair;

use alloc::string::String;

use url1738_core::{Raw, Scheme, Text, impl_url};

pub use builder::TelnetBuilder;
pub use parse::Telnet;
pub use url1738_core::{Error, Escaped, Host, Login, plan};

/// `telnet://user:password@host:port/` (section 3.8).
#[derive(Clone, Copy)]
pub struct TelnetUrl<T = String>(Raw<Telnet, T>);
impl_url!(TelnetUrl: Telnet);

impl TelnetUrl {
    /// Starts a URL on `host`.
    pub fn builder(host: Host<'_>) -> TelnetBuilder {
        TelnetBuilder::new(host)
    }
}

impl<'i, 'o, T: Text<'i, 'o>> TelnetUrl<T> {
    /// User, password, host and port.
    #[must_use]
    pub fn login(&'i self) -> Login<'o> {
        self.0.spans().view(self.as_str())
    }

    /// The user name: `None` where there is no `@`, empty where nothing stands before it.
    #[must_use]
    pub fn user(&'i self) -> Option<Escaped<'o>> {
        self.login().user()
    }

    /// The password: `None` where no `:` stands before the `@`.
    #[must_use]
    pub fn password(&'i self) -> Option<Escaped<'o>> {
        self.login().password()
    }

    /// The host.
    #[must_use]
    pub fn host(&'i self) -> Host<'o> {
        self.login().host()
    }

    /// The port, where the URL names one.
    #[must_use]
    pub fn port(&'i self) -> Option<u16> {
        self.login().port()
    }

    /// The port to connect to: the named one, else 23.
    #[must_use]
    pub fn port_or_default(&'i self) -> u16 {
        self.port().or(Telnet::DEFAULT_PORT).unwrap_or_default()
    }

    /// Whether the URL ends with the `/` that may be left out.
    #[must_use]
    pub fn has_slash(&'i self) -> bool {
        self.as_str().ends_with('/')
    }

    /// A builder that holds all parts of this URL, to change some of them.
    pub fn to_builder(&'i self) -> TelnetBuilder {
        TelnetBuilder::from_url(self.login(), self.has_slash())
    }
}
