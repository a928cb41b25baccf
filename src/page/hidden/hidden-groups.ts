import { type AnyNode, Text } from 'domhandler';
import { LinkedElement, visitElements } from '../parse/linked-tree.ts';
import { type WonStyle, isInlineBox } from './judge-style.ts';
import { hidingValues } from './values/hiding-values.ts';
import { maxFaint, toColor, toPlainGradient } from './values/style-colors.ts';
import { baseFontSize, isWord, screen, toPixels, toShare } from './values/style-values.ts';
import { isBlockTag } from '../tree/node-text.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** What one rule of a page hides. */
export interface HiddenGroup {
  readonly elements: LinkedElement[];
  /** Whether the page's sheets say that such elements are shown at times. */
  isShownAtTimes: boolean;
}

/**
 * Parts that one rule hides, from which on they are content that is collapsed (answers, tabs, sections that appear when they are
 * scrolled to) and not an inserted text, which is one.
 */
const minParts = 3;
/**
 * Elements in such parts, from which on one is enough; inserted hidden text has fewer. Of 2,070 real pages 44 hide more than
 * half of their text, all of them in 51 elements or more.
 */
export const minElements = 40;
/** Characters of a part outside of links, which menus and dialogs do not have. */
const minProse = 100;

/** Returns the elements of a group that are content of the page, waiting for a click, a scroll or a script. */
export function listContent({ elements, isShownAtTimes }: HiddenGroup): readonly LinkedElement[] {
  if (isShownAtTimes) {
    return elements.length >= minParts || hasElements(elements, minElements) ? elements : [];
  }
  if (elements.length < minParts) return [];
  const proses = elements.map((element) => readProse(element));
  // One text three times is no three answers.
  const different = new Set(proses.filter((prose) => prose !== undefined));
  return different.size < minParts ? [] : elements.filter((_, at) => proses[at] !== undefined);
}

/** Whether elements with what is in them are at least so many. */
export function hasElements(elements: readonly LinkedElement[], least: number): boolean {
  let count = elements.length;
  for (const element of elements) {
    if (count >= least) break;
    visitElements(element, () => {
      count += 1;
      return count >= least ? 'stop' : 'inner';
    });
  }
  return count >= least;
}

const noProse: ReadonlySet<string> = toWordSet(
  'a script style noscript template svg button select',
);
/** Nodes of a part that are looked at. */
const maxNodes = 1_000;

/** The beginning of a part's text outside of links; `undefined` where it has less than prose has. */
function readProse(element: LinkedElement): string | undefined {
  const pending: AnyNode[] = [element];
  let prose = '';
  for (let count = 0; count < maxNodes; count += 1) {
    const node = pending.pop();
    if (node === undefined) return undefined;
    if (node instanceof Text) {
      prose += node.data.trim().slice(0, minProse);
      if (prose.length >= minProse) return prose;
    } else if (node instanceof LinkedElement && !noProse.has(node.name)) {
      for (let child = node.head; child !== null; child = child.next) pending.push(child);
    }
  }
  return undefined;
}

type Resolve = (element: LinkedElement) => WonStyle;

/** They hold the page itself: nothing covers them or cuts them off for good. */
const pageTags: ReadonlySet<string> = new Set(['html', 'body', 'main']);
/** Elements in a box that something covers; a larger one waits for a script. */
const maxCovered = 40;
/** Children of a box that are looked at. */
const maxChildren = 20;
/** CSS pixels that a line takes at most, and characters that surely fit into it. */
const lineHeight = 24;
const lineLength = 60;

/** Whether an element with a negative `z-index` lies behind the background of an element around it. */
export function isBehind(element: LinkedElement, style: WonStyle, resolve: Resolve): boolean {
  if (hidingValues['z-index']?.(style.get('z-index') ?? []) !== true) return false;
  if (!isOutOfStatic(style)) return false;
  for (let node: unknown = element.parent; node instanceof LinkedElement; node = node.parent) {
    if (pageTags.has(node.name)) return false;
    const around = resolve(node);
    if (isStack(around)) return false;
    if (isOpaque(around)) return true;
  }
  return false;
}

/** Returns what an element hides by where it lies, or what lies in it. */
export function listPlacedAway(
  element: LinkedElement,
  style: WonStyle,
  resolve: Resolve,
): readonly LinkedElement[] {
  return [...listCovered(element, style, resolve), ...listCutOff(element, style, resolve)];
}

