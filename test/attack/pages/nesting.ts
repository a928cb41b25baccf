import { repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/** Opening tags that nest; each is repeated until the page is deep. */
const nests: readonly string[] = [
  '<div>',
  '<span>',
  '<p>',
  '<b>',
  '<a href=x>',
  '<font color=red>',
  '<ul><li>',
  '<ol start=2><li>',
  '<blockquote>',
  '<dl><dt>a<dd>',
  '<details><summary>a</summary>',
  '<section>',
  '<h2>',
  '<form>',
  '<fieldset><legend>a',
  '<button>',
  '<select><optgroup>',
  '<object>',
  '<ruby>a<rt>',
  '<pre>',
  '<code>',
  '<sup>',
  '<q>',
  '<label>',
  '<nobr>',
  '<template>',
  '<noscript>',
  '<svg><g>',
  '<svg><foreignObject><div>',
  '<math><mrow>',
  '<math><annotation-xml encoding="text/html"><div>',
  '<x-own>',
  '<figure><figcaption>',
  '<table><tr><td><ul><li>',
  '<div itemscope itemprop=a>',
  '<div typeof=a property=b>',
];

const deepPages = toFamily(
  'nesting',
  nests.map((tags) => [tags, 50_000, (count) => toDocument(`${tags.repeat(count)}deep`)] as const),
);

/** Elements in elements, and end tags in the wrong order. */
export const nestingPages: readonly HostilePage[] = [
  ...deepPages,
  ...toFamily('nesting', [
    [
      'formatting that every paragraph opens anew',
      3_000,
      (count) => toDocument(repeat(count, (at) => `<p><b class=${at}>x`)),
    ],
    [
      'fonts that every block opens anew',
      3_000,
      (count) => toDocument(repeat(count, (at) => `<div><font size=${at}><i id=${at}>x</div>`)),
    ],
    [
      'links and paragraphs crosswise',
      20_000,
      (count) => toDocument('<a><p><b></a></p></b>'.repeat(count)),
    ],
    [
      'formatting closed before its blocks',
      3_000,
      (count) => toDocument(`${'<b><i><u>'.repeat(count)}<div>x${'</b></i></u>'.repeat(count)}`),
    ],
    [
      'blocks in formatting, closed in turn',
      20_000,
      (count) => toDocument('<b><div><b><div></b></div>'.repeat(count)),
    ],
    [
      '500,000 end tags of nothing',
      500_000,
      (count) => toDocument('</p></b></x>'.repeat(count / 3)),
    ],
    [
      '300,000 paragraphs that nothing closes',
      300_000,
      (count) => toDocument('<p>x'.repeat(count)),
    ],
    [
      'everything unclosed',
      20_000,
      (count) =>
        toDocument(
          repeat(
            count,
            (at) =>
              `<${['b', 'li', 'td', 'option', 'dd', 'svg', 'a', 'h3', 'button', 'p'][at % 10]} title="${at}`,
          ),
        ),
    ],
    [
      '50,000 bodies with attributes of their own',
      50_000,
      (count) => toDocument(repeat(count, (at) => `<html a${at}=1><body b${at}=1>x`)),
    ],
    [
      'heads after the body',
      50_000,
      (count) => toDocument('<head><title>x</title></head>'.repeat(count)),
    ],
    ['a million open angle brackets', 1_000_000, (count) => toDocument('<'.repeat(count))],
    ['a million of "</"', 1_000_000, (count) => toDocument('</'.repeat(count / 2))],
    ['a tag name of 5 MB', 5_000_000, (count) => toDocument(`<${'x'.repeat(count)}>`)],
    [
      'deep twice, side by side',
      400,
      (count) => toDocument(repeat(count, () => `${'<div>'.repeat(300)}x${'</div>'.repeat(300)}`)),
    ],
  ]),
];
