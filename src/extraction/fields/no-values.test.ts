import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { type Properties, extractFields, text } from '../../../test/support/extract-fields.ts';

const list = { type: 'array', items: text };

function read(body: string, properties: Properties): unknown {
  const prose =
    '<p>It was made in the valley, and is kept in the house by the old bridge.</p>'.repeat(6);
  return extractFields(`<h1>A thing</h1>${prose}${body}`, properties).value;
}

const links = (...names: readonly string[]): string =>
  `<ul>${names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul>`;

const parts = (name: string, tag: string): string =>
  ['Features', 'What is in the box', 'Reviews']
    .map((head) => `<div class="${name}"><${tag}>${head}</${tag}></div>`)
    .join('');

describe('a menu is no value of its heading', () => {
  test.each([
    ['two links', `<footer><h4>Company</h4>${links('About', 'Careers')}</footer>`],
    ['one link', `<footer><h4>Company</h4>${links('About us')}</footer>`],
    [
      'definitions',
      `<footer><dl><dt>Company</dt><dd>${links('About', 'Press')}</dd></dl></footer>`,
    ],
    ['an element of its class', `<nav><div class="company">${links('About us')}</div></nav>`],
    ['a link of its class', '<nav><a class="company" href="/a">About us</a></nav>'],
  ])('of one text: %s', (_, body) => {
    expect(read(body, { company: text, location: text })).toEqual({});
  });

  test("of a list whose class it has; one that is headed so is reported as perhaps the site's own", () => {
    const named = `<nav><div class="services">${links('About', 'Blog', 'Support')}</div></nav>`;
    expect(read(named, { services: list })).toEqual({});
    const head = '<html lang="en"><body><main><h1>A thing</h1><p>It is old.</p></main>';
    const html = `${head}<footer><h4>Services</h4>${links('Roofs', 'Doors', 'Plans')}</footer>`;
    const { value, cuts } = extractStructure({
      reading: readPage({ html, url: 'https://a.example/x' }),
      prompt: '',
      schema: { type: 'object', properties: { services: list } },
      detailLevel: 'medium',
    });
    expect(value).toEqual({ services: ['Roofs', 'Doors', 'Plans'] });
    expect(cuts).toEqual([expect.stringContaining('header or the footer')]);
  });

  test('but an address that leads to a map is', () => {
    const map =
      '<footer><dl><dt>Address</dt><dd><a href="https://maps.example/?q=1">12 Mill Lane, Hull</a></dd></dl></footer>';
    expect(read(map, { address: text })).toEqual({ address: '12 Mill Lane, Hull' });
  });

  test('a company is one, and several links are several', () => {
    const two =
      '<dl><dt>Company</dt><dd><a href="/r">Reed Works</a> <a href="/s">Stone Works</a></dd></dl>';
    expect(read(two, { company: text })).toEqual({});
    const one = '<dl><dt>Company</dt><dd><a href="/r">Reed Works</a></dd></dl>';
    expect(read(one, { company: text })).toEqual({ company: 'Reed Works' });
  });
});

describe('what a form asks for is no value', () => {
  test.each([
    ['the next label', '<form><div>Location</div><input><div>Message</div><input></form>'],
    ['the name of a field', '<form><div class="location">Location name*<input></div></form>'],
    [
      'how to fill it in',
      '<form><div class="location"><p>Leave it unchanged.</p><textarea></textarea></div></form>',
    ],
    [
      'choices',
      '<form><div class="location"><input type="checkbox">Home visit<input type="checkbox">Online</div></form>',
    ],
  ])('%s', (_, body) => {
    expect(read(body, { location: text })).toEqual({});
  });

  test('what a hidden input or a button stands beside is one', () => {
    const shown =
      '<form><div class="location">Hull<input type="hidden" name="a"><input type="submit"></div></form>';
    expect(read(shown, { location: text })).toEqual({ location: 'Hull' });
  });
});

describe('words of programs are no labels', () => {
  test.each([
    ['in a line', '<p>The status <code>headers</code> is kept.</p>'],
    ['as a label', '<p><code>status</code> 404 or 500</p>'],
    ['in highlighted lines', '<pre><span>status</span> <span>f</span></pre>'],
    ['in a block', '<pre>status ok</pre>'],
  ])('%s', (_, body) => {
    expect(read(body, { status: text })).toEqual({});
  });

  test('a label in front of a block of code is one', () => {
    expect(
      read('<dl><dt>Usage</dt><dd><code>thing --run</code></dd></dl>', { usage: text }),
    ).toEqual({
      usage: 'thing --run',
    });
  });
});

