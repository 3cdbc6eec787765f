//! URLs that are easily missed: rare user names and schemes, schemes without slashes, text in other markup.

use rstest::rstest;
use url1738_context::{Ambiguity, Form, find_iter};

use crate::{only, urls};

#[rstest]
#[case::at_sign_of_a_path("http://h.dom/list@")]
#[case::at_sign_of_a_query("http://h.dom/?to=list@")]
#[case::at_sign_after_a_slash("gopher://h.dom/1@")]
#[case::user_semicolon("ftp://;joe@h.dom/x")]
#[case::user_equals("ftp://=joe@h.dom/x")]
#[case::user_dollar("ftp://$joe:pw@h.dom/x")]
#[case::user_asterisk("ftp://*@h.dom/x")]
#[case::masked("ftp://***:***@h.dom/x")]
#[case::user_bracket("ftp://(joe@h.dom/x")]
#[case::user_in_brackets("ftp://(joe):pw@h.dom/x")]
#[case::user_brackets("ftp://((joe@h.dom/x")]
#[case::user_only_brackets("ftp://()@h.dom/")]
#[case::user_ampersand("telnet://&joe@h.dom/")]
#[case::user_exclamation("telnet://!joe@h.dom/")]
#[case::user_plus("ftp://+joe@h.dom/")]
#[case::user_comma("ftp://,joe@h.dom/")]
#[case::user_hyphen("ftp://-joe@h.dom/")]
#[case::user_dot("ftp://.joe@h.dom/")]
#[case::user_question("ftp://?joe@h.dom/")]
#[case::user_semicolons("ftp://;:;@h.dom/x")]
#[case::user_dollar_alone("ftp://$:pw@[::1]/x")]
#[case::scheme_plus("whois++://h.dom/x")]
#[case::scheme_hyphen("foo-://h.dom/x")]
#[case::scheme_dot("foo.://h.dom/x")]
#[case::scheme_digit("9p://h.dom/x")]
#[case::scheme_digit_and_plus("7bit+x://h.dom/")]
#[case::scheme_digit_and_hyphen("4u-://h.dom/")]
#[case::message("mid:960830.1639@XIson.com")]
#[case::part_of_a_message("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com")]
#[case::content("cid:foo4%25foo1@bar.net")]
#[case::upper_case_content("CID:foo@bar.net")]
#[case::person("sip:alice@h.dom;transport=tcp")]
#[case::person_over_tls("sips:+1-212-555-1212:1234@h.dom;user=phone?subject=x")]
#[case::person_of_chat("xmpp:joe@h.dom?message")]
#[case::magnet("magnet:?xt=urn:btih:c12fe1c06bba254a&dn=x&tr=udp%3A%2F%2Ft.dom%3A80")]
#[case::magnet_of_two("magnet:?xt.1=urn:btih:c12f&xt.2=urn:sha1:YNCK")]
#[case::telephone("tel:+1-201-555-0123")]
#[case::telephone_with_brackets("tel:+44(0)171.123.4567;ext=12")]
#[case::message_to_a_telephone("sms:+15105550101?body=hello%20there")]
#[case::book("urn:isbn:0451450523")]
#[case::upper_case_name("URN:foo:a123,456")]
#[case::name_space("urn:ietf:params:xml:ns:portType")]
#[case::name_of_letters("urn:isbn:xxx")]
#[case::name_with_a_hyphen("urn:x-foo:a-b")]
#[case::name_escaped("urn:foo:%2Fa")]
#[case::mapped_address("http://[::ffff:1.2.3.4]/x")]
#[case::address_and_port("http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html")]
#[case::address_of_one_letter("http://[::dddd:1]/")]
#[case::address_with_a_user("ftp://joe@[::ffff:1.2.3.4]/")]
#[case::compatible_address("http://[::192.9.5.5]/ipng")]
#[case::search_without_a_base("ldap:///??sub")]
#[case::search_with_an_extension("ldap:///??sub??bindname=cn=Manager%2co=Foo")]
#[case::search_with_a_filter("ldap:///???(cn=Babs)")]
#[case::base("ldap:///o=University%20of%20Michigan,c=US??sub?(cn=Babs%20Jensen)")]
#[case::hidden_file("file:///.profile")]
#[case::overline("http://h.dom/‾joe/")]
#[case::tilde_operator("http://h.dom/∼joe/x")]
#[case::apostrophe("http://h.dom/o’neil")]
#[case::apostrophe_in_a_query("http://h.dom/?q=don’t")]
#[case::hyphen("http://h.dom/foo‐bar")]
#[case::hyphen_without_a_break("http://h.dom/foo\u{2011}bar/")]
fn bare(#[case] url: &str) {
    for text in [format!("see {url} and"), format!("{url}\n"), format!("see {url}, or")] {
        assert_eq!(only(&text), (url.to_owned(), Form::Bare), "{text:?}");
    }
    assert_eq!(only(&format!("<{url}>")), (url.to_owned(), Form::Angle));
    assert_eq!(only(&format!("<URL:{url}>")), (url.to_owned(), Form::Wrapped));
    assert_eq!(only(&format!("\"{url}\"")), (url.to_owned(), Form::Quoted));
}

