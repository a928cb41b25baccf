import { quotesLike, type LooseText } from './loose-text.ts';

/** What a quoted text is, which decides how it may end: a member's name, a member's value, or an item of a list. */
export type StringPlace = 'name' | 'member' | 'item';

/** A quoted text, and where what follows it begins. */
export interface LooseString {
  readonly value: string;
  readonly end: number;
  /** Whether a quote, or what stands after it, ended the text; `false` at the end of the whole. */
  readonly isClosed: boolean;
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const fourDigits = /^[\da-f]{4}$/i;
/** Characters of a name that lacks its last quote: it is read again from its colon, and must not be long for that. */
const maxUnclosedName = 200;
/** What may stand for brackets and a fence behind a text that lacks its last quote. */
const closersAtEnd = /[\s,\]}]*[\]}][\s\]}]*(?:`{3}\s*)?$/;
const fenceAtEnd = /\s*`{3}\s*$/;

/**
 * Reads the text that begins with the quote at `start`. A quote ends it only where what follows can follow such a text;
 * others are characters of it: `"The "best" lamp"`. Where the last quote is missing, it ends before the next member.
 */
export function readLooseString(source: LooseText, start: number, place: StringPlace): LooseString {
  const { text } = source;
  const quotes = quotesLike(text.charAt(start)) ?? '"';
  const pieces: string[] = [];
  let from = start + 1;
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '\\') {
      const { value, length } = readEscape(text, at);
      pieces.push(text.slice(from, at), value);
      at += length;
      from = at;
    } else if (quotes.includes(character)) {
      if (endsAt(source, at, place, text.charAt(start - 1) === '(')) {
        pieces.push(text.slice(from, at));
        return { value: pieces.join(''), end: at + 1, isClosed: true };
      }
      const missed = findMissedEnd(source, from, at, place);
      if (missed !== undefined) {
        pieces.push(text.slice(from, missed));
        return { value: pieces.join(''), end: missed, isClosed: true };
      }
      at += 1;
    } else at += 1;
  }
  return readToEnd(text, from, pieces);
}

/** The rest of a text that was cut, without the brackets behind it. */
function readToEnd(text: string, from: number, pieces: string[]): LooseString {
  // A pattern bound to the end would be tried at each bracket of a long text; the brackets stand in its tail.
  const tailStart = Math.max(from, text.length - 200);
  const tail = text.slice(tailStart);
  const at = tail.search(closersAtEnd);
  const fence = at < 0 ? tail.search(fenceAtEnd) : at;
  const end = fence < 0 ? text.length : tailStart + fence;
  pieces.push(text.slice(from, end));
  return { value: pieces.join(''), end, isClosed: at >= 0 };
}

function readEscape(text: string, at: number): { readonly value: string; readonly length: number } {
  const character = text.charAt(at + 1);
  const known = escapes[character];
  if (known !== undefined) return { value: known, length: 2 };
  if (character === 'u') {
    const digits = text.slice(at + 2, at + 6);
    return fourDigits.test(digits)
      ? { value: String.fromCharCode(Number.parseInt(digits, 16)), length: 6 }
      : { value: '\\u', length: 2 };
  }
  // `\d` and `\Users` were meant with their backslash; `\_` and `\'` escape what needs no escape.
  return { value: /[a-z\d]/i.test(character) ? `\\${character}` : character, length: 2 };
}

