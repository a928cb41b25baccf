import { linearBound, repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/** Links, pictures and bases. */
export const linkPages: readonly HostilePage[] = toFamily('links', [
  [
    '100,000 links',
    100_000,
    (count) => toDocument(repeat(count, (at) => `<a href="/item/${at}">Item ${at}</a> `)),
    { bound: linearBound },
  ],
  [
    '50,000 links on a base of 8 KB',
    50_000,
    (count) =>
      toDocument(
        repeat(count, (at) => `<a href="i${at}">Item ${at}</a> `),
        `<base href="https://shop.example/${'base/'.repeat(1_600)}">`,
      ),
  ],
  [
    'pictures on a base of 8 KB',
    50_000,
    (count) =>
      toDocument(
        repeat(count, (at) => `<img src="i${at}" alt="Item ${at}">`),
        `<base href="https://shop.example/${'base/'.repeat(1_600)}">`,
      ),
  ],
  [
    '50,000 bases',
    50_000,
    (count) =>
      toDocument(
        '<a href=x>x</a>',
        repeat(count, (at) => `<base href="https://a${at}.example/">`),
      ),
  ],
  [
    'a base of 5 MB',
    5_000_000,
    (count) =>
      toDocument(
        '<a href=x>x</a>'.repeat(1_000),
        `<base href="https://a.example/${'b/'.repeat(count / 2)}">`,
      ),
  ],
  [
    'links of 100 KB',
    80,
    (count) => toDocument(repeat(count, (at) => `<a href="/${'a%20'.repeat(25_000)}${at}">x</a>`)),
  ],
  [
    'steps up, 1 MB of them',
    300_000,
    (count) => toDocument(`<a href="${'../'.repeat(count)}x">x</a>`),
  ],
  [
    'data URIs of 5 MB',
    5_000_000,
    (count) =>
      toDocument(
        `<a href="data:text/html,${'x'.repeat(count)}">x</a><img src="data:image/png;base64,${'A'.repeat(count)}">`,
      ),
  ],
  [
    '20,000 small data pictures',
    20_000,
    (count) =>
      toDocument(
        '<img alt=x src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">'.repeat(
          count,
        ),
      ),
  ],
  [
    'SVG pictures in data URIs',
    500,
    (count) =>
      toDocument(repeat(count, () => `<img src="data:image/svg+xml,${'%3Cg%3E'.repeat(500)}">`)),
  ],
  [
    'a PNG that claims 65,535 by 65,535',
    50,
    (count) => toDocument(repeat(count, () => `<img src="data:image/png;base64,${bigPng}">`)),
  ],
  [
    'scripts and worse as targets',
    50_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<a href="${['javascript:x()', ' java\nscript:x()', 'vbscript:x', 'data:,x', 'blob:x', 'file:///etc/x'][at % 6]}">x</a>`,
        ),
      ),
  ],
  [
    'hosts in Punycode',
    20_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) => `<a href="https://xn--${'a'.repeat(50)}${at}.${'ü'.repeat(50)}.example/">x</a>`,
        ),
      ),
  ],
  [
    'addresses that are none',
    50_000,
    (count) =>
      toDocument(
        repeat(count, () => '<a href="http://[::::]:99999/%zz\\\\">x</a><a href="http://">y</a>'),
      ),
  ],
  [
    '50,000 next pages',
    50_000,
    (count) =>
      toDocument(
        repeat(count, (at) => `<a rel="next prev" class="pager" href="?page=${at}">${at}</a>`),
        repeat(1_000, (at) => `<link rel=next href="?p=${at}">`),
      ),
  ],
  [
    'a srcset of 100,000',
    100_000,
    (count) => toDocument(`<img src=a srcset="${repeat(count, (at) => `a${at}.png ${at}w, `)}">`),
  ],
  [
    'a srcset of a million commas',
    1_000_000,
    (count) =>
      toDocument(
        `<img src=a srcset="${','.repeat(count)}"><img src=a srcset="${', '.repeat(count)}"><img src=a srcset="a${','.repeat(count)}b">`,
      ),
  ],
  [
    '20,000 srcsets',
    20_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<picture><source srcset="a${at} 1x, b 2x" media="(width>1px)"><img src=c srcset=", , ,"></picture>`,
        ),
      ),
  ],
  [
    'areas and maps',
    50_000,
    (count) =>
      toDocument(`<map name=m>${repeat(count, (at) => `<area href="/${at}" alt="${at}">`)}</map>`),
  ],
  [
    'links around everything',
    20_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<a href="/${at}"><div><h3>Lamp ${at}</h3><img src="/${at}.png" alt="x"><p>£${at}</p></div></a>`,
        ),
      ),
  ],
  [
    'titles and texts of 1 MB',
    1_000_000,
    (count) =>
      toDocument(
        `<a href=x title="${'t '.repeat(count / 2)}">${'[x]('.repeat(count / 4)}</a><img src=x alt="${']('.repeat(count / 2)}">`,
      ),
  ],
  [
    'footnotes that lead to each other',
    20_000,
    (count) =>
      toDocument(
        repeat(count, (at) => `<sup id=r${at}><a href="#n${at}">${at}</a></sup> x`) +
          `<ol>${repeat(count, (at) => `<li id=n${at}>note <a href="#r${at}">↩</a><sup><a href="#n${(at + 1) % count}">${at}</a></sup>`)}</ol>`,
      ),
  ],
  [
    'footnotes within themselves',
    3_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) => `<p id=n${at}><sup class=footnote-ref><a href="#n${at}">${at}</a></sup>`,
        ),
      ),
  ],
]);

/** The header of a PNG of 65,535 by 65,535 pixels, with no pixel after it. */
const bigPng = Buffer.from(
  '89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000000000000000000049444154789c030000000001',
  'hex',
).toString('base64');
