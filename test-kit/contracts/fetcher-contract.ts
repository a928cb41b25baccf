import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fetcher, PageRequest } from '../../src/runtime/contracts/fetcher.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { listenOnLoopback } from '../listen-on-loopback.ts';
import { type ContractCheck, toChecks } from './contract-check.ts';

/** The checks of every `Fetcher`. Each serves pages on 127.0.0.1: pass a fetcher that may reach `127.0.0.0/8`. */
export const fetcherContract: readonly ContractCheck<Fetcher>[] = toChecks({
  'its name is short and has no spaces': async ({ name }) => {
    assert.match(name, /^[a-z][a-z\d-]{0,31}$/);
  },
  'a page comes with its URL, status, headers in lower case and every byte': serving(
    (_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=shift_jis',
        'X-Two': ['a', 'b'],
      });
      response.end(someBytes);
    },
    async (fetcher, origin) => {
      const page = await fetcher.fetch(requestOf(`${origin}/a?b=c`));
      assert.equal(page.url, `${origin}/a?b=c`);
      assert.equal(page.status, 200);
      assert.equal(page.headers['content-type'], 'text/html; charset=shift_jis');
      assert.equal(page.headers['x-two'], 'a, b');
      assert.deepEqual([...page.body], [...someBytes]);
    },
  ),
  'content encodings are removed from the body': serving(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.end(gzipSync(someHtml));
    },
    async (fetcher, origin) => {
      const { body } = await fetcher.fetch(requestOf(`${origin}/`));
      assert.equal(new TextDecoder().decode(body), someHtml);
    },
  ),
  'an HTTP error status is a page': serving(
    (request, response) => {
      response.writeHead(Number(request.url?.slice(1)), { 'content-type': 'text/html' });
      response.end(someHtml);
    },
    async (fetcher, origin) => {
      for (const status of [403, 404, 500, 503]) {
        const page = await fetcher.fetch(requestOf(`${origin}/${status}`));
        assert.equal(page.status, status);
        assert.equal(new TextDecoder().decode(page.body), someHtml);
      }
    },
  ),
  'a redirect is followed, and the page has the URL that answered': serving(
    (request, response) => {
      if (request.url === '/to') answerHtml(response);
      else redirect(response, request.url === '/from' ? '/via' : 'to');
    },
    async (fetcher, origin) => {
      const page = await fetcher.fetch(requestOf(`${origin}/from`));
      assert.equal(page.url, `${origin}/to`);
      assert.equal(page.status, 200);
    },
  ),
  "the caller's headers reach the URL's origin": serving(
    answerWithHeader,
    async (fetcher, origin) => {
      const page = await fetcher.fetch({
        ...requestOf(`${origin}/`),
        headers: { 'x-token': 'secret' },
      });
      assert.match(new TextDecoder().decode(page.body), /token secret/);
    },
  ),
  "the caller's headers never reach another origin, nor come back from there": serving(
    answerWithHeader,
    (fetcher, other) =>
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
  'a redirect that leads nowhere new ends in a failure that says so': serving(
    (_request, response) => redirect(response, '/again'),
    async (fetcher, origin) => {
      await rejectsAsFailedPage(fetcher.fetch(requestOf(`${origin}/`)));
    },
  ),
  'a server that refuses the connection is a failed page': async (fetcher) => {
    const closed = await withServer(answerAnything, async (origin) => origin);
    await rejectsAsFailedPage(fetcher.fetch(requestOf(`${closed}/`)));
  },
  'a connection that breaks in the middle of the body is a failed page': serving(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      response.write('<p>half', () => response.destroy());
    },
    async (fetcher, origin) => {
      await rejectsAsFailedPage(fetcher.fetch(requestOf(`${origin}/`)));
    },
  ),
  'a signal that has aborted already is answered with its reason, and the server never asked':
    async (fetcher) => {
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
  ...Object.fromEntries(
    ['before the response', 'in the middle of the body'].map((moment) => [
      `an abort ${moment} rejects with the signal's reason and closes the connection`,
      async (fetcher: Fetcher) => {
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
    ]),
  ),
  'many pages at once are not mixed up': serving(
    (request, response) => response.end(request.url),
    async (fetcher, origin) => {
      const paths = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
      const pages = await Promise.all(paths.map((path) => fetcher.fetch(requestOf(origin + path))));
      assert.deepEqual(
        pages.map(({ body }) => new TextDecoder().decode(body)),
        paths,
      );
    },
  ),
});

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

/** A check of a fetcher on a server of its own. */
function serving(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  check: (fetcher: Fetcher, origin: string) => Promise<void>,
): ContractCheck<Fetcher>['run'] {
  return (fetcher) => withServer(answer, (origin) => check(fetcher, origin));
}

async function withServer<Value>(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  use: (origin: string) => Promise<Value>,
): Promise<Value> {
  const server = await listenOnLoopback(answer);
  try {
    return await use(server.origin);
  } finally {
    await server.close();
  }
}
