import { pause } from '../../../signals/wait-until.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';

/** Most screens scrolled to find an element that the page renders only when it is near the view. */
const maxScreens = 15;
/** Milliseconds; rows are rendered within a frame or two after they come into view. */
const renderMs = 80;
/** Least height of a scroll step in CSS pixels, whatever the viewport. */
const screenHeight = 600;

/** Scrolls down a page step by step until the element is found; restores the scroll position if it is not. */
export async function scrollIntoBeing(
  { signal }: ReplayRun,
  { frame }: Place,
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  const limits = { signal, timeoutMs: 5_000 };
  const scroll = (y: number | undefined) =>
    callFrame(frame, 'scroll', { mark: undefined, x: undefined, y }, limits);
  const start = await scroll(undefined);
  let y = 0;
  for (let screen = 0; screen < maxScreens; screen += 1) {
    const at = await scroll(y);
    await pause(renderMs, signal);
    if (await isThere()) return true;
    if (at.y >= at.maxY) break;
    y = at.y + screenHeight;
  }
  await scroll(start.y);
  return false;
}
