import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  clickAt,
  openStudio,
  typeKeys,
  type OpenStudio,
  type StudioClient,
  type StudioWatch,
} from '../support/open-studio.ts';
import type { StudioInput } from '../../src/studio/api/studio-browsing.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';

/** Everything that a page is told shows in its title: no picture has to be read. */
const pages: Readonly<Record<string, string>> = {
  '/form': `<input style="position:fixed;left:0;top:0;width:300px;height:40px" oninput="document.title = this.value">`,
  '/paste': `<textarea style="position:fixed;left:0;top:0;width:300px;height:40px"></textarea><script>
    const area = document.querySelector('textarea');
    area.addEventListener('paste', (event) => { heard = event.clipboardData.getData('text/plain'); });
    area.addEventListener('input', () => { document.title = heard + ' / ' + area.value; });
    let heard = '';
  </script>`,
  '/taken': `<textarea style="position:fixed;left:0;top:0;width:300px;height:40px"></textarea><script>
    const area = document.querySelector('textarea');
    area.addEventListener('paste', (event) => {
      event.preventDefault();
      area.value = '<' + event.clipboardData.getData('text/plain') + '>';
      document.title = area.value;
    });
  </script>`,
  '/tall': `<body style="height:5000px"><script>addEventListener('scroll', () => { document.title = 'at ' + Math.round(scrollY); });</script>`,
  '/popup': `<button style="position:fixed;left:0;top:0;width:300px;height:40px" onclick="window.open('/opened')">Open</button>`,
  '/opened': '<title>Opened</title>',
  '/dialogs': `<button style="position:fixed;left:0;top:0;width:300px;height:40px" onclick="document.title = 'typed ' + prompt('Your name?', 'Ann')">Ask</button>`,
  '/confirm': `<title>waiting</title><script>setTimeout(() => { document.title = String(confirm('<b>Sure?</b>')); });</script>`,
  '/size': `<script>const tell = () => { document.title = innerWidth + ' x ' + innerHeight; }; addEventListener('resize', tell); tell();</script>`,
  '/file': `<input type="file" style="position:fixed;left:0;top:0;width:300px;height:40px" onchange="document.title = 'chosen'">`,
  '/still': '<title>Still</title><p>Nothing moves here.</p>',
  '/moving': `<title>Moving</title><div id="box" style="width:50px;height:50px;background:red;position:absolute"></div><script>
    const move = (time) => { box.style.left = (time / 4) % 900 + 'px'; requestAnimationFrame(move); };
    requestAnimationFrame(move);
  </script>`,
  '/keys': `<script>
    const heard = [];
    addEventListener('keydown', (event) => { heard.push(event.key + ':' + event.code + (event.shiftKey ? '+shift' : '')); document.title = heard.join(' '); });
  </script>`,
};

let site: ServedPages;
let studio: OpenStudio;
let client: StudioClient;
let watch: StudioWatch;

beforeAll(async () => {
  site = await servePages(({ pathname }) =>
    pathname === '/download'
      ? { headers: { 'content-disposition': 'attachment; filename="a.bin"' }, body: 'bytes' }
      : (pages[pathname] ?? { status: 404, body: '<title>None</title>' }),
  );
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
  client = studio.client('ann');
  await client.open();
  watch = await client.watch();
});

afterAll(async () => {
  await studio.close();
  await site.close();
});

beforeEach(async () => {
  // The tabs of the test before are closed by the next session.
  await client.open({ replace: true });
  watch = await client.watch();
});

async function visit(path: string): Promise<void> {
  await client.command({ type: 'navigate', url: site.origin + path });
  const url = site.origin + path;
  await watch.untilTab((tab) => tab.url === url && !tab.isLoading);
}

function pressWithControl(key: string): readonly StudioInput[] {
  const code = `Key${key.toUpperCase()}`;
  const press = { type: 'key', key, code, modifiers: ['Control'] } as const;
  return [
    { ...press, action: 'down' },
    { ...press, action: 'up' },
  ];
}

const untilTitle = (title: string) => watch.untilTab((tab) => tab.title === title);

