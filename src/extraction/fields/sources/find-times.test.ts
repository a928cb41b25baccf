import { describe, expect, test } from 'vitest';
import { extractFields, lines, row } from '../../../../test/support/extract-fields.ts';

const date = { type: 'string', format: 'date' };

describe('the day of something else', () => {
  test.each([
    ['a label with a colon', lines('Closing date: 30 April 2024')],
    ['a label without one', lines('Closing date 30 April 2024')],
    ['words in a sentence', lines('Apply by 30 April 2024')],
    ['an unknown label', lines('Viewing day: 30 April 2024')],
    ['a row', row('Viewing day', '30 April 2024')],
    ['a definition', '<h1>Job</h1><dl><dt>Closing date</dt><dd>30 April 2024</dd></dl>'],
    ['elements side by side', '<h1>Job</h1><div><div>Deadline</div><div>30 April 2024</div></div>'],
    ['a class', '<h1>Job</h1><div class="closing-date">30 April 2024</div>'],
    ['a class of a time', '<h1>Job</h1><time class="expiry-date">30 April 2024</time>'],
  ])('is not that of the publication: %s', (_, body) => {
    expect(extractFields(body, { date_posted: date }).value).toEqual({});
  });

  test.each([
    ['a byline', lines('Ann Moor, 3 May 2024')],
    ['a byline with the hour', lines('Ann Moor, Friday, 3 May 2024, 8pm')],
    ['from when to when', lines('Friday, 3 May 2024 · 8pm–11pm')],
    ['a label', lines('Posted: 3 May 2024')],
    ['a row', row('Date posted', '3 May 2024')],
    ['a general label', lines('Date: 3 May 2024')],
    ['a class', '<h1>Job</h1><div class="entry-date">3 May 2024</div>'],
  ])('leaves that of the publication: %s', (_, body) => {
    expect(extractFields(body, { date_posted: date }).value).toEqual({ date_posted: '2024-05-03' });
  });
});

test('a day of filing, or of granting, is not that of the publication', () => {
  const body =
    '<h1>Pump</h1><dl><dt>Filing date</dt><dd>2 May 2014</dd><dt>Grant date</dt><dd>14 June 2017</dd></dl>';
  expect(extractFields(body, { publicationDate: date }).value).toEqual({});
  expect(extractFields(body, { date }).value).toEqual({ date: '2014-05-02' });
});

test('the days of teasers are not that of the article beside them', () => {
  const titles = ['Ferry is late again', 'Market gets new trees', 'Choir wins a prize'];
  const teasers = titles.map(
    (title, at) =>
      `<div class="teaser"><a href="/a/${at}">${title}</a> <time datetime="2024-02-0${at + 1}">0${at + 1}.02.2024</time></div>`,
  );
  const comment =
    '<section id="comments"><div class="comment"><time datetime="2024-03-13">13.03.2024</time> Good.</div></section>';
  const body = `<h1>Harbour bridge reopens</h1><p>It was opened on Tuesday.</p>${teasers.join('')}${comment}`;
  expect(extractFields(body, { published_date: date }).value).toEqual({});
});
