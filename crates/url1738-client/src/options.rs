//! The options of a client, and what it refuses because of them.

use core::net::SocketAddr;

use url1738::{
    Host,
    plan::{Answers, Endpoint, Plan},
};

use crate::{
    cancel::Cancel,
    error::Error,
    identity::Identity,
    limits::Limits,
    policy::Policy,
    session::{Protocol, Session},
};

/// The warnings of plans that are refusals unless they are allowed.
pub(crate) const REFUSED_WARNINGS: [&str; 3] = ["non-default-port", "reserved-port", "port-zero"];

/// The options that the clients share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) limits: Limits,
    pub(crate) policy: Policy,
    pub(crate) allowed: Vec<String>,
    pub(crate) allowed_ports: Vec<u16>,
    pub(crate) news_server: Option<(String, u16)>,
    pub(crate) connect_to: Option<SocketAddr>,
    pub(crate) redirects: u8,
    pub(crate) offset: u64,
    pub(crate) identifies: bool,
    pub(crate) expected: Identity,
    pub(crate) answers: Answers,
    pub(crate) cancel: Cancel,
}

impl Options {
    /// Checks a plan against the options, before anything is resolved.
    pub(crate) fn check(&self, plan: &Plan) -> Result<(), Error> {
        self.check_cancelled()?;
        let port = match plan.endpoint() {
            Endpoint::Tcp { port, .. } | Endpoint::Udp { port, .. } => Some(*port),
            _ => None,
        };
        let is_port_allowed = port.is_some_and(|port| self.allowed_ports.contains(&port));
        for warning in plan.warnings() {
            let is_refused = REFUSED_WARNINGS.contains(&warning.code());
            let is_allowed =
                self.allowed.iter().any(|code| code == warning.code()) || is_port_allowed;
            if is_refused && !is_allowed {
                return Err(Error::Warned { code: warning.code(), message: warning.message() });
            }
        }
        let is_file = Protocol::of(plan) == Some(Protocol::File);
        if is_file && !self.policy.allows_files() {
            return Err(Error::LocalFile);
        }
        Ok(())
    }

