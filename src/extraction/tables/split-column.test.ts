import { describe, expect, test } from 'vitest';
import { readRows, text } from '../../../test/support/extract-list.ts';

const row = (number: number, judge: string): string =>
  `<tr><td><a href="/o/${number}">Ash v. Birch ${'ABCDE'[number]}</a><br>A1002${number} <a href="/p">[PDF]</a>` +
  `<br>Judge: ${judge}<p>Affirmed by the court of the county, since nothing was shown to the contrary in time.</p>`;

const record = (number: number): string =>
  `Filed 02/0${number}/2024, No. 10-40${number}2<br><a href="/o/${number}">Ash v. Birch</a><br>` +
  `Circuit Court of County ${'ABCDEF'[number]}<br><br>`;

const ruling = {
  case_names: text,
  docket_numbers: text,
  case_dates: text,
  judges: text,
  lower_courts: text,
};

describe('values within a cell', () => {
  test('lines, links and labels of a cell are values of their own', () => {
    const rows = readRows(
      `<table>${row(0, 'Ann Oak')}${row(1, 'Eve Elm')}${row(2, 'Ian Fir')}${row(3, 'Amy Yew')}</table>`,
      ruling,
    );
    expect(rows[1]).toMatchObject({
      case_names: 'Ash v. Birch B',
      docket_numbers: 'A10021',
      judges: 'Eve Elm',
    });
    expect(rows).toHaveLength(4);
  });

  test('what all texts begin or end with is left out, and separators part them', () => {
    const names = ['Ash v. Birch', 'Elm v. Fir', 'In re Oak', 'State v. Yew'];
    const items = names.map(
      (name, at) =>
        `<li><a href="/o/${at}">Case No. 19-000${at}: ${name} (May ${at + 1}, 2024) [PDF]</a></li>`,
    );
    expect(readRows(`<ul>${items.join('')}</ul>`, ruling)).toEqual(
      names.map((name, at) => ({
        case_names: name,
        docket_numbers: `19-000${at}`,
        case_dates: `May ${at + 1}, 2024`,
      })),
    );
  });

  test.each([
    [
      'list',
      (texts: readonly string[]) =>
        `<ul>${texts.map((item) => `<li><a href="/o">${item}</a></li>`).join('')}</ul>`,
    ],
    [
      'table',
      (texts: readonly string[]) =>
        `<table>${texts.map((item) => `<tr><td><a href="/o">${item}</a><p>Affirmed.</p></td></tr>`).join('')}</table>`,
    ],
  ])('every row of a %s that is longer than the sample has them', (_, toHtml) => {
    const wanted = Array.from({ length: 40 }, (_row, at) => ({
      case_names: `${['Oak', 'Elm', 'Fir'][at % 3]} v. ${['Ash', 'Yew'][at % 2]}`,
      docket_numbers: `19-${1_000 + at}`,
      case_dates: `May ${1 + (at % 30)}, 2024`,
    }));
    const texts = wanted.map(
      (one) => `Case No. ${one.docket_numbers}: ${one.case_names} (${one.case_dates}) [PDF]`,
    );
    expect(readRows(toHtml(texts), ruling)).toEqual(wanted);
  });

  test('records between empty lines begin with the text before their link', () => {
    const html = `<p><a href="/search">Search</a><br><hr>${[1, 2, 3, 4].map(record).join('')}</p>`;
    expect(readRows(html, ruling, { required: ['case_dates'] })[2]).toEqual({
      case_names: 'Ash v. Birch',
      docket_numbers: '10-4032',
      case_dates: '02/03/2024',
      lower_courts: 'Circuit Court of County D',
    });
  });

  test('a cell that is one value is not cut', () => {
    const rows = readRows(
      '<table><tr><th>Case<th>Docket No.<tr><td>Ash v. Birch<td>2021 CA 0068' +
        '<tr><td>Elm v. Fir<td>2021 CA 0076<tr><td>Oak v. Yew<td>CT 2021 0033</table>',
      ruling,
    );
    expect(rows.map(({ docket_numbers }) => docket_numbers)).toEqual([
      '2021 CA 0068',
      '2021 CA 0076',
      'CT 2021 0033',
    ]);
  });
});

test('a name and a citation in one cell are two values where both are asked for', () => {
  const names = ['ASH v. BIRCH', 'ELM v. FIR', 'OAK, LLC, v. YEW'];
  const rows = names.map(
    (name, at) =>
      `<tr><td>5/${at + 1}/2024<td><a href="/o/${at}">${name}, 2024 S.D. ${at + 60}</a>`,
  );
  const table = `<table><tr><th>Date<th>Title${rows.join('')}</table>`;
  expect(readRows(table, { case_names: text, citations: text })[2]).toEqual({
    case_names: 'OAK, LLC, v. YEW',
    citations: '2024 S.D. 62',
  });
  expect(readRows(table, { case_names: text })[2]).toEqual({
    case_names: 'OAK, LLC, v. YEW, 2024 S.D. 62',
  });
});

test.each([
  ['2.0.0 – 2024-01-01', '1.9.1 – 2023-11-12', '1.9.0 – 2023-10-02'],
  ['2.0.0 (2024-01-01)', '1.9.1 (2023-11-12)', '1.9.0 (2023-10-02)'],
])('a heading with a version and a date holds both: %s', (...headings) => {
  const html = headings.map((title) => `<h2>${title}</h2><ul><li>Mended</li><li>Added</li></ul>`);
  const properties = {
    version: text,
    date: { type: 'string', format: 'date' },
    changes: { type: 'array', items: text },
  };
  const changes = ['Mended', 'Added'];
  expect(readRows(`<h1>Changes</h1>${html.join('')}`, properties)).toEqual([
    { version: '2.0.0', date: '2024-01-01', changes },
    { version: '1.9.1', date: '2023-11-12', changes },
    { version: '1.9.0', date: '2023-10-02', changes },
  ]);
});

