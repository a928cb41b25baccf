import type { Pagination, Selector, Target } from '../../../contracts/recipe/recipe.ts';
import { isGleanerError } from '../../../errors/gleaner-error.ts';
import { parseSelector } from '../../../recipe/parse/parse-selector.ts';
import type { Way } from '../../in-page/ways/create-way-finder.ts';
import { askPlace } from '../frames/ask-place.ts';
import { nameStep } from '../fail-step.ts';
import { type ClickPagination, createClickPaginator } from './create-click-paginator.ts';
import { createScrollPaginator } from './create-scroll-paginator.ts';
import { type FoundWays, findWays } from './find-ways.ts';
import { createPageView, type PageView, type PaginationInput } from './page-view.ts';
import type { NextPage, Paginator } from './paginator.ts';
import type { PageReading } from '../read/page-reader.ts';

type EndlessPagination = Exclude<Pagination, { readonly kind: 'urlTemplate' }>;

/**
 * Creates a paginator for a list that grows: one that is scrolled goes on behind a button for more or a link to a next page,
 * and one with a button by scrolling. Many lists load a few times by themselves and then ask, or the other way round.
 */
export function createEndlessPaginator(
  input: PaginationInput,
  view: PageView,
  by: EndlessPagination,
): Paginator {
  return by.kind === 'scroll'
    ? createAskingPaginator(input, view)
    : createLoosePaginator(input, view, by);
}

/** Scrolls a list to its end, and goes on where that end is a button for more or a link to a next page. */
function createAskingPaginator(input: PaginationInput, view: PageView): Paginator {
  const { run, step, steps } = input;
  const scrolling = createScrollPaginator(input, view);

  async function findOnward(): Promise<{ found: FoundWays; way: Way } | undefined> {
    for (const extract of steps) {
      const found = await findWays(run, await view.placeOf(extract), extract);
      // The number of a page leads on only once.
      const way = found.ways.find(({ kind, isSafe }) => isSafe && kind !== 'numbers');
      if (way !== undefined) return { found, way };
    }
    return undefined;
  }

  async function follow({ place }: FoundWays, way: Way): Promise<NextPage> {
    const selector = await propose(input, place, way);
    const end = { end: 'no_new_items' } as const;
    if (selector === undefined) return end;
    const element: Target = { path: `${step.path}/parameters/scroll`, selectors: [selector] };
    const by: ClickPagination = { kind: way.kind === 'more' ? 'loadMore' : 'next', element };
    const clickInput = { ...input, place, step: { ...step, by } };
    const clickView = createPageView(clickInput);
    const clicking = createClickPaginator(clickInput, clickView, by, false);
    const whole = await clickView.read();
    if ((await clicking.findEnd(whole)) !== undefined) return end;
    try {
      const next = await clicking.next(whole);
      if ('end' in next) return next.end === 'no_change' ? end : next;
      run.warnings.add(
        `${nameStep(step)}: the list that is scrolled goes on behind ${way.kind === 'more' ? 'a button' : 'a link'} ("${way.label}"), which was followed.`,
      );
      return next;
    } catch (error) {
      run.signal.throwIfAborted();
      if (!isGleanerError(error, 'validation_failed')) throw error;
      // It cannot be clicked: the end of the list is told with what was seen.
      return end;
    }
  }

  return {
    wasSeen: () => true,
    findEnd: (current) => scrolling.findEnd(current),
    async next(current) {
      const scrolled = await scrolling.next(current);
      if (!('end' in scrolled) || scrolled.end !== 'no_new_items') return scrolled;
      const onward = await findOnward();
      return onward === undefined ? scrolled : follow(onward.found, onward.way);
    },
  };
}

/** Clicks the button as long as it is there, and then scrolls: some lists load by themselves after the first click. */
function createLoosePaginator(
  input: PaginationInput,
  view: PageView,
  by: ClickPagination,
): Paginator {
  const { run, step } = input;
  const clicking = createClickPaginator(input, view, by);
  // Once at the bottom is enough to tell a list that loads by itself: each click has scrolled there already.
  const scrolling = createScrollPaginator(input, view, 1);
  /** What scrolling brought while the end was searched. */
  let scrolled: PageReading | undefined;

  return {
    wasSeen: () => clicking.wasSeen(),
    async findEnd(current) {
      const end = await clicking.findEnd(current);
      const isGone = end === 'no_next' || end === 'next_disabled';
      if (!isGone || !clicking.wasSeen()) return end;
      await scrolling.findEnd(current);
      const next = await scrolling.next(current);
      if ('end' in next) return end;
      run.warnings.add(
        `${nameStep(step)}: behind the last button the list goes on by scrolling, which was done.`,
      );
      // The whole list: the button may be there again, and what changes is seen against all of it.
      scrolled = await view.read();
      return undefined;
    },
    async next(current) {
      if (scrolled === undefined) return clicking.next(current);
      const reading = scrolled;
      scrolled = undefined;
      return { reading, status: undefined };
    },
  };
}

async function propose(
  { run }: PaginationInput,
  place: FoundWays['place'],
  { mark }: Way,
): Promise<Selector | undefined> {
  const sources = await askPlace(place, 'propose', { mark, purpose: 'action' }, run.signal);
  return sources.flatMap((source) => parseSelector(source).selector ?? [])[0];
}
