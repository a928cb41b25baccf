import { describe, expect, test } from 'vitest';
import {
  amounts,
  extractFields,
  lines,
  row,
  state,
  text,
  thing,
} from '../../../test/support/extract-fields.ts';

const recipe = (recipeYield: string): string =>
  `<h1>Soup</h1><script type="application/ld+json">${JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeYield })}</script>`;

describe('a yield', () => {
  test('that is a weight gets no noun, and is no number of servings', () => {
    expect(extractFields(recipe('250 g'), { yields: text }).value).toEqual({ yields: '250 g' });
    expect(extractFields(recipe('250 g'), { servings: { type: 'integer' } }).value).toEqual({});
    expect(extractFields(recipe('12 grapes'), { yields: text }).value).toEqual({
      yields: '12 grapes',
    });
    expect(extractFields(recipe('4'), { yields: text }).value).toEqual({ yields: '4 servings' });
  });

  test('that is a range says that it may be the lower end', () => {
    const { value, cuts } = extractFields(recipe('4-6 servings'), {
      servings: { type: 'integer' },
    });
    expect(value).toEqual({ servings: 6 });
    expect(cuts).toEqual(['The number at /servings may be meant as 4 as well.']);
    expect(extractFields(recipe('6 servings'), { servings: { type: 'integer' } }).cuts).toEqual([]);
  });
});

describe('a property of the name of the field', () => {
  test('comes before one near to it', () => {
    const counts = { aggregateRating: { ratingValue: 4.6, ratingCount: 152, reviewCount: 30 } };
    const fields = amounts('reviewCount', 'ratingCount');
    expect(extractFields(thing(counts), fields).value).toEqual({
      reviewCount: 30,
      ratingCount: 152,
    });
    const weights = { weight: '2 kg', shippingWeight: '3 kg' };
    expect(extractFields(thing(weights), { shipping_weight: text, weight: text }).value).toEqual({
      shipping_weight: '3 kg',
      weight: '2 kg',
    });
  });

  test.each([
    ['manufacturer', { brand: 'Acme', manufacturer: { name: 'Maker' } }, 'Maker'],
    ['brand', { brand: 'Acme', manufacturer: { name: 'Maker' } }, 'Acme'],
    ['model', { mpn: 'M-17', model: 'X-200' }, 'X-200'],
    ['genre', { articleSection: 'Reading', category: 'Books', genre: 'Crime' }, 'Crime'],
    ['abstract', { description: 'What is sold here.', abstract: 'In short.' }, 'In short.'],
    ['manufacturer', { brand: 'Acme' }, 'Acme'],
  ])('comes before one near to it where it is one word: %s of %j', (name, data, value) => {
    expect(extractFields(thing(data), { [name]: text }).value).toEqual({ [name]: value });
  });

  test('is not needed where the near one alone is stated', () => {
    const counts = { aggregateRating: { ratingValue: 4.6, reviewCount: 30 } };
    expect(extractFields(thing(counts), amounts('ratingCount')).value).toEqual({ ratingCount: 30 });
  });
});

describe('a count in data', () => {
  const doubt = 'The number at /reviewCount may be meant as 1.234 as well.';

  test.each([
    ['de', '1.234', 1234, []],
    ['en', '1.234', 1234, [doubt]],
    ['en', '1,234', 1234, []],
    ['en', '120.0', 120, []],
  ])('is whole: %s "%s"', (language, reviewCount, count, told) => {
    const page = thing({ aggregateRating: { ratingValue: '4.5', reviewCount } });
    const { value, cuts } = extractFields(page, amounts('reviewCount'), language);
    expect(value).toEqual({ reviewCount: count });
    expect(cuts).toEqual(told);
  });
});

describe('a total time', () => {
  test.each([
    ['10 min', 10],
    ['10 min prep', undefined],
    ['1 hr 10 min cooking', undefined],
  ])('is a time that is not called a part of it: %s', (line, value) => {
    const body = `<h1>Soup</h1><div>${line}</div><p>Stir.</p>`;
    const { value: found } = extractFields(body, amounts('total_time'));
    expect(Reflect.get(Object(found), 'total_time')).toBe(value);
  });
});

