import { browsingSlots } from '../../browsers/browsing-slots.ts';
import type { Browsing } from '../../browsers/session/browsing.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { OperationContext } from '../../operations/operation-context.ts';

/** Resolves to the guarded sessions of an engine's own browser; rejects with `service_unavailable` where it has another, or none. */
export async function loadBrowsing(browser: OperationContext['browser']): Promise<Browsing> {
  if (browser === undefined) throw new GleanerError('service_unavailable', noBrowser);
  const load = browsingSlots.get(browser);
  if (load === undefined) throw new GleanerError('service_unavailable', otherBrowser);
  return load();
}

const noBrowser = 'The engine was created with `browser: false`: the studio needs its browser.';
const otherBrowser =
  'The studio shows the built-in browser alone: create the engine without `browser`, or with `chromiumBrowser(…)`.';
