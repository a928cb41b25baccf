import { z } from 'zod';
import type { FieldType } from '../../../runtime/contracts/extractor.ts';
import { invalidRequest } from '../../../runtime/errors/gleaner-error.ts';
import { parseInput } from '../../../core/operations/parse-input.ts';
import type {
  FindStudioPagination,
  StudioPick,
  StudioTableEdit,
} from '../../../studio/api/studio-table.ts';
import { type Shapes, type StudioCall, type StudioRoute, parseByMember } from './studio-route.ts';
import type { StudioDone } from '../../../studio/api/studio-api.ts';
import type { StudioRepairChoice } from '../../../studio/api/studio-draft.ts';
import type { StartStudioTrial } from '../../../studio/api/studio-trial.ts';
import type { SessionTrial } from '../../../studio/workbench/create-session-trial.ts';

type Body = Readonly<Record<string, unknown>>;

/** Wider than any viewport. */
const position = z.number().min(-10_000).max(10_000);
const place = z.strictObject({ x: position, y: position });

/** Returns a place of the window; throws `invalid_request`. */
export function parsePlace(body: Body): { readonly x: number; readonly y: number } {
  const { fields, issues } = parseInput(place, body);
  if (fields === undefined) throw invalidRequest('look at the page', issues);
  return fields;
}

const picks: Readonly<Record<StudioPick['as'], Shapes[string]>> = {
  list: z.strictObject({
    as: z.string(),
    x: position,
    y: position,
    choice: z.int().min(0).max(100).optional(),
  }),
  page: z.strictObject({ as: z.string() }),
};

/** Returns what was pointed at; throws `invalid_request` with all that is wrong. */
export function parsePick(body: Body): StudioPick {
  return parseByMember(picks, body, { member: 'as', action: 'take the item' }) as StudioPick;
}

const selectorPart = z.string().min(1).max(5_000);
/** As many as a recipe's target may have. */
export const selectorList: z.ZodArray<z.ZodType<string | readonly string[]>> = z
  .array(z.union([selectorPart, z.array(selectorPart).min(1).max(20)]))
  .min(1)
  .max(20);

const name = z.string().max(200);
const types = ['string', 'number', 'boolean', 'url', 'date', 'html'] as const;
const fieldType: z.ZodType<FieldType> = z.enum(types);
const edit = z.string();
const edits: Readonly<Record<StudioTableEdit['edit'], Shapes[string]>> = {
  include_kind: z.strictObject({ edit, kind: z.int().min(0).max(1_000), included: z.boolean() }),
  add_field: z.strictObject({ edit, x: position, y: position }),
  rename_field: z.strictObject({ edit, name, to: name }),
  retype_field: z.strictObject({ edit, name, type: fieldType }),
  set_optional: z.strictObject({ edit, name, optional: z.boolean() }),
  set_field_selectors: z.strictObject({ edit, name, selectors: selectorList }),
  set_item_selectors: z.strictObject({ edit, selectors: selectorList }),
  drop_field: z.strictObject({ edit, name }),
  choose_list: z.strictObject({ edit, choice: z.int().min(0).max(100) }),
  set_pagination: z.strictObject({ edit, included: z.boolean() }),
};

/** Returns an edit of the table; throws `invalid_request` with all that is wrong. */
export function parseTableEdit(body: Body): StudioTableEdit {
  return parseByMember(edits, body, {
    member: 'edit',
    action: 'change the table',
  }) as StudioTableEdit;
}

/** Values of variables: as many as a recipe may have, each as long as one may be. */
export const variableValues: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>> = z
  .record(z.string().max(64), z.string().max(100_000))
  .optional();
/** What the values are given for. */
export const draftId: z.ZodOptional<z.ZodString> = z.string().max(100).optional();
const searching = z.strictObject({ variables: variableValues, draft: draftId });

/** Returns the values that the search for the way on is given; throws `invalid_request`. */
export function parseSearching(body: Body): FindStudioPagination {
  const { fields, issues } = parseInput(searching, body);
  if (fields === undefined) throw invalidRequest('search the way on', issues);
  return fields;
}

const keeping = z.strictObject({ at: z.string().max(500).optional() });

/** Returns the path of the step that is replaced; throws `invalid_request`. */
export function parseKeeping(body: Body): string | undefined {
  const { fields, issues } = parseInput(keeping, body);
  if (fields === undefined) throw invalidRequest('keep the table', issues);
  return fields.at;
}

const done: StudioDone = { done: true };

/** The calls around trials, and what is decided about what they found. */
export const trialRoutes: readonly StudioRoute[] = [
  {
    method: 'POST',
    path: '/trial',
    async call(request) {
      const { drafts, owner, body } = request;
      const { draft, ...options } = parseStart(body);
      drafts.of(owner).checkValuesFor(draft);
      trialOf(request).start(options);
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
  draft: draftId,
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