describe('a range', () => {
  const number = { type: 'number' };

  test.each([
    ['yields', recipe('4 to 6 servings'), '4-6 servings'],
    ['price', row('Price', '$10 - $20'), '10-20'],
    ['weight', row('Weight', '10-12 kg'), '10-12 kg'],
    ['total_time', row('Total time', '30-40 min'), '30-40 min'],
  ])('stays one in a text: %s', (name, body, value) => {
    const found = extractFields(body, { [name]: text });
    expect(found.value).toEqual({ [name]: value });
    expect(found.cuts).toEqual([]);
  });

  test.each([
    ['price', row('Price', '$10 to $20'), 10, 20],
    ['total_time', row('Total time', '30–40 min'), 40, 30],
    ['servings', row('Serves', '4-6 people'), 6, 4],
  ])('tells its other end where a field holds one number: %s', (name, body, value, other) => {
    const found = extractFields(body, { [name]: number });
    expect(found.value).toEqual({ [name]: value });
    expect(found.cuts).toEqual([`The number at /${name} may be meant as ${other} as well.`]);
  });

  test.each([
    ['price', row('Price', '$10, was $20'), 10],
    ['total_time', row('Total time', '1 h 30 min'), 90],
    ['servings', row('Serves', '4'), 4],
  ])('is none of what has no two ends: %s', (name, body, value) => {
    const found = extractFields(body, { [name]: number });
    expect(found.value).toEqual({ [name]: value });
    expect(found.cuts).toEqual([]);
  });
});

test.each([
  ['Arbejdstid', 'Samlet tid'],
  ['Prep', 'Cooks in'],
  ['Förberedelse', 'Totaltid'],
])('a total time is not what is told of a part of it: %s beside %s', (part, total) => {
  const body = row(part, '15 min') + row(total, '30 min');
  expect(extractFields(body, { total_time: { type: 'number' } }).value).toEqual({ total_time: 30 });
});

describe('a rating', () => {
  const properties = { rating: { type: 'number' } };
  const review = '<div class="review"><h3>Ann</h3><p>Rating: 3/5</p><p>Too loud.</p></div>';
  const told = 'The page states 8.4 or 3 for /rating; the first was taken.';

  test.each([
    ['its label', `${lines('Rating: 8.4 out of 10')}${review}`],
    ['its label, behind a review', `<h1>A thing</h1>${review}<p>Rating: 8.4 out of 10</p>`],
    ['prose', lines('Our readers give it 8.4 out of 10.', 'Ann says 3/5 and likes it.')],
    [
      'prose, beside a quote',
      `${lines('Rated 8.4 out of 10 by us.')}<blockquote>Rating: 3/5</blockquote>`,
    ],
  ])('of another scale or of one visitor is told beside that of all: %s', (_, body) => {
    const { value, cuts, sources } = extractFields(body, properties);
    expect(value).toEqual({ rating: 8.4 });
    expect(cuts).toEqual([told]);
    expect(sources.get('/rating')?.certainty?.doubt).toBe(1);
  });

  test('of a visitor stands where there is no other, and is told', () => {
    const { value, cuts } = extractFields(`<h1>A thing</h1>${review}`, properties);
    expect(value).toEqual({ rating: 3 });
    expect(cuts).toEqual([
      'The value of "rating" is what one visitor gave: the page states none of all.',
    ]);
  });

  test.each(['Step 3/5 of the way', 'Add 3/5 cup.', 'Since 3/5/2024.', '9 out of 10 people cook.'])(
    'is no other fraction: %s',
    (line) => {
      expect(extractFields(lines(line), properties).value).toEqual({});
      const { value, cuts } = extractFields(lines('Rating: 4.5', line), properties);
      expect(value).toEqual({ rating: 4.5 });
      expect(cuts).toEqual([]);
    },
  );
});

describe('a code', () => {
  test.each([
    'AB 1234 C',
    '5Q0 035 411',
    'KX 124',
    'KX-77 B',
    'QR.12 345',
    'LT/12 B',
    '12-34 / B',
    'A 12',
    'kx-77 b',
  ])('in groups is not cut at the first blank: %s', (code) => {
    expect(extractFields(row('SKU', code), { sku: text }).value).toEqual({ sku: code });
  });

  test.each([
    ['LL-4711 in stock', 'LL-4711'],
    ['4711 EUR', '4711'],
    ['4711 PIECES', '4711'],
    ['4711 KG', '4711'],
    ['KX-77 B in stock', 'KX-77 B'],
    ['KX-77 B (new)', 'KX-77 B'],
    ['KX-77 Black', 'KX-77'],
    ['KX-77 2.5 m', 'KX-77'],
    ['KX-77 50%', 'KX-77'],
    ['N° 4711', '4711'],
  ])('ends where other words begin: %s', (written, code) => {
    expect(extractFields(row('SKU', written), { sku: text }).value).toEqual({ sku: code });
  });

  test.each(['12 500 ML', '1 200 kg', '0000000000000', '1234567890128'])(
    'is no amount of something and no placeholder: %s',
    (written) => {
      expect(extractFields(row('SKU', written), { sku: text }).value).toEqual({});
    },
  );

  test('in groups stays one', () => {
    expect(extractFields(row('SKU', '12 500 MLX'), { sku: text }).value).not.toEqual({});
  });
});

