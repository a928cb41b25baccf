import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../src/runtime/contracts/browser.ts';
import { loopbackBrowser, replaySteps } from '../support/replay.ts';
import { serveApplication, type ServedApplication } from '../support/serve-application.ts';

let browser: Browser;
let served: ServedApplication;

beforeAll(async () => {
  browser = loopbackBrowser(1);
  served = await serveApplication('gazette');
});
afterAll(async () => {
  await browser.close?.();
  await served.close();
});

const open = () => ({ type: 'navigate', url: `${served.origin}/` });
const refuse = {
  type: 'click',
  frame: [0],
  selectors: [['aria/Only necessary[role="button"]'], ['.refuse']],
};
const read = {
  type: 'customStep',
  name: 'extract',
  parameters: {
    items: '.story',
    fields: { title: { selectors: 'h2' }, section: { selectors: '.section' } },
  },
};

test('a consent wall in a frame is answered, and the page under it is read', async () => {
  const { items, warnings } = await replaySteps(browser, [open(), refuse, read]);
  expect(items.map(({ title }) => title)).toEqual([
    'Ferry to run until midnight in July',
    'School garden sells its first honey',
    'Bridge closed for two nights of repairs',
    'Library opens on Sundays again',
  ]);
  expect(warnings).toEqual([]);
});

test('a recipe that answers the wall goes on where it is not shown, if the step is optional', async () => {
  const optional = { ...refuse, optional: true };
  const { items, warnings } = await replaySteps(browser, [
    open(),
    optional,
    open(),
    optional,
    read,
  ]);
  expect(items).toHaveLength(4);
  expect(warnings).toEqual([expect.stringMatching(/^Step 4 \(click\)/)]);
  await expect(
    replaySteps(browser, [open(), refuse, open(), refuse, read], { timeoutMs: 2_000 }),
  ).rejects.toMatchObject({ message: expect.stringMatching(/^Step 4 \(click\)/) as string });
});
