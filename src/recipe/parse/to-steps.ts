import type { RecipeStep } from '../../contracts/recipe.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { isSchemaObject, type SchemaObject } from '../../schema/fields/list-applicable-schemas.ts';
import { nameStep } from './name-place.ts';
import { createTargetReader } from './read-target.ts';
import type { StepReading } from './step-reading.ts';
import { toStep } from './to-step.ts';

/** Steps in all, those of loops included; and loops inside each other. */
const maxSteps = 1_000;
const maxNesting = 8;

/** The steps of a recipe that its JSON Schema was held against, with what a schema cannot say. Steps with `known` issues are left out. */
export function toSteps(
  recipe: SchemaObject,
  known: readonly Issue[],
): { readonly steps: readonly RecipeStep[]; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const faulty = known.map(({ path }) => path);
  let count = 0;
  let nesting = 0;

  const refuse = (path: string, problem: string): void => {
    const name = nameStep(recipe, path);
    issues.push({ path, message: name === undefined ? problem : `${name}: ${problem}` });
  };
  const reading: StepReading = { target: createTargetReader(refuse), refuse, list };

  function list(raw: unknown, path: string): readonly RecipeStep[] {
    if (!Array.isArray(raw)) return [];
    if (nesting > maxNesting) {
      refuse(path, `has more than ${maxNesting} loops inside each other; take some apart.`);
      return [];
    }
    nesting += 1;
    const steps = (raw as readonly unknown[]).flatMap((step, index) =>
      toKnownStep(step, `${path}/${index}`),
    );
    nesting -= 1;
    return steps;
  }

  function toKnownStep(raw: unknown, path: string): readonly RecipeStep[] {
    count += 1;
    if (count > maxSteps) {
      if (count === maxSteps + 1) refuse(path, `is one more than the ${maxSteps} steps allowed.`);
      return [];
    }
    if (!isSchemaObject(raw)) return [];
    const loop = `${path}/parameters/steps`;
    const inner = findLoop(raw);
    const isFaulty = faulty.some(
      (fault) =>
        (fault === path || fault.startsWith(`${path}/`)) &&
        (inner === undefined || !fault.startsWith(`${loop}/`)),
    );
    if (isFaulty) {
      // Gone into all the same, so that all problems are told at once.
      list(inner, loop);
      return [];
    }
    const step = toStep(raw, path, reading);
    return step === undefined ? [] : [step];
  }

  const steps = list(recipe['steps'], '/steps');
  if (issues.length === 0 && known.length === 0) checkPagination(steps, refuse);
  return { steps, issues };
}

/** The steps of a loop, whatever they are. */
function findLoop({ type, name, parameters }: SchemaObject): unknown {
  const isLoop = type === 'customStep' && name === 'repeat' && isSchemaObject(parameters);
  return isLoop ? parameters['steps'] : undefined;
}

function checkPagination(steps: readonly RecipeStep[], refuse: StepReading['refuse']): void {
  const [first, second] = steps.filter(({ type }) => type === 'paginate');
  if (second !== undefined) refuse(second.path, 'is a second pagination; a recipe has one.');
  const before = first === undefined ? steps : steps.slice(0, steps.indexOf(first));
  if (first !== undefined && !before.some(extracts)) {
    refuse(first.path, 'has no extract step before it to repeat on each page; put one there.');
  }
}

function extracts(step: RecipeStep): boolean {
  return step.type === 'extract' || (step.type === 'repeat' && step.steps.some(extracts));
}
