import { parse, type PseudoSelector, type Selector, SelectorType } from 'css-what';
import { readOnce } from '../sheets/read-once.ts';
import {
  idleFunctions,
  idleStates,
  isKnownPseudo,
  isKnownPseudoElement,
  nestingName,
} from './pseudo-classes.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** One selector of a list. */
export interface ReadSelector {
  /**
   * What an element must have to match, one of them: `#id`, `.class`, `tag`, `[attribute`; `*` where nothing of the kind is
   * required.
   */
  readonly keys: readonly string[];
  /** Classes and ids that the element or others must have, as in `keys`. */
  readonly required: readonly string[];
  /** Those of them that elements around the element must have. */
  readonly around: readonly string[];
  /** By the number of ids, classes and types: a greater one wins. */
  readonly specificity: number;
  /**
   * What is left to match: nothing where the `key` is all of the selector; its text or its tokens; or something that cannot
   * be `unread` though it may be valid.
   */
  readonly rest: 'key' | 'unread' | { readonly text: string } | { readonly tokens: Selector[] };
}

/** What a nested rule takes from the rule around it. */
type OuterSelectors = readonly Pick<ReadSelector, 'keys' | 'specificity'>[];

/** Characters of one list; no real one is nearly as long. */
const maxListLength = 20_000;
/** What cannot be read matches all elements, in rules that hide. */
const unread: ReadSelector = {
  keys: ['*'],
  required: [],
  around: [],
  specificity: 0,
  rest: 'unread',
};

const idWeight = 1_000_000;
const classWeight = 1_000;

const none: ReadonlySet<string> = new Set();

/**
 * Returns the selectors of a list that can match an element of a page that has just been loaded: none with a pseudo-element
 * or a state such as `:hover`. `undefined` for an invalid list, whose rule browsers leave out, as they do where the sheet
 * has not declared a namespace's prefix.
 */
export function readSelectors(
  list: string,
  outer: OuterSelectors | undefined,
  prefixes: ReadonlySet<string> = none,
): readonly ReadSelector[] | undefined {
  if (isDeep(list)) return [toUnread(list)];
  if (outer === undefined && plainList.test(list)) return readPlainList(list);
  // The parser resolves the escapes of an argument before its names are known.
  if (list.length > maxListLength || (list.includes('\\') && countedAmong.test(list)))
    return [toUnread(list)];
  const parsed = parseList(outer === undefined ? list : nest(list));
  if (parsed === undefined) return undefined;
  const used = prefixesIn(parsed);
  if (used.length > 0) {
    if (!used.every((prefix) => prefixes.has(prefix))) return undefined;
    return parsed.map((tokens) => ({ ...unread, keys: toKeys(tokens, outer) }));
  }
  return parsed
    .filter((tokens) => !tokens.some(isNeverTrue))
    .map((tokens) => ({
      keys: toKeys(tokens, outer),
      required: tokens.flatMap(toRequired),
      around: toAround(tokens),
      specificity: toSpecificity(tokens, outer),
      rest: { tokens },
    }));
}

/** Levels of parentheses, and compounds of a selector: the parser and what it compiles to call themselves for each. */
const maxLevels = 30;
const maxCompounds = 200;

/** Whether a list is nested, or one of its selectors is long, as no real one is. */
function isDeep(list: string): boolean {
  if (list.length <= maxCompounds && !list.includes('(')) return false;
  let levels = 0;
  let compounds = 0;
  for (const { 0: sign } of list.matchAll(/[(),]|\s*[\s>+~]\s*/g)) {
    if (sign === '(') levels += 1;
    else if (sign === ')') levels -= 1;
    else if (sign === ',') compounds = 0;
    else compounds += 1;
    if (levels > maxLevels || compounds > maxCompounds) return true;
  }
  return false;
}

/** A list that is not read matches what has its keys, by which it was found. */
function toUnread(list: string): ReadSelector {
  return { ...unread, keys: findPlainKeys(list) ?? unread.keys };
}

