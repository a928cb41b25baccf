import { type Browser, chromium, type Frame, selectors } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import { realBrowserOptions, realBrowserPath } from '../../../test/support/real-browser.ts';
import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import { parseSelector } from '../../recipes/format/parse-selector.ts';
import { callFrame, registerEngine } from '../call-page.ts';
import type { DescribedElement, TargetPurpose } from './targets.ts';

let browser: Browser;

beforeAll(async () => {
  await registerEngine(selectors);
  const chromiumSandbox = realBrowserOptions().sandbox ?? process.getuid?.() !== 0;
  browser = await chromium.launch({ executablePath: realBrowserPath(), chromiumSandbox });
});

afterAll(() => browser.close());

const limits = { signal: AbortSignal.timeout(120_000), timeoutMs: 60_000 };

async function open(html: string): Promise<Frame> {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  await page.setContent(html);
  return page.mainFrame();
}

function list(
  frame: Frame,
  purpose: TargetPurpose,
  like?: ElementFingerprint,
): Promise<readonly DescribedElement[]> {
  const question = { purpose, limit: 1_000, ...(like === undefined ? {} : { like }) };
  return callFrame(frame, 'candidates', question, limits);
}

const form = `
  <main><h2>Contact</h2>
    <form class="contact"><p>Write to us</p>
      <label for="mail">Your address</label><input id="mail" name="mail" type="email">
      <button class="btn go" data-testid="send" type="submit">Send <b>it</b></button>
    </form>
  </main>`;

test('a fingerprint says what an element is, what it is called and what it stands among', async () => {
  const [field, button] = await list(await open(form), 'action');
  expect(field?.element).toMatchObject({
    role: 'textbox',
    name: 'Your address',
    label: 'Your address',
  });
  expect(button?.element).toMatchObject({
    tag: 'button',
    role: 'button',
    name: 'Send it',
    text: 'Send it',
    id: '',
    classes: ['btn', 'go'],
    attributes: { 'data-testid': 'send', type: 'submit' },
    tagPath: ['html', 'body', 'main', 'form', 'button'],
    parent: { tag: 'form', id: '', classes: ['contact'] },
    neighbours: ['Your address', 'Write to us', 'Contact'],
    heading: 'Contact',
    landmarks: ['main', 'form'],
    childCount: 1,
    isInteractive: true,
  });
});

test('what a person typed stands in no fingerprint', async () => {
  const frame = await open(
    '<input name="card"><textarea></textarea><p>Hello</p><input type="submit" value="Pay">',
  );
  await frame.fill('input[name=card]', '4111-secret');
  await frame.fill('textarea', 'my-secret');
  const listed = JSON.stringify([await list(frame, 'action'), await list(frame, 'field')]);
  expect(listed).not.toContain('secret');
  expect(listed).toContain('"value":"Pay"');
});

test('a row is what it says beside the control, without the captions that all rows have', async () => {
  const row = (boat: string, berth: string) =>
    `<div class="row"><div class="cell">${boat}</div><div class="cell">Berth: <b>${berth}</b></div>
      <div class="cell"><span class="tool"><button>Edit</button></span><span class="tool"><button>Cancel</button></span></div></div>`;
  const rows = [row('Osprey', 'A1'), row('Curlew', 'B3'), row('Avocet', 'A1')];
  const listed = await list(await open(`<section>${rows.join('')}</section>`), 'action');
  expect(listed.map(({ element }) => `${element.name}: ${element.row}`)).toEqual([
    'Edit: Osprey A1',
    'Cancel: Osprey A1',
    'Edit: Curlew B3',
    'Cancel: Curlew B3',
    'Edit: Avocet A1',
    'Cancel: Avocet A1',
  ]);
});

test('the label of a field may stand in the cell before it, and is never that of another field', async () => {
  const html = `<table><tr><td>Member:</td><td><input></td></tr></table>
    <label for="gone">Sort by</label><input type="search" aria-label="Find">`;
  const [member, find] = await list(await open(html), 'action');
  expect(member?.element.label).toBe('Member:');
  expect(find?.element).toMatchObject({ name: 'Find', label: '' });
});

