import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const url = 'https://shop.example/dir/boots';
const number: JsonSchema = { type: 'number' };
const text: JsonSchema = { type: 'string' };
const day: JsonSchema = { type: 'string', format: 'date' };
const address: JsonSchema = { type: 'string', format: 'uri' };

function readField(body: string, name: string, schema: JsonSchema, language = 'en'): unknown {
  const reading = readPage({ html: `<html lang="${language}"><main><h1>Boots</h1>${body}`, url });
  const { value } = extractStructure({
    reading,
    prompt: '',
    schema: { type: 'object', properties: { [name]: schema } },
    detailLevel: 'medium',
  });
  return (value as Readonly<Record<string, unknown>>)[name];
}

function readList(body: string, name: string, items: JsonSchema, language?: string): unknown {
  return readField(body, name, { type: 'array', items }, language);
}

test.each([
  ['<p>Sizes: 36, 38, 40</p>', 'sizes', [36, 38, 40]],
  ['<table><tr><th>Sizes<td>36, 38 and 40</table>', 'sizes', [36, 38, 40]],
  ['<p>Prices: £3, £5, £7</p>', 'prices', [3, 5, 7]],
  ['<p>Scores: 1,200, 1,300</p>', 'scores', [1_200, 1_300]],
  ['<p>Ports: 80/443/8080</p>', 'ports', [80, 443, 8_080]],
  ['<p>Score: 4/5</p>', 'score', [4]],
  ['<p>Prices: £3, incl. VAT</p>', 'prices', [3]],
])('%s lists numbers where every part is one', (body, name, expected) => {
  expect(readList(body, name, number)).toEqual(expected);
});

test('commas within numbers part none, and shown numbers are read as the language of the page writes them', () => {
  expect(readList('<p>Größen: 1,5, 2,5</p>', 'größen', number, 'de')).toEqual([1.5, 2.5]);
  expect(readList('<p>Größen: 1,5</p>', 'größen', number, 'de')).toEqual([1.5]);
  expect(readList('<p>Größen: 1.299</p>', 'größen', number, 'de')).toEqual([1_299]);
});

test.each([
  '3 May 2024, 5 May 2024',
  'May 3, 2024, May 5, 2024',
  'Friday, May 3, 2024, and Sunday, May 5, 2024',
])('days are parted where one ends: %s', (dates) => {
  expect(readList(`<p>Dates: ${dates}</p>`, 'dates', day)).toEqual(['2024-05-03', '2024-05-05']);
});

test.each([
  ['languages', 'English, French and German', ['English', 'French', 'German']],
  ['colors', 'red, green & blue', ['red', 'green', 'blue']],
])('a word parts the last two of several %s: %s', (name, line, expected) => {
  expect(readList(`<p>${name}: ${line}</p>`, name, text)).toEqual(expected);
});

test('entries of a list are whole', () => {
  const firms =
    '<ul class="partners"><li>Smith, Jones and Co</li><li>Oak, Elm, and Ash LLP</li></ul>';
  expect(readList(firms, 'partners', text)).not.toContain('Ash LLP');
});

test('addresses have semicolons and bars, and entries lead to one place each', () => {
  const links =
    '<li><a href="/b?x=1;y=2">Two</a> (<a href="/help">help</a>)<li><a href="/f?a=I|L">Three</a>';
  expect(readList(`<ul class="sources">${links}</ul>`, 'sources', address)).toEqual([
    'https://shop.example/b?x=1;y=2',
    'https://shop.example/f?a=I|L',
  ]);
});