#[rstest]
#[case::no_host("ftp://joe@ and ftp://joe:pw@, https://a:b@.")]
#[case::variables("ftp://$USER:$PW@$HOST/ http://$HOST/ ftp://${USER}@host/ ftp://joe@{host}/")]
#[case::masks("ftp://*.h.dom/ http://*:80/ http://(host)/ http://-----/")]
#[case::concatenated("'http://'+user+'@host.com'")]
#[case::no_letters("+://h.dom/ -://h.dom/ ++://h.dom/")]
#[case::expression(r"\w+://h.dom/ [a-z]+://h.dom/ [a-z][a-z0-9+.-]*://h.dom/")]
#[case::identifiers(
    "mid:a cid:x acid:a@b.dom mid:@b.dom mid: a@b.dom cid:a@ cid:<a@b> sip:alice sip: xmpp:@b"
)]
#[case::numbers(
    "Tel:+44 171 123 4567 tel:+ tel:555-1234567 tel:+1-2-3 tel:+-1234567 Hotel:+12015550123 sms:"
)]
#[case::queries("magnet: magnet:? magnet:?xt magnet:?xt= magnet:?=x magnet:x=y magnets:?x=y")]
#[case::names(
    "urn:<NID>:<NSS> urn:NID:NSS urn:foo urn: urn:foo: urn::x urn:a:b return:foo:bar urn:x:..."
)]
#[case::no_address(
    "<mailto:joe> <URL:mailto:joe> \"mailto:joe\" mailto://h.dom/ <mailto:joe@> mailto:joe@"
)]
#[case::empty_search("ldap:/// ldap:///? file:///... file:///")]
fn nothing(#[case] text: &str) {
    assert_eq!(urls(text), Vec::<String>::new(), "{text:?}");
}

