import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { parseSelector } from './parse-selector.ts';

test.each([
  ['.price', [{ kind: 'css', value: '.price' }]],
  ['css/.price', [{ kind: 'css', value: '.price' }]],
  ['pierce/#a .b', [{ kind: 'pierce', value: '#a .b' }]],
  ['text/Add to cart', [{ kind: 'text', value: 'Add to cart' }]],
  ['xpath///*[@id="a"]', [{ kind: 'xpath', value: '//*[@id="a"]' }]],
  ['aria/Next', [{ kind: 'aria', value: 'Next' }]],
  ['aria/Next[role="link"]', [{ kind: 'aria', value: 'Next', role: 'link' }]],
  ["aria/Next[role='link']", [{ kind: 'aria', value: 'Next', role: 'link' }]],
  ['aria/[role="main"]', [{ kind: 'aria', value: '', role: 'main' }]],
  ['aria/[name="Next"][role="link"]', [{ kind: 'aria', value: 'Next', role: 'link' }]],
  [
    'aria/Add to \\"cart\\"[role=\\"button\\"]',
    [{ kind: 'aria', value: 'Add to "cart"', role: 'button' }],
  ],
  ['aria/[1] Notes  (a/b)', [{ kind: 'aria', value: '[1] Notes (a/b)' }]],
  ['aria/Price [EUR]', [{ kind: 'aria', value: 'Price [EUR]' }]],
  ['aria/x[role="link"][level="2"]', [{ kind: 'aria', value: 'x[role="link"][level="2"]' }]],
  ['pierce/aria/Next', [{ kind: 'aria', value: 'Next' }]],
  ['aria/{{name}}[role="{{role}}"]', [{ kind: 'aria', value: '{{name}}', role: '{{role}}' }]],
  [
    ['#host', 'pierce/button'],
    [
      { kind: 'css', value: '#host' },
      { kind: 'pierce', value: 'button' },
    ],
  ],
] as const)('%j is taken apart', (source, parts) => {
  expect(parseSelector(source)).toEqual({ selector: { source, parts } });
});

test.each(['', '  ', 'aria/', 'xpath/', 'text/ ', 'aria/x[role="a b"]', [], ['#host', '']])(
  '%j is refused with a reason',
  (source) => {
    expect(parseSelector(source).problem).toMatch(/^(?:is empty|is an empty chain|names no role)/);
  },
);

test('every text is taken apart or refused, quickly', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('[', '"', '\\', 'role=', ']', 'aria/', ' ') }),
  );
  fc.assert(
    fc.property(text, (source) => {
      const { selector, problem } = parseSelector(source);
      expect((selector === undefined) !== (problem === undefined)).toBe(true);
    }),
  );
  const work = workRatioOf(() => {
    parseSelector(`aria/${'[role="'.repeat(600)}`);
    parseSelector(`aria/[x="${'\\'.repeat(4_000)}`);
  });
  expect(work).toBeLessThan(400);
});
