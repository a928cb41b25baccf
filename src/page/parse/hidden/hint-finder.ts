import { LinkedElement } from '../tree/linked-tree.ts';
import { findHint, hidingValues } from './values/hiding-values.ts';
import {
  listStatedGrounds,
  listUnpaintedRules,
  type UnpaintedRules,
} from './list-unpainted-rules.ts';
import type { PageStyles } from './page-styles.ts';
import { readDeclarations } from './sheets/read-declarations.ts';
import type { StyleRule } from './sheets/read-sheets.ts';
import { isHiddenByAttribute, readingSteps, toHex } from './style-resolver.ts';
import type { KeyedRule, RuleIndex } from './selectors/rule-index.ts';
import { type Color, isSameColor } from './values/style-colors.ts';

/** What is stated that could hide an element, the strongest last; a rule that is `unread` hides. */
export type Hint = 'plain' | 'other' | 'unread';

function strongest(one: Hint | undefined, two: Hint | undefined): Hint | undefined {
  if (one === 'unread' || two === 'unread') return 'unread';
  return one === 'other' || two === 'other' ? 'other' : (one ?? two);
}

/** Finds the elements that something stated could hide: for one in ten of a page the cascade is computed. */
export class HintFinder {
  readonly #styles: PageStyles;
  /** The rules that could hide something. */
  readonly #hidingRules: RuleIndex;
  readonly #hidingHints = new Map<StyleRule, 'plain' | 'other'>();
  /** Whether what they state can hide something; it is looked up when the first element matches. */
  readonly #isRuleHiding = new Map<string, boolean>();
  readonly #unpainted: UnpaintedRules;
  readonly #groundRules: RuleIndex;
  readonly #possibleGrounds = new Map<LinkedElement, readonly Color[]>();
  readonly #styleHints = new Map<string, Hint | undefined>();

