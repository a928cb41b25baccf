import type { CDPSession } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { Selector } from '../../../contracts/recipe/recipe.ts';
import type { Tab } from '../frames/tab.ts';
import { waitUntil } from '../../../signals/wait-until.ts';

/** Events by whose listeners a click has an effect. */
const clickEvents: ReadonlySet<string> = new Set([
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchend',
]);

/** Milliseconds within which the scripts of a server-rendered page make it interactive, if it has any. */
export const hydrationMs = 2_000;

/**
 * Waits until a listener for clicks is set on an element or an ancestor: a server-rendered button has no effect until
 * its scripts have run.
 */
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

/** Whether a script listens for clicks on the element or an ancestor. */
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

/**
 * Returns the types of the page's event listeners on a node. DevTools lists only listeners of an object's own world,
 * so the node is resolved in the page's main world.
 */
async function listEvents(devtools: CDPSession, objectId: string): Promise<readonly string[]> {
  try {
    const { node } = await devtools.send('DOM.describeNode', { objectId });
    const { backendNodeId } = node;
    const { object } = await devtools.send('DOM.resolveNode', { backendNodeId });
    return object.objectId === undefined ? [] : await listOwnEvents(devtools, object.objectId);
  } catch {
    // The document was replaced meanwhile.
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
