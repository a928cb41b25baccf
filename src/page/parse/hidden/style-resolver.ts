import type { LinkedElement } from '../tree/linked-tree.ts';
import type { StepCounter } from './selectors/element-options.ts';
import { hidingValues } from './values/hiding-values.ts';
import type { WonStyle } from './judge-style.ts';
import {
  type Declaration,
  type FindVariable,
  readDeclarations,
  readVariables,
} from './sheets/read-declarations.ts';
import { isForAll, type StyleRule } from './sheets/read-sheets.ts';
import type { RuleIndex } from './selectors/rule-index.ts';
import type { ValuePart } from './values/style-values.ts';

/** What wins over what, the most weighty first. */
interface Weight {
  /** Importance, origin and layer in one number. */
  readonly rank: number;
  readonly specificity: number;
  readonly order: number;
}

interface Won extends Weight {
  readonly parts: readonly ValuePart[];
}

/** Above all ranks of layers; pages have a few dozen at most. */
const importantRank = 1_000_000;
/** The `style` attribute wins over all rules of the same importance. */
const inlineRank = importantRank - 1;

/** Steps that stand for parsing the declarations of one rule or attribute. */
export const readingSteps = 50;

/** A rule that hides an element. */
export interface HidingRule {
  readonly rule: StyleRule;
  readonly isShownAtTimes: boolean;
}

/** Properties by which content appears when it is scrolled to. */
const animated: ReadonlySet<string> = new Set(['opacity', 'transform', 'translate', 'scale']);

/** Computes which declarations win for the elements of a page. */
export class StyleResolver {
  readonly #index: RuleIndex;
  readonly #steps: StepCounter;
  /** By text: of rules and of `style` attributes. */
  readonly #declarations = new Map<string, readonly Declaration[]>();
  readonly #findVariable: FindVariable;

  constructor(index: RuleIndex, steps: StepCounter, findVariable: FindVariable) {
    this.#index = index;
    this.#steps = steps;
    this.#findVariable = findVariable;
  }

  /** Returns the declarations that win for an element by its rules, its `style` attribute and other attributes. */
  resolve(element: LinkedElement): WonStyle {
    const won = new Map<string, Won>();
    const matched: { readonly rule: StyleRule; readonly specificity: number }[] = [];
    for (const list of this.#index.listFor(element)) {
      for (const selector of list) {
        if (selector.matches(element) === true) matched.push(selector);
      }
    }
    const { attribs } = element;
    const style = Object.hasOwn(attribs, 'style') ? (attribs['style'] ?? '') : '';
    const findVariable = this.#withOwnVariables(matched, style);
    for (const [property, parts] of listHints(element)) {
      won.set(property, { rank: 0, specificity: -1, order: -1, parts });
    }
    for (const { rule, specificity } of matched) {
      const declarations = this.#readRule(rule, findVariable);
      this.#steps.take(declarations.length);
      this.#apply(declarations, won, ({ isImportant }) => ({
        rank: isImportant ? 2 * importantRank - rule.layer.rank : rule.layer.rank,
        specificity,
        order: rule.order,
      }));
    }
    if (style !== '') {
      const declarations = this.#readInline(style, findVariable);
      this.#apply(declarations, won, ({ isImportant }) => ({
        rank: isImportant ? 2 * importantRank + 1 : inlineRank,
        specificity: 0,
        order: 0,
      }));
    }
    return new Map([...won].map(([property, { parts }]) => [property, parts]));
  }

  /**
   * Returns the rule that hides an element by a property, and whether the sheets say that the element is shown at times:
   * another rule for such an element states the property without hiding and does not apply now (a state, a class around it),
   * or the rule holds only for elements without a class (`.panel:not(.open)`), or the property is one that content fades or
   * moves in by.
   */
  findHidingRule(element: LinkedElement, property: string): HidingRule | undefined {
    let rule: StyleRule | undefined;
    let isShownAtTimes = animated.has(property);
    for (const list of this.#index.listFor(element)) {
      for (const selector of list) {
        const stated = this.#readRule(selector.rule, this.#findVariable).find(
          (declaration) => declaration.property === property,
        );
        if (stated === undefined) continue;
        const hides = hidingValues[property]?.(stated.parts) === true;
        if (!hides) isShownAtTimes ||= selector.matches(element) === false;
        else if (selector.matches(element) === true) rule = selector.rule;
      }
    }
    if (rule === undefined) return undefined;
    isShownAtTimes ||= rule.selectors.some((list) => list.includes(':not('));
    return { rule, isShownAtTimes };
  }

  #apply(
    declarations: readonly Declaration[],
    won: Map<string, Won>,
    toWeight: (declaration: Declaration) => Weight,
  ): void {
    for (const declaration of declarations) {
      const { property, parts } = declaration;
      const weight = toWeight(declaration);
      const other = won.get(property);
      if (other === undefined || !isLighter(weight, other)) won.set(property, { ...weight, parts });
    }
  }

  #readRule(rule: StyleRule, findVariable: FindVariable): readonly Declaration[] {
    this.#steps.take(2);
    if (findVariable !== this.#findVariable && rule.declarations.includes('var('))
      return readDeclarations(rule.declarations, findVariable);
    return this.#read(rule.declarations);
  }

  #readInline(style: string, findVariable: FindVariable): readonly Declaration[] {
    return findVariable === this.#findVariable
      ? this.#read(style)
      : readDeclarations(style, findVariable);
  }

  #read(css: string): readonly Declaration[] {
    let declarations = this.#declarations.get(css);
    if (declarations === undefined) {
      this.#steps.take(readingSteps);
      declarations = readDeclarations(css, this.#findVariable);
      this.#declarations.set(css, declarations);
    }
    return declarations;
  }

  /** Variables that the element itself states win over those of the page. */
  #withOwnVariables(matched: readonly { readonly rule: StyleRule }[], style: string): FindVariable {
    const usesVariables =
      style.includes('var(') || matched.some(({ rule }) => rule.declarations.includes('var('));
    if (!usesVariables) return this.#findVariable;
    const stating = matched.filter(
      ({ rule }) => !isForAll(rule) && rule.declarations.includes('--'),
    );
    const stated = [...stating.map(({ rule }) => rule.declarations), style].filter((css) =>
      statedVariable.test(css),
    );
    if (stated.length === 0) return this.#findVariable;
    const own = new Map<string, string>();
    this.#steps.take(readingSteps * stated.length);
    for (const css of stated) readVariables(css, own);
    return (name) => own.get(name) ?? this.#findVariable(name);
  }
}

