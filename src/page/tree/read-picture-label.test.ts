import { isTag, type Element } from 'domhandler';
import { findAll } from 'domutils';
import { describe, expect, it } from 'vitest';
import { readPage } from '../read-page.ts';
import { readPictureLabel } from './pictures.ts';

function isPicture(element: Element): boolean {
  return isTag(element) && (element.name === 'img' || element.attribs['role'] === 'img');
}

function readLabels(html: string): readonly string[] {
  const { document } = readPage({ html, url: 'https://a.example/' });
  return findAll(isPicture, document.children).map(readPictureLabel);
}

describe('what stands for a picture', () => {
  it.each<[string, string, readonly string[]]>([
    ['is its alternative text on one line', '<img alt=" A\n lamp ">', ['A lamp']],
    ['is nothing where it has none', '<img src="a.png"><img alt="">', ['', '']],
    ['is the title of a drawing', '<svg role="img"><title>Stars</title><path/></svg>', ['Stars']],
    [
      'is the label of whatever says it is a picture',
      '<span role="img" aria-label="4 of 5 stars"></span>',
      ['4 of 5 stars'],
    ],
    [
      'is its label before its title',
      '<svg role="img" aria-label="4 of 5"><title>stars.svg</title></svg>',
      ['4 of 5'],
    ],
    [
      'is the text within, where there is some',
      '<span role="img" aria-label="party">🎉</span>',
      [''],
    ],
    [
      'is nothing where the text beside it says the same',
      '<img alt="Lamp"><span>lamp</span>',
      [''],
    ],
    [
      'nor where its caption does',
      '<figure><img alt="Lamp"><figcaption>Lamp</figcaption></figure>',
      [''],
    ],
    ['nor where the text before it does', '<p>Lamp <img alt="Lamp">', ['']],
    [
      'is said where only another entry says the same',
      '<ul><li>Easy<li><img alt="Easy">',
      ['Easy'],
    ],
    ['or another paragraph before it', '<p>Easy</p><p><img alt="Easy"></p>', ['Easy']],
    [
      'is said once of two that stand for the same',
      '<img alt="Logo"><img alt="Logo">',
      ['Logo', ''],
    ],
  ])('%s', (_title, html, labels) => {
    expect(readLabels(html)).toEqual(labels);
  });

  it('drawings that do not say that they stand for something are decoration', () => {
    const { document } = readPage({
      html: '<svg><title>icon-7</title><text>x</text></svg>',
      url: 'https://a.example/',
    });
    const [svg] = findAll(({ name }) => name === 'svg', document.children);
    expect(svg?.attribs).toEqual({});
  });
});
