import type { Pagination } from '../../../runtime/contracts/recipe/recipe.ts';
import type { PaginationEnd } from '../../../runtime/contracts/recipe/replay.ts';
import { createPagination } from '../../../recipes/run/create-pagination.ts';
import { paginationKinds } from '../../../recipes/steps/pagination-kinds.ts';
import { nameStep } from '../fail-step.ts';
import { closeConsent } from '../locate/close-notice.ts';
import {
  type PageView,
  type PaginationInput,
  type Paginator,
  createPageView,
  followLink,
  listOwn,
} from './paginator.ts';
import { toCollection, toKeys, withoutRepeats, type PageReading } from '../read/page-reader.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { watchNavigation } from '../arrive/navigation.ts';
import { servedBy } from '../run/run-report.ts';
import { showTargets } from '../watch-step.ts';
import { noteReading } from '../read/run-extract.ts';
import { createButtonPaginator, createScrollPaginator } from './create-scroll-paginator.ts';
import { createClickPaginator } from './create-click-paginator.ts';
import { findPageNumber } from '../../../page/links/pagination-labels.ts';
import { type ReadSoFar, warnUnfollowed, warnUnread } from './pagination-candidates.ts';

/** How the pages of one kind of pagination are reached. */
interface PaginatorKind<By> {
  create(input: PaginationInput, view: PageView, by: By): Paginator;
  /** The ends at which its control is not there, or it has none: the list may go on in another way. */
  readonly openEnds: readonly PaginationEnd[];
  /** Whether each part of the list is read while it is in view. */
  readonly isScrolled?: boolean;
}

type PaginationOf<Kind> = Pagination & { readonly kind: Kind };

/** Every kind of pagination; what the format says of it stands in `paginationKinds`. */
const paginators: { readonly [Kind in Pagination['kind']]: PaginatorKind<PaginationOf<Kind>> } = {
  next: { create: createClickPaginator, openEnds: ['no_next', 'no_new_items'] },
  // A button that brings nothing new is still there.
  loadMore: { create: createButtonPaginator, openEnds: ['no_next'] },
  scroll: {
    create: createScrollPaginator,
    openEnds: ['no_next', 'no_new_items'],
    isScrolled: true,
  },
  urlTemplate: {
    create(input, view, { template }) {
      let number = 1;
      return {
        wasSeen: () => true,
        findEnd: async () => undefined,
        next(current) {
          number += 1;
          return followLink(input, view, template.replaceAll('{page}', String(number)), current);
        },
      };
    },
    openEnds: [],
  },
};

/** Repeats the extract steps on each further page until a rule ends the pagination; returns why it ended. */
export async function runPaginate(input: PaginationInput): Promise<PaginationEnd> {
  const { run, place, step, steps } = input;
  const { by, until } = step;
  if (steps.length === 0) {
    run.report.warn(`${nameStep(step)} repeats nothing: no extract step stands before it.`);
    return 'no_pagination';
  }
  const kind: PaginatorKind<Pagination> = paginators[by.kind];
  const isScrolled = kind.isScrolled === true;
  if (isScrolled) await closeConsent(run, place.frame, { onlyLocked: true });
  await showTargets(run, {
    place,
    step,
    wanted: [
      'element' in by ? { target: by.element, isOptional: false } : undefined,
      until && { target: until, isOptional: true },
    ],
  });
  const view = createPageView(input);
  const paginator = kind.create(input, view, by);
  const numbers = createPageNumbers(input);
  // The request of a later part may fail long before its place is scrolled to.
  const watch = watchNavigation(place.tab, run.session.signal);
  let end: PaginationEnd;
  try {
    end = await goOn(input, view, paginator, { isScrolled, numbers });
  } finally {
    watch.stop();
  }
  numbers.finish();
  const mayLack = isScrolled && end === 'no_new_items';
  if (mayLack && (await listOwn(watch.failed, place.tab.page.url())).length > 0)
    return 'page_error';
  if (!naturalEnds.has(end)) return end;
  let isWhole: boolean | undefined;
  try {
    const hasWarned = kind.openEnds.includes(end) && (await warnUnfollowed(input, paginator));
    isWhole = !hasWarned && (await warnUnread(input, numbers.read()));
  } catch {
    run.session.signal.throwIfAborted();
    // The page went away with its last change: what it showed is not known, and what was read stays.
  }
  if (end === 'no_change' && isWhole === undefined) {
    run.report.warn(
      `${nameStep(step)} ended where its control can still be clicked and nothing changed: there may be more items.`,
    );
  }
  return end;
}

/** The ends at which a list seems to be read whole. */
const naturalEnds: ReadonlySet<PaginationEnd> = new Set<PaginationEnd>([
  'no_next',
  'next_disabled',
  'same_page',
  'no_new_items',
  'empty_page',
  'no_change',
]);

/** The numbers of the pages that were read, as their pagers or addresses state them. */
interface PageNumbers {
  note(reading: PageReading, newItems: number): void;
  /** Notes a page that showed only items of pages before. */
  noteRepeat(reading: PageReading): void;
  /** Tells what is to say of such pages at the end. */
  finish(): void;
  /** Where no page states its number, they are counted from 1. */
  read(): ReadSoFar;
}

