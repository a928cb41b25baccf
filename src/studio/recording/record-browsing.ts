import { randomUUID } from 'node:crypto';
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { BrowsingSession } from '../../browser/session/browsing.ts';
import { recordingProgram } from './programs.ts';
import type { StepRecorder } from './create-step-recorder.ts';
import { findPageAction } from './page-action.ts';

/** Listening under way. */
export interface Recording {
  /** Ends it; what was recorded stays. */
  stop(): void;
}

interface RecordBrowsingInput {
  readonly browsing: BrowsingSession;
  /** The `target` of steps in a page. */
  readonly targetOf: (page: Page) => string;
  /** Takes what is done in any page of the session. */
  readonly recorder: Pick<StepRecorder, 'take' | 'arrive'>;
}

/** Our own world in every document, and what it calls; random, so that no page can know them. */
const world = `recording${randomUUID().replaceAll('-', '')}`;

/**
 * Listens to what a person does in the pages of a guarded session: each action with selectors that were tried
 * on the page and what healing uses. Resolves once the pages that are open are listened to.
 */
export async function recordBrowsing(input: RecordBrowsingInput): Promise<Recording> {
  const { browsing, targetOf, recorder } = input;
  const listened = new WeakSet<Page | Frame>();
  const stops: (() => void)[] = [];
  let isOver = false;

  async function listenTo(devtools: CDPSession, page: Page): Promise<void> {
    const source = `${recordingProgram}.listenToPerson((message) => globalThis.${world}(message));`;
    const onCall = ({
      name,
      payload,
    }: {
      readonly name: string;
      readonly payload: string;
    }): void => {
      const action = name === world && !isOver ? findPageAction(payload) : undefined;
      if (action !== undefined) recorder.take(action, targetOf(page));
    };
    devtools.on('Runtime.bindingCalled', onCall);
    stops.push(() => void devtools.off('Runtime.bindingCalled', onCall));
    await devtools.send('Page.enable');
    await devtools.send('Runtime.enable');
    await devtools.send('Runtime.addBinding', { name: world, executionContextName: world });
    const { identifier } = await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
      source,
      worldName: world,
      runImmediately: true,
    });
    stops.push(() => {
      void devtools
        .send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
        .catch(ignoreClosedPage);
    });
  }

  async function addPage(page: Page): Promise<void> {
    if (listened.has(page) || isOver) return;
    listened.add(page);
    const devtools = await browsing.devtools(page);
    await watchNavigations(devtools, page);
    await listenTo(devtools, page);
    // A frame of another site is a target of its own.
    const addFrame = async (frame: Frame): Promise<void> => {
      if (frame === page.mainFrame() || listened.has(frame)) return;
      try {
        const own = await browsing.context.newCDPSession(frame);
        listened.add(frame);
        await listenTo(own, page);
      } catch {
        // A frame of the page's own process, which the page's listener is in already, or one that is gone.
      }
    };
    const onFrame = (frame: Frame): void => void addFrame(frame);
    page.on('framenavigated', onFrame);
    stops.push(() => void page.off('framenavigated', onFrame));
    for (const frame of page.frames()) onFrame(frame);
  }

  async function watchNavigations(devtools: CDPSession, page: Page): Promise<void> {
    const { frameTree } = await devtools.send('Page.getFrameTree');
    const mainId = frameTree.frame.id;
    let isAsked = false;
    const onAsked = ({ frameId }: { readonly frameId: string }): void => {
      isAsked ||= frameId === mainId;
    };
    const onNavigated = ({
      frame,
    }: {
      readonly frame: { readonly id: string; readonly parentId?: string; readonly url: string };
    }): void => {
      if (frame.parentId !== undefined || isOver) return;
      recorder.arrive({ target: targetOf(page), url: frame.url }, isAsked);
      isAsked = false;
    };
    devtools.on('Page.frameRequestedNavigation', onAsked);
    devtools.on('Page.frameNavigated', onNavigated);
    stops.push(() => {
      devtools.off('Page.frameRequestedNavigation', onAsked);
      devtools.off('Page.frameNavigated', onNavigated);
    });
  }

  const onPage = (page: Page): void => void addPage(page).catch(ignoreClosedPage);
  browsing.context.on('page', onPage);
  stops.push(() => void browsing.context.off('page', onPage));
  await addPage(browsing.page);
  const others = browsing.context.pages().filter((page) => page !== browsing.page);
  await Promise.all(others.map((page) => addPage(page).catch(ignoreClosedPage)));
  return {
    stop() {
      isOver = true;
      for (const stop of stops) stop();
    },
  };
}

/** A page that closed meanwhile has nothing more to record. */
function ignoreClosedPage(): void {}
