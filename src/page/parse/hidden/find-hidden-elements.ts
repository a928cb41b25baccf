import { Text } from 'domhandler';
import { type LinkedDocument, LinkedElement, type LinkedTree } from '../tree/linked-tree.ts';
import { StepLimitReached } from './selectors/element-options.ts';
import { isMediaMatch } from './sheets/evaluate-condition.ts';
import { HintFinder } from './hint-finder.ts';
import {
  findHidingProperty,
  isTextUnpainted,
  isUnseen,
  seenText,
  type TextState,
  toTextState,
} from './judge-style.ts';
import { hasElements, type HiddenGroup, listContent, minElements } from './list-content.ts';
import { listSeenCopies } from './list-seen-copies.ts';
import { PageStyles } from './page-styles.ts';
import { readSheets, type StyleRule } from './sheets/read-sheets.ts';
import type { HidingRule } from './style-resolver.ts';
import { type NextVisit, visitElements } from './visit-elements.ts';

/** Steps of matching elements with selectors on one page, about a quarter of a second; the most that a page measured takes is 1.1 million. */
const maxSteps = 1_500_000;

/** Warning for a page whose selectors take too many steps to match. */
export const stepWarning: string = `Matching the style sheets of the page takes more than ${maxSteps} steps: what a rule could hide was taken as hidden.`;

/** How an element is hidden: with all that is in it (`hide`), or its own text alone (`mute`). */
export type Hiding = 'hide' | 'mute';

export interface HiddenElements {
  readonly hidings: ReadonlyMap<LinkedElement, Hiding>;
  /** Elements that are hidden from screen readers, which read a hidden text beside them instead. */
  readonly seenCopies: ReadonlySet<LinkedElement>;
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
  const styles = new PageStyles(tree, readSheets(sheets), maxSteps);
  const finder = new HiddenFinder(styles, keepsCollapsed);
  finder.walk(tree.root);
  if (!finder.isExhausted) finder.revealContent();
  return {
    hidings: finder.hidings,
    seenCopies: finder.findSeenCopies(),
    warnings: finder.isExhausted ? [stepWarning] : [],
  };
}

class HiddenFinder {
  readonly hidings = new Map<LinkedElement, Hiding>();
  isExhausted = false;
  readonly #styles: PageStyles;
  readonly #hints: HintFinder;
  readonly #keepsCollapsed: boolean;
  /** What texts inherit that makes them unseen. Elements whose text is seen are not in it. */
  readonly #states = new Map<unknown, TextState>();
  /** Elements that screen readers leave out. */
  readonly #unspoken: LinkedElement[] = [];
  /** Hidden elements by the rule that hides them. */
  readonly #groups = new Map<StyleRule, HiddenGroup>();

  constructor(styles: PageStyles, keepsCollapsed: boolean) {
    this.#styles = styles;
    this.#hints = new HintFinder(styles);
    this.#keepsCollapsed = keepsCollapsed;
  }

  /** Judges all elements, parents before their children. */
  walk(root: LinkedDocument | LinkedElement): void {
    visitElements(root, (element) => {
      if (element.isTold && element.attribs['aria-hidden'] === 'true') this.#unspoken.push(element);
      if (!this.isExhausted) {
        try {
          return this.#judge(element);
        } catch (error) {
          if (!(error instanceof StepLimitReached)) throw error;
          this.isExhausted = true;
        }
      }
      if (!neverHidden.has(element.name) && this.#hints.mayBeHidden(element))
        this.hidings.set(element, 'hide');
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

  findSeenCopies(): ReadonlySet<LinkedElement> {
    if (this.hidings.size === 0) return new Set();
    return new Set(
      listSeenCopies(this.#unspoken, (element) => this.hidings.get(element) === 'hide'),
    );
  }

  #judge(element: LinkedElement): NextVisit {
    const inherited = (this.#states.size > 0 && this.#states.get(element.parent)) || seenText;
    const { name, attribs } = element;
    const hint = this.#hints.find(element);
    if (hint === undefined && inherited === seenText) return 'inner';
    if (neverHidden.has(name)) return 'inner';
    if (hint === 'unread') return this.#hide(element);
    const isPlain = hint === 'plain' && inherited === seenText;
    const resolver = isPlain ? this.#styles.getPlainResolver() : this.#styles.getResolver();
    const style = resolver.resolve(element);
    const property = findHidingProperty(style, this.#keepsCollapsed);
    if (property !== undefined)
      return this.#hide(element, this.#styles.findHidingRule(element, property));
    if (isTextUnpainted(name, attribs, style)) return this.#hide(element);
    const state = toTextState({
      style,
      tag: name,
      isLink: name === 'a' && attribs['href'] !== undefined,
      inherited,
      keepsCollapsed: this.#keepsCollapsed,
      findGround: () => this.#styles.getGrounds().find(element, style),
    });
    if (!isUnseen(state)) return 'inner';
    const isLost = state.isInvisible && !this.#styles.getShownAgain().has(element);
    // What is in a lost element is lost with it, without a reason of its own.
    const handedOn = isLost ? { ...state, isInvisible: false } : state;
    if (isUnseen(handedOn)) this.#states.set(element, handedOn);
    if (isLost) return this.#hide(element, this.#styles.findHidingRule(element, 'visibility'));
    this.hidings.set(element, 'mute');
    return 'inner';
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
