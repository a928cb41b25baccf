import { inflateSync } from 'node:zlib';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { expect, test } from 'vitest';
import { useFixtureSite } from '../support/use-fixture-site.ts';

const { get } = useFixtureSite();

test.for([
  ['/charsets/windows-1252.html', 'text/html; charset=windows-1252', 'windows-1252', 'western'],
  [
    '/charsets/windows-1252-named-latin1.html',
    'text/html; charset=ISO-8859-1',
    'iso-8859-1',
    'western',
  ],
  ['/charsets/windows-1252-meta.html', 'text/html', 'windows-1252', 'western'],
  ['/charsets/utf-16le-bom.html', 'text/html', 'utf-16le', 'western'],
  ['/charsets/shift-jis.html', 'text/html; charset=Shift_JIS', 'shift_jis', 'japanese'],
  ['/charsets/shift-jis-meta.html', 'text/html', 'shift_jis', 'japanese'],
  // The header lies; a byte order mark wins over it.
  ['/charsets/utf-16be-bom.html', 'text/html; charset=utf-8', 'utf-16be', 'japanese'],
] as const)('%s (%s) is the text of its UTF-8 twin', async ([path, contentType, label, twin]) => {
  const page = await get(path);
  const expected = await get(`/charsets/${twin}-utf-8.html`);
  expect(page.headers['content-type']).toBe(contentType);
  expect(page.bytes.equals(expected.bytes)).toBe(false);
  expect(withoutMeta(new TextDecoder(label, { fatal: true }).decode(page.bytes))).toBe(
    withoutMeta(expected.text),
  );
});

test('the large page is 2 MiB, or what the test asks for, and ends well', async () => {
  const page = await get('/large/');
  expect(page.bytes).toHaveLength(2 * 1024 * 1024);
  expect(page.headers['content-length']).toBe(String(2 * 1024 * 1024));
  expect(page.text.endsWith('</html>\n')).toBe(true);
  expect((await get('/large/')).bytes.equals(page.bytes)).toBe(true);
  expect((await get('/large/?bytes=5000')).bytes).toHaveLength(5000);
});

test('each entry of the cross-reference table of the PDF points to its object', async () => {
  const { headers, bytes } = await get('/files/tide-table.pdf');
  const file = bytes.toString('latin1');
  expect(headers['content-type']).toBe('application/pdf');
  expect(file.startsWith('%PDF-1.4\n')).toBe(true);

  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) =>
    Number(at),
  );
  expect(offsets).toHaveLength(8);
  for (const [index, at] of offsets.entries()) {
    expect(file.slice(at, at + 8)).toMatch(new RegExp(`^${index + 1} 0 obj`));
  }
  for (const [, length, content] of file.matchAll(
    /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g,
  )) {
    expect(content).toHaveLength(Number(length));
  }
});

test('the pictures are pictures', async () => {
  const { headers, bytes } = await get('/images/moss.png');
  expect(headers['content-type']).toBe('image/png');
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  const at = bytes.indexOf('IDAT');
  const pixels = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  expect(pixels).toHaveLength(48 * (1 + 48 * 3));
  expect([...pixels.subarray(1, 4)]).toEqual([84, 112, 62]);
});

test.for([
  ['/text/notes.txt', 'text/plain; charset=utf-8'],
  ['/text/ferry.xhtml', 'application/xhtml+xml; charset=utf-8'],
  ['/api/stations.json', 'application/json; charset=utf-8'],
  ['/images/compass.svg', 'image/svg+xml'],
  ['/app/app.js', 'text/javascript; charset=utf-8'],
  ['/empty/', 'text/html; charset=utf-8'],
] as const)('%s is served as %s', async ([path, contentType]) => {
  const page = await get(path);
  expect([page.status, page.headers['content-type']]).toEqual([200, contentType]);
});

test('the empty page has no bytes', async () => {
  expect((await get('/empty/')).bytes).toHaveLength(0);
});

function withoutMeta(html: string): string {
  return html.replace(/<meta [^>]*>/, '');
}
