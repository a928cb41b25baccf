import { count, findLastUpTo, getOrMake, maxOf, minOf } from '../../runtime/collections.ts';
import type { ContentBlock } from '../../page/content/content-block.ts';
import type { AnswerLeaf, AnswerRecord } from './answer-leaves.ts';
import type { LineHit } from './index-lines.ts';
import { findListRuns, isWholeText, isWord, toField } from './find-list-runs.ts';
import type { Namer } from './create-namer.ts';

/** A value with the places where it may stand. */
export interface Candidates {
  readonly leaf: AnswerLeaf;
  /** One list for all equal values: what is asked of it for each is worked out once. */
  readonly hits: readonly LineHit[];
  readonly isDistinctive: boolean;
  readonly isCommon: boolean;
  readonly isSelfEvident: boolean;
  /** Those of the hits at which the extractor says that it read the value. */
  readonly known: ReadonlySet<LineHit>;
}

/** Blocks around a record's other values in which a value that may be there by chance is taken for its own. */
const reach = 6;
/** Values of a record that are held against each other, and places of each. */
const maxAnchors = 12;
const maxAnchorHits = 50;

/**
 * What a place of a value counts, in points, set by hand. Behind each: the share of right places where it is left out, of 1,104
 * values on 24 sites (`bench/evidence.ts --every 24`), .990 with all of them. What is within .002 of that settles few places
 * there; the tests beside this file say which.
 */
const points = {
  /** Outweighs the rest. Without a measurement: the bench reads no values. */
  known: 64,
  /** What people can find comes before what the page says to programs: .980 where it counts as the next one. */
  shownTelling: 16,
  /** .930 without this and the one above. */
  shown: 8,
  /** A short number is at its name or nowhere: .991. */
  namedCommon: 12,
  /** .990 */
  named: 4,
  /** .992: with the offset and the distance it says the same twice. */
  inRecord: 6,
  /** .977 */
  atUsualOffset: 3,
  /** As in a record: values of a list hold each other. */
  inRow: 6,
  /** .990, as each of the next ones. */
  atAnchor: 2,
  copied: 2,
  inOneLine: 1,
  wholeLine: 1,
} as const;
/** Blocks from the record's anchor that cost a point (.990 where none do), and blocks from which on more of them cost nothing. */
const blocksPerPoint = 50;
const mostBlocks = 100;

/** What a block costs as the anchor of a record: blocks to each other value, at most so many. */
const maxValueCost = 200;
/** Of blocks that cost the same the next one behind the record before counts: records stand in the order of the list. */
const orderCostPerBlock = 1 / 10_000;
const maxOrderCost = 0.4;
const wrongOrderCost = 0.5;

/** Chooses each value's place: near its record's other values, named, shown; what may be there by chance gets none. */
export function placeValues(
  values: readonly Candidates[],
  isNamed: Namer,
): ReadonlyMap<AnswerLeaf, LineHit> {
  const lists = new Map<readonly LineHit[], Places>();
  const placed = values.map((value) => ({
    ...value,
    places: getOrMake(lists, value.hits, () => orderPlaces(value.hits)),
  }));
  const sharing = new Map<readonly LineHit[], number>();
  for (const { hits } of values) count(sharing, hits);
  const namers = new Map<readonly LineHit[], Namer>();
  const findNamer = ({ hits }: Candidates): Namer =>
    sharing.get(hits) === 1 ? isNamed : getOrMake(namers, hits, () => rememberNames(isNamed));
  const records = Map.groupBy(placed, ({ leaf }) => leaf.record);
  const siblings = new Map<AnswerRecord | undefined, number>();
  for (const { parent } of records.keys()) count(siblings, parent);
  const isListed = ({ parent }: AnswerRecord): boolean => siblings.get(parent) !== 1;
  const anchors = new Map<AnswerRecord, Anchor>();
  let last = -1;
  for (const [record, members] of records) {
    const anchor = findAnchor(members, { after: last, isListed: isListed(record), isNamed });
    if (anchor === undefined) continue;
    anchors.set(record, anchor);
    last = anchor.block;
  }
  for (const [record, anchor] of findRowsBeside(records, anchors)) anchors.set(record, anchor);
  const spans = findSpans(anchors);
  const rows = findListRuns(values);
  const offsets = findUsualOffsets(records, spans);
  const chosen = new Map<AnswerLeaf, LineHit>();
  for (const [record, members] of records) {
    const span = findSpan(record, spans);
    // A value of one of several records, of which no other value is near, has to say itself where it is from.
    const isLost = isListed(record) && !spans.has(record);
    for (const member of members) {
      const isDistinctive = member.isDistinctive && (!isLost || member.isSelfEvident);
      const offset = offsets.get(toField(member.leaf));
      const inRow = rows.get(member.leaf);
      const hit = choose({ ...member, isDistinctive, inRow }, span, offset, findNamer(member));
      if (hit !== undefined) chosen.set(member.leaf, hit);
    }
  }
  return chosen;
}

