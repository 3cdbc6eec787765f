import { instantiate } from './url1738.js';

const octets = Uint8Array.from(atob('MODULE'), (character) => character.charCodeAt(0));
export const { parse, plan, normalize, repair, repairScheme, lints, find, explainSvg, readings, build, edit, join } = instantiate(new WebAssembly.Module(octets));
