import type {
  ExtractStep,
  RecipeField,
  RecipeStep,
} from '../../runtime/contracts/recipe/recipe.ts';
import { extractKind } from './extract-kind.ts';
import {
  changeKind,
  clickKind,
  doubleClickKind,
  dragKind,
  hoverKind,
  keyDownKind,
  keyUpKind,
  uploadKind,
} from './input-steps.ts';
import {
  closeKind,
  emulateNetworkConditionsKind,
  navigateKind,
  screenshotKind,
  scrollKind,
  setViewportKind,
  waitForElementKind,
  waitForExpressionKind,
  waitKind,
} from './page-steps.ts';
import { paginateKind } from './pagination-kinds.ts';
import { innerSteps, parameters, shared } from './schema-parts.ts';
import {
  type OwnMembers,
  type RawStep,
  type StepKind,
  type StepOf,
  type StepType,
  optionalNumber,
} from './step-kind.ts';

/** A loop of ordinary steps. */
const repeatKind: StepKind<StepOf<'repeat'>> = {
  parameters: 'needed',
  schema: parameters({
    title: 'Repeat',
    description:
      'A loop of ordinary steps. Give times, while, or both. {{index}} in its steps is the number of the round, from 1.',
    required: ['steps'],
    properties: {
      steps: innerSteps('The steps of the loop.'),
      times: { type: 'integer', minimum: 1, maximum: 1000, description: 'Rounds at most.' },
      while: shared('selectors', 'Goes on as long as this element exists.'),
      nth: shared('nth'),
    },
  }),
  parse: parseRepeat,
  bind: (step, fill) => ({
    steps: fill.steps(step.steps),
    while: step.while && fill.target(step.while),
  }),
  inner: ({ steps }) => steps,
};

function parseRepeat({
  members: { times, while: condition, nth, steps: given },
  path,
  base,
  target,
  refuse,
  list,
}: RawStep): OwnMembers<StepOf<'repeat'>> {
  for (const member of ['dialog', 'expectStatus'] as const) {
    if (base[member] === undefined) continue;
    refuse(`${base.path}/${member}`, `a loop has no ${member}; give it to the step inside.`);
  }
  if (times === undefined && condition === undefined) {
    refuse(path, 'would never end; give "times", "while", or both.');
  }
  if (nth !== undefined && condition === undefined) {
    refuse(`${path}/nth`, 'has "nth" but no "while" whose matches it could count.');
  }
  const steps = list(given, `${path}/steps`);
  for (const step of steps) {
    if (step.type === 'paginate') {
      refuse(step.path, 'cannot stand in a loop; put it behind, at the top of the recipe.');
    }
  }
  return {
    steps,
    times: optionalNumber(times),
    while: condition === undefined ? undefined : target(condition, `${path}/while`, nth),
    inRound: undefined,
  };
}

/** Every type of step: its JSON Schema, how it is read, and where values go in it. */
export const stepKinds: { readonly [Type in StepType]: StepKind<StepOf<Type>> } = {
  click: clickKind,
  doubleClick: doubleClickKind,
  hover: hoverKind,
  change: changeKind,
  keyDown: keyDownKind,
  keyUp: keyUpKind,
  navigate: navigateKind,
  scroll: scrollKind,
  setViewport: setViewportKind,
  emulateNetworkConditions: emulateNetworkConditionsKind,
  waitForElement: waitForElementKind,
  waitForExpression: waitForExpressionKind,
  close: closeKind,
  extract: extractKind,
  paginate: paginateKind,
  repeat: repeatKind,
  drag: dragKind,
  wait: waitKind,
  upload: uploadKind,
  screenshot: screenshotKind,
};

/** Returns what the format says of a step. */
export function findKind({ type }: Pick<RecipeStep, 'type'>): StepKind<RecipeStep> {
  return stepKinds[type];
}

/** Returns all steps of a recipe in their order, those inside of another step (`repeat`, `follow`) behind it. */
export function listSteps(steps: readonly RecipeStep[]): readonly RecipeStep[] {
  return steps.flatMap((step) => [step, ...listSteps(findKind(step).inner?.(step) ?? [])]);
}

/** Returns the fields that the pages of a step's items add to them; empty for a step without `follow`. */
export function listFollowedFields({ follow }: ExtractStep): readonly RecipeField[] {
  return (follow?.steps ?? []).flatMap((step) => (step.type === 'extract' ? step.fields : []));
}
