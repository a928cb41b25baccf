import { describe, expect, test } from 'vitest';
import { answerPrompt as read } from '../../../test/support/answer-prompt.ts';

describe('labels that nothing marks', () => {
  const rows = [
    ['Fuel type', 'Petrol'],
    ['Check-in', 'from 15:00'],
    ['Gearbox', 'Manual'],
  ] as const;
  const toRows = (each: (label: string, value: string) => string): string =>
    `<title>Golf</title><main><h1>Golf</h1><ul>${rows.map(([label, value]) => each(label, value)).join('')}</ul></main>`;
  const spans = toRows((label, value) => `<li><span>${label}</span><span>${value}</span></li>`);
  const blocks = toRows(
    (label, value) => `<li><div><div>${label}</div></div><div>${value}</div></li>`,
  );

  test.each([
    ['What is the fuel type?', { fuel_type: 'Petrol' }],
    ['check-in', { check_in: 'from 15:00' }],
    ['Gearbox and fuel type', { gearbox: 'Manual', fuel_type: 'Petrol' }],
  ])('name the other text of their row where several rows are alike: %s', (prompt, expected) => {
    expect(read(spans, prompt).value).toEqual(expected);
    expect(read(blocks, prompt).value).toEqual(expected);
  });

  const links = toRows((label, value) => `<li><a href="#">${label}</a><span>${value}</span></li>`);
  const choices = toRows(
    (label, value) => `<li><span>${label}</span><ul><li>${value}</li><li>Other</li></ul></li>`,
  );
  const alone = `<title>Golf</title><main><h1>Golf</h1><div><span>Fuel type</span><span>Petrol</span></div></main>`;

  test.each([
    ['links', links],
    ['what is chosen from', choices],
    ['a row alone', alone],
  ])('are none in %s', (_, html) => {
    expect(read(html, 'What is the fuel type?').needsModel).toBeDefined();
  });
});

const pageOf = (heading: string, data: object): string =>
  `<html lang="en"><title>${heading} | Reed Weekly</title><script type="application/ld+json">${JSON.stringify(data)}</script>
  <main><h1>${heading}</h1><p>Ten of them were seen in the valley last year, and most came back in spring.</p></main></html>`;

describe('what a page says in all answers what names it', () => {
  const published = pageOf('Ten tools for clients of small teams', {
    '@type': 'Article',
    headline: 'Ten tools for clients of small teams',
    publisher: { '@type': 'Organization', name: 'Reed Weekly' },
    author: { '@type': 'Person', name: 'Ida Holt' },
  });

  test.each(['company', 'the person', 'clients', 'team'])(
    '%s is not the article that names it',
    (prompt) => {
      expect(read(published, prompt).needsModel).toBeDefined();
    },
  );

  test('the page about a company is', () => {
    const own = pageOf('Reed Works', { '@type': 'Organization', name: 'Reed Works' });
    expect(read(own, 'the company').value).toMatchObject({ title: 'Reed Works' });
    expect(read(own, 'Reed Works').value).toMatchObject({ title: 'Reed Works' });
    expect(read(published, 'the article').value).toMatchObject({
      title: 'Ten tools for clients of small teams',
    });
  });
});

const facts = (...rows: readonly (readonly [string, string])[]): string =>
  `<html lang="en"><title>Reed Fair</title><main><h1>Reed Fair</h1><dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl></main></html>`;

describe('a question is answered with what it asks for', () => {
  const fair = facts(
    ['Founded', '1987'],
    ['Chair', 'Ida Holt'],
    ['Start', '18 May 2024'],
    ['Doors', '18:30'],
    ['Guest rating', '8.6'],
  );

  test.each(['Who founded it?', 'Wer hat es founded?', 'What time does it start?', 'the editor'])(
    '%s needs a model where the page states another thing',
    (prompt) => {
      expect(read(fair, prompt).needsModel).toBeDefined();
    },
  );

  test.each([
    ['Who is the chair?', { chair: 'Ida Holt' }],
    ['What is founded?', { founded: '1987' }],
    ['What time are the doors?', { doors: '18:30' }],
  ])('%s', (prompt, expected) => {
    expect(read(fair, prompt).value).toEqual(expected);
  });
});

const post = (name: string, rank: string, said: string): string =>
  `<div class="post"><h4>${rank}</h4><a class="author" href="/u/${name}">${name}</a><time datetime="2024-05-03">3 May</time><div class="text">${said}</div></div>`;

const thread = (ranks: readonly string[]): unknown =>
  read(
    `<html lang="en"><title>Looms</title><h1>Looms</h1><div class="posts">${ranks
      .map((rank, at) =>
        post(`user${at}`, rank, `The loom of the valley is number ${at}, and it still runs well.`),
      )
      .join('')}</div></html>`,
    'all posts',
  ).value;

