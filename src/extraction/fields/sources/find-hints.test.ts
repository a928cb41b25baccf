import { expect, test } from 'vitest';
import { extractFields, text } from '../../../../test/support/extract-fields.ts';

const number = { type: 'number' };

const valueOf = (name: string, body: string, type: object = text): unknown =>
  Object.values(extractFields(`<h1>Oska lamp</h1>${body}`, { [name]: type }).value as object)[0];

test.each([
  ['size', '<ul class="size"><li>S</li><li>M</li><li>L</li></ul>'],
  ['size', '<div class="size">Size <button>S</button> <button>M</button></div>'],
  ['type', '<ul class="first-of-type"><li><a>Query</a></li><li><a>Reports</a></li></ul>'],
  ['size', '<h4>Size</h4><div><a href="?s">S</a> <a href="?m">M</a></div>'],
])('several entries that nothing parts are no %s', (name, html) => {
  expect(valueOf(name, html)).toBe(undefined);
});

test.each([
  ['size', '<ul class="size"><li>40 cm,</li><li>wide</li></ul>', '40 cm, wide'],
  ['size', '<p class="size"><a href="/large">Large</a></p>', 'Large'],
  ['care', '<ul class="care"><li>Dust it.</li><li>Keep it dry.</li></ul>', 'Dust it. Keep it dry.'],
  ['extras', '<ul class="extras"><li>Shade</li><li>Bulb</li></ul>', 'Shade Bulb'],
])('what is parted, or asked for as several, is a text: %s', (name, html, value) => {
  expect(valueOf(name, html)).toBe(value);
});

const data = (json: object): string =>
  `<script type="application/ld+json">${JSON.stringify(json)}</script>`;

test('the place of a thing in a list is no position', () => {
  const trail = {
    '@type': 'BreadcrumbList',
    itemListElement: [{ '@type': 'ListItem', position: 3 }],
  };
  const step =
    '<li itemscope itemtype="https://schema.org/ListItem"><meta itemprop=position content=3>A</li>';
  const question = { '@context': 'https://schema.org', '@type': 'Question', position: 1 };
  for (const html of [data(trail), data(question), step])
    expect(valueOf('position', html)).toBe(undefined);
  expect(valueOf('position', '<p class=position>Clerk</p>')).toBe('Clerk');
});

test('a style that is called as a field is none', () => {
  expect(valueOf('weight', '<p class=font-weight-bold>Payment in 3 parts</p>')).toBe(undefined);
  expect(valueOf('color', '<p class="color-inverse box">Sign up</p>')).toBe(undefined);
  expect(valueOf('color', '<a class=body-copy-color>Watch it</a>')).toBe(undefined);
  expect(valueOf('color', '<p class=product-color>Oak</p>')).toBe('Oak');
  expect(valueOf('size', '<p class=font-size-large>New</p>')).toBe(undefined);
  expect(valueOf('size', '<p class=sizeTitle2>New</p>')).toBe(undefined);
  expect(valueOf('category', '<div class=section-title>What is new?</div>')).toBe(undefined);
  expect(valueOf('category', '<div class=product-category>Lamps</div>')).toBe('Lamps');
});

test.each([
  ['type', '<span class="info__item info__item--type-date">May 2, 2025</span>'],
  ['type', '<h2 class=logo-type>Oak Society</h2>'],
  ['type', '<p class=first-of-type>Oak Society</p>'],
  ['type', '<p class="field field--name-title field--type-string">Lamps</p>'],
  ['size', '<p class="size--h2">New</p>'],
  ['size', '<p class="size-44">New</p>'],
  ['position', '<p class="position--static">New</p>'],
  ['group', '<a class="group">Read more</a>'],
  ['color', '<p class="color-gray600">May 2, 2025</p>'],
  ['color', '<mark class="has-inline-color">New</mark>'],
  ['material', '<i class="material-icons">search</i>'],
  ['brand', '<p class="text--brand-secondary">New</p>'],
  ['brand', '<a class="CustomBrandButton">Contact sales</a>'],
  ['location', '<div class="elementor-location-header">Call us now</div>'],
  ['season', '<h2 id="h-the-second-season">The second: season</h2>'],
  ['status', `<div class="status">${'It is open and it will be so. '.repeat(4)}</div>`],
])(
  'what a name says of the look of an element, or of a part of the page, is no %s',
  (name, html) => {
    expect(valueOf(name, html)).toBe(undefined);
  },
);

