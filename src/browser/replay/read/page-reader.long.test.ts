import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Replay } from '../../../../test/support/replay.ts';
import { type ServedLists, serveLists, toList } from '../../../../test/support/serve-lists.ts';

let lists: ServedLists;

beforeAll(async () => {
  lists = await serveLists();
});

afterAll(() => lists.close());

const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const tall = '<style>li{display:block;height:500px}</style>';
const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
const toPictures = (picture: (number: number) => string): string =>
  tall + toList(numbers.map((number) => `<b class="name">Lamp ${number}</b>${picture(number)}`));
const pathsOf = ({ items }: Replay): readonly (string | undefined)[] =>
  items.map(({ picture }) => picture?.replace(lists.origin, ''));
const expected = numbers.map((number) => `/${number}.jpg`);
/** Fills each element of a kind when it comes into view. */
const onView = (selector: string, fill: string): string =>
  `<script>const eye = new IntersectionObserver((seen) => seen.forEach(({ isIntersecting, target }) => { if (isIntersecting) { eye.unobserve(target); ${fill} } }));
  document.querySelectorAll('${selector}').forEach((each) => eye.observe(each));</script>`;

const toBody = (from: number): string =>
  `${tall}<div style="height:300px;overflow:auto">${toList([1, 2, 3].map((number) => `<b class="name">Lamp ${from + number}</b><p class="note" aria-busy="true" data-id="${from + number}"></p>`))}</div>${onView('.note', 'target.textContent = `Note ${target.dataset.id}`; target.removeAttribute("aria-busy");')}`;

test.each([
  ['$12<sup>99</sup>', '$12.99'],
  ['1.299<small>50</small> €', '1.299,50 €'],
  ['<b>$</b><b>12</b><b style="font-size:.6em">99</b>', '$12.99'],
  ['12<b style="vertical-align:super">99</b>', '12.99'],
  ['$12.<sup>99</sup>', '$12.99'],
  ['$10.50<sup>2</sup>', '$10.50 2'],
  ['10<sup>6</sup>', '10 6'],
  ['12 m<sup>2</sup>', '12 m2'],
  ['<b>1</b><b>2</b><b>34</b>', '1234'],
])('digits that stand smaller are no part of the number before them: %s', async (price, said) => {
  const fields = { price: { selectors: '.price', type: 'number' } };
  const body = toList([`<p class="price">${price}</p>`]);
  const { items } = await lists.read({ bodies: [body], fields });
  expect(items.map((item) => item['price'])).toEqual([said]);
});

describe('what loads when it comes into view', () => {
  const fields = {
    name: { selectors: '.name' },
    picture: { selectors: 'img', attribute: 'src', type: 'url' },
  };
  test.each([
    ['data-src', (n: number) => `<img src="${blank}" data-src="/${n}.jpg">`],
    ['a blank file', (n: number) => `<img src="/assets/blank.gif" data-original="/${n}.jpg">`],
    ['srcset', (n: number) => `<img src="${blank}" data-srcset="/s${n}.jpg 1x, /${n}.jpg 2x">`],
    [
      'a picture',
      (n: number) => `<picture><source data-srcset="/${n}.jpg"><img class="lazy"></picture>`,
    ],
    [
      'noscript',
      (n: number) => `<img class="lazy" src="${blank}"><noscript><img src="/${n}.jpg"></noscript>`,
    ],
    ['the browser', (n: number) => `<img loading="lazy" src="/${n}.jpg">`],
    [
      'a choice of the browser',
      (n: number) => `<img loading="lazy" src="/small.jpg" srcset="/${n}.jpg 1x">`,
    ],
  ] as const)('names its picture: %s', async (_how, picture) => {
    const replay = await lists.read({ bodies: [toPictures(picture)], fields });
    expect(pathsOf(replay)).toEqual(expected);
    expect(replay.warnings).toEqual([]);
  });

  test('has the picture that a script puts there in view', async () => {
    const body = toPictures((n) => `<img src="${blank}" data-id="${n}">`);
    const fill = 'target.src = `/${target.dataset.id}.jpg`;';
    const replay = await lists.read({ bodies: [body + onView('img', fill)], fields });
    expect(pathsOf(replay)).toEqual(expected);
  });

  test('keeps an icon that is written into the page', async () => {
    const body = `${toPictures(() => `<img src="${blank}">`)}<script>addEventListener('scroll', () => { document.querySelector('.name').textContent = 'scrolled'; })</script>`;
    const { items } = await lists.read({
      bodies: [body],
      fields: { ...fields, picture: { selectors: 'img', attribute: 'src' } },
    });
    expect(items[0]).toEqual({ name: 'Lamp 1', picture: blank });
  });

  test('is filled before it is read, and the page is back where it was', async () => {
    const blocks = toList(numbers.map((number) => `<div data-id="${number}" class="block"></div>`));
    const fill =
      'setTimeout(() => { target.innerHTML = `<b class="name">Lamp ${target.dataset.id}</b>`; }, 60);';
    const where =
      '<p id="where"></p><script>addEventListener("scroll", () => { where.textContent = scrollY; })</script>';
    const { items, warnings } = await lists.read({
      bodies: [tall + where + blocks + onView('.block', fill)],
      fields: { name: { selectors: '.name' }, y: { selectors: '#where' } },
    });
    expect(items.map(({ name }) => name)).toEqual(numbers.map((number) => `Lamp ${number}`));
    expect(items[0]?.['y']).toBe('0');
    expect(warnings).toHaveLength(1);
  });

  test('is filled on further pages, and in a box that scrolls', async () => {
    const { items } = await lists.read({
      bodies: [toBody(0), toBody(3)],
      fields: { name: { selectors: '.name' }, note: { selectors: '.note' } },
    });
    expect(items.map(({ note }) => note)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Note ${n}`));
  });

  test('brings a list whose place is empty until it comes into view', async () => {
    const body = `${tall}<div style="height:3000px">Words</div><section id="list" style="height:400px"></section>${onView('#list', `target.innerHTML = '${toList(['<b class=name>Lamp</b>'])}';`)}`;
    const { items } = await lists.read({
      bodies: [body],
      fields: { name: { selectors: '.name' } },
    });
    expect(items).toEqual([{ name: 'Lamp' }]);
  });

  test('is reported where it never comes, and the step ends in its time', async () => {
    const body =
      tall +
      toList(
        numbers.map((n) => `<b class="name">Lamp ${n}</b><p class="note" aria-busy="true"></p>`),
      );
    const { items, warnings } = await lists.read({
      bodies: [body],
      fields: { name: { selectors: '.name' }, note: { selectors: '.note' } },
      timeoutMs: 2_000,
    });
    expect(items).toHaveLength(30);
    expect(warnings.join(' ')).toContain('did not scroll through all of its page');
    expect(warnings.join(' ')).toContain('30 parts of the page stayed without content');
  });

  test('is no reason to scroll a page that has nothing of the kind', async () => {
    const body = `${toPictures((n) => `<img src="/${n}.jpg">`)}<script>addEventListener('scroll', () => { document.querySelector('.name').textContent = 'scrolled'; })</script>`;
    const { items } = await lists.read({ bodies: [body], fields });
    expect(items[0]?.['name']).toBe('Lamp 1');
  });
});
