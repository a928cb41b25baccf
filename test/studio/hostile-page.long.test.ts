import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  clickAt,
  openStudio,
  type OpenStudio,
  type StudioClient,
  type StudioWatch,
} from '../support/open-studio.ts';
import type { StudioEvent } from '../../src/studio/api/studio-event.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';

/** Each does what it does as soon as it is open. */
const hostile: Readonly<Record<string, string>> = {
  '/windows': `<title>Windows</title><script>for (let i = 0; i < 50; i += 1) window.open('/opened?' + i);</script>`,
  '/strangers': `<title>Strangers</title><script>for (let i = 0; i < 50; i += 1) window.open('/opened?' + i, '_blank', 'noopener');</script>`,
  '/leavers': `<title>Leavers</title><script>setInterval(() => { const gone = window.open(''); gone?.eval("window.open('/opened')"); gone?.close(); }, 20);</script>`,
  '/chain': `<title>Chain</title><script>setInterval(() => window.open('/chain'), 20);</script>`,
  '/alerts': `<title>Alerts</title><script>setTimeout(() => { for (;;) alert('again'); });</script>`,
  '/both': `<title>Both</title><script>setInterval(() => { window.open('/both'); alert('again'); }, 1);</script>`,
};

let site: ServedPages;
let isBegun = false;
let studio: OpenStudio;
let client: StudioClient;
let watch: StudioWatch;

beforeAll(async () => {
  site = await servePages(({ pathname, search }) => {
    if (pathname === '/one')
      return `<title>One</title><button style="position:fixed;left:0;top:0;width:300px;height:40px" onclick="window.open('/opened'); confirm('Sure?')">Open</button>`;
    if (pathname === '/link')
      return `<title>Link</title><a href="/stays" target="_blank" rel="${search.slice(1)}" style="position:fixed;left:0;top:0;width:300px;height:40px;background:white">Open</a>`;
    if (pathname === '/later')
      return `<title>Later</title><script>setInterval(async () => { if (await (await fetch('/begin')).text() === 'yes') window.open('/opened'); }, 20)</script>`;
    if (pathname === '/begin') return isBegun ? 'yes' : 'no';
    if (pathname === '/stays') return '<title>Stays</title>';
    if (pathname === '/work') return '<title>Work</title>';
    return hostile[pathname] ?? `<title>Opened${search}</title>`;
  });
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
  client = studio.client('ann');
});

afterAll(async () => {
  await studio.close();
  await site.close();
});

beforeEach(async () => {
  isBegun = false;
  await client.open({ url: `${site.origin}/work`, replace: true });
  watch = await client.watch();
  await watch.untilTab(({ title }) => title === 'Work');
});

const losses = new Set(['page_crashed', 'page_too_heavy', 'browser_lost']);
const isClosing = (event: StudioEvent): boolean =>
  event.type === 'notice' && event.code === 'tab_closed';
/** Answers every dialog, as a person who wants to get away does, until the tab is closed. */
async function answerAll(): Promise<void> {
  const answered = new Set<string>();
  const findDialog = (event: StudioEvent): string | undefined =>
    event.type === 'state'
      ? event.state.tabs.flatMap(({ dialog }) => dialog?.id ?? []).find((id) => !answered.has(id))
      : undefined;
  while (!watch.events.some(isClosing)) {
    const event = await watch.until((one) => isClosing(one) || findDialog(one) !== undefined);
    const dialog = findDialog(event);
    if (dialog === undefined) continue;
    answered.add(dialog);
    await client.call('POST', '/session/command', { type: 'answerDialog', dialog, accept: true });
  }
}

const hasLost = (): boolean =>
  watch.events.some((event) => event.type === 'notice' && losses.has(event.code));

test.each(Object.keys(hostile))(
  'a page that goes on opening windows or dialogs (%s) loses its tab, and the session goes on with the others',
  async (path) => {
    await client.command({ type: 'openTab', url: site.origin + path });
    await answerAll();
    // The tab from before is the only one that is left.
    await watch.until(
      (event) =>
        event.type === 'state' &&
        event.state.tabs.length === 1 &&
        event.state.tabs[0]?.title === 'Work' &&
        watch.events.slice(0, watch.events.indexOf(event)).some(isClosing),
    );
    expect(hasLost()).toBe(false);
    // It works, and so does a new one.
    await client.command({ type: 'openTab', url: `${site.origin}/new` });
    expect((await watch.untilTab(({ title }) => title === 'Opened')).tabs).toHaveLength(2);
    const most = Math.max(
      ...watch.events.map((event) => (event.type === 'state' ? event.state.tabs.length : 0)),
    );
    expect(most).toBeLessThanOrEqual(6);
  },
);

test.each(['noopener', 'opener'])(
  'a tab that a click in another one opened (%s) stays when an endless page is closed',
  async (rel) => {
    await client.command({ type: 'navigate', url: `${site.origin}/link?${rel}` });
    const work = (await watch.untilTab(({ title }) => title === 'Link')).tabs[0];
    await client.command({ type: 'openTab', url: `${site.origin}/later` });
    await watch.untilTab(({ title }) => title === 'Later');
    await client.command({ type: 'selectTab', tab: work?.id ?? '' });
    await client.input(...clickAt(50, 20));
    await watch.untilTab(({ title }) => title === 'Stays');
    expect(watch.events.some(isClosing)).toBe(false);
    isBegun = true;
    await watch.until(isClosing);
    await watch.until(
      (event) =>
        event.type === 'state' &&
        watch.events.slice(0, watch.events.indexOf(event)).some(isClosing) &&
        event.state.tabs
          .map(({ title }) => title)
          .toSorted()
          .join() === 'Link,Stays',
    );
  },
);

test('a page opens four tabs, and is told of the fifth; its dialogs that follow clicks are all shown', async () => {
  await client.command({ type: 'navigate', url: `${site.origin}/one` });
  await watch.untilTab(({ title }) => title === 'One');
  const [first] = (await watch.untilTab(() => true)).tabs;
  for (let clicks = 1; clicks <= 7; clicks += 1) {
    await client.command({ type: 'selectTab', tab: first?.id ?? '' });
    await client.input(...clickAt(50, 20));
    const asking = await watch.until(
      (event) =>
        event.type === 'state' &&
        event.state.tabs.some(
          ({ id, dialog }) => id === first?.id && dialog?.id === `${id}-${clicks}`,
        ),
    );
    expect(asking.type).toBe('state');
    await client.command({ type: 'answerDialog', dialog: `${first?.id}-${clicks}`, accept: true });
  }
  await watch.until((event) => event.type === 'notice' && event.code === 'tab_refused');
  await watch.until((event) => event.type === 'state' && event.state.tabs.length === 5);
  for (let count = 6; count <= 10; count += 1) await client.command({ type: 'openTab' });
  expect(hasLost()).toBe(false);
});
