import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { createRunFiles, type OwnRunFiles } from '../../files/run-files.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';

let server: Server;
let hidden: Server;
let origin: string;
let hiddenHits = 0;
let sentBytes = 0;
let browser: Browser;
let folder: string;
let files: OwnRunFiles;
const base = mkdtempSync(path.join(tmpdir(), 'downloads-'));

const megabyte = Buffer.alloc(1_048_576);

/** Sends up to `megabytes`, as fast as they are taken. */
function pour(response: ServerResponse, megabytes: number): void {
  if (response.destroyed) return;
  if (megabytes === 0) response.end();
  else {
    sentBytes += megabyte.length;
    response.write(megabyte, () => pour(response, megabytes - 1));
  }
}

function attach(response: ServerResponse, name: string, headers: object = {}): ServerResponse {
  return response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
    ...headers,
  });
}

const links = `<!doctype html><title>Files</title>
  <a id="attached" href="/attached">Report</a> <a id="slow" download href="/slow">Slow</a>
  <a id="popup" target="_blank" href="/attached">Other tab</a> <a id="late" target="_blank" href="/late">Late tab</a> <a id="tab" target="_blank" href="/">Page</a> <a id="blob" download="made.csv">Made here</a>
  <a id="endless" href="/endless">Endless</a> <a id="stuck" href="/stuck">Stuck</a> <a id="bomb" href="/bomb">Bomb</a>
  <a id="large" href="/large">Large</a> <a id="program" href="/program">Program</a> <a id="none" download href="/slow" onclick="event.preventDefault()">None</a>
  <a id="guarded" download href="/moved">Guarded</a> <a id="broken" href="/broken">Broken</a>
  <a id="query" href="/attached?token=secret#x">Query</a>
  <button id="many" onclick="for (let n = 0; n < 1000; n += 1) { const a = document.createElement('a'); a.download = n + '.txt'; a.href = 'data:text/plain,' + n; a.click(); }">Many</button>
  <p>Here</p><script>document.querySelector('#blob').href = URL.createObjectURL(new Blob(['a,b']));</script>`;

const hostile: Readonly<Record<string, string>> = {
  '/up': '..%2F..%2F..%2Fetc%2Fpasswd',
  '/control': 'a%00b%1Bc%0D%0Ad.txt',
  '/long': `${'x'.repeat(4_000)}.csv`,
  '/device': 'CON.txt',
  '/dots': '..',
  '/bidi': 'invoice%E2%80%AEvsc.txt',
};

beforeAll(async () => {
  // Where browsers and their downloads live: other processes use that of the machine.
  vi.stubEnv('TMPDIR', base);
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://a.example');
    const name = hostile[pathname];
    if (name !== undefined) {
      response.writeHead(200, { 'content-disposition': `attachment; filename*=UTF-8''${name}` });
      response.end('hostile');
    } else if (pathname === '/attached') attach(response, 'report 1.csv').end('a,b');
    else if (pathname === '/late')
      setTimeout(() => attach(response, 'late.csv').end('late'), 1_200);
    else if (pathname === '/moved')
      response.writeHead(302, { location: `${hiddenOrigin}/secret` }).end();
    else if (pathname === '/slow') setTimeout(() => response.end('slow'), 900);
    else if (pathname === '/endless') pour(attach(response, 'endless.zip'), 1_024);
    else if (pathname === '/large')
      attach(response, 'large.zip', { 'content-length': 2 ** 30 }).write(megabyte);
    else if (pathname === '/stuck') attach(response, 'stuck.zip').write(megabyte);
    else if (pathname === '/program') attach(response, 'setup.exe').end('MZ');
    else if (pathname === '/broken') {
      attach(response, 'broken.zip', { 'content-length': 100 }).write('PK');
      setTimeout(() => response.destroy(), 200);
    } else if (pathname === '/bomb') {
      attach(response, 'bomb.csv', { 'content-encoding': 'gzip' }).end(bomb);
    } else {
      response.setHeader('content-type', 'text/html');
      response.end(links);
    }
  });
  hidden = createServer((_request, response) => {
    hiddenHits += 1;
    attach(response, 'secret.txt').end('secret');
  });
  server.listen(0, '127.0.0.1');
  hidden.listen(0, '127.0.0.2');
  await Promise.all([once(server, 'listening'), once(hidden, 'listening')]);
  origin = `http://127.0.0.1:${portOf(server)}`;
  hiddenOrigin = `http://127.0.0.2:${portOf(hidden)}`;
  browser = loopbackBrowser();
});

