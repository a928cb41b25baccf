import { Text } from 'domhandler';
import { type LinkedDocument, LinkedElement, type LinkedTree } from '../tree/linked-tree.ts';
import { createElementOptions, StepCounter, StepLimitReached } from './element-adapter.ts';
import { isMediaMatch } from './evaluate-condition.ts';
import { hasElements, type HiddenGroup, listContent, minElements } from './list-content.ts';
import {
  listStatedGrounds,
  listUnpaintedRules,
  type UnpaintedRules,
} from './list-unpainted-rules.ts';
import { type NextVisit, visitElements } from './visit-elements.ts';
import { GroundFinder } from './find-ground.ts';
import { findHint, hidingValues, mayStatePlainly } from './hiding-values.ts';
import {
  findHidingProperty,
  isTextUnpainted,
  isUnseen,
  seenText,
  type TextState,
  toTextState,
  type WonStyle,
} from './judge-style.ts';
import { PageNames } from './page-names.ts';
import { readDeclarations, readVariables } from './read-declarations.ts';
import { isForAll, readSheets, type StyleRule } from './read-sheets.ts';
import { type Color, isSameColor } from './style-colors.ts';
import {
  type HidingRule,
  isHiddenByAttribute,
  readingSteps,
  StyleResolver,
  toHex,
} from './resolve-style.ts';
import { RuleIndex } from './rule-index.ts';

/** Steps of matching elements with selectors on one page, about half a second; the most that a page measured takes is 1.1 million. */
const maxSteps = 3_000_000;

/** Warning for a page whose selectors take too many steps to match. */
export const stepWarning: string = `Matching the style sheets of the page takes more than ${maxSteps} steps: what a rule could hide was taken as hidden.`;

/** How an element is hidden: with all that is in it (`hide`), or its own text alone (`mute`). */
export type Hiding = 'hide' | 'mute';

export interface HiddenElements {
  readonly hidings: ReadonlyMap<LinkedElement, Hiding>;
  /** Messages for people: each limit that was reached. */
  readonly warnings: readonly string[];
}

/** Scripts may hide these until they have run. They hold the page itself, so they are never treated as hidden. */
const neverHidden: ReadonlySet<string> = new Set(['html', 'body', 'head', 'main']);

/**
 * Returns the elements of a page that people do not see, by its style sheets, `style` attributes and attributes such as
 * `hidden`, by the rules of CSS: see decision 21. With `keepsCollapsed`, what a click or a scroll may open counts as seen.
 */
export function findHiddenElements(tree: LinkedTree, keepsCollapsed: boolean): HiddenElements {
  const sheets = tree.styles.filter((style) => isApplied(style, tree.root)).map(readCss);
  const finder = new HiddenFinder(tree, readSheets(sheets), keepsCollapsed);
  finder.walk(tree.root);
  if (!finder.isExhausted) finder.revealContent();
  return { hidings: finder.hidings, warnings: finder.isExhausted ? [stepWarning] : [] };
}

class HiddenFinder {
  readonly hidings = new Map<LinkedElement, Hiding>();
  isExhausted = false;
  readonly #tree: LinkedTree;
  readonly #rules: readonly StyleRule[];
  readonly #names: PageNames;
  readonly #keepsCollapsed: boolean;
  readonly #steps = new StepCounter(maxSteps);
  readonly #options = createElementOptions(this.#steps);
  /** The rules that could hide something. */
  readonly #hidingRules: RuleIndex;
  readonly #hidingHints = new Map<StyleRule, 'plain' | 'other'>();
  /** Whether what they state can hide something; it is looked up when the first element matches. */
  readonly #isRuleHiding = new Map<StyleRule, boolean>();
  readonly #unpainted: UnpaintedRules;
  readonly #groundRules: RuleIndex;
  readonly #possibleGrounds = new Map<LinkedElement, readonly Color[]>();
  readonly #styleHints = new Map<string, Hint | undefined>();
  /** What texts inherit that makes them unseen. Elements whose text is seen are not in it. */
  readonly #states = new Map<unknown, TextState>();
  /** Hidden elements by the rule that hides them. */
  readonly #groups = new Map<StyleRule, HiddenGroup>();
  #variables: ReadonlyMap<string, string> | undefined;
  #plainResolver: StyleResolver | undefined;
  #resolver: StyleResolver | undefined;
  #grounds: GroundFinder | undefined;
  #hasOtherSheets: boolean | undefined;
  #shownAgain: ReadonlySet<unknown> | undefined;

