import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../src/runtime/contracts/browser.ts';
import { loopbackBrowser, replaySteps } from '../support/replay.ts';
import { serveApplication, type ServedApplication } from '../support/serve-application.ts';

let browser: Browser;
let served: ServedApplication;

beforeAll(async () => {
  browser = loopbackBrowser(1);
  served = await serveApplication('chores');
});
afterAll(async () => {
  await browser.close?.();
  await served.close();
});

const rowOf = (what: string) => `xpath///li[span[@class="what"]="${what}"]`;
const click = (selector: string, type = 'click') => ({ type, selectors: [[selector]] });
const fill = (selector: string, value: string) => ({
  type: 'change',
  selectors: [[selector]],
  value,
});
const press = (key: string) => [
  { type: 'keyDown', key },
  { type: 'keyUp', key },
];
const readAll = {
  type: 'customStep',
  name: 'extract',
  parameters: {
    items: '.chores li',
    fields: {
      what: { selectors: '.what' },
      who: { selectors: '.by' },
      done: { selectors: '.toggle', attribute: 'checked', type: 'boolean' },
    },
  },
};

test('a list of chores is filled, ticked, renamed, cleared and read as a person would', async () => {
  const { items, warnings } = await replaySteps(browser, [
    { type: 'navigate', url: `${served.origin}/` },
    fill('aria/New chore', 'Water the basil'),
    fill('aria/Who does it', 'Jonas'),
    click('aria/Add chore[role="button"]'),
    fill('aria/New chore', 'Buy light bulbs'),
    ...press('Enter'),
    click(`${rowOf('Take out the glass')}//input`),
    click(`${rowOf('Buy light bulbs')}/span[1]`, 'doubleClick'),
    fill('.edit', 'Buy two light bulbs'),
    ...press('Enter'),
    // The button of a row shows while the pointer is on the row.
    { type: 'hover', selectors: [[rowOf('Call about the boiler')]] },
    click(`${rowOf('Call about the boiler')}/button`),
    click('aria/Clear done'),
    { type: 'waitForElement', selectors: [['.chores li']], operator: '==', count: 2 },
    click(`${rowOf('Water the basil')}//input`),
    click('text/Done'),
    { type: 'waitForElement', selectors: [['.chores li']], operator: '==', count: 1 },
    readAll,
    click('text/All'),
    { type: 'waitForElement', selectors: [['.chores li']], operator: '==', count: 2 },
    readAll,
  ]);
  const basil = { what: 'Water the basil', who: 'Jonas', done: 'true' };
  expect(items).toEqual([
    basil,
    basil,
    { what: 'Buy two light bulbs', who: 'Jonas', done: 'false' },
  ]);
  expect(warnings).toEqual([]);
});

test('a chore that is no longer there fails the run, and none of its neighbours is ticked for it', async () => {
  const opened = { type: 'navigate', url: `${served.origin}/` };
  const tick = click('.chores li:nth-of-type(3) .toggle');
  const { fingerprints } = await replaySteps(browser, [opened, tick]);
  const without = [
    opened,
    { type: 'hover', selectors: [[rowOf('Call about the boiler')]] },
    click(`${rowOf('Call about the boiler')}/button`),
    fill('aria/New chore', 'Order oat milk'),
    click('aria/Add chore[role="button"]'),
    { type: 'waitForElement', selectors: [['.chores li:nth-of-type(3)']] },
  ];
  // What was learnt of the tick belongs to the step of that place.
  const known = {
    ...fingerprints,
    targets: { [`/steps/${without.length}/selectors`]: tickOf(fingerprints) },
  };
  await expect(
    replaySteps(browser, [...without, tick], { fingerprints: known, timeoutMs: 3_000 }),
  ).rejects.toMatchObject({ details: { reason: 'target_not_found' } });
});

function tickOf({ targets }: Awaited<ReturnType<typeof replaySteps>>['fingerprints']) {
  const tick = targets['/steps/1/selectors'];
  if (tick === undefined) throw new Error('nothing was learnt');
  return tick;
}
