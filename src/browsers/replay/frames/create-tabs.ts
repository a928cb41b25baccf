import type { Frame, Page } from 'playwright-core';
import type { RecipeStep } from '../../../contracts/recipe.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import { failAbsentPlace } from '../fail-step.ts';
import { requireFrame } from './require-frame.ts';
import { openTab, type Tab } from './tab.ts';
import { waitUntil } from '../../../signals/wait-until.ts';

/** The tab and frame in which a step runs. */
export interface Place {
  readonly tab: Tab;
  readonly frame: Frame;
}

/** The pages of a session, found by the `target` of a recorded step. */
export interface Tabs {
  /** The tab in which the recording began. */
  readonly main: Tab;
  /**
   * Returns the page and frame of a step; waits for popups and frames that are still loading. Rejects with
   * `target_not_found`.
   */
  requirePlace(step: RecipeStep, timeoutMs: number): Promise<Place>;
  /** Whether several pages are open, which may cover one another. */
  hasSeveral(): boolean;
}

/** Milliseconds to wait for a popup with exactly the recorded URL; after that its URL may differ. */
const exactUrlMs = 1_000;

/** Milliseconds for the document of a popup; applies also to steps with a shorter time-out. */
const loadMs = 5_000;

/** Watches all pages of the session. */
export async function createTabs(
  session: BrowsingSession,
  warn: (warning: string) => void,
): Promise<Tabs> {
  const { context, signal } = session;
  const main = await openTab(session.page, session);
  const known = new Map<Page, Promise<Tab>>([[session.page, Promise.resolve(main)]]);
  const before = new Set(context.pages());

  function watch(page: Page): void {
    page.on('download', () => warn('A download was refused.'));
  }
  for (const page of before) watch(page);
  context.on('page', watch);

  function tabOf(page: Page): Promise<Tab> {
    const tab = known.get(page) ?? openTab(page, session);
    known.set(page, tab);
    return tab;
  }

  /** Finds a page by its full URL, then by origin and path, else the only page opened since the start. */
  function findPage(target: string, isPatient: boolean): Page | Frame | undefined {
    const pages = context.pages().filter((page) => !page.isClosed());
    const exact = pages.find((page) => page.url() === target);
    if (exact !== undefined) return exact;
    const opened = pages.filter((page) => !before.has(page));
    const alike = opened.filter((page) => placeOf(page.url()) === placeOf(target));
    if (alike.length === 1) return alike[0];
    // Recordings treat frames of other sites as separate targets.
    const frames = pages.flatMap((page) => page.frames().slice(1));
    const framed = frames.filter((frame) => placeOf(frame.url()) === placeOf(target));
    if (framed.length === 1) return framed[0];
    return !isPatient && opened.length === 1 ? opened[0] : undefined;
  }

  async function requireTarget(step: RecipeStep, timeoutMs: number): Promise<Page | Frame> {
    if (step.target === 'main') {
      if (!main.page.isClosed()) return main.page;
      throw failAbsentPlace(step, 'page', 'is about a page that has been closed.');
    }
    const startedMs = performance.now();
    const found = await waitUntil({
      timeoutMs,
      signal,
      poll: async () => findPage(step.target, performance.now() - startedMs < exactUrlMs),
    });
    if (found !== undefined) return found;
    throw failAbsentPlace(step, 'popup', 'found no page or popup like the recorded one.');
  }

  return {
    main,
    hasSeveral: () => context.pages().length > 1,
    async requirePlace(step, timeoutMs) {
      const found = await requireTarget(step, timeoutMs);
      const isFrame = 'childFrames' in found;
      const page = isFrame ? found.page() : found;
      const tab = await tabOf(page);
      if (page !== main.page) {
        const timeout = Math.max(timeoutMs, loadMs);
        await raceSignal(page.waitForLoadState('domcontentloaded', { timeout }), signal);
      }
      let frame = isFrame ? found : page.mainFrame();
      for (const index of step.frame) {
        frame = await requireFrame({ parent: frame, index, step, timeoutMs, signal });
      }
      return { tab, frame };
    },
  };
}

function placeOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.origin + parsed.pathname;
}