test.each([
  ['type', '<li class="meal-type">Main course</li>', 'Main course'],
  ['status', '<div class="Preview__Status">In service</div>', 'In service'],
  ['size', '<p class="product-size">XL</p>', 'XL'],
  ['brand', '<p class="product__gallery--brand">Oak</p>', 'Oak'],
  ['brand', '<p class="item__brand-name">Oak</p>', 'Oak'],
  ['material', '<p class="field field--name-field-material field--type-string">Oak</p>', 'Oak'],
])('an element that is called so holds the %s', (name, html, value) => {
  expect(valueOf(name, html)).toBe(value);
});

test('what can be chosen, and where, is no value', () => {
  expect(valueOf('color', '<div class=color><select><option>Oak<option>Ash</select></div>')).toBe(
    undefined,
  );
  expect(valueOf('size', '<a class=size>Size guide</a>')).toBe(undefined);
  expect(valueOf('size', '<span class=size>Choose your size</span>')).toBe(undefined);
  expect(valueOf('size', '<span class=size>Size: XL</span>')).toBe('XL');
  expect(valueOf('brand', '<button class=brand-button>Join event</button>')).toBe(undefined);
});

test('what controls and links do is no value, be it said to screen readers alone', () => {
  expect(valueOf('color', '<p class=color><button>Pick one</button></p>')).toBe(undefined);
  expect(valueOf('likes', '<p class=likes><a role=button>Like this</a></p>')).toBe(undefined);
  expect(valueOf('likes', '<p class=likes>12 <button>Like this</button></p>')).toBe('12 Like this');
  const spoken = '<a href=/x><span class=clipped>opens in a new window</span></a>';
  expect(valueOf('deliveryTime', `<p class=delivery-time>${spoken}</p>`)).toBe(undefined);
});

test('how many values there are, and a link that is called so, are no value', () => {
  expect(valueOf('color', '<p class=color>11 Colors</p>')).toBe(undefined);
  expect(valueOf('color', '<p class=color>Red 11</p>')).toBe('Red 11');
  const link = '<ul><li><a class="product-composition" href="#">Composition and care</a></ul>';
  expect(valueOf('composition', link)).toBe(undefined);
  expect(valueOf('composition', link.replace('Composition and care', 'Wool'))).toBe('Wool');
  const pure = link.replace('and care', 'of pure wool');
  expect(valueOf('composition', pure)).toBe('Composition of pure wool');
});

test('a part of several lines about a seller names it in its first link', () => {
  const lines = '<h2>About</h2><a href=/ash>Ash & Sons</a> (566) <div>100% positive</div>';
  const action = '<a href=#>Save this seller</a>';
  expect(valueOf('seller', `<div class=seller-info>${lines}${action}</div>`)).toBe('Ash & Sons');
  expect(valueOf('seller', '<div class=seller>Ash & Sons</div>')).toBe('Ash & Sons');
});

test('the value of another label is none of the field whose class is around it', () => {
  expect(valueOf('category', '<p class=category>Colour: Oak</p>')).toBe(undefined);
  expect(valueOf('category', '<p class=category>Catégories</p>')).toBe(undefined);
  expect(valueOf('category', '<p class=category>Category: Lamps</p>')).toBe('Lamps');
});

test('the links of a list with nothing between them are no section of the page', () => {
  const list = '<a href=/a>Lamps</a> (3) <a href=/b>Desks</a> (12)';
  expect(valueOf('section', `<div class=category>${list}</div>`)).toBe(undefined);
  expect(valueOf('section', `<h3>Categories</h3><div>${list}</div>`)).toBe(undefined);
  const joined = '<a href=/a>Lamps</a>, <a href=/b>Desks</a>';
  expect(valueOf('section', `<div class=category>${joined}</div>`)).toBe('Lamps, Desks');
});

test('what a caption, the part about the author or the header of the site says is no description', () => {
  const said = '<p class=description>For long evenings with a book.</p>';
  expect(valueOf('description', said)).toBe('For long evenings with a book.');
  expect(valueOf('description', `<figure>${said}</figure>`)).toBe(undefined);
  expect(valueOf('description', `<div class=author-box>${said}</div>`)).toBe(undefined);
  expect(descriptionAbove(`<div class=site-title>${said}</div>`)).toBe(undefined);
  expect(descriptionAbove(`<header>${said}</header>`)).toBe(undefined);
});

test('what a template writes where it has no value is none', () => {
  expect(statedSection('null')).toBe(undefined);
  expect(statedSection('undefined')).toBe(undefined);
  expect(statedSection('Null')).toBe('Null');
});

