import { addTo, count, countAll, maxOf, minOf } from '../../runtime/collections.ts';
import { isText } from 'domhandler';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ElementStep } from '../analysis/element-paths.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import { type Block, toBlock } from './block.ts';
import { listLines } from './list-lines.ts';

export interface Repeat {
  /** The elements whose children the blocks are; one, or one for each section. */
  readonly parents: readonly IndexedElement[];
  /** Indexes of the blocks with which a section begins: 0 alone for a list without sections. */
  readonly starts: readonly number[];
  readonly blocks: readonly Block[];
}

const minMembers = 2;
/** Marks of one kind that are kept: one more than records are read, so that a cut is reported. */
const maxMembers = 5_001;
const maxPivots = 40;
const maxLabelPivots = 12;
const minLabels = 3;
/** How often the least distance of a label from the next fits into the largest one, where records begin with it. */
const maxUneven = 2;
/** Texts, links and pictures of what may be a record by itself, for a label and its value are two; and of a record of several. */
const minRichAtoms = 3;
const maxRecordAtoms = 40;
const maxDepth = 256;
/** Share of the blocks behind which loose siblings or breaks must stand for these to belong to the blocks. */
const minGapShare = 0.6;
/** Characters; more text does not increase a region's weight. */
const maxWeighedLength = 200_000;
/** Share of the text of sections that their blocks must hold: cards with lists in them are not sections. */
const minSectionShare = 0.6;

/**
 * Parts that repeat, those with most text first: elements of one path or label are marks, the highest ancestor of one mark a block.
 * O(marks × depth). Inner ones are those of several parents alone, whatever else these stand in.
 */
export function findRepeats(
  page: PageIndex,
  steps: readonly ElementStep[],
  areInner = false,
): readonly Repeat[] {
  const repeats = new Map<string, Repeat>();
  const add = (repeat: Repeat): void => {
    const { blocks } = repeat;
    const key = `${blocks.length}/${blocks[0]?.from}/${blocks.at(-1)?.from}/${blocks.at(-1)?.to}`;
    if (!repeats.has(key)) repeats.set(key, repeat);
  };
  const pivots = listPivots(page, steps);
  const rows = areInner ? [] : pivots.flatMap((pivot) => listRows(page, steps, pivot));
  for (const pivot of [...pivots, ...rows]) {
    for (const repeat of segment(page, steps, pivot, areInner)) add(repeat);
  }
  for (const { parent, blocks } of areInner ? [] : listLines(page))
    add({ parents: [parent], starts: [0], blocks });
  return [...repeats.values()]
    .map((repeat) => ({ repeat, weight: weigh(repeat) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ repeat }) => repeat);
}

/** Parts of one path that a record may have side by side; and records of such parts, at least. */
const maxAlikeParts = 6;
const minRows = 3;

/** The records whose parts are all of one path, as many in each and nothing else: `<li><span>Oak</span> <span>$5</span></li>`. */
function listRows(
  page: PageIndex,
  steps: readonly ElementStep[],
  pivot: readonly IndexedElement[],
): readonly (readonly IndexedElement[])[] {
  const [first] = pivot;
  const parent = page.elements[first?.parent ?? -1];
  if (first === undefined || parent === undefined || parent.node.name === 'tr') return [];
  const parts = page.childrenOf(parent).length;
  if (parts < 2 || parts > maxAlikeParts || pivot.length < minRows * parts) return [];
  if (pivot.length % parts > 0) return [];
  const rows: IndexedElement[] = [];
  const path = steps[parent.position]?.path;
  for (let at = 0; at < pivot.length; at += parts) {
    const row = page.elements[pivot[at]?.parent ?? -1];
    if (row === undefined || steps[row.position]?.path !== path) return [];
    if (pivot[at + parts - 1]?.parent !== row.position || page.childrenOf(row).length !== parts)
      return [];
    rows.push(row);
  }
  return [rows];
}

