import { expect, test } from 'vitest';
import {
  handMadePdf,
  onePagePdf,
  placedPdf,
  type PlacedText,
} from '../../../../test/support/hand-made-pdf.ts';
import { bodyOf, lines } from '../../../../test/support/read-pdf-body.ts';
import { fixturePdf } from '../../../../test-kit/fixture-site/routes.ts';
import { readPdf } from './read-pdf.ts';

function row(y: number, texts: readonly (readonly [number, string])[]): PlacedText[] {
  return texts.map(([x, text]) => ({ x, y, text }));
}

test('a table without rules is recognised by its columns, and pages keep their numbers', async () => {
  const { html, title, pageCount, text } = await readPdf(fixturePdf());
  expect(title).toBe('Saltmarsh Harbour tide table');
  expect(pageCount).toBe(2);
  expect(html).toContain(
    '<tr><th>Date</th><th>High water</th><th>Height</th><th>Low water</th><th>Height</th></tr>',
  );
  expect(html).toContain(
    '<tr><td>3 June 2026</td><td>05:44</td><td>5.52</td><td>11:57</td><td>0.66</td></tr>',
  );
  expect(html.indexOf('data-pdf-page="2"')).toBeLessThan(html.indexOf('Notes for skippers'));
  expect(text).toContain('Next issue: 1 July 2026. Price: 2.50 GBP.');
});

test('larger letters are headings, by their size', async () => {
  const body = await bodyOf(
    placedPdf([
      { x: 72, y: 780, text: 'The harbour', size: 22 },
      { x: 72, y: 740, text: 'Its tides', size: 15 },
      ...lines(
        [
          'Water comes and goes twice a day, as the moon would have it, and everybody waits for',
          'it, boats and people alike.',
        ],
        72,
        715,
      ),
    ]),
  );
  expect(body).toBe(
    '<section data-pdf-page="1"><h1>The harbour</h1><h2>Its tides</h2><p>Water comes and goes twice a day, as the moon would have it, and everybody waits for it, boats and people alike.</p></section>',
  );
});

test('words that were parted at the end of a line are put together', async () => {
  const body = await bodyOf(
    placedPdf(
      lines([
        'A long line about the harbour which goes on until it has to part the word naviga-',
        'tion, as printers do, and then ends.',
      ]),
    ),
  );
  expect(body).toContain('the word navigation, as printers do');
});

test('a dash at the end of a line stands between two words without a blank, and the sentence goes on', async () => {
  const body = await bodyOf(
    placedPdf([
      ...lines([
        'The harbour of this town was dredged by the men of the port in the years 1990-',
        '1995 by order of Jean-',
        'Paul. Nobody has seen the bottom of the harbour since, and nobody would want to see it.',
      ]),
      ...lines(['Masters:', '1990-', '1985-1990'], 72, 690),
    ]),
  );
  expect(body).toContain('in the years 1990-1995 by order of Jean-Paul. Nobody');
  expect(body).toContain('<p>1990-</p>');
});

test('a text that is drawn twice to look bold is there once, double letters twice', async () => {
  const body = await bodyOf(
    placedPdf([
      ...lines(['Total due'], 72, 760),
      ...lines(['Total due'], 72.4, 760),
      ...row(700, [
        [72, 'l'],
        [74.3, 'l'],
      ]),
    ]),
  );
  expect(body).toContain('<p>Total due</p>');
  expect(body).toContain('<p>ll</p>');
});

test('columns are read one after the other', async () => {
  const left = Array.from(
    { length: 12 },
    (_, index) => `left column, this is line ${index + 1} of it, it is`,
  );
  const right = left.map((line) => line.replace('left', 'right'));
  const body = await bodyOf(
    placedPdf([
      { x: 72, y: 790, text: 'A newspaper of one page', size: 20 },
      ...lines(left, 60),
      ...lines(right, 320),
    ]),
  );
  expect(body.indexOf('left column, this is line 12')).toBeLessThan(
    body.indexOf('right column, this is line 1 '),
  );
  expect(body).not.toContain('<table>');
});

test('columns whose lines stand at different heights are read one after the other, each in whole paragraphs', async () => {
  const texts = Array.from(
    { length: 12 },
    (_, index) => `of a column whose line ${index} goes on as`,
  );
  const body = await bodyOf(
    placedPdf([
      ...lines(
        texts.map((text) => `left ${text}`),
        60,
      ),
      ...lines(
        texts.map((text) => `right ${text}`),
        320,
        755,
      ),
    ]),
  );
  const columns = ['left', 'right'].flatMap((side) => texts.map((text) => `${side} ${text}`));
  expect(body).toBe(`<section data-pdf-page="1"><p>${columns.join(' ')}</p></section>`);
});

