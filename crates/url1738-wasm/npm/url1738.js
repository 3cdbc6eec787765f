// The library in WebAssembly. `instantiate` takes a WebAssembly.Module and returns the functions of the package; `init` gets one.
const OPERATIONS = ['parse', 'plan', 'normalize', 'repair', 'lints', 'find', 'explainSvg', 'explain', 'readings', 'summarize', 'schemes', 'values', 'build', 'edit', 'join', 'repairScheme'];
/** Reads octets as UTF-8, U+FEFF at the beginning included. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
export const VALUES = ['host', 'port', 'portOrDefault', 'user', 'password', 'path', 'segments', 'search', 'pairs'];

/** The two names of one part. */
const OTHER = { path: 'segments', segments: 'path', search: 'pairs', pairs: 'search' };

/** Returns the functions, from the address of the module, its octets, a response or a compiled module. */
export async function init(source = new URL('url1738.wasm', import.meta.url)) {
  let given = await source;
  const files = given.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs'); // Node fetches no file
  if (files) given = files.readFileSync(given);
  if (typeof given === 'string' || given instanceof URL) given = await fetch(given);
  if (given instanceof Response) {
    if (!given.ok) throw new Error(`${given.url}: ${given.status} ${given.statusText}`);
    given = await given.arrayBuffer(); // not streamed: a server may send it as any type
  }
  return instantiate(given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given));
}

export function instantiate(module) {
  const { memory, input, call, symbol, symbol_len } = new WebAssembly.Instance(module).exports;
  const encoder = new TextEncoder();
  const [symbols, shapes] = [[], []];
  let bytes, words, at, text;
  const views = () => { // the memory moves when it grows
    if (bytes?.buffer !== memory.buffer) [bytes, words] = [new Uint8Array(memory.buffer), new Uint32Array(memory.buffer)];
  };
  const constant = (id) => symbols[id] ??= decoder.decode(bytes.subarray(symbol(id), symbol(id) + symbol_len(id)));
  const part = (name, start, end) => ({ name: symbols[name] ?? constant(name), start, end, text: text.slice(start, end) });
  const read = () => {
    const word = words[at++], number = word >>> 3;
    switch (word & 7) {
      case 0: return number === 0 ? null : number === 2;
      case 1: return number;
      case 2: return symbols[number] ?? constant(number);
      case 3: { const from = at * 4; at += (number + 3) >> 2; return decoder.decode(bytes.subarray(from, from + number)); }
      case 4: { const list = []; for (let n = 0; n < number; n++) list.push(read()); return list; }
      case 5: { const value = {}; for (const key of shapes[number] ??= constant(number).split(',')) value[key] = read(); return value; }
      default: { const parts = []; for (let n = 0; n < number; n++) parts.push(part(words[at++], words[at++], words[at++])); return parts; }
    }
  };
  const write = () => {
    let [length, n] = [text.length, 0];
    let to = input(length < 1024 ? length : length = encoder.encode(text).length); // no more memory than a long text needs
    views();
    if (length < 1024) while (n < length && text.charCodeAt(n) < 128) bytes[to + n] = text.charCodeAt(n++);
    if (n === length) return;
    to = input(length = Math.max(length, length < 1024 ? length * 3 : 0));
    views();
    input(encoder.encodeInto(text, bytes.subarray(to, to + length)).written);
  };
  const run = (operation, given) => {
    if (given === undefined || given === null) throw new TypeError(`expected a text, found ${given}`);
    text = String(given);
    write();
    at = call(operation) / 4 + 1;
    views();
    return read();
  };
  const library = Object.fromEntries(OPERATIONS.map((name, operation) => [name, (given) => run(operation, given)]));
  const { parse, values, build, edit, join } = library;

  class Url {
    #text;
    #values;
    constructor({ scheme, parts }, text) {
      this.ok = true;
      this.scheme = scheme;
      this.parts = parts;
      this.#text = text;
    }
    toString() {
      return this.#text;
    }
    toJSON() {
      return { ...this, ...values(this.#text) };
    }
    static {
      for (const name of VALUES) Object.defineProperty(this.prototype, name, { get() { return (this.#values ??= values(this.#text))[name]; } });
    }
  }
  const edited = (operation, first, parts = {}) => {
    const isGiven = (name) => (parts[name] ?? null) !== null;
    const both = Object.keys(OTHER).find((name) => isGiven(name) && isGiven(OTHER[name]));
    if (both) throw new TypeError(`${both} and ${OTHER[both]} are one part: give one of them`);
    // `null` beside the other name of a part removes nothing.
    const given = Object.entries(parts).filter(([name, value]) => value !== null || !isGiven(OTHER[name]));
    const found = operation([first, ...given.flatMap(argument)].join(' '));
    if (found.refused) throw new TypeError(found.refused);
    return found;
  };
  return {
    ...library,
    parse: (given) => {
      const found = parse(given);
      return found.ok ? new Url(found, text) : found;
    },
    build: (scheme, parts) => edited(build, word(scheme), parts),
    edit: (given, parts) => edited(edit, word(given), parts),
    join: (base, reference, { rfc = 1808 } = {}) => {
      if (rfc !== 1808 && rfc !== 3986) throw new TypeError('rfc must be 1808 or 3986');
      return join([base, reference, rfc].map(word).join(' '));
    },
  };
}

/** What a message says of a value, which may be a password: `[object Array]`. */
const kind = (value) => Object.prototype.toString.call(value);

/** Percent-encodes an argument, so that what separates words is none of it. A lone surrogate becomes U+FFFD. */
const word = (value) => {
  if (value === undefined || value === null) throw new TypeError(`expected a text, found ${value}`);
  // Octets of another realm, as in a test runner, are no `Uint8Array` of this one.
  if (ArrayBuffer.isView(value)) return Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), (octet) => `%${octet.toString(16).padStart(2, '0')}`).join('');
  const text = String(value);
  // Their texts are no values: a query of names and values is `pairs`.
  if (Array.isArray(value) || (typeof value === 'object' && text.startsWith('[object '))) throw new TypeError(`expected a text, found ${kind(value)}`);
  return encodeURIComponent(decoder.decode(new TextEncoder().encode(text)));
};

/** Returns the word for a part: `name=value,value`, or `name` if it is removed. */
const argument = ([name, value]) => {
  if (value === undefined) return [];
  const isPairs = name === 'pairs' || name === 'fields';
  if (value === null) return word(name);
  const pair = (given) => {
    if (!Array.isArray(given)) throw new TypeError(`expected a pair of name and value in ${name}, found ${kind(given)}`);
    return given[1] === null ? word(given[0]) : `${word(given[0])}:${word(given[1])}`;
  };
  const isList = Symbol.iterator in Object(value);
  const isOne = typeof value === 'string' || ArrayBuffer.isView(value) || !isList;
  const list = isPairs ? [...(isList ? value : Object.entries(value))].map(pair) : isOne ? [word(value)] : Array.from(value, word);
  return list.length === 0 ? word(name) : `${word(name)}=${list.join(',')}`;
};
