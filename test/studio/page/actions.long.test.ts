import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildFrontEnd } from '../../dashboard/build-front-end.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';
import { openStudioStage, type StudioStage } from '../../support/open-studio-page.ts';
import { until } from '../../support/open-service.ts';
import { createFakeStudio, refuse, type FakeStudio } from './fake-studio.ts';
import {
  emptyDraft,
  sampleDraft,
  sampleState,
  sampleTable,
  sampleTrial,
} from './studio-answers.ts';

let folder: string;
let stage: StudioStage;
let studio: FakeStudio;
let picture: string;

beforeAll(async () => {
  folder = buildFrontEnd();
  stage = await openStudioStage(folder);
  picture = await stage.takePicture('<h1>All products</h1>');
});

afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  studio = createFakeStudio(folder);
  emitFrame();
});

afterEach(async () => {
  await stage.clear();
  stage.checkFaults();
});

function emitFrame(scrollY = 0): void {
  const place = { width: 1_280, height: 800, scrollX: 0, scrollY };
  studio.emit({ type: 'frame', tab: 'tab-1', image: picture, ...place });
}

const open = (): Promise<Page> => stage.open({ handler: studio.handler });
const live = (page: Page) => page.getByRole('textbox', { name: /^Live page/ });
const bodiesOf = (route: string): readonly unknown[] =>
  studio.calls.filter((call) => call.route === route).map(({ body }) => body);
const untilCalled = (route: string): Promise<unknown> => until(() => bodiesOf(route).at(-1));
const edits = async (): Promise<unknown> =>
  ((await untilCalled('POST /draft/edits')) as { readonly edits: unknown }).edits;
const inputs = (): readonly Readonly<Record<string, unknown>>[] =>
  bodiesOf('POST /session/input').flatMap(
    (body) => (body as { readonly inputs: readonly Readonly<Record<string, unknown>>[] }).inputs,
  );

test('a draft that the studio lost with a restart is given back from the browser', async () => {
  const page = await open();
  await page.getByRole('button', { name: /^Step 9/ }).waitFor();
  studio.answers['GET /draft'] = emptyDraft;
  studio.answers['PUT /draft'] = sampleDraft;
  await page.reload();
  await page.getByRole('button', { name: /^Step 9/ }).waitFor();
  const { document, source } = sampleDraft;
  expect(bodiesOf('PUT /draft')).toEqual([JSON.parse(JSON.stringify({ document, source }))]);
});

test('a draft is kept for its owner alone', async () => {
  const page = await open();
  await page.getByRole('button', { name: /^Step 9/ }).waitFor();
  studio.answers['GET /start'] = { owner: 'bob' };
  studio.answers['GET /draft'] = emptyDraft;
  await page.reload();
  await page.getByRole('heading', { name: 'No steps yet' }).waitFor();
  expect(bodiesOf('PUT /draft')).toEqual([]);
});

test('events that were cut off are asked for again, and what came meanwhile is read', async () => {
  const page = await open();
  await page.getByRole('heading', { name: 'Point at one item, get the table' }).waitFor();
  studio.answers['GET /session/table'] = sampleTable;
  studio.cut();
  expect(await page.getByLabel('Name of field price').inputValue()).toBe('price');
});

test('a session that is shown elsewhere is shown here again by one press', async () => {
  const page = await open();
  await live(page).waitFor();
  studio.emit({ type: 'ended', reason: 'moved', message: 'The session is shown elsewhere now.' });
  await page.getByRole('button', { name: 'Show it here' }).waitFor();
  const before = studio.forget();
  await page.getByRole('button', { name: 'Show it here' }).click();
  await live(page).waitFor();
  expect(before).toBeGreaterThan(0);
});

