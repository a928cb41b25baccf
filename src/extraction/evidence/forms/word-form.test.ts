import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['Waterproof: yes', true, false],
  ['Waterproof: no', false, true],
  ['Waterproof: ja', true, false],
])('"%s" says %s, and not %s', (written, right, wrong) => {
  expect(statusOf({ waterproof: right }, `<p>${written}</p>`)).not.toBe('unsupported');
  expect(statusOf({ waterproof: wrong }, `<p>${written}</p>`)).toBe('unsupported');
});

test.each([
  ['nearly_new', 'Nearly new'],
  ['NearlyNew', 'nearly new'],
  ['out-of-print', 'Out of print'],
])('%s is what the page calls "%s"', (member, written) => {
  expect(statusOf({ condition: member }, `<p>Condition: ${written}</p>`)).toBe('normalised');
  expect(statusOf({ condition: member }, '<p>Condition: used</p>')).toBe('unsupported');
});

test.each([
  ['Pets allowed', { petsAllowed: true }, { petsAllowed: false }],
  ['✓ Free WiFi', { hasFreeWifi: true }, { hasFreeWifi: false }],
  ['Pets are not allowed.', { pets_allowed: false }, { pets_allowed: true }],
  ['No pets allowed', { petsAllowed: false }, { petsAllowed: true }],
])('the line "%s" says %o, and not %o', (written, right, wrong) => {
  expect(statusOf(right, `<ul><li>${written}</li></ul>`)).toBe('normalised');
  expect(statusOf(wrong, `<ul><li>${written}</li></ul>`)).toBe('unsupported');
});

test.each([
  '<p>Pets allowed?</p>',
  '<p><del>Pets allowed</del></p>',
  '<p class="amenity unavailable">Pets allowed</p>',
  '<label><input type="checkbox"> Pets allowed</label>',
  '<p>✗ Pets allowed</p>',
  '<h2>Not included</h2><ul><li>Pets allowed</li></ul>',
  '<dl><dt>Pets allowed</dt><dd>On request</dd></dl>',
  '<div>Pets allowed:</div><div>On request</div><p>Pets allowed</p>',
  '<p>In the cottage pets allowed by the owner are welcome</p>',
])('a name that is no statement says nothing: %s', (markup) => {
  expect(statusOf({ petsAllowed: true }, markup)).toBe('unsupported');
});

test.each(['info (at) shop.example', 'info [at] shop [dot] example', 'Info(ät)shop.example'])(
  '"%s" is an address of mail',
  (written) => {
    const markup = `<p>Write to ${written}</p>`;
    expect(statusOf({ email: 'info@shop.example' }, markup)).toBe('normalised');
    expect(statusOf({ email: 'fo@shop.example' }, markup)).toBe('unsupported');
    expect(statusOf({ email: 'info@shop.exam' }, markup)).toBe('unsupported');
  },
);

test.each([
  '<p>Pool: no. Gym: yes.</p>',
  '<p>Pets: yes, Pool: no, Gym: yes</p>',
  '<table><tr><td>Pool</td><td>No</td><td>Gym</td><td>Yes</td></tr></table>',
  '<p>Gym ✓ Pool ✗</p>',
  '<p>✗ Pool ✓ Gym</p>',
  '<p>Amenities: ✓ Gym ✗ Pool</p>',
  '<p>Pool: no, since 2020. Gym: yes, all day</p>',
  '<table><tr><th>Pool</th><th>Gym</th></tr><tr><td>no</td><td>yes</td></tr></table>',
])('of several answers in one line each is that of its own label: %s', (markup) => {
  expect(statusOf({ pool: false }, markup)).toBe('normalised');
  expect(statusOf({ gym: true }, markup)).toBe('normalised');
  expect(statusOf({ pool: true }, markup)).toBe('unsupported');
  expect(statusOf({ gym: false }, markup)).toBe('unsupported');
});
