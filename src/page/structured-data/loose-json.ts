import { setOwn } from '../../runtime/plain-json.ts';
import {
  tupleStart,
  readLooseString,
  type LooseText,
  quotesLike,
  lookAhead,
} from './loose-string.ts';

const emptyPiece = /^(?:\{\s*\}|\[\s*\])$/;

/**
 * Returns the arrays and objects of a text that stand in no other one, in order, each read as leniently as
 * `readLooseJson` does. One that breaks a limit is the last. An empty one counts only where it is written as one, since
 * noise is read as empty too. Takes linear time.
 */
export function findLooseJson(
  text: string,
  limits: LooseJsonLimits,
  toNumber: (source: string) => unknown = Number,
): readonly LooseJson[] {
  const source = lookAhead(text);
  const bracket = /[{[]/g;
  const found: LooseJson[] = [];
  for (let start = bracket.exec(text); start !== null; start = bracket.exec(text)) {
    const piece = readLooseJson(source, start.index, limits, toNumber);
    if (piece.broken !== undefined) return [...found, piece];
    bracket.lastIndex = piece.end;
    if (!isEmpty(piece.value) || emptyPiece.test(text.slice(piece.start, piece.end))) {
      found.push(piece);
    }
  }
  return found;
}

function isEmpty(value: object): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}

/** Bounds on what is read. */
export interface LooseJsonLimits {
  /** Arrays and objects inside each other. */
  readonly maxDepth: number;
  /** Values in all, those of objects and arrays and these themselves. */
  readonly maxValues: number;
}

/** An array or object, and where it stands in the text. */
export interface LooseJson {
  readonly value: object;
  readonly start: number;
  readonly end: number;
  /** The limit that it breaks; what lies beyond was not read. */
  readonly broken: keyof LooseJsonLimits | undefined;
  /** Whether the text ended before its last bracket: more may have been meant. */
  readonly isOpen: boolean;
  /** Whether it has what JSON has no form for, a tuple, a set or a call with several arguments: its values are not those that were meant. */
  readonly isCode: boolean;
}

/** An array or object that is still open. */
interface Frame {
  readonly value: object;
  /** `undefined` for an object. */
  readonly items: unknown[] | undefined;
  /** Name of the member whose value comes next. */
  name: string | undefined;
  isEmpty: boolean;
}

/** White space, a comment of one line, a fence, or the dots that stand for "and so on". */
const gap = /[\s\u200B]+|\/\/[^\n]*|`{3,}\w*|\.{3,}|…/y;
const hashComment = /#[^\n]*/y;
/** Where a text without quotes may begin with the sign: `[#7, # 8]`. */
const plainHashComment = /# [^\n,\]]*(?=\n)/y;
const number = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const groupedNumber = /-?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?=\s*(?:[}\]\n]|,\s*["'“‘`\n\p{L}_]|$))/uy;
/** A number at the end of the text, of which more digits may have been meant. */
const cutNumber = /^[+-]?\d*(?:\.\d*)?(?:e[+-]?\d*)?$/i;
/** Most characters of a number that was cut. */
const maxCutNumber = 400;
const bareWord = /-?[\p{L}_$][\p{L}\p{N}_$.-]*/uy;
const bareName = /[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*(?=["']?\s*(?::|=>?))/uy;
const bareText = /[^,;\]}\n]+/y;
/** What must not stand behind a comma for it to be a character of a text without quotes. */
const nextMember = /,\s*(?:["'“‘`{[}\]/]|\.\.|…|[\p{L}\p{N}_$.-]+\s*[:=]|$)/uy;
const commaInNumber = /^,\d/;
const colon = /["']?\s*(?::|=>?)/y;
const callStart = /[\p{L}_$][\w$.]*\(\s*(?=["'\d{[])/uy;
/** `Lamp(name='Ash', …)`, and `('Ash', …)`: behind its bracket a name, or a value. */
const namedCall = /[\p{L}_$][\w$.]*\(\s*[\p{L}_]\w*\s*=/uy;

const skipped = /[^,;{}[\]\n"'“‘`]*/y;
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ...['null', 'none', 'nil', 'undefined', 'nan', 'infinity', '-infinity', '-nan'].map(
    (word) => [word, null] as const,
  ),
]);
/** Fewest characters of a word that was cut by which it is recognised. */
const minCutWord = 2;

/**
 * Reads the array or object whose bracket stands at `start`, as JSON and, where it is none, as people and models write
 * it: other quotes or none, quotes within quotes, commas too many or missing, comments, words of Python, calls around
 * values, brackets that are missing or do not match, an end that was cut. Takes linear time and no recursion; throws
 * nothing. What cannot be read is left out, so that noise gives an empty value, and so is a number at the very end of
 * the text: half of one is another number.
 */
function readLooseJson(
  source: LooseText,
  start: number,
  limits: LooseJsonLimits,
  toNumber: (source: string) => unknown,
): LooseJson {
  const { text } = source;
  const frames: Frame[] = [];
  let from = start;
  let at = start;
  let values = 0;
  let root = openFrame();
  let broken: LooseJson['broken'];
  let isCode = false;
  /** How many frames are open around the arguments of the call that was entered last. */
  let callDepth: number | undefined;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  }

  /** Moves behind what the pattern matches here. */
  function take(pattern: RegExp): string | undefined {
    const found = match(pattern);
    at += found?.length ?? 0;
    return found;
  }

  /** Moves behind white space and what is no part of the value. */
  function skipGaps(mayHash: boolean): void {
    for (;;) {
      if (text.startsWith('/*', at)) {
        const end = text.indexOf('*/', at + 2);
        at = end < 0 ? text.length : end + 2;
      } else if (
        take(gap) === undefined &&
        take(mayHash ? hashComment : plainHashComment) === undefined
      )
        return;
    }
  }

  function openFrame(): Frame {
    const isList = text.charAt(at) === '[';
    const items: unknown[] | undefined = isList ? [] : undefined;
    const frame: Frame = { value: items ?? {}, items, name: undefined, isEmpty: true };
    if (frames.length > 0) put(frame.value);
    else values += 1;
    frames.push(frame);
    if (frames.length > limits.maxDepth) broken = 'maxDepth';
    at += 1;
    return frame;
  }

  /** Adds a value to the innermost frame; an object drops one without a name. */
  function put(value: unknown): void {
    const frame = frames.at(-1);
    values += 1;
    if (values > limits.maxValues) broken ??= 'maxValues';
    if (frame === undefined) return;
    if (frame.items !== undefined) frame.items.push(value);
    else if (frame.name !== undefined) {
      setOwn(frame.value, frame.name, value);
      frame.name = undefined;
    } else return;
    frame.isEmpty = false;
  }

  /** Closes the innermost frame of the bracket's kind, and those in it; a bracket too many is skipped before a comma. */
  function close(bracket: string): void {
    at += 1;
    const matching = frames.findLastIndex(
      ({ items }) => (items !== undefined) === (bracket === ']'),
    );
    const goesOn = text.charAt(source.skipSpace(at)) === ',';
    // What would end the whole although more follows was meant for the innermost.
    if (matching === frames.length - 1) frames.pop();
    else if (matching > 0 || !goesOn) frames.length = Math.max(matching, 0);
    else if (matching === 0) frames.pop();
  }

  function readName(frame: Frame): void {
    at = source.skipPrefix(at);
    const character = text.charAt(at);
    if (quotesLike(character) !== undefined) {
      const { value, end, isClosed } = readLooseString(source, at, 'name');
      at = end;
      skipGaps(false);
      if (take(colon) === undefined && (!isClosed || /[,;}]/.test(text.charAt(at)))) {
        // Items without names: a set.
        if (isClosed && frame.isEmpty) isCode = true;
        return;
      }
      frame.name = value;
      return;
    }
    const name = take(bareName);
    if (name !== undefined) {
      take(colon);
      frame.name = name;
    } else if (character === '{' || character === '[') openNameless(frame);
    else if ((take(skipped) ?? '') === '') at += 1;
  }

  /** A bracket where a name should stand. */
  function openNameless(frame: Frame): void {
    const list = frames.findLastIndex(({ items }) => items !== undefined);
    if (frame === root && frame.isEmpty) {
      // `{{"a": 1}}` of a template, or a brace in prose before the answer.
      frames.length = 0;
      values = 0;
      from = at;
      root = openFrame();
    } else {
      // The end of the record before this one is missing.
      if (list >= 0 && list === frames.length - 2 && !frame.isEmpty) frames.pop();
      openFrame();
    }
  }

  function readValue(frame: Frame): void {
    at = source.skipPrefix(at);
    const character = text.charAt(at);
    if (match(character === '(' ? tupleStart : namedCall) !== undefined) isCode = true;
    if (character === '{' || character === '[') openFrame();
    else if (quotesLike(character) !== undefined) {
      const value = readStrings(frame);
      const owner = frames.at(-2);
      if (frame.items !== undefined && owner?.items === undefined && take(colon) !== undefined) {
        // The end of the list before this member is missing.
        frames.pop();
        if (owner !== undefined) owner.name = value;
      } else put(value);
    } else if (take(callStart) !== undefined) callDepth = frames.length;
    else {
      if (isCutNumber()) {
        at = text.length;
        frame.name = undefined;
      } else put(readBare(frame));
    }
  }

  /** Whether the comma at a place ends a member, rather than being a character of its value. */
  function isNextMember(comma: number): boolean {
    nextMember.lastIndex = comma;
    return nextMember.test(text);
  }

  /** A text in quotes, and those that `+` adds to it. */
  function readStrings(frame: Frame): string {
    const parts: string[] = [];
    const place = frame.items === undefined ? 'member' : 'item';
    for (;;) {
      const { value, end } = readLooseString(source, at, place);
      parts.push(value);
      at = end;
      const plus = source.skipSpace(at);
      const next = source.skipSpace(plus + 1);
      if (text.charAt(plus) !== '+' || quotesLike(text.charAt(next)) === undefined) break;
      at = next;
    }
    return parts.join('');
  }

  function isCutNumber(): boolean {
    return text.length - at <= maxCutNumber && cutNumber.test(text.slice(at));
  }

  /** A number, a word such as `true`, or a text without quotes. */
  function readBare(frame: Frame): unknown {
    const grouped = frame.items === undefined ? take(groupedNumber) : undefined;
    if (grouped !== undefined) return toNumber(grouped.replaceAll(',', ''));
    const plain = match(number);
    if (plain !== undefined && !/^[+-]?0\d/.test(plain) && mayEnd(frame, at + plain.length)) {
      at += plain.length;
      return toNumber(plain);
    }
    return readBareText(frame);
  }

  /** Whether a number or a word may end here, rather than go on as a text: `12`, not `12 kg`. */
  function mayEnd(frame: Frame, end: number): boolean {
    const next = source.skipSpace(end);
    const character = text.charAt(next);
    // The comma of a fraction, or of thousands: `9,99`. In a list it may stand between items.
    if (frame.items === undefined && commaInNumber.test(text.slice(end, end + 2)))
      return isNextMember(end);
    if (/^[,;}\])]?$/.test(character) || text.slice(end, next).includes('\n')) return true;
    if (text.startsWith('//', next) || text.startsWith('/*', next)) return true;
    // A comma is missing, or a comment follows.
    if (frame.items !== undefined) return (next === end ? /["{[]/ : /[\d"'{[#-]/).test(character);
    if (next === end && quotesLike(character) === undefined) return false;
    return character === '#' || source.isNameAt(next);
  }

  function readBareText(frame: Frame): unknown {
    const begin = at;
    const word = match(bareWord) ?? '';
    const meant = findWord(word.toLowerCase(), at + word.length === text.length);
    if (meant !== undefined && mayEnd(frame, at + word.length)) {
      at += word.length;
      return meant.value;
    }
    if (take(bareText) === undefined) at += 1;
    // A comma that no member follows is a character of the text.
    while (frame.items === undefined && text.charAt(at) === ',' && !isNextMember(at)) {
      at += 1;
      take(bareText);
    }
    return tidyBareText(text.slice(begin, at));
  }

  while (frames.length > 0 && broken === undefined) {
    const frame = frames.at(-1);
    // Where a value is expected, a hash may be its first character: a colour.
    skipGaps(frame?.items === undefined && frame?.name === undefined);
    const character = text.charAt(at);
    if (frame === undefined || character === '') break;
    if (character === '}' || character === ']') {
      if (frame.name !== undefined) put(null);
      close(character);
    } else if (character === ',' || character === ';' || character === ')') {
      if (frame.name !== undefined && character !== ')') put(null);
      if (callDepth === frames.length) {
        if (character === ')') callDepth = undefined;
        else isCode = true;
      }
      at += 1;
    } else if (frame.items === undefined && frame.name === undefined) readName(frame);
    else readValue(frame);
  }
  // A text that was cut after a name.
  if (frames.at(-1)?.name !== undefined) put(null);
  return { value: root.value, start: from, end: at, broken, isOpen: frames.length > 0, isCode };
}

/** What a word without quotes means; the beginning of one where the text was cut. */
function findWord(word: string, isCut: boolean): { readonly value: unknown } | undefined {
  if (words.has(word)) return { value: words.get(word) };
  if (!isCut || word.length < minCutWord) return undefined;
  const whole = [...words.keys()].find((known) => known.startsWith(word));
  return whole === undefined ? undefined : { value: words.get(whole) };
}

/** A text without quotes, or with its last one alone. */
function tidyBareText(text: string): string {
  const comment = text.indexOf(' //');
  const trimmed = (comment < 0 ? text : text.slice(0, comment)).trim();
  return /^[^"]*"$/.test(trimmed) ? trimmed.slice(0, -1) : trimmed;
}
