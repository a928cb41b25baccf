import { expect, test } from 'vitest';
import { type PdfBlock, type PdfItem, type PdfTag, plainText } from './pdf-lines.ts';
import { readTaggedPage } from './read-tagged-page.ts';

type Node = readonly [role: string, ...children: (Node | string)[]];

/** A page whose texts stand where they say: `text@x,y`, or on a line of their own, 14 points below the last one. */
function read(root: Node, isMono = false): readonly string[] {
  const items: PdfItem[] = [];
  let [x, y] = [72, 72];
  const toTag = ([role, ...children]: Node): PdfTag => ({
    role,
    children: children.map((child) => {
      if (typeof child !== 'string') return toTag(child);
      const [text = '', place] = child.split('@');
      if (place === undefined) [x, y] = [72, y + 14];
      else [x = 72, y = 72] = place.split(',').map(Number);
      const mark = `m${items.length}`;
      items.push({ text, x, y, width: 6 * text.length, size: 10, isMono, link: undefined, mark });
      return { mark };
    }),
  });
  const tags = toTag(root);
  const page = { number: 1, width: 595, height: 842, items, tags };
  return (readTaggedPage(page) ?? []).map(show);
}

function show(block: PdfBlock): string {
  if (block.kind === 'code') return `code: ${block.text}`;
  if (block.kind === 'table') {
    const rows = block.rows.map((row) => row.map(({ spans }) => plainText(spans)).join(' | '));
    return `table: ${rows.join(' / ')}`;
  }
  const name = block.kind === 'heading' ? `h${block.level}` : block.kind;
  return `${name}: ${plainText(block.spans)}`;
}

test('a heading and a paragraph stay whole whatever their texts are wrapped in', () => {
  const blocks = read([
    'Document',
    ['H1', ['NonStruct', 'Boats@72,80']],
    ['H2', ['Link', ['NonStruct', 'Hire@72,110']], ['NonStruct', 'and buy@110,110']],
    [
      'P',
      ['NonStruct', 'See@72,130'],
      ['Link', ['NonStruct', 'the terms@95,130']],
      ['NonStruct', 'and be@155,130'],
      ['Em', ['NonStruct', 'glad@72,144']],
    ],
  ]);
  expect(blocks).toEqual(['h1: Boats', 'h2: Hire and buy', 'text: See the terms and be glad']);
});

test('texts beside each other in a box are one paragraph, and each box is its own', () => {
  const blocks = read([
    'Document',
    [
      'NonStruct',
      ['NonStruct', ['NonStruct', 'A line'], ['Link', ['NonStruct', 'with a link@120,86']]],
      ['NonStruct', ['NonStruct', 'A second box']],
      ['NonStruct', 'Loose text@72,114'],
      ['Code', ['NonStruct', 'x=1@140,114']],
    ],
    ['Sect', 'a text without an element@72,128', 'another far below@72,200'],
  ]);
  expect(blocks).toEqual([
    'text: A line with a link',
    'text: A second box',
    'text: Loose text x=1',
    'text: a text without an element',
    'text: another far below',
  ]);
});

test('code is what says so, or several lines of letters of one width', () => {
  expect(read(['Document', ['NonStruct', ['Code', ['NonStruct', 'npm i']]]])).toEqual([
    'code: npm i',
  ]);
  expect(read(['Document', ['NonStruct', ['NonStruct', 'if (a) {', 'b();', '}']]], true)).toEqual([
    'code: if (a) {\nb();\n}',
  ]);
  expect(read(['Document', ['P', ['NonStruct', 'A line of a typewriter']]], true)).toEqual([
    'text: A line of a typewriter',
  ]);
});

test('a table keeps its caption, and a paragraph around paragraphs is none', () => {
  const blocks = read([
    'Document',
    [
      'Table',
      ['Caption', ['NonStruct', 'The fleet']],
      ['TR', ['TH', ['NonStruct', 'Name@72,100']], ['TH', ['NonStruct', 'Length@200,100']]],
      ['TR', ['TD', ['P', 'Gull@72,114']], ['TD', ['NonStruct', '7 m@200,114']]],
    ],
    ['P', ['P', 'One'], ['NonStruct', ['P', 'Two']]],
  ]);
  expect(blocks).toEqual([
    'text: The fleet',
    'table: Name | Length / Gull | 7 m',
    'text: One',
    'text: Two',
  ]);
});

test('a page whose tags leave out more than a tenth of its letters is not read by them', () => {
  const tags: PdfTag = { role: 'Document', children: [{ role: 'P', children: [{ mark: 'a' }] }] };
  const item = { x: 72, y: 72, width: 60, size: 10, isMono: false, link: undefined };
  const items = [
    { ...item, text: 'ten letter', mark: 'a' },
    { ...item, text: 'ten others', mark: undefined },
  ];
  expect(readTaggedPage({ number: 1, width: 595, height: 842, items, tags })).toBeUndefined();
});

test('a page whose tags leave out what was filled in is not read by them', () => {
  const tags: PdfTag = { role: 'Document', children: [{ role: 'P', children: [{ mark: 'a' }] }] };
  const item = { x: 72, y: 72, width: 60, size: 10, isMono: false, link: undefined };
  const items = [
    { ...item, text: 'The name of the one who signs', mark: 'a' },
    { ...item, text: 'An', mark: 'b', isFilledIn: true },
  ];
  const page = { number: 1, width: 595, height: 842, tags };
  expect(readTaggedPage({ ...page, items })).toBeUndefined();
  expect(readTaggedPage({ ...page, items: items.slice(0, 1) })).toHaveLength(1);
});
