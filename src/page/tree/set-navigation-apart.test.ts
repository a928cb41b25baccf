import { expect, test } from 'vitest';
import type { AnyNode } from 'domhandler';
import { getElementById } from 'domutils';
import { maxExponent, measureGrowth } from '../../../test/support/measure-growth.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readPage } from '../read-page.ts';
import { setNavigationApart, type NavigationPlace } from './set-navigation-apart.ts';

const url = 'https://harbour.test/quay';

function write(body: string, place: NavigationPlace = 'end'): string {
  const { document } = readPage({ html: `<body>${body}`, url });
  const main = getElementById('main', document.children);
  setNavigationApart(document, new Set<AnyNode>(main === null ? [] : [main]), place);
  return toMarkdown({ url, document })
    .replaceAll(/\]\([^()]*\)/g, ']')
    .trim();
}

const link = (text: string): string => `<a href="/${text}">${text}</a>`;
const links = ['Tides', 'Berths', 'Cranes', 'Ropes', 'Lamps'].map((each) => link(each)).join(' ');
const content = '<div id="main"><h1>Quay</h1><p>The walls lean.</div>';

test.each([
  ['a menu', `<nav>${link('Tides')}</nav>`, '[Tides]'],
  ['a menu by its role', `<div role="navigation">${link('Tides')}</div>`, '[Tides]'],
  [
    'the header of the site',
    `<header><b>Harbour</b> ${link('Tides')}</header>`,
    '**Harbour** [Tides]',
  ],
  ['a list of links', `<div>${links}</div>`, '[Tides] [Berths] [Cranes] [Ropes] [Lamps]'],
  [
    'the way to a page',
    `<p class="site-breadcrumbs">${link('Tides')} / Quay</p>`,
    '[Tides] / Quay',
  ],
  ['the link past the menu', '<a href="#main">Skip to content</a>', '[Skip to content]'],
  [
    'a short list of links before the content',
    `<ul><li>${link('Tides')}<li>${link('Berths')}</ul>`,
    '- [Tides]\n- [Berths]',
  ],
])('%s stands at the end, or is left out', (_what, area, written) => {
  expect(write(area + content)).toBe(`# Quay\n\nThe walls lean.\n\n## Navigation\n\n${written}`);
  expect(write(area + content, 'omit')).toBe('# Quay\n\nThe walls lean.');
});

test.each([
  ['a menu that holds main content', `<nav id="main">${link('Tides')}</nav><p>Text`],
  [
    'a table of contents',
    '<nav><a href="#walls">Walls</a> <a href="#lamps">Lamps</a></nav><p>Text',
  ],
  [
    'a text with links',
    `<p>The ${links} of the harbour are old, and so are its walls and its people.`,
  ],
  ['a header without links', '<header><b>Harbour</b></header><p>Text'],
  ['a page that is nothing but links', `<ul><li>${links}</ul>`],
  [
    'a short list of links in the content',
    `${content}<ul><li>${link('Tides')}<li>${link('Berths')}</ul>`,
  ],
])('%s stays where it is', (_what, body) => {
  const { document } = readPage({ html: `<body>${body}`, url });
  const before = toMarkdown({ url, document })
    .replaceAll(/\]\([^()]*\)/g, ']')
    .trim();
  expect(write(body)).toBe(before);
});

/** Paragraphs of links below many elements. */
function grow(length: number): string {
  return '<div>'.repeat(200) + `<p>${links}`.repeat(length / links.length);
}

function setApart(html: string): void {
  setNavigationApart(readPage({ html, url }).document, new Set(), 'end');
}

test('work grows with the page alone', () => {
  expect(measureGrowth(setApart, grow)).toBeLessThanOrEqual(maxExponent);
});
