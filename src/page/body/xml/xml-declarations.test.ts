import { expect, test } from 'vitest';
import { XmlDeclarations } from './xml-declarations.ts';

function declare(...data: readonly string[]): XmlDeclarations {
  const declarations = new XmlDeclarations();
  for (const each of data) declarations.read(each);
  return declarations;
}

test('entities of the document are what they stand for, and others stay', () => {
  const declarations = declare(`!ENTITY co "Ash & Sons"`, `!ENTITY town 'Bath'`);
  expect(declarations.expand('&town; &nbsp; &co;')).toBe('Bath &nbsp; ');
  expect(declarations.expandAll({ title: '&town;' })).toEqual({ title: 'Bath' });
});

test('entities of XML stay what they are', () => {
  expect(declare(`!ENTITY lt "x"`, `!ENTITY a "b"`).expand('&lt;&a;')).toBe('&lt;b');
});

test('what stands for all of them together is bounded', () => {
  const declarations = declare(`!ENTITY a "${'x'.repeat(1_000)}"`);
  expect(declarations.expand('&a;'.repeat(3_000))).toHaveLength(1_000_000);
});

test('text up to the end of an open instruction or declaration belongs to it', () => {
  const declarations = declare('?php echo "');
  expect(declarations.skip('b"; ')).toBe('');
  expect(declarations.skip('c ?>text')).toBe('text');
  expect(declarations.skip('more')).toBe('more');
});
