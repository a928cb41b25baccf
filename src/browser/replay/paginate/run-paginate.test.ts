import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import {
  type PageAnswer,
  type ServedPages,
  servePages,
} from '../../../../test/support/serve-pages.ts';

const last = 4;

/** The pager of a page, by the name of its site. */
const pagers: Readonly<Record<string, (page: number) => string>> = {
  'one class': (page) =>
    `${page > 1 ? `<a class="go" href="?page=${page - 1}">Previous</a>` : ''}${page < last ? `<a class="go" href="?page=${page + 1}">Next</a>` : ''}`,
  'by place': (page) =>
    `${page > 1 ? `<a href="?page=${page - 1}">Previous</a>` : ''}${[1, 2, 3, 4].map((n) => (n === page ? `<b>${n}</b>` : `<a href="?page=${n}">${n}</a>`)).join(' ')}${page < last ? `<a href="?page=${page + 1}">Next</a>` : ''}`,
  'with a gap': (page) =>
    [1, 2, last]
      .map((n) =>
        n === page ? `<a class="on" aria-current="page">${n}</a>` : `<a href="?page=${n}">${n}</a>`,
      )
      .join('<i>…</i>'),
  'says how many': (page) =>
    `<span>Page ${page} of ${last}</span>${page < 2 ? `<a class="go" href="?page=2">Next</a>` : ''}`,
  'says that it is whole': (page) =>
    `<span>Page ${page} of 2</span>${page < 2 ? `<a class="go" href="?page=2">Next</a>` : ''}`,
  'arrows of one class': (page) =>
    `${page > 1 ? `<a class="go" href="?page=${page - 1}">‹</a>` : ''}${page < last ? `<a class="go" href="?page=${page + 1}">›</a>` : ''}`,
  'German words of one class': (page) =>
    `${page > 1 ? `<a class="go" href="?page=${page - 1}">Zurück</a>` : ''}${page < last ? `<a class="go" href="?page=${page + 1}">Weiter</a>` : ''}`,
  'buttons of one class': (page) =>
    `<button class="go" ${page > 1 ? '' : 'disabled'} onclick="location = '?page=${page - 1}'">Previous</button><button class="go" ${page < last ? '' : 'disabled'} onclick="location = '?page=${page + 1}'">Next</button>`,
  'pictures named by aria-label': (page) =>
    `${page > 1 ? `<a class="go" aria-label="Previous page" href="?page=${page - 1}"><svg width="9" height="9"></svg></a>` : ''}${page < last ? `<a class="go" aria-label="Next page" href="?page=${page + 1}"><svg width="9" height="9"></svg></a>` : ''}`,
  'jumps ahead': (page) =>
    `<b aria-current="page">${page}</b>${page === 1 ? '<a class="go" href="?page=2">Next</a>' : page === 2 ? '<a class="go" href="?page=4">Next</a>' : ''}`,
  'jumps ahead by its addresses': (page) =>
    page === 1
      ? '<a class="go" href="?page=2">Next</a>'
      : page === 2
        ? '<a class="go" href="?page=4">Next</a>'
        : '',
  'links of one class that scripts handle': (page) =>
    `${page > 1 ? `<a class="go" href="#" onclick="location = '?page=${page - 1}'; return false">Previous</a>` : ''}${page < last ? `<a class="go" href="#" onclick="location = '?page=${page + 1}'; return false">Next</a>` : ''}`,
  'names its last page': (page) =>
    `<b aria-current="page">${page}</b>${page < 2 ? '<a class="go" href="?page=2">Next</a>' : ''}<a href="?page=${last}">Last »</a>`,
  'has a box for the page': (page) =>
    `<label>Page <input size="2" value="${page}"></label> of ${last}${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'has a box outside of its pager': (page) =>
    `</nav><p>Page <input size="2" value="${page}"> of ${last}</p><nav>${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'has a box that shows no more': (page) =>
    `</nav><p>Page <input size="2" value="${page}"> of 2</p><nav>${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'counts its items': (page) =>
    `<span>${page * 3 - 2}–${page * 3} of ${last * 3} reeds</span>${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'says how many it shows': (page) =>
    `<p>Showing 3 of ${last * 3} reeds</p>${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'says in German how many it shows': (page) =>
    `<p>3 von ${last * 3} Ergebnissen werden angezeigt</p>${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'shows all that it says': (page) =>
    `<p>Showing 3 of 6 reeds</p>${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'says how many another list shows': (page) =>
    `<p>Showing 2 of 40 reviews</p><p>3 of 5 stars</p>${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'shows further numbers': (page) =>
    `${[1, 2, 3, last].map((n) => (n === page ? `<b aria-current="page">${n}</b>` : `<a href="?page=${n}">${n}</a>`)).join(' ')}${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'disabled for ever': (page) =>
    page < 2
      ? '<span>Page 1 of 4</span><a class="go" href="?page=2">Next</a>'
      : `<span>Page ${page} of 4</span><button class="go" disabled>Next</button>`,
  'counts whole items': (page) =>
    `<span>${page * 3 - 2}–${page * 3} of 6 reeds</span>${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}`,
  'ends at its last number': (page) =>
    `${[1, 2].map((n) => (n === page ? `<b aria-current="page">${n}</b>` : `<a href="?page=${n}">${n}</a>`)).join(' ')}${page < 2 ? ' <a class="go" href="?page=2">Next</a>' : ''}<a href="?page=2">Last »</a>`,
  'ends disabled': (page) =>
    `<b aria-current="page">${page}</b>${page < 2 ? '<a class="go" href="?page=2">Next</a>' : '<a class="go" aria-disabled="true">Next</a>'}`,
  'shares its class with another control': (page) =>
    `${page > 1 ? '<a class="go" href="?page=1">Back to start</a>' : ''}${page < last ? `<a class="go" href="?page=${page + 1}">Older entries</a>` : ''}`,
  'numbers of one class': (page) =>
    [1, 2, 3, last]
      .map((n) =>
        n === page ? `<b aria-current="page">${n}</b>` : `<a class="go" href="?page=${n}">${n}</a>`,
      )
      .join(' '),
  checks: (page) => (page < last ? `<a class="go" href="?page=${page + 1}">Next</a>` : ''),
  'asks to go on': (page) => (page < last ? `<a class="go" href="?page=${page + 1}">Next</a>` : ''),
  'leads aside': (page) => (page < last ? `<a class="go" href="?page=${page + 1}">Next</a>` : ''),
  'asks for ever': (page) => (page < last ? `<a class="go" href="?page=${page + 1}">Next</a>` : ''),
  'leads home': (page) => (page < last ? `<a class="go" href="?page=${page + 1}">Next</a>` : ''),
  stays: (page) => `<a class="go" href="?page=${page + 1}">Next</a>`,
  'is over': (page) => `<a class="go" href="?page=${page + 1}">Next</a>`,
  'counts on behind its last page': (page) => `<a class="go" href="?page=${page + 1}">Next</a>`,
  'waits between': (page) =>
    page < last ? `<a class="go" href="/wait?page=${page + 1}">Next</a>` : '',
  'disabled at first': (page) =>
    page < last
      ? `<button class="go" disabled onclick="location = '?page=${page + 1}'">Next</button><script>setTimeout(() => { document.querySelector('.go').disabled = false; }, 600)</script>`
      : '<button class="go" disabled>Next</button>',
};

/** What a click on "Next" does where the rows of a page come by a request, by the name of its site. */
const requests: Readonly<Record<string, string>> = {
  'refused once': 'const ok = await ask(at + 1); if (ok) draw(at + 1);',
  'refused for ever': 'const ok = await ask(at + 1); if (ok) draw(at + 1);',
  'refused once and counts on': 'const to = ++at; const ok = await ask(to); if (ok) draw(to);',
  'refused once and empties':
    "const to = ++at; const ok = await ask(to); if (ok) draw(to); else { list.textContent = 'No rows came'; }",
  'gone behind the last': 'const ok = await ask(at + 1); if (ok) draw(at + 1);',
  'refused measuring':
    "await fetch(location.origin.replace('127.0.0.1', 'localhost') + '/data?page=9').catch(() => {}); if (at < 4) draw(at + 1);",
  'says that it is the last': 'if (at < 4) draw(at + 1);',
};

function toRequestPage(site: string): string {
  const end = /^gone|^says|measuring$/.test(site) ? '' : 'next.hidden = n === 4;';
  const place = site.startsWith('says that') ? 'place.textContent = `Page ${n} of 4`;' : '';
  return `<!doctype html><html lang="en"><title>Reeds</title><ul id="list"></ul><span id="place"></span> <button id="next" class="go">Next</button><script>
    let at = 1;
    const ask = async (page) => (await fetch('/data?site=${encodeURIComponent(site)}&page=' + page)).ok;
    const draw = (n) => { at = n; list.innerHTML = [1, 2, 3].map((i) => '<li class="item">Reed ' + ((n - 1) * 3 + i) + '</li>').join(''); ${end} ${place} };
    draw(1);
    next.onclick = async () => { ${requests[site]} };
  </script></html>`;
}

/** A page of six items, whose link leads on by `hop` three times at most. */
function toLeapingPage(page: number, hop: number): string {
  const items = [1, 2, 3, 4, 5, 6].map((n) => `<li class="item">Reed ${page}.${n}</li>`).join('');
  const next =
    page < 1 + hop * 2 ? `<a class="go" href="?page=${page + hop}">Next</a>` : '<a href="/">Up</a>';
  return `<!doctype html><html lang="en"><title>Reeds</title><ul>${items}</ul><nav>${next}</nav></html>`;
}

const refused = new Set<string>();
const checked = new Set<string>();

function answerRequest(site: string, page: number): PageAnswer {
  if (site === '') return { status: 500 };
  if (site.startsWith('gone')) return { status: page > last ? 404 : 200 };
  if (site === 'refused for ever') return { status: page > 2 ? 503 : 200 };
  if (page !== 3 || refused.has(site)) return { status: 200 };
  refused.add(site);
  return { status: 429, headers: { 'retry-after': '1' } };
}

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname, searchParams }) => {
    const site = decodeURIComponent(pathname.slice(1));
    const page = Number(searchParams.get('page') ?? 1);
    if (site === 'data') return answerRequest(searchParams.get('site') ?? '', page);
    if (site in requests) return toRequestPage(site);
    if (site === 'framed') return '<!doctype html><iframe src="/in%20a%20frame"></iframe>';
    if (site === 'in a frame')
      return page > 1
        ? undefined
        : '<ul><li class="item">Reed 1</ul><a class="go" href="?page=2">Next</a>';
    if (site === 'checks' && page === 3 && !checked.has(site)) {
      checked.add(site);
      return '<!doctype html><title>Wait</title><h1>One moment</h1><script>setTimeout(() => location.reload(), 1500)</script>';
    }
    if (site === 'stays' && page === 3) {
      return '<!doctype html><title>Wait</title><h1>Are you a person?</h1><button>Go on</button>';
    }
    if (site === 'asks to go on' && page === 3 && !searchParams.has('ok')) {
      return '<!doctype html><title>Wait</title><h1>Before you go on</h1><a href="/">Home</a> <a href="?page=3&amp;ok=1">Continue</a>';
    }
    if (site === 'leads aside' && page === 3 && !searchParams.has('ok')) {
      return `<!doctype html><title>Wait</title><script>location.replace('/aside?page=3')</script>`;
    }
    if (site === 'aside') {
      return '<!doctype html><title>Wait</title><p>You leave for <a href="/leads%20aside?page=3&amp;ok=1">the list</a></p>';
    }
    if (site === 'asks for ever' && page === 3) {
      return '<!doctype html><title>Wait</title><h1>Are you a person?</h1><a href="?page=3">Yes</a>';
    }
    if (site === 'leads home' && page === 3) {
      return '<!doctype html><title>Sorry</title><h1>Sorry</h1><a href="?page=1">Begin again</a>';
    }
    if (site === 'is over' && page === 3)
      return '<!doctype html><title>Reeds</title><p>No more reeds.</p>';
    if (site === 'wait') {
      return `<!doctype html><title>Wait</title><meta http-equiv="refresh" content="1; url=/waits%20between?page=${page}"><p>One moment</p>`;
    }
    if (site === 'leaps') return toLeapingPage(page, 2);
    if (site === 'leaps by items') return toLeapingPage(page, 6);
    const rows = site === 'counts on behind its last page' && page > 2 ? [] : [1, 2, 3];
    const items = rows.map((n) => `<li class="item">Reed ${(page - 1) * 3 + n}</li>`).join('');
    return `<!doctype html><html lang="en"><title>Reeds</title><ul>${items}</ul><nav class="pager">${pagers[site]?.(page) ?? ''}</nav></html>`;
  });
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

async function run(site: string, next: string, base: object = {}): Promise<Replay> {
  return replaySteps(browser, [
    { type: 'navigate', url: `${pages.origin}/${encodeURIComponent(site)}` },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { items: '.item', fields: { name: { selectors: ':scope' } } },
      ...base,
    },
    { type: 'customStep', name: 'paginate', parameters: { next }, ...base },
  ]);
}

const reeds = (pagesRead: number): readonly string[] =>
  Array.from({ length: pagesRead * 3 }, (_, index) => `Reed ${index + 1}`);

test.concurrent.each([
  ['one class', '.go'],
  ['by place', 'nav > :nth-child(5)'],
  ['arrows of one class', '.go'],
  ['German words of one class', '.go'],
  ['buttons of one class', '.go'],
  ['links of one class that scripts handle', '.go'],
  ['pictures named by aria-label', '.go'],
  ['shares its class with another control', '.go'],
  ['numbers of one class', '.go'],
  ['waits between', '.go'],
  ['checks', '.go'],
  ['asks to go on', '.go'],
  ['leads aside', '.go'],
  ['disabled at first', '.go'],
])('a list is followed to its last page: %s', async (site, next) => {
  const { items, warnings } = await run(site, next);
  expect([items.map((item) => item['name']), warnings]).toEqual([reeds(last), []]);
});

test.concurrent.each([
  ['with a gap', '.on + a, .on + i + a'],
  ['says how many', '.go'],
  ['jumps ahead', '.go'],
  ['jumps ahead by its addresses', '.go'],
  ['names its last page', '.go'],
  ['has a box for the page', '.go'],
  ['has a box outside of its pager', '.go'],
  ['counts its items', '.go'],
  ['shows further numbers', '.go'],
  ['says how many it shows', '.go'],
  ['says in German how many it shows', '.go'],
  ['disabled for ever', '.go'],
])('a list that goes on behind the last page read is reported: %s', async (site, next) => {
  const { warnings } = await run(site, next);
  expect(warnings.join('\n')).toMatch(
    /ended at page 2, but the page shows that there are 4|ended at item 6 of 12|did not read page 3|a link to a next page \("3"\)/,
  );
});

test.concurrent.each([
  'says that it is whole',
  'counts whole items',
  'has a box that shows no more',
  'shows all that it says',
  'says how many another list shows',
  'ends at its last number',
  'ends disabled',
])('a list whose pager shows no more than was read ends without a word: %s', async (site) => {
  const { items, warnings } = await run(site, '.go');
  expect([items.map((item) => item['name']), warnings]).toEqual([reeds(2), []]);
});

test.concurrent.each([
  ['refused once', 'no_next'],
  ['gone behind the last', 'empty_page'],
  ['says that it is the last', 'no_change'],
])('a list whose rows come by requests is read whole: %s', async (site, natural) => {
  const { items, warnings, end } = await run(site, '.go');
  expect([items.map((item) => item['name']), warnings, end]).toEqual([reeds(last), [], natural]);
});

test.concurrent('a control that changes nothing is told where no page is said to be the last', async () => {
  const { items, warnings, end } = await run('refused measuring', '.go');
  expect([items.length, end]).toEqual([last * 3, 'no_change']);
  expect(warnings).toEqual([expect.stringContaining('can still be clicked and nothing changed')]);
});

test.concurrent('a page that does not come into its frame is told', async () => {
  const { items, warnings } = await run('framed', '.go', { frame: [0] });
  expect([items.length, warnings]).toEqual([1, [expect.stringContaining('nothing changed')]]);
});

test.concurrent.each(['refused for ever', 'refused once and empties'])(
  'rows that do not come are no natural end: %s',
  async (site) => {
    const { items, end } = await run(site, '.go');
    expect([items.map((item) => item['name']), end]).toEqual([reeds(2), 'page_error']);
  },
);

test.concurrent('pages that the first link passes over are reported', async () => {
  const { warnings } = await run('leaps', '.go');
  expect(warnings).toEqual([
    expect.stringContaining('did not read page 2: the page before led on to page 3'),
    expect.stringContaining('did not read page 4: the page before led on to page 5'),
  ]);
});

test.concurrent('addresses that count items pass over no page', async () => {
  const { items, warnings } = await run('leaps by items', '.go');
  expect([items.length, warnings]).toEqual([18, []]);
});

test.concurrent.each(['stays', 'asks for ever', 'leads home'])(
  'a page that is none of the list is reported where it stays: %s',
  async (site) => {
    const { items, warnings } = await run(site, '.go');
    expect(items.map((item) => item['name'])).toEqual(reeds(2));
    expect(warnings.join()).toContain('shows neither items nor links of a list');
  },
);

test.concurrent('a page that says that there is nothing more ends the list without a word', async () => {
  const { items, warnings, end } = await run('is over', '.go');
  expect([items.map((item) => item['name']), warnings, end]).toEqual([reeds(2), [], 'empty_page']);
});

test.concurrent('a pager that goes on behind the last page ends the list without a word', async () => {
  const { items, warnings, end } = await run('counts on behind its last page', '.go');
  expect([items.map((item) => item['name']), warnings, end]).toEqual([reeds(2), [], 'empty_page']);
});

test.concurrent('a page that a second click passes over is reported', async () => {
  const { items, warnings } = await run('refused once and counts on', '.go');
  expect(items.map((item) => item['name'])).toEqual(reeds(last).toSpliced(6, 3));
  expect(warnings.join()).toContain('a request of the page failed and was not made again');
});
