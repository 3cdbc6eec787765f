import { readFileSync } from 'node:fs';
import { instantiate } from './url1738.js';

const module = new WebAssembly.Module(readFileSync(new URL('url1738.wasm', import.meta.url)));
export const { parse, plan, normalize, repair, repairScheme, lints, find, explainSvg, readings, build, edit, join } = instantiate(module);
