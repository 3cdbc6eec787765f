import { instantiate, VALUES } from '../npm/url1738.js';

const $ = (id) => document.getElementById(id);
/** Creates an element. Texts become text nodes, never markup. */
const h = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};
const plural = (number, one, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Unpacks the module, which is part of this page. */
async function load() {
  const packed = Uint8Array.from(atob($('wasm').textContent.trim()), (c) => c.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return instantiate(await WebAssembly.compile(await new Response(unpacked).arrayBuffer()));
}

const library = await load();

/* The tabs. */
const TABS = ['url', 'text', 'list'];
function select(name, focus = false) {
  for (const tab of TABS) {
    const button = $(`tab-${tab}`);
    button.setAttribute('aria-selected', String(tab === name));
    button.tabIndex = tab === name ? 0 : -1;
    $(`panel-${tab}`).hidden = tab !== name;
  }
  if (focus) $(`tab-${name}`).focus();
}
for (const [index, tab] of TABS.entries()) {
  $(`tab-${tab}`).addEventListener('click', () => select(tab));
  $(`tab-${tab}`).addEventListener('keydown', (event) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index + TABS.length - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(TABS[to % TABS.length], true);
  });
}

/** Runs what an input asks for before the next frame, once. */
function onInput(field, work) {
  let waiting = false;
  field.addEventListener('input', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; work(field.value); });
  });
}

/** Announces what is said of an input, once it has not changed for a while: not at each key. */
const PAUSE = 700;
let pause;
for (const id of ['verdict', 'found', 'counted']) {
  new MutationObserver(() => {
    clearTimeout(pause);
    pause = setTimeout(() => { $('announced').textContent = $(id).textContent; }, PAUSE);
  }).observe($(id), { childList: true });
}

/* A URL. */
const show = (text) => { $('url').value = text; fit(); select('url'); explain(text, true); };
/** The longest text that is wrapped in its field, in code units. */
const MAX_WRAPPED = 8192;
/** Shows a URL whole, in one line of text and as many rows as it takes. */
function fit() {
  const field = $('url');
  if (/[\r\n]/.test(field.value)) field.value = field.value.replace(/[\r\n]+/g, '');
  field.wrap = field.value.length > MAX_WRAPPED ? 'off' : 'soft';
  if (CSS.supports('field-sizing', 'content')) return;
  field.rows = 1;
  if (field.wrap === 'soft') field.rows = Math.min(8, Math.round(field.scrollHeight / (field.clientHeight / 1.4)));
}
$('url').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  $('url').dispatchEvent(new Event('change'));
});
// As in a field of one line, what is typed after the tab key replaces the text.
$('url').addEventListener('keyup', (event) => { if (event.key === 'Tab') $('url').select(); });
$('url').addEventListener('input', fit);

/** Marks all elements of a part. */
function highlight(number) {
  for (const element of document.querySelectorAll('[data-part]')) {
    element.classList.toggle('on', number !== null && element.dataset.part === String(number));
  }
}
const listeners = (number) => ({
  'data-part': number,
  onmouseenter: () => highlight(number), onmouseleave: () => highlight(null),
  onfocus: () => highlight(number), onblur: () => highlight(null),
});
const colour = (part) => part.error ? 'wrong' : `c${(part.number - 1) % 6}`;

/** Returns a row for each pair of a query, in which the pieces are no parts of the BNF. */
function pairs(url) {
  const found = url === null ? [] : library.values(url)?.pairs ?? [];
  return found.some(([, value]) => value !== null) ? found.slice(0, MAX_LISTED).map(([name, value]) => h('tr', { class: 'pair' },
    h('th', { scope: 'row' }, name), h('td', { class: 'text' }, value ?? '–'), h('td', { class: 'faint' }, value === null ? 'a name without a value' : ''))) : [];
}