test.each([
  ['English, French, and German', ['English', 'French', 'German']],
  ['News, rock and roll', ['News', 'rock and roll']],
  ['toys, mum & baby', ['toys', 'mum & baby']],
  ['Portland, OR; Austin, TX', ['Portland, OR', 'Austin, TX']],
  ['one, two, three; four', ['one', 'two', 'three', 'four']],
  ['Salt and pepper, Bread and butter', ['Salt and pepper', 'Bread and butter']],
  ['Travel, Food & Drink', ['Travel', 'Food & Drink']],
  ['Rock and Roll', ['Rock and Roll']],
])(
  'a word behind a comma parts the last of several items, and no words of one: %s',
  (line, expected) => {
    expect(readList(`<p>Favourites: ${line}</p>`, 'favourites', text)).toEqual(expected);
  },
);

test('members of an enum are found in a line of them', () => {
  const colours = { type: 'string', enum: ['red', 'green', 'blue'] };
  expect(readList('<p>Colours: Red, Green</p>', 'colours', colours)).toEqual(['red', 'green']);
});

test('lists of addresses have those of the links', () => {
  const links = '<a href="https://a.example/">Alpha</a>, <a href="/b">Beta</a>';
  const expected = ['https://a.example/', 'https://shop.example/b'];
  expect(readList(`<dl><dt>Related sites<dd>${links}</dl>`, 'relatedSites', address)).toEqual(
    expected,
  );
});

test('words that are no address are none', () => {
  const gallery = '<div class="image-gallery"><button><span>close</span></button></div>';
  expect(readList(gallery, 'images', address)).toBeUndefined();
  expect(readField('<p>Website: n/a</p>', 'website', address)).toBeUndefined();
  expect(readField('<p>Website: files/map.pdf</p>', 'website', address)).toBe(
    'https://shop.example/dir/files/map.pdf',
  );
});

function toData(data: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data });
  return `<script type="application/ld+json">${text}</script>`;
}

const entry = (name: string): string => `<li><a href="/${name}">${name}</a></li>`;

test('the class of a style is no name of a field', () => {
  const menu = `<ul class="color-scheme-2">${entry('Boots')}${entry('Sandals')}</ul>`;
  expect(readList(menu, 'colors', text)).toBeUndefined();
  expect(readList(menu.replace('-scheme-2', 's'), 'colors', text)).toEqual(['Boots', 'Sandals']);
  expect(readList(menu.replace('color-scheme-2', 'size--small'), 'sizes', text)).toBeUndefined();
  expect(
    readList(menu.replace('color-scheme-2', 'wp-block-group'), 'groups', text),
  ).toBeUndefined();
  expect(readList(menu.replace('color-scheme-2', 'sizes'), 'sizes', text)).toEqual([
    'Boots',
    'Sandals',
  ]);
});

const choice =
  '<label for="s">Size</label><select id="s"><option value="">All of them</option><option>Choose one' +
  '</option><option>S</option><option>M</option></select><p>A boot of leather.</p>';

test('a list called as a choice has its options, without those that choose nothing', () => {
  expect(readList(choice, 'sizes', text)).toEqual(['S', 'M']);
  const named = choice.replace(/<label.*label>/, '').replace('id="s"', 'name="size"');
  expect(readList(named, 'sizes', text)).toEqual(['S', 'M']);
});

test('a choice of another name, of a language or in a menu is no list', () => {
  expect(readList(choice.replace('Size<', 'Amount<'), 'sizes', text)).toBeUndefined();
  const language = choice.replace('Size<', 'Language<').replace(/<p>.*/, '');
  expect(readList(language, 'languages', text)).toBeUndefined();
  expect(readList(`<nav>${choice.replace(/<p>.*/, '')}</nav>`, 'sizes', text)).toBeUndefined();
});

test('data is read by the name of one item, and by what the variants of a product have', () => {
  const [ann, bob] = ['Ann Oak', 'Bob Elm'].map((name) => ({ '@type': 'Person', name }));
  const film = toData({ '@type': 'Movie', name: 'Boots', actor: [ann, bob] });
  expect(readList(film, 'actors', text)).toEqual(['Ann Oak', 'Bob Elm']);
  const hasVariant = ['S', 'M'].map((size) => ({
    '@type': 'Product',
    name: `Boots ${size}`,
    size,
  }));
  const group = toData({ '@type': 'ProductGroup', name: 'Boots', hasVariant });
  expect(readList(group, 'sizes', text)).toEqual(['S', 'M']);
});

