import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { createUploadFolder } from '../../files/run-files.ts';
import { loopbackBrowser, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

let pages: ServedPages;
let browser: Browser;
const folder = mkdtempSync(path.join(tmpdir(), 'uploads-'));

beforeAll(async () => {
  writeFileSync(path.join(folder, 'invoice.pdf'), 'Invoice 7');
  writeFileSync(path.join(folder, 'notes.txt'), 'Notes');
  pages = await servePages(({ pathname }) => routes[pathname]);
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
  rmSync(folder, { recursive: true });
});

/** Shows what any file field of the page, or one made by a script, was given. */
const page = (
  body: string,
): string => `<!doctype html><title>Page</title><main>${body}<ol></ol></main><script>
  const show = async (input) => {
    for (const file of input.files) {
      const item = document.createElement('li');
      item.textContent = [file.name, file.type, await file.text()].join(' ');
      document.querySelector('ol').append(item);
    }
  };
  document.addEventListener('change', (event) => event.target.files && show(event.target));
  for (const button of document.querySelectorAll('.made')) button.onclick = () => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', multiple: true, onchange: () => show(input) });
    input.click();
  };
</script>`;

const routes: Readonly<Record<string, string>> = {
  '/field': page('<input type="file">'),
  '/label': page('<label class="button">Choose<input type="file" hidden></label>'),
  '/for': page(
    '<label for="f" class="button">Choose</label><input id="f" type="file" style="display: none">',
  ),
  '/zone': page(
    '<div class="button"><p>Drop files here</p><input type="file" multiple style="opacity: 0; position: absolute"></div>',
  ),
  '/made': page('<button class="button made">Attach</button>'),
  '/nothing': page('<button class="button">Attach</button>'),
  '/images': page('<input type="file" accept="image/*, .csv" multiple>'),
  '/papers': page('<input type="file" accept=".PDF,text/*" multiple>'),
  '/folder': page('<input type="file" webkitdirectory>'),
  '/disabled': page('<input type="file" disabled>'),
};

async function upload(
  route: string,
  files: string | readonly string[],
  selector = '.button',
  timeout = 8_000,
): Promise<unknown> {
  const { items } = await replaySteps(
    browser,
    [
      { type: 'navigate', url: pages.origin + route },
      { type: 'customStep', name: 'upload', timeout, parameters: { selectors: selector, files } },
      {
        type: 'customStep',
        name: 'extract',
        parameters: { fields: { text: { selectors: 'li', list: true } } },
      },
    ],
    { files: { uploads: createUploadFolder(folder), downloads: undefined } },
  );
  return items[0]?.['text'];
}

const invoice = 'invoice.pdf application/pdf Invoice 7';

test('a file is chosen by a field, a hidden one, its label, and a place to drop files on', async () => {
  expect(await upload('/field', 'invoice.pdf', 'input')).toBe(invoice);
  expect(await upload('/for', 'invoice.pdf', 'input')).toBe(invoice);
  expect(await upload('/label', 'invoice.pdf')).toBe(invoice);
  expect(await upload('/for', 'invoice.pdf')).toBe(invoice);
  expect(await upload('/zone', ['invoice.pdf', 'notes.txt'])).toBe(
    `${invoice} | notes.txt text/plain Notes`,
  );
});

test('a file is chosen in the dialog that a button opens', async () => {
  expect(await upload('/made', ['invoice.pdf', 'notes.txt'])).toBe(
    `${invoice} | notes.txt text/plain Notes`,
  );
});

test.each([
  ['/field', ['invoice.pdf', 'notes.txt'], 'gives 2 files to a field that takes one.'],
  ['/images', ['invoice.pdf'], 'gives "invoice.pdf" to a field that takes only "image/*, .csv".'],
  ['/folder', ['invoice.pdf'], 'found a field that takes a whole folder, not files.'],
  ['/disabled', ['invoice.pdf'], 'found its file field, which is disabled.'],
])('what a person could not choose is not chosen (%s)', async (route, files, message) => {
  await expect(upload(route, files, 'input')).rejects.toMatchObject({
    code: 'validation_failed',
    message: `Step 2 (upload) ${message}`,
  });
});

test('endings and media types are accepted as the field says', async () => {
  expect(await upload('/papers', ['invoice.pdf', 'notes.txt'], 'input')).toContain('Notes');
});

test('a button that opens no dialog is reported', async () => {
  await expect(upload('/nothing', 'invoice.pdf', '.button', 1_500)).rejects.toMatchObject({
    details: { reason: 'target_not_found' },
    message: expect.stringContaining('opened no dialog for files within 1.5 s'),
  });
});

test('a file that is not there is reported before a page is opened', async () => {
  const before = pages.asked.length;
  await expect(upload('/field', '../../etc/passwd', 'input')).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ path: '/steps/1/parameters/files/0' }] },
  });
  expect(pages.asked.length).toBe(before);
});

test('without a folder the recipe is refused before a page is opened', async () => {
  const before = pages.asked.length;
  const step = {
    type: 'customStep',
    name: 'upload',
    parameters: { selectors: 'input', files: 'a' },
  };
  const run = replaySteps(browser, [{ type: 'navigate', url: `${pages.origin}/field` }, step]);
  await expect(run).rejects.toMatchObject({
    code: 'invalid_request',
    details: {
      issues: [{ path: '/steps/1', message: expect.stringContaining('`files.uploads`') }],
    },
  });
  expect(pages.asked.length).toBe(before);
});
