import type { StudioDone } from '../../../studio/api/studio-api.ts';
import { type Shapes, type StudioRoute, parseByMember, readByMember } from './studio-route.ts';
import { z } from 'zod';
import { invalidRequest } from '../../../runtime/errors/gleaner-error.ts';
import { parseInput } from '../../../core/operations/parse-input.ts';
import type {
  OpenStudioSession,
  StudioCommand,
  StudioInput,
} from '../../../studio/api/studio-browsing.ts';

const done: StudioDone = { done: true };

/** The calls around the live page. */
export const sessionRoutes: readonly StudioRoute[] = [
  { method: 'GET', path: '/start', call: async ({ owner, start }) => ({ ...start, owner }) },
  {
    method: 'POST',
    path: '/session',
    async call({ owner, signedOut, sessions, drafts, placeOf, body }) {
      const input = parseOpening(body);
      // What is recorded is written into the draft.
      const leaveDraft = await drafts.use(owner, placeOf('draft'));
      const session = await sessions
        .open(owner, input, placeOf('studio-session'))
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

type Body = Readonly<Record<string, unknown>>;

/** An address bar takes what any URL of the library may have: 8 KB. */
const url = z.string().min(1).max(8_192);
const tab = z.string().max(100);
const viewport = z.strictObject({
  width: z.int().min(240).max(2_560),
  height: z.int().min(240).max(1_600),
});

const opening = z.strictObject({
  url: url.optional(),
  viewport: viewport.optional(),
  isMobile: z.boolean().optional(),
  replace: z.boolean().optional(),
});

const anyTab = { tab: tab.optional() };

const commands: Readonly<Record<StudioCommand['type'], Shapes[string]>> = {
  navigate: z.strictObject({ type: z.string(), url, ...anyTab }),
  back: z.strictObject({ type: z.string(), ...anyTab }),
  forward: z.strictObject({ type: z.string(), ...anyTab }),
  reload: z.strictObject({ type: z.string(), ...anyTab }),
  stop: z.strictObject({ type: z.string(), ...anyTab }),
  openTab: z.strictObject({ type: z.string(), url: url.optional() }),
  selectTab: z.strictObject({ type: z.string(), tab }),
  closeTab: z.strictObject({ type: z.string(), tab }),
  setViewport: z.strictObject({ type: z.string(), viewport }),
  record: z.strictObject({ type: z.string(), on: z.boolean() }),
  answerDialog: z.strictObject({
    type: z.string(),
    dialog: z.string().max(100),
    accept: z.boolean(),
    text: z.string().max(2_000).optional(),
  }),
};

/** Wider than any viewport: a button may be let go outside of the page. */
const position = z.number().min(-10_000).max(10_000);
const modifiers = z
  .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
  .max(4)
  .optional();

const inputs: Readonly<Record<StudioInput['type'], Shapes[string]>> = {
  mouse: z.strictObject({
    type: z.string(),
    action: z.enum(['move', 'down', 'up']),
    x: position,
    y: position,
    button: z.enum(['none', 'left', 'middle', 'right']).optional(),
    clicks: z.int().min(1).max(3).optional(),
    modifiers,
  }),
  wheel: z.strictObject({
    type: z.string(),
    x: position,
    y: position,
    deltaX: position,
    deltaY: position,
    modifiers,
  }),
  key: z.strictObject({
    type: z.string(),
    action: z.enum(['down', 'up']),
    key: z.string().min(1).max(40),
    code: z.string().max(40),
    isRepeated: z.boolean().optional(),
    modifiers,
  }),
  composition: z.strictObject({ type: z.string(), text: z.string().max(1_000) }),
  text: z.strictObject({ type: z.string(), text: z.string().max(10_000) }),
  paste: z.strictObject({ type: z.string(), text: z.string().max(100_000) }),
};

/** Inputs of one call: at 60 moves a second more than a second of them. */
const maxInputs = 100;
const inputList = z.strictObject({ inputs: z.array(z.unknown()).max(maxInputs) });

/** Returns how a session shall be opened; throws `invalid_request` with all that is wrong. */
function parseOpening(body: Body): OpenStudioSession {
  const { fields, issues } = parseInput(opening, body);
  if (fields === undefined) throw invalidRequest('open a session', issues);
  return fields;
}

/** Returns a command; throws `invalid_request` with all that is wrong. */
function parseCommand(body: Body): StudioCommand {
  return parseByMember(commands, body, {
    member: 'type',
    action: 'do the command',
  }) as StudioCommand;
}

/** Returns inputs in order; throws `invalid_request` with all that is wrong. */
function parseInputs(body: Body): readonly StudioInput[] {
  const { fields, issues: faults } = parseInput(inputList, body);
  if (fields === undefined) throw invalidRequest('take the input', faults);
  const parsed = fields.inputs.map((one) => readByMember(inputs, one, 'type'));
  const issues = parsed.flatMap((one, index) =>
    one.issues.map(({ path, message }) => ({ path: `/inputs/${index}${path}`, message })),
  );
  if (issues.length > 0) throw invalidRequest('take the input', issues);
  return parsed.map(({ value }) => value as StudioInput);
}
