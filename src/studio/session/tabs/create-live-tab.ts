import type { CDPSession, Dialog, Page, Request } from 'playwright-core';
import type { BrowsingSession } from '../../../browser/session/browsing.ts';
import type { StudioFrame, StudioNotice } from '../../api/studio-event.ts';
import type { StudioDialog, StudioTab, StudioViewport } from '../../api/studio-browsing.ts';
import type { StudioPage } from '../studio-session.ts';

/** A tab, what its page reports, and what can be done around the page. */
export interface LiveTab extends StudioPage {
  readonly devtools: CDPSession;
  view(): StudioTab;
  /** Notes that the person has done something: what the page does next is its answer, and may take its share anew. */
  noteDeed(): void;
  /** Starts to open a URL, which was checked by `browsing.parseUrl`. */
  navigate(url: string): void;
  /** Starts to go through the history: -1 is back. Does nothing at its ends. */
  go(by: -1 | 1): Promise<void>;
  reload(): void;
  stop(): void;
  /** Reads title and history anew, from the browser: a page that hangs does not hold it up. */
  refresh(): Promise<void>;
  /** Shows a URL whose page was lost, and why; `reload` opens it. */
  restore(url: string, error: string): void;
  /** Answers the open dialog; returns whether it has this id. */
  answerDialog(answer: DialogAnswer): boolean;
}

interface DialogAnswer {
  readonly dialog: string;
  readonly accept: boolean;
  readonly text?: string | undefined;
}

interface CreateLiveTabInput {
  readonly id: string;
  readonly page: Page;
  readonly browsing: BrowsingSession;
  /** Called after each change of what `view` returns. */
  readonly onChange: () => void;
  readonly onNotice: (notice: StudioNotice) => void;
  /** Called when the person has done something in it. */
  readonly onDeed: () => void;
  /** Called where the page goes on opening dialogs whatever becomes of them. */
  readonly onExcess: () => void;
}

/** Dialogs between two deeds of the person that are shown; a form that asks back needs two or three. */
const maxShownDialogs = 5;
/** Further ones that are cancelled unseen before the tab is closed: a page may open them in a loop that never ends. */
const maxCancelledDialogs = 50;

const maxMessageLength = 2_000;
const maxTitleLength = 300;

