import { expect, test } from 'vitest';
import { advice, type Advice } from './advice.ts';
import { GleanerError, invalidRequest, isGleanerError } from './gleaner-error.ts';
import { toAdapterError, toAdapterText, type AdapterWords } from './to-adapter-error.ts';

const silent = Object.fromEntries(Object.keys(advice).map((key) => [key, ''])) as Record<
  Advice,
  string
>;
const words: AdapterWords = {
  advice: { ...silent, allowMoreTime: 'Allow more with --timeout.' },
  fields: { url: 'website_url', maxAge: 'max_age' },
};

test('advice of the library becomes the advice of the adapter, wherever it stands', () => {
  expect(toAdapterText(`It took long. ${advice.allowMoreTime} It ended.`, words)).toBe(
    'It took long. Allow more with --timeout. It ended.',
  );
});

test('advice that the caller of an adapter cannot follow is left out', () => {
  expect(toAdapterText(`The host is not public. ${advice.allowPrivate}`, words)).toBe(
    'The host is not public.',
  );
});

test('fields in backticks take their names at the adapter, other words stay', () => {
  expect(toAdapterText('Expected `url`, `maxAge: 5` or `other`; url is a word.', words)).toBe(
    'Expected `website_url`, `max_age: 5` or `other`; url is a word.',
  );
});

test('the value of an option of a command stands behind it without a colon', () => {
  const flags = { ...words, fields: { unsure: '--unsure' } };
  expect(toAdapterText('Take them with `unsure: tell`, or set `unsure`.', flags)).toBe(
    'Take them with `--unsure tell`, or set `--unsure`.',
  );
});

test('issues of an input stand under the adapter’s names, in the details and in the message', () => {
  const issues = [
    { path: '/url', message: 'Expected `url` to be absolute.' },
    { path: '/headers/Host', message: 'Leave it out.' },
  ];
  const error = toAdapterError(invalidRequest('extract', issues), words);
  expect(error.message).toBe(
    'Cannot extract: /website_url: Expected `website_url` to be absolute. /headers/Host: Leave it out.',
  );
  expect(error.details).toEqual({
    issues: [
      { path: '/website_url', message: 'Expected `website_url` to be absolute.' },
      { path: '/headers/Host', message: 'Leave it out.' },
    ],
  });
});

test('an adapter may write the place of an issue in its own way', () => {
  const issues = [{ path: '/maxAge', message: 'Expected a number.' }];
  const ownPlace = { ...words, toPlace: (field: string) => `--${field}` };
  expect(toAdapterError(invalidRequest('extract', issues), ownPlace).message).toBe(
    'Cannot extract: --max_age: Expected a number.',
  );
});

test('code, details and cause of other errors are kept', () => {
  const details = { reason: 'timed_out' } as const;
  const error = new GleanerError('validation_failed', `Late. ${advice.allowMoreTime}`, { details });
  const worded = toAdapterError(error, words);
  expect(isGleanerError(worded, 'validation_failed')).toBe(true);
  expect(worded).toMatchObject({ message: 'Late. Allow more with --timeout.', details });
  expect(worded.cause).toBe(error);
});
