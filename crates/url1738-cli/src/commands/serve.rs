//! `url1738 serve` and `url1738 open`: the gateway for browsers.

use core::{net::IpAddr, time::Duration};
use std::{
    env, fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use clap::Args;
use url1738_client::Client;
use url1738_serve::{Gateway, Server};

use super::{fetch, line_command};
use crate::{
    diagnostics::message,
    exit::{self, Outcome, with_exit_status},
};

/// What desktops read to find the program for a scheme (Desktop Entry Specification).
const DESKTOP_ENTRY: &str = "\
[Desktop Entry]
Type=Application
Name=url1738
Comment=Open ftp, gopher, news, nntp, telnet and wais URLs in the browser
Exec=url1738 open %u
NoDisplay=true
Terminal=false
MimeType=x-scheme-handler/ftp;x-scheme-handler/gopher;x-scheme-handler/news;x-scheme-handler/nntp;x-scheme-handler/telnet;x-scheme-handler/wais;
";

/// How other systems are set up.
const REGISTRATION: &str = "\
Linux:    xdg-mime default url1738.desktop x-scheme-handler/ftp x-scheme-handler/gopher
          x-scheme-handler/news x-scheme-handler/nntp x-scheme-handler/telnet
          x-scheme-handler/wais
macOS:    an application whose Info.plist lists the schemes in CFBundleURLTypes runs
          `url1738 open URL`
Windows:  the key HKEY_CURRENT_USER\\Software\\Classes\\ftp (and so on), with an empty value
          `URL Protocol`, and `url1738 open \"%1\"` in shell\\open\\command
Browsers: Firefox and Chromium ask for the program of the system at the first link.
";

/// Open ftp, gopher and news URLs in the browser: a local web server
///
/// Prints the address of its first page, which has a field for URLs. The address contains a secret: whoever knows it can
/// use the gateway. Links to private addresses are refused until the user confirms them.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 serve --open
  url1738 serve --port 7070 --news-server news.host.dom
  url1738 open gopher://host.dom/1/docs  open a URL by another gateway
  url1738 serve --register               open links of these schemes by `url1738 open`", "the gateway ended"))]
pub(crate) struct Arguments {
    /// Port to listen on; 0 is a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// Address to listen on: others reach the gateway if it is not a loopback address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Open the first page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    shared: Shared,
    /// Register `url1738 open` for links on Linux, and show how other systems do it
    #[arg(long, conflicts_with_all = ["port", "bind", "open", "news_server", "idle", "timeout"])]
    register: bool,
}

/// Open a URL in the browser: runs a gateway like that of `serve`
///
/// The gateway ends after an hour without a request.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 open gopher://host.dom/1/docs
  url1738 open --print ftp://host.dom/pub/", "the gateway ended"))]
pub(crate) struct Open {
    /// URL to open
    #[arg(value_name = "URL")]
    url: String,
    /// Print the address of the page instead of opening it
    #[arg(long)]
    print: bool,
    #[command(flatten)]
    shared: Shared,
}

/// The options of both commands.
#[derive(Args, Clone, Debug)]
struct Shared {
    /// Server of news URLs [default: $NNTPSERVER]
    #[arg(long, value_name = "HOST")]
    news_server: Option<String>,
    /// End after so many seconds without a request [default: 3600 for `open`, never for `serve`]
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
    /// Give a server up after so many seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = fetch::time_limit)]
    timeout: Option<Duration>,
}

/// The idle time of `open`, in seconds: each link that the desktop opens starts a gateway.
const IDLE: u64 = 3600;

impl Shared {
    fn gateway(&self) -> exit::Result<Gateway> {
        let client = fetch::with_news_server(Client::new(), self.news_server.as_deref())?;
        let mut gateway = Gateway::new(client);
        gateway.idle = self.idle.map(Duration::from_secs);
        gateway.limits.total = self.timeout.or(gateway.limits.total);
        Ok(gateway)
    }
}

pub(crate) fn run(arguments: &Arguments) -> exit::Result<Outcome> {
    if arguments.register {
        return register();
    }
    let mut gateway = arguments.shared.gateway()?;
    gateway.address = (arguments.bind, arguments.port).into();
    let server = listen(gateway)?;
    let home = server.home();
    show(&home)?;
    if arguments.open {
        browse(&home);
    }
    serve(server)
}

pub(crate) fn open(arguments: &Open) -> exit::Result<Outcome> {
    let idle = Some(arguments.shared.idle.unwrap_or(IDLE));
    let server = listen(Shared { idle, ..arguments.shared.clone() }.gateway()?)?;
    let page = server.page(&arguments.url);
    if arguments.print || !browse(&page) {
        show(&page)?;
    }
    serve(server)
}

fn listen(gateway: Gateway) -> exit::Result<Server> {
    gateway.listen().map_err(|error| exit::Error::Usage(format!("cannot listen: {error}")))
}

fn serve(server: Server) -> exit::Result<Outcome> {
    server.run().map_err(exit::Error::Thread)?;
    Ok(Outcome::Valid)
}

/// Prints an address at once: the gateway goes on.
fn show(address: &str) -> exit::Result<Outcome> {
    line_command::print(format!("{address}\n").as_bytes())
}

/// Opens an address in the browser. Returns `false` if the system has no program for that.
fn browse(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match env::consts::OS {
        "macos" => ("open", &[]),
        // `start` belongs to the shell, for which `&` and `%` have a meaning.
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // It may run for as long as the browser does.
            std::thread::spawn(move || child.wait());
            true
        }
        Err(error) => {
            message::print(&format_args!("cannot run {program}: {error}"));
            false
        }
    }
}

/// Writes the file by which a desktop finds `url1738 open`.
fn register() -> exit::Result<Outcome> {
    if cfg!(all(unix, not(target_os = "macos"))) {
        let home = || Some(env::home_dir()?.join(".local/share"));
        let data = env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        let data = data.filter(|path| path.is_absolute()).or_else(home);
        let none = || exit::Error::Usage("--register: $HOME is not set".to_owned());
        let folder = data.ok_or_else(none)?.join("applications");
        let path = folder.join("url1738.desktop");
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, DESKTOP_ENTRY))
            .map_err(|error| exit::Error::File(path.clone(), error))?;
        message::print(&format_args!("wrote {}", path.display()));
    }
    line_command::print(REGISTRATION.as_bytes())
}
