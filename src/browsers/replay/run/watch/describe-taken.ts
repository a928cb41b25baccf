import type { Target } from '../../../../contracts/recipe/recipe.ts';
import type { NearestElement, TakenElement } from '../../../../contracts/recipe/replay-watch.ts';
import type { TargetReport } from '../../../../contracts/recipe/replay.ts';
import { describeNearElement, nameElement } from '../../../../recipe/healing/describe-nearest.ts';
import { listNearest, maxNearest } from '../../../../recipe/healing/list-nearest.ts';
import type { Place } from '../../frames/create-tabs.ts';
import type { ReplayRun } from '../replay-run.ts';
import { askQuietly } from './ask-quietly.ts';

/** An element that was found for a target by other than its first selector. */
export interface FoundElement {
  readonly target: Target;
  readonly purpose: TargetReport['purpose'];
  /** Its number as `callFrame` gives it; of items, that of the first one. */
  readonly mark: number;
  /** Index of the selector that led there; `undefined` for likeness. */
  readonly alternative: number | undefined;
  readonly likeness: number;
  readonly changed: readonly string[];
  /** Numbers of the items, for items and their fields. @default [] */
  readonly items?: readonly number[];
}

const maxText = 200;
/** Elements of a page that are compared with one that was not found. */
const maxCandidates = 1_500;

/** Describes what was taken for a target; `undefined` where the page does not give it. */
export async function describeTaken(
  run: ReplayRun,
  place: Place,
  found: FoundElement,
): Promise<TakenElement | undefined> {
  const { target, purpose, mark, alternative, likeness, changed } = found;
  const described = await askQuietly(run, place, 'describe', { marks: [mark], purpose });
  const element = described?.[0]?.element;
  if (element === undefined) return undefined;
  // The marks of items are those of the first few: selectors of these alone would leave the others out.
  const proposed =
    purpose === 'items'
      ? []
      : await askQuietly(run, place, 'propose', { mark, purpose, ...rootsOf(found) });
  const used =
    alternative === undefined ? run.overrides.find(target) : target.selectors[alternative];
  const sources = [...(used === undefined ? [] : [used.source]), ...(proposed ?? [])];
  const known = new Map(sources.map((source) => [JSON.stringify([source].flat()), source]));
  return {
    servedBy: alternative === undefined ? 'likeness' : 'alternative',
    description: nameElement(element),
    text: element.text.slice(0, maxText),
    likeness,
    changed,
    selectors: [...known.values()],
  };
}

/** Lists what is most like a field or items that nothing was taken for; empty where it was never learnt what they are. */
export async function listNearTaken(
  run: ReplayRun,
  place: Place,
  wanted: Pick<FoundElement, 'target' | 'purpose' | 'items'>,
): Promise<readonly NearestElement[]> {
  const { target, purpose, items = [] } = wanted;
  const fingerprint = run.request.fingerprints?.targets[target.path];
  if (fingerprint === undefined) return [];
  const [root] = items;
  const inItem = purpose === 'field' && root !== undefined ? { root } : {};
  const question = { purpose, limit: maxCandidates, ...inItem };
  const candidates = (await askQuietly(run, place, 'candidates', question)) ?? [];
  const elements = candidates.map(({ element }) => element);
  const nearest: NearestElement[] = [];
  for (const near of listNearest({ fingerprint, candidates: elements, purpose }, maxNearest)) {
    const candidate = candidates[near.index];
    if (candidate === undefined) continue;
    const { mark, group } = candidate;
    const about = { mark, purpose, ...rootsOf(wanted), ...(group === undefined ? {} : { group }) };
    const selectors = (await askQuietly(run, place, 'propose', about)) ?? [];
    const description = describeNearElement(near);
    nearest.push({ path: target.path, description, likeness: near.score, selectors });
  }
  return nearest;
}

function rootsOf({ purpose, items = [] }: Pick<FoundElement, 'purpose' | 'items'>): {
  readonly roots?: readonly number[];
} {
  return purpose === 'field' && items.length > 0 ? { roots: items } : {};
}