describe('a name behind a code', () => {
  test.each(['KX-77 Black', 'KX-77 Dark Blue', '4711 Pro'])(
    'is told, since it may be a part of it: %s',
    (written) => {
      const { value, cuts } = extractFields(row('SKU', written), { sku: text });
      expect(value).toEqual({ sku: written.split(' ')[0] });
      expect(cuts).toEqual([`The code at /sku may be meant as ${written} as well.`]);
    },
  );

  test.each(['KX-77', 'KX-77 B', 'KX-77 (Black)', 'KX-77 In Stock', 'KX-77 in the box', '4711 KG'])(
    'is none of these: %s',
    (written) => {
      expect(extractFields(row('SKU', written), { sku: text }).cuts).toEqual([]);
    },
  );
});

test('a code in data is whole', () => {
  const data = JSON.stringify({ '@type': 'Product', name: 'A thing', sku: 'KX-77 Blue' });
  const body = `<h1>A thing</h1><script type="application/ld+json">${data}</script>`;
  expect(extractFields(body, { sku: text }).value).toEqual({ sku: 'KX-77 Blue' });
});

const list = (...rows: readonly (readonly [label: string, value: string])[]): string =>
  `<h1>A thing</h1><dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`;

describe('the numbers of a book', () => {
  const properties = { isbn_10: text, isbn_13: text };
  const both = { isbn_10: '0306406152', isbn_13: '9780306406157' };

  test.each([
    ['labels', list(['ISBN-10', '0306406152'], ['ISBN-13', '9780306406157'])],
    ['wrong labels', list(['ISBN-13', '0306406152'], ['ISBN-10', '9780306406157'])],
    ['one label', list(['ISBN', '0306406152, 9780306406157'])],
    ['one label and their kinds', list(['ISBN', '9780306406157 (ISBN-13), 0306406152 (ISBN-10)'])],
  ])('are told from each other by their digits: %s', (_, body) => {
    expect(extractFields(body, properties).value).toEqual(both);
  });

  test('are none where templates fill them in, and none out of a sentence', () => {
    const filled = list(['ISBN-10', '0000000000'], ['ISBN-13', '9780000000002']);
    expect(extractFields(filled, properties).value).toEqual({});
    const sentence = list(['ISBN', 'as that of the edition 0306406152 of the year before']);
    expect(extractFields(sentence, properties).value).toEqual({});
  });
});

test('the label that is the name of the field counts before one that means the same', () => {
  const body = list(['EAN', '4006381333931'], ['UPC', '036000291452']);
  const wanted = { ean: '4006381333931', upc: '036000291452' };
  expect(extractFields(body, { ean: text, upc: text }).value).toEqual(wanted);
  const turned = list(['UPC', '036000291452'], ['EAN', '4006381333931']);
  expect(extractFields(turned, { ean: text, upc: text }).value).toEqual(wanted);
});

describe('an entry of a menu', () => {
  test.each([
    '<nav><a href="/b">Brand</a> <a href="/p">Price</a></nav>',
    '<ul><li><a href="/b">Brand</a></li><li><a href="/a">Acme</a></li></ul>',
    '<div><a href="/b">Brand</a><a href="/a">Acme</a></div>',
  ])('is no label of the next one: %s', (menu) => {
    expect(
      extractFields(`${menu}<h1>A thing</h1><p>It is good.</p>`, { brand: text }).value,
    ).toEqual({});
  });

  test('is told from a label whose value is a link', () => {
    const body = '<h1>A thing</h1><div><span>Brand</span><a href="/a">Acme</a></div>';
    expect(extractFields(body, { brand: text }).value).toEqual({ brand: 'Acme' });
  });
});

