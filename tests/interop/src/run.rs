//! A run from end to end.

use std::time::Instant;

use url1738::Url;

use crate::{
    cases,
    cases::{Case, MACHINE, RECORDER},
    clients, compare,
    compare::{Comparison, Verdict},
    curl,
    curl::Curl,
    execute::{Reach, check_details, execute, plan_for},
    expect,
    expect::Expect,
    install,
    octets::{Error, Result},
    report::{Report, Tally},
    seed::{FILES, Tree},
    servers::{KINDS, Kind, Place, Running},
};

/// Runs every case against its server and with curl. With `with_install`, installs what is
/// missing first, or prints to stderr why it cannot.
///
/// # Errors
/// Returns an error if files cannot be written or the data files are malformed.
pub fn run(with_install: bool) -> Result<Report> {
    install::recover()?;
    let missing = install::missing_packages();
    if with_install && !missing.is_empty() {
        eprintln!("{}", install::line(&missing));
        let begun = Instant::now();
        match install::install(&missing) {
            Ok(()) => eprintln!("installed in {} s", begun.elapsed().as_secs()),
            Err(error) => eprintln!("not installed: {error}"),
        }
    }
    let missing = install::missing_packages();
    let install = (!missing.is_empty()).then(|| install::line(&missing));
    let cases = cases::all()?;
    let place = Place::new()?;
    let curl = Curl::find(place.scratch())?;
    let client = curl.as_ref().map(Curl::version).transpose()?;
    let differences = curl::all()?;
    let comparison = curl.as_ref().map(|curl| Comparison::new(curl, &differences));
    let report = Report::default();
    let mut run = Run { place: &place, cases: &cases, comparison, report, with_install };
    for kind in KINDS {
        run.server(kind);
    }
    run.group(MACHINE, None, &FILES);
    run.group(RECORDER, None, &FILES);
    run.examples(cases::ALONE, None, &FILES);
    for client in clients::missing_packages() {
        let reason = run.missing(&[client]);
        run.skip(client, reason);
    }
    Ok(Report { client, install, differences: differences.clone(), ..run.report })
}

struct Run<'a> {
    place: &'a Place,
    cases: &'a [Case],
    comparison: Option<Comparison<'a>>,
    report: Report,
    with_install: bool,
}

impl Run<'_> {
    /// Records that something is not run.
    fn skip(&mut self, name: &str, reason: String) {
        self.report.tallies.push(Tally { skipped: Some(reason), ..Tally::new(name) });
    }

    /// Returns the reason to skip what needs `packages`.
    fn missing(&self, packages: &[&str]) -> String {
        // The gate accepts what is skipped only if it cannot be installed.
        let tried = if self.with_install { "cannot be installed" } else { "not installed" };
        format!("{} {tried}", packages.join(", "))
    }

    /// Starts a server, runs its cases, and ends it.
    fn server(&mut self, kind: &Kind) {
        let missing = kind.missing().map(|packages| self.missing(packages));
        if let Some(reason) = missing.or(kind.hindrance().map(str::to_owned)) {
            return self.skip(kind.name, reason);
        }
        match kind.start(self.place) {
            Ok(running) => self.group(kind.name, Some(&running), kind.tree),
            Err(error) => self.report.fail(kind.name, "does not start", &error),
        }
    }

    /// Runs the cases of one server.
    fn group(&mut self, server: &str, running: Option<&Running>, tree: &Tree) {
        let mut tally = Tally::new(server);
        for case in self.cases.iter().filter(|case| case.server == server) {
            tally.urls += 1;
            let carried_out = self.carry_out(case, running, tree);
            if let Some(running) = running {
                let ours = carried_out.is_ok();
                self.report.clients.count(case, running.address, tree, ours);
            }
            match carried_out {
                Ok(octets) => tally.octets += octets,
                Err(error) => self.report.fail(server, &case.url, &error),
            }
            let Some(comparison) = &mut self.comparison else { continue };
            match comparison.verdict(case, &self.place.files) {
                Ok(None) => {}
                Ok(Some(verdict)) => {
                    tally.count(&verdict);
                    if let Verdict::Unexpected(what) = verdict {
                        self.report.fail("curl", &case.url, &Error::new(what));
                    }
                }
                Err(error) => self.report.fail("curl", &case.url, &error),
            }
        }
        self.report.tallies.push(tally);
        self.examples(server, running, tree);
    }

    /// Runs the examples of the crates against one server.
    fn examples(&mut self, server: &str, running: Option<&Running>, tree: &Tree) {
        let mut tally = Tally::new(&format!("{server} examples"));
        for (command, octets) in cases::run(server, running.map(|it| it.address), tree) {
            tally.urls += 1;
            match octets {
                Ok(octets) => tally.octets += octets,
                Err(error) => self.report.fail(server, &command, &error),
            }
        }
        if tally.urls > 0 {
            self.report.tallies.push(tally);
        }
    }

    /// Carries one plan out and compares. Returns the number of compared octets.
    fn carry_out(&self, case: &Case, running: Option<&Running>, tree: &Tree) -> Result<usize> {
        let address = running.map(|running| running.address);
        let url = case.url_for(address, &self.place.files);
        let Some(plan) = plan_for(&url)? else {
            let wanted = case.expect == [Expect::Refused];
            return if wanted { Ok(0) } else { Err(Error::new("the access was refused")) };
        };
        let outcome = match (address, compare::role(case)) {
            (Some(address), _) => execute(&plan, case.reach(address), &case.answers)?,
            (None, Some(role)) => compare::follow_plan(case, &plan, role)?,
            (None, None) => execute(&plan, Reach::Direct, &case.answers)?,
        };
        let octets = expect::check(&case.expect, &outcome, tree)?;
        // Not where a name looks like an option of the program that lists, or the server refuses.
        if let (Some(address), false, false) = (address, outcome.stopped, url.contains("/-")) {
            let url = Url::parse(&url).map_err(Error::during(&url))?;
            check_details(&url, case.reach(address), &case.answers)?;
        }
        Ok(octets)
    }
}
