//! Redacted texts with passwords, and with bytes that are not characters.

use url1738_core::{GenericUrl, Redacted, Span};

/// A text, and its redacted form.
const SHOWN: &[(&str, &str)] = &[
    ("ftp://joe:s3cret@h/x", "ftp://joe:***@h/x"),
    ("ftp://joe@h/x", "ftp://joe@h/x"),
    ("ftp://joe:@h/x", "ftp://joe:@h/x"),
    ("ftp://:s3cret@h/x", "ftp://:***@h/x"),
    ("ftp:/joe:s3cret@h/x", "ftp:/joe:***@h/x"),
    ("ftp:joe:s3cret@h/x", "ftp:joe:***@h/x"),
    ("ftp:h/joe:s3c/ret@h/x", "ftp:h/joe:***@h/x"),
    (r"ftp:\\joe:s3cret@h\x", r"ftp:\\joe:***@h\x"),
    ("ftp://joe:a/b@h/x", "ftp://joe:***@h/x"),
    ("ftp://joe:a@b/c@h/x", "ftp://joe:***@h/x"),
    ("ftp://h/x ftp://joe:a@h/y", "ftp://h/x ftp://joe:***@h/y"),
    ("ftp://joe:a@h/x ftp://ann:b@h/y", "ftp://joe:***@h/y"),
    // Ports and mail addresses are not passwords.
    ("http://h:80/~joe@x", "http://h:80/~joe@x"),
    // By the BNF of a login this is the password `80?joe`.
    ("http://h:80?joe@x", "http://h:***@x"),
    ("mailto:joe@h", "mailto:joe@h"),
    ("news:a@h", "news:a@h"),
    // Without a slash it may be a URL of any scheme.
    ("joe:s3cret@h", "joe:s3cret@h"),
    // Control bytes that a terminal would interpret.
    ("a\u{1b}]0;b\u{7}\u{e9}", r"a\x1B]0;b\x07\xC3\xA9"),
    ("a\tb\r\nc", r"a\x09b\x0D\x0Ac"),
    // Outside running text, these are a value and a login.
    ("http://h/?token='", "http://h/?token=***"),
    ("ftp:joe:s3cret@_h", "ftp:joe:***@_h"),
];

