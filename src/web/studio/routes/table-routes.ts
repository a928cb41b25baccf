import { z } from 'zod';
import type { FieldType } from '../../../runtime/contracts/extractor.ts';
import type { StudioRepairChoice } from '../../../studio/api/studio-draft.ts';
import type { StudioPick, StudioTableEdit } from '../../../studio/api/studio-table.ts';
import type { SessionTable } from '../../../studio/workbench/create-session-table.ts';
import type { SessionTrial } from '../../../studio/workbench/create-session-trial.ts';
import { unionBy } from '../../exchange/route.ts';
import { position } from './session-routes.ts';
import { type StudioCaller, type StudioRoutes, done } from './studio-route.ts';

const place = z.strictObject({ x: position, y: position });
/** Which of the lists around an element. */
const choice = z.int().min(0).max(100);

const pick = unionBy<StudioPick, 'as'>('as', {
  list: place.extend({ choice: choice.optional() }),
  page: z.strictObject({}),
});

const selectorPart = z.string().min(1).max(5_000);
/** As many as a recipe's target may have. */
const selectors = z
  .array(z.union([selectorPart, z.array(selectorPart).min(1).max(20)]))
  .min(1)
  .max(20);

const name = z.string().max(200);
const types = ['string', 'number', 'boolean', 'url', 'date', 'html'] as const;
const fieldType: z.ZodType<FieldType> = z.enum(types);
const tableEdit = unionBy<StudioTableEdit, 'edit'>('edit', {
  include_kind: z.strictObject({ kind: z.int().min(0).max(1_000), included: z.boolean() }),
  add_field: place,
  rename_field: z.strictObject({ name, to: name }),
  retype_field: z.strictObject({ name, type: fieldType }),
  set_optional: z.strictObject({ name, optional: z.boolean() }),
  set_field_selectors: z.strictObject({ name, selectors }),
  set_item_selectors: z.strictObject({ selectors }),
  drop_field: z.strictObject({ name }),
  choose_list: z.strictObject({ choice }),
  set_pagination: z.strictObject({ included: z.boolean() }),
});

const values = {
  /** As many as a recipe may have, each as long as one may be. */
  variables: z.record(z.string().max(64), z.string().max(100_000)).optional(),
  /** What the values are given for. */
  draft: z.string().max(100).optional(),
};

/** The calls around the list that a person points at. */
export const tableRoutes: StudioRoutes<
  | 'POST /session/inspect'
  | 'POST /session/pick'
  | 'GET /session/table'
  | 'POST /session/table/edit'
  | 'POST /session/table/pagination'
  | 'DELETE /session/table'
  | 'POST /session/table/keep'
> = {
  'POST /session/inspect': {
    action: 'look at the page',
    body: place,
    call: (request) => tableOf(request).inspect(request.body),
  },
  'POST /session/pick': {
    action: 'take the item',
    body: pick,
    call: (request) => tableOf(request).pick(request.body),
  },
  'GET /session/table': { call: (request) => tableOf(request).read() },
  'POST /session/table/edit': {
    action: 'change the table',
    body: tableEdit,
    call: (request) => tableOf(request).edit(request.body),
  },
  'POST /session/table/pagination': {
    action: 'search the way on',
    body: z.strictObject(values),
    call(request) {
      const { draft, variables = {} } = request.body;
      request.drafts.of(request.owner).checkValuesFor(draft);
      return tableOf(request).findPagination(variables);
    },
  },
  'DELETE /session/table': {
    call(request) {
      tableOf(request).forget();
      return done;
    },
  },
  'POST /session/table/keep': {
    action: 'keep the table',
    body: z.strictObject({ at: z.string().max(500).optional() }),
    call: (request) => tableOf(request).keep(request.body.at),
  },
};

/** Pointing is using the session, as moving the mouse is. */
function tableOf({ owner, sessions, work }: StudioCaller): SessionTable {
  const session = sessions.require(owner);
  session.noteActivity();
  return work.require(session).table;
}

const path = z.string().max(500);
const repair = unionBy<StudioRepairChoice, 'choice'>('choice', {
  accept: z.strictObject({ path }),
  replace: z.strictObject({ path, selectors }),
  gone: z.strictObject({ path, remove: z.boolean().optional() }),
});

/** The calls around trials, and what is decided about what they found. */
export const trialRoutes: StudioRoutes<
  'POST /trial' | 'GET /trial' | 'POST /trial/next' | 'DELETE /trial' | 'POST /draft/repairs'
> = {
  'POST /trial': {
    action: 'try the recipe',
    body: z.strictObject({
      ...values,
      maxPages: z.int().min(1).max(3).optional(),
      until: path.optional(),
      stepByStep: z.boolean().optional(),
    }),
    call(request) {
      const { draft, ...options } = request.body;
      request.drafts.of(request.owner).checkValuesFor(draft);
      trialOf(request).start(options);
      return done;
    },
  },
  'GET /trial': { call: (request) => trialOf(request).view() },
  'POST /trial/next': {
    call(request) {
      trialOf(request).next();
      return done;
    },
  },
  'DELETE /trial': {
    call(request) {
      trialOf(request).stop();
      return done;
    },
  },
  'POST /draft/repairs': {
    action: 'repair the recipe',
    body: repair,
    call: (request) => trialOf(request).repair(request.body),
  },
};

function trialOf({ owner, sessions, work }: StudioCaller): SessionTrial {
  const session = sessions.require(owner);
  session.noteActivity();
  return work.require(session).trial;
}
