import type { MatchCounts } from '../../contracts/recipe/proposed-selector.ts';
import type { FieldColumn } from './list-draft.ts';
import type { ExtractStep } from '../../contracts/recipe/recipe.ts';
import type { ReadInput } from '../../browsers/in-page/create-item-reader.ts';
import { parseRecipe } from '../../recipe/parse/parse-recipe.ts';
import { readFieldValue } from '../../recipe/run/read-field-value.ts';
import type { AskPage } from './ask-page.ts';
import type { ListDraft } from './list-draft.ts';
import { toExtractStep } from './to-extract-step.ts';

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
      home: undefined,
    })),
    onlyVisible,
    wantsHtml: false,
  };
}
