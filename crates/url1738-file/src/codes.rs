//! The codes of file URLs: errors, a lint, repairs, and why a URL has no plan, or no path on this machine (section 3.10).

url1738_core::codes! {
    /// The codes of this scheme (section 3.10), beyond those of all schemes.
    pub const CODES;

    Error FILE_WITHOUT_SLASHES "file-without-slashes" ("3.10"):
        "missing `//` before host or path",
        "A host, which may be empty, comes between `//` and the path. The short form `file:/path` came with RFC 8089.",
        "file:/etc/motd" => "file:///etc/motd",
        help "write `file:///path`: `file:/path` came with RFC 8089",
        fix "//";

    Error FILE_PORT "file-port" ("3.10"):
        "file URLs cannot contain a port",
        "A file URL names no protocol, so that there is nothing that a port could belong to. A drive letter is the first segment of the path: `file:///C:/`.",
        "file://host.dom:80/etc/motd" => "file://host.dom/etc/motd",
        help "remove the port, or write a drive letter as in `file:///C:/path`";

    Error FILE_WITHOUT_PATH "file-without-path" ("3.10"):
        "missing `/` after host",
        "In a file URL the `/` after the host is required, even if the path is empty.",
        "file://host.dom" => "file://host.dom/",
        help url1738_core::__private::SLASH_AFTER_HOST,
        fix "/";

    Lint LOCAL_FILE "local-file" ("3.10"):
        "file of the reader's own machine: elsewhere the URL leads to another file, or to none (section 3.10)",
        "A file URL without a host, or with `localhost`, names a file of the machine that follows it. Published, it leads to another file everywhere, or to none, and it shows the folders of its author.",
        "file:///etc/motd" => "file://host.dom/etc/motd";

    Repair FILE_PORT_REPAIR of FILE_PORT:
        FILE_WITHOUT_SLASHES_REPAIR.message,
        "Moves a drive letter in the place of the host to the path.",
        "file://C:/a" => "file:///C:/a";

    Repair FILE_WITHOUT_PATH_REPAIR of FILE_WITHOUT_PATH:
        url1738_core::repair::MISSING_SLASH.message,
        "Inserts the `/` after the host of a file URL.";

    Repair FILE_WITHOUT_SLASHES_REPAIR of FILE_WITHOUT_SLASHES:
        "a path follows `//` and a host, which may be empty",
        "Inserts the slashes around an empty host.";

    Refusal OTHER_HOST "other-host" ("3.10"):
        "file on another host, which RFC 1738 gives no method to reach",
        "A file URL names no protocol, so that a file of another host cannot be reached. The local file with that path is another one.",
        "file://host.dom/etc/motd" => "file:///etc/motd";

    Refusal SEPARATOR_IN_NAME "separator-in-name" ("3.10"):
        "escaped `/` or NUL, which a file name cannot contain",
        "An escaped slash is part of a name, but no file name contains one. As a path it would name another file.",
        "file:///etc%2Fmotd" => "file:///etc/motd";

    Refusal NO_DRIVE_LETTER "no-drive-letter" ("3.10"):
        "no drive letter, with which paths of Windows begin: `file:///C:/`",
        "A path of Windows begins with a drive letter, `:` and a slash. Without them it depends on the current drive or directory.",
        "file:///etc/motd" => "file:///C:/etc/motd";

    Refusal NOT_UTF_8 "not-utf-8" ("3.10"):
        "escapes that do not encode UTF-8, which paths of this system require",
        "Paths of Windows are Unicode. Octets that are not UTF-8 are the name of no file.",
        "file:///C:/%FF" => "file:///C:/%C3%A9";

    Refusal WINDOWS_DEVICE "windows-device" ("3.10"):
        "the name of a device on Windows",
        "Windows reads some names as devices in every directory, whatever their extension.",
        "file:///C:/aux.txt" => "file:///C:/a.txt";

    Refusal WINDOWS_DROPPED "windows-dropped" ("3.10"):
        "ends with a space or dot, which Windows drops from names",
        "Windows drops spaces and dots at the end of a name, so that the path would name another file.",
        "file:///C:/a." => "file:///C:/a";

    Refusal WINDOWS_OCTET "windows-octet" ("3.10"):
        "an octet that a file name on Windows cannot contain",
        "No name on Windows contains a backslash, a control character or one of `< > : \" | ? *`: they separate names or have other meanings.",
        "file:///C:/a%5Cb" => "file:///C:/a/b";
}
