import { z } from 'zod';
import type { Routes } from './route.ts';
import { listQuery, shortText, toPage, webhookBody } from './shapes.ts';

/** The window of the chart, and of the monthly quota: 30 days. */
const usageMs = 30 * 24 * 60 * 60 * 1_000;
const done = { done: true } as const;

/** Overview, keys and webhooks of an account. */
export const accountRoutes: Routes<
  | 'GET /overview'
  | 'GET /keys'
  | 'POST /keys'
  | 'DELETE /keys/{id}'
  | 'GET /webhook'
  | 'PUT /webhook'
  | 'DELETE /webhook'
  | 'POST /webhook/test'
  | 'GET /deliveries'
  | 'GET /deliveries/{id}'
> = {
  'GET /overview': {
    access: 'account',
    async call({ service, account, visit }) {
      const sinceMs = visit.nowMs - usageMs;
      const [found, used, usage, lastRuns] = await Promise.all([
        service.accounts.get(account),
        service.usage(account),
        service.listUsage({ account, sinceMs }),
        service.listRuns({ account, limit: 10 }),
      ]);
      return {
        credits: found.credits,
        plan: found.plan,
        runsUsed30d: used.runsUsed30d,
        costPerPage: used.costPerPage,
        schedulesCount: used.schedulesCount,
        isEmailVerified: found.emailVerifiedAtMs !== undefined,
        isSuspended: found.suspendedAtMs !== undefined,
        deletionScheduledForMs: found.deletionScheduledForMs ?? null,
        usage,
        lastRuns,
      };
    },
  },
  'GET /keys': {
    access: 'account',
    call: async ({ service, account }) => ({ keys: await service.keys.list(account) }),
  },
  'POST /keys': {
    access: 'account',
    body: z.strictObject({ label: shortText }),
    call: ({ service, account, body }) => service.keys.create({ account, label: body.label }),
  },
  'DELETE /keys/{id}': {
    access: 'account',
    async call({ service, account, parameters }) {
      await service.keys.revoke({ account, id: parameters['id'] ?? '' });
      return done;
    },
  },
  'GET /webhook': {
    access: 'account',
    async call({ service, account }) {
      const { webhook } = await service.accounts.get(account);
      return { webhook: webhook ?? null };
    },
  },
  'PUT /webhook': {
    access: 'account',
    body: webhookBody,
    async call({ service, account, body }) {
      const { webhook } = await service.accounts.setWebhook(account, body);
      return { webhook: webhook ?? null };
    },
  },
  'DELETE /webhook': {
    access: 'account',
    async call({ service, account }) {
      await service.accounts.setWebhook(account, undefined);
      return { webhook: null };
    },
  },
  'POST /webhook/test': {
    access: 'account',
    body: z.strictObject({ recipeId: shortText.optional() }),
    call: ({ service, account, body }) => service.testWebhook({ account, recipeId: body.recipeId }),
  },
  'GET /deliveries': {
    access: 'account',
    query: listQuery.extend({ runId: shortText.optional() }),
    async call({ service, account, query: { runId, ...page } }) {
      const filter = runId === undefined ? {} : { runId };
      return { deliveries: await service.listDeliveries({ account, ...toPage(page), ...filter }) };
    },
  },
  'GET /deliveries/{id}': {
    access: 'account',
    call: ({ service, account, parameters }) =>
      service.getDelivery({ account, id: parameters['id'] ?? '' }),
  },
};