test('several links that HTML calls tags are these, and an entry of a menu heads nothing', () => {
  const links = '<p><a rel="tag" href="/t/a">Alpha</a> <a rel="tag" href="/t/b">Beta</a></p>';
  expect(readList(links, 'tags', text)).toEqual(['Alpha', 'Beta']);
  expect(readList(links.replace(/ <a.*a>/, ''), 'tags', text)).toBeUndefined();
  expect(readList(links + links.replaceAll('/t/', '/u/'), 'tags', text)).toBeUndefined();
  expect(readList(links.replaceAll('"tag"', '"category tag"'), 'tags', text)).toBeUndefined();
  expect(readList(links.replaceAll('/t/', '/category/'), 'tags', text)).toBeUndefined();
  expect(readList(links + links, 'tags', text)).toEqual(['Alpha', 'Beta']);
  const menu = `<ul>${entry('Tags')}${entry('About')}${entry('Contact')}</ul>`;
  expect(readList(menu, 'tags', text)).toBeUndefined();
});

const toEntry = (name: string): string =>
  `<li><a href="/${name}"><div class="row"><span>${name}</span></div></a></li>`;

test('a single link that HTML and its class call a tag is one, and the word in an entry of a menu heads nothing', () => {
  const menu = `<ul>${['Questions', 'Tags', 'Chat', 'Users'].map(toEntry).join('')}</ul>`;
  const tag = '<p><a class="post-tag" rel="tag" href="/t/a">Alpha</a></p>';
  expect(readList(menu, 'tags', text)).toBeUndefined();
  expect(readList(menu + tag, 'tags', text)).toEqual(['Alpha']);
});

const stepNames = ['Boil the water', 'Add the salt', 'Stir'];
const toStep = (name: string): string => `<li>${name}</li>`;
const toLinkedStep = (name: string): string => `<li><a href="#a">${name}</a></li>`;
const readSteps = (tag: string, toItem: (name: string) => string): unknown =>
  readList(`<h2>Steps</h2><${tag}>${stepNames.map(toItem).join('')}</${tag}>`, 'steps', text);

test('short steps are those that the page numbers, and does not link', () => {
  expect(readSteps('ol', toStep)).toEqual(stepNames);
  expect(readSteps('ul', toStep)).toBeUndefined();
  expect(readSteps('ol', toLinkedStep)).toBeUndefined();
});

test('each keyword has the place that it was read at, also behind one that differs from another in case alone', () => {
  const keywords = ['Personal finance', 'Crypto', 'Personal Finance', 'Investing'];
  const data = JSON.stringify({ '@type': 'NewsArticle', headline: 'Boots', keywords });
  const html = `<script type="application/ld+json">${data}</script><h1>Boots</h1>`;
  const { value, sources } = extractStructure({
    reading: readPage({ html, url }),
    prompt: '',
    schema: { type: 'object', properties: { tags: { type: 'array', items: text } } },
    detailLevel: 'medium',
  });
  expect(value).toEqual({ tags: ['Personal Finance', 'Crypto', 'Investing'] });
  expect(Array.from(sources, ([path, { pointer }]) => [path, pointer])).toEqual([
    ['/tags/0', '/keywords/2'],
    ['/tags/1', '/keywords/1'],
    ['/tags/2', '/keywords/3'],
  ]);
});

test('who wrote a review is not the author of what it is of', () => {
  const review =
    '<div itemprop="review" itemscope itemtype="https://schema.org/Review"><meta itemprop="author" content="Arman Jones"></div>';
  expect(readList(review, 'authors', text)).toBeUndefined();
  expect(readList('<meta itemprop="author" content="Arman Jones">', 'authors', text)).toEqual([
    'Arman Jones',
  ]);
});

