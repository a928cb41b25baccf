import type { Target } from '../../../contracts/recipe/recipe.ts';
import { hardlyChanged, judgeHit } from '../../../recipe/healing/judge-hit.ts';
import { chooseElement } from '../../../recipe/healing/choose-element.ts';
import { isPositional } from '../../../recipe/healing/is-positional.ts';
import { describeNearest } from '../../../recipe/healing/describe-nearest.ts';
import { listNearest, maxNearest, type NearElement } from '../../../recipe/healing/list-nearest.ts';
import { toTargetFingerprint } from '../../../recipe/healing/to-target-fingerprint.ts';
import { textShape } from '../../../recipe/healing/signs/text-likeness.ts';
import { nameTarget } from '../../../recipe/run/name-target.ts';
import { parseSelector } from '../../../recipe/parse/parse-selector.ts';
import type { DescribedElement, TargetPurpose } from '../../page-script/page-script.ts';
import { askPlace } from '../frames/ask-place.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';

/** A target on its first page, and what its selectors match there. */
export interface HealTargetInput {
  readonly run: ReplayRun;
  readonly place: Place;
  readonly target: Target;
  readonly purpose: TargetPurpose;
  /** Mark of the element that the selectors match; `undefined` when they match none. */
  readonly mark: number | undefined;
  /** For a field: marks of the items, the item that contains the field first. */
  readonly roots?: readonly number[] | undefined;
  /** For items: the number of matches. */
  readonly count?: number;
  /** Whether its absence is not worth a word. @default false */
  readonly mayBeAbsent?: boolean;
}

/**
 * `right`: the selectors match the intended element, as far as is known. `healed`: another selector matches it and is
 * used for the rest of the run. `wrong`: the selectors match an element that is not known as the intended one, which was not found.
 * `another`: the same, and what they match was another element when the target was learnt. `missing`: they match nothing.
 */
export type HealedTarget = 'right' | 'healed' | 'wrong' | 'another' | 'missing';

/** Most elements examined as candidates and rivals. */
const maxCandidates = 1_500;

/** Compares a target with its fingerprint, heals it by likeness if needed, and takes a new fingerprint. */
export async function healTarget(input: HealTargetInput): Promise<HealedTarget> {
  const { run, target, purpose, mark } = input;
  const fingerprint = run.request.fingerprints?.targets[target.path];
  const hit = mark === undefined ? undefined : await describe(input, mark);
  if (run.targets.hasLearnt(target.path) || isPositional(target)) {
    return hit === undefined ? 'missing' : 'right';
  }
  if (fingerprint === undefined) {
    if (hit === undefined) return 'missing';
    learn(input, hit, await listCandidates(input));
    return 'right';
  }
  const isGrave = purpose === 'action';
  const question = hit && { fingerprint, hit: hit.element, purpose, isGrave };
  const alone = question && judgeHit(question);
  if (hit !== undefined && alone?.isRight === true && alone.likeness >= hardlyChanged) {
    verify(input, hit, alone);
    run.targets.learn(target.path, fingerprint);
    return 'right';
  }
  const candidates = await listCandidates(input);
  const elements = candidates.map(({ element }) => element);
  const checked = question && judgeHit({ ...question, candidates: elements });
  if (hit !== undefined && checked?.isRight === true) {
    verify(input, hit, checked);
    learn(input, hit, candidates);
    return 'right';
  }
  const search = { fingerprint, candidates: elements, purpose };
  const chosen = chooseElement(search);
  const found = chosen === undefined ? undefined : candidates[chosen.index];
  if (chosen === undefined || found === undefined || found.mark === hit?.mark) {
    if (hit !== undefined && checked !== undefined) verify(input, hit, checked);
    if (hit === undefined) {
      if (purpose !== 'action' && input.mayBeAbsent !== true)
        warnOfMiss(input, listNearest(search, maxNearest));
      return 'missing';
    }
    return found !== undefined ? 'right' : checked?.isAnother === true ? 'another' : 'wrong';
  }
  const selector = await propose(input, found);
  if (selector === undefined) return hit === undefined ? 'missing' : 'wrong';
  run.overrides.set(target, selector);
  verify(input, found, chosen);
  learn(input, found, candidates);
  return 'healed';
}

/** Says what came near to items or a field that no selector leads to; an action that fails says so itself. */
function warnOfMiss({ run, target }: HealTargetInput, nearest: readonly NearElement[]): void {
  if (nearest.length === 0) return;
  run.warnings.add(
    `${nameTarget(target.path)}: no selector matched, and nothing on the page is clearly what was read before. ${describeNearest(nearest)}.`,
  );
}

/**
 * Takes the marked element for a target, where something else than likeness proves it to be the one: uses a selector of its
 * own for the rest of the run, and takes a new fingerprint. Returns whether it has such a selector.
 */
export async function takeTarget(
  input: HealTargetInput & { readonly mark: number },
): Promise<boolean> {
  const found = await describe(input, input.mark);
  const selector = found === undefined ? undefined : await propose(input, found);
  if (found === undefined || selector === undefined) return false;
  input.run.overrides.set(input.target, selector);
  learn(input, found, await listCandidates(input));
  return true;
}

async function describe(
  { run, place, purpose }: HealTargetInput,
  mark: number,
): Promise<DescribedElement | undefined> {
  const question = { marks: [mark], purpose };
  return (await askPlace(place, 'describe', question, run.signal))[0];
}

async function listCandidates({
  run,
  place,
  purpose,
  roots,
}: HealTargetInput): Promise<readonly DescribedElement[]> {
  const [root] = roots ?? [];
  const question = { purpose, limit: maxCandidates, ...(root === undefined ? {} : { root }) };
  return askPlace(place, 'candidates', question, run.signal);
}

async function propose(
  { run, place, purpose, roots }: HealTargetInput,
  { mark, group }: DescribedElement,
): Promise<ReturnType<typeof parseSelector>['selector']> {
  const question = {
    mark,
    purpose,
    ...(roots === undefined ? {} : { roots }),
    ...(group === undefined ? {} : { group }),
  };
  const proposed = await askPlace(place, 'propose', question, run.signal);
  const [selector] = proposed.flatMap((source) => parseSelector(source).selector ?? []);
  return selector;
}

function learn(
  { run, target, purpose, count }: HealTargetInput,
  found: DescribedElement,
  candidates: readonly DescribedElement[],
): void {
  const own = new Set([found.mark, ...(found.group ?? [])]);
  // The candidates hold a list by its first item; leave out the list that the selector matched.
  const others = candidates.filter(
    ({ mark, group }) => ![mark, ...(group ?? [])].some((other) => own.has(other)),
  );
  const fingerprint = toTargetFingerprint(
    found.element,
    others.map(({ element }) => element),
    purpose,
  );
  run.targets.learn(target.path, count === undefined ? fingerprint : { ...fingerprint, count });
}

function verify(
  { run, target, purpose }: HealTargetInput,
  { element }: DescribedElement,
  { likeness, changed }: { readonly likeness: number; readonly changed: readonly string[] },
): void {
  const known = run.request.fingerprints?.targets[target.path]?.element;
  const isMisshapen =
    purpose === 'field' && known !== undefined && textShape(known.text) !== textShape(element.text);
  run.targets.verify(target.path, { likeness, changed, isMisshapen });
}