describe('a label that is another word in other languages', () => {
  test.each([
    [{ publisher: text }, 'Editorial', 'The board has its say', 'es'],
    [{ author: text }, 'Text', 'Eva Lund', 'sv'],
    [{ rating: { type: 'number' } }, 'Note', '3', 'fr'],
  ])('counts in its own language alone: %o', (properties, label, value, language) => {
    expect(extractFields(row(label, value), properties, 'en-GB').value).toEqual({});
    expect(extractFields(row(label, value), properties, language).value).not.toEqual({});
  });

  test('counts where the page states no language, and where it is the name of the field', () => {
    const body = row('Editorial', 'Planeta');
    expect(extractFields(body, { publisher: text }, '').value).toEqual({ publisher: 'Planeta' });
    expect(extractFields(body, { editorial: text }, 'en').value).toEqual({ editorial: 'Planeta' });
  });

  test('in English counts in all languages', () => {
    const body = row('Publisher', 'Planeta');
    expect(extractFields(body, { publisher: text }, 'es').value).toEqual({ publisher: 'Planeta' });
  });
});

describe('the pages and the year of a book', () => {
  const properties = { pages: { type: 'integer' }, year: { type: 'integer' } };

  test.each([
    ['de', 'Seiten', '320', 'Erscheinungsjahr', '1998'],
    ['de', 'Umfang', '320 S.', 'Jahr', '1998'],
    ['es', 'Nº de páginas', '320', 'Año de edición', '1998'],
    ['es', 'Páginas', '320 págs.', 'Año', '1998'],
    ['fr', 'Nombre de pages', '320 pages', 'Date de parution', '3 mai 1998'],
    ['en', 'Print length', '320 pages', 'Publication date', 'May 3, 1998'],
  ])('are found by their labels (%s): %s %s, %s %s', (language, pages, count, year, day) => {
    const body = list([pages, count], [year, day]);
    expect(extractFields(body, properties, language).value).toEqual({ pages: 320, year: 1998 });
  });

  test('are none where several years are stated, and no number out of a day without one', () => {
    expect(extractFields(row('Year', '1998-2004'), properties).value).toEqual({});
    expect(extractFields(row('Released', '3 May, 4 pm'), properties).value).toEqual({});
  });

  test('are what the page says in a text', () => {
    const texts = { pages: text, year: text };
    const body = list(['Pages', '12-20'], ['Year', 'c. 1850']);
    expect(extractFields(body, texts).value).toEqual({ pages: '12-20', year: 'c. 1850' });
    expect(extractFields(row('Year', '476'), properties).value).toEqual({ year: 476 });
  });
});

