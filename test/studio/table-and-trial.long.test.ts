import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudioDraft } from '../../src/studio/api/studio-draft.ts';
import type { StudioTable } from '../../src/studio/api/studio-table.ts';
import type { StudioTrial } from '../../src/studio/api/studio-trial.ts';
import { openStudio, type OpenStudio, type StudioClient } from '../support/open-studio.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';

const list = (name: string) =>
  `<ul>${[1, 2, 3].map((n) => `<li><b>${name} lamp ${'abc'[n - 1]}</b><i>${n}</i></li>`).join('')}</ul>`;

let studio: OpenStudio;
let pages: ServedPages;
let client: StudioClient;

beforeAll(async () => {
  pages = await servePages(({ pathname }) => {
    if (pathname === '/never') return undefined;
    if (pathname === '/inner') return `<style>body { margin: 0 }</style>${list('Inner')}`;
    return `<title>Outer</title><style>body { margin: 0 } iframe { border: 5px solid; margin-left: 20px }</style>
      <div style="height: 50px"></div><iframe src="/inner" width="300" height="200"></iframe>${list('Outer')}
      <dialog open style="position: fixed; top: 400px">Hello</dialog>`;
  });
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
  client = studio.client('ann');
});
afterAll(async () => {
  await studio.close();
  await pages.close();
});

async function call<Data>(method: string, path: string, body?: object) {
  const { status, data } = await client.call(method, path, body);
  if (status !== 200) throw new Error(JSON.stringify(data));
  return data as Data;
}

async function begin() {
  await call('PUT', '/draft', {});
  await client.open({ url: pages.origin, replace: true });
  const watch = await client.watch();
  await watch.untilTab(({ title, isLoading }) => title === 'Outer' && !isLoading);
  return watch;
}

test('a list in a frame is picked, outlined where it is shown, and kept with its frame', async () => {
  await begin();
  const table = await call<StudioTable>('POST', '/session/pick', { as: 'list', x: 75, y: 80 });
  expect(table.rows[0]).toMatchObject({ text: 'Inner lamp a' });
  // 20 of margin and 5 of border, and the list's own indent of 40.
  expect(table.boxes[0]).toMatchObject({ x: 65, y: 55, kind: 0, scrollY: 0 });
  const { document } = await call<StudioDraft>('POST', '/session/table/keep', {});
  expect(document?.steps).toMatchObject([
    { type: 'setViewport' },
    { type: 'navigate', url: `${pages.origin}/` },
    { type: 'customStep', name: 'extract', frame: [0] },
  ]);
  await call('POST', '/trial', {});
  const watch = await client.watch();
  await watch.until(({ type }) => type === 'trial_ended');
  const { result } = await call<StudioTrial>('GET', '/trial');
  expect(result?.pages[0]?.items[0]).toMatchObject({ text: 'Inner lamp a' });
});

test('a table whose page was replaced is read by its selectors, and takes no change that needs its elements', async () => {
  const watch = await begin();
  const outer = { as: 'list', x: 60, y: 290 };
  const table = await call<StudioTable>('POST', '/session/pick', outer);
  expect(table).toMatchObject({ rowCount: 3, rows: [{ text: 'Outer lamp a' }, {}, {}] });
  await call('POST', '/session/table/edit', { edit: 'rename_field', name: 'text', to: 'name' });
  await client.command({ type: 'reload' });
  await watch.untilTab(({ isLoading }) => isLoading);
  await watch.untilTab(({ title, isLoading }) => title === 'Outer' && !isLoading);
  const again = await call<StudioTable>('GET', '/session/table');
  expect(again.rows).toMatchObject([{ name: 'Outer lamp a' }, {}, {}]);
  expect(again.boxes).toHaveLength(3);
  const kind = { edit: 'include_kind', kind: 0, included: true };
  expect((await client.call('POST', '/session/table/edit', kind)).status).toBe(409);
  const renamed = { edit: 'rename_field', name: 'name', to: 'title' };
  expect((await client.call('POST', '/session/table/edit', renamed)).status).toBe(200);
  await call('DELETE', '/session/table');
  expect((await client.call('GET', '/session/table')).status).toBe(404);
});