/** Watches a page as a tab. Rejects where the page is closed already. */
export async function createLiveTab(input: CreateLiveTabInput): Promise<LiveTab> {
  const { id, page, browsing, onChange, onNotice, onDeed, onExcess } = input;
  let url = toShownUrl(page.url());
  let title = '';
  let error: string | undefined;
  let isLoading = false;
  let history = { canGoBack: false, canGoForward: false };
  let lostUrl: string | undefined;
  let opened: { readonly shown: StudioDialog; readonly dialog: Dialog } | undefined;
  let dialogs = 0;
  /** Since the person did something. */
  let shownDialogs = 0;
  let cancelledDialogs = 0;
  let isWatched = false;

  page.on('dialog', (dialog) => {
    // While one is open the page answers nothing, so that none could be shown before it is watched.
    if (!isWatched || shownDialogs >= maxShownDialogs) {
      cancelledDialogs += 1;
      if (cancelledDialogs === maxCancelledDialogs) onExcess();
      send(dialog.dismiss());
      return;
    }
    shownDialogs += 1;
    dialogs += 1;
    const shown: StudioDialog = {
      id: `${id}-${dialogs}`,
      type: dialog.type() as StudioDialog['type'],
      message: dialog.message().slice(0, maxMessageLength),
      defaultText: dialog.defaultValue().slice(0, maxMessageLength),
    };
    opened = { shown, dialog };
    onChange();
  });
  // A listener alone keeps the chooser of the system from opening: no file of this machine can be chosen.
  page.on('filechooser', () => onNotice(chooserRefused));
  page.on('download', () => onNotice(downloadRefused));
  page.on('requestfailed', noteFailure);

  function noteFailure(request: Request): void {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    const code = request.failure()?.errorText ?? '';
    // Left for another page, or became a download.
    if (code.includes('ERR_ABORTED')) return;
    fail(request.url(), code);
    onChange();
  }

  function fail(address: string, code: string): void {
    url = toShownUrl(address);
    error = describeFailure(address, code, browsing);
    onNotice({ type: 'notice', code: 'navigation_failed', message: error });
  }

  const devtools = await browsing.devtools(page);
  const { frameTree } = await devtools.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  devtools.on('Page.frameStartedLoading', ({ frameId }) => setLoading(frameId, true));
  devtools.on('Page.frameStoppedLoading', ({ frameId }) => setLoading(frameId, false));
  devtools.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return;
    lostUrl = undefined;
    if (frame.unreachableUrl === undefined) {
      url = toShownUrl(frame.url + (frame.urlFragment ?? ''));
      error = undefined;
      // The headless shell shows the guard's refusal as an empty page, where other browsers show an error page of their own.
      if (browsing.findFailure(frame.url) !== undefined) fail(frame.url, '');
    }
    opened = undefined;
    send(refresh());
  });
  devtools.on('Page.navigatedWithinDocument', ({ frameId, url: now }) => {
    if (frameId !== mainFrame) return;
    url = toShownUrl(now);
    send(refresh());
  });
  await devtools.send('Page.enable');
  await refresh();
  isWatched = true;

  function noteDeed(): void {
    browsing.startPage();
    shownDialogs = 0;
    cancelledDialogs = 0;
    onDeed();
  }

  function setLoading(frameId: string, value: boolean): void {
    if (frameId !== mainFrame) return;
    isLoading = value;
    if (value) onChange();
    else send(refresh());
  }

  async function refresh(): Promise<void> {
    const { currentIndex, entries } = await devtools.send('Page.getNavigationHistory');
    // A tab begins with a blank page, which is no place to go back to.
    const canGoBack = currentIndex > 0 && entries[currentIndex - 1]?.url !== blank;
    history = { canGoBack, canGoForward: currentIndex + 1 < entries.length };
    const current = entries[currentIndex];
    title = error === undefined ? (current?.title ?? '').slice(0, maxTitleLength) : '';
    if (error === undefined && title === current?.url) title = '';
    onChange();
  }

  function navigate(to: string): void {
    noteDeed();
    url = to;
    error = undefined;
    lostUrl = undefined;
    isLoading = true;
    send(finishNavigation(to));
    onChange();
  }

  /** A download, or a page that cannot be opened, stops nothing that has started to load. */
  async function finishNavigation(to: string): Promise<void> {
    const { errorText } = await devtools.send('Page.navigate', { url: to });
    if (errorText === undefined) return;
    isLoading = false;
    await refresh();
  }

  return {
    tab: id,
    page,
    browsing,
    devtools,
    view: () => ({
      id,
      url,
      title,
      isLoading,
      ...history,
      ...(error === undefined ? {} : { error }),
      ...(opened === undefined ? {} : { dialog: opened.shown }),
    }),
    noteDeed,
    navigate,
    async go(by) {
      const { currentIndex, entries } = await devtools.send('Page.getNavigationHistory');
      const entry = entries[currentIndex + by];
      if (entry === undefined || entry.url === blank) return;
      noteDeed();
      send(devtools.send('Page.navigateToHistoryEntry', { entryId: entry.id }));
    },
    reload() {
      noteDeed();
      if (lostUrl === undefined) send(devtools.send('Page.reload'));
      else navigate(lostUrl);
    },
    stop: () => send(devtools.send('Page.stopLoading')),
    refresh,
    restore(lost, why) {
      url = lost;
      lostUrl = lost;
      error = why;
      onChange();
    },
    answerDialog({ dialog, accept, text }) {
      if (opened?.shown.id !== dialog) return false;
      const { dialog: waiting, shown } = opened;
      opened = undefined;
      browsing.startPage();
      const typed = shown.type === 'prompt' ? (text ?? shown.defaultText) : undefined;
      send(accept ? waiting.accept(typed) : waiting.dismiss());
      onChange();
      return true;
    },
  };
}

/** Starts work whose outcome the page's events report. */
function send(work: Promise<unknown>): void {
  void work.catch(ignoreClosedPage);
}

const blank = 'about:blank';

