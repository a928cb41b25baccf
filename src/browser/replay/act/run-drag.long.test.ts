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

const page = (body: string): string =>
  `<!doctype html><title>Page</title><style>body { margin: 0 }</style><main>${body}</main>`;

const routes: Readonly<Record<string, string>> = {
  '/html': page(`<ul id="left"><li class="card" draggable="true">Invoice</li><li>Offer</li></ul>
    <ul id="right" style="margin-top: 2000px; min-height: 60px"></ul><script>
      const [left, right] = document.querySelectorAll('ul');
      left.firstElementChild.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'Invoice'));
      right.addEventListener('dragover', (event) => event.preventDefault());
      right.addEventListener('drop', (event) => {
        event.preventDefault();
        right.innerHTML += '<li class="moved">' + event.dataTransfer.getData('text/plain') + '</li>';
      });</script>`),
  // Sorts by pointer events, once the pointer has moved by more than 5 px, as the libraries for lists do.
  '/sorted':
    page(`<style>li { height: 40px } .held { position: fixed; pointer-events: none }</style>
    <ol><li>One</li><li>Two</li><li>Three</li></ol><script>
      const list = document.querySelector('ol');
      let held, from;
      list.addEventListener('pointerdown', (event) => { from = event; held = event.target; });
      addEventListener('pointermove', (event) => {
        if (!held || Math.abs(event.clientY - from.clientY) < 5) return;
        held.classList.add('held');
        const over = document.elementFromPoint(event.clientX, event.clientY);
        if (over?.parentElement === list) over.after(held);
      });
      addEventListener('pointerup', () => { held?.classList.remove('held'); held = undefined; });</script>`),
  '/slider':
    page(`<input type="range" min="0" max="100" value="0" style="width: 400px; margin: 20px">
    <p class="value">0</p><script>document.querySelector('input').oninput = (event) => {
      document.querySelector('.value').textContent = event.target.value; };</script>`),
  '/canvas': page(`<canvas width="300" height="200"></canvas><p class="value"></p><script>
      const canvas = document.querySelector('canvas');
      let points = [];
      canvas.onmousedown = (event) => { points = [event.offsetX + ',' + event.offsetY]; };
      canvas.onmousemove = (event) => { if (event.buttons === 1) points.push(event.offsetX + ',' + event.offsetY); };
      canvas.onmouseup = () => { document.querySelector('.value').textContent = [points[0], points.at(-1), points.length > 8 ? 'line' : 'dots'].join(' '); };
    </script>`),
  '/hidden': page('<p class="card">Card</p><p class="place" style="display: none">Place</p>'),
};

async function drag(path: string, parameters: object, selector: string): Promise<unknown> {
  const { items } = await replaySteps(browser, [
    { type: 'navigate', url: pages.origin + path },
    { type: 'customStep', name: 'drag', timeout: 8_000, parameters },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { fields: { text: { selectors: selector, list: true } } },
    },
  ]);
  return items[0]?.['text'];
}

test('a draggable element is dropped on a place outside of the view', async () => {
  expect(await drag('/html', { selectors: '.card', to: '#right' }, '.moved')).toBe('Invoice');
});

test('a list that sorts itself by the pointer is sorted', async () => {
  const parameters = { selectors: 'text/One', to: { selectors: ['text/Three'] } };
  expect(await drag('/sorted', parameters, 'li')).toBe('Two | Three | One');
});

test('a slider is moved to a place', async () => {
  const parameters = {
    selectors: 'input',
    offsetX: 8,
    offsetY: 8,
    to: { offsetX: 300, offsetY: 8 },
  };
  expect(Number(await drag('/slider', parameters, '.value'))).toBeCloseTo(75, -1);
});

test('a line is drawn through the places between', async () => {
  const parameters = {
    selectors: 'canvas',
    offsetX: 20,
    offsetY: 30,
    to: { offsetX: 200, offsetY: 120 },
  };
  expect(await drag('/canvas', parameters, '.value')).toBe('20,30 200,120 line');
});

test('a place that is not shown fails the step, and the mouse is let go', async () => {
  await expect(drag('/hidden', { selectors: '.card', to: '.place' }, 'p')).rejects.toMatchObject({
    code: 'validation_failed',
    details: { reason: expect.stringMatching(/target_not_found|timed_out/) },
    message: expect.stringContaining('Step 2 (drag)'),
  });
});