/** Asks about each place of equal values once: a page's "more" stands there thousands of times, and so does the answer's. */
function rememberNames(isNamed: Namer): Namer {
  const known = new Map<string, Map<LineHit, boolean>>();
  return (hit, leaf) => {
    const places = getOrMake(known, leaf.name, () => new Map<LineHit, boolean>());
    return getOrMake(places, hit, () => isNamed(hit, leaf));
  };
}

interface PlacedValue extends Candidates {
  readonly places: Places;
  /** Those of the hits at which other values of its list stand beside it. */
  readonly inRow?: ReadonlySet<LineHit> | undefined;
}

/** The places of a value by their blocks, so that a record looks at those near it alone. */
interface Places {
  /** The hits with their blocks, ascending. */
  readonly ordered: readonly LineHit[];
  readonly blocks: readonly number[];
  readonly shown: readonly LineHit[];
  readonly headings: ReadonlySet<ContentBlock>;
  readonly isInTitle: boolean;
  /** The hit that counts most by itself. */
  readonly best: LineHit | undefined;
}

function orderPlaces(hits: readonly LineHit[]): Places {
  const ordered = hits.toSorted((one, other) => one.line.block - other.line.block);
  // What people see comes first whether the value tells or not.
  const scores = new Map(hits.map((hit) => [hit, scoreAlone(hit, true)]));
  const most = maxOf(scores.values());
  return {
    ordered,
    blocks: ordered.map(({ line }) => line.block),
    shown: hits.filter(isShown),
    headings: new Set(hits.map(({ line }) => line.content)),
    isInTitle: hits.some(isInTitle),
    best: hits.find((hit) => scores.get(hit) === most),
  };
}

/** The hits in blocks from one to another. */
function listWithin({ ordered, blocks }: Places, { from, to }: BlockRange): readonly LineHit[] {
  const start = findLastUpTo(blocks, from - 1) + 1;
  return ordered.slice(start, findLastUpTo(blocks, to) + 1);
}

function around(block: number, distance: number): BlockRange {
  return { from: block - distance, to: block + distance };
}

interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** The place of a record: the block where its rarest values are nearest to each other. */
interface Anchor {
  readonly block: number;
  readonly first: number;
  readonly last: number;
  readonly content: ContentBlock;
}

/** Blocks of a record, between those of the record before it and the one behind it. */
interface Span extends BlockRange {
  readonly anchor: Anchor;
  /** Whether the record is one of several, which leave little room for other things between them. */
  readonly isListed: boolean;
}

interface AnchorContext {
  /** Block of the record before. */
  readonly after: number;
  readonly isListed: boolean;
  readonly isNamed: Namer;
}

function findAnchor(
  members: readonly PlacedValue[],
  { after, isListed, isNamed }: AnchorContext,
): Anchor | undefined {
  const found = members
    .filter(({ hits }) => hits.length > 0)
    .toSorted((one, other) => one.hits.length - other.hits.length);
  const telling = found
    .filter(({ isDistinctive }) => isDistinctive)
    .toSorted((one, other) => Number(other.isSelfEvident) - Number(one.isSelfEvident));
  const [rarest, ...others] = (telling.length > 0 ? telling : found).slice(0, maxAnchors);
  if (rarest === undefined) return undefined;
  let best: LineHit | undefined;
  let least = Number.POSITIVE_INFINITY;
  const { shown } = rarest.places;
  for (const hit of (shown.length > 0 ? shown : rarest.hits).slice(0, maxAnchorHits)) {
    const { block } = hit.line;
    let cost = 0;
    for (const other of others)
      cost += Math.min(nearest(other.places, block).distance, maxValueCost);
    const isBehind = block > after;
    cost += isBehind ? Math.min((block - after) * orderCostPerBlock, maxOrderCost) : wrongOrderCost;
    if (cost < least) [best, least] = [hit, cost];
  }
  if (best === undefined) return undefined;
  const { block, content } = best.line;
  const near = others
    .map(({ places }) => nearest(places, block))
    .filter(({ distance }) => distance <= reach * 2)
    .map(({ at }) => at);
  const anchor = {
    block,
    content,
    first: minOf(near, block),
    last: maxOf(near, block),
  };
  if (telling.length > 0 && (!isListed || rarest.isSelfEvident)) return anchor;
  const isFound =
    isCorroborated(members, anchor, telling.length > 0) || isNamedCard(members, block, isNamed);
  return isFound ? anchor : undefined;
}

/**
 * The places of records of which one value is found and does not tell, where it begins an item, a card or a row beside those of
 * other records of the list: one wrong price does not make the name wrong.
 */
