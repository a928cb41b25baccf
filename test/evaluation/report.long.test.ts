import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toReport } from '../../src/evaluation/index.ts';
import { realBrowserOptions } from '../support/real-browser.ts';
import { makeSampleComparison, type SampleComparison } from '../support/sample-comparison.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { fillWithTexts } from '../support/fill-with-texts.ts';

const address = 'https://report.invalid/';
let browser: Browser;
let sample: SampleComparison;
let report: string;
/** axe cannot look into a frame that runs no script. */
let withoutPages: string;
/** What the page did that a report must not do. */
let faults: string[] = [];

beforeAll(async () => {
  const { executablePath = '', sandbox } = realBrowserOptions();
  browser = await chromium.launch({
    executablePath,
    chromiumSandbox: sandbox !== false && process.getuid?.() !== 0,
  });
  sample = await makeSampleComparison(9);
  report = await toReport(sample.result, { pages: sample.cases });
  withoutPages = await toReport(sample.result);
});

afterAll(() => browser.close());

/** Throws where a page did what a report must not do. */
afterEach(() => {
  const [fault] = faults;
  faults = [];
  if (fault !== undefined) throw new Error(fault);
});

async function open(
  html: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const viewport = { width: 1_280, height: 900 };
  // axe opens a page beside it.
  const context = await browser.newContext({ viewport, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.route('**/*', async (route) => {
    if (route.request().url() === address) {
      return route.fulfill({ body: html, contentType: 'text/html' });
    }
    faults.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  await page.goto(address);
  return page;
}

const headline = '“model, 2k tokens” answers better than “structure”';

describe('the report of a comparison', () => {
  test('says first which pipeline is better, by how much, at what cost, and how sure that is', async () => {
    const page = await open(report);
    await expect(page.locator('h1').textContent()).resolves.toBe(headline);
    const lead = (await page.locator('.lead').textContent()) ?? '';
    expect(lead).toMatch(
      /f1 \d\d\.\d against \d\d\.\d of “structure” \(\+\d+\.\d points, 95 % interval/,
    );
    expect(lead).toMatch(
      /adjusted p 0\.004\)\. Its price for a case: input tokens 2,\d{3} \(baseline 0\)/,
    );
    await expect(page.locator('.board tbody tr').count()).resolves.toBe(5);
    const verdicts = await page.locator('.board .verdict').allTextContents();
    expect(verdicts).toHaveLength(4);
    expect(verdicts).toContain('▲ better');
    expect(verdicts).toContain('= no difference shown');
    const box = await page.locator('.board').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(900);
    await page.context().close();
  });

  test('draws each pipeline with the intervals of both axes, and each field with a bar for each pipeline', async () => {
    const page = await open(report);
    const plots = page.locator('.pair .wide svg.plot');
    await expect(plots.count()).resolves.toBe(2);
    for (const plot of await plots.all()) {
      await expect(plot.locator('.point circle').count()).resolves.toBe(5);
      await expect(plot.locator('.interval line').count()).resolves.toBe(10);
    }
    await expect(page.locator('.fields figure').count()).resolves.toBe(5);
    await expect(page.locator('.fields .bar rect').count()).resolves.toBe(25);
    await expect(page.locator('.fields .interval line').count()).resolves.toBe(25);
    // Higher quality stands higher.
    const [best, worst] = await plots
      .first()
      .locator('.point circle')
      .evaluateAll((circles) => {
        const heights = circles.map((circle) => Number(circle.getAttribute('cy')));
        return [Math.min(...heights), Math.max(...heights)];
      });
    expect(best).toBeLessThan(worst ?? 0);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)(
    'has no fault of accessibility, %s',
    async (colorScheme) => {
      const page = await open(withoutPages, { colorScheme });
      await expect(listViolations(page)).resolves.toEqual([]);
      await page.locator('#matrix tbody td').nth(3).click();
      await page.locator('#answer details summary').first().click();
      await expect(listViolations(page)).resolves.toEqual([]);
      await page.context().close();
    },
  );

  test('is read at 360 pixels without moving sideways', async () => {
    const page = await open(withoutPages, { viewport: { width: 360, height: 780 } });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect(width()).resolves.toBe(360);
    await expect(page.locator('.pair .narrow').first().isVisible()).resolves.toBe(true);
    await page.locator('#matrix tbody td').first().click();
    await expect(width()).resolves.toBe(360);
    await expect(listViolations(page)).resolves.toEqual([]);
    await page.context().close();
  });

  test('leads by keyboard through the matrix to a case, its pipelines, the next case, and back', async () => {
    const page = await open(report);
    await page.locator('#filter-kind').focus();
    // Past the headings, which sort.
    for (let press = 0; press < 7; press += 1) await page.keyboard.press('Tab');
    const focused = () =>
      page.evaluate(() => {
        const cell = document.activeElement?.closest('td');
        return [cell?.closest('tr')?.rowIndex, cell?.cellIndex];
      });
    await expect(focused()).resolves.toEqual([1, 1]);
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      await page.keyboard.press(key);
    }
    await expect(focused()).resolves.toEqual([2, 3]);
    await page.keyboard.press('Enter');
    const selected = page.locator('[role=tab][aria-selected=true]');
    await expect(page.locator('#case-title').textContent()).resolves.toBe('lamp-002');
    await expect(selected.textContent()).resolves.toContain('model, 2k tokens');
    await page.keyboard.press('ArrowRight');
    await expect(selected.textContent()).resolves.toContain('Readability');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('#case-title').textContent()).resolves.toBe('lamp-003');
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog').isVisible()).resolves.toBe(false);
    // The page hears of it in a task of its own.
    await expect.poll(focused).toEqual([3, 4]);
    await page.context().close();
  });

  test('shows a case with its page, its values where they stand, and what is not on the page in red', async () => {
    const { result, cases } = sample;
    const madeUp = result.outcomes.find(({ evidence }) =>
      evidence?.some(({ status }) => status === 'unsupported'),
    );
    const index = cases.findIndex(({ id }) => id === madeUp?.case);
    const column = result.pipelines.findIndex(({ name }) => name === madeUp?.pipeline);
    const page = await open(report);
    await page
      .locator(`#matrix tbody tr:nth-child(${index + 1}) td`)
      .nth(column)
      .click();
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('h1').textContent()).resolves.toBe(`Harbour lamp No. ${index + 1}`);
    await expect(frame.locator('.picture').textContent()).resolves.toBe('A brass lamp on a quay');
    const supported = madeUp?.evidence?.filter(({ status }) => status !== 'unsupported') ?? [];
    const marks = frame.locator('.supported, .normalised');
    await expect.poll(() => marks.count()).toBe(supported.length);
    const [first] = await marks.allTextContents();
    expect(JSON.stringify(madeUp?.value)).toContain(first);
    const red = page.locator('#answer td.is-unsupported');
    await expect(red.count()).resolves.toBe((madeUp?.evidence?.length ?? 0) - supported.length);
    await expect(red.first().evaluate((cell) => getComputedStyle(cell).color)).resolves.toBe(
      'rgb(179, 38, 30)',
    );
    await expect(red.first().textContent()).resolves.toContain('not on the page');
    await page.locator('#answer button', { hasText: 'show in page' }).first().click();
    await expect(frame.locator('.here').count()).resolves.toBe(1);
    await page.locator('#answer details summary').first().click();
    await expect(page.locator('#answer pre').first().textContent()).resolves.toContain('<<<PAGE');
    await page.context().close();
  });

  test('finds, filters and sorts cases', async () => {
    const page = await open(report);
    const shown = page.locator('#matrix tbody tr:visible');
    await page.locator('#filter-text').fill('shop-2');
    await expect(shown.count()).resolves.toBe(3);
    await expect(page.locator('#filter-count').textContent()).resolves.toBe('3 of 9 cases');
    await page.locator('#filter-text').fill('');
    await page.locator('#filter-kind').selectOption('failed');
    await expect(shown.count()).resolves.toBe(
      sample.result.outcomes.filter(({ error }) => error !== undefined).length,
    );
    await page.locator('#filter-kind').selectOption('all');
    await page.locator('[data-sort="4"]').click();
    const scores = await shown
      .locator('td:nth-child(6)')
      .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent)));
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(new Set(scores).size).toBeGreaterThan(1);
    await page.context().close();
  });

  test('prints all of itself: folded parts are open on paper, and the tools are gone', async () => {
    const page = await open(report);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('details:not([open])').count()).resolves.toBe(0);
    await expect(page.locator('#filter-text').isVisible()).resolves.toBe(false);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.context().close();
  });

  test('names figures alone where that is asked for', async () => {
    const figures = await toReport(sample.result, { pages: sample.cases, figuresOnly: true });
    expect(figures).not.toMatch(
      /Driftwood|Birch|availability, rating and brand|shop-1\.example\/lamps|gave no JSON/,
    );
    const page = await open(figures);
    await expect(page.locator('h1').textContent()).resolves.toBe(headline);
    await page.locator('#matrix tbody td').first().click();
    await expect(page.locator('dialog').count()).resolves.toBe(0);
    await page.context().close();
  });
});

