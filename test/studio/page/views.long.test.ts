import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildFrontEnd } from '../../dashboard/build-front-end.ts';
import { openStudioStage, type StudioStage } from '../../support/open-studio-page.ts';
import { createFakeStudio, refuse, type FakeStudio } from './fake-studio.ts';
import { emptyDraft, sampleState, sampleTable, sampleTrial } from './studio-answers.ts';

let folder: string;
let stage: StudioStage;
let studio: FakeStudio;
let picture: string;

beforeAll(async () => {
  folder = buildFrontEnd();
  stage = await openStudioStage(folder);
  const cards = ['Brass lamp', 'Wool throw', 'Rain gauge', 'Gift cards'].map(
    (name, index) =>
      `<div style="position:absolute;left:${40 + index * 300}px;top:120px;width:280px;height:300px;border:1px solid #ccc"><h3>${name}</h3></div>`,
  );
  picture = await stage.takePicture(`<h1>All products</h1>${cards.join('')}`);
});

afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  studio = createFakeStudio(folder);
  const place = { width: 1_280, height: 800, scrollX: 0, scrollY: 0 };
  studio.emit({ type: 'frame', tab: 'tab-1', image: picture, ...place });
});

afterEach(async () => {
  await stage.clear();
  stage.checkFaults();
});

/** A state of the page, and how it is brought about. */
interface State {
  readonly name: string;
  /** The part of the page that is its own; the rest was looked at with another state. @default all of it */
  readonly within?: string;
  readonly prepare?: () => void;
  readonly show: (page: Page) => Promise<void>;
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();
const openTab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name }).click();
const withoutSession = (): void => {
  studio.answers['GET /session'] = refuse('not_found', 'No session is open.', 404);
};

