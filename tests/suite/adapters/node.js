// Answers the runner protocol for Node: node.js url | node.js fast-uri FOLDER.
"use strict";
const readline = require("node:readline");

const [library, folder] = process.argv.slice(2);
const packaged = library === "url" ? null : require(`${folder}/${library}`);

// Octets as the suite writes them: a character each.
function octets(text) {
  if (text === undefined || text === null || text === "") return null;
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

function byUrl(text) {
  const url = new URL(text);
  // The parser removes tabs, line ends and outer spaces; a text with them is not accepted as it is.
  if (/[\t\n\r]|^[\0- ]|[\0- ]$/.test(text)) return { valid: false };
  return {
    valid: true,
    scheme: url.protocol.slice(0, -1),
    fields: {
      user: octets(url.username),
      password: octets(url.password),
      host: octets(url.hostname),
      port: url.port === "" ? null : Number(url.port),
    },
  };
}

function byFastUri(text) {
  const parsed = packaged.parse(text);
  if (parsed.error || !parsed.scheme) return { valid: false };
  const [user, ...rest] = (parsed.userinfo ?? "").split(":");
  return {
    valid: true,
    scheme: parsed.scheme,
    fields: {
      user: parsed.userinfo === undefined ? null : octets(user) ?? "",
      password: rest.length ? octets(rest.join(":")) ?? "" : null,
      host: octets(parsed.host),
      port: parsed.port === undefined || parsed.port === "" ? null : Number(parsed.port),
    },
  };
}

function answer(request) {
  if (request.op === "describe") {
    return library === "url"
      ? { name: "Node URL", version: process.versions.node, language: "JavaScript", levels: ["verdict"] }
      : {
          name: library,
          version: require(`${folder}/${library}/package.json`).version,
          language: "JavaScript",
          levels: ["verdict"],
        };
  }
  try {
    if (request.op === "parse") {
      // Octets that are not UTF-8 make no text of JavaScript.
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(request.text, "latin1"));
      return library === "url" ? byUrl(text) : byFastUri(text);
    }
    if (request.op === "resolve" && request.by === "rfc3986") {
      const text =
        library === "url" ? new URL(request.reference, request.base).href : packaged.resolve(request.base, request.reference);
      return { text };
    }
  } catch {
    return request.op === "parse" ? { valid: false } : { text: null };
  }
  return { skip: true };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id: request.id, ...answer(request) })}\n`);
});
