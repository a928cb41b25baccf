import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/** The references that nearly all of a page's are, without `&`. */
const common: readonly (readonly [reference: string, character: string])[] = [
  ['amp;', '&'],
  ['quot;', '"'],
  ['nbsp;', '\u{A0}'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['apos;', "'"],
];

/** Returns text with its character references decoded by the HTML standard. */
export function decodeText(text: string): string {
  return decode(text, false);
}

/** The same for the value of an attribute, in which `&copy=` is no reference. */
export function decodeAttribute(value: string): string {
  return decode(value, true);
}

/**
 * Decodes the common references itself, and leaves all from the first other one on to the library, whose decoder takes ten times as
 * long for them: it was 3 % of the time from page to Markdown.
 */
function decode(text: string, isAttribute: boolean): string {
  let decoded = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    const next = text.charCodeAt(at + 1);
    const start = at + 1;
    let end = start;
    let character = '&';
    if (next === numberSign) {
      end = endOfNumber(text, start + 1);
      const code = end === 0 ? 0 : Number(text.slice(start + 1, end - 1));
      if (!isPlain(code)) return decoded + decodeRest(text.slice(from), isAttribute);
      character = String.fromCharCode(code);
    } else if (isAlphanumeric(next)) {
      const known = findCommon(text, start);
      if (known !== undefined) {
        end = start + known[0].length;
        character = known[1];
      } else if (!isAttribute || !isParameter(text, start)) {
        return decoded + decodeRest(text.slice(from), isAttribute);
      }
    }
    decoded += text.slice(from, at) + character;
    from = end;
  }
  return decoded + text.slice(from);
}

function findCommon(text: string, start: number): (typeof common)[number] | undefined {
  for (const known of common) if (text.startsWith(known[0], start)) return known;
  return undefined;
}

function decodeRest(text: string, isAttribute: boolean): string {
  const written = dropZeros(text);
  return isAttribute ? decodeHTMLAttribute(written) : decodeHTML(written);
}

const manyZeros = /(&#x?)0{9,}(?=[\da-f])/gi;

/** Drops zeros at the start of a character's number, which mean nothing: the library computes NaN from 309 of them, and throws. */
export function dropZeros(html: string): string {
  return html.replaceAll(manyZeros, '$1');
}

const numberSign = 0x23;
const semicolon = 0x3b;
const equals = 0x3d;
/** Digits of the numbers that are read here; `&#8217;` has four. */
const maxDigits = 5;

/** Returns the end of a decimal number and its semicolon; 0 where there is none. */
function endOfNumber(text: string, start: number): number {
  let end = start;
  while (end - start <= maxDigits && isDigit(text.charCodeAt(end))) end += 1;
  const isNumber = end > start && end - start <= maxDigits;
  return isNumber && text.charCodeAt(end) === semicolon ? end + 1 : 0;
}

/** Whether a number stands for the character of that code: not for control characters, for others by `windows-1252`, or for none. */
function isPlain(code: number): boolean {
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isAlphanumeric(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || isDigit(code);
}

/** Whether a name is followed by `=`, as in an address: `?a=1&copy=2`. */
function isParameter(text: string, start: number): boolean {
  let end = start;
  while (isAlphanumeric(text.charCodeAt(end))) end += 1;
  return text.charCodeAt(end) === equals;
}
