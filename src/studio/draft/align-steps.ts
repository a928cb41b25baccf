import { toCanonicalJson } from '../../schema/to-canonical-json.ts';
import type { StepDocument } from './recipe-document.ts';

/** A step and where it stands in its list. */
export interface PlacedStep {
  readonly index: number;
  readonly step: StepDocument;
}

/** A step before and after; one of them is `undefined` where it was removed or added. */
export type StepPair =
  | { readonly before: PlacedStep; readonly after: PlacedStep; readonly isMoved: boolean }
  | { readonly before: undefined; readonly after: PlacedStep; readonly isMoved: false }
  | { readonly before: PlacedStep; readonly after: undefined; readonly isMoved: false };

/** Least likeness from which two steps of a kind are one that was changed. */
const leastLikeness = 0.3;

/**
 * Pairs the steps of two lists, in the order of the list after; what was removed stands before the step that follows it. Equal
 * steps in the same order belong together, then equal ones elsewhere, which were moved, then those of one kind that
 * share most.
 */
export function alignSteps(
  before: readonly StepDocument[],
  after: readonly StepDocument[],
): readonly StepPair[] {
  const old = before.map((step, index) => toCandidate(step, index));
  const now = after.map((step, index) => toCandidate(step, index));
  const partners = pairInOrder(old, now);
  const free = new Set(old.filter(({ index }) => ![...partners.values()].includes(index)));
  const moved = new Set<number>();
  for (const candidate of now) {
    if (partners.has(candidate.index)) continue;
    const same = [...free].find(({ json }) => json === candidate.json);
    if (same === undefined) continue;
    free.delete(same);
    partners.set(candidate.index, same.index);
    moved.add(candidate.index);
  }
  for (const candidate of now) {
    if (partners.has(candidate.index)) continue;
    const like = findLikest(candidate, [...free]);
    if (like === undefined) continue;
    free.delete(like);
    partners.set(candidate.index, like.index);
  }
  const steady = [...partners].filter(([index]) => !moved.has(index));
  for (const [index, partner] of steady) {
    const crosses = steady.some(
      ([other, others]) => !moved.has(other) && other < index && others > partner,
    );
    if (crosses) moved.add(index);
  }
  const pairs: StepPair[] = now.map((placed) => {
    const partner = partners.get(placed.index);
    const was = partner === undefined ? undefined : old[partner];
    return was === undefined
      ? { before: undefined, after: toPlaced(placed), isMoved: false }
      : { before: toPlaced(was), after: toPlaced(placed), isMoved: moved.has(placed.index) };
  });
  for (const gone of [...free].toSorted((a, b) => b.index - a.index)) {
    const at = pairs.findIndex(
      ({ before: other, isMoved }) => other !== undefined && !isMoved && other.index > gone.index,
    );
    const pair = { before: toPlaced(gone), after: undefined, isMoved: false } as const;
    pairs.splice(at === -1 ? pairs.length : at, 0, pair);
  }
  return pairs;
}

interface Candidate extends PlacedStep {
  readonly json: string;
  readonly kind: string;
  readonly parts: ReadonlySet<string>;
}

function toCandidate(step: StepDocument, index: number): Candidate {
  return {
    index,
    step,
    json: toCanonicalJson(step),
    kind: step.type === 'customStep' ? `custom ${String(step['name'])}` : step.type,
    parts: new Set(listParts(step)),
  };
}

/** The texts of a step with the members they stand in: what two versions of it have in common. */
function listParts(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${path}=${String(value)}`];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'type' && path === '' ? [] : listParts(member, isList ? path : `${path}/${name}`),
  );
}

function toPlaced({ index, step }: Candidate): PlacedStep {
  return { index, step };
}

/** The longest common subsequence of equal steps: indexes before, by indexes after. */
function pairInOrder(old: readonly Candidate[], now: readonly Candidate[]): Map<number, number> {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row]?.json === now[column]?.json
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs = new Map<number, number>();
  for (let row = 0, column = 0; row < old.length && column < now.length;) {
    if (old[row]?.json === now[column]?.json) {
      pairs.set(column, row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function findLikest(step: Candidate, others: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  let bestLikeness = leastLikeness;
  for (const other of others) {
    if (other.kind !== step.kind) continue;
    const likeness = measureLikeness(step.parts, other.parts);
    if (likeness >= bestLikeness) [best, bestLikeness] = [other, likeness];
  }
  // The only one of its kind on both sides of the change is the same step, whatever it says.
  return best ?? onlyOne(others.filter(({ kind }) => kind === step.kind));
}

function onlyOne(steps: readonly Candidate[]): Candidate | undefined {
  const [only, ...others] = steps;
  return others.length === 0 ? only : undefined;
}

function measureLikeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((part) => right.has(part)).length;
  const all = left.size + right.size - common;
  return all === 0 ? 1 : common / all;
}
