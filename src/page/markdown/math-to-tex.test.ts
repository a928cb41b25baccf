import { expect, test } from 'vitest';
import { parseDocument } from 'htmlparser2';
import { findOne } from 'domutils';
import { mathToTex } from './math-to-tex.ts';

function texOf(inner: string): string | undefined {
  const { children } = parseDocument(`<math>${inner}</math>`);
  const math = findOne(({ name }) => name === 'math', children);
  return math === null ? undefined : mathToTex(math);
}

test.each([
  ['<mfrac><mi>a</mi><mi>b</mi></mfrac>', '\\frac{a}{b}'],
  ['<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn>', 'x^{2}+1'],
  ['<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_{i}^{2}'],
  ['<mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt[3]{x}'],
  [
    '<mtable><mtr><mtd>a</mtd><mtd>b</mtd></mtr><mtr><mtd>c</mtd><mtd>d</mtd></mtr></mtable>',
    '\\begin{matrix}a & b \\\\ c & d\\end{matrix}',
  ],
  ['<msup><mtext>area of</mtext><mn>2</mn></msup>', '\\text{area of}^{2}'],
  ['<mi>f</mi><mfenced><mi>a</mi><mi>b</mi></mfenced>', 'f(a,b)'],
  [
    '<mfenced open="{" close="}" separators="| ;"><mi>a</mi><mi>b</mi><mi>c</mi><mi>d</mi></mfenced>',
    '\\{a|b;c;d\\}',
  ],
  ['<mfenced open="[" close="" separators=""><mi>a</mi><mi>b</mi></mfenced>', '[ab'],
  ['<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>', '{}_{6}^{14}C'],
  ['<mmultiscripts><mi>X</mi><mi>i</mi><none/><none/><mi>j</mi></mmultiscripts>', 'X_{i}^{j}'],
])('the structure of a formula is kept: %s', (inner, tex) => {
  expect(texOf(inner)).toBe(tex);
});

test('an empty element keeps its place, and annotations are left out', () => {
  expect(texOf('<msup><mrow></mrow><mn>14</mn></msup><annotation>C</annotation>')).toBe('^{14}');
});

test('a line of signs needs no TeX', () => {
  expect(texOf('<mi>a</mi><mo>=</mo><mi>b</mi>')).toBeUndefined();
});

test('depth is bounded', () => {
  expect(texOf('<mrow>'.repeat(5_000) + '<msup><mi>x</mi><mn>2</mn></msup>')).toBeUndefined();
});
