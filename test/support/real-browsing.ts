import pLimit from 'p-limit';
import {
  createBrowserPool,
  limitContexts,
  type BrowserPool,
} from '../../src/browser/session/browser-pool.ts';
import { createBrowsing, type Browsing } from '../../src/browser/session/browsing.ts';
import { launchBrowser } from '../../src/browser/launch/launch-browser.ts';
import { createEgress, type EgressOptions } from '../../src/network/egress/create-egress.ts';
import { realBrowserOptions } from './real-browser.ts';

export interface RealBrowsing extends Browsing {
  close(): Promise<void>;
}

/** Sessions in a real Chromium, put together as `chromiumBrowser` does. */
export function realBrowsing(egress: EgressOptions): RealBrowsing {
  const proxyHost = 'proxy-of-this-test.invalid';
  const limit = pLimit(4);
  const { executablePath, sandbox } = realBrowserOptions();
  const createPool = (stealth: boolean): BrowserPool =>
    limitContexts(
      createBrowserPool({
        launch: ({ onMemoryExceeded }) =>
          launchBrowser({ executablePath, sandbox, proxyHost, stealth, onMemoryExceeded }),
        idleMs: 60_000,
      }),
      limit,
    );
  const pool = createPool(false);
  const stealthPool = createPool(true);
  return {
    ...createBrowsing({ pool, stealthPool, egress: createEgress(egress), proxyHost }),
    async close() {
      await Promise.all([pool.close(), stealthPool.close()]);
    },
  };
}