/// URLs that are opaque by RFC 1738, URLs within URLs, and keys that name a password.
const BEYOND_A_LOGIN: &[(&str, &str)] = &[
    ("postgres://user:s3cret@db_host:5432/app", "postgres://user:***@db_host:5432/app"),
    ("mysql://user:s3cret@tcp(h:1)/db", "mysql://user:***@tcp(h:1)/db"),
    ("mongodb://a:s3cret@h1:1,b:s3cret@h2:2/d", "mongodb://a:***@h2:2/d"),
    ("redis://:s3cret@/0", "redis://:***@/0"),
    ("db://u:s3cret@h.dom?x", "db://u:***@h.dom?x"),
    // A login that begins in the value of a key.
    ("db://h/x;password=a//b;joe:s3c/ret@h", "db://h/x;password=***;joe:***@h"),
    ("db://u:s3cret@h:99999/", "db://u:***@h:99999/"),
    ("db://u:s3cret@a..b/", "db://u:***@a..b/"),
    ("jdbc:mysql://joe:s3cret@h.dom/a", "jdbc:mysql://joe:***@h.dom/a"),
    ("URL:ftp://joe:s3cret@h.dom/a", "URL:ftp://joe:***@h.dom/a"),
    ("<URL:ftp://joe:s3cret@h.dom/a b>", "<URL:ftp://joe:***@h.dom/a b>"),
    ("http://h.dom/a?u=ftp://u:s3cret@h/", "http://h.dom/a?u=ftp://u:***@h/"),
    ("http://h.dom/ftp:%2F%2Fu:s3cret@h/", "http://h.dom/ftp:***@h/"),
    (
        "http://h.dom/a?u=ftp%3a%2f%2fu%3As3cret%40h%2F",
        "http://h.dom/a?u=ftp%3a%2f%2fu%3A***%40h%2F",
    ),
    ("http://h/ftp%253A%252F%252Fu%253As3cret%2540h", "http://h/ftp%253A%252F%252Fu%253A***%2540h"),
    ("gopher://h/hURL:http://u:s3cret@x/", "gopher://h/hURL:http://u:***@x/"),
    ("ftp://joe:80%2Fs3cret@h_/", "ftp://joe:***@h_/"),
    ("ftp://joe%3As3cret@h/", "ftp://joe%3A***@h/"),
    ("https://h/?password=s3cret&x=1", "https://h/?password=***&x=1"),
    ("https://h/?x=1&PassWD=s3cret", "https://h/?x=1&PassWD=***"),
    ("https://h/?x=pwd=s3cret", "https://h/?x=pwd=***"),
    ("https://h/?access_token=s3cret&x=1", "https://h/?access_token=***&x=1"),
    ("https://h/?private_token=s3cret", "https://h/?private_token=***"),
    (
        "sb://h/;SharedAccessKeyName=k;SharedAccessKey=s3cret=",
        "sb://h/;SharedAccessKeyName=k;SharedAccessKey=***",
    ),
    ("https://h/?a#!access_token=s3cret", "https://h/?a#!access_token=***"),
    ("https://h/?API_KEY=s3cret#id_token=s3cret", "https://h/?API_KEY=***"),
    ("https://h/?k=ghp_0123456789abcdefs3cret&x", "https://h/?k=***&x"),
    ("https://h/?k=AKIAs3cret0123456789;x", "https://h/?k=***"),
    ("ftp://u;a=sk_live_0123456789abcdef;x:kanari/a?b;c:d@h/", "ftp://u;a=***;x:***@h/"),
    ("https://h/?k=AKIA+0123456789&ghp_=1", "https://h/?k=AKIA+0123456789&ghp_=1"),
    ("https://h/?my_access_token=1&page_token=2", "https://h/?my_access_token=1&page_token=2"),
    ("jdbc:sqlserver://h;user=u;pwd=s3cret;x=1", "jdbc:sqlserver://h;user=u;pwd=***;x=1"),
    ("https://h/?password=s3%26cret&x", "https://h/?password=***&x"),
    (
        "http://h/?u=db%3A%2F%2Fh%3Fpassword%3Ds3cret%26x&y",
        "http://h/?u=db%3A%2F%2Fh%3Fpassword%3D***%26x&y",
    ),
    ("https://h/?passwords=a&my_password=s3cret", "https://h/?passwords=a&my_password=***"),
    // Names with something beside them, and names in parts other than a query.
    ("https://h/?user%5Bpassword%5D=s3cret&x", "https://h/?user%5Bpassword%5D=***&x"),
    ("https://h/?my[x]=1&'password' =s3cret", "https://h/?my[x]=1&'password' =***"),
    ("https://h/?x+pwd=s3cret", "https://h/?x+pwd=***"),
    (
        "https://h/?my pass_words=1&[my_password]=s3cret",
        "https://h/?my pass_words=1&[my_password]=***",
    ),
    ("wais://h/db/t/password%3Ds3cret", "wais://h/db/t/password%3D***"),
    ("x-a:password=s3cret", "x-a:password=***"),
    ("https://h/?k=gh%70_0123456789abcdefs3cret&x", "https://h/?k=***&x"),
    ("http://h/?q=ftp:/\t/joe:s3cret@i", "http://h/?q=ftp:/\\x09/joe:***@i"),
];

