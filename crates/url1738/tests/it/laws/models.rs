//! parse(build(x)) gives back x: builders over arbitrary octets.

use proptest::{collection::vec, option, prelude::*};
use url1738::{
    Error, Escaped, FileUrl, FtpUrl, GenericUrl, GopherUrl, Host, HttpUrl, Login, MailtoUrl,
    NewsUrl, NntpUrl, ProsperoUrl, TelnetUrl, WaisUrl,
    ftp::TypeCode,
    gopher::{GopherPlus, GopherType},
    news::Grouppart,
    syntax::GenericBuilder,
    wais::WaisForm,
};

use super::{assert_laws, for_all, grammar};

type Octets = Vec<u8>;

fn octets() -> impl Strategy<Value = Octets> {
    vec(any::<u8>(), 0..8)
}

fn segments() -> impl Strategy<Value = Vec<Octets>> {
    vec(octets(), 0..5)
}

/// Host, port, user and password, decoded.
#[derive(Clone, Debug)]
struct Model {
    host: String,
    port: Option<u16>,
    user: Option<Octets>,
    password: Option<Octets>,
}

impl Model {
    fn host(&self) -> Host<'_> {
        Host::parse(&self.host).expect("a host of the grammar")
    }

    fn assert(&self, login: Login<'_>) {
        assert_eq!(login.host(), self.host());
        assert_eq!(login.port(), self.port);
        assert_eq!(login.user().map(decoded), self.user);
        assert_eq!(login.password().map(decoded), self.password);
    }
}

fn decoded(part: Escaped<'_>) -> Octets {
    part.decode().into_owned()
}

fn hostport() -> impl Strategy<Value = Model> {
    let model = (grammar::host(), option::of(any::<u16>()));
    model.prop_map(|(host, port)| Model { host, port, user: None, password: None })
}

fn login() -> impl Strategy<Value = Model> {
    let user = (octets(), option::of(octets()));
    (hostport(), option::of(user)).prop_map(|(model, user)| match user {
        Some((user, password)) => Model { user: Some(user), password, ..model },
        None => model,
    })
}

/// Sets user and port, for the builders that have both.
macro_rules! with_login {
    ($builder:expr, $model:expr) => {{
        let mut builder = $builder;
        match ($model.user.clone(), $model.password.clone()) {
            (Some(user), Some(password)) => builder = builder.credentials(user, password),
            (Some(user), None) => builder = builder.user(user),
            (None, _) => builder = builder.without_credentials(),
        }
        with_port!(builder, $model)
    }};
}

macro_rules! with_port {
    ($builder:expr, $model:expr) => {
        match $model.port {
            Some(port) => $builder.without_port().port(port),
            None => $builder.port(1).without_port(),
        }
    };
}

// req: C-02, C-03, F-04, F-07
#[test]
fn ftp() {
    let code = prop::sample::select(vec![TypeCode::Ascii, TypeCode::Image, TypeCode::Directory]);
    let parts = (login(), segments(), option::of(code));
    for_all(&parts, |(model, segments, code)| {
        let builder = with_login!(FtpUrl::builder(model.host()).unwrap(), model).path(&segments);
        let url = match code {
            Some(code) => builder.typecode(code).build(),
            None => builder.build(),
        };
        model.assert(url.login());
        // A typecode follows a path, which may be empty.
        let expected = if segments.is_empty() && code.is_some() { vec![vec![]] } else { segments };
        assert!(url.segments().map(decoded).eq(expected.iter().cloned()), "{url}");
        assert_eq!(url.name().map(decoded), expected.last().cloned());
        assert_eq!(url.cwds().count(), expected.len().saturating_sub(1));
        assert_eq!(url.typecode(), code);
        assert_laws(url.as_str());
    });
}

// req: H-03
#[test]
fn http() {
    for_all(&(hostport(), segments(), option::of(octets())), |(model, segments, search)| {
        let builder = with_port!(HttpUrl::builder(model.host()).unwrap(), model).path(&segments);
        let url = match &search {
            Some(search) => builder.search(search).build(),
            None => builder.build(),
        };
        model.assert(url.login());
        let expected =
            if segments.is_empty() && search.is_some() { vec![vec![]] } else { segments };
        assert!(url.segments().map(decoded).eq(expected), "{url}");
        assert_eq!(url.search().map(decoded), search);
        assert_laws(url.as_str());
    });
}