describe('what data or the page itself state beside what is asked for', () => {
  test('the day of the last change is no day of publication where the page states that', () => {
    const data = { '@type': 'NewsArticle', headline: 'Rain', dateModified: '2024-05-06' };
    const tag = '<meta property="article:modified_time" content="2024-05-06T10:00:00Z">';
    const day = { publishedDate: { type: 'string', format: 'date' } };
    const body = `${state(data)}${tag}<h1>Rain</h1>`;
    for (const shown of [
      '<p>Published on March 4, 2024</p>',
      '<time class="published">March 4, 2024</time>',
    ])
      expect(extractFields(body + shown, day).value).toEqual({ publishedDate: '2024-03-04' });
    expect(extractFields(body, day).value).toEqual({});
    expect(extractFields(body, { date: day.publishedDate })).toMatchObject({
      value: { date: '2024-05-06' },
      cuts: [
        'The page says when it was last changed and not when it was published; "date" is the day of the change.',
      ],
    });
  });

  test.each([
    '<p>Ann Lee</p><p class="date">Updated May 6, 2024</p>',
    '<div>Last reviewed: <time datetime="2024-05-06">May 2024</time></div>',
    '<div class="field-changed"><div><time datetime="2024-05-06">May 6, 2024</time></div></div>',
  ])('a day that the page shows as that of a change is no day of publication: %s', (shown) => {
    const day = { published: { type: 'string', format: 'date' } };
    expect(extractFields(`<h1>Rain</h1>${shown}`, day).value).toEqual({});
    const both = `<h1>Rain</h1>${shown}<p>Published <time datetime="2024-03-04">March 4</time></p>`;
    expect(extractFields(both, day).value).toEqual({ published: '2024-03-04' });
  });

  test.each([
    ['minPrice', 30],
    ['lowest_price', 30],
    ['maxPrice', 55],
    ['priceMax', 55],
    ['price', 30],
  ])('%s of a range of offers is %d', (name, wanted) => {
    const offers = { '@type': 'AggregateOffer', lowPrice: 30, highPrice: 55, priceCurrency: 'EUR' };
    const body = `${state({ '@type': 'Product', name: 'A thing', offers })}<h1>A thing</h1>`;
    expect(extractFields(body, amounts(name)).value).toEqual({ [name]: wanted });
  });

  test.each([
    [row('Language', 'German'), 'en', 'German'],
    [row('Sprache', 'Englisch'), 'de', 'Englisch'],
    [row('Language', 'All of them'), 'en', 'en'],
    [row('Pages', '300'), 'en', 'en'],
  ])('the language of a thing is the one that a label names: %s', (body, language, wanted) => {
    expect(extractFields(body, { language: text }, language).value).toEqual({ language: wanted });
  });

  test('the number of a model is no number of the shop', () => {
    const data = state({ '@type': 'Product', name: 'A thing', sku: 'CK-1' });
    const body = `${data}${row('Model', 'XK9')}<p>SKU: CK-1</p>`;
    expect(extractFields(body, { modelNumber: text, sku: text }).value).toEqual({
      modelNumber: 'XK9',
      sku: 'CK-1',
    });
  });

  test('a count and a weight are read where the data bears the name of the field, and elsewhere without it', () => {
    const wanted = {
      ...amounts('reviewCount', 'ratingCount'),
      weight: text,
      shippingWeight: text,
    };
    const aggregateRating = { ratingValue: 4.5, ratingCount: 120 };
    const both = {
      '@type': 'Product',
      name: 'A thing',
      weight: '2 kg',
      shippingWeight: '3 kg',
      aggregateRating: { ...aggregateRating, reviewCount: 30 },
    };
    expect(extractFields(`${state(both)}<h1>A thing</h1>`, wanted).value).toEqual({
      reviewCount: 30,
      ratingCount: 120,
      weight: '2 kg',
      shippingWeight: '3 kg',
    });
    const one = { '@type': 'Product', name: 'A thing', aggregateRating };
    expect(extractFields(`${state(one)}<h1>A thing</h1>`, amounts('reviewCount')).value).toEqual({
      reviewCount: 120,
    });
  });
});

test('the word for a brand in Swedish is a label', () => {
  expect(extractFields(row('Varumärke', 'Lautapelit'), { brand: text }, 'sv').value).toEqual({
    brand: 'Lautapelit',
  });
});

test('a time of preparation is a part of the total time where the page has one of cooking', () => {
  const prepared = '<h1>Soup</h1><p><b>Czas przygotowania:</b> 20 minut</p>';
  const cooked = '<p><b>Czas gotowania:</b> 1 godzina</p>';
  const total = amounts('total_time');
  expect(extractFields(prepared, total, 'pl').value).toEqual({ total_time: 20 });
  expect(extractFields(prepared + cooked, total, 'pl').value).toEqual({ total_time: 80 });
});

describe('the section of an article', () => {
  test.each([
    '<div class="hero-section"><p>Start today</p></div>',
    '<section id="section-1">Start today</section>',
    `<div class="category">${'Bread Buns Cake Cookies '.repeat(4)}</div>`,
    '<span class="category-toggle">+</span>',
  ])('is no part of the layout and no menu: %s', (html) => {
    expect(extractFields(`<h1>A thing</h1>${html}`, { section: text }).value).toEqual({});
  });

  test('is the category that the page names below its heading', () => {
    const html = '<h1>A thing</h1><a class="post-category" href="/c/bread">Bread</a>';
    expect(extractFields(html, { section: text }).value).toEqual({ section: 'Bread' });
  });
});

test.each([
  '<nav><ul><li><b>About</b> <span>Us</span></li></ul></nav>',
  '<h2><span>About</span> <span>the author</span></h2>',
  '<div><button class="description">Close</button></div>',
])('a menu, a heading and a button describe nothing: %s', (html) => {
  expect(extractFields(`<h1>A thing</h1>${html}`, { description: text }).value).toEqual({});
});

test.each([
  ['Lamps in C#', 'Lamps in C#'],
  ['Lamps in C#<a href="#lamps">¶</a>', 'Lamps in C#'],
  ['Lamps <a class="anchor" href="#lamps" aria-label="Link to Lamps"> # </a>', 'Lamps'],
  ['<a href="#lamps">Lamps</a>', 'Lamps'],
])('the sign by which a heading links to itself is no part of the title: %s', (heading, title) => {
  expect(extractFields(`<h1 id="lamps">${heading}</h1>`, { title: text }).value).toEqual({ title });
});

