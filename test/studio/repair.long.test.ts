import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudioDraft } from '../../src/studio/api/studio-draft.ts';
import type { StudioRepair, StudioTrial } from '../../src/studio/api/studio-trial.ts';
import { openStudio, type OpenStudio, type StudioClient } from '../support/open-studio.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';

const lamps = [
  ['Harbour lamp', '19.50', 'Brass, for tables'],
  ['Loft lamp', '24.00', 'Steel, for ceilings'],
  ['Reading lamp', '31.25', 'Oak, for shelves'],
] as const;

const before = `<title>Lamps</title><main><h1>Lamps</h1><button id="all" class="primary">Show all lamps</button>
  <ul class="lamps">${lamps.map(([name, price, made]) => `<li class="lamp"><h2 class="name">${name}</h2><p class="made">${made}</p><b class="price">€ ${price}</b></li>`).join('')}</ul></main>`;
const button = `<a role="button" tabindex="0" data-do="all" class="cta">Show all the lamps</a>`;
/** The same shop with other ids and classes, one more wrapper, and no word about what lamps are made of. */
const restyled = `<title>Lamps</title><div id="root"><main><h1>Lamps</h1>${button}
  <ul class="grid">${lamps.map(([name, price]) => `<li class="tile"><h2 class="label">${name}</h2><b class="cost">€ ${price}</b></li>`).join('')}</ul></main></div>`;
/** With other tags, too, so that nothing is left that identifies its items. */
const rebuilt = restyled
  .replaceAll(/(<\/?)ul/g, '$1section')
  .replaceAll(/(<\/?)li/g, '$1article')
  .replaceAll(/(<\/?)h2/g, '$1h3');

let studio: OpenStudio;
let pages: ServedPages;
let client: StudioClient;
let page = before;
/** The recipe with what its trial on the shop of before has learnt. */
let learnt: StudioDraft['document'];
let first: StudioTrial;

beforeAll(async () => {
  pages = await servePages(() => page);
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
  client = studio.client('ann');
  await client.open();
  await call('PUT', '/draft', { document: recipe() });
  first = await attempt();
  learnt = (await call<StudioDraft>('GET', '/draft')).document;
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

/** Tries the draft to its end. */
async function attempt(): Promise<StudioTrial> {
  const watch = await client.watch();
  await call('POST', '/trial', {});
  await watch.until(({ type }) => type === 'trial_ended');
  await watch.leave();
  return call<StudioTrial>('GET', '/trial');
}

const recipe = () => ({
  title: 'Lamps',
  timeout: 1_200,
  steps: [
    { type: 'navigate', url: pages.origin },
    { type: 'click', selectors: [['#all'], ['aria/Show all lamps[role="button"]']] },
    {
      type: 'customStep',
      name: 'extract',
      parameters: {
        items: ['.lamps > .lamp'],
        fields: {
          name: { selectors: ['.name'] },
          price: { selectors: ['.price'], type: 'number' },
          made: { selectors: ['.made'] },
        },
      },
    },
  ],
});

/** Makes the recipe the draft that has learnt what its targets are, and gives the shop its new face. */
async function redesign(face: string): Promise<void> {
  await call('PUT', '/draft', { document: learnt });
  page = face;
}

const byPath = (repairs: readonly StudioRepair[]) =>
  Object.fromEntries(repairs.map((repair) => [repair.path.replace(/^\/steps\//, ''), repair]));

const field = (name: string) => `2/parameters/fields/${name}/selectors`;

test('a recipe that fits has nothing to repair, and learns what its targets are', () => {
  expect(first.result).toMatchObject({ itemsExtracted: 3, drift: { drift: 0 } });
  expect(first.repairs).toEqual([]);
  expect(JSON.stringify(learnt?.['fingerprints'])).toContain(field('made'));
});

test('what a redesign moved is shown beside what was taken, and accepted it is found at once', async () => {
  await redesign(restyled);
  const tried = await attempt();
  expect(tried.result?.drift?.drift).toBeGreaterThan(0);
  const named = byPath(tried.repairs);
  expect(Object.keys(named)).toEqual([
    '1/selectors',
    '2/parameters/items',
    field('name'),
    field('price'),
    field('made'),
  ]);
  expect(named['1/selectors']).toMatchObject({
    place: 'Step 2',
    servedBy: 'likeness',
    recorded: {
      description: 'button "Show all lamps"',
      selectors: [['#all'], [expect.any(String)]],
    },
    taken: { description: 'button "Show all the lamps"', text: 'Show all the lamps' },
    changed: expect.arrayContaining(['id']),
    nearest: [],
  });
  expect(named['1/selectors']?.likeness).toBeGreaterThan(0.3);
  const picture = Buffer.from(named['1/selectors']?.taken?.picture ?? '', 'base64');
  expect(picture.subarray(0, 2).toString('hex')).toBe('ffd8');
  expect(named[field('name')]?.taken?.text).toBe('Harbour lamp');
  expect(named[field('price')]?.taken?.selectors.length).toBeGreaterThan(0);
  expect(named[field('made')]).toMatchObject({ servedBy: 'nothing' });
  expect(named[field('made')]?.taken).toBeUndefined();

  for (const { path, taken } of tried.repairs) {
    const choice = taken === undefined ? { choice: 'gone', remove: true } : { choice: 'accept' };
    await call('POST', '/draft/repairs', { path, ...choice });
  }
  const { document: now } = await call<StudioDraft>('GET', '/draft');
  expect(now?.steps[1]?.['selectors']).toEqual([
    ...(named['1/selectors']?.taken?.selectors ?? []),
    ...(named['1/selectors']?.recorded.selectors ?? []),
  ]);
  const decided = await call<StudioTrial>('GET', '/trial');
  expect(decided.repairs.map(({ decision }) => decision)).toEqual([
    ...Array<string>(4).fill('accept'),
    'gone',
  ]);
  const again = { path: '/steps/1/selectors', choice: 'accept' };
  expect((await client.call('POST', '/draft/repairs', again)).status).toBe(409);
  const repaired = await attempt();
  expect(repaired.result).toMatchObject({ itemsExtracted: 3, drift: { drift: 0, mode: 'replay' } });
  expect(repaired.result?.pages[0]?.items[0]).toEqual({ name: 'Harbour lamp', price: 19.5 });
  expect(repaired.repairs).toEqual([]);
});

test('for what was not taken the nearest elements are offered, and one of them is chosen', async () => {
  await redesign(rebuilt);
  const tried = await attempt();
  const path = '/steps/2/parameters/items';
  const lost = tried.repairs.find((repair) => repair.path === path);
  expect(lost).toMatchObject({
    servedBy: 'nothing',
    nearest: [{ path, selectors: ['.tile', 'article'] }],
  });
  const [nearest] = lost?.nearest ?? [];
  expect((await client.call('POST', '/draft/repairs', { path, choice: 'accept' })).status).toBe(
    409,
  );
  await call('POST', '/draft/repairs', { path, choice: 'replace', selectors: nearest?.selectors });
  const optional = { path: '/steps/1/selectors', choice: 'gone' };
  const { document } = await call<StudioDraft>('POST', '/draft/repairs', optional);
  expect(document?.steps[1]).toMatchObject({ optional: true });
  expect((await attempt()).result).toMatchObject({ itemsExtracted: 3 });
  await call('POST', '/draft/edits', { edits: [{ edit: 'remove_step', path: '/steps/1' }] });
  const moved = { path: '/steps/2/parameters/fields/made/selectors', choice: 'gone' };
  expect((await client.call('POST', '/draft/repairs', moved)).status).toBe(409);
});
