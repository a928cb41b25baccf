import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-scrape-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function run(argv: readonly string[], isTTY = false, html = '<p>From <b>standard input</b>') {
  const written = { output: '', messages: '' };
  const code = await runCommand(['scrape', ...argv], {
    environment: { GLEANER_ALLOW_PRIVATE: egress().allowPrivate?.join(',') },
    input: Readable.from([html]),
    output: { write: (chunk) => (written.output += chunk), isTTY },
    messages: { write: (chunk) => (written.messages += chunk) },
    signal: new AbortController().signal,
  });
  return { code, ...written };
}

describe('gleaner scrape', () => {
  test('writes a PDF to the file that -o names, with notes beside it', async () => {
    const file = path.join(folder, 'page.pdf');
    const { code, output, messages } = await run([
      urlOf('/images/'),
      '--format',
      'pdf',
      '-o',
      file,
    ]);
    expect([code, output]).toEqual([0, '']);
    expect(readFileSync(file).toString('latin1')).toMatch(/^%PDF-1\.7.*%%EOF\s*$/s);
    expect(messages).toContain('Note: 1 of 4 picture(s) are shown by their alternative text');
    expect(messages).toMatch(/1 credit · \d+ ms · written to .*page\.pdf/);
  });

  test('writes Markdown to a file or to standard output, the same', async () => {
    const file = path.join(folder, 'page.md');
    await run([urlOf('/article/'), '--format', 'markdown', '--output', file]);
    const { output } = await run([urlOf('/article/'), '--format', 'markdown']);
    expect(output).toContain('# The night the ferry learned to whisper');
    expect(readFileSync(file, 'utf8')).toBe(output);
  });

  test.each([
    ['\u001B[2J', '\uFFFD[2J'],
    ['\u001B]0;title\u0007', '\uFFFD]0;title\uFFFD'],
    ['\u009B2J', '\uFFFD2J'],
  ])(
    'a page gives a terminal no orders, and a file gets it as it is (%j)',
    async (order, shown) => {
      const html = `<p>a${order}b\tc</p>\n`;
      expect((await run(['-', '--format', 'html'], false, html)).output).toContain(`a${order}b\tc`);
      const { output } = await run(['-', '--format', 'html'], true, html);
      expect(output).toContain(`a${shown}b\tc`);
    },
  );

  test('reads standard input, and prints one JSON document with --json', async () => {
    const { output } = await run(['-', '--format', 'pdf', '--json'], true);
    const page = JSON.parse(output) as { pdf: string; creditsUsed: number };
    expect(Buffer.from(page.pdf, 'base64').toString('latin1')).toMatch(/^%PDF/);
    expect(page.creditsUsed).toBe(1);
  });

  test('writes the content to the file that -o names, and the rest as JSON with --json', async () => {
    const file = path.join(folder, 'beside.md');
    const { output } = await run(['-', '--format', 'markdown', '-o', file, '--json']);
    expect(readFileSync(file, 'utf8')).toBe('From **standard input**\n');
    const page = JSON.parse(output) as Readonly<Record<string, unknown>>;
    expect(page).toMatchObject({ contentType: 'html', creditsUsed: 1 });
    expect(page).not.toHaveProperty('markdown');
  });

  test('ends the last line of a page on a terminal, and nowhere else', async () => {
    const page = '<p>From <b>standard input</b>';
    expect((await run(['-'], true)).output).toBe(`${page}\n`);
    expect((await run(['-'])).output).toBe(page);
  });

  test('reads a file in the encoding that it declares', async () => {
    const file = path.join(folder, 'harbour.html');
    // Пристань
    const word = Buffer.from([0xcf, 0xf0, 0xe8, 0xf1, 0xf2, 0xe0, 0xed, 0xfc]);
    writeFileSync(file, Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), word]));
    const { output } = await run([file, '--format', 'markdown']);
    expect(output).toBe('Пристань\n');
  });

  test('costs 3 credits with stealth', async () => {
    const { messages } = await run([urlOf('/article/'), '--stealth']);
    expect(messages).toMatch(/^3 credits · /m);
  });

  test.each([
    ['a folder that is not there', ['-', '-o', '/nowhere/at/all.md'], '"/nowhere/at"'],
    ['links that would not be printed', ['-', '--extract-links'], '--json'],
    ['a file that is not there', ['/nowhere/at/all.html'], 'Cannot read the page'],
    ['no time', ['-', '--timeout', '0'], 'Expected whole seconds above 0'],
  ])('refuses %s before anything is fetched, as wrong usage', async (_what, argv, message) => {
    const { code, output, messages } = await run(argv);
    expect([code, output]).toEqual([2, '']);
    expect(messages).toContain(message);
  });

  test('reports wrong usage as such with --json', async () => {
    const { code, output } = await run(['/nowhere/at/all.html', '--json']);
    expect([code, JSON.parse(output)]).toMatchObject([2, { error: { code: 'usage' } }]);
  });

  test('refuses a PDF file for a page: it is no text', async () => {
    const file = path.join(folder, 'given.pdf');
    writeFileSync(file, '%PDF-1.7\n');
    const { code, messages } = await run([file, '--format', 'markdown']);
    expect(code).toBe(2);
    expect(messages).toContain('It is a PDF file');
  });

  test('says its defaults in its help', async () => {
    const { code, output } = await run(['--help']);
    expect(code).toBe(0);
    expect(output.replaceAll(/\s+/g, ' ')).toContain('default: "html"');
  });

  test('does not write a PDF onto a terminal', async () => {
    const { code, output, messages } = await run(['-', '--format', 'pdf'], true);
    expect([code, output]).toEqual([2, '']);
    expect(messages).toContain('-o');
  });
});