test.each([
  ['<dl><dt>Scores<dd>5, 3, 5, 4</dl>', [5, 3, 5, 4]],
  ['<h2>Scores</h2><ul><li>5<li>3<li>5<li>4</ul>', [5, 3, 5, 4]],
  ['<h2>Scores</h2><ul><li>5<li>3<li>5<li>3</ul>', [5, 3, 5, 3]],
])('%s lists a number as often as one list has it', (body, scores) => {
  expect(readList(body, 'scores', number)).toEqual(scores);
});

test('a step that a list has twice is there twice, and a second copy of the list once', () => {
  const steps = ['Stir the soup.', 'Wait a minute.', 'Stir the soup.', 'Serve it hot.'];
  const list = `<ol>${steps.map(toStep).join('')}</ol>`;
  expect(readList(`<h2>Steps</h2>${list}`, 'steps', text)).toEqual(steps);
});

test('a word that a text lists twice is one', () => {
  expect(readList('<dl><dt>Colours<dd>Red, Blue, Red</dl>', 'colours', text)).toEqual([
    'Red',
    'Blue',
  ]);
});

test.each([
  ['Scores', '5, 4, n/a, 3', number, [5, 4, 3]],
  ['Scores', '5, 4, 3, –', number, [5, 4, 3]],
  ['Dates', '12 March 2024, 14 March 2024, TBA', day, ['2024-03-12', '2024-03-14']],
])('%s: %s lists the items beside the one that is not there', (label, value, items, expected) => {
  expect(readList(`<p>${label}: ${value}</p>`, label.toLowerCase(), items)).toEqual(expected);
});

test.each([
  ['<dl><dt>Colours<dd>Red, Turquoise, Blue</dl>', { ...text, maxLength: 4 }],
  ['<h2>Colours</h2><ul><li>Red<li>Turquoise<li>Blue</ul>', { ...text, maxLength: 4 }],
  ['<dl><dt>Colours<dd>Red, Turquoise, Blue</dl>', { enum: ['Red', 'Blue'] }],
])('of %s the items that %o takes are given, and the other one is told', (body, items) => {
  const { value, cuts } = extractStructure({
    reading: readPage({ html: `<html lang="en"><main><h1>Boots</h1>${body}`, url }),
    prompt: '',
    schema: { type: 'object', properties: { colours: { type: 'array', items } } },
    detailLevel: 'medium',
  });
  expect(value).toEqual({ colours: ['Red', 'Blue'] });
  expect(cuts).toEqual([
    'The page states "Turquoise" for "colours", which the schema does not take; it is not given.',
  ]);
});

test('steps and names that the schema does not take are left out', () => {
  const steps = '<h2>Steps</h2><ol><li>Stir the soup.<li>Wait.<li>Serve it while it is hot.</ol>';
  expect(readList(steps, 'steps', { ...text, minLength: 8 })).toEqual([
    'Stir the soup.',
    'Serve it while it is hot.',
  ]);
});

test('the section that an article is filed under is its keyword where the page states none', () => {
  const data = JSON.stringify({
    '@type': 'NewsArticle',
    headline: 'Boots',
    articleSection: 'World',
  });
  const script = `<script type="application/ld+json">${data}</script>`;
  expect(readList(script, 'topics', text)).toEqual(['World']);
  const tags = '<meta name="keywords" content="boots, leather">';
  expect(readList(script + tags, 'topics', text)).toEqual(['boots', 'leather']);
});

test.each([
  ['whatYouWillLearn', "What you'll learn"],
  ['what_you_ll_learn', 'What you’ll learn'],
  ['whatYoullLearn', 'What you will learn'],
  ['whats_in_the_box', 'What’s in the box'],
])('%s is the list below "%s"', (name, heading) => {
  const list = `<h2>${heading}</h2><ul><li>Knead dough</li><li>Shape loaves</li></ul>`;
  expect(readList(list, name, text)).toEqual(['Knead dough', 'Shape loaves']);
});
