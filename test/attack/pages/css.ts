import { repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/** Style sheets, and selectors against the elements that they are matched with. */
export const cssPages: readonly HostilePage[] = toFamily('css', [
  // Measured at 472 KB: 12 s; at 552 KB: 203 s.
  [
    '10,000 classes on an element, twice as many selectors',
    10_000,
    (count) =>
      toDocument(
        `<p class="${repeat(count, (at) => `c${at} `)}">x</p>`.repeat(2),
        `<style>${repeat(2 * count, (at) => `.c${at % count}.z${at}{display:none}`)}</style>`,
      ),
  ],
  [
    'long compounds that nearly match',
    2_000,
    (count) =>
      toDocument(
        `<p class="${repeat(count, (at) => `c${at} `)}">x</p>`.repeat(40),
        `<style>${repeat(100, () => `${repeat(count / 10, (at) => `.c${at}`)}.z{display:none}`)}</style>`,
      ),
  ],
  [
    'many elements of few classes under 20,000 rules',
    20_000,
    (count) =>
      toDocument(
        '<p class="a b">x</p>'.repeat(count),
        `<style>${repeat(count, (at) => `.a.z${at},.b.y${at}{visibility:hidden}`)}</style>`,
      ),
  ],
  [
    'a selector list of 100,000',
    100_000,
    (count) => toDocument('', `<style>${repeat(count, (at) => `.a${at},`)}p{opacity:0}</style>`),
  ],
  [
    'descendants of any, 1,000 steps',
    1_000,
    (count) =>
      toDocument(
        `${'<div>'.repeat(200)}${'<i>x</i>'.repeat(2_000)}`,
        `<style>${'* '.repeat(count)}i{display:none}${'div '.repeat(100)}q i{display:none}</style>`,
      ),
  ],
  [
    'later siblings, over and over',
    5_000,
    (count) =>
      toDocument(
        '<i class=a>x</i>'.repeat(count),
        `<style>.a~.a~.a~.a~.b~.a{display:none}.a+.a+.b+.a{display:none}</style>`,
      ),
  ],
  [
    'has within has',
    2_000,
    (count) =>
      toDocument(
        '<div><p><b>x</b></p></div>'.repeat(count),
        '<style>div:has(p:has(b:not(.a))):has(~div:has(i)){display:none}:has(:has(:has(q))) p{display:none}</style>',
      ),
  ],
  [
    'not within not, 5,000 deep',
    5_000,
    (count) =>
      toDocument(
        '<p>x</p>'.repeat(100),
        `<style>p${':not('.repeat(count)}i${')'.repeat(count)}{display:none}</style>`,
      ),
  ],
  [
    'is within is, which multiplies',
    24,
    (count) =>
      toDocument(
        '<p class="a b c">x</p>'.repeat(1_000),
        `<style>${repeat(count, () => ':is(.a,.b .c,.c>.a) ')}p{display:none}</style>`,
      ),
  ],
  [
    'attribute selectors on long values',
    500,
    (count) =>
      toDocument(
        `<p data-a="${'ab'.repeat(2_000)}">x</p>`.repeat(count),
        `<style>${repeat(count, (at) => `[data-a*="${'ab'.repeat(50)}${at}"]{display:none}`)}</style>`,
      ),
  ],
  [
    'nth-child of everything',
    10_000,
    (count) =>
      toDocument(
        '<i>x</i>'.repeat(count),
        '<style>i:nth-child(7n+3 of .a, .b){display:none}i:nth-last-child(3n+1):nth-of-type(5n){opacity:0}</style>',
      ),
  ],
  [
    'nested rules, 20,000 deep',
    20_000,
    (count) => toDocument('', `<style>${'a{&'.repeat(count)}{display:none}</style>`),
  ],
  [
    'nested rules that multiply their selectors',
    14,
    (count) =>
      toDocument(
        '<p class="a b">x</p>'.repeat(100),
        `<style>${'.a,.b,p{&.a,& .b{'.repeat(count)}display:none${'}}'.repeat(count)}</style>`,
      ),
  ],
  [
    'media queries, 20,000 deep',
    20_000,
    (count) => toDocument('', `<style>${'@media screen{'.repeat(count)}p{display:none}</style>`),
  ],
  [
    'media conditions with 50,000 brackets',
    50_000,
    (count) =>
      toDocument('', `<style>@media ${'('.repeat(count)}width>1px{p{display:none}}</style>`),
  ],
  [
    'layers, 50,000 names',
    50_000,
    (count) =>
      toDocument(
        '',
        `<style>${repeat(count, (at) => `@layer l${at}{p{color:red}}`)}@layer ${repeat(count, (at) => `l${count - at},`)}z;</style>`,
      ),
  ],
  [
    'variables that double, 40 times',
    40,
    (count) =>
      toDocument(
        '<p style="display:var(--v0)">x</p>'.repeat(100),
        `<style>:root{${repeat(count, (at) => `--v${at}:var(--v${at + 1}) var(--v${at + 1});`)}--v${count}:none}p{display:var(--v0)}</style>`,
      ),
  ],
  [
    'variables in a circle',
    10_000,
    (count) =>
      toDocument(
        '<p style="display:var(--v0)">x</p>',
        `<style>:root{${repeat(count, (at) => `--v${at}:var(--v${(at + 1) % count},var(--v${at}));`)}}</style>`,
      ),
  ],
  [
    'calc with 50,000 brackets',
    50_000,
    (count) =>
      toDocument(
        `<p style="opacity:calc(${'('.repeat(count)}0${')'.repeat(count)})">x</p>`,
        `<style>p{width:${'calc('.repeat(count)}0</style>`,
      ),
  ],
  [
    'a comment that never ends',
    2_000_000,
    (count) => toDocument('', `<style>p{}/*${'*'.repeat(count)}</style>`),
  ],
  [
    'comments that open again',
    300_000,
    (count) => toDocument('', `<style>${'/*/'.repeat(count)}</style>`),
  ],
  [
    'a string that never ends',
    2_000_000,
    (count) => toDocument('', `<style>p{content:"${'\\\n'.repeat(count / 2)}</style>`),
  ],
  [
    'a million escapes',
    1_000_000,
    (count) =>
      toDocument(
        '',
        `<style>.${'\\31 '.repeat(count / 4)}{display:none}.${'\\'.repeat(count)}</style>`,
      ),
  ],
  [
    'a million open braces',
    1_000_000,
    (count) => toDocument('', `<style>${'{'.repeat(count)}</style>`),
  ],
  [
    'a million closed braces',
    1_000_000,
    (count) => toDocument('', `<style>${'}'.repeat(count)}p{display:none}</style>`),
  ],
  [
    '20,000 style elements',
    20_000,
    (count) => toDocument(repeat(count, (at) => `<style>.a${at % 7}{display:none}</style>`)),
  ],
  [
    'a style attribute of 200,000 declarations',
    200_000,
    (count) =>
      toDocument(`<p style="${repeat(count, (at) => `color:#${at % 900};`)}display:none">x</p>`),
  ],
  [
    '30,000 style attributes of their own',
    30_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<p style="color:rgb(${at % 256},2,3);background:rgb(${at % 256},2,3);transform:translate(${at}px)">x</p>`,
        ),
      ),
  ],
  [
    'numbers of 100,000 digits',
    100_000,
    (count) =>
      toDocument(
        `<p style="opacity:0.${'0'.repeat(count)}1;text-indent:-${'9'.repeat(count)}px;transform:translate(${' '.repeat(count)}-1">x</p>`,
        `<style>p{font-size:${'0'.repeat(count)}.${'0'.repeat(count)}px;clip:rect(${'1,'.repeat(count)})}</style>`,
      ),
  ],
  [
    '3 MB of utility classes',
    60_000,
    (count) =>
      toDocument(
        repeat(2_000, (at) => `<p class="u${at} md:hidden">x</p>`),
        `<style>${repeat(count, (at) => `.u${at}\\:h{display:none}.u${at}{margin:${at}px}`)}</style>`,
      ),
  ],
  [
    'an important war over one class',
    50_000,
    (count) =>
      toDocument(
        '<p class=a>x</p>'.repeat(500),
        `<style>${repeat(count, (at) => `.a{display:${at % 2 === 0 ? 'none' : 'block'}!important}`)}</style>`,
      ),
  ],
]);
