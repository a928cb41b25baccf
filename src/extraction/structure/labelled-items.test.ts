import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from './extract-structure.ts';

function readList(body: string, name: string): unknown {
  const reading = readPage({
    html: `<html lang="en"><h1>The long film</h1>${body}`,
    url: 'https://films.example/1',
  });
  const properties = { [name]: { type: 'array', items: { type: 'string' } } };
  const schema = { type: 'object', properties };
  const { value } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  return (value as Readonly<Record<string, unknown>>)[name];
}

const two = ['Ann Oak', 'Bob Elm'];
const items = '<ul><li>Ann Oak</li><li>Bob Elm</li></ul>';
const links = '<a href="/a">Ann Oak</a> <a href="/b">Bob Elm</a>';

test.each([
  ['a list below a heading', (label: string) => `<h2>${label}</h2>${items}`],
  ['a list in a definition', (label: string) => `<dl><dt>${label}<dd>${items}</dl>`],
  ['definitions', (label: string) => `<dl><dt>${label}<dd>Ann Oak<dd>Bob Elm<dt>Made<dd>1999</dl>`],
  [
    'lines of a cell',
    (label: string) => `<table><tr><th>${label}<td>Ann Oak<br>Bob Elm<tr><th>Made<td>1999</table>`,
  ],
  ['links of a cell', (label: string) => `<table><tr><th>${label}<td>${links}</table>`],
  [
    'links of two blocks around them',
    (label: string) =>
      `<p>${label}</p><div class="scroller"><div class="scroll">${links.replaceAll('</a> ', '</a>').replaceAll(/<a ([^>]*)>([^<]*)/g, '<a $1><span>$2</span>')}</div></div>`,
  ],
  ['marks', (label: string) => `<dl><dt>${label}<dd>${links.replaceAll(/\ba\b/g, 'i')}</dl>`],
  [
    'links behind a label',
    (label: string) => `<p><b>${label}:</b> ${links.replace('> <', '>, <')}</p>`,
  ],
  [
    'links of one class behind a label',
    (label: string) => `<p><b>${label}:</b> ${links.replaceAll('<a', '<a class="n"')}</p>`,
  ],
])('%s is a list of names and of other values', (_, toBody) => {
  expect(readList(toBody('Authors'), 'authors')).toEqual(two);
  expect(readList(toBody('Starring'), 'starring')).toEqual(two);
});

test.each([
  [
    'a link of another kind behind the value',
    '<p><b>Starring:</b> <a class="n" href="/a">Ann Oak</a> <a class="edit" href="/e">Change</a></p>',
  ],
  [
    'a link behind the value that nothing joins to it',
    '<p><b>Starring:</b> <a href="/a">Ann Oak</a> <a href="/e">Change</a></p>',
  ],
  ['the term that follows', '<dl><dt>Starring<dd>Ann Oak<dt>Made<dd>In France</dl>'],
])('%s is none of its items', (_, body) => {
  expect(readList(body, 'starring')).toEqual(['Ann Oak']);
});

test('the languages that a page lists are these, and not its own', () => {
  const body = '<h2>Supported languages</h2><ul><li>English<li>French<li>German</ul>';
  expect(readList(body, 'languages')).toEqual(['English', 'French', 'German']);
});

test.each([
  [
    'tags behind a label',
    '<p>Tags: <a rel="tag" href="/a">Oak</a> <a rel="tag" href="/b">Elm</a></p>',
  ],
  [
    'tags behind an icon',
    '<p>Tags: <i class="icon"></i><a href="/t/oak">Oak</a> <a href="/t/elm">Elm</a></p>',
  ],
  [
    'links to one folder',
    '<p>Tags: <a href="/t/oak">Oak</a> <a href="https://films.example/t/elm/">Elm</a></p>',
  ],
  [
    'links of one search',
    '<p><b>Tags:</b> <a href="/s?tag=oak">Oak</a> <a href="/s?tag=elm">Elm</a></p>',
  ],
  [
    'marks of one class',
    '<div>Tags: <span class="tag">Oak</span> <span class="tag">Elm</span></div>',
  ],
])('%s are a list without commas', (_, body) => {
  expect(readList(body, 'tags')).toEqual(['Oak', 'Elm']);
});

test('hashtags of one text are a list, and parts of one value are none', () => {
  expect(readList('<p>Tags: #oak #elm</p>', 'tags')).toEqual(['#oak', '#elm']);
  expect(readList('<p>Tags: <i>Old</i> oak</p>', 'tags')).toEqual(['Old oak']);
});

test.each([
  ['dots', '<p>Skills: SQL · Project management · Go</p>'],
  ['bullets', '<p>Skills: SQL • Project management • Go</p>'],
  ['strokes', '<p>Skills: SQL / Project management / Go</p>'],
  [
    'boxes below a heading',
    '<section><h3>Skills</h3><div class="item">SQL</div><div class="item">Project management</div><div class="item">Go</div></section>',
  ],
  ['a word behind commas', '<p>Skills: SQL, Project management and Go</p>'],
])('%s part the items of a list', (_, body) => {
  expect(readList(body, 'skills')).toEqual(['SQL', 'Project management', 'Go']);
});

test('a list in two columns is one, and cells in turn are none', () => {
  const columns = [items, items.replace('Ann', 'Cy').replace('Bob', 'Di')]
    .map((list) => `<div class="col">${list}</div>`)
    .join('');
  expect(readList(`<h3>Starring</h3>${columns}`, 'starring')).toEqual([...two, 'Cy Oak', 'Di Elm']);
  const cells = ['Starring', 'Ann Oak', 'Made', 'In France'];
  const body = cells.map((cell) => `<div class="cell">${cell}</div>`).join('');
  expect(readList(body, 'starring')).toEqual(['Ann Oak']);
});

test.each([
  ['garden, food and drink', ['garden', 'food and drink']],
  ['Travel, Arts & Crafts', ['Travel', 'Arts & Crafts']],
  ['Ann Oak, Bob Elm and Cy Ash', ['Ann Oak', 'Bob Elm', 'Cy Ash']],
])('what a word joins in "%s" is one item, or two where both begin as names do', (text, wanted) => {
  expect(readList(`<p>Topics: ${text}</p>`, 'topics')).toEqual(wanted);
});

test.each([
  ['a list that its markup names', '<ul aria-label="Skills"><li>SQL</li><li>Go</li></ul>'],
  ['lines below one that is set off', '<p><strong>Skills</strong><br>SQL<br>Go</p>'],
  ['lines below a label with a colon', '<div><b>Skills:</b><br>SQL<br>Go</div>'],
])('%s has the name of the field', (_, body) => {
  expect(readList(body, 'skills')).toEqual(['SQL', 'Go']);
});

test('lines below other words are not what these name', () => {
  expect(readList('<p>Our skills<br>SQL<br>Go</p>', 'skills')).toBeUndefined();
  expect(
    readList('<nav><ul aria-label="Skills"><li>SQL</li><li>Go</li></ul></nav>', 'skills'),
  ).toBeUndefined();
});
