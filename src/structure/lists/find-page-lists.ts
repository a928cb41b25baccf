import { elementsWith } from '../fields/find-hint-candidates.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import { foldLabel } from '../analysis/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ListCandidate, ListItem } from './list-candidate.ts';
import { readStep } from './read-step.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/scope.ts';

const labelTags: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 p div span strong b dt legend summary button a label'.split(' '),
);
const maxItems = 300;
const maxItemLength = 2_000;
/** Number of elements after a heading that are searched for its list. */
const maxDistance = 400;
const maxGroups = 400;
/** Trust in a named list in a sidebar. */
const asideTrust = 0.7;
/** Items within elements that carry the name; several such elements as the items; lines of a single one. */
const namedItemsTrust = 0.62;
const namedElementsTrust = 0.6;
const namedLinesTrust = 0.5;
/** Elements that are alike within those that carry the name. */
const namedRowsTrust = 0.61;
/** Trust in a list under a heading, or under another element whose whole text is the name. */
const headedTrust = 0.58;
const labelledTrust = 0.5;
/** Share of the trust for a heading that says more than the name: "How to make the sauce". */
const namedAmongShare = 0.8;
/** Share of the trust for paragraphs under a heading without list items. */
const paragraphShare = 0.9;
/** The rank that a label without a heading has. */
const labelLevel = 7;
/** Characters from which a label heads a list even among other words: "Ingredients for the sauce". */
const minHeadWord = 6;

/** Lists in the page's markup that carry the field's name or stand under its heading. */
export function findPageLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  return [...findNamedLists(plan, scope), ...findHeadedLists(plan, scope)];
}

/** Containers of class "ingredients" with items, or repeated elements of class "ingredient". */
function findNamedLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page } = scope.facts;
  const lists: ListCandidate[] = [];
  const groups = new Map<string, IndexedElement[]>();
  for (const words of plan.tokens) {
    for (const element of elementsWith(words, scope)) {
      const { name, attribs } = element.node;
      const key = `${words.join(' ')}/${name}/${attribs['class'] ?? ''}/${attribs['itemprop'] ?? ''}`;
      const group = groups.get(key);
      if (group !== undefined) group.push(element);
      else if (groups.size < maxGroups) groups.set(key, [element]);
    }
  }
  for (const group of groups.values()) {
    const outer = dropInner(group);
    const first = outer[0];
    if (first === undefined) continue;
    const listed = outer.flatMap((element) => leafItems(page, element, plan.kind === 'steps'));
    // The group holds either the containers of the items or the items themselves.
    if (listed.length >= 2 && holdMost(listed, outer))
      push(lists, plan, scope, toItems(page, listed, plan.kind), namedItemsTrust, first);
    else if (outer.length >= 2)
      push(lists, plan, scope, toItems(page, outer, plan.kind), namedElementsTrust, first);
    else push(lists, plan, scope, toLines(page, outer), namedLinesTrust, first);
    // A step in several blocks would be cut into them.
    if (plan.kind === 'steps' || listed.length >= 2) continue;
    const rows = listRows(page, outer);
    if (rows.length > outer.length)
      push(lists, plan, scope, toItems(page, rows, plan.kind), namedRowsTrust, first);
  }
  return lists;
}

/** The list under a heading that names the field: up to the next heading of its rank. */
function findHeadedLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page, zones } = scope.facts;
  const lists: ListCandidate[] = [];
  for (const heading of page.elements) {
    // Below the title is all of the page.
    if (!labelTags.has(heading.node.name) || heading === zones.mainHeading) continue;
    const label = page.labelOf(heading);
    const level = headingLevel(heading) ?? labelLevel;
    if (label === '' || !isHeadOf(plan, label, level)) continue;
    const { items, paragraphs } = readBelow(page, heading, level, plan.kind === 'steps');
    const share = plan.labels.has(label) ? 1 : namedAmongShare;
    const weight = (level < labelLevel ? headedTrust : labelledTrust) * share;
    if (items.length > 0)
      push(lists, plan, scope, toItems(page, items, plan.kind), weight, heading);
    else push(lists, plan, scope, toLines(page, paragraphs), weight * paragraphShare, heading);
  }
  return lists;
}

