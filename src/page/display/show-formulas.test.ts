import { describe, expect, it } from 'vitest';
import { parseAccurate } from '../parse/parse-accurate.ts';
import { parseSpeed } from '../parse/parse-speed.ts';
import { mayHoldFormulas } from './show-formulas.ts';

const parsers = [
  ['accurate', (html: string) => parseAccurate(html, false)],
  // A CDATA section in a drawing is left to parse5.
  ['parse5', (html: string) => parseAccurate(`<svg><![CDATA[a]]></svg>${html}`, false)],
  ['speed', parseSpeed],
] as const;

describe.each(parsers)('a page read by %s', (_, parse) => {
  it.each([
    '<p>a <script type="math/tex; mode=display">b</script>',
    '<p>a <script TYPE="Math/TeX">b</script>',
    '<p>a <math><mi>b</mi></math>',
    '<p>a <span class="MathJax">b</span>',
  ])('may hold formulas with %s', (html) => {
    expect(mayHoldFormulas(parse(html).names)).toBe(true);
  });

  it.each([
    '<p>a <script type="text/javascript">b</script>',
    '<p>a <script>"math/tex"</script>',
    '<p class="aftermath">a <input type="text" value="math/tex">',
  ])('is not searched for formulas with %s', (html) => {
    expect(mayHoldFormulas(parse(html).names)).toBe(false);
  });
});
