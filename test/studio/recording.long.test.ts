import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudioDraft } from '../../src/studio/api/studio-draft.ts';
import {
  clickAt,
  openStudio,
  typeKeys,
  type OpenStudio,
  type StudioClient,
  type StudioWatch,
} from '../support/open-studio.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';

let studio: OpenStudio;
let pages: ServedPages;

beforeAll(async () => {
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
  pages = await servePages(({ pathname }) =>
    pathname === '/next'
      ? '<title>Next</title>'
      : `<title>Form</title><style>body { margin: 0 } input, button, a { position: absolute; left: 0; width: 200px; height: 30px }</style>
  <input name="q" style="top: 0"><input name="pin" type="password" style="top: 40px">
  <button style="top: 80px" onclick="document.title = String(prompt('Name?', 'Ada'))">Ask</button>
  <a href="/next" style="top: 120px">Next</a>`,
  );
});

afterAll(async () => {
  await studio.close();
  await pages.close();
});

async function begin(): Promise<{ client: StudioClient; watch: StudioWatch }> {
  const client = studio.client('ann');
  await client.call('PUT', '/draft', {});
  await client.open({ url: pages.origin, replace: true });
  const watch = await client.watch();
  await watch.untilTab(({ title, isLoading }) => title === 'Form' && !isLoading);
  await client.command({ type: 'record', on: true });
  return { client, watch };
}

const untilDraft = async (watch: StudioWatch, isWanted: (draft: StudioDraft) => boolean) => {
  const event = await watch.until((one) => one.type === 'draft' && isWanted(one.draft));
  return event.type === 'draft' ? event.draft : undefined;
};
const kinds = ({ document }: StudioDraft) =>
  document?.steps.map(({ type }) => type).join(' ') ?? '';
const lastValue = ({ document }: StudioDraft) => document?.steps.at(-1)?.['value'];
const draftOf = async (client: StudioClient) =>
  (await client.call('GET', '/draft')).data as unknown as StudioDraft;

test('what a person does becomes steps of the draft, passwords as variables alone', async () => {
  const { client, watch } = await begin();
  expect(kinds(await draftOf(client))).toBe('setViewport navigate');
  await client.input(...clickAt(20, 15), ...typeKeys('lamp'));
  await untilDraft(watch, (draft) => lastValue(draft) === 'lamp');
  await client.input(...clickAt(20, 55), ...typeKeys('hunter'));
  await untilDraft(watch, (draft) => lastValue(draft) === '{{password}}');
  await client.input(...clickAt(20, 95));
  const asked = await watch.untilTab(({ dialog }) => dialog !== undefined);
  const dialog = asked.tabs[0]?.dialog?.id ?? '';
  await client.command({ type: 'answerDialog', dialog, accept: true });
  await untilDraft(watch, ({ document }) => document?.steps.at(-1)?.['dialog'] !== undefined);
  await client.command({ type: 'setViewport', viewport: { width: 900, height: 600 } });
  await client.input(...clickAt(20, 135));
  const done = await untilDraft(watch, ({ document }) => {
    const [event] = (document?.steps.at(-1)?.['assertedEvents'] ?? []) as { title?: string }[];
    return event?.title === 'Next';
  });
  expect(done?.document?.steps).toMatchObject([
    { type: 'setViewport', width: 1_280, height: 800 },
    { type: 'navigate', url: `${pages.origin}/` },
    { type: 'change', value: 'lamp' },
    { type: 'change', value: '{{password}}' },
    { type: 'click', dialog: { text: 'Ada' } },
    { type: 'setViewport', width: 900, height: 600 },
    { type: 'click', assertedEvents: [{ url: `${pages.origin}/next` }] },
  ]);
  expect(done?.document?.variables).toEqual({ password: { secret: true } });
  expect(JSON.stringify(watch.events.filter(({ type }) => type === 'draft'))).not.toContain(
    'hunter',
  );
  await client.command({ type: 'record', on: false });
  await client.command({ type: 'navigate', url: pages.origin });
  await watch.untilTab(({ title }) => title === 'Form');
  expect(kinds(await draftOf(client))).toBe(kinds(done as StudioDraft));
}, 120_000);

test('an edit by hand stays, whatever is typed on; an undone step does not come back', async () => {
  const { client, watch } = await begin();
  await client.input(...clickAt(20, 15), ...typeKeys('la'));
  await untilDraft(watch, (draft) => lastValue(draft) === 'la');
  const edit = { edit: 'make_variable', path: '/steps/2/value', name: 'query' };
  await client.call('POST', '/draft/edits', { edits: [edit] });
  await client.input(...typeKeys('mp'), ...clickAt(20, 55), ...typeKeys('x'));
  await untilDraft(watch, (draft) => lastValue(draft) === '{{password}}');
  expect((await draftOf(client)).document?.steps[2]).toMatchObject({ value: '{{query}}' });
  await client.call('POST', '/draft/undo');
  await client.input(...typeKeys('y'), ...clickAt(20, 135));
  await untilDraft(watch, (draft) => kinds(draft) === 'setViewport navigate change click');
}, 120_000);

test('a recording goes on in the browser that takes the place of a lost one', async () => {
  const { client, watch } = await begin();
  await studio.loseBrowser();
  await watch.until((event) => event.type === 'notice' && event.code === 'browser_lost');
  await watch.untilTab(({ error }) => error !== undefined);
  await client.command({ type: 'reload' });
  await watch.untilTab(({ title, isLoading }) => title === 'Form' && !isLoading);
  await client.input(...clickAt(20, 15), ...typeKeys('on'));
  const done = await untilDraft(watch, (draft) => lastValue(draft) === 'on');
  expect(done && kinds(done)).toBe('setViewport navigate navigate change');
}, 120_000);

test('of a crashed page the recording goes on, too', async () => {
  const { client, watch } = await begin();
  studio.crashPage();
  await watch.until((event) => event.type === 'notice' && event.code === 'page_crashed');
  await watch.untilTab(({ error }) => error !== undefined);
  await client.command({ type: 'reload' });
  await watch.untilTab(({ title, isLoading }) => title === 'Form' && !isLoading);
  await client.input(...clickAt(20, 135));
  const done = await untilDraft(watch, (draft) => kinds(draft).endsWith('click'));
  expect(done && kinds(done)).toBe('setViewport navigate navigate click');
}, 120_000);
