import { Text } from 'domhandler';
import {
  type LinkedDocument,
  LinkedElement,
  type LinkedTree,
  type NextVisit,
  visitElements,
  listElements,
} from '../parse/linked-tree.ts';
import { type StepCounter, StepLimitReached } from './selectors/surroundings.ts';
import { isMediaMatch } from './sheets/evaluate-condition.ts';
import { HintFinder } from './hint-finder.ts';
import {
  type HiddenGroup,
  hasElements,
  isBehind,
  listContent,
  listFlatRows,
  listPlacedAway,
  listSeenCopies,
  minElements,
} from './hidden-groups.ts';
import {
  findHidingProperty,
  isInlineBox,
  isShrunk,
  isTextUnpainted,
  isUnseenByItself,
  isUnseen,
  seenText,
  type TextState,
  toOpacity,
  toPageState,
  toTextState,
  type WonStyle,
} from './judge-style.ts';
import { listOpenedParts } from './opened-parts.ts';
import { PageStyles } from './page-styles.ts';
import { type StyleRule, readDataSheet } from './sheets/read-sheets.ts';
import { type HidingRule, isUntilFound } from './style-resolver.ts';
import { hidingValues } from './values/hiding-values.ts';
import { maxFaint } from './values/style-colors.ts';
import { isWord } from './values/style-values.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Steps of matching elements with selectors on one page, about a quarter of a second; the most that a page measured takes is 1.1 million. */
export const maxSteps = 1_500_000;

const tooManySteps = `Matching the style sheets of the page takes more than ${maxSteps} steps`;
/** Warnings for a page whose selectors take too many steps to match. */
export const stepWarning: string = `${tooManySteps}: what a rule could hide was taken as hidden.`;
export const shownStepWarning: string = `${tooManySteps}: what the other rules may hide was read.`;
/** Warning for a page with rules that may hide something and cannot be read. */
export const unreadWarning =
  'Rules of the style sheets of the page have selectors that cannot be read: what they may hide was read.';

/** How an element is hidden: with all that is in it (`hide`), or its own text alone (`mute`). */
export type Hiding = 'hide' | 'mute';

interface HiddenElements {
  /** The caller's: it may hide more, or show something again. */
  readonly hidings: Map<LinkedElement, Hiding>;
  /** Elements that are hidden from screen readers, which read a hidden text beside them instead. */
  readonly seenCopies: ReadonlySet<LinkedElement>;
  /** Elements that are hidden and count as seen: content that waits for a click, a scroll or a script. */
  readonly waiting: ReadonlySet<LinkedElement>;
  /** Elements that screen readers leave out. */
  readonly unspoken: readonly LinkedElement[];
  /** Messages for people: each limit that was reached. */
  readonly warnings: readonly string[];
  readonly styles: PageStyles;
}

/** Scripts may hide these until they have run. They hold the page itself, so they are never treated as hidden. */
const neverHidden: ReadonlySet<string> = new Set(['html', 'body', 'head', 'main']);

/** The properties by which what a click opens is closed until then; what is moved away lies on top of the page when it comes. */
const closing: ReadonlySet<string> = toWordSet(
  'display visibility opacity content-visibility height max-height',
);

/** The properties by which an element is moved off the screen. */
const awayBy = /^(?:margin-)?(?:left|right|top|bottom)$/;

export interface FindHiddenOptions {
  /** What a click or a scroll may open counts as seen. */
  readonly keepsCollapsed: boolean;
  /** What cannot be judged is hidden from a model, and shown to people with a warning. */
  readonly isForModel: boolean;
  /**
   * Whether all of CSS is asked that hides text. Otherwise the properties of two groups are: those by which elements are not displayed,
   * transparent or invisible, and those by which texts for screen readers are moved away or clipped.
   */
  readonly isThorough: boolean;
  /** Steps of matching that are left for the page. */
  readonly steps: StepCounter;
}

/**
 * Returns the elements of a page that people do not see, by its style sheets, `style` attributes and attributes such as
 * `hidden`, by the rules of CSS: see docs/internals/decisions/hidden-text.md.
 */
