import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAttribute, decodeText } from './decode-references.ts';

const pieces = constantFrom(
  ...(
    '& &amp; &amp &amp= &quot; &nbsp; &nbsp &lt; &gt; &apos; &apos &copy; &copy &copy= &copyx &notin; &notit; &ampx= ' +
    '&#39; &#039; &#38 &#8217; &#8217 &#x27; &#X2019; &#0; &#13; &#127; &#128; &#150; &#159; &#160; &#55296; &#65533; ' +
    '&#999999999; &# &#; &#x; &#a &a=b = a 1 ; x= é &é &AMP; &AMP &CounterClockwiseContourIntegral;'
  ).split(' '),
  ' ',
);
const texts = array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));

describe('decodeText', () => {
  test('decodes every text as the library does', () => {
    assert(
      property(texts, (text) => {
        expect(decodeText(text)).toBe(decodeHTML(text));
      }),
    );
  });

  test.each([
    ['a &amp; b', 'a & b'],
    ['it&#8217;s', 'it’s'],
    ['1&nbsp;€&lt;2', '1\u{A0}€<2'],
    ['&copy; 2026', '© 2026'],
    ['R&D, A & B', 'R&D, A & B'],
    ['&#150;', '–'],
  ])('reads %j as %j', (text, decoded) => {
    expect(decodeText(text)).toBe(decoded);
  });
});

describe('decodeAttribute', () => {
  test('decodes every value as the library does', () => {
    assert(
      property(texts, (value) => {
        expect(decodeAttribute(value)).toBe(decodeHTMLAttribute(value));
      }),
    );
  });

  test('takes the parameters of an address for no references', () => {
    expect(decodeAttribute('/a?b=1&copy=2&amp;lt=3&c')).toBe('/a?b=1&copy=2&lt=3&c');
  });
});
