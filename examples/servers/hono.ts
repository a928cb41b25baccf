import type { Service } from 'gleaner/service';
import { createHttpHandler } from 'gleaner/http';
import { Hono } from 'hono';

/** The HTTP contract beside routes of your own, in Hono. */
export function createHonoApp(service: Service): Hono {
  const handler = createHttpHandler(service);
  const app = new Hono();
  app.get('/', (context) => context.text('My own page'));
  app.all('/v1/*', (context) => handler(context.req.raw));
  return app;
}
