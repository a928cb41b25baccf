import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { materialFolder } from '../../../bench/page-set.ts';
import { withoutMaterial } from '../../../test/support/without-material.ts';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import { findEncoding } from './decode-text.ts';
import { readBody } from './read-body.ts';

function pageOf(body: Uint8Array | string, contentType?: string): Page {
  return {
    url: 'https://shop.example/',
    status: 200,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    body: typeof body === 'string' ? Buffer.from(body) : body,
  };
}

describe('encodings', () => {
  const latin = Buffer.from('<p>caf\xe9 \x80</p>', 'latin1');
  const polish = Buffer.from('<p>\xb1</p>', 'latin1');
  test.each<readonly [string, Uint8Array, string | undefined, string, string]>([
    ['the header', latin, 'text/html; charset=iso-8859-1', 'windows-1252', '<p>café €</p>'],
    ['nothing', latin, 'text/html', 'windows-1252', '<p>café €</p>'],
    ['nothing, being UTF-8', Buffer.from('<p>café €'), 'text/html', 'UTF-8', '<p>café €'],
    [
      'a byte order mark before the header',
      Buffer.from('\uFEFF<p>café', 'utf16le'),
      'text/html; charset=utf-8',
      'UTF-16LE',
      '<p>café',
    ],
    [
      'a meta tag',
      Buffer.from('<meta charset=shift_jis><p>\x83e\x83X\x83g', 'latin1'),
      'text/html',
      'Shift_JIS',
      '<meta charset=shift_jis><p>テスト',
    ],
    [
      'the header before a meta tag',
      Buffer.from('<meta charset=shift_jis><p>é'),
      'text/html;charset="UTF-8"',
      'UTF-8',
      '<meta charset=shift_jis><p>é',
    ],
    [
      'an XML declaration',
      Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><p>\xb1</p>', 'latin1'),
      'application/xhtml+xml',
      'ISO-8859-2',
      '<?xml version="1.0" encoding="iso-8859-2"?><p>ą</p>',
    ],
    [
      'the header that comes twice',
      polish,
      'text/html; charset=iso-8859-2, text/html; charset=iso-8859-2',
      'ISO-8859-2',
      '<p>ą</p>',
    ],
    [
      'the first of two headers',
      polish,
      'text/html; charset=iso-8859-2, text/html',
      'ISO-8859-2',
      '<p>ą</p>',
    ],
    [
      'the second of two headers',
      polish,
      'text/html, text/html; title="a, \\"b"; charset=iso-8859-2',
      'ISO-8859-2',
      '<p>ą</p>',
    ],
    [
      'a label that nobody knows',
      Buffer.from('<p>é'),
      'text/html; charset=klingon',
      'UTF-8',
      '<p>é',
    ],
    [
      'a label of an attack',
      Buffer.from('<p>a'),
      'text/html; charset=hz-gb-2312',
      'replacement',
      '\uFFFD',
    ],
  ])('told by %s', (_name, bytes, contentType, encoding, text) => {
    expect(readBody(pageOf(bytes, contentType))).toMatchObject({ encoding, text });
  });

  test('a meta tag inside plain text is text', () => {
    const body = Buffer.from('<meta charset=shift_jis>\xe9', 'latin1');
    expect(readBody(pageOf(body, 'text/plain')).encoding).toBe('windows-1252');
  });
});

