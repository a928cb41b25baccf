import { describe, expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';
import type { Flow } from './flow-writer.ts';
import { readFlow } from './read-flow.ts';

const url = 'https://example.com/harbour/';

function flowOf(html: string): Flow {
  const { document } = readPage({ html, url });
  return readFlow({ document, url, hasImage: () => false, maxBlocks });
}

const maxBlocks = 20_000;

/** Each block of text after its marker. */
function readLines(html: string): readonly string[] {
  return flowOf(html).blocks.flatMap((block) => {
    if (block.kind !== 'text') return [];
    const text = block.runs.map((run) => run.text).join('');
    return [block.marker === undefined ? text : `${block.marker.text} ${text}`];
  });
}

describe('lists', () => {
  const items = '<li>one</li><li>two</li>';

  test.each<[string, string, readonly string[]]>([
    ['have bullets by their depth', '<ul><li>one<ul><li>two</ul></ul>', ['• one', '◦ two']],
    ['are numbered from their start', `<ol start="9">${items}</ol>`, ['9. one', '10. two']],
    [
      'go on after a value',
      '<ol><li>one<li value="7">two<li>three</ol>',
      ['1. one', '7. two', '8. three'],
    ],
    ['count down where they are reversed', `<ol reversed>${items}</ol>`, ['2. one', '1. two']],
    ['have letters', `<ol type="a" start="26">${items}</ol>`, ['z. one', 'aa. two']],
    ['have Roman numbers', `<ol type="I" start="3">${items}</ol>`, ['III. one', 'IV. two']],
    [
      'have digits where there are no letters',
      `<ol type="A" start="0">${items}</ol>`,
      ['0. one', 'A. two'],
    ],
    [
      'have boxes',
      '<ul><li><input type="checkbox" checked> done<li><input type="checkbox"> open <input value="x"></ul>',
      ['• ☑ done', '• ☐ open'],
    ],
  ])('%s', (_title, html, lines) => {
    expect(readLines(html)).toEqual(lines);
  });
});

describe('long pages', () => {
  test('are read as far as there is room', () => {
    const { blocks } = flowOf('<p>one</p>'.repeat(maxBlocks + 5));
    expect(blocks).toHaveLength(maxBlocks);
  });

  test('have 10,000 links, and that is reported', () => {
    expect(flowOf(toLinks(10_000)).warnings).toEqual([]);
    const { blocks, warnings } = flowOf(toLinks(10_002));
    expect(warnings).toEqual([
      'The page has more than 10000 links; those after them are text alone.',
    ]);
    const runs = blocks.flatMap((block) => (block.kind === 'text' ? block.runs : []));
    const linked = runs.filter(({ style }) => style.link !== undefined);
    expect(linked).toHaveLength(10_000);
    expect(runs.slice(-2)).toMatchObject([
      { text: ' b b ', style: { link: undefined, bold: false } },
      { text: 'end', style: { bold: true } },
    ]);
  });
});

function toLinks(count: number): string {
  return `<p>${'<a href="/a">b</a> '.repeat(count)}<b>end</b>`;
}

function toTable(rows: number): string {
  return `<table>${'<tr><td>a<td>b<td>c<td>d<td>e'.repeat(rows)}</table>`;
}

describe('tables', () => {
  test('end after 40,000 cells of a page, whole rows, and that is reported', () => {
    const { blocks, warnings } = flowOf(`${toTable(7_999)}<p>between${toTable(3)}<p>after`);
    expect(
      blocks.map((block) => (block.kind === 'table' ? block.rows.length : block.kind)),
    ).toEqual([7_999, 'text', 1, 'text']);
    expect(warnings).toEqual([
      "The page's tables have more than 40000 cells; the rows after them were left out.",
    ]);
  });

  test('of 40,000 cells are whole', () => {
    const { blocks, warnings } = flowOf(toTable(8_000));
    expect(blocks).toMatchObject([{ kind: 'table', rows: { length: 8_000 } }]);
    expect(warnings).toEqual([]);
  });
});

test('the rows of a table within a cell are lines of that', () => {
  const inner = '<table><tr><td>p<td>q<tr><td>r<td>s</table>';
  const [table] = flowOf(`<table><tr><th>A<th>B<tr><td>1<td>${inner}</table>`).blocks;
  const rows = table?.kind === 'table' ? table.rows : [];
  expect(
    rows.map(({ cells }) => cells.map(({ runs }) => runs.map(({ text }) => text).join(''))),
  ).toEqual([
    ['A', 'B'],
    ['1', 'p\nq\nr\ns'],
  ]);
});
