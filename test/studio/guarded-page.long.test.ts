import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStudio, type OpenStudio, type StudioClient } from '../support/open-studio.ts';
import { servePages, type ServedPages } from '../support/serve-pages.ts';

/** A listener on loopback that no page may reach, and how often one did. */
interface Canary {
  readonly port: number;
  reached: number;
  readonly server: Server;
}

let site: ServedPages;
let canary: Canary;
let guarded: OpenStudio;
let open: OpenStudio;

beforeAll(async () => {
  const server = createServer((socket) => {
    canary.reached += 1;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  canary = { port: typeof address === 'object' ? (address?.port ?? 0) : 0, reached: 0, server };
  const target = `http://127.0.0.1:${canary.port}`;
  site = await servePages(({ pathname }) => {
    if (pathname === '/redirect') return { status: 302, headers: { location: `${target}/r` } };
    if (pathname === '/moves') return `<script>location.href = '${target}/s';</script>`;
    if (pathname === '/opens')
      return `<script>window.open('${target}/w'); document.title = 'tried';</script>`;
    return `<script>
      const image = new Image();
      const ended = [new Promise((done) => { image.onload = image.onerror = done; }), fetch('${target}/f', { mode: 'no-cors' })];
      image.src = '${target}/i';
      Promise.allSettled(ended).then(() => { document.title = 'tried'; });
    </script>`;
  });
  const port = new URL(site.origin).port;
  guarded = openStudio({ allowPrivate: [`127.0.0.1/32:${port}`] });
  open = openStudio({ allowPrivate: ['127.0.0.1/32'] });
});

afterAll(async () => {
  await Promise.all([guarded.close(), open.close()]);
  await site.close();
  canary.server.close();
});

/** Takes all ways to the canary; resolves to how often it was reached. */
async function tryAll(client: StudioClient): Promise<number> {
  canary.reached = 0;
  for (const path of ['/redirect', '/moves', '/opens', '/loads']) {
    await client.open({ url: site.origin + path, replace: true });
    const watch = await client.watch();
    await watch.until((event) => {
      if (event.type === 'notice') return event.code === 'navigation_failed';
      const tabs = event.type === 'state' ? event.state.tabs : [];
      return tabs.some(
        ({ title, url, isLoading }) =>
          title === 'tried' || (url.includes(`:${canary.port}/`) && !isLoading),
      );
    });
    if (path === '/opens') {
      await watch.until(
        (event) =>
          event.type === 'state' &&
          event.state.tabs.some(
            ({ url, isLoading, error }) =>
              url.includes(`:${canary.port}/`) && (!isLoading || error !== undefined),
          ),
      );
    }
  }
  return canary.reached;
}

test('a private address is refused in the address bar, and the reason is given', async () => {
  canary.reached = 0;
  const client = guarded.client('ann');
  await client.open({ replace: true });
  const { port } = canary;
  const spellings = [
    `http://127.0.0.1:${port}/`,
    `127.1:${port}`,
    `http://0x7f.1:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'chrome://version',
    'view-source:http://a.example/',
    'data:text/html,x',
  ];
  for (const url of spellings) {
    const { status, data } = await client.call('POST', '/session/command', {
      type: 'navigate',
      url,
    });
    expect([url, status]).toEqual([url, 400]);
    expect(data['error']).toMatchObject({ code: 'invalid_request' });
  }
  const opened = await client.call('POST', '/session', {
    url: `http://127.0.0.1:${port}/`,
    replace: true,
  });
  expect(opened.status).toBe(400);
  expect(canary.reached).toBe(0);
});

test('a private address is reached by no redirect, script, pop-up or resource of a page', async () => {
  expect(await tryAll(guarded.client('ann'))).toBe(0);
});

test('the same ways lead there where the embedder allows it', async () => {
  expect(await tryAll(open.client('ann'))).toBeGreaterThanOrEqual(5);
});
