/** Called by `splitRules`; a block at-rule is opened, and closed after all rules inside it. */
export interface RuleVisitor {
  /** A style rule: its declarations, without the nested rules. Called where the rule closes. */
  rule(rule: SplitRule): void;
  /** Returns whether the rules inside a block at-rule are to be visited; `false` skips the block. */
  openAtRule(name: string, prelude: string): boolean;
  closeAtRule(): void;
  /** An at-rule without a block, such as `@layer a, b;`. */
  statement(name: string, prelude: string): void;
}

/** A style rule as it stands in the sheet; nothing of it is parsed. */
export interface SplitRule {
  /** Selector lists, the outermost first: more than one for a nested rule, at most `maxNesting`. */
  readonly selectors: readonly string[];
  readonly declarations: string;
  /** Position of the rule's `{`: a later rule has a greater one. */
  readonly position: number;
}

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

/**
 * Finds the borders of a sheet's rules by CSS's syntax (strings, comments, escapes, URLs and brackets), in one pass.
 * Of the rules that matter, css-tree parses what is between the borders; to parse all of a sheet takes ten times as long.
 */
export function splitRules(css: string, visitor: RuleVisitor): void {
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
      visitor.rule({ selectors, declarations, position });
    }
    if (block.kind === 'at-rule') visitor.closeAtRule();
    block = blocks.pop();
    if (block !== undefined) block.start = end + 1;
  };
  for (let index = 0; index < css.length; index += 1) {
    const isBetweenRules = index === start && index > unplainUntil && depth === 0;
    if (isBetweenRules && (block === undefined || block.selectors.length === 0)) {
      const plain = splitPlainRules(css, index, block?.kind === 'skip' ? undefined : visitor);
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
          visitor.statement(name.toLowerCase(), text.trimStart().slice(name.length + 1));
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
        block = openBlock(css.slice(start, index), index, block, visitor);
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
  for (let left = blocks.length + 1; left > 0; left -= 1) close(css.length);
}

/** What makes a prelude, or a body, more than text between two braces. */
const unplainPrelude = /["'\\;}@([]|\/\*|<!--|-->/;
const unplainBody = /["'\\{[]|\/\*|url\(/i;

/**
 * Visits the rules from a place on as long as their borders are the next braces, which a search finds several times as fast as a
 * look at each character. Returns the place of the first rule that is left, and of its brace.
 */
function splitPlainRules(
  css: string,
  from: number,
  visitor: RuleVisitor | undefined,
): { readonly end: number; readonly nextOpen: number } {
  let start = from;
  for (;;) {
    const open = css.indexOf('{', start);
    if (open < 0) return { end: start, nextOpen: css.length };
    const left = { end: start, nextOpen: open };
    const prelude = css.slice(start, open);
    if (unplainPrelude.test(prelude)) return left;
    const close = css.indexOf('}', open);
    if (close < 0) return left;
    const declarations = css.slice(open + 1, close);
    if (unplainBody.test(declarations) || !isBalanced(declarations)) return left;
    const selectors = prelude.trim();
    if (selectors !== '') visitor?.rule({ selectors: [selectors], declarations, position: open });
    start = close + 1;
  }
}

/** Whether each closing parenthesis of a text closes one that is open, and none stays open. */
export function isBalanced(text: string): boolean {
  let depth = 0;
  for (let open = text.search(/[()]/); open >= 0 && open < text.length; open += 1) {
    const code = text.charCodeAt(open);
    if (code === openParenthesis) depth += 1;
    else if (code === closeParenthesis) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function openBlock(
  text: string,
  position: number,
  outer: OpenBlock | undefined,
  visitor: RuleVisitor,
): OpenBlock {
  const prelude = toPrelude(text, outer === undefined);
  const selectors = outer?.selectors ?? [];
  const rest = { position, declarations: '', start: position + 1 };
  if (outer?.kind === 'skip' || prelude.startsWith('--'))
    return { kind: 'skip', selectors, ...rest };
  const name = atName.exec(prelude)?.[1];
  if (name !== undefined) {
    const isOpen = visitor.openAtRule(name.toLowerCase(), prelude.slice(name.length + 1).trim());
    return { kind: isOpen ? 'at-rule' : 'skip', selectors, ...rest };
  }
  if (prelude === '' || prelude.startsWith('@')) return { kind: 'skip', selectors, ...rest };
  return { kind: 'style', selectors: [...selectors, prelude].slice(-maxNesting), ...rest };
}

/** Returns what stands before a block, without comments and, outside of blocks, the borders of HTML comments. */
function toPrelude(text: string, isOutermost: boolean): string {
  const plain = text.includes('/*') ? text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ') : text;
  return (
    isOutermost && /<!--|-->/.test(plain) ? plain.replaceAll(/<!--|-->/g, ' ') : plain
  ).trim();
}

/** Returns the place of a string's last character; a line end closes a string, too. */
function findStringEnd(css: string, start: number, mark: number): number {
  for (let index = start + 1; index < css.length; index += 1) {
    const code = css.charCodeAt(index);
    if (code === mark || code === 0x0a) return index;
    if (code === backslash) index += 1;
  }
  return css.length;
}

/** Returns the place of the closing parenthesis of `url(…)` without quotes; `undefined` for any other parenthesis. */
function findUrlEnd(css: string, open: number): number | undefined {
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
