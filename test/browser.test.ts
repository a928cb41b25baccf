import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chromiumBrowser } from '../src/browser/chromium-browser.ts';
import type { Browser } from '../src/runtime/contracts/browser.ts';
import { createEgress } from '../src/network/egress/create-egress.ts';
import {
  createGleaner,
  readEnvironment,
  type GleanerOptions,
  type ScrapeResult,
} from '../src/index.ts';
import { browserContract } from '../test-kit/contracts/browser-contract.ts';
import { hostileDocuments } from './support/hostile-documents.ts';
import { realBrowser, realBrowserOptions, realBrowserPath } from './support/real-browser.ts';
import { traceBrowsers } from './support/trace-browsers.ts';
import { waitOptions } from './support/wait-options.ts';

const traces = traceBrowsers();
let browser: Browser;

beforeAll(() => {
  browser = realBrowser({
    idleMs: 60_000,
    egress: createEgress({ allowPrivate: ['127.0.0.0/8'] }),
  });
});

afterAll(async () => {
  await browser.close?.();
  traces.remove();
});

const never = new AbortController().signal;

function print(html: string, by: Browser = browser, signal = never): Promise<Uint8Array> {
  return by.printPdf({ html, url: 'https://shop.example/', title: 'A page', signal });
}

async function readText(pdf: Uint8Array): Promise<string> {
  const { extractText } = await import('unpdf');
  return (await extractText(Uint8Array.from(pdf), { mergePages: true })).text;
}

describe('the browser contract', () => {
  test.each(browserContract)('$name', async ({ run }) => {
    await expect(run(browser)).resolves.toBeUndefined();
  });
});

