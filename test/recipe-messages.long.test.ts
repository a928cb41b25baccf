import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../src/runtime/contracts/browser.ts';
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

const options = Array.from(
  { length: 12 },
  (_, index) => `<option value="h${index}">Harbour ${index}</option>`,
);
const routes: Readonly<Record<string, PageAnswer>> = {
  '/form': `<!doctype html><title>Form</title><main><select id="harbour">${options.join('')}</select>
    <select id="empty"></select><input id="file" type="file"><button id="send" disabled>Send</button>
    <button id="hidden" style="display: none">Hidden</button><button>Add To Basket</button>
    <div style="position: relative"><button id="under">Under</button>
    <div role="status" style="position: absolute; inset: 0; background: white">Uploading your picture, which takes a while</div></div></main>`,
  '/rows': `<!doctype html><title>Rows</title><ul><li>A</li><li>B</li><li hidden>C</li><li hidden>D</li></ul>`,
  '/frames': `<!doctype html><title>Frames</title><iframe name="map" src="/rows?key=secret"></iframe><iframe src="/outer"></iframe>`,
  '/outer': `<!doctype html><title>Outer</title><p>No frame in here</p>`,
};

async function failureOf(path: string, step: object): Promise<string> {
  const steps = [
    { type: 'navigate', url: pages.origin + path },
    { timeout: 1_500, ...step },
  ];
  const failure: unknown = await replaySteps(browser, steps).catch((error: unknown) => error);
  const message = failure instanceof Error ? failure.message : 'no failure';
  return message.replaceAll(pages.origin, 'https://a.example');
}

const found = (selector: string): string =>
  `Step 2 (click) found its element by "${selector}", but could not act on it within 1.5 s`;
const click = (selector: string): object => ({ type: 'click', selectors: [selector] });
const change = (selector: string, value: string): object => ({
  type: 'change',
  selectors: [selector],
  value,
});

test('an option that is not there: which there are', async () => {
  expect(await failureOf('/form', change('#harbour', 'Harbour 77'))).toBe(
    'Step 2 (change) found its element by "#harbour", but could not act on it within 1.5 s: its list has no such option; it has "Harbour 0", "Harbour 1", "Harbour 2", "Harbour 3", "Harbour 4", "Harbour 5", "Harbour 6", "Harbour 7", "Harbour 8", "Harbour 9" and 2 more.',
  );
  expect(await failureOf('/form', change('#empty', 'x'))).toContain('its list has no options.');
});

test('a file field: which step chooses a file', async () => {
  expect(await failureOf('/form', change('#file', 'cv.pdf'))).toBe(
    'Step 2 (change) is about a file field, which takes no text; choose a file by the customStep "upload".',
  );
});

test('a disabled, a hidden and a covered element: that it is, and by what', async () => {
  expect(await failureOf('/form', click('#send'))).toBe(`${found('#send')}: it stayed disabled.`);
  expect(await failureOf('/form', click('#hidden'))).toBe(`${found('#hidden')}: it stayed hidden.`);
  expect(await failureOf('/form', click('#under'))).toBe(
    `${found('#under')}: it is covered by <div role="status"> "Uploading your picture, which takes a wh", which could not be closed.`,
  );
});

test('a text in other letters: the one that differs in upper and lower case', async () => {
  for (const selector of ['text/Add to basket', 'aria/add to basket']) {
    expect(await failureOf('/form', click(selector))).toBe(
      `Step 2 (click) found no element by "${selector}" within 1.5 s; one differs only in upper and lower case: "Add To Basket".`,
    );
  }
  expect(await failureOf('/form', click('text/Add to cart'))).toBe(
    'Step 2 (click) found no element by "text/Add to cart" within 1.5 s.',
  );
});

test('a wait for elements: how many there are, and what is wrong with them', async () => {
  const wait = { type: 'waitForElement', selectors: ['li'] };
  expect(await failureOf('/rows', { ...wait, count: 5 })).toBe(
    'Step 2 (waitForElement) found 4 of 5 elements by "li", 2 of them hidden, within 1.5 s.',
  );
  expect(await failureOf('/rows', { ...wait, count: 2, attributes: { class: 'ready' } })).toContain(
    'found 4 elements by "li", 2 of them hidden and 4 of them with other attributes or properties, within 1.5 s.',
  );
  expect(await failureOf('/rows', { ...wait, operator: '<=', count: 3 })).toBe(
    'Step 2 (waitForElement) still found 4 elements by "li" and at most 3 were asked for within 1.5 s.',
  );
  expect(await failureOf('/rows', { ...wait, selectors: ['td'] })).toBe(
    'Step 2 (waitForElement) found no element by "td" within 1.5 s.',
  );
});

test('a frame that is not there: which there are, without their queries', async () => {
  expect(await failureOf('/frames', { ...click('p'), frame: [4] })).toBe(
    'Step 2 (click) found no frame [4]: the page has [0] "map" https://a.example/rows, [1] https://a.example/outer.',
  );
  expect(await failureOf('/frames', { ...click('p'), frame: [1, 0] })).toBe(
    'Step 2 (click) found no frame [0]: the frame around it has no frames.',
  );
  expect(await failureOf('/rows', { ...click('p'), frame: [0] })).toBe(
    'Step 2 (click) found no frame [0]: the page has no frames.',
  );
});
