import { expect, test } from 'vitest';
import { balanceMarkup } from './balance-markup.ts';

test.each([
  ['<p>one<b>two', '<p>one<b>two</b></p>'],
  ['one</div></article>two', 'onetwo'],
  ['one<br>two<img src="a.png">', 'one<br>two<img src="a.png">'],
])('%s ends where it began', (markup, balanced) => {
  expect(balanceMarkup(markup, undefined)).toBe(balanced);
});

test('what would say something of the document around it is left out', () => {
  const markup =
    '<html><head><title>T</title><base href="/x"></head><body><p>one</p></body></html>';
  expect(balanceMarkup(markup, undefined)).toBe('T<p>one</p>');
});

test('addresses start from the base', () => {
  expect(balanceMarkup('<a href="b?c=1&amp;d=2">b</a>', 'https://a.example/x/')).toBe(
    '<a href="https://a.example/x/b?c=1&amp;d=2">b</a>',
  );
});
