/** Offsets count UTF-16 code units, as `String.prototype.slice` does. */
interface Range { readonly start: number; readonly end: number }

/** A part of a URL by its name in the BNF of RFC 1738, as written. */
export interface Part extends Range { readonly name: string; readonly text: string }

/** Why a text is not a URL. Message and help repeat nothing of a password. */
export interface UrlError extends Range {
  /** A stable code in lower case with hyphens. */
  readonly code: string;
  readonly part: string;
  /** The rule that is broken, such as `bnf:hsegment` or `rfc1738:2.2`. */
  readonly rule: string;
  readonly message: string;
  /** What to do; empty if there is nothing to suggest. */
  readonly help: string;
}
export interface Failed { readonly ok: false; readonly error: UrlError }
export interface Parsed { readonly ok: true; readonly scheme: string; readonly parts: readonly Part[] }
export interface Message { readonly code: string; readonly message: string }
/** The commands that a client would send; passwords are `***`. */
export interface Plan { readonly ok: true; readonly endpoint: string; readonly steps: readonly string[]; readonly warnings: readonly Message[] }
/** The URL is valid, and its access is unsafe. */
export interface Refused { readonly ok: false; readonly error?: undefined; readonly refused: Message & Range & { readonly part: string } }
export interface Normalized { readonly ok: true; readonly url: string }
export interface Change extends Range {
  readonly text: string; readonly part: string; readonly code: string; readonly reason: string;
  /** Whether the change is certain to keep the intended meaning. */
  readonly safe: boolean;
}
export interface Repaired { readonly ok: true; readonly url: string; readonly safe: boolean; readonly changes: readonly Change[] }
export interface Lint extends Range { readonly code: string; readonly part: string; readonly message: string }
export interface Linted { readonly ok: true; readonly lints: readonly Lint[] }
/** A URL in a text. `code` is that of the error if it is not valid, and `truncated` if it was cut. */
export interface Match extends Range { readonly url: string; readonly code: string | null }

/** Splits a URL into its parts. Lone surrogates are read as U+FFFD. */
export function parse(text: string): Parsed | Failed;
/** Returns the exact commands that a client would send, without connecting. */
export function plan(text: string): Plan | Refused | (Failed & { readonly refused?: undefined });
/** Returns the normal form (section 2.2). URLs are equivalent if their normal forms are identical. */
export function normalize(text: string): Normalized | Failed;
/** Repairs a malformed URL: spaces, `~`, bad escapes, missing slashes, wrappers. */
export function repair(text: string): Repaired | Failed;
/** Returns what is valid but risky. */
export function lints(text: string): Linted | Failed;
/** Finds the URLs in running text. */
export function find(text: string): readonly Match[];
/** Draws a text as an SVG document, whether it is a URL or not. Passwords are `***`. */
export function explainSvg(text: string): string;
