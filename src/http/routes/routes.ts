import type { Route } from './route.ts';
import { dispatchRoute } from './dispatch-route.ts';
import { extractRoute } from './extract-route.ts';
import { pollRoute } from './poll-route.ts';
import { scrapeRoute } from './scrape-route.ts';
import { usageRoute } from './usage-route.ts';

/** The whole API: requests are handled by it, and the OpenAPI document is written from it. */
export const routes: readonly Route[] = [
  extractRoute,
  scrapeRoute,
  dispatchRoute,
  pollRoute,
  usageRoute,
];
