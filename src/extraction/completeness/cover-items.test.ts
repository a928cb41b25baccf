import { expect, test } from 'vitest';
import { hold, names, steps } from '../../../test/support/list-coverage.ts';

function showBox(text: string): string {
  return `<li class="box"><a href="/"><b>${text}</b></a><p>Look</p></li>`;
}

const prose = 'It was a long day in the desert. '.repeat(5);
const menu = '<ul><li>World<li>Culture<li>Sport<li>Storm<li>Arts</ul>';
const tags = (from: number) =>
  steps
    .slice(from, from + 3)
    .map((step) => `<li class="tag">${step}</li>`)
    .join('');

test('a list of plain texts is held against the items that the page lists', () => {
  const page = `<h2>Steps</h2><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol><ul><li>Home</li><li>Help</li></ul>`;
  expect(hold({ steps: steps.slice(0, 3) }, page).lists).toMatchObject([
    { path: '/steps', returned: 3, shown: 5 },
  ]);
});

test('a list of lines in one text is held against the other lines', () => {
  const page = `<p>Steps:<br>${steps.join('<br>')}</p>`;
  expect(hold({ steps: steps.slice(1, 4) }, page).lists).toEqual([
    {
      path: '/steps',
      returned: 3,
      shown: 5,
      skipped: [
        { reason: 'left out', count: 2, snippet: 'Saw the wood.' },
        { reason: 'header', count: 1, snippet: 'Steps:' },
      ],
    },
  ]);
});

test('what an item says in other words is not left out, and an invented item makes up for none', () => {
  const page = `<ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`;
  const reworded = ['Saw the wood', 'Drill the (hole)', 'Sand it', 'Oil it', 'Fit in the cable'];
  expect(hold(reworded, page)).toMatchObject({
    lists: [{ shown: 5, skipped: [] }],
    warnings: [],
  });
  const invented = [...steps.slice(0, 3), 'Paint two coats of varnish.', 'Wait for a week.'];
  expect(hold(invented, page).warnings).toEqual([
    'The list has 3 of the 5 that the page shows; without an item: 2 left out (the first: "Oil it.").',
  ]);
});

test('a list in a record is held against the block of that record', () => {
  const page = names
    .slice(0, 3)
    .map((name, at) => `<article><h2>${name}</h2><ul>${tags(at)}</ul></article>`)
    .join('');
  const value = names
    .slice(0, 3)
    .map((name, at) => ({ name, tags: steps.slice(at, at + (at === 1 ? 2 : 3)) }));
  expect(
    hold(value, page).lists.map(({ path, returned, shown }) => [path, returned, shown]),
  ).toEqual([
    ['', 3, 3],
    ['/0/tags', 3, 3],
    ['/1/tags', 2, 3],
    ['/2/tags', 3, 3],
  ]);
});

test('one name in a heading above a text is the first of a list of such', () => {
  const page = names
    .slice(0, 3)
    .map((name) => `<div class="bio"><div><h4>${name}</h4></div><div><p>${prose}</p></div></div>`);
  expect(hold({ lamps: names.slice(0, 1) }, `<main>${page.join('')}</main>`).lists).toMatchObject([
    { returned: 1, shown: 3 },
  ]);
});

test('tags that are in a box have no replies in others', () => {
  const page = `<ul>${steps.map((text) => showBox(text)).join('')}<div><ul>${names.map((text) => showBox(text)).join('')}</ul></div></ul>`;
  expect(hold({ steps }, page).lists).toMatchObject([{ returned: 5, shown: 5 }]);
});

test.each([
  [
    'a menu of others, where data states them',
    ['Sport', 'Storm'],
    `${menu}<script type="application/ld+json">{"@type":"Article","keywords":["Sport","Storm"]}</script>`,
    'nav',
  ],
  [
    'a menu of others, where meta tags state them',
    ['Sport', 'Storm'],
    `${menu}<meta name="keywords" content="Storm, Sport, Coast">`,
    'nav',
  ],
  ['a menu that has only some of them', ['Sport', 'Arts', 'Rain'], menu, 'header'],
  [
    'paragraphs in boxes',
    ['rockets', 'space'],
    ['rockets', 'space', 'launchpads']
      .map((word) => `<li><p>${prose}They spoke of ${word}.</p></li>`)
      .join(''),
    'ul',
  ],
  [
    'comments of the one author',
    ['Ann Lee'],
    ['Ann Lee', 'Bo Marsh', 'Cy Vance']
      .map(
        (name) =>
          `<div class="comment"><div><cite>${name}</cite></div><div><p>${prose}</p></div></div>`,
      )
      .join(''),
    'section',
  ],
  [
    'paragraphs that link them',
    ['rockets', 'space'],
    ['rockets', 'space', 'launchpads']
      .map((word) => `<p>${prose}They spoke of <a><b>${word}</b></a>.</p>`)
      .join(''),
    'article',
  ],
  ['a menu with one of them', ['Sport', 'Storm'], '<ul><li>World<li>Culture<li>Sport</ul>', 'div'],
  [
    'paragraphs that speak of them',
    ['rockets', 'space', 'launchpads'],
    ['rockets', 'space', 'launchpads', 'nothing']
      .map((word) => `<p>${prose}They spoke of ${word}.</p>`)
      .join(''),
    'article',
  ],
])('tags are not held against %s', (_, tags, body, tag) => {
  const page = `<${tag}>${body}</${tag}><article><h1>Storm hits coast</h1><p>It rained.</p></article>`;
  expect(hold({ tags }, page)).toEqual({ lists: [], warnings: [] });
});

test.each([
  ['a heading', (name: string) => `<h3>${name}</h3><p>${prose}</p>`],
  [
    'a heading with a title',
    (name: string) => `<h3>Great ${name}</h3><p>${prose} The ${name}.</p>`,
  ],
  ['a linked heading', (name: string) => `<h3><a href="/">${name}</a></h3><p>${prose}</p>`],
  ['a link before a sentence', (name: string) => `<a href="/">${name}</a><p>${name} ${prose}</p>`],
])('names that stand in %s above much text are a list', (_, show) => {
  const page = names.slice(0, 6).map((name) => `<div class="card">${show(name)}</div>`);
  expect(hold({ lamps: names.slice(0, 2) }, `<main>${page.join('')}</main>`).lists).toMatchObject([
    { path: '/lamps', returned: 2, shown: 6 },
  ]);
});

test.each(['nav', 'header', 'footer'])('values of which all stand in a %s are its list', (tag) => {
  const page = `<${tag}>${menu}</${tag}><main><p>All that there is.</p></main>`;
  expect(hold({ sections: ['World', 'Sport'] }, page).lists).toMatchObject([
    { path: '/sections', returned: 2, shown: 5 },
  ]);
});
