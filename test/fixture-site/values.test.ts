import { load, type Cheerio, type CheerioAPI } from 'cheerio';
import type { AnyNode } from 'domhandler';
import { describe, expect, test } from 'vitest';
import { request } from 'undici';
import article from '../../fixtures/expected/article.json' with { type: 'json' };
import forum from '../../fixtures/expected/forum.json' with { type: 'json' };
import hidden from '../../fixtures/expected/hidden.json' with { type: 'json' };
import malformed from '../../fixtures/expected/malformed.json' with { type: 'json' };
import records from '../../fixtures/expected/records.json' with { type: 'json' };
import tables from '../../fixtures/expected/tables.json' with { type: 'json' };
import { useFixtureSite } from '../support/use-fixture-site.ts';

// The expected values are read back from the pages by selectors made for each page, so that neither can change alone.
const { site, get, dispatcher } = useFixtureSite();

async function read(path: string): Promise<CheerioAPI> {
  return load((await get(path)).text);
}

function textOf(element: Cheerio<AnyNode>): string {
  return element.text().replace(/\s+/g, ' ').trim();
}

function numberOf(text: string): number {
  return Number(/-?[\d,]+(\.\d+)?/.exec(text)?.[0].replaceAll(',', ''));
}

test('the article holds its values, and its neighbours stand outside of it', async () => {
  const $ = await read(article.path);
  const { headline, author, published, modified, photographer, tags, firstWords, lastWords } =
    article.article;
  expect(textOf($('h1'))).toBe(headline);
  expect(textOf($('[rel=author]'))).toBe(author);
  expect(
    $('.byline time')
      .toArray()
      .map((time) => $(time).attr('datetime')),
  ).toEqual([published, modified]);
  expect(textOf($('figcaption'))).toContain(photographer);
  expect(
    $('[rel=tag]')
      .toArray()
      .map((tag) => $(tag).text()),
  ).toEqual(tags);
  const paragraphs = $('article > p')
    .toArray()
    .map((paragraph) => textOf($(paragraph)));
  expect(paragraphs[0]?.startsWith(firstWords)).toBe(true);
  expect(paragraphs.at(-1)?.endsWith(lastWords)).toBe(true);
  for (const noise of article.article.notInBody) {
    expect(paragraphs.join(' ')).not.toContain(noise);
    expect(textOf($('body'))).toContain(noise);
  }
});

test('the forum thread holds its posts in order, without the sponsored one', async () => {
  const $ = await read(forum.path);
  expect(textOf($('h1'))).toBe(forum.title);
  expect(textOf($('.thread-meta'))).toContain('1,204 views');
  const posts = $('.post:not(.promoted)')
    .toArray()
    .map((post) => {
      const cited = textOf($(post).find('cite')).replace(' wrote:', '');
      return {
        id: $(post).attr('id'),
        author: textOf($(post).find('.author > :first-child')),
        date: textOf($(post).find('.date')),
        votes: numberOf(textOf($(post).find('.votes')).replace('+', '')),
        quotes: cited === '' ? null : cited,
        text: $(post)
          .find('.text p')
          .toArray()
          .map((line) => textOf($(line)))
          .join(' '),
      };
    });
  expect(posts).toEqual(forum.posts);
});

describe('tables', () => {
  test.for(tables)(
    '$id is the grid that its spans describe',
    async ({ path, id, columns, rows }) => {
      const $ = await read(path);
      const head = toGrid($, `#${id} thead tr`);
      const body = toGrid($, `#${id} tbody tr`);
      // Two rows of headings name a column together: "Low season" over "Single".
      const named = (head[0] ?? []).map((_, at) =>
        [...new Set(head.map((row) => row[at]))].join(' '),
      );
      // Without a head, the first row names the columns.
      expect(head.length > 0 ? [named, ...body] : body).toEqual([columns, ...rows]);
    },
  );
});