test('text set wider than the many notes below it keeps its paragraph', async () => {
  const text = Array.from({ length: 7 }, (_, index) => `The line ${index} of a text goes on as`);
  const notes = Array.from({ length: 12 }, (_, at) => `And a note of ${at} words goes on as`);
  const body = await bodyOf(
    placedPdf([
      ...lines(text, 72, 760, 9),
      ...notes.map((note, at) => ({ x: 72, y: 600 - 9 * at, text: note, size: 8 })),
    ]),
  );
  expect(body).toContain(`<p>${text.join(' ')}</p>`);
  expect(body).toContain(`<p>${notes.join(' ')}</p>`);
});

test('bullets and numbers make lists, nested by how far they are set in', async () => {
  const body = await bodyOf(
    placedPdf([
      ...lines([
        'What to bring on board before the tide turns, in the order in which it is needed:',
      ]),
      { x: 80, y: 740, text: '- Rope' },
      { x: 98, y: 726, text: '- Long' },
      { x: 98, y: 712, text: '- Short' },
      { x: 80, y: 698, text: '- Lamp' },
      { x: 72, y: 670, text: '1. Cast off' },
      { x: 72, y: 656, text: '2. Row' },
    ]),
  );
  expect(body).toContain('<ul><li>Rope<ul><li>Long</li><li>Short</li></ul></li><li>Lamp</li></ul>');
  expect(body).toContain('<ol><li>Cast off</li><li>Row</li></ol>');
});

test('cells that are empty or of several lines keep their columns', async () => {
  const body = await bodyOf(
    placedPdf([
      ...row(760, [
        [72, 'Boat'],
        [200, 'Built'],
        [300, 'Remark'],
      ]),
      ...row(746, [
        [72, 'Ada'],
        [200, '1952'],
        [300, 'Needs a new'],
      ]),
      ...row(732, [[300, 'mast']]),
      ...row(718, [
        [72, 'Grace'],
        [300, 'Sound'],
      ]),
      ...row(704, [
        [72, 'Mary'],
        [200, '1961'],
      ]),
    ]),
  );
  expect(body).toContain(
    '<table><tr><th>Boat</th><th>Built</th><th>Remark</th></tr>' +
      '<tr><td>Ada</td><td>1952</td><td>Needs a new mast</td></tr>' +
      '<tr><td>Grace</td><td></td><td>Sound</td></tr>' +
      '<tr><td>Mary</td><td>1961</td><td></td></tr></table>',
  );
});

test.each([
  ['that goes on in small letters, in rows as far apart as the lines of a cell', 14, 'and pier'],
  ['that is nearer to it than the next row', 20, 'North Pier'],
])('a line %s continues the first cell', async (_what, gap, rest) => {
  const [second, third] = [732 - gap, 732 - 2 * gap];
  const body = await bodyOf(
    placedPdf([
      ...row(746 + gap, [
        [72, 'Place'],
        [220, 'Depth'],
        [320, 'Remark'],
      ]),
      ...row(746, [
        [72, 'Saltmarsh harbour'],
        [220, '12'],
        [320, 'Needs a new'],
      ]),
      ...row(732, [
        [72, rest],
        [320, 'mast'],
      ]),
      ...row(second, [
        [72, 'Ulm lock'],
        [220, '7'],
        [320, 'Sound'],
      ]),
      ...row(third, [
        [72, 'Kiel quay'],
        [220, '9'],
        [320, 'Open at noon'],
      ]),
      ...row(third - 12, [[320, 'and at night']]),
    ]),
  );
  expect(body).toContain(
    `<tr><td>Saltmarsh harbour ${rest}</td><td>12</td><td>Needs a new mast</td></tr>` +
      '<tr><td>Ulm lock</td><td>7</td><td>Sound</td></tr>' +
      '<tr><td>Kiel quay</td><td>9</td><td>Open at noon and at night</td></tr></table>',
  );
});

test('a line of the first column alone continues its cell, and the table goes on', async () => {
  const body = await bodyOf(
    placedPdf([
      ...row(760, [
        [72, 'Saltmarsh harbour'],
        [220, '12'],
        [320, 'Sound'],
      ]),
      ...row(748, [[72, 'and pier']]),
      ...row(734, [
        [72, 'Ulm lock'],
        [220, '7'],
        [320, 'Shut'],
      ]),
    ]),
  );
  expect(body).toContain(
    '<tr><td>Saltmarsh harbour and pier</td><td>12</td><td>Sound</td></tr><tr><td>Ulm lock</td>',
  );
});

test('rows in groups with gaps between stay rows, also where a cell is empty', async () => {
  const body = await bodyOf(
    placedPdf(
      [760, 746, 718, 704].flatMap((y, at) =>
        row(y, [
          [72, `Boat ${at}`],
          ...(at === 1 ? [] : [[200, `${at}7`] as const]),
          [300, 'Sound'],
        ]),
      ),
    ),
  );
  expect(body.match(/<tr>/g)).toHaveLength(4);
});

