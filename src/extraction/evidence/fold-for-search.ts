import { collapseSpace } from '../../runtime/unicode/fold-text.ts';
import { stripInvisible } from '../../runtime/unicode/strip-invisible.ts';

const plain = /^[\x20-\x7E]*$/;
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000\s]/g;
const singleQuotes = /[‘’‚′`´ʼ]/g;
const doubleQuotes = /[“”„‟″«»]/g;
const dashes = /[‐‑‒–—―−]/g;
/** Ligatures and full-width forms; other compatibility forms change what is said (`½`, `²`, `™`). */
const compatible = /[\uFB00-\uFB06\uFF01-\uFF5E]/g;
/** Decimal digits of Arabic, Persian, Devanagari, Bengali and Thai. */
const digits = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59]/g;
const marks = /[\u0300-\u036F]/;

/** One form for texts that readers consider equal: case, spaces, quotes, dashes, full-width forms, ligatures, digits. */
export function foldForSearch(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return (marks.test(text) ? text.normalize('NFC') : text)
    .replaceAll(spaces, ' ')
    .replaceAll(singleQuotes, "'")
    .replaceAll(doubleQuotes, '"')
    .replaceAll(dashes, '-')
    .replaceAll(compatible, (form) => form.normalize('NFKC'))
    .replaceAll(digits, (digit) => String(valueOfDigit(digit)))
    .toLowerCase();
}

/** A value as it is looked up: folded, on one line, without invisible characters. */
export function foldNeedle(text: string): string {
  return foldForSearch(collapseSpace(stripInvisible(text)).trim());
}

/** The offset in `text` of a folded offset; they differ only behind ligatures and special letters. */
export function toShownOffset(text: string, foldedOffset: number): number {
  if (plain.test(text) || foldForSearch(text).length === text.length) return foldedOffset;
  let folded = 0;
  let at = 0;
  for (const character of text) {
    if (folded >= foldedOffset) break;
    folded += marks.test(character) ? 0 : foldForSearch(character).length;
    at += character.length;
  }
  return at;
}

/** Blocks of ten digits begin at these code points. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function valueOfDigit(digit: string): number {
  const code = digit.charCodeAt(0);
  return code - (zeros.findLast((zero) => zero <= code) ?? code);
}
