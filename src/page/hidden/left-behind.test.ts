import { expect, test } from 'vitest';
import { findMainContent } from '../main-content/find-main-content.ts';
import { keepNodes } from '../tree/to-html.ts';
import { readPage } from '../read-page.ts';
import { readText } from '../tree/node-text.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'];
const paragraphs = days.map(
  (day) =>
    `<p>On ${day} the ferry left an hour late, because the wind had turned and the crew had to wait for the tide, which the captain told everybody on deck.</p>`,
);
const passage =
  '<p>A withdrawn passage about the old captain stands here, which the page hides with care from everybody who reads it.</p>';

function readMain(css: string, part: string, more = ''): string {
  const [one = '', two = '', ...others] = paragraphs;
  const html = `<!doctype html><html lang="en"><title>Ferry</title><style>${css}</style><main><article><h1>Ferry</h1>${one}${two}${part}${others.join('')}</article></main>${more}</html>`;
  const reading = readPage({
    html,
    url: 'https://ferry.example/log',
    keepCollapsed: true,
    isForPeople: true,
  });
  return readText(keepNodes(reading.document, findMainContent(reading)));
}

test.each([
  ['by a class', '.x1{display:none}', `<div class="x1">${passage}</div>`],
  ['by an id', '#x1{display:none}', `<section id="x1">${passage}</section>`],
  ['by visibility', '.x1{visibility:hidden}', `<div class="x1">${passage}</div>`],
  [
    'on wide screens',
    '@media(min-width:600px){.x1{display:none}}',
    `<div class="x1">${passage}</div>`,
  ],
])('a passage that a style sheet hides for good is no main content: %s', (_, css, part) => {
  const text = readMain(css, part);
  expect(text).not.toContain('withdrawn');
  for (const day of days) expect(text).toContain(day);
});

test.each([
  [
    'another state shows it',
    '.x1{display:none}.on .x1{display:block}',
    `<div class="x1">${passage}</div>`,
    '',
  ],
  [
    'a control stands beside it',
    '.x1{display:none}',
    `<button>More</button><div class="x1">${passage}</div>`,
    '',
  ],
  ['it is a tab', '.x1{display:none}', `<div class="x1" role="tabpanel">${passage}</div>`, ''],
  [
    'a link leads to it',
    '#x1{display:none}',
    `<div id="x1">${passage}</div>`,
    '<a href="#x1">Log</a>',
  ],
  [
    'a script names it',
    '.x1{display:none}',
    `<div class="x1">${passage}</div>`,
    '<script>show(".x1")</script>',
  ],
])('a hidden passage that something in the page may show stays: %s', (_, css, part, more) => {
  expect(readMain(css, part, more)).toContain('withdrawn');
});

test('hidden parts that are most of the text stay, because a script shows them', () => {
  const text = readMain('.x1{display:none}', `<div class="x1">${passage.repeat(12)}</div>`);
  expect(text).toContain('withdrawn');
});
