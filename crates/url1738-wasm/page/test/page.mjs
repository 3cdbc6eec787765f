// The page in a browser: node --test page/test/. URL1738_PAGE is the page, URL1738_PACKAGE the npm package, URL1738_NODE a folder with playwright-core and
// axe-core, URL1738_BROWSER Chromium, URL1738_VECTORS a file with texts, and URL1738_REPORT the folder for screenshots.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const { URL1738_PAGE, URL1738_NODE, URL1738_BROWSER, URL1738_VECTORS, URL1738_REPORT } = process.env;
const require = createRequire(join(URL1738_NODE, 'package.json'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const address = pathToFileURL(URL1738_PAGE).href;
const pages = [address, ...['codes.html', 'fields.html'].map((name) => new URL(name, address).href)];
const BAD = 'http://host.dom/~joe/my file';

let browser;
before(async () => { browser = await chromium.launch({ executablePath: URL1738_BROWSER, args: ['--no-sandbox'] }); });
after(() => browser.close());

/** Opens the page, runs the steps, and asserts that nothing was blocked, thrown, opened or requested meanwhile. */
async function visit({ width = 1400, height = 900, colorScheme = 'light', forcedColors = 'none', fragment = '' }, steps) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, forcedColors, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const trouble = [];
  page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(`error: ${error}`));
  page.on('dialog', (dialog) => { trouble.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('popup', () => trouble.push('popup'));
  page.on('request', (request) => { if (!/^(blob|data):/.test(request.url()) && !pages.includes(request.url().split('#')[0])) trouble.push(`request: ${request.url()}`); });
  try {
    await page.goto(address + fragment);
    await page.waitForSelector('html[data-ready]');
    await steps(page);
    await settle(page);
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
}
const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const verdict = (page) => page.textContent('#verdict');
const type = async (page, text, field = '#url') => { await page.fill(field, text); await settle(page); };
/** Sets a value that is too long to type. */
const paste = (page, field, text) => page.evaluate(([field, text]) => {
  const input = document.querySelector(field);
  input.value = text;
  input.dispatchEvent(new InputEvent('input'));
}, [field, text]);

test('the page is one file of less than 250 kB, compressed', () => {
  const page = readFileSync(URL1738_PAGE);
  const packed = gzipSync(page, { level: 9 }).length;
  console.log(`the page: ${page.length} bytes, ${packed} compressed`);
  assert.ok(packed < 250_000, `${packed}`);
  const text = page.toString();
  assert.doesNotMatch(text, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')/);
  assert.match(text, /default-src 'none'; script-src 'sha256-/);
  assert.doesNotMatch(text.replaceAll('http://www.w3.org/2000/svg', ''), /(?:src|href)="https?:/);
});

test('each example is valid and has parts, a plan and three readings', () => visit({}, async (page) => {
  const examples = await page.$$('[data-example]');
  assert.equal(examples.length, 13);
  for (const example of examples) {
    const name = await example.textContent();
    await example.click();
    await settle(page);
    assert.match(await verdict(page), new RegExp(`^Valid\\. ${name}: .*RFC (1738 section 3\\.|2818|6455)`));
    assert.ok(await page.locator('#table tbody tr').count() >= 2, name);
    assert.equal(await page.inputValue('#url'), await page.evaluate(() => [...document.querySelectorAll('#line')].map((it) => it.textContent).join('')));
    const opening = await page.textContent('#opening');
    assert.ok(opening.length > 5, name);
    assert.equal(await page.locator('#turns li').count() > 0, !opening.startsWith('No access: '), name);
    assert.equal(await page.locator('#readings thead th').count(), 4);
    assert.ok(await page.locator('#readings tbody tr').count() + await page.locator('#equal .equal').count() >= 2, name);
    assert.match(await page.textContent('#agreement'), /agree|differ|one standard/);
  }
}));

test('a bad URL is repaired by keyboard alone', () => visit({}, async (page) => {
  for (let presses = 0; await page.evaluate(() => document.activeElement.id) !== 'url'; presses++) {
    assert.ok(presses < 5);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(BAD);
  await settle(page);
  assert.match(await verdict(page), /^Not a URL of RFC 1738: unexpected `~` in path segment \[tilde\]/);
  const [line, caret] = (await page.textContent('#caret')).split('\n');
  assert.equal([...line][caret.indexOf('^')], '~');
  assert.match(await page.textContent('#help'), /%7E/);
  for (let presses = 0; await page.evaluate(() => document.activeElement.id) !== 'apply'; presses++) {
    assert.ok(presses < 15);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await settle(page);
  assert.match(await verdict(page), /^Valid\./);
  assert.equal(await page.inputValue('#url'), 'http://host.dom/%7Ejoe/my%20file');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'url');
  assert.equal(await page.isVisible('#error'), false);
}));

test('a part is highlighted in the URL and in the list, on hover and on focus', () => visit({}, async (page) => {
  await type(page, 'ftp://joe@host.dom/a/b;type=i');
  const on = () => page.$$eval('.on', (all) => all.map((it) => [it.tagName, it.dataset.part]));
  await page.hover('#line [data-part="3"]');
  assert.deepEqual(await on(), [['BUTTON', '3'], ['TR', '3']]);
  await page.hover('#table tr[data-part="2"]');
  assert.deepEqual(await on(), [['BUTTON', '2'], ['TR', '2']]);
  await page.hover('h1');
  assert.deepEqual(await on(), []);
  await page.focus('#line [data-part="4"]');
  assert.deepEqual(await on(), [['BUTTON', '4'], ['TR', '4']]);
  await page.keyboard.press('Tab');
  assert.deepEqual(await on(), [['BUTTON', '5'], ['TR', '5']]);
  assert.equal(await page.getAttribute('#line [data-part="3"]', 'aria-label'), 'host: host.dom');
}));

test('tabs are changed by arrow keys', () => visit({}, async (page) => {
  await page.focus('#tab-url');
  for (const [key, tab] of [['ArrowRight', 'text'], ['ArrowRight', 'list'], ['ArrowRight', 'url'], ['ArrowLeft', 'list'], ['Home', 'url'], ['End', 'list']]) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${tab}`);
    assert.deepEqual(await page.$$eval('[role=tabpanel]', (all) => all.filter((it) => !it.hidden).map((it) => it.id)), [`panel-${tab}`]);
    assert.equal(await page.getAttribute(`#tab-${tab}`, 'aria-selected'), 'true');
  }
}));

test('the permalink restores a URL, and never has a password', async () => {
  let fragment;
  await visit({}, async (page) => {
    await type(page, 'gopher://host.dom/7/a+b%09c d');
    assert.equal(await page.evaluate(() => location.hash), '', 'not while a URL is typed');
    await page.keyboard.press('Enter');
    fragment = await page.evaluate(() => location.hash);
    assert.equal(await page.getAttribute('#permalink', 'href'), fragment);
    for (const [text, secret] of [
      ['ftp://joe:hunter2@host.dom/a', 'hunter'], ['ftp://joe:hunter2@host.dom/a b', 'hunter'], ['http://joe:hunter2@host.dom/', 'hunter'],
      ['http://h/?password=hunter2', 'hunter'], ['ftp://joe:hun ter2@h/', 'ter2'], ['x-db://joe:hunter2@h/', 'hunter'], ['telnet://joe:%68unter2@h', 'unter'],
      ['joe:hunter2@host.dom', 'hunter'], ['ftp://joe:hunter2', 'hunter'], ['ftp:joe:hunter2@h', 'hunter'], ['http://joe:hunter2 ', 'hunter'],
      ['x-db://h/ftp://joe:hunt#er2@h/', 'hunt'], ['x-db://h/ftp://joe:hunt#er2@h/#top', 'er2'], ['http://h/?password=hunt#er2', 'hunt'],
    ]) {
      await type(page, text);
      await page.keyboard.press('Enter');
      const shown = `${await page.evaluate(() => location.hash)} ${await page.getAttribute('#permalink', 'href')}`;
      assert.ok(!decodeURIComponent(shown).includes(secret), `${text}: ${shown}`);
    }
    await type(page, 'ftp://joe:hunter2@host.dom/a');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => location.hash), `#u=${encodeURIComponent('ftp://joe:***@host.dom/a')}`);
    assert.match(await page.textContent('#link-note'), /without the password/);
    assert.doesNotMatch(await page.textContent('main'), /hunter/);
  });
  await visit({ fragment }, async (page) => {
    assert.equal(await page.inputValue('#url'), 'gopher://host.dom/7/a+b%09c d');
    assert.match(await verdict(page), /^Not a URL/);
  });
  await visit({ fragment: '#u=%E0%A4%A' }, async (page) => assert.match(await verdict(page), /./));
});

test('the three readings mark what differs', () => visit({}, async (page) => {
  await type(page, 'http://010.0.0.1/a/../b');
  const rows = await page.$$eval('#readings tbody tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows, [['host', '010.0.0.1', '010.0.0.1', '8.0.0.1'], ['path', '/a/../b', '/a/../b', '/b']]);
  assert.equal(await page.textContent('#equal'), 'Equal in all: scheme http port 80');
  assert.equal(await page.textContent('#agreement'), '2 components differ.');
  assert.ok(await page.locator('#lints li').count() >= 1);
}));

/** A document of a megabyte: mail with URLs in one line of five. */
const megabyte = () => {
  let text = '';
  for (let line = 0; text.length < 1_000_000; line++) {
    text += line % 5 === 0 ? `See <URL:ftp://host${line % 900}.dom/pub/file${line}.txt> and http://www.host.dom/~user${line}/.\n` : `Line ${line} of a message that says nothing in particular, at some length, to nobody.\n`;
  }
  return text;
};

test('a text of 1 MB is marked within 200 ms', () => visit({}, async (page) => {
  const text = megabyte();
  await page.click('#tab-text');
  await page.focus('#text');
  const times = await page.evaluate(async (text) => {
    const field = document.querySelector('#text');
    const times = [];
    for (let round = 0; round < 7; round++) {
      field.value = '';
      field.dispatchEvent(new InputEvent('input'));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
      field.value = text;
      const start = performance.now();
      field.dispatchEvent(new InputEvent('input'));
      await new Promise((done) => requestAnimationFrame(() => { document.querySelector('#marked').getBoundingClientRect(); done(); }));
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
  }, text);
  assert.equal(await page.textContent('#marked'), text);
  const marks = await page.locator('#marked mark').count();
  assert.ok(marks > 4000, `${marks}`);
  assert.match(await page.textContent('#found'), new RegExp(`^${marks.toLocaleString('en')} URLs in the text, [\\d,]+ of them not valid\\.`));
  assert.equal(await page.locator('#matches li').count(), 100);
  // A text that long leaves the field, and the focus stays near it.
  assert.equal(await page.textContent('#size'), `${text.length.toLocaleString('en')} characters`);
  await page.click('#clear');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'text');
  assert.equal(await page.isVisible('#marked'), false);
  await paste(page, '#text', text);
  await settle(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'clear');
  console.log(`the text tab, 1 MB with ${marks} URLs: median ${times[3].toFixed(0)} ms, of ${times.map((it) => it.toFixed(0)).join(', ')}`);
  assert.ok(times[3] < 200, `${times}`);
  await page.click('#matches button >> nth=1');
  await settle(page);
  assert.equal(await page.inputValue('#url'), 'http://www.host.dom/~user0/');
}));

test('a list is counted', () => visit({}, async (page) => {
  await page.click('#tab-list');
  await type(page, 'ftp://a.dom/x\n\nftp://b.dom/y\r\nhttp://a.dom/~\nnews:*\nftp://joe:hunter2@a.dom/', '#list');
  assert.equal(await page.textContent('#counted'), '5 lines: 4 valid, 1 not valid.');
  const rows = await page.$$eval('#summary section', (all) => all.map((it) => [it.querySelector('h2').textContent, ...[...it.querySelectorAll('tbody tr')].map((row) => `${row.cells[0].textContent} ${row.cells[1].textContent}`)]));
  assert.deepEqual(rows[0], ['Schemes', 'ftp 3', 'news 1']);
  assert.deepEqual(rows[1], ['Errors', 'tilde 1']);
  assert.deepEqual(rows.find((row) => row[0] === 'Hosts'), ['Hosts', 'a.dom 2', 'b.dom 1']);
  assert.doesNotMatch(await page.innerHTML('#summary'), /hunter/);
  await page.click('[aria-label^="Explain line 4:"]');
  await settle(page);
  assert.equal(await page.inputValue('#url'), 'http://a.dom/~');
}));

test('what is not valid in a list is shown, filtered and repaired', () => visit({}, async (page) => {
  await page.click('#tab-list');
  const list = 'ftp://a.dom/x\r\nhttp://a.dom/~\nhttp://joe:hunter2@h/\n\nhttp://b.dom/a b#top\n:\nhttp://10.0.0.1/\n';
  // A dropped file is the list.
  await page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([list], 'urls.txt'));
    document.querySelector('#list').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, list);
  await page.waitForSelector('#bad-lines li');
  const lines = () => page.$$eval('#bad-lines li', (all) => all.map((it) => [it.value, it.textContent]));
  const bad = await lines();
  assert.deepEqual(bad.map(([number]) => number), [2, 3, 5, 6]);
  assert.match(bad[0][1], /unexpected `~` in path segment tilde percent-encode it as `%7E`Fix: http:\/\/a\.dom\/%7E$/);
  assert.match(bad[2][1], /Fix: http:\/\/b\.dom\/a%20b#top$/);
  assert.doesNotMatch(await page.innerHTML('#lines'), /hunter/);
  const options = await page.$$eval('#filter option', (all) => all.map((it) => it.textContent));
  assert.ok(options.includes('error tilde (1)') && options.includes('scheme ftp (1)') && options.some((it) => it.startsWith('lint special-address')), options.join());
  for (const [option, numbers] of [['error tilde', [2]], ['scheme ftp', [1]], ['lint special-address', [7]], ['error ', [2, 3, 5, 6]]]) {
    await page.selectOption('#filter', option);
    assert.deepEqual((await lines()).map(([number]) => number), numbers, option);
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  assert.equal(readFileSync(await download.path(), 'utf8'), list.replace('\r', '').replace('~', '%7E').replace('a b#', 'a%20b#'));
  assert.equal(await page.textContent('#saved'), '2 lines repaired, 2 left as they were.');
}));

test('a dropped list that is not UTF-8 keeps its letters', () => visit({}, async (page) => {
  await page.click('#tab-list');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array([...'http://a.dom/caf'].map((it) => it.charCodeAt(0)).concat(0xE9, 10))], 'urls.txt'));
    document.querySelector('#list').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector('#bad-lines li');
  assert.equal(await page.inputValue('#list'), 'http://a.dom/caf\u00E9\n');
}));

test('a URL is copied in six forms, without its password, and what is copied runs', () => visit({}, async (page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await type(page, "FTP://joe:hunter2@host.dom:21/it's%7e;type=i");
  const copies = {};
  for (const name of ['Normal form', 'JSON', 'Rust', 'Python', 'JavaScript', 'Shell']) {
    await page.click(`[aria-label="Copy: ${name}"]`);
    await page.waitForFunction((name) => document.querySelector(`[aria-label="Copy: ${name}"]`).textContent === 'Copied', name);
    copies[name] = await page.evaluate(() => navigator.clipboard.readText());
    assert.doesNotMatch(copies[name], /hunter/);
  }
  assert.equal(copies['Normal form'], "ftp://joe:***@host.dom/it's%7E;type=i");
  const { url, scheme, host, portOrDefault, segments, pairs } = JSON.parse(copies.JSON);
  assert.deepEqual([url, scheme, host, portOrDefault, segments, pairs], ["FTP://joe:***@host.dom:21/it's%7e;type=i", 'ftp', 'host.dom', 21, ["it's~"], []]);
  assert.match(copies.Rust, /^use url1738::Url;/);
  assert.match(copies.Python, /^import url1738\n/);
  const { parse } = await import(pathToFileURL(process.env.URL1738_PACKAGE));
  const said = [];
  new Function('parse', 'console', copies.JavaScript.replace(/^import .*\n/, ''))(parse, { log: (...values) => said.push(...values) });
  assert.deepEqual(said, ['host.dom', ["it's~"]]);
  assert.equal(execFileSync('sh', ['-c', copies.Shell.replace('url1738 explain', 'printf %s')], { encoding: 'utf8' }), url);
  await type(page, 'http://host.dom/~');
  assert.equal(await page.locator('#copies section').count(), 0);
}));

test('pairs are rows, and a fragment stays', () => visit({}, async (page) => {
  await type(page, 'https://host.dom/a?q=R%26D&flag#top');
  assert.match(await verdict(page), /^Valid, with a fragment\. https:/);
  const rows = await page.$$eval('#table tbody tr', (all) => all.map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent)));
  assert.deepEqual(rows.slice(-4), [['query string search', 'q=R%26D&flag = q=R&D&flag'], ['q', 'R&D'], ['flag', '–'], ['fragment', 'top']]);
  await page.keyboard.press('Enter');
  await type(page, 'http://host.dom/~joe#top');
  await page.click('#apply');
  await settle(page);
  assert.equal(await page.inputValue('#url'), 'http://host.dom/%7Ejoe#top');
  assert.match(await verdict(page), /^Valid, with a fragment/);
  assert.equal(new URL(page.url()).hash, `#u=${encodeURIComponent('http://host.dom/%7Ejoe#top')}`);
  await type(page, 'http://host.dom/#access_token=hunter2');
  await page.keyboard.press('Enter');
  assert.doesNotMatch(await page.textContent('main') + decodeURIComponent(page.url()), /hunter/);
}));

