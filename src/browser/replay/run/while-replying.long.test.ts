import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

const list = ['One', 'Two']
  .map((name) => `<li class="item"><a class="name" href="${name}">${name}</a></li>`)
  .join('');
const scripts: Readonly<Record<string, string>> = {
  '/on-load': 'while (true);',
  // Late enough for the step that opens it to end first.
  '/soon': 'setTimeout(() => { while (true); }, 400)',
  '/on-click': 'onclick = () => { while (true); }',
  '/on-scroll': 'onscroll = () => { while (true); }',
  '/on-key': 'onkeydown = () => { while (true); }',
  // Two thirds of the time at work, for ever.
  '/busy':
    'setInterval(() => { const end = performance.now() + 600; while (performance.now() < end); }, 900)',
  '/second': 'while (true);',
};

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname }) => {
    if (pathname === '/late') return { delayMs: 3_000, body: `<ul>${list}</ul>` };
    const script = scripts[pathname] ?? '';
    const body = `<ul>${list}</ul><input id="field"><button class="more">More</button><a class="next" href="/second">Next</a>`;
    return `<!doctype html><style>.item { height: 900px }</style>${body}<script>${script}</script>`;
  });
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

const timeoutMs = 1_500;
const custom = (name: string, parameters: unknown) => ({ type: 'customStep', name, parameters });
const open = (path: string) => ({ type: 'navigate', url: pages.origin + path });
const extract = custom('extract', { items: '.item', fields: { name: { selectors: '.name' } } });

/** Waits in the recipe until the page surely hangs; asks it nothing. */
const rest = 700;

describe('a page that hangs ends its step at the time-out of the step', () => {
  test.each<readonly [string, string, () => readonly unknown[]]>([
    ['navigate', '/on-load', () => []],
    ['navigate', '/soon', () => [open('/fine')]],
    ['click', '/soon', () => [{ type: 'click', selectors: '.more' }]],
    ['hover', '/soon', () => [{ type: 'hover', selectors: '.more' }]],
    ['change', '/soon', () => [{ type: 'change', selectors: '#field', value: 'text' }]],
    ['change', '/on-key', () => [{ type: 'change', selectors: '#field', value: 'text' }]],
    ['keyDown', '/soon', () => [{ type: 'keyDown', key: 'a' }]],
    ['scroll', '/soon', () => [{ type: 'scroll', y: 900 }]],
    ['waitForElement', '/soon', () => [{ type: 'waitForElement', selectors: '.never' }]],
    ['waitForExpression', '/soon', () => [{ type: 'waitForExpression', expression: 'false' }]],
    ['repeat', '/soon', () => [custom('repeat', { while: '.more', steps: [extract] })]],
    ['extract', '/soon', () => [extract]],
    ['paginate', '/on-scroll', () => [extract, custom('paginate', { scroll: true })]],
    ['paginate', '/on-click', () => [extract, custom('paginate', { loadMore: '.more' })]],
  ])('%s on %s', async (type, path, more) => {
    let begunMs = 0;
    const steps = [open(path), ...more()];
    const outcome = await replaySteps(browser, steps, {
      timeoutMs,
      allowExpressions: true,
      onStep() {
        begunMs = performance.now();
        // The process rests, and the page goes on to hang.
        if (path === '/soon') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, rest);
      },
    }).catch((error: unknown) => error);
    const tookMs = performance.now() - begunMs;
    expect(outcome).toMatchObject({
      code: 'validation_failed',
      message: `Step ${steps.length} (${type}) got no reply from its page within 1.5 s: a script keeps it busy, or its next document does not come.`,
      details: { reason: 'timed_out' },
    });
    expect(tookMs).toBeGreaterThan(timeoutMs - 100);
    const next = await replaySteps(browser, [open('/fine'), extract]);
    expect(next.items).toHaveLength(2);
  });

  test('a next page that hangs ends the pagination, reported', async () => {
    const steps = [open('/fine'), extract, custom('paginate', { next: '.next' })];
    const { items, end, warnings } = await replaySteps(browser, steps, { timeoutMs });
    expect([items.length, end]).toEqual([2, 'page_error']);
    expect(warnings).toEqual([
      'Step 3 (paginate): the next page does not reply: a script keeps it busy.',
    ]);
  });
});

describe('a page that is only slow', () => {
  test('is waited for as long as the step may take', async () => {
    const never = { type: 'waitForElement', selectors: '.never' };
    const { items } = await replaySteps(browser, [open('/busy'), extract], { timeoutMs });
    expect(items).toHaveLength(2);
    await expect(replaySteps(browser, [open('/busy'), never], { timeoutMs })).rejects.toMatchObject(
      { details: { reason: 'target_not_found' } },
    );
  });

  test('has the time of a navigation for its server', async () => {
    const { items } = await replaySteps(browser, [open('/late'), extract], { timeoutMs });
    expect(items).toHaveLength(2);
  });

  test('is not asked while the caller works on what came', async () => {
    const steps = [open('/busy'), extract, custom('paginate', { next: '.next', maxPages: 2 })];
    const mayGoOn = async (): Promise<boolean> => {
      await sleep(timeoutMs * 2);
      return false;
    };
    const { end } = await replaySteps(browser, steps, { timeoutMs, mayGoOn });
    expect(end).toBe('stopped');
  });
});
