import type { Browsing } from './session/browsing.ts';

/** Loads the sessions for people of each browser that `chromiumBrowser` returned. No door exports it. */
export const browsingSlots: WeakMap<object, () => Promise<Browsing>> = new WeakMap();
