import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StudioDraft } from '../../src/studio/api/studio-draft.ts';
import type { StudioInspection } from '../../src/studio/api/studio-table.ts';
import {
  clickAt,
  openStudio,
  typeKeys,
  type OpenStudio,
  type StudioClient,
  type StudioWatch,
} from '../support/open-studio.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';

const canary = 'SuperSecret-99';
/** The owner of a session knows what was typed before: each of these is typed for the first time where it is used. */
const open = 'OpenWords-77';
const chosen = 'ChosenLater-55';
const code = '482913';

/** Shows what is typed in every way that a page has, at each key and again on the page that the form leads to. */
const echo = `
  <script>
    function show(value) {
      document.title = 'Echo ' + value;
      history.replaceState(null, '', location.pathname + '?seen=' + encodeURIComponent(value) + '#' + btoa('pw:' + value + ':end'));
      for (const box of document.querySelectorAll('.echo')) {
        box.id = 'id-' + value;
        box.className = 'echo cls-' + value;
        box.title = 'title ' + value;
        box.setAttribute('aria-label', 'label ' + value.toUpperCase());
        box.setAttribute('placeholder', 'hint ' + value);
        box.setAttribute('data-' + value.toLowerCase(), value);
        box.setAttribute('alt', value);
      }
      for (const text of document.querySelectorAll('.text')) text.textContent = 'typed: ' + value;
    }
  </script>`;
const style = `<style>body { margin: 0 } input, button { position: absolute; left: 0; width: 300px; height: 30px }
  ul { position: absolute; top: 200px } li { height: 40px }</style>`;
const list = `<ul>${[1, 2, 3, 4]
  .map(
    (item) =>
      `<li class="item"><a href="/in?item=${item}" class="echo">Lamp ${item}</a> <b class="text">none</b> <i class="price">${item} €</i></li>`,
  )
  .join('')}</ul>`;
const form = (field: string) => `<!doctype html><title>In</title>${style}${echo}
  <form action="/in">${field}<button style="top: 40px" class="echo">Sign in</button></form>
  <input style="top: 120px" name="q" oninput="" class="echo">${list}`;

const input = (attributes: string) =>
  form(`<input oninput="show(this.value)" style="top: 0" ${attributes}>`);

let studio: OpenStudio;
let pages: ServedPages;

beforeAll(async () => {
  pages = await servePages(({ pathname, searchParams }) => {
    switch (pathname) {
      case '/password':
        return input('type="password" name="pw"');
      case '/masked':
        return input('name="word" style="-webkit-text-security: disc"').replace(
          '</style>',
          'input[name=word] { -webkit-text-security: disc }</style>',
        );
      case '/named':
        return input('name="apiKey"');
      case '/labelled':
        return input('name="f1" aria-label="Your PIN"');
      case '/filled':
        return input('name="f2" autocomplete="one-time-code"');
      case '/plain':
        return input('name="word"');
      default: {
        const value = searchParams.get('pw') ?? '';
        return `<!doctype html><title>Welcome ${value}</title>${style}${echo}${list}<script>show(${JSON.stringify(value)})</script>`;
      }
    }
  });
  studio = openStudio({ allowPrivate: ['127.0.0.1/32'] });
});

afterAll(async () => {
  await studio.close();
  await pages.close();
});

/** The forms of a value that may stand in an answer, found with letters alike. */
const formsOf = (value: string) => [
  value.toLowerCase(),
  value.replaceAll('-', '_').toLowerCase(),
  // Its end: the page shows its beginning while it is typed.
  Buffer.from(`pw:${value}`)
    .toString('base64')
    .slice(12, Math.floor(((value.length + 3) * 4) / 3))
    .toLowerCase(),
];

const findLeaks = (told: unknown, value: string): readonly string[] => {
  const text = JSON.stringify(told).toLowerCase();
  return formsOf(value).flatMap((each) => {
    const at = text.indexOf(each);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 120), at + 60)];
  });
};

async function begin(path: string, isRecording = true) {
  const client = studio.client('ann');
  await client.call('PUT', '/draft', {});
  await client.open({ url: pages.origin + path, replace: true });
  const watch = await client.watch();
  await watch.untilTab(({ title, isLoading }) => title === 'In' && !isLoading);
  if (isRecording) await client.command({ type: 'record', on: true });
  return { client, watch };
}

const until = async (watch: StudioWatch, isWanted: (draft: StudioDraft) => boolean) =>
  watch.until((one) => one.type === 'draft' && isWanted(one.draft));

/** Everything that the studio gives out about a draft and its page. */
async function readAll(client: StudioClient, watch: StudioWatch): Promise<readonly unknown[]> {
  const at = { x: 20, y: 210 };
  const call = async (method: string, path: string, body?: object) =>
    (await client.call(method, path, body)).data;
  const answers = [
    await call('POST', '/session/inspect', at),
    await call('POST', '/session/pick', { as: 'list', ...at }),
    await call('POST', '/session/table/keep', {}),
    await call('GET', '/session/table'),
    await call('GET', '/session'),
    await call('POST', '/draft/save', { title: 'Kept' }),
    await call('GET', '/draft'),
    await call('POST', '/draft/undo'),
    await call('POST', '/draft/redo'),
  ];
  const { recipes } = (await call('GET', '/recipes')) as { recipes: readonly { id: string }[] };
  const kept = await Promise.all(recipes.map(({ id }) => call('GET', `/recipes/${id}`)));
  const exports = await Promise.all(
    ['chrome', 'typescript'].map(async (format) => {
      const request = new Request(`http://studio.example/api/draft/export?format=${format}`, {
        headers: { 'x-owner': 'ann' },
      });
      return (await studio.handler(request)).text();
    }),
  );
  const events = watch.events.filter(({ type }) => type !== 'frame');
  return [answers, kept, exports, events];
}

