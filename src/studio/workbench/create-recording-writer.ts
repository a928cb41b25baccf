import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import { toCanonicalJson } from '../../schema/to-canonical-json.ts';
import {
  parseRecipeDocument,
  type RecipeDocument,
  type StepDocument,
} from '../draft/recipe-document.ts';
import type { RecordedStep, RecordingChange } from '../recording/create-step-recorder.ts';
import type { OwnerDraft } from './create-owner-draft.ts';

export interface CreateRecordingWriterInput {
  readonly draft: () => OwnerDraft;
  /** The steps that a recipe begins with whose first one was taken out meanwhile. */
  readonly opening: () => readonly StepDocument[];
}

/**
 * Creates what writes a recording into a draft. New steps come to its end; another form of a step, or its removal, is written only
 * where that step is still the last one and as it was written: what a person has edited or moved stays so. Throws `invalid_request`
 * where the recipe takes no further step.
 */
export function createRecordingWriter(
  input: CreateRecordingWriterInput,
): (change: RecordingChange) => void {
  /** What was written and not removed, in order. */
  const written: { readonly id: number; readonly json: string }[] = [];

  function add(recorded: RecordedStep): void {
    const draft = input.draft();
    const before = draft.document();
    const { step } = recorded;
    const isBeginning = step.type === 'setViewport' || step.type === 'navigate';
    const steps = before?.steps ?? (isBeginning ? [] : input.opening());
    const base = before ?? { title: 'Recipe' };
    const document = withStep({ ...base, steps: [...steps, step] }, recorded);
    draft.change(document);
    note(recorded.id, document);
  }

  function change(recorded: RecordedStep): void {
    const place = findOwn(recorded.id);
    if (place === undefined) return;
    const { draft, document } = place;
    const steps = [...document.steps.slice(0, -1), recorded.step];
    const changed = withStep({ ...document, steps }, recorded);
    draft.amend(changed);
    written.pop();
    note(recorded.id, changed);
  }

  function remove({ id }: RecordedStep): void {
    const place = findOwn(id);
    const at = written.findIndex((known) => known.id === id);
    if (at >= 0) written.splice(at, 1);
    if (place === undefined) return;
    const { draft, document } = place;
    const steps = document.steps.slice(0, -1);
    const rest = { ...document, steps, ...withoutTarget(document, steps.length) };
    draft.amend(steps.length === 0 ? undefined : parseRecipeDocument(rest).document);
  }

  /** The draft, where its last step is the one that was written last, and as it was written. */
  function findOwn(
    id: number,
  ): { readonly draft: OwnerDraft; readonly document: RecipeDocument } | undefined {
    const draft = input.draft();
    const document = draft.document();
    const last = written.at(-1);
    const step = document?.steps.at(-1);
    if (document === undefined || step === undefined || last?.id !== id) return undefined;
    return toCanonicalJson(step) === last.json ? { draft, document } : undefined;
  }

  function note(id: number, { steps }: RecipeDocument): void {
    written.push({ id, json: toCanonicalJson(steps.at(-1)) });
  }

  return ({ change: kind, recorded }) => {
    if (kind === 'added') add(recorded);
    else if (kind === 'changed') change(recorded);
    else remove(recorded);
  };
}

/** The document with what is known of its last step: its secret variable, and what healing uses. */
function withStep(document: RecipeDocument, { fingerprint, secret }: RecordedStep): RecipeDocument {
  const path = `/steps/${document.steps.length - 1}/selectors`;
  const targets = targetsOf(document);
  const variables = document.variables ?? {};
  return parseRecipeDocument({
    ...document,
    ...(secret === undefined || Object.hasOwn(variables, secret)
      ? {}
      : { variables: { ...variables, [secret]: { secret: true } } }),
    ...(fingerprint === undefined
      ? {}
      : { fingerprints: { version: 1, targets: { ...targets, [path]: fingerprint } } }),
  }).document;
}

function withoutTarget(document: RecipeDocument, index: number): object {
  const { [`/steps/${index}/selectors`]: _gone, ...targets } = targetsOf(document);
  return document['fingerprints'] === undefined ? {} : { fingerprints: { version: 1, targets } };
}

function targetsOf({ fingerprints }: RecipeDocument): Readonly<Record<string, unknown>> {
  const targets = isSchemaObject(fingerprints) ? fingerprints['targets'] : undefined;
  return isSchemaObject(targets) ? targets : {};
}
