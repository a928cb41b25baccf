import { expect, test } from 'vitest';
import { extractFields, text } from '../../../../../test/support/extract-fields.ts';

const contactOf = (body: string): unknown =>
  extractFields(`<h1>Oska Repairs</h1>${body}`, { email: text, phone: text }).value;

test('the labels of a form are no address and no number', () => {
  expect(
    contactOf(
      '<form><label>Email <i>Address*</i></label><label>Phone <i>Number</i></label></form>',
    ),
  ).toEqual({});
  expect(contactOf('<h3>Email marketing</h3><p class=phone>Call us now!</p>')).toEqual({});
});

test('an address and a number are handed out without the words around them', () => {
  expect(
    contactOf('<p>Email: jo@example.com or visit us</p><p class=phone>Call 01632 960123 today</p>'),
  ).toEqual({ email: 'jo@example.com', phone: '01632 960123' });
});

test('links to write and to call state them, as they are shown where they are', () => {
  expect(
    contactOf(
      '<footer><a href="mailto:jo%40example.com?subject=Hi">Write</a><a href="tel:+441632960123">01632 960123</a></footer>',
    ),
  ).toEqual({ email: 'jo@example.com', phone: '01632 960123' });
});

test('a line that all share, and a link to share the page, state none', () => {
  expect(contactOf('<a href="tel:112">112</a><a href="mailto:?subject=Look">Share</a>')).toEqual(
    {},
  );
});

test('what small screens hide is no number to call', () => {
  expect(contactOf('<p class=small_hidePhone>Topic 1103020</p>')).toEqual({});
});

test.each(['Mobile', 'Direct line', 'Direct dial', 'Direct', 'Cell', 'Fon', 'Durchwahl', 'Mobil'])(
  'the label of a kind of telephone is that of its number: %s',
  (label) => {
    expect(contactOf(`<p>${label}: 01632 960123</p>`)).toEqual({ phone: '01632 960123' });
  },
);

test('a letter in front of an address and a number is their label, and in front of words none', () => {
  expect(contactOf('<p>T: 01632 960123</p><p>E: jo@example.com</p>')).toEqual({
    email: 'jo@example.com',
    phone: '01632 960123',
  });
  expect(contactOf('<p>T: the best of all</p><p>E: 5 stars</p>')).toEqual({});
  expect(extractFields('<h1>Oska</h1><p>Phone: 01632 960123</p>', { t: text }).value).toEqual({});
});