describe('what is typed as secret', () => {
  test.each([
    ['a password field', '/password', '{{password}}'],
    ['a field that is masked by its style', '/masked', '{{password}}'],
    ['a field named as a key', '/named', '{{apiKey}}'],
    ['a field labelled as a PIN', '/labelled', '{{pin}}'],
    ['a field that is filled in with a code', '/filled', '{{code}}'],
  ])(
    'into %s stands in nothing that leaves the studio',
    async (_kind, path, value) => {
      const { client, watch } = await begin(path);
      const typed = `Very-${path.slice(1)}-42`;
      await client.input(...clickAt(20, 15), ...typeKeys(typed));
      await until(watch, ({ document }) => document?.steps.at(-1)?.['value'] === value);
      // Steps on elements that show it by now.
      await client.input(...clickAt(20, 55));
      await watch.untilTab(({ title, isLoading }) => /^(?:Welcome|Echo)/.test(title) && !isLoading);
      await until(watch, ({ document }) => document?.steps.at(-1)?.type === 'click');
      const told = await readAll(client, watch);
      expect(findLeaks(told, typed)).toEqual([]);
      expect(JSON.stringify(told)).toContain(value);
      // What was typed on the way to it, key by key, is no secret of its own.
      expect(JSON.stringify(told)).toContain('Sign in');
    },
    90_000,
  );

  test('into another field is found by the same search: what it finds is there', async () => {
    const { client, watch } = await begin('/plain');
    await client.input(...clickAt(20, 15), ...typeKeys(open));
    await until(watch, ({ document }) => document?.steps.at(-1)?.['value'] === open);
    await client.input(...clickAt(20, 55));
    await until(watch, ({ document }) => document?.steps.at(-1)?.type === 'click');
    expect(findLeaks(await readAll(client, watch), open)).toHaveLength(formsOf(open).length - 1);
  });

  test('is taken out of what was recorded before it was chosen as secret, and does not come back', async () => {
    const { client, watch } = await begin('/plain');
    await client.input(...clickAt(20, 15), ...typeKeys(chosen));
    await until(watch, ({ document }) => document?.steps.at(-1)?.['value'] === chosen);
    await client.input(...clickAt(20, 55));
    await until(watch, ({ document }) => document?.steps.at(-1)?.type === 'click');
    const edit = { edit: 'make_variable', path: '/steps/2/value', name: 'word', secret: true };
    const { data } = await client.call('POST', '/draft/edits', { edits: [edit] });
    expect(findLeaks(data, chosen)).toEqual([]);
    const undone = (await client.call('POST', '/draft/undo')).data;
    expect(findLeaks(undone, chosen)).toEqual([]);
    expect(undone).toMatchObject({ document: { variables: { word: { secret: true } } } });
    expect(
      findLeaks(
        (await client.call('POST', '/session/pick', { as: 'list', x: 20, y: 210 })).data,
        chosen,
      ),
    ).toEqual([]);
  });

  test('while nothing is recorded, and shown to another recipe, is no part of that one', async () => {
    const { client, watch } = await begin('/password', false);
    await client.input(...clickAt(20, 15), ...typeKeys(canary), ...clickAt(20, 135));
    await watch.untilTab(({ title }) => title.startsWith('Echo'));
    const found = await client.call('POST', '/session/inspect', { x: 20, y: 55 });
    const { element } = found.data as unknown as StudioInspection;
    expect(element?.description).toContain('•••');
    expect(findLeaks(await readAll(client, watch), canary)).toEqual([]);
    await client.call('PUT', '/draft', {});
    await client.command({ type: 'record', on: true });
    expect(findLeaks(await readAll(client, watch), canary)).toEqual([]);
  });

  test('is not found by a trial either, whatever value the trial is given', async () => {
    const { client, watch } = await begin('/password');
    await client.input(...clickAt(20, 15), ...typeKeys(code));
    await until(watch, ({ document }) => document?.steps.at(-1)?.['value'] === '{{password}}');
    await client.input(...clickAt(20, 55));
    await watch.untilTab(({ title, isLoading }) => /^(?:Welcome|Echo)/.test(title) && !isLoading);
    await readAll(client, watch);
    const started = await client.call('POST', '/trial', { variables: { password: code } });
    expect(started.status).toBe(200);
    const ended = await watch.until(({ type }) => type === 'trial_ended');
    expect(ended).toMatchObject({ trial: { result: { status: 'completed' } } });
    const told = [(await client.call('GET', '/trial')).data, await readAll(client, watch)];
    const words = JSON.stringify(told, (name, member) => (name === 'picture' ? undefined : member));
    expect(words.match(/.{80}(?<!\d)482,?913(?!\d).{20}/)).toBeNull();
  }, 120_000);
});
