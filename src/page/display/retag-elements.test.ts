import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readPage } from '../read-page.ts';

const markdown = (body: string): string => {
  const page = readPage({ html: `<body>${body}</body>`, url: 'https://h.example/' });
  return toMarkdown({ document: page.document, url: page.url }).trim();
};

const ships = [
  ['Ship', 'Length'],
  ['Anna', '12 m'],
  ['Berta', '14 m'],
];
const tableOf = (row: string, cell: string, head = cell, end = 'div'): string =>
  ships
    .map((cells, index) => {
      const written = cells.map((text) => `<${end} ${index === 0 ? head : cell}>${text}</${end}>`);
      return `<div ${row}>${written.join('')}</div>`;
    })
    .join('');
const shown = '| Ship | Length |\n| --- | --- |\n| Anna | 12 m |\n| Berta | 14 m |';

const linked = `| Ship | Length |
| --- | --- |
| [Anna](https://h.example/anna) | 12 m |
| [Berta](https://h.example/berta) | 14 m |`;
const toRows = (toRow: (name: string, length: string) => string): string =>
  `<div role="row"><a role="columnheader">Ship</a><span role="columnheader">Length</span></div>${toRow('Anna', '12 m')}${toRow('Berta', '14 m')}`;

describe('retagElements', () => {
  it.each(['table', 'grid', 'treegrid'])('shows a table by its roles: %s', (role) => {
    const rows = tableOf('role="row"', 'role="cell"', 'role="columnheader"', 'span');
    expect(markdown(`<div role="${role}">${rows}</div>`)).toBe(shown);
    const wrapped = `<div role="rowgroup"><div>${rows}</div></div>`;
    expect(markdown(`<section role="${role}">${wrapped}</section>`)).toBe(shown);
    expect(markdown(`<x-grid role="${role}">${rows}</x-grid>`)).toBe(shown);
  });

  it('shows how far the cells of such a table go, and its caption', () => {
    const rows = tableOf('role="row"', 'role="cell"', 'role="columnheader"');
    const last = '<div role="row"><div role="cell" aria-colspan="2">None</div></div>';
    expect(markdown(`<div role="table"><p role="caption">Ships</p>${rows}${last}</div>`)).toBe(
      `Ships\n\n${shown}\n| None |  |`,
    );
  });

  it('shows a table that only a style makes, where it is one of data', () => {
    const style =
      '<style>.t{display:table}.h{display:table-header-group}.r{display:table-row}.c{display:table-cell}</style>';
    const [head = '', ...rest] = tableOf('class="r"', 'class="c"').split(/(?=<div class="r">)/);
    const table = `<div class="t"><div class="h">${head}</div>${rest.join('')}</div>`;
    expect(markdown(style + table)).toBe(shown);
    const inline = tableOf('style="display: table-row"', 'style="display: table-cell"');
    expect(markdown(`<div style="display:table">${inline}</div>`)).toContain('| Anna | 12 m |');
    // One row of boxes beside each other is the layout of a page, and so are headings and long texts in boxes.
    const one =
      '<div class="t"><div class="r"><div class="c">Menu</div><div class="c">Text</div></div></div>';
    expect(markdown(style + one)).toBe('Menu\n\nText');
    expect(markdown(style + table.replace('Anna', '<h2>Anna</h2>'))).not.toContain('|');
    expect(markdown(style + table.replace('Anna', 'Anna '.repeat(60)))).not.toContain('|');
  });

  it.each([
    ['cells without names', ['', ''], '|  |  |\n| --- | --- |\n| Anna | 12 m |'],
    ['no cells', [], '|  |  |\n| --- | --- |\n| Anna | 12 m |'],
    ['no name in the corner', ['', 'Length'], '|  | Length |\n| --- | --- |\n| Anna | 12 m |'],
  ])('shows a table that a style makes whose first row has %s', (_what, names, start) => {
    const [, ...rest] = tableOf('class="r"', 'class="c"').split(/(?=<div class="r">)/);
    const head = names.map((name) => `<div class="c">${name}</div>`).join('');
    const style = '<style>.t{display:table}.r{display:table-row}.c{display:table-cell}</style>';
    const toPage = (rows: readonly string[]): string =>
      `${style}<div class="t"><div class="r">${head}</div>${rows.join('')}</div>`;
    expect(markdown(toPage(rest))).toContain(start);
    // A page's layout has empty boxes elsewhere.
    expect(markdown(toPage(rest.map((row) => row.replace('Anna', ''))))).not.toContain('|');
    expect(markdown(toPage([]))).not.toContain('|');
  });

  it.each([
    ['class="r head"', 'class="c"', 'div'],
    ['class="r"', 'class="c name"', 'div'],
    ['class="r"', 'class="c"', 'b'],
  ])('names the columns by a first row that alone looks so: %s %s %s', (row, cell, inner) => {
    const style = '<style>.t{display:table}.r{display:table-row}.c{display:table-cell}</style>';
    const toTable = (head: readonly string[], looks: string): string => {
      const cells = head.map((text) => `<div ${cell}><${inner}>${text}</${inner}></div>`);
      const [, ...rest] = tableOf('class="r"', 'class="c"').split(/(?=<div class="r">)/);
      return `${style}<div class="t"><div ${looks}>${cells.join('')}</div>${rest.join('')}</div>`;
    };
    expect(markdown(toTable(['Ship', 'Length'], row)).replaceAll('**', '')).toBe(shown);
    const unnamed = markdown(toTable(['Clara', '11 m'], row)).replaceAll('**', '');
    expect(unnamed).toContain('| --- | --- |\n| Clara | 11 m |\n| Anna | 12 m |');
    const pairs = [
      ['Yard', 'Kappeln'],
      ['Length', '12 m'],
    ].map(
      ([name, value]) => `<div class="r"><p class="c">${name}</p><p class="c">${value}</p></div>`,
    );
    expect(markdown(`${style}<div class="t">${pairs.join('')}</div>`)).toContain(
      '| --- | --- |\n| Yard | Kappeln |',
    );
  });

  it('leaves what is no table', () => {
    const rows = tableOf('role="row"', 'role="cell"', 'role="columnheader"');
    for (const body of [
      rows,
      `<div role="list">${rows}</div>`,
      `<div role="table">Ships of today ${rows}</div>`,
      `<div role="grid"><div role="row"><div role="gridcell">Anna</div></div></div>`,
      `<div role="grid">${rows.replace('Anna', '<h3>Anna</h3>')}</div>`,
    ]) {
      expect(markdown(body)).not.toContain('|');
    }
    const buttons = rows.replaceAll('div', 'button');
    expect(markdown(`<div role="table">${buttons}</div>`)).not.toContain('|');
  });

  it.each([
    [
      'a cell',
      (name: string, length: string) =>
        `<div role="row"><a role="cell" href="/${name.toLowerCase()}">${name}</a><span role="cell">${length}</span></div>`,
    ],
    [
      'a row',
      (name: string, length: string) =>
        `<a role="row" href="/${name.toLowerCase()}"><span role="cell">${name}</span><span role="cell">${length}</span></a>`,
    ],
    [
      'a box in a cell',
      (name: string, length: string) =>
        `<div role="row"><span role="cell"><a href="/${name.toLowerCase()}">${name}</a></span><span role="cell">${length}</span></div>`,
    ],
  ])('keeps a link once that is %s', (_what, toRow) => {
    expect(markdown(`<div role="table">${toRows(toRow)}</div>`)).toBe(linked);
  });

  it.each([
    '<amp-img src="/quay.jpg" alt="Quay" width="600" height="400"></amp-img>',
    '<amp-img src="/quay.jpg" alt="Quay"><noscript><img src="/other.jpg"></noscript></amp-img>',
    '<my-figure src="/quay.jpg" alt="Quay"></my-figure>',
    '<lazy-picture srcset="/quay.jpg 1x, /large.jpg 2x" alt="Quay"></lazy-picture>',
    '<object type="image/jpeg" data="/quay.jpg" aria-label="Quay"></object>',
    '<object data="/quay.jpg">Quay</object>',
    '<embed type="image/jpeg" src="/quay.jpg" title="Quay">',
  ])('shows a picture that has no tag of one: %s', (picture) => {
    expect(markdown(`<p>The ${picture} at dawn</p>`)).toBe(
      'The ![Quay](https://h.example/quay.jpg) at dawn',
    );
  });

  it.each([
    '<my-player src="/quay.mp4" alt="Quay"></my-player>',
    '<my-card src="/quay.jpg"></my-card>',
    '<amp-img alt="Quay"></amp-img>',
    '<object type="application/pdf" data="/quay.pdf"></object>',
    '<embed src="/quay.swf">',
  ])('shows no picture where there is none: %s', (element) => {
    expect(markdown(`<p>The ${element} at dawn</p>`)).not.toContain('![');
  });

  it('shows a picture once that an element of the own kind holds', () => {
    const holder =
      '<x-image src="/small.jpg" alt="Quay"><img src="/quay.jpg" alt="Quay"></x-image>';
    expect(markdown(`<p>${holder}</p>`)).toBe('![Quay](https://h.example/quay.jpg)');
    const card = '<x-card src="/quay.jpg" alt="Quay"><p>The quay</p></x-card>';
    expect(markdown(card)).toBe('The quay');
  });
});