function toShownUrl(url: string): string {
  return url === blank ? '' : url;
}

const chooserRefused: StudioNotice = {
  type: 'notice',
  code: 'file_chooser_refused',
  message:
    'The page asks for a file. The studio gives pages no file of this machine: add an upload step to the recipe instead.',
};
const downloadRefused: StudioNotice = {
  type: 'notice',
  code: 'download_refused',
  message:
    'The page offers a download. The studio keeps no files: a run with a folder for downloads does.',
};

/** The page was closed or lost; the session reports that itself. */
export function ignoreClosedPage(): void {}

/** Says why a URL did not open, as a sentence; `code` is Chromium's, such as `net::ERR_CONNECTION_REFUSED`. */
function describeFailure(
  url: string,
  code: string,
  { findFailure }: Pick<BrowsingSession, 'findFailure'>,
): string {
  const known = findFailure(url);
  if (known !== undefined) return known.message;
  const host = URL.parse(url)?.host ?? 'the page';
  const [, reason] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  const name = code.replace(/^net::/, '');
  return `${host} could not be opened: ${reason ?? 'check the address, or try again later'}${name === '' ? '' : ` (${name})`}.`;
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/ERR_CERT|ERR_SSL/, 'its connection is not secure: its certificate is not valid'],
  [/ERR_TOO_MANY_REDIRECTS/, 'it redirects in a circle'],
  [/TIMED_OUT/, 'it did not answer in time'],
  [/ERR_CONNECTION_REFUSED/, 'nothing answers there'],
  [/ERR_EMPTY_RESPONSE|ERR_CONNECTION_(?:RESET|CLOSED)/, 'it broke the connection off'],
  [/ERR_BLOCKED|ERR_UNSAFE/, 'the browser may not open such an address'],
];

/** A frame, and what lets the browser make the next one. */
export interface OfferedFrame {
  readonly event: StudioFrame;
  /** To be called when the frame is sent, or a newer one in its place. */
  readonly acknowledge: () => void;
}

/** Pictures of one tab at a time. */
interface Screencast {
  /** Shows this tab from now on, at once with a frame; `undefined` shows none. */
  show(tab: LiveTab | undefined, viewport: StudioViewport): void;
}

/** With one, each frame waits for the way of the last: 3.5 a second instead of 16 (`npm run bench:studio-frames`). */
const maxFramesInFlight = 3;
/** 0 to 100. At 70 text is easy to read, and a frame of 1280 × 800 takes 30 to 90 KB. */
const quality = 70;

/**
 * Creates pictures by Chromium's screencast, which makes one when something has moved. A few frames are under way: while they are
 * not acknowledged the browser keeps the newest, so that a slow client gets fewer frames and never an old one last.
 */
export function createScreencast(onFrame: (frame: OfferedFrame) => void): Screencast {
  let shown: LiveTab | undefined;
  const watched = new WeakSet<CDPSession>();

  function watch({ tab, devtools }: LiveTab): void {
    if (watched.has(devtools)) return;
    watched.add(devtools);
    devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      const acknowledge = (): void =>
        void devtools.send('Page.screencastFrameAck', { sessionId }).catch(ignoreStoppedCast);
      // Taken before another tab was chosen.
      if (shown?.tab !== tab) {
        acknowledge();
        return;
      }
      onFrame({
        event: {
          type: 'frame',
          tab,
          image: data,
          width: metadata.deviceWidth,
          height: metadata.deviceHeight,
          scrollX: metadata.scrollOffsetX,
          scrollY: metadata.scrollOffsetY,
        },
        acknowledge,
      });
    });
  }

  return {
    show(tab, { width, height }) {
      shown?.devtools.send('Page.stopScreencast').catch(ignoreStoppedCast);
      shown = tab;
      if (tab === undefined) return;
      watch(tab);
      tab.devtools
        .send('Page.startScreencast', {
          format: 'jpeg',
          quality,
          maxWidth: width,
          maxHeight: height,
          maxFramesInFlight,
          sendLastFrame: true,
        })
        .catch(ignoreStoppedCast);
    },
  };
}

/** The page was closed or lost; the session reports that itself. */
function ignoreStoppedCast(): void {}