fn refused(octets: &[u8], controls: &[u8]) -> bool {
    octets.iter().any(|octet| controls.contains(octet))
}

// req: P-03, P-05
#[test]
fn gopher() {
    let item = option::of((any::<u8>(), octets()));
    let parts = (hostport(), item, option::of(octets()), option::of(octets()));
    for_all(&parts, |(model, item, search, plus)| {
        let mut builder = with_port!(GopherUrl::builder(model.host()).unwrap(), model);
        if let Some((gtype, selector)) = &item {
            let set = builder.clone().item(GopherType::from(*gtype), selector);
            let controls = b"\t\r\n";
            if refused(&[*gtype], controls) || refused(selector, controls) {
                return assert_offset(
                    &set.unwrap_err(),
                    if refused(&[*gtype], controls) { &[] } else { selector },
                );
            }
            builder = set.expect("no tab, CR or LF");
        }
        if let Some(search) = &search {
            let set = builder.clone().search(search);
            if refused(search, b"\t") {
                return assert_offset(&set.unwrap_err(), search);
            }
            builder = set.expect("no tab");
        }
        if let Some(plus) = &plus {
            builder = builder.plus_string(plus);
        }
        let url = builder.build();
        model.assert(url.login());
        let top = (search.is_some() || plus.is_some()).then(|| (b'1', vec![]));
        let item = item.or(top);
        assert_eq!(url.gtype().map(decoded), item.as_ref().map(|(gtype, _)| vec![*gtype]));
        assert_eq!(url.selector().map(decoded), item.map(|(_, selector)| selector));
        assert_eq!(url.search().map(decoded), search.or_else(|| plus.is_some().then(Vec::new)));
        assert_eq!(url.gopher_plus_string().map(decoded), plus);
        assert_laws(url.as_str());
    });
}

/// The error of a setter marks one octet of its argument; nothing is known of one that is a number.
fn assert_offset(error: &Error, argument: &[u8]) {
    if !argument.is_empty() {
        assert!(b"\t\r\n\0".contains(&argument[error.span().range()][0]), "{error:?}");
    }
}

// req: P-07
#[test]
fn gopher_forms() {
    for_all(&(hostport(), vec(octets(), 0..4)), |(model, answers)| {
        match GopherUrl::builder(model.host()).unwrap().form(&answers) {
            Ok(builder) => {
                let url = builder.build();
                let plus = url.gopher_plus();
                assert!(matches!(plus, Some(GopherPlus::FilledForm(_))), "{url}");
                assert_eq!(plus.and_then(GopherPlus::form_values), Some(answers));
                assert!(url.plan().is_ok());
                assert_laws(url.as_str());
            }
            Err(error) => {
                assert_eq!(error.part().name(), "gopher+_string");
                assert!(answers.iter().any(|answer| refused(answer, b"\r\n\0") || answer == b"."));
            }
        }
    });
}

// req: M-01
#[test]
fn mailto() {
    for_all(&grammar::mailto(), |text| {
        let url: MailtoUrl = text.parse().expect("a mailto URL");
        let address = url.address().into_owned();
        let built = MailtoUrl::to(&address).expect("an addr-spec");
        assert_eq!(built.address(), address);
        assert_eq!((built.local_part(), built.domain()), (url.local_part(), url.domain()));
        assert!(built.equivalent(&url), "{built} {url}");
    });
}

#[test]
fn mailto_of_any_text() {
    for_all(&"[ -~]{0,12}|[a-z.]{1,4}@[a-z.]{1,6}", |address| {
        if let Ok(url) = MailtoUrl::to(&address) {
            assert_eq!(url.address(), address);
        }
    });
}

// req: N-01
#[test]
fn news() {
    for_all(&(octets(), grammar::host()), |(unique, host)| {
        let host = Host::parse(&host).expect("a host of the grammar");
        let Ok(url) = NewsUrl::article(&unique, host) else {
            return assert!(unique.is_empty());
        };
        let Grouppart::Article { unique: id, host: name } = url.grouppart() else {
            panic!("{url}")
        };
        assert_eq!(decoded(id), unique);
        assert_eq!(Host::parse(name), Ok(host));
        assert_laws(url.as_str());
    });
}

