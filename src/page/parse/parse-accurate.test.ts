import * as fc from 'fast-check';
import { Parser, defaultTreeAdapter, parse, serialize } from 'parse5';
import { describe, expect, it, test } from 'vitest';
import { BoundedTokenizer } from './parse-accurate.ts';

/** The page as parse5's own tokenizer reads it. */
function readByReference(html: string, scriptingEnabled: boolean): string {
  return serialize(parse(html, { scriptingEnabled }));
}

function read(html: string, scriptingEnabled: boolean): string {
  const parser = new Parser({ scriptingEnabled, treeAdapter: defaultTreeAdapter });
  const tokenizer = new BoundedTokenizer(parser.options, parser);
  parser.tokenizer = tokenizer;
  tokenizer.write(html, true);
  return serialize(parser.document);
}

/** Beginnings, middles and ends of everything that the standard names. */
const pieces = (
  '<p> </p> <b> </b> <a|href=x> <a|href="x>y"> </a> <br/> <br|/> <div|class=a|class=b> <DIV|ID="É&amp;&notit;&lt"> </div/> </p|x="a>b"> ' +
  '<table> <tr> <td> </table> <select> <option> </select> <svg> <g/> <title> </title> <![CDATA[ ]]> <foreignObject> </svg> <math> <mi> ' +
  '</math> <script> </script> </SCRIPT|> </script/> <style> </style> <textarea> </textarea> <iframe> </iframe> <noscript> </noscript> <xmp> </xmp> ' +
  '<plaintext> <pre> <template> </template> <!-- --> --!> <!--> <!---> <!-- <!doctype|html> <!doctype <? </> </1> < > = " \' / & &amp &amp; &#0; &#x26; ' +
  '&#13; &notin; &nosuch; a é 😀 x<y \0 | \n \t'
)
  .split(' ')
  .map((piece) => piece.replaceAll('|', ' '));

describe('a page is tokenized as parse5 does', () => {
  test('whatever stands behind each other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 14 }),
        fc.boolean(),
        (parts, runsScripts) => {
          const html = parts.join('');
          expect(read(html, runsScripts)).toBe(readByReference(html, runsScripts));
        },
      ),
      { numRuns: 4_000 },
    );
  });

  it.each([
    ['an end tag is cut off', '<p>a</p'],
    ['an attribute is cut off', '<p>a<a href="x'],
    ['a script holds a comment with a script', '<script><!-- <script>a</script> --></script>b'],
    ['a comment ends with `--!>`', 'a<!-- b --!>c<!-- d -->e'],
    ['a name has an upper-case letter outside of ASCII', '<Kelvin K=1 É=2>a'],
    ['the line after `<pre>` is empty', '<pre>\n\na</pre><textarea>&#10;b</textarea>'],
    ['a text is longer than what parse5 keeps of it', `<p>${'a'.repeat(70_000)} b<i>c</i>`],
    [
      'a tag has many attributes',
      `<p ${Array.from({ length: 200 }, (_, at) => `a${at % 150}=${at}`).join(' ')}>`,
    ],
    ['a tag has a NUL', '<p a\0b="c\0d">e\0f</p>'],
  ])('where %s', (_title, html) => {
    expect(read(html, false)).toBe(readByReference(html, false));
  });
});