#[rstest]
#[case::possessive("http://h.dom/x’s pages http://h.dom/x’ll", &["http://h.dom/x", "http://h.dom/x"])]
#[case::from_to("http://h.dom/1～2", &["http://h.dom/1"])]
#[case::numeric("http://h.dom/?a&#38;b=1 http://h.dom/?a&#x26;b=1", &["http://h.dom/?a&b=1", "http://h.dom/?a&b=1"])]
#[case::escaped_twice("http://h.dom/?a&amp;#38;b=1", &["http://h.dom/?a&amp;#38;b=1"])]
#[case::fragment("http://h.dom/?a&amp;b#38", &["http://h.dom/?a&amp;b#38"])]
#[case::part_of_a_page("<img src=\"cid:part1.0606@h.dom\">", &["cid:part1.0606@h.dom"])]
#[case::list_of_names("urn:isbn:1,urn:isbn:2; mid:a@b.c,mid:d@e.f", &["urn:isbn:1", "urn:isbn:2", "mid:a@b.c", "mid:d@e.f"])]
#[case::label("see <https://h.dom/a|our page> and <http://h.dom|h.dom> or <http://h.dom/b|here>", &["https://h.dom/a", "http://h.dom", "http://h.dom/b"])]
#[case::label_of_json(r"<https:\/\/h.dom\/a\/0123456789012345678901234567890123456789|our page>", &["https://h.dom/a/0123456789012345678901234567890123456789"])]
#[case::tag_of_a_comment(" * {@link https://h.dom/4.17.10#merge|h.merge}, {@linkplain http://h.dom/a|the page}", &["https://h.dom/4.17.10#merge", "http://h.dom/a"])]
#[case::settings("#\tTRUSTED:file://localhost/usr/share/doc/lynx/lynx_help/trusted/\n#\tRULE:http://h.dom/a/", &["file://localhost/usr/share/doc/lynx/lynx_help/trusted/", "http://h.dom/a/"])]
#[case::label_of_address("<mailto:joe@h.dom|joe@h.dom> <tel:+12015550123|call us>", &["mailto:joe@h.dom", "tel:+12015550123"])]
#[case::label_that_is_a_url("<http://h.dom/a|http://h.dom/a>", &["http://h.dom/a", "http://h.dom/a"])]
#[case::bar_of_a_query("<http://h.dom/?a=Open+Sans|Roboto> <URL:http://h.dom/a|our\npage>", &["http://h.dom/?a=Open+Sans|Roboto", "http://h.dom/a|ourpage"])]
#[case::drive("<file:///C|/my file.txt>", &["file:///C|/myfile.txt"])]
#[case::list_of_magnets("http://h.dom/,magnet:?xt=urn:a:b,magnet:?xt=urn:a:c", &["http://h.dom/", "magnet:?xt=urn:a:b", "magnet:?xt=urn:a:c"])]
#[case::subfields_of_marc("$uhttp://h.dom/a$zour page $$Uhttps://h.dom/b$$Ec $uirc://h.dom/ $sftp://h.dom/ $$h.dom", &["http://h.dom/a", "https://h.dom/b"])]
#[case::raw_marc("\x1fuhttp://h.dom/a$b\x1fzhttp://h.dom/c\x1fumailto:joe@h.dom\x1e", &["http://h.dom/a$b", "http://h.dom/c", "mailto:joe@h.dom"])]
#[case::fields_of_a_table("1,http://h.dom/a,Joe\n2,http://h.dom/b,c,200\n", &["http://h.dom/a", "http://h.dom/b"])]
#[case::commas_of_a_path(",http://h.dom/w_1,h_2/a.png 2x,http://h.dom/{a,b} ,http://joe:a,b@h.dom", &["http://h.dom/w_1,h_2/a.png", "http://h.dom/{a,b}", "http://joe:a,b@h.dom"])]
#[case::element_of_a_wiki("<nowiki></nowiki>http://h.dom/a<nowiki></nowiki> http://h.dom/<path></a>", &["http://h.dom/a"])]
#[case::marks_are_not_hosts("'http://\u{200e}' http://\u{2026} http://\u{200b}h.dom/a", &["http://\u{200b}h.dom/a"])]
#[case::address_after_an_address("<mailto:joe@h.dom joe@h.dom> <ftp://h.dom/a joe@b/>", &["mailto:joe@h.dom", "ftp://h.dom/ajoe@b/"])]
#[case::word_after_a_command("\"http://h.dom/a --b\" r=\"http://h.dom/x.git main\"", &["http://h.dom/a", "http://h.dom/x.git"])]
#[case::search_without_a_host("notmuch://?query=tag%3Aa x://?a y://?", &["notmuch://?query=tag%3Aa"])]
#[case::package("Name@git+https://h.dom/x.git@1.3 and a@foo://h.dom/", &["git+https://h.dom/x.git@1.3"])]
#[case::link_text("http://h.dom/x#y[text] and http://h.dom/x[`text`].", &["http://h.dom/x#y", "http://h.dom/x"])]
#[case::brackets_of_a_query("http://h.dom/?a[b] and", &["http://h.dom/?a[b]"])]
fn found(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(urls(text), expected, "{text:?}");
}