test('the icon of a button is no candidate beside it', async () => {
  const html = `<style>i { cursor: pointer }</style>
    <button aria-label="Fewer"><i>remove</i></button><i>close</i>`;
  const listed = await list(await open(html), 'action');
  expect(listed.map(({ element }) => element.name || element.text)).toEqual(['Fewer', 'close']);
});

test('what is hidden or off is no candidate', async () => {
  const frame = await open(`
    <button>On</button><button disabled>Off</button><button aria-disabled="true">Off</button>
    <button hidden>No</button><div style="display:none"><a href="/">No</a></div>
    <fieldset disabled><input></fieldset><div style="visibility:hidden"><button>No</button></div>
    <div style="display:contents"><button>In nothing</button></div><p>No button</p>`);
  const names = (await list(frame, 'action')).map(({ element }) => element.name);
  expect(names).toEqual(['On', 'In nothing']);
});

test('elements that only the pointer gives away are candidates, once each', async () => {
  const frame = await open('<div style="cursor:pointer"><span>Open</span></div><div>Not</div>');
  expect((await list(frame, 'action')).map(({ element }) => element.text)).toEqual(['Open']);
});

test('open shadow roots are looked into, and the proposed chain leads through them', async () => {
  const frame = await open(`<x-a><template shadowrootmode="open"><p>In</p>
    <x-b><template shadowrootmode="open"><button class="buy">Buy</button></template></x-b></template></x-a>`);
  const [button] = await list(frame, 'action');
  expect(button?.element).toMatchObject({
    name: 'Buy',
    tagPath: ['html', 'body', 'x-a', 'x-b', 'button'],
  });
  const question = { mark: button?.mark ?? 0, purpose: 'action' } as const;
  expect(await callFrame(frame, 'propose', question, limits)).toContainEqual([
    'x-a',
    'x-b',
    '.buy',
  ]);
});

test('a frame is asked by itself', async () => {
  const top = await open(
    '<button>Outside</button><iframe srcdoc="<button>Inside</button>"></iframe>',
  );
  const inner = await (await top.page().waitForSelector('iframe')).contentFrame();
  await inner?.waitForSelector('button');
  expect((await list(top, 'action')).map(({ element }) => element.name)).toEqual(['Outside']);
  expect(inner === null ? [] : await list(inner, 'action')).toMatchObject([
    { element: { name: 'Inside' } },
  ]);
});

const hostile = `<script>
  for (const name of ['map', 'filter', 'push', 'slice', 'some', 'join', Symbol.iterator]) Array.prototype[name] = () => [];
  JSON.stringify = JSON.parse = () => '"evil"';
  Document.prototype.querySelectorAll = Element.prototype.getAttribute = () => 'evil';
  for (const [prototype, name] of [[Node.prototype, 'textContent'], [Node.prototype, 'parentNode'], [Element.prototype, 'tagName']]) {
    Object.defineProperty(prototype, name, { get: () => 'evil' });
  }
  WeakRef = Map = WeakMap = undefined;
</script>`;

test('a page that has changed every prototype is described like its honest twin', async () => {
  const honest = await open(`<script></script>${form}`);
  const evil = await open(hostile + form);
  // In the page's own world not even Playwright's script is left alive.
  await expect(evil.evaluate('1')).rejects.toThrow('is not a function');
  expect(await list(evil, 'action')).toEqual(await list(honest, 'action'));
  expect(await list(evil, 'field')).toEqual(await list(honest, 'field'));
});

test('fields that are named like properties of their form stand in for none', async () => {
  const names = [
    'tagName',
    'parentNode',
    'id',
    'children',
    'attributes',
    'getAttribute',
    'nodeType',
  ];
  const fields = names.map((name) => `<input name="${name}" type="hidden">`).join('');
  const frame = await open(
    `<main><form id="pay" class="f">${fields}<button>Pay</button></form><img name="body"></main>`,
  );
  const [button] = await list(frame, 'action');
  expect(button?.element).toMatchObject({
    tagPath: ['html', 'body', 'main', 'form', 'button'],
    parent: { tag: 'form', id: 'pay', classes: ['f'] },
  });
});

