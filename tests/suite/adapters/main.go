// Answers the runner protocol for Go's net/url.
package main

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
)

type answer = map[string]any

// octets returns bytes as the suite writes them: a character each.
func octets(text string) string {
	runes := make([]rune, len(text))
	for i := 0; i < len(text); i++ {
		runes[i] = rune(text[i])
	}
	return string(runes)
}

// raw returns the bytes of a text of the suite.
func raw(text string) string {
	var bytes []byte
	for _, r := range text {
		bytes = append(bytes, byte(r))
	}
	return string(bytes)
}

func parse(text string) answer {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" {
		return answer{"valid": false}
	}
	fields := answer{"user": nil, "password": nil, "host": nil, "port": nil}
	if u.User != nil {
		fields["user"] = octets(u.User.Username())
		if password, ok := u.User.Password(); ok {
			fields["password"] = octets(password)
		}
	}
	if host := u.Hostname(); host != "" {
		fields["host"] = octets(host)
	}
	if port, err := strconv.Atoi(u.Port()); err == nil {
		fields["port"] = port
	}
	return answer{"valid": true, "scheme": u.Scheme, "fields": fields}
}

func resolve(base, reference string) answer {
	u, err := url.Parse(base)
	if err != nil {
		return answer{"text": nil}
	}
	joined, err := u.Parse(reference)
	if err != nil {
		return answer{"text": nil}
	}
	return answer{"text": joined.String()}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var request map[string]any
		if json.Unmarshal(lines.Bytes(), &request) != nil {
			continue
		}
		text := func(key string) string { value, _ := request[key].(string); return value }
		var reply answer
		switch text("op") {
		case "describe":
			version := strings.TrimPrefix(runtime.Version(), "go")
			reply = answer{"name": "Go net/url", "version": version, "language": "Go", "levels": []string{"verdict"}}
		case "parse":
			reply = parse(raw(text("text")))
		case "resolve":
			reply = answer{"skip": true}
			if text("by") == "rfc3986" {
				reply = resolve(text("base"), text("reference"))
			}
		default:
			reply = answer{"skip": true}
		}
		reply["id"] = request["id"]
		_ = out.Encode(reply)
	}
}
