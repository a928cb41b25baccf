import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Browser, PrintRequest } from '../../src/runtime/contracts/browser.ts';
import type { PageRequest } from '../../src/runtime/contracts/fetcher.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { listenOnLoopback } from '../listen-on-loopback.ts';
import { type ContractCheck, toChecks } from './contract-check.ts';

/** The checks of every `Browser`. Some serve pages on 127.0.0.1: pass a browser whose pages may reach `127.0.0.0/8`. */
export const browserContract: readonly ContractCheck<Browser>[] = toChecks({
  'its name is short and has no spaces': async ({ name }) => {
    assert.match(name, /^[a-z][a-z\d-]{0,31}$/);
  },
  'a document becomes a PDF': async (browser) => {
    const pdf = await browser.printPdf(requestOf('<h1>Blue kettle</h1><p>£24.50'));
    assert.match(Buffer.from(pdf).toString('latin1'), /^%PDF-1\.\d[^]*%%EOF\s*$/);
  },
  'the PDF is tagged and has the title, the language and the links of the document': async (
    browser,
  ) => {
    const request = requestOf('<p>See the <a href="next">next page</a>.');
    const pdf = await browser.printPdf({ ...request, title: 'Kettles', language: 'en-GB' });
    const text = Buffer.from(pdf).toString('latin1');
    assert.match(text, /\/MarkInfo\s*<<[^>]*\/Marked true/);
    assert.match(text, /\/Title\s*\(Kettles\)/);
    assert.match(text, /\/Lang\s*\(en-GB\)/);
    assert.match(text, /\/URI\s*\(https:\/\/shop\.example\/kettles\/next\)/);
  },
  'the same request gives the same bytes': async (browser) => {
    const request = requestOf('<h1>Twice</h1><table><tr><td>1<td>2</table>');
    const first = await browser.printPdf(request);
    assert.ok(Buffer.from(first).equals(await browser.printPdf(request)));
  },
  'prints at the same time do not mix': async (browser) => {
    const pdfs = await Promise.all(
      ['Ada', 'Grace', 'Mary'].map((title) =>
        browser.printPdf({ ...requestOf('<p>One of three'), title }),
      ),
    );
    const titles = pdfs.map((pdf) =>
      /\/Title\s*\((\w+)\)/.exec(Buffer.from(pdf).toString('latin1'))?.at(1),
    );
    assert.deepEqual(titles, ['Ada', 'Grace', 'Mary']);
  },
  'nothing in the document connects to anything': async (browser) => {
    const canary = createServer((socket) => socket.destroy());
    let connections = 0;
    canary.on('connection', () => (connections += 1));
    try {
      const origin = `http://127.0.0.1:${await listen(canary)}`;
      const html = `<link rel="stylesheet" href="${origin}/style"><img src="${origin}/image">
          <script src="${origin}/script"></script><iframe src="${origin}/frame"></iframe>
          <meta http-equiv="refresh" content="0;url=${origin}/refresh"><p>Text`;
      await browser.printPdf({ ...requestOf(html), url: `${origin}/page` });
      assert.equal(connections, 0);
    } finally {
      canary.close();
    }
  },
  'a page is rendered as its scripts leave it, with the URL and the status that answered': async (
    browser,
  ) => {
    const server = await listenOnLoopback((_request, response) => {
      response.writeHead(203, { 'content-type': 'text/html' });
      response.end('<p>It</p><script>document.querySelector("p").append(" works")</script>');
    });
    try {
      const url = `${server.origin}/page`;
      const page = await browser.renderPage(pageRequestOf(url));
      assert.deepEqual([page.url, page.status, page.isRendered], [url, 203, true]);
      assert.match(new TextDecoder().decode(page.body), /<p>It works<\/p>/);
    } finally {
      await server.close();
    }
  },
  'a page of another scheme is not rendered': async (browser) => {
    for (const url of ['file:///etc/hostname', 'data:text/html,x', 'chrome://version']) {
      await assert.rejects(browser.renderPage(pageRequestOf(url)), (error) =>
        isGleanerError(error, 'invalid_request'),
      );
    }
  },
  'a signal that has aborted already is answered with its reason': async (browser) => {
    const reason = new Error('the caller left');
    const request = { ...requestOf('<p>Text'), signal: AbortSignal.abort(reason) };
    await assert.rejects(browser.printPdf(request), (error) => error === reason);
  },
  'an abort ends the print with its reason, and the next one works': async (browser) => {
    const reason = new Error('the caller left');
    const controller = new AbortController();
    const print = browser.printPdf({
      ...requestOf('<p>Row'.repeat(50_000)),
      signal: controller.signal,
    });
    controller.abort(reason);
    await assert.rejects(print, (error) => error === reason);
    await browser.printPdf(requestOf('<p>Text'));
  },
});

function pageRequestOf(url: string): PageRequest {
  return { url, headers: {}, stealth: false, signal: new AbortController().signal };
}

function requestOf(html: string): PrintRequest {
  return { html, url: 'https://shop.example/kettles/', signal: new AbortController().signal };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}
