import { describe, expect, test } from 'vitest';
import { card, hold, names, products, row } from '../../../test/support/list-coverage.ts';

const article = (name: string) =>
  `<section class="story"><img src="/a.png"><h4>${name}</h4><span class="day">May 2</span></section>`;
const table = (head: string, list: readonly string[]) =>
  `<table><tr>${head}</tr>${list.map(row).join('')}</table>`;
const grid = (blocks: readonly string[]) => `<div class="grid">${blocks.join('')}</div>`;

describe('a table', () => {
  const head = '<tr><th>Lamp</th><th>Price</th></tr>';

  test('is counted by its rows without headers and section titles', () => {
    const page = `<table>${head}${names.slice(0, 6).map(row).join('')}<tr><td colspan="2">Small ones</td></tr>${names.slice(6).map(row).join('')}</table>`;
    expect(hold(products(names), page).lists).toMatchObject([
      { returned: 12, shown: 12, skipped: [{ reason: 'header', count: 2 }] },
    ]);
    expect(hold(products(names.slice(0, 6)), page).warnings).toEqual([
      expect.stringMatching(/^`products` has 6 of the 12 /),
    ]);
  });

  test('with the same header in another place of the page is a part of the list, one with another header is not', () => {
    const own = `<h2>Old</h2><table>${head}${names.slice(0, 6).map(row).join('')}</table>`;
    const more = `<h2>New</h2><table>${head}${names.slice(6).map(row).join('')}</table>`;
    const other = `<table><tr><th>Shop</th><th>Town</th></tr>${names.slice(6).map(row).join('')}</table>`;
    expect(hold(products(names.slice(0, 6)), own + more).lists).toMatchObject([
      { returned: 6, shown: 12 },
    ]);
    expect(hold(products(names.slice(0, 6)), own + other).lists).toMatchObject([
      { returned: 6, shown: 6 },
    ]);
  });

  test.each([
    ['bold cells', '<tr><td><b>Lamp</b></td><td><strong>Price 2025</strong></td></tr>'],
    ['an empty corner', '<tr><td></td><th>Price 2025</th><th>Height</th></tr>'],
    ['a bold corner', '<tr><td><b>Lamp</b></td><th>Price 2025</th></tr>'],
  ])('has no record in a header of %s', (_, header) => {
    const page = `<table>${header}${names.slice(0, 6).map(row).join('')}</table>`;
    expect(hold(products(names.slice(0, 6)), page)).toMatchObject({
      lists: [{ returned: 6, shown: 6, skipped: [{ reason: 'header', count: 1 }] }],
      warnings: [],
    });
  });

  test('has no record in a row of plain cells that are named as the fields', () => {
    const cells = '<tr><td>Name</td><td>Wood</td></tr>';
    const rows = names.map((name) => `<tr><td>${name}</td><td>${name} tree</td></tr>`).join('');
    const value = names.map((name) => ({ name, wood: `${name} tree` }));
    expect(hold({ lamps: value }, `<table>${cells}${rows}</table>`)).toMatchObject({
      lists: [{ returned: 12, shown: 12, skipped: [{ reason: 'header', count: 1 }] }],
      warnings: [],
    });
  });

  test('lacks nothing that another list of the answer has of another table', () => {
    const [one, other] = [names.slice(0, 5), names.slice(5)].map((list) => list.map(row).join(''));
    const page = `<table>${head}${one}</table><table>${head}${other}</table>`;
    const { products: old } = products(names.slice(0, 5));
    const { products: fresh } = products(names.slice(5));
    expect(hold({ old, fresh }, page).warnings).toEqual([]);
    expect(hold({ old, fresh: fresh.slice(3) }, page).warnings).toHaveLength(2);
  });

  test('has a record in a row of which only the name is filled', () => {
    const bare = '<tr><td><b>Lantern</b></td><td></td></tr>';
    const page = `<table>${head}${names.slice(0, 6).map(row).join('')}${bare}</table>`;
    expect(hold(products(names.slice(0, 6)), page).lists).toMatchObject([
      { returned: 6, shown: 7, skipped: [{ reason: 'left out' }, { reason: 'header' }] },
    ]);
  });

  test('goes on in another table under the same columns and a title row of its own', () => {
    const columns = '<tr><td><b>Lamp</b></td><td><b>Price</b></td></tr>';
    const month = (title: string, rows: readonly string[]) =>
      `<table><tr><td colspan="2"><b>${title}</b></td></tr>${columns}${rows.map(row).join('')}</table>`;
    const page = month('May', names.slice(0, 6)) + month('June', names.slice(6));
    expect(hold(products(names.slice(0, 6)), page).lists).toMatchObject([
      { returned: 6, shown: 12 },
    ]);
  });

  test.each([
    ['a class in every other row', (at: number) => `<tr${at % 2 === 0 ? '' : ' class="shaded"'}>`],
    ['two classes', (at: number) => `<tr class="${at % 2 === 0 ? 'light' : 'shaded'}">`],
    ['no class', () => '<tr>'],
  ])('goes on in another table with %s', (_, open) => {
    const striped = (list: readonly string[]) =>
      `<table>${head}${list.map((name, at) => row(name).replace('<tr>', open(at))).join('')}</table>`;
    const page = striped(names.slice(0, 6)) + striped(names.slice(6));
    const named = names.slice(0, 6).map((name) => ({ name }));
    expect(hold({ products: named }, page).lists).toMatchObject([{ returned: 6, shown: 12 }]);
  });

  test('has no record elsewhere in a row of a class that its own rows lack', () => {
    const sum = '<tr class="sum"><td>All lamps</td><td>£99.50</td></tr>';
    const [one, other] = [names.slice(0, 6), names.slice(6)].map((list) => list.map(row).join(''));
    const page = `<table>${head}${one}</table><table>${head}${other}${sum}</table>`;
    expect(hold(products(names.slice(0, 6)), page).lists).toMatchObject([
      { returned: 6, shown: 12 },
    ]);
  });
});

