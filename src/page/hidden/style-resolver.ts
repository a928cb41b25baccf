import { addAll, toWordSet } from '../../runtime/collections.ts';
import { ident } from 'css-tree/utils';
import type { LinkedElement } from '../parse/linked-tree.ts';
import type { StepCounter } from './selectors/surroundings.ts';
import { hidingValues, type StyleGroup } from './values/hiding-values.ts';
import type { WonStyle } from './judge-style.ts';
import {
  type Declaration,
  type FindVariable,
  keepDeciding,
  readDeclarations,
} from './sheets/read-declarations.ts';
import type { Keyframes, StyleRule } from './sheets/read-sheets.ts';
import type { SheetRule } from './sheets/sheet-rule.ts';
import type { RuleIndex } from './selectors/rule-index.ts';
import { isWord, type ValuePart } from './values/style-values.ts';

/** What wins over what, the most weighty first. */
interface Weight {
  /** Importance, origin and layer in one number. */
  readonly rank: number;
  readonly specificity: number;
  readonly order: number;
}

interface Won extends Weight {
  readonly parts: readonly ValuePart[];
  /** What it won over, where one of them goes back to what is before its layer. */
  readonly before?: readonly Won[];
}

interface MatchedRule {
  readonly rule: StyleRule;
  readonly specificity: number;
}

/** The style of the elements that certain rules match, and those of the elements that further ones match as well. */
interface StyleOfRules {
  readonly further: Map<MatchedRule, StyleOfRules>;
  style: WonStyle | undefined;
}

/** What is the same for all rules of a page. */
interface PageValues {
  /** The properties that are computed. */
  readonly group: StyleGroup;
  /** The value of a custom property for an element. */
  readonly findVariable: (element: LinkedElement, name: string) => string | undefined;
  readonly keyframes: ReadonlyMap<string, Keyframes>;
}

