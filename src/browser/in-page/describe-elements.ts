import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { TextPiece } from './page-text.ts';
import * as dom from './dom.ts';
import * as text from './page-text.ts';
import * as accessibility from './accessibility.ts';
import { PageCache, perCall } from './page-cache.ts';

/** Elements of a path that are kept, from the element upwards; paths differ near the element if anywhere. */
const maxPath = 60;
const maxDataAttributes = 8;
const kept =
  /^(?:name|type|href|src|placeholder|title|alt|aria-label|itemprop|rel|datetime|data-[\w.-]{1,60})$/;
const landmarkRoles =
  /^(?:banner|complementary|contentinfo|dialog|form|main|navigation|region|search)$/;
const interactiveRoles =
  /^(?:button|checkbox|combobox|link|listbox|menuitem|menuitemcheckbox|menuitemradio|option|radio|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/;
const { getBoundingClientRect } = Element.prototype;

function attributesOf(element: Element, tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  let dataAttributes = 0;
  for (const name of dom.attributeNames(element).slice(0, 100)) {
    if (!kept.test(name)) continue;
    if (name.startsWith('data-') && (dataAttributes += 1) > maxDataAttributes) continue;
    attributes[name] = text.tidy(dom.attribute(element, name));
  }
  // Text that people type into other fields is never read.
  const hasOwnValue =
    tag === 'button' ||
    (tag === 'input' && /^(?:button|checkbox|radio|reset|submit)$/.test(attributes['type'] ?? ''));
  if (hasOwnValue && dom.hasAttribute(element, 'value')) {
    attributes['value'] = text.tidy(dom.attribute(element, 'value'));
  }
  return attributes;
}

function ordinalOf(element: Element, tag: string): number {
  let ordinal = 0;
  for (let other = dom.previous(element); other !== undefined; other = dom.previous(other)) {
    if (dom.tag(other) === tag) ordinal += 1;
  }
  return ordinal;
}

function pathOf(
  element: Element,
): Pick<ElementFingerprint, 'tagPath' | 'indexedPath' | 'landmarks'> {
  const tagPath: string[] = [];
  const indexedPath: string[] = [];
  const landmarks: string[] = [];
  let above: Element | undefined = element;
  while (above !== undefined && tagPath.length < maxPath) {
    const tag = dom.tag(above);
    tagPath.push(tag);
    indexedPath.push(`${tag}:nth-of-type(${memoOrdinal(above, tag) + 1})`);
    const role = above === element ? '' : accessibility.role(above);
    if (landmarkRoles.test(role)) landmarks.push(role);
    above = dom.parent(above);
  }
  return {
    tagPath: tagPath.reverse(),
    indexedPath: indexedPath.reverse(),
    landmarks: landmarks.reverse(),
  };
}

const ordinals = new PageCache<Element, number>();

function memoOrdinal(element: Element, tag: string): number {
  const known = ordinals.get(element);
  if (known !== undefined) return known;
  // A sibling that was counted before saves counting from the first one.
  const before = dom.previous(element);
  const base = before !== undefined && dom.tag(before) === tag ? ordinals.get(before) : undefined;
  const ordinal = base === undefined ? ordinalOf(element, tag) : base + 1;
  ordinals.set(element, ordinal);
  return ordinal;
}

function isNative(element: Element, tag: string): boolean {
  if (tag === 'a' || tag === 'area') return dom.hasAttribute(element, 'href');
  if (tag === 'input') return dom.attribute(element, 'type').toLowerCase() !== 'hidden';
  return /^(?:button|option|select|summary|textarea)$/.test(tag);
}

function takesAction(element: Element): boolean {
  const tag = dom.tag(element);
  if (isNative(element, tag)) return true;
  if (interactiveRoles.test(accessibility.role(element))) return true;
  const isEditable = /^(?:true|plaintext-only)$/.test(dom.attribute(element, 'contenteditable'));
  if (isEditable || dom.hasAttribute(element, 'onclick')) return true;
  if (/^\d+$/.test(dom.attribute(element, 'tabindex'))) return true;
  // Pages that listen on an ancestor show by the pointer cursor what can be clicked.
  const above = dom.parent(element);
  return (
    getComputedStyle(element).cursor === 'pointer' &&
    (above === undefined || getComputedStyle(above).cursor !== 'pointer')
  );
}

/** Whether the element can be clicked, typed into or selected, and is visible and enabled. */
export function isInteractive(element: Element): boolean {
  if (!takesAction(element)) return false;
  const isOff =
    Element.prototype.matches.call(element, ':disabled') ||
    dom.attribute(element, 'aria-disabled') === 'true';
  return !isOff && text.isVisible(element);
}

/** Returns the element that handles a click on this one: itself, or the link, button or field around it. */
export function actorOf(element: Element): Element {
  let above: Element | undefined = element;
  for (let step = 0; above !== undefined && step < 5; step += 1) {
    if (takesAction(above)) return above;
    above = dom.parent(above);
  }
  return element;
}

export function describe(element: Element): ElementFingerprint {
  const tag = dom.tag(element);
  const above = dom.parent(element);
  const { x, y, width, height } = getBoundingClientRect.call(element);
  const round = (value: number) => Math.round(value);
  return {
    tag,
    role: accessibility.role(element),
    name: accessibility.name(element),
    text: tag === 'select' || tag === 'textarea' ? '' : text.read(element),
    label: accessibility.label(element),
    id: dom.attribute(element, 'id').slice(0, 200),
    classes: dom.classes(element),
    attributes: attributesOf(element, tag),
    ...pathOf(element),
    parent: {
      tag: above === undefined ? '' : dom.tag(above),
      id: above === undefined ? '' : dom.attribute(above, 'id').slice(0, 200),
      classes: above === undefined ? [] : dom.classes(above),
    },
    neighbours: neighboursOf(element),
    row: rowOf(element),
    heading: headingOf(element),
    box: {
      x: round(x + scrollX),
      y: round(y + scrollY),
      width: round(width),
      height: round(height),
    },
    childCount: dom.children(element).length,
    ordinal: memoOrdinal(element, tag),
    isInteractive: isInteractive(element),
  };
}

const maxNeighbours = 6;

/**
 * Returns the texts before and after the element, then before and after each ancestor: in a table row, the row's
 * other cells.
 */
export function neighboursOf(element: Element): string[] {
  const own = text.read(element);
  const neighbours: string[] = [];
  let inner: Element | undefined = element;
  for (let step = 0; inner !== undefined && step < 4; step += 1) {
    let [before, after] = [dom.previous(inner), dom.next(inner)];
    for (let distance = 0; distance < 4; distance += 1) {
      for (const beside of [before, after]) {
        const words = beside === undefined ? '' : text.read(beside);
        if (words === '' || words === own || neighbours.length >= maxNeighbours) continue;
        neighbours.push(words.slice(0, 80));
      }
      before = before === undefined ? undefined : dom.previous(before);
      after = after === undefined ? undefined : dom.next(after);
    }
    inner = dom.parent(inner);
  }
  return neighbours;
}

/**
 * Returns what the row or card around the element says beside the element. Captions that all rows have (`Edit`,
 * `Price:`) tell no row apart, and are left out.
 */
export function rowOf(element: Element): string {
  const row = findRow(element);
  if (row === undefined) return '';
  const pieces = ownPieces(row).filter(({ node }) => !contains.call(element, node));
  return text.tidy(pieces.map(({ words }) => words).join(' '));
}

/**
 * Returns the nearest ancestor with similar siblings that hold such an element too, with the same words if any has
 * them: the row of “Edit” is not the cell of its buttons, which has cells beside it.
 */
function findRow(element: Element): Element | undefined {
  const own = text.read(element);
  const tag = dom.tag(element);
  let above = dom.parent(element);
  let fallback: Element | undefined;
  for (let step = 0; above !== undefined && step < 8; step += 1) {
    const others = isRow(above) && text.read(above) !== own ? near(above).map(partsOf) : [];
    if (others.some((parts) => parts.has(`${tag} ${own}`))) return above;
    if (others.some((parts) => parts.has(tag))) fallback ??= above;
    above = dom.parent(above);
  }
  return fallback;
}

/** Returns the tags of at most 200 elements in a row, without and with their texts. */
const partsOf = perCall((row: Element): ReadonlySet<string> => {
  const inside = dom.walk(row, 200);
  return new Set(inside.flatMap((part) => [dom.tag(part), `${dom.tag(part)} ${text.read(part)}`]));
});

const { contains } = Node.prototype;

function isRow(element: Element): boolean {
  const tag = dom.tag(element);
  if (/^(?:dd|dt|td|th)$/.test(tag)) return false;
  return isAlike(element, dom.previous(element)) || isAlike(element, dom.next(element));
}

function isAlike(element: Element, other: Element | undefined): other is Element {
  return (
    other !== undefined &&
    dom.tag(other) === dom.tag(element) &&
    dom.classes(other)[0] === dom.classes(element)[0]
  );
}

/** Returns the texts of a row that not all rows near it have. */
const ownPieces = perCall((row: Element): readonly TextPiece[] => {
  const others = near(row).map((other) => new Set(text.pieces(other).map(({ words }) => words)));
  return text
    .pieces(row)
    .filter(({ words }) => others.length === 0 || others.some((texts) => !texts.has(words)));
});

/** Returns the nearest similar siblings, at most three on each side. */
function near(row: Element): readonly Element[] {
  const found: Element[] = [];
  for (const step of [dom.previous, dom.next]) {
    let other = step(row);
    for (let distance = 0; distance < 3 && isAlike(row, other); distance += 1) {
      found.push(other);
      other = step(other);
    }
  }
  return found;
}

/**
 * Returns the last heading before the element, searched among the preceding siblings of the element and of its
 * ancestors.
 */
export function headingOf(element: Element): string {
  let inner: Element | undefined = element;
  let budget = 200;
  while (inner !== undefined && budget > 0) {
    let before = dom.previous(inner);
    while (before !== undefined && budget > 0) {
      budget -= 1;
      const heading = lastHeading(before);
      if (heading !== '') return heading;
      before = dom.previous(before);
    }
    inner = dom.parent(inner);
    if (inner !== undefined && /^h[1-6]$/.test(dom.tag(inner))) return text.read(inner);
  }
  return '';
}

const lastHeading = perCall((element: Element): string => {
  const isHeading = (tag: Element) => /^h[1-6]$/.test(dom.tag(tag)) && text.isVisible(tag);
  const all = isHeading(element) ? [element] : dom.walk(element, 300).filter(isHeading);
  const last = all.at(-1);
  return last === undefined ? '' : text.read(last);
});
