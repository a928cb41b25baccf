import type { ExtractStep, Follow, RecipeStep, StepBase } from '../../contracts/recipe/recipe.ts';
import type { SchemaObject } from '../../schema/list-applicable-schemas.ts';
import type { StepReading } from './create-target-reader.ts';

type ToExtract = (
  parameters: SchemaObject,
  path: string,
  base: StepBase,
  reading: StepReading,
) => ExtractStep;

/** The steps that would leave the item's page, and what to do instead. */
const leaving: Partial<Readonly<Record<RecipeStep['type'], string>>> = {
  navigate: 'the page is opened by the link of its item; leave the step out',
  paginate: 'only the list has further pages; put it behind the extract step',
  close: 'the tab is closed when its fields are read; leave the step out',
};

/**
 * The `follow` of an extract step, whose own `fields` become the last extract step on the page. `undefined` where it
 * cannot be used.
 */
export function toFollow(
  raw: SchemaObject,
  step: ExtractStep,
  reading: StepReading,
  toExtract: ToExtract,
): Follow | undefined {
  const { fields, prompt } = step;
  const { refuse } = reading;
  const path = `${step.path}/parameters/follow`;
  if (prompt !== undefined) {
    refuse(path, 'needs "fields" beside it; items that a prompt reads have no links.');
  }
  const link = reading.target(raw['link'], `${path}/link`);
  const given = Array.isArray(raw['steps']) ? raw['steps'] : [];
  const steps = [...reading.list(given, `${path}/steps`)];
  // A step with a problem of its own is missing here, and its fields with it.
  const isWhole = steps.length === given.length;
  for (const inner of steps) checkStep(inner, refuse);
  if (raw['fields'] !== undefined) {
    // What the step says of its list's place and of its own effects is not about these pages.
    const own = {
      target: 'main',
      frame: [],
      navigations: [],
      dialog: undefined,
      isOptional: false,
    };
    const base: StepBase = { ...step, ...own, path };
    steps.push(
      toExtract({ fields: raw['fields'], visible: step.onlyVisible }, path, base, reading),
    );
  }
  const followed = steps.flatMap((inner) => (inner.type === 'extract' ? inner.fields : []));
  if (followed.length === 0 && isWhole) {
    refuse(path, 'needs "fields", or an extract step with fields among its "steps".');
  }
  const names = new Set(fields.map(({ name }) => name));
  for (const { name, element } of followed) {
    if (names.has(name)) {
      refuse(
        element.path.replace(/\/selectors$/, ''),
        `is a second field "${name}" of the item; give it another name.`,
      );
    }
    names.add(name);
  }
  return link === undefined ? undefined : { link, steps };
}

function checkStep(step: RecipeStep, refuse: StepReading['refuse']): void {
  const advice = leaving[step.type];
  if (advice !== undefined) refuse(step.path, `cannot stand in "follow": ${advice}.`);
  if (step.type === 'extract') {
    const { items, prompt, follow, schema } = step;
    const isPlain = [items, prompt, follow, schema].every((member) => member === undefined);
    if (!isPlain) {
      refuse(
        step.path,
        'can have only "fields" in "follow", because the page is one item; a field with "list": true reads several values.',
      );
    }
  }
  if (step.type !== 'repeat') return;
  for (const inner of step.steps) {
    checkStep(inner, refuse);
    if (inner.type === 'extract') {
      refuse(inner.path, 'cannot stand in a loop of "follow", because the page is one item.');
    }
  }
}
