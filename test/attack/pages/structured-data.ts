import { linearBound, repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/** What a page says about itself, in every syntax. */
export const structuredDataPages: readonly HostilePage[] = toFamily('structured data', [
  // Measured at 10 KB: charged, and then refused by JSON.stringify.
  [
    'JSON-LD, 5,000 deep',
    5_000,
    (count) =>
      withJsonLd(
        '{"a":'.repeat(count / 5) + '['.repeat(count) + ']'.repeat(count) + '}'.repeat(count / 5),
      ),
  ],
  ['JSON-LD, 400,000 deep', 400_000, (count) => withJsonLd('['.repeat(count) + ']'.repeat(count))],
  [
    'JSON-LD of a type, 3,000 deep',
    3_000,
    (count) =>
      withJsonLd('{"@type":"Product","isRelatedTo":'.repeat(count) + '1' + '}'.repeat(count)),
  ],
  ['JSON-LD, 5,000 deep and unclosed', 5_000, (count) => withJsonLd('{"a":['.repeat(count))],
  [
    'a graph of 100,000 nodes',
    100_000,
    (count) =>
      withJsonLd(
        `{"@graph":[${list(count, (at) => `{"@type":"Product","@id":"#${at}","name":"Lamp ${at}"}`)}]}`,
      ),
  ],
  [
    'references in a circle',
    20_000,
    (count) =>
      withJsonLd(
        `{"@graph":[${list(count, (at) => `{"@type":"Product","@id":"#${at}","isRelatedTo":{"@id":"#${(at + 1) % count}"}}`)}]}`,
      ),
  ],
  [
    'references of each to all',
    300,
    (count) =>
      withJsonLd(
        `{"@graph":[${list(count, (at) => `{"@type":"Product","@id":"#${at}","isRelatedTo":[${list(count, (other) => `{"@id":"#${other}"}`)}]}`)}]}`,
      ),
  ],
  [
    'references that double, 40 times',
    40,
    (count) =>
      withJsonLd(
        `{"@graph":[${list(count, (at) => `{"@type":"Product","@id":"#${at}","a":{"@id":"#${at + 1}"},"b":{"@id":"#${at + 1}"}}`)}]}`,
      ),
  ],
  [
    'one name for 50,000 nodes',
    50_000,
    (count) =>
      withJsonLd(
        `{"@graph":[${list(count, (at) => `{"@type":"Offer","@id":"#a","price":${at}}`)}]}`,
      ),
  ],
  [
    'a string of 5 MB',
    5_000_000,
    (count) => withJsonLd(`{"@type":"Article","articleBody":"${'words '.repeat(count / 6)}"}`),
  ],
  [
    'escapes by the million',
    1_000_000,
    (count) =>
      withJsonLd(`{"@type":"Article","name":"${String.raw`\u0000\ud800`.repeat(count / 12)}"}`),
  ],
  [
    'markup in strings',
    500_000,
    (count) =>
      withJsonLd(`{"@type":"Article","articleBody":"${'&lt;b>&amp;amp;<p>'.repeat(count / 17)}"}`),
  ],
  [
    'members of prototypes',
    1_000,
    (count) =>
      withJsonLd(
        `[${list(count, () => '{"@type":"Product","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"name":"Lamp","offers":{"__proto__":{"price":1}}}')}]`,
      ),
  ],
  [
    '200,000 members',
    200_000,
    (count) => withJsonLd(`{"@type":"Product",${list(count, (at) => `"k${at}":${at}`)}}`),
  ],
  [
    '100,000 types',
    100_000,
    (count) => withJsonLd(`{"@type":[${list(count, (at) => `"T${at}"`)}],"name":"Lamp"}`),
  ],
  [
    '20,000 documents',
    20_000,
    (count) =>
      toDocument(
        '<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script>'.repeat(
          count,
        ),
      ),
  ],
  [
    '5 MB of broken JSON',
    5_000_000,
    (count) => withJsonLd('{"@type":"Product","name":"'.repeat(count / 27)),
  ],
  ['commas that belong nowhere', 1_000_000, (count) => withJsonLd(`[${','.repeat(count)}]`)],
  [
    'numbers of 100,000 digits',
    100_000,
    (count) =>
      withJsonLd(
        `{"@type":"Offer","price":${'9'.repeat(count)},"a":1e${'9'.repeat(count)},"b":"${'1'.repeat(count)}.00"}`,
      ),
  ],
  [
    'contexts in contexts',
    3_000,
    (count) => withJsonLd('{"@context":['.repeat(count) + ']}'.repeat(count)),
  ],
  [
    '30,000 items of microdata',
    30_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Lamp ${at}</b></div>`,
        ),
      ),
    { bound: linearBound },
  ],
  [
    'microdata, 5,000 deep',
    5_000,
    (count) =>
      toDocument('<div itemscope itemtype="https://schema.org/Product" itemprop=a>'.repeat(count)),
  ],
  [
    'items that refer to each other',
    5_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<div itemscope itemtype=T id=i${at} itemprop=a itemref="i${(at + 1) % count} i${(at + 7) % count}">x</div>`,
        ),
      ),
  ],
  [
    '1,000 items that refer to 1,000 properties',
    1_000,
    (count) =>
      toDocument(
        `${repeat(count, (at) => `<b id=p${at} itemprop=p${at}>x</b>`)}${`<i itemscope itemref="${repeat(count, (at) => `p${at} `)}"></i>`.repeat(count)}`,
      ),
  ],
  [
    'an item that refers 500,000 times',
    500_000,
    (count) =>
      toDocument(
        `<b id=a itemprop=a>${'x'.repeat(1_000)}</b><i itemscope itemtype=T itemref="${'a '.repeat(count)}"></i>`,
      ),
  ],
  [
    'a property of 50,000 names',
    50_000,
    (count) =>
      toDocument(
        `<div itemscope itemtype=T><b itemprop="${repeat(count, (at) => `n${at} `)}">${'x'.repeat(1_000)}</b></div>`,
      ),
  ],
  [
    'properties of __proto__',
    5_000,
    (count) =>
      toDocument(
        '<div itemscope itemtype=T><b itemprop="__proto__ constructor">x</b><i itemscope itemprop=__proto__><b itemprop=polluted>y</b></i></div>'.repeat(
          count,
        ),
      ),
  ],
  // Measured: 6 s.
  [
    '30,000 items of RDFa',
    30_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<div vocab="https://schema.org/" typeof=Product resource="#${at}"><b property=name>Lamp ${at}</b></div>`,
        ),
      ),
    { bound: linearBound },
  ],
  [
    'RDFa, 5,000 deep, with prefixes',
    5_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<div prefix="p${at}: https://a.example/${at}#" typeof="p${at}:T" property="p0:a p${at}:b">`,
        ),
      ),
  ],
  [
    '100,000 metas',
    100_000,
    (count) =>
      toDocument(
        '',
        repeat(count, (at) => `<meta property="og:k${at % 9}" content="v${at}">`),
      ),
  ],
  [
    'a meta of 5 MB',
    5_000_000,
    (count) =>
      toDocument(
        '',
        `<meta name=description content="${'words '.repeat(count / 6)}"><meta property="${'og:'.repeat(100_000)}" content=x>`,
      ),
  ],
  [
    '5 MB of state in a script',
    5_000_000,
    (count) =>
      toDocument(
        `<script>window.__STATE__={"items":[${list(count / 50, (at) => `{"id":${at},"name":"Lamp","price":"51.77","tags":["a"]}`)}]}</script>`,
      ),
  ],
  [
    '5 MB of state for the framework',
    5_000_000,
    (count) =>
      toDocument(
        `<script id="__NEXT_DATA__" type="application/json">{"props":[${list(count / 50, (at) => `{"id":${at},"name":"Lamp","price":"51.77","tags":["a"]}`)}]}</script>`,
      ),
  ],
  [
    'state, 200,000 deep',
    200_000,
    (count) =>
      toDocument(
        `<script type="application/json">${'{"a":['.repeat(count / 2)}${']}'.repeat(count / 2)}</script>`,
      ),
  ],
]);

function withJsonLd(json: string): string {
  return toDocument('', `<script type="application/ld+json">${json}</script>`);
}

function list(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join(',');
}
