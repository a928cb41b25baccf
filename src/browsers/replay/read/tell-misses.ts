import type { MatchCounts } from '../../../contracts/recipe/proposed-selector.ts';
import type { RecipeField, Selector } from '../../../contracts/recipe/recipe.ts';
import { nameSelector, nameStep } from '../fail-step.ts';
import { askPlace } from '../frames/ask-place.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import {
  isFilled,
  listItems,
  type PageReading,
  type StepReading,
  toReadInput,
} from './page-reader.ts';

/** Fields that are described in one sentence. */
const maxDescribed = 5;

/**
 * Warns of what a step did not find on its page: which selector matches how many elements where, and whether the page was
 * still loading. A step that runs again says it of the first page only.
 */
export async function tellMisses(run: ReplayRun, place: Place, page: PageReading): Promise<void> {
  const [reading] = page.steps;
  if (reading === undefined) return;
  const isEmpty = !isFilled(page) && run.notes.isNews(reading.step.path);
  const missing = listMissing(run, reading).filter(({ element }) => run.notes.isNews(element.path));
  if (!isEmpty && missing.length === 0) return;
  const counts = await askPlace(place, 'count', toReadInput(run, reading.step), run.signal);
  const sentences = isEmpty
    ? [describeItems(reading, page.url, counts)]
    : missing.map((field) => describeField(reading, field, page.url, counts));
  const loading = page.isLoaded ? '' : '; the page was still loading';
  for (const sentence of sentences) run.warnings.add(`${sentence}${loading}.`);
}

/** The fields that no item has, as far as notes and options of the recipe do not say it already. */
function listMissing({ overrides }: ReplayRun, reading: StepReading): readonly RecipeField[] {
  const { step, output } = reading;
  if (listItems(reading).length === 0) return [];
  return step.fields.filter((field, index) => {
    const use = output.fieldUses[index];
    // What healing dropped is told there.
    const isRead = overrides.apply(field.element).length > 0;
    return (
      isRead && use?.served === -1 && use.rivals === 0 && use.hidden === 0 && !field.isOptional
    );
  });
}

function describeItems({ step }: StepReading, url: string, counts: MatchCounts): string {
  const { items, fields } = step;
  const described = fields.slice(0, maxDescribed).map((field, index) => {
    const matches = describeMatches(field, counts.fields[index], items !== undefined);
    return `\`${field.name}\` (${matches})`;
  });
  const rest = fields.length > maxDescribed ? ` and ${fields.length - maxDescribed} more` : '';
  const inItems = described.join(', ') + rest;
  if (items === undefined)
    return `${nameStep(step)} found none of its fields on ${url}: ${inItems}`;
  const matches = items.selectors.map((selector, index) => {
    const { count = 0, hidden = 0 } = counts.items[index] ?? {};
    const seen =
      hidden === 0 ? '' : hidden === count ? ', all hidden' : `, ${hidden} of them hidden`;
    return `${nameSelector(selector)} matches ${toElements(count)}${seen}`;
  });
  const hasVisible = counts.items.some(({ count, hidden }) => count > hidden);
  const empty =
    hasVisible && described.length > 0 ? `; no field has a value in them: ${inItems}` : '';
  return `${nameStep(step)} found no item on ${url}: ${matches.join(', ')}${empty}`;
}

function describeField(
  { step }: StepReading,
  field: RecipeField,
  url: string,
  counts: MatchCounts,
): string {
  const matches = describeMatches(
    field,
    counts.fields[step.fields.indexOf(field)],
    step.items !== undefined,
  );
  const lack = step.items === undefined ? `${url} does not have` : `no item on ${url} has`;
  return `${nameStep(step)}: ${lack} \`${field.name}\`: ${matches}`;
}

function describeMatches(
  { element: { selectors } }: RecipeField,
  counts: MatchCounts['fields'][number] | undefined,
  isInItems: boolean,
): string {
  const describe = (selector: Selector, index: number): string => {
    const { inItem = 0, onPage = 0 } = counts?.[index] ?? {};
    const where = isInItems ? ` in the first item and ${onPage} on the page` : '';
    return `${nameSelector(selector)} matches ${toElements(inItem)}${where}`;
  };
  return selectors.map(describe).join(', ');
}

function toElements(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`;
}