describe('what people write', () => {
  const rated = `<html lang="en"><title>Oska lamp</title><script type="application/ld+json">${JSON.stringify(
    {
      '@type': 'Product',
      name: 'Oska lamp',
      aggregateRating: { ratingValue: 4.5, reviewCount: 37 },
    },
  )}</script><h1>Oska lamp</h1><p class="price">£24.50</p></html>`;

  test('is not how many there are, unless that is asked for', () => {
    expect(read(rated, 'reviews').needsModel).toContain('number of reviews');
    expect(read(rated, 'number of reviews').value).toEqual({ number_of_reviews: 37 });
    expect(read(rated, 'price and reviews').value).toMatchObject({ price: 24.5, reviews: 37 });
  });

  test('has no title where that is who wrote it, or a rank', () => {
    expect(JSON.stringify(thread(['Member', 'Member', 'Senior', 'Member']))).not.toContain('title');
    expect(
      JSON.stringify(thread(['Old looms', 'New looms', 'Small looms', 'Hand looms'])),
    ).toContain('"title":"Old looms"');
  });
});

describe('questions and answers', () => {
  const answers = [
    { question: 'Does it fold?', answer: 'Yes, in three.' },
    { question: 'Is it heavy?', answer: 'No.' },
  ];
  const head = '<h1>Oak stool</h1>';

  test.each([
    '<dl><dt>Does it fold?</dt><dd>Yes, in three.</dd><dt>Is it heavy?</dt><dd>No.</dd></dl>',
    '<h2>Questions</h2><h3>Does it fold?</h3><p>Yes, in three.</p><h3>Is it heavy?</h3><p>No.</p><h2>More</h2><p>Other stools.</p>',
    '<div><h3>Does it fold?</h3><p>Yes, in three.</p></div><div><h3>Is it heavy?</h3><p>No.</p></div><p>Ask us.</p>',
  ])('are read from %s', (body) => {
    expect(read(head + body, 'questions and answers').value).toEqual({
      questions_answers: answers,
    });
  });

  test('are not a title that asks', () => {
    const body = '<h2>Why oak?</h2><p>It is hard.</p>';
    expect(read(head + body, 'questions and answers').value).toBeUndefined();
  });
});

test('several kinds of parts of a page are given side by side', () => {
  const body = '<h1>Oak</h1><a href="/a">About</a><img src="/b.png" alt="B"><p>x@a.example</p>';
  expect(read(body, 'all links and images').value).toMatchObject({
    links: [{ text: 'About' }],
    images: [{ alt: 'B' }],
  });
  expect(read(body, 'all headings and email addresses').value).toEqual({
    headings: ['Oak'],
    email_addresses: ['x@a.example'],
  });
  expect(read('<h1>Oak</h1>', 'all links and images').value).toBeUndefined();
});

test.each(['the highest price', 'the lowest price', 'the last price', 'the second price'])(
  'one of several prices is not chosen: %s',
  (prompt) => {
    const body = '<h1>Oak</h1><p>Price: £3</p><p>Price: £5</p>';
    expect(read(body, prompt).value).toBeUndefined();
  },
);

test('the highest price that data states is given', () => {
  const offers = { '@type': 'AggregateOffer', lowPrice: 3, highPrice: 9, priceCurrency: 'GBP' };
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Oak', offers };
  const body = `<h1>Oak</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
  expect(read(body, 'the highest price').value).toMatchObject({ highest_price: 9 });
});

test('all phone numbers are those of links, beside them, and with a label, without that of a fax', () => {
  const body =
    '<h1>Oak</h1><p>0113 496 0000 or <a href="tel:+441134960001">0113 496 0001</a>, fax 0113 496 0009</p>' +
    '<p><a href="tel:+441134960002">Call us</a></p><p>Order 4569 878 877</p>';
  expect(read(body, 'all phone numbers').value).toEqual({
    phone_numbers: ['0113 496 0000', '0113 496 0001', '+441134960002'],
  });
});

test('all headings are those that have the role of one too', () => {
  const body = '<h1>Oak</h1><div role="heading" aria-level="3">Care</div><p>Text.</p>';
  expect(read(body, 'all headings').value).toEqual({ headings: ['Oak', 'Care'] });
});

const cards = ['Crane', 'Ferry', 'Nets', 'Lamp']
  .map(
    (name, at) =>
      `<li class="row"><h3><a href="/n/${at}">${name} of the port is let</a></h3><p>It stood unused for two years.</p>` +
      `<span>By <a rel="author" href="/e/mh">Mara Holt</a> • Nov. ${at + 1}, 2025</span></li>`,
  )
  .join('');

test.each(['all news with title and link', 'all articles with title and link'])(
  'things with a title that leads to them and a link to their author are articles: %s',
  (prompt) => {
    const { value } = read(`<h1>Cloud</h1><ul>${cards}</ul>`, prompt);
    const [list] = Object.values(value as Readonly<Record<string, unknown>>);
    expect(list).toHaveLength(4);
    const priced = cards.replaceAll('<span>By', '<b>£9.50</b><span>By');
    expect(read(`<h1>Cloud</h1><ul>${priced}</ul>`, prompt).value).toBeUndefined();
  },
);
