import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

const list = `<ul class="list">${['Ash', 'Birch', 'Cedar']
  .map((name) => `<li class="item"><a class="name" href="/tree/${name}">${name}</a></li>`)
  .join('')}</ul>`;

/** Pages whose list goes on, and what is shown of the way. */
const goingOn: Readonly<Record<string, readonly [body: string, way: string]>> = {
  'a declared link': [
    `${list}<a rel="next" href="?page=2">Next</a>`,
    'a link to a next page ("Next")',
  ],
  'a declared link named otherwise': [
    `<table><tbody>${list}</tbody></table><p><a rel="next" class="morelink" href="?p=2">More</a></p>`,
    'a link to a next page ("More")',
  ],
  'a link in a pager': [
    `${list}<nav class="pagination"><a href="?page=1">1</a><a href="?page=2">›</a></nav>`,
    'a link to a next page ("›")',
  ],
  'a link named for screen readers': [
    `${list}<div><a href="?page=2" aria-label="Next page">→</a></div>`,
    'a link to a next page ("→")',
  ],
  'a link in German': [
    `${list}<p><a href="?seite=2">Weiter ›</a></p>`,
    'a link to a next page ("Weiter ›")',
  ],
  'a link in Spanish': [
    `${list}<p><a href="?p=2">Siguiente</a></p>`,
    'a link to a next page ("Siguiente")',
  ],
  'a button': [
    `${list}<button type="button">Next page</button>`,
    'a link to a next page ("Next page")',
  ],
  'a pager above the list': [
    `<div class="bar"><a href="?page=2">Next</a></div><h2>All trees</h2>${list}`,
    'a link to a next page ("Next")',
  ],
  'a pager behind a sidebar': [
    `<main>${list}</main><aside><h3>Newsletter</h3><p>Once a month.</p></aside><nav class="pager"><a href="?page=2">Next</a></nav>`,
    'a link to a next page ("Next")',
  ],
  'a pager with a heading of its own': [
    `${list}<nav><h2>Posts navigation</h2><a href="?page=2">Older posts</a></nav>`,
    'a link to a next page ("Older posts")',
  ],
  'a button for more': [
    `${list}<button type="button">Show more</button>`,
    'a button for more ("Show more")',
  ],
  'a button for more in Japanese': [
    `${list}<div><button type="button">もっと見る</button></div>`,
    'a button for more ("もっと見る")',
  ],
  'page numbers': [
    `${list}<ul class="pages"><li><span>1</span></li><li><a href="?p=2">2</a></li><li><a href="?p=3">3</a></li></ul>`,
    'a link to a next page ("2")',
  ],
  'page numbers with a marked one': [
    `${list}<nav><a href="?p=1">1</a><a href="?p=2" aria-current="page">2</a><a href="?p=3">3</a></nav>`,
    'a link to a next page ("3")',
  ],
};

