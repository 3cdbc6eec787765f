//! The codes of refusals: why a file URL has no plan, or no path on this machine.

use url1738_core::codes::{CodeInfo, CodeKind};

pub(crate) static OTHER_HOST: CodeInfo = CodeInfo::new(
    CodeKind::Refusal,
    "other-host",
    "file on another host, which RFC 1738 gives no method to reach",
)
.with_explanation("A file URL names no protocol, so that a file of another host cannot be reached. The local file with that path is another one.")
.with_examples("file://host.dom/etc/motd", "file:///etc/motd")
.with_section("3.10");

pub(crate) static SEPARATOR_IN_NAME: CodeInfo = CodeInfo::new(
    CodeKind::Refusal,
    "separator-in-name",
    "escaped `/` or NUL, which a file name cannot contain",
)
.with_explanation("An escaped slash is part of a name, but no file name contains one. As a path it would name another file.")
.with_examples("file:///etc%2Fmotd", "file:///etc/motd")
.with_section("3.10");

pub(crate) static NO_DRIVE_LETTER: CodeInfo = CodeInfo::new(
    CodeKind::Refusal,
    "no-drive-letter",
    "no drive letter, with which paths of Windows begin: `file:///C:/`",
)
.with_explanation("A path of Windows begins with a drive letter, `:` and a slash. Without them it depends on the current drive or directory.")
.with_examples("file:///etc/motd", "file:///C:/etc/motd")
.with_section("3.10");

pub(crate) static NOT_UTF_8: CodeInfo = CodeInfo::new(
    CodeKind::Refusal,
    "not-utf-8",
    "escapes that do not encode UTF-8, which paths of this system require",
)
.with_explanation(
    "Paths of Windows are Unicode. Octets that are not UTF-8 are the name of no file.",
)
.with_examples("file:///C:/%FF", "file:///C:/%C3%A9")
.with_section("3.10");

pub(crate) static WINDOWS_DEVICE: CodeInfo =
    CodeInfo::new(CodeKind::Refusal, "windows-device", "the name of a device on Windows")
        .with_explanation(
            "Windows reads some names as devices in every directory, whatever their extension.",
        )
        .with_examples("file:///C:/aux.txt", "file:///C:/a.txt")
        .with_section("3.10");

pub(crate) static WINDOWS_DROPPED: CodeInfo = CodeInfo::new(
    CodeKind::Refusal,
    "windows-dropped",
    "ends with a space or dot, which Windows drops from names",
)
.with_explanation(
    "Windows drops spaces and dots at the end of a name, so that the path would name another file.",
)
.with_examples("file:///C:/a.", "file:///C:/a")
.with_section("3.10");

pub(crate) static WINDOWS_OCTET: CodeInfo = CodeInfo::new(
    CodeKind::Refusal,
    "windows-octet",
    "an octet that a file name on Windows cannot contain",
)
.with_explanation("No name on Windows contains a backslash, a control character or one of `< > : \" | ? *`: they separate names or have other meanings.")
.with_examples("file:///C:/a%5Cb", "file:///C:/a/b")
.with_section("3.10");
