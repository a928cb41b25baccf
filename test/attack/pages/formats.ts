import { linearBound, repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

const xml = { contentType: 'application/xhtml+xml' };
const json = { contentType: 'application/json' };
const csv = { contentType: 'text/csv' };
const start =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Lamp</title></head><body><p>Brass lamp</p>';

/** Pages that are not HTML: XHTML, XML, JSON, text, pictures. */
export const formatPages: readonly HostilePage[] = toFamily('formats', [
  [
    'a billion laughs',
    9,
    (count) =>
      `<!DOCTYPE html [<!ENTITY l0 "lol">${repeat(count, (at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)}]>${start}<p>&l${count};</p></body></html>`,
    xml,
  ],
  [
    'quadratic laughs',
    50_000,
    (count) =>
      `<!DOCTYPE html [<!ENTITY a "${'a'.repeat(count)}">]>${start}<p>${'&a;'.repeat(count)}</p></body></html>`,
    xml,
  ],
  [
    'entities of other files',
    1_000,
    (count) =>
      `<!DOCTYPE html [${repeat(count, (at) => `<!ENTITY x${at} SYSTEM "file:///etc/hostname">`)}<!ENTITY % p SYSTEM "http://a.example/">%p;]>${start}<p>${repeat(count, (at) => `&x${at};`)}</p></body></html>`,
    xml,
  ],
  [
    'a doctype of 5 MB',
    5_000_000,
    (count) => `<!DOCTYPE html [${'<!ELEMENT a ANY>'.repeat(count / 16)}]>${start}</body></html>`,
    xml,
  ],
  ['a doctype that never ends', 1_000_000, (count) => `<!DOCTYPE ${'html ['.repeat(count / 6)}`],
  [
    'XML, 100,000 deep',
    100_000,
    (count) => `<?xml version="1.0"?>${'<a>'.repeat(count)}deep${'</a>'.repeat(count)}`,
    { contentType: 'application/xml' },
  ],
  [
    '100,000 namespaces',
    100_000,
    (count) =>
      `${start}${repeat(count, (at) => `<n${at}:p xmlns:n${at}="urn:${at}">x</n${at}:p>`)}</body></html>`,
    xml,
  ],
  [
    'CDATA, 1 MB',
    1_000_000,
    (count) => `${start}<p>${'<![CDATA[<b>]]>'.repeat(count / 15)}</p></body></html>`,
    xml,
  ],
  [
    'CDATA that never ends',
    1_000_000,
    (count) => `${start}<p><![CDATA[${']]'.repeat(count / 2)}`,
    xml,
  ],
  [
    'CDATA in HTML',
    300_000,
    (count) => toDocument('<![CDATA[x'.repeat(count / 10) + '<svg><![CDATA['.repeat(1_000)),
  ],
  [
    'instructions to the processor',
    300_000,
    (count) => toDocument('<?php x ?>'.repeat(count / 10) + '<?'.repeat(count)),
  ],
  [
    'a feed of 20,000 items',
    20_000,
    (count) =>
      `<rss><channel>${repeat(count, (at) => `<item><title>Lamp ${at}</title><link>https://a.example/${at}</link><description><![CDATA[<p>x</p>]]></description></item>`)}</channel></rss>`,
    { contentType: 'application/rss+xml' },
  ],
  [
    'an SVG picture as a page',
    50_000,
    (count) => `<svg xmlns="http://www.w3.org/2000/svg">${'<g><text>x</text>'.repeat(count)}`,
    { contentType: 'image/svg+xml' },
  ],
  ['JSON, 100,000 deep', 100_000, (count) => '['.repeat(count) + ']'.repeat(count), json],
  [
    'JSON objects, 20,000 deep',
    20_000,
    (count) => '{"a":'.repeat(count) + '1' + '}'.repeat(count),
    json,
  ],
  ['JSON, 9 MB of numbers', 9_000_000, (count) => `[${'1,'.repeat(count / 2)}1]`, json],
  [
    'JSON, 200,000 records',
    100_000,
    (count) => `[${repeat(count, (at) => `{"name":"Lamp ${at}","price":${at}.5},`)}{}]`,
    { ...json, bound: linearBound },
  ],
  [
    'JSON, a string of 9 MB',
    9_000_000,
    (count) => `{"text":"${'<b>words '.repeat(count / 9)}"}`,
    json,
  ],
  [
    'JSON of prototypes',
    10_000,
    (count) => `[${'{"__proto__":{"polluted":true},"constructor":1},'.repeat(count)}{}]`,
    json,
  ],
  ['JSON that is none', 5_000_000, (count) => '{"a"'.repeat(count / 4), json],
  [
    'JSON lines',
    100_000,
    (count) => repeat(count, (at) => `{"name":"Lamp ${at}","price":"£${at}"}\n`),
    { contentType: 'application/x-ndjson' },
  ],
  [
    'a table of 9 MB as CSV',
    300_000,
    (count) => `name,price\n${repeat(count, (at) => `Brass lamp ${at},"£${at}, or less"\n`)}`,
    { ...csv, bound: linearBound },
  ],
  ['CSV of quotes', 3_000_000, (count) => '"'.repeat(count), csv],
  ['CSV of commas', 3_000_000, (count) => `${','.repeat(count / 2)}\n`.repeat(2), csv],
  [
    'Markdown of every mark',
    2_000_000,
    (count) => '# [a](b) *c* `d` | e |\n'.repeat(count / 23),
    { contentType: 'text/markdown' },
  ],
  [
    'text that is full of tags',
    3_000_000,
    (count) => '<p>&amp;</b>'.repeat(count / 12),
    { contentType: 'text/plain' },
  ],
  [
    'a line of 9 MB',
    9_000_000,
    (count) => 'word '.repeat(count / 5),
    { contentType: 'text/plain' },
  ],
  [
    'a picture as HTML',
    1_000_000,
    (count) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(count, 7)]),
  ],
  ['a film', 1_000_000, (count) => Buffer.alloc(count, 7), { contentType: 'video/mp4' }],
  [
    'an archive',
    1_000_000,
    (count) => Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(count)]),
    { contentType: 'application/zip' },
  ],
  [
    'a PDF that is none',
    5_000_000,
    (count) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(count, 'obj <<>> stream ')]),
    { contentType: 'application/pdf' },
  ],
  ['nothing', 0, () => ''],
  ['one byte', 1, () => '<'],
]);
