import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../src/runtime/contracts/browser.ts';
import { measureDrift } from '../src/recipes/run/measure-drift.ts';
import { loopbackBrowser, replaySteps } from './support/replay.ts';
import { type PageAnswer, type ServedPages, servePages } from './support/serve-pages.ts';

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname }): PageAnswer => routes[pathname]);
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

const list = '<ul><li class="name">Tern</li><li class="name">Plover</li></ul><p id="said"></p>';
const banner = (style: string): string =>
  `<section class="offer" style="${style}"><p>Join our letter</p><button onclick="document.querySelector('#said').textContent = 'closed'; this.closest('section').remove()">Not today</button></section>`;

const routes: Readonly<Record<string, PageAnswer>> = {
  '/': `<!doctype html><title>Birds</title><main>${list}</main>`,
  '/offer': `<!doctype html><title>Birds</title>${banner('')}<main>${list}</main>`,
  '/late-offer': `<!doctype html><title>Birds</title><main>${list}</main><script>
    setTimeout(() => document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(banner(''))}), 700)</script>`,
  '/hidden-offer': `<!doctype html><title>Birds</title>${banner('display: none')}<main>${list}</main>`,
  '/covered-offer': `<!doctype html><title>Birds</title>${banner('')}<main>${list}</main>
    <div style="position: fixed; inset: 0; background: white">Nothing closes this.</div>`,
  '/fleeting-offer': `<!doctype html><title>Birds</title>${banner('')}<main>${list}</main>
    <div id="veil" style="position: fixed; inset: 0; background: white">One moment</div>
    <script>setTimeout(() => { document.querySelector('.offer').remove(); document.querySelector('#veil').remove(); }, 3000)</script>`,
};

const open = (path: string): object => ({ type: 'navigate', url: pages.origin + path });
const dismiss = { type: 'click', selectors: ['aria/Not today'], optional: true };
const birds = {
  type: 'customStep',
  name: 'extract',
  parameters: { items: 'li', fields: { name: { selectors: ':scope' } } },
};
const said = {
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { said: { selectors: '#said', optional: true } } },
};

test('an optional step is taken where its element is there, or comes within its time', async () => {
  for (const path of ['/offer', '/late-offer']) {
    const { items, warnings } = await replaySteps(browser, [open(path), dismiss, said]);
    expect(items).toEqual([{ said: 'closed' }]);
    expect(warnings).toEqual([]);
  }
});

test('it is left out with a warning where its element is absent or hidden, and costs no time-out', async () => {
  for (const path of ['/', '/hidden-offer']) {
    const { items, warnings, targets } = await replaySteps(browser, [open(path), dismiss, birds], {
      // Longer than the test may take.
      timeoutMs: 30 * 60_000,
    });
    expect(items.map(({ name }) => name)).toEqual(['Tern', 'Plover']);
    expect(warnings).toEqual(['Step 2 (click) was left out: its element was not on the page.']);
    expect(measureDrift(targets).drift).toBe(0);
  }
});

test('without `optional` the same step fails', async () => {
  const { optional: _, ...step } = dismiss;
  const steps = [open('/'), { ...step, timeout: 500 }, birds];
  await expect(replaySteps(browser, steps)).rejects.toMatchObject({
    details: { reason: 'target_not_found' },
  });
});

test('an element that is there and cannot be acted on fails an optional step too', async () => {
  const steps = [open('/covered-offer'), { ...dismiss, timeout: 1_000 }, birds];
  await expect(replaySteps(browser, steps)).rejects.toMatchObject({
    details: { reason: 'target_not_found' },
    message: expect.stringContaining('Step 2 (click)'),
  });
});

test('an element that goes away before it can be acted on leaves the step out', async () => {
  const step = { ...dismiss, timeout: 8_000 };
  const { items, warnings } = await replaySteps(browser, [open('/fleeting-offer'), step, birds]);
  expect(items).toHaveLength(2);
  expect(warnings).toEqual(['Step 2 (click) was left out: its element went away.']);
});

test('absence counts as drift only where an earlier run found the element', async () => {
  const first = await replaySteps(browser, [open('/offer'), dismiss, birds]);
  expect(first.fingerprints.targets['/steps/1/selectors']).toBeDefined();
  const { fingerprints } = first;
  const gone = await replaySteps(browser, [open('/'), dismiss, birds], { fingerprints });
  expect(gone.targets).toContainEqual(
    expect.objectContaining({ path: '/steps/1/selectors', uses: 1, missing: 1 }),
  );
  expect(measureDrift(gone.targets).drift).toBeGreaterThan(0);
  expect(gone.fingerprints.targets['/steps/1/selectors']).toEqual(
    fingerprints.targets['/steps/1/selectors'],
  );
});

test('an optional step is healed like any other: by likeness, not by hope', async () => {
  const first = await replaySteps(browser, [open('/offer'), dismiss, said]);
  const { fingerprints } = first;
  const renamed = { ...dismiss, selectors: ['.offer .no-longer'] };
  const healed = await replaySteps(browser, [open('/offer'), renamed, said], { fingerprints });
  expect(healed.items).toEqual([{ said: 'closed' }]);
  expect(healed.targets[0]).toMatchObject({ servedBy: 'likeness' });
  const absent = await replaySteps(browser, [open('/'), renamed, birds], { fingerprints });
  expect(absent.warnings).toEqual([
    'Step 2 (click) was left out: its element was not on the page.',
  ]);
});

test('frames, popups, waits, hovers, changes and items may be optional', async () => {
  const optional = true;
  const { items, warnings } = await replaySteps(browser, [
    open('/'),
    { ...dismiss, frame: [0] },
    { ...dismiss, target: 'https://popup.example/' },
    { type: 'waitForElement', selectors: ['.never'], optional },
    { type: 'hover', selectors: ['.never'], optional },
    { type: 'change', selectors: ['.never'], value: 'x', optional },
    { type: 'scroll', selectors: ['.never'], optional },
    { ...birds, parameters: { ...birds.parameters, items: '.never' }, optional },
    birds,
  ]);
  expect(items).toHaveLength(2);
  expect(warnings).toEqual([
    'Step 2 (click) was left out: its frame was not there.',
    'Step 3 (click) was left out: its popup was not there.',
    'Step 4 (waitForElement) was left out: its element was not on the page.',
    'Step 5 (hover) was left out: its element was not on the page.',
    'Step 6 (change) was left out: its element was not on the page.',
    'Step 7 (scroll) was left out: its element was not on the page.',
    'Step 8 (extract) was left out: none of its items was on the page.',
  ]);
});
