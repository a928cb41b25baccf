import { expect, test } from 'vitest';
import { foldLabel } from './fold-label.ts';

test.each([
  ['Price', 'price'],
  ['Price:', 'price'],
  ['  Total \n price : ', 'total price'],
  ['• Weight', 'weight'],
  ['- 12', '12'],
  ['Länge', 'länge'],
  ['Größe …', 'größe'],
  ['ﬁle', 'file'],
  ['No. 5', 'no. 5'],
  ['a', 'a'],
  ['–', ''],
  ['', ''],
])('the label %j is compared as %j', (label, folded) => {
  expect(foldLabel(label)).toBe(folded);
});