test('the mouse, the wheel and keys reach the page as CSS pixels of its picture', async () => {
  const page = await open();
  const box = await until(async () => (await live(page).boundingBox()) ?? undefined);
  const at = (x: number, y: number) => ({ x: (x * box.width) / 1_280, y: (y * box.height) / 800 });
  await live(page).click({ position: at(640, 400), clickCount: 2 });
  await page.mouse.wheel(0, 120);
  await page.keyboard.press('Shift+A');
  await page.keyboard.press('Tab');
  const keys = () => inputs().filter(({ type }) => type === 'key');
  const released = () => keys().filter(({ action }) => action === 'up');
  await until(() => (released().length === 3 ? true : undefined));
  const sent = inputs();
  const down = sent.find(({ action }) => action === 'down');
  expect(down).toMatchObject({ type: 'mouse', button: 'left', clicks: 1 });
  expect(Number(down?.['x'])).toBeCloseTo(640, -1);
  expect(Number(down?.['y'])).toBeCloseTo(400, -1);
  expect(sent).toContainEqual(expect.objectContaining({ type: 'mouse', action: 'up', clicks: 2 }));
  expect(sent).toContainEqual(expect.objectContaining({ type: 'wheel', deltaY: 120 }));
  expect(sent).toContainEqual(
    expect.objectContaining({ type: 'key', key: 'A', code: 'KeyA', modifiers: ['Shift'] }),
  );
  expect(keys()).toHaveLength(6);
});

test('moves of the mouse are sent at most once a frame, the last of them', async () => {
  const page = await open();
  await live(page).hover();
  await until(() => (inputs().length > 0 ? true : undefined));
  const before = inputs().length;
  await live(page).evaluate((field) => {
    const { left, top } = field.getBoundingClientRect();
    for (let x = 0; x <= 100; x += 1) {
      const place = { clientX: left + x, clientY: top + 10 };
      field.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, ...place }));
    }
  });
  const moves = await until(() => (inputs().length > before ? inputs().slice(before) : undefined));
  expect(moves).toHaveLength(1);
});

test('text of an input method is composed in the page, and pasted text is told as such', async () => {
  const page = await open();
  await live(page).click();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', {
    text: 'に',
    selectionStart: 1,
    selectionEnd: 1,
  });
  await devtools.send('Input.insertText', { text: '日本' });
  await live(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'one\ntwo');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await until(() => (inputs().some(({ type }) => type === 'paste') ? true : undefined));
  const texts = inputs().filter(({ type }) => type !== 'mouse');
  expect(texts[0]).toEqual({ type: 'composition', text: 'に' });
  expect(texts.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: '日本' }]);
  expect(texts.at(-1)).toEqual({ type: 'paste', text: 'one\ntwo' });
  expect(await live(page).inputValue()).toBe('');
});

