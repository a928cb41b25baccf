import { repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/**
 * Strings that lead a pattern with two ways to go on to try both at every place: one for each kind of thing that is read
 * out of page text by a regular expression. All stand in all the places that text is read from.
 */
const runs: readonly (readonly [what: string, text: string, end: string])[] = [
  ['white space before a letter', ' \u00A0', 'a'],
  ['white space that stays white space', '\u00A0\u2003', '|'],
  ['colons and spaces', ' :', 'a'],
  ['labels in labels', 'a: ', ''],
  ['dashes before a letter', ' - ', 'a'],
  ['dots before a letter', '.', 'a'],
  ['words without an end of the sentence', 'aa ', '!a'],
  ['marks that end sentences', 'Ab.! ', ''],
  ['open brackets', '((', 'a'],
  ['brackets of persons', 'Ann (', 'a'],
  ['names and their joints', 'Ann and by Bob, ', ''],
  ['digits in groups of three', '1,000', '.'],
  ['digits in groups by spaces', "1 000'", 'x'],
  ['single digits with marks', '1.1,', '-'],
  ['currencies before and after', '$ 1 EUR', ' '],
  ['dates by slashes', '1/1/', '0'],
  ['dates by names', 'May 1, ', '20'],
  ['dates of ISO', '2020-01-', 'T'],
  ['dates in Chinese', '2020年1月', ''],
  ['durations', '1 h 1 min ', 'x'],
  ['ISO durations', 'P1DT1', 'H'],
  ['yields', 'serves 1-1 ', 'x'],
  ['part numbers', 'A1-1.', '-'],
  ['addresses of mail', 'a.a@a.', '@'],
  ['addresses of the web', 'http://a/?', '\\'],
  ['telephone numbers', '+1 (1) 1-', ''],
  ['camel humps', 'aA', '1'],
  ['tags in text', '<a ', '<'],
  ['separators of titles', ' | - » ', '|'],
  ['separators of lists', ' ,;、', 'a'],
  ['steps', 'Step 1. 1) ', ''],
  ['fractions', '1½ 1/2 ', '/'],
  ['availability', 'in stock not ', 'in'],
  ['ratings', '4.5 out of 5 ', 'of'],
];

const length = 60_000;

/** Pages of one such string each. */
export const patternPages: readonly HostilePage[] = toFamily(
  'patterns',
  runs.map(([what, text, end]) => [
    what,
    length,
    (count) => toPlaces(text.repeat(count / text.length) + end),
  ]),
);

function toPlaces(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const json = JSON.stringify({
    '@type': 'Product',
    name: text,
    description: text,
    datePublished: text,
    author: text,
    offers: { price: text, availability: text },
    recipeIngredient: [text, text],
    totalTime: text,
    recipeYield: text,
  }).replaceAll('<', String.raw`\u003c`);
  return toDocument(
    `<p>${escaped}</p><h2>${escaped}</h2><ul>${`<li>${escaped}`.repeat(2)}</ul>
    <table>${repeat(2, () => `<tr><th>${escaped}<td>${escaped}`)}</table><dl><dt>Price<dd>${escaped}</dl>
    <pre>${escaped}</pre><a href="/x" title="${escaped}">${escaped}</a><img alt="${escaped}" src=x>
    <div itemscope itemtype="https://schema.org/Product"><meta itemprop=name content="${escaped}"><b itemprop=price content="${escaped}">x</b></div>
    <span class="price">${escaped}</span><time datetime="${escaped}">${escaped}</time><address>${escaped}</address>`,
    `<title>${escaped}</title><meta name=description content="${escaped}"><meta property="og:title" content="${escaped}"><meta name=author content="${escaped}"><script type="application/ld+json">${json}</script>`,
  );
}
