import type { Issue } from './errors/gleaner-error.ts';

/** Bounds on a copy. */
interface PlainJsonLimits {
  /** Arrays and objects inside each other. */
  readonly maxDepth: number;
  /** Values in all. */
  readonly maxNodes: number;
  /** Entries of one array, and members of one object. @default Infinity */
  readonly maxMembers?: number;
  /**
   * Whether members named `__proto__` are left out: merging such a value into an object
   * changes the object's prototype. @default false
   */
  readonly dropsPrototypes?: boolean;
}

/** The copy, or why there is none. */
export interface PlainJsonCopy {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** How many members named `__proto__` were left out. */
  readonly dropped: number;
}

/** Most issues that are reported. */
const maxIssues = 20;

/**
 * Copies a value from outside with only what JSON can represent: no getters run, no prototypes, no cycles
 * (the depth limit ends them). Properties that are `undefined` are left out, as JSON does.
 */
export function copyPlainJson(input: unknown, limits: PlainJsonLimits): PlainJsonCopy {
  const { maxMembers = Infinity } = limits;
  const tooMany = `has more than ${maxMembers} members`;
  const issues: Issue[] = [];
  let nodes = 0;
  let dropped = 0;
  const path: (string | number)[] = [];

  function refuse(message: string): undefined {
    if (issues.length < maxIssues) issues.push({ path: toJsonPointer(path), message });
    return undefined;
  }

  function copy(value: unknown): unknown {
    nodes += 1;
    if (nodes > limits.maxNodes) {
      if (nodes === limits.maxNodes + 1) refuse(`holds more than ${limits.maxNodes} values`);
      return undefined;
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      return Number.isFinite(value) ? value : refuse(`is ${value}, which JSON cannot say`);
    }
    if (value === undefined) return refuse('is undefined, which JSON cannot say');
    if (typeof value !== 'object') return refuse(`is a ${typeof value}, which JSON cannot say`);
    if (path.length >= limits.maxDepth) {
      return refuse(`is nested deeper than ${limits.maxDepth} levels, or holds itself`);
    }
    if (Array.isArray(value)) return copyArray(value);
    const prototype: unknown = Object.getPrototypeOf(value);
    // Objects of another realm (a vm, a frame) have a different Object.prototype, which also ends the chain.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      return refuse('is an instance of a class; give plain JSON');
    }
    return copyObject(value);
  }

  function copyArray(items: readonly unknown[]): readonly unknown[] {
    const copied: unknown[] = [];
    if (items.length > maxMembers) refuse(tooMany);
    for (
      let index = 0;
      index < Math.min(items.length, maxMembers) && nodes <= limits.maxNodes;
      index += 1
    ) {
      const descriptor = Object.getOwnPropertyDescriptor(items, index);
      path.push(index);
      if (descriptor === undefined) refuse('is a hole in an array');
      else if (!('value' in descriptor)) refuse('is a getter; give plain JSON');
      else copied.push(copy(descriptor.value));
      path.pop();
    }
    return copied;
  }

  function copyObject(source: object): object {
    const copied = {};
    const names = Object.keys(source);
    if (names.length > maxMembers) refuse(tooMany);
    for (const name of names.slice(0, maxMembers)) {
      if (nodes > limits.maxNodes) break;
      if (name === '__proto__' && limits.dropsPrototypes === true) {
        dropped += 1;
        continue;
      }
      const descriptor = Object.getOwnPropertyDescriptor(source, name);
      if (descriptor === undefined) continue;
      path.push(name);
      if (!('value' in descriptor)) refuse('is a getter; give plain JSON');
      else if (descriptor.value !== undefined) setOwn(copied, name, copy(descriptor.value));
      path.pop();
    }
    return copied;
  }

  const value = copy(input);
  return { value: issues.length > 0 ? undefined : value, issues, dropped };
}

/** Whether a value is an object with members of its own, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own property whatever its name: `__proto__` assigned plainly would change the prototype instead. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else (target as Record<string, unknown>)[name] = value;
}

/**
 * JSON text by RFC 8785: the same for values that differ in the order of their members only. Members that are `undefined`
 * are left out. For values that JSON has: no cycles, no bytes.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // By UTF-16 code units, as JavaScript compares strings.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** A path of names and indexes as JSON Pointer (RFC 6901): `['items', 0, 'a/b']` → `/items/0/a~1b`. */
export function toJsonPointer(segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** A path as a `$ref` inside the same document: `['$defs', 'a b']` → `#/$defs/a%20b`. */
export function toReference(segments: readonly (string | number)[]): string {
  return `#${encodeURI(toJsonPointer(segments).toWellFormed()).replaceAll('#', '%23')}`;
}

/** The names in a JSON Pointer, unescaped; `undefined` when it does not start with `/` (and is not empty). */
export function parseJsonPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a path, own properties only; `undefined` when there is none. */
export function findAtPath(root: unknown, segments: readonly string[]): unknown {
  let value = root;
  for (const segment of segments) {
    if (Array.isArray(value)) {
      if (!/^(?:0|[1-9]\d{0,9})$/.test(segment)) return undefined;
      value = value[Number(segment)];
    } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, segment)) {
      value = (value as Readonly<Record<string, unknown>>)[segment];
    } else return undefined;
  }
  return value;
}

