import { expect, test } from 'vitest';
import { statusOf } from '../../../test/support/status-of.ts';

test.each([
  ['Price: £10.00', '€10.00'],
  ['Price: £10', '$10'],
  ['Price: £10 each', 'Price: €10 each'],
  ['Balance: -1,250.00', '1,250.00'],
  ['Balance: −$1,250.00', '$1,250.00'],
  ['Balance: -1,250.00 now', 'Balance: 1,250.00 now'],
  ['Ages: ≥ 18 years', '≤ 18 years'],
  ['Weight: < 500 kg', '> 500 kg'],
  ['Contents: 1,250 pieces', '1,250%'],
  ['Contents: 50% cotton', 'Contents: 50 cotton'],
  ['Subject: C++ programming', 'C# programming'],
  ['Subject: C++ programming', 'C programming'],
  ['Grade: A+ overall', 'A- overall'],
])('of "%s" "%s" has other signs', (written, wrong) => {
  expect(statusOf({ v: wrong }, `<p>${written.replace('<', '&lt;')}</p>`)).toBe('unsupported');
});

test.each([
  ['v: £10.00', '£10.00'],
  ['v: £10.00', '10.00'],
  ['v: 10.00 €', '€10.00'],
  ['v: -1,250.00', '-1,250.00'],
  ['v: 10-1250 kg', '1250 kg'],
  ['v: lamp – 1,250.00', '1,250.00'],
  ['v: -20%', '20%'],
  ['v: ≥ 18 years', '≥18 years'],
  ['v: C++ programming', 'C++ Programming'],
  ['v: total £10, paid', 'total: 10, paid'],
  ['v: Home > Lamps > Brass lamps', 'Home / Lamps / Brass lamps'],
])('of "%s" "%s" has the signs that tell', (written, right) => {
  const markup = `<p>${written.replaceAll('>', '&gt;')}</p>`;
  expect(statusOf({ v: right }, markup)).toMatch(/supported|normalised/);
  expect(statusOf({ v: right }, markup)).not.toBe('unsupported');
});
