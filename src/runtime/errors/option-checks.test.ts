import { expect, test } from 'vitest';
import { type OptionRules, aFlag, aText, anything, checkOptions } from './option-checks.ts';

interface Options {
  readonly name: string;
  readonly count?: number;
  readonly free?: unknown;
  readonly limits?: { readonly isStrict?: boolean };
}

const rules: OptionRules<Options> = {
  name: { ...aText, isRequired: true },
  count: { unit: 'rooms', least: 1, most: 9, mayBeInfinite: false },
  free: anything,
  limits: { members: { isStrict: aFlag } },
};

test.each([
  ['what is no object', [], '`house` takes an object of options.'],
  ['a required one that is missing', {}, 'Expected `name` to be a text that is not empty'],
  ['a number out of range', { name: 'a', count: 10 }, 'Expected `count` to be a whole number of'],
  ['one that there is not', { name: 'a', nam: 1 }, 'no option "nam"; did you mean "name"?'],
  ['what holds no options', { name: 'a', limits: 3 }, '`limits` takes an object of options.'],
  ['one in another', { name: 'a', limits: { isStrict: 1 } }, 'Expected `limits.isStrict` to be'],
  ['an unknown one in another', { name: 'a', limits: { x: 1 } }, '`limits` has no option "x"'],
])('%s is refused by its name', (_, options, message) => {
  expect(() => checkOptions('`house`', options as Options, rules)).toThrow(message);
});

test('what may be left out may be undefined, and anything goes where all is allowed', () => {
  const options = { name: 'a', count: undefined, free: [null], limits: undefined } as object;
  expect(() => checkOptions('`house`', options as Options, rules)).not.toThrow();
});
