import type { CDPSession } from 'playwright-core';
import type { StudioFrame } from '../../api/studio-event.ts';
import type { StudioViewport } from '../../api/studio-state.ts';
import type { LiveTab } from './create-live-tab.ts';

/** A frame, and what lets the browser make the next one. */
export interface OfferedFrame {
  readonly event: StudioFrame;
  /** To be called when the frame is sent, or a newer one in its place. */
  readonly acknowledge: () => void;
}

/** Pictures of one tab at a time. */
export interface Screencast {
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
        void devtools.send('Page.screencastFrameAck', { sessionId }).catch(ignoreClosedPage);
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
      shown?.devtools.send('Page.stopScreencast').catch(ignoreClosedPage);
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
        .catch(ignoreClosedPage);
    },
  };
}

/** The page was closed or lost; the session tells that itself. */
function ignoreClosedPage(): void {}