describe('tabs, and parts that open, do not name the next one', () => {
  test.each([
    ['tabs', parts('tab', 'span')],
    ['parts that open', parts('Collapsible__item', 'span')],
    ['headings', parts('x1', 'h3')],
    ['buttons', parts('x1', 'button')],
  ])('%s', (_, body) => {
    expect(read(body, { features: text })).toEqual({});
  });

  test('cells of one class are a label and its value', () => {
    const cells = ['Feature', 'Quiet', 'Weight', '2 kg'].map(
      (cell) => `<div class="cell">${cell}</div>`,
    );
    expect(read(cells.join(''), { feature: text })).toEqual({ feature: 'Quiet' });
  });
});

describe('classes that name no value', () => {
  test('of the page itself, and of styles that hold a value', () => {
    const whole = '<div class="bg-[--finish]">Ash and oak</div>';
    expect(read(whole, { finish: text })).toEqual({});
    expect(read('<div class="finish">×</div>', { finish: text })).toEqual({});
  });
});

test('a sentence with commas is no list', () => {
  const said = 'If you own a house in the valley, we help you plan, build and mend it as you wish.';
  expect(read(`<p class="services">${said}</p>`, { services: list })).toEqual({});
  expect(read('<p class="services">Plans, roofs, doors</p>', { services: list })).toEqual({
    services: ['Plans', 'roofs', 'doors'],
  });
});

test.each([
  '{geo_placename}',
  '{{ city.name }}',
  '[object Object]',
  'undefined',
  'null',
  '<%= city %>',
])('what a template leaves where it has no value is none: %s', (left) => {
  const shown = left.replaceAll('<', '&lt;');
  expect(read(`<dl><dt>City</dt><dd>${shown}</dd></dl>`, { city: text })).toEqual({});
});

test('a list of which all items are links of a menu is reported', () => {
  const prose = '<p>It is old, and stands by the bridge.</p>'.repeat(9);
  const menu = `<nav><h4>Partners</h4>${links('Support', 'Blog', 'Team')}</nav>`;
  const { value, cuts } = extractFields(`<h1>A thing</h1>${prose}${menu}`, { partners: list });
  expect(value).toEqual({ partners: ['Support', 'Blog', 'Team'] });
  expect(cuts).toEqual([expect.stringContaining('a menu, the header or the footer')]);
});

const tags = (said: string): unknown =>
  read(`<dl><dt>Themes</dt><dd>${said}</dd></dl>`, { themes: list });

describe('the commas of a text', () => {
  test.each([
    ['part items', 'boats, tides,reeds', ['boats', 'tides', 'reeds']],
    ['do not part a number', '1,072 results', ['1,072 results']],
    [
      'do not part a sentence',
      'It needs much work, time, and skill.',
      ['It needs much work, time, and skill.'],
    ],
  ])('%s', (_, said, themes) => {
    expect(tags(said)).toEqual({ themes });
  });
});

