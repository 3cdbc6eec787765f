/** Offsets count UTF-16 code units, as `String.prototype.slice` does. */
interface Range { readonly start: number; readonly end: number }

/** A part of a URL by its name in the BNF of RFC 1738, as written. */
export interface Part extends Range { readonly name: string; readonly text: string }

/** Why a text is not a URL. Message and help repeat no more of a password than the character of the error. */
export interface UrlError extends Range {
  /** A stable code in lower case with hyphens. */
  readonly code: string;
  readonly part: string;
  /** The rule that is broken, such as `bnf:hsegment` or `prose:2.2`. */
  readonly rule: string;
  readonly message: string;
  /** What to do; empty if there is nothing to suggest. */
  readonly help: string;
  /** The edit that makes the text valid, or less invalid. */
  readonly fix: (Range & { readonly text: string }) | null;
}
export interface Failed { readonly ok: false; readonly error: UrlError }
/** Why a reference leads to no URL. Part and rule are `null` if the base is the reason, as a mailto URL is. */
export interface JoinError extends Omit<UrlError, 'part' | 'rule'> { readonly part: string | null; readonly rule: string | null }
/** What the parts of a URL mean, decoded; octets that are not UTF-8 are read as U+FFFD. `parts` has them as written. */
export interface Values {
  readonly host: string | null;
  readonly port: number | null;
  /** The port to connect to: that of the URL, or the default port of the scheme. */
  readonly portOrDefault: number | null;
  readonly user: string | null;
  readonly password: string | null;
  /** The path as written, without the `/` before it. */
  readonly path: string | null;
  readonly segments: readonly string[];
  /** The search part, decoded as a whole: see `pairs`. */
  readonly search: string | null;
  /** Names and values of the search part, except of gopher and wais, which search for words; `null` for a name without `=`. */
  readonly pairs: readonly (readonly [string, string | null])[];
}
/** A URL; `String(url)` is its text. */
export interface Parsed extends Values {
  readonly ok: true; readonly scheme: string; readonly parts: readonly Part[];
  /** Returns a plain object with all members, as JSON and the messages of workers need it: the others are read when asked for. */
  toJSON(): Omit<Parsed, 'toJSON'>;
}
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
export interface Repaired { readonly ok: true; readonly url: string; readonly fragment: string | null; readonly safe: boolean; readonly changes: readonly Change[] }
export interface Lint extends Range { readonly code: string; readonly part: string; readonly message: string }
export interface Linted { readonly ok: true; readonly lints: readonly Lint[] }
/** A URL in a text. `code` is that of the error if it is not valid, and `truncated` if it was cut. */
export interface Match extends Range { readonly url: string; readonly fragment: string | null; readonly code: string | null }
/** What each standard reads in a text; secrets are `***`. */
export interface Readings {
  readonly text: string;
  readonly port: number | null;
  /** Whether the text has secrets, which are replaced. */
  readonly replaced: boolean;
  /** By RFC 1738 and by RFC 3986. */
  readonly readings: readonly (Reading | { readonly message: string })[];
}
export interface Reading {
  readonly scheme: string | null; readonly user: string | null; readonly password: string | null; readonly host: string | null;
  readonly port: string | null; readonly path: string | null; readonly query: string | null; readonly fragment: string | null;
}
export interface Joined { readonly ok: true; readonly url: string; readonly fragment: string | null; readonly lints: readonly Lint[]; readonly inheritsFragment: boolean }
/** A decoded value: a text, in UTF-8, or octets. */
export type Value = string | number | Uint8Array;
export type Pairs = Iterable<readonly [Value, Value | null]> | Readonly<Record<string, Value | null>>;
/** Parts by their names in the BNF or their second names. `null` removes a part; `undefined` leaves it. */
export interface Parts {
  host?: string | undefined; port?: number | null | undefined; user?: Value | null | undefined; password?: Value | null | undefined;
  segments?: readonly Value[] | null | undefined;
  /** The path as one text, which is split at each `/`. */
  path?: string | null | undefined;
  search?: Value | null | undefined;
  /** Names and values of the search part; `null` for a name without `=`. */
  pairs?: Pairs | null | undefined;
  /** Names and values of the fields of a Prospero URL. */
  fields?: Pairs | null | undefined;
  [name: string]: Value | readonly Value[] | Pairs | null | undefined;
}

/** Splits a URL into its parts. Lone surrogates are read as U+FFFD. */
export function parse(text: string): Parsed | Failed;
/** Returns the exact commands that a client would send, without connecting. */
export function plan(text: string): Plan | Refused | (Failed & { readonly refused?: undefined });
/** Returns the normal form (section 2.2). URLs are equivalent if their normal forms are identical. */
export function normalize(text: string): Normalized | Failed;
/** Repairs a malformed URL: spaces, `~`, bad escapes, missing slashes, wrappers. */
export function repair(text: string): Repaired | Failed;
/** Repairs a scheme that is missing or probably misspelt, in valid URLs, too, and what else has to be; `null` otherwise. */
export function repairScheme(text: string): Repaired | null;
/** Returns what is valid but risky. */
export function lints(text: string): Linted | Failed;
/** Finds the URLs in running text. */
export function find(text: string): readonly Match[];
/** Draws a text as an SVG document, whether it is a URL or not. Passwords are `***`. */
export function explainSvg(text: string): string;
/** Returns what RFC 1738 and RFC 3986 read in a text: they may reach other hosts. */
export function readings(text: string): Readings;
/**
 * Builds a URL from decoded parts, which are percent-encoded as needed.
 * @throws TypeError if the scheme has no such part or requires one, or if two exclude each other
 */
export function build(scheme: string, parts: Parts): Normalized | Failed;
/**
 * Returns the URL with parts changed; the others stay as they are written.
 * @throws TypeError like `build`
 */
export function edit(url: string, parts: Parts): Normalized | Failed;
/**
 * Resolves a reference by RFC 1808, or by RFC 3986 for its removal of dot segments.
 * @throws TypeError if `rfc` is another number
 */
export function join(base: string, reference: string, options?: { rfc?: 1808 | 3986 | undefined }): Joined | { readonly ok: false; readonly error: JoinError };
