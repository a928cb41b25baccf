import { describe, expect, it } from 'vitest';
import { readPage } from '../read-page.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';

function toLine(html: string): string {
  return toMarkdown(readPage({ html: `<p>${html}`, url: 'https://a.example/' })).trim();
}

describe('words that touch', () => {
  it.each([
    ['a name after its role', '<span>Author</span><span>Sara Welch</span>', 'Author Sara Welch'],
    ['a number after a word', '<span>Shares</span><span>33k</span>', 'Shares 33k'],
    ['two numbers', '<span>€67</span><span>8% off</span>', '€67 8% off'],
    ['elements in elements', '<i><span>By</span></i><span><b>Ada</b></span>', '*By* **Ada**'],
    [
      'two links, whatever they begin with',
      '<a href="/1">one</a><a href="/2">two</a>',
      '[one](https://a.example/1) [two](https://a.example/2)',
    ],
    [
      'a value after its label',
      '<label>Serves</label>4, <label>Time:</label>5',
      'Serves 4, Time: 5',
    ],
    [
      'a text and a part of it in a box',
      'Terms apply<span>Footnote</span>',
      'Terms apply Footnote',
    ],
    ['a value after its name', '<b>Rating:</b><span>4.5</span>', '**Rating:** 4.5'],
    ['a value in small letters', '<span>Colour:</span><em>red</em>', 'Colour: *red*'],
    ['a value in the text’s element', 'Colour:<span>red</span>', 'Colour: red'],
    ['a value of several words', 'Height<small>21 cm</small>', 'Height 21 cm'],
    [
      'lines of a drawing',
      '<svg><text><tspan>walk of</tspan><tspan>the dog</tspan></text></svg>',
      'walk of the dog',
    ],
  ])('are kept apart: %s', (_what, html, line) => {
    expect(toLine(html)).toBe(line);
  });

  it.each([
    ['a word that a style cuts in two', '<span>impor</span><span>tant</span>', 'important'],
    ['an ending', '<a href="/1">lamp</a><span>s</span>', '[lamp](https://a.example/1)s'],
    ['an initial', '<span>T</span><span>HE night</span>', 'THE night'],
    ['digits of a counter', '<span>1</span><span>9</span>', '19'],
    ['text beside an element', '<b>Key</b>Word <u>Key</u>Word', '**Key**Word KeyWord'],
    ['a name that a style cuts in two', 'You<span>Tube</span>', 'YouTube'],
    ['a word in a text that is marked in part', 'The big Key<b>Word</b>', 'The big Key**Word**'],
    ['an element without text', 'Key<span></span>Word', 'KeyWord'],
    ['an empty one after another', '<span>Key</span><span></span>Word', 'KeyWord'],
    ['punctuation', '<span>Key</span><span>: Word</span>', 'Key: Word'],
    ['words without letters that are large', '<span>中</span><span>文字</span>', '中文字'],
    ['a time', '<span>10:</span><span>30</span>', '10:30'],
    ['an address', '<span>https:</span><span>//a.example</span>', 'https://a.example'],
    ['code', '<code><span>new</span><span>Map</span></code>', '`newMap`'],
    ['formulas', 'H<sub>2</sub><sup>3</sup>', 'H<sub>2</sub><sup>3</sup>'],
  ])('are left as they are: %s', (_what, html, line) => {
    expect(toLine(html)).toBe(line);
  });
});