/** Elements with text of their own or a link, by path; and those with one short text among others of the path. */
function listPivots(
  page: PageIndex,
  steps: readonly ElementStep[],
): readonly (readonly IndexedElement[])[] {
  const groups = new Map<number, IndexedElement[]>();
  for (const element of page.elements) {
    if (!isAtom(element)) continue;
    addTo(groups, steps[element.position]?.path ?? -1, element, maxMembers);
  }
  const kept = [...groups.values()].filter(({ length }) => length >= minMembers);
  const byPath = kept
    .map((group) => ({
      group,
      text: group.reduce((sum, { textStart, textEnd }) => sum + textEnd - textStart, 0),
    }))
    .sort((a, b) => b.text - a.text)
    .slice(0, maxPivots)
    .map(({ group }) => group);
  const byLabel = byPath
    .flatMap((group) => listLabelPivots(page, group))
    .sort((a, b) => b.length - a.length)
    .slice(0, maxLabelPivots);
  return [...byPath, ...byLabel];
}

/**
 * The labels of a group at which records may begin. Where one stands at uneven places among things that are records themselves, or
 * far apart, as "sold out" does among cards, it begins nothing: each such list would be all cards again, by the dozen.
 */
function listLabelPivots(
  page: PageIndex,
  group: readonly IndexedElement[],
): readonly (readonly IndexedElement[])[] {
  const labels = groupByLabel(page, group);
  if (labels.length === 0) return labels;
  const atoms = countUsualAtoms(page, findRoots(page, group));
  if (atoms < minRichAtoms) return labels;
  const places = new Map(group.map((element, at) => [element, at]));
  return labels.filter((label) => {
    const own = label.map((member) => places.get(member) ?? 0);
    const gaps = own.slice(1).map((place, at) => place - (own[at] ?? 0));
    const most = maxOf(gaps);
    return most <= maxUneven * minOf(gaps) && most * atoms <= maxRecordAtoms;
  });
}

/** Texts, links and pictures of the middle one of some elements, up to as many as a record has. */
function countUsualAtoms(page: PageIndex, roots: readonly IndexedElement[]): number {
  const counts = roots.map(({ position, end }) => {
    let atoms = 0;
    for (let at = position; at < end && atoms < maxRecordAtoms; at += 1) {
      const element = page.elements[at];
      if (element !== undefined && isAtom(element)) atoms += 1;
    }
    return atoms;
  });
  return counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0;
}

function groupByLabel(
  page: PageIndex,
  group: readonly IndexedElement[],
): readonly (readonly IndexedElement[])[] {
  const labels = new Map<string, IndexedElement[]>();
  for (const element of group) {
    const label = page.labelOf(element);
    if (/\p{L}/u.test(label)) addTo(labels, label, element);
  }
  const frequent = [...labels.values()].filter(
    ({ length }) => length >= minLabels && length * 2 <= group.length,
  );
  return frequent.length > 0 ? frequent : groupByLead(page, group);
}

/** What parts a label from the value behind it in one text: "Size: 20 m²". */
const leadEnd = /[:：]\s/u;

/** The elements of a group by their text, or the label that it begins with, where all are said as often, as those of records are. */
function groupByLead(
  page: PageIndex,
  group: readonly IndexedElement[],
): readonly (readonly IndexedElement[])[] {
  const leads = new Map<string, IndexedElement[]>();
  let end = 0;
  for (const element of group) {
    // A label in bold stands in the line of its path.
    if (element.position < end) continue;
    ({ end } = element);
    const [lead = ''] = page.labelOf(element).split(leadEnd);
    if (!/\p{L}/u.test(lead)) return [];
    addTo(leads, lead, element);
  }
  const found = [...leads.values()];
  const isEven = found.every(({ length }) => length >= minMembers && length === found[0]?.length);
  return found.length > 1 && isEven ? found : [];
}

/** Whether an element has text of its own, or is a link, a picture or a time. */
export function isAtom(element: IndexedElement): boolean {
  const { name } = element.node;
  return name === 'a' || name === 'img' || name === 'time' || hasOwnText(element);
}

