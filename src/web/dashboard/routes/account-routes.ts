import { omitUndefined } from '../../../runtime/collections.ts';
import { z } from 'zod';
import {
  type DashboardCaller,
  type Routes,
  done,
  defaultLimit,
  limit,
  listQuery,
  shortText,
  toPage,
  webhookBody,
} from './route.ts';
import type { PlanCaps } from '../../../runtime/contracts/store/account-store.ts';
import { planShape } from '../../../service/service-options.ts';
import type { SessionView, SettingsView } from '../dashboard-api.ts';
import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';

/** The window of the chart, and of the monthly quota: 30 days. */
const usageMs = 30 * 24 * 60 * 60 * 1_000;

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
      await service.keys.revoke({ account, id: parameters.id });
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
    call: ({ service, account, parameters }) => service.getDelivery({ account, id: parameters.id }),
  },
};

const email = z.string().max(254);
const tokenBody = z.strictObject({ token: z.string().max(200) });

/** Who is signed in, and what the owner of an account sets. */
export const sessionRoutes: Routes<
  | 'POST /links'
  | 'POST /session'
  | 'GET /session'
  | 'DELETE /session'
  | 'DELETE /sessions'
  | 'GET /settings'
  | 'PUT /settings/email'
  | 'DELETE /settings/email'
  | 'POST /settings/email/confirm'
  | 'POST /address/restore'
  | 'POST /settings/deletion'
  | 'DELETE /settings/deletion'
  | 'POST /settings/deletion/confirm'
> = {
  'POST /links': {
    access: 'anyone',
    body: z.strictObject({ email }),
    call({ visit, body }) {
      visit.sendLink(body.email);
      return done;
    },
  },
  'POST /session': {
    access: 'anyone',
    body: tokenBody,
    async call(request) {
      return view(request, await request.visit.follow(request.body.token));
    },
  },
  'GET /session': {
    access: 'signed-in',
    call: (request) => view(request, request.signedIn ?? {}),
  },
  'DELETE /session': {
    access: 'signed-in',
    async call({ visit }) {
      await visit.end();
      return done;
    },
  },
  'DELETE /sessions': {
    access: 'signed-in',
    async call({ visit, signedIn = {} }) {
      await visit.endAll(signedIn);
      return done;
    },
  },
  'GET /settings': { access: 'account', call: readSettings },
  'PUT /settings/email': {
    access: 'account',
    body: z.strictObject({ email }),
    async call(request) {
      await request.visit.sendConfirmation(request.account, request.body.email);
      return readSettings(request);
    },
  },
  'DELETE /settings/email': {
    access: 'account',
    async call(request) {
      await request.service.signIns.cancelAddress(request.account);
      return readSettings(request);
    },
  },
  'POST /settings/email/confirm': {
    access: 'account',
    body: tokenBody,
    async call({ visit, account, body }) {
      const { email: confirmed } = await visit.confirmAddress(account, body.token);
      return { email: confirmed };
    },
  },
  'POST /address/restore': {
    access: 'anyone',
    body: tokenBody,
    async call({ visit, body }) {
      const { email: restored } = await visit.restoreAddress(body.token);
      return { email: restored };
    },
  },
  'POST /settings/deletion': {
    access: 'account',
    async call(request) {
      await request.service.accounts.requestDeletion(request.account);
      return readSettings(request);
    },
  },
  'DELETE /settings/deletion': {
    access: 'account',
    async call(request) {
      await request.service.accounts.cancelDeletion(request.account);
      return readSettings(request);
    },
  },
  'POST /settings/deletion/confirm': {
    access: 'account',
    async call({ service, visit, account }) {
      const { deletionScheduledForMs } = await service.accounts.get(account);
      if (deletionScheduledForMs === undefined) {
        throw new GleanerError('conflict', 'The deletion was not requested: request it first.');
      }
      await service.accounts.confirmDeletion(account);
      await visit.end();
      return done;
    },
  },
};

async function view(
  { service, hasStudio }: Pick<DashboardCaller, 'service' | 'hasStudio'>,
  { account }: { readonly account?: string },
): Promise<SessionView> {
  if (account === undefined) return { kind: 'operator' };
  const { email: address } = await service.accounts.get(account);
  return { kind: 'account', account, email: address ?? null, hasStudio };
}

async function readSettings({
  service,
  visit,
  account,
}: Pick<DashboardCaller, 'service' | 'visit' | 'account'>): Promise<SettingsView> {
  const [found, waiting] = await Promise.all([
    service.accounts.get(account),
    service.signIns.findWaitingAddress(account),
  ]);
  return {
    account,
    email: found.email ?? null,
    emailVerifiedAtMs: found.emailVerifiedAtMs ?? null,
    waitingEmail: waiting?.email ?? null,
    deletionScheduledForMs: found.deletionScheduledForMs ?? null,
    canSendMail: visit.canSendMail,
  };
}

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
      plan: planShape.optional(),
      email: z.string().max(254).optional(),
    }),
    async call({ service, visit, body: { credits = 0, plan = {}, email } }) {
      const made = await service.accounts.create({
        credits,
        plan: omitUndefined<Partial<PlanCaps>>(plan),
        email,
        emailVerified: email === undefined,
      });
      visit.sendInvitation(made.id);
      return made;
    },
  },
  'GET /operator/accounts/{id}': {
    access: 'operator',
    call: ({ service, parameters }) => service.accounts.get(parameters.id),
  },
  'POST /operator/accounts/{id}/grants': {
    access: 'operator',
    body: z.strictObject({ credits: z.int() }),
    async call({ service, parameters, body }) {
      const id = parameters.id;
      await service.accounts.grant(id, body.credits);
      return service.accounts.get(id);
    },
  },
  'PATCH /operator/accounts/{id}/plan': {
    access: 'operator',
    body: planShape,
    call: ({ service, parameters, body }) =>
      service.accounts.setPlan(parameters.id, omitUndefined<Partial<PlanCaps>>(body)),
  },
  'PUT /operator/accounts/{id}/suspension': {
    access: 'operator',
    call: ({ service, parameters }) => service.accounts.suspend(parameters.id),
  },
  'DELETE /operator/accounts/{id}/suspension': {
    access: 'operator',
    call: ({ service, parameters }) => service.accounts.resume(parameters.id),
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
