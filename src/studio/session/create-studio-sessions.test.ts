import { describe, expect, test, vi } from 'vitest';
import { useFolder } from '../../../test/support/each-store.ts';
import { openPostgres } from '../../../test/support/open-postgres.ts';
import { openService } from '../../../test/support/open-service.ts';
import type { Browsing } from '../../browser/session/browsing.ts';
import type { Store } from '../../runtime/contracts/store/store.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import type { StudioPlace } from '../api/studio-api.ts';
import { type StudioSessions, createStudioSessions } from './create-studio-sessions.ts';

const folder = useFolder();
const postgres = openPostgres({ isShared: true });

/** A browser that goes on starting: its sessions are open and never ready. */
const starting: Browsing = { withSession: () => new Promise(() => undefined) };

function openSessions(): StudioSessions {
  return createStudioSessions({
    loadBrowsing: async () => starting,
    clock: fakeClock(),
    closing: new AbortController().signal,
    maxSessions: 4,
    redact: (_owner, event) => event,
    onOpen: () => undefined,
  });
}

/** How the session ended that a call wanted to open. */
async function codeOf(opening: Promise<unknown>): Promise<unknown> {
  return opening.then(
    () => undefined,
    (error: unknown) => (error as { readonly code?: unknown }).code,
  );
}

describe.each([
  { where: 'in a folder', openStore: (): Store => folder.openStore() },
  { where: 'on Postgres', openStore: (): Store => postgres.openStore() },
])('the sessions of two services on one store $where', ({ openStore }) => {
  test('are together as many as the plan allows; one that replaces another needs no further place', async () => {
    const { service: one } = openService({ store: openStore() });
    const { service: other } = openService({ store: openStore() });
    const { id: owner } = await one.accounts.create({ plan: { studioSessions: 1 } });
    const [here, there] = [openSessions(), openSessions()];
    const takeHere = () => one.takePlace({ account: owner, kind: 'studio-session' });
    const takeThere = () => other.takePlace({ account: owner, kind: 'studio-session' });
    const first = codeOf(here.open(owner, {}, takeHere));
    await vi.waitUntil(() => here.find(owner));
    expect(await codeOf(there.open(owner, {}, takeThere))).toBe('rate_limited');
    expect(await codeOf(here.open(owner, {}, takeHere))).toBe('conflict');
    const newer = codeOf(here.open(owner, { replace: true }, takeHere));
    expect(await first).toBe('conflict');
    expect(here.find(owner)).toBeDefined();
    expect(await codeOf(there.open(owner, {}, takeThere))).toBe('rate_limited');
    here.end(owner);
    await newer;
    await vi.waitUntil(async () => {
      if (there.find(owner) === undefined) void codeOf(there.open(owner, {}, takeThere));
      return there.find(owner) !== undefined;
    });
    there.end(owner);
  });
});

test('a session ends when its place is lost to the other processes', async () => {
  const life = new AbortController();
  const place: StudioPlace = {
    leave: () => undefined,
    isLost: () => life.signal.aborted,
    signals: [life.signal],
  };
  const sessions = openSessions();
  const opening = codeOf(sessions.open('ann', {}, async () => place));
  await vi.waitUntil(() => sessions.find('ann'));
  life.abort();
  expect(await opening).toBe('conflict');
  expect(sessions.find('ann')).toBeUndefined();
});