function isHeadOf(plan: FieldPlan, label: string, level: number): boolean {
  if (plan.labels.has(label)) return true;
  if (level === labelLevel) return false;
  const words = label.split(/[^\p{L}']+/u);
  if (words.some((word) => word.length >= minHeadWord && plan.labels.has(word))) return true;
  // "How to make pancakes": a label of several words begins the heading.
  return [2, 3].some((count) => plan.labels.has(words.slice(0, count).join(' ')));
}

/** List items and paragraphs between a heading and the next one of its rank, within the part of the page that holds both. */
function readBelow(
  page: PageIndex,
  heading: IndexedElement,
  level: number,
  withHeads: boolean,
): { readonly items: readonly IndexedElement[]; readonly paragraphs: readonly IndexedElement[] } {
  const items: IndexedElement[] = [];
  const paragraphs: IndexedElement[] = [];
  let head: IndexedElement | undefined;
  let stop = Math.min(page.elements.length, heading.end + maxDistance * 3);
  for (let at = heading.end; at < stop; at += 1) {
    const element = page.elements[at];
    if (element === undefined) break;
    const rank = headingLevel(element);
    const found = items.length + paragraphs.length > 0;
    if (rank !== undefined && (rank < level || (rank === level && (found || level > 3)))) break;
    if (rank !== undefined && level === labelLevel && found) break;
    if (!found && at > heading.end + maxDistance) break;
    if (rank !== undefined) head = element;
    const { name } = element.node;
    const isItem = name === 'li' && isLeafItem(page, element);
    if (!isItem && (name !== 'p' || isInside(page, element, 'li'))) continue;
    if (!found) stop = Math.min(stop, endOfCommonPart(page, heading, element));
    if (isItem && withHeads && head !== undefined && isDirectlyAbove(page, head, element))
      items.push(head);
    head = undefined;
    (isItem ? items : paragraphs).push(element);
  }
  return { items, paragraphs };
}

/** The end of the smallest element around two elements, of which the first begins earlier. */
function endOfCommonPart(page: PageIndex, first: IndexedElement, second: IndexedElement): number {
  let around = page.elements[first.parent];
  while (around !== undefined && around.end <= second.position)
    around = page.elements[around.parent];
  return around?.end ?? page.elements.length;
}

function push(
  lists: ListCandidate[],
  plan: FieldPlan,
  scope: Scope,
  items: readonly ListItem[],
  weight: number,
  anchor: IndexedElement,
): void {
  const worded = items.filter(({ text }) => !plan.labels.has(foldLabel(text)));
  // One heading above all items names the whole list, not a section of it.
  const isWhole = worded[0]?.isHead === true && worded.slice(1).every(({ isHead }) => !isHead);
  const kept = isWhole ? worded.slice(1) : worded;
  if (kept.length === 0) return;
  const trust = scope.facts.zones.isAside(anchor) ? asideTrust : 1;
  lists.push({ items: kept, weight: weight * trust, origin: 'hint', element: anchor });
}

/** Returns one item per element; notes beside an ingredient are put in brackets, what stands below a step is left out. */
export function toItems(
  page: PageIndex,
  elements: readonly IndexedElement[],
  kind: FieldPlan['kind'],
): readonly ListItem[] {
  return elements
    .slice(0, maxItems)
    .flatMap((element) =>
      kind === 'steps'
        ? readStep(page, element)
        : [{ text: readItem(page, element), source: { node: element.node } }],
    )
    .filter(({ text }) => text !== '');
}

function readItem(page: PageIndex, element: IndexedElement): string {
  const line = page.lineOf(element, maxItemLength);
  const note = page
    .childrenOf(element)
    .find((child) => page.tokensOf(child).has('notes') || page.tokensOf(child).has('note'));
  const text = note === undefined ? '' : page.lineOf(note, maxItemLength);
  if (text === '' || text.startsWith('(') || text === line || !line.endsWith(text)) return line;
  return `${line.slice(0, -text.length).trimEnd()} (${text})`;
}

/** Returns one item per line, for lists written as paragraphs or as one paragraph with line breaks. */
function toLines(page: PageIndex, elements: readonly IndexedElement[]): readonly ListItem[] {
  return elements
    .flatMap((element) =>
      page.linesOf(element).map((text) => ({ text, source: { node: element.node } })),
    )
    .slice(0, maxItems);
}

/** Whether the items hold most of their containers' text; few items in much text are tips or links beside the steps. */
function holdMost(
  items: readonly IndexedElement[],
  containers: readonly IndexedElement[],
): boolean {
  return lengthOf(items) * 3 >= lengthOf(containers);
}

function lengthOf(elements: readonly IndexedElement[]): number {
  return elements.reduce((sum, { textStart, textEnd }) => sum + textEnd - textStart, 0);
}

/** Returns the children that a template made alike in each container, below wrappers that hold one element alone. */
function listRows(
  page: PageIndex,
  containers: readonly IndexedElement[],
): readonly IndexedElement[] {
  return containers.slice(0, maxItems).flatMap((container) => {
    let children = page.childrenOf(container);
    for (let step = 0; step < 3 && children.length === 1 && children[0] !== undefined; step += 1)
      children = page.childrenOf(children[0]);
    const forms = Map.groupBy(
      children.filter(({ textStart, textEnd }) => textEnd > textStart),
      ({ node }) => `${node.name}.${node.attribs['class'] ?? ''}`,
    );
    const most = [...forms.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
    return most.length >= 2 ? most : [];
  });
}

function dropInner(group: readonly IndexedElement[]): readonly IndexedElement[] {
  const outer: IndexedElement[] = [];
  for (const element of group)
    if (element.position >= (outer.at(-1)?.end ?? 0)) outer.push(element);
  return outer;
}

/** The `<li>` in an element that hold no further list; `withHeads` keeps the headings directly above them. */
export function leafItems(
  page: PageIndex,
  element: IndexedElement,
  withHeads = false,
): readonly IndexedElement[] {
  const items: IndexedElement[] = [];
  let head: IndexedElement | undefined;
  for (let at = element.position; at < element.end && items.length < maxItems; at += 1) {
    const inner = page.elements[at];
    if (inner === undefined) break;
    if (inner.node.name === 'li' && isLeafItem(page, inner)) {
      if (head !== undefined && isDirectlyAbove(page, head, inner)) items.push(head);
      head = undefined;
      items.push(inner);
    } else if (withHeads && headingLevel(inner) !== undefined) head = inner;
  }
  return items;
}

/** Whether no text stands between a heading and the item after it. */
function isDirectlyAbove(page: PageIndex, head: IndexedElement, item: IndexedElement): boolean {
  if (item.position < head.end) return false;
  return page.text.slice(head.textEnd, item.textStart).trim() === '';
}

function isLeafItem(page: PageIndex, item: IndexedElement): boolean {
  const end = Math.min(item.end, item.position + 60);
  for (let at = item.position + 1; at < end; at += 1) {
    if (page.elements[at]?.node.name === 'li') return false;
  }
  return true;
}

function isInside(page: PageIndex, element: IndexedElement, tag: string): boolean {
  let parent = page.elements[element.parent];
  for (let step = 0; step < 4 && parent !== undefined; step += 1) {
    if (parent.node.name === tag) return true;
    parent = page.elements[parent.parent];
  }
  return false;
}