const countedAmong = /:nth-(?:last-)?child\([^)]{0,200}?\sof\s/i;

/** Returns the tokens of a list; `undefined` for one that is invalid. */
export const parseList: (list: string) => Selector[][] | undefined = readOnce(parseOnce);

function parseOnce(list: string): Selector[][] | undefined {
  try {
    const parsed = isWellFormed(list) ? parse(list.replaceAll(/:-webkit-any\(/gi, ':is(')) : [];
    if (parsed.length > 0 && parsed.every((tokens) => tokens.every(isValid))) return parsed;
  } catch {
    // Invalid, as long as it is not only so in a list that forgives it.
  }
  const forgiven = forgive(list);
  return forgiven === undefined ? undefined : parseList(forgiven);
}

/** Returns the prefixes of namespaces that selectors use, other than `*`, which stands for all. */
function prefixesIn(parsed: Selector[][]): readonly string[] {
  return parsed.flat().flatMap((token) => {
    if (token.type === SelectorType.Pseudo)
      return Array.isArray(token.data) ? prefixesIn(token.data) : [];
    if (!('namespace' in token) || token.namespace === null) return [];
    if (token.namespace !== '*') return [token.namespace];
    token.namespace = null;
    return [];
  });
}

/** Returns a list without the selectors in `:is()` and `:where()` that are invalid; `undefined` where none is. */
function forgive(list: string): string | undefined {
  for (const { 0: start, index } of list.matchAll(/:(?:is|where|-webkit-any)\(/gi)) {
    const from = index + start.length;
    const end = findClosing(list, from);
    if (end === undefined) return undefined;
    const selectors = splitList(list.slice(from, end));
    const valid = selectors.filter(
      (selector) => selector.trim() !== '' && parseList(selector)?.every(isOfElement) === true,
    );
    if (valid.length === selectors.length) continue;
    const kept = valid.length === 0 ? ':not(*)' : valid.join(',');
    return list.slice(0, from) + kept + list.slice(end);
  }
  return undefined;
}

/** Returns the place of the parenthesis that closes the one before a place. */
function findClosing(list: string, from: number): number | undefined {
  let depth = 1;
  for (const { 0: match, index } of list.slice(from).matchAll(/\\.|"[^"]*"|'[^']*'|[()]/gs)) {
    if (match === '(') depth += 1;
    else if (match === ')') depth -= 1;
    if (depth === 0) return from + index;
  }
  return undefined;
}

const name = String.raw`-?(?:[a-z_\u0080-\uFFFF]|(?<=-)-)[\w\u0080-\uFFFF-]*`;
/** `[name]`, `[name="value" i]`; a value without quotes is a name, too. */
const attribute = new RegExp(
  String.raw`\[\s*(?:\*?\|)?${name}\s*(?:[~|^$*]?=\s*(?:""|${name})\s*(?:i\s*)?)?\]`,
  'gi',
);
/** Classes and ids that are no names, and characters of no selector, some of which css-what takes for combinators of its own. */
const malformed = new RegExp(
  String.raw`[.#](?!${name})|[<!%$@?;^={}[\]"']|\|\||\|(?!${name}|\*)`,
  'i',
);

/** Whether a list is written as CSS has it: css-what takes more. */
function isWellFormed(list: string): boolean {
  const plain = list
    .replaceAll(/\\(?:[\da-f]{1,6}\s?|[^\n])/gi, 'x')
    .replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '""')
    .replaceAll(attribute, '');
  return !malformed.test(plain);
}

/** Types, classes, ids and names of pseudo-classes with combinators between them: nine of ten lists. */
const plainList = /^[\w\u0080-\uFFFF\s,>+~.#:*-]+$/;
const combinators = /\s*[\s>+~]\s*/;
const plainPart = /([.#]|::?)?(-?(?:[a-z_\u0080-\uFFFF]|--)[\w\u0080-\uFFFF-]*|\*)/giy;
const siblings = /[+~]/;
const legacyPseudoElement = /^(?:before|after|first-line|first-letter)$/;

/**
 * Returns the keys of a list's selectors without parsing them, as `readSelectors` gives them; `undefined` for a list that has to be
 * parsed. The keys of an invalid list mean nothing.
 */
export function findPlainKeys(list: string): readonly string[] | undefined {
  const plain = toPlain(list);
  if (plain === undefined) return undefined;
  const keys: string[] = [];
  for (let start = 0; start <= plain.length;) {
    const comma = plain.indexOf(',', start);
    const end = comma < 0 ? plain.length : comma;
    const text = plain.slice(start, end).trim();
    let from = text.length;
    while (from > 0 && !isCombinator(text.charCodeAt(from - 1))) from -= 1;
    const key = toPlainKey(text.slice(from));
    // What is in the parentheses may give a better key.
    if (key === '*' && plain !== list) return undefined;
    keys.push(plain === list ? key : key.replaceAll(/[\uE000-\uE07F]/g, toEscaped));
    start = end + 1;
  }
  return keys.length > 1 ? [...new Set(keys)] : keys;
}

const disguisedFrom = 0xe0_00;

function toEscaped(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - disguisedFrom);
}

/** Returns a list without what is in parentheses, and with one character for each escaped one, if it is plain then. */
function toPlain(list: string): string | undefined {
  if (plainList.test(list)) return list;
  if (list.length > maxListLength || /[["'&|\uE000-\uE07F]/.test(list.replaceAll(/\\./g, '')))
    return undefined;
  let plain = list.replaceAll(/\\([^\da-f\n\u0080-\uFFFF])/gi, (_, character: string) =>
    String.fromCharCode(disguisedFrom + character.charCodeAt(0)),
  );
  for (let depth = 0; depth < 4 && plain.includes('('); depth += 1) {
    plain = plain.replaceAll(/\([^()]*\)/g, '');
  }
  return plainList.test(plain) ? plain : undefined;
}

function isCombinator(code: number): boolean {
  return code <= 0x20 || code === 0x2b || code === 0x3e || code === 0x7e;
}

/** Returns the key of a compound: its first id, or else its first class, or else its type. */
function toPlainKey(compound: string): string {
  const id = compound.indexOf('#');
  const start = id < 0 ? compound.indexOf('.') : id;
  if (start >= 0) return compound.slice(start, findNameEnd(compound, start + 1));
  const type = compound.slice(0, findNameEnd(compound, 0)).toLowerCase();
  if (type !== '' && type !== '*') return type;
  return /:root$|:root:/i.test(compound) ? 'html' : '*';
}

function findNameEnd(compound: string, start: number): number {
  for (let end = start; end < compound.length; end += 1) {
    const code = compound.charCodeAt(end);
    if (code === 0x23 || code === 0x2e || code === 0x3a) return end;
  }
  return compound.length;
}

/** Reads what the index needs to know of each selector; css-what parses the selector when an element has its key. */
function readPlainList(list: string): readonly ReadSelector[] | undefined {
  const found: ReadSelector[] = [];
  for (const text of new Set(list.split(','))) {
    const compounds = text.trim().split(combinators);
    let specificity = 0;
    let isIdle = false;
    let parts = 0;
    const required: string[] = [];
    let ofOthers = 0;
    for (const compound of compounds) {
      ofOthers = required.length;
      // Between combinators, or before the first one.
      if (compound === '') return undefined;
      plainPart.lastIndex = 0;
      while (plainPart.lastIndex < compound.length) {
        const at = plainPart.lastIndex;
        const match = plainPart.exec(compound);
        if (match === null) return undefined;
        const [, sign = '', name = ''] = match;
        parts += 1;
        const lower = name.toLowerCase();
        if (sign === '#') {
          specificity += idWeight;
          required.push(`#${name}`);
        } else if (sign === '.') {
          specificity += classWeight;
          required.push(`.${name}`);
        } else if (sign === '') {
          if (at > 0) return undefined;
          if (name !== '*') specificity += 1;
        } else if (sign === '::' || legacyPseudoElement.test(lower)) {
          if (!isKnownPseudoElement(lower)) return undefined;
          isIdle = true;
        } else {
          if (!isKnownPseudo(lower)) return undefined;
          isIdle ||= idleStates.has(lower);
          specificity += classWeight;
        }
      }
    }
    if (isIdle) continue;
    const keys = [toPlainKey(compounds.at(-1) ?? '')];
    const isKey = parts === 1 && !text.includes(':');
    const around = siblings.test(text) ? [] : required.slice(0, ofOthers);
    found.push({
      keys,
      required,
      around,
      specificity,
      rest: isKey ? 'key' : { text: text.trim() },
    });
  }
  return found;
}

/** Makes the rule around a nested rule explicit: `.x` becomes `& .x`, and `&` a pseudo-class that is matched here. */
function nest(list: string): string {
  return splitList(list)
    .map((text) => {
      const selector = text.trim();
      const nested = selector.replaceAll(/\\.|"[^"]*"|'[^']*'|&/g, (match) =>
        match === '&' ? `:${nestingName}` : match,
      );
      return nested === selector ? `:${nestingName} ${selector}` : nested;
    })
    .join(',');
}

/** Splits a list at the commas outside of brackets and strings. */
function splitList(list: string): readonly string[] {
  const selectors: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: match, index } of list.matchAll(/\\.|"[^"]*"|'[^']*'|[(),[\]]/g)) {
    if (match === '(' || match === '[') depth += 1;
    else if (match === ')' || match === ']') depth -= 1;
    else if (match === ',' && depth === 0) {
      selectors.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...selectors, list.slice(start)];
}

/** Where a position counts, and among which siblings. `nof` and `1of` are one token each (CSS Syntax, section 4.3), so no formula. */
const counted =
  /^\s*(even|odd|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)(?:\s*|\s+of(?![\w-])\s*(\S.*))$/is;

/** The argument of `:nth-child()` and the like. */
interface CountedArgument {
  readonly formula: string;
  /** The siblings that are counted, where it says `of`. */
  readonly among: Selector[][] | undefined;
}

/** Returns the argument of `:nth-child()` or the like; `undefined` for one that is invalid. */
export function readCounted(pseudo: string, argument: string): CountedArgument | undefined {
  const [, formula, list] = counted.exec(argument) ?? [];
  if (formula === undefined) return undefined;
  if (list === undefined) return { formula, among: undefined };
  if (!pseudo.endsWith('-child') || list.includes('\\')) return undefined;
  const among = parseList(list);
  return among === undefined ? undefined : { formula, among };
}

function isValid(token: Selector): boolean {
  if (token.type === SelectorType.PseudoElement) return isKnownPseudoElement(token.name);
  if (token.type === SelectorType.Pseudo) return isValidPseudo(token);
  return token.type !== SelectorType.Parent && token.type !== SelectorType.ColumnCombinator;
}

function isValidPseudo({ name, data }: PseudoSelector): boolean {
  if (!isKnownPseudo(name)) return false;
  // Browsers take one language, as a name.
  if (name === 'lang') return typeof data === 'string' && /^\s*[a-z][\w-]*\s*$/i.test(data);
  if (name.startsWith('nth-'))
    return typeof data === 'string' && readCounted(name, data) !== undefined;
  if (!Array.isArray(data)) return true;
  const isPlain = data.every((tokens) => tokens.every(isValid) && isOfElement(tokens));
  return isPlain && (name !== 'has' || !data.some((tokens) => tokens.some(isRelational)));
}

function isOfElement(tokens: readonly Selector[]): boolean {
  return tokens.every(({ type }) => type !== SelectorType.PseudoElement);
}

/** Whether a token is `:has()`, which must not stand in another one, or holds it. */
function isRelational(token: Selector): boolean {
  if (token.type !== SelectorType.Pseudo) return false;
  if (token.name === 'has') return true;
  return Array.isArray(token.data) && token.data.some((tokens) => tokens.some(isRelational));
}

function isNeverTrue(token: Selector): boolean {
  if (token.type === SelectorType.PseudoElement) return true;
  return (
    token.type === SelectorType.Pseudo &&
    (idleStates.has(token.name) || idleFunctions.has(token.name))
  );
}

const traversals: ReadonlySet<string> = toWordSet(
  'adjacent child descendant parent sibling column-combinator',
);

/**
 * Returns the best keys of a selector's last compound. An attribute comes before a class, which a script may set on an
 * element with the attribute (`[data-reveal].shown`).
 */
function toKeys(tokens: readonly Selector[], outer: OuterSelectors | undefined): readonly string[] {
  const last = tokens.slice(tokens.findLastIndex(({ type }) => traversals.has(type)) + 1);
  let best: readonly string[] = ['*'];
  let rank = 0;
  const offer = (offered: number, keys: readonly string[]): void => {
    if (offered > rank) [rank, best] = [offered, keys];
  };
  for (const token of last) {
    if (token.type === SelectorType.Tag) offer(2, [token.name.toLowerCase()]);
    else if (token.type === SelectorType.Attribute) {
      const isQuirky = token.ignoreCase === 'quirks';
      if (isQuirky && token.name === 'id') offer(5, [`#${token.value}`]);
      else if (isQuirky && token.name === 'class') offer(3, [`.${token.value}`]);
      else offer(4, [`[${token.name.toLowerCase()}`]);
    } else if (token.type === SelectorType.Pseudo) {
      if (token.name === 'root') offer(2, ['html']);
      if (token.name === nestingName && outer !== undefined)
        offer(
          1,
          outer.flatMap(({ keys }) => keys),
        );
      if (alternatives.has(token.name) && Array.isArray(token.data)) {
        offer(
          1,
          token.data.flatMap((inner) => toKeys(inner, outer)),
        );
      }
    }
  }
  return best;
}

const alternatives: ReadonlySet<string> = new Set(['is', 'where']);

function toRequired(token: Selector): readonly string[] {
  if (token.type !== SelectorType.Attribute || token.ignoreCase !== 'quirks') return [];
  return [`${token.name === 'id' ? '#' : '.'}${token.value}`];
}

function toAround(tokens: readonly Selector[]): readonly string[] {
  const last = tokens.findLastIndex(({ type }) => traversals.has(type));
  const before = tokens.slice(0, Math.max(0, last + 1));
  const isAround = before.every(
    ({ type }) =>
      !traversals.has(type) || type === SelectorType.Child || type === SelectorType.Descendant,
  );
  return isAround ? before.flatMap(toRequired) : [];
}

function toSpecificity(tokens: readonly Selector[], outer: OuterSelectors | undefined): number {
  let sum = 0;
  for (const token of tokens) {
    if (token.type === SelectorType.Tag || token.type === SelectorType.PseudoElement) {
      sum += 1;
    } else if (token.type === SelectorType.Attribute) {
      sum += token.ignoreCase === 'quirks' && token.name === 'id' ? idWeight : classWeight;
    } else if (token.type === SelectorType.Pseudo && token.name !== 'where') {
      if (token.name === nestingName) {
        sum += toGreatest((outer ?? []).map(({ specificity }) => specificity));
      } else if (Array.isArray(token.data)) {
        sum += toGreatest(token.data.map((inner) => toSpecificity(inner, outer)));
      } else {
        sum += classWeight;
        const among =
          typeof token.data === 'string' ? readCounted(token.name, token.data)?.among : undefined;
        sum += toGreatest((among ?? []).map((inner) => toSpecificity(inner, outer)));
      }
    }
  }
  return sum;
}

/** As `Math.max`, for lists of any length. */
function toGreatest(numbers: readonly number[]): number {
  return numbers.reduce((greatest, number) => Math.max(greatest, number), 0);
}