    pub(crate) fn check_cancelled(&self) -> Result<(), Error> {
        if self.cancel.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Checks a plan, and begins its session.
    pub(crate) fn session(&self, plan: Plan) -> Result<Session, Error> {
        self.check(&plan)?;
        let mut session = Session::new(plan, self.answers.clone())?.with_limits(self.limits);
        if self.identifies {
            session = session.identify();
        }
        if self.offset > 0 {
            session = session.resume_at(self.offset)?.expect(self.expected.clone());
        }
        Ok(session)
    }

    /// Returns the name of a host.
    pub(crate) fn host(name: &str) -> Result<String, Error> {
        Host::parse(name).map(|host| host.to_string()).map_err(Error::NewsServer)
    }

    /// Returns the host and port to resolve.
    pub(crate) fn target(&self, endpoint: &Endpoint) -> Result<(String, u16), Error> {
        match endpoint {
            Endpoint::Tcp { host, port } => Ok((host.clone(), *port)),
            Endpoint::Configured { .. } => match (&self.news_server, self.connect_to) {
                (Some(server), _) => Ok(server.clone()),
                (None, Some(address)) => Ok((address.ip().to_string(), address.port())),
                (None, None) => Err(Error::NoNewsServer),
            },
            _ => Err(Error::NoPlan),
        }
    }

    /// Returns those of the resolved addresses that may be connected to: of both families in turn, at most eight.
    pub(crate) fn allowed(
        &self,
        host: &str,
        found: impl IntoIterator<Item = SocketAddr>,
    ) -> Result<Vec<SocketAddr>, Error> {
        let (mut six, mut four, mut denied) = (Vec::new(), Vec::new(), None);
        for address in found {
            let family = if address.is_ipv6() { &mut six } else { &mut four };
            match self.policy.allows(address.ip()) {
                true if !family.contains(&address) => family.push(address),
                true => {}
                false => denied = Some(address.ip()),
            }
        }
        let (mut six, mut four) = (six.into_iter(), four.into_iter());
        let mut ordered = Vec::new();
        while ordered.len() < MOST_ADDRESSES {
            match (six.next(), four.next()) {
                (None, None) => break,
                pair => ordered.extend([pair.0, pair.1].into_iter().flatten()),
            }
        }
        match (ordered.is_empty(), denied) {
            (false, _) => Ok(ordered),
            (true, Some(address)) => Err(Error::Denied { host: host.to_owned(), address }),
            (true, None) => Err(Error::Resolve {
                host: host.to_owned(),
                source: std::io::ErrorKind::NotFound.into(),
            }),
        }
    }
}

/// The addresses of a host that are tried.
const MOST_ADDRESSES: usize = 8;

/// Writes the options of a client: the methods that the synchronous and the asynchronous client share.
macro_rules! impl_options {
    () => {
        /// Sets the limits.
        #[must_use]
        pub fn limits(mut self, limits: Limits) -> Self {
            self.0.limits = limits;
            self
        }

        /// Sets the policy for addresses.
        #[must_use]
        pub fn policy(mut self, policy: Policy) -> Self {
            self.0.policy = policy;
            self
        }

        /// Allows plans with a warning that is otherwise refused: `non-default-port`, `reserved-port` or `port-zero`.
        #[must_use]
        pub fn allow(mut self, code: &str) -> Self {
            self.0.allowed.push(code.to_owned());
            self
        }

        /// Allows a port, whatever the scheme of the URL.
        #[must_use]
        pub fn allow_port(mut self, port: u16) -> Self {
            self.0.allowed_ports.push(port);
            self
        }

        /// Sets the server of news URLs, which name none.
        ///
        /// # Errors
        ///
        /// Returns an error if `host` is not a host as URLs have it: a name, or an address of four numbers.
        pub fn news_server(mut self, host: &str, port: u16) -> Result<Self, Error> {
            self.0.news_server = Some((Options::host(host)?, port));
            Ok(self)
        }

        /// Connects to this address, whatever host and port a URL names. The policy applies to it.
        #[must_use]
        pub fn connect_to(mut self, address: SocketAddr) -> Self {
            self.0.connect_to = Some(address);
            self
        }

        /// Sets the number of HTTP redirects to follow, which is 0 by default.
        #[must_use]
        pub fn redirects(mut self, most: u8) -> Self {
            self.0.redirects = most;
            self
        }

        /// Asks for the length and the time of a file before its transfer, as
        /// [`Session::identify`](crate::Session::identify) describes. They are in
        /// [`Event::Identified`](crate::Event::Identified) and [`Outcome::identity`].
        #[must_use]
        pub fn identify(mut self) -> Self {
            self.0.identifies = true;
            self
        }

        /// Refuses to resume a file that is not this one, as [`Session::expect`](crate::Session::expect) describes.
        #[must_use]
        pub fn expect(mut self, identity: Identity) -> Self {
            self.0.expected = identity;
            self
        }

        /// Begins with the octet at `offset` of the file, as [`Session::resume_at`](crate::Session::resume_at) describes.
        #[must_use]
        pub fn resume_at(mut self, offset: u64) -> Self {
            self.0.offset = offset;
            self
        }

        /// Sets the answers to questions, which are then not asked.
        #[must_use]
        pub fn answers(mut self, answers: Answers) -> Self {
            self.0.answers = answers;
            self
        }

        /// Returns a handle that cancels the exchanges of this client and its clones.
        #[must_use]
        pub fn cancel_handle(&self) -> Cancel {
            self.0.cancel.clone()
        }
    };
}
pub(crate) use impl_options;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_take_turns_and_are_bounded() {
        let four = |last| SocketAddr::from(([10, 0, 0, last], 1));
        let six = |last| SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, last], 1));
        let found = [four(1), four(2), four(3), six(1), four(1)];
        let ordered = Options::default().allowed("host", found).unwrap();
        assert_eq!(ordered, [six(1), four(1), four(2), four(3)]);
        let many = (0..100).map(four);
        assert_eq!(Options::default().allowed("host", many).unwrap().len(), 8);
    }
}
