import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fetcher, PageRequest } from '../../contracts/fetcher.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import type { ContractCheck } from '../contract-check.ts';

/** The checks of every `Fetcher`. Each serves pages on 127.0.0.1: pass a fetcher that may reach `127.0.0.0/8`. */
export const fetcherContract: readonly ContractCheck<Fetcher>[] = [
  {
    name: 'its name is short and has no spaces',
    run: async ({ name }) => {
      assert.match(name, /^[a-z][a-z\d-]{0,31}$/);
    },
  },
  {
    name: 'a page comes with its URL, status, headers in lower case and every byte',
    run: (fetcher) =>
      withServer(
        (_request, response) => {
          response.writeHead(200, {
            'Content-Type': 'text/html; charset=shift_jis',
            'X-Two': ['a', 'b'],
          });
          response.end(someBytes);
        },
        async (origin) => {
          const page = await fetcher.fetch(requestOf(`${origin}/a?b=c`));
          assert.equal(page.url, `${origin}/a?b=c`);
          assert.equal(page.status, 200);
          assert.equal(page.headers['content-type'], 'text/html; charset=shift_jis');
          assert.equal(page.headers['x-two'], 'a, b');
          assert.deepEqual([...page.body], [...someBytes]);
        },
      ),
  },
  {
    name: 'content encodings are removed from the body',
    run: (fetcher) =>
      withServer(
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
          response.end(gzipSync(someHtml));
        },
        async (origin) => {
          const { body } = await fetcher.fetch(requestOf(`${origin}/`));
          assert.equal(new TextDecoder().decode(body), someHtml);
        },
      ),
  },
  {
    name: 'an HTTP error status is a page',
    run: (fetcher) =>
      withServer(
        (request, response) => {
          response.writeHead(Number(request.url?.slice(1)), { 'content-type': 'text/html' });
          response.end(someHtml);
        },
        async (origin) => {
          for (const status of [403, 404, 500, 503]) {
            const page = await fetcher.fetch(requestOf(`${origin}/${status}`));
            assert.equal(page.status, status);
            assert.equal(new TextDecoder().decode(page.body), someHtml);
          }
        },
      ),
  },
  {
    name: 'a redirect is followed, and the page has the URL that answered',
    run: (fetcher) =>
      withServer(
        (request, response) => {
          if (request.url === '/to') answerHtml(response);
          else redirect(response, request.url === '/from' ? '/via' : 'to');
        },
        async (origin) => {
          const page = await fetcher.fetch(requestOf(`${origin}/from`));
          assert.equal(page.url, `${origin}/to`);
          assert.equal(page.status, 200);
        },
      ),
  },
  {
    name: "the caller's headers reach the URL's origin",
    run: (fetcher) =>
      withServer(answerWithHeader, async (origin) => {
        const page = await fetcher.fetch({
          ...requestOf(`${origin}/`),
          headers: { 'x-token': 'secret' },
        });
        assert.match(new TextDecoder().decode(page.body), /token secret/);
      }),
  },
  {
    name: "the caller's headers never reach another origin, nor come back from there",
    run: (fetcher) =>
      withServer(answerWithHeader, (other) =>
        withServer(
          (request, response) => {
            if (request.url === '/out') redirect(response, `${other}/`);
            else if (request.url === '/return')
              redirect(response, `${other}/?back=${ownOrigin(request)}`);
            else answerWithHeader(request, response);
          },
          async (origin) => {
            for (const path of ['/out', '/return']) {
              const page = await fetcher.fetch({
                ...requestOf(`${origin}${path}`),
                headers: { 'x-token': 'secret', authorization: 'secret', cookie: 'secret' },
              });
              assert.match(new TextDecoder().decode(page.body), /token none/);
            }
          },
        ),
      ),
  },
  {
    name: 'a redirect that leads nowhere new ends in a failure that says so',
    run: (fetcher) =>
      withServer(
        (_request, response) => redirect(response, '/again'),
        async (origin) => {
          await rejectsAsFailedPage(fetcher.fetch(requestOf(`${origin}/`)));
        },
      ),
  },
  {
    name: 'a server that refuses the connection is a failed page',
    run: async (fetcher) => {
      const closed = await withServer(answerAnything, async (origin) => origin);
      await rejectsAsFailedPage(fetcher.fetch(requestOf(`${closed}/`)));
    },
  },
  {
    name: 'a connection that breaks in the middle of the body is a failed page',
    run: (fetcher) =>
      withServer(
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
          response.write('<p>half', () => response.destroy());
        },
        async (origin) => {
          await rejectsAsFailedPage(fetcher.fetch(requestOf(`${origin}/`)));
        },
      ),
  },
  {
    name: 'a signal that has aborted already is answered with its reason, and the server never asked',
    run: async (fetcher) => {
      let requests = 0;
      await withServer(
        (_request, response) => {
          requests += 1;
          answerHtml(response);
        },
        async (origin) => {
          const reason = new Error('not any more');
          const promise = fetcher.fetch({
            ...requestOf(`${origin}/`),
            signal: AbortSignal.abort(reason),
          });
          await assert.rejects(promise, (error) => error === reason);
        },
      );
      assert.equal(requests, 0);
    },
  },
  ...(['before the response', 'in the middle of the body'] as const).map(
    (moment): ContractCheck<Fetcher> => ({
      name: `an abort ${moment} rejects with the signal's reason and closes the connection`,
      run: async (fetcher) => {
        const controller = new AbortController();
        const reason = new Error('enough');
        const left = Promise.withResolvers<void>();
        await withServer(
          (_request, response) => {
            response.on('close', () => left.resolve());
            if (moment === 'before the response') controller.abort(reason);
            else response.write('<p>', () => controller.abort(reason));
          },
          async (origin) => {
            const promise = fetcher.fetch({
              ...requestOf(`${origin}/`),
              signal: controller.signal,
            });
            await assert.rejects(promise, (error) => error === reason);
            await left.promise;
          },
        );
      },
    }),
  ),
  {
    name: 'many pages at once are not mixed up',
    run: (fetcher) =>
      withServer(
        (request, response) => response.end(request.url),
        async (origin) => {
          const paths = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
          const pages = await Promise.all(
            paths.map((path) => fetcher.fetch(requestOf(origin + path))),
          );
          assert.deepEqual(
            pages.map(({ body }) => new TextDecoder().decode(body)),
            paths,
          );
        },
      ),
  },
];