/** The first link among an element and those in it, at most `most`. */
export function findLink(
  page: PageIndex,
  { position, end }: IndexedElement,
  most: number,
): IndexedElement | undefined {
  const inner = page.elements.slice(position, Math.min(end, position + most));
  return inner.find(({ node }) => node.name === 'a' && node.attribs['href'] !== undefined);
}

export function hasOwnText({ node }: IndexedElement): boolean {
  return node.children.some((child) => isText(child) && child.data.trim() !== '');
}

function segment(
  page: PageIndex,
  steps: readonly ElementStep[],
  pivot: readonly IndexedElement[],
  areInner: boolean,
): readonly Repeat[] {
  const byParent = new Map<number, number[]>();
  for (const root of findRoots(page, pivot)) {
    if (byParent.get(root.parent)?.at(-1) !== root.position)
      addTo(byParent, root.parent, root.position);
  }
  const repeats: Repeat[] = [];
  const sections: Repeat[] = [];
  for (const [parentAt, roots] of byParent) {
    const parent = page.elements[parentAt];
    if (parent === undefined || parent.node.name === 'tr') continue;
    const blocks = toBlocks(page, parent, roots);
    const repeat = { parents: [parent], starts: listHeaded(page, blocks), blocks };
    sections.push(repeat);
    if (roots.length >= minMembers && !areInner) repeats.push(repeat);
  }
  const kind = steps[sections[0]?.blocks[0]?.start ?? -1]?.path;
  const alike = sections.filter(({ blocks }) => steps[blocks[0]?.start ?? -1]?.path === kind);
  if (alike.length > 1 && (areInner || holdSections(page, alike))) {
    const begins = listStarts(alike.map(({ blocks }) => blocks.length));
    repeats.push({
      parents: alike.flatMap(({ parents }) => parents),
      starts: alike.flatMap(({ starts }, at) => starts.map((start) => (begins[at] ?? 0) + start)),
      blocks: alike.flatMap(({ blocks }) => blocks),
    });
  }
  return repeats;
}

/** The blocks with which a part of a list begins: the first, and those behind a heading beside them. */
function listHeaded(page: PageIndex, blocks: readonly Block[]): readonly number[] {
  return blocks.flatMap(({ start }, at) => {
    const before = blocks[at - 1];
    if (before === undefined) return 0;
    for (let next = before.end; next < start;) {
      const sibling = page.elements[next];
      if (sibling === undefined) break;
      if (headingLevel(sibling) !== undefined) return at;
      next = sibling.end;
    }
    return [];
  });
}

/** Where each of several lists begins in all of them together. */
export function listStarts(lengths: readonly number[]): readonly number[] {
  let start = 0;
  return lengths.map((length) => (start += length) - length);
}

/** The highest ancestor of each mark that holds no other; at most as far above as that of most marks. */
function findRoots(page: PageIndex, pivot: readonly IndexedElement[]): readonly IndexedElement[] {
  const counts = countBelow(page, pivot);
  const ways = pivot.map((member) => {
    const way = [member];
    let top = member;
    while (way.length < maxDepth && counts.get(top.parent) === 1) {
      top = page.elements[top.parent] ?? top;
      way.push(top);
    }
    return way;
  });
  const heights = countAll(ways.map(({ length }) => length));
  const usual = [...heights].reduce((best, next) => (next[1] > best[1] ? next : best), [1, 0]);
  return ways.flatMap((way, at) => way[Math.min(way.length, usual[0]) - 1] ?? pivot[at] ?? []);
}

function countBelow(
  page: PageIndex,
  members: readonly IndexedElement[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const member of members)
    for (const { position } of page.around(member, maxDepth)) count(counts, position);
  return counts;
}

