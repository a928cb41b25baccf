import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';

const css =
  '<style>.sr-only{position:absolute;clip:rect(0,0,0,0);width:1px;height:1px;overflow:hidden}.closed{display:none}</style>';
const readCell = (content: string, isForPeople: boolean): string => {
  const html = `${css}<table><tr><th>Feature</th><th>Pro</th></tr><tr><td>SSO</td><td>${content}</td></tr></table>`;
  const markdown = toMarkdown(readPage({ html, url: 'https://a.example/', isForPeople }));
  return /^\| SSO \|(.*)\|$/m.exec(markdown)?.[1]?.trim() ?? markdown;
};

describe('a cell with nothing but an icon', () => {
  test.each([
    ['<svg aria-label="Yes"><path d=""/></svg>', 'Yes'],
    ['<svg><title>No</title><path d=""/></svg>', 'No'],
    ['<div><i class="fa fa-check" aria-label="Yes"></i></div>', 'Yes'],
    ['<span title="Included"></span>', 'Included'],
  ])('says what the icon is called: %s', (content, text) => {
    expect(readCell(content, true)).toBe(text);
    expect(readCell(content, false)).toBe(text);
  });

  test.each([
    ['<svg aria-hidden="true"></svg><span class="sr-only">Included</span>', 'Included'],
    ['<div><i></i><span class="sr-only">Up to <b>5</b></span></div>', 'Up to **5**'],
  ])('says to people the text for screen readers beside it: %s', (content, text) => {
    expect(readCell(content, true)).toBe(text);
    expect(readCell(content, false)).toBe('');
  });

  test.each([
    '<i></i><span class="closed">Yes</span>',
    '<i></i><span hidden class="sr-only">Yes</span>',
    '<span class="sr-only">Yes</span>',
    '<svg aria-hidden="true" aria-label="Yes"></svg>',
    '<a><svg aria-label="Go"></svg></a>',
    '<button><svg aria-label="Buy"></svg></button>',
    `<svg aria-label="${'Yes '.repeat(51)}"></svg>`,
  ])('is empty where it shows nothing, or a control: %s', (content) => {
    expect(readCell(content, true)).toBe('');
    expect(readCell(content, false)).toBe('');
  });
});

test('a cell with a text is told by that alone', () => {
  expect(readCell('5 <i></i><span class="sr-only">seats</span>', true)).toBe('5');
  expect(readCell('5 <svg><title>Seats</title></svg>', true)).toBe('5');
});
