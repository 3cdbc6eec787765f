// The library in WebAssembly. `instantiate` takes a WebAssembly.Module and returns the functions of the package.
const OPERATIONS = ['parse', 'plan', 'normalize', 'repair', 'lints', 'find', 'explainSvg', 'explain', 'compare', 'summarize', 'schemes'];

export function instantiate(module) {
  const { memory, input, call, symbol, symbol_len } = new WebAssembly.Instance(module).exports;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
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
      case 4: return text.slice(number, words[at++]);
      case 5: { const list = []; for (let n = 0; n < number; n++) list.push(read()); return list; }
      case 6: { const value = {}; for (const key of shapes[number] ??= constant(number).split(',')) value[key] = read(); return value; }
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
  const run = (operation, given = '') => {
    text = String(given);
    write();
    at = call(operation) / 4 + 1;
    views();
    return read();
  };
  return Object.fromEntries(OPERATIONS.map((name, operation) => [name, (given) => run(operation, given)]));
}