  constructor(styles: PageStyles) {
    this.#styles = styles;
    const { rules } = styles;
    this.#unpainted = listUnpaintedRules(
      rules.map(({ rule }) => rule),
      styles.loadsOtherSheets(),
    );
    const { grounds, texts } = this.#unpainted;
    this.#groundRules = styles.createIndex(rules.filter(({ rule }) => grounds.has(rule)));
    const hiding: KeyedRule[] = [];
    for (const keyed of rules) {
      const hint = findHint(keyed.rule.declarations);
      if (hint !== undefined) this.#hidingHints.set(keyed.rule, hint);
      if (hint !== undefined || texts.has(keyed.rule)) hiding.push(keyed);
    }
    this.#hidingRules = styles.createIndex(hiding);
  }

  /** Returns what rules and attributes state that could hide an element, or its text. */
  find(element: LinkedElement): Hint | undefined {
    return strongest(this.#matchHidingRules(element), this.#findAttributeHint(element));
  }

  /** Whether an element could be hidden, without matching selectors. */
  mayBeHidden(element: LinkedElement): boolean {
    const { name, attribs } = element;
    return (
      this.#hidingRules.listFor(element).length > 0 ||
      isHiddenByAttribute(name, attribs) ||
      findHint(attribs['style'] ?? '') !== undefined
    );
  }

  /** Returns what a matching rule that could hide something states. */
  #matchHidingRules(element: LinkedElement): Hint | undefined {
    let hint: Hint | undefined;
    for (const list of this.#hidingRules.listFor(element)) {
      for (const selector of list) {
        const matches = selector.matches(element);
        if (matches === false) continue;
        const stated = this.#toHint(selector.rule, element);
        if (matches === undefined && stated !== undefined) return 'unread';
        hint = strongest(hint, stated);
      }
    }
    return hint;
  }

  #toHint(rule: StyleRule, element: LinkedElement): Hint | undefined {
    const colors = this.#unpainted.texts.get(rule);
    if (colors !== undefined) {
      const grounds = this.#listPossibleGrounds(element);
      if (colors.some((color) => grounds.some((ground) => isSameColor(color, ground))))
        return 'other';
      if (!this.#hidingHints.has(rule)) return undefined;
    }
    if (this.#hidingHints.get(rule) === 'plain') return 'plain';
    return this.#isHiding(rule) ? 'other' : undefined;
  }

  /** Returns all background colours that may be behind an element's text. */
  #listPossibleGrounds(element: LinkedElement): readonly Color[] {
    const path: LinkedElement[] = [];
    let grounds: readonly Color[] = [];
    for (let node: unknown = element; node instanceof LinkedElement; node = node.parent) {
      const known = this.#possibleGrounds.get(node);
      if (known !== undefined) {
        grounds = known;
        break;
      }
      path.push(node);
    }
    for (const passed of path.toReversed()) {
      const added: Color[] = [];
      for (const list of this.#groundRules.listFor(passed)) {
        for (const { rule } of list) {
          for (const color of this.#unpainted.grounds.get(rule) ?? []) added.push(color);
        }
      }
      const { style, bgcolor } = passed.attribs;
      if (style?.includes('background') === true) added.push(...listStatedGrounds(style));
      if (bgcolor !== undefined) added.push(...listStatedGrounds(`background:${toHex(bgcolor)}`));
      this.#styles.steps.take(1 + added.length * grounds.length);
      const other = added.filter((color) => !grounds.some((ground) => isSameColor(color, ground)));
      if (other.length > 0) grounds = [...grounds, ...other];
      this.#possibleGrounds.set(passed, grounds);
    }
    return grounds;
  }

  /** Returns what attributes state that could hide an element or colour its text. */
  #findAttributeHint({ name, attribs, isTold }: LinkedElement): Hint | undefined {
    if (!isTold && !tellingTags.has(name)) return undefined;
    if (name === 'font' || (drawnTags.has(name) && hasDrawingAttribute(name, attribs)))
      return 'other';
    const style = attribs['style'];
    let hint = style === undefined ? undefined : this.#findStyleHint(style);
    if (isHiddenByAttribute(name, attribs)) hint = strongest(hint, 'plain');
    if (style === undefined || hint === 'other' || !textColor.test(style)) return hint;
    const isNamed = (attribs['class'] ?? attribs['id']) !== undefined;
    const hasGround = !isNamed || style.includes('background') || !this.#styles.loadsOtherSheets();
    return hasGround ? 'other' : hint;
  }

  #findStyleHint(style: string): Hint | undefined {
    const known = this.#styleHints.get(style);
    if (known !== undefined || this.#styleHints.has(style)) return known;
    let hint: Hint | undefined = findHint(style);
    if (hint === 'other' && !this.#statesHiding(style)) hint = undefined;
    this.#styleHints.set(style, hint);
    return hint;
  }

  /** Whether a declaration could hide something, also by a variable that an element itself may state. */
  #statesHiding(css: string): boolean {
    this.#styles.steps.take(readingSteps);
    let isOpen = false;
    const declarations = readDeclarations(css, (name) => {
      const value = this.#styles.findVariable(name);
      isOpen ||= value === undefined;
      return value;
    });
    return (
      isOpen || declarations.some(({ property, parts }) => hidingValues[property]?.(parts) === true)
    );
  }

  /** Whether one of the declarations could hide something, alone or with others. */
  #isHiding(rule: StyleRule): boolean {
    let isHiding = this.#isRuleHiding.get(rule.declarations);
    if (isHiding === undefined) {
      isHiding = this.#statesHiding(rule.declarations);
      this.#isRuleHiding.set(rule.declarations, isHiding);
    }
    return isHiding;
  }
}

const textColor = /(?:^|[;\s])color\s*:/i;
/** Tags of drawings, which attributes can hide. */
const drawnTags: ReadonlySet<string> = new Set(['svg', 'g', 'text', 'tspan', 'textpath']);
/** Tags of elements that may be hidden or coloured without an attribute that tells so. */
const tellingTags: ReadonlySet<string> = new Set([...drawnTags, 'font', 'dialog']);

const drawingAttributes = ['display', 'visibility', 'opacity', 'fill-opacity', 'transform'];

function hasDrawingAttribute(name: string, attribs: Readonly<Record<string, string>>): boolean {
  const isText = name !== 'svg' && name !== 'g';
  if (isText && attribs['fill'] !== undefined) return true;
  return drawingAttributes.some((attribute) => attribs[attribute] !== undefined);
}
