//! The access plan: the FTP commands of a URL (sections 3.2.1 to 3.2.3).

use url1738_core::{
    CodeInfo, Redacted, Span,
    part::{FSEGMENT, PASSWORD, USER},
    plan::{
        Argument, Condition, DOT_SEGMENT, EMPTY_USER, OPTION_LIKE, Plan, Question, Refusal, Step,
        TransferType,
    },
    scheme::{Part, Scheme as _},
};

use crate::{
    BLANK_ARGUMENT, EMPTY_PASSWORD, Ftp, FtpUrl, NO_FILE_NAME, NO_NAME_NO_TYPECODE, ROOT_AS_FILE,
    SHELL_LIKE, TELNET_IAC, TOO_MANY_DIRECTORIES, TypeCode,
};

pub(crate) fn plan(url: FtpUrl<&str>) -> Result<Plan, Refusal> {
    // Masked as a whole: `ftp://h/x/ftp://joe:pw@h` is divided into `x`, `ftp:`, an empty argument
    // and `joe:pw@h`, of which none alone looks like a URL with a password.
    let masked = url.redacted();
    let mut plan = login(url, &masked, Plan::tcp(url.0.login(), Ftp::INFO.port))?;
    plan.escapes_iac = true;
    let spans = url.0.spans();
    let Some(path) = spans.path() else { return Ok(list_guess(plan, spans.login.host())) };
    let mut segments = path.split(url.as_str(), b'/');
    // Stops after one too many: a path may have millions.
    if segments.clone().nth(Plan::MAX_STEPS).is_some() {
        return Err(too_many(path));
    }
    // A path has at least one segment, even if it is empty.
    // The last segment is the name, and all before it are directories, also empty ones (section
    // 3.2.2).
    let name = segments.next_back().unwrap_or(path);
    for cwd in segments {
        let argument = decoded(url, &masked, &FSEGMENT, cwd)?;
        plan =
            warn_of_argument(plan, &FSEGMENT, cwd, &argument).step(Step::command("CWD", argument));
    }
    let argument = decoded(url, &masked, &FSEGMENT, name)?;
    plan = warn_of_argument(plan, &FSEGMENT, name, &argument);
    let plan = match url.typecode() {
        // An empty argument is an error to some servers; without one, NLST lists the directory that
        // was entered.
        Some(TypeCode::Directory) if argument.is_empty() => plan.step(Step::bare("NLST")),
        Some(TypeCode::Directory) => plan.step(Step::command("NLST", argument)),
        None if argument.is_empty() => list_guess(plan, name),
        Some(code) => {
            let is_text = code == TypeCode::Ascii;
            let transfer_type = if is_text { TransferType::Ascii } else { TransferType::Image };
            retrieve(plan.transfer_as(transfer_type, Condition::Always), name, argument)
        }
        None => retrieve(plan.transfer_as(TransferType::Image, Condition::Guess), name, argument),
    };
    if plan.steps.len() > Plan::MAX_STEPS { Err(too_many(path)) } else { Ok(plan) }
}

const fn too_many(path: Span) -> Refusal {
    Refusal::new(&FSEGMENT, path, &TOO_MANY_DIRECTORIES)
}

/// Adds USER and PASS. Without a user, the login is anonymous; a missing password is asked for.
fn login(url: FtpUrl<&str>, masked: &Redacted<'_>, plan: Plan) -> Result<Plan, Refusal> {
    // 331 asks for a password. A server that needs none answers 230, and is not sent one.
    let on_request = Condition::If(331);
    let spans = url.0.spans().login;
    let Some(user) = spans.user() else {
        let user = Step::command("USER", Argument::literal(b"anonymous"));
        return Ok(plan
            .step(user)
            .step(Step::command_asking("PASS", Question::Email).when(on_request)));
    };
    let name = decoded(url, masked, &USER, user)?;
    let mut plan = warn_of_argument(plan, &USER, user, &name);
    if name.is_empty() {
        plan = plan.warn(&USER, user, &EMPTY_USER);
    }
    plan = plan.step(Step::command("USER", name));
    let Some(password) = spans.password() else {
        return Ok(plan.step(Step::command_asking("PASS", Question::Password).when(on_request)));
    };
    // Secret even if the scan for secrets does not find it, because the grammar says that it is
    // one.
    let secret = decoded(url, masked, &PASSWORD, password)?.secret();
    if secret.is_empty() {
        plan = plan.warn(&PASSWORD, password, &EMPTY_PASSWORD);
    }
    Ok(plan.step(Step::command("PASS", secret).when(on_request)))
}

/// Adds the listing of a directory, for a URL with neither a name nor a typecode, which the RFC does not cover.
fn list_guess(plan: Plan, at: Span) -> Plan {
    plan.warn(&FSEGMENT, at, &NO_NAME_NO_TYPECODE).step(Step::bare("NLST"))
}

fn retrieve(plan: Plan, at: Span, name: Argument) -> Plan {
    let plan = match name.octets() {
        b"" => plan.warn(&FSEGMENT, at, &NO_FILE_NAME),
        b"/" => plan.warn(&FSEGMENT, at, &ROOT_AS_FILE),
        _ => plan,
    };
    plan.step(Step::command("RETR", name))
}

/// Returns the octets of a part. They are a secret if the text of the part is masked. The path may contain a URL with a
/// password: it is masked as a whole, because the slashes split it into arguments that do not look like a URL.
fn decoded(
    url: FtpUrl<&str>,
    masked: &Redacted<'_>,
    part: &'static Part,
    span: Span,
) -> Result<Argument, Refusal> {
    let argument = Argument::decode(part, span, url.as_str())?;
    Ok(if masked.covers(span) { argument.secret() } else { argument })
}

/// Warns of octets that servers or their shells interpret.
fn warn_of_argument(plan: Plan, part: &'static Part, at: Span, argument: &Argument) -> Plan {
    let octets = argument.octets();
    let risks: [(bool, &'static CodeInfo); 5] = [
        (octets.contains(&0xFF), &TELNET_IAC),
        // Within one argument: `%2Fetc%2F..` is sent as `CWD /etc/..`.
        (octets.split(|octet| *octet == b'/').any(|name| name == b".."), &DOT_SEGMENT),
        (octets.starts_with(b"-"), &OPTION_LIKE),
        (octets.starts_with(b"|"), &SHELL_LIKE),
        (!octets.is_empty() && octets.iter().all(|octet| *octet == b' '), &BLANK_ARGUMENT),
    ];
    risks
        .into_iter()
        .filter(|(risky, _)| *risky)
        .fold(plan, |plan, (_, info)| plan.warn(part, at, info))
}
