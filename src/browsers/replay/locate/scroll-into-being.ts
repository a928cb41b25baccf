import { callFrame } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../replay-run.ts';
import { pause } from '../wait-until.ts';

/** Screens looked through for what a page renders only once it is near. */
const maxScreens = 15;
/** Rows are rendered within a frame or two of coming into view. */
const renderMs = 80;
/** A screen is at least so high, whatever the viewport. */
const screenHeight = 600;

/** Scrolls down a page step by step until something is there; back to where it stood if it never is. */
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
