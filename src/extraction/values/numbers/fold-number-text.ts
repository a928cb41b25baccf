/** A text in plain digits and marks, and where each of its characters came from. */
export interface FoldedText {
  readonly text: string;
  /** Where a character of the folded text stands in the text as written; also for its end. */
  readonly offsetOf: (index: number) => number;
}

const plain = /^[\u0020-\u007E\u00A1-\u02FF\u0370-\u05FF]*$/;
const invisible = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;
const decimalDigit = /\p{Nd}/u;
const ascii = /^[\0-\x7F]*$/;
const plainDigit = /^\d$/;

const forms: ReadonlyMap<string, string> = new Map([
  ...toEntries('-', '\u2212\uFE63\uFF0D\u207B\u2010\u2011'),
  // Blanks that keep a number together.
  ...toEntries('\u00A0', '\u00A0\u202F\u2009\u2007'),
  ...toEntries("'", '\u2019\u02BC\uFF07'),
  ...toEntries('%', '\u066A\uFF05\uFE6A'),
  ...toEntries('(', '\uFF08'),
  ...toEntries(')', '\uFF09'),
  ...toEntries('+', '\uFF0B'),
  ...toEntries('$', '\uFF04\uFE69'),
  ...toEntries('\u00A5', '\uFFE5'),
  ...toEntries('\u00A3', '\uFFE1'),
]);

function toEntries(form: string, characters: string): readonly (readonly [string, string])[] {
  return Array.from(characters, (character) => [character, form] as const);
}

/** Folds digits of all scripts, forms of minus and blanks that keep numbers together; bidirectional marks go. */
export function foldNumberText(written: string): FoldedText {
  if (plain.test(written)) return { text: written, offsetOf: (index) => index };
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  // Kept apart: to read the end of a text that is still put together copies all of it, for each of its characters.
  let isBehindDigit = false;
  for (const character of written) {
    if (!invisible.test(character)) {
      const folded = foldCharacter(character, isBehindDigit);
      isBehindDigit = plainDigit.test(folded);
      for (let unit = 0; unit < folded.length; unit += 1)
        offsets.push(at + Math.min(unit, character.length - 1));
      text += folded;
    }
    at += character.length;
  }
  offsets.push(at);
  return { text, offsetOf: (index) => offsets[index] ?? written.length };
}

/** Whether a text holds a digit of any script. */
export function hasDigit(text: string): boolean {
  return /\d/.test(text) || (!ascii.test(text) && decimalDigit.test(text));
}

function foldCharacter(character: string, isBehindDigit: boolean): string {
  const form = forms.get(character);
  if (form !== undefined) return form;
  const point = character.codePointAt(0) ?? 0;
  if (point > 0x7f && decimalDigit.test(character)) return String(toDigit(point));
  // Full-width marks between full-width digits; a full-width comma elsewhere is punctuation.
  if (character === '\uFF0E' && isBehindDigit) return '.';
  if (character === '\uFF0C' && isBehindDigit) return ',';
  return character;
}

/** Digits of a script stand in a row of ten, and begin where the character before is none. */
function toDigit(point: number): number {
  let zero = point;
  while (point - zero < 9 && decimalDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // The mathematical digits follow each other: five rows from U+1D7CE on.
  return point >= 0x1d7ce && point <= 0x1d7ff ? (point - 0x1d7ce) % 10 : point - zero;
}
