import type { PaginationEnd } from '../../src/runtime/contracts/recipe/replay.ts';
import type { PageAnswer } from './serve-pages.ts';

/** A site whose list goes on in a way that is easily got wrong. */
export interface TrapSite {
  /** Reads after "ends by itself". */
  readonly why: string;
  /** Parameters of the paginate step. */
  readonly paginate: Readonly<Record<string, unknown>>;
  /** Numbers of the items that have to come, in order. */
  readonly expected: readonly number[];
  readonly end: PaginationEnd;
  readonly answer: (path: string, query: URLSearchParams) => PageAnswer;
}

const perPage = 4;
const last = 3;

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Numbers of a page's items; none behind the last. */
function numbersOf(page: number, pages = last): readonly number[] {
  return page > pages ? [] : range((page - 1) * perPage + 1, page * perPage);
}

function toItem(number: number): string {
  return `<li class="item"><a class="name" href="item/${number}">Item ${number}</a></li>`;
}

/** Text only: neither links nor ids tell these apart. */
function toPlainItem(number: number): string {
  return `<li class="item"><b class="name">Item ${number}</b></li>`;
}

function list(numbers: readonly number[], render = toItem): string {
  return `<ul id="list">${numbers.map(render).join('')}</ul>`;
}

function document(body: string, script = ''): string {
  return `<!doctype html><html lang="en"><title>List</title><style>.item { height: 40px }</style><main>${body}</main><script>${script}</script></html>`;
}

function pageOf(query: URLSearchParams): number {
  return Number(query.get('page') ?? 1);
}

/** A page of a site whose next control is given by page. */
function linked(control: (page: number) => string, pages = last) {
  return (_path: string, query: URLSearchParams): PageAnswer => {
    const page = pageOf(query);
    return document(list(numbersOf(page, pages)) + control(page));
  };
}

const next = (page: number): string => `<a class="next" href="?page=${page + 1}">Next</a>`;
const all = range(1, last * perPage);

/** Renders pages of the list by script: `show(page)` replaces it, `append(page)` adds to it. */
const client = `
  const list = document.querySelector('#list');
  const last = ${last}, perPage = ${perPage};
  let page = 1;
  const html = (page) => page > last ? '' : Array.from({ length: perPage }, (_, i) => (page - 1) * perPage + i + 1)
    .map((n) => '<li class="item"><a class="name" href="item/' + n + '">Item ' + n + '</a></li>').join('');
  const show = (page) => { list.innerHTML = html(page); };
  const append = (page) => { list.insertAdjacentHTML('beforeend', html(page)); };
  const button = document.querySelector('.next, .more');
`;

function scripted(body: string, script: string) {
  return (path: string): PageAnswer =>
    path === '' ? document(list(numbersOf(1)) + body, client + script) : { status: 404 };
}

const byNext = { next: '.next' };
const byMore = { loadMore: '.more' };
const button = '<button class="next" type="button">Next</button>';
const more = '<button class="more" type="button">Show more</button>';

/** Room to scroll: a screen's worth above and a short list below. */
const tall = '<style>.item { height: 300px }</style>';

