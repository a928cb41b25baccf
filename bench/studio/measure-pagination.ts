import path from 'node:path';
import type { Browser } from 'playwright-core';
import { parseSelector } from '../../src/recipes/format/parse-selector.ts';
import {
  type FoundPagination,
  findPagination,
  tryPagination,
} from '../../src/studio/picking/find-pagination.ts';
import type { ListDraft } from '../../src/studio/picking/list-draft.ts';
import { proposeList } from '../../src/studio/picking/propose-draft.ts';
import { rankLists } from '../../src/studio/suggest-recipe.ts';
import { loopbackBrowser, replaySteps } from '../../test/support/replay.ts';
import { decodeLoosely, readPageSet, type SetPage } from '../page-set.ts';
import { listPagers } from './list-pagers.ts';
import { listTables } from './list-subjects.ts';
import { type BenchPage, openBenchPage } from './open-bench-page.ts';

/** How a list's pagination was judged. */
export interface PagedOutcome {
  readonly id: string;
  readonly group: string;
  /** Whether the list goes on. */
  readonly isPaged: boolean;
  readonly isFound: boolean;
  /** Whether a way on was taken that is none, or another one than the list's. */
  readonly isWrong: boolean;
  /** What was found, for people. */
  readonly found: string;
}

function judge(
  id: string,
  group: string,
  isPaged: boolean,
  found: string | undefined,
  isRight: boolean,
): PagedOutcome {
  const isTaken = found !== undefined;
  return {
    id,
    group,
    isPaged,
    isFound: isPaged && isTaken && isRight,
    isWrong: isTaken && !(isPaged && isRight),
    found: found ?? 'none',
  };
}

/** The way that is no mere try of scrolling, which every list without another one is given. */
function likeliest(found: readonly FoundPagination[]): FoundPagination | undefined {
  return found.find(({ parameters }) => !('scroll' in parameters));
}

async function clickOn(open: BenchPage, selector: string): Promise<ListDraft | undefined> {
  const { selector: parsed } = parseSelector(selector);
  return proposeList(open.ask, { at: { selector: parsed?.parts ?? [] } });
}

/** Pages of this folder with one pager each, as they are found and before they are tried. */
export async function measurePagers(browser: Browser): Promise<readonly PagedOutcome[]> {
  const outcomes: PagedOutcome[] = [];
  for (const { id, html, kinds } of listPagers()) {
    await using open = await openBenchPage(browser, { url: 'https://list.example/', html });
    const draft = await clickOn(open, 'li:nth-child(4) .price');
    const way = draft && likeliest(await findPagination(open.ask, draft));
    const kind = way && Object.keys(way.parameters)[0];
    outcomes.push(
      judge(
        id,
        id,
        !kinds.includes('none'),
        kind,
        kinds.some((one) => one === kind),
      ),
    );
  }
  return outcomes;
}

/** The lists of the fixture site: where a click finds them, and how they go on. */
const fixtures: readonly (readonly [string, string, readonly string[]])[] = [
  ['/shop/?page=1', '.product-grid .price', ['next', 'urlTemplate']],
  ['/shop/?page=3', '.product-grid .price', ['next', 'urlTemplate']],
  ['/shop/?page=5', '.product-grid .price', []],
  ['/feed/load-more.html', '#posts li:nth-child(3)', ['loadMore']],
  ['/feed/', '#posts li:nth-child(3)', ['scroll']],
  ['/tables/fares.html', 'tbody tr:nth-child(3) td', []],
  ['/tables/rainfall.html', 'tbody tr:nth-child(3) td', []],
  ['/forum/', 'article', []],
  ['/records/departments.html', 'section li', []],
];

/** The lists of the fixture site that is served at `origin`, tried as a person's are. */
export async function measureFixtures(
  browser: Browser,
  origin: string,
): Promise<readonly PagedOutcome[]> {
  const runs = loopbackBrowser(1);
  const outcomes: PagedOutcome[] = [];
  for (const [address, selector, kinds] of fixtures) {
    const url = origin + address;
    await using open = await openBenchPage(browser, { url, html: undefined });
    const draft = await clickOn(open, selector);
    const tried =
      draft &&
      (await tryPagination({
        draft,
        found: await findPagination(open.ask, draft),
        before: [{ type: 'navigate', url }],
        async replay(steps) {
          const { pages } = await replaySteps(runs, steps);
          return pages.map(({ collections }) => collections.flatMap(({ items }) => items));
        },
      }));
    const kind = tried && Object.keys(tried.parameters)[0];
    const isRight = kind !== undefined && kinds.includes(kind);
    outcomes.push(judge(address, address, kinds.length > 0, kind, isRight));
  }
  await runs.close?.();
  return outcomes;
}

