import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages((url) => routes[url.pathname]);
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

const page = (script: string): string =>
  `<!doctype html><title>Page</title><p id="said">nothing</p><button>Go</button><input><script>
  const say = (text) => { document.querySelector('#said').textContent = String(text); };
  document.querySelector('button').onclick = () => { ${script} };
  </script>`;

const long = 'Delete everything? '.repeat(10);

const routes: Readonly<Record<string, string>> = {
  '/confirm': page(`say(confirm('Sure?'))`),
  '/prompt': page(`say(prompt('Your name?', 'Ada'))`),
  '/alert': page(`alert('Hello\\n there'); say('closed')`),
  '/long': page(`say(confirm('${long}'))`),
  '/late': page(`setTimeout(() => say(confirm('Late?')), 100)`),
  '/later': page(`setTimeout(() => say(confirm('Later?')), 600)`),
  '/quiet': page(`say('quiet')`),
  '/endless': page(`let n = 0; while (n < 60) alert('Number ' + n++); say('over')`),
  '/framed': '<iframe src="/confirm"></iframe>',
  '/keeps': `${page('')}<script>onbeforeunload = (event) => event.preventDefault();</script>`,
};

const open = (path: string): object => ({ type: 'navigate', url: pages.origin + path });
const extract = {
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { said: { selectors: ['#said'] } } },
};

async function press(
  path: string,
  members: object = {},
): Promise<{ readonly said: string | undefined; readonly warnings: readonly string[] }> {
  const click = { type: 'click', selectors: ['button'], ...members };
  const { items, warnings } = await replaySteps(browser, [open(path), click, extract]);
  return { said: items[0]?.['said'], warnings };
}

test('a dialog without an answer is dismissed, and reported with its step, its kind and its text', async () => {
  expect(await press('/confirm')).toEqual({
    said: 'false',
    warnings: [
      'Step 2 (click): the page asked "Sure?" (confirm), which was dismissed; "dialog" in the step answers it.',
    ],
  });
  expect((await press('/prompt')).said).toBe('null');
});

test('an alert is closed, and reported', async () => {
  expect(await press('/alert')).toEqual({
    said: 'closed',
    warnings: ['Step 2 (click): the page showed the alert "Hello there", which was closed.'],
  });
});

test('of a long text the first 80 characters are reported', async () => {
  const { warnings } = await press('/long');
  expect(warnings[0]).toContain(`asked "${long.slice(0, 80)}…" (confirm)`);
});

test.each([
  ['/confirm', 'accept', 'true'],
  ['/confirm', 'dismiss', 'false'],
  ['/confirm', { text: 'any' }, 'true'],
  ['/prompt', 'accept', 'Ada'],
  ['/prompt', 'dismiss', 'null'],
  ['/prompt', { text: 'Grace' }, 'Grace'],
  ['/alert', 'dismiss', 'closed'],
  ['/late', 'accept', 'true'],
  ['/later', 'accept', 'true'],
])('on %s the answer %j is the step’s, and nothing is reported', async (path, dialog, said) => {
  expect(await press(path, { dialog })).toEqual({ said, warnings: [] });
});

test('a dialog of a frame gets the answer of the step', async () => {
  const place = { frame: [0] };
  const click = { type: 'click', selectors: ['button'], dialog: 'accept', ...place };
  const steps = [open('/framed'), click, { ...extract, ...place }];
  expect((await replaySteps(browser, steps)).items).toEqual([{ said: 'true' }]);
});

test('an answer is its own step’s alone', async () => {
  const click = { type: 'click', selectors: ['button'] };
  const steps = [open('/confirm'), { ...click, dialog: 'accept' }, click, extract];
  const { items, warnings } = await replaySteps(browser, steps);
  expect(items).toEqual([{ said: 'false' }]);
  expect(warnings).toEqual([expect.stringContaining('Step 3 (click): the page asked "Sure?"')]);
});

test('an expected dialog that does not come is reported', async () => {
  expect(await press('/quiet', { dialog: 'accept' })).toEqual({
    said: 'quiet',
    warnings: ['Step 2 (click) has an answer to a dialog ("dialog"), and the page opened none.'],
  });
});

test('dialogs without end are closed, and reported twenty times', async () => {
  const { said, warnings } = await press('/endless');
  expect(said).toBe('over');
  expect(warnings).toHaveLength(20);
  expect(warnings.at(-1)).toBe(
    'Step 2 (click): the page opens more dialogs; they are dismissed and no longer reported.',
  );
});

test('a page that asks before it is left is left only where the step says so', async () => {
  const change = { type: 'change', selectors: ['input'], value: 'unsaved' };
  const leave = open('/quiet');
  const steps = [open('/keeps'), change];
  await expect(replaySteps(browser, [...steps, leave, extract])).rejects.toMatchObject({
    details: { reason: 'target_not_found' },
    message:
      'Step 3 (navigate) could not leave its page, which asked whether to; give the step "dialog": "accept".',
  });
  const left = await replaySteps(browser, [...steps, { ...leave, dialog: 'accept' }, extract]);
  expect(left.pages[0]?.url).toBe(`${pages.origin}/quiet`);
  expect(left.warnings).toEqual([]);
});
