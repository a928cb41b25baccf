import { describe, expect, test } from 'vitest';
import { extractFields, text, row, lines, state } from '../../../test/support/extract-fields.ts';

describe('a year', () => {
  test('is a date where its label says so and the schema takes a text', () => {
    const body = `${row('Published', '1998')}<p>Review of 3 May 2020: good.</p>`;
    expect(extractFields(body, { publishing_date: text }).value).toEqual({
      publishing_date: '1998',
    });
  });

  test('is none where the schema wants a day', () => {
    const day = { type: 'string', format: 'date' };
    expect(extractFields(row('Published', '1998'), { publishing_date: day }).value).toEqual({});
  });
});

describe('the year of a thing that data describe', () => {
  const page = { '@type': 'WebPage', name: 'A thing', datePublished: '2021-03-04' };
  const article = { '@type': 'Article', headline: 'A thing', datePublished: '2020-03-04' };
  const book = { '@type': 'Book', name: 'A thing', author: 'Eva Lund' };
  const wanted = { title: text, year: { type: 'integer' } };
  const yearOf = (...things: readonly object[]): unknown => {
    const data = JSON.stringify({ '@graph': things });
    const body = `<h1>A thing</h1><script type="application/ld+json">${data}</script>`;
    return (extractFields(body, wanted).value as { year?: unknown }).year;
  };

  test('is no day of the page or of an article about it', () => {
    expect(yearOf(page)).toBeUndefined();
    expect(yearOf(page, book)).toBeUndefined();
    expect(yearOf({ ...page, mainEntity: book })).toBeUndefined();
    expect(yearOf(article, book)).toBeUndefined();
  });

  test('is its own, and that of an article where the article is the thing', () => {
    expect(yearOf(page, { ...book, datePublished: '1998' })).toBe(1998);
    expect(yearOf(page, article)).toBe(2020);
  });
});

const table = (...days: readonly string[]): string =>
  `<h1>Events</h1><table><tr><th>Title</th><th>Date</th></tr>${days
    .map((day, at) => `<tr><td>Talk ${at}</td><td>${day}</td></tr>`)
    .join('')}</table>`;

describe('a day of which two numbers tell the month', () => {
  const properties = { released: { type: 'string', format: 'date' } };
  const released = row('Released', '3/4/2024');

  test('is told where the page decides it by nothing', () => {
    const { value, cuts } = extractFields(released, properties);
    expect(value).toEqual({ released: '2024-03-04' });
    expect(cuts).toEqual(['The date at /released may be meant as 2024-04-03 as well.']);
  });

  test.each([
    ['its country', released, 'en-GB', 'a.example', '2024-04-03'],
    ['its country', released, 'en-US', 'a.example', '2024-03-04'],
    ['its language', released, 'fr', 'a.example', '2024-04-03'],
    ['the country of its host', released, 'en', 'shop.example.co.uk', '2024-04-03'],
    ['another date of it', `${released}<p>Since 14/4/2024.</p>`, 'en', 'a.example', '2024-04-03'],
    ['its own number', row('Released', '3/14/2024'), 'en', 'a.example', '2024-03-14'],
  ])('is settled by %s', (_, body, language, host, day) => {
    const { value, cuts } = extractFields(body, properties, language, host);
    expect(value).toEqual({ released: day });
    expect(cuts).toEqual([]);
  });

  test('is settled by the other dates of its column, and told once of its rows where none settles it', () => {
    const item = { type: 'object', properties: { title: text, date: properties.released } };
    const list = { events: { type: 'array', items: item } };
    const settled = extractFields(table('2/5/2024', '16/5/2024', '3/6/2024'), list);
    expect(settled.value).toMatchObject({
      events: [{ date: '2024-05-02' }, { date: '2024-05-16' }, { date: '2024-06-03' }],
    });
    expect(settled.cuts).toEqual([]);
    const open = extractFields(table('2/5/2024', '4/5/2024', '3/6/2024'), list);
    expect(open.cuts).toEqual([
      'The date at /events/0/date may be meant as 2024-05-02 as well, as may 2 more at /events/*/date.',
    ]);
  });

  test('is never sure, though two sources write it alike', () => {
    const data = JSON.stringify({
      '@type': 'Article',
      headline: 'A thing',
      datePublished: '3/4/2024',
    });
    const body = `${row('Published', '3/4/2024')}<script type="application/ld+json">${data}</script>`;
    const { sources } = extractFields(body, { published: properties.released });
    expect(sources.get('/published')?.certainty?.doubt).toBe(1);
    const clear = extractFields(body, { published: properties.released }, 'en-US').sources;
    expect(clear.get('/published')?.certainty?.doubt).toBeLessThan(0.01);
  });
});