/// Connection strings of drivers and signed URLs, as their manuals write them.
const OF_DRIVERS: &[(&str, &str)] = &[
    (
        "postgresql://joe@h/d?sslpassword=s3cret&sslmode=require",
        "postgresql://joe@h/d?sslpassword=***&sslmode=require",
    ),
    ("host=h user=joe password='s3cret' dbname=d", "host=h user=joe password=***"),
    ("mysql://joe:s3cret@h1:3306,h2:3307/d", "mysql://joe:***@h1:3306,h2:3307/d"),
    ("mysqlx://joe:s3cret@[::1]:33060/d", "mysqlx://joe:***@[::1]:33060/d"),
    ("mongodb+srv://joe:s3cret@h.dom/?w=majority", "mongodb+srv://joe:***@h.dom/?w=majority"),
    ("rediss://default:s3#cret@h:6380/0", "rediss://default:***@h:6380/0"),
    ("amqps://joe:s3cret@h/%2Fhost", "amqps://joe:***@h/%2Fhost"),
    ("jdbc:oracle:thin:joe/s3cret@h:1521:d", "jdbc:oracle:***@h:1521:d"),
    ("jdbc:oracle:thin:joe/s3c/ret@//h:1521/d", "jdbc:oracle:***@//h:1521/d"),
    (
        "jdbc:sqlserver://h;user=joe;password={s3;cr}}et;};x=1",
        "jdbc:sqlserver://h;user=joe;password=***;x=1",
    ),
    (
        "jdbc:sqlserver://h;user=joe;password=%7Bs3;cr%7D%7Det;%7D;x=1",
        "jdbc:sqlserver://h;user=joe;password=***;x=1",
    ),
    ("Server=h;Pwd=s3&cret;x=1&y", "Server=h;Pwd=***;x=1&y"),
    ("Server=h;Pwd={s3&;cret};x=1&y", "Server=h;Pwd=***;x=1&y"),
    ("https://h/?a=1&amp;pwd=s3;cret}&amp;b=1", "https://h/?a=1&amp;pwd=***&amp;b=1"),
    (
        "jdbc:sqlserver://h;trustStorePassword=s3cret;x=1",
        "jdbc:sqlserver://h;trustStorePassword=***;x=1",
    ),
    (
        "jdbc:db2://h:50000/d:user=joe;password=s3cret;",
        "jdbc:db2://h:50000/d:user=joe;password=***;",
    ),
    (
        "Driver={ODBC 17};Server=h;Uid=joe;Pwd={s3;cret};",
        "Driver={ODBC 17};Server=h;Uid=joe;Pwd=***;",
    ),
    ("kafka://h?ssl.key.password=s3cret&x", "kafka://h?ssl.key.password=***&x"),
    (
        "snowflake://h/d?authenticator=oauth&token=s3cret",
        "snowflake://h/d?authenticator=oauth&token=***",
    ),
    ("https://h.dom/c/b?sv=2024&sp=r&sig=s3cret%3D", "https://h.dom/c/b?sv=2024&sp=r&sig=***"),
    (
        "https://h/?X-Amz-Expires=60&X-Amz-Signature=s3cret",
        "https://h/?X-Amz-Expires=60&X-Amz-Signature=***",
    ),
    // Names of words with and without something between them.
    ("jdbc:trino://h/c?accessToken=s3cret&SSL=true", "jdbc:trino://h/c?accessToken=***&SSL=true"),
    (
        "jdbc:redshift:iam://h/d?SecretAccessKey=s3cret&SessionToken=s3cret",
        "jdbc:redshift:iam://h/d?SecretAccessKey=***&SessionToken=***",
    ),
    (
        "awsathena+rest://h/d?aws_secret_access_key=s3cret&x=1",
        "awsathena+rest://h/d?aws_secret_access_key=***&x=1",
    ),
    (
        "jdbc:sqlserver://h;keyStoreSecret=s3cret;AADSecurePrincipalSecret=s3cret;x=1",
        "jdbc:sqlserver://h;keyStoreSecret=***;AADSecurePrincipalSecret=***;x=1",
    ),
    (
        "snowflake://joe@h/d?private_key_passphrase=s3cret&x",
        "snowflake://joe@h/d?private_key_passphrase=***&x",
    ),
    (
        "https://h/?oauth_token_secret=s3cret&secretkey=s3cret",
        "https://h/?oauth_token_secret=***&secretkey=***",
    ),
    ("jdbc:mysql://(host=h,password=s3cret", "jdbc:mysql://(host=h,password=***"),
    ("jdbc:mysql://(host=h)(password=s3cret", "jdbc:mysql://(host=h)(password=***"),
    (
        "https://h/?pageToken=1&nextToken=2&secrets=3",
        "https://h/?pageToken=1&nextToken=2&secrets=3",
    ),
    ("https://h/?Expires=1&Signature=s3cret&x", "https://h/?Expires=1&Signature=***&x"),
    (
        "https://h/?tokens=1&signed=2&secretary=3&bypass=4",
        "https://h/?tokens=1&signed=2&secretary=3&bypass=4",
    ),
    ("https://ghp_0123456789abcdefs3cret@h.dom/a.git", "https://***@h.dom/a.git"),
    ("https://ghp_0123456789abcdefs3cret:s3cret@h.dom/a", "https://***:***@h.dom/a"),
    ("ftp:joe:s3c/ret@h", "ftp:joe:***@h"),
    ("http:h.dom:80/~joe@x", "http:h.dom:80/~joe@x"),
    ("pkg:npm/%40a/b@1.0", "pkg:npm/%40a/b@1.0"),
];