/** Returns the siblings of an element that lies on all of the box that they are in, and does not let through what is under it. */
function listCovered(
  element: LinkedElement,
  style: WonStyle,
  resolve: Resolve,
): readonly LinkedElement[] {
  const { parent } = element;
  if (!(parent instanceof LinkedElement) || pageTags.has(parent.name)) return [];
  if (!isWord(style.get('position'), 'absolute') || !isOpaque(style)) return [];
  if (hidingValues['opacity']?.(style.get('opacity') ?? []) === true) return [];
  if ((toShare(style.get('opacity')?.[0]) ?? 1) < 0.95 || style.has('transform')) return [];
  if (hidingValues['z-index']?.(style.get('z-index') ?? []) === true) return [];
  const isWide = fills(style, 'left', 'right', 'width');
  if (!isWide || !fills(style, 'top', 'bottom', 'height')) return [];
  if (!isOutOfStatic(resolve(parent)) || hasElements([parent], maxCovered)) return [];
  const covered = listChildren(parent).filter((child) => child !== element);
  const isFree = covered.some((child) => isPlaced(child, resolve));
  return isFree ? [] : covered;
}

/** Whether an element, or one in it, is placed on its own, and may lie on top. */
function isPlaced(element: LinkedElement, resolve: Resolve): boolean {
  if (isOutOfStatic(resolve(element))) return true;
  let isFound = false;
  visitElements(element, (inner) => {
    isFound ||= isOutOfStatic(resolve(inner));
    return isFound ? 'stop' : 'inner';
  });
  return isFound;
}

/** Returns the children of a low box that are moved out of it where what sticks out is cut off. */
function listCutOff(
  element: LinkedElement,
  style: WonStyle,
  resolve: Resolve,
): readonly LinkedElement[] {
  if (pageTags.has(element.name) || !isCut(style) || isInlineBox(element.name, style)) return [];
  const height =
    toPixels(style.get('height')?.[0], byBox) ?? toPixels(style.get('max-height')?.[0], byBox);
  if (height === undefined || style.has('min-height')) return [];
  return listChildren(element).filter((child, index) => {
    const own = resolve(child);
    const down = shiftOf(own, index === 0);
    return (down > 0 && down >= height) || (down < 0 && down <= -heightOf(child));
  });
}

/** Returns the children that stand in rows without height. */
export function listFlatRows(
  element: LinkedElement,
  style: WonStyle,
  resolve: Resolve,
): readonly LinkedElement[] {
  const rows = style.get('grid-template-rows') ?? [];
  if (hidingValues['grid-template-rows']?.(rows) !== true) return [];
  if (!isWord(style.get('display'), 'grid', 'inline-grid')) return [];
  const isFraction = rows.some((row) => row.kind === 'number' && row.unit === 'fr');
  // Beside a fraction, rows of a stated height.
  if (isFraction && (toPixels(style.get('height')?.[0]) ?? 0) > 0) return [];
  return listChildren(element)
    .slice(0, rows.length)
    .filter((child) => {
      const own = resolve(child);
      if (isPadded(own)) return false;
      if (isCut(own)) return true;
      const canShrink = !isFraction || toPixels(own.get('min-height')?.[0]) === 0;
      return canShrink && isCut(style);
    });
}

const byBox = { percent: screen.height, em: baseFontSize };

function listChildren(parent: LinkedElement): readonly LinkedElement[] {
  const children: LinkedElement[] = [];
  for (let node = parent.head; node !== null && children.length < maxChildren; node = node.next) {
    if (node instanceof LinkedElement) children.push(node);
  }
  return children;
}

/** CSS pixels by which an element stands below its place, or above it. */
function shiftOf(style: WonStyle, isFirst: boolean): number {
  const pixelsOf = (property: string): number => {
    const part = style.get(property)?.at(-1);
    return part?.kind === 'word' ? 0 : (toPixels(part, byBox) ?? 0);
  };
  const position = style.get('position');
  const isMoved = position !== undefined && !isWord(position, 'static', 'sticky', 'fixed');
  const top = isMoved ? pixelsOf('top') : 0;
  const translate = style.get('translate');
  const translated = translate?.length === 2 ? pixelsOf('translate') : 0;
  return (isFirst ? pixelsOf('margin-top') + pixelsOf('padding-top') : 0) + top + translated;
}