test('the price in an attribute is no count', () => {
  const rated = '<div class=reviews data-price=130></div>';
  expect(valueOf('reviewCount', rated, number)).toBe(undefined);
});

test('words of one text are no label and value, unless these are numbers or elements', () => {
  expect(valueOf('color', '<p>Color alternatives</p>')).toBe(undefined);
  expect(valueOf('brand', '<p>Made by artists in their homes</p>')).toBe(undefined);
  expect(valueOf('weight', '<p>Weight 2 kg</p>')).toBe('2 kg');
  expect(valueOf('color', '<p><b>Color</b> oak</p>')).toBe('oak');
  expect(valueOf('material', '<p>Material <i>oak</i></p>')).toBe('oak');
});

test('marks are no value', () => {
  expect(valueOf('dimensions', '<p>Dimensions : :</p>')).toBe(undefined);
});

test('a former price that is not above the price is none', () => {
  const fields = { price: number, old_price: number };
  const regular = (former: string): object =>
    extractFields(
      `<h1>Oska lamp</h1><p class=price>$80</p><p>Regular price: ${former}</p><button>Add to cart</button>`,
      fields,
    ).value as object;
  expect(regular('$80')).toEqual({ price: 80 });
  expect(regular('$95')).toEqual({ price: 80, old_price: 95 });
});

test('the highest offer of several is no former price', () => {
  const data = { '@type': 'Product', name: 'Oska lamp', offers: { lowPrice: 3, highPrice: 80 } };
  const html = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  expect(valueOf('oldPrice', html, number)).toBe(undefined);
});

test('a sum of billions is no price', () => {
  expect(valueOf('price', '<p>$10.5T lost a year</p>', number)).toBe(undefined);
  expect(valueOf('price', '<p>$1.2M</p>', number)).toBe(1_200_000);
});

test('days of a delivery, and orders that pay none, are no cost of it', () => {
  expect(valueOf('shippingCost', '<p>Delivery by March 10</p>', number)).toBe(undefined);
  const orders = '<p>Shipping: free for orders over $500 (trade) and $125 (retail)</p>';
  expect(valueOf('shippingCost', orders, number)).toBe(undefined);
  expect(valueOf('shippingCost', '<p>Delivery: $4.90</p>', number)).toBe(4.9);
});

function descriptionAbove(html: string): unknown {
  const { value } = extractFields(`${html}<h1>Oska lamp</h1>`, { description: text });
  return Object.values(value ?? {})[0];
}

function statedSection(section: string): unknown {
  return valueOf('section', `<meta property="article:section" content="${section}">`);
}

test('a heading whose id is its own text is no value of the field that it is called as', () => {
  expect(valueOf('address', '<h3 id=address-change>Address change</h3><p>Fill in two</p>')).toBe(
    undefined,
  );
  expect(valueOf('address', '<p id=address>4 Mill Lane, Oakham</p>')).toBe('4 Mill Lane, Oakham');
});

const choice = (stars: number): string =>
  `<input type=radio id=r${stars} name=rating value=${stars}><label for=r${stars}>${stars}</label>`;

test('what visitors can give is no rating, and what they gave is one', () => {
  const vote = `<form class=rating>${choice(5)}${choice(4)}</form>`;
  expect(valueOf('rating', vote, number)).toBe(undefined);
  expect(valueOf('rating', `${vote}<p class=rating>4.5</p>`, number)).toBe(4.5);
  const shown = `<div class=rating>4.5 ${'<input type=radio disabled>'.repeat(5)}</div>`;
  expect(valueOf('rating', shown, number)).toBe(4.5);
});

test('what is called text beside a longer paragraph is not the text of the page', () => {
  const news = '<p>The council passed the budget of the next year last night.</p>';
  const call = 'Get our letter.';
  for (const name of ['text', 'texto', 'tresc']) {
    const body = `<p class=${name}>${call}</p>`;
    expect(valueOf(name, news + body)).toBe(undefined);
    expect(valueOf(name, body)).toBe(call);
  }
});

test('a part of the page under a heading of its own is no category', () => {
  const list = '<h2>Most read</h2><a href=/d>Dessert</a>';
  expect(valueOf('kategori', `<div class=category>${list}</div>`)).toBe(undefined);
  expect(valueOf('seccion', `<div class=seccion>${list}</div>`)).toBe(undefined);
  expect(valueOf('kategori', '<div class=category><h2>Dessert</h2></div>')).toBe('Dessert');
});
