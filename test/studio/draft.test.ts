import { beforeEach, expect, test } from 'vitest';
import { createGleaner } from '../../src/core/engine/create-gleaner.ts';
import type { StudioDraft } from '../../src/studio/api/studio-draft.ts';
import { createStudio, type StudioHandler } from '../../src/web/studio/create-studio.ts';
import { openService } from '../support/open-service.ts';
import { createStudioClient, type StudioClient } from '../support/open-studio.ts';
import { useFolder } from '../support/each-store.ts';

const folder = useFolder();
const navigate = { type: 'navigate', url: 'https://shop.example/' };
const type = (value: string) => ({ type: 'change', selectors: [['#q']], value });
const recipe = { title: 'Lamps: “all”', steps: [navigate, type('desk lamp')] };

let handler: StudioHandler;
let ann: StudioClient;

beforeEach(() => {
  handler = createStudio({
    gleaner: createGleaner({ browser: false }),
    authenticate: async ({ headers }) => ({ owner: headers.get('x-owner') ?? '' }),
  });
  ann = createStudioClient(handler, 'ann');
});

async function call(method: string, path: string, body?: object): Promise<StudioDraft> {
  const { status, data } = await ann.call(method, path, body);
  expect([status, JSON.stringify(data)]).toEqual([200, expect.any(String)]);
  return data as unknown as StudioDraft;
}

const edit = (...edits: object[]) => call('POST', '/draft/edits', { edits });
const types = (draft: StudioDraft) => draft.document?.steps.map(({ type: one }) => one);

test('a draft is empty, takes steps, and is emptied by taking the last one out', async () => {
  expect(await call('GET', '/draft')).toEqual({
    id: expect.any(String),
    revision: 0,
    variables: [],
    isSaved: false,
    canUndo: false,
    canRedo: false,
  });
  const begun = await edit(
    { edit: 'add_step', step: navigate },
    { edit: 'add_step', step: type('x') },
  );
  expect(types(begun)).toEqual(['navigate', 'change']);
  expect(begun).toMatchObject({ revision: 1, canUndo: true });
  const emptied = await edit(
    { edit: 'remove_step', path: '/steps/1' },
    { edit: 'remove_step', path: '/steps/0' },
  );
  expect(emptied.document).toBeUndefined();
  expect(types(await call('POST', '/draft/undo'))).toEqual(['navigate', 'change']);
});

test('edits are done all or none, undone as one, and refused for a draft that has changed', async () => {
  const { revision } = await call('PUT', '/draft', { document: recipe });
  const done = await edit(
    { edit: 'make_variable', path: '/steps/1/value', name: 'query' },
    { edit: 'set_title', title: 'Search' },
  );
  expect(done.document).toMatchObject({
    title: 'Search',
    variables: { query: { default: 'desk lamp' } },
  });
  const wrong = {
    edits: [
      { edit: 'set_title', title: 'No' },
      { edit: 'remove_step', path: '/x' },
    ],
  };
  const refused = await ann.call('POST', '/draft/edits', wrong);
  expect(refused.status).toBe(400);
  expect(refused.data['error']).toMatchObject({
    details: { issues: [{ path: '/edits/1/path', message: expect.stringContaining('/x') }] },
  });
  const late = { edits: [{ edit: 'set_title', title: 'Late' }], revision };
  expect((await ann.call('POST', '/draft/edits', late)).status).toBe(409);
  expect((await call('GET', '/draft')).document?.title).toBe('Search');
  const undone = await call('POST', '/draft/undo');
  expect(undone.document).toEqual(recipe);
  expect(undone).toMatchObject({ canUndo: false, canRedo: true });
  expect((await call('POST', '/draft/redo')).document?.title).toBe('Search');
});

test('a recording of Chrome opens as it is, in its text', async () => {
  const text = `${JSON.stringify(recipe)}\n//# recorderSourceMap=BCBDBE`;
  expect((await call('PUT', '/draft', { document: text })).document).toEqual(recipe);
  const broken = await ann.call('PUT', '/draft', { document: { title: 'No', steps: [{}] } });
  expect(broken.status).toBe(400);
  expect((await call('GET', '/draft')).document).toEqual(recipe);
});

