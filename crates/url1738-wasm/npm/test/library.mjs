// The package compared with the native library: node --test npm/test/, with URL1738_PACKAGE and URL1738_EXPECTED; with
// URL1738_NODE, a folder with typescript, its types are checked, too.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';

const url1738 = await import(pathToFileURL(process.env.URL1738_PACKAGE).href);
const { parse, plan, normalize, repair, repairScheme, lints, find, explainSvg, readings, build, edit, join: resolve } = url1738;

test('the package has twelve functions', () => {
  assert.deepEqual(Object.keys(url1738).sort(), ['build', 'edit', 'explainSvg', 'find', 'join', 'lints', 'normalize', 'parse', 'plan', 'readings', 'repair', 'repairScheme']);
});

test('every vector and every generated text is read as the native library reads it', async () => {
  const functions = { parse, plan, normalize, repair, lints, find, explainSvg };
  let [texts, valid] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(process.env.URL1738_EXPECTED), crlfDelay: Infinity })) {
    const { text, ...expected } = JSON.parse(line);
    const { values, edited, joined, ...results } = expected;
    const url = parse(text);
    if (url.ok) {
      for (const [name, value] of Object.entries(values)) assert.deepEqual(url[name], value, `${name}: ${JSON.stringify(text)}`);
      assert.equal(String(url), text);
    }
    if (edited === null) assert.throws(() => edit(text, { host: 'other.dom', user: null }), TypeError, text);
    else assert.deepEqual(edit(text, { host: 'other.dom', user: null }), edited, text);
    const { lints: risks, ...target } = resolve('http://host.dom/a/b?c', text, { rfc: 3986 });
    if (joined === null) assert.equal(target.ok, false, text);
    else assert.deepEqual(target, joined, text);
    for (const [name, value] of Object.entries(results)) {
      const found = name === 'parse' ? { ...url } : functions[name](text);
      // Comparing texts first is ten times as fast.
      if (JSON.stringify(found) !== JSON.stringify(value)) assert.deepEqual(found, value, `${name}: ${JSON.stringify(text)}`);
    }
    texts += 1;
    valid += expected.parse.ok;
  }
  console.log(`${texts} texts, ${valid} of them valid`);
  assert.ok(texts > 50_000 && valid > 5000, `${texts} texts, ${valid} valid`);
});