const someHtml = '<!doctype html><title>A page</title><p>With some text.</p>';
// No byte is lost or changed on the way, whatever it would mean as text.
const someBytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);

function requestOf(url: string): PageRequest {
  return { url, headers: {}, stealth: false, signal: new AbortController().signal };
}

function answerHtml(response: ServerResponse): void {
  response.setHeader('content-type', 'text/html');
  response.end(someHtml);
}

function answerAnything(_request: IncomingMessage, response: ServerResponse): void {
  answerHtml(response);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location });
  response.end();
}

/** Shows whether any of the caller's headers came; `?back=` sends the client on. */
function answerWithHeader(request: IncomingMessage, response: ServerResponse): void {
  const back = new URL(request.url ?? '/', 'http://localhost').searchParams.get('back');
  if (back !== null) {
    redirect(response, back);
    return;
  }
  const { 'x-token': token, authorization, cookie } = request.headers;
  response.setHeader('content-type', 'text/html');
  response.end(`<p>token ${String(token ?? authorization ?? cookie ?? 'none')}</p>`);
}

function ownOrigin({ headers }: IncomingMessage): string {
  return encodeURIComponent(`http://${headers.host}/`);
}

async function rejectsAsFailedPage(promise: Promise<unknown>): Promise<void> {
  await assert.rejects(
    promise,
    (error) =>
      isGleanerError(error, 'validation_failed') && error.details.reason === 'fetch_failed',
  );
}

async function withServer<Value>(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  use: (origin: string) => Promise<Value>,
): Promise<Value> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    return await use(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
