import { addTo, getOrMake, lazily } from '../../runtime/collections.ts';
import {
  type CitedEvidence,
  type Evidence,
  type EvidencePlace,
  type EvidenceStatus,
  type InferredValue,
  pageAddressRule,
  usualMaxWrong,
} from '../../runtime/contracts/evidence.ts';
import { findCommonSource } from '../../page/find-common-source.ts';
import { readBlocks } from '../../page/content/read-blocks.ts';
import type { ContentSource, PageReading } from '../../page/page-reading.ts';
import { readText } from '../../page/tree/node-text.ts';
import { collapseSpace, foldText } from '../../runtime/unicode/fold-text.ts';
import { stripInvisible } from '../../runtime/unicode/strip-invisible.ts';
import {
  type AnswerLeaf,
  type KnownPlaces,
  listLeaves,
  readForm,
  toCitedPlaces,
} from './answer-leaves.ts';
import { createFinder, toAddress } from './create-finder.ts';
import { createNamer, isCommon, isSelfEvident, isDistinctive } from './create-namer.ts';
import { indexAddresses } from './find-missing-addresses.ts';
import { type EvidenceLine, type LineHit, findPart, indexLines } from './index-lines.ts';

import { type Candidates, placeValues } from './place-values.ts';
import { createHash } from 'node:crypto';
import type { AnyNode } from 'domhandler';
import { toNodePath } from '../../page/tree/node-path.ts';
import { toShownOffset } from './fold-for-search.ts';

export interface FindEvidenceInput {
  readonly value: unknown;
  /** The values that the extractor worked out. */
  readonly inferred: readonly InferredValue[];
  /** Where values were read: of several places, these come first. */
  readonly known?: KnownPlaces | undefined;
  /** Share of wrong values among those that are called sure, 0 to 1. @default 0.005 */
  readonly maxWrong?: number | undefined;
}

/** Most values of one result that are looked up: a page's longest table fits. */
const maxLeaves = 5_000;
/** Characters of paths and snippets in all: what 5,000 values of usual pages take ten times over. */
const maxOutputLength = 8 * 1_024 * 1_024;
/** How programs write a member of an enumeration. */
const machineName = /^[A-Za-z]+(?:_[A-Za-z]+)+$/;
const incomplete =
  'Evidence was looked up for a part of the values: there are too many, or they occur too often on the page.';

/** How each value of a result stands on the whole page, and where, in order; `warn` says that some were not looked up. */
export function findEvidence(
  input: FindEvidenceInput,
  reading: PageReading,
  warn: (warning: string) => void,
): readonly Evidence[] {
  const index = indexLines(readBlocks(reading));
  const finder = createFinder(index, reading.url, reading.language);
  const describer = createPlaceDescriber(index.lines);
  const rules = new Map(input.inferred.map(({ path, rule }) => [path, rule]));
  const leaves: AnswerLeaf[] = [];
  let isComplete = true;
  for (const leaf of listLeaves(input.value)) {
    isComplete = leaves.length < maxLeaves;
    if (!isComplete) break;
    leaves.push(leaf);
  }
  const values = new Map<AnswerLeaf, Candidates>();
  const listKnown = createKnownLister();
  for (const leaf of leaves) {
    const found = finder.find(leaf);
    if (found === undefined) {
      isComplete = false;
      break;
    }
    const { known } = input;
    const atKnown = known === undefined ? noHits : listKnown(leaf, found, known);
    const read =
      known === undefined || atKnown.size > 0
        ? []
        : finder.findRead(leaf, (hit) => isInData(hit) && isKnownAt(known, leaf, hit));
    values.set(leaf, {
      leaf,
      hits: read.length > 0 ? [...found, ...read] : found,
      isDistinctive: isDistinctive(leaf, finder.countLike) || finder.isOnlyState(leaf),
      isCommon: isCommon(leaf),
      isSelfEvident: isSelfEvident(leaf),
      known: read.length > 0 ? new Set(read) : atKnown,
    });
  }
  const chosen = placeValues([...values.values()], createNamer(index));
  const findAddress = createAddressFinder(reading, describer);
  const findSource = (leaf: AnswerLeaf): ContentSource | undefined =>
    input.known?.find(leaf) ??
    describer.findSource((source) => input.known?.holds(leaf, source) === true);
  const standAtRead = (leaf: AnswerLeaf): CitedEvidence | undefined => {
    const source = input.known?.find(leaf);
    return source === undefined ? undefined : toWhole(leaf, source, reading.url, describer);
  };
  const reports: Evidence[] = [];
  let length = 0;
  for (const leaf of leaves) {
    // What was not looked up is not said to be missing.
    if (!values.has(leaf)) continue;
    const rule = rules.get(leaf.path);
    const hit = chosen.get(leaf);
    const isElsewhere = hit !== undefined && values.get(leaf)?.known.has(hit) !== true;
    const isAtKnown = hit !== undefined && !isElsewhere;
    // What was worked out, or read at a place, does not come from another one that has the same characters.
    const standing =
      (rule === undefined && !isAtKnown ? standAtRead(leaf) : undefined) ??
      (rule === undefined && !(isElsewhere && input.known?.isRead(leaf) === true)
        ? (toStanding(leaf, hit, describer) ?? findAddress(leaf))
        : undefined) ??
      toUnread(leaf, rule, findSource(leaf), input.known?.isRead(leaf) === true, describer);
    const report = { ...standing, ...toConfidence(leaf, input, describer, reading.url) };
    length += lengthOf(report);
    isComplete &&= length <= maxOutputLength;
    if (length > maxOutputLength) break;
    reports.push(report);
  }
  if (!isComplete) warn(incomplete);
  return reports;
}