/// The rest of an escape sequence of source text is not part of the scheme's name.
#[rstest]
#[case(r"\*(Aqwss://h.dom/a\*(Aq, \(aqirc://h.dom/b\(aq", &["wss://h.dom/a", "irc://h.dom/b"])]
#[case(r"\f(CWhttp://h.dom/a\fP, \f(CRirc://h.dom/b\fP", &["http://h.dom/a", "irc://h.dom/b"])]
#[case(r"\fImailto:joe@h.dom\fP or \f(CWnews:comp.lang.c\fP", &["mailto:joe@h.dom", "news:comp.lang.c"])]
#[case(r"\fBssh://h.dom/a\fP \fB\%ssh://h.dom/b\fP \%mailto:joe@h.dom", &["ssh://h.dom/a", "ssh://h.dom/b", "mailto:joe@h.dom"])]
#[case(r"\(lqmailto:joe@h.dom\(rq \*(lqssh://h.dom/a\*(rq", &["mailto:joe@h.dom", "ssh://h.dom/a"])]
#[case(r#""a\nssh://h.dom/a\tirc://h.dom/b\r\nnews:comp.lang.c\n""#, &["ssh://h.dom/a", "irc://h.dom/b", "news:comp.lang.c"])]
#[case(r#""\u003cmailto:joe@h.dom\u003e \u0022urn:isbn:1\u0022 \u003cssh://h.dom/a\u003e""#, &["mailto:joe@h.dom", "urn:isbn:1", "ssh://h.dom/a"])]
#[case(r"\e[1mhttp://h.dom/a\e[0m \033[1;34mirc://h.dom/b\033[0m", &["http://h.dom/a", "irc://h.dom/b"])]
#[case(r"\x1B[4mmailto:joe@h.dom\x1B[0m \u001b[1mssh://h.dom/a\u001b[0m", &["mailto:joe@h.dom", "ssh://h.dom/a"])]
#[case(r"\w+://h.dom/ \S://h.dom/ \news:comp.lang.c \(svn+ssh://h.dom/", &[])]
fn after_escapes(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(urls(text), expected, "{text:?}");
}

/// Lines of diffs.
#[rstest]
#[case::changed("! see <URL:http://ds.internic.\n!   net/x>\n", &["http://ds.internic.net/x"])]
#[case::only_the_second_changed("  see <URL:http://ds.internic.\n!   net/x>\n", &["http://ds.internic.net/x"])]
#[case::only_the_first_changed("! see <URL:http://ds.internic.\n    net/x>\n", &["http://ds.internic.net/x"])]
#[case::added("+ see <http://ds.internic.\n+   net/x>\n", &["http://ds.internic.net/x"])]
#[case::removed("- see \"http://h.dom/a/\n- b.html\"\n", &["http://h.dom/a/b.html"])]
#[case::unified("+mailto:joe@h.dom\n-news:comp.lang.c\n!mid:a@h.dom\n+urn:isbn:1", &["mailto:joe@h.dom", "news:comp.lang.c", "mid:a@h.dom", "urn:isbn:1"])]
#[case::unified_with_slashes("+http://h.dom/x\n-irc://h.dom/", &["http://h.dom/x", "irc://h.dom/"])]
#[case::normal("<   http://old.dom/x\n---\n>   http://new.dom/y\n", &["http://old.dom/x", "http://new.dom/y"])]
#[case::normal_wrapper("<   see <URL:ftp://h.dom\n<      /pub/x>.\n", &["ftp://h.dom/pub/x"])]
#[case::normal_after_the_prefix("<   see <URL:\n<      ftp://h.dom/pub/x>.\n", &["ftp://h.dom/pub/x"])]
#[case::no_diff("< http://h.dom/a\n  b.html >\n", &["http://h.dom/ab.html"])]
#[case::bracket("< http://h.dom/a >\n", &["http://h.dom/a"])]
fn diffs(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(urls(text), expected, "{text:?}");
}

#[rstest]
#[case::link("@{\"http://h.dom/x\" link \"main\"}", "http://h.dom/x")]
#[case::link_with_blanks("@{\" http://h.dom/x \" system \"openurl\"}", "http://h.dom/x")]
#[case::bold("@{b}http://h.dom/x@{ub} and", "http://h.dom/x")]
#[case::host("@{u}http://www.h.dom@{uu}", "http://www.h.dom")]
#[case::address("@{fg shine}mailto:joe@h.dom@{fg text}", "mailto:joe@h.dom")]
#[case::link_after("http://h.dom/x@{\"more\" link more}", "http://h.dom/x")]
fn markers_of_amiga_guide(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}

fn readings(text: &str) -> (String, Vec<(String, Ambiguity)>) {
    let Some(found) = find_iter(text.as_bytes()).next() else { return Default::default() };
    let others = found.alternatives().iter().map(|it| (it.url.clone(), it.ambiguity)).collect();
    (found.url.into_owned(), others)
}

/// A blank in angle brackets is ignored, ends the URL, or is an escape that was forgotten.
#[rstest]
#[case("<http://h.dom/My File.html>", "http://h.dom/My%20File.html")]
#[case("<URL:http://h.dom/My  File.html>", "http://h.dom/My%20%20File.html")]
#[case("<http://h.dom/a\tb/\n   c d.txt>", "http://h.dom/a%09b/c%20d.txt")]
#[case("<http://h.dom/My Documents>", "http://h.dom/My%20Documents")]
#[case("&lt;http://h.dom/My File.html&gt;", "http://h.dom/My%20File.html")]
fn a_blank_may_have_been_an_escape(#[case] text: &str, #[case] encoded: &str) {
    let (url, others) = readings(text);
    assert!(!url.contains(' '), "{url}");
    assert_eq!(others.last().unwrap(), &(encoded.to_owned(), Ambiguity::BlankEncoded), "{text:?}");
    assert_eq!(others.len(), 2, "{others:?}");
}

