import { isMediaMatch, isSupported } from './evaluate-condition.ts';
import { isBalanced } from './read-declarations.ts';
import { readOnce } from './read-once.ts';
import { SheetRule } from './sheet-rule.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** What stands in a sheet, in its order; the rules inside an at-rule between its `open` and its `close`. */
export type SheetPart =
  | SheetRule
  | { readonly kind: 'open'; readonly name: string; readonly prelude: string }
  /** The end of an at-rule, with what stands in it outside of rules: the descriptors of `@property`. */
  | { readonly kind: 'close'; readonly descriptors: string }
  /** An at-rule whose rules never apply, such as `@media print`; they are left out. */
  | { readonly kind: 'skipped' }
  /** An at-rule without a block, such as `@layer a, b;`. */
  | { readonly kind: 'statement'; readonly name: string; readonly prelude: string };

/** An open block. `skip` ends without a call. */
interface OpenBlock {
  readonly kind: 'style' | 'at-rule' | 'skip';
  readonly selectors: readonly string[];
  readonly position: number;
  /** Declarations before the nested rules that have ended. */
  declarations: string;
  /** Start of the declarations that follow the last nested rule. */
  start: number;
}

/**
 * Levels of nested style rules. Of a rule that is nested deeper the outer selectors are left out, so that it matches more
 * elements than it should.
 */
const maxNesting = 16;
/** Levels of blocks; what is deeper is not read. */
const maxBlocks = 1_000;

const quote = 0x22;
const apostrophe = 0x27;
const backslash = 0x5c;
const slash = 0x2f;
const star = 0x2a;
const semicolon = 0x3b;
const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** 1 for the characters that borders of rules depend on. */
const isSpecial = new Uint8Array(128);
for (const character of '"\'\\/;()[]{}') isSpecial[character.charCodeAt(0)] = 1;

const atName = /^@(-?[a-z][\w-]*)/i;

/** Characters of the sheets whose parts are kept, and of the longest of them. */
const keptSheets = { characters: 4_000_000, length: 500_000 };

/**
 * Finds the borders of a sheet's rules by CSS's syntax (strings, comments, escapes, URLs and brackets), in one pass, and once for all
 * pages of a thread that have the sheet. Of the rules that matter, css-tree parses what is between the borders; to parse all of a
 * sheet takes ten times as long.
 */
export const splitSheet: (css: string) => readonly SheetPart[] = readOnce(splitRules, keptSheets);

function splitRules(css: string): readonly SheetPart[] {
  const parts: SheetPart[] = [];
  const splitter = new PlainSplitter(css);
  const blocks: OpenBlock[] = [];
  let block: OpenBlock | undefined;
  /** Start of the prelude or declaration that is being read. */
  let start = 0;
  /** Place of a brace up to which the text is known to be more than plain rules. */
  let unplainUntil = -1;
  /** Open brackets of any kind within it; rules end outside of them alone. */
  let depth = 0;
  const close = (end: number): void => {
    if (block === undefined) return;
    if (block.kind !== 'skip' && block.selectors.length > 0) {
      const declarations = block.declarations + css.slice(block.start, end);
      const { selectors, position } = block;
      parts.push(new SheetRule(selectors, declarations, position));
    }
    if (block.kind === 'at-rule')
      parts.push({
        kind: 'close',
        descriptors: block.declarations + css.slice(block.start, end),
      });
    block = blocks.pop();
    if (block !== undefined) block.start = end + 1;
  };
  for (let index = 0; index < css.length; index += 1) {
    const isBetweenRules = index === start && index > unplainUntil && depth === 0;
    if (isBetweenRules && (block === undefined || block.selectors.length === 0)) {
      const plain = splitter.split(index, block?.kind === 'skip' ? undefined : parts);
      index = plain.end;
      start = plain.end;
      unplainUntil = plain.nextOpen;
      if (index >= css.length) break;
    }
    const code = css.charCodeAt(index);
    if (code > 0x7d || isSpecial[code] === 0) continue;
    switch (code) {
      case quote:
      case apostrophe: {
        index = findStringEnd(css, index, code);
        break;
      }
      case backslash: {
        index += 1;
        break;
      }
      case slash: {
        if (css.charCodeAt(index + 1) === star)
          index = endBefore(css, css.indexOf('*/', index + 2)) + 1;
        break;
      }
      case openParenthesis: {
        const end = findUrlEnd(css, index);
        if (end === undefined) depth += 1;
        else index = end;
        break;
      }
      case openBracket: {
        depth += 1;
        break;
      }
      case closeParenthesis:
      case closeBracket: {
        if (depth > 0) depth -= 1;
        break;
      }
      case semicolon: {
        if (depth > 0) break;
        const inStyle = block !== undefined && block.selectors.length > 0;
        const text = inStyle ? '' : css.slice(start, index);
        const name = atName.exec(text.trimStart())?.[1];
        if (name !== undefined && block?.kind !== 'skip') {
          parts.push(toStatement(name, text.trimStart()));
        }
        // Outside of blocks a semicolon is part of the next rule's selector, which is then invalid.
        if (inStyle || name !== undefined || block !== undefined) start = index + 1;
        break;
      }
      case openBrace: {
        if (depth > 0 || blocks.length >= maxBlocks) {
          depth += 1;
          break;
        }
        if (block !== undefined) {
          block.declarations += css.slice(block.start, start);
          blocks.push(block);
        }
        block = openBlock(css.slice(start, index), index, block, parts);
        start = index + 1;
        break;
      }
      case closeBrace: {
        if (depth > 0) depth -= 1;
        else if (block !== undefined) {
          close(index);
          start = index + 1;
        }
        break;
      }
    }
  }
  const last = block === undefined ? css.slice(start).trimStart() : '';
  const name = atName.exec(last)?.[1];
  if (name !== undefined) parts.push(toStatement(name, last));
  for (let left = blocks.length + 1; left > 0; left -= 1) close(css.length);
  return parts;
}