describe('kinds of content', () => {
  test.each([
    ['text/html', 'html'],
    ['TEXT/HTML;charset=utf-8', 'html'],
    ['application/xhtml+xml', 'xhtml'],
    ['application/rss+xml', 'xhtml'],
    ['text/plain', 'text'],
    ['text/csv', 'text'],
    ['text/markdown', 'text'],
    ['application/json', 'json'],
    ['application/vnd.api+json', 'json'],
    ['text/json', 'json'],
    ['application/xhtml+xml, application/xhtml+xml', 'xhtml'],
    ['text/html; charset=utf-8, text/plain', 'text'],
    ['text/plain, */*, nonsense', 'text'],
    ['text/html, charset=utf-8', 'html'],
  ])('%s is %s', (contentType, kind) => {
    expect(readBody(pageOf('<p>[1]', contentType)).kind).toBe(kind);
  });

  test.each([
    ['<!DOCTYPE html><p>hello', undefined, 'html'],
    ['  <html><p>hello', 'application/octet-stream', 'html'],
    ['<?xml version="1.0"?><a/>', undefined, 'xhtml'],
    ['just words', undefined, 'text'],
    ['<p>hello', 'nonsense', 'html'],
    ['<?xml version="1.0"?>\n<!-- x --><r><title>a</title></r>', 'text/html', 'xhtml'],
    ['\uFEFF<rss version="2.0"><channel/></rss>', 'text/html;charset=utf-8', 'xhtml'],
    ['\n<feed xmlns="http://www.w3.org/2005/Atom"/>', 'text/html', 'xhtml'],
    ['<?xml version="1.0"?><!DOCTYPE html><html><p>hello', 'text/html', 'html'],
    ['<?xml version="1.0"?><body><p>hello', 'text/html', 'html'],
    ['<feedback>hello', 'text/html', 'html'],
  ])('%j served as %s is %s', (body, contentType, kind) => {
    expect(readBody(pageOf(body, contentType)).kind).toBe(kind);
  });

  test.each([
    ['%PDF-1.7', undefined],
    ['%PDF-1.7', 'application/octet-stream'],
    ['%PDF-1.7', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['<svg/>', 'image/svg+xml'],
    ['\0\x01\x02', undefined],
    ['PK\x03\x04', 'application/zip'],
  ])('%j served as %s cannot be read', (body, contentType) => {
    expect(() => readBody(pageOf(Buffer.from(body, 'latin1'), contentType))).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: { reason: 'unsupported_content', pageStatus: 200 },
      }),
    );
  });

  test('what cannot be read is told what can be', () => {
    expect(() => readBody(pageOf('<svg/>', 'image/svg+xml'))).toThrow(
      /"image\/svg\+xml"; only HTML, XML other than SVG, JSON, plain text such as CSV and YAML and PDF can be read\./,
    );
  });

  test('an error status with a picture is a failed fetch, not an unknown format', () => {
    const page = { ...pageOf('\x89PNG\r\n\x1a\n', 'image/png'), status: 404 };
    expect(() => readBody(page)).toThrow(
      expect.objectContaining({ details: { reason: 'fetch_failed', pageStatus: 404 } }),
    );
  });

  test('plain text stands in the document as text, never as tags', () => {
    const { html } = readBody(pageOf('a < b & <script>x</script>', 'text/plain'));
    expect(html).toContain('<pre>\na &lt; b &amp; &lt;script>x&lt;/script></pre>');
    expect(html).not.toContain('<script');
  });

  test('values between separators are a table, and other text is none', () => {
    const csv = readBody(pageOf('name,price\n<b>,3\n', 'text/csv'));
    expect(csv.text).toBe('name,price\n<b>,3\n');
    expect(csv.html).toContain(
      '<table><thead><tr><th>name</th><th>price</th></tr></thead><tbody><tr><td>&lt;b></td><td>3</td></tr></tbody></table>',
    );
    expect(readBody(pageOf('name,price\na,3\n', 'text/plain')).html).toContain('<pre>');
    expect(readBody(pageOf('name,price\na\n', 'text/csv')).html).toContain('<pre>');
  });

  test.each([
    ['text/plain', { url: 'https://a.example/export.csv?x=1' }],
    ['text/plain', { headers: { 'content-disposition': 'attachment; filename="a.tsv"' } }],
    ['application/vnd.ms-excel', { url: 'https://a.example/export.csv' }],
  ])('values served as %s are told by the name of their file: %o', (type, named) => {
    const page = pageOf('name,price\na,3\n', type);
    const headers = { ...page.headers, ...('headers' in named ? named.headers : {}) };
    expect(readBody({ ...page, ...named, headers }).html).toContain('<th>name</th>');
  });

  test.each(['a,3.5\nb,4.5\n', '2024-03-01,a\n2024-03-02,b\n'])(
    'a row of values is no header: %j',
    (csv) => {
      const { html } = readBody(pageOf(csv, 'text/csv'));
      expect(html).not.toContain('<th>');
      expect(html.match(/<tr>/g)).toHaveLength(2);
    },
  );

  test('JSON stands in the document as text and as data that means the same', () => {
    const value = { name: '</script><b>&amp;', price: 12 };
    const { html } = readBody(pageOf(JSON.stringify(value), 'application/json'));
    const [, data = ''] =
      /<script type="application\/json">([^<]*)<\/script><pre>/.exec(html) ?? [];
    expect(JSON.parse(data)).toEqual(value);
  });

  test.each(['application/json', 'text/plain', 'text/html; charset=utf-8', 'text/javascript'])(
    'an object served as %s is data, whose values stand in a table for those who look for them',
    (contentType) => {
      const { kind, html, toDataHtml } = readBody(pageOf('{"name":"<b>"}', contentType));
      expect(kind).toBe('json');
      expect(html).toContain('<pre>');
      expect(toDataHtml()).toContain('<tr><th>name</th><td>&lt;b></td></tr>');
    },
  );

  test.each([
    ['[draft] words', 'text/plain', 'text'],
    ['{{ page }}<p>hello', 'text/html', 'html'],
  ])('%j served as %s is %s', (body, contentType, kind) => {
    const read = readBody(pageOf(body, contentType));
    expect(read.kind).toBe(kind);
    expect(read.toDataHtml()).toBe(read.html);
  });
});

const material = path.join(materialFolder, 'html5lib-tests/encoding');

// html5lib-tests (github.com/html5lib/html5lib-tests), encoding/*.dat: what the prescan must find.
describe('the html5lib suite of encodings', () => {
  beforeEach(({ skip }) => skip(!existsSync(material), withoutMaterial));
  test.each(['tests1.dat', 'tests2.dat', 'test-yahoo-jp.dat'])('%s', (file) => {
    const cases = readCases(readFileSync(path.join(material, file)).toString('latin1'));
    expect(cases.length).toBeGreaterThan(0);
    const wrong = cases.filter(({ data, encoding }) => {
      const bytes = Buffer.from(data, 'latin1');
      const { encoding: found } = findEncoding({ bytes, charset: undefined, syntax: 'html' });
      return found.toLowerCase() !== encoding.toLowerCase();
    });
    console.log(`${file}: ${cases.length - wrong.length} of ${cases.length}`);
    expect(wrong).toEqual([]);
  });
});

function readCases(text: string): readonly { data: string; encoding: string }[] {
  return `\n${text}`
    .split('\n#data\n')
    .slice(1)
    .map((entry) => {
      const [data = '', encoding = ''] = entry.split('\n#encoding\n');
      return { data, encoding: encoding.trim() };
    });
}
