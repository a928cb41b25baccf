import type { MatchCounts, ProposedSelector } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { AskPage, FieldColumn, ListDraft } from './list-draft.ts';
import type { ExtractStep } from '../../runtime/contracts/recipe/recipe.ts';
import type { ReadInput } from '../../browser/in-page/item-reader.ts';
import { parseRecipe } from '../../recipes/format/parse-recipe.ts';
import { readFieldValue } from '../../recipes/run/read-field-value.ts';

/** What a run would bring of the page as it is. */
export interface DraftTable {
  /** One object an item, its values by the names of the fields. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly fields: readonly FieldColumn[];
  /** How many elements each selector matches. */
  readonly counts: MatchCounts;
}

/** Most rows that are handed out. */
const maxRows = 2_000;
const maxMissing = 100;

/** Reads a page by a draft with the reader of runs, so that what is seen is what a run brings. */
export async function readTable(ask: AskPage, draft: ListDraft): Promise<DraftTable> {
  const step = requireStep(draft);
  const input = toReadInput(step);
  const page = await ask('read', { steps: [input], wantsMarks: false, pager: undefined });
  const items = (page.steps[0]?.items ?? []).slice(0, maxRows);
  const readings = items.map(({ values }) =>
    step.fields.map((field, index) => readFieldValue(field, values[index] ?? undefined, page)),
  );
  return {
    rows: readings.map((row) =>
      Object.fromEntries(
        row.flatMap(({ value }, index) => {
          const name = step.fields[index]?.name;
          return name === undefined || value === undefined ? [] : [[name, value] as const];
        }),
      ),
    ),
    fields: step.fields.map(({ name }, index) => {
      const has = (at: number): boolean =>
        items[at]?.values[index]?.some((text) => text.trim() !== '') === true;
      const missing = items.flatMap((_item, at) => (has(at) ? [] : [at]));
      return {
        name,
        filled: items.length - missing.length,
        missing: missing.slice(0, maxMissing),
        unreadable: readings.filter((row, at) => has(at) && row[index]?.value === undefined).length,
      };
    }),
    counts: await ask('count', input),
  };
}

/** Returns the draft's step, read as a run reads it. */
export function requireStep(draft: ListDraft): ExtractStep {
  const { steps } = parseRecipe({ title: 'Draft', steps: [toExtractStep(draft)] });
  const step = steps.find((one) => one.type === 'extract');
  if (step === undefined) throw new TypeError('The draft has no step that reads items.');
  return step;
}

function toReadInput({ items, fields, onlyVisible }: ExtractStep): ReadInput {
  return {
    items: items?.selectors.map(({ parts }) => parts),
    fields: fields.map((field) => ({
      name: field.name,
      selectors: field.element.selectors.map(({ parts }) => parts),
      attribute: field.attribute,
      type: field.type,
      isList: field.isList,
      isOptional: field.isOptional,
      scope: undefined,
    })),
    onlyVisible,
    wantsHtml: false,
  };
}

/** An `extract` step as it stands in a recipe's file. */
interface DraftStep {
  readonly type: 'customStep';
  readonly name: 'extract';
  readonly parameters: {
    readonly items?: readonly ProposedSelector[];
    readonly fields: Readonly<Record<string, DraftStepField>>;
  };
}

/** A field of an `extract` step as it stands in a recipe's file. */
interface DraftStepField {
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