/** Whether elements around the blocks of several parents are little more than these blocks, as sections are. */
function holdSections(page: PageIndex, sections: readonly Repeat[]): boolean {
  const parents = sections.flatMap((section) => section.parents);
  const counts = countBelow(page, parents);
  let inside = 0;
  let around = 0;
  sections.forEach(({ blocks }, at) => {
    let outer = parents[at];
    for (let depth = 0; outer !== undefined && depth < maxDepth; depth += 1) {
      const above = page.elements[outer.parent];
      if (above === undefined || counts.get(above.position) !== 1) break;
      outer = above;
    }
    inside += blocks.reduce((sum, { from, to }) => sum + to - from, 0);
    around += (outer?.textEnd ?? 0) - (outer?.textStart ?? 0);
  });
  return inside >= around * minSectionShare;
}

/** Each root alone; with the loose siblings up to the next root where these carry text. */
function toBlocks(
  page: PageIndex,
  parent: IndexedElement,
  roots: readonly number[],
): readonly Block[] {
  const elements = roots.flatMap((at) => page.elements[at] ?? []);
  const whole = elements.map(toBlock);
  const gaps = whole.slice(1).filter(({ from }, at) => hasText(page, whole[at]?.to ?? from, from));
  if (whole.length < 2 || gaps.length < (whole.length - 1) * minGapShare) return whole;
  const starts = findStarts(page, parent, elements);
  const lengths = starts.slice(1).map((start, at) => ({
    text: start.from - (starts[at]?.from ?? 0),
    elements: start.start - (starts[at]?.start ?? 0),
  }));
  const longest = maxOf(lengths.map(({ text }) => text));
  const most = maxOf(lengths.map((length) => length.elements));
  return starts.map(({ start, from }, at) => {
    const next = starts[at + 1];
    const root = whole[at];
    // The last block is at most as long as the longest other one: other content may follow it.
    return {
      start,
      from,
      end: next?.start ?? Math.min(parent.end, Math.max(root?.end ?? start, start + most)),
      to: next?.from ?? Math.min(parent.textEnd, Math.max(root?.to ?? from, from + longest)),
    };
  });
}

/** Where each block begins: behind the last break before its root when breaks part most of them, else at its root. */
function findStarts(
  page: PageIndex,
  parent: IndexedElement,
  roots: readonly IndexedElement[],
): readonly { readonly start: number; readonly from: number }[] {
  const breaks = roots.map((root, at) => {
    const before = roots[at - 1];
    return findBreak(page, before?.end ?? parent.position + 1, root);
  });
  const found = breaks.slice(1).filter((place) => place !== undefined).length;
  const isParted = found >= (roots.length - 1) * minGapShare;
  return roots.map((root, at) => {
    const place = isParted ? breaks[at] : undefined;
    if (place === undefined) return { start: root.position, from: root.textStart };
    // A heading belongs to what follows it.
    return headingLevel(place) === undefined
      ? { start: place.end, from: place.textEnd }
      : { start: place.position, from: place.textStart };
  });
}

/** The last rule, heading or empty line among the siblings from a position to a root. */
function findBreak(
  page: PageIndex,
  from: number,
  root: IndexedElement,
): IndexedElement | undefined {
  let found: IndexedElement | undefined;
  let previous: IndexedElement | undefined;
  for (let at = from; at < root.position;) {
    const sibling = page.elements[at];
    if (sibling === undefined) break;
    const { name } = sibling.node;
    const isSecondBreak =
      name === 'br' &&
      previous?.node.name === 'br' &&
      !hasText(page, previous.textEnd, sibling.textStart);
    if (name === 'hr' || headingLevel(sibling) !== undefined || isSecondBreak) found = sibling;
    previous = sibling;
    at = sibling.end;
  }
  return found;
}

function hasText(page: PageIndex, from: number, to: number): boolean {
  return /[\p{L}\p{N}]/u.test(page.text.slice(from, to));
}

function weigh({ blocks }: Repeat): number {
  const text = blocks.reduce((sum, { from, to }) => sum + to - from, 0);
  return Math.min(text, maxWeighedLength) * Math.log2(1 + blocks.length);
}
