export const tupleStart: RegExp = /\(\s*(?=["'\d{[(-])/uy;
/** Of a text in Python: `u'Ash'`. */
const textPrefix = /[bfru]{1,2}(?=["'])/iy;

/** What a quoted text is, which decides how it may end: a member's name, a member's value, or an item of a list. */
type StringPlace = 'name' | 'member' | 'item';

/** A quoted text, and where what follows it begins. */
interface LooseString {
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
/** Digits of `\u0027`, and of `\x27`, which JavaScript and Python have and JSON has not. */
const lengthOfCode: Readonly<Record<string, number>> = { u: 4, x: 2 };
const hexDigits = /^[\da-f]+$/i;
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
  const length = lengthOfCode[character];
  if (length !== undefined) {
    const digits = text.slice(at + 2, at + 2 + length);
    const value = String.fromCharCode(Number.parseInt(digits, 16));
    // In the path `C:\x86` the backslash is one: an escape with two digits is never a control character.
    const isMeant = character === 'u' || !/\p{Cc}/u.test(value);
    return digits.length === length && hexDigits.test(digits) && isMeant
      ? { value, length: 2 + length }
      : { value: `\\${character}`, length: 2 };
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

function mayBeginItem({ text, skipPrefix }: LooseText, start: number): boolean {
  const at = skipPrefix(start);
  const character = text.charAt(at);
  if (/^[}\],;{[\d-]?$/.test(character) || isAside(text, at)) return true;
  tupleStart.lastIndex = at;
  if (tupleStart.test(text)) return true;
  itemWord.lastIndex = at;
  return quotesLike(character) !== undefined || itemWord.test(text);
}

function isComment(text: string, at: number): boolean {
  return text.startsWith('//', at) || text.startsWith('/*', at);
}

/** Whether a comment stands here, or the dots that stand for "and so on". */
function isAside(text: string, at: number): boolean {
  return isComment(text, at) || ['# ', '...', '…'].some((mark) => text.startsWith(mark, at));
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

/** JSON-like text with what lies ahead of a place. All look-ahead of one reading takes linear time together. */
export interface LooseText {
  readonly text: string;
  /** Index of the next character that is no white space; the text's length at its end. */
  readonly skipSpace: (at: number) => number;
  /** Index of the quote behind a prefix that Python writes before it: `u'Ash'`; `at` itself where none stands here. */
  readonly skipPrefix: (at: number) => number;
  /** Whether a quoted or bare name and a colon stand here. */
  readonly isNameAt: (at: number) => boolean;
  /** Index after the quote that ends the quoted text here, taken by the next quote of its kind; `undefined` without one. */
  readonly findQuoteEnd: (at: number) => number | undefined;
}

/** Kinds of quotes: any of a kind ends what another one of the kind began. */
const quoteKinds: readonly string[] = ['"“”„', "'‘’`´"];
const space = /[\s\u200B]*/y;
const nameAhead = /[\p{L}_$][\p{L}\p{N}_$-]{0,200}(?=["']?\s{0,100}:)/uy;

/** The quotes that end what this character begins; `undefined` when it is no quote. */
export function quotesLike(character: string): string | undefined {
  // Straight quotes end straight: typographic ones between them are text.
  if (character === '"' || character === "'") return character;
  return character === '' ? undefined : quoteKinds.find((kind) => kind.includes(character));
}

/** Prepares a text for reading. */
export function lookAhead(text: string): LooseText {
  const ends = new Map<string, { from: number; end: number | undefined }>();

  function skipSpace(at: number): number {
    space.lastIndex = at;
    return at + (space.exec(text)?.[0].length ?? 0);
  }

  function findQuoteEnd(at: number): number | undefined {
    const quotes = quotesLike(text.charAt(at));
    if (quotes === undefined) return undefined;
    const known = ends.get(quotes);
    // What was found from an earlier place holds up to there, so that nothing is read twice.
    if (known !== undefined && at >= known.from && (known.end === undefined || at + 1 < known.end))
      return known.end;
    const end = findUnescaped(text, quotes, at + 1);
    ends.set(quotes, { from: at, end });
    return end;
  }

  function skipPrefix(at: number): number {
    textPrefix.lastIndex = at;
    return at + (textPrefix.exec(text)?.[0].length ?? 0);
  }

  function isNameAt(start: number): boolean {
    const at = skipPrefix(start);
    const end = findQuoteEnd(at);
    if (end !== undefined) return text.charAt(skipSpace(end)) === ':';
    nameAhead.lastIndex = at;
    return nameAhead.test(text);
  }

  return { text, skipSpace, skipPrefix, isNameAt, findQuoteEnd };
}

/** Index after the next of the quotes that no backslash stands before. */
function findUnescaped(text: string, quotes: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (quotes.includes(character)) return at + 1;
  }
  return undefined;
}
