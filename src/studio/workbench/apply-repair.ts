import type { RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import { applyHealing } from '../../recipe/healing/apply-healing.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import { findAtPath, parseJsonPointer } from '../../schema/json-pointer.ts';
import type { StudioRepair } from '../api/studio-trial.ts';
import type { StudioRepairChoice } from '../api/studio-draft.ts';
import { applyDraftEdits } from '../draft/apply-draft-edits.ts';
import { parseRecipeDocument, type RecipeDocument } from '../draft/recipe-document.ts';
import { knownTargets } from './known-targets.ts';

export interface ApplyRepairInput {
  readonly document: RecipeDocument;
  readonly repair: StudioRepair;
  readonly choice: StudioRepairChoice;
  /** What the trial has learnt; `undefined` for one that failed. */
  readonly learnt: RecipeFingerprints | undefined;
}

/** Returns the recipe with what a person has decided about a target; `undefined` where no step is left. Throws `invalid_request`. */
export function applyRepair(input: ApplyRepairInput): RecipeDocument | undefined {
  const { document, repair, choice, learnt } = input;
  const { path } = repair;
  if (choice.choice === 'gone') return markGone(document, path, choice.remove === true);
  const selectors =
    choice.choice === 'replace' ? choice.selectors : (repair.taken?.selectors ?? []);
  const { [path]: _former, ...others } = knownTargets(document);
  const known = choice.choice === 'accept' ? learnt?.targets[path] : undefined;
  const targets = known === undefined ? others : { ...others, [path]: known };
  // Each is put in front of the ones before it.
  const healed = selectors.toReversed().map((selector) => ({ path, selector }));
  const fingerprints: RecipeFingerprints = { version: 1, targets };
  return parseRecipeDocument(applyHealing(document, { healed, fingerprints })).document;
}

/** Makes the field or the step optional that a target belongs to, or takes it out. */
function markGone(
  document: RecipeDocument,
  target: string,
  isRemoved: boolean,
): RecipeDocument | undefined {
  const field = /^(.*)\/parameters\/fields\/([^/]+)\/selectors$/.exec(target);
  const step = field?.[1] ?? /^.*\/steps\/\d+/.exec(target)?.[0] ?? target;
  if (!isRemoved) {
    const path = field === null ? step : target.replace(/\/selectors$/, '');
    return applyDraftEdits(document, [{ edit: 'set_optional', path, optional: true }]);
  }
  if (field === null) return applyDraftEdits(document, [{ edit: 'remove_step', path: step }]);
  const found = findAtPath(document, parseJsonPointer(step) ?? []);
  const [name = ''] = parseJsonPointer(`/${field[2] ?? ''}`) ?? [];
  return applyDraftEdits(document, [
    { edit: 'replace_step', path: step, step: withoutField(found, name) },
  ]);
}

function withoutField(step: unknown, name: string): unknown {
  if (!isSchemaObject(step) || !isSchemaObject(step['parameters'])) return step;
  const { parameters } = step;
  const { fields } = parameters;
  const { [name]: _gone, ...others } = isSchemaObject(fields) ? fields : {};
  return { ...step, parameters: { ...parameters, fields: others } };
}
