import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { createRunFiles, type OwnRunFiles } from '../../files/run-files.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

let pages: ServedPages;
let browser: Browser;
let files: OwnRunFiles;
const base = mkdtempSync(path.join(tmpdir(), 'pictures-'));

beforeAll(async () => {
  pages = await servePages(({ pathname }) =>
    pathname === '/red.svg'
      ? {
          headers: { 'content-type': 'image/svg+xml' },
          body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        }
      : routes[pathname],
  );
  browser = loopbackBrowser();
});

beforeEach(() => {
  const downloads = mkdtempSync(path.join(base, 'run-'));
  files = createRunFiles({ uploads: undefined, downloads }, (text) => text);
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
  rmSync(base, { recursive: true });
});

const page = (body: string): string =>
  `<!doctype html><title>Page</title><style>body { margin: 0 } li { height: 40px; width: 300px; list-style: none } ul { margin: 0; padding: 0 } img { display: block }</style>${body}`;
const row = (name: string): string =>
  `<li><b>${name}</b><img src="/red.svg" width="30" height="20"></li>`;

const routes: Readonly<Record<string, string>> = {
  '/list': page(
    `<ul>${['One', 'Two', 'Two', 'Three'].map(row).join('')}</ul><div style="height: 3000px"></div>`,
  ),
  '/links': page(
    '<ul><li><b>One</b> <a href="/list?1">more</a></li><li><b>Two</b> <a href="/list?2">more</a></li></ul>',
  ),
  '/giant': page('<div id="giant" style="height: 20000px"></div>'),
  '/scrolled': page(`<ul>${row('One')}</ul><div style="height: 3000px"></div>
    <p style="position: fixed; bottom: 0"><b id="at">0</b><b id="least">-</b></p><script>
      let least = Infinity;
      addEventListener('scroll', () => {
        document.querySelector('#at').textContent = Math.round(scrollY);
        if (scrollY < 1000) least = Math.min(least, Math.round(scrollY));
        if (least < Infinity) document.querySelector('#least').textContent = least;
      });</script>`),
  '/hidden': page('<b>Here</b><p id="hidden" hidden>Hidden</p>'),
  '/many': page(
    `<ul>${Array.from({ length: 105 }, (_, index) => row(`Row ${index}`)).join('')}</ul>`,
  ),
  '/frames': page(
    '<iframe src="/list" style="margin-top: 500px; width: 400px; height: 200px"></iframe>',
  ),
};

async function run(route: string, ...steps: readonly unknown[]): Promise<Replay> {
  const opened = [
    { type: 'setViewport', width: 800, height: 600 },
    { type: 'navigate', url: pages.origin + route },
    ...steps,
  ];
  return replaySteps(browser, opened, { files });
}

const shoot = (parameters?: object, step: object = {}): unknown => ({
  type: 'customStep',
  name: 'screenshot',
  ...(parameters === undefined ? {} : { parameters }),
  ...step,
});

const extract = (fields: object, items?: string, step: object = {}): unknown => ({
  type: 'customStep',
  name: 'extract',
  parameters: { fields, ...(items === undefined ? {} : { items }) },
  ...step,
});

const names = { name: { selectors: 'b' } };

/** Width and height of the kept pictures, in their order, from the headers of the PNG files. */
function sizes(): readonly string[] {
  return files.list().map((file) => {
    const bytes = readFileSync(file.path);
    expect([bytes.subarray(1, 4).toString(), bytes.length]).toEqual(['PNG', file.bytes]);
    return `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)}`;
  });
}

test('a step keeps a picture of the window, the whole page or an element', async () => {
  await run(
    '/list',
    shoot({}),
    shoot({ name: 'all', fullPage: true }),
    shoot({ name: 'third', selectors: 'li', nth: 3 }),
    extract(names),
  );
  expect(sizes()).toEqual(['800 × 600', '800 × 3160', '300 × 40']);
  expect(files.list().map(({ name }) => name.slice(17))).toEqual([
    'page.png',
    'all.png',
    'third.png',
  ]);
  expect(files.list()[0]).toMatchObject({
    step: '/steps/2',
    kind: 'screenshot',
    type: 'image/png',
    url: undefined,
  });
});

test('a picture shows the pictures of its page, which are not loaded otherwise', async () => {
  const before = pages.asked.length;
  await run('/list', extract(names));
  expect(pages.asked.slice(before)).not.toContain('/red.svg');
  await run('/list', shoot({}), extract(names));
  expect(pages.asked.slice(before)).toContain('/red.svg');
});