  constructor(tree: LinkedTree, rules: readonly StyleRule[], keepsCollapsed: boolean) {
    this.#tree = tree;
    this.#rules = rules;
    this.#names = new PageNames(tree.root);
    this.#keepsCollapsed = keepsCollapsed;
    const hiding = rules.filter((rule) => {
      const hint = findHint(rule.declarations);
      if (hint !== undefined) this.#hidingHints.set(rule, hint);
      return hint !== undefined;
    });
    this.#unpainted = listUnpaintedRules(rules, this.#loadsOtherSheets());
    this.#groundRules = this.#createIndex([...this.#unpainted.grounds.keys()]);
    this.#hidingRules = this.#createIndex([
      ...new Set([...hiding, ...this.#unpainted.texts.keys()]),
    ]);
  }

  /** Judges all elements, parents before their children. */
  walk(root: LinkedDocument | LinkedElement): void {
    visitElements(root, (element) => {
      if (!this.isExhausted) {
        try {
          return this.#judge(element);
        } catch (error) {
          if (!(error instanceof StepLimitReached)) throw error;
          this.isExhausted = true;
        }
      }
      if (this.#mayBeHidden(element)) this.hidings.set(element, 'hide');
      return 'inner';
    });
  }

  /** Takes back what rules hide until a click, a scroll or a script shows it. */
  revealContent(): void {
    for (const group of this.#groups.values()) {
      for (const element of listContent(group)) {
        this.hidings.delete(element);
        if (this.#isSmall(element)) this.walk(element);
      }
    }
  }

  #judge(element: LinkedElement): NextVisit {
    const inherited = (this.#states.size > 0 && this.#states.get(element.parent)) || seenText;
    const { name, attribs } = element;
    const hint = strongest(this.#matchHidingRules(element), this.#findAttributeHint(element));
    if (hint === undefined && inherited === seenText) return 'inner';
    if (neverHidden.has(name)) return 'inner';
    if (hint === 'unread') return this.#hide(element);
    const isPlain = hint === 'plain' && inherited === seenText;
    const resolver = isPlain ? this.#getPlainResolver() : this.#getResolver();
    const style = resolver.resolve(element);
    const property = findHidingProperty(style, this.#keepsCollapsed);
    if (property !== undefined) return this.#hide(element, this.#findHidingRule(element, property));
    if (isTextUnpainted(name, attribs, style)) return this.#hide(element);
    const state = toTextState({
      style,
      tag: name,
      isLink: name === 'a' && attribs['href'] !== undefined,
      inherited,
      keepsCollapsed: this.#keepsCollapsed,
      findGround: () => this.#getGrounds().find(element, style),
    });
    if (!isUnseen(state)) return 'inner';
    const isLost = state.isInvisible && !this.#getShownAgain().has(element);
    // What is in a lost element is lost with it, without a reason of its own.
    const handedOn = isLost ? { ...state, isInvisible: false } : state;
    if (isUnseen(handedOn)) this.#states.set(element, handedOn);
    if (isLost) return this.#hide(element, this.#findHidingRule(element, 'visibility'));
    this.hidings.set(element, 'mute');
    return 'inner';
  }

  #findHidingRule(element: LinkedElement, property: string): HidingRule | undefined {
    const isPlain = plainProperties.has(property);
    return (isPlain ? this.#getPlainResolver() : this.#getResolver()).findHidingRule(
      element,
      property,
    );
  }

  /** Hides an element. What is in a small one is judged only where it is taken back. */
  #hide(element: LinkedElement, hiding?: HidingRule): NextVisit {
    this.hidings.set(element, 'hide');
    if (hiding !== undefined) {
      const group = this.#groups.get(hiding.rule);
      if (group === undefined) {
        const { isShownAtTimes } = hiding;
        this.#groups.set(hiding.rule, { elements: [element], isShownAtTimes });
      } else {
        group.elements.push(element);
        group.isShownAtTimes ||= hiding.isShownAtTimes;
      }
    }
    return this.#isSmall(element) ? 'skip' : 'inner';
  }

  #isSmall(element: LinkedElement): boolean {
    return !hasElements([element], minElements);
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
        for (const { rule } of list) added.push(...(this.#unpainted.grounds.get(rule) ?? []));
      }
      const { style, bgcolor } = passed.attribs;
      if (style?.includes('background') === true) added.push(...listStatedGrounds(style));
      if (bgcolor !== undefined) added.push(...listStatedGrounds(`background:${toHex(bgcolor)}`));
      this.#steps.take(1 + added.length * grounds.length);
      const other = added.filter((color) => !grounds.some((ground) => isSameColor(color, ground)));
      if (other.length > 0) grounds = [...grounds, ...other];
      this.#possibleGrounds.set(passed, grounds);
    }
    return grounds;
  }

  /** Returns what attributes state that could hide an element or colour its text. */
  #findAttributeHint({ name, attribs, isTold }: LinkedElement): Hint | undefined {
    if (name === 'font' || (drawnTags.has(name) && hasDrawingAttribute(name, attribs)))
      return 'other';
    if (!isTold && name !== 'dialog') return undefined;
    const style = attribs['style'];
    let hint = style === undefined ? undefined : this.#findStyleHint(style);
    if (isHiddenByAttribute(name, attribs)) hint = strongest(hint, 'plain');
    if (style === undefined || hint === 'other' || !textColor.test(style)) return hint;
    const isNamed = (attribs['class'] ?? attribs['id']) !== undefined;
    const hasGround = !isNamed || style.includes('background') || !this.#loadsOtherSheets();
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
    this.#steps.take(readingSteps);
    let isOpen = false;
    const declarations = readDeclarations(css, (name) => {
      const value = this.#findVariable(name);
      isOpen ||= value === undefined;
      return value;
    });
    return (
      isOpen || declarations.some(({ property, parts }) => hidingValues[property]?.(parts) === true)
    );
  }

