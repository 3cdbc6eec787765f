import type * as library from './index.js';

/** The functions of the package. */
export type Library = Pick<typeof library, 'parse' | 'plan' | 'normalize' | 'repair' | 'repairScheme' | 'lints' | 'find' | 'explainSvg' | 'readings' | 'build' | 'edit' | 'join'>;

/** Returns the functions, which call this module: the compiled `url1738.wasm`. */
export function instantiate(module: WebAssembly.Module): Library;

/**
 * Returns the functions, from the address of `url1738.wasm`, its octets, a response or the compiled module; without a
 * source, from the file beside this one. A server may send the module as any content type.
 */
export function init(source?: string | URL | Response | BufferSource | WebAssembly.Module | Promise<Response>): Promise<Library>;
