import { addTo, findLastUpTo, getOrMake } from '../../runtime/collections.ts';
import type { AnswerLeaf } from './answer-leaves.ts';
import { type AnyNode, isTag } from 'domhandler';
import type { EvidenceLine, LineHit } from './index-lines.ts';

/** A value and where it may stand. */
interface ListedValue {
  readonly leaf: AnswerLeaf;
  readonly hits: readonly LineHit[];
}

/** Values in a row that do not stand so by chance: "4, 8, 15", and of words two. */
const fewestInRow = 3;
const fewestWords = 2;
/** What stands between the values of a list in a line, and between the last two. */
const separator = /^[^\p{L}\p{N}\n]{1,4}$/u;
const lastSeparator = /^(?:[^\p{L}\p{N}\n]{1,4}|[^\p{L}\p{N}\n]{0,2} \p{L}{1,4} )$/u;
const longestSeparator = 8;
/** Places of a value that are looked at, and rows that may end at one value: a word may stand on a page thousands of times. */
const maxMarked = 50;
const maxLinks = 200;
const itemPath = /\/\d+$/;

/**
 * The places at which values of one list of the answer stand as in a list of the page: one behind the other in one line, in their
 * order, or as all that elements side by side say.
 */
export function findListRuns(
  values: readonly ListedValue[],
): ReadonlyMap<AnswerLeaf, ReadonlySet<LineHit>> {
  const found = new Map<AnswerLeaf, Set<LineHit>>();
  const indexed = new Map<readonly LineHit[], HitsByLine>();
  const lists = Map.groupBy(
    values.filter(({ leaf }) => itemPath.test(leaf.path)),
    ({ leaf }) => leaf.path.replace(itemPath, ''),
  );
  for (const list of lists.values()) markRuns(list);
  const fields = Map.groupBy(
    values.filter(({ leaf }) => isWord(leaf.value) && toField(leaf) !== leaf.path),
    ({ leaf }) => toField(leaf),
  );
  for (const field of fields.values()) markElements(field);
  return found;

  /** Marks the whole texts of elements side by side, where they hold several values of one field. */
  function markElements(field: readonly ListedValue[]): void {
    const containers = new Map<AnyNode, Map<readonly LineHit[], LineHit[]>>();
    // Equal values have one list of hits, which is looked at once for all of them.
    const equals = Map.groupBy(field, ({ hits }) => hits);
    for (const [hits, [first]] of equals) {
      if (first === undefined) continue;
      for (const hit of hits) {
        const around = isWholeText(hit, first.leaf) ? containerOf(hit.line.content.element) : null;
        if (around === null) continue;
        const texts = getOrMake(containers, around, () => new Map<readonly LineHit[], LineHit[]>());
        addTo(texts, hits, hit, maxMarked);
      }
    }
    const marked = new Map<readonly LineHit[], LineHit[]>();
    for (const texts of containers.values()) {
      if (texts.size < fewestWords) continue;
      for (const [hits, own] of texts) for (const hit of own) addTo(marked, hits, hit, maxMarked);
    }
    for (const [hits, own] of marked) {
      for (const { leaf } of equals.get(hits) ?? [])
        found.set(leaf, new Set([...(found.get(leaf) ?? []), ...own]));
    }
  }

  function markRuns(list: readonly ListedValue[]): void {
    let before: ReadonlyMap<LineHit, Link> = new Map();
    list.forEach((value, at) => {
      const own = new Map<LineHit, Link>();
      for (const hit of value.hits.slice(0, maxMarked))
        if (hit.last === hit.line) own.set(hit, toLink(value, hit));
      const isLast = at === list.length - 1;
      const between = isLast ? lastSeparator : separator;
      const next = getOrMake(indexed, value.hits, () => groupByLine(value.hits));
      for (const [hit, link] of before) {
        const behind = findBehind(hit, next, between);
        if (behind === undefined || own.size >= maxLinks) continue;
        own.set(behind, { ...toLink(value, behind), before: link, length: link.length + 1 });
      }
      for (const link of [...before.values(), ...(isLast ? own.values() : [])]) mark(link);
      before = own;
    });
  }

  /** Marks a run from its end; what is marked already is, with all before it. */
  function mark(end: Link): void {
    const fewest = isWord(end.leaf.value) ? fewestWords : fewestInRow;
    if (end.length < fewest) return;
    for (let at: Link | undefined = end; at !== undefined; at = at.before) {
      const marked = getOrMake(found, at.leaf, () => new Set<LineHit>());
      if (marked.has(at.hit)) return;
      marked.add(at.hit);
    }
  }
}

/** A place in a row of values that ends there. */
interface Link {
  readonly leaf: AnswerLeaf;
  readonly hit: LineHit;
  readonly before?: Link;
  readonly length: number;
}

function toLink({ leaf }: ListedValue, hit: LineHit): Link {
  return { leaf, hit, length: 1 };
}

/** The hits in each line, in ascending order, with where they start. */
type HitsByLine = ReadonlyMap<
  EvidenceLine,
  { readonly hits: readonly LineHit[]; readonly starts: readonly number[] }
>;

function groupByLine(hits: readonly LineHit[]): HitsByLine {
  const lines = new Map<EvidenceLine, LineHit[]>();
  for (const hit of hits) addTo(lines, hit.line, hit);
  return new Map(
    Array.from(lines, ([line, list]) => {
      const ordered = list.toSorted((one, other) => one.start - other.start);
      return [line, { hits: ordered, starts: ordered.map(({ start }) => start) }];
    }),
  );
}

function findBehind(
  { line, end }: LineHit,
  next: HitsByLine,
  between: RegExp,
): LineHit | undefined {
  const list = line.kind === 'text' ? next.get(line) : undefined;
  const hit = list?.hits[findLastUpTo(list.starts, end) + 1];
  if (hit === undefined || hit.start - end > longestSeparator) return undefined;
  return between.test(line.text.slice(end, hit.start)) ? hit : undefined;
}

/** Whether a text may stand on a page for itself: a word, and no sign or number. */
export function isWord(value: AnswerLeaf['value']): boolean {
  return typeof value === 'string' && /\p{L}{3}|[^\p{ASCII}]{2}/u.test(value);
}

/** Whether a text is all that an element of the page says: an item, a cell, a heading, a paragraph. */
export function isWholeText(
  { line, start, end, last, rule }: LineHit,
  { value }: AnswerLeaf,
): boolean {
  if (line.kind !== 'text' || rule !== undefined || last !== line || !isWord(value)) return false;
  const isCell = line.content.kind === 'row';
  const before = line.text.slice(Math.max(0, start - cellBorder.length), start);
  const after = line.text.slice(end);
  return (
    (start === 0 || (isCell && before === cellBorder)) &&
    (after.length <= 1 || (isCell && after.startsWith(cellBorder)))
  );
}

/** Between the cells of a row in one line. */
const cellBorder = ' | ';
const maxWrappers = 4;

/** The element in which others stand beside that of a text. */
function containerOf(element: AnyNode | undefined): AnyNode | null {
  let at: AnyNode | null = element?.parent ?? null;
  for (let depth = 0; at !== null && isTag(at) && depth < maxWrappers; depth += 1) {
    if (hasSeveral(at.children)) break;
    at = at.parent;
  }
  return at;
}

function hasSeveral(children: readonly AnyNode[]): boolean {
  const first = children.findIndex(isTag);
  return children.some((child, at) => at > first && isTag(child));
}

/** A value's path without the numbers of items: values of one field have the same. */
export function toField({ path }: AnswerLeaf): string {
  return path.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}