test.each([
  '<p>Website: <a href="https://ann.example/">Visit</a></p>',
  '<dl><dt>Website</dt><dd><a href="https://ann.example/">ann.example</a></dd></dl>',
  '<p>Website: ann.example</p>',
])('the site of who a page is about is where its label leads: %s', (line) => {
  const { value } = extractFields(`<h1>Ann Moor</h1>${line}`, { website: text });
  expect(String((value as { website?: unknown }).website)).toMatch(/^https:\/\/ann\.example\/?$/);
});

test('the address of a page is no site of who it is about', () => {
  const { value } = extractFields('<h1>Ann Moor</h1>', { name: text, website: text, url: text });
  expect(value).toEqual({ name: 'Ann Moor', url: 'https://a.example/x' });
});

test.each([
  ['https://ann.example/', 'https://ann.example/'],
  ['https://a.example/x', undefined],
])('the site that data states is one unless it is the page itself: %s', (url, website) => {
  const data = state({ '@type': 'Person', name: 'Ann Moor', url });
  const { value } = extractFields(`<h1>Ann Moor</h1>${data}`, { name: text, website: text });
  expect(value).toEqual({ name: 'Ann Moor', ...(website !== undefined && { website }) });
});

test('a heading is the name of a person, and not the job too', () => {
  const job = { name: text, job_title: text };
  expect(extractFields('<h1>Ann Moor</h1><p>Editor</p>', job).value).toEqual({ name: 'Ann Moor' });
  expect(extractFields('<h1>Ann Moor</h1><p>Position: Editor</p>', job).value).toEqual({
    name: 'Ann Moor',
    job_title: 'Editor',
  });
  expect(extractFields('<h1>Senior Baker</h1>', { job_title: text }).value).toEqual({
    job_title: 'Senior Baker',
  });
});

test.each([
  ['de', 'Höhe', 'Breite', 'Tiefe'],
  ['fr', 'Hauteur', 'Largeur', 'Profondeur'],
  ['en', 'Height', 'Width', 'Depth'],
])('the sizes of a thing have labels in its language: %s', (language, ...labels) => {
  const sizes = labels.map((label, at) => `<dt>${label}</dt><dd>${at + 2}0 cm</dd>`).join('');
  const fields = amounts('height', 'width', 'depth');
  expect(extractFields(`<h1>A thing</h1><dl>${sizes}</dl>`, fields, language).value).toEqual({
    height: 20,
    width: 30,
    depth: 40,
  });
});

test('the code and the coordinates of a place are read from what data states of it', () => {
  const place = {
    geo: { '@type': 'GeoCoordinates', latitude: 52.5, longitude: 13.4 },
    address: { '@type': 'PostalAddress', postalCode: '10115' },
  };
  const fields = { ...amounts('latitude', 'longitude'), postal_code: text };
  expect(extractFields(thing(place), fields).value).toEqual({
    latitude: 52.5,
    longitude: 13.4,
    postal_code: '10115',
  });
});

test('what is brand new is new', () => {
  const condition = { enum: ['new', 'used'] };
  const read = (said: string): unknown =>
    extractFields(`<h1>A thing</h1><p>Condition: ${said}</p>`, { condition }).value;
  expect(read('Brand new')).toEqual({ condition: 'new' });
  expect(read('like new')).toEqual({});
});

const readTime = (name: string, value: string): unknown =>
  extractFields(row('Time', value), { [name]: text }).value;

test('a time of a day is what a field for the time asks for, and no part of how long something takes', () => {
  expect(readTime('time', '7:00 PM – 9:30 PM')).toEqual({ time: '7:00 PM – 9:30 PM' });
  expect(readTime('time', '19:00 Uhr')).toEqual({ time: '19:00 Uhr' });
  expect(readTime('time', '45 minutes')).toEqual({ time: '45 minutes' });
  expect(readTime('cook_time', '7:00 PM')).toEqual({});
});

test.each([
  ['Elm Press (March 5, 2019)', 'Elm Press'],
  ['Elm Press (UK)', 'Elm Press (UK)'],
  ['by Elm Press', 'Elm Press'],
  ['By Elm Press', 'By Elm Press'],
])(
  'a publisher is named without the day behind the name or the word before it: %s',
  (value, publisher) => {
    expect(extractFields(row('Publisher', value), { publisher: text }).value).toEqual({
      publisher,
    });
  },
);
