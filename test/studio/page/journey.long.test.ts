import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { fetch } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { memoryRecipes, type StudioRecipes } from '../../../src/web/studio/index.ts';
import { serveFixtureSite, type FixtureSite } from '../../../test-kit/index.ts';
import { buildFrontEnd } from '../../dashboard/build-front-end.ts';
import { openStudioStage, type StudioStage } from '../../support/open-studio-page.ts';

let folder: string;
let stage: StudioStage;
let site: FixtureSite;

beforeAll(async () => {
  folder = buildFrontEnd();
  [stage, site] = await Promise.all([openStudioStage(folder), serveFixtureSite()]);
});

afterAll(async () => {
  await stage.close();
  await site.close();
  rmSync(folder, { recursive: true });
});

afterEach(async () => {
  await stage.clear();
  stage.checkFaults();
});

/** Where a point of the live page is drawn. */
async function findPosition(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.getByRole('textbox', { name: /^Live page/ }).boundingBox();
  if (box === null) throw new Error('The page is not shown.');
  return { x: (x * box.width) / 1_280, y: (y * box.height) / 800 };
}

const tab = (page: Page, title: string | RegExp) =>
  page.getByRole('navigation', { name: 'Tabs' }).getByRole('button', { name: title });

/** What the shop shows on all its pages, read without the library. */
async function readShop(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows = [];
  for (let number = 1; number <= 5; number += 1) {
    const response = await fetch(`${site.url}/shop/?page=${number}`);
    const html = await response.text();
    const cards = html.split('<li class="product-card" ').slice(1);
    rows.push(
      ...cards.map((card) => ({
        link: site.url + (/<a class="product-link" href="([^"]+)"/.exec(card)?.[1] ?? ''),
        title: toText(/<h3>(.*?)<\/h3>/.exec(card)?.[1]),
        brand: toText(/<p class="brand">(.*?)<\/p>/.exec(card)?.[1]),
        price_now: Number(/price-now">£([\d.]+)/.exec(card)?.[1]),
      })),
    );
  }
  return rows;
}

const toText = (html = ''): string => html.replaceAll('&amp;', '&');

/** The saved recipe's items, as a run reads them. */
async function runSaved(
  recipes: StudioRecipes,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const [entry] = await recipes.list('token');
  const kept = await recipes.find('token', { id: entry?.id ?? '' });
  expect(JSON.stringify(kept?.document)).not.toContain('lighthouse');
  const variables = { password: 'lighthouse' };
  const { result } = await stage.gleaner.runRecipe(kept?.document ?? {}, { variables });
  const names = ['link', 'title', 'brand', 'price_now'];
  return result.pages
    .flatMap(({ items }) => items)
    .map((item) => Object.fromEntries(names.map((name) => [name, item[name]])));
}

test('a recipe with a login, a list, two names and further pages takes at most 12 actions', async () => {
  const recipes = memoryRecipes();
  const start = `${site.url}/login?next=%2Fshop%2F`;
  const user = await stage.locate(start, '#username');
  const item = await stage.locate(`${site.url}/shop/`, '.product-card h3');
  const page = await stage.open({ recipes });
  const live = page.getByRole('textbox', { name: /^Live page/ });
  let actions = 0;
  const act = async (work: Promise<unknown>): Promise<void> => {
    actions += 1;
    await work;
  };
  await page.getByLabel('Address of the page').waitFor();
  await act(page.keyboard.type(start));
  await act(page.keyboard.press('Enter'));
  await tab(page, /Sign in/).waitFor();
  await page.getByRole('button', { name: 'Recording. Stop' }).waitFor();
  await act(live.click({ position: await findPosition(page, user) }));
  await act(page.keyboard.type('reader'));
  await act(page.keyboard.press('Tab'));
  await act(page.keyboard.type('lighthouse'));
  await act(page.keyboard.press('Enter'));
  await tab(page, /All products/).waitFor();
  await act(live.click({ position: await findPosition(page, item), modifiers: ['Alt'] }));
  await page.getByText('The list goes on').waitFor();
  await act(page.keyboard.type('link'));
  await act(page.keyboard.press('Enter'));
  await act(page.keyboard.type('picture'));
  await act(page.getByRole('button', { name: 'Keep and save' }).click());
  await page.getByText('Saved, version 1').waitFor();
  expect(await page.getByText('secret', { exact: true }).first().innerText()).toBe('secret');
  expect(await runSaved(recipes)).toEqual(await readShop());
  expect(actions).toBeLessThanOrEqual(12);
});

test('the same recipe is made by keyboard alone', async () => {
  const recipes = memoryRecipes();
  const item = await stage.locate(`${site.url}/shop/`, '.product-card h3');
  const page = await stage.open({ recipes });
  const press = async (key: string, times = 1): Promise<void> => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
  };
  await page.getByLabel('Address of the page').waitFor();
  await page.keyboard.type(`${site.url}/login?next=%2Fshop%2F`);
  await press('Enter');
  await tab(page, /Sign in/).waitFor();
  await page.getByRole('button', { name: 'Recording. Stop' }).waitFor();
  // The link in the page's head, then the first field.
  await press('Tab', 2);
  await page.keyboard.type('reader');
  await press('Tab');
  await page.keyboard.type('lighthouse');
  await press('Enter');
  await tab(page, /All products/).waitFor();
  await press('F6');
  await press('Tab', 2);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pick an item');
  await press('Enter');
  await press('ArrowLeft', Math.round((640 - item.x) / 24));
  await press(item.y > 400 ? 'ArrowDown' : 'ArrowUp', Math.round(Math.abs(item.y - 400) / 24));
  await page
    .getByRole('status')
    .filter({ hasText: 'Harbour Brass' })
    .waitFor({ state: 'attached' });
  await press('Enter');
  await page.getByText('The list goes on').waitFor();
  await page.keyboard.type('link');
  await press('Enter');
  await page.keyboard.type('picture');
  await press('Control+s');
  await page.getByText('Saved, version 1').waitFor();
  expect(await runSaved(recipes)).toEqual(await readShop());
});

test('a recording of Chrome is imported and tried; what was found otherwise is accepted, and found at once then', async () => {
  const recording = {
    title: 'The second page',
    steps: [
      { type: 'navigate', url: `${site.url}/shop/` },
      {
        type: 'click',
        target: 'main',
        selectors: [['#gone-since'], ['a.next']],
        offsetX: 5,
        offsetY: 5,
        assertedEvents: [{ type: 'navigation', url: `${site.url}/shop/?page=2` }],
      },
    ],
  };
  const page = await stage.open();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('Or paste it here').fill(JSON.stringify(recording));
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Step 2: Click #gone-since' }).waitFor();
  await page.getByRole('button', { name: 'Try it' }).first().click();
  await page.getByRole('tab', { name: 'Repair (1)', selected: true }).waitFor();
  await page.getByRole('button', { name: /^Accept: Step 2/ }).click();
  await page.getByText('accepted').waitFor();
  await page.getByRole('tab', { name: 'Trial' }).click();
  const clicked = page.getByRole('list', { name: 'Steps of the trial' }).locator('> li').last();
  expect(await clicked.innerText()).toMatch(/#gone-since\s+0 elements.*a\.next\s+1 element/s);
  await clicked.getByRole('button', { name: 'Page at step 2' }).waitFor();
  await page.getByRole('button', { name: 'Try it again' }).click();
  await page.getByRole('status').filter({ hasText: 'The trial came to its end' }).waitFor();
  await page.getByRole('tab', { name: 'Repair', exact: true }).click();
  await page.getByText('found every element by its first selector').waitFor();
});
