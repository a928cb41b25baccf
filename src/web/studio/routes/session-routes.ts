import { z } from 'zod';
import type {
  OpenStudioSession,
  StudioCommand,
  StudioInput,
  StudioViewport,
} from '../../../studio/api/studio-browsing.ts';
import { type ShapeOf, unionBy } from '../../exchange/route.ts';
import { type StudioRoutes, done } from './studio-route.ts';

/** An address bar takes what any URL of the library may have: 8 KB. */
const url = z.string().min(1).max(8_192);
const tab = z.string().max(100);
const viewport: ShapeOf<StudioViewport> = z.strictObject({
  width: z.int().min(240).max(2_560),
  height: z.int().min(240).max(1_600),
});

const opening: ShapeOf<OpenStudioSession> = z.strictObject({
  url: url.optional(),
  viewport: viewport.optional(),
  isMobile: z.boolean().optional(),
  replace: z.boolean().optional(),
});

const anyTab = z.strictObject({ tab: tab.optional() });
const oneTab = z.strictObject({ tab });

const command = unionBy<StudioCommand, 'type'>('type', {
  navigate: anyTab.extend({ url }),
  back: anyTab,
  forward: anyTab,
  reload: anyTab,
  stop: anyTab,
  openTab: z.strictObject({ url: url.optional() }),
  selectTab: oneTab,
  closeTab: oneTab,
  setViewport: z.strictObject({ viewport }),
  record: z.strictObject({ on: z.boolean() }),
  answerDialog: z.strictObject({
    dialog: z.string().max(100),
    accept: z.boolean(),
    text: z.string().max(2_000).optional(),
  }),
});

/** Wider than any viewport: a button may be let go outside of the page. */
export const position: z.ZodNumber = z.number().min(-10_000).max(10_000);
const modifiers = z
  .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
  .max(4)
  .optional();

const input = unionBy<StudioInput, 'type'>('type', {
  mouse: z.strictObject({
    action: z.enum(['move', 'down', 'up']),
    x: position,
    y: position,
    button: z.enum(['none', 'left', 'middle', 'right']).optional(),
    clicks: z.int().min(1).max(3).optional(),
    modifiers,
  }),
  wheel: z.strictObject({
    x: position,
    y: position,
    deltaX: position,
    deltaY: position,
    modifiers,
  }),
  key: z.strictObject({
    action: z.enum(['down', 'up']),
    key: z.string().min(1).max(40),
    code: z.string().max(40),
    isRepeated: z.boolean().optional(),
    modifiers,
  }),
  composition: z.strictObject({ text: z.string().max(1_000) }),
  text: z.strictObject({ text: z.string().max(10_000) }),
  paste: z.strictObject({ text: z.string().max(100_000) }),
});

/** Inputs of one call: at 60 moves a second more than a second of them. */
const maxInputs = 100;

/** The calls around the live page. */
export const sessionRoutes: StudioRoutes<
  | 'GET /start'
  | 'POST /session'
  | 'GET /session'
  | 'DELETE /session'
  | 'GET /session/events'
  | 'POST /session/input'
  | 'POST /session/command'
> = {
  'GET /start': { call: ({ owner, start }) => ({ ...start, owner }) },
  'POST /session': {
    action: 'open a session',
    body: opening,
    async call({ owner, signedOut, sessions, drafts, placeOf, body }) {
      // What is recorded is written into the draft.
      const leaveDraft = await drafts.use(owner, placeOf('draft'));
      const session = await sessions
        .open(owner, body, placeOf('studio-session'))
        .catch((error: unknown) => {
          leaveDraft();
          throw error;
        });
      session.signal.addEventListener('abort', leaveDraft);
      if (session.signal.aborted) leaveDraft();
      const onSignedOut = (): void => session.end('signed_out');
      signedOut?.addEventListener('abort', onSignedOut);
      if (signedOut?.aborted === true) onSignedOut();
      return { state: session.state() };
    },
  },
  'GET /session': {
    call: ({ owner, sessions }) => ({ state: sessions.require(owner).state() }),
  },
  'DELETE /session': {
    call({ owner, sessions }) {
      sessions.end(owner);
      return done;
    },
  },
  'GET /session/events': { call: ({ owner, sessions }) => sessions.require(owner).stream() },
  'POST /session/input': {
    action: 'take the input',
    body: z.strictObject({ inputs: z.array(input).max(maxInputs) }),
    async call({ owner, sessions, body }) {
      await sessions.require(owner).input(body.inputs);
      return done;
    },
  },
  'POST /session/command': {
    action: 'do the command',
    body: command,
    call: async ({ owner, sessions, body }) => ({
      state: await sessions.require(owner).command(body),
    }),
  },
};
