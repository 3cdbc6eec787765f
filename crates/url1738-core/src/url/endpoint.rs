//! Resolves the host and port of a URL with the resolver of the operating system.

use alloc::vec;
use core::net::SocketAddr;
use std::{io, net::ToSocketAddrs as _};

use super::{host::Host, login::Login, raw::Raw, scheme::Scheme, storage::Storage};

/// Resolves the host of a URL, with its port or the scheme's default port. [`impl_url!`](crate::impl_url) calls it to
/// implement `ToSocketAddrs`.
///
/// # Errors
///
/// Returns an error if the URL has no host, if no port is known, or if the resolver fails.
#[doc(hidden)]
pub fn socket_addrs<S: Scheme, T: Storage>(
    url: &Raw<S, T>,
) -> io::Result<vec::IntoIter<SocketAddr>> {
    let url = url.as_deref();
    let login = url.login();
    match (login, login.and_then(Login::port).or(S::DEFAULT_PORT)) {
        (Some(login), Some(port)) => match login.host() {
            Host::Name(name) => (name.as_str(), port).to_socket_addrs(),
            // Not passed to the resolver, which would read `010.0.0.1` as octal: it is decimal (section 3.1).
            Host::Number(address) => Ok(vec![SocketAddr::from((address, port))].into_iter()),
        },
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "the URL names no host and port")),
    }
}
