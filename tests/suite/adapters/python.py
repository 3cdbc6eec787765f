"""Answers the runner protocol for Python's libraries: python.py urllib|rfc3986|yarl|hyperlink."""

import json
import platform
import sys
from importlib.metadata import version
from urllib.parse import unquote_to_bytes, urljoin, urlsplit


def octets(text):
    """Returns a decoded part as the suite writes octets."""
    return None if text is None else unquote_to_bytes(text).decode("latin-1")


def fields(user, password, host, port):
    return {"user": octets(user), "password": octets(password), "host": octets(host), "port": port}


def by_urllib(text):
    split = urlsplit(text)
    return split.scheme, fields(split.username, split.password, split.hostname, split.port)


def by_rfc3986(text):
    import rfc3986
    import rfc3986.validators

    reference = rfc3986.uri_reference(text)
    rfc3986.validators.Validator().require_presence_of("scheme").check_validity_of(
        "scheme", "userinfo", "host", "port", "path", "query", "fragment"
    ).validate(reference)
    if reference.authority is None:
        return reference.scheme, fields(None, None, None, None)
    parts = reference.authority_info()
    user, colon, password = (parts["userinfo"] or "").partition(":")
    if parts["userinfo"] is None:
        user = None
    port = int(parts["port"]) if parts["port"] else None
    return reference.scheme, fields(user, password if colon else None, parts["host"], port)


def by_yarl(text):
    import yarl

    url = yarl.URL(text)
    return url.scheme, fields(url.raw_user, url.raw_password, url.raw_host, url.explicit_port)


def by_hyperlink(text):
    import hyperlink

    url = hyperlink.URL.from_text(text)
    user, colon, password = url.userinfo.partition(":")
    return url.scheme, fields(user or None, password if colon else None, url.host or None, url.port)


READERS = {"urllib": by_urllib, "rfc3986": by_rfc3986, "yarl": by_yarl, "hyperlink": by_hyperlink}


def describe(name):
    if name == "urllib":
        return {"name": "Python urllib", "version": platform.python_version()}
    return {"name": name, "version": version(name)}


def answer(name, request):
    if request["op"] == "describe":
        return {**describe(name), "language": "Python", "levels": ["verdict"]}
    if request["op"] == "resolve" and name == "urllib" and request["by"] == "rfc3986":
        try:
            return {"text": urljoin(request["base"], request["reference"])}
        except ValueError:
            return {"text": None}
    if request["op"] != "parse":
        return {"skip": True}
    try:
        # A text of Python has characters; octets that are not UTF-8 cannot be given to these libraries.
        text = request["text"].encode("latin-1").decode("utf-8")
        scheme, split = READERS[name](text)
    except Exception:
        return {"valid": False}
    # Without a scheme it is a relative reference, not a URL.
    if not scheme:
        return {"valid": False}
    return {"valid": True, "scheme": scheme, "fields": split}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(sys.argv[1], request)}), flush=True)
