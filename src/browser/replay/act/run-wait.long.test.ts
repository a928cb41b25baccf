import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname }) => routes[pathname]);
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

const page = (script: string): string =>
  `<!doctype html><title>Page</title><button>Go</button><p id="clock">0</p><ul><li>Old</li></ul><script>
    const list = document.querySelector('ul');
    const show = (text) => { list.innerHTML = '<li>' + text + '</li>'; };
    const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const go = (action) => { document.querySelector('button').onclick = action; };
    ${script}</script>`;

const routes: Readonly<Record<string, string>> = {
  '/data': 'data',
  // Chains of requests with pauses that are shorter than those of a rested network.
  '/chain': page(
    `(async () => { for (let n = 0; n < 4; n += 1) { await later(250); await fetch('/data'); } show('New'); })();`,
  ),
  '/stuck': page(`fetch('/hangs?token=secret').catch(() => {});`),
  '/at-once': page(`go(() => show('New'));`),
  '/spinner': page(
    `go(async () => { show('Loading'); await fetch('/hangs', { signal: AbortSignal.timeout(700) }).catch(() => {}); show('New'); });`,
  ),
  '/slow-spinner': page(`go(() => { show('Loading'); fetch('/hangs?q=1').catch(() => {}); });`),
  '/late': page(`go(async () => { await later(900); show('New'); });`),
  '/clock': page(
    `setInterval(() => { document.querySelector('#clock').textContent = performance.now(); }, 30); go(async () => { await later(300); show('New'); });`,
  ),
  '/same': page(`go(async () => { await later(100); show('Old'); });`),
  '/stream': page(
    `fetch('/hangs').catch(() => {}); go(async () => { await later(300); show('New'); });`,
  ),
  '/gone': page(
    `go(async () => { await later(300); list.remove(); document.body.append('empty'); });`,
  ),
  '/filled': page(`setTimeout(() => show('New'), 600);`),
  '/states': page(
    `list.innerHTML = '<li>One</li><li>Two</li><li hidden>Three</li>'; setTimeout(() => { list.children[1].setAttribute('data-state', 'ready'); }, 300);`,
  ),
  '/keys': page(`addEventListener('keydown', () => show('New'));`),
};

const wait = (parameters: object, timeout = 6_000): unknown => ({
  type: 'customStep',
  name: 'wait',
  timeout,
  parameters,
});
const click = { type: 'click', selectors: ['button'] };

async function textAfter(path: string, ...steps: unknown[]): Promise<string | undefined> {
  const { items } = await replaySteps(browser, [
    { type: 'navigate', url: pages.origin + path },
    ...steps,
    {
      type: 'customStep',
      name: 'extract',
      parameters: { fields: { text: { selectors: ['li', 'body'] } } },
    },
  ]);
  return items[0]?.['text'];
}

test('a wait for the network outlasts requests that follow each other', async () => {
  expect(await textAfter('/chain', wait({ for: 'network' }))).toBe('New');
});

test('what was still open is named without its query', async () => {
  const waiting = textAfter('/stuck', wait({ for: 'network' }, 900));
  await expect(waiting).rejects.toMatchObject({
    details: { reason: 'timed_out' },
    message:
      'Step 2 (wait) was still waiting for the network after 0.9 s: /hangs had no whole response.',
  });
});

const change = { for: 'change', selectors: ['ul'] };

test.each(['/at-once', '/late', '/spinner'])(
  'a change is seen whether it comes before the wait or after it (%s)',
  async (path) => {
    expect(await textAfter(path, click, wait(change))).toBe('New');
    expect(await textAfter(path, click, wait({ for: 'change' }))).toBe('New');
  },
);

test('a key counts from when it is pressed', async () => {
  const keys = ['keyDown', 'keyUp'].map((type) => ({ type, key: 'a' }));
  expect(await textAfter('/keys', ...keys, wait(change))).toBe('New');
});

test('behind a page that opens, the change after it counts', async () => {
  expect(await textAfter('/filled', wait(change))).toBe('New');
});

test('another part of the page that changes all the time does not count', async () => {
  expect(await textAfter('/clock', click, wait(change))).toBe('New');
});

test('a request that was open before does not hold the wait up', async () => {
  expect(await textAfter('/stream', click, wait(change))).toBe('New');
});

test('an element that goes has changed', async () => {
  expect(await textAfter('/gone', click, wait(change))).toContain('empty');
});

test('without a change the step fails, and a page that still loads is named', async () => {
  await expect(textAfter('/same', click, wait(change, 900))).rejects.toMatchObject({
    details: { reason: 'timed_out' },
    message: 'Step 3 (wait) saw no change of its element within 0.9 s.',
  });
  await expect(textAfter('/slow-spinner', click, wait(change, 900))).rejects.toMatchObject({
    message:
      'Step 3 (wait) saw its element still loading within 0.9 s: /hangs had no whole response.',
  });
});

test('an element that never was there is missed', async () => {
  const missing = { for: 'change', selectors: ['.none'] };
  await expect(textAfter('/same', click, wait(missing, 900))).rejects.toMatchObject({
    details: { reason: 'target_not_found' },
  });
});

test.each([
  [{ attributes: { 'data-state': 'ready' }, operator: '==', count: 1 }],
  [{ attributes: { 'data-state': 'ready' } }],
  [{ visible: true, operator: '==', count: 2 }],
  [{ properties: { textContent: 'Two' }, operator: '==', count: 1 }],
])('a wait for elements counts those that are as wanted: %j', async (condition) => {
  const waiting = { type: 'waitForElement', selectors: ['li'], ...condition };
  expect(await textAfter('/states', waiting)).toBe('One');
});

test.each([
  [{ attributes: { 'data-state': 'done' } }],
  [{ visible: true, operator: '>=', count: 3 }],
])('and fails where too few are: %j', async (condition) => {
  const waiting = { type: 'waitForElement', selectors: ['li'], timeout: 700, ...condition };
  await expect(textAfter('/states', waiting)).rejects.toMatchObject({
    details: { reason: 'target_not_found' },
  });
});
