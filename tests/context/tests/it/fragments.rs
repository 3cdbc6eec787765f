//! What the texts are made of: what comes before a URL, in it, where a line ends, and after it.

pub(super) const FRONT: &[&str] = &[
    "", " ", "", "", "<", "(", "\"", "'", "`", "[", "{", "see ", "URL:", "<URL:", "<URL: ", "&lt;", "&lt;URL:", "=",
    "=\"", "='", " = \"", "href=", "HREF=\"", "src='", "-", ":", "x", "X-Url: ", "\u{201c}", "\u{ab}", "**", "*", "_",
    "|", "| ", "\\", "@{\"", "@{b}", "view-source:", "url(", "git+", "feed:", "> ", "\t", "\0", "1.", "ä", "\u{4f60}",
    "\u{3002}", "&quot;", "&#34;", "\\n", "\\\"", "${", "%22", "0123456789012345678901234567890 ",
];
pub(super) const BACK: &[&str] = &[
    "", "", "", " ", "\n", ".", ",", ";", ":", "!", "?", ").", ")", ">", ">.", "\"", "\",", "'", "'s", "'/>", "`",
    "]", "}", "&gt;", "&gt;.", "&quot;", "&#34;", "*", "**", "_", "--", "-", "--and more", " and", "\\n", "\\",
    "\\\"", "|", "||", "...", "[1]", "[12]", "[1234]", "[text]", "\u{201d}", "\u{bb}", "\u{3002}", "\u{2026}",
    "\u{2019}s", "\u{2019}", "ä", "\u{4f60}", "\0", "\x1b[0m", "<br>", "</a>", "<name>", "<p>", "&lt;b&gt;", "&amp;",
    "&nbsp;", "(", "{}", ". Then", ", then", "\r\nnext", "@", "#", "#f", "#f.",
];
pub(super) const NAMES: &[&str] = &[
    "http://", "http://", "https://", "ftp://", "gopher://", "telnet://", "wais://", "file://", "nntp://", "HTTP://",
    "prospero://", "x-db://", "3com://", "http:", "http:/", "http:///", "mailto://", "ttp://", "hxxp://", "ldap:///",
    "file:", "file:/", "a+b-c.d://", "nfs://", "svn+ssh://", "www.", "://",
];
pub(super) const HOSTS: &[&str] = &[
    "h", "h", "host.dom", "www", "www.", "ftp.", "1.2.3.4", "[::1]", "[::1", "[1:2", "[fe80::1%25e]", "h.", "-h",
    "_h", "%41", "%4", "%s", "<host>", "{host}", "$HOST", "${HOST}", "[user@]h", "*.h", "...", "", "h\u{e9}",
    "\u{4f60}.dom", "\u{203b}h", "h\u{2019}s", "\u{2014}", "h..dom", "h\\x", "h|x", "h\"x", "h`x.y", "h<x", "h{x}.y",
    "h^x/", "b.\u{307f}.z", "\u{65e5}\u{3001}x", "host\u{3002}dom", "h\u{2764}.d", "h\u{ff1a}80", "a.b.c.d.e", "h-i",
    "&lt;host&gt;", "/??sub", "/?x", "/.a", "/-a", "/?(a)", "/.(a", "/??", "/..", "/~",
];
pub(super) const LOGINS: &[&str] = &[
    "", "", "", "", "joe@", "joe:pw@", "joe:@", ":pw@", "j%40e@", "@", "jo e@", "jo\"e@", "jo<e@", "jo`e:p@",
    "j\u{e9}@", "$u:p@", "a,b;c=d@", "jo(e@", "jo[e]@", "jo{e@", "*@", "user:password@", "a:b:c@", "~@", "<u>:<p>@",
    "a|b@", "a\\b@", "\u{2764}@",
];
pub(super) const PORTS: &[&str] = &[
    "", "", "", "", ":", ":80", ":8x", ":port", ":PORT", ":xx", ":xxx", ":<port>", ":ports", ":999999", ":80:90",
    ":p", "[:port]", ":80\"x/", "\u{2764}:80/", ".:80",
];
pub(super) const PATHS: &[&str] = &[
    "", "", "/", "/a", "/a/b.html", "/a_(b)", "/(a", "/a)", "/a[b]", "/[a", "/a{b}", "/~a", "/%7Ea", "/a?b=c", "/?b",
    "/a#f", "#f", "?q", "/a;b", "/a,b", "/a!b", "/it's", "/a'b'", "/a&b", "/a&amp;b", "/a&lt;b", "/a&#38;b", "/a&x;b",
    "/a&copy=1", "/a\\b", "/a|b", "/a\"b", "/a`b`", "/a^b", "/\u{e9}", "/\u{e9}t\u{e9}.html", "/\u{65e5}\u{672c}",
    "/\u{65e5}\u{672c}/x", "/a\u{203e}b", "/\u{203e}joe", "/it\u{2019}s", "/a\u{2019}b/", "/a\u{2010}b",
    "/a\u{ff5e}b", "/a*b*", "/*", "/**/", "/_a_", "/a.", "/a..", "/a.b-", "/a-", "/x.html--", "/c:/d", "/C|/d",
    "/...", "/<path>", "/<b>x", "/$x", "/${x}", "/%s", "/{a,b}", "//", "//a", "/a:b", "/a://b", "/http://x/y",
    "/a=http://x", "/012345678901234567890123456789012345678901234567890123456789", "/a%", "/a%0", "/\u{ad}x",
    "/a\u{200b}b",
    "/&lt;path&gt;", "/&lt;b&gt;x", "/<a b>", "/a&amp;#38;b", "/a&#38;#38;", "/a&amp;#x;b", "/a&#1x;b", "/&#;",
    "/a&#+38;b", "/a&#X26;b", "/a\\u0026b", "/a\\x26b",
    "/a;#38;b", "/a#", "#",
];
pub(super) const OPAQUE: &[&str] = &[
    "mailto:", "MAILTO:", "news:", "News:", "mid:", "cid:", "urn:", "URN:", "data:", "tel:", "javascript:", "about:",
    "std::", "http:", "news:<", "mailto:<", "mailto:?", "news:*", "x:", "C:", "sip:", "nntp:",
];
pub(super) const ADDRESSES: &[&str] = &[
    "joe@h", "joe@host.dom", "joe", "@h", "joe@", "joe@[1.2]", "joe%40h", "j%25s@h", "!@h", "joe@h?subject=x",
    "?to=a@b", "to=a@b&cc=c@d", "comp.lang.c", "comp", "comp.", "comp.*", "*", "*.", "a.b.c", "12@h", "12@h>",
    "a@b@c", "isbn:012", "isbn:", "x:y", "nid:nss", "ietf:rfc:1738", "-a:b", "a.html", "/a", "//h", "g/h", "a b@c",
    "ann,bob@h", "\"a b\"@h", "a|b@h", "a&b@h", "a@h&gt;", "12345", "?cc=", "?bcc=a@b;x", "\u{e9}@h", "a/b@h",
    "a..b@h.",
    "?a=b to=c@d", "?x<to=a@b", "?to=a\"b@c", "?to=a|b@c", "?to= a@b", "?to=!@b",
    "a?&to=b@c", "?x y&to=a@b", "?x\"&to=a@b", "!?to=a@b", "?&to=b@c",
];
pub(super) const BREAKS: &[&str] = &[
    "", "", "\n", "\r\n", "\r", "\n ", "\n  ", "\n\n", "\n> ", "\n>> ", "\n| ", "\n + ", "\n- ", "-\n", "-\n  ",
    "\\\n", "=\n", " \n", " ", "  ", "\t", "\n\t", "\n * ", "\n * \n", "\n// ", "\n# ", "\n; ", "\x0c\n", "\n\x0c",
    "\n\nRFC 1738   Uniform   December 1994\n\n", "\n[Page 22]\n",
    "\n\n\nBerners-Lee  [Page 2]\n\x0c\nRFC 1738 URL 1994\n\n\n", "\n:", "\n$ ", "\n    ", "\n1. ", "\n",
    "\n\u{3000}", "\n\u{a0}", "<br>\n", "\"\n\"", " + \"\n \"", "&nbsp;\n",
    "\njoe> ", "\nsee ", "\nword ", "\n< ", "\n! ", "\n!",
];
pub(super) const HEADS: &[&str] = &[
    "", "", "> ", ">> ", "| ", "    ", " * ", "// ", "# ", "- ", "+", "\t", "; ", ":: ", "  > ", "1. ", "<p>", "$ ",
    "   ",
    "joe> ", "joe>> ", "word ", "< ", "! ", "abcdefghijklmn> ",
];
pub(super) const WRAPS: &[&str] = &[
    "<URL:", "<URL: ", "<url:", "<", "< ", "URL:", "URL: ", "url:", "&lt;URL:", "&lt;", "\"", "(URL:", "(URL: ",
    "[URL:", "(", "", "<URL:\n", "{", "<a href=\"", "<A HREF = '", "<a href=", "\u{ab}", "\u{2039}", "\u{201c}", "'",
    "[[", "<<",
    "&#60;URL:", "&#x3c;", "&#60;",
    "<\"", "<'", "<URL:\"", "<URL: '",
];
pub(super) const ENDS: &[&str] = &[
    ">", ">", ">.", "", "\n>", " >", "&gt;", "\"", "\">", ")", "]", "\n", "\n\n", " <", "<", "\n\n>", "}", "'>",
    "\u{bb}", "\u{203a}", "\u{201d}", "'", "]]", ">>", " and <", ", ", "\">text</a>", " >text</a>",
    "&#62;", "&#x3e;", "&#62;.",
    "'>.", "\">.", "`>",
];
pub(super) const JOINS: &[&str] = &[
    "", "", " ", " and ", " or ", ", ", ",", "; ", " / ", " | ", " & ", ",\n", " und\n", " (word) ", " a b c ",
    " 1 2 3 4 5 6 7 8 9 10 ", "\nhttp://j/", " ftp://j/ ", "+",
    " 1 2 3 4 5 6 ", " 1 2 3 4 5 6 7 ", " 1 2 3 4 5 6 7 8 ", ", ;", ",;+ ", " &\n",
];
pub(super) const FILL: &[&str] = &[
    "", "a", "0123456", "word: and ", "a:b:c ", "12:34:56 ", "std::fmt ", "C:\\x ", "::", ":", "x: y: z: ", "{a: 1} ",
    "0123456789abcdef", "0123456789abcdef0123456789abcdef", "key:value ", "\u{e9}\u{e9}\u{e9}\u{e9}", "<b>:</b> ",
    "\n", "urn:", "a/b:c ", "....: ", "\"k\":\"v\",", "the quick brown fox jumps over the lazy dog and runs away ",
    ":\u{e9}", "\u{e9}:\u{e9}", "=:=:=:=:=:=:=:=:=:=:=:=:=:=:=:=:=:=:=:=:=:=",
    "1:2:3:4:5:6:7:8:9:0:1:2:3:4:5:6:7:8:9:0:1:2:3:4:5:6:7:8:9:0 ", " mailto:1@h.d ", " news:9@h ",
];
pub(super) const HIGH: &[&str] = &[
    "", "", "\u{80}", "\u{81}", "\u{82}", "\u{84}", "\u{85}", "\u{8a}", "\u{8b}", "\u{8c}", "\u{8e}", "\u{91}",
    "\u{93}", "\u{94}", "\u{96}", "\u{97}", "\u{9a}", "\u{9b}", "\u{9c}", "\u{9e}", "\u{9f}", "\u{a0}", "\u{ab}",
    "\u{ad}", "\u{b7}", "\u{bb}", "\u{c0}", "\u{c3}", "\u{df}", "\u{e9}", "\u{ff}", "\u{92}s", "\u{92}x/",
    "\u{e9}t\u{e9}", "\u{93}a\u{94}", "\u{3002}",
];
pub(super) const FEET: &[&str] = &[
    "\n\n", "\n", "\n\n\n[Page 2]\n", "\n\nAuthor  [Page iv]\n\x0c\n", "\n\n[page 123456]\n", "\n\n[page 12345] \n",
    "\n- 12 -\n\x0c", "\n - x -\n", "\n - xy -\n\x0c", "\n\n[Page]\n", "\n\n[Page ]\n", "\n\nA [Page 2] b\n\x0c",
    "\n\x0c\n", "\n\n\n\n", "\n\n[Page 1i]\n", "\n\nPage 2]\n\n", "\x0c", "\n\n12 -\n", "\n\n- 12\n",
];
pub(super) const TITLES: &[&str] = &[
    "", "", "\n", "RFC 1738  URL  December 1994\n\n", "Internet-Draft  X  May 1994\n\n", "internet draft y 1994\n",
    "RFC 1738 URL 94\n", "RFC 1738 URL 199x\n", "RFC1738 1994\n", "A title 1994\n\n", "Draft\n\n", "\x0c\n",
    "internet-drafts 1994\n\n",
];
pub(super) const DOTS: &[&str] = &[
    "", ".", "..", "...", "....",
];
pub(super) const EQUALS: &[&str] = &[
    " = ", "=", "  =  ", " : ", " =", "= ", "\t=\t",
];
pub(super) const WORDS: &[&str] = &[
    "a", "title", "a.b", "", ". ", "the title of a document of many words that is longer than a line of text",
];
pub(super) const LINE_ENDS: &[&str] = &[
    "\n", " \n", " x\n", "", "  ", "\t\n", "\r\n", " \r",
];
pub(super) const PADS: &[&str] = &[
    "", "the wor ", "the words before a URL fill m ", "the words before a URL fill most of ",
    "the words before a URL fill most of  ", "the words before a URL fill most of t ",
    "the words before a URL fill most of th ", "the words before a URL fill most of the ",
    "the words before a URL fill most of the  ", "the words before a URL fill most of the l ",
    "the words before a URL fill most of the li ", "the words before a URL fill most of the lin ",
    "the words before a URL fill most of the line ", "the words before a URL fill most of the line  ",
    "the words before a URL fill most of the line t ", "the words before a URL fill most of the line th ",
    "the words before a URL fill most of the line tha ", "the words before a URL fill most of the line that ",
    "the words before a URL fill most of the line that  ", "the words before a URL fill most of the line that i ",
    "the words before a URL fill most of the line that it ", "the words before a URL fill most of the line that it  ",
    "the words before a URL fill most of the line that it i ",
    "the words before a URL fill most of the line that it is ",
    "the words before a URL fill most of the line that it is  ",
    "the words before a URL fill most of the line that it is i ",
    "the words before a URL fill most of the line that it is in ",
    "the words before a URL fill most of the line that it is in  ",
    "the words before a URL fill most of the line that it is in a ",
    "the words before a URL fill most of the line that it is in an ",
    "the words before a URL fill most of the line that it is in and ",
    "the words before a URL fill most of the line that it is in and  ",
];
pub(super) const TOKENS: &[&str] = &[
    "a/b/c", "a/", "x.html", "xy.html", "x.com", "xy.com", "xy.COM", "x", "a/b", "xy.h1", "xy.123", "xy.abcdef",
    "~joe/", "%7Ejoe/a/", "_x/y/", "-a/b/", ".a/b/", "next word", "a-b", "a=b", "1994", "and",
];
pub(super) const CUTS: &[&str] = &[
    "/\n", "-\n", "=\n", "=\r\n", "/ \n", "- \n  ", ",\n        ", "&\n   ", "_\n  ", "%\n  ", "\n", "/\n  ", "/\n> ",
    "?\n    ",
];
pub(super) const INDENTS: &[&str] = &["", "x\n", "\n\n", "x\n ", " ", "  ", "    ", "\t", "x  ", "- "];
pub(super) const HANGS: &[&str] = &[
    ",\n", ",\n  ", ",\n      ", ";\n      ", "&\n\t", "?\n   ", "=\n     ", "+\n      ", "%\n    ", "_\n      ", "-\n      ",
    ", \n      ", ",\r\n     ",
];