const statedVariable = /(?:^|[;\s])--[\w-]+\s*:/;

function isLighter(one: Weight, two: Weight): boolean {
  if (one.rank !== two.rank) return one.rank < two.rank;
  if (one.specificity !== two.specificity) return one.specificity < two.specificity;
  return one.order < two.order;
}

const none: readonly ValuePart[] = [{ kind: 'word', text: 'none' }];
/** Attributes of drawings that are properties. */
const drawingAttributes = ['display', 'visibility', 'opacity', 'fill', 'fill-opacity', 'transform'];

/** Returns what attributes other than `style` state; rules win over them. */
function listHints({
  name,
  attribs,
}: LinkedElement): readonly (readonly [string, readonly ValuePart[]])[] {
  const hints: (readonly [string, readonly ValuePart[]])[] = [];
  const state = (property: string, value: string | undefined): void => {
    if (value === undefined) return;
    for (const { parts } of readDeclarations(`${property}:${toHex(value)}`, () => undefined))
      hints.push([property, parts]);
  };
  if (isHiddenByAttribute(name, attribs)) hints.push(['display', none]);
  if (drawings.has(name))
    for (const property of drawingAttributes) state(property, attribs[property]);
  state('background-color', attribs['bgcolor']);
  if (attribs['background'] !== undefined) hints.push(['background-image', [{ kind: 'other' }]]);
  if (name === 'font') {
    state('color', attribs['color']);
  } else if (name === 'body') {
    state('color', attribs['text']);
  }
  return hints;
}

/** Attributes may state a colour without its `#`. */
export function toHex(color: string): string {
  return color.trim().replace(/^(?=[\da-f]{6}$)/i, '#');
}

const drawings: ReadonlySet<string> = new Set(
  'svg g text tspan a textpath foreignObject foreignobject'.split(' '),
);

/** Whether browsers do not show an element because of what it is, unless a rule says otherwise. */
export function isHiddenByAttribute(
  name: string,
  attribs: Readonly<Record<string, string>>,
): boolean {
  const { hidden, popover } = attribs;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  return popover !== undefined || (name === 'dialog' && attribs['open'] === undefined);
}
