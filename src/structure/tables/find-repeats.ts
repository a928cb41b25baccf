import { isText } from 'domhandler';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { splitWords } from '../analysis/fold-label.ts';

/** A part of the page in which elements of one kind follow each other; each record is a range of positions. */
export interface Repeat {
  readonly parent: IndexedElement;
  readonly records: readonly { readonly start: number; readonly end: number }[];
}

const formattingTags: ReadonlySet<string> = new Set(
  'b i em strong font span tbody u small'.split(' '),
);
/** Classes that differ between the items of one list and do not identify the kind of item. */
const stateClass = /^(?:odd|even|active|first|last|current|selected|open|\d+)$|\d{3,}/;
const minMembers = 2;
const maxMembers = 3_000;
/** Kinds of elements tried as the mark of a record, most text first. */
const maxPivots = 40;
const maxRepeats = 12;
const maxDepth = 256;
/** Share of the records behind which loose siblings must stand for these to be parts of the records. */
const minGapShare = 0.6;
/** Characters; more text does not increase a region's weight. */
const maxWeighedLength = 200_000;

/**
 * Parts of the page that repeat: elements of one path through the tree are marks, the highest ancestor that holds a
 * single mark is a record; marks among loose siblings cut them into runs. O(marks × depth).
 */
export function findRepeats(page: PageIndex): readonly Repeat[] {
  const repeats = new Map<string, Repeat>();
  for (const pivot of listPivots(page)) {
    for (const repeat of segment(page, pivot)) {
      const key = `${repeat.records.length}/${repeat.records[0]?.start}/${repeat.records.at(-1)?.start}`;
      if (!repeats.has(key)) repeats.set(key, repeat);
    }
  }
  return [...repeats.values()]
    .map((repeat) => ({ repeat, weight: weigh(page, repeat) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxRepeats)
    .map(({ repeat }) => repeat);
}

/** Elements with text of their own or a link, by path; the groups with most text. */
function listPivots(page: PageIndex): readonly (readonly IndexedElement[])[] {
  const ids = new Map<string, number>();
  const paths: number[] = [];
  const groups = new Map<number, IndexedElement[]>();
  for (const element of page.elements) {
    const parent = paths[element.parent] ?? -1;
    const key = `${parent}/${toStep(element)}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = ids.size;
      ids.set(key, id);
    }
    paths.push(
      formattingTags.has(element.node.name) && !element.node.attribs['class'] ? parent : id,
    );
    if (!isAtom(element)) continue;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [element]);
    else if (group.length <= maxMembers) group.push(element);
  }
  return [...groups.values()]
    .filter(({ length }) => length >= minMembers && length <= maxMembers)
    .map((group) => ({
      group,
      text: group.reduce((sum, { textStart, textEnd }) => sum + textEnd - textStart, 0),
    }))
    .sort((a, b) => b.text - a.text)
    .slice(0, maxPivots)
    .map(({ group }) => group);
}

/** Tag and lasting classes. */
export function toStep(element: IndexedElement): string {
  const classes = (element.node.attribs['class'] ?? '')
    .split(/\s+/)
    .filter((name) => !stateClass.test(name));
  return [element.node.name, ...classes.slice(0, 2)].join('.');
}

/** Whether an element has text of its own, or is a link, a picture or a time. */
export function isAtom({ node }: IndexedElement): boolean {
  if (node.name === 'a' || node.name === 'img' || node.name === 'time') return true;
  return node.children.some((child) => isText(child) && child.data.trim() !== '');
}

function segment(page: PageIndex, pivot: readonly IndexedElement[]): readonly Repeat[] {
  const counts = new Map<number, number>();
  for (const member of pivot) {
    let at = member.position;
    for (let depth = 0; at >= 0 && depth < maxDepth; depth += 1) {
      counts.set(at, (counts.get(at) ?? 0) + 1);
      at = page.elements[at]?.parent ?? -1;
    }
  }
  const byParent = new Map<number, number[]>();
  for (const member of pivot) {
    let root = member;
    for (let depth = 0; depth < maxDepth && counts.get(root.parent) === 1; depth += 1) {
      root = page.elements[root.parent] ?? root;
    }
    const siblings = byParent.get(root.parent);
    if (siblings === undefined) byParent.set(root.parent, [root.position]);
    else siblings.push(root.position);
  }
  const repeats: Repeat[] = [];
  for (const [parentAt, roots] of byParent) {
    const parent = page.elements[parentAt];
    if (parent === undefined || roots.length < minMembers || parent.node.name === 'tr') continue;
    repeats.push({ parent, records: toRecords(page, parent, roots) });
  }
  return repeats;
}

/** Each root alone, or with the loose siblings up to the next root where these carry text. */
function toRecords(
  page: PageIndex,
  parent: IndexedElement,
  roots: readonly number[],
): Repeat['records'] {
  const whole = roots.map((start) => ({ start, end: page.elements[start]?.end ?? start + 1 }));
  const gaps = whole
    .slice(0, -1)
    .filter(({ end }, at) => (whole[at + 1]?.start ?? end) > end).length;
  if (gaps < (whole.length - 1) * minGapShare) return whole;
  const lengths = whole
    .slice(0, -1)
    .map(({ start }, at) => (whole[at + 1]?.start ?? start) - start);
  const longest = Math.max(...lengths);
  return whole.map(({ start, end }, at) => ({
    start,
    // The last record is at most as long as the longest other one: other content may follow it.
    end: whole[at + 1]?.start ?? Math.min(parent.end, Math.max(end, start + longest)),
  }));
}

/** Regions with much text in many records first. */
function weigh(page: PageIndex, { records }: Repeat): number {
  let text = 0;
  for (const { start, end } of records) {
    const from = page.elements[start]?.textStart ?? 0;
    text += (page.elements[end - 1]?.textEnd ?? from) - from;
  }
  return Math.min(text, maxWeighedLength) * Math.log2(1 + records.length);
}

/** Words of an element's tag and classes, for matching with field names. */
export function describeElement(page: PageIndex, element: IndexedElement): readonly string[] {
  const { name } = element.node;
  const words = [...page.tokensOf(element)];
  if (/^h[1-6]$/.test(name)) words.push('title', 'name', 'heading');
  if (name === 'time') words.push('date', 'time');
  if (name === 'img') words.push('image');
  if (name === 'strong' || name === 'b') words.push('bold');
  return words.flatMap((word) => splitWords(word));
}
