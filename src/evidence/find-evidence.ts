import type { Evidence, EvidencePlace, InferredValue } from '../contracts/evidence.ts';
import { readBlocks } from '../page/content/blocks/read-blocks.ts';
import type { PageReading } from '../page/page-reading.ts';
import { collapseSpace } from '../page/text/collapse-space.ts';
import { stripInvisible } from '../unicode/strip-invisible.ts';
import { listLeaves, type AnswerLeaf } from './answer-leaves.ts';
import { createFinder, toAddress } from './create-finder.ts';
import { createNamer } from './create-namer.ts';
import { createPlaceDescriber, readHit, sourceOf, type PlaceDescriber } from './describe-place.ts';
import { indexAddresses } from './forms/index-addresses.ts';
import { indexLines, type LineHit } from './index-lines.ts';
import type { KnownPlaces } from './known-places.ts';
import { isCommon, isSelfEvident, isTelling } from './measure-chance.ts';
import { placeValues, type Candidates } from './place-values.ts';

export interface FindEvidenceInput {
  /** The result. */
  readonly value: unknown;
  /** The values that the extractor worked out. */
  readonly inferred: readonly InferredValue[];
  /** Where values were read: of several places, these come first. */
  readonly known?: KnownPlaces | undefined;
}

/** Most values of one result that are looked up: a page's longest table fits. */
const maxLeaves = 5_000;
/** Characters of paths and snippets in all: what 5,000 values of usual pages take ten times over. */
const maxOutputLength = 8 * 1_024 * 1_024;
/** How programs write a member of an enumeration. */
const machineName = /^[A-Za-z]+(?:_[A-Za-z]+)+$/;
const incomplete =
  'Evidence was looked up for a part of the values: there are too many, or they occur too often on the page.';

/**
 * Returns how each text, number and boolean of a result stands on the page, and where, in the result's order. Searches the whole
 * page, not only the part that a model received. Values beyond a limit are left out, and `warn` is called with a sentence that
 * says so.
 */
export function findEvidence(
  input: FindEvidenceInput,
  reading: PageReading,
  warn: (warning: string) => void,
): readonly Evidence[] {
  const index = indexLines(readBlocks(reading));
  const finder = createFinder(index, reading.url);
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
  for (const leaf of leaves) {
    const hits = finder.find(leaf);
    if (hits === undefined) {
      isComplete = false;
      break;
    }
    values.set(leaf, {
      leaf,
      hits,
      isTelling: isTelling(leaf, finder.countLike) || finder.isOnlyState(leaf),
      isCommon: isCommon(leaf),
      isSelfEvident: isSelfEvident(leaf),
      isKnown: (hit) => input.known !== undefined && isKnownAt(leaf, hit, input.known),
    });
  }
  const chosen = placeValues([...values.values()], createNamer(index));
  const findAddress = createAddressFinder(reading, describer);
  const reports: Evidence[] = [];
  let length = 0;
  for (const leaf of leaves) {
    // What was not looked up is not said to be missing.
    if (!values.has(leaf)) continue;
    const report =
      toEvidence(leaf, chosen.get(leaf), describer) ??
      findAddress(leaf) ??
      toUnread(leaf, rules.get(leaf.path), input.known, describer);
    length += lengthOf(report);
    isComplete &&= length <= maxOutputLength;
    if (length > maxOutputLength) break;
    reports.push(report);
  }
  if (!isComplete) warn(incomplete);
  return reports;
}

function lengthOf(report: Evidence): number {
  const { node = '', snippet = '' } = report.status === 'unsupported' ? {} : report;
  return report.path.length + node.length + snippet.length;
}

/** Whether a place is where the value was read. */
function isKnownAt(leaf: AnswerLeaf, hit: LineHit, known: KnownPlaces): boolean {
  const source = sourceOf(hit);
  return source !== undefined && known.holds(leaf, source);
}

function toEvidence(
  { path, value }: AnswerLeaf,
  hit: LineHit | undefined,
  describer: PlaceDescriber,
): Evidence | undefined {
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

/** A value that stands nowhere: worked out from a place that is known, or unsupported. */
function toUnread(
  leaf: AnswerLeaf,
  rule: string | undefined,
  known: KnownPlaces | undefined,
  describer: PlaceDescriber,
): Evidence {
  const { path } = leaf;
  if (rule === undefined) return { path, status: 'unsupported' };
  const source =
    known?.find(leaf) ?? describer.findSource((each) => known?.holds(leaf, each) === true);
  const place: Partial<EvidencePlace> =
    source === undefined ? {} : describer.describeSource(source);
  return { path, status: 'inferred', rule, ...place };
}

/** An address that stands in no line of the page: of a `<link>`, a source of a picture in several sizes, the page itself. */
function createAddressFinder(
  reading: PageReading,
  describer: PlaceDescriber,
): (leaf: AnswerLeaf) => Evidence | undefined {
  let addresses: ReturnType<typeof indexAddresses> | undefined;
  return ({ path, value }) => {
    const href = toAddress(value, reading.url);
    if (href === undefined) return undefined;
    addresses ??= indexAddresses(reading);
    const found = addresses.get(href);
    if (found === undefined) {
      return href === reading.url ? { path, status: 'inferred', rule: 'page address' } : undefined;
    }
    const place = describer.describeSource(found.source);
    if (found.shown === value) return { path, status: 'supported', ...place };
    return { path, status: 'normalised', rule: 'absolute URL', ...place };
  };
}
