// Puts the page together: node build.mjs MODULE.wasm OUTPUT.html. One file, so that it opens without a server.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [wasm, output] = process.argv.slice(2);
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const css = read('page.css');
const library = read('../npm/url1738.js').replace(/^export /gm, '');
const js = `${library}\n${read('page.js').replace(/^import .*\n/m, '')}`;
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = ["default-src 'none'", `script-src ${hash(js)} 'wasm-unsafe-eval'`, `style-src ${hash(css)}`, 'img-src blob: data:',
  "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"].join('; ');
const packed = gzipSync(readFileSync(wasm), { level: 9 }).toString('base64');
const put = (page, from, to) => {
  if (!page.includes(from)) throw new Error(`index.html lacks ${from}`);
  return page.replace(from, () => to);
};
let page = read('index.html');
page = put(page, '<!-- csp -->', `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
page = put(page, '<link rel="stylesheet" href="page.css">', `<style>${css}</style>`);
page = put(page, '<!-- wasm -->', `<script type="text/plain" id="wasm">${packed}</script>`);
page = put(page, '<script type="module" src="page.js"></script>', `<script type="module">${js}</script>`);
writeFileSync(output, page);
console.log(`${output}: ${page.length} bytes, ${gzipSync(page, { level: 9 }).length} compressed`);