#[test]
fn the_encoded_reading_has_its_fragment() {
    let found = find_iter(b"<http://h.dom/a b#c d>").next().unwrap();
    let other = found.alternatives().last().unwrap();
    assert_eq!((&*other.url, other.fragment.as_deref()), ("http://h.dom/a%20b", Some("c%20d")));
}

/// A typographic character gives the reading with the one that it replaces, in every form.
#[rstest]
#[case("http://h.dom/‾joe/", "http://h.dom/~joe/")]
#[case("http://h.dom/a/b‾c", "http://h.dom/a/b~c")]
#[case("http://h.dom/o’neil", "http://h.dom/o'neil")]
#[case("http://h.dom/a’b/‾c", "http://h.dom/a'b/~c")]
#[case("http://h.dom/foo‐bar.html", "http://h.dom/foo-bar.html")]
fn retyped(#[case] url: &str, #[case] ascii: &str) {
    for text in [
        format!("see {url} and"),
        format!("<{url}>"),
        format!("<URL:{url}>"),
        format!("\"{url}\""),
        format!("({url})"),
    ] {
        assert_eq!(readings(&text), (url.to_owned(), vec![(ascii.to_owned(), Ambiguity::Retyped)]));
    }
}

/// No reading is a URL of another host: what is before a label, or has a label or path after it, is not complete.
#[rstest]
#[case("http://foobar.みんな/")]
#[case("http://foobar.みんな")]
#[case("http://foobarみんな/x")]
#[case("http://foobarみんな.jp")]
#[case("http://foo-みんな")]
#[case("http://foobarみんな:80/")]
#[case("ftp://joeみ:pw@h.dom/")]
#[case("http://h.domみ?x")]
fn no_reading_cuts_a_host(#[case] url: &str) {
    for text in [
        format!("see {url} and"),
        format!("\"{url}\""),
        format!("<{url}>"),
        format!("({url})"),
        format!("{url}、{url}\n"),
    ] {
        assert_eq!(readings(&text), (url.to_owned(), Vec::new()), "{text:?}");
    }
}

/// A URL alone on its line goes on in the next one, which is indented further and has no word in it.
#[rstest]
#[case("    ldap://h.dom/o=U%20M,\n        c=US?mail\n", "ldap://h.dom/o=U%20M,c=US?mail")]
#[case("  http://h.dom/q?a=1&\n    b=2&c=3\n\nand", "http://h.dom/q?a=1&b=2&c=3")]
#[case("  http://h.dom/q?\r\n    b=2\r\n", "http://h.dom/q?b=2")]
#[case("http://h.dom/a;\n  type=a.\n", "http://h.dom/a;type=a")]
fn hanging(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
    let (_, others) = readings(text);
    assert_eq!(others.last().map(|(_, ambiguity)| *ambiguity), Some(Ambiguity::EndsAtLine));
}

#[rstest]
#[case::word("  http://h.dom/a,\n    and\n", "http://h.dom/a")]
#[case::words("  http://h.dom/a,\n    b=2 and\n", "http://h.dom/a")]
#[case::less("    http://h.dom/a,\n    b=2\n", "http://h.dom/a")]
#[case::sentence("  see http://h.dom/a,\n      b=2\n", "http://h.dom/a")]
#[case::host("  http://h.dom,\n      b=2\n", "http://h.dom")]
#[case::blank_line("  http://h.dom/a,\n\n      b=2\n", "http://h.dom/a")]
fn not_hanging(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}

#[rstest]
#[case("<mailto:?to=joe@h.dom&cc=a@h.dom>", "mailto:?to=joe@h.dom&cc=a@h.dom")]
#[case("mailto:?subject=x&amp;bcc=joe%40h.dom and", "mailto:?subject=x&amp;bcc=joe%40h.dom")]
fn recipients_in_headers(#[case] text: &str, #[case] url: &str) {
    assert_eq!(only(text).0, url);
}