#[test]
fn groups() {
    let group = "[a-zA-Z][a-zA-Z0-9+_.-]{0,8}|.{0,6}";
    for_all(&(hostport(), group, option::of(any::<u64>())), |(model, group, number)| {
        let valid = group.starts_with(|c: char| c.is_ascii_alphabetic())
            && group.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.+_".contains(&b));
        assert_eq!(NewsUrl::group(&group).is_ok(), valid, "{group}");
        let Ok(builder) = NntpUrl::builder(model.host(), &group) else { return assert!(!valid) };
        assert_eq!(NewsUrl::group(&group).map(NewsUrl::into_string), Ok(format!("news:{group}")));
        let builder = with_port!(builder, model);
        let url = number.map_or(builder.clone(), |number| builder.article(number)).build();
        model.assert(url.login());
        assert_eq!((url.group(), url.article()), (&*group, number));
        assert_laws(url.as_str());
    });
}

// req: T-01
#[test]
fn telnet() {
    for_all(&(login(), any::<bool>()), |(model, slash)| {
        let url =
            with_login!(TelnetUrl::builder(model.host()).unwrap(), model).slash(slash).build();
        model.assert(url.login());
        assert_eq!(url.path().is_some(), slash);
        assert_laws(url.as_str());
    });
}

// req: W-02
#[test]
fn wais() {
    for_all(&(hostport(), octets(), option::of((any::<bool>(), octets(), octets()))), |parts| {
        let (model, database, form) = parts;
        let builder = with_port!(WaisUrl::builder(model.host(), &database).unwrap(), model);
        let url = match &form {
            None => builder.database_only().build(),
            Some((true, search, _)) => builder.search(search).build(),
            Some((false, wtype, wpath)) => builder.document(wtype, wpath).build(),
        };
        model.assert(url.login());
        assert_eq!(decoded(url.database()), database);
        let found = match url.form() {
            WaisForm::Database => None,
            WaisForm::Index { search } => Some((true, decoded(search), vec![])),
            WaisForm::Document { wtype, wpath } => Some((false, decoded(wtype), decoded(wpath))),
            other => panic!("{other:?}"),
        };
        let without = |(search, one, two)| (search, one, if search { vec![] } else { two });
        assert_eq!(found, form.map(without));
        assert_laws(url.as_str());
    });
}

// req: L-01
#[test]
fn file() {
    for_all(&(option::of(grammar::host()), segments()), |(host, segments)| {
        let typed = host.as_ref().map(|host| Host::parse(host).expect("a host of the grammar"));
        let url = typed
            .into_iter()
            .fold(FileUrl::builder(), url1738::file::FileBuilder::host)
            .path(&segments)
            .build();
        let is_local = typed.is_none_or(|host| host.name() == Some("localhost"));
        assert_eq!(url.is_local(), is_local);
        let expected = if segments.is_empty() { vec![vec![]] } else { segments };
        assert!(url.segments().map(decoded).eq(expected), "{url}");
        assert_laws(url.as_str());
    });
}

// req
#[test]
fn prospero() {
    for_all(
        &(hostport(), octets(), vec((octets(), octets()), 0..4)),
        |(model, hsoname, fields)| {
            let builder = with_port!(ProsperoUrl::builder(model.host(), &hsoname).unwrap(), model);
            let with = |builder: url1738::prospero::ProsperoBuilder,
                        (name, value): &(Octets, Octets)| {
                builder.field(name, value)
            };
            let url = fields.iter().fold(builder, with).build();
            model.assert(url.login());
            assert_eq!(decoded(url.hsoname()), hsoname);
            let found = url.fields().map(|(name, value)| (decoded(name), decoded(value)));
            assert!(found.eq(fields), "{url}");
            assert_laws(url.as_str());
        },
    );
}

// req: G-10
#[test]
fn generic() {
    let parts = (login(), "[a-zA-Z0-9+.-]{0,5}|.{0,4}", segments());
    for_all(&parts, |(model, scheme, segments)| {
        let class = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
        let valid = !scheme.is_empty() && scheme.bytes().all(class);
        let Ok(builder) = GenericUrl::builder(&scheme, model.host()) else {
            return assert!(!valid, "{scheme}");
        };
        let url = with_login!(builder, model).path(&segments).build();
        model.assert(url.login().expect("a login was built"));
        assert_eq!(url.scheme(), scheme);
        let path = url.path().map(Escaped::as_str);
        let pieces = path.into_iter().flat_map(|path| path.split('/'));
        assert!(pieces.map(|piece| decoded(Escaped::new_validated(piece))).eq(segments), "{url}");
        assert_eq!(url.to_builder().map(GenericBuilder::build), Some(url));
    });
}
