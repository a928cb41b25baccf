import { innerSteps, parameters, shared } from './schema-parts.ts';
import type { OwnMembers, RawStep, StepKind, StepOf } from './step-kind.ts';
import { optionalNumber } from './step-kind.ts';

/** A loop of ordinary steps. */
export const repeatKind: StepKind<StepOf<'repeat'>> = {
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