/** Above all ranks of layers; pages have a few dozen at most. */
const importantRank = 1_000_000;
/** The `style` attribute wins over all rules of the same importance. */
const inlineRank = importantRank - 1;
/** What an animation states wins over all that is not important. */
const animatedRank = importantRank - 0.5;
/** Seconds after which a page counts as loaded, for what is animated. */
const settledAfter = 60;

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
  readonly #styles = new Map<LinkedElement, WonStyle>();
  /** What elements have that only rules without variables state something for: the same ones for many elements. */
  readonly #byRules: StyleOfRules = { further: new Map(), style: undefined };
  /** By text: of rules and of `style` attributes. */
  readonly #declarations = new Map<string, readonly Declaration[]>();
  readonly #findVariable: PageValues['findVariable'];
  /** By text, and by the values of the custom properties in it. */
  readonly #declarationsByValues = new Map<string, Map<string, readonly Declaration[]>>();
  /** Names of the custom properties that decide in declarations, or in a value, by the text. */
  readonly #used = new Map<string, readonly string[]>();
  readonly #keyframes: ReadonlyMap<string, Keyframes>;
  #byWord: ReadonlyMap<string, Keyframes> | undefined;
  readonly #group: StyleGroup;

  constructor(
    index: RuleIndex,
    steps: StepCounter,
    { findVariable, keyframes, group }: PageValues,
  ) {
    this.#group = group;
    this.#index = index;
    this.#steps = steps;
    this.#findVariable = findVariable;
    this.#keyframes = keyframes;
  }

  /** Returns the declarations that win for an element by its rules, its `style` attribute and other attributes. */
  resolve(element: LinkedElement): WonStyle {
    let style = this.#styles.get(element);
    if (style === undefined) {
      style = this.#compute(element);
      this.#styles.set(element, style);
    }
    return style;
  }

  forget(): void {
    this.#styles.clear();
  }

  #compute(element: LinkedElement): WonStyle {
    const matched: MatchedRule[] = [];
    let isOfRules = true;
    for (const list of this.#index.listFor(element)) {
      for (const selector of list) {
        if (selector.matches(element) !== true) continue;
        matched.push(selector);
        if (selector.rule.source.hasVariable) isOfRules = false;
      }
    }
    const { attribs } = element;
    const style = Object.hasOwn(attribs, 'style') ? (attribs['style'] ?? '') : '';
    const hints = listHints(element);
    if (!isOfRules || style !== '' || hints.length > 0)
      return this.#combine(element, matched, style, hints);
    let place = this.#byRules;
    for (const selector of matched) {
      let next = place.further.get(selector);
      if (next === undefined) {
        next = { further: new Map(), style: undefined };
        place.further.set(selector, next);
      }
      place = next;
    }
    if (place.style === undefined) {
      place.style = this.#combine(element, matched, style, hints);
    } else {
      for (const { rule } of matched) this.#steps.take(rule.source.read(this.#group).length);
    }
    return place.style;
  }

  #combine(
    element: LinkedElement,
    matched: readonly MatchedRule[],
    style: string,
    hints: readonly StatedHint[],
  ): WonStyle {
    const won = new Map<string, Won>();
    for (const [property, parts] of hints) {
      won.set(property, { rank: 0, specificity: -1, order: -1, parts });
    }
    for (const { rule, specificity } of matched) {
      const declarations = this.#readRule(element, rule.source);
      this.#steps.take(declarations.length);
      this.#apply(declarations, won, ({ isImportant }) => ({
        rank: isImportant ? 2 * importantRank - rule.layer.rank : rule.layer.rank,
        specificity,
        order: rule.order,
      }));
    }
    if (style !== '') {
      const declarations = this.#readFor(element, style);
      this.#apply(declarations, won, ({ isImportant }) => ({
        rank: isImportant ? 2 * importantRank + 1 : inlineRank,
        specificity: 0,
        order: 0,
      }));
    }
    if (this.#keyframes.size > 0 && won.has('animation-name')) this.#animate(won);
    const found = new Map<string, readonly ValuePart[]>();
    for (const [property, value] of won) {
      const parts = value.before === undefined ? value.parts : goBack(value);
      if (parts !== undefined) found.set(property, parts);
    }
    return found;
  }

  /** Applies what holds when an animation has ended, or while it stands still. */
  #animate(won: Map<string, Won>): void {
    const find = (name: string): ValuePart | undefined => won.get(`animation-${name}`)?.parts[0];
    const isOf = (name: string, ...words: readonly string[]): boolean =>
      isWord(won.get(`animation-${name}`)?.parts, ...words);
    const named = find('name');
    const name = named?.kind === 'word' || named?.kind === 'string' ? named.text : '';
    const frames = this.findFrames(name);
    if (frames === undefined) return;
    const isTurned = isOf('direction', 'reverse');
    const [start, end] = [frames.start, frames.end].map((css) => this.#read(css));
    const first = (isTurned ? end : start) ?? [];
    const last = (isTurned ? start : end) ?? [];
    const duration = toSeconds(find('duration'));
    const delay = toSeconds(find('delay'));
    const isEndless = isOf('iteration-count', 'infinite');
    const fillsBefore = isOf('fill-mode', 'backwards', 'both');
    let stated: readonly Declaration[] = [];
    if (isOf('play-state', 'paused') || delay > settledAfter) {
      if (fillsBefore || delay <= 0) stated = first;
    } else if (isEndless || delay + duration > settledAfter) {
      // What both ends state is stated all the time.
      const texts = new Set(first.map(toText));
      stated = duration > 0 ? last.filter((declaration) => texts.has(toText(declaration))) : [];
    } else if (isOf('fill-mode', 'forwards', 'both')) stated = last;
    this.#apply(stated, won, () => ({ rank: animatedRank, specificity: 0, order: 0 }));
  }

  /** Returns what an animation states by its name, which as a word of a value is in lower case. */
  findFrames(name: string): Keyframes | undefined {
    return this.#keyframes.get(name) ?? this.#keyframesByWord().get(name);
  }

  #keyframesByWord(): ReadonlyMap<string, Keyframes> {
    this.#byWord ??= new Map(
      [...this.#keyframes].map(([name, frames]) => [name.toLowerCase(), frames]),
    );
    return this.#byWord;
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
        const stated = this.#readRule(element, selector.rule.source).find(
          (declaration) => declaration.property === property,
        );
        if (stated === undefined) continue;
        const hides = hidingValues[property]?.(stated.parts) === true;
        if (!hides) isShownAtTimes ||= selector.matches(element) === false;
        else if (selector.matches(element) === true) rule = selector.rule;
      }
    }
    if (rule === undefined) return undefined;
    isShownAtTimes ||= rule.source.selectors.some((list) => list.includes(':not('));
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
      if (declaration.goesBack || other?.before !== undefined) {
        won.set(property, addBefore({ ...weight, parts }, other));
        continue;
      }
      if (other === undefined || !isLighter(weight, other)) won.set(property, { ...weight, parts });
    }
  }

  #readRule(element: LinkedElement, rule: SheetRule): readonly Declaration[] {
    return rule.hasVariable ? this.#readFor(element, rule.declarations) : rule.read(this.#group);
  }

  /** Reads declarations with the variables that an element has: once for all elements that have the same values. */
  #readFor(element: LinkedElement, css: string): readonly Declaration[] {
    this.#steps.take(2);
    const used = css.includes('var(')
      ? this.#listUsed(css, (text) => keepDeciding(text, this.#group))
      : [];
    if (used.length === 0) return this.#read(css);
    const values = new Map<string, string | undefined>();
    const pending = [...used];
    let key = '';
    for (const name of pending) {
      if (values.has(name)) continue;
      this.#steps.take();
      const value = this.#findVariable(element, name);
      values.set(name, value);
      key += value === undefined ? '-' : `${value.length} ${value}`;
      // What is in a value may be a variable of the element, too.
      if (value?.includes('var(') === true) addAll(pending, this.#listUsed(value));
    }
    let known = this.#declarationsByValues.get(css);
    if (known === undefined) {
      known = new Map();
      this.#declarationsByValues.set(css, known);
    }
    return this.#read(css, known, key, (name) =>
      values.has(name) ? values.get(name) : this.#findVariable(element, name),
    );
  }

  #listUsed(text: string, keep: (text: string) => string = String): readonly string[] {
    let used = this.#used.get(text);
    if (used === undefined) {
      const names = keep(text).matchAll(/var\(\s*(--(?:[^\s,()\\]|\\.)+)/gi);
      used = [...new Set([...names].map(([, name = '']) => ident.decode(name)))];
      this.#used.set(text, used);
    }
    return used;
  }

  #read(
    css: string,
    known = this.#declarations,
    key = css,
    find: FindVariable = findNothing,
  ): readonly Declaration[] {
    let declarations = known.get(key);
    if (declarations === undefined) {
      this.#steps.take(readingSteps);
      declarations = readDeclarations(css, find, this.#group);
      known.set(key, declarations);
    }
    return declarations;
  }
}

