import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../src/runtime/contracts/browser.ts';
import { createEgress } from '../../src/network/egress/create-egress.ts';
import { until, untilEnded } from '../support/open-service.ts';
import { realBrowser } from '../support/real-browser.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';
import { go, useJourney } from './use-journey.ts';

const egress = { allowPrivate: ['127.0.0.1/32'] };
let browser: Browser;
let site: ServedPages;
/** What the site shows. */
let shop = '';

const lamps = ['Harbour lamp', 'Loft lamp', 'Reading lamp'];
const before = `<title>Shop</title><h1>Lamps</h1><ul class="lamps">${lamps
  .map(
    (name, index) =>
      `<li class="lamp"><h2 class="name">${name}</h2><b class="price">€ ${index + 19}.50</b></li>`,
  )
  .join('')}</ul>`;
/** The same shop with other classes. */
const redesigned = before
  .replaceAll('class="lamp"', 'class="tile"')
  .replaceAll('class="name"', 'class="label"')
  .replaceAll('class="price"', 'class="cost"');

beforeAll(async () => {
  browser = realBrowser({ egress: createEgress(egress), idleMs: 60_000 });
  site = await servePages(() => shop);
});

afterAll(async () => {
  await site.close();
  await browser.close?.();
});

beforeEach(() => {
  shop = before;
});

const { open, signIn } = useJourney(() => ({ browser, gleaner: { egress } }));

test('a stored recipe is edited in the studio, where another’s version is not lost, until one signs out', async () => {
  const { service, clock, account, recipeId: id } = open();
  const document = {
    title: 'Lamps',
    steps: [{ type: 'navigate', url: `${site.origin}/` }],
  };
  await service.recipes.put({ account, id, document });
  const page = await signIn();
  await go(page, 'Recipes');
  await page.getByRole('link', { name: 'New recipe' }).click();
  await page.getByRole('heading', { level: 1, name: 'Studio' }).waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await go(page, 'Recipes');
  await page.getByRole('link', { name: 'Lamps' }).click();
  await page.getByRole('link', { name: 'Edit in studio' }).click();
  const title = page.getByLabel('Title of the recipe');
  await title.waitFor();
  expect(await title.inputValue()).toBe('Lamps');
  await title.fill('Brass lamps');
  await page.keyboard.press('Enter');
  await page.getByText('Changed since version 2').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved, version 3').waitFor();
  expect(await service.recipes.get({ account, id })).toMatchObject({
    revision: 3,
    document: { title: 'Brass lamps' },
  });
  // Meanwhile somebody else saves.
  await service.recipes.put({ account, id, document });
  await title.fill('Lost lamps');
  await page.keyboard.press('Enter');
  await page.getByText('Changed since version 3').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('has version 4 by now, and this was made from version 3').waitFor();
  expect(await service.recipes.get({ account, id })).toMatchObject({ revision: 4, document });
  await service.signIns.endAll({ account });
  const ended = page.getByText('The session ended because you signed out');
  await until(async () => {
    clock.advance(1_000);
    return (await ended.count()) > 0;
  });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('a run that has drifted leads to the repair of its recipe, and once that is saved the next run has no drift', async () => {
  const { service, account } = open();
  const document = {
    title: 'Lamps',
    steps: [
      { type: 'navigate', url: `${site.origin}/` },
      {
        type: 'customStep',
        name: 'extract',
        parameters: {
          items: ['li.lamp'],
          fields: {
            name: { selectors: ['h2.name'] },
            price: { selectors: ['b.price'], type: 'number' },
          },
        },
      },
    ],
  };
  const { id: recipeId } = await service.recipes.put({ account, document });
  const run = async () =>
    untilEnded(service, { account, id: (await service.dispatchRun({ account, recipeId })).id });
  // What it learns is how the next one recognises the redesigned elements, and the studio with it.
  expect((await run()).drift).toBe(0);
  shop = redesigned;
  const drifted = await run();
  expect(drifted.drift).toBeGreaterThan(0);
  expect(drifted.itemsExtracted).toBe(lamps.length);
  const page = await signIn();
  await go(page, 'Runs');
  await page.getByRole('link', { name: drifted.id }).click();
  await page.getByRole('link', { name: 'Repair the recipe' }).click();
  await page.getByRole('tab', { name: /^Repair \(\d\)/ }).click();
  for (const place of ['items', 'field "name"', 'field "price"']) {
    const button = page.getByRole('button', { name: `Accept: Step 2, ${place}` });
    await button.waitFor();
    const answered = page.waitForResponse((response) => response.url().endsWith('/draft/repairs'));
    await button.click();
    expect((await answered).status()).toBe(200);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved, version 2').waitFor();
  const repaired = await run();
  expect([repaired.drift, repaired.itemsExtracted]).toEqual([0, lamps.length]);
});
