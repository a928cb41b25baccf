import type { Service } from 'gleaner/service';
import { createHttpHandler } from 'gleaner/http';

/** What a route handler of Next.js exports. */
export type RouteHandlers = Readonly<
  Record<'GET' | 'POST', (request: Request) => Promise<Response>>
>;

/**
 * The HTTP contract as a route handler of Next.js, in `app/v1/[...path]/route.ts`:
 *
 * @example
 * export const runtime = 'nodejs';
 * export const { GET, POST } = createRouteHandlers(service);
 */
export function createRouteHandlers(service: Service): RouteHandlers {
  const handler = createHttpHandler(service);
  return { GET: handler, POST: handler };
}