test('the URLs of a text are copied', () => visit({}, async (page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click('#tab-text');
  await type(page, 'See http://a.dom/#x, <URL:ftp://b.dom/c> and http://a.dom/.', '#text');
  await page.click('#copy-urls');
  await page.waitForFunction(() => document.querySelector('#copy-urls').textContent === 'Copied');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'http://a.dom/#x\nftp://b.dom/c\nhttp://a.dom/');
}));

test('each code and the fields lead to their documentation', () => visit({}, async (page) => {
  const [codes, fields] = ['codes.html', 'fields.html'].map((name) => readFileSync(new URL(name, pathToFileURL(URL1738_PAGE)), 'utf8'));
  const links = new Set();
  for (const text of [BAD, 'ftp://joe:secret@010.0.0.1:2121/%2e%2e', 'gopher://h:25/1', 'x']) {
    await type(page, text);
    for (const link of await page.$$eval('main a[href*=".html"]', (all) => all.map((it) => it.getAttribute('href')))) links.add(link);
  }
  assert.ok(links.size > 5, `${[...links]}`);
  for (const link of links) assert.ok(codes.includes(`id="${link.replace('codes.html#', '')}"`), link);
  assert.match(fields, /<h1 id="fields-and-templates">/);
  await page.setViewportSize({ width: 360, height: 800 });
  for (const name of ['codes.html', 'fields.html']) {
    await page.goto(new URL(name, address).href);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, name);
  }
  await page.goto(address);
  for (const text of [codes, fields]) assert.match(text, /default-src 'none'; script-src 'none'; style-src 'sha256-/);
}));

