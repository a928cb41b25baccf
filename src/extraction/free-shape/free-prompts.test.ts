import { describe, expect, test } from 'vitest';
import { answerPrompt as read } from '../../../test/support/answer-prompt.ts';

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><tr>${head.map((text) => `<th>${text}</th>`).join('')}</tr>${rows
    .map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`)
    .join('')}</table>`;

const product = `<html lang="en"><head><title>Copper kettle – Hearth</title></head><body><main class="cats population"><h1>Copper kettle</h1>
  <p class="price">£24.50</p><p>That is £1.44 per 100 ml of water.</p><dl><dt>Capacity</dt><dd>1.7 l</dd><dt>Weight</dt><dd>900 g</dd></dl>
  <label>Handle</label><select name="handle"><option>Oak</option><option>Ash: pale</option></select><p>Finish: <select><option>Matt</option><option>Bright</option></select></p><p>In stock</p></main></body></html>`;
const cards = `<html lang="en"><title>Lanterns</title><h1>Lanterns</h1><ul class="cat-grid">${[
  ['Amber', '12.00', 'In stock'],
  ['Birch', '18.00', 'Out of stock'],
  ['Cedar', '25.00', 'In stock'],
  ['Dune', '31.00', 'In stock'],
]
  .map(
    ([name, price, stock]) =>
      `<li class="cat"><h3><a href="/${name}">${name} lantern</a></h3><b class="price">£${price}</b><span class="stock">${stock}</span></li>`,
  )
  .join('')}</ul></html>`;
const council = `<html lang="en"><title>County council</title><h1>County council</h1>${toTable(
  ['Representative', 'Party', 'District'],
  [
    ['Ada Moor', 'Reed', 'North'],
    ['Bo Lind', 'Stone', 'East'],
    ['Cy Falk', 'Reed', 'South'],
  ],
)}</html>`;
const league = `<html lang="en"><title>Harbour league</title><h1>Harbour league</h1>${toTable(
  ['Team', 'Played', 'Points'],
  [
    ['Anchors', '10', '24'],
    ['Buoys', '10', '19'],
    ['Cleats', '10', '11'],
  ],
)}</html>`;
const timetable = `<html lang="en"><title>Ferry timetable</title><h1>Ferry timetable</h1>${toTable(
  ['Departure', 'Arrival', 'Pier'],
  [
    ['07:10', '07:40', '1'],
    ['09:10', '09:40', '2'],
    ['11:10', '11:40', '1'],
  ],
)}</html>`;
const article = `<html lang="en"><head><title>New bridge opens</title><meta property="og:type" content="article">
  <script type="application/ld+json">{"@type":"NewsArticle","headline":"New bridge opens","datePublished":"2024-05-03","author":{"@type":"Person","name":"Ida Holt"}}</script>
  </head><body><article><h1>New bridge opens</h1><p>By Ida Holt, 3 May 2024</p><p>The bridge was opened on Friday after five years of work on both of its piers, and the mayor of
  Northport, a town of many cats, spoke of it as a gift to the valley.</p><p>It carries four lanes and a path, and has been paid for by the two counties.</p></article></body></html>`;
const recipe = `<html lang="en"><head><title>Lentil soup</title><script type="application/ld+json">${JSON.stringify(
  {
    '@type': 'Recipe',
    name: 'Lentil soup',
    recipeYield: '4 servings',
    totalTime: 'PT40M',
    recipeIngredient: ['200 g lentils', '1 onion'],
    recipeInstructions: ['Chop the onion.', 'Boil it all.'],
  },
)}</script></head><body><h1>Lentil soup</h1><h2>Ingredients</h2><ul><li>200 g lentils</li><li>1 onion</li></ul><h2>Storage</h2><p>Keeps for three days.</p></body></html>`;
const forum = `<html lang="en"><title>Boiler leaks at night</title><h1>Boiler leaks at night</h1>${[
  ['mara', '2024-05-03', 'Mine drips from the lower valve as soon as the heating goes off.'],
  ['joss', '2024-05-04', 'Tighten the nut by a quarter of a turn and look again tomorrow.'],
  ['mara', '2024-05-05', 'That did it, thank you, it has been dry since the morning.'],
]
  .map(
    ([name, day, text]) =>
      `<div class="post"><span class="author">${name}</span> <time datetime="${day}">${day}</time><p>${text}</p></div>`,
  )
  .join('')}</html>`;
const country = `<html lang="en"><title>Norland</title><h1>Norland</h1>${toTable(
  ['Fact', 'Figure'],
  [['Cities', '12']],
)}<table><tr><th>Capital</th><td>Northport</td></tr><tr><th>Area</th><td>4,200 km²</td></tr><tr><th>Currency</th><td>Crown</td></tr></table>
  <p>Norland lies by the sea and is known for its ferries.</p></html>`;

const rated = `<html lang="en"><head><title>Cork stool</title><script type="application/ld+json">${JSON.stringify(
  {
    '@type': 'Product',
    name: 'Cork stool',
    offers: { price: '65', priceCurrency: 'EUR' },
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
  },
)}</script></head><body><main><h1>Cork stool</h1><p class="price">€65</p><h2>Materials</h2><p>Cork and oak, oiled by hand.</p>
  <h2>Reviews</h2><div class="review"><b>Ivo</b><p>Steady on a stone floor, and light.</p></div>
  <div class="review"><b>Una</b><p>Good, a little low for the bench.</p></div></main></body></html>`;

const agenda = `<html lang="es"><title>Agenda</title><h1>Agenda</h1>${toTable(
  ['Fecha', 'Acto', 'Lugar'],
  [
    ['3 de mayo de 2026', 'Concierto', 'Plaza Mayor'],
    ['9 de mayo de 2026', 'Teatro', 'Ateneo'],
    ['21 de mayo de 2026', 'Danza', 'Casa Roja'],
  ],
)}</html>`;
const teapots = `<html lang="fr"><title>Théières</title><main><h1>Théières</h1><ul>${[
  ['Lune', '32,00'],
  ['Brume', '45,50'],
  ['Sable', '28,00'],
]
  .map(
    ([name, price]) =>
      `<li><h2><a href="/${name}">Théière ${name}</a></h2><span class="price">${price} €</span></li>`,
  )
  .join('')}</ul></main></html>`;
const ropes = `<html lang="en"><title>Rope prices</title><h1>Rope prices</h1>${toTable(
  ['Rope', 'Diameter', 'Breaking load'],
  [
    ['Hemp', '8 mm', '400 kg'],
    ['Sisal', '10 mm', '620 kg'],
    ['Nylon', '6 mm', '900 kg'],
  ],
)}</html>`;
const desk = `<html lang="en"><title>Oak desk</title><main><h1>Oak desk</h1><p class="price">€240.00</p><p>Delivery: 3 days</p></main></html>`;

const aboutWork: unknown = expect.stringMatching(/five years of work/);
const lanterns = ['Amber lantern', 'Birch lantern', 'Cedar lantern', 'Dune lantern'];

describe('what the page has is answered', () => {
  test.each([
    ['the price', product, { price: 24.5, currency: 'GBP' }],
    ['Could you kindly retrieve the price?', product, { price: 24.5, currency: 'GBP' }],
    ['The price of the copper kettle', product, { price: 24.5, currency: 'GBP' }],
    ['kettle capacity', product, { capacity: '1.7 l' }],
    ['What is the weight of this product?', product, { weight: '900 g' }],
    ['capacity and weight', product, { capacity: '1.7 l', weight: '900 g' }],
    ['Get the name and price from this page', product, { name: 'Copper kettle', price: 24.5 }],
    ['all lanterns', cards, { lanterns: lanterns.map((title) => ({ title })) }],
    [
      'List all lanterns with their name and price',
      cards,
      { lanterns: [{ name: 'Amber lantern', price: 12 }, {}, {}, {}] },
    ],
    ['names and prices', cards, { items: [{ name: 'Amber lantern', price: 12 }, {}, {}, {}] }],
    ['all lantern names', cards, { lantern: lanterns.map((name) => ({ name })) }],
    ['names of all lanterns', cards, { lanterns: lanterns.map((name) => ({ name })) }],
    ['I want to know the price', product, { price: 24.5 }],
    ['all teams and points', league, { teams: [{ team: 'Anchors', points: '24' }, {}, {}] }],
    [
      'all parties and representatives',
      council,
      { items: [{ representative: 'Ada Moor' }, {}, {}] },
    ],
    ['teams', league, { teams: [{ team: 'Anchors' }, {}, {}] }],
    ['the points of each team', league, { team: [{ points: '24' }, {}, {}] }],
    ['Extract the team for every row', league, { row: [{ team: 'Anchors' }, {}, {}] }],
    ['all product names', cards, { product_names: lanterns }],
    [
      'Representative, Party, District',
      council,
      { items: [{ representative: 'Ada Moor', party: 'Reed', district: 'North' }, {}, {}] },
    ],
    ['representatives and parties', council, { items: [{ party: 'Reed' }, {}, {}] }],
    ['every representative with party', council, { representative: [{ party: 'Reed' }, {}, {}] }],
    ['the table of all teams', league, { teams: [{ Team: 'Anchors', Points: '24' }, {}, {}] }],
    ['Team and points', league, { items: [{ team: 'Anchors', points: '24' }, {}, {}] }],
    [
      'departure, arrival and pier',
      timetable,
      { items: [{ departure: '07:10', arrival: '07:40', pier: '1' }, {}, {}] },
    ],
    ['all departures', timetable, { departures: [{ Departure: '07:10' }, {}, {}] }],
    ['Who wrote this?', article, { author: 'Ida Holt' }],
    ['Who wrote this and when?', article, { author: 'Ida Holt', published: '2024-05-03' }],
    [
      'When was it published, and by whom?',
      article,
      { published: '2024-05-03', author: 'Ida Holt' },
    ],
    ['title, author and date', article, { title: 'New bridge opens', author: 'Ida Holt' }],
    ['the ingredients of the recipe', recipe, { ingredients: ['200 g lentils', '1 onion'] }],
    ['How many servings?', recipe, { servings: 4 }],
    ['ingredients and storage', recipe, { storage: 'Keeps for three days.' }],
    ['The capital of Norland', country, { capital: 'Northport' }],
    ['capital, area', country, { capital: 'Northport', area: '4,200 km²' }],
    ['How many cities?', country, { cities: '12' }],
    ['the price in pounds', product, { price: 24.5, currency: 'GBP' }],
    ['price in euros and rating', rated, { price: 65, currency: 'EUR', rating: 4.5 }],
    ['Preis in Euro', rated, { preis: 65, currency: 'EUR' }],
    [
      'lanterns with name and price in GBP',
      cards,
      { lanterns: [{ name: 'Amber lantern', price: 12 }, {}, {}, {}] },
    ],
    ['How many reviews?', rated, { reviews: 2 }],
    ['title, date and text', article, { title: 'New bridge opens', text: aboutWork }],
    ['title and the full content', article, { content: aboutWork }],
    ['everything on this page', league, { title: 'Harbour league' }],
    ['fecha y lugar', agenda, { items: [{ fecha: '2026-05-03', lugar: 'Plaza Mayor' }, {}, {}] }],
    [
      'lugar, acto y fecha',
      agenda,
      { items: [{ acto: 'Concierto', lugar: 'Plaza Mayor' }, {}, {}] },
    ],
    [
      'les noms et prix des théières',
      teapots,
      { items: [{ nom: 'Théière Lune', prix: 32, currency: 'EUR' }, {}, {}] },
    ],
    ['noms et leurs prix', teapots, { items: [{ nom: 'Théière Lune', prix: 32 }, {}, {}] }],
    ['rope and diameter', ropes, { items: [{ rope: 'Hemp', diameter: '8 mm' }, {}, {}] }],
    ['What is this article?', article, { title: 'New bridge opens' }],
    [
      'names, and how much do they cost?',
      cards,
      { items: [{ name: 'Amber lantern' }, {}, {}, {}] },
    ],
    ['names and weight', cards, { items: [{ name: 'Amber lantern' }, {}, {}, {}] }],
    ['name and price', desk, { name: 'Oak desk', price: 240 }],
    ['price and delivery', desk, { price: 240, currency: 'EUR' }],
  ])('%s', (prompt, page, expected) => {
    const { value, needsModel } = read(page, prompt);
    expect(needsModel).toBeUndefined();
    expect(value).toMatchObject(expected);
  });
});

const handbook = `<html lang="en"><title>Loom handbook</title><header><a href="/"><img src="/logo.png" alt="Loom"></a></header><main><h1>Loom handbook</h1>
  <p>Ask <a href="mailto:desk@loom.example?subject=Hi">the desk</a> or mend@loom.example, with a <a href="/plan.pdf">plan</a>.</p>
  <h2>Threads</h2><pre><code>for t in all:
    pull(t)</code></pre><form><label>Email</label> <span>*</span> <b>Phone:</b> call us</form>
  <h2>Questions</h2><details><summary>Does it fold?</summary><p>Yes, in three.</p></details></main></html>`;

describe('what the markup says by itself is listed', () => {
  test.each([
    ['all links', { links: [{}, { text: 'plan', url: 'https://pages.example/plan.pdf' }] }],
    ['all links to PDFs', { pdfs: [{ text: 'plan' }] }],
    ['PDF files', { pdf: [{ text: 'plan' }] }],
    ['toutes les images', { images: [{ url: 'https://pages.example/logo.png', alt: 'Loom' }] }],
    ['images with their alt text', { images: [{ alt: 'Loom' }] }],
    ['alle Überschriften', { überschriften: ['Loom handbook', 'Threads', 'Questions'] }],
    ['email addresses', { email_addresses: ['mend@loom.example', 'desk@loom.example'] }],
    ['code examples', { code_examples: ['for t in all:\n    pull(t)'] }],
    [
      'FAQ questions and answers',
      { questions_answers: [{ question: 'Does it fold?', answer: 'Yes, in three.' }] },
    ],
  ])('%s', (prompt, expected) => {
    expect(read(handbook, prompt).value).toMatchObject(expected);
  });

  test.each([
    'How many links?',
    'download links',
    'the phone number',
    'return value',
    'What is the main topic?',
    'Is it a handbook?',
  ])('%s needs a model', (prompt) => {
    expect(read(handbook, prompt).needsModel).toBeDefined();
  });

  test('all headlines with links are the headlines too', () => {
    expect(read(cards, 'all headlines with links').value).toMatchObject({
      headlines: [{ headline: 'Amber lantern', link: 'https://pages.example/Amber' }, {}, {}, {}],
    });
  });

  test('all comments with their author are not the number beside that word', () => {
    const html = `<title>Tea</title><h1>Tea</h1><p>By Ida Holt</p><p>Comments: 37</p>`;
    expect(read(html, 'all comments with author').needsModel).toBeDefined();
    expect(read(html, 'all articles with title and author').needsModel).toBeDefined();
  });
});

describe('a list of which the page does not say that it is the one asked for is none', () => {
  test('values without a form of their own are named by a class or a heading', () => {
    expect(read(toLooms('brand'), 'brands').value).toEqual({ brands: ['Oak', 'Ash', 'Elm'] });
    expect(read(toLooms('x'), 'brands').needsModel).toBeDefined();
  });

  test('rows of a table are those of a column that is asked for', () => {
    expect(read(timetable, 'names').needsModel).toBeDefined();
    expect(read(timetable, 'references').needsModel).toBeDefined();
    expect(read(agenda, 'fechas').value).toMatchObject({ fechas: [{}, {}, {}] });
  });

  test('things are named by a heading above them, and not by one of another part', () => {
    const html = `${toLooms('text')}<h2>Testimonials</h2><p>None yet.</p>`;
    expect(read(html, 'all testimonials with name').needsModel).toBeDefined();
  });

  test('the rest of a name is not its value', () => {
    const html = `<title>Soup</title><h1>Soup</h1><p>Nutrition facts</p><p>Eat it hot.</p>`;
    expect(read(html, 'nutrition facts').needsModel).toBeDefined();
  });
});

describe('a list is one of a kind only where its things are of that kind', () => {
  const sections = ['Warranty', 'Returns', 'Repairs'].map(
    (text) =>
      `<section><h2><a href="#${text}">${text}</a></h2><p>All of it in short.</p></section>`,
  );
  const handbookOf = `<html lang="en"><title>Loom care</title><main><h1>Loom care</h1>${sections.join('')}</main></html>`;

  test.each([
    ['all products with name and url', handbookOf],
    ['all products with name, price and url', handbookOf],
    ['all product names', handbookOf],
    ['all items with name and price', handbookOf],
    ['all articles with title and url', handbookOf],
    ['all headlines', handbookOf],
    ['names', handbookOf],
    ['all jobs with title and company', handbookOf],
    ['all products with name and url', forum],
    ['all stories with title', forum],
    ['all events with date and place', forum],
  ])('%s need a model on a page of other things', (prompt, page) => {
    expect(read(page, prompt).needsModel).toBeDefined();
  });

  test('an amount, a class or an element of its own says what a thing is', () => {
    expect(read(cards, 'all products with name').value).toMatchObject({
      products: [{}, {}, {}, {}],
    });
    expect(read(cards, 'names').value).toEqual({ names: lanterns });
    expect(read(toOpenings('article'), 'all stories with title').value).toMatchObject({
      stories: [{ title: 'Ferry opens again' }, {}, {}],
    });
    expect(read(toOpenings('section', 'event'), 'all events with title').value).toMatchObject({
      events: [{}, {}, {}],
    });
    expect(read(forum, 'all posts with author and date').needsModel).toBeUndefined();
    const group = `<meta property="og:type" content="product:group">${toOpenings('div', 'product-tile')}`;
    expect(read(group, 'all products with name').value).toMatchObject({ products: [{}, {}, {}] });
    const item = group.replace(':group', '');
    expect(read(item, 'all products with name').needsModel).toBeDefined();
    const news = `<title>News of Northport</title>${toOpenings('div')}`;
    expect(read(news, 'all stories with title').value).toMatchObject({ stories: [{}, {}, {}] });
    expect(read(toOpenings('div'), 'all stories with title').needsModel).toBeDefined();
    const tools = toOpenings('div').replace('Northport', 'Tools for the job');
    expect(read(tools, 'all jobs with title').needsModel).toBeDefined();
    expect(read(tools.replace('the job', 'jobs'), 'all jobs with title').value).toBeDefined();
  });
});

describe('a value is one of a kind only where the page calls it so', () => {
  test.each([
    ['product name', article],
    ['product name and price', forum],
    ['ingredients', '<h1>Looms</h1><p>Ours.</p><ul><li>149 of oak<li>6 of ash<li>70 reels</ul>'],
    [
      'company name',
      '<h1>Looms</h1><p>Cloth.</p><footer><h3>Company</h3><ul><li><a href="/a">About</a><li><a href="/b">Press</a></ul></footer>',
    ],
    ['all dates', article],
    [
      'all links to documentation',
      '<title>Loom documentation</title><h1>Loom documentation</h1><ul><li><a href="/a">Threads</a><li><a href="/b">Knots</a><li><a href="/c">Dyes</a></ul>',
    ],
    ['What is the return policy?', '<h1>Looms</h1><dl><dt>Policy</dt><dd>No smoking</dd></dl>'],
  ])('%s needs a model', (prompt, page) => {
    const { value, needsModel } = read(page, prompt);
    expect(value).toBeUndefined();
    expect(needsModel).toBeDefined();
  });

  test('a list is called as the line before it says', () => {
    const page =
      '<h1>Muesli</h1><p><b>Ingredients:</b></p><ul><li>200 g oats<li>1 egg</ul><p><b>Directions</b></p><ol><li>Mix it all.<li>Bake it.</ol>';
    expect(read(page, 'ingredients and steps').value).toEqual({
      ingredients: ['200 g oats', '1 egg'],
      steps: ['Mix it all.', 'Bake it.'],
    });
  });

  test('the title of a page that shows several products is the name of none', () => {
    expect(read(cards, 'product name').needsModel).toBeDefined();
    const data = '<script type="application/ld+json">{"@type":"Product","name":"Amber"}</script>';
    expect(read(data + cards, 'product name').needsModel).toBeDefined();
  });

  test('the name of a product is told where the page is about one', () => {
    expect(read(rated, 'product name').value).toEqual({ product_name: 'Cork stool' });
    expect(read(desk, 'product name').value).toEqual({ product_name: 'Oak desk' });
  });

  test('dates of a list beside the content are not those of the page', () => {
    const days = ['2024-01-02', '2024-02-03', '2024-03-04'];
    const others = days.map((day) => `<li><a href="/${day}">More</a> <time>${day}</time></li>`);
    const text = '<p>The bridge was opened on Friday after five years of work on its piers.</p>';
    const page = `<title>Bridge</title><main><article><h1>Bridge</h1>${text.repeat(5)}</article></main><aside><ul>${others.join('')}</ul></aside>`;
    expect(read(page, 'all dates').needsModel).toBeDefined();
    expect(read(forum, 'all dates').value).toEqual({
      dates: ['2024-05-03', '2024-05-04', '2024-05-05'],
    });
  });
});

const gift = `<html lang="en"><head><title>Felt mat</title><script type="application/ld+json">${JSON.stringify(
  {
    '@type': 'Product',
    name: 'Felt mat',
    review: [
      { '@type': 'Review', name: 'Felt mat', author: { '@type': 'Person', name: 'Ivo Lund' } },
    ],
  },
)}</script></head><body><main><h1>Felt mat</h1><p>${'A mat of felt. '.repeat(9)}</p></main></body></html>`;
const shop = `<html lang="en"><title>Mats</title><body><header><nav><h3>Brands</h3><ul>${[
  'Mats',
  'Rugs',
  'Sale',
]
  .map((text) => `<li class="brand"><a href="/${text}">${text}</a></li>`)
  .join('')}</ul></nav></header><main><h1>Mats</h1><p>${'A mat of felt. '.repeat(9)}</p>${[1, 2, 3]
  .map(
    (at) =>
      `<div class="card"><p>Text ${at} of a reader</p><span class="meta color">Report</span></div>`,
  )
  .join('')}</main></body></html>`;
const toTitled = (name: string): string =>
  `<title>${name}</title><h1>${name}</h1><p>Filed late.</p>`;
const paper = article.replace(
  '"author"',
  '"publisher":{"@type":"Organization","name":"Northport Post"},"author"',
);

describe('what belongs to others than the page is not given as its own', () => {
  test.each([
    ['the name of the company', paper],
    [
      'the name of the bridge',
      article.replaceAll('New bridge opens', 'New bridge opens after years of work'),
    ],
    ['articles published today', article],
    ['teams who swim', league],
    ['the price per kettle', product],
    ['author', gift],
    ['brands', shop],
    ['colors', shop],
    ['new lanterns', article],
    ['all methods', '<h1>Loom</h1><h2>Instance methods</h2><ul><li>Pulls it.<li>Winds it.</ul>'],
  ])('%s needs a model', (prompt, page) => {
    const { value, needsModel } = read(page, prompt);
    expect(value).toBeUndefined();
    expect(needsModel).toBeDefined();
  });

  test.each([
    [
      'ingredients with quantity',
      recipe,
      { ingredients: ['200 g lentils', '1 onion'] },
      '/quantity',
    ],
    [
      'Who is the author and what is their email?',
      article.replace(
        '</article>',
        '</article><p>Mail <a href="mailto:desk@post.example">desk@post.example</a></p>',
      ),
      { author: 'Ida Holt' },
      '/email',
    ],
  ])('%s tells the other as missing', (prompt, page, expected, pointer) => {
    const { value, missing } = read(page, prompt);
    expect(value).toEqual(expected);
    expect(missing).toMatchObject([{ pointer }]);
  });

  test('posts with their authors are not the number of posts beside that word', () => {
    expect(read('<h1>Tea</h1><p>Posts: 98</p>', 'posts with author').needsModel).toBeDefined();
  });

  test('what a page is called is the name of a case where it names two parties', () => {
    expect(read(toTitled('Opinions of 2015'), 'case name').needsModel).toBeDefined();
    expect(read(toTitled('Reed v. Stone'), 'case name').value).toEqual({
      case_name: 'Reed v. Stone',
    });
  });
});

test('what an "i" joins is asked for as well', () => {
  const { value, unmatched } = read(article, 'autor i data');
  expect(value).toEqual({ autor: 'Ida Holt' });
  expect(unmatched).toEqual(['data']);
});

test('all rows of a table are asked for by their name in other languages', () => {
  const menu = `<table><tr><td>${['A', 'B', 'C', 'D'].map((text) => `<a href="/${text}">${text} and more of it</a>`).join('</td></tr><tr><td>')}</td></tr></table>`;
  const teams = [{ Team: 'Anchors' }, { Team: 'Buoys' }, { Team: 'Cleats' }];
  expect(read(league + menu, 'alle Zeilen').value).toMatchObject({ zeilen: teams });
  expect(read(league + menu, 'tutte le righe').value).toMatchObject({ righe: teams });
});

test('when something was is no further question', () => {
  const html = '<h1>Tea</h1><p>Last updated: 3 May 2024</p>';
  const { value, unmatched } = read(html, 'When was it last updated?');
  expect(value).toEqual({ last_updated: '2024-05-03' });
  expect(unmatched).toEqual([]);
});

describe('what only a reader can tell, or the page does not name, needs a model', () => {
  test.each([
    ['all cats', product],
    ['names of all cats', cards],
    ['List all cats with name and price', cards],
    ['the cats and their prices', cards],
    ['the price per 100 ml', product],
    ['the price in dollars', product],
    ['the price in euros', product],
    ['all reviews', rated],
    ['reviews with author and rating', rated],
    ['the price of another kettle', product],
    ['price without tax', product],
    ['the population', country],
    ['the population of the capital', country],
    ['the area of the capital', country],
    ['name of the mayor', article],
    ['the handle', product],
    ['the finish', product],
    ['oak', product],
    ['ash', product],
    ['the most popular lantern', cards],
    ['the name of the heaviest lantern', cards],
    ['lanterns cheaper than 20', cards],
    ['all lanterns under £20', cards],
    ['all lanterns that cost 25', cards],
    ['all lanterns which are in stock', cards],
    ['all lanterns except the first', cards],
    ['How many lanterns cost 12?', cards],
    ['the total price of all lanterns', cards],
    ['the average price', cards],
    ['lanterns between 10 and 20 pounds', cards],
    ['the price of the Birch lantern', cards],
    ['Which team has the most points?', league],
    ['Which team leads?', league],
    ['the points of the Buoys', league],
    ['team', league],
    ['all lanterns with free delivery', cards],
    ['all teams with fewer than 20 points', league],
    ['How many representatives are there?', council],
    ['the party of Bo Lind', council],
    ['representatives of the Reed party', council],
    ['the next departure', timetable],
    ['departures after 9', timetable],
    ['When does the last ferry leave?', timetable],
    ['How many posts did mara write?', forum],
    ['the author of the answer that helped', forum],
    ['Who is the mayor?', article],
    ['How long did it take to build?', article],
    ['calories per serving', recipe],
    ['the ingredients of the bread', recipe],
    ['the ingredients for two people', recipe],
    ['Does it contain nuts?', recipe],
    ['the ropes and their colours', ropes],
    ['For how much is the bridge, and when?', article],
    ['Where is the bridge?', article],
    ['How was the bridge opened?', article],
    ['delivery', desk],
    ['fecha', agenda],
    ['hemp', ropes],
    ['hemp and sisal', ropes],
    ['Buoys', league],
  ])('%s', (prompt, page) => {
    const { value, needsModel } = read(page, prompt);
    expect(value).toBeUndefined();
    expect(needsModel).toBeDefined();
  });
});

describe('what is asked beside is named', () => {
  test.each([
    ['the price and the insurance', product, { price: 24.5 }, 'insurance'],
    ['the price, and where is it made?', product, { price: 24.5 }, 'made'],
    ['the price and the price per 100 ml', product, { price: 24.5 }, '100 ml'],
    ['the weight, and who sells it?', product, { weight: '900 g' }, 'sells'],
    ['the capital and the population', country, { capital: 'Northport' }, 'population'],
    ['the capital, and since when?', country, { capital: 'Northport' }, 'when'],
    ['the area, and where?', country, { area: '4,200 km²' }, 'where'],
    ['the author and the photographer', article, { author: 'Ida Holt' }, 'photographer'],
    ['What is it about, and who wrote it?', article, { author: 'Ida Holt' }, 'about'],
  ])('%s', (prompt, page, expected, beside) => {
    const { value, unmatched } = read(page, prompt);
    expect(value).toMatchObject(expected);
    expect(unmatched.join(', ')).toContain(beside);
  });
});

test.each([
  ['en_US', 'EUR'],
  ['!', 'EUR'],
  ['x-klingon', 'EUR'],
  ['en', '€€€'],
  ['en', 'euro'],
  ['', 'ZZZ'],
])('a page may state anything for its language and currency: %s, %s', (language, priceCurrency) => {
  const data = { '@type': 'Product', name: 'Stool', offers: { price: '65', priceCurrency } };
  const html = `<html lang="${language}"><title>Stool</title><script type="application/ld+json">${JSON.stringify(data)}</script><h1>Stool</h1>`;
  expect(() => read(html, 'the price in euros')).not.toThrow();
  expect(() => read(html, `price ${'in euros '.repeat(400)}`)).not.toThrow();
});

function ask(body: string, prompt: string): ReturnType<typeof read> {
  const html = `<html lang="en"><title>Town library</title><main>${body}</main></html>`;
  return read(html, prompt, 'https://library.example/');
}

test('a table below a heading is its section without what stands behind it', () => {
  const hours =
    '<h2>Opening hours</h2><table><tr><th>Monday</th><td>9–17</td></tr><tr><th>Sunday</th><td>closed</td></tr></table>';
  const rest = '<p>Phone: 555 0123</p><h2>How to find us</h2><p>By the old quay.</p>';
  expect(ask(`<h1>Town library</h1>${hours}${rest}`, 'opening hours').value).toEqual({
    opening_hours: 'Monday 9–17\nSunday closed',
  });
  const prose = `<h1>Town library</h1><h2>Ways here</h2><p>By the old quay.</p><table><tr><th>Bus</th><td>7</td></tr><tr><th>Tram</th><td>2</td></tr></table>`;
  expect(ask(prose, 'ways here').value).toEqual({
    ways_here: 'By the old quay.\nBus 7\nTram 2',
  });
});

const eventOn = (date: string): string => `<h1>Harbour concert</h1><p>Starts: ${date}</p>`;

test('when an event begins is told with the time of day that stands beside the day', () => {
  for (const [date, start] of [
    ['14 August 2026, 19:30', '2026-08-14T19:30'],
    ['August 14, 2026 at 7:30 pm', '2026-08-14T19:30'],
    ['14 August 2026 at 7 p.m.', '2026-08-14T19:00'],
    ['14 August 2026', '2026-08-14'],
    ['14 August 2026, 4 guests', '2026-08-14'],
  ] as const) {
    expect(ask(eventOn(date), 'When does it start?').value).toEqual({ start });
  }
});

function toLooms(name: string): string {
  const cards = ['Oak', 'Ash', 'Elm'].map(
    (text) => `<div class="card"><h3>${text} loom</h3><p class="${name}">${text}</p></div>`,
  );
  return `<title>Looms</title><h1>Looms</h1>${cards.join('')}`;
}

function toOpenings(tag: string, name = 'x'): string {
  const things = ['Ferry', 'Bridge', 'Tower'].map(
    (text) =>
      `<${tag} class="${name}"><h2><a href="/${text}">${text} opens again</a></h2></${tag}>`,
  );
  return `<h1>Northport</h1>${things.join('')}`;
}

test('all rows of a table with an empty corner have all columns, and their names', () => {
  const rows = [
    ['Revenue', '120', '130'],
    ['Costs', '100', '105'],
    ['Profit', '20', '25'],
  ];
  const html = `<h1>Figures</h1>${toTable(['', '2023', '2024'], rows)}`;
  expect(read(html, 'all rows of the table').value).toEqual({
    rows: rows.map(([name, last, next]) => ({ name, 2023: last, 2024: next })),
  });
});
