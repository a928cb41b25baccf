import type { StudioDone } from '../api/studio-api.ts';
import { parseCommand, parseInputs, parseOpening } from './session-bodies.ts';
import type { StudioRoute } from './studio-route.ts';

const done: StudioDone = { done: true };

/** The calls around the live page. */
export const sessionRoutes: readonly StudioRoute[] = [
  { method: 'GET', path: '/start', call: async ({ owner, start }) => ({ ...start, owner }) },
  {
    method: 'POST',
    path: '/session',
    async call({ owner, signedOut, sessions, body }) {
      const session = await sessions.open(owner, parseOpening(body));
      const onSignedOut = (): void => session.end('signed_out');
      signedOut?.addEventListener('abort', onSignedOut);
      if (signedOut?.aborted === true) onSignedOut();
      return { state: session.state() };
    },
  },
  {
    method: 'GET',
    path: '/session',
    call: async ({ owner, sessions }) => ({ state: sessions.require(owner).state() }),
  },
  {
    method: 'DELETE',
    path: '/session',
    async call({ owner, sessions }) {
      sessions.end(owner);
      return done;
    },
  },
  {
    method: 'GET',
    path: '/session/events',
    call: async ({ owner, sessions }) =>
      new Response(sessions.require(owner).stream(), {
        headers: {
          'content-type': 'application/x-ndjson',
          'cache-control': 'no-store, no-transform',
          'x-content-type-options': 'nosniff',
          // nginx would keep lines back until it has some KB of them.
          'x-accel-buffering': 'no',
        },
      }),
  },
  {
    method: 'POST',
    path: '/session/input',
    async call({ owner, sessions, body }) {
      await sessions.require(owner).input(parseInputs(body));
      return done;
    },
  },
  {
    method: 'POST',
    path: '/session/command',
    call: async ({ owner, sessions, body }) => ({
      state: await sessions.require(owner).command(parseCommand(body)),
    }),
  },
];