/** CSS pixels that an element is high at most, where it holds a line of text; endless otherwise. */
function heightOf(element: LinkedElement): number {
  let length = 0;
  for (let node = element.head; node !== null; node = node.next) {
    if (!(node instanceof Text)) return Number.POSITIVE_INFINITY;
    length += node.data.length;
  }
  return length <= lineLength ? lineHeight : Number.POSITIVE_INFINITY;
}

function isCut(style: WonStyle): boolean {
  return isWord(style.get('overflow-y'), 'hidden', 'clip', 'auto', 'scroll');
}

function isPadded(style: WonStyle): boolean {
  return ['padding-top', 'padding-bottom', 'min-height'].some(
    (property) => (toPixels(style.get(property)?.[0], byBox) ?? 0) > 0,
  );
}

function isOutOfStatic(style: WonStyle): boolean {
  const position = style.get('position');
  return position !== undefined && !isWord(position, 'static');
}

/** Whether what is in an element is painted on its background, also with a negative `z-index`. */
function isStack(style: WonStyle): boolean {
  if (isWord(style.get('position'), 'fixed', 'sticky')) return true;
  if (isOutOfStatic(style) && toShare(style.get('z-index')?.[0]) !== undefined) return true;
  if (isWord(style.get('isolation'), 'isolate')) return true;
  if ((toShare(style.get('opacity')?.[0]) ?? 1) < 1) return true;
  return ['transform', 'filter', 'translate', 'scale', 'rotate', 'clip-path', 'mask-image'].some(
    (property) => style.has(property) && !isWord(style.get(property), 'none'),
  );
}

function isOpaque(style: WonStyle): boolean {
  const image = style.get('background-image');
  if (image?.length === 1 && toPlainGradient(image[0]) !== undefined) return true;
  const color = toColor(style.get('background-color')?.[0]);
  return color !== undefined && color.alpha > 1 - maxFaint;
}

/** Whether an element reaches from one side of the box around it to the other. */
function fills(style: WonStyle, start: string, end: string, size: string): boolean {
  const isAtEdge = (side: string): boolean => {
    const part = style.get(side)?.[0];
    const pixels = part?.kind === 'word' ? undefined : toPixels(part, byBox);
    return pixels !== undefined && pixels <= 0;
  };
  const [part] = style.get(size) ?? [];
  const isFull = part?.kind === 'number' && part.unit === '%' && part.value >= 100;
  return isAtEdge(start) && (isAtEdge(end) || isFull);
}

/** Elements in an element, from which on it is no price, unit or date, but a menu or a slide. */
const minMenuElements = 10;
/** Nodes on either side, and children of each, that are searched for the text for screen readers. */
const maxLooked = 4;

/**
 * Returns those of the `aria-hidden` elements that show to the eyes what stands beside them for screen readers alone:
 * `5<span class="sr-only"> minutes</span> <span aria-hidden="true">min</span>`. `isHidden` knows what people do not see.
 */
export function listSeenCopies(
  elements: readonly LinkedElement[],
  isHidden: (element: LinkedElement) => boolean,
): readonly LinkedElement[] {
  const isUnseen = (node: AnyNode): boolean => isInline(node) && isHidden(node);
  const holdsUnseen = (node: AnyNode): boolean =>
    isInline(node) && (isHidden(node) || someOf(node.head, 'next', isUnseen));
  return elements.filter(
    (element) =>
      isInline(element) &&
      (someOf(element.prev, 'prev', holdsUnseen) || someOf(element.next, 'next', holdsUnseen)) &&
      !hasElements([element], minMenuElements),
  );
}

/** Whether a node is an element within a line. A block of its own says something else than what is beside it. */
function isInline(node: AnyNode): node is LinkedElement {
  return node instanceof LinkedElement && !isBlockTag(node.name);
}

/** Whether one of the first nodes in a direction passes a test. */
function someOf(
  start: AnyNode | null,
  direction: 'prev' | 'next',
  test: (node: AnyNode) => boolean,
): boolean {
  let node = start;
  for (let looked = 0; node !== null && looked < maxLooked; looked += 1) {
    if (test(node)) return true;
    node = node[direction];
  }
  return false;
}
