import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumBrowser, type ChromiumBrowser } from '../src/browser/chromium-browser.ts';
import type { Page } from '../src/runtime/contracts/fetcher.ts';
import { createEgress } from '../src/network/egress/create-egress.ts';
import { startChromium, type RunningChromium } from './support/start-chromium.ts';

const open: RunningChromium[] = [];
let browser: ChromiumBrowser | undefined;
let site: Server;
let url: string;
/** Called for each request of `/wait`, which is answered when it resolves. */
let answerWait: () => Promise<void> = async () => {};

beforeAll(async () => {
  site = createServer((request, response) => {
    void (async () => {
      if (request.url === '/wait') await answerWait();
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<title>Lamp</title><p>A lamp.</p>');
    })();
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  await browser?.close();
  browser = undefined;
  answerWait = async () => {};
  await Promise.all(open.splice(0).map((running) => running.kill()));
});

afterAll(() => {
  site.closeAllConnections();
  site.close();
});

test('work goes to the browser with the fewest contexts, and a lost one loses its pages alone', async () => {
  const [first, second] = await Promise.all([startOne(), startOne()]);
  browser = connect([first, second]);
  const waiting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const release = Promise.withResolvers<void>();
  let arrived = 0;
  answerWait = async () => {
    waiting[arrived]?.resolve();
    arrived += 1;
    await release.promise;
  };
  const pages = [render(`${url}wait`), render(`${url}wait`)];
  await Promise.all(waiting.map(({ promise }) => promise));
  expect(browser.listEndpoints()).toEqual([
    { host: `127.0.0.1:${first.port}`, state: 'up', contextsOpen: 1 },
    { host: `127.0.0.1:${second.port}`, state: 'up', contextsOpen: 1 },
  ]);

  const settled = Promise.allSettled(pages);
  await first.kill();
  await expect.poll(() => browser?.listEndpoints()[0]?.state).toBe('down');
  release.resolve();
  const outcomes = await settled;
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'service_unavailable',
      message: `The browser at 127.0.0.1:${first.port} ended unexpectedly while it was at work: try again, the next call connects anew.`,
    },
  });
  expect(browser.listEndpoints()[0]).toMatchObject({
    problem: expect.stringContaining('ended unexpectedly') as string,
  });

  // The one that is left gets all further work.
  const further = await Promise.all([render(url), render(url), render(url)]);
  expect(further.map(titleOf)).toEqual(['Lamp', 'Lamp', 'Lamp']);
});

test('a browser that cannot be connected to costs no call, and is used again when it answers', async () => {
  const dead = await startOne();
  await dead.kill();
  const alive = await startOne();
  browser = connect([dead, alive]);
  // Whichever is asked first: no call fails.
  for (let call = 0; call < 6; call += 1) expect(titleOf(await render(url))).toBe('Lamp');
  await expect.poll(() => browser?.listEndpoints()[1]?.state).toBe('up');

  await startOne(dead.port);
  await alive.kill();
  expect(titleOf(await render(url))).toBe('Lamp');
  await expect.poll(() => browser?.listEndpoints().map(({ state }) => state)).toContain('up');
  expect(browser.listEndpoints()[0]?.state).toBe('up');
});

test('with all of them gone the error names each by its host', async () => {
  const gone = [await startOne(), await startOne()];
  await Promise.all(gone.map((running) => running.kill()));
  browser = connect(gone);
  const failed = await render(url).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 'service_unavailable',
    message: expect.stringMatching(/^None of 2 browsers can be used\. /) as string,
  });
  for (const { port } of gone) expect(String(failed)).toContain(`127.0.0.1:${port} could not`);
});

test('several processes work in one browser at once', async () => {
  const shared = await startOne();
  browser = connect([shared]);
  await using other = connect([shared]);
  const calls = Array.from({ length: 8 }, (_, call) =>
    render(url, call % 2 === 0 ? browser : other),
  );
  expect((await Promise.all(calls)).map(titleOf)).toEqual(calls.map(() => 'Lamp'));
});

function connect(browsers: readonly RunningChromium[]): ChromiumBrowser {
  return chromiumBrowser({
    cdpUrl: browsers.map((running) => running.url),
    egress: createEgress({ allowPrivate: ['127.0.0.1/32'] }),
    maxContexts: 4,
  });
}

async function render(target: string, by = browser): Promise<Page> {
  if (by === undefined) throw new Error('Connect first.');
  return by.renderPage({
    url: target,
    headers: {},
    stealth: false,
    signal: AbortSignal.timeout(50_000),
  });
}

function titleOf({ body }: Page): string | undefined {
  return /<title>(.*)<\/title>/.exec(Buffer.from(body).toString())?.[1];
}

/** Starts a Chromium that is killed after the test. */
async function startOne(port?: number): Promise<RunningChromium> {
  const running = await startChromium(port);
  open.push(running);
  return running;
}