export function findHiddenElements(tree: LinkedTree, options: FindHiddenOptions): HiddenElements {
  const styles = new PageStyles(tree, listSheets(tree), options);
  const finder = new HiddenFinder(styles, options);
  finder.walk(tree.root);
  if (!finder.isExhausted) {
    finder.revealContent();
    if (!options.isForModel) finder.revealOpened(tree);
  }
  return {
    hidings: finder.hidings,
    seenCopies: finder.findSeenCopies(),
    waiting: finder.waiting,
    unspoken: finder.unspoken,
    warnings: finder.listWarnings(),
    styles,
  };
}

class HiddenFinder {
  readonly hidings = new Map<LinkedElement, Hiding>();
  readonly waiting = new Set<LinkedElement>();
  isExhausted = false;
  readonly #styles: PageStyles;
  readonly #hints: HintFinder;
  readonly #keepsCollapsed: boolean;
  readonly #isForModel: boolean;
  readonly #isThorough: boolean;
  #hasUnread = false;
  /** Whether elements may be hidden before the walk comes to them. */
  #hidesAhead = false;
  readonly #resolve = (element: LinkedElement): WonStyle =>
    this.#isThorough
      ? this.#styles.getResolver('all').resolve(element)
      : this.#resolvePart(element);
  /** What texts inherit that makes them unseen. Elements whose text is seen are not in it. */
  readonly #states = new Map<unknown, TextState>();
  /** Elements that screen readers leave out. */
  readonly unspoken: LinkedElement[] = [];
  /** Elements that are hidden as what a click opens is, and those that screen readers leave out. */
  readonly #closed = new Set<LinkedElement>();
  /** Those of them that the page says it opens. */
  #opened: readonly LinkedElement[] = [];
  /** The shares of translucent elements that are seen, with what is around them. */
  readonly #opacities = new Map<LinkedElement, number>();
  /** Hidden elements by the rule that hides them. */
  readonly #groups = new Map<StyleRule, HiddenGroup>();

  constructor(styles: PageStyles, { keepsCollapsed, isForModel, isThorough }: FindHiddenOptions) {
    this.#isForModel = isForModel;
    this.#isThorough = isThorough;
    this.#styles = styles;
    this.#hints = new HintFinder(styles, isThorough);
    this.#keepsCollapsed = keepsCollapsed;
  }