  /** As what is judged, where that would take too long. */
  #mayBeHidden(element: LinkedElement): boolean {
    if (neverHidden.has(element.name)) return false;
    const { name, attribs } = element;
    return (
      this.#hidingRules.listFor(element).length > 0 ||
      isHiddenByAttribute(name, attribs) ||
      findHint(attribs['style'] ?? '') !== undefined
    );
  }

  /** Whether one of the declarations could hide something, alone or with others. */
  #isHiding(rule: StyleRule): boolean {
    let isHiding = this.#isRuleHiding.get(rule);
    if (isHiding === undefined) {
      isHiding = this.#statesHiding(rule.declarations);
      this.#isRuleHiding.set(rule, isHiding);
    }
    return isHiding;
  }

  /** The value of a custom property of the page: what `:root` states, or else any rule. */
  readonly #findVariable = (name: string): string | undefined => {
    if (this.#variables === undefined) {
      const variables = new Map<string, string>();
      const ofRoot = new Map<string, string>();
      for (const rule of this.#rules) {
        if (!rule.declarations.includes('--')) continue;
        readVariables(rule.declarations, isForAll(rule) ? ofRoot : variables);
      }
      this.#variables = new Map([...variables, ...ofRoot]);
    }
    return this.#variables.get(name);
  };

  /** Computes `display`, `visibility` and `opacity` alone, by which most of what is hidden is hidden. */
  #getPlainResolver(): StyleResolver {
    this.#plainResolver ??= this.#createResolver(
      this.#rules.filter(({ declarations }) => mayStatePlainly(declarations)),
    );
    return this.#plainResolver;
  }

  #getResolver(): StyleResolver {
    this.#resolver ??= this.#createResolver(this.#rules);
    return this.#resolver;
  }

  #createResolver(rules: readonly StyleRule[]): StyleResolver {
    return new StyleResolver(this.#createIndex(rules), this.#steps, this.#findVariable);
  }

  #createIndex(rules: readonly StyleRule[]): RuleIndex {
    return new RuleIndex(rules, this.#names, this.#options, this.#steps);
  }

  #getGrounds(): GroundFinder {
    this.#grounds ??= new GroundFinder({
      resolve: (element) => this.#getResolver().resolve(element),
      hasOtherSheets: this.#loadsOtherSheets(),
    });
    return this.#grounds;
  }

  /** Whether the page loads style sheets that are not read. */
  #loadsOtherSheets(): boolean {
    if (this.#hasOtherSheets === undefined) {
      let found = false;
      visitElements(this.#tree.root, ({ name, attribs }) => {
        found = name === 'link' && /\bstylesheet\b/i.test(attribs['rel'] ?? '');
        return found ? 'stop' : 'inner';
      });
      this.#hasOtherSheets = found;
    }
    return this.#hasOtherSheets;
  }

  /** Elements that state `visibility: visible`, and all around them. */
  #getShownAgain(): ReadonlySet<unknown> {
    if (this.#shownAgain !== undefined) return this.#shownAgain;
    const found = new Set<unknown>();
    const showing = this.#rules.filter(({ declarations }) => showsAgain.test(declarations));
    const index = this.#createIndex(showing);
    visitElements(this.#tree.root, (element) => {
      const isCandidate =
        (element.isTold && showsAgain.test(element.attribs['style'] ?? '')) ||
        index
          .listFor(element)
          .some((list) => list.some((selector) => selector.matches(element) === true));
      if (isCandidate && statesVisible(this.#getPlainResolver().resolve(element))) {
        let node: unknown = element;
        while (node instanceof LinkedElement && !found.has(node)) {
          found.add(node);
          node = node.parent;
        }
      }
      return 'inner';
    });
    this.#shownAgain = found;
    return found;
  }
}

