import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import {
  type FixtureSite,
  serveFixtureSite,
} from '../../../../test-kit/fixture-site/serve-fixture-site.ts';
import { loopbackBrowser, replaySteps } from '../../../../test/support/replay.ts';
import {
  type PageAnswer,
  type ServedPages,
  servePages,
} from '../../../../test/support/serve-pages.ts';

let site: FixtureSite;
let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  site = await serveFixtureSite();
  pages = await servePages((url): PageAnswer => routes[url.pathname]?.());
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
  await site.close();
});

const page = (body: string): string => `<!doctype html><title>Page</title><main>${body}</main>`;
const said = '<p id="said"></p>';
const say = (text: string): string => `document.querySelector('#said').textContent = '${text}'`;

const routes: Readonly<Record<string, () => PageAnswer>> = {
  '/silent': () =>
    page(`<template>London</template><style>/* London */</style>${said}<script>
      // London comes later.
      setTimeout(() => document.querySelector('main').insertAdjacentHTML('beforeend', '<button>Lon<b>don</b></button>'), 300);
      document.addEventListener('click', (event) => { if (event.target.closest('button') !== null) { ${say('chosen')} } });
    </script>`),
  '/filter': () =>
    page(
      `<input id="filter" onchange="document.querySelector('#said').textContent = 'filtered by ' + this.value">${said}`,
    ),
  '/fields': () =>
    page(`<input type="date"><input id="short" maxlength="4"><input id="phone"><input id="city"><input id="date" type="date">
      <input id="count" type="number" max="10"><select id="size"><option>Small<option>Large</select><input id="gift" type="checkbox"><input id="refused" type="checkbox">
      <select id="color"><option value="r">Red<option value="b">Blue</select><input id="news" type="checkbox">${said}<script>
      const count = document.querySelector('#count');
      count.onchange = () => { count.value = Math.min(count.value, 10); document.querySelector('#said').textContent = 'counted ' + count.value; };
      document.querySelector('#size').onchange = (event) => { event.target.value = 'Small'; };
      document.querySelector('#gift').onclick = (event) => { setTimeout(() => { event.target.checked = false; }); };
      document.querySelector('#refused').onclick = (event) => { event.preventDefault(); };
      const phone = document.querySelector('#phone');
      phone.oninput = () => { phone.value = phone.value.replace(/\\D/g, '').replace(/^(\\d{3})(\\d)/, '($1) $2'); };
      document.querySelector('#city').oninput = (event) => { if (event.target.value === 'Ham') event.target.value = 'Hamburg'; };
    </script>`),
  '/masks': () =>
    page(`<input id="digits"><input id="cents"><input id="words"><input id="money"><input id="plain"><input id="country"><input id="one" value="1"><input id="late" value="1">
      <div id="rich" contenteditable></div><div id="emptied" contenteditable></div><p id="said"></p><script>
      const mask = (id, write) => { const field = document.querySelector(id); field.oninput = () => { field.value = write(field.value); }; };
      const digits = (text) => text.replace(/\\D/g, '');
      mask('#digits', digits);
      mask('#cents', (text) => { const all = digits(text).replace(/^0+/, '').padStart(3, '0'); return all.slice(0, -2) + '.' + all.slice(-2); });
      mask('#words', (text) => text.replace(/[^\\w ]/g, ''));
      mask('#country', (text) => { const all = digits(text).replace(/^1/, ''); return '+1 (' + all.slice(0, 3) + ') ' + all.slice(3); });
      mask('#one', (text) => text || '1');
      const money = document.querySelector('#money');
      money.onchange = () => { money.value = '$' + Number(money.value.replace(/,/g, '')).toLocaleString('en', { minimumFractionDigits: 2 }); };
      const late = document.querySelector('#late');
      late.oninput = () => { setTimeout(() => { if (!late.value.startsWith('1')) late.value = '1' + late.value; }, 20); };
      const emptied = document.querySelector('#emptied');
      emptied.oninput = () => { setTimeout(() => { emptied.textContent = ''; }, 20); };
    </script>`),
  '/months': () =>
    page(`<select><option value="0">1<option value="1">2<option value="2">three</select>${said}<script>
      const list = document.querySelector('select');
      list.onchange = () => { document.querySelector('#said').textContent = 'month ' + list.value; };
      if (location.search === '?late') { const { innerHTML } = list; list.innerHTML = ''; setTimeout(() => { list.innerHTML = innerHTML; list.value = ''; }, 300); }
    </script>`),
  '/shadow': () =>
    page(`<x-card></x-card>${said}<script>
      customElements.define('x-card', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<x-inner></x-inner><p>Price <b>£5</b></p>';
        }
      });
      customElements.define('x-inner', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<button>Buy</button>';
          this.shadowRoot.querySelector('button').onclick = () => { ${say('bought')} };
        }
      });</script>`),
  '/frames': () => page('<iframe src="/frame?1"></iframe><iframe src="/outer"></iframe>'),
  '/outer': () => page('<iframe src="/frame?1"></iframe><iframe src="/inner"></iframe>'),
  '/frame': () => page('<p class="name">Wrong</p>'),
  '/inner': () =>
    page(
      `<button onclick="document.querySelector('.name').textContent = 'Right'">Go</button><p class="name">Before</p>`,
    ),
  '/popup': () => page('<a target="_blank" href="/opened?token=2">Open</a>'),
  '/opened': () => page('<p class="name">In the popup</p>'),
  '/download': () => page('<a href="/file">File</a><p class="name">Still here</p>'),
  '/file': () => ({
    headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' },
    body: 'PK',
  }),
  '/no-content': () => ({ status: 204 }),
  '/hydrated': () =>
    page(`<div id="go" role="button" tabindex="0">Go</div>${said}<script>
      setTimeout(() => document.querySelector('#go').addEventListener('click', () => { ${say('alive')} }), 500);
    </script>`),
  '/late': () =>
    page(
      `<button onclick="setTimeout(() => { location = '/arrived'; }, 300)">Go</button><p class="name">Old</p>`,
    ),
  '/arrived': () => page('<p class="name">New</p>'),
  '/moving': () =>
    page(`<style>@keyframes away { to { transform: translateX(90px) } } button { animation: away .5s infinite alternate }</style>
      <button onclick="${say('caught')}">Go</button>${said}`),
  '/covered': () =>
    page(`<button onclick="${say('reached')}">Go</button>${said}
      <div class="cookie-consent" style="position: fixed; inset: 0; background: white"><p>We use cookies.</p>
      <button onclick="this.parentElement.remove()">Accept all</button></div>`),
  '/walled': () =>
    page(`<button onclick="${say('forced')}">Go</button>${said}
      <div style="position: fixed; inset: 0; background: white"><p>Nothing closes this.</p></div>`),
  '/rendered-again': () =>
    page(`<div id="root"></div>${said}<script>
      const render = () => { document.querySelector('#root').innerHTML = '<button onclick="${say('pressed').replaceAll("'", String.raw`\'`)}">Go</button>'; };
      render(); setInterval(render, 100);
    </script>`),
  '/lazy': () =>
    page(`<div style="height: 3000px"></div><div id="end"></div>${said}<script>
      new IntersectionObserver((entries) => {
        if (!entries[0].isIntersecting || document.querySelector('#late')) return;
        document.querySelector('#end').innerHTML = '<button id="late">Late</button>';
        document.querySelector('#late').onclick = () => { ${say('found')} };
      }).observe(document.querySelector('#end'));
    </script>`),
  '/form': () =>
    page(`<input id="text" onkeyup="document.querySelector('#keys').textContent = this.value">
      <input id="date" type="date"><input id="range" type="range"><input id="box" type="checkbox">
      <select id="list"><option value="a">A</option><option value="b">B</option></select>
      <div id="rich" contenteditable></div><p id="keys"></p>`),
  '/keys': () =>
    page(
      `<input id="field" onkeydown="if (event.key === 'Enter') { ${say('entered')} }" autofocus>${said}`,
    ),
  '/waits': () =>
    page(
      `<ul></ul><script>let n = 0; setInterval(() => { if (n++ < 3) document.querySelector('ul').insertAdjacentHTML('beforeend', '<li class="name" data-state="' + (n < 3 ? 'old' : 'done') + '">Row ' + n + '</li>'); window.rows = n; }, 100);</script>`,
    ),
  '/counter': () =>
    page(`<p class="name">0</p><button class="plus">+</button><script>
      const plus = document.querySelector('.plus');
      plus.onclick = () => { const p = document.querySelector('.name'); p.textContent = Number(p.textContent) + 1; if (p.textContent === '3') plus.remove(); };
    </script>`),
};

function open(path: string): unknown {
  return { type: 'navigate', url: pages.origin + path };
}

function click(...selectors: unknown[]): Record<string, unknown> {
  return { type: 'click', target: 'main', selectors, offsetX: 3, offsetY: 3 };
}

function change(selector: string, value: string): unknown {
  return { type: 'change', selectors: [selector], value };
}

function read(selector: string, base: Readonly<Record<string, unknown>> = {}): unknown {
  const parameters = { fields: { text: { selectors: [selector] } } };
  return { type: 'customStep', name: 'extract', parameters, ...base };
}

const readAnswer = read('#said');

async function textAfter(...steps: unknown[]): Promise<string | undefined> {
  const { items } = await replaySteps(browser, steps);
  return items[0]?.['text'];
}

describe('a click', () => {
  test('goes through shadow roots', async () => {
    const chain = ['x-card', 'x-inner', 'button'];
    for (const selector of [chain, ['pierce/button'], ['aria/Buy[role="button"]'], ['text/Buy']]) {
      expect(await textAfter(open('/shadow'), click(selector), readAnswer)).toBe('bought');
    }
  });

  test('by plain CSS stays outside of them', async () => {
    const steps = [open('/shadow'), { ...click('button'), timeout: 500 }];
    await expect(replaySteps(browser, steps)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { reason: 'target_not_found' },
      message: 'Step 2 (click) found no element by "button" within 0.5 s.',
    });
  });

  test('goes into nested frames by their places in the document', async () => {
    const frame = { frame: [1, 1] };
    expect(
      await textAfter(open('/frames'), { ...click('button'), ...frame }, read('.name', frame)),
    ).toBe('Right');
  });

  test('leads to a popup that the next step is about, though its address differs', async () => {
    const target = { target: `${pages.origin}/opened?token=1` };
    expect(await textAfter(open('/popup'), click('a'), read('.name', target))).toBe('In the popup');
  });

  test('starts no download', async () => {
    const { items, warnings } = await replaySteps(browser, [
      open('/download'),
      click('a'),
      read('.name'),
    ]);
    expect(items[0]).toEqual({ text: 'Still here' });
    expect(warnings).toEqual([
      'Step 2 (click): a download was refused. Name the folder that they are kept in as `files.downloads`.',
    ]);
  });

  test('waits until something listens', async () => {
    expect(await textAfter(open('/hydrated'), click('#go'), readAnswer)).toBe('alive');
  });

  test('waits for the navigation that it brought when it was recorded', async () => {
    const asserted = { assertedEvents: [{ type: 'navigation', url: '', title: '' }] };
    const steps = [open('/late'), { ...click('button'), ...asserted }, read('.name')];
    expect(await textAfter(...steps)).toBe('New');
  });

  test('without the navigation that was recorded fails', async () => {
    const asserted = { assertedEvents: [{ type: 'navigation', url: '', title: '' }] };
    const steps = [open('/hydrated'), { ...click('#go'), ...asserted, timeout: 500 }];
    await expect(replaySteps(browser, steps)).rejects.toMatchObject({
      message: expect.stringContaining('led to no other page within 0.5 s'),
    });
  });

  test('catches what moves without end', async () => {
    expect(await textAfter(open('/moving'), click('button'), readAnswer)).toBe('caught');
  });

  test('closes a notice that covers its element, with a warning', async () => {
    const { items, warnings } = await replaySteps(browser, [
      open('/covered'),
      click('text/Go'),
      readAnswer,
    ]);
    expect(items[0]).toEqual({ text: 'reached' });
    expect(warnings).toEqual(['A consent notice was closed by its button "Accept all".']);
  });

  test('never goes through what covers its element', async () => {
    const steps = [open('/walled'), { ...click('button'), timeout: 1_000 }];
    await expect(replaySteps(browser, steps)).rejects.toMatchObject({
      details: { reason: 'target_not_found' },
      message: expect.stringContaining('could not act on it within 1 s'),
    });
  });

  test('finds an element that is rendered again and again', async () => {
    expect(await textAfter(open('/rendered-again'), click('button'), readAnswer)).toBe('pressed');
  });

  test('scrolls what is rendered late into being', async () => {
    expect(await textAfter(open('/lazy'), click('#late'), readAnswer)).toBe('found');
  });

  test('takes the first alternative that leads anywhere, and reports it', async () => {
    const { targets } = await replaySteps(browser, [
      open('/rendered-again'),
      click('#gone', 'xpath///button', 'text/Go'),
    ]);
    expect(targets).toMatchObject([
      { path: '/steps/1/selectors', servedBy: 'alternative', healed: 'xpath///button', lost: [0] },
    ]);
  });
});

describe('other steps', () => {
  test('a login goes by variables', async () => {
    const { items } = await replaySteps(browser, [
      { type: 'navigate', url: `${site.url}/account/` },
      change('#username', 'reader'),
      change('aria/PIN', 'lighthouse'),
      click('aria/Sign in[role="button"]'),
      {
        type: 'customStep',
        name: 'extract',
        parameters: {
          items: 'tbody tr',
          fields: { title: { selectors: ['td:first-child'] } },
        },
      },
    ]);
    expect(items.map(({ title }) => title)).toEqual([
      'The Keeper of Small Boats',
      'Moss and Other Neighbours',
      'A Field Guide to Fog',
    ]);
  });

  test('a page behind a login is reported as such', async () => {
    const steps = [
      { type: 'navigate', url: `${site.url}/account/` },
      { ...click('aria/Renew'), timeout: 500 },
    ];
    await expect(replaySteps(browser, steps)).rejects.toMatchObject({
      details: { reason: 'login_required' },
    });
  });

  test('values get into every kind of field, keys included', async () => {
    const values = { text: 'Some text', date: '2026-05-04', range: '70', box: 'true', list: 'b' };
    const changes = Object.entries({ ...values, rich: 'Rich text' }).map(([id, value]) =>
      change(`#${id}`, value),
    );
    const fields = Object.fromEntries(
      [...Object.keys(values), 'rich', 'keys'].map((id) => [id, { selectors: [`#${id}`] }]),
    );
    const extract = { type: 'customStep', name: 'extract', parameters: { fields } };
    const { items } = await replaySteps(browser, [open('/form'), ...changes, extract]);
    expect(items[0]).toEqual({ ...values, list: 'B', rich: 'Rich text', keys: 'Some text' });
  });

  test('keys are pressed; one that no browser has is left out with a warning', async () => {
    const { items, warnings } = await replaySteps(browser, [
      open('/keys'),
      click('#field'),
      { type: 'keyDown', key: 'Enter' },
      { type: 'keyUp', key: 'Enter' },
      { type: 'keyDown', key: 'Eject' },
      readAnswer,
    ]);
    expect(items[0]).toEqual({ text: 'entered' });
    expect(warnings).toEqual(['Step 5 (keyDown) was left out: a browser has no such key.']);
  });

  test('a wait ends when as many elements are there as asked, and are as asked', async () => {
    const wait = {
      type: 'waitForElement',
      selectors: ['li:last-child'],
      attributes: { 'data-state': 'done' },
      visible: true,
    };
    const { items } = await replaySteps(browser, [open('/waits'), wait, read('li:nth-child(3)')]);
    expect(items[0]).toEqual({ text: 'Row 3' });
    const never = { ...wait, selectors: ['li'], operator: '>=', count: 4, timeout: 500 };
    await expect(replaySteps(browser, [open('/waits'), never])).rejects.toMatchObject({
      details: { reason: 'target_not_found' },
    });
  });

  test('the code of a recipe runs only where it is allowed, and its promises are waited for', async () => {
    const wait = { type: 'waitForExpression', expression: 'Promise.resolve(window.rows > 2)' };
    const steps = [open('/waits'), wait, read('li:nth-child(3)')];
    const { items } = await replaySteps(browser, steps, { allowExpressions: true });
    expect(items[0]).toEqual({ text: 'Row 3' });
    await expect(replaySteps(browser, steps)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: '/steps/1' }] },
    });
  });

  test('a loop goes on as long as its element is there', async () => {
    const steps = [click('.plus')];
    for (const [limit, expected] of [
      [{ while: '.plus' }, '3'],
      [{ times: 2 }, '2'],
    ] as const) {
      const parameters = { steps, ...limit };
      const repeat = { type: 'customStep', name: 'repeat', parameters };
      expect(await textAfter(open('/counter'), repeat, read('.name'))).toBe(expected);
    }
  });

  test('no page comes of a download, of no content and of an error', async () => {
    const outcome = async (url: string): Promise<unknown> =>
      replaySteps(browser, [{ type: 'navigate', url }]).catch((error: unknown) => error);
    const isNoPage = { details: { reason: 'unsupported_content' } };
    expect(await outcome(`${pages.origin}/file`)).toMatchObject(isNoPage);
    expect(await outcome(`${pages.origin}/no-content`)).toMatchObject(isNoPage);
    expect(await outcome('http://10.0.0.1/')).toMatchObject({ code: 'invalid_request' });
    const missing = [
      { type: 'navigate', url: `${site.url}/status/404` },
      { ...click('.x'), timeout: 500 },
    ];
    await expect(replaySteps(browser, missing)).rejects.toMatchObject({
      details: { reason: 'fetch_failed', pageStatus: 404 },
    });
  });
});

