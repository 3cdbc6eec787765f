//! A password is a secret: nothing prints it unless asked (section 6).

use proptest::prelude::*;
use rstest::rstest;
use url1738::{
    FtpUrl, GenericUrl, Host, Redacted, TelnetUrl, Url,
    plan::{Answers, Argument, Question},
    syntax,
};

use crate::held::{
    hidden::{CANARY, assert_debug, assert_hidden, assert_nothing_printed},
    leaks::{self, Choices},
};

// req: S-03
#[rstest]
// Valid ones.
#[case("ftp://joe:*@h/x")]
#[case("ftp://:*@h")]
#[case("FTP://joe:*%40%2F@h:2121/a;type=i")]
#[case("ftp://joe:*%0A@h/x")]
#[case("telnet://joe:*@h/")]
#[case("x-db://joe:*@h:5432/db?x=1")]
#[case("x-db://joe:*@my_host/db")]
#[case("x-db://joe:*@[::1]/db")]
#[case("x-db://joe:*@h:99999/db")]
#[case("x-db://joe:a*@b@h/db")]
#[case("URL:ftp://joe:*@h/x")]
// A user where there is none.
#[case("http://joe:*@h/x")]
#[case("gopher://joe:*@h/1")]
#[case("nntp://joe:*@h/a.b")]
#[case("wais://joe:*@h/db")]
#[case("prospero://joe:*@h/x")]
#[case("file://joe:*@h/x")]
// Characters that are not escaped.
#[case("ftp://joe:a/*@h/x")]
#[case("ftp://joe:a/b/*@h/x")]
#[case("ftp://joe:*//*@h/x")]
#[case("ftp://joe:a@*@h/x")]
#[case("ftp://joe:a#*@h/x")]
#[case("ftp://joe:a?*@h/x")]
#[case("ftp://joe:a b*@h/x")]
#[case("ftp://joe:a:*@h/x")]
#[case(r"ftp://joe:a\*@h/x")]
#[case("ftp://joe:*%@h/x")]
#[case("ftp://joe:*~@h/x")]
#[case("ftp://joe:\u{e9}*@h/x")]
#[case("http://joe:a#*@h/x")]
#[case("http://joe:a/*@h/~x")]
#[case("http://joe:a@b/*@h/~x")]
// Slashes of other kinds and numbers.
#[case("ftp:/joe:*@h/x")]
#[case("ftp:joe:*@h/x")]
#[case("ftp:///joe:*@h/x")]
#[case(r"ftp:\\joe:*@h\x")]
#[case(r"http:\joe:*@h\x")]
#[case("//joe:*@h/x")]
#[case("://joe:*@h/x")]
#[case("ftp%3A//joe:*@h/x")]
// Wrapped, and among others.
#[case("<URL:ftp://joe:*@h/x>")]
#[case("<ftp://joe:*@h/~x>")]
#[case("\"http://joe:*@h/x\"")]
#[case("  ftp://joe:*@h/x")]
#[case("see ftp://joe:*@h/x")]
#[case("ftp://h/x ftp://joe:*@h/y")]
#[case("ftp://joe:*@h/x ftp://h/y")]
#[case("ftp://joe:*@h/x ftp://ann:*@h/y")]
#[case("http://h/~x ftp:/joe:*@h/y")]
#[case("ftp://joe:*\r\n@h/x")]
#[case("http://h/a#ftp://joe:*@h/")]
#[case("x-a:b#joe:*@")]
#[case("ftp:c@d://mailtojoe.h#s.domjftp:*jbho?/%2s0t.domo/@")]
#[case("x-a:\u{e9}//h#joe:*@h/x")]
#[case("http://h/~a#joe:*@h")]
// Other things are wrong.
#[case("ftp://joe:*@h:port/x")]
#[case("ftp://joe:*@my_host/x")]
#[case("ftp://joe:*@/x")]
#[case("ftp://joe:*@h/x~")]
#[case("ftp://joe:*@h/x;type=q")]
#[case("ftp://j~oe:*@h/x")]
#[case("f tp://joe:*@h/x")]
#[case("FTP://h.1a?password=* URL:ftp:%2F%2Fjoe:*@h.dom%2Fa@b")]
// Something that is not seen, or full-width forms.
#[case("http://h/~?access\u{200b}_token=*")]
#[case("http://h/~?x\u{feff}password\0=*")]
#[case("http://h/?\x1b[36mpassword\x1b[0m=*")]
#[case("ftp:\u{ad}//joe\u{2060}:\x1f*\u{200d}@h/x")]
#[case("ftp:／／joe：*＠h/x")]
#[case("http://h/~?user[password]=*")]
fn no_password_is_printed(#[case] text: &str) {
    assert_nothing_printed(&text.replace('*', CANARY));
}

