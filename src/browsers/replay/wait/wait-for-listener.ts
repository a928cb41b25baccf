import type { CDPSession } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { Selector } from '../../../contracts/recipe.ts';
import type { Tab } from '../frames/tab.ts';
import { waitUntil } from '../../../signals/wait-until.ts';

/** What makes a click count. */
const clickEvents: ReadonlySet<string> = new Set([
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchend',
]);

/** Scripts that make a server-rendered page interactive have run by then, or it needs none. */
export const hydrationMs = 2_000;

/** Waits until something listens for clicks on an element or around it: a server-rendered button does nothing until its scripts have run. */
export async function waitForListener(
  tab: Tab,
  selector: Selector['parts'],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  await waitUntil({
    timeoutMs,
    everyMs: 50,
    signal,
    poll: async () => ((await hasClickListener(tab, selector, signal)) ? true : undefined),
  });
}

/** Whether a click on the element would be noticed by a script. */
export async function hasClickListener(
  { devtools, call }: Tab,
  selector: Selector['parts'],
  signal: AbortSignal,
): Promise<boolean> {
  const asked = call.handles(selector).then(async (objectIds) => {
    const lists = await Promise.all([
      ...objectIds.map((objectId) => listEvents(devtools, objectId)),
      listWindowEvents(devtools),
    ]);
    return lists.flat().some((type) => clickEvents.has(type));
  });
  return raceSignal(asked, signal);
}

/** An object of our world has only our own listeners: the page's are those of the same node in its world. */
async function listEvents(devtools: CDPSession, objectId: string): Promise<readonly string[]> {
  try {
    const { node } = await devtools.send('DOM.describeNode', { objectId });
    const { backendNodeId } = node;
    const { object } = await devtools.send('DOM.resolveNode', { backendNodeId });
    return object.objectId === undefined ? [] : await listOwnEvents(devtools, object.objectId);
  } catch {
    // Its document went away meanwhile.
    return [];
  }
}

async function listWindowEvents(devtools: CDPSession): Promise<readonly string[]> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'window' });
  return result.objectId === undefined ? [] : listOwnEvents(devtools, result.objectId);
}

async function listOwnEvents(devtools: CDPSession, objectId: string): Promise<readonly string[]> {
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId });
  return listeners.map(({ type }) => type);
}
