import { type ChildNode, isText } from 'domhandler';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkedElement, type LinkedParent, type LinkedTree } from './linked-tree.ts';
import { parseByParse5, parseQuickly } from './parse-accurate.ts';

/** Tags with a rule of their own; the frequent ones are given again. */
const names =
  'a b i nobr font p P div span h1 h2 ul ol li dl dd dt table caption colgroup col thead tbody tfoot tr td th select option ' +
  'optgroup input button textarea pre head body html title link meta base style script noscript br hr img image svg math g path ' +
  'desc foreignObject mi mo annotation-xml ruby rb rt rp rtc form object applet template address section x-y iframe noembed ' +
  'noframes xmp plaintext frameset frame main marquee keygen embed param s big ' +
  'a b p div span ul li table tr td th tbody svg template select option button form';
const tag = fc.constantFrom(...names.split(' '));
const pieces = (
  '<template|shadowrootmode=open> </template> <table> </table> text | \n a|b &amp; <!--|x|--> <!doctype|html> <input|type=hidden> ' +
  '<![CDATA[x]]> <font|color=red> </> </3> <!x> </p|x="a>b"> <br|/|> </|p> <a|b " <svg|viewbox=1|attributename=2> ' +
  '<math|definitionurl=1> &#10; &#13; &#32; --!> <!-- > É <K|K=1> \r\n \r <script><!--|<script> <script><!-- <!--> <!---> --> \0 \0 a\0 \0|\n \0&amp; \0 \0'
)
  .split(' ')
  .map((written) => written.replaceAll('|', ' '));
const piece = fc.oneof(
  { weight: 2, arbitrary: tag.map((name) => `<${name}>`) },
  { weight: 2, arbitrary: tag.map((name) => `</${name}>`) },
  tag.map((name) => `<${name}/>`),
  tag.map((name) => `<${name} id=1 class="a b" viewBox=1 ID=2>`),
  fc.constantFrom(...pieces),
);

/** One line a node, shadow trees last. */
function listNodes({ root, templates, styles, links }: LinkedTree): readonly string[] {
  const lines = [root, ...templates.values()].flatMap((parent) => listBelow(parent, ''));
  return [...lines, `${styles.length} styles, ${links.length} links`];
}

function listBelow(parent: LinkedParent, indent: string): readonly string[] {
  const lines: string[] = [];
  for (let node: ChildNode | null = parent.head; node !== null; node = node.next) {
    if (isText(node)) lines.push(`${indent}"${node.data}"`);
    if (!(node instanceof LinkedElement)) continue;
    const { name, namespace, isSignificant, spaceRule, attribs } = node;
    lines.push(
      `${indent}<${name}> ${namespace} ${isSignificant} ${spaceRule} ${JSON.stringify(attribs)}`,
    );
    lines.push(...listBelow(node, `${indent} `));
  }
  return lines;
}

describe('the quick parser', () => {
  it('builds the tree that parse5 builds of misnested markup, or leaves the page to it', () => {
    let quick = 0;
    const runs = 4_000;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 18 }), fc.boolean(), (pieces, runsScripts) => {
        const html = pieces.join('');
        const tree = parseQuickly(html, runsScripts);
        if (tree === undefined) return;
        quick += 1;
        expect(listNodes(tree)).toEqual(listNodes(parseByParse5(html, runsScripts)));
      }),
      { numRuns: runs },
    );
    expect(quick).toBeGreaterThan(runs / 2);
  });

  it.each([
    ['misnested formatting', '<p><b>a<i>b</b>c</i><p>d'],
    ['a block in a formatting element', '<b>a<p>b</b>c</p>d'],
    ['a link in a link', '<a href=1>a<div><a href=2>b</a></div>c'],
    ['left-out end tags', '<ul><li>a<li>b</ul><dl><dt>a<dd>b</dl><p>a<p>b<h1>c</h1>'],
    ['left-out parts of a table', '<table><td>a<td>b<tr><th>c</table>d'],
    ['a table in a paragraph of an old page', '<p>a<table><tr><td>b</table>'],
    ['a table in a paragraph', '<!doctype html><p>a<table><tr><td>b</table>'],
    ['a head that is not written', '<title>a</title><p>b'],
    ['a template with a row', '<template shadowrootmode=open><tr><td>a</template>b'],
    ['a drawing with a title', '<svg viewbox="0 0 1 1"><title>a<b>b</title><path/></svg>c'],
    ['NUL in a text', '<p>a\0b<b>c\0</b>\0<table><td>\0</table>'],
    [
      'a script with a closed comment',
      '<script><!--/*--><!-- w("<script>\\x3C/script>") --></script>a',
    ],
    ['a script with an empty comment', '<script><!--> "<script>" </script>a'],
    ['a list in a select', '<select><option>a<option>b<optgroup><option>c</select>d'],
  ])('knows the rules of %s', (_title, html) => {
    const tree = parseQuickly(html, false);
    expect(tree && listNodes(tree)).toEqual(listNodes(parseByParse5(html, false)));
  });

  it.each([
    ['what is put before its table', '<table>a<tr><td>b</table>'],
    ['frame sets', '<frameset><frame></frameset>'],
    ['NUL in an attribute', 'a\0<p title="b\0">c'],
    ['NUL in a script', 'a\0<script>b\0</script>'],
    ['NUL in a drawing', 'a\0<svg>b\0</svg>'],
    ['NUL before a row', 'a\0<table>\0<tr><td>b</table>'],
    [
      'a script that writes a script in its last comment',
      '<script><!-- --><!-- <script></script>a',
    ],
    ['a script that writes a script', '<script><!-- <script></script> --></script>a'],
  ])('leaves %s to parse5', (_title, html) => {
    expect(parseQuickly(html, false)).toBeUndefined();
  });
});
