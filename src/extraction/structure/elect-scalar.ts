import { findCommonSource } from '../../page/find-common-source.ts';
import { findAlikeBlocks } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import {
  type Candidate,
  type CandidateOrigin,
  type Elected,
  toCandidates,
  usualConfidence,
  vote,
} from '../fields/candidate.ts';
import { findAddressLines } from '../fields/sources/find-address-lines.ts';
import { findCandidates } from '../fields/find-candidates.ts';
import { findRecordTitle } from '../fields/sources/identity-candidates.ts';
import { type FieldPlan, pageKinds } from '../fields/plan-fields.ts';
import { describeUnfit } from '../fields/schema-constraints.ts';
import { type Scope, isInScope } from '../fields/rank-entities.ts';
import { takesChange } from '../fields/weights/weigh-dates.ts';
import { type ElectedList, electList } from './elect-list.ts';

interface ElectedScalar {
  readonly elected: Elected | undefined;
  readonly shown: number | undefined;
}

const statedOrigins: ReadonlySet<CandidateOrigin> = new Set(['json-ld', 'meta', 'address']);
const maxLists = 8;

/** Says of a field without a value that the page has one, where only the schema's limits or pattern keep it out. */
function tellUnfit(
  plan: FieldPlan,
  scope: Scope,
  { list, least }: { readonly list: IndexedElement | undefined; readonly least: number },
): void {
  if (plan.fits === undefined || !scope.wholePage) return;
  const elected = vote(findScalarCandidates({ ...plan, fits: undefined }, scope, list), least);
  if (elected === undefined) return;
  scope.facts.cuts.add(describeUnfit(plan.name, elected.candidate.value));
}

/**
 * The candidates that the schema takes; of names those alone that are the name of what the page is about, longer or shorter: another
 * thing may have one that fits.
 */
function keepOwnNames(
  plan: FieldPlan,
  scope: Scope,
  { list, least }: { readonly list: IndexedElement | undefined; readonly least: number },
): readonly Candidate[] {
  const candidates = findScalarCandidates(plan, scope, list);
  if (plan.kind !== 'title' || plan.fits === undefined || candidates.length === 0)
    return candidates;
  const own = vote(findScalarCandidates({ ...plan, fits: undefined }, scope, list), least);
  if (own === undefined) return candidates;
  const { key: name } = own.candidate;
  return candidates.filter(({ key }) => key.includes(name) || name.includes(key));
}

/**
 * Chooses the value of a field, but none of several alike blocks (cards, rows, reviews) that each have their own. The name of what
 * consists of a `list` stands above it.
 */
export function electScalar(plan: FieldPlan, scope: Scope, list?: IndexedElement): ElectedScalar {
  // A required field never needs more than the usual confidence.
  const least = plan.required
    ? Math.min(usualConfidence, scope.minConfidence)
    : scope.minConfidence;
  let candidates = keepOwnNames(plan, scope, { list, least });
  let shown: number | undefined;
  for (let count = 0; count < maxLists; count += 1) {
    const elected = vote(candidates, least);
    if (elected === undefined) {
      if (candidates.length === 0) tellUnfit(plan, scope, { list, least });
      return { elected, shown };
    }
    const { otherUnit } = elected.candidate;
    if (otherUnit !== undefined) {
      scope.facts.cuts.add(
        `The page states "${plan.name}" in ${otherUnit}, which is not what the field asks for; it is not given.`,
      );
      return { elected: undefined, shown };
    }
    if (elected.choices.every(isOfChange)) {
      if (!takesChange(plan)) {
        candidates = candidates.filter((candidate) => !isOfChange(candidate));
        continue;
      }
      scope.facts.cuts.add(
        `The page says when it was last changed and not when it was published; "${plan.name}" is the day of the change.`,
      );
    }
    const others = findOthers(plan, scope, elected.candidate, candidates);
    if (others === undefined) {
      return shown !== undefined && isOfListing(plan, scope)
        ? { elected: undefined, shown }
        : { elected, shown: undefined };
    }
    shown ??= others.things;
    candidates = candidates.filter((candidate) => !others.hold(candidate));
  }
  return { elected: undefined, shown };
}

