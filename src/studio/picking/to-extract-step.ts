import type { ProposedSelector } from '../../contracts/recipe/proposed-selector.ts';
import type { ListDraft } from './list-draft.ts';

/** An `extract` step as it stands in a recipe's file. */
export interface DraftStep {
  readonly type: 'customStep';
  readonly name: 'extract';
  readonly parameters: {
    readonly items?: readonly ProposedSelector[];
    readonly fields: Readonly<Record<string, DraftStepField>>;
  };
}

/** A field of an `extract` step as it stands in a recipe's file. */
export interface DraftStepField {
  readonly selectors: readonly ProposedSelector[];
  readonly attribute?: string;
  readonly type?: string;
  readonly list?: true;
  readonly optional?: true;
}

/** Returns the step that reads what a draft shows; `parseRecipe` takes it in a recipe as soon as the draft has a field. */
export function toExtractStep(draft: ListDraft): DraftStep {
  const fields = draft.fields.map((field): readonly [string, DraftStepField] => [
    field.name,
    {
      selectors: field.selectors,
      ...(field.attribute === undefined ? {} : { attribute: field.attribute }),
      ...(field.type === 'string' ? {} : { type: field.type }),
      ...(field.isList ? { list: true as const } : {}),
      ...(field.isOptional ? { optional: true as const } : {}),
    },
  ]);
  const items = draft.selectors.map(({ selector }) => selector);
  return {
    type: 'customStep',
    name: 'extract',
    parameters: {
      ...(draft.kinds === undefined ? {} : { items }),
      fields: Object.fromEntries(fields),
    },
  };
}