test('the drawing is shown and saved', () => visit({}, async (page) => {
  await type(page, 'ftp://joe:hunter2@host.dom/a<b>');
  await page.click('#drawing summary');
  await page.waitForFunction(() => document.querySelector('#svg').naturalWidth > 0);
  const svg = await page.evaluate(() => new Promise((done) => {
    const canvas = document.createElement('canvas');
    const image = document.querySelector('#svg');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext('2d').drawImage(image, 0, 0);
    done([image.naturalWidth, image.alt, document.querySelector('#download').href, canvas.getContext('2d').getImageData(2, 2, 1, 1).data.join()]);
  }));
  assert.equal(svg[0], 960);
  assert.match(svg[1], /^Drawing: /);
  assert.match(svg[2], /^blob:/);
  assert.equal(svg[3], '253,253,251,255', 'its style sheet is in force');
}));

test('hostile texts are inert', () => visit({}, async (page) => {
  const texts = readFileSync(URL1738_VECTORS, 'utf8').split(/[\t\n]/);
  texts.push('<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', 'javascript:alert(1)', 'data:text/html,<script>alert(1)</script>',
    'http://h/<iframe src=javascript:alert(1)>', '</script><script>alert(1)</script>', '\u202Egpj.exe\u202C http://h/\u202E', '\0\x1B[31m', '{{constructor.constructor("alert(1)")()}}',
    'ftp://h/%3Cscript%3Ealert(1)%3C/script%3E', `x-db:${'('.repeat(300)}`, '__proto__:x', 'constructor://h/', 'toString:');
  const before = await page.evaluate(() => document.querySelectorAll('script, iframe, object, embed, style, link, base, form').length);
  const foreign = await page.evaluate(async (texts) => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const bad = [];
    const put = async (id, text) => {
      const field = document.getElementById(id);
      field.value = text;
      field.dispatchEvent(new InputEvent('input'));
      await frame();
      for (const element of document.querySelectorAll('main *')) {
        for (const { name, value } of element.attributes) if (name.startsWith('on') || name === 'style' || name !== 'data-example' && /^\s*javascript:/i.test(value)) bad.push(`${id} ${text.slice(0, 99)}: ${name}=${value}`);
      }
    };
    for (const text of texts.filter((_, index) => index % 7 === 0 || index > texts.length - 20)) await put('url', text);
    for (const id of ['text', 'list']) {
      await put(id, texts.join('\n'));
      await put(id, texts.slice(-20).join(' '));
    }
    for (const text of ['\uD800', 'http://h/\uD800\uDFFF\uDC00x', 'ftp://\uDFFF/', `http://h/${'\uD83D'.repeat(1000)}`]) for (const id of ['url', 'text', 'list']) await put(id, text);
    return bad;
  }, texts);
  assert.deepEqual(foreign, []);
  assert.equal(await page.evaluate(() => document.querySelectorAll('script, iframe, object, embed, style, link, base, form').length), before);
  // Nothing that the library draws reverses the text around it.
  await type(page, 'http://h/\u202Ex');
  assert.doesNotMatch(await page.textContent('main'), /\u202E/);
}));

