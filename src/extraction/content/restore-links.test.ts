import { Element } from 'domhandler';
import { expect, test } from 'vitest';
import { createLinkRestorer } from './restore-links.ts';

const link = (url: string) => ({ url, source: { node: new Element('a', {}) } });

test('marks around a reference go with it, and one in braces behind words is no part of them', () => {
  const { inValue } = createLinkRestorer(new Map([['@L1', link('https://a.example/1')]]));
  const written = [
    '"@L1"',
    '#@L1',
    '/@L1',
    'link @L1',
    '`@L1`.',
    'Oak stool {@L1}',
    'A {@L9}',
    '{@L1}',
  ];
  const url = 'https://a.example/1';
  expect(inValue(written)).toEqual([url, url, url, url, url, 'Oak stool', 'A {@L9}', url]);
});

test('references become addresses wherever they stand, and what is none stays', () => {
  const links = new Map([
    ['@L1', link('https://a.example/1')],
    ['@L12', link('https://a.example/12')],
  ]);
  const { inValue } = createLinkRestorer(links);
  expect(
    inValue({
      alone: '[@L1]',
      two: '@L1\n@L12',
      marked: 'See [the sea](@L12), or @L1.',
      '@L1': ['@L2', 'mail@L1.example', '@L12x', '@l1'],
    }),
  ).toEqual({
    alone: 'https://a.example/1',
    two: 'https://a.example/1\nhttps://a.example/12',
    marked: 'See [the sea](https://a.example/12), or https://a.example/1.',
    'https://a.example/1': ['@L2', 'mail@L1.example', '@L12x', '@l1'],
  });
});

const uriSchema = {
  type: 'object',
  properties: {
    page: { type: 'string', format: 'uri' },
    size: { type: 'string' },
    manuals: { type: 'array', items: { type: 'string', format: 'uri' } },
    link: { type: 'string', enum: ['L1', 'L2'] },
    file: { type: 'string', description: 'URL of the data sheet' },
  },
};

test('a reference to a link that there is not is no address, and a text where none is wanted', () => {
  const { inValue, warnings } = createLinkRestorer(new Map([['@L1', link('https://a.example/1')]]));
  expect(inValue({ page: '@l1', file: '@L01', size: '@L9' }, uriSchema)).toEqual({
    page: 'https://a.example/1',
    file: 'https://a.example/1',
    size: '@L9',
  });
  expect(warnings()).toEqual([expect.stringContaining('no links of the page: @L9.')]);
  expect(inValue({ page: '[@L9]', manuals: ['@L1', '＠L99'] }, uriSchema)).toEqual({
    page: null,
    manuals: ['https://a.example/1', null],
  });
  expect(warnings().join()).toContain('links that the page does not have');
});

test('of a page without links no reference is an address', () => {
  const { inValue, inText, warnings } = createLinkRestorer(new Map());
  expect(inValue({ page: '@L1' }, uriSchema)).toEqual({ page: null });
  expect(warnings().join()).toContain('links that the page does not have');
  expect(inText('see @L2')).toBe('see @L2');
  expect(warnings().join()).toContain('no links of the page: @L2.');
});

test('where an address is wanted, a reference may have lost its sign or have words around it', () => {
  const { inValue } = createLinkRestorer(
    new Map([
      ['@L1', link('https://a.example/1')],
      ['@L2', link('https://a.example/2')],
    ]),
  );
  expect(
    inValue(
      {
        page: 'see @L1',
        size: 'L1',
        manuals: [
          'L1',
          '＠L2',
          '[L2]',
          '[Oak stool](@L1)',
          'see L2.',
          'L9',
          'https://a.example/L1',
        ],
        link: 'L1',
        file: '(L2)',
      },
      uriSchema,
    ),
  ).toEqual({
    page: 'https://a.example/1',
    size: 'L1',
    manuals: [
      'https://a.example/1',
      'https://a.example/2',
      'https://a.example/2',
      'https://a.example/1',
      'https://a.example/2',
      'L9',
      'https://a.example/L1',
    ],
    link: 'L1',
    file: 'https://a.example/2',
  });
  expect(inValue({ url: 'L2', linkText: 'L2', note: 'as ＠L1 says' })).toEqual({
    url: 'https://a.example/2',
    linkText: 'L2',
    note: 'as https://a.example/1 says',
  });
  expect(inValue(['L1'], { type: 'array', items: { format: 'uri' } })).toEqual([
    'https://a.example/1',
  ]);
  expect(inValue({ page: '@L1 or @L2' }, uriSchema)).toEqual({
    page: 'https://a.example/1 or https://a.example/2',
  });
});
