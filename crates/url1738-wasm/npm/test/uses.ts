// What users write, for the type checker: `tsc --strict`, with the package in node_modules.
import { explainSvg, find, lints, normalize, parse, plan, repair, type Failed, type Match, type Part, type Plan } from 'url1738';
import { instantiate } from 'url1738/module';

const parsed = parse('ftp://host.dom/a');
if (parsed.ok) {
  const parts: readonly Part[] = parsed.parts;
  const [first] = parts;
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
const linted = lints('http://010.0.0.1/');
const codes: string[] = linted.ok ? linted.lints.map((lint) => lint.code) : [];
const matches: readonly Match[] = find('see ftp://h/a.');
const code: string | null | undefined = matches[0]?.code;
const svg: string = explainSvg('news:*');
// @ts-expect-error: a text is needed
parse(17);
// @ts-expect-error: the results are read only
matches[0]!.url = '';

declare const module: WebAssembly.Module;
const again: typeof parsed = instantiate(module).parse('news:*');
// @ts-expect-error: the other operations of the module are not part of the package
instantiate(module).summarize('');
