import process from 'node:process';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/**
 * The least that a server of Hono can do, in a process of its own. With `replace` it replaces the global Response, as
 * Hono's server does unless it is told not to; a library that others mount must not. Tells its address on a line of JSON,
 * and leaves at the end of its input.
 */
const [mode] = process.argv.slice(2);
const app = new Hono();
app.get('/', (context) => context.json({ hello: 'world' }));
const server = serve(
  {
    fetch: app.fetch,
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: mode === 'replace',
  },
  ({ port }) => console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
);
process.stdin.resume();
process.stdin.once('end', () => server.close());
