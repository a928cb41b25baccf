import { both, body, fill, type GrowPage, nest, start, text } from './fill.ts';

/** Returns a page with JSON-LD of one entity, a property of which has the items. */
function entity(before: string, item: (index: number) => string, after = ']}'): GrowPage {
  return (length) =>
    `<script type="application/ld+json">${before}${fill(length, item)}{}${after}</script><h1>A</h1>`;
}

/** Growing pages by the dimension of what values are read from. */
export const extractionPages: Readonly<Record<string, GrowPage>> = {
  // Labels and values
  'labels with values': body((n) => `<dl><dt>Price<dd>${n}</dl>`),
  'links behind a label': body((n) => `<a href="/t/${n}">oak ${n}</a> `, '<p>Tags: ', '</p>'),
  'boxes behind a label': body((n) => `<p class=t>oak ${n}</p>`, '<div>Tags: ', '</div>'),
  'icons before a label': body(() => '<i></i>', '<p>', `Tags: ${'oak '.repeat(200)}</p>`),
  'icons behind a label': body(() => '<i></i>', '<p>Tags: ', '<a href=/oak>oak</a></p>'),
  'lists within each other behind a label': text(
    (length) => `<div>Tags: ${nest(length, '<ul><li>oak ', '</ul>')}</div>`,
  ),
  'labels within each other': text((length) =>
    nest(length, '<div>Tags: <a href=/t/a>a</a> ', '</div>'),
  ),
  'labels with links': body((n) => `<p>Tags: <a href=/t/a>a</a> <a href=/t/${n}>b</a></p>`),
  'definitions of a label': body((n) => `<dd>oak ${n}`, '<dl><dt>Tags'),
  'lines with labels': body((n) => `<p>Price: ${n}</p>`),
  'labels beside values': body((n) => `<b>Price</b><i>${n}</i>`),
  'labels deep beside values': body((n) => `<div><div><p>Price</p></div></div><i>${n}</i>`),
  'elements named by a field': body((n) => `<b class="price sale">£${n}.00</b>`),
  'elements named by a field, nested': text((length) =>
    nest(length, '<div class=price>1 £', '</div>'),
  ),
  'times stated': body((n) => `<time>12 March ${1_900 + (n % 200)}</time>`),
  'links to authors': body((n) => `<a rel=author href="/author/${n}">Ann ${n}</a>`),
  'buttons to buy': body(() => '<button>Add to cart</button>'),
  amounts: text((length) => '$1,000.00 '.repeat(length / 10)),
  'days in words': text((length) => '12 March 2026, '.repeat(length / 15)),
  'spans of time': text((length) => '1 h 5 min '.repeat(length / 10)),
  'sort keys within each other': text((length) => '<span class=sortkey>a'.repeat(length / 21)),
  // Titles and headings
  'parts of a title': (length) => `<title>${'a | '.repeat(length / 4)}</title><h1>a b</h1>`,
  'a title and headings': (length) =>
    both(
      length,
      (half) => `<title>${fill(half, (n) => `w${n} `)}</title>`,
      (half) => fill(half, (n) => `<h2>a w${n}</h2>`),
    ),
  'a heading that names what is wanted': (length) =>
    both(
      length,
      (half) => `${start}<h1>${'price name '.repeat(half / 11)}</h1>`,
      (half) => fill(half, (n) => `<p>text ${n}`),
    ),
  'headings within headings': body((n) => `<h${1 + (n % 6)}>H ${n}</h${1 + (n % 6)}><p>t ${n}`),
  'lists below headings': body((n) => `<h2>Ingredients</h2><ul><li>${n} eggs</ul>`),
  'a list of what is wanted': body((n) => `<li class=ingredient>${n} eggs`, '<ul>'),
  // Records
  cards: body(
    (n) =>
      `<div class=card><h3><a href="/${n}">Product ${n}</a></h3><b class=price>$${n}.50</b></div>`,
  ),
  'cards of many kinds': body((n) => `<div class="c${n % 500}">a ${n}</div>`),
  'cards of many parts': text((length) =>
    `<div class=card>${'<b>x y</b><i>z</i>'.repeat(100)}</div>`.repeat(length / 1_830 + 1),
  ),
  'two long records': text((length) =>
    `<div class=r>${'<p>a<b>c</b>'.repeat(length / 24)}</div>`.repeat(2),
  ),
  'marks deep in wrappers': text((length) =>
    `${'<div>'.repeat(100)}${'<a>x</a>'.repeat(10)}${'</div>'.repeat(100)}`.repeat(
      length / 1_180 + 1,
    ),
  ),
  'equal rows': body((n) => `<tr><td>Name ${n % 7}<td>${n % 5}`, '<table><tr><th>Name<th>Price'),
  // Attributes beside text
  'labels of one line': body((n) => `<i title="t${n} u"></i>`, '<p>x '),
  'labels of a long heading': (length) =>
    both(
      length,
      (half) => `${start}<h1>${'word '.repeat(half / 5)}`,
      (half) => fill(half, (n) => `<i title="w${n} x${n} y"></i>`),
    ),
  'spaces between inline elements': body(() => ' a<b> b</b>', '<p>'),
  'buttons between words': body(() => 'a<label>b</label>', '<p>'),
  'terms of one definition': body((n) => `<dt>a ${n}`, '<dl>'),
  'texts that are copies': body(() => '<p>This text is long enough to be a copy'),
  // What evidence reads in other forms
  'numbers, days and durations': body(
    (n) => `<p>${n % 28}.03.2026 ${n}.5 12 March 2026 1 h 45 min € 1.299,00 in stock`,
  ),
  'days in one line': (length) =>
    `${start}<input value="${fill(length, (n) => `3/${n % 28}/2026 `)}">`,
  'sets of pictures': body((n) => `<img srcset="/a${n}.png 1x, /b${n}.png 2x">`),
  // What a page says of itself
  'offers of a product': entity(
    '{"@type":"Product","name":"A","offers":[',
    (n) => `{"price":${n}},`,
  ),
  'steps of a recipe': entity(
    '{"@type":"Recipe","recipeInstructions":[',
    (n) => `{"text":"do ${n}"},`,
  ),
  'names of the site': entity('[', (n) => `{"@type":"Organization","name":"Org ${n}"},`, ']'),
  'a long name above values': (length) =>
    both(
      length,
      (half) =>
        `<script type="application/ld+json">{"@type":"A","${'n'.repeat(half)}":{"@type":"B","v":[`,
      (half) => `${fill(half, (n) => `"v${n}",`)}1]}}</script><h1>A</h1>`,
    ),
};
