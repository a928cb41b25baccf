import { statSync } from 'node:fs';
import path from 'node:path';
import process, { exit } from 'node:process';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../src/browser/launch/find-browser.ts';
import { createFakeDashboard } from '../test/dashboard/fake-dashboard.ts';

/**
 * Takes the pictures of the dashboard in `docs/images`, of the front end in `dist/ui` with the made-up answers of the tests:
 * `npm run build && npm run pictures`.
 */
interface Picture {
  readonly name: string;
  readonly address: string;
  readonly title: string;
  readonly isOperator?: boolean;
  /** Done before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: 'overview', address: '', title: 'Overview' },
  { name: 'keys', address: '#/keys', title: 'Keys' },
  { name: 'recipe', address: '#/recipes/Rc7dP2wQz1k', title: 'Books of the shop' },
  { name: 'run', address: '#/runs/7hGk2LmPq9X', title: 'Run 7hGk2LmPq9X' },
  {
    name: 'schedule',
    address: '#/schedules',
    title: 'Schedules',
    act: (page) => page.getByRole('button', { name: 'New schedule' }).click(),
  },
  { name: 'webhooks', address: '#/webhooks', title: 'Webhooks' },
  {
    name: 'playground',
    address: '#/playground',
    title: 'Playground',
    async act(page) {
      await page.getByLabel('URL', { exact: true }).fill('https://books.example/');
      await page.getByLabel('What to extract').fill('title and price of each book');
      await page.getByRole('button', { name: 'Run the call' }).click();
      await page.getByRole('tab', { name: 'Page' }).waitFor();
    },
  },
  { name: 'settings', address: '#/settings', title: 'Settings' },
  { name: 'service', address: '', title: 'Service', isOperator: true },
];

const root = path.join(import.meta.dirname, '..');
const origin = 'https://scrape.example';
/** Of one picture, so that the repository stays small. */
const maxBytes = 120_000;

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.error('There is no browser: run `node scripts/ensure-browser.ts` to get one.');
  exit(1);
}
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0,
});
for (const picture of pictures) await take(picture);
await browser.close();

async function take({ name, address, title, isOperator = false, act }: Picture): Promise<void> {
  const dashboard = createFakeDashboard(path.join(root, 'dist', 'ui'));
  if (isOperator) dashboard.answers['GET /session'] = { kind: 'operator' };
  const page = await browser.newPage({
    viewport: { width: 1_120, height: 760 },
    colorScheme: 'light',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await page.route('**/*', async (route) => {
    const request = route.request();
    const body = request.postData();
    const response = await dashboard.handler(
      new Request(request.url(), { method: request.method(), ...(body === null ? {} : { body }) }),
    );
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  await page.goto(`${origin}/${address}`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await act?.(page);
  const file = path.join(root, 'docs', 'images', `dashboard-${name}.png`);
  await page.screenshot({ path: file });
  await page.close();
  const { size } = statSync(file);
  console.log(`${path.relative(root, file)}: ${Math.round(size / 1_000)} KB`);
  if (size > maxBytes) {
    console.error(`${file} is larger than ${maxBytes / 1_000} KB.`);
    process.exitCode = 1;
  }
}