test('10 MB in each field are read', { timeout: 120_000 }, () => visit({}, async (page) => {
  for (const [field, status] of [['#url', '#verdict'], ['#text', '#found'], ['#list', '#counted']]) {
    const tab = field.slice(1);
    await page.click(`#tab-${tab}`);
    await paste(page, field, `http://host.dom/${'<b>/'.repeat(2_500_000)}`);
    await settle(page);
    assert.match(await page.textContent(status), /Not a URL|URL in the text|not valid/);
    assert.ok(await page.evaluate(() => document.querySelectorAll('*').length) < 3000);
    await paste(page, field, '');
    await settle(page);
  }
}));

/** The states of the page that are looked at, and what brings them about. */
const STATES = {
  story: async () => {},
  empty: (page) => type(page, ''),
  valid: (page) => type(page, 'ftp://joe:secret@010.0.0.1:2121/%2Fetc/motd;type=a'),
  invalid: (page) => type(page, BAD),
  pairs: (page) => type(page, 'https://www.host.dom/find?q=R%26D&page=2&flag#top'),
  refused: (page) => type(page, 'ftp://host.dom/a%0D%0Ab'),
  long: (page) => type(page, `http://host.dom/${'directory/'.repeat(300)}`),
  text: async (page) => { await page.click('#tab-text'); await type(page, 'See <URL:ftp://info.cern.ch/pub/www/doc;\n    type=d> and http://host.dom/~joe/.\nOr mailto:joe@host.dom, or gopher://host.dom/1.', '#text'); },
  list: async (page) => { await page.click('#tab-list'); await type(page, 'ftp://a.dom/x\nftp://b.dom:8021/y\nhttp://a.dom/~joe\nhttp://127.0.0.1/\nnews:*\nftp://a.dom/z', '#list'); },
};

