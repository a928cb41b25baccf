import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../src/runtime/contracts/browser.ts';
import { loopbackBrowser, replaySteps } from './support/replay.ts';
import { type ServedApplication, serveApplication } from './support/serve-application.ts';
import { type PageAnswer, type ServedPages, servePages } from './support/serve-pages.ts';

let tidings: ServedApplication;
let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  tidings = await serveApplication('tidings');
  pages = await servePages(({ pathname }): PageAnswer => routes[pathname]);
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
  await tidings.close();
});

const page = (body: string, style = ''): string =>
  `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><main><button onclick="document.querySelector('#said').textContent += ' done'">Go</button><p id="said"></p></main>${body}`;
const over = 'position: fixed; inset: 0; background: white';
const say = (what: string): string => `document.querySelector('#said').textContent += ' ${what}'`;
const leave = "this.closest('.box').remove()";
const answer = (name: string): string =>
  `<button onclick="${say(name.toLowerCase())}; ${leave}">${name}</button>`;
const box = (said: string, ...inside: readonly string[]): string =>
  `<div class="box" style="${over}"><p>${said}</p>${inside.join(' ')}</div>`;
const rows = Array.from({ length: 30 }, (_, index) => `<li class="row">Row ${index + 1}</li>`);

const routes: Readonly<Record<string, PageAnswer>> = {
  '/both': page(box('We use cookies.', answer('Accept'), answer('Refuse'))),
  '/layers': page(
    box(
      'We use cookies.',
      `<button onclick="${say('first')}; this.closest('.box').innerHTML = document.querySelector('#second').innerHTML">Reject all</button>`,
    ) +
      `<template id="second"><p>Cookies of our partners too?</p>${answer('Decline').replaceAll('"', '&quot;').replaceAll('&quot;', '"')}</template>`,
  ),
  '/pay': page(box('Read on with cookies, or subscribe.', answer('Accept'), answer('Subscribe'))),
  '/log-in': page(box('Welcome back', '<input type="password">', answer('Log in'), answer('×'))),
  '/age': page(box('Are you over 18 years old?', answer('Yes'), answer('Close'))),
  '/letter': page(
    box('Our letter', '<input type="email">', answer('Sign me'), answer('No, thanks')),
  ),
  '/deaf': page(box('We use cookies.', '<button>Accept</button>')),
  '/small': page(
    `<div class="box" style="position: fixed; bottom: 0"><p>We use cookies.</p>${answer('Accept')}</div>`,
  ),
  '/locked': page(
    `<div class="box" style="position: fixed; top: 0"><p>We use cookies.</p><button onclick="document.body.style.position = ''; ${leave}">OK</button></div>
    <ul>${rows.slice(0, 10).join('')}</ul><div style="height: 2000px"></div><div id="end">End</div>
    <script>
      document.body.style.position = 'fixed';
      let loaded = 1;
      addEventListener('scroll', () => {
        if (scrollY + innerHeight < document.documentElement.scrollHeight - 50 || loaded >= 3) return;
        const all = ${JSON.stringify(rows)};
        document.querySelector('ul').insertAdjacentHTML('beforeend', all.slice(loaded * 10, loaded * 10 + 10).join(''));
        loaded += 1;
      });
    </script>`,
  ),
  '/waits': page(
    `<div class="box"><p>We use cookies.</p><button onclick="document.body.insertAdjacentHTML('beforeend', '<p id=late>Late</p>'); ${leave}">Reject all</button></div>`,
  ),
};

const open = (path: string): object => ({ type: 'navigate', url: pages.origin + path });
const go = { type: 'click', selectors: ['aria/Go'] };
const said = {
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { said: { selectors: '#said' } } },
};

async function replayGo(path: string, timeoutMs?: number): Promise<readonly unknown[]> {
  const step = timeoutMs === undefined ? go : { ...go, timeout: timeoutMs };
  const { items, warnings } = await replaySteps(browser, [open(path), step, said]);
  return [items[0]?.['said'], warnings];
}

describe('a consent notice that is in the way is closed, and told', () => {
  test('in a frame over a page that shows nothing before the answer: refusing', async () => {
    const { items, warnings } = await replaySteps(browser, [
      { type: 'navigate', url: `${tidings.origin}/` },
      {
        type: 'customStep',
        name: 'extract',
        parameters: { items: '.story', fields: { title: { selectors: 'h2' } } },
      },
      {
        type: 'customStep',
        name: 'extract',
        parameters: { fields: { title: { selectors: '.choice' } } },
      },
    ]);
    expect(items).toHaveLength(7);
    expect(items.at(-1)).toEqual({ title: 'rejected' });
    expect(warnings).toEqual([
      'A consent notice was closed by its button "Continue without accepting".',
    ]);
  });

  test('on the page, before a click: refusing, whatever stands first', async () => {
    const { items, warnings } = await replaySteps(browser, [
      { type: 'navigate', url: `${tidings.origin}/market` },
      { type: 'click', selectors: ['.hours'], nth: 2 },
      {
        type: 'customStep',
        name: 'extract',
        parameters: { fields: { hours: { selectors: '.open' }, choice: { selectors: '.choice' } } },
      },
    ]);
    expect(items).toEqual([{ hours: 'Open from 7 to 13', choice: 'rejected' }]);
    expect(warnings).toEqual(['A consent notice was closed by its button "Only necessary".']);
    expect(await replayGo('/both')).toEqual([
      'refuse done',
      ['A consent notice was closed by its button "Refuse".'],
    ]);
  });

  test('one after the other', async () => {
    expect(await replayGo('/layers')).toEqual([
      'first decline done',
      [
        'A consent notice was closed by its button "Reject all".',
        'A consent notice was closed by its button "Decline".',
      ],
    ]);
  });

  test('where it locks the page that is to be scrolled', async () => {
    const { items, warnings } = await replaySteps(browser, [
      open('/locked'),
      {
        type: 'customStep',
        name: 'extract',
        parameters: { items: '.row', fields: { name: { selectors: ':scope' } } },
      },
      { type: 'customStep', name: 'paginate', parameters: { scroll: true } },
    ]);
    expect(items).toHaveLength(30);
    expect(warnings).toContain('A consent notice was closed by its button "OK".');
  });

  test('where an element is waited for that comes after the answer', async () => {
    const { warnings } = await replaySteps(browser, [
      open('/waits'),
      { type: 'waitForElement', selectors: ['#late'] },
    ]);
    expect(warnings).toEqual(['A consent notice was closed by its button "Reject all".']);
  });
});

describe('what is not in the way, or no consent, is left alone', () => {
  test('a notice beside the element stays', async () => {
    expect(await replayGo('/small')).toEqual(['done', []]);
  });

  test('a letter is declined as people do, and told', async () => {
    expect(await replayGo('/letter')).toEqual([
      'no, thanks done',
      ['A notice over the page was closed by its button "No, thanks".'],
    ]);
  });

  test.each([
    ['/pay', 'page_blocked', 'asks to pay'],
    ['/log-in', 'login_required', 'asks to log in'],
    ['/age', 'page_blocked', 'asks for the age'],
  ])('a dialog that asks for more is told as a wall: %s', async (path, reason, why) => {
    await expect(replayGo(path, 2_000)).rejects.toMatchObject({
      details: { reason },
      message: expect.stringContaining(why),
    });
  });

  test('a notice that does not go is told as what covers the element', async () => {
    await expect(replayGo('/deaf', 8_000)).rejects.toMatchObject({
      details: { reason: 'target_not_found' },
      message: expect.stringContaining('<div> "We use cookies. Accept", which could not be closed'),
    });
  });
});