type KnownLister = (
  leaf: AnswerLeaf,
  hits: readonly LineHit[],
  known: KnownPlaces,
) => ReadonlySet<LineHit>;

/** Lists the hits at which a value was read, by the element that it was read in: equal values have one list of hits. */
function createKnownLister(): KnownLister {
  const lists = new Map<readonly LineHit[], ReadonlyMap<AnyNode, readonly LineHit[]>>();
  return (leaf, hits, known) => {
    const node = known.find(leaf)?.node;
    // What stands in a script has no node in the document.
    const inside =
      node === undefined
        ? hits.filter(({ line }) => line.kind !== 'text')
        : (getOrMake(lists, hits, () => groupByNode(hits)).get(node) ?? []);
    return new Set(inside.filter((hit) => isKnownAt(known, leaf, hit)));
  };
}

const noHits: ReadonlySet<LineHit> = new Set();

function isKnownAt(known: KnownPlaces, leaf: AnswerLeaf, hit: LineHit): boolean {
  // Each value of data is one thing: what is joined of several begins with a whole one, and not within an address.
  if (isInData(hit) && hit.last !== hit.line && hit.start > 0) return false;
  const source = sourceOf(hit);
  return source !== undefined && known.holds(leaf, source);
}

/** Whether a place is in what is written for programs, where one leaf or tag says one thing. */
function isInData({ line: { kind } }: LineHit): boolean {
  return kind === 'structured-data' || kind === 'meta';
}

/** Hits by each node around them. */
function groupByNode(hits: readonly LineHit[]): ReadonlyMap<AnyNode, readonly LineHit[]> {
  const groups = new Map<AnyNode, LineHit[]>();
  for (const hit of hits) {
    for (let at = sourceOf(hit)?.node ?? null; at !== null; at = at.parent) addTo(groups, at, hit);
  }
  return groups;
}

function lengthOf(report: Evidence): number {
  const { node = '', snippet = '' } = report.status === 'unsupported' ? {} : report;
  const rivals = (report.rivals ?? []).map((rival) => rival.node.length + rival.snippet.length);
  return rivals.reduce(
    (sum, length) => sum + length,
    report.path.length + node.length + snippet.length,
  );
}

function toConfidence(
  leaf: AnswerLeaf,
  { known, maxWrong = usualMaxWrong }: FindEvidenceInput,
  describer: PlaceDescriber,
  pageUrl: string,
): Pick<Evidence, 'confidence' | 'rivals'> {
  const certainty = known?.find(leaf)?.certainty;
  if (certainty === undefined) return { confidence: 'unsure' };
  if (certainty.doubt <= maxWrong) return { confidence: 'sure' };
  if (certainty.rivals.length === 0) return { confidence: 'unsure' };
  const rivals = certainty.rivals.map(({ value, source }) => ({
    value,
    ...(source.rule === pageAddressRule
      ? ({ kind: 'text', node: toNodePath(source.node), snippet: pageUrl } as const)
      : describer.describeSource(source)),
  }));
  return { confidence: 'unsure', rivals };
}