let hiddenOrigin = '';
/** 1 MB that unpacks to 1 GB. */
const bomb = gzipSync(Buffer.alloc(2 ** 30), { level: 9 });

function portOf(listening: Server): number {
  const address = listening.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(base, 'run-'));
  files = createRunFiles({ uploads: undefined, downloads: folder }, (text) => text);
});

/** What sessions left in the temporary folder: files of downloads, by their random names. */
function browserFolders(): readonly string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith('gleaner-browser-'))
    .flatMap((name) => readdirSync(path.join(tmpdir(), name)))
    .filter((name) => /^[0-9a-f-]{36}$/.test(name));
}

afterAll(async () => {
  await browser.close?.();
  for (const each of [server, hidden]) {
    each.close();
    each.closeAllConnections();
  }
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true });
});

const read = {
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { text: { selectors: 'p' } } },
};

async function download(
  selector: string,
  step: object = {},
  changes: Parameters<typeof replaySteps>[2] = {},
): Promise<Replay> {
  const steps = [
    { type: 'navigate', url: origin },
    { type: 'click', selectors: [selector], ...step },
    read,
  ];
  return replaySteps(browser, steps, { files, ...changes });
}

const contents = (): readonly string[] =>
  files.list().map((file) => readFileSync(file.path, 'utf8'));

test.each([
  ['#attached', 'report 1.csv', 'a,b', '/attached'],
  ['#slow', 'slow', 'slow', '/slow'],
  ['#popup', 'report 1.csv', 'a,b', '/attached'],
  ['#late', 'late.csv', 'late', '/late'],
  ['#query', 'report 1.csv', 'a,b', '/attached'],
  ['#blob', 'made.csv', 'a,b', undefined],
])('what a click brings is kept before the next step (%s)', async (selector, name, body, from) => {
  const { items, warnings } = await download(selector);
  expect([items, warnings]).toEqual([[{ text: 'Here' }], []]);
  expect(files.list()).toEqual([
    {
      step: '/steps/1',
      kind: 'download',
      name: expect.stringMatching(new RegExp(`^[0-9a-f]{16}-${name}`)),
      path: expect.stringContaining(folder),
      bytes: body.length,
      type: expect.any(String),
      url: from === undefined ? undefined : origin + from,
    },
  ]);
  expect([contents(), readdirSync(folder)]).toEqual([[body], [files.list()[0]?.name]]);
});

test('a link that opens a page in a tab is not waited for as a download', async () => {
  // Longer than the test may take, which only hangs where the time-out is waited for.
  const { warnings } = await download('#tab', { timeout: 30 * 60_000 });
  expect([warnings, files.list()]).toEqual([[], []]);
});

test('an address that is a download is one, and the page stays', async () => {
  const steps = ['/', '/attached'].map((to) => ({ type: 'navigate', url: origin + to }));
  const { items } = await replaySteps(browser, [...steps, read], { files });
  expect([items, contents()]).toEqual([[{ text: 'Here' }], ['a,b']]);
});

test('two sessions at once each keep their own', async () => {
  const other = createRunFiles(
    { uploads: undefined, downloads: path.join(folder, 'other') },
    (text) => text,
  );
  await Promise.all([download('#attached'), download('#attached', {}, { files: other })]);
  expect([files.list().length, other.list().length]).toEqual([1, 1]);
});

test.each([
  ['#endless', 'endless.zip'],
  ['#bomb', 'bomb.csv'],
])('a download of 1 GB is cut at the limit, and the run goes on (%s)', async (selector, name) => {
  sentBytes = 0;
  const { items, warnings } = await download(selector);
  expect(items).toEqual([{ text: 'Here' }]);
  expect(warnings).toEqual([
    `Step 2 (click): "${name}" was not kept: it is larger than the 20 MB of a file, or than what is left of the 200 MB of a run.`,
  ]);
  expect(sentBytes).toBeLessThan(200 * 1_048_576);
  expect([files.list(), readdirSync(folder)]).toEqual([[], []]);
});

