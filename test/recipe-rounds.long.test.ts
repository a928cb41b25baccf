import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../src/runtime/contracts/browser.ts';
import { isGleanerError } from '../src/runtime/errors/gleaner-error.ts';
import { parseRecipe } from '../src/recipes/format/parse-recipe.ts';
import { loopbackBrowser, replaySteps } from './support/replay.ts';
import { type PageAnswer, type ServedPages, servePages } from './support/serve-pages.ts';

const birds = ['Tern', 'Plover', 'Dunlin', 'Knot', 'Curlew', 'Godwit'];

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(toAnswer);
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

function toAnswer({ pathname, searchParams }: URL): PageAnswer {
  const head = '<!doctype html><html lang="en"><title>Birds</title>';
  const bird = searchParams.get('bird');
  if (bird !== null) return `${head}<main><h1>${bird}</h1><a href="${pathname}">Back</a></main>`;
  // A template that scripts copy: it is in the document, and nobody sees it.
  const template = '<li class="row" hidden><span></span> <button>Details</button></li>';
  const shown = pathname === '/few' ? birds.slice(0, 2) : birds;
  const rows = shown.map(
    (name) =>
      `<li class="row"><span>${name}</span> <button onclick="location = '?bird=${name}'">Details</button></li>`,
  );
  return `${head}<main><ul>${pathname === '/few' ? '' : template}${rows.join('')}</ul></main>`;
}

const open = (path = '/'): object => ({ type: 'navigate', url: pages.origin + path });
const readTitle = {
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { name: { selectors: 'h1' } } },
};
const repeat = (parameters: object): object => ({ type: 'customStep', name: 'repeat', parameters });
const goBack = { type: 'click', selectors: ['aria/Back'] };
const clickNth = { type: 'click', selectors: ['.row button'], nth: '{{index}}' };

const names = (items: readonly Readonly<Record<string, string | undefined>>[]) =>
  items.map(({ name }) => name);

describe('a loop over rows', () => {
  const loop = repeat({
    while: ['.row button'],
    nth: '{{index}}',
    steps: [clickNth, readTitle, goBack],
  });

  test('takes the n-th match in each round, and ends where there is none', async () => {
    const { items, warnings } = await replaySteps(browser, [open(), loop]);
    expect(names(items)).toEqual(birds);
    expect(warnings).toEqual([]);
  });

  test('is not led to the same element by what was learnt of one', async () => {
    const steps = [{ ...clickNth, nth: undefined }, readTitle, goBack];
    const { fingerprints } = await replaySteps(browser, [open(), repeat({ times: 1, steps })]);
    expect(Object.keys(fingerprints.targets)).toContain('/steps/1/parameters/steps/0/selectors');
    const { items } = await replaySteps(browser, [open(), loop], { fingerprints });
    expect(names(items)).toEqual(birds);
  });

  test('learns nothing of elements that it knows by their place', async () => {
    const { items, fingerprints } = await replaySteps(browser, [
      open('/few'),
      repeat({ times: 1, steps: [clickNth, readTitle, goBack] }),
    ]);
    expect(names(items)).toEqual(['Tern']);
    expect(Object.keys(fingerprints.targets)).toEqual([
      '/steps/1/parameters/steps/1/parameters/fields/name/selectors',
      '/steps/1/parameters/steps/2/selectors',
    ]);
  });

  test('whose n-th match is missing fails instead of taking another', async () => {
    const steps = [{ ...clickNth, timeout: 3_000 }, readTitle, goBack];
    const beyond = [open('/few'), repeat({ times: 3, steps })];
    await expect(replaySteps(browser, beyond)).rejects.toMatchObject({
      details: { reason: 'target_not_found' },
      message: expect.stringContaining(': there are 2, and number 3 was asked for'),
    });
  });
});

test('the index stands in selectors, in URLs and in fields', async () => {
  const row = {
    type: 'customStep',
    name: 'extract',
    parameters: { fields: { name: { selectors: 'li.row:nth-of-type({{index}}) span' } } },
  };
  const rows = await replaySteps(browser, [open('/few'), repeat({ times: 2, steps: [row] })]);
  expect(names(rows.items)).toEqual(['Tern', 'Plover']);
  const visit = { type: 'navigate', url: `${pages.origin}/?bird=Bird {{index}}` };
  const visits = await replaySteps(browser, [repeat({ times: 2, steps: [visit, readTitle] })]);
  expect(names(visits.items)).toEqual(['Bird 1', 'Bird 2']);
});

test('in loops inside each other it is the round of the innermost one', async () => {
  const visit = { type: 'navigate', url: `${pages.origin}/?bird={{index}}` };
  const inner = repeat({ times: 2, steps: [visit, readTitle] });
  const outer = repeat({ times: 2, steps: [visit, readTitle, inner] });
  const { items } = await replaySteps(browser, [outer]);
  expect(names(items)).toEqual(['1', '1', '2', '2', '1', '2']);
});

test('a step outside of loops takes the n-th match too', async () => {
  const { items } = await replaySteps(browser, [open(), { ...clickNth, nth: 4 }, readTitle]);
  expect(names(items)).toEqual(['Knot']);
});

test.each([
  [
    { variables: { index: '2' }, steps: [repeat({ times: 2, steps: [clickNth] })] },
    '/variables/index',
  ],
  [
    { steps: [{ type: 'keyDown', key: '{{index}}' }, repeat({ times: 2, steps: [clickNth] })] },
    '/variables/index',
  ],
  [{ steps: [{ type: 'navigate', url: 'https://a.example/', nth: 2 }] }, '/steps/0/nth'],
  [{ steps: [repeat({ times: 2, nth: 2, steps: [clickNth] })] }, '/steps/0/parameters/nth'],
  [{ steps: [{ ...clickNth, nth: 0 }] }, '/steps/0/nth'],
  [{ steps: [{ ...clickNth, nth: 'last' }] }, '/steps/0/nth'],
])('what cannot be counted is refused: %j', (recipe, path) => {
  let refusal: unknown;
  try {
    parseRecipe({ title: 't', ...recipe });
  } catch (error) {
    refusal = error;
  }
  expect(isGleanerError(refusal, 'invalid_request') && refusal.details.issues).toMatchObject([
    { path },
  ]);
});

test('`index` stays an ordinary variable of recipes whose loops do not use it', () => {
  const steps = [{ type: 'keyDown', key: '{{index}}' }];
  expect(parseRecipe({ title: 't', steps }).variables).toMatchObject([{ name: 'index' }]);
});
