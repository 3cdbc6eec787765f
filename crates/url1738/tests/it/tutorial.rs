//! What the tutorial on custom schemes promises: a complete scheme is short, and its repair is that of ftp. The tutorial
//! itself runs as an example of core.

use url1738::FtpUrl;

const TUTORIAL: &str = include_str!("../../../url1738-core/docs/own-scheme.md");

#[test]
fn a_scheme_takes_under_80_lines() {
    let (_, code) = TUTORIAL.split_once("```\n").unwrap();
    let (scheme, _) = code.split_once("// The scheme is complete.").unwrap();
    assert!(scheme.lines().count() < 80, "{} lines", scheme.lines().count());
    assert!(scheme.lines().all(|line| line.len() <= 120));
    for needed in ["impl_login!(", "form!(", "HAS_LOGIN: bool = true", "fn plan("] {
        assert!(scheme.contains(needed), "{needed}");
    }
}

#[test]
fn a_password_with_an_at_sign_is_repaired_as_in_ftp() {
    let (given, _) = TUTORIAL.split_once("RedisUrl::repair(\"").unwrap().1.split_once('"').unwrap();
    let (_, after) = TUTORIAL.split_once("repaired.url, \"").unwrap();
    let (shown, _) = after.split_once('"').unwrap();
    assert_eq!(given, "redis://:p@w@h/2");
    let ftp = FtpUrl::repair(&given.replace("redis", "ftp")).unwrap();
    assert_eq!(ftp.url.as_str().replace("ftp", "redis"), shown);
}