const released = { release_date: text };

test.each([
  '<h1>Lamp</h1><div class="review"><time datetime="2022-02-02">2 Feb</time> Fine.</div>',
  '<h1>Lamp</h1><div itemprop="review"><meta itemprop="datePublished" content="2022-02-02"></div>',
  '<h1>Lamp</h1><div typeof="schema:Comment"><time datetime="2022-02-02">2 Feb</time></div>',
])('the day on which a visitor wrote is no date of the page: %s', (html) => {
  expect(extractFields(html, released).value).toEqual({});
});

test('the day of a review that is the page is its date', () => {
  const html =
    '<div itemscope itemtype="https://schema.org/Review"><h1>Lamp</h1><time datetime="2022-02-02">2 Feb</time></div>';
  expect(extractFields(html, released).value).toEqual({ release_date: '2022-02-02' });
});

const told = (before: string, behind: string): string =>
  `${before}<h1>Ferry learns to whisper</h1>${behind}<p>The ferry has a quiet engine now, and passengers asked on 2 March 2026 whether it had left at all.</p>`;

describe('the date of an article', () => {
  test.each([
    ['By Isolde Pen, 14 April 2026', told('', '<p>By Isolde Pen, 14 April 2026</p>')],
    ['a name and a mark', told('', '<div>Isolde Pen · 14 April 2026 · 5 min read</div>')],
    ['a day with its time', told('', '<p>14.04.2026, 10:15</p>')],
    ['above the heading', told('<p>April 14, 2026</p>', '')],
    [
      'beside when it was changed',
      told('', '<p>Updated: <b>3 May 2026</b></p><p>Published on 14 April 2026</p>'),
    ],
  ])('stands beside its heading without any markup: %s', (_, body) => {
    expect(extractFields(body, { published: text }).value).toEqual({ published: '2026-04-14' });
  });

  test.each([
    ['a sentence', told('', '<p>On 14 April 2026 the mayor opened the quay.</p>')],
    ['when it was changed', told('', '<p>Last updated <b>14 April 2026</b></p>')],
    ['the heading', '<h1>Minutes 14 April 2026</h1><p>The council met in the old hall.</p>'],
    [
      'another article',
      told(
        '',
        `<p>${'The engine is quiet. '.repeat(40)}</p><ul><li><a href="/b">Quay</a> 14 April 2026</li></ul>`,
      ),
    ],
  ])('is none that is said of something else: %s', (_, body) => {
    expect(extractFields(body, { published: text }).value).toEqual({});
  });
});

test('a day is no moment: a field for one stays empty and fails nothing', () => {
  const moment = { type: ['string', 'null'], format: 'date-time' };
  const { value } = extractFields(lines('Starts: 14 August 2026, 19:30'), {
    name: text,
    start: moment,
  });
  expect(value).toEqual({ name: 'A thing', start: null });
  const whole = extractFields(lines('Starts: 2026-08-14T19:30:00+02:00'), { start: moment });
  expect(whole.value).toEqual({ start: '2026-08-14T19:30:00+02:00' });
});

describe('a range of days', () => {
  const day = { type: 'string', format: 'date' };
  const body = row('Date', '5–7 March 2024');

  test('begins with its first day, and ends with its last', () => {
    expect(extractFields(body, { start_date: day })).toMatchObject({
      value: { start_date: '2024-03-05' },
      cuts: [],
    });
    expect(extractFields(row('Ends', '5–7 March 2024'), { end_date: day }).value).toEqual({
      end_date: '2024-03-07',
    });
  });

  test('in a field for one day is told', () => {
    const { value, cuts } = extractFields(body, { date: day });
    expect(value).toEqual({ date: '2024-03-05' });
    expect(cuts).toEqual(['The date at /date may be meant as 2024-03-07 as well.']);
    expect(extractFields(row('Date', '5 March 2024'), { date: day }).cuts).toEqual([]);
  });
});