function findNothing(): undefined {
  return undefined;
}

/** Returns the weightier of two, with the other one before it. */
function addBefore(one: Won, other: Won | undefined): Won {
  if (other === undefined) return { ...one, before: [] };
  const [light, heavy] = isLighter(one, other) ? [one, other] : [other, one];
  return { ...heavy, before: [...(other.before ?? []), ...(one.before ?? []), light] };
}

/** Returns what a property is when `revert-layer` has gone back to the layers before; `undefined` where none states it. */
function goBack({ before = [], ...won }: Won): readonly ValuePart[] | undefined {
  let current: Won = won;
  for (let left = [...before]; isWord(current.parts, 'revert-layer');) {
    left = left.filter(({ rank }) => rank !== current.rank);
    const [first, ...others] = left;
    if (first === undefined) return undefined;
    current = others.reduce((best, each) => (isLighter(best, each) ? each : best), first);
  }
  return current.parts;
}

function toText({ property, parts }: Declaration): string {
  return `${property}:${JSON.stringify(parts)}`;
}

function toSeconds(part: ValuePart | undefined): number {
  if (part?.kind !== 'number') return 0;
  return part.unit === 'ms' ? part.value / 1_000 : part.value;
}

function isLighter(one: Weight, two: Weight): boolean {
  if (one.rank !== two.rank) return one.rank < two.rank;
  if (one.specificity !== two.specificity) return one.specificity < two.specificity;
  return one.order < two.order;
}

const cut: readonly ValuePart[] = [{ kind: 'word', text: 'hidden' }];
const none: readonly ValuePart[] = [{ kind: 'word', text: 'none' }];
/** Attributes of drawings that are properties. */
const drawingAttributes = ['display', 'visibility', 'opacity', 'fill', 'fill-opacity', 'transform'];

type StatedHint = readonly [property: string, parts: readonly ValuePart[]];

/** Returns what attributes other than `style` state; rules win over them. */
function listHints({ name, attribs }: LinkedElement): readonly StatedHint[] {
  const hints: StatedHint[] = [];
  const state = (property: string, value: string | undefined): void => {
    if (value === undefined) return;
    for (const { parts } of readDeclarations(`${property}:${toHex(value)}`, () => undefined))
      hints.push([property, parts]);
  };
  if (isHiddenByAttribute(name, attribs)) {
    const isFound = isUntilFound(attribs);
    hints.push(
      isFound ? ['content-visibility', [{ kind: 'word', text: 'hidden' }]] : ['display', none],
    );
  }
  if (name === 'svg' || name === 'foreignObject' || name === 'foreignobject') {
    hints.push(['overflow-x', cut], ['overflow-y', cut]);
    for (const side of ['width', 'height'])
      state(side, attribs[side] ?? (name === 'svg' ? undefined : '0'));
  }
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

const drawings: ReadonlySet<string> = toWordSet(
  'svg g text tspan a textpath foreignObject foreignobject',
);

/** Whether what is hidden is shown when it is searched for. */
export function isUntilFound({ hidden }: Readonly<Record<string, string>>): boolean {
  return hidden?.toLowerCase() === 'until-found';
}

/** Whether browsers do not show an element because of what it is, unless a rule says otherwise. */
export function isHiddenByAttribute(
  name: string,
  attribs: Readonly<Record<string, string>>,
): boolean {
  const { hidden, popover } = attribs;
  if (hidden !== undefined) return true;
  return popover !== undefined || (name === 'dialog' && attribs['open'] === undefined);
}
