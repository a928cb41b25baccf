import { z } from 'zod';
import type { PlanCaps } from '../../contracts/store/account-store.ts';
import type { PlanBody } from '../api/request-bodies.ts';
import type { Routes, ShapeOf } from './route.ts';
import { defaultLimit, limit, listQuery, shortText, toPage } from './shapes.ts';

const planBody: ShapeOf<PlanBody> = z.strictObject({
  requestsPerMinute: z.int().optional(),
  inFlight: z.int().optional(),
  runsPerMonth: z.int().optional(),
  pagesPerRun: z.int().optional(),
  schedulesAllowed: z.boolean().optional(),
});

/** What the operator sees and sets, over all accounts. */
export const operatorRoutes: Routes<
  | 'GET /operator/accounts'
  | 'POST /operator/accounts'
  | 'GET /operator/accounts/{id}'
  | 'POST /operator/accounts/{id}/grants'
  | 'PATCH /operator/accounts/{id}/plan'
  | 'PUT /operator/accounts/{id}/suspension'
  | 'DELETE /operator/accounts/{id}/suspension'
  | 'GET /operator/runs'
  | 'GET /operator/health'
  | 'GET /operator/browser'
> = {
  'GET /operator/accounts': {
    access: 'operator',
    query: z.strictObject({ limit, after: shortText.optional() }),
    async call({ service, query: { limit: most = defaultLimit, after } }) {
      const page = { limit: most, ...(after === undefined ? {} : { after }) };
      return { accounts: await service.accounts.list(page) };
    },
  },
  'POST /operator/accounts': {
    access: 'operator',
    body: z.strictObject({
      credits: z.int().optional(),
      plan: planBody.optional(),
      email: z.string().max(254).optional(),
    }),
    call: ({ service, body: { credits = 0, plan = {}, email } }) =>
      service.accounts.create({
        credits,
        plan: toPlan(plan),
        email,
        emailVerified: email === undefined,
      }),
  },
  'GET /operator/accounts/{id}': {
    access: 'operator',
    call: ({ service, parameters }) => service.accounts.get(parameters['id'] ?? ''),
  },
  'POST /operator/accounts/{id}/grants': {
    access: 'operator',
    body: z.strictObject({ credits: z.int() }),
    async call({ service, parameters, body }) {
      const id = parameters['id'] ?? '';
      await service.accounts.grant(id, body.credits);
      return service.accounts.get(id);
    },
  },
  'PATCH /operator/accounts/{id}/plan': {
    access: 'operator',
    body: planBody,
    call: ({ service, parameters, body }) =>
      service.accounts.setPlan(parameters['id'] ?? '', toPlan(body)),
  },
  'PUT /operator/accounts/{id}/suspension': {
    access: 'operator',
    call: ({ service, parameters }) => service.accounts.suspend(parameters['id'] ?? ''),
  },
  'DELETE /operator/accounts/{id}/suspension': {
    access: 'operator',
    call: ({ service, parameters }) => service.accounts.resume(parameters['id'] ?? ''),
  },
  'GET /operator/runs': {
    access: 'operator',
    query: listQuery,
    call: async ({ service, query }) => ({
      runs: await service.listRuns({ account: undefined, unfinished: true, ...toPage(query) }),
    }),
  },
  'GET /operator/health': {
    access: 'operator',
    call: ({ service }) => service.readHealth(),
  },
  'GET /operator/browser': {
    access: 'operator',
    call: ({ service }) => service.checkBrowser(),
  },
};

/** The caps that were given: an absent one stays as it is. */
function toPlan(body: PlanBody): Partial<PlanCaps> {
  return Object.fromEntries(Object.entries(body).filter(([, cap]) => cap !== undefined));
}
