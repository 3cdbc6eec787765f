//! What requests share: the client, the limits, and what is remembered while the gateway runs.

use core::net::{IpAddr, SocketAddr};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use url1738::{
    Url,
    plan::{Answers, Question},
    syntax::MASK,
};
use url1738_client::{Client, is_public};

use crate::{gateway::Gateway, links::server};

/// The passwords and private servers that are remembered. Beyond them, the first in their order are forgotten.
const REMEMBERED: usize = 64;
/// The octets of one unit of the memory for pages.
const UNIT: usize = 64 * 1024;
/// The octets that all pages under way may hold, in units.
const UNITS: usize = 3 * 1024 * 1024 / UNIT;
/// The password of anonymous ftp.
const EMAIL: &[u8] = b"anonymous@example.com";

/// How a request came about, which decides what it may reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    /// The user wrote or confirmed the URL in a form of the gateway.
    pub(crate) is_typed: bool,
    /// The server of the page with the link.
    pub(crate) from: Option<String>,
}

impl Origin {
    /// Returns the pairs of a query or of a form from which this is read again.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let from = self.from.as_deref().map(|from| ("from", from));
        from.into_iter().chain(self.is_typed.then_some(("typed", "1")))
    }
}

pub(crate) struct State {
    /// The path of the first page, which is the token.
    pub(crate) home: String,
    /// As configured, with the address that it listens on.
    pub(crate) gateway: Gateway,
    pub(crate) sessions: Arc<Semaphore>,
    pages: Arc<Semaphore>,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    /// The passwords by user and server.
    passwords: BTreeMap<(String, String), Vec<u8>>,
    /// The servers with a private address that the user opened.
    private: BTreeSet<String>,
}

impl State {
    pub(crate) fn new(gateway: Gateway, home: String) -> Self {
        let sessions = Arc::new(Semaphore::new(gateway.sessions.min(Semaphore::MAX_PERMITS)));
        let pages = Arc::new(Semaphore::new(UNITS));
        Self { home, gateway, sessions, pages, memory: Mutex::default() }
    }

    /// Returns whether a request is for this gateway. A name, which could be made to lead here, is not.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        let address = self.gateway.address;
        match host.parse::<SocketAddr>() {
            Ok(named) if address.ip().is_unspecified() => named.port() == address.port(),
            Ok(named) => named == address,
            // Browsers leave the port of http out.
            Err(_) => {
                let bare = host.trim_start_matches('[').trim_end_matches(']');
                address.port() == 80 && bare.parse() == Ok(address.ip())
            }
        }
    }

    /// Returns the client for a URL, with what this request may reach and knows.
    pub(crate) fn client(&self, url: &Url<&str>, origin: &Origin) -> Client {
        let server = server(url);
        let memory = self.memory();
        // The user configured the news server. A link stays on a private server that the user opened; its name may lead
        // elsewhere by now, so a server that was public is still required to be.
        let is_known =
            |server| origin.from.as_ref() == Some(server) && memory.private.contains(server);
        let is_private_allowed = origin.is_typed || server.as_ref().is_none_or(is_known);
        let mut answers = Answers::new().answer(Question::Email, EMAIL).unwrap_or_default();
        // A page of another server cannot make the gateway log in.
        let is_own = origin.from.is_none() || origin.from == server;
        if let (true, Some(key)) = (is_own, key(url)) {
            let password = memory.passwords.get(&key);
            let known = password.and_then(|it| answers.clone().answer(Question::Password, it).ok());
            answers = known.unwrap_or(answers);
        }
        let Gateway { client, limits, .. } = &self.gateway;
        client.clone().limits(*limits).public_only(!is_private_allowed).answers(answers)
    }

    /// Keeps the password of a URL while the gateway runs. One that the user typed replaces another.
    pub(crate) fn remember_password(&self, url: &Url<&str>, origin: &Origin) {
        let Url::Ftp(ftp) = url else { return };
        // A text with a space in its password is not a URL; once the password is masked, it is one.
        let known = ftp.password().filter(|password| password.as_str() != MASK);
        let Some((key, password)) = key(url).zip(known) else { return };
        let mut memory = self.memory();
        if origin.from.is_some() || !origin.is_typed && memory.passwords.contains_key(&key) {
            return;
        }
        if memory.passwords.len() >= REMEMBERED {
            memory.passwords.pop_first();
        }
        memory.passwords.insert(key, password.decode().into_owned());
    }

    /// Notes the address of a server that the user opened.
    pub(crate) fn remember_server(&self, server: &str, address: IpAddr) {
        let mut memory = self.memory();
        if is_public(address) {
            return;
        }
        if memory.private.len() >= REMEMBERED {
            memory.private.pop_first();
        }
        memory.private.insert(server.to_owned());
    }

    /// Takes memory for a page that has `len` octets, besides what it holds already. Returns `false` if others hold all of it.
    pub(crate) fn take_memory(&self, len: usize, held: &mut Option<OwnedSemaphorePermit>) -> bool {
        let has = held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = u32::try_from(len.div_ceil(UNIT).saturating_sub(has)).unwrap_or(u32::MAX);
        let Ok(more) = Arc::clone(&self.pages).try_acquire_many_owned(missing) else {
            return false;
        };
        match held {
            Some(held) => held.merge(more),
            None => *held = Some(more),
        }
        true
    }

    /// Locks the memory. A thread that panicked left it whole.
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the user and the server whose password a URL needs.
fn key(url: &Url<&str>) -> Option<(String, String)> {
    match url {
        Url::Ftp(ftp) => Some((ftp.user()?.as_str().to_owned(), server(url)?)),
        _ => None,
    }
}
