import { elementsWith } from './find-hint-candidates.ts';
import { headingLevel } from './find-zones.ts';
import { foldLabel } from './fold-label.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';
import type { ListCandidate, ListItem } from './list-candidate.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';

const labelTags: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 p div span strong b dt legend summary button a label'.split(' '),
);
const maxItems = 300;
const maxItemLength = 2_000;
/** Elements behind a heading that are searched for its list. */
const maxDistance = 400;

/** Lists in the page's markup that carry the field's name or stand under its heading. */
export function findPageLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  return [...findNamedLists(plan, scope), ...findHeadedLists(plan, scope)];
}

/** Containers of class "ingredients" with items, or repeated elements of class "ingredient". */
function findNamedLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page, zones } = scope.facts;
  const lists: ListCandidate[] = [];
  const groups = new Map<string, IndexedElement[]>();
  for (const words of plan.tokens) {
    for (const element of elementsWith(words, scope)) {
      const key = `${words.join(' ')}/${element.node.name}/${element.node.attribs['class'] ?? ''}/${element.node.attribs['itemprop'] ?? ''}`;
      groups.set(key, [...(groups.get(key) ?? []), element]);
      if (groups.size > 400) break;
    }
  }
  for (const group of groups.values()) {
    const first = group[0];
    if (first === undefined || zones.isAside(first)) continue;
    const outer = group.filter(
      (element, at) => at === 0 || element.position >= (group[at - 1]?.end ?? 0),
    );
    const listed = outer.flatMap((element) => leafItems(page, element));
    // Either the group are the containers of the items, or the items themselves.
    if (listed.length >= 2) push(lists, page, listed, 0.62, first, plan);
    else if (outer.length >= 2) push(lists, page, outer, 0.6, first, plan);
    else if (listed.length === 0) pushParagraphs(lists, page, first, plan);
  }
  return lists;
}

/** The list under a heading that names the field: up to the next heading of its rank. */
function findHeadedLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page, zones } = scope.facts;
  const lists: ListCandidate[] = [];
  for (const heading of page.elements) {
    if (!labelTags.has(heading.node.name) || zones.isAside(heading)) continue;
    const line = page.lineOf(heading, 60);
    if (line === '' || !plan.labels.has(foldLabel(line))) continue;
    const level = headingLevel(heading) ?? 7;
    const items: IndexedElement[] = [];
    const paragraphs: IndexedElement[] = [];
    const stop = Math.min(page.elements.length, heading.end + maxDistance * 3);
    for (let at = heading.end; at < stop; at += 1) {
      const element = page.elements[at];
      if (element === undefined) break;
      const rank = headingLevel(element);
      if (rank !== undefined && (rank <= level || (items.length > 0 && level === 7))) break;
      if (items.length === 0 && paragraphs.length === 0 && at > heading.end + maxDistance) break;
      if (element.node.name === 'li' && isLeafItem(page, element)) items.push(element);
      else if (element.node.name === 'p' && !isInside(page, element, 'li'))
        paragraphs.push(element);
    }
    const weight = level < 7 ? 0.58 : 0.5;
    if (items.length > 0) push(lists, page, items, weight, heading, plan);
    else if (paragraphs.length > 0 && plan.kind === 'steps')
      push(lists, page, paragraphs, weight * 0.9, heading, plan);
  }
  return lists;
}

function pushParagraphs(
  lists: ListCandidate[],
  page: PageIndex,
  element: IndexedElement,
  plan: FieldPlan,
): void {
  if (plan.kind !== 'steps') return;
  const paragraphs: IndexedElement[] = [];
  for (let at = element.position + 1; at < element.end && paragraphs.length < maxItems; at += 1) {
    const inner = page.elements[at];
    if (inner?.node.name === 'p') paragraphs.push(inner);
  }
  if (paragraphs.length > 0) push(lists, page, paragraphs, 0.5, element, plan);
}

function push(
  lists: ListCandidate[],
  page: PageIndex,
  elements: readonly IndexedElement[],
  weight: number,
  anchor: IndexedElement,
  plan: FieldPlan,
): void {
  const items: ListItem[] = [];
  for (const element of elements.slice(0, maxItems)) {
    const text = page.lineOf(element, maxItemLength);
    if (text === '' || plan.labels.has(foldLabel(text))) continue;
    items.push({ text, source: { node: element.node } });
  }
  if (items.length > 0) lists.push({ items, weight, origin: 'hint', element: anchor });
}

/** The `<li>` below an element that hold no further list. */
function leafItems(page: PageIndex, element: IndexedElement): readonly IndexedElement[] {
  const items: IndexedElement[] = [];
  for (let at = element.position; at < element.end && items.length < maxItems; at += 1) {
    const inner = page.elements[at];
    if (inner?.node.name === 'li' && isLeafItem(page, inner)) items.push(inner);
  }
  return items;
}

function isLeafItem(page: PageIndex, item: IndexedElement): boolean {
  const end = Math.min(item.end, item.position + 60);
  for (let at = item.position + 1; at < end; at += 1)
    if (page.elements[at]?.node.name === 'li') return false;
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