test('a table that is kept again takes the place of its steps, the pagination included', async () => {
  await begin();
  await call('POST', '/session/pick', { as: 'list', x: 60, y: 290 });
  await call('POST', '/session/table/keep', {});
  const paginate = { type: 'customStep', name: 'paginate', parameters: { scroll: true } };
  await call('POST', '/draft/edits', { edits: [{ edit: 'add_step', step: paginate }] });
  await call('POST', '/session/table/edit', { edit: 'set_pagination', included: false });
  await call('POST', '/session/table/edit', { edit: 'drop_field', name: 'text' });
  const { document } = await call<StudioDraft>('POST', '/session/table/keep', { at: '/steps/2' });
  expect(document?.steps.map(({ name, type }) => name ?? type)).toEqual([
    'setViewport',
    'navigate',
    'extract',
  ]);
  expect(JSON.stringify(document?.steps[2])).not.toContain('"text"');
});

test('a change of the items forgets the way on, and a value is pointed at in the table’s own tab', async () => {
  const watch = await begin();
  await call('POST', '/session/pick', { as: 'list', x: 60, y: 290 });
  await call('POST', '/session/table/pagination', {});
  const settled = await watch.until((event) => {
    const state = event.type === 'table' ? event.table?.pagination?.state : undefined;
    return state !== undefined && state !== 'searching';
  });
  expect(settled).toMatchObject({ table: { pagination: { state: 'none' } } });
  const items = { edit: 'set_item_selectors', selectors: ['body > ul > li'] };
  const changed = await call<StudioTable>('POST', '/session/table/edit', items);
  expect(changed.rowCount).toBe(3);
  expect(changed.pagination).toBeUndefined();
  const nothing = { edit: 'set_item_selectors', selectors: ['#nowhere'] };
  expect((await client.call('POST', '/session/table/edit', nothing)).status).toBe(400);
  await client.command({ type: 'openTab', url: pages.origin });
  const value = { edit: 'add_field', x: 60, y: 290 };
  expect((await client.call('POST', '/session/table/edit', value)).status).toBe(409);
});

test('a trial goes on step by step, is stopped, and another one may run then', async () => {
  const watch = await begin();
  expect((await client.call('POST', '/trial', {})).status).toBe(409);
  const steps = [
    { type: 'navigate', url: pages.origin },
    { type: 'navigate', url: `${pages.origin}/never` },
  ];
  await call('PUT', '/draft', { document: { title: 'Slow', steps } });
  expect((await client.call('POST', '/trial', { until: '/steps/7' })).status).toBe(400);
  expect((await client.call('POST', '/trial', { maxPages: 4 })).status).toBe(400);
  await call('POST', '/trial', { stepByStep: true });
  const begun = (path: string) =>
    watch.until(
      (event) =>
        event.type === 'trial' && event.event.event === 'step_begun' && event.event.path === path,
    );
  await begun('/steps/0');
  expect(pages.asked.filter((path) => path === '/never')).toEqual([]);
  await call('POST', '/trial/next');
  await begun('/steps/1');
  await call('DELETE', '/trial');
  await watch.until((event) => event.type === 'trial_ended' && event.trial.state === 'stopped');
  expect((await client.call('POST', '/trial/next')).status).toBe(409);
  await call('POST', '/trial', { until: '/steps/0' });
  await watch.until((event) => event.type === 'trial_ended' && event.trial.state === 'ended');
  expect(await call('GET', '/trial')).toMatchObject({
    state: 'ended',
    result: { status: 'completed' },
  });
});

test('a trial ends with its session', async () => {
  const watch = await begin();
  const steps = [{ type: 'navigate', url: `${pages.origin}/never` }];
  await call('PUT', '/draft', { document: { title: 'Slow', steps } });
  await call('POST', '/trial', {});
  await watch.until((event) => event.type === 'trial');
  await call('DELETE', '/session');
  const ended = await watch.until(({ type }) => type === 'ended');
  expect(ended).toMatchObject({ reason: 'closed' });
  await client.open();
  expect((await client.call('GET', '/trial')).status).toBe(404);
});
