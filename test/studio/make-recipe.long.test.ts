import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudioDraft } from '../../src/studio/api/studio-draft.ts';
import type { StudioInspection, StudioTable } from '../../src/studio/api/studio-table.ts';
import type { StudioTrial } from '../../src/studio/api/studio-trial.ts';
import {
  serveFixtureSite,
  type FixtureSite,
} from '../../test-kit/fixture-site/serve-fixture-site.ts';
import {
  clickAt,
  openStudio,
  typeKeys,
  type OpenStudio,
  type StudioClient,
  type StudioWatch,
} from '../support/open-studio.ts';

let studio: OpenStudio;
let site: FixtureSite;

beforeAll(async () => {
  site = await serveFixtureSite();
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
});

afterAll(async () => {
  await studio.close();
  await site.close();
});

const untilDraft = (watch: StudioWatch, isWanted: (draft: StudioDraft) => boolean) =>
  watch.until((one) => one.type === 'draft' && isWanted(one.draft));

async function call<Data>(client: StudioClient, method: string, path: string, body?: object) {
  const { status, data } = await client.call(method, path, body);
  if (status !== 200) throw new Error(JSON.stringify(data));
  return data as Data;
}

/** Moves down the page until something stands under the pointer that is called so, as a person looks for it. */
async function placeOf(client: StudioClient, name: RegExp, x: number) {
  for (let y = 10; y < 780; y += 12) {
    const { element } = await call<StudioInspection>(client, 'POST', '/session/inspect', { x, y });
    if (element !== undefined && name.test(element.description)) {
      return { x: element.box.x + 4, y: element.box.y + element.box.height / 2 };
    }
  }
  throw new Error(`Nothing is called ${String(name)}.`);
}

const untilPagination = async (watch: StudioWatch, state: string) => {
  const event = await watch.until(
    (one) => one.type === 'table' && one.table?.pagination?.state === state,
  );
  return event.type === 'table' ? event.table?.pagination : undefined;
};

const names = ({ columns }: StudioTable) => columns.map(({ name }) => name);

test('a recipe with a log-in, a list and its pages is made by calls alone, tried, and saved', async () => {
  const client = studio.client('ann');
  await client.open({
    url: `${site.url}/login?next=%2Fshop%2F`,
    viewport: { width: 480, height: 800 },
  });
  const watch = await client.watch();
  await watch.untilTab(({ title, isLoading }) => title.startsWith('Sign in') && !isLoading);
  await client.command({ type: 'record', on: true });
  const card = await placeOf(client, /^textbox "Card number/, 200);
  await client.input(...clickAt(card.x, card.y), ...typeKeys('reader'));
  await untilDraft(watch, ({ document }) => document?.steps.at(-1)?.['value'] === 'reader');
  const pin = await placeOf(client, /^textbox "PIN/, 200);
  await client.input(...clickAt(pin.x, pin.y), ...typeKeys('lighthouse'));
  await untilDraft(watch, ({ document }) => document?.steps.at(-1)?.['value'] === '{{password}}');
  const enter = { type: 'key', key: 'Enter', code: 'Enter' } as const;
  await client.input({ ...enter, action: 'down' }, { ...enter, action: 'up' });
  await watch.untilTab(({ title, isLoading }) => title.startsWith('All products') && !isLoading);

  const item = await placeOf(client, /^heading "Harbour/, 60);
  const table = await call<StudioTable>(client, 'POST', '/session/pick', { as: 'list', ...item });
  expect(table).toMatchObject({ tab: 'tab-1', rowCount: 12, isPaginated: true });
  expect(table.boxes.some(({ kind }) => kind === 0)).toBe(true);
  const edit = (body: object) => call<StudioTable>(client, 'POST', '/session/table/edit', body);
  const [name = ''] = names(table);
  await edit({ edit: 'rename_field', name, to: 'product' });
  const refused = await client.call('POST', '/session/table/edit', {
    edit: 'drop_field',
    name: 'x',
  });
  expect(refused.status).toBe(400);
  const searching = await call<StudioTable>(client, 'POST', '/session/table/pagination', {});
  expect(searching.pagination).toEqual({ state: 'searching' });
  const asked = await untilPagination(watch, 'failed');
  expect(asked).toMatchObject({ missing: ['password'] });
  const variables = { password: 'lighthouse' };
  await call(client, 'POST', '/session/table/pagination', { variables });
  const found = await untilPagination(watch, 'found');
  expect(found).toMatchObject({ rowCount: 12, reason: expect.stringMatching(/\.$/) });
  const kept = await call<StudioDraft>(client, 'POST', '/session/table/keep', {});
  expect(kept.document?.steps.slice(-2)).toMatchObject([{ name: 'extract' }, { name: 'paginate' }]);
  expect((await client.call('POST', '/trial', {})).status).toBe(400);
  const foreign = { variables: { ...variables, other: 'of another recipe' } };
  expect((await client.call('POST', '/trial', foreign)).status).toBe(400);
  await call(client, 'POST', '/trial', { variables, maxPages: 2 });
  expect((await client.call('POST', '/trial', { variables })).status).toBe(409);
  const ended = await watch.until(({ type }) => type === 'trial_ended');
  expect(ended).toMatchObject({
    trial: { state: 'ended', result: { status: 'completed', itemsExtracted: 24 }, repairs: [] },
  });
  const tried = await call<StudioTrial>(client, 'GET', '/trial');
  expect(tried.events.filter(({ event }) => event === 'rows')).toHaveLength(2);
  const seen = tried.events.find((event) => event.event === 'step_seen');
  expect(
    Buffer.from(seen?.picture ?? '', 'base64')
      .subarray(0, 2)
      .toString('hex'),
  ).toBe('ffd8');
  const saved = await call<StudioDraft>(client, 'POST', '/draft/save', { title: 'Products' });
  expect(saved).toMatchObject({ isSaved: true, source: { version: 1 } });
  // What a trial has learnt makes it a recipe that can be healed.
  expect(JSON.stringify(saved.document?.['fingerprints'])).toContain('/fields/product/selectors');
  const told = [saved, tried, watch.events.filter(({ type }) => type !== 'frame')];
  expect(JSON.stringify(told)).not.toContain('lighthouse');
});
