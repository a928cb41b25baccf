import type { PaginationEnd } from '../../../contracts/recipe/replay.ts';
import { createPagination } from '../../../recipe/run/create-pagination.ts';
import { nameStep } from '../fail-step.ts';
import { closeConsent } from '../locate/close-notice.ts';
import { createPageView, type PageView, type PaginationInput } from './page-view.ts';
import { toCollection, toKeys, withoutRepeats, type PageReading } from '../read/page-reader.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { showTargets } from '../run/watch/watch-step.ts';
import { noteReading } from '../read/run-extract.ts';
import { createEndlessPaginator } from './create-endless-paginator.ts';
import { createClickPaginator } from './create-click-paginator.ts';
import { followLink, type Paginator } from './paginator.ts';
import { tellUnfollowed } from './tell-unfollowed.ts';

/** Repeats the extract steps on each further page until a rule ends the pagination; returns why it ended. */
export async function runPaginate(input: PaginationInput): Promise<PaginationEnd> {
  const { run, step, steps } = input;
  if (steps.length === 0) {
    run.warnings.add(`${nameStep(step)} repeats nothing: no extract step stands before it.`);
    return 'no_pagination';
  }
  if (step.by.kind === 'scroll') await closeConsent(run, input.place.frame, { onlyLocked: true });
  await showTargets(run, input.place, step, [
    'element' in step.by ? { target: step.by.element, isOptional: false } : undefined,
    step.until && { target: step.until, isOptional: true },
  ]);
  const view = createPageView(input);
  const paginator = createPaginator(input, view);
  const end = await goOn(input, view, paginator);
  try {
    await tellUnfollowed(input, paginator, end);
  } catch {
    run.signal.throwIfAborted();
    // The page went away with its last change: what it showed is not known, and what was read stays.
  }
  return end;
}

async function goOn(
  input: PaginationInput,
  view: PageView,
  paginator: Paginator,
): Promise<PaginationEnd> {
  const { run, step } = input;
  const state = createPagination(step.by.kind, step.maxPages ?? Infinity);
  const isEndless = step.by.kind === 'loadMore' || step.by.kind === 'scroll';
  let current = await view.read(true);
  const first = state.judge({ keys: flatKeys(current), status: undefined });
  if (first.end !== undefined) return first.end;
  for (;;) {
    if (current.pager?.until !== undefined) {
      noteUntil(input, current.pager.until);
      return 'until_met';
    }
    const blocked = (await paginator.findEnd(current)) ?? state.findCap();
    if (blocked !== undefined) return blocked;
    if (!(await run.pages.mayGoOn())) return run.pages.stopped() ?? 'stopped';
    run.session.startPage();
    const next = await paginator.next(current);
    if ('end' in next) return next.end;
    const { status } = next;
    // A list that is scrolled was read while each of its parts was in view.
    const shown = step.by.kind === 'scroll' ? next.reading : await view.reveal(next.reading);
    const reading = isEndless ? withoutRepeats(shown) : shown;
    const verdict = state.judge({ keys: flatKeys(reading), status });
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
    if (!(await run.pages.add(reading, step.step, collect))) return;
    before += keys.length;
  }
}

function noteUntil({ run, step: { until } }: PaginationInput, alternative: number): void {
  if (until === undefined) return;
  run.targets.note({
    target: until,
    purpose: 'action',
    servedBy: alternative === 0 ? 'first' : 'alternative',
    lost: [...Array(alternative).keys()],
    healed: alternative === 0 ? undefined : until.selectors[alternative]?.source,
  });
}

/** Creates the paginator for the step's kind of pagination: a link or button, scrolling, or a URL with a page number. */
function createPaginator(input: PaginationInput, view: PageView): Paginator {
  const { by } = input.step;
  if (by.kind === 'urlTemplate') return createUrlPaginator(input, view, by.template);
  return by.kind === 'next'
    ? createClickPaginator(input, view, by)
    : createEndlessPaginator(input, view, by);
}

function createUrlPaginator(input: PaginationInput, view: PageView, template: string): Paginator {
  let number = 1;
  return {
    wasSeen: () => true,
    findEnd: async () => undefined,
    next(current) {
      number += 1;
      return followLink(input, view, template.replaceAll('{page}', String(number)), current);
    },
  };
}