test('what all texts have before a colon names what follows, and is no part of what stands before', () => {
  const rows = [
    ['Ada Moor', 'Upheld'],
    ['Bea Lind', 'Dismissed'],
    ['Cy Young', 'Sent back'],
  ].map(([judge, outcome], at) => {
    const said = `Heard in ${2001 + at}. Judge: ${judge} Outcome: ${outcome}`;
    return `<li><h3>Oak v. Elm ${at}</h3><p>${said}</p></li>`;
  });
  const html = `<h1>Cases</h1><ul>${rows.join('')}</ul>`;
  expect(readRows(html, { case_name: text, judge: text, outcome: text })[2]).toEqual({
    case_name: 'Oak v. Elm 2',
    judge: 'Cy Young',
    outcome: 'Sent back',
  });
});

test('the year of a date in brackets is no number that a name ends with', () => {
  const lines = ['Oak v. Elm', 'List of days', 'Ash v. Fir', 'Yew v. Box', 'Bay v. Lime'].map(
    (name, at) => (at === 1 ? `${name} for May ${at + 3}, 2025` : `${name} (May ${at + 3}, 2025)`),
  );
  const html = lines.map((line, at) => `<li><a href="/d/${at}">${line}</a></li>`).join('');
  const found = readRows(`<ul>${html}</ul>`, { title: text, date: text });
  expect(found.slice(0, 2)).toEqual([
    { title: 'Oak v. Elm', date: 'May 3, 2025' },
    { title: 'List of days for May 4, 2025' },
  ]);
});

test('a name alone in its link is not joined with the line below it, nor is that line the name', () => {
  const people = [
    ['Ann Moor', 'Surveyor', 'Leeds'],
    ['Bo Lee', 'Office Manager', 'York'],
    ['Cy Fox', 'Geologist', 'Hull'],
    ['Dora Hill', 'Clerk', 'Bath'],
  ];
  const items = people.map(
    ([name, role, place], at) =>
      `<li><a href="/i/${at}"><b>${name}</b></a><br>${role} · ${place}</li>`,
  );
  const rows = readRows(`<ol>${items.join('')}</ol>`, { name: text });
  expect(rows).toEqual(people.map(([name]) => ({ name })));
});

const readCards = (toValue: (at: number) => string, schema: object): readonly unknown[] => {
  const list = [0, 1, 2, 3].map((at) => `<li><h3>Walk ${'ABCD'[at]}</h3>${toValue(at)}</li>`);
  return readRows(`<ul>${list.join('')}</ul>`, { name: text, ...schema });
};

describe('what belongs to a number', () => {
  test('is the unit behind it: how many days ago something was', () => {
    const rows = readCards((at) => `<p class="date">Posted ${at + 2} days ago</p>`, { date: text });
    expect(rows).toMatchObject([2, 3, 4, 5].map((days) => ({ date: `${days} days ago` })));
  });

  test.each([
    ['points', (points: number) => `<p class="score">${points} points</p>`],
    ['a bare number', (points: number) => `<p class="score">${points}</p>`],
    ['a number with a long dash', (points: number) => `<p class="score">–${-points}</p>`],
  ])('is the sign in front of it: %s', (_, toScore) => {
    const rows = readCards((at) => toScore(at - 5), { score: { type: 'integer' } });
    expect(rows).toMatchObject([-5, -4, -3, -2].map((score) => ({ score })));
  });

  test('is no dash between it and another number', () => {
    const rows = readCards((at) => `<p>1${at}<b class="most">-2${at}</b></p>`, {
      most: { type: 'integer' },
    });
    expect(rows).toMatchObject([20, 21, 22, 23].map((most) => ({ most })));
  });
});

test('a citation behind a name is parted from it, without any mark between', () => {
  const names = ['Ash v. Birch', 'Elm v. Fir', 'Discipline of Oak', 'State v. Yew'];
  const items = names.map(
    (name, at) =>
      `<li><p>${name} 2025 ND 11${at}<br>Author: Ann Oak</p><a href="/o/${at}">View</a></li>`,
  );
  const properties = { case_names: text, citations: text };
  expect(readRows(`<ul>${items.join('')}</ul>`, properties)).toEqual(
    names.map((name, at) => ({ case_names: name, citations: `2025 ND 11${at}` })),
  );
});

test('a number keeps the label before it, whichever way its text is cut', () => {
  const links = ['Recent notices', 'All the notices', 'Search', 'Archive', 'Help'].map(
    (name) => `<a href="/${name}">${name}</a><br>`,
  );
  const records = Array.from(
    { length: 12 },
    (_, at) =>
      `Filed 02/${10 + at}/12, No. 10-40${10 + at}<br><a href="/o/${at}">Ash v. Birch ${'ABCDEFGHIJKL'[at]}</a><br>` +
      `Circuit Court of County ${at}<br><br>`,
  );
  const rows = readRows(`<body>${links.join('')}<hr>${records.join('')}</body>`, ruling);
  const numbers = rows.flatMap(({ docket_numbers: number }) => number ?? []);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, at) => `10-40${10 + at}`));
});