test('of 20,000 elements the likeliest are listed, and no text is longer than 200 characters', async () => {
  const frame = await open(`<main id="list"></main><script>{
    const long = 'word '.repeat(200);
    document.getElementById('list').innerHTML = Array.from({ length: 20_000 }, (_, at) =>
      at % 1_000 === 876 ? '<button class="' + 'c'.repeat(300) + '" title="' + long + '" id="b' + at + '">' + long + '</button>'
        : '<button>Row ' + at + '</button>').join('');
  }</script>`);
  const like = makeFingerprint({ id: 'b19876' });
  const listed = await list(frame, 'action', like);
  expect(listed).toHaveLength(1_000);
  expect(listed.map(({ element }) => element.id)).toContain('b19876');
  const longest = Math.max(
    ...listed.flatMap(({ element }) => textsOf(element)).map(({ length }) => length),
  );
  expect(longest).toBe(200);
});

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

test('a page 1,000 levels deep is described', async () => {
  const frame = await open(`<div id="deep"></div><script>{
    let inner = document.getElementById('deep');
    for (let level = 0; level < 1_000; level += 1) {
      const next = document.createElement('div');
      inner.append(next);
      inner = next;
    }
    inner.innerHTML = '<button>Deep down</button>';
  }</script>`);
  const [button] = await list(frame, 'action');
  expect(button?.element.tagPath).toHaveLength(60);
});

test('every proposed selector leads to its element, and to it alone', async () => {
  const frame = await open(`
    <nav><a class="item" href="/a">First</a><a class="item" href="/b">Second</a></nav>
    <div id="n7311" class="css-1x9f2"><button name="go" value="1">Say "hello" [now]</button><button>Twin</button></div>
    <div><button>Twin</button><input type="radio" name="r" value="a"><input type="radio" name="r" value="b"></div>`);
  const targets = await list(frame, 'action');
  expect(targets).toHaveLength(7);
  for (const { mark } of targets) {
    const proposed = await callFrame(frame, 'propose', { mark, purpose: 'action' }, limits);
    expect(proposed.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(proposed)).not.toMatch(/n7311|css-1x9f2/);
    const parts = proposed.map((source) => parseSelector(source).selector?.parts ?? []);
    const hits = await callFrame(frame, 'look', { selectors: parts }, limits);
    expect(hits.map((hit) => hit.mark)).toEqual(proposed.map(() => mark));
  }
});

test('a field’s selectors hold within every item, and name none of its data', async () => {
  const item = (name: string, price: string) =>
    `<li class="p"><a href="/${name}"><h3>${name}</h3></a><span class="x">new</span><span class="price">${price}</span></li>`;
  const frame = await open(
    `<ul>${item('Lamp', '£3')}${item('Pan', '£5')}${item('Mug', '£7')}</ul>`,
  );
  const lists = await list(frame, 'items');
  const items = lists.find(({ element }) => element.tag === 'li')?.group ?? [];
  expect(items).toHaveLength(3);
  const fields = await callFrame(
    frame,
    'candidates',
    { purpose: 'field', root: items[1] ?? 0, limit: 50 },
    limits,
  );
  const price = fields.find(({ element }) => element.text === '£5');
  const roots = [items[1] ?? 0, items[0] ?? 0, items[2] ?? 0];
  const field = { mark: price?.mark ?? 0, purpose: 'field', roots } as const;
  expect(await callFrame(frame, 'propose', field, limits)).toEqual([
    '.price',
    ':scope > span:nth-of-type(2)',
  ]);
  const group = { mark: items[0] ?? 0, purpose: 'items', group: items } as const;
  expect(await callFrame(frame, 'propose', group, limits)).toEqual(['.p', 'li']);
});