test('each save is a version, two are compared, and an older one comes back', async () => {
  await call('PUT', '/draft', { document: recipe });
  const first = await call('POST', '/draft/save', { title: 'Lamps' });
  expect(first).toMatchObject({
    isSaved: true,
    source: { version: 1 },
    document: { title: 'Lamps' },
  });
  expect(await edit({ edit: 'remove_step', path: '/steps/1' })).toMatchObject({ isSaved: false });
  const second = await call('POST', '/draft/save');
  expect(second.source).toEqual({ id: first.source?.id, version: 2 });
  const id = first.source?.id ?? '';
  const { data } = await ann.call('GET', `/recipes/${id}/compare?from=1&to=2`);
  expect(data['changes']).toEqual([
    { kind: 'removed', path: '/steps/1', description: 'Step 2 (change) was removed.' },
  ]);
  const restored = await ann.call('POST', `/recipes/${id}/restore`, { version: 1 });
  expect(restored.data).toMatchObject({ id, version: 3 });
  const opened = await call('PUT', '/draft', { recipe: id });
  expect(types(opened)).toEqual(['navigate', 'change']);
  expect(opened).toMatchObject({ isSaved: true, source: { version: 3 } });
  const copy = await call('POST', '/draft/save', { asNew: true });
  expect(copy.source?.id).not.toBe(id);
  expect((await ann.call('GET', `/recipes/${id}/compare?from=1`)).status).toBe(400);
  expect((await ann.call('GET', `/recipes/${id}/compare?from=1&to=9`)).status).toBe(404);
  expect((await ann.call('POST', `/recipes/${id}/restore`, { version: 9 })).status).toBe(404);
});

test('a draft that is given back with its source is saved only as far as the source holds it', async () => {
  await call('PUT', '/draft', { document: recipe });
  const { document, source } = await call('POST', '/draft/save');
  const same = await call('PUT', '/draft', { document, source });
  expect(same).toMatchObject({ isSaved: true, source });
  const changed = await call('PUT', '/draft', {
    document: { ...document, title: 'Other' },
    source,
  });
  expect(changed).toMatchObject({ isSaved: false, source });
});

test('an empty draft is neither saved nor exported', async () => {
  expect((await ann.call('POST', '/draft/save')).status).toBe(409);
  expect((await ann.call('GET', '/draft/export?format=chrome')).status).toBe(409);
  expect((await ann.call('GET', '/draft/export?format=exe')).status).toBe(400);
});

test.each([
  ['chrome', 'application/json; charset=utf-8', 'recipe.json'],
  ['typescript', 'text/plain; charset=utf-8', 'recipe.ts'],
])('an export as %s is a file, whatever its title holds', async (format, type, name) => {
  await call('PUT', '/draft', { document: { ...recipe, title: '../“x”\r\nset-cookie: a=b' } });
  const url = `http://studio.example/api/draft/export?format=${format}`;
  const { headers } = await handler(new Request(url, { headers: { 'x-owner': 'ann' } }));
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="${name}"; filename\\*=UTF-8''[\\w%.-]+$`),
  );
});

test('two owners have drafts of their own', async () => {
  await call('PUT', '/draft', { document: recipe });
  const bob = createStudioClient(handler, 'bob');
  expect((await bob.call('GET', '/draft')).data['document']).toBeUndefined();
  await bob.call('PUT', '/draft', { document: { ...recipe, title: 'Of Bob' } });
  expect((await call('GET', '/draft')).document?.title).toBe(recipe.title);
});

test('values that were given for a recipe are refused once another one is open', async () => {
  const { id } = await call('PUT', '/draft', { document: recipe });
  const other = await call('PUT', '/draft', { document: { ...recipe, title: 'Other' } });
  expect(other.id).not.toBe(id);
  expect((await edit({ edit: 'set_title', title: 'Lamps' })).id).toBe(other.id);
  for (const path of ['/trial', '/session/table/pagination']) {
    const body = { draft: id, variables: { password: 'of-the-first' } };
    const { status, data } = await ann.call('POST', path, body);
    expect([status, JSON.stringify(data)]).toEqual([409, expect.stringContaining('not sent')]);
    // With its own id it gets further: there is no session yet.
    expect((await ann.call('POST', path, { ...body, draft: other.id })).status).toBe(404);
  }
});

async function put(client: StudioClient | undefined, body: object): Promise<number | undefined> {
  return (await client?.call('PUT', '/draft', body))?.status;
}

test('the drafts of two services on one store are together as many as the plan allows', async () => {
  const { service: one } = openService({ store: folder.openStore() });
  const { service: other } = openService({ store: folder.openStore() });
  const { id: owner } = await one.accounts.create({ plan: { drafts: 1 } });
  const [here, there] = [one, other].map((service) => {
    const studio = createStudio({
      gleaner: createGleaner({ browser: false }),
      authenticate: async () => ({
        owner,
        takePlace: (kind) => service.takePlace({ account: owner, kind }),
      }),
    });
    return createStudioClient(studio, owner);
  });
  // Neither a look nor a refused recipe is a draft.
  expect((await here?.call('GET', '/draft'))?.status).toBe(200);
  expect(await put(here, { document: { title: 'none' } })).toBe(400);
  await expect.poll(() => put(there, { document: recipe })).toBe(200);
  expect(await put(here, { document: recipe })).toBe(429);
  expect(
    (await here?.call('POST', '/draft/edits', { edits: [{ edit: 'set_title', title: 'x' }] }))
      ?.status,
  ).toBe(429);
  expect(await put(there, { document: { ...recipe, title: 'Another' } })).toBe(200);
  expect(await put(there, {})).toBe(200);
  await expect.poll(() => put(here, { document: recipe })).toBe(200);
  expect(await put(there, { document: recipe })).toBe(429);
});