test('a session opens at a URL, and shows its page in a picture', async () => {
  await client.open({ url: `${site.origin}/opened`, replace: true });
  watch = await client.watch();
  const { tabs } = await untilTitle('Opened');
  expect(tabs).toHaveLength(1);
  const frame = await watch.until((event) => event.type === 'frame');
  expect(frame).toMatchObject({ width: 1_280, height: 800, scrollX: 0, scrollY: 0 });
  expect(Buffer.from(frame.image, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
});

test('what is typed arrives, corrections and shortcuts included', async () => {
  await visit('/form');
  await client.input(...clickAt(50, 20), ...typeKeys('Zoë €x'));
  await untilTitle('Zoë €x');
  const backspace = { type: 'key', key: 'Backspace', code: 'Backspace' } as const;
  await client.input({ ...backspace, action: 'down' }, { ...backspace, action: 'up' });
  await untilTitle('Zoë €');
  await client.input(
    { type: 'key', action: 'down', key: 'a', code: 'KeyA', modifiers: ['Meta'] },
    { type: 'key', action: 'up', key: 'a', code: 'KeyA', modifiers: ['Meta'] },
    ...typeKeys('new'),
  );
  expect((await untilTitle('new')).tabs).toHaveLength(1);
});

test('pages hear keys by the names that the person’s browser gives', async () => {
  await visit('/keys');
  await client.input(
    { type: 'key', action: 'down', key: 'ArrowDown', code: 'ArrowDown' },
    { type: 'key', action: 'up', key: 'ArrowDown', code: 'ArrowDown' },
    { type: 'key', action: 'down', key: 'Q', code: 'KeyQ', modifiers: ['Shift'] },
  );
  expect((await untilTitle('ArrowDown:ArrowDown Q:KeyQ+shift')).tabs).toHaveLength(1);
});

test('an input method composes text, and its result stays', async () => {
  await visit('/form');
  await client.input(...clickAt(50, 20), { type: 'composition', text: 'に' });
  await untilTitle('に');
  await client.input({ type: 'composition', text: 'にほn' }, { type: 'text', text: '日本' });
  expect((await untilTitle('日本')).tabs).toHaveLength(1);
});

test('pasted text is told to the page as such, and then stands there', async () => {
  await visit('/paste');
  await client.input(...clickAt(50, 20), { type: 'paste', text: 'one\ntwo' });
  expect((await untilTitle('one two / one two')).tabs).toHaveLength(1);
});

test('a page that pastes by itself gets the text once', async () => {
  await visit('/taken');
  await client.input(...clickAt(50, 20), { type: 'paste', text: 'mine' });
  expect((await untilTitle('<mine>')).tabs).toHaveLength(1);
});

test('shortcuts of the clipboard do nothing: sessions of one browser would share it', async () => {
  await visit('/form');
  await client.input(...clickAt(50, 20), ...typeKeys('kept'));
  await untilTitle('kept');
  await client.input(...['a', 'x', 'v', 'v'].flatMap(pressWithControl));
  await client.input({ type: 'key', action: 'down', key: 'End', code: 'End' }, ...typeKeys('!'));
  expect((await untilTitle('kept!')).tabs).toHaveLength(1);
});

test('the wheel scrolls, and frames say how far', async () => {
  await visit('/tall');
  await client.input({ type: 'wheel', x: 100, y: 100, deltaX: 0, deltaY: 300 });
  await untilTitle('at 300');
  const frame = await watch.until((event) => event.type === 'frame' && event.scrollY === 300);
  expect(frame).toMatchObject({ scrollX: 0, height: 800 });
});

test('a pop-up becomes a tab that is shown; tabs are chosen and closed', async () => {
  await visit('/popup');
  await client.input(...clickAt(50, 20));
  const { tabs, activeTab } = await untilTitle('Opened');
  expect(tabs).toHaveLength(2);
  expect(tabs[1]?.id).toBe(activeTab);
  await watch.until((event) => event.type === 'frame' && event.tab === activeTab);
  const chosen = await client.command({ type: 'selectTab', tab: tabs[0]?.id ?? '' });
  expect(chosen.activeTab).toBe(tabs[0]?.id);
  await client.command({ type: 'closeTab', tab: tabs[0]?.id ?? '' });
  const left = await watch.untilTab((tab) => tab.title === 'Opened');
  expect(left.tabs).toHaveLength(1);
});

test('a session has ten tabs at the most', async () => {
  for (let count = 1; count < 10; count += 1) await client.command({ type: 'openTab' });
  const { status, data } = await client.call('POST', '/session/command', { type: 'openTab' });
  expect(status).toBe(409);
  expect(data['error']).toMatchObject({ message: expect.stringContaining('10 are the most') });
});

test('a dialog waits for its answer, and takes the input meanwhile', async () => {
  await visit('/dialogs');
  await client.input(...clickAt(50, 20));
  const { tabs } = await watch.untilTab(({ dialog }) => dialog !== undefined);
  const { dialog } = tabs[0] ?? {};
  expect(dialog).toMatchObject({ type: 'prompt', message: 'Your name?', defaultText: 'Ann' });
  const refused = await client.call('POST', '/session/input', { inputs: clickAt(1, 1) });
  expect(refused.status).toBe(409);
  await client.command({
    type: 'answerDialog',
    dialog: dialog?.id ?? '',
    accept: true,
    text: 'Bea',
  });
  await untilTitle('typed Bea');
  const late = { type: 'answerDialog', dialog: dialog?.id ?? '', accept: true };
  expect((await client.call('POST', '/session/command', late)).status).toBe(409);
});

test('a dialog of a page that loads can be cancelled', async () => {
  await client.command({ type: 'navigate', url: `${site.origin}/confirm` });
  const { tabs } = await watch.untilTab(({ dialog }) => dialog !== undefined);
  expect(tabs[0]?.dialog?.message).toBe('<b>Sure?</b>');
  await client.command({ type: 'answerDialog', dialog: tabs[0]?.dialog?.id ?? '', accept: false });
  expect((await untilTitle('false')).tabs).toHaveLength(1);
});

test('the viewport changes for the page and for its pictures', async () => {
  await visit('/size');
  await untilTitle('1280 x 800');
  await client.command({ type: 'setViewport', viewport: { width: 400, height: 700 } });
  await untilTitle('400 x 700');
  await watch.until((event) => event.type === 'frame' && event.width === 400);
  const huge = { type: 'setViewport', viewport: { width: 9_999, height: 700 } };
  expect((await client.call('POST', '/session/command', huge)).status).toBe(400);
});

test('the history goes back and forward, and ends at the first page', async () => {
  await visit('/still');
  await visit('/opened');
  const { tabs } = await watch.untilTab(({ canGoBack }) => canGoBack);
  expect(tabs[0]).toMatchObject({ canGoBack: true, canGoForward: false });
  await client.command({ type: 'back' });
  const first = await watch.untilTab((tab) => tab.title === 'Still' && tab.canGoForward);
  expect(first.tabs[0]?.canGoBack).toBe(false);
  await client.command({ type: 'forward' });
  expect((await untilTitle('Opened')).tabs).toHaveLength(1);
});

test('a page that cannot be reached says so in its tab, and goes on to be reloaded', async () => {
  const gone = await servePages(() => '<title>Back again</title>');
  await gone.close();
  await client.command({ type: 'navigate', url: `${gone.origin}/x` });
  const { tabs } = await watch.untilTab(({ error }) => error !== undefined);
  expect(tabs[0]?.url).toBe(`${gone.origin}/x`);
  expect(tabs[0]?.error).toMatch(/127\.0\.0\.1.*\.$/);
  await visit('/still');
  const now = await untilTitle('Still');
  expect(now.tabs[0]).not.toHaveProperty('error');
});

test('a file chooser and a download are refused with a word', async () => {
  await visit('/file');
  await client.input(...clickAt(50, 20));
  await watch.until((event) => event.type === 'notice' && event.code === 'file_chooser_refused');
  await client.command({ type: 'navigate', url: `${site.origin}/download` });
  const notice = await watch.until(
    (event) => event.type === 'notice' && event.code === 'download_refused',
  );
  expect(notice).toMatchObject({ message: expect.stringContaining('keeps no files') });
});

test('a page on which nothing moves sends nothing, and one that moves sends frames', async () => {
  await visit('/still');
  await untilTitle('Still');
  // Another owner's page moves all the while: its frames tell that time has passed, without a clock.
  const other = studio.client('bob');
  await other.open({ url: `${site.origin}/moving` });
  const beside = await other.watch();
  await beside.until(() => beside.frames().length >= 10);
  const before = watch.events.length;
  const seen = beside.frames().length;
  await beside.until(() => beside.frames().length >= seen + 20);
  expect(watch.events.length - before).toBe(0);
  expect(beside.frames().length).toBeGreaterThanOrEqual(30);
  await other.call('DELETE', '/session');
});
