import { guessFingerprint } from '../../recipe/healing/guess-fingerprint.ts';
import { nameElement } from '../../recipe/healing/describe-nearest.ts';
import { parseSelector } from '../../recipe/parse/parse-selector.ts';
import { nameTarget } from '../../recipe/run/name-target.ts';
import type { ElementFingerprint, RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import type { NearestElement, TargetMatches } from '../../contracts/recipe/replay-watch.ts';
import type { StudioRepair, StudioSeenElement, StudioTrialEvent } from '../api/studio-trial.ts';
import type { TrialResult } from '../trial/trial-event.ts';

export interface ListRepairsInput {
  readonly result: TrialResult;
  readonly events: readonly StudioTrialEvent[];
  /** What was known of the recipe's targets when it was tried. */
  readonly known: RecipeFingerprints | undefined;
}

/** A target as a trial saw it: where something else than the first selector led to it, else the last time. */
interface SeenTarget {
  readonly matches: TargetMatches;
  readonly nearest: readonly NearestElement[];
  readonly picture: string | undefined;
  readonly step: string;
}

/** Lists the targets that a trial found by other than their first selector, or not at all, in the order of the steps. */
export function listRepairs({ result, events, known }: ListRepairsInput): readonly StudioRepair[] {
  const seen = new Map<string, SeenTarget>();
  for (const event of events) {
    if (event.event !== 'step_seen') continue;
    for (const matches of event.targets) {
      if (seen.get(matches.path)?.matches.taken !== undefined) continue;
      const nearest = event.nearest.filter(({ path }) => path === matches.path);
      seen.set(matches.path, { matches, nearest, picture: event.picture, step: event.path });
    }
  }
  return [...seen.values()]
    .filter((target) => target.matches.taken !== undefined || isLost(target, result))
    .map((target) => toRepair(target, known?.targets[target.matches.path]?.element));
}

/** Whether nothing was found for a target, and that counts: the next page at the end of a list does not. */
function isLost({ matches, step }: SeenTarget, { steps, drift }: TrialResult): boolean {
  const part = drift?.parts.find(({ path }) => path === matches.path);
  if (part !== undefined) return part.servedBy === 'nothing';
  const isFailed = steps.some(({ path, outcome }) => path === step && outcome === 'failed');
  return isFailed && matches.selectors.every(({ count }) => count === 0);
}

function toRepair(
  { matches, nearest, picture }: SeenTarget,
  element: ElementFingerprint | undefined,
): StudioRepair {
  const { path, taken } = matches;
  const sources = matches.selectors.map(({ selector }) => selector);
  const selectors = sources.flatMap((source) => parseSelector(source).selector ?? []);
  const recorded = element ?? guessFingerprint(selectors).element;
  return {
    path,
    place: nameTarget(path),
    servedBy: taken?.servedBy ?? 'nothing',
    recorded: {
      description: nameElement(recorded),
      text: recorded.text,
      selectors: sources,
      picture: undefined,
    },
    taken: taken && toTaken(taken, picture),
    nearest: taken === undefined ? nearest : [],
    likeness: taken?.likeness ?? nearest[0]?.likeness ?? 0,
    changed: taken?.changed ?? [],
    decision: undefined,
  };
}

function toTaken(
  { description, text, selectors }: NonNullable<TargetMatches['taken']>,
  picture: string | undefined,
): StudioSeenElement {
  return { description, text, selectors, picture };
}
