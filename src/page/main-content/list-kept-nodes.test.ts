import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { keepNodes, toHtml } from '../tree/to-html.ts';
import { collectBlocks } from './blocks/collect-blocks.ts';
import { listKeptNodes } from './find-main-content.ts';
import { decodeModel } from './model/main-content-model.ts';
import { readBlockText } from './blocks/page-blocks.ts';
import { weights } from './model/weights.ts';

const { lexicon } = decodeModel(weights);

/** What is left of a page without the blocks that say `out`. */
function strip(html: string): string {
  const document = parseDocument(html);
  const page = collectBlocks(document, lexicon);
  const kept = Uint8Array.from(page.blocks.words, (_, block) =>
    readBlockText(page, block).includes('out') ? 0 : 1,
  );
  return toHtml(keepNodes(document, listKeptNodes(page, kept)), 'keep');
}

test.each([
  ['elements whose blocks are all kept are kept whole', '<div><p>a <img> b</p></div>', undefined],
  [
    'a picture between kept blocks stays, one beside a removed block goes',
    '<div><p>a</p><img id="1"><p>b</p><img id="2"><p>out</p><img id="3"></div>',
    '<div><p>a</p><img id="1"><p>b</p></div>',
  ],
  [
    'the picture of a figure between kept blocks stays without its caption',
    '<div><p>a</p><figure><img id="1"><figcaption>out</figcaption></figure><p>b</p></div>',
    '<div><p>a</p><figure><img id="1"></figure><p>b</p></div>',
  ],
  [
    'the picture of a figure goes with another removed block, and at the end of the text',
    '<div><p>a</p><figure><img id="1"><figcaption>out</figcaption></figure><p>out</p><p>b</p><figure><img id="2"><figcaption>out</figcaption></figure></div>',
    '<div><p>a</p><p>b</p></div>',
  ],
  [
    'a picture between kept blocks stays in what stands around it',
    '<div><p>a</p><figure><a href="/"><img></a></figure><p>b</p><p>out</p></div>',
    undefined,
  ],
  [
    'a picture in a link of its own stays in it',
    '<div>a<p>b</p><a href="/"><img></a><p>c</p><p>out</p></div>',
    '<div>a<p>b</p><a href="/"><img></a><p>c</p></div>',
  ],
  [
    'line breaks and pictures in a kept block stay beside a removed one',
    '<div>a<br>b <b><img></b> c<br><p>out</p><br></div>',
    '<div>a<br>b <b><img></b> c</div>',
  ],
  [
    'a picture that a kept text begins or ends with stays',
    '<div><b><img id="1"></b> a <img id="2"><p>out</p><img id="3"></div>',
    '<div><b><img id="1"></b> a <img id="2"></div>',
  ],
  [
    'a picture in a box of its own does not belong to the line',
    '<div><p><img id="1"></p>a<p><img id="2"></p><p>out</p></div>',
    '<div>a</div>',
  ],
  [
    'a picture that follows on a removed block goes with it',
    '<div><p>out</p><img id="1">a<img id="2"><p>b</p></div>',
    '<div>a<img id="2"><p>b</p></div>',
  ],
  [
    'a formula that a kept text announces stays, one that follows on a removed block goes',
    '<div><p>a:</p><p><math>x</math></p><p>out</p><p><math>y</math></p></div>',
    '<div><p>a:</p><p><math>x</math></p></div>',
  ],
  [
    'a video between kept blocks stays, another frame and one beside a removed block go',
    '<div><p>a</p><iframe src="https://v.example/embed/1"></iframe><iframe src="/ad"></iframe><p>b</p><p>out</p><video src="/v"></video></div>',
    '<div><p>a</p><iframe src="https://v.example/embed/1"></iframe><p>b</p></div>',
  ],
  [
    'what stands between two elements kept whole stays',
    '<div><ul><li>a</li></ul><hr><ul><li>b</li></ul><p>out</p></div>',
    '<div><ul><li>a</li></ul><hr><ul><li>b</li></ul></div>',
  ],
])('%s', (_, html, left) => {
  expect(strip(html)).toBe(left ?? html.replace('<p>out</p>', ''));
});