/** Pages that show something like it, and nothing of the list. */
const ending: Readonly<Record<string, string>> = {
  'no more than the list': list,
  'a disabled button': `${list}<button disabled>Next</button>`,
  'a disabled entry of a pager': `${list}<ul class="pagination"><li class="disabled"><a href="?p=2">Next</a></li></ul>`,
  'a hidden link': `${list}<p hidden><a rel="next" href="?page=2">Next</a></p>`,
  'a declaration for machines': `<link rel="next" href="?page=2">${list}`,
  'a link to its own page': `${list}<a class="next" href="">Next</a>`,
  'the last number': `${list}<nav><a href="?p=1">1</a><a href="?p=2">2</a><strong>3</strong></nav>`,
  'the next article': `<article><h1>On hedges</h1>${list}</article><nav><a rel="next" href="/on-moss">Next article: On moss</a></nav>`,
  'the next article by its title': `${list}<nav class="post-navigation"><a rel="next" href="/on-moss">On moss and stone</a></nav>`,
  'a carousel beside the list': `${list}<div class="carousel"><p>Soft ground</p><button>Next</button></div>`,
  'a list that is a carousel': `<div class="swiper"><div class="swiper-wrapper">${list}</div><button>Next</button></div>`,
  'a carousel by its role': `<section aria-roledescription="carousel"><div>${list}</div><button>Next</button></section>`,
  'testimonials without a telling class': `<section>${list}</section><section><h2>What people say</h2><p>Good shade.</p><button>Next</button></section>`,
  'voices behind a heading': `${list}<h2>Voices</h2><p>Good shade.</p><button>Next</button>`,
  'a quotation that changes': `${list}<div><blockquote>Good shade.</blockquote><button>Next</button></div>`,
  'a calendar': `${list}<div><table><tr><th>Mo<th>Tu<tr><td>1<td><a href="?day=2">2</a></table><button>Next</button></div>`,
  'the next month': `${list}<div class="calendar"><button>Next</button></div>`,
  'a form in steps': `${list}<form><label>Name <input></label><button>Next</button></form>`,
  'a dialog': `${list}<div role="dialog"><p>A tour</p><button>Next</button></div>`,
  'a button inside the items': list.replaceAll('</a>', '</a><button>Show more</button>'),
  'a link inside the items': list.replaceAll('</a>', '</a> <a href="?photo=2">Next</a>'),
  'filters above the list': `<aside><button>Show more</button></aside>${list}`,
  'filters behind the list': `${list}<div><button>Show more filters</button></div>`,
  'a text that opens': `${list}<div><button aria-expanded="false">Show more</button></div>`,
  'a link to another part': `${list}<p><a href="/shrubs">See all shrubs</a></p>`,
  'a footer': `${list}<footer><p>${'We have grown trees for a hundred years. '.repeat(8)}</p><a href="/imprint">Weiter</a></footer>`,
  years: `${list}<p>Catalogues: <a href="/2024">2024</a> <a href="/2025">2025</a></p>`,
};

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname }) => {
    const name = decodeURIComponent(pathname.slice(1));
    const body = goingOn[name]?.[0] ?? ending[name] ?? list;
    return `<!doctype html><html lang="en"><title>Trees</title><body>${body}</body></html>`;
  });
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

const extract = {
  type: 'customStep',
  name: 'extract',
  parameters: { items: '.item', fields: { name: { selectors: '.name' } } },
};

function open(name: string): unknown {
  return { type: 'navigate', url: `${pages.origin}/${encodeURIComponent(name)}` };
}

describe('a list that goes on where the recipe does not follow is reported', () => {
  test.concurrent.each(Object.entries(goingOn))('%s', async (name, [, way]) => {
    const { items, warnings } = await replaySteps(browser, [open(name), extract]);
    expect(items).toHaveLength(3);
    expect(warnings).toEqual([
      expect.stringContaining(
        `Step 2 (extract): the page shows ${way}, which the recipe does not follow: 3 items of page 1 only. Add a paginate step behind it`,
      ),
    ]);
  });

  test('with a step that follows it', async () => {
    const { warnings } = await replaySteps(browser, [open('a declared link'), extract]);
    const [, step = ''] = /e\.g\. (\{.+\})\.$/.exec(warnings[0] ?? '') ?? [];
    const { end } = await replaySteps(browser, [
      open('a declared link'),
      extract,
      JSON.parse(step),
    ]);
    // The served page is the same each time.
    expect(end).toBe('same_page');
  });
});

describe('nothing is reported of a page with', () => {
  test.concurrent.each(Object.keys(ending))('%s', async (name) => {
    const { items, warnings } = await replaySteps(browser, [open(name), extract]);
    expect({ count: items.length, warnings }).toEqual({ count: 3, warnings: [] });
  });

  test('a way that the recipe takes by itself', async () => {
    const click = { type: 'click', selectors: 'a[rel=next]' };
    const repeat = {
      type: 'customStep',
      name: 'repeat',
      parameters: { times: 2, steps: [extract, click] },
    };
    const { warnings } = await replaySteps(browser, [open('a declared link'), repeat]);
    expect(warnings).toEqual([]);
  });
});
