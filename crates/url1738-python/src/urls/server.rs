//! What the builders of several schemes have: host and port, user and password.

use pyo3::{exceptions::PyValueError, prelude::*};
use url1738::{
    Escaped, Host, ftp::FtpBuilder, gopher::GopherBuilder, http::HttpBuilder, nntp::NntpBuilder,
    prospero::ProsperoBuilder, syntax::GenericBuilder, telnet::TelnetBuilder, wais::WaisBuilder,
};

use crate::args;

/// A builder of URLs that name a server.
pub(crate) trait Server: Sized {
    fn with_host(self, host: Host<'_>) -> Self;
    fn with_port(self, port: Option<u16>) -> Self;

    /// Sets the host or the port, by the name of the argument.
    ///
    /// # Errors
    ///
    /// Returns `TypeError` if the argument is neither.
    fn with(self, name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        match name {
            "host" => Ok(self.with_host(args::host(given.py(), &args::text(given)?)?)),
            "port" => Ok(self.with_port(args::port(given)?)),
            _ => Err(args::unexpected(name)),
        }
    }
}

macro_rules! servers {
    ($($Builder:ty),+) => {$(
        impl Server for $Builder {
            fn with_host(self, host: Host<'_>) -> Self {
                self.host(host)
            }

            fn with_port(self, port: Option<u16>) -> Self {
                match port {
                    Some(port) => self.port(port),
                    None => self.without_port(),
                }
            }
        }
    )+};
}
servers!(
    FtpBuilder,
    GenericBuilder,
    GopherBuilder,
    HttpBuilder,
    NntpBuilder,
    ProsperoBuilder,
    TelnetBuilder,
    WaisBuilder
);

/// A builder of URLs that may have a user and a password.
pub(crate) trait WithLogin: Sized {
    fn with_login(self, user: Option<&[u8]>, password: Option<&[u8]>) -> Self;
}

macro_rules! with_login {
    ($($Builder:ty),+) => {$(
        impl WithLogin for $Builder {
            fn with_login(self, user: Option<&[u8]>, password: Option<&[u8]>) -> Self {
                match (user, password) {
                    (None, _) => self.without_credentials(),
                    (Some(user), None) => self.user(user),
                    (Some(user), Some(password)) => self.credentials(user, password),
                }
            }
        }
    )+};
}
with_login!(FtpBuilder, GenericBuilder, TelnetBuilder);

/// User and password, of which a change may give one.
#[derive(Default)]
pub(crate) struct Credentials {
    user: Option<Vec<u8>>,
    password: Option<Vec<u8>>,
    changed: bool,
    /// Whether the password is new: one that the URL has is removed with its user.
    password_given: bool,
}

impl Credentials {
    /// Starts with those of a URL.
    pub(crate) fn of(user: Option<Escaped<'_>>, password: Option<Escaped<'_>>) -> Self {
        let decoded = |part: Escaped<'_>| part.decode().into_owned();
        Self { user: user.map(decoded), password: password.map(decoded), ..Self::default() }
    }

    /// Sets or removes the user.
    pub(crate) fn user(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.user = args::optional_octets(value)?.map(|octets| octets.as_ref().to_vec());
        self.changed = true;
        Ok(())
    }

    /// Sets or removes the password.
    pub(crate) fn password(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.password = args::optional_octets(value)?.map(|octets| octets.as_ref().to_vec());
        self.changed = true;
        self.password_given = self.password.is_some();
        Ok(())
    }

    /// Sets what changed.
    ///
    /// # Errors
    ///
    /// Returns `ValueError` if a password is given without a user.
    pub(crate) fn set_in<B: WithLogin>(&self, builder: B) -> PyResult<B> {
        if !self.changed {
            return Ok(builder);
        }
        if self.user.is_none() && self.password_given {
            return Err(PyValueError::new_err("a password requires a user"));
        }
        Ok(builder.with_login(self.user.as_deref(), self.password.as_deref()))
    }
}
