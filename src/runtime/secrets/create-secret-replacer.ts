import { setOwn } from '../plain-json.ts';

/** Finds the values that it was given wherever and however they stand, and puts something else in their place. */
export interface SecretReplacer {
  /** Adds a value in all its forms. Empty values are passed over, and one that is known keeps what stands for it. */
  add(value: string, replacement: string): void;
  /** Adds a text that is replaced only as it is. */
  addText(text: string, replacement: string): void;
  readonly text: (text: string) => string;
  /** In bytes as latin-1: the forms that no bytes have by chance. */
  readonly latin1: (bytes: string) => string;
  /** What stands for a number that a value is read as; `undefined` for other numbers. */
  findNumber(number: number): string | undefined;
}

/** Shorter values are whole words of a text, and nothing in bytes: a PIN of `7` is not every byte 7 of a picture. */
const minFreeLength = 4;
/** Fewer digits stand in longer numbers by chance. */
const minFreeDigits = 8;
/** Digits that are looked for in groups, such as `123,456`. */
const minGroupedDigits = 4;

/** Creates a replacer without values. What matches `passedOver` is left as it is: what a value was replaced by. */
export function createSecretReplacer(passedOver: RegExp): SecretReplacer {
  const replacements = new Map<string, string>();
  /** By the digits of values that are numbers. */
  const grouped = new Map<string, string>();
  const numbers = new Map<number, string>();
  let inText: RegExp | undefined;
  let inBytes: RegExp | undefined;

  function addText(form: string, replacement: string): void {
    if (form === '' || replacements.has(form)) return;
    replacements.set(form, replacement);
    inText = undefined;
    inBytes = undefined;
  }

  const replaceBy = (pattern: RegExp, given: string): string =>
    given.replace(
      pattern,
      (form) =>
        replacements.get(form) ??
        (/^\d/.test(form) ? grouped.get(form.replaceAll(/\D/g, '')) : undefined) ??
        form,
    );

  return {
    add(value, replacement) {
      const digits = toDigits(value);
      if (digits.length >= minGroupedDigits && !grouped.has(digits)) {
        grouped.set(digits, replacement);
        inText = undefined;
      }
      for (const number of listNumbers(value)) {
        if (!numbers.has(number)) numbers.set(number, replacement);
      }
      for (const { form, replacement: instead } of toSecretForms(value, replacement)) {
        addText(form, instead);
      }
    },
    addText,
    text(given) {
      if (replacements.size === 0) return given;
      inText ??= toPattern(passedOver, [...replacements.keys()], [...grouped.keys()]);
      return replaceBy(inText, given);
    },
    latin1(given) {
      if (replacements.size === 0) return given;
      inBytes ??= toPattern(passedOver, [...replacements.keys()].filter(isLong), []);
      return replaceBy(inBytes, given);
    },
    findNumber: (number) => numbers.get(number),
  };
}

/** Where something stands in JSON. */
export interface JsonPlace {
  /** Of the member that it stands in, or that it is in a list of; empty at the root. */
  readonly name: string;
  /** Of the member that the object around it stands in. */
  readonly holder: string;
  /** Whether it is the name of a member itself. */
  readonly isName: boolean;
}

interface JsonReplacing {
  readonly text: (text: string, place: JsonPlace) => string;
  /** @default numbers stay */
  readonly number?: (number: number, place: JsonPlace) => unknown;
}

/** Returns JSON with its strings and the names of its members replaced. */
export function replaceInJson<Value>(given: Value, { text, number }: JsonReplacing): Value {
  const replace = (value: unknown, name: string, holder: string): unknown => {
    const place = { name, holder, isName: false };
    if (typeof value === 'string') return text(value, place);
    if (typeof value === 'number') return number === undefined ? value : number(value, place);
    if (Array.isArray(value)) return value.map((entry) => replace(entry, name, holder));
    if (typeof value !== 'object' || value === null) return value;
    const replaced = {};
    for (const [key, member] of Object.entries(value)) {
      const shown = text(key, { name: key, holder: name, isName: true });
      setOwn(replaced, shown, replace(member, key, name));
    }
    return replaced;
  };
  // Strings stay strings, and objects objects.
  return replace(given, '', '') as Value;
}

function isLong(form: string): boolean {
  return form.length >= minFreeLength;
}

/** Finds any of the forms, the longest first: a value that contains another is replaced as a whole. */
function toPattern(
  passedOver: RegExp,
  forms: readonly string[],
  digits: readonly string[],
): RegExp {
  const parts = forms.toSorted((left, right) => right.length - left.length).map(toFormPattern);
  const groups = digits.map((each) => whole('\\d', toGroups(each), '\\d'));
  return new RegExp([passedOver.source, ...groups, ...parts].join('|'), 'gu');
}

function toFormPattern(form: string): string {
  const escaped = form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  if (!isLong(form)) return whole('\\p{L}\\p{N}', escaped, '\\p{L}\\p{N}');
  return /^\d+$/.test(form) && form.length < minFreeDigits ? whole('\\d', escaped, '\\d') : escaped;
}

function whole(before: string, pattern: string, behind: string): string {
  return `(?<![${before}])${pattern}(?![${behind}])`;
}

