import type { Page } from 'playwright-core';
import type { BrowsingSession } from '../../../browser/session/browsing.ts';
import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import type { StudioNotice } from '../../api/studio-event.ts';
import type { StudioTab, StudioViewport } from '../../api/studio-browsing.ts';
import { createLiveTab, type LiveTab } from './create-live-tab.ts';

/** The tabs of one guarded browser session. There is always one, unless the browser was lost. */
export interface LiveTabs {
  list(): readonly LiveTab[];
  views(): readonly StudioTab[];
  active(): LiveTab | undefined;
  /** The tab that was shown last; a browser that ends closes its pages first. */
  last(): LiveTab | undefined;
  /** Returns a tab by its id, the active one without. Throws `conflict` where there is none such. */
  require(id?: string): LiveTab;
  /** Opens a blank tab and shows it. Throws `conflict` beyond the most tabs. */
  open(): Promise<LiveTab>;
  select(id: string): void;
  /** Closes a tab; the last one is replaced by a blank one. */
  close(id: string): Promise<void>;
  setViewport(viewport: StudioViewport): Promise<void>;
}

interface CreateLiveTabsInput {
  readonly browsing: BrowsingSession;
  readonly viewport: StudioViewport;
  /** Makes ids of tabs, none of them twice in a session. */
  readonly createId: () => string;
  readonly onChange: () => void;
  readonly onNotice: (notice: StudioNotice) => void;
  /** Called with each new tab. */
  readonly onTab: (tab: LiveTab) => void;
  /** Called when another tab is shown. */
  readonly onShown: (tab: LiveTab | undefined) => void;
}

/** Pop-ups included. */
const maxTabs = 10;
/** Tabs that one page has opened, by way of its pop-ups, too: the rest is the person's. */
const maxPopups = 4;
/** Pop-ups between two deeds of the person before the page is closed itself: it may open them in a loop that never ends. */
const maxPopupsAtOnce = 20;

/** Makes the blank page of a session its first tab, and watches for further ones. */
export async function createLiveTabs(input: CreateLiveTabsInput): Promise<LiveTabs> {
  const { browsing, createId, onChange, onNotice, onTab, onShown } = input;
  const { context } = browsing;
  const tabs = new Map<Page, LiveTab>();
  /** Pages that are tabs, or become some. */
  const adopted = new Map<Page, Promise<LiveTab>>();
  /** By pop-up, a refused one, too, the page that it comes from, by way of others, too; `undefined` where that one was closed before. */
  const roots = new WeakMap<Page, Page | undefined>();
  /** The search for the root of each page, from its first moment on. */
  const findings = new WeakMap<Page, Promise<Page | undefined>>();
  /** Pop-ups since the person's last deed in a tab of theirs, by that page. */
  const popups = new Map<Page | undefined, number>();
  /** Pages that were closed since then because they knew no end: what they opened arrives after. */
  const endless = new Set<Page | undefined>();
  /** Pop-ups since the person's last deed that name no opener: it was closed before they arrived, or they hide it. */
  const orphans = new Set<Page>();
  /** Tabs that the session opens itself. */
  const openings = new Set<Promise<Page>>();
  const own = new WeakSet<Page>();
  let active: LiveTab | undefined;
  let last: LiveTab | undefined;
  let { viewport } = input;

  function adopt(page: Page): Promise<LiveTab> {
    page.once('close', () => void forget(page).catch(ignoreEndedSession));
    const adopting = watch(page);
    adopted.set(page, adopting);
    return adopting;
  }

  async function watch(page: Page): Promise<LiveTab> {
    const tab = await createLiveTab({
      id: createId(),
      page,
      browsing,
      onChange,
      onNotice,
      onDeed() {
        const root = roots.get(page) ?? page;
        popups.delete(root);
        endless.delete(root);
        if (!endless.has(undefined)) popups.delete(undefined);
        orphans.clear();
      },
      onExcess: () => closeFamily(roots.get(page) ?? page),
    });
    await page.setViewportSize(viewport);
    tabs.set(page, tab);
    onTab(tab);
    show(tab);
    return tab;
  }

  async function forget(page: Page): Promise<void> {
    adopted.delete(page);
    orphans.delete(page);
    const tab = tabs.get(page);
    if (tab === undefined || browsing.signal.aborted) return;
    tabs.delete(page);
    if (active === tab) show([...tabs.values()].at(-1));
    else onChange();
    if (adopted.size === 0) await openPage();
  }

  async function openPage(): Promise<LiveTab> {
    const making = context.newPage();
    openings.add(making);
    try {
      const page = await making;
      own.add(page);
      return await adopt(page);
    } finally {
      openings.delete(making);
    }
  }

  /** Returns the page itself for a tab that the session has opened. */
  async function findRoot(page: Page): Promise<Page | undefined> {
    const opener = (await page.opener()) ?? undefined;
    if (opener !== undefined) return findRootOf(opener, findings, adopted);
    // Playwright reports a page before it returns it to the one that asked for it.
    await Promise.allSettled(openings);
    return own.has(page) ? page : undefined;
  }

  /** Makes a page that another one has opened a tab, or closes it. */
  async function admit(page: Page): Promise<void> {
    const finding = findRoot(page);
    findings.set(page, finding);
    const root = await finding;
    if (own.has(page) || page.isClosed()) return;
    // One that is refused may open another before it is closed.
    roots.set(page, root);
    const count = (popups.get(root) ?? 0) + 1;
    popups.set(root, count);
    if (!endless.has(root) && count <= maxPopupsAtOnce) {
      if (adopted.size < maxTabs && countPopups(root, adopted.keys(), roots) < maxPopups) {
        if (root === undefined) orphans.add(page);
        await adopt(page);
        return;
      }
      onNotice(adopted.size < maxTabs ? popupRefused : tabRefused);
    }
    page.close().catch(ignoreEndedSession);
    if (count > maxPopupsAtOnce) closeFamily(root);
  }

  function isOf(page: Page, root: Page | undefined): boolean {
    return page === root || (roots.has(page) && roots.get(page) === root);
  }

  /** Closes a page that knows no end, and all that it has opened; other tabs stay. */
  function closeFamily(root: Page | undefined): void {
    if (endless.has(root)) return;
    endless.add(root).add(undefined);
    // What it made the browser load is not charged to the pages that stay.
    browsing.startPage();
    onNotice(tabClosed);
    for (const page of adopted.keys()) {
      if (isOf(page, root) || orphans.has(page)) page.close().catch(ignoreEndedSession);
    }
  }

  function show(tab: LiveTab | undefined): void {
    active = tab;
    last = tab ?? last;
    tab?.page.bringToFront().catch(ignoreEndedSession);
    onShown(tab);
    onChange();
  }

  function requireTab(id?: string): LiveTab {
    const found = id === undefined ? active : [...tabs.values()].find(({ tab }) => tab === id);
    if (found !== undefined) return found;
    throw new GleanerError(
      'conflict',
      id === undefined ? 'There is no page yet: the browser is starting.' : 'This tab is closed.',
    );
  }

  await adopt(browsing.page);
  context.on('page', (page) => void admit(page).catch(ignoreEndedSession));

  return {
    list: () => [...tabs.values()],
    views: () => [...tabs.values()].map((tab) => tab.view()),
    active: () => active,
    last: () => last,
    require: requireTab,
    async open() {
      if (adopted.size >= maxTabs) throw new GleanerError('conflict', tabRefused.message);
      // What is there already is not what the new page opens.
      orphans.clear();
      return openPage();
    },
    select: (id) => show(requireTab(id)),
    async close(id) {
      await requireTab(id).page.close();
    },
    async setViewport(size) {
      viewport = size;
      await Promise.all([...tabs.keys()].map((page) => page.setViewportSize(size)));
    },
  };
}

