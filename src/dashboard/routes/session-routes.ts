import { z } from 'zod';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { SessionView, SettingsView } from '../api/views.ts';
import type { RouteRequest, Routes } from './route.ts';

const done = { done: true } as const;
const email = z.string().max(254);

/** Who is signed in, and what the owner of an account sets. */
export const sessionRoutes: Routes<
  | 'POST /links'
  | 'POST /session'
  | 'GET /session'
  | 'DELETE /session'
  | 'DELETE /sessions'
  | 'GET /settings'
  | 'PUT /settings/email'
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
    body: z.strictObject({ token: z.string().max(200) }),
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
    async call({ visit, account, body }) {
      await visit.sendConfirmation(account, body.email);
      return done;
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
  { service, hasStudio }: Pick<RouteRequest<unknown, unknown>, 'service' | 'hasStudio'>,
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
}: Pick<RouteRequest<unknown, unknown>, 'service' | 'visit' | 'account'>): Promise<SettingsView> {
  const found = await service.accounts.get(account);
  return {
    account,
    email: found.email ?? null,
    emailVerifiedAtMs: found.emailVerifiedAtMs ?? null,
    deletionScheduledForMs: found.deletionScheduledForMs ?? null,
    canSendMail: visit.canSendMail,
  };
}
