import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAxeFaults } from './find-axe-faults.ts';
import { readData } from './fake-dashboard.ts';
import { allViews, takePicture, useViews } from './use-views.ts';

const { dashboard, open, show } = useViews();

/** One look at each width and in each theme: what is wrong in a theme is so at any width, and the other way round. */
const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1_280, height: 900 } },
  { name: 'narrow', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

async function setLook(page: Page, look: (typeof looks)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(look.viewport);
}

/** Short words of tables that stand on two lines, other than of addresses, and code that something covers. */
function findUnreadable(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const cell of document.querySelectorAll('td')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.nodeValue?.includes('://') === true) continue;
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{N}]{2,16}/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(`broken: ${word}`);
        }
      }
    }
    for (const code of document.querySelectorAll('.code')) {
      const button = code.querySelector('button')?.getBoundingClientRect();
      const text = code.querySelector('pre')?.getBoundingClientRect();
      if (button !== undefined && text !== undefined && text.top < button.bottom)
        found.push('covered: code');
    }
    return found;
  });
}

/** Parts of about one length: a test is no longer on a slow machine than it may be. */
const parts = [
  { kind: 'account', name: 'the first views of an account', views: allViews.account.slice(0, 4) },
  { kind: 'account', name: 'further views of an account', views: allViews.account.slice(4, 8) },
  { kind: 'account', name: 'the last views of an account', views: allViews.account.slice(8) },
  { kind: 'operator', name: 'the views of an operator', views: allViews.operator },
] as const;

test.each(parts)(
  'in $name axe finds nothing, light and wide or dark and narrow, nothing scrolls sideways, and words are whole',
  async ({ kind, views }) => {
    if (kind === 'operator') dashboard().answers['GET /session'] = { kind };
    const page = await open('');
    for (const [address, title] of views) {
      await show(page, address, title);
      for (const look of looks) {
        await setLook(page, look);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        await takePicture(page, `${title}-${look.name}`);
        const found = [...(await findAxeFaults(page)), ...(await findUnreadable(page))];
        expect.soft([title, Math.max(0, overflow), ...found]).toEqual([title, 0]);
      }
    }
  },
);

test('the values of a call stand in columns that do not break their words', async () => {
  const extracted = readData(dashboard(), 'POST /extract');
  const path = '/books/0/title';
  const snippet = 'The Glass Orchard, which stands between many other words of its page. '.repeat(
    3,
  );
  dashboard().answers['POST /extract'] = {
    ...extracted,
    data: { ...extracted.data, evidence: [{ path, status: 'supported', kind: 'text', snippet }] },
  };
  const page = await open('');
  await show(page, '#/playground', 'Playground');
  await page.getByLabel('URL', { exact: true }).fill('https://books.example/');
  await page.getByLabel('What to extract').fill('title and price of each book');
  await page.getByRole('button', { name: 'Run the call' }).click();
  await page.getByRole('tab', { name: 'Values' }).click();
  await page.getByRole('table', { name: 'Values' }).waitFor();
  for (const look of looks) {
    await setLook(page, look);
    expect(await findUnreadable(page)).toEqual([]);
  }
});

/** By view: the button of each dialog, and the dialog's title. */
const dialogs: Readonly<
  Record<'account' | 'operator', Readonly<Record<string, readonly (readonly [string, string])[]>>>
> = {
  account: {
    '#/keys': [
      ['New key', 'New key'],
      ['Revoke Nightly import', 'Revoke Nightly import'],
    ],
    '#/recipes': [['Add a recording', 'Add a recording']],
    '#/recipes/Rc7dP2wQz1k': [
      ['New version', 'Save a new version'],
      ['Run', 'Run this recipe'],
      ['Show version 2', 'Version 2'],
      ['Changes of version 3', 'Compare two versions'],
      ['Restore version 2', 'Restore version 2'],
      ['Remove', 'Remove this webhook?'],
      ['Delete', 'Delete this recipe?'],
    ],
    '#/runs/7hGk2LmPq9X': [['Cancel the run', 'Cancel the run']],
    '#/schedules': [
      ['New schedule', 'New schedule'],
      ['Change the schedule of Books of the shop', 'Change'],
      ['Log of the schedule of Books of the shop', 'Log'],
      ['Delete the schedule of Books of the shop', 'Delete the schedule of Books of the shop'],
    ],
    '#/webhooks': [['Show the delivery of Completed of run 7hGk2LmPq9X', 'Delivery']],
    '#/settings': [['Delete the account', 'Delete this account in 30 days?']],
  },
  operator: {
    '#/accounts': [['New account', 'New account']],
    '#/accounts/acc_4Tz81': [['Suspend', 'Suspend this account?']],
  },
};

test.each(parts)(
  'in the dialogs of $name axe finds nothing, light and wide or dark and narrow, and Escape gives the focus back',
  async ({ kind, views }) => {
    const { answers } = dashboard();
    if (kind === 'operator') answers['GET /session'] = { kind };
    const run = readData(dashboard(), 'GET /runs/{id}');
    answers['GET /runs/{id}'] = { ...run, status: 'running' };
    const page = await open('');
    for (const [address, title] of views) {
      const own = dialogs[kind][address] ?? [];
      if (own.length > 0) await show(page, address, title);
      for (const [button, heading] of own) {
        const opener = page.getByRole('button', { name: button, exact: true }).first();
        await opener.click();
        const dialog = page.getByRole('dialog', { name: heading, exact: true });
        await dialog.locator('.skeleton').first().waitFor({ state: 'detached' });
        for (const look of looks) {
          await setLook(page, look);
          const overflow = await dialog.evaluate((one) => one.scrollWidth - one.clientWidth);
          await takePicture(page, `dialog-${heading}-${look.name}`);
          const found = await findAxeFaults(page, 'dialog');
          expect.soft([heading, overflow, ...found]).toEqual([heading, 0]);
        }
        await setLook(page, looks[0]);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        const hasFocus = await opener.evaluate((element) => element === document.activeElement);
        expect.soft([button, hasFocus]).toEqual([button, true]);
      }
    }
  },
);
