import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGleaner } from '../../src/core/engine/create-gleaner.ts';
import type { StudioTable } from '../../src/studio/api/studio-table.ts';
import type { StudioTrial } from '../../src/studio/api/studio-trial.ts';
import { createStudio } from '../../src/web/studio/create-studio.ts';
import { studioRoutes } from '../../src/web/studio/create-responder.ts';
import { openStudio, type OpenStudio, type StudioClient } from '../support/open-studio.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';

const origin = 'http://studio.example';
const calls = Object.keys(studioRoutes).map(
  (name) => name.replace('{id}', 'recipe-1').split(' ') as [string, string],
);

test.each(calls)(
  '%s %s is for those who have signed in, from the studio’s own page',
  async (method, path) => {
    const handler = createStudio({
      gleaner: createGleaner({ browser: false }),
      authenticate: async ({ headers }) =>
        headers.get('x-owner') === null ? undefined : { owner: 'ann' },
    });
    const ask = async (headers: Record<string, string>) => {
      const request = new Request(`${origin}/api${path}`, { method, headers });
      return (await handler(request)).status;
    };
    const known = { 'x-owner': 'ann' };
    expect(await ask({ origin })).toBe(401);
    expect(await ask({ ...known, origin: 'https://evil.example' })).toBe(403);
    expect(await ask({ ...known, origin: 'null' })).toBe(403);
    expect(await ask({ ...known, 'sec-fetch-site': 'cross-site' })).toBe(403);
    // A picture or a link of the studio's own page has no Origin; a change has one.
    expect((await ask(known)) === 403).toBe(method !== 'GET');
    expect([401, 403]).not.toContain(await ask({ ...known, origin }));
  },
);

let studio: OpenStudio;
let pages: ServedPages;

beforeAll(async () => {
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
  pages = await servePages(
    ({ pathname }) =>
      `<title>${pathname}</title><ul>${[1, 2, 3].map((n) => `<li><b>${pathname} ${n}</b></li>`).join('')}</ul>`,
  );
});
afterAll(async () => {
  await studio.close();
  await pages.close();
});

async function fill(client: StudioClient, path: string): Promise<void> {
  await client.open({ url: pages.origin + path });
  const watch = await client.watch();
  await watch.untilTab(({ title, isLoading }) => title === path && !isLoading);
  const picked = await client.call('POST', '/session/pick', { as: 'list', x: 60, y: 25 });
  expect([picked.status, (picked.data as unknown as StudioTable).rowCount]).toEqual([200, 3]);
  expect((await client.call('POST', '/session/table/keep', {})).status).toBe(200);
  await client.call('POST', '/trial', {});
  await watch.until(({ type }) => type === 'trial_ended');
  const { data } = await client.call('GET', '/trial');
  expect((data as unknown as StudioTrial).result).toMatchObject({ itemsExtracted: 3 });
}

/** All that an owner can see of his work. */
async function look(client: StudioClient): Promise<string> {
  const paths = ['/session', '/session/table', '/draft', '/trial', '/recipes'];
  const answers = await Promise.all(paths.map((path) => client.call('GET', path)));
  return JSON.stringify(answers.map(({ data }) => data));
}

test('two owners at work see nothing of each other’s pages, tables, drafts and trials', async () => {
  const [ann, bob, eve] = ['ann', 'bob', 'eve'].map((owner) => studio.client(owner)) as [
    StudioClient,
    StudioClient,
    StudioClient,
  ];
  await Promise.all([fill(ann, '/red'), fill(bob, '/blue')]);
  expect(await look(ann)).toContain('/red');
  expect(await look(bob)).toContain('/blue');
  expect(await look(ann)).not.toContain('/blue');
  expect(await look(bob)).not.toContain('/red');
  expect(await look(eve)).not.toMatch(/red|blue/);
  const others = { edits: [{ edit: 'set_title', title: 'Mine' }] };
  expect((await eve.call('POST', '/draft/edits', others)).status).toBe(400);
  expect((await eve.call('DELETE', '/trial')).status).toBe(404);
});

test('a draft outlives its session; the table and the trial end with it', async () => {
  const ann = studio.client('ann');
  await ann.call('DELETE', '/session');
  expect((await ann.call('GET', '/trial')).status).toBe(404);
  expect((await ann.call('GET', '/session/table')).status).toBe(404);
  expect(JSON.stringify((await ann.call('GET', '/draft')).data)).toContain('/red');
});