/// Keys of signed URLs, and tokens of JSON, which need no key.
const TOKENS: &[(&str, &str)] = &[
    ("https://h/?X-Amz-Security-Token=s3cret&x", "https://h/?X-Amz-Security-Token=***&x"),
    ("https://h/?X-Goog-Signature=s3cret", "https://h/?X-Goog-Signature=***"),
    ("https://h/?X-Amz-Credential=AKIAs3cret0123456789%2Fx", "https://h/?X-Amz-Credential=***"),
    ("https://h/?securitytokens=1&x", "https://h/?securitytokens=1&x"),
    ("https://h/?id=eyJhIjoxfQ.eyJzIjoxfQ.s3-cr_et&x", "https://h/?id=***&x"),
    ("https://h/a/eyJhIjoxfQ.e30.s3cret/b", "https://h/a/***/b"),
    ("https://h/a%2FeyJhIjoxfQ.e30.s3cret/b", "https://h/a%2F***/b"),
    ("https://h/a%252FeyJhIjoxfQ.e30.s3cret/b", "https://h/a%252F***/b"),
    ("https://h/%41eyJ%41eyJ.e30.s3cret", "https://h/%41***"),
    ("https://h/eyJhIjoxfQ%2Ee30%2es3cret%3F", "https://h/***%3F"),
    ("https://h/eyJhIjo\u{200b}xfQ.e30\u{ad}.s3cret?", "https://h/***?"),
    ("eyJhIjoxfQ.e30.s3cret", "***"),
    ("https://h/eyJ.eyJ.J/eyJ.eyJ.J", "https://h/***/***"),
    ("https://eyJhIjoxfQ.e30.s3cret:s3cret@h/", "https://***:***@h/"),
    // Fewer dots, other beginnings, and a token within a name.
    ("https://h/?at=eyJhIjoxfQ.x&x", "https://h/?at=eyJhIjoxfQ.x&x"),
    ("https://h/yJhIjoxfQ.x.y?J.J.J", "https://h/yJhIjoxfQ.x.y?J.J.J"),
    ("https://h/keyJhIjoxfQ.x.y", "https://h/keyJhIjoxfQ.x.y"),
    ("https://h/.eyJhIjoxfQ.x.y", "https://h/.eyJhIjoxfQ.x.y"),
];

#[test]
fn tokens_without_a_key() {
    for (text, shown) in TOKENS {
        assert_eq!(Redacted::new(text.as_bytes()).to_string(), *shown);
        if let Ok(url) = GenericUrl::parse(text) {
            assert_eq!(url.redacted().to_string(), *shown);
        }
        // A token is found at every place of a block.
        for len in 0..70 {
            let [text, shown] = [text, shown].map(|it| format!("x-a:{}/{it}", "a".repeat(len)));
            assert_eq!(Redacted::of_text(text.as_bytes()).to_string(), shown);
        }
    }
}

#[test]
fn secrets_of_connection_strings() {
    for (text, shown) in OF_DRIVERS {
        assert_eq!(Redacted::new(text.as_bytes()).to_string(), *shown);
    }
}

/// What a reader does not see, with and without escapes.
const UNSEEN: [&str; 12] = [
    "\0",
    "\x1f",
    "\x7f",
    "\u{ad}",
    "\u{85}",
    "\u{200b}",
    "\u{2060}",
    "\u{feff}",
    "\u{e0020}",
    "%00",
    "%e2%80%8B",
    "\x1b[1;36m",
];