test('links lie on the words that they cover', async () => {
  const bytes = handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Annots [6 0 R 7 0 R] /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    {
      entries: '',
      bytes: Buffer.from('BT /F1 10 Tf 72 700 Td (See the tides page for more) Tj ET'),
    },
    // Courier is .6 em wide: `tides` begins 8 letters in.
    '<< /Type /Annot /Subtype /Link /Rect [120 697 150 709] /A << /S /URI /URI (https://example.com/tides) >> >>',
    '<< /Type /Annot /Subtype /Link /Rect [72 697 90 709] /A << /S /URI /URI (javascript:alert) >> >>',
  ]);
  const { html, language } = await readPdf(bytes);
  expect(html).toContain(
    '<p>See the <a href="https://example.com/tides">tides</a> page for more</p>',
  );
  expect(html).toContain('<html lang="en-GB">');
  expect(language).toBe('en-GB');
});

function gazettePage(page: number): string {
  const texts = [
    `9 Tf 72 815 Td (The Harbour Gazette)`,
    `9 Tf 290 20 Td (Page ${page})`,
    `10 Tf 72 600 Td (Text of sheet ${page})`,
  ];
  return texts.map((text) => `BT /F1 ${text} Tj ET`).join(' ');
}

test('page numbers and running titles are left out where they come back', async () => {
  const pages = [1, 2, 3, 4];
  const bytes = handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((page) => `${page + 3} 0 R`).join(' ')}] /Count 4 >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.map(
      (page) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page + 7} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ),
    ...pages.map((page) => ({ entries: '', bytes: Buffer.from(gazettePage(page)) })),
  ]);
  const { text } = await readPdf(bytes);
  expect(text.match(/The Harbour Gazette/g)).toHaveLength(1);
  expect(text.match(/Text of sheet \d/g)).toHaveLength(4);
  const first = await readPdf(bytes, { maxPages: 2 });
  expect(first.warnings).toEqual(['The PDF has 4 pages; the first 2 were read.']);
  expect(first.pageCount).toBe(4);
});

test('a page without text is reported', async () => {
  const { warnings, text } = await readPdf(onePagePdf(Buffer.from('0 0 100 100 re f')));
  expect(text).toBe('');
  expect(warnings).toEqual(['Pages of the PDF without text, e.g. scanned ones: 1.']);
});

test('markup in the text stays text', async () => {
  const body = await bodyOf(placedPdf(lines(['<script>alert(1)</script> & <b>bold</b>'])));
  expect(body).toContain('&lt;script>alert(1)&lt;/script> &amp; &lt;b>bold&lt;/b>');
});

/** Texts whose letters run along the given unit vector, each `x,y` from its start. */
function turnedPdf(
  texts: readonly (readonly [x: number, y: number, text: string])[],
  [a, b]: readonly [number, number],
): Uint8Array {
  const drawn = texts.map(
    ([x, y, text]) => `BT /F1 10 Tf ${a} ${b} ${-b} ${a} ${x} ${y} Tm (${text}) Tj ET`,
  );
  return onePagePdf(Buffer.from(drawn.join('\n')));
}

const [up, down, back] = [
  [0, 1],
  [0, -1],
  [-1, 0],
] as const;

test.each([
  ['up', up, (along: number, line: number): [number, number] => [80 + line, 72 + along]],
  ['down', down, (along: number, line: number): [number, number] => [500 - line, 760 - along]],
  ['back', back, (along: number, line: number): [number, number] => [500 - along, 80 + line]],
])(
  'a table whose letters run %s the page is read as if it stood upright',
  async (_way, way, at) => {
    const rows = [
      ['Boat', 'Built', 'Length'],
      ['Ada', '1952', '7'],
      ['Mary', '1961', '9'],
    ];
    const texts = rows.flatMap((cells, line) =>
      cells.map((cell, column) => [...at(150 * column, 16 * line), cell] as const),
    );
    const { html, warnings } = await readPdf(turnedPdf(texts, way));
    expect(html).toContain(
      '<table>\n<tr><th>Boat</th><th>Built</th><th>Length</th></tr>\n<tr><td>Ada</td><td>1952</td><td>7</td></tr>',
    );
    expect(warnings).toEqual([]);
  },
);

test('a note along the side of a page is left out and told, and such a page is none without text', async () => {
  const bytes = onePagePdf(
    Buffer.from(
      'BT /F1 10 Tf 0 1 -1 0 40 300 Tm (A note) Tj ET BT /F1 10 Tf 72 700 Td (The text of the page) Tj ET',
    ),
  );
  const told = ['Pages of the PDF with text along their side or at a slant, left out: 1.'];
  const { text, warnings } = await readPdf(bytes);
  expect(text).toBe('The text of the page');
  expect(warnings).toEqual(told);
  const slanted = await readPdf(turnedPdf([[90, 90, 'DRAFT']], [0.7, 0.7]));
  expect(slanted.text).toBe('');
  expect(slanted.warnings).toEqual(told);
});
