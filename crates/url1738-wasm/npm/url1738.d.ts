import type * as library from './index.js';

/** Returns the functions of the package, which call this module: the compiled `url1738.wasm`. */
export function instantiate(module: WebAssembly.Module): Pick<typeof library, 'parse' | 'plan' | 'normalize' | 'repair' | 'lints' | 'find' | 'explainSvg'>;
