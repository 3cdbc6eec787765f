//! Answers to the questions of a plan: from options, from a netrc file, and from the user on a terminal.

use std::{
    io,
    io::{BufRead as _, IsTerminal as _, Write as _},
    path::PathBuf,
    sync::Mutex,
};

#[cfg(unix)]
use unix::read;
#[cfg(unix)]
pub(super) use unix::restore;
use url1738::{
    Escaped, Url,
    plan::{Answers, Argument, ControlOctet, Question},
};
use url1738_client::{Client, FormQuestion};

use super::{Arguments, netrc};
use crate::{diagnostics::Sanitized, exit};

/// Gives a client the answers that are known before the exchange: those of options, and those of the netrc file. A news or nntp
/// URL has no place for a user, so the file also names the one for its server.
pub(super) fn known(
    arguments: &Arguments,
    url: &Url<&str>,
    client: Client,
) -> exit::Result<Client> {
    let bad = |option: &'static str| {
        move |error: ControlOctet| exit::Error::Usage(format!("{option}: {error}"))
    };
    let mut answers = Answers::new()
        .answer(Question::Email, arguments.email.as_bytes())
        .map_err(bad("--email"))?;
    if let Some(words) = &arguments.search {
        answers = answers.answer(Question::Search, words.as_bytes()).map_err(bad("--search"))?;
    }
    if let Some(items) = &arguments.form {
        answers = answers.form(items.iter().map(String::as_bytes)).map_err(bad("--form"))?;
    }
    let user = url.user().map(Escaped::decode);
    let host = match url {
        Url::News(_) => super::news_server(arguments.news_server.as_deref()).map(|it| it.0),
        Url::Nntp(_) => url.host_str().map(str::to_owned),
        _ => url.host_str().filter(|_| user.is_some()).map(str::to_owned),
    };
    let entry = host.map(|host| netrc_entry(arguments, &host, user.as_deref()));
    let Some((login, password)) = entry.transpose()?.flatten() else {
        return Ok(client.answers(answers));
    };
    if user.is_some() {
        answers = answers.answer(Question::Password, &password).map_err(bad("--netrc"))?;
        return Ok(client.answers(answers));
    }
    let client = client.answers(answers);
    let Some(login) = login else { return Ok(client) };
    let argument = |octets: &[u8]| Argument::new(octets).map_err(bad("--netrc"));
    Ok(client.news_login([argument(&login)?, argument(&password)?]))
}

/// Returns the entry of the netrc file for a user at a host, if `--netrc` is given.
fn netrc_entry(
    arguments: &Arguments,
    host: &str,
    user: Option<&[u8]>,
) -> exit::Result<Option<netrc::Entry>> {
    let Some(file) = &arguments.netrc else { return Ok(None) };
    let default = || {
        let named = std::env::var_os("NETRC").filter(|it| !it.is_empty()).map(PathBuf::from);
        named.or_else(|| Some(std::env::home_dir()?.join(".netrc")))
    };
    let none = || exit::Error::Usage("--netrc: $HOME is not set".to_owned());
    let path = file.clone().or_else(default).ok_or_else(none)?;
    let text = netrc::read(&path).map_err(|error| exit::Error::Read(path, error))?;
    Ok(netrc::entry(&text, host, user))
}

/// Asks the user, if there is a terminal.
pub(super) fn ask(question: Question, prompt: &[u8], url: &str, answers: Answers) -> Answers {
    /// One question at a time, if several URLs are fetched at a time.
    static ASKING: Mutex<()> = Mutex::new(());
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return answers;
    }
    let _asking = ASKING.lock();
    answered(question, prompt, url, answers.clone()).unwrap_or(answers)
}

/// Returns the answers with that of the user, unless there is none.
fn answered(question: Question, prompt: &[u8], url: &str, answers: Answers) -> Option<Answers> {
    let octets = match question {
        Question::Password => typed(&format!("password for {url}"), true)?,
        Question::Email => typed("e-mail address", false)?,
        Question::Search => typed("search for", false)?,
        Question::Form => {
            let answer = |question: FormQuestion<'_>| {
                typed(&Sanitized::new(question.text).to_string(), question.is_secret)
            };
            let items: Vec<_> = FormQuestion::all(prompt).map(answer).collect::<Option<_>>()?;
            return answers.form(items.iter().map(Vec::as_slice)).ok();
        }
        _ => return None,
    };
    answers.answer(question, &octets).ok()
}

/// Reads a line, which is not shown if it is secret. The end of the input is not an answer, an empty line is.
fn typed(prompt: &str, is_secret: bool) -> Option<Vec<u8>> {
    if is_secret {
        return read(&format!("{prompt}: ")).ok().flatten();
    }
    let mut stderr = io::stderr();
    write!(stderr, "{prompt}: ").and_then(|()| stderr.flush()).ok()?;
    let mut typed = String::new();
    io::stdin().lock().read_line(&mut typed).ok().filter(|len| *len > 0)?;
    Some(typed.trim_end_matches(['\r', '\n']).as_bytes().to_vec())
}

/// Reads a password. On this system, the console is restored by the reader.
#[cfg(not(unix))]
fn read(prompt: &str) -> io::Result<Option<Vec<u8>>> {
    rpassword::prompt_password(prompt).map(|typed| Some(typed.into_bytes()))
}

#[cfg(not(unix))]
pub(super) const fn restore() {}

/// The crate `rpassword` disables the echo after it has written the prompt, and raises SIGINT while the terminal is still
/// in its raw mode: a password that is typed at once is shown, and after Ctrl-C the shell's input is not. Here the
/// terminal edits the line, and whatever ends the process restores it first.
#[cfg(unix)]
mod unix {
    use std::{
        fs::File,
        io::{self, BufRead as _, BufReader, Write as _},
        sync::{Mutex, MutexGuard, PoisonError},
    };

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// The terminal whose echo is off, and the modes that it had.
    static CHANGED: Mutex<Option<(File, Termios)>> = Mutex::new(None);

    fn changed() -> MutexGuard<'static, Option<(File, Termios)>> {
        CHANGED.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a line from the terminal of the process without showing it. Returns its bytes, or `None` if the input ends
    /// before the line.
    pub(super) fn read(prompt: &str) -> io::Result<Option<Vec<u8>>> {
        let terminal = File::options().read(true).write(true).open("/dev/tty")?;
        let modes = tcgetattr(&terminal)?;
        let mut quiet = modes.clone();
        quiet.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
        quiet.local_modes.insert(LocalModes::ICANON | LocalModes::ISIG);
        {
            // A signal that arrives from here on finds what to restore.
            let mut changed = changed();
            *changed = Some((terminal.try_clone()?, modes));
            // What was typed before the prompt has been shown, so it is not the password.
            tcsetattr(&terminal, OptionalActions::Flush, &quiet)?;
        }
        let typed = line(&terminal, prompt);
        restore();
        typed
    }

    fn line(mut terminal: &File, prompt: &str) -> io::Result<Option<Vec<u8>>> {
        write!(terminal, "{prompt}")?;
        let mut typed = Vec::new();
        BufReader::new(terminal).read_until(b'\n', &mut typed)?;
        // The end of the line is not shown either.
        writeln!(terminal)?;
        Ok(typed.strip_suffix(b"\n").map(<[u8]>::to_vec))
    }

    /// Restores the terminal if its echo is off.
    pub(in super::super) fn restore() {
        if let Some((terminal, modes)) = changed().take() {
            // A terminal that is gone needs no echo.
            let _ = tcsetattr(&terminal, OptionalActions::Now, &modes);
        }
    }
}
