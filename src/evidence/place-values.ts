import type { ContentBlock } from '../page/content/blocks/content-block.ts';
import type { AnswerLeaf, AnswerRecord } from './answer-leaves.ts';
import type { LineHit } from './index-lines.ts';
import type { Namer } from './create-namer.ts';

/** A value with the places where it may stand. */
export interface Candidates {
  readonly leaf: AnswerLeaf;
  readonly hits: readonly LineHit[];
  /** Whether the value stands on a page for a reason, wherever it stands. */
  readonly isTelling: boolean;
  /** Whether it is a number so short that one like it stands in any part of a page. */
  readonly isCommon: boolean;
  /** Whether it is so long that nothing of its record need be near. */
  readonly isSelfEvident: boolean;
  /** Where the extractor says that it read the value; places there come first. */
  readonly isKnown: (hit: LineHit) => boolean;
}

/** Blocks around a record's other values in which a value that may be there by chance is taken for its own. */
const reach = 6;
/** Values of a record that are held against each other, and places of each. */
const maxAnchors = 12;
const maxAnchorHits = 50;

/**
 * Chooses the place of each value: beside the record's other values, called by its name, shown to people. A value that may be on
 * the page by chance is left out where neither its name nor its record is near.
 */
export function placeValues(
  values: readonly Candidates[],
  isNamed: Namer,
): ReadonlyMap<AnswerLeaf, LineHit> {
  const chosen = new Map<AnswerLeaf, LineHit>();
  const records = Map.groupBy(values, ({ leaf }) => leaf.record);
  const anchors = new Map<AnswerRecord, Anchor | undefined>();
  const counts = new Map<AnswerRecord | undefined, number>();
  for (const { parent } of records.keys()) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  let last = -1;
  for (const [record, members] of records) {
    const siblings = counts.get(record.parent) ?? 0;
    const anchor = findAnchor(members, last, siblings > 1);
    anchors.set(record, anchor);
    if (anchor !== undefined) last = anchor.block;
  }
  const spans = findSpans(anchors);
  const habits = findHabits(records, anchors, spans);
  for (const [record, members] of records) {
    const span = findSpan(record, spans);
    const isLost = (counts.get(record.parent) ?? 0) > 1 && !spans.has(record);
    for (const member of members) {
      const hit = choose(
        isLost ? toWeak(member) : member,
        span,
        habits.get(toField(member.leaf)),
        isNamed,
      );
      if (hit !== undefined) chosen.set(member.leaf, hit);
    }
  }
  return chosen;
}

/** The place of a record: the block where its rarest values are nearest to each other. */
interface Anchor {
  readonly block: number;
  /** Blocks of the record's telling values around it. */
  readonly first: number;
  readonly last: number;
  readonly content: ContentBlock;
}

interface Span {
  readonly anchor: Anchor;
  /** Blocks of the record before it and behind it end here. */
  readonly from: number;
  readonly to: number;
  /** Whether the record is one of several, which leave little room for other things between them. */
  readonly isListed: boolean;
}

