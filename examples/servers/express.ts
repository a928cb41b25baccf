import express, { type Express } from 'express';
import type { Service } from 'gleaner/service';
import { createHttpHandler, toNodeListener } from 'gleaner/http';

/** The HTTP contract beside routes of your own, in Express. */
export function createExpressApp(service: Service): Express {
  const listener = toNodeListener(createHttpHandler(service));
  const app = express();
  app.disable('x-powered-by');
  // Before `express.json()`, which would read the body. Express cuts the path off in `app.use('/v1', …)`; here it stays.
  app.all('/v1/{*rest}', listener);
  app.use(express.json());
  app.get('/', (_request, response) => {
    response.send('My own page');
  });
  return app;
}
