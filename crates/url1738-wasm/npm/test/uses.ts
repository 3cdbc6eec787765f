// What users write, for the type checker: `tsc --strict`, with the package in node_modules.
import { build, edit, explainSvg, find, join, lints, normalize, parse, plan, readings, repair, repairScheme, type Failed, type Match, type Part, type Plan } from 'url1738';
import { parse as inline } from 'url1738/inline';
import { init, instantiate, type Library } from 'url1738/module';

const parsed = parse('ftp://host.dom/a');
if (parsed.ok) {
  const parts: readonly Part[] = parsed.parts;
  const [first] = parts;
  const { host, port, portOrDefault, segments, pairs, user } = parsed;
  const values: readonly (string | null)[] = [host, user, ...segments, ...pairs.flat()], ports: readonly (number | null)[] = [port, portOrDefault];
  const scheme: string = parsed.scheme, start: number | undefined = first?.start;
  // @ts-expect-error: a URL that was parsed has no error
  parsed.error;
} else {
  const failed: Failed = parsed;
  const { code, part, rule, message, help, start, end } = failed.error;
  const all: string = code + part + rule + message + help + 'x'.slice(start, end);
}
const found = plan('gopher://host.dom/1/pub');
if (found.ok) {
  const { endpoint, steps, warnings }: Plan = found;
  const words: string = endpoint + steps.join() + warnings.map((warning) => warning.code).join();
} else if (found.refused) {
  const reason: string = found.refused.message + found.refused.part;
} else {
  const code: string = found.error.code;
}
const normal = normalize('HTTP://H:80/');
const url: string | undefined = normal.ok ? normal.url : undefined;
const repaired = repair('http://h/~');
const changes: string[] = repaired.ok ? repaired.changes.map((change) => change.reason + change.text + String(change.safe)) : [];
const scheme: string | undefined = repairScheme('htp://h/')?.url;
const linted = lints('http://010.0.0.1/');
const codes: string[] = linted.ok ? linted.lints.map((lint) => lint.code) : [];
const matches: readonly Match[] = find('see ftp://h/a.');
const code: string | null | undefined = matches[0]?.code;
const svg: string = explainSvg('news:*');
// @ts-expect-error: a text is needed
parse(17);
// @ts-expect-error: the results are read only
matches[0]!.url = '';

const built = build('https', { host: 'h', segments: ['a', new Uint8Array([255])], pairs: { q: '1', flag: null } });
const address: string = built.ok ? built.url : built.error.fix?.text ?? built.error.message;
edit(address, { port: null, pairs: new Map([['a', 1]]), typecode: 'i' });
edit(address, { host: undefined, port: undefined, pairs: new URLSearchParams('a=b') });
const joined = join('http://h/', '#a', { rfc: 3986 });
const fragment: string | null = joined.ok ? joined.fragment : null;
const [ours] = readings('http://h/').readings;
const reader: string | null = ours !== undefined && 'host' in ours ? ours.host : null;
const functions: Promise<Library> = init(fetch('url1738.wasm'));
const same: ReturnType<typeof parse> = inline('news:*');
// @ts-expect-error: RFC 2396 has no rules of its own
join('http://h/', 'a', { rfc: 2396 });

declare const module: WebAssembly.Module;
const again: typeof parsed = instantiate(module).parse('news:*');
// @ts-expect-error: the other operations of the module are not part of the package
instantiate(module).summarize('');