describe('a printed page', () => {
  test('has its text, a heading from the title, the address and page numbers', async () => {
    const text = await readText(await print(`<p>First</p>${'<p>Row</p>'.repeat(100)}<p>Last`));
    expect(text).toMatch(/^A page\s+First\s+Row/);
    expect(text).toContain('https://shop.example/');
    expect(text).toMatch(/1 \/ [2-9]/);
    expect(text).toContain('Last');
  });

  test('keeps its own first heading and shows closed details', async () => {
    const html = '<h1>Own</h1><details><summary>More</summary><p>Told below</details>';
    const text = await readText(await print(html));
    expect(text).toMatch(/^Own\s+/);
    expect(text).toContain('Told below');
    expect(text).not.toContain('A page');
  });

  test('is not styled by the page: hidden, white and tiny text is as visible as any', async () => {
    const plain = await print('<p>Text');
    const styled = await print(
      '<style>p { font-size: 50px; display: none }</style><p style="position: fixed">Text',
    );
    expect(await readText(styled)).toBe(await readText(plain));
    expect(Math.abs(styled.length - plain.length)).toBeLessThan(200);
  });

  test('shows Chinese, Japanese and Korean also where the machine has no font for them', async () => {
    const pdf = await print('<p>中文 日本語のテキスト 한국어');
    // Noto's glyph for 文 is also that of the radical U+2F42, as which it is read.
    const text = (await readText(pdf)).normalize('NFKC');
    for (const word of ['中文', 'テキスト', '한국어']) expect(text).toContain(word);
  });

  test('a title that looks like a date of the file is left alone', async () => {
    const title = '/CreationDate (D:20260101000000Z) & <b>';
    const request = { html: '<p>x', url: 'https://shop.example/', title, signal: never };
    const pdf = Buffer.from(await browser.printPdf(request)).toString('latin1');
    expect(pdf).toContain(String.raw`/Title (/CreationDate \(D:20260101000000Z\) & <b>)`);
    expect(pdf).not.toMatch(/\/(?:CreationDate|ModDate) \(D:/);
  });

  test('two megabytes are printed', async () => {
    const paragraph = `<p>${'Lorem ipsum dolor sit amet. '.repeat(70)}</p>`;
    const pdf = await print(`${paragraph.repeat(1_000)}<p>Last words`);
    expect(pdf.length).toBeGreaterThan(500_000);
  });
});

describe('the way out', () => {
  let canary: Server;
  let origin: string;
  let connections = 0;
  const reached = new Set<string>();

  beforeAll(async () => {
    canary = createServer((request, response) => {
      const [folder = '', name] = (request.url ?? '').slice(1).split('/');
      if (folder === 'page') {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(`<!doctype html>${documents()[Number(name)] ?? ''}`);
      } else {
        reached.add(folder);
        response.writeHead(200, { 'content-type': 'text/plain' }).end('x');
      }
    });
    canary.on('connection', () => (connections += 1));
    canary.listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const address = canary.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });

  afterAll(() => {
    canary.closeAllConnections();
    canary.close();
  });

  /** All ways in one document, and those that only work in one of their own. */
  function documents(): readonly string[] {
    const ways = new Map(hostileDocuments(origin));
    const alone = ['refresh', 'base', 'frameset'].map((name) => {
      const html = ways.get(name) ?? '';
      ways.delete(name);
      return html;
    });
    return [[...ways.values()].join('\n'), ...alone];
  }

  test('is closed for every way in which a document can ask for something', async () => {
    for (const html of documents()) {
      await browser.printPdf({ html, url: `${origin}/page`, signal: never });
    }
    expect(connections).toBe(0);
  });

  test('would be open in a browser without the guard', async () => {
    const { chromium } = await import('playwright-core');
    const unguarded = await chromium.launch({
      executablePath: realBrowserPath(),
      chromiumSandbox: false,
    });
    try {
      const context = await unguarded.newContext();
      for (const name of documents().keys()) {
        const page = await context.newPage();
        await page.goto(`${origin}/page/${name}`, { waitUntil: 'commit' });
      }
      await vi.waitFor(() => expect(reached.size).toBeGreaterThanOrEqual(35), waitOptions);
    } finally {
      await unguarded.close();
    }
  });
});

describe('scrape to PDF', () => {
  const html = `<html lang="en"><head><title>Kettles</title></head><body><h1>Blue kettle</h1>
    <p>It whistles.</p><img alt="A blue kettle on a stove">
    <table><tr><th>Litres</th><th>Price</th></tr><tr><td>1.7</td><td>£24.50</td></tr></table></body></html>`;
  const input = { html, url: 'https://shop.example/kettle', format: 'pdf' } as const;
  const words =
    /Blue kettle\s+shop\.example · https:\/\/shop\.example\/kettle\s+It whistles\.\s+A blue kettle on a stove\s+Litres\s+Price\s+1\.7\s+£24\.50/;

  async function scrapeWith(browser?: GleanerOptions['browser']): Promise<ScrapeResult> {
    const gleaner = createGleaner(browser === undefined ? {} : { browser });
    try {
      return await gleaner.scrape(input);
    } finally {
      await gleaner.close();
    }
  }

  test('has the same text with the browser and without', async () => {
    const [byBrowser, alone] = [await scrapeWith(browser), await scrapeWith()];
    expect(latin1(byBrowser)).toContain('Skia/PDF');
    expect(latin1(alone)).not.toContain('Skia/PDF');
    for (const { pdf, warnings } of [byBrowser, alone]) {
      expect(await readText(pdf ?? new Uint8Array())).toMatch(words);
      expect(warnings).toEqual([]);
    }
  });

  test('by options the browser is made and ended by the engine', async () => {
    const before = traces.processes().size;
    const page = await scrapeWith(realBrowserOptions());
    expect(latin1(page)).toContain('Skia/PDF');
    await vi.waitFor(() => expect(traces.processes().size).toBe(before), waitOptions);
  });

  test('a browser that was handed in stays open when the engine closes', async () => {
    const close = vi.fn<() => Promise<void>>();
    const printPdf = vi.fn<Browser['printPdf']>().mockResolvedValue(Buffer.from('%PDF-by hand'));
    const replay = vi.fn<Browser['replay']>();
    const renderPage = vi.fn<Browser['renderPage']>();
    const mine = { name: 'mine', printPdf, replay, renderPage, close };
    expect(latin1(await scrapeWith(mine))).toBe('%PDF-by hand');
    expect(close).not.toHaveBeenCalled();
  });

  test('without the browser that was named it is made all the same, and reported', async () => {
    const page = await scrapeWith({ executablePath: '/nowhere/chrome' });
    expect(await readText(page.pdf ?? new Uint8Array())).toMatch(words);
    expect(page.warnings).toEqual([
      expect.stringMatching(/without a browser.*"\/nowhere\/chrome"/),
    ]);
  });

  test('GLEANER_BROWSER names the browser, and nothing else starts one', () => {
    expect(readEnvironment({ GLEANER_BROWSER: '/opt/chrome' })).toEqual({
      browser: { executablePath: '/opt/chrome' },
    });
    expect(readEnvironment({ GLEANER_BROWSER: '' })).toEqual({});
  });
});

describe('the browser process', () => {
  test.each([
    ['after use', (own: Browser) => print('<p>x', own)],
    ['before any use', async () => {}],
  ])('refuses work once `await using` has closed it %s', async (_when, use) => {
    let closed: Browser;
    {
      await using own = chromiumBrowser(realBrowserOptions());
      await use(own);
      closed = own;
    }
    await expect(print('<p>x', closed)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('starts on first use, serves many calls, and leaves nothing behind when it closes', async () => {
    const before = traces.processes().size;
    const files = traces.files().length;
    const own = realBrowser();
    expect(traces.processes().size).toBe(before);
    const others = countMain();
    await Promise.all([print('<p>1', own), print('<p>2', own), print('<p>3', own)]);
    expect(countMain()).toBe(others + 1);
    await own.close?.();
    await vi.waitFor(() => expect(traces.processes().size).toBe(before), waitOptions);
    expect(traces.files().length).toBe(files);
    await expect(print('<p>4', own)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('ends by itself when it has had nothing to do, and starts again', async () => {
    const before = traces.processes().size;
    const own = realBrowser({ idleMs: 1 });
    await print('<p>1', own);
    await vi.waitFor(() => expect(traces.processes().size).toBe(before), waitOptions);
    await print('<p>2', own);
    await own.close?.();
  });

  test('killed at work, it fails that call, and the next one works with a new one', async () => {
    const own = realBrowser();
    const before = new Set(traces.processes().keys());
    await print('<p>warm', own);
    const outcome = catchError(print(long, own));
    for (const [id, command] of traces.processes()) {
      if (!before.has(id) && !command.includes('--type=')) process.kill(id, 'SIGKILL');
    }
    expect(await outcome).toMatchObject({ code: 'service_unavailable' });
    expect((await print('<p>again', own)).length).toBeGreaterThan(1_000);
    await own.close?.();
    await vi.waitFor(() => expect(traces.processes().size).toBe(before.size), waitOptions);
  });

  test('a renderer that is killed fails its call alone', async () => {
    const own = realBrowser();
    const before = new Set(traces.processes().keys());
    const outcome = catchError(print(long, own));
    const isKilled = vi.fn<() => void>();
    void outcome.then(isKilled);
    // Which renderer shows the page cannot be told from outside; some do other work.
    await vi.waitFor(() => {
      for (const [id, command] of traces.processes()) {
        if (!before.has(id) && command.includes('--type=renderer')) process.kill(id, 'SIGKILL');
      }
      expect(isKilled).toHaveBeenCalled();
    }, waitOptions);
    expect(await outcome).toMatchObject({ code: 'service_unavailable' });
    await print('<p>again', own);
    await own.close?.();
  });

  test('a print that is aborted at work leaves no renderer at work', async () => {
    const controller = new AbortController();
    const before = countRenderers();
    const outcome = catchError(print(long, browser, controller.signal));
    await vi.waitFor(() => expect(countRenderers()).toBeGreaterThan(before), waitOptions);
    controller.abort('enough');
    expect(await outcome).toBe('enough');
    await vi.waitFor(() => expect(countRenderers()).toBeLessThanOrEqual(before), waitOptions);
  });

  test('does not outlive a program that is killed', async () => {
    const before = traces.processes().size;
    const program = spawn(process.execPath, ['--input-type=module', '-e', abandoned], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(program.stdout, 'data');
    expect(traces.processes().size).toBeGreaterThan(before + 1);
    program.kill('SIGKILL');
    await vi.waitFor(() => expect(traces.processes().size).toBe(before), waitOptions);
  });

  test('gets none of the secrets in the environment', async () => {
    process.env['GLEANER_MODEL_KEY'] = 'sk-canary';
    const own = realBrowser();
    await print('<p>x', own);
    expect(traces.processes().size).toBeGreaterThan(0);
    expect(traces.isPassedOn('sk-canary')).toBe(false);
    await own.close?.();
  });

  test('that is nowhere to be found is reported with the way to get one', async () => {
    const absent = chromiumBrowser({ executablePath: '/nowhere/chrome' });
    await expect(print('<p>x', absent)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(/"\/nowhere\/chrome".*apt-get install chromium.*playwright/),
    });
  });

  test('that does not start is reported with its path', async () => {
    const broken = chromiumBrowser({ executablePath: '/bin/false' });
    await expect(print('<p>x', broken)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('"/bin/false" did not start'),
    });
  });

  const long = `<table>${'<tr><td>Cell<td>Cell'.repeat(60_000)}</table>`;
  const abandoned = `
    const { chromiumBrowser } = await import(${JSON.stringify(path.resolve('src/browser/chromium-browser.ts'))});
    const browser = chromiumBrowser({ executablePath: ${JSON.stringify(realBrowserPath())}, sandbox: false, idleMs: 60_000 });
    await browser.printPdf({ html: '<p>x', url: 'https://shop.example/', signal: new AbortController().signal });
    console.log('ready');`;
});

function countMain(): number {
  return [...traces.processes().values()].filter(
    (command) => command.includes('--user-data-dir=') && !command.includes('--type='),
  ).length;
}

function countRenderers(): number {
  return [...traces.processes().values()].filter((command) => command.includes('--type=renderer'))
    .length;
}

async function catchError(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (error) {
    return error;
  }
}

function latin1({ pdf }: ScrapeResult): string {
  return Buffer.from(pdf ?? []).toString('latin1');
}