function findRowsBeside(
  records: ReadonlyMap<AnswerRecord, readonly PlacedValue[]>,
  anchors: ReadonlyMap<AnswerRecord, Anchor>,
): ReadonlyMap<AnswerRecord, Anchor> {
  const found = new Map<AnswerRecord, Anchor>();
  const taken = new Set(Array.from(anchors.values(), ({ block }) => block));
  const parents = new Map<AnswerRecord | undefined, Set<unknown>>();
  for (const [{ parent }, { content }] of anchors) {
    const around = content.element?.parent;
    if (around) getOrMake(parents, parent, () => new Set()).add(around);
  }
  for (const [record, members] of records) {
    const around = anchors.has(record) ? undefined : parents.get(record.parent);
    if (around === undefined) continue;
    const hit = members
      .filter(({ leaf }) => isWord(leaf.value))
      .flatMap(({ places }) => places.shown.slice(0, maxAnchorHits))
      .find(
        ({ line, start }) =>
          start === 0 && !taken.has(line.block) && around.has(line.content.element?.parent),
      );
    if (hit === undefined) continue;
    const { block, content } = hit.line;
    taken.add(block);
    found.set(record, { block, content, first: block, last: block });
  }
  return found;
}

/** Whether all values of a record stand side by side, one of them under its name: the heading of a card and the price below it. */
function isNamedCard(members: readonly PlacedValue[], block: number, isNamed: Namer): boolean {
  const near = members.map((member) => ({
    member,
    hits: listWithin(member.places, around(block, members.length)).slice(0, maxAnchorHits),
  }));
  return (
    members.length > 1 &&
    near.every(({ hits }) => hits.length > 0) &&
    members.some((own) => !own.isCommon) &&
    near.some(({ member, hits }) => hits.some((hit) => isNamed(hit, member.leaf)))
  );
}

/** Whether most values of a record are near a place; where each may be there by chance, in one line, and not numbers alone. */
function isCorroborated(
  members: readonly PlacedValue[],
  { block, first, last }: Anchor,
  isDistinctive: boolean,
): boolean {
  if (members.length === 1) return isDistinctive;
  const [from, to] = isDistinctive ? [first - reach, last + reach] : [block, block];
  const near = members.filter(({ places }) => listWithin(places, { from, to }).length > 0);
  return near.length * 2 >= members.length && near.length > 1 && near.some((own) => !own.isCommon);
}

/** The nearest of a value's blocks, of two that are as near the one before. */
function nearest({ blocks }: Places, block: number): Nearest {
  const behind = findLastUpTo(blocks, block - 1) + 1;
  const after = blocks[behind] ?? Number.POSITIVE_INFINITY;
  const before = blocks[behind - 1] ?? Number.NEGATIVE_INFINITY;
  if (after - block < block - before) return { distance: after - block, at: after };
  return { distance: block - before, at: before };
}

interface Nearest {
  readonly distance: number;
  readonly at: number;
}

/** The blocks that belong to each record: up to the records before and behind it. */
function findSpans(anchors: ReadonlyMap<AnswerRecord, Anchor>): ReadonlyMap<AnswerRecord, Span> {
  const spans = new Map<AnswerRecord, Span>();
  for (const list of Map.groupBy(anchors, ([record]) => record.parent).values()) {
    list.sort(([, one], [, other]) => one.block - other.block);
    const ranges = list.map(([, { first, last }]) => ({ first, last }));
    const before = listBefore(ranges);
    const behind = listBefore(ranges.map(mirror).toReversed()).toReversed();
    list.forEach(([record, anchor], at) => {
      spans.set(record, {
        anchor,
        from: Math.max(anchor.first - reach, (before[at] ?? Number.NEGATIVE_INFINITY) + 1),
        to: Math.min(anchor.last + reach, -(behind[at] ?? Number.NEGATIVE_INFINITY) - 1),
        isListed: list.length > 1,
      });
    });
  }
  return spans;
}

interface AnchorRange {
  readonly first: number;
  readonly last: number;
}

/** From the other end, so that what is behind a record is before it. */
function mirror({ first, last }: AnchorRange): AnchorRange {
  return { first: -last, last: -first };
}

/** For each record where the last one before it ends that does not reach into it; `undefined` where none does. */
function listBefore(ranges: readonly AnchorRange[]): readonly (number | undefined)[] {
  // A later end that is no higher hides those before it, so that what is left ascends.
  const open: number[] = [];
  return ranges.map(({ first, last }) => {
    const found = open[findLastUpTo(open, first - 1)];
    open.splice(findLastUpTo(open, last - 1) + 1);
    open.push(last);
    return found;
  });
}

/** The span of a record, or of the nearest one around it that has one. */
function findSpan(record: AnswerRecord, spans: ReadonlyMap<AnswerRecord, Span>): Span | undefined {
  for (let at: AnswerRecord | undefined = record; at !== undefined; at = at.parent) {
    const span = spans.get(at);
    if (span !== undefined) return span;
  }
  return undefined;
}