/// A secret is masked wherever something that is not seen is in the text around it.
// req: S-03
#[test]
fn what_is_not_seen_hides_no_secret() {
    for text in [
        "db://joe:s3cret@h",
        "db:/joe:s3cret@h",
        "//h?a&access_token=s3cret",
        "db://h;pwd=s3cret&x",
        "//h?k=ghp_0123456789abcdefs3cret",
    ] {
        for (at, unseen) in (0..=text.len()).flat_map(|at| UNSEEN.map(|unseen| (at, unseen))) {
            let text = [&text[..at], unseen, &text[at..]].concat();
            for shown in [
                Redacted::new(text.as_bytes()),
                Redacted::of_text(text.as_bytes()),
                Redacted::of_cut(text.as_bytes()),
            ] {
                let shown = shown.to_string();
                assert!(!shown.contains("s3c") && !shown.contains("ret"), "{text:?} {shown}");
            }
        }
    }
}

/// Full-width forms are read as those of US-ASCII, except in running text.
#[test]
fn full_width_delimiters() {
    for text in [
        "db://joe\u{ff1a}s3cret\u{ff20}h",
        "db:／／joe%EF%BC%9As3cret%ef%bc%a0h",
        "//h?ｐｗｄ＝s3cret",
        "db://a＼b:s3cret/x@",
        "db://a／b:s3cret/x@",
    ] {
        assert!(!Redacted::new(text.as_bytes()).to_string().contains("s3cret"), "{text}");
    }
    let text = "メール：db://h/、連絡先：joe＠h".as_bytes();
    assert!(Redacted::of_text(text).secrets().is_empty());
    let spaces = "db://joe:s3\u{a0}cret@h/\u{3000}a:b@c".as_bytes();
    assert_eq!(Redacted::of_text(spaces).secrets().first(), Some(&Span::new(9, 17)));
}

#[test]
fn secrets_beyond_a_login() {
    for (text, shown) in BEYOND_A_LOGIN {
        assert_eq!(Redacted::new(text.as_bytes()).to_string(), *shown);
    }
    // In octets of a URL, what follows a value is a login only after slashes.
    assert_eq!(Redacted::of_data(b"token=a&b:c@d").to_string(), "token=***&b:c@d");
}