/**
 * Returns the root of what a page opens: the root of the page, which may not be known yet, or the page itself for a tab from
 * before. None for a page that the session does not know: it was closed before it arrived, or when it had arrived, and what it
 * opened would be a family of its own, which nothing closes.
 */
export function findRootOf<AnyPage extends object>(
  opener: AnyPage,
  findings: Pick<WeakMap<AnyPage, Promise<AnyPage | undefined>>, 'get'>,
  tabs: Pick<ReadonlyMap<AnyPage, unknown>, 'has'>,
): AnyPage | Promise<AnyPage | undefined> | undefined {
  return findings.get(opener) ?? (tabs.has(opener) ? opener : undefined);
}

/**
 * Returns how many of the places of a page's pop-ups are taken. One whose opener was gone may be of any page: it takes a place of
 * each, and of all places where the next one is such, so that a page whose windows go at once has no more of them than another.
 */
export function countPopups<AnyPage extends object>(
  root: AnyPage | undefined,
  tabs: Iterable<AnyPage>,
  roots: Pick<WeakMap<AnyPage, AnyPage | undefined>, 'has' | 'get'>,
): number {
  const popups = [...tabs].filter((page) => roots.has(page)).map((page) => roots.get(page));
  return popups.filter((one) => root === undefined || one === undefined || one === root).length;
}

const tabRefused: StudioNotice = {
  type: 'notice',
  code: 'tab_refused',
  message: `No further tab was opened: ${maxTabs} are the most. Close one first.`,
};

const popupRefused: StudioNotice = {
  type: 'notice',
  code: 'tab_refused',
  message: `The page tried to open a further tab: ${maxPopups} are the most for one page. Close one first.`,
};
const tabClosed: StudioNotice = {
  type: 'notice',
  code: 'tab_closed',
  message:
    'The page went on opening windows or dialogs: its tab was closed, and what it had opened.',
};

/** The page or the browser is gone; the session reports that itself. */
function ignoreEndedSession(): void {}
