import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import { createTrialStarter } from './create-trial-starter.ts';
import { createTypedValues } from './create-typed-values.ts';
import { createViewStore } from './create-view-store.ts';

const draft = (id: string, ...names: readonly string[]): StudioDraft => ({
  id,
  revision: 1,
  document: undefined,
  variables: names.map((name) => ({ name, default: undefined, isSecret: true })),
  source: undefined,
  isSaved: false,
  canUndo: false,
  canRedo: false,
});

let sent: unknown[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('document', { baseURI: 'http://studio.example/' });
  vi.stubGlobal('fetch', async (_url: string, { body = '{}' }: { readonly body?: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ done: true });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function setUp() {
  const store = createViewStore(() => 'ann');
  const typed = createTypedValues();
  const starter = createTrialStarter({ store, typed, openSession: async () => {} });
  const show = (shown: StudioDraft): void => {
    typed.learn(shown);
    store.change({ draft: shown });
  };
  return { store, starter, show };
}

test('values that were given for one recipe are asked for anew by another one with the same variable', async () => {
  const { store, starter, show } = setUp();
  show(draft('a', 'password'));
  await starter.tryRecipe({});
  await starter.giveValues({ password: 'of-site-a' });
  expect(sent).toEqual([{ draft: 'a', variables: { password: 'of-site-a' } }]);
  show(draft('b', 'password'));
  await starter.tryRecipe({});
  await starter.searchPages();
  expect(sent).toHaveLength(1);
  expect(store.get().asked).toMatchObject({ draft: 'b', variables: [{ name: 'password' }] });
  await starter.giveValues({ password: 'of-site-b' });
  expect(sent[1]).toEqual({ draft: 'b', variables: { password: 'of-site-b' } });
});

test('values that were asked for one recipe are not sent once another one is open', async () => {
  const { starter, show } = setUp();
  show(draft('a', 'password'));
  await starter.tryRecipe({});
  show(draft('b', 'password'));
  await starter.giveValues({ password: 'of-site-a' });
  expect(sent).toEqual([]);
});

test('a value of a variable that the recipe has no more is not sent', async () => {
  const { starter, show } = setUp();
  show(draft('a', 'password', 'code'));
  await starter.tryRecipe({});
  await starter.giveValues({ password: 'x1', code: 'x2' });
  show(draft('a', 'password'));
  await starter.tryRecipe({});
  expect(sent[1]).toEqual({ draft: 'a', variables: { password: 'x1' } });
});
