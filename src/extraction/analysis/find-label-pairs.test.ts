import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { findLabelPairs } from './find-label-pairs.ts';
import { indexPage } from './index-page.ts';

function list(html: string, ...wanted: readonly string[]): readonly string[] {
  const page = indexPage(readPage({ html, url: 'https://labels.example/' }));
  return findLabelPairs(page, new Set(wanted)).map(
    ({ labelText, value }) => `${labelText} = ${value}`,
  );
}

test.each([
  ['a cell', (lines: string) => `<table><tr><td>${lines}</td></tr></table>`],
  ['a paragraph', (lines: string) => `<p>${lines}</p>`],
])('lines that <br> parts are each a pair of their own in %s', (_name, wrap) => {
  const lines = 'Watering can<br>Price: <b>£33.00</b><br>Weight: 1.9 kg<br>Serves 4';
  expect(list(wrap(lines), 'serves')).toEqual(['Price = £33.00', 'Weight = 1.9 kg', 'Serves = 4']);
});

test.each([
  ['Prep: 15 min | Cook: 10 min | Serves: 4', ['Prep = 15 min', 'Cook = 10 min', 'Serves = 4']],
  ['Easy • Prep: 15 min • Serves 4', ['Prep = 15 min', 'Serves = 4']],
  ['Serves 4 / Prep: 15 min', ['Serves = 4', 'Prep = 15 min']],
  ['Course: Lunch | Dinner | Serves: 4', ['Course = Lunch | Dinner', 'Serves = 4']],
  ['Host: Ana Moreno. Guest: Dr. Tom Field.', ['Host = Ana Moreno', 'Guest = Dr. Tom Field']],
  ['Note: It is good. Eat it.', ['Note = It is good. Eat it.']],
  ['London / photo: Ada Byron', ['London / photo = Ada Byron']],
  ['Course: Lunch/Dinner', ['Course = Lunch/Dinner']],
  ['Course: Lunch | Dinner', ['Course = Lunch | Dinner']],
])(
  'marks part the pairs of one line, and no value without a label behind them: %s',
  (line, pairs) => {
    expect(list(`<p>${line}</p>`, 'serves')).toEqual(pairs);
  },
);

test.each([
  [
    '<b>Type:</b> bk <b>Chapter:</b> 13 <b>Asset:</b> Yes',
    ['Type = bk', 'Chapter = 13', 'Asset = Yes'],
  ],
  ['Walker <b>Type</b>: bk, <b>Chapter</b>: 13', ['Type = bk', 'Chapter = 13']],
  ['<b>Note:</b> at 10:30 <i>or later</i>', ['Note = at 10:30 or later']],
])('labels in elements of their own part the pairs of one line: %s', (line, pairs) => {
  expect(list(`<p>${line}</p>`)).toEqual(pairs);
  expect(list(`<table><tr><td>Kim<br>${line}<br>End</td></tr></table>`)).toEqual(pairs);
});

test('lines of the source between two breaks are one line, and blocks are not', () => {
  const labels = '<b>Type:</b> bk\n<b>Chapter:</b> 13\n';
  expect(list(`<center><b>Kim</b>\nWalker<br>${labels}<br>End</center>`)).toEqual([
    'Type = bk',
    'Chapter = 13',
  ]);
});

test('a value ends where the next label begins', () => {
  const html = '<div><div>Cook: 40 min</div><div>Serves: 4</div></div>';
  expect(list(html)).toEqual(['Cook = 40 min', 'Serves = 4']);
});

test('a label may stand on a line of its own before its value', () => {
  expect(list('<div>Weight:<div>1.9 kg</div></div>')).toEqual(['Weight = 1.9 kg']);
});

test.each(['14 April 2026, 06:30', 'Doors 19:30 to 22:00'])('%s holds no label', (text) => {
  expect(list(`<p>${text}</p>`)).toEqual([]);
});

test('a colon before a number still ends a label', () => {
  expect(list('<p>Pages:320</p><p>Chapter 2: The sea</p>')).toEqual([
    'Pages = 320',
    'Chapter 2 = The sea',
  ]);
});

test('the words of a link are no label and its value', () => {
  expect(list('<ul><li><a href="/about">About us</a></li></ul>', 'about')).toEqual([]);
  expect(list('<p>Author <a href="/jane">Jane Dale</a></p>', 'author')).toContain(
    'Author = Jane Dale',
  );
});

test('a number over its caption is the value of that label', () => {
  const html = '<div><p>1 h 25 min</p><p>Total time</p></div><div><p>40 min</p><p>Prep</p></div>';
  expect(list(html, 'total time', 'prep')).toEqual(['Total time = 1 h 25 min', 'Prep = 40 min']);
});

test.each([
  '<table><tr><th>Top 10</th><th>Brand</th></tr></table>',
  '<ul><li>Top 10</li><li>Brand</li></ul>',
  '<div><p>Our products</p><p>Brand</p></div>',
])('what stands before a label in %s is not its value', (html) => {
  expect(list(html, 'brand').filter((pair) => pair.startsWith('Brand'))).toEqual([]);
});

