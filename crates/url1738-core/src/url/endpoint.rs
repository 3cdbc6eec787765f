//! The addresses of a URL's host and port, where there is an operating system to ask.

use alloc::vec;
use core::net::SocketAddr;
use std::{io, net::ToSocketAddrs as _};

use super::{host::Host, login::Login, raw::Raw, scheme::Scheme, storage::Storage};

/// What `ToSocketAddrs` gives for a URL: its host with its port, or the scheme's; what
/// [`impl_url!`](crate::impl_url) calls.
///
/// # Errors
///
/// Where the URL names no host or no port is known, and what the resolver says.
#[doc(hidden)]
pub fn socket_addrs<S: Scheme, T: Storage>(
    url: &Raw<S, T>,
) -> io::Result<vec::IntoIter<SocketAddr>> {
    let url = url.borrow();
    let login = url.login();
    match (login, login.and_then(Login::port).or(S::DEFAULT_PORT)) {
        (Some(login), Some(port)) => match login.host() {
            Host::Name(name) => (name.as_str(), port).to_socket_addrs(),
            // A resolver would read `010.0.0.1` as octal; here it is decimal (section 3.1).
            Host::Number(address) => Ok(vec![SocketAddr::from((address, port))].into_iter()),
        },
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "the URL names no host and port")),
    }
}
