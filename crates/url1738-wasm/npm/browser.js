import { instantiate } from './url1738.js';

const module = await WebAssembly.compileStreaming(fetch(new URL('url1738.wasm', import.meta.url)));
export const { parse, plan, normalize, repair, lints, find, explainSvg } = instantiate(module);
