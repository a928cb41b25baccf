import { type Place, askPlace } from '../tabs.ts';
import { nameSelector, nameStep } from '../fail-step.ts';
import { type HealedTarget, healTarget } from '../locate/locate-target.ts';
import {
  type PageReading,
  type StepReading,
  isFilled,
  listItems,
  listReadFields,
  readPage,
  toReadInput,
} from './page-reader.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import type { MatchCounts } from '../../../runtime/contracts/recipe/fingerprint.ts';
import type { RecipeField, Selector } from '../../../runtime/contracts/recipe/recipe.ts';
import { nameFirst } from '../../../runtime/name-first.ts';

/**
 * Compares the items and fields of a step's first page with their fingerprints, heals the missing ones, and takes new
 * fingerprints. Returns a new reading if anything was healed.
 */
export async function healReading(
  run: ReplayRun,
  place: Place,
  reading: PageReading,
): Promise<PageReading> {
  const [first] = reading.steps;
  if (first === undefined || first.output.marks === undefined) return reading;
  const { step } = first;
  let current = reading;
  if (step.items !== undefined) {
    const { marks, itemCount } = first.output;
    const healed = await healTarget({
      run,
      place,
      target: step.items,
      purpose: 'items',
      mark: marks.items[0],
      count: itemCount,
    });
    if (healed === 'healed')
      current = await readPage(run, { place, steps: [step], wantsMarks: true });
  }
  return (await healFields(run, place, current.steps[0]))
    ? readPage(run, { place, steps: [step] })
    : current;
}

/** Most items in which an optional field is searched that none seems to have any more. */
const maxSearched = 5;

function putFirst(marks: readonly number[], first: number | undefined): readonly number[] {
  return first === undefined ? marks : [first, ...marks.filter((mark) => mark !== first)];
}

/** Returns whether any field was healed, or is no longer read. */
async function healFields(
  run: ReplayRun,
  place: Place,
  reading: StepReading | undefined,
): Promise<boolean> {
  const { marks, fieldUses } = reading?.output ?? {};
  if (reading === undefined || marks === undefined) return false;
  const { step } = reading;
  let hasChanged = false;
  for (const [index, field] of listReadFields(step).entries()) {
    if (step.items !== undefined && marks.items.length === 0) break;
    const owned = marks.fields[index] ?? undefined;
    const isShared = (fieldUses?.[index]?.scope ?? run.report.notes.findScope(field)) === 'outside';
    const isLost = owned === undefined && field.isOptional;
    // Never seen before, an optional field is absent.
    if (isLost && run.recipe.findKnown(field.element.path) === undefined) continue;
    const first = owned?.item ?? marks.items[0];
    // The first item may lack an optional field.
    const starts = isLost && first !== undefined ? marks.items.slice(0, maxSearched) : [first];
    let healed: HealedTarget = 'missing';
    for (const start of starts) {
      if (healed !== 'missing') break;
      healed = await healTarget({
        run,
        place,
        target: field.element,
        purpose: 'field',
        mark: owned?.mark,
        roots: step.items === undefined || isShared ? undefined : putFirst(marks.items, start),
        mayBeAbsent: field.isOptional,
      });
    }
    if (healed === 'another') {
      run.recipe.selectors.drop(field.element);
      run.report.warn(
        `${nameStep(step)}: the selectors of the field "${field.name}" lead to what was another element when they were learnt. The field is left out; record it anew.`,
      );
    }
    hasChanged ||= healed === 'healed' || healed === 'another';
  }
  return hasChanged;
}

/** Fields that are described in one sentence. */
const maxDescribed = 5;

/**
 * Warns of what a step did not find on its page: which selector matches how many elements where, and whether the page was
 * still loading. A step that runs again says it of the first page only.
 */
export async function warnOfMisses(run: ReplayRun, place: Place, page: PageReading): Promise<void> {
  const [reading] = page.steps;
  if (reading === undefined) return;
  const isEmpty = !isFilled(page) && run.report.notes.isNews(reading.step.path);
  const missing = listMissing(run, reading).filter(({ element }) =>
    run.report.notes.isNews(element.path),
  );
  if (!isEmpty && missing.length === 0) return;
  const counts = await askPlace(place, 'count', toReadInput(run, reading.step), run.session.signal);
  const sentences = isEmpty
    ? [describeItems(reading, page.url, counts)]
    : missing.map((field) => describeField(reading, field, page.url, counts));
  const loading = page.isLoaded ? '' : '; the page was still loading';
  for (const sentence of sentences) run.report.warn(`${sentence}${loading}.`);
}

/** The fields that no item has, as far as notes and options of the recipe do not say it already. */
function listMissing({ recipe }: ReplayRun, reading: StepReading): readonly RecipeField[] {
  const { step, output } = reading;
  if (listItems(reading).length === 0) return [];
  return step.fields.filter((field, index) => {
    const use = output.fieldUses[index];
    // A warning there names what healing dropped.
    const isRead = recipe.selectors.apply(field.element).length > 0;
    return (
      isRead && use?.served === -1 && use.rivals === 0 && use.hidden === 0 && !field.isOptional
    );
  });
}

function describeItems({ step }: StepReading, url: string, counts: MatchCounts): string {
  const { items, fields } = step;
  const described = fields.map((field, index) => {
    const matches = describeMatches(field, counts.fields[index], items !== undefined);
    return `\`${field.name}\` (${matches})`;
  });
  const inItems = nameFirst(described, maxDescribed);
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
