import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pagesFetcher } from '../../../../test/support/pages-fetcher.ts';
import { createGleaner } from '../../../core/engine/create-gleaner.ts';
import { cassette, type Cassette } from '../cassette.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-tape-'));
  file = path.join(folder, 'shop.har');
});

afterEach(() => rmSync(folder, { recursive: true }));

const url = 'https://shop.example/';
const large = `<h1>Lamps</h1>${'<p>Brass lamp</p>'.repeat(1_000)}`;
const fetcher = pagesFetcher({ [url]: large });

const scrape = (tape: Cassette, page = url) =>
  createGleaner({ ...tape.parts }).scrape({ url: page, format: 'markdown' });

async function record(): Promise<void> {
  await using tape = cassette(file, { mode: 'record', fetcher });
  await scrape(tape);
}

const replay = (): Cassette => cassette(file, { mode: 'replay' });

describe('a file that cannot be replayed is refused with what is wrong', () => {
  test('one that is not there', () => {
    expect(replay).toThrow(
      /The cassette ".*shop\.har" cannot be read: there is no such file\. Record it first/,
    );
  });

  test.each([
    ['no JSON', '{"log": ', /is no JSON: .*\. Restore it, or record it again/],
    ['no HAR', '[]', /is no HAR: it is not an object/],
    ['entries that are no list', '{"log": {"entries": {}}}', /`log\.entries` is not a list/],
    [
      'an entry without a URL',
      '{"log": {"entries": [{"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "request": {"method": "GET"}, "response": {"status": 200, "content": {}}}]}}',
      /`log\.entries\[0\]\.request\.url` is not a string/,
    ],
    [
      'a time that is none',
      '{"log": {"entries": [{"startedDateTime": "yesterday", "time": 1}]}}',
      /`log\.entries\[0\]\.startedDateTime` is not a date and time/,
    ],
    [
      'a newer version',
      '{"log": {"entries": [], "_gleanerVersion": 2}}',
      /has version 2; this release of Gleaner reads up to 1\. Update Gleaner/,
    ],
  ])('%s', (_title, content, message) => {
    writeFileSync(file, content);
    expect(replay).toThrow(message);
  });

  test('deeply nested JSON', () => {
    writeFileSync(file, `{"log": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(replay).toThrow('The cassette');
  });

  test('missing bodies, all named at once', async () => {
    await record();
    const names = readdirSync(`${file}.bodies`);
    rmSync(`${file}.bodies`, { recursive: true });
    expect(replay).toThrow(
      `1 of 1 are missing: ${names.join(', ')}. Commit the folder together with the file`,
    );
  });

  test('a body that names a file elsewhere', async () => {
    await record();
    const [name = ''] = readdirSync(`${file}.bodies`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(name, '../../secret.html'));
    expect(replay).toThrow('names a body "../../secret.html", which is no SHA-256');
  });

  test('a body that was changed', async () => {
    await record();
    const [name = ''] = readdirSync(`${file}.bodies`);
    writeFileSync(path.join(`${file}.bodies`, name), '<p>Another page</p>');
    await using tape = replay();
    await expect(scrape(tape)).rejects.toThrow('is not the one that was recorded: its SHA-256');
  });
});

/** An exchange as a browser exports it. */
const exchange = (address: string, response: object): object => ({
  startedDateTime: '2026-05-01T10:00:00.000+02:00',
  time: 12.5,
  request: { method: 'GET', url: address, headers: [{ name: ':method', value: 'GET' }] },
  response: { status: 200, headers: [], redirectURL: '', ...response },
});

describe('a HAR of another program', () => {
  test('replays its GETs, redirects and base64 included', async () => {
    const html = '<html><meta charset="latin1"><h1>Café</h1></html>';
    const entries = [
      exchange('https://shop.example/old', {
        status: 301,
        redirectURL: '/',
        content: { size: 0, mimeType: '' },
      }),
      exchange(url, {
        headers: [{ name: 'Content-Type', value: 'text/html; charset=iso-8859-1' }],
        content: { size: html.length, mimeType: 'text/html', text: html },
      }),
      exchange('https://shop.example/cancelled', { status: 0, content: { size: 0, mimeType: '' } }),
      exchange('https://shop.example/encoded', {
        headers: [{ name: 'content-type', value: 'text/html; charset=iso-8859-1' }],
        content: {
          size: 12,
          mimeType: 'text/html',
          text: Buffer.from('<h1>Olé</h1>', 'latin1').toString('base64'),
          encoding: 'base64',
        },
      }),
    ];
    writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: {}, entries } }));
    await using tape = replay();
    const page = await scrape(tape, 'https://shop.example/old');
    expect(page.markdown.trim()).toBe('# Café');
    expect((await scrape(tape, 'https://shop.example/encoded')).markdown.trim()).toBe('# Olé');
  });

  test('an exchange whose body was not exported says how to export it', async () => {
    const content = { size: 5_000, mimeType: 'text/html' };
    writeFileSync(file, JSON.stringify({ log: { entries: [exchange(url, { content })] } }));
    await using tape = replay();
    await expect(scrape(tape)).rejects.toThrow(
      `The HAR "${file}" holds no body of https://shop.example/, which had 5000 bytes: export it with content`,
    );
  });
});

describe('recording', () => {
  test('nothing is written before the tape is closed, and nothing but the cassette then', async () => {
    const tape = cassette(file, { mode: 'record', fetcher });
    await scrape(tape);
    expect(readdirSync(folder)).toEqual([]);
    await tape.close();
    expect(readdirSync(folder).toSorted()).toEqual(['shop.har', 'shop.har.bodies']);
  });

  test('of two recordings of one file the last that is closed is kept, whole', async () => {
    const first = cassette(file, { mode: 'record', fetcher });
    const other = pagesFetcher({ [url]: `${large}<p>Oak lamp</p>` });
    const last = cassette(file, { mode: 'record', fetcher: other });
    const recorded = await scrape(last);
    await scrape(first);
    await first.close();
    await last.close();
    await using tapeOfFile = replay();
    expect(await scrape(tapeOfFile)).toEqual(recorded);
  });

  test('a recording that outgrows its bounds fails at the next call and when it is closed, and leaves the earlier file', async () => {
    await record();
    const before = readFileSync(file, 'utf8');
    const tape = cassette(file, { mode: 'record', fetcher });
    for (let ids = 0; ids < 100_001; ids += 1) tape.parts.createId('run');
    await expect(scrape(tape)).rejects.toThrow('more than 100000 entries');
    await expect(tape.close()).rejects.toThrow('record less in one file');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('a folder in place of the file is told before anything is recorded', () => {
    const folder = path.dirname(file);
    expect(() => cassette(folder, { mode: 'record', fetcher })).toThrow(
      new TypeError(`The cassette "${folder}" cannot be written: it is a folder. Name a file.`),
    );
  });

  test('a file that cannot be written is said, and nothing is lost: closing again writes it', async () => {
    const tape = cassette(file, { mode: 'record', fetcher });
    const recorded = await scrape(tape);
    // In the way of the folder of bodies.
    writeFileSync(`${file}.bodies`, '');
    await expect(tape.close()).rejects.toThrow(/cannot be written: .*call `close\(\)` again\.$/);
    rmSync(`${file}.bodies`);
    await tape.close();
    await using tapeOfFile = replay();
    expect(await scrape(tapeOfFile)).toEqual(recorded);
  });
});
