import { type Element, Text } from 'domhandler';
import type { LinkedElement } from '../tree/linked-tree.ts';
import { CompoundIndex } from './compound-index.ts';
import { isHidingStyle } from './hide-style.ts';

/** Characters of style sheets that are read, for one page; real pages have up to 1 MB, mostly utility rules. */
const maxCssLength = 2_000_000;
/** Characters; no real selector is nearly as long. */
const maxSelectorLength = 300;

/** `tag`, `.class`, `#id` and their combinations: `p.note`, `.a.b`. Other selectors are not simple. */
const simpleSelector = /^(?:[a-z][a-z0-9-]*)?(?:[.#][\w-]+)*$/i;
const combinator = /[\s>+~]/;
/** Properties that make a hidden element visible again. */
const showingProperty =
  /(?:^|[;\s])(?:display|visibility|opacity|clip|clip-path|font-size|text-indent)\s*:/i;

/** At-rules whose blocks hold rules. */
const conditionalRule = /^@(?:media(?!\s+print)|supports|layer|container|scope)\b/i;

/**
 * Returns the rules of the page's own style sheets that hide elements: rules for all screens with simple selectors.
 * Where a rule that may apply shows the element again (another class, a state, a descendant selector), the element
 * counts as visible: the cascade is not computed. Linear in the length of the sheets and of the page.
 */
export function readHideRules(
  styles: readonly LinkedElement[],
  keepsCollapsed: boolean,
): HideRules | undefined {
  const sheets: string[] = [];
  let budget = maxCssLength;
  for (const style of styles) {
    if (!isForScreens(style.attribs['media'])) continue;
    const css = stripComments(readCss(style).slice(0, budget));
    budget -= css.length;
    sheets.push(css);
  }
  const hiding = readHiding(sheets, keepsCollapsed);
  return hiding.isEmpty ? undefined : new HideRules(sheets, hiding);
}

/** The rules of a page that hide elements. */
export class HideRules {
  private readonly sheets: readonly string[];
  private readonly hiding: CompoundIndex;
  /** Built on first use: on most pages no rule hides any element, so their sheets are not read a second time. */
  private showing: CompoundIndex | undefined;

  constructor(sheets: readonly string[], hiding: CompoundIndex) {
    this.sheets = sheets;
    this.hiding = hiding;
  }

  /** Whether an element is hidden. */
  hides(element: Element): boolean {
    if (!this.hiding.matches(element)) return false;
    this.showing ??= readShowing(this.sheets);
    return !this.showing.matches(element);
  }
}

function readHiding(sheets: readonly string[], keepsCollapsed: boolean): CompoundIndex {
  const index = new CompoundIndex();
  for (const css of sheets) {
    visitRules(css, (selectors, body, isConditional) => {
      if (isConditional || !isHidingStyle(body, keepsCollapsed)) return;
      for (const selector of selectors.split(',')) {
        const text = selector.trim();
        if (text.length <= maxSelectorLength && simpleSelector.test(text)) index.add(text);
      }
    });
  }
  return index;
}

function readShowing(sheets: readonly string[]): CompoundIndex {
  const index = new CompoundIndex();
  for (const css of sheets) {
    visitRules(css, (selectors, body) => {
      if (!showingProperty.test(body) || isHidingStyle(body)) return;
      for (const selector of selectors.split(',')) {
        if (selector.length > maxSelectorLength) continue;
        index.add(toSubject(selector.trim()));
      }
    });
  }
  return index;
}

/** Returns the last compound of a selector, which matches the styled element, without pseudo-classes and attributes. */
function toSubject(selector: string): string {
  let start = selector.length;
  while (start > 0 && !combinator.test(selector[start - 1] ?? '')) start -= 1;
  const compound = selector.slice(start);
  const pseudo = compound.search(/[:[]/);
  return pseudo < 0 ? compound : compound.slice(0, pseudo);
}

function isForScreens(media: string | undefined): boolean {
  const list = media?.trim().toLowerCase() ?? '';
  return list === '' || list === 'all' || list === 'screen';
}

function readCss(style: LinkedElement): string {
  let css = '';
  for (let node = style.head; node !== null; node = node.next) {
    if (node instanceof Text) css += node.data;
  }
  return css;
}

type VisitRule = (selectors: string, body: string, isConditional: boolean) => void;

/**
 * Visits the rules of a sheet in one pass. Rules within `@media` and other conditions may show but not hide, because
 * they apply on some screens only. Rules for print and animations are skipped.
 */
function visitRules(css: string, visit: VisitRule): void {
  let conditions = 0;
  let position = 0;
  while (position < css.length) {
    const open = css.indexOf('{', position);
    if (open < 0) return;
    const prelude = css.slice(position, open);
    // Each closing brace here ends a condition.
    if (conditions > 0) conditions = Math.max(0, conditions - prelude.split('}').length + 1);
    const start = Math.max(prelude.lastIndexOf(';'), prelude.lastIndexOf('}')) + 1;
    const selectors = prelude.slice(start).trim();
    position = open + 1;
    if (selectors.startsWith('@')) {
      if (conditionalRule.test(selectors)) conditions += 1;
      else position = endOfBlock(css, open);
    } else {
      const close = css.indexOf('}', open);
      const end = close < 0 ? css.length : close;
      visit(selectors, css.slice(position, end), conditions > 0);
      position = end + 1;
    }
  }
}

function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let index = open; index < css.length; index++) {
    const code = css.charCodeAt(index);
    if (code === 0x7b) depth += 1;
    else if (code === 0x7d) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return css.length;
}

function stripComments(css: string): string {
  if (!css.includes('/*')) return css;
  let plain = '';
  let position = 0;
  while (position < css.length) {
    const start = css.indexOf('/*', position);
    if (start < 0) return plain + css.slice(position);
    plain += css.slice(position, start);
    const end = css.indexOf('*/', start + 2);
    position = end < 0 ? css.length : end + 2;
  }
  return plain;
}