function toStanding(
  { path, value }: AnswerLeaf,
  hit: LineHit | undefined,
  describer: PlaceDescriber,
): CitedEvidence | undefined {
  const place = hit === undefined ? undefined : describer.describe(hit);
  if (hit === undefined || place === undefined) return undefined;
  const rule = nameDifference(String(value), readHit(hit), hit);
  if (rule === undefined) return { path, status: 'supported', ...place };
  return { path, status: 'normalised', rule, ...place };
}

/** Names in what a value differs from the page's characters; `undefined` where it does not. */
function nameDifference(
  value: string,
  written: string,
  { rule, line, last }: LineHit,
): string | undefined {
  if (value === written) return undefined;
  if (rule !== undefined) return rule;
  const one = collapseSpace(stripInvisible(value)).trim();
  if (one === written || last !== line) return 'white space';
  if (machineName.test(value)) return 'enum';
  if (one.replaceAll(' ', '') === written.replaceAll(' ', '')) return 'white space';
  return one.toLowerCase() === written.toLowerCase() ? 'case' : 'punctuation';
}

/** How a value stands in a place that is no line of the page: an attribute, the title, a part that is hidden. */
function toWhole(
  { path, value }: AnswerLeaf,
  source: ContentSource,
  baseUrl: string,
  describer: PlaceDescriber,
): CitedEvidence | undefined {
  const whole = describer.readSource(source);
  const written = String(value);
  const start = typeof value === 'string' || whole === written ? whole.indexOf(written) : -1;
  if (start >= 0) {
    const found = { start, end: start + written.length };
    return { path, status: 'supported', ...describer.describeSource(source), ...found };
  }
  const href = source.attribute === undefined ? undefined : toAddress(value, baseUrl);
  if (href === undefined || URL.parse(whole, baseUrl)?.href !== href) return undefined;
  return {
    path,
    status: 'normalised',
    rule: 'absolute URL',
    ...describer.describeSource(source),
  };
}

function toUnread(
  { path }: AnswerLeaf,
  rule: string | undefined,
  source: ContentSource | undefined,
  isRead: boolean,
  describer: PlaceDescriber,
): CitedEvidence {
  const place =
    source === undefined || rule === pageAddressRule ? undefined : describer.describeSource(source);
  if (rule !== undefined) return { path, status: 'inferred', rule, ...place };
  return isRead && place !== undefined
    ? { path, status: 'normalised', rule: readForm, ...place }
    : { path, status: 'unsupported' };
}

/** An address that stands in no line of the page: of a `<link>`, a source of a picture in several sizes, the page itself. */
function createAddressFinder(
  reading: PageReading,
  describer: PlaceDescriber,
): (leaf: AnswerLeaf) => CitedEvidence | undefined {
  let addresses: ReturnType<typeof indexAddresses> | undefined;
  return ({ path, value }) => {
    const href = toAddress(value, reading.url);
    if (href === undefined) return undefined;
    addresses ??= indexAddresses(reading);
    const found = addresses.get(href);
    if (found === undefined) {
      return href === reading.url ? { path, status: 'inferred', rule: pageAddressRule } : undefined;
    }
    const place = describer.describeSource(found.source);
    if (found.shown === value) return { path, status: 'supported', ...place };
    return { path, status: 'normalised', rule: 'absolute URL', ...place };
  };
}

const maxSnippetLength = 200;
/** Characters of all elements that are read for offsets and digests, each once. */
const maxReadLength = 32 * 1_024 * 1_024;
const digestLength = 16;

export interface PlaceDescriber {
  readonly describe: (hit: LineHit) => EvidencePlace | undefined;
  readonly describeSource: (source: ContentSource) => EvidencePlace;
  /** All that is said at a source, on one line. */
  readonly readSource: (source: ContentSource) => string;
  /** The first source of structured data or of a meta tag that is wanted. */
  readonly findSource: (isWanted: (source: ContentSource) => boolean) => ContentSource | undefined;
}

function toKey({ attribute = '', pointer = '' }: ContentSource): string {
  return `${attribute} ${pointer}`;
}

