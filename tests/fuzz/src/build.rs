//! Builders over arbitrary octets: parse(build(x)) returns x. Encoding and decoding, by every part.

use arbitrary::{Arbitrary, Result, Unstructured};
use url1738::{
    Escaped, FileUrl, FtpUrl, GenericUrl, GopherUrl, Host, HttpUrl, Login, MailtoUrl, NewsUrl,
    NntpUrl, ProsperoUrl, TelnetUrl, WaisUrl,
    ftp::TypeCode,
    gopher::{GopherPlus, GopherType},
    news::Grouppart,
    wais::WaisForm,
};

use crate::held::url::{assert_encodes, assert_laws, parts};

type Octets = Vec<u8>;

/// Builds a URL of one of eleven kinds from the parts that the bytes describe.
pub fn build_parse(bytes: &[u8]) {
    let mut parts = Unstructured::new(bytes);
    let build =
        [ftp, http, gopher, form, mailto, news, nntp, telnet, wais, file, prospero, generic];
    let Ok(build) = parts.choose(&build) else { return };
    // Too few bytes for the parts do not make a URL.
    let _ = build(&mut parts);
}

/// Host, port, user and password, decoded.
#[derive(Clone, Debug)]
struct Model {
    host: String,
    port: Option<u16>,
    user: Option<Octets>,
    password: Option<Octets>,
}

impl<'a> Arbitrary<'a> for Model {
    fn arbitrary(parts: &mut Unstructured<'a>) -> Result<Self> {
        let user: Option<Octets> = parts.arbitrary()?;
        let password = if user.is_some() { parts.arbitrary()? } else { None };
        Ok(Self { host: host(parts)?, port: parts.arbitrary()?, user, password })
    }
}

impl Model {
    fn host(&self) -> Host<'_> {
        Host::parse(&self.host).expect("made to be a host")
    }

    fn assert(&self, login: Login<'_>) {
        assert_eq!(login.host(), self.host());
        assert_eq!(login.port(), self.port);
        assert_eq!(login.user().map(decoded), self.user);
        assert_eq!(login.password().map(decoded), self.password);
    }

    /// Removes user and password, for schemes without them.
    fn hostport(parts: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { user: None, password: None, ..parts.arbitrary()? })
    }
}

/// Returns a host: an address, or labels as section 3.1 describes them.
fn host(parts: &mut Unstructured<'_>) -> Result<String> {
    if parts.ratio(1, 4)? {
        let groups: [u8; 4] = parts.arbitrary()?;
        return Ok(groups.map(|group| group.to_string()).join("."));
    }
    let mut labels = Vec::new();
    for _ in 0..parts.int_in_range(0..=3)? {
        labels.push(label(parts)?);
    }
    labels.push(format!("{}{}", char::from(parts.int_in_range(b'a'..=b'z')?), label(parts)?));
    Ok(labels.join("."))
}

/// Letters and digits, hyphens within.
fn label(parts: &mut Unstructured<'_>) -> Result<String> {
    let mut label = String::new();
    for _ in 0..parts.int_in_range(1..=20)? {
        label.push(char::from(*parts.choose(b"abcXYZ0189-")?));
    }
    if label.starts_with('-') || label.ends_with('-') {
        label = format!("1{label}1");
    }
    Ok(label)
}

fn decoded(part: Escaped<'_>) -> Octets {
    part.decode().into_owned()
}

