import { jsonrepair } from 'jsonrepair';

/** Longer texts are only closed: no quote or comma in the middle of them is mended. */
const maxLength = 256 * 1024;
/**
 * Characters outside of whole strings that are mended in one answer: jsonrepair takes the square of their number, up to
 * 0.2 s at this length.
 */
const maxLooseLength = 32 * 1024;
/** Steps that loose quotes may take in one answer: about 50 ms. */
const maxQuoteSteps = 100_000_000;

/** What mending may still take in one answer. */
export interface MendBudget {
  looseLength: number;
  quoteSteps: number;
}

/** The budget at the start of an answer. */
export function createMendBudget(): MendBudget {
  return { looseLength: maxLooseLength, quoteSteps: maxQuoteSteps };
}

/**
 * Parses JSON-like text whose quotes, commas, comments or end are wrong. A text that would take longer than the budget
 * allows is closed after its last whole member. Throws what `JSON.parse` or jsonrepair throw when nothing helps.
 */
export function mendJson(text: string, budget: MendBudget): unknown {
  if (text.length > maxLength) return JSON.parse(closeBrackets(text));
  const { loose, strings } = setStringsAside(text);
  const quoteSteps = countQuoteSteps(loose);
  if (loose.length > budget.looseLength || quoteSteps > budget.quoteSteps) {
    return JSON.parse(closeBrackets(text));
  }
  budget.looseLength -= loose.length;
  budget.quoteSteps -= quoteSteps;
  return restoreStrings(JSON.parse(jsonrepair(loose)), strings);
}

/** JSON-like text in which numbers between marks stand for the contents of its whole strings. */
interface LooseText {
  readonly loose: string;
  readonly strings: readonly string[];
}

/** Strings that JSON can read, between characters that may stand before and after one. */
const wholeString =
  /(?<=[[{,:]\s*)"([^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\\u0000-\u001F]*)*)"(?=\s*(?:[,:\]}]|$))/gi;
/** Characters for private use, which no text of a page holds but by malice. */
const [openMark, closeMark] = ['\uE0F3', '\uE0F4'];
const mark = new RegExp(`${openMark}(\\d+)${closeMark}`, 'g');

/** Whole strings need no mending, and what stands in them shall not look like loose quotes: `"it's"`. */
function setStringsAside(text: string): LooseText {
  if (text.includes(openMark)) return { loose: text, strings: [] };
  const strings: string[] = [];
  const loose = text.replaceAll(wholeString, (string) => {
    strings.push(JSON.parse(string) as string);
    return `"${openMark}${strings.length - 1}${closeMark}"`;
  });
  return { loose, strings };
}

/** Recursive over a mended text, whose depth is bounded by jsonrepair's own recursion. */
function restoreStrings(value: unknown, strings: readonly string[]): unknown {
  const restore = (text: string): string =>
    text.replaceAll(mark, (kept, index: string) => strings[Number(index)] ?? kept);
  if (typeof value === 'string') return restore(value);
  if (Array.isArray(value)) return value.map((item) => restoreStrings(item, strings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [restore(name), restoreStrings(member, strings)]),
  );
}

const quote = /([[{,:]\s*)?(?:(["“”])|(['‘’`´])|&(?:quot|apos|#\w{1,8});)(?:(?=\s*([,:]))|)/gi;

/**
 * An upper bound of jsonrepair's work on quotes that neither begin nor end a string for certain: it tries each of them
 * as a beginning and reads on over all that follow, copying what it has each time.
 */
function countQuoteSteps(text: string): number {
  let steps = 0;
  const runs = { double: emptyRun, single: emptyRun, entity: emptyRun };
  for (const { index, 1: before, 2: double, 3: single, 4: after } of text.matchAll(quote)) {
    const kind = double === undefined ? (single === undefined ? 'entity' : 'single') : 'double';
    if (before !== undefined || after !== undefined) {
      steps += stepsOf(runs[kind], index);
      runs[kind] = emptyRun;
    } else {
      const { count, start } = runs[kind];
      runs[kind] = { count: count + 1, start: count === 0 ? index : start };
    }
  }
  for (const run of Object.values(runs)) steps += stepsOf(run, text.length);
  return steps;
}

/** Quotes of one kind without a certain one between them. */
interface QuoteRun {
  readonly count: number;
  readonly start: number;
}

const emptyRun: QuoteRun = { count: 0, start: 0 };

function stepsOf({ count, start }: QuoteRun, end: number): number {
  return count ** 2 * (end - start);
}

/** JSON that was cut, up to its last whole member, with its brackets closed. */
function closeBrackets(text: string): string {
  const { lastComma } = scanBrackets(text, 0, text.length);
  const { closers } = scanBrackets(text, 0, lastComma);
  return text.slice(0, lastComma) + closers.toReversed().join('');
}

/** Brackets of JSON-like text; those in double-quoted strings do not count. */
interface BracketScan {
  /** Index after the bracket that closes the first one. */
  readonly end: number | undefined;
  /** What would close the brackets that are open at the end, innermost last. */
  readonly closers: readonly string[];
  readonly lastComma: number;
}

/** Reads brackets from `start` to the one that closes the first, or to `limit`. */
export function scanBrackets(text: string, start: number, limit: number): BracketScan {
  const closers: string[] = [];
  let inString = false;
  let lastComma = start;
  for (let index = start; index < limit; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') closers.push('}');
    else if (char === '[') closers.push(']');
    else if (char === ',') lastComma = index;
    else if (char === '}' || char === ']') {
      closers.pop();
      if (closers.length === 0) return { end: index + 1, closers, lastComma };
    }
  }
  return { end: undefined, closers, lastComma };
}
