import { chromium, type Browser as Chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../bench/healing/applications/application.ts';
import { listApplications } from '../bench/healing/applications/list-applications.ts';
import { runApplication } from '../bench/healing/applications/run-application.ts';
import {
  serveApplications,
  type ServedApplications,
} from '../bench/healing/applications/serve-applications.ts';
import { openBenchPage } from '../bench/healing/run-case.ts';
import { allSaved } from '../bench/healing/applications/walk-markup.ts';
import type { Browser } from '../src/runtime/contracts/browser.ts';
import { realBrowserPath } from './support/real-browser.ts';
import { loopbackBrowser } from './support/replay.ts';

let chrome: Chromium;
let page: Page;
let browser: Browser;
let served: ServedApplications;

beforeAll(async () => {
  chrome = await chromium.launch({ executablePath: realBrowserPath(), chromiumSandbox: false });
  page = await openBenchPage(chrome, { isOffline: false });
  browser = loopbackBrowser(1);
  served = await serveApplications();
});
afterAll(async () => {
  await chrome.close();
  await browser.close?.();
  await served.close();
});

const applications = listApplications().map(
  (application) => [application.name, application] as const,
);

describe('the applications that healing is measured on', () => {
  test.each(applications)(
    '%s does and says the same in each of its markups',
    async (_, application) => {
      const { markups, translated } = application;
      const told = [];
      for (const markup of [...markups, ...translated])
        told.push(await useMarkup(application, markup));
      expect(markups.length).toBeGreaterThanOrEqual(5);
      expect(told[0]?.acts.length).toBeGreaterThan(12);
      for (const each of told) expect(each).toEqual(told[0]);
    },
  );
});

interface Told {
  readonly acts: readonly string[];
  readonly items: unknown;
}

/** Does the actions of an application by what its markup says of its controls. */
async function useMarkup({ name, actions }: Application, markup: string): Promise<Told> {
  const path = `/${name}/${markup}.html`;
  await page.goto(served.origin + path);
  const items = await page.evaluate<unknown>('application.items()');
  for (const { role, key, value } of actions) {
    const given = [role, key, value].map((each) => JSON.stringify(each) ?? 'undefined');
    await page.evaluate(`application.operate(${given.join(', ')})`);
  }
  await page.waitForSelector(allSaved);
  return { acts: served.takeActs(path), items };
}

describe('a recording that is replayed on another markup', () => {
  test('does what was recorded, or ends where an element is not found, and never does anything else', async () => {
    const [tasks] = listApplications();
    if (tasks === undefined) throw new Error('there is no application');
    const input = { page, browser, served, application: tasks };
    const runs = await runApplication({ ...input, from: ['plain'], to: ['bootstrap', 'german'] });
    expect(runs.map(({ outcome }) => outcome)).not.toContain('wrong');
    expect(runs.map(({ fields }) => fields.wrong)).toEqual([0, 0]);
    const [bootstrap] = runs;
    expect(bootstrap?.done).toBeGreaterThanOrEqual(4);
  }, 120_000);
});