const items = (...lines: readonly string[]): string =>
  `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;

test('lines that begin with numbers are ingredients where some have a measure of the kitchen', () => {
  const reads = items('21 reasons to eat well', '11 foods that help', '5 ways to begin');
  expect(read(reads, { ingredients: list })).toEqual({});
  const measured = ['200 g flour', '2 eggs', '1 Tbs. oil', '1 onion'];
  expect(read(items(...measured), { ingredients: list })).toEqual({ ingredients: measured });
});

test.each([
  ['weight', 'Unpackaged weight of the product'],
  ['shelf_height', 'As tall as you like'],
  ['color', 'Starting bid:'],
  ['color', '0210/088'],
])('what cannot be a %s is none: %s', (name, said) => {
  const label = name.replaceAll('_', ' ');
  expect(read(`<dl><dt>${label}</dt><dd>${said}</dd></dl>`, { [name]: text })).toEqual({});
});

test('a number of an article is no day, and not how many reviews there are', () => {
  const number = { type: 'number' };
  const code = '<p>4022664223553</p>';
  expect(read(code, { release_date: { type: 'string', format: 'date' } })).toEqual({});
  const beside = '<div class="rating-sku-reviews">520501927</div>';
  expect(read(beside, { review_count: number })).toEqual({});
  const price = '<del class="value__price--discount">€ 49.99</del>';
  expect(read(price, { discount: number })).toEqual({});
});

test('a style that names a brand or a theme with a colour is none', () => {
  expect(read('<p class="brand_color">Sign up</p>', { color: text })).toEqual({});
  expect(read('<p class="color-theme-23">Sign up</p>', { color: text })).toEqual({});
});

test('a list of terms has their definitions', () => {
  const terms = ['Goal', 'Brand', 'Range'].map(
    (term) => `<dt class="specifications-label">${term}:</dt><dd class="value">${term} A</dd>`,
  );
  expect(read(`<dl>${terms.join('')}</dl>`, { specifications: list })).toEqual({
    specifications: ['Goal: Goal A', 'Brand: Brand A', 'Range: Range A'],
  });
});

test('a sentence that begins with a label is no value, whatever number it has', () => {
  expect(
    read('<p>Place 2 tbsp of the oil into the tin and spread it.</p>', { location: text }),
  ).toEqual({});
  expect(read('<p>Capacity 2 litres</p>', { capacity: text })).toEqual({ capacity: '2 litres' });
});

test('the keys of a program are no labels', () => {
  const program = "<pre><code># {'company': 'Reed Works', 'city': 'Hull'}</code></pre>";
  expect(read(program, { company: text, city: text })).toEqual({});
});

describe('a list is not', () => {
  test('the remarks on the items of another one', () => {
    const remarks = ['chopped', 'minced', 'to taste'].map(
      (remark) => `<li>Onion, <span class="ingredient-notes">${remark}</span></li>`,
    );
    expect(read(`<ul>${remarks.join('')}</ul>`, { notes: list })).toEqual({});
    const own = ['Keep it cold.', 'Eat it soon.'].map((note) => `<li>${note}</li>`);
    expect(read(`<ul class="recipe-notes">${own.join('')}</ul>`, { notes: list })).toEqual({
      notes: ['Keep it cold.', 'Eat it soon.'],
    });
  });

  test('the hint of a form', () => {
    const hint = '<p class="comment-notes">Your address will not be published.</p>';
    expect(read(`<form>${hint}<textarea></textarea></form>`, { notes: list })).toEqual({});
  });

  test.each([
    ['a heading of its class', '<h3 class="tips">Tips for making it</h3>'],
    ['a text that names it', '<p class="tips">My tips and tricks</p>'],
    ['a heading among its items', '<div class="tips"><div><h4>Top tips</h4></div></div>'],
  ])('%s', (_, body) => {
    expect(read(body, { tips: list })).toEqual({});
  });
});

test('an amount of flour is no cost, and what has no number no fat', () => {
  const number = { type: 'number' };
  const flour = '<p><span class="ingredient-amount">4</span> cups of flour</p>';
  expect(read(flour, { cost: number, price: number })).toEqual({});
  expect(read('<p class="amount">$4.00</p>', { cost: number })).toEqual({ cost: 4 });
  expect(read('<p class="fat">Steven J.</p>', { fat: text })).toEqual({});
  expect(read('<p class="fat">12 g</p>', { fat: text })).toEqual({ fat: '12 g' });
});

test('a colour may be one sign', () => {
  expect(read('<dl><dt>color</dt><dd>黑</dd></dl>', { color: text })).toEqual({ color: '黑' });
});

test.each(['nicht vorhanden', 'no incluido', 'Not included', 'não incluído'])(
  'what is absent is no: %s',
  (said) => {
    const boolean = { type: 'boolean' };
    expect(read(`<dl><dt>Balcony</dt><dd>${said}</dd></dl>`, { balcony: boolean })).toEqual({
      balcony: false,
    });
  },
);

test('a dash behind a label is its value, and what follows is not', () => {
  const { value } = extractFields('<h1>A thing</h1><p>Size: -</p><p>Material: Oak</p>', {
    size: { type: 'string' },
    material: { type: 'string' },
  });
  expect(value).toEqual({ material: 'Oak' });
});
