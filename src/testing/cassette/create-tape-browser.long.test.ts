import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realBrowserOptions } from '../../../test/support/real-browser.ts';
import { createGleaner, type Gleaner } from '../../core/engine/create-gleaner.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { cassette, type CassetteOptions } from './cassette.ts';

const listing = (page: number): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>All</h1>
  <div class="grid">${[1, 2, 3]
    .map(
      (at) =>
        `<div class="card"><h2>Lamp ${page}${at}</h2><span class="price">£${page}${at}.50</span></div>`,
    )
    .join(
      '',
    )}</div>${page === 1 ? '<a class="next" href="/shop?page=2">Next page</a>' : ''}</main></body></html>`;

/** Cards that a script asks for by POST, after a redirect, with a cookie. */
const scripted = `<!doctype html><html><body><div class="grid"></div><script>
  fetch('/api', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"wanted":"lamps"}' })
    .then((response) => response.json())
    .then((lamps) => {
      for (const lamp of lamps) document.querySelector('.grid').insertAdjacentHTML('beforeend',
        '<div class="card"><h2>' + lamp + '</h2><span class="price">£' + new Date().getUTCFullYear() + '</span></div>');
    });
</script></body></html>`;

/** A button that comes with what a script asks for, each time at another address. */
const lateButton = `<script>
  fetch('/button?n=' + Math.random())
    .then(() => document.body.insertAdjacentHTML('beforeend', '<button id="more">More</button>'));