/** Whether the quote at `at` ends a text of this place, by what follows it. */
function endsAt(source: LooseText, at: number, place: StringPlace, inCall: boolean): boolean {
  const { text, skipSpace } = source;
  const next = skipSpace(at + 1);
  const character = text.charAt(next);
  if (character === '' || text.startsWith('```', next)) return true;
  if (isComment(text, next) || (next > at + 1 && text.startsWith('# ', next))) return true;
  if (place === 'name') return endsName(source, next);
  if (character === '}' || character === ']') return true;
  if (character === ')') return inCall;
  if (character === ',' || character === ';') {
    return place === 'member'
      ? mayBeginMember(source, skipSpace(next + 1))
      : mayBeginItem(source, skipSpace(next + 1));
  }
  if (character === '+') return quotesLike(text.charAt(skipSpace(next + 1))) !== undefined;
  // A comma is missing.
  const isQuote = quotesLike(character) !== undefined;
  if (place === 'item') {
    plainItem.lastIndex = next;
    return (isQuote && next > at + 1) || /[{[:]/.test(character) || plainItem.test(text);
  }
  return (isQuote || text.slice(at, next).includes('\n')) && source.isNameAt(next);
}

function endsName({ text, skipSpace, findQuoteEnd }: LooseText, next: number): boolean {
  const character = text.charAt(next);
  if (/[:=,}{[\d-]/.test(character)) return true;
  // A colon is missing: what follows is a whole text.
  const end = findQuoteEnd(next);
  return end !== undefined && /[,}]/.test(text.charAt(skipSpace(end)));
}

/** Whether a member, or the end of the object, may stand here, behind a comma. */
function mayBeginMember(source: LooseText, at: number): boolean {
  const { text } = source;
  if (/^[}\],;]?$/.test(text.charAt(at)) || isAside(text, at) || source.isNameAt(at)) return true;
  if (quotesLike(text.charAt(at)) === undefined) return false;
  // A name that was cut, or one without its colon.
  const end = source.findQuoteEnd(at);
  return end === undefined || /[{[\d-]/.test(text.charAt(source.skipSpace(end)));
}

const plainItem = /(?:-?\d[\d.]{0,40}|true|false|null)\s{0,100}[,\]]/y;
const itemWord = /(?:true|false|null|none|undefined|nan)\b/iy;

function mayBeginItem({ text }: LooseText, at: number): boolean {
  const character = text.charAt(at);
  if (/^[}\],;{[\d-]?$/.test(character) || isAside(text, at)) return true;
  itemWord.lastIndex = at;
  return quotesLike(character) !== undefined || itemWord.test(text);
}

function isComment(text: string, at: number): boolean {
  return text.startsWith('//', at) || text.startsWith('/*', at);
}

/** Whether a comment stands here, or the dots that stand for "and so on". */
function isAside(text: string, at: number): boolean {
  return isComment(text, at) || text.startsWith('...', at) || text.startsWith('…', at);
}

/**
 * Where a text ended whose last quote is missing, when the quote at `at` begins the name of the next member: before
 * the comma, the brackets or the line break that stand there. A name without its last quote ends at its colon.
 */
function findMissedEnd(
  source: LooseText,
  from: number,
  at: number,
  place: StringPlace,
): number | undefined {
  const { text } = source;
  let end = at;
  while (end > from && /[\s,{}[\]]/.test(text.charAt(end - 1))) end -= 1;
  const between = text.slice(end, at);
  if (place === 'item' && /^,$|,\s*\n/.test(between)) {
    const closed = source.findQuoteEnd(at);
    if (closed !== undefined && /[,\]]/.test(text.charAt(source.skipSpace(closed)))) return end;
  }
  if ((place === 'name' && at - from > maxUnclosedName) || !source.isNameAt(at)) return undefined;
  // `{"` may begin an object that is quoted; `}, {"` is the next record.
  const isNext = /[,\n]/.test(between) && (!between.includes('{') || between.includes('}'));
  if (!isNext) return undefined;
  if (place === 'name') {
    const colon = text.indexOf(':', from);
    return colon >= 0 && colon < end ? colon : undefined;
  }
  // Brackets that began in the text end in it.
  const isBracketed = /[{[]/.test(text.slice(from, end)) && !between.includes('{');
  return isBracketed
    ? at - between.length + (between.length - between.replace(/^[\]}]+/, '').length)
    : end;
}