const sites: Readonly<Record<string, TrapSite>> = {
  link: {
    why: 'where the link to the next page is missing',
    paginate: byNext,
    expected: all,
    end: 'no_next',
    answer: linked((page) => (page < last ? next(page) : '')),
  },
  'disabled-aria': {
    why: 'where the link says it is disabled',
    paginate: byNext,
    expected: all,
    end: 'next_disabled',
    answer: linked((page) =>
      page < last ? next(page) : '<a class="next" aria-disabled="true" href="?page=1">Next</a>',
    ),
  },
  'disabled-entry': {
    why: 'where the list entry around the link has the class',
    paginate: byNext,
    expected: all,
    end: 'next_disabled',
    answer: linked(
      (page) =>
        `<ul><li class="page-item ${page < last ? '' : 'disabled'}">${next(page)}</li></ul>`,
    ),
  },
  'disabled-pointer': {
    why: 'where the pointer finds nothing on the link',
    paginate: byNext,
    expected: all,
    end: 'next_disabled',
    answer: linked(
      (page) => `<p style="${page < last ? '' : 'pointer-events: none'}">${next(page)}</p>`,
    ),
  },
  'link-to-itself': {
    why: 'where the last link leads to its own page',
    paginate: byNext,
    expected: all,
    end: 'same_page',
    answer: linked((page) => next(Math.min(page, last - 1))),
  },
  'same-items': {
    why: 'where the server repeats the last page under new addresses',
    paginate: byNext,
    expected: all,
    end: 'same_page',
    answer: (_path, query) => {
      const page = pageOf(query);
      return document(list(numbersOf(Math.min(page, last))) + next(page));
    },
  },
  'back-to-start': {
    why: 'where the last page leads back to the first',
    paginate: byNext,
    expected: all,
    end: 'same_page',
    answer: linked((page) => next(page < last ? page : 0)),
  },
  'over-run': {
    why: 'where pages past the end answer 200 without items',
    paginate: byNext,
    expected: all,
    end: 'empty_page',
    answer: linked(next),
  },
  'error-status': {
    why: 'where the page past the end is an error',
    paginate: byNext,
    expected: all,
    end: 'page_error',
    answer: (path, query) =>
      pageOf(query) > last ? { status: 500, body: document(list([])) } : linked(next)(path, query),
  },
  'empty-href': {
    why: 'where the link of the last page has an empty address',
    paginate: byNext,
    expected: all,
    end: 'no_change',
    answer: linked((page) => (page < last ? next(page) : '<a class="next" href="#">Next</a>')),
  },
  hidden: {
    why: 'where the last link is hidden',
    paginate: byNext,
    expected: all,
    end: 'no_next',
    answer: linked((page) => (page < last ? next(page) : `<p hidden>${next(page)}</p>`)),
  },
  template: {
    why: 'where pages are counted and the one past the end is missing',
    paginate: { urlTemplate: '?page={page}' },
    expected: all,
    end: 'empty_page',
    answer: (path, query) =>
      pageOf(query) > last ? { status: 404, body: 'Not found' } : linked(() => '')(path, query),
  },
  'template-over-run': {
    why: 'where pages are counted and all past the end answer 200 without items',
    paginate: { urlTemplate: '?page={page}' },
    expected: all,
    end: 'empty_page',
    answer: linked(() => ''),
  },
  'template-gap': {
    why: 'where one page between others is empty',
    paginate: { urlTemplate: '?page={page}' },
    expected: [...range(1, 4), ...range(9, 12)],
    end: 'empty_page',
    answer: (_path, query) => {
      const page = pageOf(query);
      return document(list(page === 2 ? [] : numbersOf(page)));
    },
  },
  'template-repeats': {
    why: 'where counted pages repeat the last one',
    paginate: { urlTemplate: '?page={page}' },
    expected: all,
    end: 'same_page',
    answer: (_path, query) => document(list(numbersOf(Math.min(pageOf(query), last)))),
  },
  'scripted-next': {
    why: 'where a button shows the next page under the same address',
    paginate: byNext,
    expected: all,
    end: 'next_disabled',
    answer: scripted(
      button,
      `button.onclick = () => { show(++page); button.disabled = page >= last; };`,
    ),
  },
  'scripted-loading': {
    why: 'where "Loading" stands in the list for a while',
    paginate: byNext,
    expected: all,
    end: 'next_disabled',
    answer: scripted(
      button,
      `button.onclick = () => {
        list.innerHTML = '<li class="item"><span class="name"></span></li>';
        setTimeout(() => { show(++page); button.disabled = page >= last; }, 300);
      };`,
    ),
  },
  'scripted-dead': {
    why: 'where the button does nothing at last',
    paginate: byNext,
    expected: all,
    end: 'no_change',
    answer: scripted(button, `button.onclick = () => { if (page < last) show(++page); };`),
  },
  'scripted-link': {
    why: 'where a script catches the clicks of a link',
    paginate: byNext,
    expected: all,
    end: 'no_next',
    answer: (_path, query) =>
      pageOf(query) > 1
        ? document(list([99]))
        : document(
            `${list(numbersOf(1))}<nav>${next(1)}</nav>`,
            `${client} button.onclick = (event) => {
              event.preventDefault(); show(++page); if (page >= last) button.remove();
            };`,
          ),
  },
  'scripted-dialog': {
    why: 'where a dialog asks to sign in instead of showing more',
    paginate: byNext,
    expected: range(1, 8),
    end: 'dialog_opened',
    answer: scripted(
      `${button}<div id="wall" role="dialog" aria-modal="true" hidden>Sign in to see more</div>`,
      `button.onclick = () => { if (page < 2) show(++page); else document.querySelector('#wall').hidden = false; };`,
    ),
  },
  'push-state': {
    why: 'where a script changes the address along with the list',
    paginate: byNext,
    expected: all,
    end: 'next_disabled',
    answer: scripted(
      button,
      `button.onclick = () => { history.pushState({}, '', '?page=' + ++page); setTimeout(() => show(page), 100); button.disabled = page >= last; };`,
    ),
  },
  'more-removed': {
    why: 'where the button for more goes at the end',
    paginate: byMore,
    expected: all,
    end: 'no_next',
    answer: scripted(
      more,
      `button.onclick = () => { append(++page); if (page >= last) button.remove(); };`,
    ),
  },
  'more-busy': {
    why: 'where the button for more is disabled while it loads',
    paginate: byMore,
    expected: all,
    end: 'next_disabled',
    answer: scripted(
      more,
      `button.onclick = () => {
        button.disabled = true;
        setTimeout(() => { append(++page); setTimeout(() => { button.disabled = page >= last; }, 200); }, 200);
      };`,
    ),
  },
  'more-stale': {
    why: 'where the button for more brings what was there',
    paginate: byMore,
    expected: all,
    end: 'no_new_items',
    answer: scripted(
      more,
      `button.onclick = () => { page += 1; append(page > last ? 1 : page); };`,
    ),
  },
  'more-plain': {
    why: 'where items have neither links nor ids',
    paginate: byMore,
    expected: range(1, 8),
    end: 'no_next',
    answer: () =>
      document(
        list(numbersOf(1), toPlainItem) + more,
        `const button = document.querySelector('.more');
         button.onclick = () => { document.querySelector('#list').insertAdjacentHTML('beforeend', ${JSON.stringify(numbersOf(2).map(toPlainItem).join(''))}); button.remove(); };`,
      ),
  },
  endless: {
    why: 'where more comes on scrolling',
    paginate: { scroll: true },
    expected: all,
    end: 'no_new_items',
    answer: scripted(
      tall,
      `let busy = false;
       addEventListener('scroll', () => {
         if (busy || page >= last || scrollY + innerHeight < document.documentElement.scrollHeight - 10) return;
         busy = true;
         setTimeout(() => { append(++page); busy = false; }, 150);
       });`,
    ),
  },
  'endless-fetched': {
    why: 'where more is fetched slowly on scrolling',
    paginate: { scroll: true },
    expected: range(1, 8),
    end: 'no_new_items',
    answer: (path) =>
      path === 'more'
        ? JSON.stringify(numbersOf(2))
        : document(
            tall + list(numbersOf(1)),
            `let asked = false;
             addEventListener('scroll', async () => {
               if (asked || scrollY + innerHeight < document.documentElement.scrollHeight - 10) return;
               asked = true;
               await new Promise((resolve) => setTimeout(resolve, 300));
               const numbers = await (await fetch('more')).json();
               document.querySelector('#list').insertAdjacentHTML('beforeend', numbers.map((n) => '<li class="item"><a class="name" href="item/' + n + '">Item ' + n + '</a></li>').join(''));
             });`,
          ),
  },
  virtual: {
    why: 'where a list in a box of its own shows only what is in view',
    paginate: { scroll: true },
    expected: range(1, 60),
    end: 'no_new_items',
    answer: () =>
      document(
        '<div id="box" style="height: 400px; overflow-y: auto"><div style="height: 2400px; position: relative"><ul id="list" style="position: absolute; margin: 0"></ul></div></div>',
        `const box = document.querySelector('#box'), list = document.querySelector('#list');
         const render = () => {
           const first = Math.floor(box.scrollTop / 40);
           list.style.top = first * 40 + 'px';
           list.innerHTML = Array.from({ length: Math.min(11, 60 - first) }, (_, i) => first + i + 1)
             .map((n) => '<li class="item"><span class="name">Item ' + n + '</span></li>').join('');
         };
         box.addEventListener('scroll', () => requestAnimationFrame(render)); render();`,
      ),
  },
  until: {
    why: 'where an element says that the rest is something else',
    paginate: { next: '.next', until: '.sponsored' },
    expected: range(1, 8),
    end: 'until_met',
    answer: linked(
      (page) => next(page) + (page === 2 ? '<p class="sponsored">Others bought</p>' : ''),
    ),
  },
};

/** By name: a name is the first part of the path that the site is served under. */
export const trapSites: ReadonlyMap<string, TrapSite> = new Map(Object.entries(sites));