describe('nested records', () => {
  test('each order has its line items, and the sums add up', async () => {
    const $ = await read(records.orders.path);
    const found = $('.order')
      .toArray()
      .map((order) => {
        const facts = $(order)
          .find('dd')
          .toArray()
          .map((value) => textOf($(value)));
        const foot = $(order)
          .find('tfoot td:last-child')
          .toArray()
          .map((cell) => numberOf(textOf($(cell))));
        return {
          number: numberOf(textOf($(order).find('h2'))),
          customer: facts[0],
          placed: $(order).find('time').attr('datetime'),
          status: facts[2],
          total: foot[1],
          delivery: foot[0],
          items: $(order)
            .find('tbody tr')
            .toArray()
            .map((row) => {
              const [name = '', number = '', quantity = '', each = '', sum = ''] = $(row)
                .children()
                .toArray()
                .map((cell) => textOf($(cell)));
              return {
                name,
                number: number === '' ? null : number,
                quantity: numberOf(quantity),
                each: numberOf(each),
                sum: numberOf(sum),
              };
            }),
        };
      });
    expect(found).toEqual(records.orders.records);
    for (const { items, delivery, total } of records.orders.records) {
      expect(items.reduce((sum, item) => sum + item.sum, delivery)).toBeCloseTo(total, 6);
    }
  });

  test('each department has its people, and they their languages', async () => {
    const $ = await read(records.departments.path);
    const found = $('h2')
      .toArray()
      .map((heading) => ({
        name: textOf($(heading)),
        where: textOf($(heading).next()),
        people: $(heading)
          .nextUntil('h2')
          .filter('ul')
          .children('li')
          .toArray()
          .map((person) => ({
            name: textOf($(person).children('strong')),
            job: textOf($(person).clone().children('ul').remove().end()).split(', ')[1],
            email: $(person).children('a').attr('href')?.replace('mailto:', '') ?? null,
            languages: $(person)
              .find('li')
              .toArray()
              .map((language) => textOf($(language))),
          })),
      }));
    expect(found).toEqual(records.departments.records);
  });
});

test('the malformed page still holds its values once parsed', async () => {
  const { tagSoup, brokenJsonLd } = malformed;
  const text = textOf((await read(tagSoup.path))('body'));
  for (const { name, price } of [...tagSoup.offers, tagSoup.bell]) {
    expect(text).toContain(name);
    expect(text).toContain(`£${price.toFixed(2)}`);
  }
  for (const value of [
    tagSoup.organiser,
    ...tagSoup.phones,
    ...tagSoup.rope.map(({ size }) => size),
  ]) {
    expect(text).toContain(value);
  }

  const $ = await read(brokenJsonLd.path);
  const scripts = $('script[type="application/ld+json"]')
    .toArray()
    .map((script) => $(script).text());
  expect(scripts).toHaveLength(5);
  for (const script of scripts) expect(() => void JSON.parse(script)).toThrow(SyntaxError);
  expect(textOf($('h1'))).toBe(brokenJsonLd.product.name);
});

test('the page with hidden instructions holds both the true values and every lie', async () => {
  const $ = await read(hidden.path);
  const { name, brand, sku, price, rating, height } = hidden.product;
  for (const value of [name, brand, sku, `£${price.toFixed(2)}`, String(rating), height]) {
    expect(textOf($('main'))).toContain(value);
  }
  for (const { text } of hidden.lies) expect($.html()).toContain(text);
});

describe('what scripts fetch', () => {
  test('the pages that need JavaScript say nothing without it', async () => {
    for (const path of ['/app/', '/feed/', '/feed/load-more.html']) {
      const $ = await read(path);
      expect($('#root, #posts').children()).toHaveLength(0);
      expect($('noscript').text()).toContain('JavaScript');
    }
  });

  test('the parts of the endless list overlap by one post and end', async () => {
    interface Part {
      readonly items: readonly { readonly id: number }[];
      readonly next: string | null;
    }
    const parts: Part[] = [];
    let next: string | null = '/api/posts';
    while (next !== null && parts.length < 10) {
      const { body } = await request(new URL(next, site().url), { dispatcher });
      const part = (await body.json()) as Part;
      parts.push(part);
      next = part.next;
    }
    const ids = parts.flatMap(({ items }) => items.map(({ id }) => id));
    expect(parts.map(({ items }) => items.length)).toEqual([10, 11, 11, 11, 6]);
    expect(new Set(ids).size).toBe(45);
  });
});

/** Spans filled with the value of their cell; sections end row spans, so `rows` may be of several bodies. */
function toGrid($: CheerioAPI, selector: string): string[][] {
  const grid: string[][] = [];
  for (const [y, row] of $(selector).toArray().entries()) {
    let x = 0;
    for (const cell of $(row).children().toArray()) {
      while (grid[y]?.[x] !== undefined) x += 1;
      for (let down = 0; down < Number($(cell).attr('rowspan') ?? 1); down += 1) {
        const line = (grid[y + down] ??= []);
        for (let right = 0; right < Number($(cell).attr('colspan') ?? 1); right += 1) {
          line[x + right] = textOf($(cell));
        }
      }
    }
  }
  return grid;
}