const showTwo = (head: string): string =>
  table('<th>Lamp</th><th>Price</th>', names.slice(0, 7)) + table(head, names.slice(7));

describe('a list that mixes two kinds of blocks', () => {
  test('products and an advert is told by name and number', () => {
    const page = grid([...names.slice(0, 6).map((name) => card(name)), card('Brass bell', 'ad')]);
    const { lists, warnings } = hold(products([...names.slice(0, 6), 'Brass bell']), page);
    expect(lists).toMatchObject([{ mixed: { count: 1, snippet: 'Brass bell £109.50' } }]);
    expect(warnings).toEqual([
      '`products` mixes two kinds: 1 of its 7 items stands in a block of another kind than the others (the first: "Brass bell £109.50").',
    ]);
  });

  test('cards and articles of another build is told', () => {
    const page = grid([
      ...names.slice(0, 6).map((name) => card(name)),
      article('Oak in May'),
      article('Elm in May'),
    ]);
    const value = products([...names.slice(0, 6), 'Oak in May', 'Elm in May']);
    expect(hold(value, page).warnings).toEqual([
      expect.stringMatching(/^`products` mixes two kinds: 2 of its 8 items /),
    ]);
  });

  test('rows of two tables with other columns is told, rows of two tables of one form is none', () => {
    expect(hold(products(names), showTwo('<th>Shop</th><th>Rent</th>')).lists).toMatchObject([
      { returned: 12, mixed: { count: 5 } },
    ]);
    expect(hold(products(names), showTwo('<th>Lamp</th><th>Price</th>')).warnings).toEqual([]);
  });

  test('cards and what stands under another heading in another form is told', () => {
    const related = ['Oak in May', 'Elm in May'].map(
      (name) => `<li class="link"><a href="/${name}">${name}</a> <i>£109.50</i></li>`,
    );
    const page = `<h2>Lamps</h2>${grid(names.map((name) => card(name)))}<h2>More</h2><ul>${related.join('')}</ul>`;
    expect(hold(products([...names, 'Oak in May', 'Elm in May']), page).lists).toMatchObject([
      { returned: 14, shown: 12, mixed: { count: 2, snippet: 'Oak in May £109.50' } },
    ]);
  });

  test('is none where blocks of one build have classes of their own', () => {
    const page = grid(names.map((name, at) => card(name, at < 9 ? 'card' : 'card offer')));
    expect(hold(products(names), page).warnings).toEqual([]);
  });
});
