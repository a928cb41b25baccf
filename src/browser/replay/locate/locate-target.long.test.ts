import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopbackBrowser, replaySteps } from '../../../../test/support/replay.ts';
import { servePages, type ServedPages } from '../../../../test/support/serve-pages.ts';
import type { Browser } from '../../../runtime/contracts/browser.ts';

const tasks = ['Buy milk', 'Walk the dog', 'Buy stamps'];

/** Says in the heading what was done, so that a recipe can read it. */
const script = `<script>
  const say = (what) => (document.querySelector('h1').textContent = what);
  for (const box of document.querySelectorAll('input[type=checkbox]'))
    box.addEventListener('change', () => say('done: ' + box.closest('li, tr').innerText.trim()));
  for (const field of document.querySelectorAll('input:not([type=checkbox])'))
    field.addEventListener('input', () => say('typed: ' + field.value));
</script>`;

function page(body: string): string {
  return `<!doctype html><title>Tasks</title><h1>Tasks</h1>${body}${script}`;
}

function list(rows: readonly string[], outer: string, id: string): string {
  const items = rows.map(
    (row) =>
      `<li class="task"><div><input class="toggle" type="checkbox"> <span>${row}</span></div></li>`,
  );
  return `<${outer}><input class="new" placeholder="What needs to be done?"><ul ${id}>${items.join('')}</ul></${outer}>`;
}

const pages: Readonly<Record<string, string>> = {
  '/recorded': list(tasks, 'main', 'id="list"'),
  '/section': list(tasks, 'section', ''),
  '/without': list(tasks.slice(1), 'section', ''),
  '/table': `<table>${tasks
    .map(
      (row) =>
        `<tr><td>${row}</td><td><label><input type="checkbox" name="d"> Done</label></td></tr>`,
    )
    .join('')}</table><p><input name="t" placeholder="What needs to be done?"></p>`,
  '/elsewhere': `<ul><li><b>12</b> <i>kg</i></li><li><b>9</b> <i>kg</i></li></ul>`,
  '/two': `<section><input placeholder="What needs to be done?"></section><section><input placeholder="What needs to be done?"></section>`,
};

let browser: Browser;
let site: ServedPages;

beforeAll(async () => {
  browser = loopbackBrowser();
  site = await servePages(({ pathname }) => page(pages[pathname] ?? ''));
});

afterAll(async () => {
  await browser.close?.();
  await site.close();
});

const read = {
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { said: { selectors: ['h1'] } } },
};
const tick = { type: 'click', selectors: ['main #list > li:nth-of-type(1) input'] };
const type = { type: 'change', selectors: ['main > input.new'], value: 'Call' };

/** Learns the step on one page and does it on another. */
async function run(step: object, path: string): Promise<string | undefined> {
  const steps = (at: string) => [{ type: 'navigate', url: `${site.origin}${at}` }, step, read];
  const { fingerprints } = await replaySteps(browser, steps('/recorded'));
  const { items } = await replaySteps(browser, steps(path), { fingerprints, timeoutMs: 5_000 });
  return items[0]?.['said'];
}

test.each(['/section', '/table'])(
  'a check box is found in the row with the same text: %s',
  async (path) => {
    expect(await run(tick, path)).toMatch(/^done: Buy milk/);
  },
);

test.each(['/section', '/table'])(
  'a text field is found by its placeholder where it is the only one: %s',
  async (path) => {
    expect(await run(type, path)).toBe('typed: Call');
  },
);

test('where the row is gone nothing is done, and the nearest rows are named', async () => {
  await expect(run(tick, '/without')).rejects.toMatchObject({
    message: expect.stringMatching(
      /Nearest: checkbox \(\.\d\d\): in another row \("(?:Buy stamps|Walk the dog)"\)/,
    ) as string,
    details: { reason: 'target_not_found' },
  });
});

test('of two fields that say the same none is typed into', async () => {
  await expect(run(type, '/two')).rejects.toMatchObject({
    message: expect.stringContaining('Nearest: textbox "What needs to be done?" (.9') as string,
    details: { reason: 'target_not_found' },
  });
});

test('a field that no selector leads to is missed with a warning that names what is nearest', async () => {
  const field = {
    type: 'customStep',
    name: 'extract',
    parameters: { items: 'li', fields: { task: { selectors: ['li > div > span'] } } },
  };
  const steps = (at: string) => [{ type: 'navigate', url: `${site.origin}${at}` }, field];
  const { fingerprints } = await replaySteps(browser, steps('/recorded'));
  const { warnings } = await replaySteps(browser, steps('/elsewhere'), {
    fingerprints,
    timeoutMs: 3_000,
  });
  expect(warnings.join('\n')).toMatch(
    /^Step 2, field "task": no selector matched, and nothing on the page is clearly what was read before\. Nearest: \w+ "\w+" \(\.\d\d\): /m,
  );
});