function findAnchor(
  members: readonly Candidates[],
  after: number,
  isListed: boolean,
): Anchor | undefined {
  const found = members
    .filter(({ hits }) => hits.length > 0)
    .toSorted((one, other) => one.hits.length - other.hits.length);
  const telling = found
    .filter(({ isTelling }) => isTelling)
    .toSorted((one, other) => Number(other.isSelfEvident) - Number(one.isSelfEvident));
  const [rarest, ...others] = (telling.length > 0 ? telling : found).slice(0, maxAnchors);
  if (rarest === undefined) return undefined;
  let best: { readonly hit: LineHit; readonly cost: number } | undefined;
  const shown = rarest.hits.filter(isShown);
  for (const hit of (shown.length > 0 ? shown : rarest.hits).slice(0, maxAnchorHits)) {
    const { block } = hit.line;
    let cost = 0;
    for (const other of others) cost += Math.min(nearest(other.hits, block).distance, 200);
    // Of equal places the next one behind the record before: records stand in the order of the list.
    cost += block > after ? Math.min((block - after) / 10_000, 0.4) : 0.5;
    if (best === undefined || cost < best.cost) best = { hit, cost };
  }
  if (best === undefined) return undefined;
  const { block } = best.hit.line;
  let [first, last] = [block, block];
  for (const other of others) {
    const { distance, at } = nearest(other.hits, block);
    if (distance > reach * 2) continue;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  const anchor = { block, first, last, content: best.hit.line.content };
  if (telling.length > 0 && (!isListed || rarest.isSelfEvident)) return anchor;
  return isCorroborated(members, anchor, telling.length > 0) ? anchor : undefined;
}

/**
 * Whether a place is that of a record and not one where a single of its values stands by chance: most of the values are near;
 * where each of them may be there by chance, in one line, and not numbers alone.
 */
function isCorroborated(
  members: readonly Candidates[],
  { block, first, last }: Anchor,
  isTelling: boolean,
): boolean {
  if (members.length === 1) return isTelling;
  const [from, to] = isTelling ? [first - reach, last + reach] : [block, block];
  const near = members.filter(({ hits }) =>
    hits.some(({ line }) => line.block >= from && line.block <= to),
  );
  return near.length * 2 >= members.length && near.length > 1 && near.some((own) => !own.isCommon);
}

function nearest(
  hits: readonly LineHit[],
  block: number,
): { readonly distance: number; readonly at: number } {
  let best = { distance: Number.POSITIVE_INFINITY, at: block };
  for (const { line } of hits) {
    const distance = Math.abs(line.block - block);
    if (distance < best.distance) best = { distance, at: line.block };
    if (distance === 0) break;
  }
  return best;
}

/** The blocks that belong to each record: up to the records before and behind it. */
function findSpans(
  anchors: ReadonlyMap<AnswerRecord, Anchor | undefined>,
): ReadonlyMap<AnswerRecord, Span> {
  const spans = new Map<AnswerRecord, Span>();
  const lists = Map.groupBy(
    [...anchors].flatMap(([record, anchor]) => (anchor === undefined ? [] : [{ record, anchor }])),
    ({ record }) => record.parent,
  );
  for (const list of lists.values()) {
    list.sort((one, other) => one.anchor.block - other.anchor.block);
    list.forEach(({ record, anchor }, at) => {
      const before = list.slice(0, at).findLast((other) => other.anchor.last < anchor.first);
      const behind = list.slice(at + 1).find((other) => other.anchor.first > anchor.last);
      spans.set(record, {
        anchor,
        from: Math.max(anchor.first - reach, (before?.anchor.last ?? -1) + 1),
        to: Math.min(anchor.last + reach, (behind?.anchor.first ?? Number.POSITIVE_INFINITY) - 1),
        isListed: list.length > 1,
      });
    });
  }
  return spans;
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
function findHabits(
  records: ReadonlyMap<AnswerRecord, readonly Candidates[]>,
  anchors: ReadonlyMap<AnswerRecord, Anchor | undefined>,
  spans: ReadonlyMap<AnswerRecord, Span>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, Map<number, number>>();
  for (const [record, members] of records) {
    const anchor = anchors.get(record);
    const span = spans.get(record);
    if (anchor === undefined || span === undefined) continue;
    for (const { leaf, hits } of members) {
      const near = hits.filter((hit) => isShown(hit) && isWithin(hit, span));
      const [only, another] = near;
      if (only === undefined || another !== undefined) continue;
      const offsets = counts.get(toField(leaf)) ?? new Map<number, number>();
      counts.set(toField(leaf), offsets);
      const offset = only.line.block - anchor.block;
      offsets.set(offset, (offsets.get(offset) ?? 0) + 1);
    }
  }
  const habits = new Map<string, number>();
  for (const [field, offsets] of counts) {
    const [most] = [...offsets].toSorted(([, one], [, other]) => other - one);
    if (most !== undefined && most[1] > 1) habits.set(field, most[0]);
  }
  return habits;
}

function toField({ path }: AnswerLeaf): string {
  return path.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** A value of one of several records, of which no other value is near: it has to say itself where it is from. */
function toWeak(member: Candidates): Candidates {
  return { ...member, isTelling: member.isTelling && member.isSelfEvident };
}

function choose(
  { leaf, hits, isTelling, isCommon, isKnown }: Candidates,
  span: Span | undefined,
  habit: number | undefined,
  isNamed: Namer,
): LineHit | undefined {
  let best: { readonly hit: LineHit; readonly score: number } | undefined;
  let isAccepted = isTelling;
  // Yes and no stand near anything.
  const canBeNear = typeof leaf.value !== 'boolean';
  let looks = 0;
  for (const hit of hits) {
    const known = isKnown(hit);
    const within = span !== undefined && isWithin(hit, span);
    // Of the many places of a short value those near the record are looked at first and last.
    const named = (within || (looks += 1) <= maxAnchorHits) && isNamed(hit, leaf);
    isAccepted ||=
      known ||
      named ||
      (within && canBeNear && (!isCommon || span.isListed)) ||
      isHeading(hit, leaf, span);
    let score = known ? 64 : 0;
    // What people can find on the page comes before what it says to programs.
    if (isShown(hit)) score += isTelling ? 16 : 8;
    if (named) score += isCommon ? 12 : 4;
    if (within) score += 6;
    if (hit.rule === undefined) score += 2;
    if (hit.last === hit.line) score += 1;
    if (hit.start === 0 && hit.end === hit.line.text.length) score += 1;
    if (span !== undefined) {
      const offset = hit.line.block - span.anchor.block;
      if (offset === 0) score += 2;
      if (offset === habit) score += 3;
      score -= Math.min(Math.abs(offset), 100) / 50;
    }
    if (best === undefined || score > best.score) best = { hit, score };
  }
  return isAccepted ? best?.hit : undefined;
}

/** Whether a text stands in what the page is called, or in a heading above the record. */
function isHeading({ line }: LineHit, { value }: AnswerLeaf, span: Span | undefined): boolean {
  if (typeof value !== 'string' || !/\p{L}{3}|[^\p{ASCII}]{2}/u.test(value)) return false;
  if (line.content.level === 1 || (line.kind === 'meta' && line.name.endsWith('title')))
    return true;
  for (let at = span?.anchor.content.heading; at !== undefined; at = at.heading) {
    if (at === line.content) return true;
  }
  return false;
}

function isWithin({ line }: LineHit, { from, to }: Span): boolean {
  return line.block >= from && line.block <= to;
}

function isShown({ line }: LineHit): boolean {
  return line.kind === 'text';
}