/// A URL within the path of another is shown without its password, too, in the plan as well.
#[rstest]
#[case("http://archive.dom/web/ftp://joe:*@h/x")]
#[case("ftp://joe:*@h/x/ftp://ann:*@h/y")]
#[case("gopher://h/0a//joe:*@h")]
#[case("http://archive.dom/web/ftp:/joe:*@h/x")]
#[case("http://h/?u=ftp%3A%2F%2Fjoe%3A*%40h%2F")]
#[case("ftp://h/ftp:%2F%2Fjoe:*@h/x;type=i")]
#[case("gopher://h/hURL:http://u:*@x/")]
#[case("gopher://h/7/find%09ftp:%2F%2Fu:*@x/")]
#[case("wais://h/db?ftp%3A%2F%2Fu%3A*%40x%2F")]
#[case("wais://h/db/t/ftp%3A%2F%2Fu%3A*%40x%2F")]
#[case("prospero://h/ftp://u:*@x/y;a=ftp:%2F%2Fu:*@x")]
#[case("file:///ftp://u:*@x/y")]
#[case("news:ftp://u:*@h.dom")]
#[case("telnet://joe%3A*@h/")]
#[case("ftp://joe%3A*@h/x")]
#[case("x-db://h/?password=*&x")]
#[case("http://h/?password=*&x")]
#[case("http://h/?pass%00word=*&x")]
#[case("http://h/?%EF%BB%BFpassword=*&x")]
#[case("http://h/?u=ftp:%2F%2Fjoe%E2%80%8B%3A*%E2%80%8B%40h")]
#[case("wais://h/db/t/password%3D*")]
#[case("x-db:joe:*@h/")]
#[case("x-db:/:*@h/?x=1")]
#[case("prospero://h/x;password%3Da=*")]
#[case("gopher://h/0ftp://joe:%09*@host")]
#[case("news:password=*@h")]
#[case("gopher://h/7/find?password=%09*")]
#[case("gopher://h/0x%09%09+%091%0D%0A+-1%0D%0Aftp://joe:%0D%0A*@h%0D%0A.%0D%0A")]
#[case("wais://h/password%3D/*/x")]
#[case("wais://h/ftp%3A%2F%2Fjoe%3A*/%40h/x")]
#[case("prospero://h/ftp://joe:;*=@h")]
#[case("prospero://h/x?password%3D;*=1")]
#[case("ftp://h?password=*@b")]
#[case("ftp://h?password=*%20URL:joe@h")]
// req: S-03
fn a_url_within_a_path(#[case] text: &str) {
    let text = text.replace('*', CANARY);
    let url = Url::parse(&text).unwrap();
    assert_debug(&url, &text);
    assert_debug(&url.normalize(), &text);
    assert_hidden(&url.redacted().to_string(), &text);
    assert_debug(&Url::repair(&text), &text);
    assert_nothing_printed(&text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever kind of text holds it.
    #[test]
    fn no_generated_password_is_printed(bytes in proptest::collection::vec(any::<u8>(), 24)) {
        assert_nothing_printed(&leaks::text(&mut Choices(&bytes)));
    }
}

/// What is built of one, before there is a URL.
// req: S-03
#[test]
fn what_is_built_hides_it() {
    let host = Host::parse("h").unwrap();
    let ftp = FtpUrl::builder(host).unwrap().credentials("joe", CANARY);
    assert_debug(&ftp, "a builder");
    assert_debug(&ftp.build(), "a built URL");
    assert_debug(&TelnetUrl::builder(host).unwrap().credentials("joe", CANARY), "a builder");
    let generic = GenericUrl::builder("x-db", host).unwrap().credentials("joe", CANARY);
    assert_debug(&generic, "a builder");
    let secret = Argument::new(CANARY.as_bytes()).unwrap().secret();
    assert_debug(&secret, "an argument");
    assert_hidden(&secret.to_string(), "an argument");
    assert_debug(&Answers::new().answer(Question::Password, CANARY.as_bytes()), "an answer");
    let mut cursor = syntax::scheme::Cursor::new(CANARY.as_bytes()).unwrap();
    cursor.bump();
    assert_debug(&cursor, "a cursor");
}

/// Who asks for it gets it.
#[test]
fn who_asks_gets_it() {
    let text = format!("ftp://joe:{CANARY}@h/x");
    let url = FtpUrl::parse(&text).unwrap();
    assert_eq!(url.to_string(), text);
    assert_eq!(url.password().unwrap(), CANARY);
    assert_eq!(Redacted::revealed(text.as_bytes()).to_string(), text);
    let plan = url.plan().unwrap();
    assert!(format!("{:#}", plan.steps[1]).contains(CANARY));
    let wire = plan.to_wire(&Answers::new()).unwrap().concat();
    assert!(wire.windows(CANARY.len()).any(|octets| octets == CANARY.as_bytes()));
}

/// What looks like a password and is none is shown.
#[rstest]
#[case("http://h:80/~joe@x")]
#[case("mailto:joe@h~x")]
#[case("http://h/a b")]
#[case("ftp://joe@h/a b")]
#[case("news:a@h b")]
#[case("http://h:port/x")]
fn the_rest_is_shown(#[case] text: &str) {
    assert_eq!(Redacted::new(text.as_bytes()).to_string(), text);
}

/// The place of an error is where it is drawn, after a hidden password too.
#[test]
fn the_caret_is_where_the_text_is_shown() {
    let text = format!("ftp://joe:{CANARY}@h/x~");
    let drawn = FtpUrl::annotate(&text, &FtpUrl::parse(&text).unwrap_err());
    insta::assert_snapshot!(drawn, @r"
    ftp://joe:***@h/x~
                     ^
    unexpected `~` in path segment at byte 27
    help: percent-encode it as `%7E`
    ");
}
