import { expect, test } from 'vitest';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import { toTargetFingerprint } from './target-fingerprint.ts';

test('the five that are most like it are its rivals, the nearest first', () => {
  const others = ['Save as', 'Print', 'Save', 'Share', 'Send', 'Close', 'Save all'].map((name) =>
    makeFingerprint({ name }),
  );
  const { rivals } = toTargetFingerprint(makeFingerprint({ name: 'Save' }), others, 'action');
  expect(rivals).toHaveLength(5);
  expect(rivals.slice(0, 3).map(({ name }) => name)).toEqual(['Save', 'Save as', 'Save all']);
});

test('values that nothing else on the page has are its own', () => {
  const element = makeFingerprint({
    id: 'send',
    label: 'Newsletter',
    attributes: { name: 'go', href: '#', 'data-testid': 'send', title: 'Send' },
  });
  const other = makeFingerprint({ id: 'other', attributes: { name: 'go' } });
  expect(toTargetFingerprint(element, [other], 'action').unique).toEqual([
    'testid',
    'id',
    'label',
    'hint',
  ]);
});
