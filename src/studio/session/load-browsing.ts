import { browsingSlots } from '../../browser/chromium-browser.ts';
import type { Browsing } from '../../browser/session/browsing.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { OperationContext } from '../../core/operations/operation-context.ts';

type EngineBrowser = OperationContext['browser'];

/** Resolves to the guarded sessions of an engine's own browser; rejects with `service_unavailable` where it has another, or none. */
export async function loadBrowsing(browser: EngineBrowser): Promise<Browsing> {
  const load = browser === undefined ? undefined : browsingSlots.get(browser);
  if (load !== undefined) return load();
  throw new GleanerError('service_unavailable', findBrowserObstacle(browser) ?? otherBrowser);
}

/** Why an engine's browser cannot be shown to people, as a sentence; `undefined` for the engine's own. */
export function findBrowserObstacle(browser: EngineBrowser): string | undefined {
  if (browser === undefined) return noBrowser;
  return browsingSlots.has(browser) ? undefined : otherBrowser;
}

const noBrowser = 'The engine was created with `browser: false`: the studio needs its browser.';
const otherBrowser =
  'The studio shows the built-in browser alone: create the engine without `browser`, or with `chromiumBrowser(…)`.';