</script>`;

const answer: RequestListener = (request, response) => {
  const html = (body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };
  switch (request.url ?? '') {
    case '/start':
      response
        .writeHead(302, { location: '/shop', 'set-cookie': 'visitor=canary-of-a-cookie' })
        .end();
      return;
    case '/shop':
      return html(listing(1));
    case '/shop?page=2':
      return html(listing(2));
    case '/scripted':
      return html(scripted);
    case '/late':
      return html(listing(2).replace('</main>', `</main>${lateButton}`));
    case '/api': {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const lamps = request.method === 'POST' && body.includes('lamps') ? ['Posted lamp'] : [];
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(lamps));
      });
      return;
    }
    default:
      response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Nothing here</p>');
  }
};

function recipeOf(start: string, fields = { name: ['h2'], price: ['.price'] }) {
  return {
    title: 'Lamps',
    timeout: 4_000,
    steps: [
      { type: 'navigate', url: `${origin}${start}` },
      {
        type: 'customStep',
        name: 'extract',
        parameters: {
          items: ['.card'],
          fields: {
            name: { selectors: fields.name },
            price: { selectors: fields.price, type: 'number' },
          },
        },
      },
      { type: 'customStep', name: 'paginate', parameters: { next: ['a.next'] } },
    ],
  };
}

let folder: string;
let origin: string;
let server: ReturnType<typeof createServer> | undefined;
const chromium = realBrowserOptions();
const egress = { allowPrivate: ['127.0.0.1/32'] };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-tape-browser-'));
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

async function use<Result>(
  options: CassetteOptions & { readonly file: string },
  work: (gleaner: Gleaner) => Promise<Result>,
): Promise<Result> {
  const { file, ...others } = options;
  await using tape = cassette(path.join(folder, file), { egress, chromium, ...others });
  await using gleaner = createGleaner({ ...tape.parts });
  return await work(gleaner);
}

/** Records with the server, and replays without it. */
async function recordAndReplay(file: string, work: (gleaner: Gleaner) => Promise<unknown>) {
  const recorded = await use({ file, mode: 'record' }, work);
  const closed = { file, mode: 'replay', egress: { ...egress, lookup: refuse } } as const;
  return {
    recorded,
    inChromium: await use(closed, work),
    recalled: await use({ ...closed, browser: 'recorded', chromium: missing }, work),
  };
}

const missing = { executablePath: '/nonexistent/chromium' };
const refuse = (): never => {
  throw new Error('The network was used.');
};

function failRun(gleaner: Gleaner): Promise<unknown> {
  return gleaner.runRecipe(recipeOf('/nowhere')).catch((error: unknown) => error);
}

describe('the browser of a tape', () => {
  test('replays a run of two pages equal byte for byte, in Chromium from the file and without any', async () => {
    const { recorded, inChromium, recalled } = await recordAndReplay('run.har', (gleaner) =>
      gleaner.runRecipe(recipeOf('/start')),
    );
    expect(recorded).toMatchObject({ pagesExtracted: 2, itemsExtracted: 6, end: 'no_next' });
    expect(JSON.stringify(inChromium)).toBe(JSON.stringify(recorded));
    expect(JSON.stringify(recalled)).toBe(JSON.stringify(recorded));
    expect(readFileSync(path.join(folder, 'run.har'), 'utf8')).not.toContain('canary-of-a-cookie');
  });

  test('records what scripts post, and renders pages that need them', async () => {
    const { recorded, inChromium, recalled } = await recordAndReplay('render.har', (gleaner) =>
      gleaner.scrape({ url: `${origin}/scripted`, format: 'markdown' }),
    );
    expect(recorded).toMatchObject({ markdown: expect.stringContaining('Posted lamp') as string });
    expect(JSON.stringify(inChromium)).toBe(JSON.stringify(recorded));
    expect(JSON.stringify(recalled)).toBe(JSON.stringify(recorded));
  });

  test('replays a PDF that Chromium printed, byte for byte', async () => {
    const { recorded, inChromium, recalled } = await recordAndReplay('print.har', (gleaner) =>
      gleaner.scrape({ url: `${origin}/shop`, format: 'pdf' }),
    );
    expect(
      Buffer.from((recorded as { pdf: Uint8Array }).pdf)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(inChromium).toEqual(recorded);
    expect(recalled).toEqual(recorded);
  });

  test('exercises selectors in a replay: a changed recipe reads the recorded pages anew', async () => {
    await use({ file: 'change.har', mode: 'record' }, (gleaner) =>
      gleaner.runRecipe(recipeOf('/shop')),
    );
    const changed = recipeOf('/shop', { name: ['.card h2'], price: ['.nowhere', '.price'] });
    const run = await use({ file: 'change.har', mode: 'replay' }, (gleaner) =>
      gleaner.runRecipe(changed),
    );
    expect(run).toMatchObject({ itemsExtracted: 6, result: { mode: 'healed' } });
    const failed = await use({ file: 'change.har', mode: 'replay' }, (gleaner) =>
      gleaner.runRecipe(recipeOf('/shop', { name: ['.gone'], price: ['.gone'] })),
    ).catch((error: unknown) => error);
    expect(isGleanerError(failed, 'validation_failed')).toBe(true);
  });

  test('says what has changed where a run is replayed without a browser, and how to record it anew', async () => {
    const changed = recipeOf('/shop', { name: ['.card h2'], price: ['.price'] });
    const failed = await use(
      { file: 'change.har', mode: 'replay', browser: 'recorded' },
      (gleaner) => gleaner.runRecipe(changed),
    ).catch((error: unknown) => error);
    const { message } = failed as Error;
    expect(message).toContain('was not recorded in');
    expect(message).toMatch(/- .*"h2"/);
    expect(message).toMatch(/\+ .*"\.card h2"/);
    expect(message).toContain("Record again (`mode: 'record'`)");
  });

  test('fails a navigation that was not recorded with the nearest one as a diff', async () => {
    const elsewhere = recipeOf('/shop');
    elsewhere.steps.splice(1, 0, { type: 'navigate', url: `${origin}/shop?page=3` } as never);
    const failed = await use({ file: 'change.har', mode: 'replay' }, (gleaner) =>
      gleaner.runRecipe(elsewhere),
    ).catch((error: unknown) => error);
    expect((failed as Error).message).toMatch(/GET http.*page=3 was not recorded/);
    expect((failed as Error).message).toMatch(/- page=2\n.*\+ page=3/s);
  });

  test('names the request that was not recorded where a step fails for want of its answer', async () => {
    const recipe = recipeOf('/late');
    recipe.steps.splice(1, 0, { type: 'click', selectors: [['#more']] } as never);
    await use({ file: 'late.har', mode: 'record' }, (gleaner) => gleaner.runRecipe(recipe));
    const failed = await use({ file: 'late.har', mode: 'replay' }, (gleaner) =>
      gleaner.runRecipe(recipe),
    ).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      details: { reason: 'target_not_found' },
      message: expect.stringMatching(/GET http.*\/button\?n=0\.\d+ was not recorded in /),
    });
  });

  test('replays a run that failed with the same error', async () => {
    const { recorded, inChromium, recalled } = await recordAndReplay('fail.har', failRun);
    expect(isGleanerError(recorded, 'validation_failed')).toBe(true);
    for (const replayed of [inChromium, recalled]) {
      expect(replayed).toMatchObject({
        code: (recorded as { code: string }).code,
        message: (recorded as Error).message,
        details: (recorded as { details: unknown }).details,
      });
    }
  });
});