test.each([
  '<ul><li>Brand</li><li>Colour</li><li>Size</li></ul>',
  '<ul><li><a href="/b">Brand</a></li><li><a href="/c">Colour</a></li></ul>',
  '<div><button>Brand</button><button>Colour</button></div>',
])('an entry of %s does not name the one after it', (html) => {
  expect(list(html, 'brand', 'material').filter((pair) => pair.startsWith('Brand'))).toEqual([]);
});

test('a label in an element of its own names what the next element says', () => {
  expect(list('<div><span>Brand</span><span>Lumo</span></div>', 'brand')).toContain('Brand = Lumo');
  expect(list('<ul><li><b>Brand</b><span>Lumo</span></li></ul>', 'brand')).toContain(
    'Brand = Lumo',
  );
});

test.each([
  ['Departure 10:15, arrival 13:05', ['Departure = 10:15', 'arrival = 13:05']],
  ['Departure: Leeds, arrival: York', ['Departure = Leeds', 'arrival = York']],
  ['Departure: Leeds, York', ['Departure = Leeds, York']],
])('a comma parts what labels of their own begin: %s', (line, pairs) => {
  expect(list(`<p>${line}</p>`, 'departure', 'arrival')).toEqual(pairs);
});

test.each(['Journal of Trees, vol. 12', 'Journal und Kalender 2021', 'Journal & Notes'])(
  'a word that is a part of a name is no label: %s',
  (line) => {
    expect(list(`<p>${line}</p>`, 'journal')).toEqual([]);
  },
);

const toItem = (name: string): string => `<li>${name} <span>19/1/2026 05:00</span></li>`;

test('a later word of what a link is called is no label', () => {
  const title = 'Hospital base: new name, scope old';
  const found = list(toItem(`<h3><a href="/a">${title}</a></h3>`), 'scope');
  expect(found.filter((pair) => pair.startsWith('scope'))).toEqual([]);
  expect(list(toItem('Base: new name, scope old'), 'scope')).toContain(
    'scope = old 19/1/2026 05:00',
  );
});

test('a label in Chinese brackets has what stands behind it', () => {
  expect(list('<p>【作者】张三</p>')).toEqual(['作者 = 张三']);
  expect(list('<p>【作者】【责编】</p>')).toEqual([]);
});

test('what a form asks for is no value of its labels, but what stands by a label on the page is', () => {
  const fields =
    '<label>Address Line 2</label><input><label>Country</label><div><p>Select a Country</p></div>';
  expect(list(`<h1>Contact</h1><form>${fields}</form>`, 'address', 'country')).toEqual([]);
  const shown = '<label>Country</label><span>Peru</span>';
  expect(list(shown, 'country')).toEqual(['Country = Peru']);
  expect(list(`<form><h1>Kim</h1>${shown}</form>`, 'country')).toEqual(['Country = Peru']);
});

test('a cell that holds a table of its own is no value', () => {
  const inner =
    '<table><tr><th>Name</th><td>Ann</td></tr><tr><th>City</th><td>Bath</td></tr></table>';
  expect(list(`<table><tr><th>Billing</th><td>${inner}</td></tr></table>`)).toEqual([
    'Name = Ann',
    'City = Bath',
  ]);
});

test('a list behind a label in bold type is no value in one line', () => {
  const items = '<ul><li>Knead dough</li><li>Shape loaves</li></ul>';
  const lists = `<p><b>Duties:</b></p>${items}<p>They vary.</p><p><b>Needs:</b></p>${items}`;
  expect(list(`<main>${lists}</main>`)).toEqual([]);
  expect(list('<main><b>Duties:</b> Bake <b>Needs:</b> <p>Time</p></main>')).toContain(
    'Needs = Time',
  );
});

test.each(['Model # X17-B', 'Model No. X17-B', 'Model Nr. X17-B'])(
  'a sign for a number in front of a value belongs to its label: %s',
  (line) => {
    expect(list(`<p>${line}</p>`, 'model')).toContain('Model = X17-B');
  },
);

test('definitions above their terms are those of the terms below them', () => {
  const stats = '<div><dd>4,321<dt>Followers</div><div><dd>87<dt>Posts</div>';
  expect(list(`<dl>${stats}</dl>`)).toEqual(['Posts = 87', 'Followers = 4,321']);
});

test('two letters that a stroke parts are one word of a label', () => {
  expect(list('<p>P/E ratio: 28.4</p>', 'pe ratio')).toEqual(['P/E ratio = 28.4']);
});

test('a day behind "on", and a dash in front of another label, are no parts of a value', () => {
  expect(list('<p>Added on 12/03/2026</p>', 'added')).toContain('Added = 12/03/2026');
  expect(list('<p>Added on Tuesday, March 3</p>', 'added')).toContain('Added = Tuesday, March 3');
  expect(list('<p>Argued May 3, 2025 — Decided June 4, 2025</p>', 'argued', 'decided')).toEqual([
    'Argued = May 3, 2025',
    'Decided = June 4, 2025',
  ]);
});
