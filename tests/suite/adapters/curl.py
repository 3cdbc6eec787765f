"""Answers the runner protocol for curl's URL parser: curl.py trurl, or curl.py libcurl by its URL API."""

import ctypes
import ctypes.util
import json
import subprocess
import sys

# Of curl/urlapi.h.
URL, SCHEME, USER, PASSWORD, HOST, PORT = 0, 1, 2, 3, 5, 6
NON_SUPPORT_SCHEME = 1 << 3


def load():
    curl = ctypes.CDLL(ctypes.util.find_library("curl") or "libcurl.so.4")
    curl.curl_version.restype = ctypes.c_char_p
    curl.curl_url.restype = ctypes.c_void_p
    curl.curl_url_cleanup.argtypes = [ctypes.c_void_p]
    curl.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    curl.curl_url_get.argtypes = [
        ctypes.c_void_p,
        ctypes.c_int,
        ctypes.POINTER(ctypes.c_void_p),
        ctypes.c_uint,
    ]
    curl.curl_free.argtypes = [ctypes.c_void_p]
    return curl


def unescaped(raw):
    """Returns the octets of a part as the suite writes them."""
    from urllib.parse import unquote_to_bytes

    return None if raw is None else unquote_to_bytes(raw).decode("latin-1")


def by_libcurl(curl, text):
    handle = curl.curl_url()
    try:
        # A text of C ends at NUL.
        if b"\0" in text or curl.curl_url_set(handle, URL, text, NON_SUPPORT_SCHEME) != 0:
            return {"valid": False}

        def get(part):
            pointer = ctypes.c_void_p()
            if curl.curl_url_get(handle, part, ctypes.byref(pointer), 0) != 0:
                return None
            value = ctypes.string_at(pointer.value)
            curl.curl_free(pointer)
            return value

        port, host = get(PORT), get(HOST)
        return {
            "valid": True,
            "scheme": (get(SCHEME) or b"").decode("latin-1"),
            "fields": {
                "user": unescaped(get(USER)),
                "password": unescaped(get(PASSWORD)),
                "host": unescaped(host) or None,
                "port": int(port) if port else None,
            },
        }
    finally:
        curl.curl_url_cleanup(handle)


def by_trurl(text):
    if b"\0" in text or text.startswith(b"-"):
        return {"valid": False}
    done = subprocess.run(
        ["trurl", "--verify", "--json", "--url", text], capture_output=True, check=False
    )
    if done.returncode != 0:
        return {"valid": False}
    parts = json.loads(done.stdout)[0].get("parts", {})
    port = parts.get("port")
    return {
        "valid": True,
        "scheme": parts.get("scheme", ""),
        "fields": {
            "user": parts.get("user"),
            "password": parts.get("password"),
            "host": parts.get("host") or None,
            "port": int(port) if port else None,
        },
    }


def main():
    library = sys.argv[1]
    curl = load() if library == "libcurl" else None
    if curl:
        version = curl.curl_version().decode().split(" ")[0].removeprefix("libcurl/")
    else:
        version = subprocess.run(["trurl", "--version"], capture_output=True, text=True, check=True).stdout.split()[2]
    if "--version" in sys.argv:
        print(version)
        return
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "describe":
            name = "libcurl (URL API)" if curl else "trurl"
            answer = {"name": name, "version": version, "language": "C", "levels": ["verdict"]}
        elif request["op"] == "parse":
            text = request["text"].encode("latin-1")
            answer = by_libcurl(curl, text) if curl else by_trurl(text)
        else:
            answer = {"skip": True}
        print(json.dumps({"id": request["id"], **answer}), flush=True)


main()
