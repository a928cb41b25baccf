import type { Dialog, ElementHandle, Frame, Page } from 'playwright-core';
import type { RecipeStep } from '../../runtime/contracts/recipe/recipe.ts';
import { raceSignal, waitUntil } from '../../runtime/signals/waiting.ts';
import type { BrowsingSession } from '../session/browsing.ts';
import { type Documents, type Tab, openTab } from './watch-documents.ts';
import type { SessionDownload } from '../session/open-downloads.ts';
import { failAbsentPlace } from './fail-step.ts';
import { CallTimeoutError, callFrame } from '../call-page.ts';
import type { OperationName, PageOperations } from '../in-page/page-operations.ts';
import { nameFirst } from '../../runtime/name-first.ts';

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
  /** Has the dialogs of these pages answered; an open dialog blocks its page. */
  answerDialogs(answer: (dialog: Dialog) => void): void;
  /** Has what these pages download taken. */
  takeDownloads(take: TakeDownload): void;
  /** Opens a blank page beside those of the recording, which `requirePlace` never returns. */
  openBeside(): Promise<SideTabs>;
}

/** Called as a download begins; `undefined` is one that the session refused. */
type TakeDownload = (download: SessionDownload | undefined) => void;

/** A page beside those of the recording: to its steps it is the main one, and there are no others but its popups. */
export interface SideTabs extends Tabs {
  closePopups(): void;
  /** Closes it with its popups, without waiting: a page that hangs takes its time. */
  close(): void;
}

/** The pages that the steps of a recording, or those on a page beside it, may be about. */
interface Scope {
  readonly main: Tab;
  readonly owns: (page: Page) => boolean;
  /** Whether a page was opened by the steps. */
  readonly isOpened: (page: Page) => boolean;
}

/** Milliseconds to wait for a popup with exactly the recorded URL; after that its URL may differ. */
const exactUrlMs = 1_000;

/** Milliseconds for the document of a popup; applies also to steps with a shorter time-out. */
const loadMs = 5_000;