  /** Judges all elements, parents before their children. */
  walk(root: LinkedDocument | LinkedElement): void {
    visitElements(root, (element) => {
      if (this.#hidesAhead && this.hidings.get(element) === 'hide')
        return this.#isSmall(element) ? 'skip' : 'inner';
      if (element.isSignificant && element.attribs['aria-hidden'] === 'true')
        this.unspoken.push(element);
      if (!this.isExhausted) {
        try {
          return this.#judge(element);
        } catch (error) {
          if (!(error instanceof StepLimitReached)) throw error;
          this.isExhausted = true;
        }
      }
      if (!this.#isForModel) return 'stop';
      if (!neverHidden.has(element.name) && this.#hints.mayBeHidden(element))
        this.hidings.set(element, 'hide');
      return 'inner';
    });
  }

  /** Takes back what rules hide until a click, a scroll or a script shows it. */
  revealContent(): void {
    for (const group of this.#groups.values()) {
      for (const element of listContent(group)) this.#reveal(element);
    }
  }

  /** Takes back what the page says that a control of it opens. */
  revealOpened(tree: LinkedTree): void {
    const closed = new Set([...this.#closed, ...this.unspoken]);
    if (closed.size === 0) return;
    this.#opened = listOpenedParts(tree, closed);
    for (const element of this.#opened) if (this.hidings.has(element)) this.#reveal(element);
  }

  #reveal(element: LinkedElement): void {
    this.hidings.delete(element);
    this.waiting.add(element);
    if (this.#isSmall(element)) this.walk(element);
  }

  listWarnings(): readonly string[] {
    const limit = this.#isForModel ? stepWarning : shownStepWarning;
    return [...(this.isExhausted ? [limit] : []), ...(this.#hasUnread ? [unreadWarning] : [])];
  }

  findSeenCopies(): ReadonlySet<LinkedElement> {
    if (this.hidings.size === 0) return new Set(this.#opened);
    return new Set([
      ...this.#opened,
      ...listSeenCopies(this.unspoken, (element) => this.hidings.get(element) === 'hide'),
    ]);
  }

  #judge(element: LinkedElement): NextVisit {
    const inherited = (this.#states.size > 0 && this.#states.get(element.parent)) || seenText;
    const { name, attribs } = element;
    const found = this.#hints.find(element);
    const isKept = !this.#isThorough && this.#keepsCollapsed && found === 'plain';
    const hint = isKept ? undefined : found;
    if (hint === undefined && inherited === seenText) return 'inner';
    if (neverHidden.has(name)) {
      this.#keepPageState(element, inherited);
      return 'inner';
    }
    if (hint === 'unread') {
      if (this.#isForModel) return this.#hide(element);
      this.#hasUnread = true;
    }
    const isPlain =
      (hint === 'plain' || (!this.#isThorough && hint === undefined)) && !inherited.isIndented;
    const isPart = isPlain && (!this.#isThorough || inherited === seenText);
    const stated = isPart
      ? this.#styles.getResolver('plain').resolve(element)
      : this.#resolve(element);
    const style = this.#isFadedIn(element, stated) ? withoutOpacity(stated) : stated;
    const property = findHidingProperty(style, this.#keepsCollapsed, () => this.#isInline(element));
    // Browsers open what is found when the page is searched.
    const isFound = property === 'content-visibility' && isUntilFound(attribs);
    if (property !== undefined && (this.#isForModel || !isFound)) {
      if (closing.has(property)) this.#closed.add(element);
      return this.#hide(element, this.#findWaitingRule(element, property));
    }
    if (this.#isThorough && !isPart) {
      if (this.#isFaded(element, style)) return this.#hide(element);
      const resolve = this.#resolve;
      this.#hideAll(listPlacedAway(element, style, resolve));
      if (!this.#keepsCollapsed && style.has('grid-template-rows')) {
        const rule = this.#styles.findHidingRule(element, 'grid-template-rows');
        for (const child of listFlatRows(element, style, resolve)) {
          this.#hidesAhead = true;
          this.#hide(child, rule);
        }
      }
    }
    if (name === 'details' && !this.#keepsCollapsed && this.#hidesContent(element))
      this.#hideContent(element);
    if (isTextUnpainted(name, attribs, style)) return this.#hide(element);
    const state = toTextState({
      judgesColors: this.#isThorough,
      style,
      tag: name,
      isLink: name === 'a' && attribs['href'] !== undefined,
      inherited,
      keepsCollapsed: this.#keepsCollapsed,
      findBackground: () => this.#styles.getBackgrounds().find(element, style),
      findTextColor: () => this.#styles.getBackgrounds().findTextColor(element),
    });
    const isLost = state.isInvisible && !this.#styles.getShownAgain().has(element);
    // What is not visible in front either is not waiting for its place.
    if (this.#isThorough && !isPart && !isLost && isBehind(element, style, this.#resolve))
      return this.#hide(element, this.#styles.findHidingRule(element, 'z-index'));
    if (!isUnseen(state)) {
      if (this.#isThorough && isShrunk(state)) this.#states.set(element, state);
      return 'inner';
    }
    // What is in a lost element is lost with it, without a reason of its own.
    const handedOn = isLost ? { ...state, isInvisible: false } : state;
    if (isUnseen(handedOn)) this.#states.set(element, handedOn);
    if (isLost) {
      this.#closed.add(element);
      return this.#hide(element, this.#styles.findHidingRule(element, 'visibility'));
    }
    this.hidings.set(element, 'mute');
    return 'inner';
  }

  /** Computes the properties of two groups. */
  #resolvePart(element: LinkedElement): WonStyle {
    const plain = this.#styles.getResolver('plain').resolve(element);
    const moved = this.#styles.getResolver('moved').resolve(element);
    return moved.size === 0 ? plain : new Map([...plain, ...moved]);
  }

  /**
   * Whether people see an element that is transparent until a script has run: it fades in, in its place. What lies on top until it is
   * pointed at (a tooltip, a menu) does not.
   */
  #isFadedIn(element: LinkedElement, style: WonStyle): boolean {
    if (this.#isForModel || this.#keepsCollapsed) return false;
    if (hidingValues['opacity']?.(style.get('opacity') ?? []) !== true) return false;
    if (!this.#styles.fadesIn(element)) return false;
    const position = this.#styles.getResolver('moved').resolve(element).get('position');
    return !isWord(position, 'absolute', 'fixed');
  }

  /** Returns the rule that hides an element by a property, where that may be content that waits. */
  #findWaitingRule(element: LinkedElement, property: string): HidingRule | undefined {
    const hiding = this.#styles.findHidingRule(element, property);
    // What no rule ever brings back to the screen is nothing that a click or a scroll shows.
    const isGone = this.#isForModel && awayBy.test(property) && hiding?.isShownAtTimes !== true;
    return isGone ? undefined : hiding;
  }

  /** Keeps how small the text of the page itself is, where no other sheet may state another size for what is in it. */
  #keepPageState(element: LinkedElement, inherited: TextState): void {
    if (!this.#isThorough || this.#styles.loadsOtherSheets()) return;
    const state = toPageState(this.#resolve(element), inherited, element.name === 'html');
    if (!isUnseen(state)) return;
    this.#states.set(element, state);
    this.hidings.set(element, 'mute');
  }

  /** Whether an element that is translucent itself is seen no more, because what is around it is translucent, too. */
  #isFaded(element: LinkedElement, style: WonStyle): boolean {
    const own = this.#keepsCollapsed ? 1 : toOpacity(style);
    if (own >= 1) return false;
    let node: unknown = element.parent;
    for (; node instanceof LinkedElement && !this.#opacities.has(node); node = node.parent)
      this.#styles.steps.take();
    const around = node instanceof LinkedElement ? this.#opacities.get(node) : undefined;
    const opacity = own * (around ?? 1);
    this.#opacities.set(element, opacity);
    return opacity <= maxFaint;
  }

  #hideContent(details: LinkedElement): void {
    this.hidings.set(details, 'mute');
    this.#hideAll(listElements(details.head).filter((child) => child.name !== 'summary'));
  }

  #isInline(element: LinkedElement): boolean {
    return isInlineBox(element.name, this.#resolve(element)) && !this.#isItem(element);
  }

  /** Whether an element stands in a flex or grid box, which makes a box of it. */
  #isItem({ parent }: LinkedElement): boolean {
    if (!(parent instanceof LinkedElement)) return false;
    return isWord(
      this.#resolve(parent).get('display'),
      'flex',
      'inline-flex',
      'grid',
      'inline-grid',
    );
  }

  /** Whether what is in a `<details>` is hidden though it may be open. */
  #hidesContent(element: LinkedElement): boolean {
    const style = this.#styles.getDetailsResolver()?.resolve(element);
    return style !== undefined && isUnseenByItself(element.name, style, false);
  }

  #hideAll(elements: readonly LinkedElement[]): void {
    if (elements.length > 0) this.#hidesAhead = true;
    for (const element of elements) this.#hide(element);
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

function withoutOpacity(style: WonStyle): WonStyle {
  return new Map([...style].filter(([property]) => property !== 'opacity'));
}

/** Sheets that links hold in their URLs; no real page has nearly as many. */
const maxDataSheets = 100;

/** Returns the sheets that a page brings along, in page order. */
function listSheets({ styles, links, root }: LinkedTree): readonly string[] {
  const linked = new Map<LinkedElement, string>();
  for (const link of links) {
    const { rel = '', href = '', disabled } = link.attribs;
    if (disabled !== undefined || linked.size >= maxDataSheets || !/^\s*data:/i.test(href))
      continue;
    if (!/(?:^|\s)stylesheet(?:\s|$)/i.test(rel) || /(?:^|\s)alternate(?:\s|$)/i.test(rel))
      continue;
    const sheet = isApplied(link, root) ? readDataSheet(href) : undefined;
    if (sheet !== undefined) linked.set(link, sheet);
  }
  const applied = styles.filter((style) => isApplied(style, root));
  if (linked.size === 0) return applied.map(readCss);
  const sheets: string[] = [];
  const own = new Set(applied);
  visitElements(root, (element) => {
    const sheet = own.has(element) ? readCss(element) : linked.get(element);
    if (sheet !== undefined) sheets.push(sheet);
    return 'inner';
  });
  return sheets;
}

/** Whether browsers apply a `<style>` or a linked sheet: CSS, for a screen, and no part of a template. */
function isApplied(style: LinkedElement, root: LinkedDocument): boolean {
  const type = style.attribs['type']?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== 'text/css') return false;
  if (!isMediaMatch(style.attribs['media'] ?? '')) return false;
  let node: unknown = style.parent;
  while (node instanceof LinkedElement && node.name !== 'template') node = node.parent;
  return node === root;
}

/** Returns what a `<style>` holds. */
export function readCss(style: LinkedElement): string {
  let css = '';
  for (let node = style.head; node !== null; node = node.next) {
    if (node instanceof Text) css += node.data;
  }
  return css;
}
