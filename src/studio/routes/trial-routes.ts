import { z } from 'zod';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput } from '../../operations/parse-input.ts';
import type { StudioDone } from '../api/studio-api.ts';
import type { StudioRepairChoice } from '../api/studio-draft.ts';
import type { StartStudioTrial } from '../api/studio-trial.ts';
import type { SessionTrial } from '../workbench/create-session-trial.ts';
import { parseByMember, type Shapes } from './parse-by-member.ts';
import type { StudioCall, StudioRoute } from './studio-route.ts';
import { selectorList, variableValues } from './table-bodies.ts';

const done: StudioDone = { done: true };

/** The calls around trials, and what is decided about what they found. */
export const trialRoutes: readonly StudioRoute[] = [
  {
    method: 'POST',
    path: '/trial',
    async call(request) {
      trialOf(request).start(parseStart(request.body));
      return done;
    },
  },
  { method: 'GET', path: '/trial', call: async (request) => trialOf(request).view() },
  {
    method: 'POST',
    path: '/trial/next',
    async call(request) {
      trialOf(request).next();
      return done;
    },
  },
  {
    method: 'DELETE',
    path: '/trial',
    async call(request) {
      trialOf(request).stop();
      return done;
    },
  },
  {
    method: 'POST',
    path: '/draft/repairs',
    call: async (request) => trialOf(request).repair(parseRepair(request.body)),
  },
];

function trialOf({ owner, sessions, work }: StudioCall): SessionTrial {
  const session = sessions.require(owner);
  session.noteActivity();
  return work.require(session).trial;
}

const path = z.string().max(500);
const starting = z.strictObject({
  variables: variableValues,
  maxPages: z.int().min(1).max(3).optional(),
  until: path.optional(),
  stepByStep: z.boolean().optional(),
});

function parseStart(body: Readonly<Record<string, unknown>>): StartStudioTrial {
  const { fields, issues } = parseInput(starting, body);
  if (fields === undefined) throw invalidRequest('try the recipe', issues);
  return fields;
}

const choice = z.string();
const choices: Readonly<Record<StudioRepairChoice['choice'], Shapes[string]>> = {
  accept: z.strictObject({ choice, path }),
  replace: z.strictObject({ choice, path, selectors: selectorList }),
  gone: z.strictObject({ choice, path, remove: z.boolean().optional() }),
};

function parseRepair(body: Readonly<Record<string, unknown>>): StudioRepairChoice {
  const parsed = parseByMember(choices, body, { member: 'choice', action: 'repair the recipe' });
  return parsed as StudioRepairChoice;
}