function drawParts({ pieces, parts, skipped, link }, hash) {
  const named = new Map(parts.map((part) => [part.number, part]));
  $('line').replaceChildren(...pieces.map(({ text, part: number }) => {
    const part = named.get(number);
    if (!part) return document.createTextNode(text);
    const label = `${part.label}: ${text === '' ? part.error ? 'nothing' : 'empty' : text}`;
    return h('button', { type: 'button', class: `piece ${colour(part)}${text.trim() === '' ? ' empty' : ''}`, 'aria-label': label, 'aria-describedby': `meaning-${number}`, ...listeners(number) }, text);
  }));
  const rows = parts.map((part) => h('tr', { class: colour(part), ...listeners(part.number) },
    h('th', { scope: 'row' }, part.label, part.name === part.label ? null : h('span', { class: 'faint bnf' }, ` ${part.name}`)),
    h('td', { class: 'text' }, part.decoded === null ? part.text : `${part.text} = ${part.decoded}`),
    h('td', { id: `meaning-${part.number}` }, part.meaning, ' ', h('span', { class: 'faint' }, `(${part.rule})`))));
  if (skipped.count > 0) rows.splice(skipped.at, 0, h('tr', {}, h('td', { colspan: 3 }, `… ${plural(skipped.count, 'more part')} …`)));
  rows.push(...pairs(link));
  if (hash !== null) rows.push(h('tr', {}, h('th', { scope: 'row' }, 'fragment'), h('td', { class: 'text' }, hash), h('td', {}, 'for the browser: it is not part of the URL, and no server gets it ', h('span', { class: 'faint' }, '(section 2.2)'))));
  const head = h('tr', {}, ...['Part', 'Text', 'Meaning'].map((name) => h('th', { scope: 'col' }, name)));
  $('table').replaceChildren(h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)));
}

function drawPlan(dialogue) {
  $('s-plan').hidden = !dialogue;
  if (!dialogue) return;
  const { opening, turns, skipped, warnings, refused } = dialogue;
  $('opening').replaceChildren(refused === null ? opening : h('span', { class: 'bad' }, `No access: ${refused}`));
  const items = turns.map(({ speaker, words }) => h('li', { class: speaker },
    h('span', { class: 'who' }, { client: 'client →', server: '← server' }[speaker] ?? speaker), h('span', { class: 'words' }, words)));
  if (skipped?.count > 0) items.splice(skipped.at, 0, h('li', { class: 'skipped' }, `… ${plural(skipped.count, 'more message')} …`));
  $('turns').replaceChildren(...items);
  $('warnings').replaceChildren(...warnings.map(message('warning')));
  $('warnings').hidden = warnings.length === 0;
}
/** A code, which leads to its page. */
const named = (kind, code) => h('a', { href: `codes.html#${kind}-${code}` }, h('code', {}, code));
const message = (kind) => ({ code, message }) => h('li', { class: 'warning' }, `${message} `, named(kind, code));

/** The default ports of the WHATWG URL Standard. */
const PORTS = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' };

/** Reads a text by the WHATWG URL Standard, which the browser implements. */
function whatwg(text, port) {
  let url;
  try { url = new URL(text); } catch { return { message: 'not a URL of this standard' }; }
  const scheme = url.protocol.slice(0, -1);
  const [before, ...fragment] = url.href.split('#');
  return {
    scheme,
    user: url.username !== '' || url.password !== '' ? url.username : null,
    password: url.password === '' ? null : '***',
    host: url.hostname === '' ? null : url.hostname,
    port: url.port || (PORTS[scheme] ?? (port === null ? null : String(port))),
    path: url.pathname,
    query: before.includes('?') ? url.search.slice(1) : null,
    fragment: fragment.length > 0 ? url.hash.slice(1) : null,
  };
}
const STANDARDS = ['RFC 1738', 'RFC 3986', 'WHATWG'];
const COMPONENTS = ['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment'];
/** The longest text whose readings are compared, in code units. */
const MAX_COMPARED = 20_000;