/** What pages say of themselves, and what is taken off them before they are looked at. */
const declared = /\srel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|'[^']*\bnext\b[^']*'|next\b)/gi;
/** The number of a page in an address: `rel=next` leads to the next article on many pages. */
const numbered =
  /(?:[?&](?:[\w.-]*page|p|pg|paged|pageno|start|offset)=|\/(?:page|p)[/-]?|page-)\d{1,5}(?=$|[&#/?])/i;
/** Kinds of pages whose content is a list. */
const listed = /"(?:page_type|type|kind)": "(?:listing|collection|forum)"/;

/**
 * Recorded pages. Going on: lists (wcxb) whose markup names the next page (`rel=next`, taken off before) and that show a link
 * to it. Not going on: the tables of Wikipedia. `every` takes each so-and-so-many of the latter.
 */
export async function measureRecorded(
  browser: Browser,
  folder: string,
  every: number,
): Promise<readonly PagedOutcome[] | undefined> {
  const pages = readPageSet(path.join(folder, 'wcxb', 'pages'));
  const tables = listTables(folder);
  if (pages === undefined || tables === undefined) return undefined;
  const outcomes: PagedOutcome[] = [];
  for (const page of pages) {
    const outcome = listed.test(page.line) ? await measureDeclared(browser, page) : undefined;
    if (outcome !== undefined) outcomes.push(outcome);
  }
  for (const subject of tables.filter((_one, at) => at % every === 0)) {
    const { readHtml, url } = subject.page;
    const html = decodeLoosely(readHtml?.() ?? new Uint8Array());
    await using open = await openBenchPage(browser, { url, html });
    const [place] = (await subject.findClicks(open)).flat();
    const draft = place === undefined ? undefined : await clickOn(open, `xpath/${place}`);
    const way = draft && likeliest(await findPagination(open.ask, draft));
    outcomes.push(judge(subject.id, subject.group, false, way?.reason, false));
  }
  return outcomes;
}

async function measureDeclared(browser: Browser, page: SetPage): Promise<PagedOutcome | undefined> {
  const html = decodeLoosely(page.readBody());
  const next = findDeclared(html, page.url);
  if (next === undefined) return undefined;
  await using open = await openBenchPage(browser, {
    url: page.url,
    html: html.replaceAll(declared, ''),
  });
  const isShown = await open.page.evaluate(
    (address) =>
      [...document.querySelectorAll('a')].some(
        (link) => link.href === address && link.checkVisibility(),
      ),
    next,
  );
  if (!isShown) return undefined;
  const [best] = await rankLists(open.ask, '');
  const way = best && likeliest(await findPagination(open.ask, best.draft));
  const address = way && (await readAddress(open, way, next));
  return judge(page.id, page.site, true, way && (address ?? way.reason), address === next);
}

function findDeclared(html: string, base: string): string | undefined {
  for (const [tag] of html.matchAll(/<(?:a|link)\b[^>]*>/gi)) {
    const href = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
    const address = (href?.[1] ?? href?.[2] ?? href?.[3])?.replaceAll('&amp;', '&');
    if (address === undefined || !new RegExp(declared.source, 'i').test(tag)) continue;
    const url = URL.parse(address, base);
    if (url !== null && numbered.test(url.href)) return url.href;
  }
  return undefined;
}

/** Where a way leads. */
async function readAddress(
  { ask, page }: BenchPage,
  { parameters }: FoundPagination,
  next: string,
): Promise<string | undefined> {
  if ('urlTemplate' in parameters) {
    const number = /\d+(?=\D*$)/.exec(next)?.[0] ?? '';
    return parameters.urlTemplate.replace('{page}', number);
  }
  const [source] = 'next' in parameters ? parameters.next : [];
  const { selector } = source === undefined ? {} : parseSelector(source);
  const [hit] = await ask('look', { selectors: [selector?.parts ?? []] });
  if (hit?.mark === undefined) return undefined;
  const [described] = await ask('describe', { marks: [hit.mark], purpose: 'action' });
  const href = described?.element.attributes['href'];
  return href === undefined ? undefined : URL.parse(href, page.url())?.href;
}