test('F6 leaves the page for the workbench, Shift+F6 for the address, and Tab stays in it', async () => {
  const page = await open();
  await live(page).focus();
  await page.keyboard.press('Tab');
  expect(await live(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('F6');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('bench');
  await live(page).focus();
  await page.keyboard.press('Shift+F6');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('address');
});

test('by keys alone an element is pointed at, named for screen readers, and taken', async () => {
  const box = { x: 600, y: 380, width: 90, height: 40, scrollX: 0, scrollY: 0, kind: undefined };
  const description = 'heading "Brass lamp"';
  studio.answers['POST /session/inspect'] = { element: { description, box, selectors: ['h3'] } };
  studio.answers['POST /session/pick'] = sampleTable;
  studio.answers['POST /session/table/pagination'] = sampleTable;
  studio.answers['POST /session/table/edit'] = sampleTable;
  studio.answers['GET /draft'] = emptyDraft;
  const page = await open();
  await page.getByRole('button', { name: 'Pick', exact: true }).focus();
  await page.keyboard.press('Enter');
  await live(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status').filter({ hasText: description }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of field name').waitFor();
  expect(bodiesOf('POST /session/pick')).toEqual([{ as: 'list', x: 664, y: 400 }]);
  // What is typed next is the first field's name, and Enter goes on to the next.
  await page.keyboard.type('title');
  await page.keyboard.press('Enter');
  await untilCalled('POST /session/table/edit');
  expect(bodiesOf('POST /session/table/edit')).toEqual([
    { edit: 'rename_field', name: 'name', to: 'title' },
  ]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Name of field price',
  );
});

test('a click on a near miss takes its kind in, also when the page was scrolled', async () => {
  studio.answers['GET /session/table'] = sampleTable;
  studio.answers['POST /session/table/edit'] = sampleTable;
  const page = await open();
  await page.getByLabel('Name of field price').waitFor();
  emitFrame(100);
  const miss = page.locator('.outline-miss rect');
  await until(async () => ((await miss.getAttribute('y')) === '20' ? true : undefined));
  await page.getByRole('button', { name: 'Pick', exact: true }).click();
  const box = await until(async () => (await live(page).boundingBox()) ?? undefined);
  const position = { x: (1_000 * box.width) / 1_280, y: (60 * box.height) / 800 };
  await live(page).click({ position });
  expect(await untilCalled('POST /session/table/edit')).toEqual({
    edit: 'include_kind',
    kind: 1,
    included: true,
  });
});

test('fields are retyped, dropped and made optional, and their selectors are ranked anew', async () => {
  studio.answers['GET /session/table'] = sampleTable;
  studio.answers['POST /session/table/edit'] = sampleTable;
  const page = await open();
  await page.getByLabel('Type of price').selectOption('string');
  await page.getByLabel('price is optional').click();
  await page.getByLabel('Drop rating').click();
  await page.getByLabel('Selectors of name').click();
  await page.getByText('1 in the first item, 4 on the page').first().waitFor();
  await page.getByLabel('Move selector 2 up').click();
  await page.getByRole('button', { name: 'Use these' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(bodiesOf('POST /session/table/edit')).toEqual([
    { edit: 'retype_field', name: 'price', type: 'string' },
    { edit: 'set_optional', name: 'price', optional: true },
    { edit: 'drop_field', name: 'rating' },
    { edit: 'set_field_selectors', name: 'name', selectors: ['a > h3', 'h3'] },
  ]);
});

test('a table that was not kept is kept with the save', async () => {
  studio.answers['GET /session/table'] = sampleTable;
  studio.answers['POST /session/table/keep'] = { ...sampleDraft, revision: 8 };
  studio.answers['POST /draft/save'] = { ...sampleDraft, revision: 9, isSaved: true };
  const page = await open();
  await page.getByRole('button', { name: 'Keep and save' }).click();
  await page.getByText('Saved, version 3').waitFor();
  expect(studio.calls.map(({ route }) => route).slice(-3)).toEqual([
    'POST /session/table/keep',
    'DELETE /session/table',
    'POST /draft/save',
  ]);
});

test('a step is moved by Alt with an arrow key, and by the pointer', async () => {
  studio.answers['POST /draft/edits'] = sampleDraft;
  const page = await open();
  await page.getByRole('button', { name: /^Step 5/ }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  expect(await edits()).toEqual([{ edit: 'move_step', path: '/steps/4', to: 3 }]);
  const line = (step: number) => page.getByRole('button', { name: new RegExp(`^Step ${step}:`) });
  await line(9).dragTo(line(8));
  await until(() => bodiesOf('POST /draft/edits')[1]);
  expect(bodiesOf('POST /draft/edits')[1]).toMatchObject({
    edits: [{ edit: 'move_step', path: '/steps/8', to: 7 }],
    revision: 7,
  });
});

test('a typed text becomes a variable by one click, named after its field', async () => {
  studio.answers['POST /draft/edits'] = sampleDraft;
  const page = await open();
  await page.getByRole('button', { name: 'Make a variable' }).click();
  expect(await edits()).toEqual([
    { edit: 'make_variable', path: '/steps/4/value', name: 'branch' },
  ]);
});

test('all selectors and values of a step are edited; what is refused stays open with its reason', async () => {
  studio.answers['POST /draft/edits'] = refuse('conflict', 'The draft was changed meanwhile.');
  const page = await open();
  await page.getByRole('button', { name: /^Step 5/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill('Hill');
  await dialog.getByRole('button', { name: 'Add a selector' }).click();
  await dialog.getByLabel('Selector 3', { exact: true }).fill('x-form >>> #branch');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await dialog.getByText('The draft was changed meanwhile.').waitFor();
  studio.answers['POST /draft/edits'] = sampleDraft;
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await dialog.waitFor({ state: 'detached' });
  const selectors = [['aria/Branch'], ['#branch'], ['x-form', '#branch']];
  const step = { type: 'change', selectors, value: 'Hill' };
  expect(await edits()).toMatchObject([{ edit: 'replace_step', path: '/steps/4', step }]);
});

test('a recording of Chrome is imported from a file and from text', async () => {
  studio.answers['PUT /draft'] = sampleDraft;
  const page = await open();
  const recording = JSON.stringify({ title: 'Recorded', steps: [] });
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('Or paste it here').fill(recording);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Import' }).click();
  const buffer = Buffer.from(recording);
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'r.json', mimeType: 'application/json', buffer });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(bodiesOf('PUT /draft')).toEqual([{ document: recording }, { document: recording }]);
});

test('values that a trial needs are asked for once, and stand nowhere but in the call', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Try it' }).first().click();
  await page.getByLabel('password', { exact: true }).fill('lighthouse');
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  expect(await untilCalled('POST /trial')).toEqual({
    draft: sampleDraft.id,
    variables: { password: 'lighthouse' },
  });
  studio.emit({ type: 'trial_ended', trial: { ...sampleTrial } });
  await page.getByRole('tab', { name: 'Trial' }).click();
  await page.getByRole('button', { name: 'Step by step' }).click();
  const second = await until(() => bodiesOf('POST /trial')[1]);
  expect(second).toEqual({
    draft: sampleDraft.id,
    stepByStep: true,
    variables: { password: 'lighthouse' },
  });
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.values(localStorage),
      Object.values(sessionStorage),
      document.body.innerHTML,
    ]),
  );
  expect(kept).not.toContain('lighthouse');
});

test('a step of the trial shows its page, what each selector finds and what would do instead', async () => {
  studio.answers['GET /trial'] = sampleTrial;
  studio.answers['POST /draft/repairs'] = sampleDraft;
  const page = await open();
  await page.getByRole('tab', { name: 'Trial' }).click();
  const failed = page.getByRole('list', { name: 'Steps of the trial' }).locator('> li').last();
  expect(await failed.innerText()).toMatch(/Go on by a\[rel="next"\].*failed.*5\.0 s/s);
  expect(await failed.getByText('0 elements').innerText()).toBe('0 elements');
  await failed.getByRole('button', { name: 'Page at step 9' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'Page at step 9' }).waitFor();
  await page.keyboard.press('Escape');
  await failed.getByRole('button', { name: /^Use this one/ }).click();
  expect(await untilCalled('POST /draft/repairs')).toEqual({
    path: '/steps/8/parameters/next',
    choice: 'replace',
    selectors: ['a.older'],
  });
});

test('what was taken is accepted, replaced by pointing, or given up', async () => {
  const box = { x: 1, y: 1, width: 9, height: 9, scrollX: 0, scrollY: 0, kind: undefined };
  studio.answers['POST /session/inspect'] = {
    element: { description: 'text "£89.50"', box, selectors: ['.now', 'b'] },
  };
  studio.answers['POST /draft/repairs'] = sampleDraft;
  studio.answers['GET /trial'] = sampleTrial;
  const page = await open();
  await page.getByRole('tab', { name: /Repair/ }).click();
  await page.getByRole('button', { name: 'Accept: Step 8, field "price"' }).click();
  await page.getByText('accepted').waitFor();
  await page.getByRole('button', { name: 'Choose another: Step 9, next page' }).click();
  await live(page).click();
  await page.getByText('replaced').waitFor();
  studio.emit({ type: 'trial_ended', trial: sampleTrial });
  await page.getByRole('button', { name: 'Remove it: Step 9, next page' }).click();
  await page.getByText('given up').waitFor();
  const [path, next] = sampleTrial.repairs.map((repair) => repair.path);
  expect(bodiesOf('POST /draft/repairs')).toEqual([
    { path, choice: 'accept' },
    { path: next, choice: 'replace', selectors: ['.now', 'b'] },
    { path: next, choice: 'gone', remove: true },
  ]);
});

test('an older version is restored, and is the draft then', async () => {
  const versions = [3, 2].map((version) => ({ id: 'Rc1', title: 'T', version, savedAtMs: 0 }));
  studio.answers['GET /recipes/{id}/versions'] = { versions };
  studio.answers['PUT /draft'] = { ...sampleDraft, revision: 8, source: { id: 'Rc1', version: 4 } };
  const page = await open();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Restore version 2' }).click();
  await page.getByText('Changed since version 4').waitFor();
  expect(bodiesOf('POST /recipes/Rc1/restore')).toEqual([{ version: 2 }]);
  expect(bodiesOf('PUT /draft')).toEqual([{ recipe: 'Rc1' }]);
});

test('a link of the dashboard opens its recipe, and one to repair it tries it at once', async () => {
  studio.answers['GET /draft'] = emptyDraft;
  studio.answers['PUT /draft'] = {
    ...sampleDraft,
    variables: [],
    document: { title: 'T', steps: [{ type: 'close' }] },
  };
  const page = await open();
  await page.goto(`${new URL(page.url()).origin}/?repair=Rc1`);
  await untilCalled('POST /trial');
  expect(bodiesOf('PUT /draft').at(-1)).toEqual({ recipe: 'Rc1' });
  await page.waitForURL(({ search }) => search === '');
  expect(await page.getByLabel('Title of the recipe').inputValue()).toBe('T');
});

test('a link to another recipe asks before it takes the place of what is not saved', async () => {
  studio.answers['PUT /draft'] = { ...sampleDraft, revision: 8, source: { id: 'Rc2', version: 1 } };
  const page = await open();
  await page.goto(`${new URL(page.url()).origin}/?recipe=Rc2`);
  await page.getByRole('button', { name: 'Stay with this one' }).click();
  expect(bodiesOf('PUT /draft')).toEqual([]);
  await page.goto(`${new URL(page.url()).origin}/?recipe=Rc2`);
  await page.getByRole('button', { name: 'Open the other' }).click();
  await page.getByText('Changed since version 1').waitFor();
  expect(bodiesOf('PUT /draft')).toEqual([{ recipe: 'Rc2' }]);
});

test('tabs, the history and sizes are commands to the session', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('button', { name: 'Close Help' }).click();
  await page.getByLabel('Size of the page').selectOption('phone');
  await page.getByLabel('Size of the page').selectOption('own');
  await page.getByLabel('Width in pixels').fill('500');
  await page.getByRole('button', { name: 'Set the size' }).click();
  await page.getByRole('button', { name: 'Recording. Stop' }).click();
  await until(() => bodiesOf('POST /session/command')[5]);
  expect(bodiesOf('POST /session/command')).toEqual([
    { type: 'back' },
    { type: 'selectTab', tab: 'tab-2' },
    { type: 'closeTab', tab: 'tab-2' },
    { type: 'setViewport', viewport: { width: 390, height: 844 } },
    { type: 'setViewport', viewport: { width: 500, height: 800 } },
    { type: 'record', on: false },
  ]);
});

test('texts of pages, recipes and accounts stay text', async () => {
  const text = hostileTexts.join(' ');
  const [tab] = sampleState.tabs;
  if (tab === undefined) throw new Error('Expected a tab.');
  const dialog = { id: 'd', type: 'alert', message: text, defaultText: '' } as const;
  studio.emit({
    type: 'state',
    state: { ...sampleState, tabs: [{ ...tab, title: text, url: text, error: text, dialog }] },
  });
  const rows = [{ [text]: text }];
  const field = { ...sampleTable.draft.fields[0], name: text } as never;
  studio.answers['GET /session/table'] = {
    ...sampleTable,
    rows,
    draft: { ...sampleTable.draft, fields: [field] },
  };
  const steps = hostileTexts.map((value) => ({ type: 'change', selectors: [value], value }));
  studio.answers['GET /draft'] = { ...sampleDraft, document: { title: text, steps } };
  const page = await open();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).waitFor();
  studio.emit({ type: 'notice', code: 'tab_refused', message: text });
  await page.locator('.notices .notice').waitFor();
  expect(
    await page.locator('main script, main iframe, main img, dialog img, .notices img').count(),
  ).toBe(0);
});
