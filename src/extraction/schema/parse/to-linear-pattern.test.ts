import { describe, expect, test } from 'vitest';
import { toLinearPattern } from './to-linear-pattern.ts';

const texts = [
  '',
  'a',
  'ab',
  'AB-12',
  'a b',
  'a\u00a0b',
  'x\ny',
  'x\ry',
  'x\u2028y',
  'ünïcode',
  '日本',
  '😀',
  '[a]',
  'a/b',
  'a.b',
  '\\d',
  '2024-03-12',
  '\u0000',
  '-',
  '_',
  '\u0001',
  '\ufeff',
  'A\u0008',
  'a&&b',
  ']',
  '^',
];

const patterns = [
  '^a',
  'b$',
  '^.$',
  '^.+$',
  String.raw`^\d{4}-\d{2}-\d{2}$`,
  String.raw`^\w+$`,
  String.raw`\s`,
  String.raw`^\S+$`,
  String.raw`[\s]`,
  String.raw`[^\s]b`,
  String.raw`^\D+$`,
  String.raw`\bb`,
  String.raw`^[\w-]+$`,
  String.raw`^[\w\-.]+$`,
  '^[a-z]+$',
  '[[]',
  '[[:alpha:]]',
  '[&&b]',
  '^[^]$',
  '[]',
  String.raw`[\]]`,
  String.raw`\u0061`,
  String.raw`\x61`,
  String.raw`\u{1F600}`,
  String.raw`\uD83D\uDE00`,
  String.raw`\cA`,
  String.raw`\0`,
  String.raw`[\b]`,
  String.raw`a\/b`,
  String.raw`\^`,
  '^(?:a|b)+$',
  '(?<name>a)b',
  String.raw`\p{L}`,
  String.raw`^\p{Letter}+$`,
  String.raw`\p{Script=Han}`,
  'a{2}|b{1,}',
  '^a*?b',
  'a|',
  '^$',
];

function ecmaPattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    // Patterns that only hold without the u flag are read without it.
    return new RegExp(source);
  }
}

describe('toLinearPattern', () => {
  test.each(patterns)('%s matches what it matches in ECMAScript', (source) => {
    const result = toLinearPattern(source);
    const matches = texts.filter((text) => 'pattern' in result && result.pattern.test(text));
    expect(result).toHaveProperty('pattern');
    expect(matches).toEqual(texts.filter((text) => ecmaPattern(source).test(text)));
  });

  test.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    String.raw`(a)\1`,
    String.raw`(?<n>a)\k<n>`,
    String.raw`[\S]`,
    '(?i:a)',
    '(',
    'a{1001}{1001}',
  ])('%s is refused with a reason', (source) => {
    expect(toLinearPattern(source)).toHaveProperty('problem');
  });
});
