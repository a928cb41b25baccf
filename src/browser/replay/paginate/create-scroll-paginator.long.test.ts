import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import {
  type PageAnswer,
  type ServedPages,
  servePages,
} from '../../../../test/support/serve-pages.ts';

const perPage = 4;

function document(items: number, first: number, body: string, script = ''): PageAnswer {
  const shown = Array.from({ length: items }, (_, index) => toItem(first + index)).join('');
  return `<!doctype html><html lang="en"><title>Finds</title><style>.item { height: 300px }</style><main><ul id="list">${shown}</ul>${body}</main><script>
    const list = document.querySelector('#list');
    let shown = ${first + items - 1};
    const append = (count) => {
      for (let i = 0; i < count; i += 1) {
        shown += 1;
        list.insertAdjacentHTML('beforeend', '<li class="item"><a class="name" href="/find/' + shown + '">Find ' + shown + '</a></li>');
      }
    };
    const atEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 10;
    ${script}
  </script></html>`;
}

function toItem(number: number): string {
  return `<li class="item"><a class="name" href="/find/${number}">Find ${number}</a></li>`;
}

const moreButton = '<button id="more" type="button" hidden>Show more</button>';
/** Two loads by scrolling, then a button, as often as there is more. */
const thenAsks = `
  const button = document.querySelector('#more');
  let loads = 0, busy = false;
  addEventListener('scroll', () => {
    if (busy || loads >= 1 || !atEnd()) return;
    busy = true;
    setTimeout(() => { append(4); loads += 1; busy = false; button.hidden = shown >= 24; }, 60);
  });
  button.onclick = () => { button.hidden = true; append(4); loads = 0; };`;

const sites: Readonly<Record<string, (page: number) => PageAnswer>> = {
  '/asks': () => document(perPage, 1, moreButton, thenAsks),
  // Four at once, a button for four more, and the rest by scrolling.
  '/loosens': () =>
    document(
      perPage,
      1,
      '<button id="more" type="button">Load more</button>',
      `const button = document.querySelector('#more');
       button.onclick = () => {
         button.remove(); append(4);
         let busy = false;
         addEventListener('scroll', () => {
           if (busy || shown >= 16 || !atEnd()) return;
           busy = true;
           setTimeout(() => { append(4); busy = false; }, 60);
         });
       };`,
    ),
  // Each page grows once, and then shows the link to the next one.
  '/pages': (page) =>
    document(
      perPage,
      (page - 1) * 8 + 1,
      `<nav class="pager" hidden><a href="?page=${page + 1}">Next</a></nav>`,
      `let isDone = false;
       addEventListener('scroll', () => {
         if (isDone || !atEnd()) return;
         isDone = true;
         setTimeout(() => { append(4); document.querySelector('nav').hidden = ${page >= 3}; }, 60);
       });`,
    ),
  '/form': () => document(perPage, 1, '<form action="/bought"><button>Show more</button></form>'),
  '/elsewhere': () =>
    document(perPage, 1, '<a rel="next" href="https://other.example/pages?page=2">Next</a>'),
  '/inside': () =>
    document(
      0,
      1,
      `<ul>${toItem(1).replace('</li>', '<button>Show more</button></li>')}${toItem(2)}</ul>`,
    ),
  '/dead': () => document(perPage, 1, '<button type="button">Load more</button>'),
};

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(
    ({ pathname, searchParams }) =>
      sites[pathname]?.(Number(searchParams.get('page') ?? 1)) ?? { status: 404 },
  );
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

function run(
  path: string,
  parameters: unknown,
  changes: Parameters<typeof replaySteps>[2] = {},
): Promise<Replay> {
  const fields = { name: { selectors: '.name' } };
  return replaySteps(
    browser,
    [
      { type: 'navigate', url: pages.origin + path },
      { type: 'customStep', name: 'extract', parameters: { items: '.item', fields } },
      { type: 'customStep', name: 'paginate', parameters },
    ],
    changes,
  );
}

function namesTo(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `Find ${index + 1}`);
}

function namesOf({ items }: Replay): readonly (string | undefined)[] {
  return items.map((item) => item['name']);
}

describe('a list that is scrolled', () => {
  test('goes on behind a button for more', async () => {
    const replay = await run('/asks', { scroll: true });
    expect(namesOf(replay)).toEqual(namesTo(24));
    expect([replay.end, replay.warnings]).toEqual([
      'no_new_items',
      [
        'Step 3 (paginate): the list that is scrolled goes on behind a button ("Show more"), which was followed.',
      ],
    ]);
  });

  test('goes on behind a link to a next page', async () => {
    const replay = await run('/pages', { scroll: true });
    expect(namesOf(replay)).toEqual(namesTo(24));
    expect(replay.warnings).toEqual([
      'Step 3 (paginate): the list that is scrolled goes on behind a link ("Next"), which was followed.',
    ]);
  });

  test('keeps to the cap of the run there', async () => {
    const replay = await run('/asks', { scroll: true }, { maxPages: 3 });
    expect([replay.end, replay.pages.length]).toEqual(['max_pages', 3]);
    expect(namesOf(replay)).toEqual(namesTo(12));
  });

  test.each(['/form', '/inside', '/elsewhere'])(
    'goes on behind nothing that sends a form, belongs to an item or leaves the site: %s',
    async (path) => {
      const before = pages.asked.length;
      const replay = await run(path, { scroll: true });
      expect(replay.end).toBe('no_new_items');
      expect(pages.asked.slice(before)).toEqual([path]);
    },
  );

  test('is reported to end at a button that brings nothing', async () => {
    const replay = await run('/dead', { scroll: true });
    expect(replay.items).toHaveLength(4);
    expect(replay.warnings).toEqual([
      expect.stringContaining('ended, but the page shows a button for more ("Load more")'),
    ]);
  });
});

test('a list with a button that goes on by scrolling is scrolled', async () => {
  const replay = await run('/loosens', { loadMore: '#more' });
  expect(namesOf(replay)).toEqual(namesTo(16));
  expect(replay.warnings).toEqual([
    'Step 3 (paginate): behind the last button the list goes on by scrolling, which was done.',
  ]);
});