/** Digits with what may stand between them: spaces and dashes anywhere, in few digits a point or comma only between thousands. */
function toGroups(digits: string): string {
  const places = digits.length - 1;
  return Array.from(digits)
    .map((digit, index) => {
      if (index === places) return digit;
      const isThousand = (places - index) % 3 === 0 || digits.length >= minFreeDigits;
      return `${digit}${isThousand ? String.raw`[\s.,'’\-]?` : String.raw`[\s\-]?`}`;
    })
    .join('');
}

/** The digits of a value that consists of digits in groups; empty for any other one. */
function toDigits(value: string): string {
  return /^\s*\d[\d\s.,'’-]*$/.test(value) ? value.replaceAll(/\D/g, '') : '';
}

/** The numbers that a value, or the digits in it, are read as. */
function listNumbers(value: string): readonly number[] {
  const compact = value.replaceAll(/[\s'’]/g, '');
  const isNumber = /^[-+]?\d+(?:[.,]\d+)?$/.test(compact);
  const runs = value.match(/\d{4,}/g) ?? [];
  const texts = [...(isNumber ? [compact.replace(',', '.')] : []), toDigits(value), ...runs];
  return texts.flatMap((text) => (text === '' ? [] : [Number(text), -Number(text)]));
}

/** A way in which a secret may stand in a text, and what takes its place. */
interface SecretForm {
  readonly form: string;
  readonly replacement: string;
}

/** Base64 of fewer bytes is found in texts by chance: 8 of them leave at least 8 characters that depend on nothing else. */
const minEncodedBytes = 8;
/** Shorter values are searched for as they are: their other spellings are words of every page. */
const minSpelledLength = 4;

/**
 * Returns the forms of a value: as it is, in other letters, without its spaces, in URLs (also in those within URLs) and forms, in JSON (also in JSON within JSON), in HTML and
 * selectors, in numeric entities, in hexadecimal digits, in base64 at each of its three alignments, and in UTF-16. Bytes of UTF-8 stand as one character each, as in latin-1.
 */
function toSecretForms(value: string, placeholder: string): readonly SecretForm[] {
  const wellFormed = value.toWellFormed();
  const bytes = Buffer.from(wellFormed);
  const plain = [value, ...listSpellings(wellFormed).flatMap(listEscapes)];
  const forms = new Map([...plain, bytes.toString('latin1')].map((form) => [form, placeholder]));
  const wide = Buffer.from(wellFormed, 'utf16le');
  forms.set(wide.toString('latin1'), Buffer.from(placeholder, 'utf16le').toString('latin1'));
  const big = Buffer.from(wide).swap16().toString('latin1');
  forms.set(big, Buffer.from(placeholder, 'utf16le').swap16().toString('latin1'));
  const hex = bytes.length < minEncodedBytes ? '' : bytes.toString('hex');
  for (const form of hex === '' ? [] : [hex, hex.toUpperCase()]) forms.set(form, placeholder);
  for (const form of bytes.length < minEncodedBytes ? [] : listBase64(bytes)) {
    // As long as it was, so that what stands around it still decodes.
    forms.set(form, 'A'.repeat(form.length));
  }
  return [...forms].map(([form, replacement]) => ({ form, replacement }));
}

/** The value as pages write it: in capitals or small letters, and with its spaces collapsed or left out. */
function listSpellings(value: string): readonly string[] {
  if (value.length < minSpelledLength) return [value];
  const first = String.fromCodePoint(value.codePointAt(0) ?? 0);
  const rest = value.slice(first.length);
  const spaced = [value, value.trim(), value.replaceAll(/\s+/g, ' '), value.replaceAll(/\s+/g, '')];
  return [
    ...spaced.filter((spelling) => spelling.length >= minSpelledLength),
    value.normalize('NFC'),
    value.normalize('NFD'),
    value.toUpperCase(),
    value.toLowerCase(),
    first.toUpperCase() + rest,
    first.toUpperCase() + rest.toLowerCase(),
  ];
}

function listEscapes(value: string): readonly string[] {
  const url = encodeURIComponent(value);
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  const json = JSON.stringify(value).slice(1, -1);
  const html = toHtml(value);
  const characters = Array.from(value, (character) => character.codePointAt(0) ?? 0);
  return [
    value,
    // JSON in JSON, as pages carry their state.
    JSON.stringify(json).slice(1, -1),
    characters.map((code) => `&#${code};`).join(''),
    characters.map((code) => `&#x${code.toString(16)};`).join(''),
    url,
    url.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    // What `URLSearchParams` encodes beyond it.
    form,
    encodeURI(value),
    // An address within an address.
    encodeURIComponent(url),
    encodeURIComponent(form),
    json,
    json.replaceAll(/[^\0-\x7F]/g, toUnicodeEscape),
    html,
    html.replaceAll("'", '&#39;'),
    html.replaceAll("'", '&#x27;'),
    // As Markdown writes it.
    value.replaceAll(/[\\`*_[\]~]/g, String.raw`\$&`),
    // As `CSS.escape` writes it behind the first character of a name.
    value.replaceAll(/[^\w\u0080-\u{10FFFF}-]/gu, String.raw`\$&`),
  ];
}

/** As JSON that consists of ASCII alone has it. */
function toUnicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function toHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The characters of base64 that depend on the bytes alone, wherever these stand in what is encoded. */
function listBase64(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 4) / 3);
    const last = Math.floor((padded.length * 4) / 3);
    return [
      padded.toString('base64').slice(first, last),
      padded.toString('base64url').slice(first, last),
    ];
  });
}
