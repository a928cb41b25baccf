import { toSecretForms } from './to-secret-forms.ts';

/** Takes secret values out of everything before it is written. */
export interface Secrets {
  /** Makes a value a secret: a placeholder stands for it from now on, the same one each time. Empty values are passed over. */
  add(value: string): void;
  /** Makes a value that was found by the name it stands under a secret, unless it is so short that it stands for other things too. */
  learn(value: string): void;
  /** Returns the placeholder of a value, which becomes a secret. */
  replace(value: string): string;
  readonly text: (text: string) => string;
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  /** Replaces in every string of JSON, names of members included. */
  readonly json: (value: unknown) => unknown;
}

/** Shorter values under a secret's name are replaced there alone: a cookie `en` is not every `en`. */
const minLearntLength = 8;
const minDeclaredLength = 4;

/** Creates what replaces secrets: the given strings, and what the patterns match. Throws a `TypeError` for strings of under 4 characters. */
export function createSecrets(declared: readonly (string | RegExp)[]): Secrets {
  const numbers = new Map<string, number>();
  /** By the form in which a secret stands somewhere. */
  const replacements = new Map<string, string>();
  let inText: RegExp | undefined;
  let inBytes: RegExp | undefined;
  const patterns = declared.flatMap((secret) =>
    typeof secret === 'string' ? [] : [new RegExp(secret, toFlags(secret))],
  );

  function add(value: string): void {
    if (value === '' || isPlaceholder(value) || numbers.has(value)) return;
    numbers.set(value, numbers.size + 1);
    const placeholder = toPlaceholder(numbers.size);
    for (const { form, replacement } of toSecretForms(value, placeholder)) {
      if (!replacements.has(form)) replacements.set(form, replacement);
    }
    inText = undefined;
    inBytes = undefined;
  }

  const replaceBy = (pattern: RegExp, given: string): string =>
    replacements.size === 0
      ? given
      : given.replace(pattern, (form) => replacements.get(form) ?? form);

  function text(given: string): string {
    for (const pattern of patterns) for (const [match] of given.matchAll(pattern)) add(match);
    inText ??= toPattern([...replacements.keys()]);
    return replaceBy(inText, given);
  }

  function json(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [text(name), json(member)]),
    );
  }

  for (const secret of declared) {
    if (typeof secret !== 'string') continue;
    if (secret.length < minDeclaredLength) {
      throw new TypeError(
        `Expected each of \`secrets\` to have at least ${minDeclaredLength} characters: a shorter one would be replaced in the middle of words.`,
      );
    }
    add(secret);
  }

  return {
    add,
    learn(value) {
      if (value.length >= minLearntLength) add(value);
    },
    replace(value) {
      if (value === '' || isPlaceholder(value)) return value;
      if (value.length >= minLearntLength) add(value);
      const number = numbers.get(value);
      return toPlaceholder(number ?? 0);
    },
    text,
    bytes(bytes) {
      // One character a byte, in which the UTF-8 and UTF-16 forms of a value are found as well as its text.
      const before = Buffer.from(bytes).toString('latin1');
      inBytes ??= toPattern([...replacements.keys()].filter(isLong));
      const after = replaceBy(inBytes, before);
      return replaceInUtf8(after === before ? bytes : Buffer.from(after, 'latin1'), text);
    },
    json,
  };
}

/** Shorter values are whole words of a text, and nothing in bytes: a PIN of `7` is not every byte 7 of a picture. */
function isLong(form: string): boolean {
  return form.length >= minDeclaredLength;
}

/** Finds any of the forms, the longest first: a value that contains another is replaced as a whole. Placeholders are passed over. */
function toPattern(forms: readonly string[]): RegExp {
  const parts = forms
    .toSorted((left, right) => right.length - left.length)
    .map((form) => {
      const escaped = form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      return isLong(form) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`;
    });
  return new RegExp([placeholder.source, ...parts].join('|'), 'gu');
}

/** Patterns and short values are for text; bytes that are no UTF-8 have none. */
function replaceInUtf8(bytes: Uint8Array, replace: (text: string) => string): Uint8Array {
  try {
    const before = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const after = replace(before);
    return after === before ? bytes : Buffer.from(after);
  } catch {
    return bytes;
  }
}

function toFlags({ flags }: RegExp): string {
  return flags.includes('g') ? flags : `${flags}g`;
}

function toPlaceholder(number: number): string {
  return `gleaner-secret-${number}`;
}

const placeholder = /gleaner-secret-\d+/g;

function isPlaceholder(value: string): boolean {
  return /^gleaner-secret-\d+$/.test(value);
}

/** Text in which all placeholders are alike: which number a value gets depends on what was recorded before it. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(placeholder, 'gleaner-secret');
}