/// Lines of running text: a secret ends with its word, unless the password contains a space.
const LINES: &[(&str, &str)] = &[
    ("ftp://a:s3cret@h/ ftp://b:s3cret@i/, c@j", "ftp://a:***@h/ ftp://b:***@i/, c@j"),
    ("at 12:30 mail joe@h", "at 12:30 mail joe@h"),
    ("by cvs:a:s3cret@h, b@i", "by cvs:a:***@h, b@i"),
    ("http://h/a:s3cret@b and c@d", "http://h/a:***@b and c@d"),
    ("<ftp://a:s3cret@h/>, <ftp://b:s3cret@i/>", "<ftp://a:***@h/>, <ftp://b:***@i/>"),
    (r#"href="ftp://a:s3cret@h/" by b@i"#, r#"href="ftp://a:***@h/" by b@i"#),
    (r#"curl https://a:"s3cret"@h/ b@c"#, "curl https://a:***@h/ b@c"),
    (r#"["https://h:", "a", "@b"]"#, r#"["https://h:", "a", "@b"]"#),
    (r"url=https\://a\:x\!s3cret@h\:80/ b@c", r"url=https\://a\:***@h\:80/ b@c"),
    ("ftp://a:s3 cret@h/ x", "ftp://a:***@h/ x"),
    ("ftp://a:s3>cret@h/ x", "ftp://a:***@h/ x"),
    ("http://h:80/ joe@x", "http://h:80/ joe@x"),
    ("ask (http://h: joe@x)", "ask (http://h: joe@x)"),
    ("ftp://a:#s3/cret@h/ x", "ftp://a:***@h/ x"),
    ("(db://h?password=s3cret) x", "(db://h?password=*** x"),
    ("//a:x //b:s3cret@h", "//a:x //b:***@h"),
    ("ATTENDEE;CN=a:MAILTO:joe@h", "ATTENDEE;CN=a:MAILTO:joe@h"),
    ("ATTENDEE:mailto:a:s3cret@h", "ATTENDEE:mailto:a:***@h"),
    ("//mailto:s3cret@h/", "//mailto:***@h/"),
    ("IMPP;PREF=1:xmpp:joe@h", "IMPP;PREF=1:xmpp:joe@h"),
    // Text without spaces goes on after the value.
    ("https://h/?pwd=s3cret。x", r"https://h/?pwd=***\xE3\x80\x82x"),
    ("https://h/?pwd=s3cret）x", r"https://h/?pwd=***\xEF\xBC\x89x"),
    ("//joe:s3，cret@h", "//joe:***@h"),
    // Source text: a class of characters, and a string that ends before a value.
    ("sed 's~[^-[:alnum:]+,./:=@_]~x~' a:b:s3cret@h", "sed 's~[^-[:alnum:]+,./:=@_]~x~' a:b:***@h"),
    ("'?token=' + t, (pwd='); ?token='s3cret' x", "'?token=' + t, (pwd='); ?token=*** x"),
    ("?token='\u{e9}' x", "?token=*** x"),
];

#[test]
fn secrets_of_running_text() {
    for (text, shown) in LINES {
        assert_eq!(Redacted::of_text(text.as_bytes()).to_string(), *shown);
    }
}

/// A slice is masked like the whole, wherever it begins and ends.
#[test]
fn slices() {
    let text = b"ftp://joe:s3cret@h/http://u:s3cret@i/";
    let shown = Redacted::new(text);
    for start in 0..=37_u32 {
        for end in start..=37 {
            let slice = shown.slice(Span::new(start, end)).to_string();
            let columns = |end| shown.slice(Span::new(0, end)).to_string().len();
            if !slice.starts_with('*') {
                let whole = shown.to_string();
                assert_eq!(slice, whole[columns(start)..columns(end)], "{start}..{end}");
            }
            assert!(!slice.contains('s') && !slice.contains('3'), "{slice}");
        }
    }
}

// req: S-03
#[test]
fn passwords_and_control_octets() {
    for (text, shown) in SHOWN {
        assert_eq!(Redacted::new(text.as_bytes()).to_string(), *shown);
    }
}

/// The text after a `#`, and its redacted form: a login may have begun before it.
const FRAGMENTS: &[(&str, &str)] = &[
    ("joe:s3cret@h", "joe:***@h"),
    ("joe:s3cret/x@h", "joe:***@h"),
    ("a/joe:s3cret/x@h", "a/joe:s3cret/x@h"),
    ("a//joe:s3cret/x@h", "a//joe:***@h"),
    ("s3cret@h", "s3cret@h"),
    ("page:12/x@h", "page:12/x@h"),
    ("section:2.1", "section:2.1"),
    ("", ""),
];

// req: S-03
#[test]
fn passwords_of_fragments() {
    for (text, shown) in FRAGMENTS {
        assert_eq!(Redacted::of_fragment(text.as_bytes()).to_string(), *shown);
    }
}

#[test]
fn bytes_that_are_not_text() {
    assert_eq!(Redacted::new(b"a\xFF\x00b").to_string(), r"a\xFF\x00b");
}

/// The columns before a place of the redacted text.
#[test]
fn columns() {
    let text = b"ftp://joe:s3cret@h/\x1bx";
    let redacted = Redacted::new(text);
    assert_eq!(redacted.to_string(), r"ftp://joe:***@h/\x1Bx");
    let columns = |end| redacted.slice(Span::new(0, end)).to_string().len();
    assert_eq!([10, 16, 17, 18, 19, 20, 21].map(columns), [10, 13, 14, 15, 16, 20, 21]);
}

/// URLs that a space may have ended early, and how they are shown.
const CUT_OFF: &[(&str, &str)] = &[
    ("telnet://h/URL:ftp:%2F%2Fjoe%40h:%kanari", "telnet://h/URL:ftp:%2F%2Fjoe%40h:***"),
    ("http://h/mailto:%2F%2Fjoe%40h:%40kanari", "http://h/mailto:%2F%2Fjoe%40h:***"),
    ("http://h/mailto:%2F%2Fjoe%40h:%40kanari/x", "http://h/mailto:%2F%2Fjoe%40h:***/x"),
    ("http://h/?u=ftp:%2F%2Fjoe:my%40h%2Fx", "http://h/?u=ftp:%2F%2Fjoe:***%40h%2Fx"),
    ("ftp://joe:my%40h/x", "ftp://joe:***"),
    // A slash in a password, and colons of IPv6 addresses.
    ("ftp://joe:my/pw", "ftp://joe:***"),
    ("ftp://h/x/prospero://joe:a/bkanari", "ftp://h/x/prospero://joe:***"),
    ("ftp://[::1]/a", "ftp://[::1]/a"),
    ("ftp://[::FFFF:1.2.3.4]:80/", "ftp://[::FFFF:1.2.3.4]:80/"),
    ("ftp://[fe80::1%25eth0-a]:80/", "ftp://[fe80::1%25eth0-a]:80/"),
    ("ftp://[fe80:my", "ftp://[fe80:***"),
    ("ftp://[fe80:a%25my", "ftp://[fe80:***"),
    ("ftp://[fe80]:my", "ftp://[fe80]:***"),
    ("ftp://j[::1]", "ftp://j[:***"),
    ("http://h/?u=ftp%3A%2F%2Fjoe%3A%40h%2Fx", "http://h/?u=ftp%3A%2F%2Fjoe%3A%40h%2Fx"),
    ("http://h/?u=ftp:%2F%2Fhost:21%2Fa", "http://h/?u=ftp:%2F%2Fhost:21%2Fa"),
    ("gopher://h/hURL:amqp:%2F%2Fjoe:%40kanari", "gopher://h/hURL:amqp:%2F%2Fjoe:***"),
    ("gopher://h/hURL:amqp:%2F%2Fjoe:8%26kanari", "gopher://h/hURL:amqp:%2F%2Fjoe:***"),
    ("ftp://joe:my", "ftp://joe:***"),
    ("ftp://joe:m", "ftp://joe:***"),
    ("ftp://joe:8o", "ftp://joe:***"),
    ("ftp://joe:80x?", "ftp://joe:***"),
    (r"ftp:\\joe:my", r"ftp:\\joe:***"),
    ("http://h/ftp://joe:my", "http://h/ftp://joe:***"),
    ("ftp://h/x/smb:%2F%2Fj%6fe:^my", "ftp://h/x/smb:%2F%2Fj%6fe:***"),
    ("ftp://h/ftp:%252F%252Fjoe%3Amy", "ftp://h/ftp:%252F%252Fjoe%3A***"),
    ("ftp://h/ftp:%2F%2Fjoe:my%40h", "ftp://h/ftp:%2F%2Fjoe:***"),
    ("ftp://joe%40h:%my", "ftp://joe%40h:***"),
    ("ftp://j%6fe:%2Fmy", "ftp://j%6fe:***"),
    ("ftp://h:80?u=ftp:%2F%2Fjoe:my", "ftp://h:80?u=ftp:***"),
    ("prospero://h/http:%2F%2F:%2Fmy", "prospero://h/http:%2F%2F:***"),
    ("http://h/?u=ftp:%2F%2Fh:80%2Fmy", "http://h/?u=ftp:%2F%2Fh:80%2Fmy"),
    // A port, a login that ends, no colon, nothing after the colon, and no place of a login.
    ("ftp://h:21", "ftp://h:21"),
    ("http://h:80?q", "http://h:80?q"),
    ("http://h:80#q", "http://h:80#q"),
    ("ftp://h:", "ftp://h:"),
    ("ftp://joe:my@h", "ftp://joe:***@h"),
    ("ftp://joe", "ftp://joe"),
    ("ftp://h/a:b", "ftp://h/a:b"),
    ("a/b:c", "a/b:c"),
    ("mailto:a", "mailto:a"),
];

#[test]
fn urls_that_were_cut_off() {
    for (text, shown) in CUT_OFF {
        assert_eq!(Redacted::of_cut(text.as_bytes()).to_string(), *shown);
    }
}

/// A span that only touches a secret is not covered, nor is one without bytes at its ends.
#[test]
fn covered_spans() {
    let shown = Redacted::new(b"ftp://joe:s3cret@h/");
    let secret = Span::new(10, 16);
    for start in 0..=19_u32 {
        for end in start..=19 {
            let common = end.min(secret.end).saturating_sub(start.max(secret.start));
            // A place between two bytes of the secret is within it.
            let is_inside = start > secret.start && end < secret.end;
            let expected = common > 0 || is_inside;
            assert_eq!(shown.covers(Span::new(start, end)), expected, "{start}..{end}");
        }
    }
}

/// Secrets that touch are one, in whatever order they are found.
#[test]
fn secrets_that_touch_are_one() {
    let text = b"0123456789";
    for (one, other) in [((3, 5), (5, 7)), ((5, 7), (3, 5)), ((3, 6), (4, 7)), ((3, 7), (4, 5))] {
        let shown =
            Redacted::revealed(text).and(Span::new(one.0, one.1)).and(Span::new(other.0, other.1));
        assert_eq!(
            (shown.to_string().as_str(), shown.secrets()),
            ("012***789", &[Span::new(3, 7)][..])
        );
    }
    let apart = Redacted::revealed(text).and(Span::new(1, 2)).and(Span::new(3, 4));
    assert_eq!(apart.to_string(), "0***2***456789");
}

/// The width of a text that ends before, at and after the beginning of a secret.
#[test]
fn widths_beside_a_secret() {
    let shown = Redacted::new(b"ftp://joe:s3cret@h/");
    let width = |end| shown.slice(Span::new(0, end)).to_string().len();
    assert_eq!([9, 10, 11, 16, 17].map(width), [9, 10, 13, 13, 14]);
}

/// The parts of a URL show what its text shows.
const PARTS: &[(&str, &str)] = &[
    ("db://joe:s3cret@h:21/a", "db://joe:***@h:21/a"),
    ("db://joe%3As3cret@h/a", "db://joe%3A***@h/a"),
    ("db://h:21/x@y", "db://h:21/x@y"),
    ("db://h:21/x:y@z", "db://h:21/x:y@z"),
    ("db://h/a?u=ftp://u:s3cret@i/", "db://h/a?u=ftp://u:***@i/"),
    ("db:joe:s3cret@h/", "db:joe:***@h/"),
    ("db://a:s3cret@h1:1,h2/", "db://a:***@h1:1,h2/"),
    ("jdbc:oracle:thin:joe/s3cret@h:1521:d", "jdbc:oracle:***@h:1521:d"),
    ("git+ssh://glpat-0123456789abcdefs3cret@h/a", "git+ssh://***@h/a"),
];

#[test]
fn parts_are_masked_as_their_text() {
    for (text, shown) in PARTS {
        let url = GenericUrl::parse(text).unwrap();
        assert_eq!(url.redacted().to_string(), *shown);
        let components = format!("{:?}", url.components());
        assert!(!components.contains("s3cret"), "{components}");
        for at in url.parts().iter().filter(|at| !url.redacted().covers(at.span)) {
            let written = at.span.slice(text);
            assert!(components.contains(written), "{components} {written}");
        }
    }
}

fn hiding(spans: impl IntoIterator<Item = (u32, u32)>) -> Redacted<'static> {
    spans
        .into_iter()
        .fold(Redacted::revealed(&[b'x'; 400]), |all, (start, end)| all.and(Span::new(start, end)))
}

#[test]
fn secrets_are_sorted_and_disjoint() {
    let three = [(10, 12), (2, 4), (6, 8), (4, 4)];
    let spans = |list: &[(u32, u32)]| -> Vec<_> {
        list.iter().map(|(start, end)| Span::new(*start, *end)).collect()
    };
    assert_eq!(hiding(three).secrets(), spans(&[(2, 4), (6, 8), (10, 12)]));
    assert_eq!(hiding(three.into_iter().chain([(8, 11)])).secrets(), spans(&[(2, 4), (6, 12)]));
    assert_eq!(hiding(three.into_iter().chain([(0, 20)])).secrets(), spans(&[(0, 20)]));
}

/// No secret is left out if there are more than the list can hold.
#[test]
fn the_last_secret_covers_what_does_not_fit() {
    let all = hiding((0..40).rev().map(|at| (at * 10, at * 10 + 2)));
    assert_eq!(all.secrets().len(), 8);
    for start in (0..400).step_by(10) {
        let covers = |span: &Span| span.start <= start && start + 2 <= span.end;
        assert!(all.secrets().iter().any(covers), "{start}");
    }
}
