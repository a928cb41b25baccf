import { expect, test } from 'vitest';
import { extractFields, text } from '../../../../../test/support/extract-fields.ts';

const captionOf = (body: string): unknown =>
  extractFields(`<h1>Storm</h1>${body}`, { imageCaption: text }).value;

const figure = (caption: string): string =>
  `<figure><img src=/a.jpg><figcaption>${caption}</figcaption></figure>`;

test('the caption of the first picture is that of the page', () => {
  const body = `${figure('The harbour. Photo: Ash')}<p>Rain.</p>${figure('Oak')}`;
  expect(captionOf(body)).toEqual({ imageCaption: 'The harbour. Photo: Ash' });
});

test('a caption is one of a picture', () => {
  const quote =
    '<figure><blockquote>We wait.</blockquote><figcaption>Ann Ash, mayor</figcaption></figure>';
  expect(captionOf(`${quote}${figure('Water in the street')}`)).toEqual({
    imageCaption: 'Water in the street',
  });
});