test('the page fits 320 px, as at a zoom of 400 %, and names are not broken', () => visit({ width: 320 }, async (page) => {
  for (const [state, steps] of Object.entries(STATES)) {
    await page.click('#tab-url');
    await steps(page);
    await settle(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320, state);
  }
  const names = await page.$$eval('#summary tbody th code', (all) => all.map((it) => [it.textContent, it.getClientRects().length]));
  assert.deepEqual(names.find(([name]) => name === 'special-address'), ['special-address', 1]);
  assert.deepEqual(names.filter(([, lines]) => lines > 1), []);
}));

test('the page opens with two readings that differ, and the other stories are told', () => visit({}, async (page) => {
  assert.equal(await page.inputValue('#url'), 'ftp://www.bank.com?@host.dom/login');
  const rows = await page.$$eval('#readings tbody tr', (all) => all.map((row) => row.textContent));
  assert.ok(rows.some((row) => /^host.*host\.dom.*www\.bank\.com/.test(row)), rows.join('\n'));
  assert.equal(new URL(page.url()).hash, '');
  const told = {};
  for (const name of ['malformed', 'attack', 'https', 'mail']) {
    await page.click(`#stories button:text-is("${name}")`);
    await settle(page);
    told[name] = [await verdict(page), await page.textContent('#panel-url')].join(' ');
  }
  for (const [name, what] of [['malformed', /tilde/], ['attack', /selector-control/], ['https', /^Valid/], ['mail', /mailto-headers/]]) assert.match(told[name], what, name);
}));

