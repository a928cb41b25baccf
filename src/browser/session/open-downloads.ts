import { maxOf } from '../../runtime/collections.ts';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, CDPSession, Download, Page } from 'playwright-core';
import { createTempFolder } from '../launch/temp-folder.ts';

/** A file that a page of the session downloads. */
export interface SessionDownload {
  /** The page that began it; that of its opener for a popup that shows nothing. */
  readonly page: Page;
  readonly url: string;
  /** As the page or its server calls it: untrusted. */
  readonly suggestedName: string;
  /** Resolves to the temporary file, which goes with the session; `undefined` when the download failed or was cancelled. */
  readonly ended: Promise<string | undefined>;
  /** Returns how many bytes are on disk, decoded. */
  bytes(): number;
  cancel(): void;
}

/** The downloads of a session's pages. */
export interface SessionDownloads {
  /** Called as each download begins. */
  onBegin(listener: (download: SessionDownload) => void): void;
  /**
   * Returns when a navigation last ended without a page, as `performance.now()`: a download begins a moment later; `-Infinity`
   * where none has.
   */
  abortedMs(): number;
  /** Returns how many tabs that pages opened have loaded their document. */
  tabsLoaded(): number;
  close(): void;
}

/** Downloads whose ids are known at once; a session takes fewer. */
const maxKnown = 1_000;

/**
 * Lets the pages of a context download into a temporary folder of its own. The browser names each file by a random id, and tells
 * its ids to all sessions: those whose file lies in this folder are this context's.
 */
export async function openDownloads(
  context: BrowserContext,
  page: Page,
): Promise<SessionDownloads> {
  const browser = context.browser();
  if (browser === null) throw new Error('A context with downloads belongs to a browser.');
  const devtools = await browser.newBrowserCDPSession();
  const folder = createTempFolder();
  const idsByFile = new Map<string, string>();
  devtools.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename }) => {
    idsByFile.set(guid, toKey(url, suggestedFilename));
    const [oldest] = idsByFile.keys();
    if (idsByFile.size > maxKnown && oldest !== undefined) idsByFile.delete(oldest);
  });
  await devtools.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    browserContextId: await readContextId(context, page),
    downloadPath: folder.path,
    eventsEnabled: true,
  });

  let abortedMs = -Infinity;
  let tabsLoaded = 0;
  context.on('requestfailed', (request) => {
    const isAborted = request.failure()?.errorText.includes('ERR_ABORTED') === true;
    if (isAborted && request.isNavigationRequest()) abortedMs = performance.now();
  });
  const countTab = (): void => {
    tabsLoaded += 1;
  };
  context.on('page', (opened) => {
    // A tab is reported once its document has been requested, which may have come by then.
    if (opened.url() === 'about:blank') opened.once('framenavigated', countTab);
    else countTab();
  });

  function bytesOf(key: string): number {
    const ids = [...idsByFile].flatMap(([id, other]) => (other === key ? [id] : []));
    return maxOf(
      ids.map((id) => sizeOf(path.join(folder.path, id))),
      0,
    );
  }

  return {
    onBegin(listener) {
      context.on('download', (download) => {
        const key = toKey(download.url(), download.suggestedFilename());
        listener({
          page: download.page(),
          url: download.url(),
          suggestedName: download.suggestedFilename(),
          ended: end(download, folder.path),
          bytes: () => bytesOf(key),
          cancel: () => void download.cancel().catch(ignoreEndedDownload),
        });
      });
    },
    abortedMs: () => abortedMs,
    tabsLoaded: () => tabsLoaded,
    close() {
      void devtools.detach().catch(ignoreEndedDownload);
      folder.remove();
    },
  };
}

async function readContextId(context: BrowserContext, page: Page): Promise<string> {
  const devtools: CDPSession = await context.newCDPSession(page);
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  await devtools.detach();
  if (targetInfo.browserContextId === undefined) throw new Error('A page belongs to a context.');
  return targetInfo.browserContextId;
}

async function end(download: Download, folder: string): Promise<string | undefined> {
  try {
    if ((await download.failure()) !== null) return undefined;
    // Playwright knows the id, and another folder.
    return path.join(folder, path.basename(await download.path()));
  } catch {
    // The session ended, and its downloads with it.
    return undefined;
  }
}

function toKey(url: string, name: string): string {
  return JSON.stringify([url, name]);
}

/** While it is written, a file may have an ending of the browser's. */
function sizeOf(file: string): number {
  const found = [file, `${file}.crdownload`].map((name) =>
    statSync(name, { throwIfNoEntry: false }),
  );
  return maxOf(found.map((stats) => stats?.size ?? 0));
}

/** It ended before it could be cancelled, or its browser did. */
function ignoreEndedDownload(): void {}
