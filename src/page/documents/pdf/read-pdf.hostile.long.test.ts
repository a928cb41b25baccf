import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { handMadePdf, onePagePdf } from '../../../../test/support/hand-made-pdf.ts';
import { isGleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { readPdf } from './read-pdf.ts';

const text = Buffer.from('BT /F1 12 Tf 72 700 Td (Still here) Tj ET');
const mega = 1024 * 1024;

/** Zeros that unpack to the given size, packed twice where asked. */
function bomb(size: number, times: number): Uint8Array {
  let bytes: Buffer = Buffer.alloc(size, ' ');
  for (let time = 0; time < times; time += 1) bytes = deflateSync(bytes);
  return bytes;
}

describe('a hostile PDF ends within its limits', () => {
  const unreadable = { code: 'validation_failed', details: { reason: 'unsupported_content' } };

  test.each<readonly [what: string, bytes: () => Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['no PDF', () => Buffer.from('%PDF-1.7\nThis is no PDF at all.')],
    ['a header and noise', () => Buffer.concat([Buffer.from('%PDF-1.4\n'), bomb(mega, 1)])],
    [
      'a page tree that is its own child',
      () =>
        handMadePdf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
        ]),
    ],
    ['a catalogue without pages', () => handMadePdf(['<< /Type /Catalog >>'])],
  ])('%s is refused, or read without text', async (_what, bytes) => {
    const text = await readPdf(bytes(), { timeoutMs: 5_000 }).then(
      (result) => result.text,
      (error: unknown) => (isUnreadable(error) ? '' : error),
    );
    expect(text).toBe('');
  });

  test('an encrypted file is reported as such', async () => {
    const bytes = handMadePdf(
      [
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [] /Count 0 >>',
        `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
      ],
      `/Encrypt 3 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`,
    );
    await expect(readPdf(bytes)).rejects.toMatchObject({
      ...unreadable,
      message: expect.stringContaining('encrypted'),
    });
  });

  test('a stream that unpacks to more than the memory allowed ends the thread', async () => {
    const bytes = onePagePdf(bomb(480 * mega, 2), '/Filter [/FlateDecode /FlateDecode]');
    expect(bytes.length).toBeLessThan(10_000);
    const before = process.memoryUsage().rss;
    await expect(readPdf(bytes)).rejects.toMatchObject({
      ...unreadable,
      message: expect.stringContaining('memory'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * mega);
  });

  test('a page that draws itself is read once', async () => {
    const form = {
      entries:
        '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X 6 0 R >> /Font << /F1 4 0 R >> >>',
      bytes: Buffer.from(`${text.toString()} /X Do /X Do`),
    };
    const bytes = handMadePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> /XObject << /X 6 0 R >> >> >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      { entries: '', bytes: Buffer.from('/X Do') },
      form,
    ]);
    const { text: read } = await readPdf(bytes);
    expect(read).toContain('Still here');
  });

  test('a file that claims a thousand million pages has the pages that it has', async () => {
    const bytes = handMadePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      { entries: '', bytes: text },
    ]);
    const { text: read } = await readPdf(bytes, { maxPages: 20 });
    expect(read).toContain('Still here');
  });

  test('arrays nested a hundred thousand deep break their page at most', async () => {
    const bytes = onePagePdf(
      Buffer.concat([Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)} TJ `), text]),
    );
    await expect(readPdf(bytes)).resolves.toHaveProperty('pageCount', 1);
  });

  test('an abort ends the reading with its reason', async () => {
    const reason = new Error('enough');
    const endless = onePagePdf(Buffer.from('BT /F1 1 Tf (a) Tj ET '.repeat(400_000)));
    const controller = new AbortController();
    const read = readPdf(endless, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await expect(read).rejects.toBe(reason);
  });

  test('a reading that takes too long is ended', async () => {
    const endless = onePagePdf(Buffer.from('BT /F1 1 Tf (a) Tj ET '.repeat(400_000)));
    await expect(readPdf(endless, { timeoutMs: 50 })).rejects.toMatchObject({
      ...unreadable,
      message: expect.stringContaining('too long'),
    });
  });

  test('scripts of a file are not run', async () => {
    const bytes = handMadePdf([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (throw 1; while \\(true\\) {}) >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      { entries: '', bytes: text },
    ]);
    await expect(readPdf(bytes)).resolves.toMatchObject({ text: 'Still here', pageCount: 1 });
  });
});

function isUnreadable(error: unknown): boolean {
  return (
    isGleanerError(error, 'validation_failed') && error.details.reason === 'unsupported_content'
  );
}