describe('a moment that a label names and words do not say', () => {
  const moment = { start_date: { type: 'string', format: 'date-time' } };
  const at = '2031-03-05T19:30:00+01:00';

  test.each([
    row('Start date', `<time datetime="2031-03-05T19:30+0100">tonight</time>`),
    `<dl><dt>Start date</dt><dd><time datetime="${at}">in 3 days</time></dd></dl>`,
    `<p>Start date: <time datetime="2031-03-05 19:30:00+01:00">next week</time></p>`,
  ])('is that of its element: %s', (body) => {
    expect(extractFields(body, moment).value).toEqual({ start_date: at });
  });

  test('is the one that is said where a date is', () => {
    const body = row('Start date', '<time datetime="2030-01-01">5 March 2031</time>');
    const day = { start_date: { type: 'string', format: 'date' } };
    expect(extractFields(body, day).value).toEqual({ start_date: '2031-03-05' });
  });

  test('is none where there are two, or where the element states a duration', () => {
    const time = `<time datetime="${at}">soon</time>`;
    expect(extractFields(row('Start date', `${time} ${time}`), moment).value).toEqual({});
    const lasts = row('Start date', '<time datetime="PT2H">two hours</time>');
    expect(extractFields(lasts, moment).value).toEqual({});
  });
});

test('the day of a line that tells a later change as well is the first one', () => {
  const line = '<p>03.06.2026, 14:20 Uhr · Aktualisiert am 04.06.2026, 08:00 Uhr</p>';
  const day = { type: 'string', format: 'date' };
  const { value } = extractFields(`<h1>A thing</h1>${line}`, { published: day }, 'de');
  expect(value).toEqual({ published: '2026-06-03' });
});

describe('the day of publication', () => {
  const own = { date_published: '2024-05-03' };

  test('is not the day that the header of the site shows', () => {
    expect(publishedOn(`<header><p class=date>3 May 2024</p></header><h1>A thing</h1>`)).toEqual(
      {},
    );
    const inArticle = `<header>${time}</header><h1>A thing</h1>`;
    expect(publishedOn(`<article>${inArticle}</article>`)).toEqual(own);
  });

  test('is not that of an article whose heading is a link to it', () => {
    expect(publishedOn(linkTo('<h4><a href="/other">Another thing</a></h4>'))).toEqual({});
    expect(publishedOn(linkTo('<a href="/other"><h4>Another thing</h4></a>'))).toEqual({});
    expect(publishedOn(linkTo('<h4>A part</h4><a href="#a">A part</a>'))).toEqual(own);
  });

  const stated = inHead('published_time', '2024-05-03');
  const later = '<time class="published" datetime="2024-06-09">9 June 2024</time>';
  const isStated = { date_published: '2024-05-03T08:00:00Z' };

  test('is the one that the head calls so, where the page shows the day of a change', () => {
    const changed = inHead('modified_time', '2024-06-09');
    const shown = '<h1>A thing</h1><p><time>9 June 2024</time></p><p>Days: 9 June 2024</p>';
    expect(publishedOn(`${stated}${changed}${shown}`)).toEqual(isStated);
  });

  test('is none of which the page says that something was updated, whatever its class is called', () => {
    const shown = `<h1>A thing</h1><p>Last Updated: ${later}</p><p><time>3 May 2024</time></p>`;
    expect(publishedOn(shown)).toEqual(own);
  });
});

const time = '<time datetime="2024-05-03">3 May 2024</time>';

function inHead(name: string, day: string): string {
  return `<meta property="article:${name}" content="${day}T08:00:00Z">`;
}

function publishedOn(html: string): object {
  return extractFields(html, { date_published: text }).value as object;
}

function linkTo(heading: string): string {
  return `<h1>A thing</h1><article>${heading}${time}</article>`;
}

test('a month alone is a date of that precision, where the schema takes one', () => {
  const page =
    '<h1>Kraken</h1><ul><li><b>Publisher</b>: Ash</li><li><b>Date</b>: June 2010</li></ul>';
  expect(extractFields(page, { publication_date: text }).value).toEqual({
    publication_date: 'June 2010',
  });
  const day = { type: 'string', format: 'date' };
  expect(extractFields(page, { publication_date: day }).value).toEqual({});
});