macro_rules! with_port {
    ($builder:expr, $model:expr) => {
        match $model.port {
            Some(port) => $builder.without_port().port(port),
            None => $builder.port(1).without_port(),
        }
    };
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

fn ftp(parts: &mut Unstructured<'_>) -> Result<()> {
    let (model, segments): (Model, Vec<Octets>) = parts.arbitrary()?;
    let codes = [None, Some(TypeCode::Ascii), Some(TypeCode::Image), Some(TypeCode::Directory)];
    let code = *parts.choose(&codes)?;
    let builder = with_login!(FtpUrl::builder(model.host()).unwrap(), model).path(&segments);
    let url = code.map_or(builder.clone(), |code| builder.typecode(code)).build();
    model.assert(url.login());
    // A typecode follows a path, which may be empty.
    let segments = if segments.is_empty() && code.is_some() { vec![vec![]] } else { segments };
    assert!(url.segments().map(decoded).eq(segments), "{url}");
    assert_eq!(url.typecode(), code);
    assert_laws(url.as_str());
    Ok(())
}

fn http(parts: &mut Unstructured<'_>) -> Result<()> {
    let model = Model::hostport(parts)?;
    let (segments, search): (Vec<Octets>, Option<Octets>) = parts.arbitrary()?;
    let builder = with_port!(HttpUrl::builder(model.host()).unwrap(), model).path(&segments);
    let url = search.as_ref().map_or(builder.clone(), |search| builder.search(search)).build();
    model.assert(url.login());
    let segments = if segments.is_empty() && search.is_some() { vec![vec![]] } else { segments };
    assert!(url.segments().map(decoded).eq(segments), "{url}");
    assert_eq!(url.search().map(decoded), search);
    assert_laws(url.as_str());
    Ok(())
}

fn holds(octets: &[u8], controls: &[u8]) -> bool {
    octets.iter().any(|octet| controls.contains(octet))
}

fn gopher(parts: &mut Unstructured<'_>) -> Result<()> {
    let model = Model::hostport(parts)?;
    let item: Option<(u8, Octets)> = parts.arbitrary()?;
    let (search, plus): (Option<Octets>, Option<Octets>) = parts.arbitrary()?;
    let mut builder = with_port!(GopherUrl::builder(model.host()).unwrap(), model);
    if let Some((gtype, selector)) = &item {
        let refused = holds(&[*gtype], b"\t\r\n") || holds(selector, b"\t\r\n");
        match builder.item(GopherType::from(*gtype), selector) {
            Ok(set) => builder = set,
            Err(_) => return Ok(assert!(refused)),
        }
        assert!(!refused);
    }
    if let Some(search) = &search {
        match builder.search(search) {
            Ok(set) => builder = set,
            Err(_) => return Ok(assert!(search.contains(&b'\t'))),
        }
        assert!(!search.contains(&b'\t'));
    }
    if let Some(plus) = &plus {
        builder = builder.plus_string(plus);
    }
    let url = builder.build();
    model.assert(url.login());
    let item = item.or((search.is_some() || plus.is_some()).then(|| (b'1', vec![])));
    assert_eq!(url.gtype().map(decoded), item.as_ref().map(|(gtype, _)| vec![*gtype]));
    assert_eq!(url.selector().map(decoded), item.map(|(_, selector)| selector));
    assert_eq!(url.search().map(decoded), search.or_else(|| plus.is_some().then(Vec::new)));
    assert_eq!(url.gopher_plus_string().map(decoded), plus);
    assert_laws(url.as_str());
    Ok(())
}

fn form(parts: &mut Unstructured<'_>) -> Result<()> {
    let model = Model::hostport(parts)?;
    let answers: Vec<Octets> = parts.arbitrary()?;
    let refused = answers.iter().any(|answer| holds(answer, b"\r\n\0") || answer == b".");
    match GopherUrl::builder(model.host()).unwrap().form(&answers) {
        Ok(builder) => {
            let url = builder.build();
            let plus = url.gopher_plus();
            assert!(!refused && matches!(plus, Some(GopherPlus::FilledForm(_))), "{url}");
            assert_eq!(plus.and_then(GopherPlus::form_values), Some(answers));
            assert!(url.plan().is_ok());
            assert_laws(url.as_str());
        }
        Err(_) => assert!(refused),
    }
    Ok(())
}

fn mailto(parts: &mut Unstructured<'_>) -> Result<()> {
    let address: String = parts.arbitrary()?;
    if let Ok(url) = MailtoUrl::to(&address) {
        assert_eq!(url.address(), address);
        assert_laws(url.as_str());
    }
    Ok(())
}

fn news(parts: &mut Unstructured<'_>) -> Result<()> {
    let (model, unique, group): (Model, Octets, String) = parts.arbitrary()?;
    if let Ok(url) = NewsUrl::group(&group) {
        assert_laws(url.as_str());
    }
    let Ok(url) = NewsUrl::article(&unique, model.host()) else {
        return Ok(assert!(unique.is_empty()));
    };
    let Grouppart::Article { unique: id, host: name } = url.grouppart() else { panic!("{url}") };
    assert_eq!(decoded(id), unique);
    assert_eq!(Host::parse(name), Ok(model.host()));
    assert_laws(url.as_str());
    Ok(())
}

fn nntp(parts: &mut Unstructured<'_>) -> Result<()> {
    let model = Model::hostport(parts)?;
    let (group, number): (String, Option<u64>) = parts.arbitrary()?;
    let valid = group.starts_with(|c: char| c.is_ascii_alphabetic())
        && group.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.+_".contains(&byte));
    let Ok(builder) = NntpUrl::builder(model.host(), &group) else { return Ok(assert!(!valid)) };
    assert!(valid, "{group:?}");
    let builder = with_port!(builder, model);
    let url = number.map_or(builder.clone(), |number| builder.article(number)).build();
    model.assert(url.login());
    assert_eq!((url.group(), url.article()), (&*group, number));
    assert_laws(url.as_str());
    Ok(())
}

fn telnet(parts: &mut Unstructured<'_>) -> Result<()> {
    let (model, slash): (Model, bool) = parts.arbitrary()?;
    let url = with_login!(TelnetUrl::builder(model.host()).unwrap(), model).slash(slash).build();
    model.assert(url.login());
    assert_eq!(url.path().is_some(), slash);
    assert_laws(url.as_str());
    Ok(())
}

fn wais(parts: &mut Unstructured<'_>) -> Result<()> {
    let model = Model::hostport(parts)?;
    let database: Octets = parts.arbitrary()?;
    let form: Option<(bool, Octets, Octets)> = parts.arbitrary()?;
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
    let built = form.map(|(index, one, two)| (index, one, if index { vec![] } else { two }));
    assert_eq!(found, built);
    assert_laws(url.as_str());
    Ok(())
}

fn file(parts: &mut Unstructured<'_>) -> Result<()> {
    let (model, on_host, segments): (Model, bool, Vec<Octets>) = parts.arbitrary()?;
    let host = on_host.then(|| model.host());
    let url = host
        .into_iter()
        .fold(FileUrl::builder(), url1738::file::FileBuilder::host)
        .path(&segments)
        .build();
    assert_eq!(url.is_local(), host.is_none_or(|host| host.name() == Some("localhost")));
    let segments = if segments.is_empty() { vec![vec![]] } else { segments };
    assert!(url.segments().map(decoded).eq(segments), "{url}");
    assert_laws(url.as_str());
    Ok(())
}

fn prospero(parts: &mut Unstructured<'_>) -> Result<()> {
    let model = Model::hostport(parts)?;
    let (hsoname, fields): (Octets, Vec<(Octets, Octets)>) = parts.arbitrary()?;
    let mut builder = with_port!(ProsperoUrl::builder(model.host(), &hsoname).unwrap(), model);
    for (name, value) in &fields {
        builder = builder.field(name, value);
    }
    let url = builder.build();
    model.assert(url.login());
    assert_eq!(decoded(url.hsoname()), hsoname);
    let found = url.fields().map(|(name, value)| (decoded(name), decoded(value)));
    assert!(found.eq(fields), "{url}");
    assert_laws(url.as_str());
    Ok(())
}

fn generic(parts: &mut Unstructured<'_>) -> Result<()> {
    let (model, scheme, segments): (Model, String, Vec<Octets>) = parts.arbitrary()?;
    let class = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let valid = !scheme.is_empty() && scheme.bytes().all(class);
    let Ok(builder) = GenericUrl::builder(&scheme, model.host()) else {
        return Ok(assert!(!valid, "{scheme}"));
    };
    assert!(valid, "{scheme}");
    let url = with_login!(builder, model).path(&segments).build();
    model.assert(url.login().expect("a login was built"));
    assert_eq!(url.scheme(), scheme);
    let path = url.path().map(Escaped::as_str);
    let pieces = path.into_iter().flat_map(|path| path.split('/'));
    assert!(pieces.map(|piece| decoded(Escaped::new_validated(piece))).eq(segments), "{url}");
    let again = url.to_builder().map(|builder| builder.build());
    assert_eq!(again, Some(url));
    Ok(())
}

/// The law of encoding holds for the octets, and decoding agrees with the crate `percent-encoding`.
pub fn encode_decode(bytes: &[u8]) {
    parts().for_each(|part| assert_encodes(part, bytes));
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    for part in parts() {
        match part.read(text) {
            Ok(read) => {
                assert_eq!(read.as_str(), text);
                let expected: Vec<u8> = percent_encoding::percent_decode_str(text).collect();
                assert_eq!(&*read.decode(), expected, "{part}: {text:?}");
                assert_eq!(read.decode_utf8().ok().as_deref(), str::from_utf8(&expected).ok());
            }
            Err(error) => {
                let range = error.span().range();
                assert!(range.start <= range.end && range.end <= text.len(), "{part}: {text:?}");
                // The text before the mark is not the error.
                assert!(part.read(&text[..range.start]).is_ok(), "{part}: {text:?}: {error:?}");
            }
        }
    }
    // A `%` that begins no escape is kept, in text that no parser has checked.
    let expected: Vec<u8> = percent_encoding::percent_decode_str(text).collect();
    assert_eq!(&*Escaped::new_validated(text).decode(), expected, "{text:?}");
}