test('texts of pages, models and data sets stay texts', async () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(50);
  const { result, cases } = fillWithTexts(sample, hostileTexts);
  const page = await open(await toReport(result, { pages: cases }));
  const [first] = hostileTexts;
  await expect(page.locator('.eyebrow').textContent()).resolves.toBe(first);
  for (const row of await page.locator('#matrix tbody tr').all()) {
    await row.locator('td').nth(2).click();
    for (const details of await page.locator('#answer details').all())
      await details.locator('summary').click();
    await page.keyboard.press('Escape');
  }
  await page.locator('details summary').first().click();
  const strange = await page.evaluate(() => {
    const own = new Set(
      'HTML HEAD META TITLE STYLE SCRIPT BODY MAIN HEADER SECTION DIV P H1 H2 H3 SPAN SMALL STRONG B TABLE THEAD TBODY TR TH TD FIGURE FIGCAPTION DETAILS SUMMARY BUTTON LABEL INPUT SELECT OPTION OUTPUT UL LI DL DT DD PRE CODE DIALOG IFRAME'.split(
        ' ',
      ),
    );
    return [...document.querySelectorAll('*')]
      .filter(
        (each) =>
          (!own.has(each.tagName) && each.closest('svg.plot') === null) ||
          [...each.attributes].some(({ name }) => /^(?:on|href|src$|action)/.test(name)),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  expect(strange).toEqual([]);
  await expect(page.evaluate(() => 'hit' in globalThis)).resolves.toBe(false);
  await page.context().close();
});

test('without its policy and its escapes a hostile text would run', async () => {
  const page = await open('<p><img src="x:" onerror="globalThis.hit = 1"></p>');
  await page.waitForFunction(() => 'hit' in globalThis);
  expect(faults).not.toEqual([]);
  faults = [];
  await page.context().close();
});

async function listViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  );
}