/** Where the list stands that a thing consists of: who wrote it and what it is filed under stand beside others as well. */
export function findMainList(
  lists: Iterable<readonly [FieldPlan, ElectedList]>,
): IndexedElement | undefined {
  for (const [{ kind }, { candidate }] of lists)
    if (candidate.element !== undefined && kind !== 'persons' && kind !== 'keywords')
      return candidate.element;
  return undefined;
}

const isOfChange = ({ isChange }: Candidate): boolean => isChange === true;

interface Others {
  readonly things: number;
  readonly hold: (candidate: Candidate) => boolean;
}

/** The things of one form of which one has this value, where several have one. */
function findOthers(
  plan: FieldPlan,
  scope: Scope,
  elected: Candidate,
  candidates: readonly Candidate[],
): Others | undefined {
  const { page, zones } = scope.facts;
  if (!scope.wholePage || pageKinds.has(plan.kind)) return undefined;
  if (elected.peers !== undefined)
    return { things: elected.peers, hold: ({ peers }) => peers !== undefined };
  const element = elementOf(page, elected);
  const isStated = candidates.some(
    ({ key, origin, peers }) =>
      key === elected.key && statedOrigins.has(origin) && peers === undefined,
  );
  if (element === undefined || isStated) return undefined;
  const places =
    plan.kind === 'persons'
      ? elected.origin === 'pair'
        ? listLabelled(plan, scope)
        : listLike(page, element)
      : candidates.flatMap((candidate) =>
          (candidate.origin === elected.origin || plan.kind === 'date') &&
          candidate.sense === elected.sense
            ? (elementOf(page, candidate)?.position ?? [])
            : [],
        );
  const found = findAlikeBlocks(
    page,
    zones,
    element,
    places.toSorted((a, b) => a - b),
  );
  if (found === undefined) return undefined;
  return {
    things: found.things,
    hold(candidate) {
      const at = elementOf(page, candidate)?.position ?? -1;
      return found.blocks.some(({ position, end }) => at >= position && at < end);
    },
  };
}

/** Whether amounts and stock that are left on a page with others are of filters and the like: nothing is sold but what is listed. */
function isOfListing({ kind }: FieldPlan, { facts: { zones } }: Scope): boolean {
  return (kind === 'money' || kind === 'availability') && zones.purchase === undefined;
}

/** Where on the page a value is shown; `undefined` for one that is stated in data. */
export function elementOf(
  page: PageIndex,
  { source }: Pick<Candidate, 'source'>,
): IndexedElement | undefined {
  return source.pointer === undefined ? page.elementOf(source.node) : undefined;
}

/** Where the page has the field's label: another row of a table names another thing. */
function listLabelled({ labels }: FieldPlan, { facts }: Scope): readonly number[] {
  return [...labels].flatMap((label) =>
    (facts.pairs.get(label) ?? []).map(({ element }) => element.position),
  );
}

function listLike(page: PageIndex, { node }: IndexedElement): readonly number[] {
  return page.elements
    .filter(
      (other) =>
        other.node.name === node.name && other.node.attribs['class'] === node.attribs['class'],
    )
    .map(({ position }) => position);
}

/** Returns all candidates for a field that holds one value, of a title the one above the list that the object is about, too. */
export function findScalarCandidates(
  plan: FieldPlan,
  scope: Scope,
  list: IndexedElement | undefined,
): readonly Candidate[] {
  if (plan.kind === 'persons') return findPersons(plan, scope);
  const stated = findCandidates(plan, scope);
  const candidates =
    stated.length > 0
      ? stated
      : toCandidates(plan, scope, findAddressLines(plan, scope)).filter(({ source }) =>
          isInScope(source, scope),
        );
  if (plan.kind !== 'title' || !scope.wholePage) return candidates;
  return [...candidates, ...findRecordTitle(plan, scope, list)];
}

function findPersons(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const list = electList(plan, scope);
  const [first] = list?.items ?? [];
  if (list === undefined || first === undefined) return [];
  const value = list.values.join(', ');
  if (plan.fits?.(value) === false) return [];
  const { origin } = list.candidate;
  const all = findCommonSource(list.items.map((item) => item.source));
  // Elements around names on the page may hold the things that have one each.
  const source = all?.pointer === undefined ? first.source : all;
  return [{ value, key: value, weight: list.confidence, origin, source }];
}