/** How far from its record's anchor each field mostly stands, by the values that have one place only. */
function findUsualOffsets(
  records: ReadonlyMap<AnswerRecord, readonly PlacedValue[]>,
  spans: ReadonlyMap<AnswerRecord, Span>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, Map<number, number>>();
  for (const [record, members] of records) {
    const span = spans.get(record);
    if (span === undefined) continue;
    for (const { leaf, places } of members) {
      const [only, another] = listWithin(places, span).filter(isShown);
      if (only === undefined || another !== undefined) continue;
      const offsets = getOrMake(counts, toField(leaf), () => new Map<number, number>());
      count(offsets, only.line.block - span.anchor.block);
    }
  }
  const usual = new Map<string, number>();
  for (const [field, offsets] of counts) {
    const [most] = [...offsets].toSorted(([, one], [, other]) => other - one);
    if (most !== undefined && most[1] > 1) usual.set(field, most[0]);
  }
  return usual;
}

function choose(
  value: PlacedValue,
  span: Span | undefined,
  usualOffset: number | undefined,
  isNamed: Namer,
): LineHit | undefined {
  const { leaf, isDistinctive, isCommon, known, inRow } = value;
  let best: { readonly hit: LineHit; readonly score: number } | undefined;
  let isAccepted = isDistinctive || known.size > 0 || inRow !== undefined || isHeading(value, span);
  // Yes and no stand near anything.
  const canBeNear = typeof leaf.value !== 'boolean';
  let looks = 0;
  for (const hit of listLikely(value, span)) {
    const within = span !== undefined && isWithin(hit, span);
    // Of the many places of a short value those near the record are looked at first and last.
    const named =
      (within || (looks += 1) <= maxAnchorHits) && (hit.naming === 'own' || isNamed(hit, leaf));
    if (hit.naming === 'needed' && !named && !known.has(hit)) continue;
    isAccepted ||= named || (within && canBeNear && (!isCommon || span.isListed));
    isAccepted ||= isParagraph(hit) && isWholeText(hit, leaf);
    let score = scoreAlone(hit, isDistinctive);
    if (known.has(hit)) score += points.known;
    if (named) score += isCommon ? points.namedCommon : points.named;
    if (within) score += points.inRecord;
    if (inRow?.has(hit) === true) score += points.inRow;
    if (span !== undefined) {
      const offset = hit.line.block - span.anchor.block;
      if (offset === 0) score += points.atAnchor;
      if (offset === usualOffset) score += points.atUsualOffset;
      score -= Math.min(Math.abs(offset), mostBlocks) / blocksPerPoint;
    }
    if (best === undefined || score > best.score) best = { hit, score };
  }
  return isAccepted ? best?.hit : undefined;
}

/** The hits of which one counts most, in order: those near, those whose names are looked at, and of all others the best. */
function listLikely(
  { hits, places, known, inRow }: PlacedValue,
  span: Span | undefined,
): ReadonlySet<LineHit> {
  const near = span === undefined ? [] : listWithin(places, around(span.anchor.block, mostBlocks));
  const first = hits.slice(0, maxAnchorHits + near.length);
  const best = places.best === undefined ? [] : [places.best];
  return new Set([...first, ...near, ...best, ...known, ...(inRow ?? [])]);
}

/** What a place counts by itself, wherever its record is. */
function scoreAlone(hit: LineHit, isDistinctive: boolean): number {
  let score = 0;
  if (isShown(hit)) score += isDistinctive ? points.shownTelling : points.shown;
  if (hit.rule === undefined) score += points.copied;
  if (hit.last === hit.line) score += points.inOneLine;
  if (hit.start === 0 && hit.end === hit.line.text.length) score += points.wholeLine;
  return score;
}

/** Whether a text stands in what the page is called, or in a heading above the record. */
function isHeading({ leaf: { value }, places }: PlacedValue, span: Span | undefined): boolean {
  if (!isWord(value)) return false;
  if (places.isInTitle) return true;
  for (let at = span?.anchor.content.heading; at !== undefined; at = at.heading) {
    if (places.headings.has(at)) return true;
  }
  return false;
}

/** Whether a place is in a heading or a paragraph, and not in one of the many items, cells and links of a page. */
function isParagraph({ line: { content } }: LineHit): boolean {
  return content.level > 0 || content.element?.name === 'p';
}

function isInTitle({ line }: LineHit): boolean {
  return line.content.level === 1 || (line.kind === 'meta' && line.name.endsWith('title'));
}

function isWithin({ line }: LineHit, { from, to }: BlockRange): boolean {
  return line.block >= from && line.block <= to;
}

function isShown({ line }: LineHit): boolean {
  return line.kind === 'text';
}
