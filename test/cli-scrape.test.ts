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

  test('reads a PDF file, with its text as Markdown and its bytes as PDF', async () => {
    const file = path.join(folder, 'given.pdf');
    await run(['-', '--format', 'pdf', '-o', file], false, '<h1>Lamps</h1><p>Lit at dusk.');
    const { code, output } = await run([file, '--json', '--base', 'https://a.example/x.pdf']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ contentType: 'pdf', metadata: null });
    const { output: text } = await run([file, '--format', 'markdown']);
    expect(text).toContain('Lit at dusk.');
    // The page that it was written from came from nowhere.
    expect(text).not.toContain('about:');
    const copy = path.join(folder, 'copy.pdf');
    await run([file, '--format', 'pdf', '-o', copy]);
    expect(readFileSync(copy).equals(readFileSync(file))).toBe(true);
  });

  test.each([
    ['t.zip', 'PK\u0003\u0004junk', 'application/zip'],
    ['t.docx', 'PK\u0003\u0004junk', 'application/zip'],
    ['t.png', '\u0089PNG\r\n\u001A\n', 'image/png'],
    ['t.txt', 'a\u0000\u0001', 'application/octet-stream'],
  ])('refuses %s, as from an address', async (name, text, type) => {
    const file = path.join(folder, name);
    writeFileSync(file, Buffer.from(text, 'latin1'));
    const { code, output, messages } = await run([file, '--format', 'markdown']);
    expect([code, output]).toEqual([1, '']);
    expect(messages).toContain(`: ${name}: The page is of type "${type}"`);
  });

  test.each([
    ['a.csv', 'name,price\n<b>,3\n', '<b>'],
    ['a.txt', 'use <b> here', 'use <b> here'],
    ['a.md', '# A <b>', '# A <b>'],
    ['a.json', '{"a": "<b>"}', '"<b>"'],
    ['a.xml', '<r><title/><p>Text</p></r>', 'Text'],
    ['A.RSS', '<rss><channel><title/><item><title>Lamp</title></item></channel></rss>', 'Lamp'],
    ['feed', '<?xml version="1.0"?><r><title/><p>Text</p></r>', 'Text'],
    ['words', 'Only words', 'Only words'],
    ['part', 'Words and <b>marks</b>', 'Words and **marks**'],
    ['a.html', '<title>T</title>Words <b>in</b> it', 'Words **in** it'],
  ])('reads %s by what it is', async (name, text, shown) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const { code, output } = await run([file, '--format', 'markdown']);
    expect([code, output.replaceAll('\\', '')]).toEqual([0, expect.stringContaining(shown)]);
  });

  test('says that a file is not fetched, of whatever kind', async () => {
    const file = path.join(folder, 'b.csv');
    writeFileSync(file, 'name,price\n');
    for (const argv of [['--max-age', '5'], ['--stealth'], ['--header', 'a: b']]) {
      const { code, messages } = await run([file, ...argv]);
      expect(code).toBe(2);
      expect(messages).toContain('It says how to fetch');
    }
    expect((await run([file, '--base', 'nonsense'])).code).toBe(2);
  });

  test('takes tags one by one too', async () => {
    const html = '<h1>One</h1><p>Two</p><ul><li>Three</ul>';
    const argv = ['-', '--format', 'markdown', '--include-tags', 'h1', '--include-tags', 'p'];
    expect((await run(argv, false, html)).output).toBe('# One\n\nTwo\n');
  });

  test('takes - as the output for standard output', async () => {
    const { output } = await run(['-', '--format', 'markdown', '-o', '-']);
    expect(output).toBe('From **standard input**\n');
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
