import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realBrowserOptions } from '../../../test/support/real-browser.ts';
import { servePages, type ServedPages } from '../../../test/support/serve-pages.ts';
import { createGleaner, memoryLedger, type Gleaner } from '../../index.ts';
import { type TrialOptions, listLostSelectors, runTrial } from './run-trial.ts';
import type { StepSeen, TrialEvent } from './trial-event.ts';

const canary = 'canary-4711';
const list = (page: number) => `<!doctype html><title>Lamps ${page}</title>
  <button id="go" class="primary" onclick="this.textContent = 'Pressed'">Show lamps</button>
  <input id="pass" type="password"><p>Welcome ${canary}</p>
  <ul><li><h2>Lamp ${page}a ${canary}</h2><b class="price">€ 5</b></li><li><h2>Lamp ${page}b</h2></li></ul>
  <a rel="next" href="/${page + 1}">Next</a>`;

let pages: ServedPages;
let gleaner: Gleaner;
const ledger = memoryLedger({ accounts: { default: 0 } });

beforeAll(async () => {
  pages = await servePages(({ pathname }) => list(Number(pathname.slice(1)) || 1));
  gleaner = createGleaner({
    ledger,
    egress: { allowPrivate: ['127.0.0.1/32'] },
    browser: realBrowserOptions(),
  });
});
afterAll(async () => {
  await gleaner.close();
  await pages.close();
});

const extract = (fields: object) => ({
  type: 'customStep',
  name: 'extract',
  parameters: { items: ['li', 'article'], fields },
});
const fields = {
  name: { selectors: ['h2'] },
  price: { selectors: ['.price'], type: 'number', optional: true },
};
const recipe = (middle: readonly object[], end: readonly object[] = []) => ({
  title: 'Lamps',
  timeout: 1_500,
  variables: { password: { secret: true } },
  steps: [{ type: 'navigate', url: `${pages.origin}/1` }, ...middle, ...end],
});
const click = { type: 'click', selectors: [['aria/Show lamps[role="button"]'], ['#gone']] };
const change = { type: 'change', selectors: [['#pass']], value: '{{password}}' };
const next = { type: 'customStep', name: 'paginate', parameters: { next: ['a[rel=next]'] } };

async function attempt(document: unknown, options: TrialOptions = {}) {
  const events: TrialEvent[] = [];
  const result = await runTrial(gleaner, document, {
    variables: { password: canary },
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { result, events, seen: events.filter((event) => event.event === 'step_seen') };
}

const isJpeg = ({ picture }: StepSeen) =>
  picture !== undefined && Buffer.from(picture.subarray(0, 2)).toString('hex') === 'ffd8';

describe('a trial', () => {
  test('reads three pages for nothing, and tells steps, pictures, matches, rows, drift and time', async () => {
    const { result, events, seen } = await attempt(
      recipe([click, change], [extract(fields), next]),
    );
    expect(result).toMatchObject({ status: 'completed', itemsExtracted: 6, failure: undefined });
    expect(result.pages.map(({ items }) => items[0])).toEqual([
      { name: 'Lamp 1a {{password}}', price: 5 },
      { name: 'Lamp 2a {{password}}', price: 5 },
      { name: 'Lamp 3a {{password}}', price: 5 },
    ]);
    expect(result.end).toBe('max_pages');
    expect(result.steps.map(({ type, outcome }) => [type, outcome])).toEqual([
      ['navigate', 'done'],
      ['click', 'done'],
      ['change', 'done'],
      ['extract', 'done'],
      ['paginate', 'done'],
    ]);
    expect(result.steps.every(({ durationMs }) => durationMs >= 0)).toBe(true);
    expect(seen.map(({ path }) => path)).toEqual([
      '/steps/0',
      '/steps/1',
      '/steps/2',
      '/steps/3',
      '/steps/4',
    ]);
    expect(seen.every(isJpeg)).toBe(true);
    const counts = result.steps.map(({ targets }) =>
      targets.map(({ selectors }) => selectors.map(({ count }) => count)),
    );
    expect(counts).toEqual([[], [[1, 0]], [[1]], [[2, 0], [1], [1]], [[1]]]);
    expect(listLostSelectors(result).map(({ place, selector }) => [place, selector])).toEqual([
      ['Step 2', '#gone'],
      ['Step 4, items', 'article'],
    ]);
    expect(result.drift?.parts.map(({ path }) => path)).toContain('/steps/1/selectors');
    expect(events.filter(({ event }) => event === 'rows')).toHaveLength(3);
    expect(JSON.stringify([result, events])).not.toContain(canary);
    expect(await gleaner.creditsRemaining()).toBe(0);
  });

  test('that fails says what each selector found, shows the page then, and what would do', async () => {
    const lost = { type: 'click', selectors: [['aria/Show all lamps[role="button"]'], ['#gone']] };
    const { result, seen } = await attempt(recipe([lost], [extract(fields)]));
    expect(result).toMatchObject({
      status: 'failed',
      failure: { reason: 'target_not_found', step: '/steps/1' },
    });
    const [, failed, behind] = result.steps;
    expect(failed).toMatchObject({
      outcome: 'failed',
      targets: [{ selectors: [{ count: 0 }, { count: 0 }] }],
    });
    expect(failed?.nearest[0]?.description).toContain('button "Show lamps"');
    expect(failed?.nearest[0]?.selectors[0]).toBe('aria/Show lamps[role="button"]');
    expect(behind?.outcome).toBe('not_reached');
    expect(seen.filter(({ path }) => path === '/steps/1').some(isJpeg)).toBe(true);
  });

  test('goes on step by step, and to a step', async () => {
    const asked: string[] = [];
    const { result, events } = await attempt(recipe([click], [extract(fields)]), {
      until: '/steps/1',
      next: async (path) => void asked.push(path),
    });
    expect(asked).toEqual(['/steps/0', '/steps/1']);
    expect(events[0]).toMatchObject({ event: 'step_begun', isWaiting: true });
    expect(result).toMatchObject({ status: 'completed', drift: undefined });
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'not_reached']);
  });

  test.each([
    [{ maxPages: 4 }, /at most 3 pages/],
    [{ until: '/steps/9' }, /no step at "\/steps\/9"/],
    [{ variables: {} }, /password/],
  ])('with %j is refused', async (options, reason) => {
    await expect(attempt(recipe([change]), options)).rejects.toThrow(reason);
  });
});