test.each([
  ['en', 'New date: 10 May 2025, 8 pm'],
  ['en', 'Rescheduled to: 10 May 2025'],
  ['de', 'Neuer Termin: 10. Mai 2025'],
])(
  'a new day of an event that the page names in %s is told beside that of its data: %s',
  (language, line) => {
    const event = { '@type': 'Event', name: 'A thing', startDate: '2025-05-03T20:00' };
    const day = { type: 'string', format: 'date' };
    const { cuts } = extractFields(state(event) + lines(line), { startDate: day }, language);
    expect(cuts).toEqual([expect.stringContaining('"2025-05-10" for /startDate')]);
  },
);

describe('the days of one label', () => {
  const day = { type: 'string', format: 'date' };
  const span = { startDate: day, endDate: day };

  test.each([
    ['en', 'Dates: 28 June – 2 July 2025', '2025-06-28', '2025-07-02'],
    ['de', 'Termin: 30.12.2024 – 02.01.2025', '2024-12-30', '2025-01-02'],
  ])('are the first and the last one: %s %s', (language, line, startDate, endDate) => {
    expect(extractFields(lines(line), span, language).value).toEqual({ startDate, endDate });
  });

  test('are no deadline', () => {
    const wanted = { deadline: day };
    expect(extractFields(lines('Dates: 28 June – 2 July 2025'), wanted).value).toEqual({});
  });
});

const day = { type: 'string', format: 'date' };

test.each([
  ['de', 'Termin: 12.–14. Juni 2025', 'startdatum', 'enddatum'],
  ['fr', 'Dates : du 12 au 14 juin 2025', 'date_debut', 'date_fin'],
  ['es', 'Fechas: 12-14 de junio de 2025', 'fecha_inicio', 'fecha_fin'],
])('the first and last day have names in %s', (language, line, start, end) => {
  const { value } = extractFields(lines(line), { [start]: day, [end]: day }, language);
  expect(value).toEqual({ [start]: '2025-06-12', [end]: '2025-06-14' });
});

test.each([
  ['no', 'Publisert: 4. mars 2025'],
  ['tr', 'Yayınlanma tarihi: 04.03.2025'],
  ['hu', 'Közzétéve: 2025. március 4.'],
  ['vi', 'Ngày đăng: 04/03/2025'],
  ['id', 'Tanggal: 4 Maret 2025'],
  ['uk', 'Опубліковано: 4 березня 2025'],
])('when a page was published is labelled in %s: %s', (language, line) => {
  expect(extractFields(lines(line), { published: day }, language).value).toEqual({
    published: '2025-03-04',
  });
});

test('a name that is one in some languages is understood by that of the page', () => {
  const data = state({ '@type': 'Article', headline: 'A thing', datePublished: '2025-03-04' });
  const read = (language: string): unknown => extractFields(data, { data: day }, language).value;
  expect(read('it')).toEqual({ data: '2025-03-04' });
  expect(read('en')).toEqual({});
});

test.each(['decisionDate', 'dateDecided', 'dateOfDecision'])(
  '%s is the day whose label says so in any form of the word',
  (name) => {
    const rows = [
      ['Date filed', 'March 4, 2021'],
      ['Date decided', 'June 14, 2022'],
    ].map(([label, said]) => `<dt>${label}</dt><dd>${said}</dd>`);
    const body = `<h1>A case</h1><dl>${rows.join('')}</dl>`;
    expect(extractFields(body, { [name]: day, filingDate: day }).value).toEqual({
      [name]: '2022-06-14',
      filingDate: '2021-03-04',
    });
  },
);

test.each([
  ['publishedAt', '2024-03-12'],
  ['updatedAt', '2024-03-14'],
])('of two days in one line a field has the one that its words name: %s', (name, day) => {
  const line = 'Last updated 14 March 2024, originally published on 12 March 2024';
  const body = `<article><h1>Lamps</h1><p class="date">${line}</p><p>Text is here.</p></article>`;
  const found = extractFields(body, { [name]: { type: 'string', format: 'date' } }).value;
  expect(found).toEqual({ [name]: day });
});