/** Creates the tabs of a session, in its first page. */
export async function createTabs(session: BrowsingSession, documents: Documents): Promise<Tabs> {
  const { context, signal } = session;
  const main = await openTab(session.page, session, documents);
  const known = new Map<Page, Promise<Tab>>([[session.page, Promise.resolve(main)]]);
  const before = new Set(context.pages());
  /** Pages opened by `openBeside`, and their popups. */
  const beside = new Set<Page>();

  const takers = new Map<Scope, TakeDownload>();
  function handOn(page: Page, download: SessionDownload | undefined): void {
    const [, take] = [...takers].find(([{ owns }]) => owns(page)) ?? [];
    // Of a page that is being closed.
    if (take === undefined) download?.cancel();
    else take(download);
  }
  if (session.downloads === undefined) {
    context.on('download', (download) => handOn(download.page(), undefined));
  } else session.downloads.onBegin((download) => handOn(download.page, download));

  const answers = new Map<Scope, (dialog: Dialog) => void>();
  context.on('dialog', (dialog) => {
    const page = dialog.page();
    const [, answer] = [...answers].find(([{ owns }]) => page !== null && owns(page)) ?? [];
    // Of a page that is being closed.
    if (answer === undefined) dialog.dismiss().catch(ignoreGonePage);
    else answer(dialog);
  });

  function tabOf(page: Page): Promise<Tab> {
    const tab = known.get(page) ?? openTab(page, session, documents);
    known.set(page, tab);
    return tab;
  }

  async function requireTarget(
    scope: Scope,
    step: RecipeStep,
    timeoutMs: number,
  ): Promise<Page | Frame> {
    const { page } = scope.main;
    if (step.target === 'main') {
      if (!page.isClosed()) return page;
      throw failAbsentPlace(step, 'page', 'is about a page that has been closed.');
    }
    const startedMs = performance.now();
    const found = await waitUntil({
      timeoutMs,
      signal,
      poll: async () => findPage(scope, step.target, performance.now() - startedMs < exactUrlMs),
    });
    if (found !== undefined) return found;
    throw failAbsentPlace(step, 'popup', 'found no page or popup like the recorded one.');
  }

  function createScoped(scope: Scope): Tabs {
    return {
      main: scope.main,
      hasSeveral: () => context.pages().length > 1,
      openBeside,
      answerDialogs: (answer) => void answers.set(scope, answer),
      takeDownloads: (take) => void takers.set(scope, take),
      async requirePlace(step, timeoutMs) {
        const found = await requireTarget(scope, step, timeoutMs);
        const isFrame = 'childFrames' in found;
        const page = isFrame ? found.page() : found;
        const tab = await tabOf(page);
        if (page !== scope.main.page) {
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

  async function openBeside(): Promise<SideTabs> {
    const page = await raceSignal(context.newPage(), signal);
    const popups = new Set<Page>();
    const adopt = (popup: Page): void => {
      popups.add(popup);
      beside.add(popup);
      popup.on('popup', adopt);
    };
    beside.add(page);
    page.on('popup', adopt);
    const closePopups = (): void => {
      for (const popup of popups) popup.close().catch(ignoreGonePage);
      popups.clear();
    };
    const scope: Scope = {
      main: await tabOf(page),
      owns: (other) => other === page || popups.has(other),
      isOpened: (other) => popups.has(other),
    };
    return {
      ...createScoped(scope),
      closePopups,
      close() {
        answers.delete(scope);
        takers.delete(scope);
        closePopups();
        page.close().catch(ignoreGonePage);
      },
    };
  }

  return createScoped({
    main,
    owns: (page) => !beside.has(page),
    isOpened: (page) => !before.has(page),
  });
}

/** Finds a page by its full URL, then by origin and path, else the only page opened since the start. */
function findPage(
  { main, owns, isOpened }: Scope,
  target: string,
  isPatient: boolean,
): Page | Frame | undefined {
  const pages = main.page
    .context()
    .pages()
    .filter((page) => owns(page) && !page.isClosed());
  const exact = pages.find((page) => page.url() === target);
  if (exact !== undefined) return exact;
  const opened = pages.filter(isOpened);
  const alike = opened.filter((page) => placeOf(page.url()) === placeOf(target));
  if (alike.length === 1) return alike[0];
  // Recordings treat frames of other sites as separate targets.
  const frames = pages.flatMap((page) => page.frames().slice(1));
  const framed = frames.filter((frame) => placeOf(frame.url()) === placeOf(target));
  if (framed.length === 1) return framed[0];
  return !isPatient && opened.length === 1 ? opened[0] : undefined;
}

function placeOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.origin + parsed.pathname;
}

/** The page was closed, and its dialogs with it. */
function ignoreGonePage(): void {}

interface RequireFrameInput {
  readonly parent: Frame;
  /** From 0, in document order. */
  readonly index: number;
  readonly step: RecipeStep;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const frames = 'css=iframe, frame';

/**
 * Returns a frame by its index in document order, as recordings count; Playwright lists frames in the order of their
 * arrival. Rejects with `target_not_found` and the frames that are there.
 */
async function requireFrame(input: RequireFrameInput): Promise<Frame> {
  const { parent, index, step, timeoutMs, signal } = input;
  try {
    const element = parent.locator(frames).nth(index);
    const handle = await raceSignal(element.elementHandle({ timeout: timeoutMs }), signal);
    const frame = await raceSignal(findContent(handle), signal);
    if (frame !== null) return frame;
  } catch {
    signal.throwIfAborted();
    // No frame came in time.
  }
  throw failAbsentPlace(step, 'frame', `found no frame [${index}]: ${await listFrames(input)}.`);
}

function findContent(handle: ElementHandle | null): Promise<Frame | null> {
  return handle?.contentFrame() ?? Promise.resolve(null);
}

/** Most frames that a message lists. */
const maxListed = 10;
/** Characters of a name or an address in a message. */
const maxNamed = 100;

async function listFrames({ parent, step, signal }: RequireFrameInput): Promise<string> {
  const where = step.frame.length > 1 ? 'the frame around it' : 'the page';
  try {
    const handles = await raceSignal(parent.locator(frames).elementHandles(), signal);
    if (handles.length === 0) return `${where} has no frames`;
    const named = await Promise.all(
      handles.slice(0, maxListed).map(async (handle, index) => {
        const frame = await raceSignal(findContent(handle), signal);
        return `[${index}] ${frame === null ? 'without a page' : nameFrame(frame)}`;
      }),
    );
    return `${where} has ${nameFirst(named, maxListed, handles.length)}`;
  } catch {
    signal.throwIfAborted();
    return `${where} was replaced meanwhile`;
  }
}

/** The frame's name and its URL without the query, which may hold values. */
function nameFrame(frame: Frame): string {
  const name = frame.name().slice(0, maxNamed);
  const [address = ''] = frame.url().split(/[?#]/);
  return `${name === '' ? '' : `"${name}" `}${address.slice(0, maxNamed)}`;
}

/** Calls one of our operations in a page. */
export type Ask = <Name extends OperationName>(
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
) => Promise<ReturnType<PageOperations[Name]>>;

/** Milliseconds; as long as the longest step. A page that does not reply ends its step sooner, by the step's own time. */
const timeoutMs = 30_000;

/**
 * Runs one of our operations in a page (directly over DevTools, which is faster) or in a frame of it. Marks stay
 * valid from one call to the next.
 */
export async function askPlace<Name extends OperationName>(
  { tab, frame }: Place,
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
  signal: AbortSignal,
): Promise<ReturnType<PageOperations[Name]>> {
  if (frame !== tab.page.mainFrame()) return callFrame(frame, name, input, { signal, timeoutMs });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await tab.call(name, input, AbortSignal.any([signal, late]));
  } catch (error) {
    throw error === late.reason ? new CallTimeoutError() : error;
  }
}
