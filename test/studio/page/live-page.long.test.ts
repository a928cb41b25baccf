import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildFrontEnd } from '../../dashboard/build-front-end.ts';
import { openStudioStage, type StudioStage } from '../../support/open-studio-page.ts';
import { servePages, type ServedPages } from '../../support/serve-pages.ts';

const pages: Readonly<Record<string, string>> = {
  '/form': `<title>Form</title><input style="position:fixed;left:0;top:0;width:600px;height:80px" oninput="document.title = 'typed ' + this.value">
    <button style="position:fixed;left:0;top:100px;width:600px;height:80px" onclick="document.title = 'answered ' + confirm('Really?')">Ask</button>`,
  '/tall': `<title>Tall</title><body style="height:5000px"><script>addEventListener('scroll', () => { document.title = 'at ' + Math.round(scrollY); });</script>`,
};

let folder: string;
let stage: StudioStage;
let site: ServedPages;

beforeAll(async () => {
  folder = buildFrontEnd();
  [stage, site] = await Promise.all([
    openStudioStage(folder),
    servePages(({ pathname }) => pages[pathname] ?? { status: 404, body: '<title>None</title>' }),
  ]);
});

afterAll(async () => {
  await stage.close();
  await site.close();
  rmSync(folder, { recursive: true });
});

afterEach(async () => {
  await stage.clear();
  stage.checkFaults();
});

test('an address is opened, and what is typed and clicked in its picture reaches the page', async () => {
  const page = await stage.open();
  await page.getByLabel('Address of the page').fill(`${site.origin}/form`);
  await page.keyboard.press('Enter');
  const live = page.getByRole('textbox', { name: /^Live page/ });
  await page.getByRole('button', { name: 'Form', exact: true }).waitFor();
  await live.click({ position: { x: 60, y: 20 } });
  await page.keyboard.type('Zoë');
  await page.getByRole('button', { name: 'typed Zoë' }).waitFor();
  await live.click({ position: { x: 60, y: 90 } });
  const dialog = page.getByRole('dialog', { name: 'The page asks' });
  expect(await dialog.getByText('Really?').innerText()).toBe('Really?');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'answered true' }).waitFor();
});