const plainProperties: ReadonlySet<string> = new Set(['display', 'visibility', 'opacity']);

/** What is stated that could hide an element, the strongest last; a rule that is `unread` hides. */
type Hint = 'plain' | 'other' | 'unread';

function strongest(one: Hint | undefined, two: Hint | undefined): Hint | undefined {
  if (one === 'unread' || two === 'unread') return 'unread';
  return one === 'other' || two === 'other' ? 'other' : (one ?? two);
}

const showsAgain = /visibility\s*:\s*visible/i;
const textColor = /(?:^|[;\s])color\s*:/i;
/** Tags of drawings, which attributes can hide. */
const drawnTags: ReadonlySet<string> = new Set(['svg', 'g', 'text', 'tspan', 'textpath']);

const drawingAttributes = ['display', 'visibility', 'opacity', 'fill-opacity', 'transform'];

function hasDrawingAttribute(name: string, attribs: Readonly<Record<string, string>>): boolean {
  const isText = name !== 'svg' && name !== 'g';
  if (isText && attribs['fill'] !== undefined) return true;
  return drawingAttributes.some((attribute) => attribs[attribute] !== undefined);
}

function statesVisible(style: WonStyle): boolean {
  const [part] = style.get('visibility') ?? [];
  return part?.kind === 'word' && part.text === 'visible';
}

/** Whether browsers apply a `<style>`: CSS, for a screen, and no part of a template. */
function isApplied(style: LinkedElement, root: LinkedDocument): boolean {
  const type = style.attribs['type']?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== 'text/css') return false;
  if (!isMediaMatch(style.attribs['media'] ?? '')) return false;
  let node: unknown = style.parent;
  while (node instanceof LinkedElement && node.name !== 'template') node = node.parent;
  return node === root;
}

function readCss(style: LinkedElement): string {
  let css = '';
  for (let node = style.head; node !== null; node = node.next) {
    if (node instanceof Text) css += node.data;
  }
  return css;
}