const states: readonly State[] = [
  {
    name: 'empty',
    prepare() {
      withoutSession();
      studio.answers['GET /draft'] = emptyDraft;
    },
    show: (page) => heading(page, 'Open a page'),
  },
  {
    name: 'loading',
    prepare() {
      studio.answers['GET /draft'] = () => new Response(new ReadableStream());
    },
    show: (page) => page.getByRole('status', { name: 'Loading' }).waitFor(),
  },
  {
    name: 'failed',
    prepare() {
      studio.answers['GET /start'] = refuse('internal_error', 'Something failed inside.', 500);
    },
    show: (page) => heading(page, 'The studio cannot be shown'),
  },
  {
    name: 'stranger',
    prepare() {
      studio.answers['GET /start'] = refuse('unauthorized', 'Sign in first.', 401);
    },
    show: (page) => heading(page, 'Sign in first'),
  },
  { name: 'page', show: (page) => heading(page, 'Point at one item, get the table') },
  {
    name: 'step-open',
    within: '.steps',
    async show(page) {
      await page.getByRole('button', { name: /^Step 6/ }).click();
      await page.getByRole('button', { name: 'Run to here' }).waitFor();
    },
  },
  {
    name: 'edit-step',
    within: '.dialog',
    async show(page) {
      await page.getByRole('button', { name: /^Step 8/ }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await heading(page, 'Edit step 8');
    },
  },
  {
    name: 'import',
    within: '.dialog',
    async show(page) {
      await page.getByRole('button', { name: 'Import' }).click();
      await heading(page, 'Import a recording');
    },
  },
  {
    name: 'recipes',
    within: '.dialog',
    async show(page) {
      await page.getByRole('button', { name: 'Open…' }).click();
      await page.getByRole('button', { name: /Opening hours/ }).waitFor();
    },
  },
  {
    name: 'table',
    within: '.studio-stage',
    prepare() {
      studio.answers['GET /session/table'] = sampleTable;
    },
    async show(page) {
      await page.getByLabel('Name of field price').waitFor();
      await page.getByRole('button', { name: 'Pick', exact: true }).click();
    },
  },
  {
    name: 'selectors',
    within: '.dialog',
    prepare() {
      studio.answers['GET /session/table'] = sampleTable;
    },
    async show(page) {
      await page.getByRole('button', { name: 'Selectors of the items' }).click();
      await page.getByText('4 on the page, 1 of them hidden').waitFor();
    },
  },
  {
    name: 'trial',
    within: '.bench',
    prepare() {
      studio.answers['GET /trial'] = sampleTrial;
    },
    async show(page) {
      await openTab(page, 'Trial');
      await page.getByText('Nearest elements that would do').waitFor();
    },
  },
  {
    name: 'trial-running',
    within: '.bench',
    prepare() {
      const { events } = sampleTrial;
      const waiting = { path: '/steps/8', type: 'paginate', isWaiting: true } as const;
      studio.answers['GET /trial'] = {
        state: 'running',
        events: [...events.slice(0, 6), { event: 'step_begun', ...waiting }],
        result: undefined,
        repairs: [],
      };
    },
    async show(page) {
      await openTab(page, 'Trial');
      await page.getByRole('button', { name: 'Next step' }).waitFor();
    },
  },
  {
    name: 'values',
    within: '.dialog',
    async show(page) {
      await page.getByRole('button', { name: 'Try it' }).first().click();
      await heading(page, 'Values for the trial');
    },
  },
  {
    name: 'repair',
    within: '.bench',
    prepare() {
      studio.answers['GET /trial'] = sampleTrial;
    },
    async show(page) {
      await openTab(page, /Repair/);
      await heading(page, 'Step 8, field "price"');
    },
  },
  {
    name: 'versions',
    within: '.bench',
    prepare() {
      const versions = [3, 2, 1].map((version) => ({
        id: 'Rc1',
        title: 'Products of the shop',
        version,
        savedAtMs: Date.parse('2026-11-20T10:00:00Z') - version * 3_600_000,
      }));
      studio.answers['GET /recipes/{id}/versions'] = { versions };
      studio.answers['GET /recipes/{id}/compare'] = {
        changes: [
          { kind: 'added', path: '/steps/5', description: 'Step 6 (click) is new.' },
          {
            kind: 'changed',
            path: '/steps/7/parameters/fields/price/type',
            description: 'Step 8 (extract), field "price": type is "number"; it was "string".',
          },
        ],
      };
    },
    async show(page) {
      await openTab(page, 'Versions');
      await page.getByRole('button', { name: 'Compare with 3: version 1' }).click();
      await page.getByText('Step 6 (click) is new.').waitFor();
    },
  },
  {
    name: 'dialog',
    within: '.dialog',
    prepare() {
      const [tab, ...others] = sampleState.tabs;
      if (tab === undefined) throw new Error('Expected a tab.');
      const dialog = {
        id: 'd1',
        type: 'prompt',
        message: 'Which branch?',
        defaultText: 'Quay',
      } as const;
      studio.emit({
        type: 'state',
        state: { ...sampleState, tabs: [{ ...tab, dialog }, ...others] },
      });
    },
    show: (page) => page.getByLabel('Which branch?').waitFor(),
  },
  {
    name: 'ended',
    within: '.studio-stage',
    async show(page) {
      const message = 'The session ended after 5 minutes without input. Open a new one to go on.';
      studio.emit({ type: 'ended', reason: 'idle', message });
      await heading(page, 'The page was closed');
    },
  },
  {
    name: 'notice',
    within: '.notices',
    async show(page) {
      const message = 'The studio keeps no files: the download was refused.';
      studio.emit({ type: 'notice', code: 'download_refused', message });
      await page.getByText(message).waitFor();
    },
  },
];

/** What axe finds, in the light theme by all its rules and in the dark one by those that colours can break. */
async function findAxeFaults(page: Page, within = 'html'): Promise<readonly unknown[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await new AxeBuilder({ page }).include(within).analyze();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await new AxeBuilder({ page })
    .include(within)
    .withRules(['color-contrast', 'link-in-text-block'])
    .analyze();
  return [...light.violations, ...dark.violations].map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html }) => html),
  ]);
}

/** Keeps a picture for people where a folder is named. */
async function takePicture(page: Page, name: string): Promise<void> {
  const pictures = process.env['GLEANER_TEST_PICTURES'];
  if (pictures === undefined) return;
  await page.screenshot({ path: path.join(pictures, `studio-${name}.png`), fullPage: true });
}

test.each(states)(
  'the state "$name" has no fault that axe finds in either theme, and fits 360 px',
  async ({ name, prepare, show, within }) => {
    prepare?.();
    const page = await stage.open({ handler: studio.handler });
    await show(page);
    const found = await findAxeFaults(page, within);
    await takePicture(page, `${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await takePicture(page, `${name}-light`);
    await page.setViewportSize({ width: 360, height: 740 });
    await takePicture(page, `${name}-narrow`);
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect([found, isWider]).toEqual([[], false]);
  },
);

test('the first view takes at most 200 KB compressed, without anything inline or from elsewhere', () => {
  const html = readFileSync(path.join(folder, 'studio.html'), 'utf8');
  const assets = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name);
  const sizes = ['studio.html', ...assets].map(
    (name) => gzipSync(readFileSync(path.join(folder, name))).length,
  );
  expect(assets.length).toBeGreaterThanOrEqual(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc="\.\/)|\son\w+=/);
  expect(html).not.toMatch(/(?:src|href)="(?!\.\/)/);
});