function drawReadings(given) {
  $('s-readings').hidden = given.length > MAX_COMPARED || given === '';
  if ($('s-readings').hidden) return;
  const { text, port, replaced, readings } = library.readings(given);
  const all = [...readings, whatwg(text, port)];
  const accepted = all.filter((reading) => reading.message === undefined);
  const value = (text) => text === null ? '–' : text === '' ? '""' : text.length > 400 ? `${text.slice(0, 400)}…` : text;
  const known = COMPONENTS.filter((name) => accepted.some((reading) => reading[name] !== null));
  const differs = (name) => accepted.some((reading) => reading[name] !== accepted[0][name]);
  const rows = known.filter(differs).map((name) => h('tr', {}, h('th', { scope: 'row' }, name),
    ...all.map((reading, index) => h('td', { class: 'text', 'data-standard': STANDARDS[index] }, reading.message === undefined ? value(reading[name]) : ''))));
  const differing = rows.length;
  const heads = STANDARDS.map((name, index) => h('th', { scope: 'col' }, name, all[index].message !== undefined ? h('span', { class: 'bad' }, ' rejects it') : ''));
  $('readings').hidden = differing === 0;
  $('readings').replaceChildren(h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Component'), ...heads)), h('tbody', {}, ...rows)));
  const equal = known.filter((name) => !differs(name)).flatMap((name) => [' ', h('span', { class: 'equal' }, `${name} `, h('code', {}, value(accepted[0][name])))]);
  $('equal').replaceChildren(...equal.length === 0 ? [] : [accepted.length === 1 ? `${STANDARDS[all.indexOf(accepted[0])]}:` : 'Equal in all:', ...equal]);
  const verdict = accepted.length === 0 ? 'No standard accepts it.' : accepted.length === 1 ? 'Only one standard accepts it.'
    : differing === 0 ? 'The standards that accept it agree.' : `${plural(differing, 'component')} ${differing === 1 ? 'differs' : 'differ'}.`;
  const rejecting = STANDARDS.filter((_, index) => all[index].message !== undefined);
  $('rejected').textContent = rejecting.length === 0 ? '' : `${rejecting.join(' and ')} ${rejecting.length === 1 ? 'rejects' : 'reject'} it.`;
  $('agreement').textContent = replaced ? `${verdict} Letters and digits of passwords are replaced.` : verdict;
}

/** Draws the end of the text before an error, and a caret under it. */
function drawCaret(pieces, parts) {
  const wrong = parts.find((part) => part.error);
  const at = pieces.findIndex((piece) => piece.part === wrong?.number);
  const [before, marked, after] = [pieces.slice(0, at), [pieces[at]], pieces.slice(at + 1)].map((some) => some.map((piece) => piece?.text ?? '').join(''));
  const head = before.length > 30 ? `…${before.slice(-29)}` : before;
  const mark = marked.length > 20 ? `${marked.slice(0, 19)}…` : marked;
  const tail = after.length > 30 ? `${after.slice(0, 29)}…` : after;
  $('caret').replaceChildren(`${head}${mark}${tail}\n${' '.repeat([...head].length)}`, h('span', { class: 'bad' }, '^'.repeat(Math.max(1, [...mark].length))));
}

/** Copies a text; without a clipboard, selects where it is shown. */
async function copy(text, button, shown) {
  let said = 'Copied';
  try { await navigator.clipboard.writeText(text); } catch {
    if (shown) getSelection().selectAllChildren(shown);
    said = shown ? 'Selected: copy it by keyboard' : 'Not copied: the browser does not allow it';
  }
  const name = button.textContent;
  button.textContent = said;
  $('announced').textContent = said;
  setTimeout(() => { button.textContent = name; }, 1500);
}

/** What the URL is in another place. A URL is US-ASCII without quotation marks, spaces and backslashes. */
const COPIES = {
  'Normal form': (url) => library.normalize(url).url,
  JSON: (url) => {
    const read = library.parse(url);
    return JSON.stringify({ url, scheme: read.scheme, ...Object.fromEntries(VALUES.map((name) => [name, read[name]])) }, null, 2);
  },
  Rust: (url) => `use url1738::Url;\n\nlet url = Url::parse("${url}")?;\nprintln!("{:?} {:?}", url.host_str(), url.path());`,
  Python: (url) => `import url1738\n\nurl = url1738.parse("${url}")\nprint(url.host, url.parts())`,
  JavaScript: (url) => `import { parse } from 'url1738';\n\nconst url = parse("${url}");\nconsole.log(url.host, url.segments);`,
  Shell: (url) => `url1738 explain '${url.replaceAll("'", "'\\''")}'`,
};
function drawCopies({ ok, link }) {
  const url = link;
  $('copies').replaceChildren(...!ok || url === null || !library.parse(url).ok ? [] : Object.entries(COPIES).map(([name, write]) => {
    const text = write(url);
    const shown = h('pre', { tabindex: 0, role: 'group', 'aria-label': name }, text);
    const button = h('button', { type: 'button', class: 'button', 'aria-label': `Copy: ${name}`, onclick: () => copy(text, button, shown) }, 'Copy');
    return h('section', { class: 'copy' }, h('h3', {}, name), button, shown);
  }));
}

let drawn = null;
function draw() {
  if (drawn) URL.revokeObjectURL(drawn);
  drawn = URL.createObjectURL(new Blob([library.explainSvg(explained.url)], { type: 'image/svg+xml' }));
  $('svg').src = drawn;
  $('download').href = drawn;
}
$('drawing').addEventListener('toggle', () => { if ($('drawing').open) draw(); });

let explained = { text: null, url: '', fragment: '', found: null };
function explain(text, settled = false) {
  const empty = text === '';
  explained = { text, url: '', fragment: '', found: null };
  $('suggestion').replaceChildren();
  $('caret').replaceChildren();
  $('help').textContent = '';
  $('result').hidden = empty;
  $('error').hidden = true;
  if (empty) {
    $('verdict').className = 'faint';
    $('verdict').textContent = 'Type or paste a URL, or choose an example.';
    return keep(null, settled);
  }
  // A fragment is for the browser, and no part of the URL (section 2.2): what is before it is explained.
  let [found, url, hash] = [library.explain(text), text, null];
  if (found.error?.code === 'fragment') {
    const before = library.explain(text.slice(0, text.indexOf('#')));
    // Else the `#` may be a character of a password, which no half of the text shows.
    if (found.link === null || found.link.startsWith(`${before.link}#`)) {
      hash = found.link?.slice(before.link.length + 1) ?? '***';
      explained.fragment = found.link === null ? '' : `#${hash}`;
      [found, url] = [before, text.slice(0, text.indexOf('#'))];
    }
  }
  explained.url = url;
  explained.found = found;
  $('verdict').className = found.ok ? 'good' : 'bad';
  $('verdict').replaceChildren(...found.ok ? [`Valid${hash === null ? '' : ', with a fragment'}. ${found.about}`]
    : [`Not a URL of RFC 1738: ${found.about} [`, named('error', found.error.code), ']']);
  $('error').hidden = found.ok;
  if (!found.ok) {
    drawCaret(found.pieces, found.parts);
    $('help').textContent = found.error.help === '' ? '' : `Help: ${found.error.help}`;
    const { suggestion } = found;
    $('suggestion').replaceChildren(...suggestion === null ? [] : [
      h('button', { type: 'button', class: 'button', id: 'apply', onclick: () => { show(suggestion.url); $('url').focus(); } }, 'Use ', h('code', {}, suggestion.shown)),
      h('p', { class: 'faint' }, `${[...new Set(suggestion.changes)].slice(0, 5).join('; ')}${suggestion.safe ? '' : '. This may not be what was intended.'}`)]);
  }
  drawParts(found, hash);
  $('s-lints').hidden = found.lints.length === 0;
  $('lints').replaceChildren(...found.lints.map(message('lint')));
  drawPlan(found.dialogue);
  drawReadings(url);
  drawCopies(found);
  if ($('drawing').open) draw();
  $('svg').alt = `Drawing: ${found.about}`;
  keep(found, settled);
}

/* The permalink: the text with its passwords masked. The address gets it when a URL is complete, not while it is typed: the
   beginning of a password may look like a port. */
function keep(found, settled) {
  const link = found?.link ? `#u=${encodeURIComponent(found.link + explained.fragment)}` : '#';
  $('permalink').href = link;
  $('permalink').hidden = link === '#';
  $('link-note').textContent = found && link === '#' ? 'No link: the text may contain a password.' : found?.secrets ? '(without the password)' : '';
  if (settled && location.hash !== link && (link !== '#' || location.hash !== '')) {
    try { history.replaceState(null, '', link); } catch { /* browsers limit how often */ }
  }
}
// Without drawing again: the focus may be in what is drawn.
$('url').addEventListener('change', () => $('url').value === explained.text ? keep(explained.found, true) : explain($('url').value, true));
function follow() {
  const given = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('u');
  if (given !== null && given !== explained.found?.link + explained.fragment) show(given);
}
addEventListener('hashchange', follow);

/* A text. */
/** The most that is drawn of a text, in code units, and the most URLs that are listed. */
const [MAX_DRAWN, CHUNK, MAX_LISTED] = [2_000_000, 8192, 100];
/** The longest text that stays in its field: browsers take longer to lay it out there than the search takes. */
const MAX_FIELD = 100_000;

/** Shows a long text with its marks only, and the button that brings the field back. */
function lift(text) {
  const long = text.length > MAX_FIELD;
  const focused = document.activeElement === $('text') || document.activeElement === $('clear');
  $('text').hidden = long;
  $('lifted').hidden = !long;
  if (long) {
    $('text').value = '';
    $('size').textContent = plural(text.length, 'character');
    if (focused) $('clear').focus();
  }
  mark(text);
}
$('clear').addEventListener('click', () => { lift(''); $('text').focus(); });
$('text').addEventListener('paste', (event) => {
  const pasted = event.clipboardData?.getData('text/plain') ?? '';
  if (pasted.length <= MAX_FIELD) return;
  event.preventDefault();
  lift(pasted);
});

function mark(text) {
  const found = text === '' ? [] : library.find(text);
  const invalid = found.filter((match) => match.code !== null).length;
  const drawnEnd = Math.min(text.length, MAX_DRAWN);
  $('found').textContent = text === '' ? '' : `${plural(found.length, 'URL')} in the text${invalid > 0 ? `, ${invalid.toLocaleString('en')} of them not valid` : ''}.${drawnEnd < text.length ? ` The first ${plural(drawnEnd, 'character')} are shown.` : ''}`;
  const chunks = [];
  let [chunk, at] = [h('div', { class: 'chunk' }), 0];
  const put = (node, end) => {
    chunk.append(node);
    at = end;
  };
  // A chunk ends after a line, so that no line is broken.
  const plain = (end) => {
    while (at < end) {
      const line = text.indexOf('\n', Math.max(at, chunkStart + CHUNK));
      const to = line === -1 || line >= end ? end : line + 1;
      put(text.slice(at, to), to);
      if (to === line + 1) { chunks.push(chunk); chunk = h('div', { class: 'chunk' }); chunkStart = at; }
    }
  };
  let chunkStart = 0;
  for (const match of found) {
    if (match.end > drawnEnd) break;
    if (match.start < at) continue;
    plain(match.start);
    const node = document.createElement('mark');
    if (match.code !== null) node.className = 'invalid';
    node.textContent = text.slice(match.start, match.end);
    put(node, match.end);
  }
  plain(drawnEnd);
  chunks.push(chunk);
  $('marked').hidden = text === '';
  $('marked').replaceChildren(...chunks);
  $('marked').scrollTop = 0;
  const target = ({ url, fragment }) => fragment === null ? url : `${url}#${fragment}`;
  const distinct = [...new Map(found.map((match) => [target(match), match])).values()];
  const items = distinct.slice(0, MAX_LISTED).map((match) => h('li', {}, h('button', { type: 'button', class: 'button', onclick: () => open(target(match)) }, h('code', {}, library.explain(match.url).url)), match.code === null ? '' : h('span', { class: 'bad' }, ' ', match.code === 'truncated' ? 'truncated' : named('error', match.code))));
  $('take').hidden = distinct.length === 0;
  listed = distinct.map(target).join('\n');
  $('matches').replaceChildren(...items.length === 0 ? [] : [h('h2', {}, distinct.length > MAX_LISTED ? `The first ${MAX_LISTED} of ${plural(distinct.length, 'URL')}` : 'The URLs'), h('ul', { class: 'rows' }, ...items)]);
}
const open = (url) => { show(url); $('url').focus(); };
let listed = '';
$('copy-urls').addEventListener('click', () => copy(listed, $('copy-urls')));

/* A list. */
function bars(title, rows, one) {
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map((row) => row.count));
  const svg = 'http://www.w3.org/2000/svg';
  return h('section', {}, h('h2', {}, title), h('div', { class: 'scroll', role: 'group', 'aria-label': title, tabindex: '0' },
    h('table', { class: 'bars' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, one), h('th', { scope: 'col', class: 'count' }, 'Lines'), h('td', { class: 'bar' }), h('th', { scope: 'col', class: 'first' }, 'First'))),
      h('tbody', {}, ...rows.map(({ name, count, line, example }) => {
        const [bar, rect] = ['svg', 'rect'].map((tag) => document.createElementNS(svg, tag));
        bar.setAttribute('aria-hidden', 'true');
        rect.setAttribute('width', `${Math.max(1, count / most * 100)}%`);
        rect.setAttribute('height', '100%');
        bar.append(rect);
        const go = () => open($('list').value.split(/\r?\n/)[line - 1]);
        return h('tr', {}, h('th', { scope: 'row' }, h('code', {}, name)), h('td', { class: 'count' }, count.toLocaleString('en')), h('td', { class: 'bar' }, bar),
          h('td', {}, h('button', { type: 'button', class: 'button', onclick: go, 'aria-label': `Explain line ${line}: ${example}` }, `line ${line.toLocaleString('en')}`)));
      })))));
}
/** Returns the repaired line, with its fragment, if there is a safe repair. */
function repaired(line) {
  const found = library.repair(line);
  return found.ok && found.changes.every(({ safe, code }) => safe || code === 'fragment') ? found.fragment === null ? found.url : `${found.url}#${found.fragment}` : null;
}
/** Returns the list with all lines that can be repaired safely, and tells what was done. */
function repairedList() {
  let [changed, left] = [0, 0];
  const list = $('list').value.replace(/[^\r\n]+/g, (line) => {
    if (library.parse(line).ok) return line;
    const other = repaired(line);
    if (other === null) left++;
    else changed++;
    return other ?? line;
  });
  $('saved').textContent = `${plural(changed, 'line')} repaired, ${left.toLocaleString('en')} left as ${left === 1 ? 'it was' : 'they were'}.`;
  return list;
}
$('save').addEventListener('click', () => {
  const address = URL.createObjectURL(new Blob([repairedList()], { type: 'text/plain' }));
  h('a', { href: address, download: 'urls.txt' }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
});
$('copy-list').addEventListener('click', () => copy(repairedList(), $('copy-list')));

/** Whether a line is one of those to show: `error`, `lint` or `scheme`, and a name. */
const FILTERS = {
  error: (line, code) => { const read = library.parse(line); return !read.ok && (code === '' || read.error.code === code); },
  lint: (line, code) => library.lints(line).lints?.some((lint) => lint.code === code),
  scheme: (line, name) => { const read = library.parse(line); return read.ok && read.scheme === name; },
};
function drawLines() {
  const [kind, name] = $('filter').value.split(' ');
  const expected = Math.min(MAX_LISTED, $('filter').selectedOptions[0].dataset.count);
  const items = [];
  const lines = $('list').value.split(/\r?\n/);
  let number = 0;
  for (; number < lines.length && items.length < expected; number++) {
    const line = lines[number];
    if (line === '' || !FILTERS[kind](line, name)) continue;
    const read = library.explain(line);
    const { error, suggestion } = read;
    items.push(h('li', { value: number + 1 }, h('button', { type: 'button', class: 'button', 'aria-label': `Explain line ${number + 1}: ${read.url}`, onclick: () => open(line) }, h('code', {}, read.url)),
      error === null ? null : h('p', {}, h('span', { class: 'bad' }, `${read.about} `), named('error', error.code), error.help === '' ? null : h('span', { class: 'faint' }, ` ${error.help}`)),
      suggestion ? h('p', {}, 'Fix: ', h('code', {}, suggestion.shown), suggestion.safe ? '' : ', which may not be what was intended') : null));
  }
  $('filtered').textContent = items.length === 0 ? 'No such line.' : expected === MAX_LISTED ? `The first ${MAX_LISTED}, up to line ${number.toLocaleString('en')}.` : '';
  $('bad-lines').replaceChildren(...items);
}
$('filter').addEventListener('change', drawLines);

/** A dropped file is the text of the field. */
for (const field of [$('text'), $('list')]) {
  field.addEventListener('dragover', (event) => event.preventDefault());
  field.addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    const octets = await file.arrayBuffer();
    try { field.value = new TextDecoder('utf-8', { fatal: true }).decode(octets); } catch { field.value = new TextDecoder('windows-1252').decode(octets); }
    field.dispatchEvent(new InputEvent('input'));
  });
}

