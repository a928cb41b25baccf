import { expect, test } from 'vitest';
import { keepSpans } from '../../../test/support/keep-spans.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { withSpan } from './with-span.ts';

test('work is done within a span, below the one it is called in', async () => {
  const spans = keepSpans();
  const result = await withSpan('outer', { 'gleaner.credits': 5 }, () =>
    withSpan('inner', {}, async () => 'done'),
  );
  expect(result).toBe('done');
  const ended = { status: undefined, isEnded: true };
  expect(spans).toEqual([
    { name: 'outer', attributes: { 'gleaner.credits': 5 }, parent: undefined, ...ended },
    { name: 'inner', attributes: {}, parent: 'outer', ...ended },
  ]);
});

test('a span of failed work carries the code of its error, not its message, which goes on to the caller', async () => {
  const spans = keepSpans();
  const error = new GleanerError('not_found', 'There is no recipe "s3cret".');
  await expect(withSpan('look', {}, () => Promise.reject(error))).rejects.toBe(error);
  const typeError = new TypeError('s3cret');
  await expect(withSpan('look', {}, () => Promise.reject(typeError))).rejects.toBe(typeError);
  expect(spans.map(({ attributes, status }) => [attributes, status])).toEqual([
    [{ 'error.type': 'not_found' }, { code: 2 }],
    [{ 'error.type': 'TypeError' }, { code: 2 }],
  ]);
  expect(JSON.stringify(spans)).not.toContain('s3cret');
});

test('without a provider the work is done all the same', async () => {
  expect(await withSpan('work', {}, async () => 5)).toBe(5);
});