test('a verdict is announced after a pause, once', () => visit({}, async (page) => {
  await page.evaluate(() => {
    window.said = [];
    new MutationObserver(() => window.said.push(document.getElementById('announced').textContent)).observe(document.getElementById('announced'), { childList: true });
  });
  await page.fill('#url', '');
  await page.waitForFunction(() => window.said.length > 0);
  await page.evaluate(() => { window.said.length = 0; });
  await page.locator('#url').pressSequentially('http://host.dom/~', { delay: 20 });
  await page.waitForFunction(() => window.said.length > 0);
  assert.deepEqual(await page.evaluate(() => window.said), [await verdict(page)]);
  await page.click('#tab-text');
  await type(page, 'See http://host.dom/.', '#text');
  await page.waitForFunction(() => document.getElementById('announced').textContent.startsWith('1 URL in the text'));
}));

test('with forced colors, the tab that is open is the one that is underlined', () => visit({ forcedColors: 'active' }, async (page) => {
  const lines = () => page.$$eval('[role=tab]', (all) => all.map((tab) => getComputedStyle(tab).borderBottomWidth));
  assert.deepEqual(await lines(), ['5px', '0px', '0px']);
  await page.click('#tab-list');
  assert.deepEqual(await lines(), ['0px', '0px', '5px']);
  if (URL1738_REPORT) await page.screenshot({ path: join(URL1738_REPORT, 'list-forced.png') });
}));

