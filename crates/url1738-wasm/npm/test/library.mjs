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

const url1738 = await import(pathToFileURL(process.env.URL1738_PACKAGE).href);
const { parse, plan, normalize, repair, lints, find, explainSvg } = url1738;

test('the package has seven functions', () => {
  assert.deepEqual(Object.keys(url1738).sort(), ['explainSvg', 'find', 'lints', 'normalize', 'parse', 'plan', 'repair']);
});

test('every vector and every generated text is read as the native library reads it', async () => {
  const functions = { parse, plan, normalize, repair, lints, find, explainSvg };
  let [texts, valid] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(process.env.URL1738_EXPECTED), crlfDelay: Infinity })) {
    const { text, ...expected } = JSON.parse(line);
    for (const [name, value] of Object.entries(expected)) {
      const found = functions[name](text);
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
    assert.equal(head, "import { parse, plan, normalize, repair, lints, find, explainSvg } from 'url1738';");
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
    console.log(parse('news:*').scheme, normalize('HTTP://H:80/').url);`;
  const { stdout, stderr } = node('--input-type=module', '--eval', code);
  assert.equal(stdout, 'news http://h/\n', stderr);
});

test('require returns the package, or says that it is an ES module', () => {
  const { stdout, stderr } = node('--input-type=commonjs', '--eval', "console.log(require('url1738').parse('news:*').scheme)");
  assert.ok(stdout === 'news\n' || stderr.includes('ERR_REQUIRE_ESM'), stderr);
});

test('the types are those that users need', { skip: !process.env.URL1738_NODE }, () => {
  cpSync(new URL('uses.ts', import.meta.url), join(project, 'uses.ts'));
  const compiler = join(process.env.URL1738_NODE, 'node_modules/typescript/bin/tsc');
  for (const [module, resolution] of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
    const { status, stdout } = node(compiler, '--strict', '--noEmit', '--target', 'es2022', '--module', module, '--moduleResolution', resolution, 'uses.ts');
    assert.equal(status, 0, stdout);
  }
});

test('offsets are those of slice', () => {
  const text = 'http://h/\u{1F600}a b';
  const { error } = parse(text);
  assert.equal(text.slice(error.start, error.end), '\u{1F600}');
  const [match] = find('\u65E5\u672C: ftp://host.dom/a, more');
  assert.deepEqual(match, { start: 4, end: 20, url: 'ftp://host.dom/a', code: null });
  for (const part of parse('ftp://host.dom/a/b').parts) assert.equal(part.text, 'ftp://host.dom/a/b'.slice(part.start, part.end));
});

test('lone surrogates, NUL, and values that are not texts are read', () => {
  assert.equal(parse('http://h/\uD800').ok, false);
  assert.equal(parse('http://h/\uD800x').error.start, 9);
  assert.equal(parse('http://h/a\0b').error.start, 10);
  for (const value of [null, 17, {}, [], true]) assert.equal(parse(value).ok, false);
  assert.equal(parse(undefined).ok, false);
  assert.equal(parse('').error.code, parse(undefined).error.code);
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
  assert.ok(ours < 3, `parse takes ${ours} us`);
});