function summarize(text) {
  const { valid, invalid, schemes, errors, lints, hosts } = library.summarize(text);
  const lines = valid + invalid;
  const before = $('filter').value;
  const option = (kind, title) => ({ name, count }) => h('option', { value: `${kind} ${name}`, 'data-count': count }, `${title} ${name} (${count.toLocaleString('en')})`);
  $('filter').replaceChildren(h('option', { value: 'error ', 'data-count': invalid }, `what is not valid (${invalid.toLocaleString('en')})`),
    ...errors.map(option('error', 'error')), ...lints.map(option('lint', 'lint')), ...schemes.map(option('scheme', 'scheme')));
  $('filter').value = before;
  if ($('filter').selectedIndex < 0) $('filter').selectedIndex = 0;
  $('lines').hidden = lines === 0;
  $('saved').textContent = '';
  drawLines();
  $('counted').textContent = lines === 0 ? '' : `${plural(lines, 'line')}: ${valid.toLocaleString('en')} valid, ${invalid.toLocaleString('en')} not valid.`;
  $('summary').replaceChildren(...[bars('Schemes', schemes, 'Scheme'), bars('Errors', errors, 'Code'), bars('Lints', lints, 'Code'), bars('Hosts', hosts, 'Host')].filter((section) => section !== null));
}