function toStatement(name: string, text: string): SheetPart {
  return { kind: 'statement', name: name.toLowerCase(), prelude: text.slice(name.length + 1) };
}

/** Characters that make a prelude more than text before a brace, and a body more than text before one. */
const preludeMarks = ['"', "'", '\\', ';', '}', '@', '(', '[', '/*', '<!--', '-->'];
const bodyMarks = ['"', "'", '\\', '[', '(', '/*'];
/** What is left of a prelude that is all the same: escapes, and parentheses without strings. */
const plainPrelude = /^(?:[^"'\\;{}@[\]/<]|\\[^\n{}])*$/;
/** Text with whole strings. */
const plainBody = /^(?:[^"'\\{}[\]/]|\/(?!\*)|"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')*$/;
const anyString = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;

/** Finds marks in a text from its start to its end, each place of a mark once. */
class MarkFinder {
  readonly #text: string;
  readonly #marks: readonly string[];
  readonly #next: number[];

  constructor(text: string, marks: readonly string[]) {
    this.#text = text;
    this.#marks = marks;
    this.#next = marks.map(() => -1);
  }

  /** Whether a mark stands in a part of the text; parts are asked about in their order. */
  stands(start: number, end: number): boolean {
    for (let index = 0; index < this.#marks.length; index += 1) {
      let at = this.#next[index] ?? 0;
      if (at < start) {
        const found = this.#text.indexOf(this.#marks[index] ?? '', start);
        at = found < 0 ? Number.POSITIVE_INFINITY : found;
        this.#next[index] = at;
      }
      if (at < end) return true;
    }
    return false;
  }
}

/**
 * Splits rules whose borders are the next braces, which searches find many times as fast as a look at each character: made once a
 * sheet, and called at later and later places.
 */
class PlainSplitter {
  readonly #css: string;
  readonly #preludes: MarkFinder;
  readonly #bodies: MarkFinder;

  constructor(css: string) {
    this.#css = css;
    this.#preludes = new MarkFinder(css, preludeMarks);
    this.#bodies = new MarkFinder(css, bodyMarks);
  }

  /** Adds the rules from a place on as long as they are plain. Returns the place of the first that is left, and of its brace. */
  split(
    from: number,
    parts: SheetPart[] | undefined,
  ): { readonly end: number; readonly nextOpen: number } {
    const css = this.#css;
    let start = from;
    let open = css.indexOf('{', start);
    for (;;) {
      if (open < 0) return { end: start, nextOpen: css.length };
      const left = { end: start, nextOpen: open };
      const prelude = css.slice(start, open);
      if (this.#preludes.stands(start, open) && !isPlainPrelude(prelude)) return left;
      const close = css.indexOf('}', open);
      if (close < 0) return left;
      const next = css.indexOf('{', open + 1);
      if (next >= 0 && next < close) return left;
      const declarations = css.slice(open + 1, close);
      if (this.#bodies.stands(open, close) && !isPlainBody(declarations)) return left;
      const selectors = prelude.trim();
      if (selectors !== '') parts?.push(new SheetRule([selectors], declarations, open));
      start = close + 1;
      open = next;
    }
  }
}

function isPlainPrelude(prelude: string): boolean {
  if (!plainPrelude.test(prelude) || prelude.includes('-->')) return false;
  return isBalanced(prelude.replaceAll(/\\./g, ''));
}

function isPlainBody(body: string): boolean {
  if (!plainBody.test(body)) return false;
  const plain = body.includes('"') || body.includes("'") ? body.replaceAll(anyString, '""') : body;
  return !/url\(/i.test(plain) && isBalanced(plain);
}

function openBlock(
  text: string,
  position: number,
  outer: OpenBlock | undefined,
  parts: SheetPart[],
): OpenBlock {
  const prelude = toPrelude(text, outer === undefined);
  const selectors = outer?.selectors ?? [];
  const rest = { position, declarations: '', start: position + 1 };
  if (outer?.kind === 'skip' || prelude.startsWith('--'))
    return { kind: 'skip', selectors, ...rest };
  const name = atName.exec(prelude)?.[1];
  if (name !== undefined) {
    const atRule = { name: name.toLowerCase(), prelude: prelude.slice(name.length + 1).trim() };
    const isOpen = mayApply(atRule.name, atRule.prelude);
    parts.push(isOpen ? { kind: 'open', ...atRule } : { kind: 'skipped' });
    return { kind: isOpen ? 'at-rule' : 'skip', selectors, ...rest };
  }
  if (prelude === '' || prelude.startsWith('@')) return { kind: 'skip', selectors, ...rest };
  return { kind: 'style', selectors: [...selectors, prelude].slice(-maxNesting), ...rest };
}

/** Whether rules inside an at-rule may apply on the screen that pages are read for. */
function mayApply(name: string, prelude: string): boolean {
  if (name === 'media') return isMediaMatch(prelude);
  return name === 'supports' ? isSupported(prelude) : appliedAtRules.has(name);
}

const appliedAtRules: ReadonlySet<string> = toWordSet(
  'container keyframes -webkit-keyframes property layer scope',
);

/** A comment parts two names, and nothing else: `.a` with a comment before `.b` is `.a.b`. */
function toSpace(comment: string, at: number, text: string): string {
  const isBetweenNames =
    /[\w@-]/.test(text[at - 1] ?? ' ') && /[\w-]/.test(text[at + comment.length] ?? ' ');
  return isBetweenNames ? ' ' : '';
}

/** Returns what stands before a block, without comments and, outside of blocks, the borders of HTML comments. */
function toPrelude(text: string, isOutermost: boolean): string {
  const plain = text.includes('/*') ? text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, toSpace) : text;
  return (
    isOutermost && /<!--|-->/.test(plain) ? plain.replaceAll(/<!--|-->/g, ' ') : plain
  ).trim();
}

/** Returns the place of a string's last character; a line end closes a string, too. */
export function findStringEnd(css: string, start: number, mark: number): number {
  for (let index = start + 1; index < css.length; index += 1) {
    const code = css.charCodeAt(index);
    if (code === mark || code === 0x0a) return index;
    if (code === backslash) index += 1;
  }
  return css.length;
}

/** Returns the place of the closing parenthesis of `url(…)` without quotes; `undefined` for any other parenthesis. */
export function findUrlEnd(css: string, open: number): number | undefined {
  if (!/^url$/i.test(css.slice(Math.max(0, open - 3), open))) return undefined;
  if (/[\w-]/.test(css[open - 4] ?? ' ')) return undefined;
  let index = open + 1;
  while (css.charCodeAt(index) <= 0x20) index += 1;
  const first = css.charCodeAt(index);
  if (first === quote || first === apostrophe) return undefined;
  for (; index < css.length; index += 1) {
    const code = css.charCodeAt(index);
    if (code === closeParenthesis) return index;
    if (code === backslash) index += 1;
  }
  return css.length;
}

function endBefore(css: string, found: number): number {
  return found < 0 ? css.length : found;
}