test('a page that is too large is cut and an element refused, and both are reported', async () => {
  const { warnings } = await run(
    '/giant',
    shoot({ fullPage: true }),
    shoot({ selectors: '#giant' }),
    extract({ text: { selectors: 'body', optional: true } }, undefined, {
      optional: true,
      timeout: 1_000,
    }),
  );
  expect(sizes()).toEqual(['800 × 16384']);
  expect(warnings.slice(0, 2)).toEqual([
    'Step 3 (screenshot): the page is too large for a picture; its first 800 × 16384 pixels are kept.',
    'Step 4 (screenshot): a screenshot was not kept: its element is too large for a picture.',
  ]);
});

test('an element that is not shown has no picture', async () => {
  const { warnings } = await run('/hidden', shoot({ selectors: '#hidden' }), extract(names));
  expect(files.list()).toEqual([]);
  expect(warnings).toEqual([
    'Step 3 (screenshot): a screenshot was not kept: its element is not shown.',
  ]);
});

test('a field is a picture of its item or of an element in it, by the name of the file', async () => {
  const pictures = {
    card: { selectors: ':scope', type: 'screenshot' },
    thumb: { selectors: 'img', type: 'screenshot' },
  };
  const { items } = await run('/list', extract({ ...names, ...pictures }, 'li'));
  expect(items.map(({ name }) => name)).toEqual(['One', 'Two', 'Two', 'Three']);
  expect(items.flatMap(({ card, thumb }) => [card, thumb])).toEqual(
    files.list().map(({ name }) => name),
  );
  expect(sizes()).toEqual(
    Array(4)
      .fill('300 × 40 30 × 20')
      .flatMap((pair: string) => pair.split(/(?<=40) /)),
  );
});

test('items can be pictures alone, and in a frame', async () => {
  const fields = { card: { selectors: ':scope', type: 'screenshot' } };
  const { items } = await run('/frames', extract(fields, 'li', { frame: [0] }));
  expect(items.map(({ card }) => card)).toEqual(files.list().map(({ name }) => name));
  expect(sizes()).toEqual(Array(4).fill('300 × 40'));
});

test('pages that items link to are pictured too', async () => {
  const card = { card: { selectors: 'li', type: 'screenshot' } };
  const follow = { link: 'a', fields: card };
  const parameters = { items: 'li', fields: { name: { selectors: 'b' } }, follow };
  const { items } = await run('/links', { type: 'customStep', name: 'extract', parameters });
  expect(items.map(({ card: file }) => file)).toEqual(files.list().map(({ name }) => name));
  expect(sizes()).toEqual(['300 × 40', '300 × 40']);
});

test('rounds of a loop name their pictures, and an element that is missing is left out where it may be', async () => {
  const picture = shoot({ name: 'row {{index}}', selectors: 'li', nth: '{{index}}' });
  const parameters = { times: 2, steps: [picture] };
  const missing = shoot({ selectors: '.none' }, { optional: true, timeout: 500 });
  const loop = { type: 'customStep', name: 'repeat', parameters };
  const { warnings } = await run('/list', loop, missing, extract(names));
  expect(files.list().map(({ name }) => name.slice(17))).toEqual(['row 1.png', 'row 2.png']);
  expect(warnings).toEqual([expect.stringMatching(/^Step 4 \(screenshot\) was left out/)]);
});

test('the page stands where it stood, so that a list that grows by scrolling is read on', async () => {
  const card = { card: { selectors: ':scope', type: 'screenshot' } };
  const { items } = await run(
    '/scrolled',
    { type: 'scroll', y: 1_000 },
    extract(card, 'li:first-child'),
    extract({ at: { selectors: '#at' }, least: { selectors: '#least' } }),
  );
  expect(items[1]).toEqual({ at: '1000', least: '0' });
  expect(sizes()).toEqual(['300 × 40']);
});

test('a run keeps 100 pictures, and the others are reported', async () => {
  const fields = { ...names, card: { selectors: 'img', type: 'screenshot' } };
  const { items, warnings } = await run('/many', extract(fields, 'li'));
  expect(items.filter(({ card }) => card !== undefined)).toHaveLength(100);
  expect(items).toHaveLength(105);
  expect(warnings).toContain(
    'Step 3 (extract): a screenshot was not kept: a run keeps 100 screenshots and 200 MB at most.',
  );
}, 120_000);

test('without a folder a recipe with pictures is refused before a page is opened', async () => {
  files = createRunFiles({ uploads: undefined, downloads: undefined }, (text) => text);
  const before = pages.asked.length;
  const field = extract({ card: { selectors: 'b', type: 'screenshot' } });
  for (const step of [shoot(), field]) {
    await expect(run('/list', step)).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        issues: [{ path: '/steps/2', message: expect.stringContaining('`files.downloads`') }],
      },
    });
  }
  expect(pages.asked).toHaveLength(before);
});
