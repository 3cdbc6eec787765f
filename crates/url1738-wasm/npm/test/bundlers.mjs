// The package in bundles: node --test npm/test/, with URL1738_PACKAGE, URL1738_NODE, a folder with the bundlers, URL1738_BROWSER,
// Chromium, and URL1738_FIREFOX. Each bundle is built as the README says, and run in Node or in both browsers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const { URL1738_PACKAGE, URL1738_NODE, URL1738_BROWSER, URL1738_FIREFOX } = process.env;
const require = createRequire(join(URL1738_NODE, 'package.json'));
const tool = (name) => import(pathToFileURL(require.resolve(name)).href);
const project = mkdtempSync(join(tmpdir(), 'url1738-'));
const installed = join(project, 'node_modules/url1738');
const at = (...names) => join(project, ...names);

// Servers differ in what they send a module as; this one does not know it.
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' };
const server = createServer(({ url }, response) => {
  const file = at(url.split('?')[0]);
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
});
const browsers = {};
before(async () => {
  cpSync(dirname(URL1738_PACKAGE), installed, { recursive: true });
  writeFileSync(at('package.json'), '{ "type": "module" }');
  for (const [name, from] of [['main', 'url1738'], ['inline', 'url1738/inline']]) {
    writeFileSync(at(`${name}.js`), `import { parse } from '${from}';
      const [segment] = parse('ftp://host.dom/a%20b').segments;
      if (globalThis.document) document.title = segment; else console.log(segment);`);
  }
  writeFileSync(at('init.js'), `import { init } from 'url1738/module';
    const address = new URL(document.currentScript?.src ?? import.meta.url).pathname.replace(/[^/]*$/, 'url1738.wasm');
    init(address).then(({ parse }) => { [document.title] = parse('ftp://host.dom/a%20b').segments; });`);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { chromium } = require('playwright-core');
  browsers.Chromium = await chromium.launch({ executablePath: URL1738_BROWSER, args: ['--no-sandbox'] });
  if (!URL1738_FIREFOX) console.log('skipped: the bundles in Firefox: it is not installed');
  else {
    const { default: puppeteer } = await tool('puppeteer-core');
    browsers.Firefox = await puppeteer.launch({ browser: 'firefox', executablePath: URL1738_FIREFOX, headless: true });
  }
});
after(async () => {
  for (const browser of Object.values(browsers)) await browser.close();
  server.close();
  rmSync(project, { recursive: true });
});

/** Opens the page of a bundle in each browser, and waits until it shows what the library returned. */
async function shows(path) {
  for (const [name, browser] of Object.entries(browsers)) {
    const page = await browser.newPage();
    const trouble = [];
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('console', (message) => trouble.push(message.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/${path}`);
    await page.waitForFunction("document.title !== ''", { timeout: 10_000 }).catch(() => {});
    assert.equal(await page.title(), 'a b', `${path} in ${name}: ${trouble.join('\n')}`);
    await page.close();
  }
}
/** Writes the page of a script, with the module beside it if the bundler does not put it there. */
function page(folder, { type = 'module', copies = false } = {}) {
  writeFileSync(at(folder, 'index.html'), `<!doctype html><link rel="icon" href="data:,"><script ${type === 'module' ? 'type="module"' : 'defer'} src="app.js"></script>`);
  if (copies) copyFileSync(join(installed, 'url1738.wasm'), at(folder, 'url1738.wasm'));
  return `${folder}/index.html`;
}
const node = (file) => {
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  assert.equal(stdout, 'a b\n', stderr);
};
const esbuild = async (entry, folder, options) => {
  const esbuild = require('esbuild');
  await esbuild.build({ entryPoints: [at(entry)], outfile: at(folder, 'app.js'), bundle: true, minify: true, logLevel: 'silent', absWorkingDir: project, ...options });
};

test('esbuild: one script without modules, with the module within', async () => {
  await esbuild('inline.js', 'iife', { format: 'iife' });
  await shows(page('iife', { type: 'classic' }));
});

test('esbuild: a script without modules that says where the module is', async () => {
  await esbuild('init.js', 'classic', { format: 'iife' });
  await shows(page('classic', { type: 'classic', copies: true }));
});

test('esbuild: an ES module, with the module beside it, and in Node', async () => {
  await esbuild('main.js', 'esm', { format: 'esm' });
  await shows(page('esm', { copies: true }));
  for (const entry of ['main.js', 'inline.js']) {
    await esbuild(entry, 'node', { format: 'esm', platform: 'node' });
    copyFileSync(join(installed, 'url1738.wasm'), at('node/url1738.wasm'));
    node(at('node/app.js'));
  }
});

test('Vite', async () => {
  const { build } = await tool('vite');
  for (const entry of ['main', 'inline']) {
    mkdirSync(at(`vite-${entry}`));
    writeFileSync(at(`vite-${entry}/index.html`), `<!doctype html><link rel="icon" href="data:,"><script type="module" src="../${entry}.js"></script>`);
    await build({ root: at(`vite-${entry}`), base: './', logLevel: 'error', configFile: false });
    await shows(`vite-${entry}/dist/index.html`);
  }
});

test('webpack', async () => {
  const webpack = require('webpack');
  for (const entry of ['main', 'inline']) {
    const output = { path: at(`webpack-${entry}`), filename: 'app.js' };
    const stats = await new Promise((done, fail) => {
      webpack({ mode: 'production', context: project, entry: `./${entry}.js`, output, performance: false }, (error, stats) => (error ? fail(error) : done(stats)));
    });
    assert.ok(!stats.hasErrors(), stats.toString());
    await shows(page(`webpack-${entry}`, { type: 'classic' }));
  }
});

test('Rollup', async () => {
  const [{ rollup }, { nodeResolve }] = [await tool('rollup'), await tool('@rollup/plugin-node-resolve')];
  for (const entry of ['main', 'inline']) {
    const bundle = await rollup({ input: at(`${entry}.js`), plugins: [nodeResolve({ browser: true })] });
    await bundle.write({ file: at(`rollup-${entry}/app.js`), format: 'es' });
    await shows(page(`rollup-${entry}`, { copies: entry === 'main' }));
  }
});