/** The value of a comment in a README: a literal, the beginning of a text before `...`, a text, or the names of the keys. */
function assertShown(value, comment, line) {
  if (/^[{[]/.test(comment)) assert.deepEqual(value, new Function(`return ${comment}`)(), line);
  else if (comment.endsWith('...')) assert.ok(value.startsWith(comment.slice(0, -3)), line);
  else if (typeof value === 'string') assert.equal(value, comment, line);
  else assert.deepEqual(Object.keys(value).sort(), comment.split(', ').sort(), line);
}

for (const page of ['../README.md', '../../README.md']) {
  test(`the code of ${page} returns what it says`, () => {
    const [, code] = /```js\n([^]*?)```/.exec(readFileSync(new URL(page, import.meta.url), 'utf8'));
    const [head, ...lines] = code.trim().split('\n').filter((line) => line !== '');
    assert.equal(head, "import { parse, plan, normalize, repair, lints, find, explainSvg, readings, build, edit, join } from 'url1738';");
    for (const line of lines) {
      const [, expression, comment] = /^(.*?); +\/\/ (.*)$/.exec(line);
      const value = new Function(...Object.keys(url1738), `return (${expression})`)(...Object.values(url1738));
      assertShown(value, comment, line);
    }
    assert.ok(lines.length >= 3);
  });
}

/** A folder in which the package is installed as npm installs it: the files that `package.json` lists, and no others. */
const project = mkdtempSync(join(tmpdir(), 'url1738-'));
after(() => rmSync(project, { recursive: true }));
before(() => {
  const from = dirname(process.env.URL1738_PACKAGE);
  const { files } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  for (const name of ['package.json', ...files]) cpSync(join(from, name), join(project, 'node_modules/url1738', name));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});
const node = (...words) => spawnSync(process.execPath, words, { cwd: project, encoding: 'utf8' });

test('the package is imported by its name, and so are the module and its functions', () => {
  const code = `import { parse } from 'url1738';
    import { instantiate } from 'url1738/module';
    import { createRequire } from 'node:module';
    import { readFileSync } from 'node:fs';
    const wasm = createRequire(import.meta.url).resolve('url1738/url1738.wasm');
    const { normalize } = instantiate(new WebAssembly.Module(readFileSync(wasm)));
    import { parse as inline } from 'url1738/inline';
    console.log(parse('news:*').scheme, normalize('HTTP://H:80/').url, inline('news:*').scheme);`;
  const { stdout, stderr } = node('--input-type=module', '--eval', code);
  assert.equal(stdout, 'news http://h/ news\n', stderr);
});

test('require returns the package, or says that it is an ES module', () => {
  const { stdout, stderr } = node('--input-type=commonjs', '--eval', "console.log(require('url1738').parse('news:*').scheme)");
  assert.ok(stdout === 'news\n' || stderr.includes('ERR_REQUIRE_ESM'), stderr);
});

test('the types are those that users need', { skip: !process.env.URL1738_NODE }, () => {
  cpSync(new URL('uses.ts', import.meta.url), join(project, 'uses.ts'));
  const compiler = join(process.env.URL1738_NODE, 'node_modules/typescript/bin/tsc');
  for (const [module, resolution] of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
    const { status, stdout } = node(compiler, '--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022', '--module', module, '--moduleResolution', resolution, 'uses.ts');
    assert.equal(status, 0, stdout);
  }
});

test('offsets are those of slice', () => {
  const text = 'http://h/\u{1F600}a b';
  const { error } = parse(text);
  assert.equal(text.slice(error.start, error.end), '\u{1F600}');
  const [match] = find('\u65E5\u672C: ftp://host.dom/a, more');
  assert.deepEqual(match, { start: 4, end: 20, url: 'ftp://host.dom/a', fragment: null, code: null });
  for (const part of parse('ftp://host.dom/a/b').parts) assert.equal(part.text, 'ftp://host.dom/a/b'.slice(part.start, part.end));
});

test('values are decoded, and written again', () => {
  const url = parse('ftp://joe:p%40ss@h.dom:2121/a%2Fb/%FF;type=i');
  const { host, port, portOrDefault, user, password, path, segments, search, pairs } = url;
  assert.deepEqual([host, port, portOrDefault, user, password], ['h.dom', 2121, 2121, 'joe', 'p@ss']);
  assert.deepEqual([path, segments, search, pairs], ['a%2Fb/%FF', ['a/b', '\uFFFD'], null, []]);
  // A clone, as a worker gets it, has what JSON has.
  const all = { ok: true, scheme: 'ftp', parts: url.parts, host, port, portOrDefault, user, password, path, segments, search, pairs };
  assert.equal(JSON.stringify(url), JSON.stringify(all));
  assert.deepEqual(structuredClone(url.toJSON()), all);
  assert.deepEqual(parse('x-db://h/a%20b/c?d=e&f').pairs, [['d', 'e'], ['f', null]]);
  assert.deepEqual(parse('prospero://h/a/b%20c').segments, ['a', 'b c']);
  const pairs2 = [['a b', '1&2=+%'], ['flag', null], ['\u00E9', '']];
  for (const given of [pairs2, new Map(pairs2), Object.fromEntries(pairs2)]) {
    const built = build('https', { host: 'h.dom', pairs: given });
    assert.equal(built.url, 'https://h.dom/?a%20b=1%262%3D%2B%25&flag&%C3%A9=');
    assert.deepEqual(parse(built.url).pairs, pairs2);
  }
  assert.equal(build('file', { segments: ['etc', new Uint8Array([0x61, 0xFF])] }).url, 'file:///etc/a%FF');
  assert.equal(build('prospero', { host: 'h', ppath: 'a', fields: { v: '1' } }).url, 'prospero://h/a;v=1');
  assert.equal(build('nntp', { host: 'h', group: 'a.b', port: 1119 }).url, 'nntp://h:1119/a.b');
  assert.equal(edit('http://h:1/a?b', { path: 'c d/e', port: null, search: undefined }).url, 'http://h/c%20d/e?b');
  assert.equal(edit('http://h/a?b', { segments: [], search: '' }).url, 'http://h/?');
  assert.equal(edit('http://h/a?b', { search: 'x=y, z: \uD800' }).url, 'http://h/a?x=y,%20z:%20%EF%BF%BD');
  assert.equal(edit('http://h/a', { search: '\uFEFFx' }).url, 'http://h/a?%EF%BB%BFx');
  assert.equal(parse('http://h/?%EF%BB%BFx').search, '\uFEFFx');
  // Words to search for are no pairs.
  for (const [text, search] of [['gopher://h/7/a%09b=c', 'b=c'], ['wais://h/db?a=b', 'a=b']]) assert.deepEqual([parse(text).search, parse(text).pairs], [search, []]);
  // `null` beside the other name of a part removes nothing.
  assert.equal(edit('http://h/a?b', { pairs: { c: 'd' }, search: null, segments: ['e'], path: null }).url, 'http://h/e?c=d');
  // Octets may be of another realm, or of a view that does not begin with its buffer.
  const octets = [new Uint8Array([1, 97, 255]).subarray(1), runInNewContext('new Uint8Array([97, 255])'), Buffer.from([97, 255])];
  assert.equal(build('http', { host: 'h', segments: new Set(['a', 'b']) }).url, 'http://h/a/b');
  for (const value of octets) assert.equal(edit('http://h/', { segments: [value] }).url, 'http://h/a%FF');
});

test('parts that a URL cannot have are a TypeError, and values an error', () => {
  for (const [call, reason] of [
    [() => build('ftp', {}), /missing host/],
    [() => build('ftp', { host: 'h', pairs: {} }), /cannot contain this part: pairs/],
    [() => edit('ftp://h/', { colour: 'red' }), /cannot contain this part: colour/],
    [() => edit('ftp://h/', { password: 'x' }), /missing user name/],
    [() => edit('ftp://h/', { segments: [null] }), /expected a text, found null/],
    [() => edit('tel:1', { host: 'h' }), /cannot contain this part: host/],
    [() => edit('http://h/', { pairs: ['a=b'] }), /expected a pair of name and value in pairs, found \[object String\]/],
    [() => edit('http://h/', { pairs: 'a=b' }), /expected a pair of name and value in pairs, found \[object String\]/],
    [() => build('http', { host: 'h', search: new URLSearchParams('a=b') }), /expected a text, found \[object Array\]/],
    [() => build('http', { host: 'h', search: { a: 'b' } }), /expected a text, found \[object Object\]/],
    [() => build('http', { host: 'h', segments: [new ArrayBuffer(1)] }), /expected a text, found \[object ArrayBuffer\]/],
    [() => build('http', { host: 'h', path: 'a', segments: ['b'] }), /path and segments are one part/],
    [() => edit('http://h/', { search: 'a', pairs: { b: null } }), /search and pairs are one part/],
    [() => resolve('http://h/', 'a', { rfc: 2396 }), /rfc must be 1808 or 3986/],
  ]) assert.throws(call, (error) => error instanceof TypeError && reason.test(error.message), String(reason));
  const { ok, error } = build('http', { host: 'a b' });
  assert.deepEqual([ok, error.code, error.part, error.start, error.end], [false, 'space', 'host', 1, 2]);
  assert.equal(edit('http://h/ ', {}).error.code, 'space');
});

test('references, readings, fixes and fragments', () => {
  assert.deepEqual(resolve('http://h/a/b', '../c#d'), { ok: true, url: 'http://h/c', fragment: 'd', lints: [], inheritsFragment: false });
  assert.equal(resolve('http://h/a', '').inheritsFragment, true);
  assert.equal(resolve('http://h/a', '../../b', { rfc: 3986 }).url, 'http://h/b');
  assert.equal(resolve('gopher://h/0a', '/1b').lints[0].code, 'gopher-type-changed');
  const { code, part, rule } = resolve('mailto:a@b', 'c').error;
  assert.deepEqual([code, part, rule], ['never-a-base', null, null]);
  assert.equal(resolve('http://h/', '../~joe').error.help, 'percent-encode it as `%7E`');
  assert.deepEqual([resolve('http://h/', 'a b').error.start, resolve('http:', 'a').error.code !== ''], [1, true]);
  const { readings: [ours, theirs] } = readings('ftp://joe?@h/');
  assert.deepEqual([ours.user, ours.host, theirs.host], ['joe?', 'h', 'joe']);
  const text = 'http://h/\u{1F600} b';
  const { fix } = parse('http://h/a b').error;
  assert.deepEqual(fix, { start: 10, end: 11, text: '%20' });
  assert.equal(text.slice(...Object.values(parse(text).error.fix).slice(0, 2)), '\u{1F600}');
  assert.equal(find('see http://h/a#top.')[0].fragment, 'top');
  assert.equal(repair('<http://h/~#top>').fragment, 'top');
  const { url, safe, changes: [change] } = repairScheme('htp://h/');
  assert.deepEqual([url, safe, change.code, change.start, change.end], ['http://h/', false, 'unknown-scheme', 0, 3]);
  assert.equal(repairScheme('redis://h/'), null);
});

test('init takes the module from anywhere', async () => {
  const { init } = await import(pathToFileURL(join(dirname(process.env.URL1738_PACKAGE), 'url1738.js')).href);
  const octets = readFileSync(join(dirname(process.env.URL1738_PACKAGE), 'url1738.wasm'));
  const untyped = new Response(octets, { headers: { 'content-type': 'text/plain' } });
  for (const source of [undefined, octets, octets.buffer.slice(octets.byteOffset, octets.byteOffset + octets.length), untyped, Promise.resolve(new Response(octets)), await WebAssembly.compile(octets), `data:application/wasm;base64,${octets.toString('base64')}`]) {
    assert.equal((await init(source)).parse('news:*').scheme, 'news');
  }
  await assert.rejects(init(new Response('', { status: 404, statusText: 'Not Found' })), /404 Not Found/);
});

test('lone surrogates, NUL, and values that are not texts are read', () => {
  assert.equal(parse('http://h/\uD800').ok, false);
  assert.equal(parse('http://h/\uD800x').error.start, 9);
  assert.equal(parse('http://h/a\0b').error.start, 10);
  for (const value of [17, {}, [], true]) assert.equal(parse(value).ok, false);
  for (const call of [parse, plan, find, explainSvg, build, edit, resolve]) {
    for (const value of [undefined, null]) assert.throws(() => call(value), { name: 'TypeError', message: `expected a text, found ${value}` });
  }
  assert.equal(parse(new URL('http://h/a')).ok, true);
  assert.equal(parse(`http://h/${'a'.repeat(2000)}\u{1F600}`).error.start, 2009);
});

test('a text of 10 MB is read', () => {
  const long = `http://host.dom/${'a/'.repeat(5_000_000)}`;
  assert.equal(normalize(long).url, long);
  assert.equal(parse(`${long}~`).error.start, long.length);
  assert.ok(explainSvg(long).length < 50_000);
  assert.equal(parse('news:*').ok, true);
});

test('passwords are in parts, and in no message, plan or drawing', () => {
  const text = 'ftp://joe:hunter2@host.dom/a';
  assert.equal(parse(text).parts[2].text, 'hunter2');
  for (const shown of [plan(text), lints(text), explainSvg(text), explainSvg(`${text} b`), parse(`${text} b`)]) {
    assert.doesNotMatch(JSON.stringify(shown), /hunter/);
  }
});

test('markup in a text is escaped in the drawing', () => {
  const svg = explainSvg('http://h/<script>alert(1)</script>"&\u202E');
  assert.doesNotMatch(svg, /<script|\u202E/);
  assert.match(svg, /&lt;script&gt;/);
});

test('the functions keep their speed', { skip: !process.env.URL1738_MEASURE }, async () => {
  const texts = [];
  for await (const line of createInterface({ input: createReadStream(process.env.URL1738_EXPECTED) })) {
    const { text, parse } = JSON.parse(line);
    if (parse.ok) texts.push(text);
    if (texts.length === 5000) break;
  }
  const web = texts.filter((text) => URL.canParse(text));
  const time = (work, all) => {
    const start = process.hrtime.bigint();
    for (let round = 0; round < 10; round++) for (const text of all) work(text);
    return Number(process.hrtime.bigint() - start) / 1000 / 10 / all.length;
  };
  const pairs = Array.from({ length: 15 }, () => [time(parse, web), time((text) => new URL(text).pathname, web)]).slice(3);
  const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
  const [ours, theirs] = [median(pairs.map(([a]) => a)), median(pairs.map(([, b]) => b))];
  const ratio = median(pairs.map(([a, b]) => a / b));
  console.log(`parse: ${ours.toFixed(2)} us a URL, new URL: ${theirs.toFixed(2)} us, ratio ${ratio.toFixed(2)}`);
  assert.ok(ratio < 4, `parse takes ${ratio} times as long as new URL`);
});