export function createPlaceDescriber(lines: readonly EvidenceLine[]): PlaceDescriber {
  const wholes = new Map<AnyNode, string>();
  const digests = new Map<string, string>();
  const pieces = new Map<ContentSource, EvidenceLine[]>();
  // What an extractor read says more of its place than the lines do, and is another object.
  const sourcesByNode = new Map<AnyNode, Map<string, ContentSource>>();
  for (const line of lines) {
    if (line.kind !== 'structured-data' && line.kind !== 'meta') continue;
    const [part] = line.parts;
    if (part === undefined) continue;
    addTo(pieces, part.source, line);
    getOrMake(sourcesByNode, part.source.node, () => new Map()).set(
      toKey(part.source),
      part.source,
    );
  }
  const findPieces = (source: ContentSource): readonly EvidenceLine[] | undefined => {
    const found =
      pieces.get(source) ??
      pieces.get(sourcesByNode.get(source.node)?.get(toKey(source)) ?? source);
    return found ?? (source.pointer === undefined ? undefined : findWithin(source));
  };
  /** The lines of all values in a value of a script. */
  const findWithin = ({ node, pointer }: ContentSource): readonly EvidenceLine[] | undefined => {
    const inside = Array.from(sourcesByNode.get(node)?.values() ?? []).filter((each) =>
      each.pointer?.startsWith(`${pointer}/`),
    );
    return inside.length === 0 ? undefined : inside.flatMap((each) => pieces.get(each) ?? []);
  };
  /** The values of scripts that hold others, each once. */
  const listOuter = lazily((): readonly ContentSource[] =>
    Array.from(sourcesByNode).flatMap(([node, sources]) => {
      const pointers = Array.from(sources.values()).flatMap(({ pointer = '' }) =>
        Array.from(pointer.matchAll(/\//g), ({ index }) => pointer.slice(0, index)),
      );
      return Array.from(new Set(pointers), (pointer) => ({ node, pointer }));
    }),
  );
  let readLength = 0;

  function readWhole(node: AnyNode): string | undefined {
    const known = wholes.get(node);
    if (known !== undefined) return known;
    if (readLength > maxReadLength) return undefined;
    const text = readText(node);
    readLength += text.length;
    wholes.set(node, text);
    return text;
  }

  function toDigest(text: string): string {
    return getOrMake(digests, text, () =>
      createHash('sha256').update(text).digest('hex').slice(0, digestLength),
    );
  }

  function toPlace(
    line: Pick<EvidenceLine, 'kind'>,
    source: ContentSource,
    whole: string | undefined,
    found: { readonly start: number; readonly end: number } | undefined,
    snippet: string,
  ): EvidencePlace {
    return {
      kind: line.kind,
      node: toNodePath(source.node),
      ...(source.attribute === undefined ? {} : { attribute: source.attribute }),
      ...(source.pointer === undefined ? {} : { pointer: source.pointer }),
      ...found,
      ...(whole === undefined ? {} : { digest: toDigest(whole) }),
      snippet,
    };
  }

  function readSource(source: ContentSource): string {
    const parts = findPieces(source);
    if (parts !== undefined) return parts.map(({ shown }) => shown).join(' ');
    const { node, attribute } = source;
    if (attribute === undefined) return readWhole(node) ?? '';
    return foldText('attribs' in node ? (node.attribs[attribute] ?? '') : '');
  }

  function describe(hit: LineHit): EvidencePlace | undefined {
    const { line } = hit;
    const source = sourceOf(hit);
    if (source === undefined) return undefined;
    const slice = readHit(hit);
    const whole =
      line.kind === 'text'
        ? readWhole(source.node)
        : (findPieces(source) ?? [line]).map(({ shown }) => shown).join(' ');
    const start = whole === undefined ? -1 : findSlice(hit, source, whole, slice);
    if (whole === undefined || start < 0)
      return toPlace(line, source, whole, undefined, snippetAround(line.shown, hit.start));
    const end = findEnd(hit, whole, start, start + slice.length);
    const isOneLine = end === start + slice.length;
    const snippet = isOneLine
      ? snippetAround(line.shown, hit.start)
      : snippetOfLines(whole, start, end);
    return toPlace(line, source, whole, { start, end }, snippet);
  }

  /** Where the characters of a place stand in the whole text of its source. */
  function findSlice(hit: LineHit, source: ContentSource, whole: string, slice: string): number {
    const { line } = hit;
    const start = toShownOffset(line.shown, hit.start);
    const part = findPart(line, start);
    const own = start - (line.kind === 'text' ? (part?.start ?? 0) : 0);
    const leading = line.kind === 'text' && line.shown[part?.start ?? 0] === ' ' ? 1 : 0;
    let before = 0;
    for (const piece of findPieces(source) ?? []) {
      if (piece === line) break;
      before += piece.shown.length + 1;
    }
    const guess = before + own - leading;
    if (whole.startsWith(slice, guess)) return guess;
    return whole.indexOf(slice);
  }

  return {
    describe,
    readSource,
    describeSource(source) {
      const [piece] = findPieces(source) ?? [];
      const kind = piece?.kind ?? (source.attribute === undefined ? 'text' : 'attribute');
      const whole = readSource(source);
      const found = { start: 0, end: whole.length };
      return toPlace({ kind }, source, whole, found, whole.slice(0, maxSnippetLength));
    },
    findSource: (isWanted) => [...pieces.keys()].find(isWanted) ?? listOuter().find(isWanted),
  };
}

/** Where a place ends in the whole text of its source, in which its first line ends at an offset. */
function findEnd(hit: LineHit, whole: string, start: number, firstEnd: number): number {
  const { last, endInLast } = hit;
  if (endInLast === undefined) return firstEnd;
  const slice = last.shown.slice(0, toShownOffset(last.shown, endInLast));
  // The lines between are mostly as long there as they are here.
  const guess = start + hit.end - hit.start - slice.length;
  const at = whole.startsWith(slice, guess) ? guess : whole.indexOf(slice, firstEnd);
  return at < 0 ? firstEnd : at + slice.length;
}

export function readHit({ line, start, end, last }: LineHit): string {
  const from = toShownOffset(line.shown, start);
  if (last === line) return line.shown.slice(from, toShownOffset(line.shown, end));
  return line.shown.slice(from);
}

/** The text that holds a place, or the smallest element around the texts that it spans. */
export function sourceOf({ line, start, end, last }: LineHit): ContentSource | undefined {
  const { parts } = line;
  const at = (offset: number) => findPart(line, offset) ?? parts[0];
  const first = at(toShownOffset(line.shown, start));
  if (first === undefined) return undefined;
  const final =
    last === line ? at(toShownOffset(line.shown, Math.max(start, end - 1))) : last.parts.at(-1);
  if (final === undefined || (line.kind !== 'text' && final.source.pointer === undefined))
    return first.source;
  return findCommonSource([first.source, final.source]) ?? first.source;
}

function snippetAround(shown: string, start: number): string {
  if (shown.length <= maxSnippetLength) return shown;
  const latest = shown.length - maxSnippetLength;
  const from = Math.max(0, Math.min(start - maxSnippetLength / 4, latest));
  return shown.slice(from, from + maxSnippetLength);
}

/** The lines of a text around a place in them. */
function snippetOfLines(whole: string, start: number, end: number): string {
  const from = start === 0 ? 0 : whole.lastIndexOf('\n', start - 1) + 1;
  const to = whole.indexOf('\n', end);
  return snippetAround(whole.slice(from, to < 0 ? whole.length : to), start - from);
}

export interface CheckEvidenceInput {
  readonly value: unknown;
  /** What was said of its values. */
  readonly evidence: readonly CitedEvidence[];
}

/** What became of the evidence of one value. */
export interface CheckedValue {
  readonly path: string;
  /** How the value stands on the page now; `undefined` where the result has no such value. */
  readonly status: EvidenceStatus | undefined;
  /** How it stood there by its evidence; `undefined` where there is none. */
  readonly was: EvidenceStatus | undefined;
  /** Whether both are the same, and the place and all of its text with them. */
  readonly ok: boolean;
}

/** Returns what became of each value's evidence, in the result's order. */
export function checkEvidence(
  { value, evidence }: CheckEvidenceInput,
  reading: PageReading,
  warn: (warning: string) => void,
): readonly CheckedValue[] {
  const given = new Map(evidence.map((entry) => [entry.path, entry]));
  const inferred = evidence.flatMap((entry): readonly InferredValue[] =>
    entry.status === 'inferred' ? [{ path: entry.path, rule: entry.rule }] : [],
  );
  const known = toCitedPlaces(given, reading);
  const values = findEvidence({ value, inferred, known }, reading, warn).map(
    (entry): CheckedValue => {
      const before = given.get(entry.path);
      given.delete(entry.path);
      const ok = before !== undefined && isSame(entry, before);
      return { path: entry.path, status: entry.status, was: before?.status, ok };
    },
  );
  for (const [path, { status: was }] of given)
    values.push({ path, status: undefined, was, ok: false });
  return values;
}

const compared = 'status rule kind node attribute pointer start end digest snippet'.split(' ');

function isSame(one: CitedEvidence, other: CitedEvidence): boolean {
  const [first, second]: readonly Readonly<Record<string, unknown>>[] = [{ ...one }, { ...other }];
  return compared.every((name) => first?.[name] === second?.[name]);
}
