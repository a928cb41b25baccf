import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname }) => routes[pathname]?.());
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

/** A feed that adds rows at its end, `rounds` times, `delayMs` after it is asked. */
function feed(delayMs: number, rounds: number, box = ''): string {
  return `<!doctype html><title>Feed</title><style>li { height: 200px } .box { height: 300px; overflow: auto }</style>
    <div class="${box}"><ul></ul><i id="end">End</i></div><script>
      const list = document.querySelector('ul');
      let rounds = 0, isBusy = false;
      const add = () => { for (let n = 0; n < 5; n += 1) list.insertAdjacentHTML('beforeend', '<li>Row</li>'); };
      add();
      new IntersectionObserver(async ([entry], observer) => {
        if (!entry.isIntersecting || isBusy || rounds >= ${rounds}) return;
        isBusy = true;
        rounds += 1;
        await fetch('/rows?delay').catch(() => {});
        setTimeout(() => { add(); isBusy = false; observer.unobserve(entry.target); observer.observe(entry.target); }, ${delayMs});
      }).observe(document.querySelector('#end'));
    </script>`;
}

const routes: Readonly<Record<string, () => string | undefined>> = {
  '/feed': () => feed(200, 4),
  '/box': () => feed(100, 3, 'box'),
  '/endless': () => feed(20, 10_000),
  '/stuck': () => feed(20, 3).replace('/rows?delay', '/never'),
  '/rows': () => 'rows',
  '/never': () => undefined,
  '/far': () => `<!doctype html><title>Far</title><div style="height: 3000px"></div>
    <p id="goal" style="height: 20px"></p><p class="seen">no</p><script>
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting) document.querySelector('.seen').textContent = 'yes'; })
        .observe(document.querySelector('#goal'));</script>`,
};

async function scroll(
  path: string,
  step: Readonly<Record<string, unknown>>,
  selector: string,
): Promise<Replay> {
  return replaySteps(browser, [
    { type: 'navigate', url: pages.origin + path },
    { type: 'scroll', ...step },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { fields: { rows: { selectors: selector, list: true } } },
    },
  ]);
}

const count = ({ items }: Replay): number => (items[0]?.['rows'] ?? '').split(' | ').length;

test('a page is scrolled until it loads nothing more', async () => {
  const replay = await scroll('/feed', { to: 'end', timeout: 20_000 }, 'li');
  expect([count(replay), replay.warnings]).toEqual([25, []]);
});

test('an element is scrolled to its end', async () => {
  const replay = await scroll('/box', { to: 'end', selectors: '.box', timeout: 20_000 }, 'li');
  expect([count(replay), replay.warnings]).toEqual([20, []]);
});

test('a page without an end is left at the time-out, and reported', async () => {
  const replay = await scroll('/endless', { to: 'end', timeout: 2_000 }, 'li');
  expect(count(replay)).toBeGreaterThan(20);
  expect(replay.warnings).toEqual([
    'Step 2 (scroll) ran out of time while the page was loading more.',
  ]);
});

test('a request without a response does not pass for the end', async () => {
  const replay = await scroll('/stuck', { to: 'end', timeout: 2_000 }, 'li');
  expect([count(replay), replay.warnings]).toEqual([
    5,
    ['Step 2 (scroll) ran out of time while the page was loading more.'],
  ]);
});

test('an element without a position is brought into view', async () => {
  const { items } = await scroll('/far', { selectors: '#goal' }, '.seen');
  expect(items).toEqual([{ rows: 'yes' }]);
});