test.each([
  ['#stuck', 'stuck.zip'],
  ['#large', 'large.zip'],
])('a download that never ends is given up at the time-out (%s)', async (selector, name) => {
  const { items, warnings } = await download(selector, { timeout: 1_500 });
  expect(items).toEqual([{ text: 'Here' }]);
  expect(warnings).toEqual([`Step 2 (click): "${name}" was not kept: it did not end in time.`]);
  expect(files.list()).toEqual([]);
});

test('a download that breaks off, and a program, are reported', async () => {
  const broken = await download('#broken');
  expect(broken.warnings).toEqual(['Step 2 (click): "broken.zip" was not kept: it failed.']);
  const program = await download('#program');
  expect(program.warnings).toEqual(['Step 2 (click): "setup.exe" was not kept: it is a program.']);
  expect(readdirSync(folder)).toEqual([]);
});

test('of 23 downloads twenty are kept, and each other is reported with its step', async () => {
  const visits = Array.from({ length: 23 }, () => ({
    type: 'navigate',
    url: `${origin}/attached`,
  }));
  const steps = [{ type: 'navigate', url: origin }, ...visits, read];
  const { items, warnings } = await replaySteps(browser, steps, { files });
  expect(items).toEqual([{ text: 'Here' }]);
  expect([files.list().length, readdirSync(folder).length]).toEqual([20, 20]);
  expect(warnings).toEqual(
    [22, 23, 24].map(
      (step) =>
        `Step ${step} (navigate): a download was not kept: a run keeps 20 downloads and 200 MB at most.`,
    ),
  );
});

test('a page that asks for a thousand downloads at once is not kept waiting for', async () => {
  const { items } = await download('#many');
  expect(items).toEqual([{ text: 'Here' }]);
  // Chromium lets ten of them begin.
  expect(files.list().length).toBeLessThanOrEqual(20);
  expect(readdirSync(folder)).toHaveLength(files.list().length);
});

test('names that lead elsewhere, or hide what they are, become plain names', async () => {
  const visits = Object.keys(hostile).map((to) => ({ type: 'navigate', url: origin + to }));
  await replaySteps(browser, [{ type: 'navigate', url: origin }, ...visits, read], { files });
  expect(readdirSync(folder)).toHaveLength(visits.length);
  for (const { name } of files.list()) expect(name).toMatch(/^[0-9a-f]{16}-[\w][\w.-]{0,120}$/);
});

test('a link for a download that brings none is reported', async () => {
  const { warnings } = await download('#none', { timeout: 1_000 });
  expect(warnings).toEqual(['Step 2 (click): no download began within 1 s.']);
});

test('a download goes through the guard: a private address is not reached', async () => {
  await expect(download('#guarded', { timeout: 2_000 })).rejects.toMatchObject({
    message: expect.stringContaining('not a public one'),
  });
  expect([hiddenHits, files.list()]).toEqual([0, []]);
  // The control: the same file is served where the guard is not asked.
  const [response] = (await once(get(`${hiddenOrigin}/secret`), 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('secret');
});

test('without a folder a download is refused and reported, and an address that is one fails', async () => {
  const none = createRunFiles({ uploads: undefined, downloads: undefined }, (text) => text);
  const { items, warnings } = await download('#attached', {}, { files: none });
  expect([items, warnings]).toEqual([
    [{ text: 'Here' }],
    [
      'Step 2 (click): a download was refused. Name the folder that they are kept in as `files.downloads`.',
    ],
  ]);
  const visit = replaySteps(browser, [{ type: 'navigate', url: `${origin}/attached` }, read], {
    files: none,
  });
  await expect(visit).rejects.toMatchObject({ details: { reason: 'unsupported_content' } });
});

test('a folder that cannot be written is reported', async () => {
  rmSync(folder, { recursive: true });
  files = createRunFiles({ uploads: undefined, downloads: '/dev/null/folder' }, (text) => text);
  const { warnings } = await download('#attached');
  expect(warnings).toEqual([
    'Step 2 (click): "report 1.csv" was not kept: the folder of downloads cannot be written.',
  ]);
});

test('nothing of any session stays in the temporary folder', () => {
  expect(browserFolders()).toEqual([]);
});
