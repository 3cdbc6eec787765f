// Puts the page together: node build.mjs MODULE.wasm FOLDER NODE. The page is one file, which opens without a server; the
// documentation of codes and fields is beside it. NODE is a folder with the packages esbuild, marked and @gfx/zopfli,
// whose result is 5 % shorter than that of gzip.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const [wasm, folder, node] = process.argv.slice(2);
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const css = read('page.css');
const library = read('../npm/url1738.js').replace(/^export /gm, '');
const required = (name) => import(pathToFileURL(createRequire(join(node, 'package.json')).resolve(name)));
const { transformSync } = await required('esbuild');
const js = transformSync(`${library}\n${read('page.js').replace(/^import .*\n/m, '')}`, { minifyWhitespace: true }).code;
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = (script, image) => `<meta http-equiv="Content-Security-Policy" content="${["default-src 'none'", script, `style-src ${hash(css)}`, image,
  "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"].join('; ')}">`;
const { gzipAsync } = await required('@gfx/zopfli');
const packed = Buffer.from(await gzipAsync(readFileSync(wasm), {})).toString('base64');
const put = (page, from, to) => {
  if (!page.includes(from)) throw new Error(`index.html lacks ${from}`);
  return page.replace(from, () => to);
};
let page = read('index.html');
page = put(page, '<!-- csp -->', policy(`script-src ${hash(js)} 'wasm-unsafe-eval'`, 'img-src blob: data:'));
page = put(page, '<link rel="stylesheet" href="page.css">', `<style>${css}</style>`);
page = put(page, '<!-- wasm -->', `<script type="text/plain" id="wasm">${packed}</script>`);
page = put(page, '<script type="module" src="page.js"></script>', `<script type="module">${js}</script>`);
const output = join(folder, 'index.html');
writeFileSync(output, page);
console.log(`${output}: ${page.length} bytes, ${gzipSync(page, { level: 9 }).length} compressed`);

/* The documentation, with an address for each heading. */
const { marked } = await required('marked');
marked.use({ renderer: { heading({ tokens, depth, text }) {
  return `<h${depth} id="${text.toLowerCase().replace(/[^a-z0-9 -]/g, '').replaceAll(' ', '-')}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
} } });
const fields = /^## (Fields and templates\n[^]*?)^## /m.exec(read('../../url1738-cli/docs/archives.md'))[1];
for (const [name, title, text] of [['codes', 'Codes', read('../../url1738/docs/codes.md')], ['fields', 'Fields and templates', `# ${fields}`]]) {
  writeFileSync(join(folder, `${name}.html`), `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy("script-src 'none'", "img-src data:")}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>url1738: ${title}</title>
<style>${css}</style>
</head>
<body>
<main>
${marked.parse(text).replace(/<thead>\s*<tr>\s*(?:<th><\/th>\s*)+<\/tr>\s*<\/thead>/g, '')}</main>
<footer><p><a href="index.html">What does a URL say?</a></p></footer>
</body>
</html>
`);
}
