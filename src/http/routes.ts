import type { Route } from './route.ts';
import { dispatchRoute } from './routes/dispatch-route.ts';
import { extractRoute } from './routes/extract-route.ts';
import { pollRoute } from './routes/poll-route.ts';
import { scrapeRoute } from './routes/scrape-route.ts';
import { usageRoute } from './routes/usage-route.ts';

/** The whole API: requests are checked by it, and the OpenAPI document is written from it. */
export const routes: readonly Route[] = [
  extractRoute,
  scrapeRoute,
  dispatchRoute,
  pollRoute,
  usageRoute,
];
