import type { Target } from '../../../contracts/recipe.ts';
import { judgeHit } from '../../../recipe/healing/judge-hit.ts';
import { chooseElement } from '../../../recipe/healing/choose-element.ts';
import { toTargetFingerprint } from '../../../recipe/healing/to-target-fingerprint.ts';
import { textShape } from '../../../recipe/healing/text-likeness.ts';
import { parseSelector } from '../../../recipe/parse/parse-selector.ts';
import type { DescribedElement, TargetPurpose } from '../../page-script/page-script.ts';
import { askPlace } from '../frames/ask-place.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';

/** A target on its first page, and what its selectors lead to there. */
export interface HealTargetInput {
  readonly run: ReplayRun;
  readonly place: Place;
  readonly target: Target;
  readonly purpose: TargetPurpose;
  /** `undefined`: they lead nowhere. */
  readonly mark: number | undefined;
  /** Of a field: the items, the one that it stands in first. */
  readonly roots?: readonly number[] | undefined;
  /** Of items: how many there are. */
  readonly count?: number;
}

/**
 * `right`: the selectors lead to what was meant, as far as is known. `healed`: another selector leads there, and serves
 * for the rest of the run. `wrong`: they lead to something else, and nothing is what was meant. `missing`: nothing is.
 */
export type HealedTarget = 'right' | 'healed' | 'wrong' | 'missing';

/** Elements looked at as candidates and rivals; a page with more says no more by them. */
const maxCandidates = 1_500;
/** An element that has changed more than this gets a new fingerprint, to which its next change is compared. */
const muchChanged = 0.9;

/** Compares a target with its fingerprint, heals it by likeness where that is needed, and takes a new fingerprint. */
export async function healTarget(input: HealTargetInput): Promise<HealedTarget> {
  const { run, target, purpose, mark } = input;
  const fingerprint = run.request.fingerprints?.targets[target.path];
  const hit = mark === undefined ? undefined : await describe(input, mark);
  if (run.targets.hasLearnt(target.path)) return hit === undefined ? 'missing' : 'right';
  if (fingerprint === undefined) {
    if (hit === undefined) return 'missing';
    learn(input, hit, await listCandidates(input));
    return 'right';
  }
  const isGrave = purpose === 'action';
  const checked =
    hit === undefined ? undefined : judgeHit({ fingerprint, hit: hit.element, purpose, isGrave });
  if (hit !== undefined && checked?.isRight === true) {
    verify(input, hit, checked);
    if (checked.likeness >= muchChanged) run.targets.learn(target.path, fingerprint);
    else learn(input, hit, await listCandidates(input));
    return 'right';
  }
  const candidates = await listCandidates(input);
  const elements = candidates.map(({ element }) => element);
  const chosen = chooseElement({ fingerprint, candidates: elements, purpose });
  const found = chosen === undefined ? undefined : candidates[chosen.index];
  if (chosen === undefined || found === undefined || found.mark === hit?.mark) {
    if (hit !== undefined && checked !== undefined) verify(input, hit, checked);
    return hit === undefined ? 'missing' : found === undefined ? 'wrong' : 'right';
  }
  const selector = await propose(input, found);
  if (selector === undefined) return hit === undefined ? 'missing' : 'wrong';
  run.overrides.set(target, selector);
  verify(input, found, chosen);
  learn(input, found, candidates);
  return 'healed';
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
  // A list that its selector led to stands among the candidates by its first item.
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