for (const colorScheme of ['light', 'dark']) {
  test(`grey texts have the contrast of AAA: ${colorScheme}`, () => visit({ colorScheme }, async (page) => {
    const [grey, ...grounds] = await page.evaluate(() => ['--faint', '--paper', '--sheet'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()));
    const light = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255).map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4)).reduce((sum, it, at) => sum + it * [0.2126, 0.7152, 0.0722][at], 0);
    for (const ground of grounds) {
      const [more, less] = [light(grey), light(ground)].sort((a, b) => b - a);
      assert.ok((more + 0.05) / (less + 0.05) >= 7, `${grey} on ${ground}`);
    }
  }));
}

test('a reason that several changes have is shown once', () => visit({}, async (page) => {
  await type(page, 'http://host.dom/a b c^d');
  const reasons = (await page.textContent('#suggestion p')).split('; ');
  assert.deepEqual(reasons, [...new Set(reasons)]);
}));

for (const colors of ['light', 'dark', 'forced']) {
  for (const width of [360, 1280, 2560]) {
    test(`no state has a fault of accessibility or is too wide: ${width} px, ${colors}`, { timeout: 120_000 }, async () => {
      const look = colors === 'forced' ? { forcedColors: 'active' } : { colorScheme: colors };
      for (const [state, steps] of Object.entries(STATES)) {
        await visit({ width, ...look }, async (page) => {
          await steps(page);
          await settle(page);
          if (state === 'valid') await page.focus('#line [data-part="4"]');
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${state}: ${wide}`);
          if (URL1738_REPORT) {
            mkdirSync(URL1738_REPORT, { recursive: true });
            await page.screenshot({ path: join(URL1738_REPORT, `${state}-${width}-${colors}.png`), fullPage: true });
          }
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => window.axe.run());
          assert.deepEqual(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html.slice(0, 200))]), [], state);
        });
      }
    });
  }
}