const fieldsOf = (...steps: readonly unknown[]) =>
  replaySteps(browser, [{ type: 'navigate', url: `${pages.origin}/fields` }, ...steps]);

const masksOf = (...steps: readonly unknown[]) => replaySteps(browser, [open('/masks'), ...steps]);

describe('a changed field', () => {
  test.each(['oak', 'oak '.repeat(100).trim()])(
    'tells the page before the next step',
    async (value) => {
      const steps = [
        { type: 'navigate', url: `${pages.origin}/filter` },
        change('#filter', value),
        readAnswer,
      ];
      const { items, warnings } = await replaySteps(browser, steps);
      expect([items[0]?.['text'], warnings]).toEqual([`filtered by ${value}`, []]);
    },
  );

  test('is reported to have kept another value', async () => {
    const { warnings } = await fieldsOf(change('#short', 'Hannover'));
    expect(warnings).toEqual([
      'Step 2 (change): the field did not keep the value and holds 4 characters that differ from the 8 given. Give it as the field takes it.',
    ]);
  });

  test('of a number tells the page, and is reported where the page holds it to its bounds', async () => {
    const { items, warnings } = await fieldsOf(change('#count', '25'), readAnswer);
    expect(items[0]?.['text']).toBe('counted 10');
    expect(warnings).toEqual([
      'Step 2 (change): the field did not keep the value and holds 2 characters that differ from the 2 given. Give it as the field takes it, e.g. 12.5.',
    ]);
    expect((await fieldsOf(change('#count', '7'), readAnswer)).warnings).toEqual([]);
  });

  test('of a number takes no other text, and says how it is written', async () => {
    await expect(fieldsOf(change('#count', '12,5'))).rejects.toMatchObject({
      message: expect.stringContaining('e.g. 12.5'),
      details: { reason: 'target_not_found' },
    });
  });

  test.each([
    ['#size', 'Large'],
    ['#gift', 'true'],
    ['#refused', 'true'],
  ])('is reported whose choice the page takes back: %s', async (selector, value) => {
    expect((await fieldsOf(change(selector, value))).warnings).toEqual([
      'Step 2 (change): the page took the choice back, or chose another.',
    ]);
  });

  test.each([
    ['#color', 'Blue'],
    ['#color', 'b'],
    ['#news', 'true'],
    ['#news', 'false'],
  ])('keeps its choice: %s %s', async (selector, value) => {
    expect((await fieldsOf(change(selector, value))).warnings).toEqual([]);
  });

  test.each([
    ['#short', 'Ulm'],
    ['#phone', '1234567'],
    ['#city', 'Ham'],
    ['#date', '2026-03-05'],
    ['#date', '5 March 2026'],
    ['#date', 'Mar. 5, 2026'],
  ])('keeps what its mask or its suggestions only add to: %s %s', async (selector, value) => {
    expect((await fieldsOf(change(selector, value))).warnings).toEqual([]);
  });

  test.each([
    ['#plain', '-12.50'],
    ['#plain', ''],
    ['#digits', '555-123 (4567)'],
    ['#digits', '1,234'],
    ['#digits', '007'],
    ['#cents', '12.50'],
    ['#words', 'lamp (blue)'],
    ['#money', '1234.5'],
    ['#money', '1,234'],
    ['#money', '0.125'],
    ['#country', '5551234567'],
    ['#one', '5'],
    ['#rich', 'two words'],
  ])('keeps what its mask writes in another way: %s %s', async (selector, value) => {
    expect((await masksOf(change(selector, value))).warnings).toEqual([]);
  });

  test.each([
    ['#digits', '12.50'],
    ['#digits', '-5'],
    ['#digits', '0.125'],
    ['#digits', '+5'],
    ['#cents', '10'],
    ['#words', 'C++'],
    ['#words', 'lamp -blue'],
    ['#one', ''],
    ['#late', '5'],
    ['#emptied', 'lamp'],
  ])(
    'is reported where a sign or a digit makes it another value: %s %s',
    async (selector, value) => {
      expect((await masksOf(change(selector, value))).warnings).toEqual([
        expect.stringContaining('the field did not keep the value'),
      ]);
    },
  );

  test('takes the place of what the page puts into it when it is empty', async () => {
    const { items } = await masksOf(change('#one', '5'), read('#one'));
    expect(items[0]?.['text']).toBe('5');
  });

  test.each([
    ['', '1', 'month 1'],
    ['', 'three', 'month 2'],
    ['?late', '1', 'month 1'],
    ['?late', 'three', 'month 2'],
  ])('of a list%s chooses by value, else by label: %s', async (query, value, chosen) => {
    const steps = [open(`/months${query}`), change('select', value), readAnswer];
    expect((await replaySteps(browser, steps)).items[0]?.['text']).toBe(chosen);
  });
});

test('a text selector reads no scripts, styles or templates', async () => {
  const { items } = await replaySteps(browser, [
    { type: 'navigate', url: `${pages.origin}/silent` },
    { type: 'click', selectors: ['text/London'] },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { fields: { text: { selectors: '#said' } } },
    },
  ]);
  expect(items[0]?.['text']).toBe('chosen');
});
