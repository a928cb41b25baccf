import type { Page } from 'playwright-core';
import type { BrowsingSession } from '../../../browsers/session/browsing.ts';
import { GleanerError } from '../../../errors/gleaner-error.ts';
import type { StudioNotice } from '../../api/studio-event.ts';
import type { StudioTab, StudioViewport } from '../../api/studio-state.ts';
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

export interface CreateLiveTabsInput {
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

/** Pop-ups included: a page may open as many as it likes. */
const maxTabs = 10;

/** Makes the blank page of a session its first tab, and watches for further ones. */
export async function createLiveTabs(input: CreateLiveTabsInput): Promise<LiveTabs> {
  const { browsing, createId, onChange, onNotice, onTab, onShown } = input;
  const { context } = browsing;
  const tabs = new Map<Page, LiveTab>();
  /** Pages that are tabs, or become some. */
  const adopted = new Map<Page, Promise<LiveTab>>();
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
    const tab = await createLiveTab({ id: createId(), page, browsing, onChange, onNotice });
    await page.setViewportSize(viewport);
    tabs.set(page, tab);
    onTab(tab);
    show(tab);
    return tab;
  }

  async function forget(page: Page): Promise<void> {
    adopted.delete(page);
    const tab = tabs.get(page);
    if (tab === undefined || browsing.signal.aborted) return;
    tabs.delete(page);
    if (active === tab) show([...tabs.values()].at(-1));
    else onChange();
    if (adopted.size === 0) await context.newPage();
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
  context.on('page', (page) => {
    if (adopted.size < maxTabs) void adopt(page).catch(ignoreEndedSession);
    else {
      onNotice(tabRefused);
      page.close().catch(ignoreEndedSession);
    }
  });

  return {
    list: () => [...tabs.values()],
    views: () => [...tabs.values()].map((tab) => tab.view()),
    active: () => active,
    last: () => last,
    require: requireTab,
    async open() {
      if (adopted.size >= maxTabs) throw new GleanerError('conflict', tabRefused.message);
      const page = await context.newPage();
      // Playwright tells the page before it returns it.
      return adopted.get(page) ?? adopt(page);
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

const tabRefused: StudioNotice = {
  type: 'notice',
  code: 'tab_refused',
  message: `No further tab was opened: ${maxTabs} are the most. Close one first.`,
};

/** The page or the browser is gone; the session tells that itself. */
function ignoreEndedSession(): void {}
