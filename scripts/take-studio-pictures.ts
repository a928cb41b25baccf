import path from 'node:path';
import { serveFixtureSite } from '../test-kit/index.ts';
import { openStudioStage } from '../test/support/open-studio-page.ts';

/** Makes the pictures of docs/STUDIO.md: a recipe for the bundled shop, as the built studio shows it. */
const root = path.join(import.meta.dirname, '..');
const stage = await openStudioStage(path.join(root, 'dist', 'ui'));
const site = await serveFixtureSite({ port: 4_180 });
try {
  const viewport = { width: 1_280, height: 1_000 };
  const page = await stage.open({ viewport, colorScheme: 'light' });
  const take = async (name: string, selector: string): Promise<void> => {
    const file = path.join(root, 'docs', 'images', `studio-${name}.jpg`);
    await page.locator(selector).screenshot({ path: file, type: 'jpeg', quality: 60 });
  };
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  const live = page.getByRole('textbox', { name: /^Live page/ });
  await page.getByLabel('Address of the page').waitFor();
  await page.keyboard.type(`${site.url}/login?next=%2Fshop%2F`);
  await page.keyboard.press('Enter');
  await tabs.getByRole('button', { name: /Sign in/ }).waitFor();
  await page.getByRole('button', { name: 'Recording. Stop' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('reader');
  await page.keyboard.press('Tab');
  await page.keyboard.type('lighthouse');
  await page.keyboard.press('Enter');
  await tabs.getByRole('button', { name: /All products/ }).waitFor();
  const item = await stage.locate(`${site.url}/shop/`, '.product-card h3');
  const box = await live.boundingBox();
  if (box === null) throw new Error('The page is not shown.');
  const position = { x: (item.x * box.width) / 1_280, y: (item.y * box.height) / 800 };
  await live.click({ position, modifiers: ['Alt'] });
  await page.getByText('The list goes on').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({
    path: path.join(root, 'docs', 'images', 'studio-table.jpg'),
    type: 'jpeg',
    quality: 60,
  });
  await page.getByRole('button', { name: 'Keep the table' }).click();
  await page.getByRole('button', { name: /^Step 7: Read/ }).click();
  await take('steps', '.steps');
  await page.getByRole('button', { name: 'Try it' }).first().click();
  // Of three pages, each behind a log-in.
  await page.getByText('The trial came to its end').waitFor({ timeout: 60_000 });
  await page.setViewportSize({ width: 1_000, height: 1_400 });
  await take('trial', '.trial-steps');
} finally {
  await stage.close();
  await site.close();
}