function createPageNumbers({ run, step }: PaginationInput): PageNumbers {
  let last: number | undefined;
  let stride: number | undefined;
  let furthest = 0;
  let count = 0;
  let items = 0;
  let firstItems = 0;
  /** Whether a page of known items came last, and its number is not known. */
  let hasRepeated = false;
  /** The numbers of the pages of known items that came last. */
  let repeated: readonly number[] = [];

  function warnRepeats(): void {
    for (const number of repeated) warnRepeat(`page ${number}`);
    repeated = [];
  }

  function warnRepeat(which: string): void {
    run.report.warn(
      `${nameStep(step)}: ${which} showed only items of the pages before it: items may be missing.`,
    );
  }

  /** Addresses that count items instead of pages go on by about as many as a page has. */
  const isOfPages = (hop: number): boolean => hop === 1 || hop * 2 < firstItems;

  return {
    note({ pager, url }, newItems) {
      count += 1;
      items += newItems;
      if (count === 1) firstItems = newItems;
      if (hasRepeated) warnRepeat(`a page between the last two of ${count}`);
      hasRepeated = false;
      warnRepeats();
      const number = pager?.current ?? findPageNumber(url);
      if (number === undefined) return;
      furthest = Math.max(furthest, number);
      // The address of a first page seldom says that it is the first.
      const isSecond = count === 2 && number >= 2 && isOfPages(number - 1);
      const before = last ?? (isSecond ? 1 : undefined);
      const hop = before === undefined ? undefined : number - before;
      const isByOne = hop !== undefined && isOfPages(hop);
      const wanted = pager?.current === undefined ? (stride ?? (isByOne ? 1 : hop)) : 1;
      if (hop !== undefined && wanted !== undefined && hop > wanted) {
        const from = Number(before) + wanted;
        const skipped = from === number - 1 ? `page ${from}` : `pages ${from} to ${number - 1}`;
        run.report.warn(
          `${nameStep(step)} did not read ${skipped}: the page before led on to page ${number}.`,
        );
      }
      // One page may grow several times before the next.
      if (hop !== undefined && hop > 0) stride ??= wanted;
      last = number;
    },
    noteRepeat({ pager, url }) {
      const number = pager?.current ?? findPageNumber(url);
      // A list that leads back to its beginning, or stays at its last page, has ended.
      if (pager?.current !== undefined && pager.current > furthest) {
        repeated = [...repeated, pager.current];
        furthest = pager.current;
      } else hasRepeated = true;
      last = number ?? last;
    },
    finish() {
      const [first, second] = repeated;
      if (first === undefined || second === undefined) {
        warnRepeats();
        return;
      }
      run.report.warn(
        `${nameStep(step)} ended behind page ${first - 1}: its pager led on to pages ${first} and ${second}, which showed only items of the pages before them. Sites that count on behind their last page do so; the list is complete if page ${first - 1} is its last.`,
      );
    },
    read: () => ({ page: Math.max(furthest, count), items }),
  };
}

async function goOn(
  { run, step }: PaginationInput,
  view: PageView,
  paginator: Paginator,
  { isScrolled, numbers }: { readonly isScrolled: boolean; readonly numbers: PageNumbers },
): Promise<PaginationEnd> {
  const { pages } = run.report;
  const state = createPagination(step.by.kind, step.maxPages ?? Infinity);
  const { isEndless } = paginationKinds[step.by.kind];
  let current = await view.read(true);
  const first = state.judge({ keys: flatKeys(current), status: undefined });
  if (first.end !== undefined) return first.end;
  numbers.note(current, flatKeys(current).length);
  let repeats: PaginationEnd | undefined;
  for (;;) {
    const met = current.pager?.until;
    if (met !== undefined && step.until !== undefined) {
      const target = step.until;
      run.report.targets.note({ target, purpose: 'action', ...servedBy(target, met) });
      return 'until_met';
    }
    const ended = await paginator.findEnd(current);
    const blocked = (ended && (repeats ?? ended)) ?? state.findCap();
    if (blocked !== undefined) return blocked;
    if (!(await pages.mayGoOn())) return pages.stopped() ?? 'stopped';
    run.session.startPage();
    const next = await paginator.next(current);
    if ('end' in next) return next.end;
    const shown = isScrolled ? next.reading : await view.reveal(next.reading);
    const reading = isEndless ? withoutRepeats(shown) : shown;
    const verdict = state.judge({ keys: flatKeys(reading), status: next.status });
    if (verdict.counts) numbers.note(next.reading, verdict.fresh.length);
    ({ repeats } = verdict);
    if (repeats !== undefined) numbers.noteRepeat(next.reading);
    if (verdict.counts) await collect(run, view, reading, verdict.fresh);
    if (verdict.end !== undefined) return verdict.end;
    current = shown;
  }
}

/** Returns the keys of all steps' items in one list; the same link in the lists of two steps counts as two items. */
function flatKeys(reading: PageReading): readonly string[] {
  return toKeys(reading).flatMap((keys, step) => keys.map((key) => `${step}:${key}`));
}

async function collect(
  run: ReplayRun,
  view: PageView,
  reading: PageReading,
  fresh: readonly number[],
): Promise<void> {
  const wanted = new Set(fresh);
  let before = 0;
  for (const [index, keys] of toKeys(reading).entries()) {
    const step = reading.steps[index];
    if (step === undefined) continue;
    noteReading(run, step, { url: reading.url, isFirst: false });
    const offset = before;
    const place = await view.placeOf(step.step);
    const collect = () => toCollection(run, place, step, (item) => wanted.has(offset + item));
    if (!(await run.report.pages.add(reading, step.step, collect))) return;
    before += keys.length;
  }
}