/* The beginning. */
/** URLs with a story; the page opens with the first. */
const STORIES = [
  ['two hosts', 'ftp://www.bank.com?@host.dom/login'],
  ['malformed', 'http://host.dom/~joe/my file'],
  ['attack', 'gopher://host.dom:25/1MAIL%20FROM:joe%0D%0A'],
  ['https', 'https://host.dom/find?q=R%26D&page=2'],
  ['mail', 'mailto:joe@host.dom?cc=ann@host.dom'],
];
for (const [name, example] of STORIES) {
  $('stories').append(h('button', { type: 'button', class: 'button', title: example, onclick: () => show(example) }, name));
}
for (const { name, title, example } of library.schemes('')) {
  $('examples').append(h('button', { type: 'button', class: 'button', title: `${title}: ${example}`, 'data-example': example, onclick: () => show(example) }, name));
}
/* A row of examples is one stop of the tab key; arrow keys go along it. */
for (const row of [$('stories'), $('examples')]) {
  const chips = [...row.children];
  const stop = (chip) => { for (const other of chips) other.tabIndex = other === chip ? 0 : -1; };
  stop(chips[0]);
  row.addEventListener('keydown', (event) => {
    const at = chips.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at + chips.length - 1, Home: 0, End: chips.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const chip = chips[to % chips.length];
    stop(chip);
    chip.focus();
  });
}
onInput($('url'), (text) => explain(text));
// Before the field is laid out.
$('text').addEventListener('input', (event) => {
  if ($('text').value.length <= MAX_FIELD && !$('text').hidden) return;
  event.stopImmediatePropagation();
  lift($('text').value);
});
onInput($('text'), mark);
onInput($('list'), summarize);
if (location.hash.startsWith('#u=')) follow();
else { explain($('url').value = STORIES[0][1]); fit(); }
document.documentElement.dataset.ready = 'true';
