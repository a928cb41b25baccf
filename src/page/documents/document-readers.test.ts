import { expect, test } from 'vitest';
import { contentTypes, findDocumentReader } from './document-readers.ts';

test.each([
  ['application/pdf', 'pdf'],
  ['text/html', undefined],
  ['application/json', undefined],
])('a page of type %s is read by the reader of %s', (essence, format) => {
  expect(findDocumentReader(essence)?.format).toBe(format);
});

test('each format is named once', () => {
  expect(contentTypes).toEqual([...new Set(contentTypes)]);
  expect(contentTypes[0]).toBe('html');
});