/** What may hold numbers that a double writes otherwise: many digits, zeros at the end, exponents. */
const losesDigits = /\d{16}|\d\.\d*0(?!\d)|\d[eE]|-0/;

/** Whether a JSON text may hold numbers that are written otherwise once they are read. */
export function mayLoseDigits(text: string): boolean {
  return losesDigits.test(text);
}

/** Strict JSON, its numbers by their digits as written where reading them may lose some; throws as `JSON.parse` does. */
export function parseJsonNumbers(text: string, toNumber: (source: string) => unknown): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text);
  // A reviver is given the source of numbers since Node 21.
  const keepDigits = (_: string, value: unknown, context: { readonly source?: string }): unknown =>
    typeof value === 'number' && context.source !== undefined ? toNumber(context.source) : value;
  return JSON.parse(text, keepDigits as (name: string, value: unknown) => unknown);
}

/**
 * The value of a JSON text as files hold it: some editors put a byte order mark before it. Throws a `SyntaxError` that says where
 * the text goes wrong and what was expected there, and repeats nothing of the text.
 */
export function parseJsonText(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    // The engine's own message repeats the text, and often lacks the line. It is no cause either: logs show causes.
    throw new SyntaxError(describeJsonFault(json));
  }
}

const blanks = /[ \t\n\r]*/y;
const plainToken = /[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** Parts of a string, each short: a pattern for all of it may need more memory than the engine grants. */
const stringPart = /[^"\\\u0000-\u001F]{1,1000}|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Where a text that is no JSON goes wrong: `line 3, column 8: expected a value`. */
function describeJsonFault(text: string): string {
  /** What closes the arrays and objects around the place. */
  const closers: string[] = [];
  const afterValue = (): string =>
    closers.length === 0 ? 'nothing more' : `"," or "${closers.at(-1)}"`;
  let expected = 'a value';
  for (let at = findEnd(blanks, text, 0); ;) {
    const end = findTokenEnd(text, at);
    const token = text[at] ?? '';
    const isValue = expected.startsWith('a value') && !/[}\],:]/.test(token);
    if (end === at) return describePlace(text, at, expected);
    if (expected.endsWith(`or "${token}"`)) {
      closers.pop();
      expected = afterValue();
    } else if (token === ',' && expected.startsWith('","')) {
      expected = closers.at(-1) === '}' ? 'a name in double quotes' : 'a value';
    } else if (token === ':' && expected === '":"') expected = 'a value';
    else if (token === '"' && expected.startsWith('a name')) expected = '":"';
    else if (isValue && token === '{') {
      closers.push('}');
      expected = 'a name in double quotes or "}"';
    } else if (isValue && token === '[') {
      closers.push(']');
      expected = 'a value or "]"';
    } else if (isValue) expected = afterValue();
    else return describePlace(text, at, expected);
    at = findEnd(blanks, text, end);
  }
}

function describePlace(text: string, at: number, expected: string): string {
  const before = text.slice(0, at).split(/\r\n|[\n\r]/);
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  if (at === text.length) {
    return text.trim() === '' ? 'it is empty' : `${place}: it ends here; expected ${expected}`;
  }
  const isString = text[at] === '"' && /^a (?:value|name)/.test(expected);
  if (isString && findTokenEnd(text, at) === at) {
    return `${place}: this string has no end on its line, or a character that has to be escaped`;
  }
  return `${place}: expected ${expected}`;
}

/** Where the token at a place ends; the place itself where there is none. */
function findTokenEnd(text: string, at: number): number {
  if (text[at] !== '"') return findEnd(plainToken, text, at);
  let end = at + 1;
  for (let next = findEnd(stringPart, text, end); next > end;) {
    end = next;
    next = findEnd(stringPart, text, end);
  }
  return text[end] === '"' ? end + 1 : at;
}

function findEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Characters of a value in a warning. */
const maxShort = 60;

/** A value as warnings show it. */
export function toShort(value: unknown): string {
  return shorten(value, 0);
}

/** Characters that are shown of what texts have alike, before where they differ. */
const maxAlike = 20;

/** Values as one warning shows them beside each other: texts that begin alike for long from shortly before where they differ. */
export function toShorts(values: readonly unknown[]): readonly string[] {
  const alike = countAlike(values.filter((value) => typeof value === 'string'));
  const start = alike > maxShort - maxAlike ? alike - maxAlike : 0;
  return values.map((value) => shorten(value, start));
}

function shorten(value: unknown, start: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const from = typeof value === 'string' ? start : 0;
  const shown = `${from > 0 ? '…' : ''}${text.slice(from, from + maxShort)}${text.length > from + maxShort ? '…' : ''}`;
  return typeof value === 'string' ? `"${shown}"` : shown;
}

/** With how many characters several texts begin alike; none for one text. */
function countAlike([first = '', ...others]: readonly string[]): number {
  if (others.length === 0) return 0;
  let at = 0;
  while (at < first.length && others.every((other) => other[at] === first[at])) at += 1;
  return at;
}
