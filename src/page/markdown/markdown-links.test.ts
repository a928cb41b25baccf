import { expect, it } from 'vitest';
import { readPage } from '../read-page.ts';
import { toMarkdown } from './to-markdown.ts';

const url = 'https://shop.example/a/page';

/** Title, HTML, Markdown without the line end that closes every page. */
type Case = readonly [title: string, html: string, markdown: string];

const links: readonly Case[] = [
  [
    'links are absolute',
    '<a href="b">x</a> <a href="/c?d=1&amp;e#f">y</a> <a href="//z.example/">z</a> <a href="#s">s</a>',
    '[x](https://shop.example/a/b) [y](https://shop.example/c?d=1&e#f) [z](https://z.example/) [s](https://shop.example/a/page#s)',
  ],
  [
    'the base of the page counts',
    '<base href="/base/"><a href="b">x</a>',
    '[x](https://shop.example/base/b)',
  ],
  [
    'links that run scripts or hold data are text',
    '<a href="javascript:x()">a</a> <a href=" JaVa&#10;Script:x()">b</a> <a href="data:text/html,c">c</a> <a href="vbscript:x">d</a>',
    'a b c d',
  ],
  [
    'mail and telephone links stay',
    '<a href="mailto:a@b.example">m</a> <a href="tel:+1">t</a>',
    '[m](mailto:a@b.example) [t](tel:+1)',
  ],
  [
    'what would end a link is escaped',
    '<a href="/a b(c)">x]y</a> <a href="/d?x=&amp;lt;">z</a>',
    '[x\\]y](https://shop.example/a%20b\\(c\\)) [z](https://shop.example/d?x=&amp;lt;)',
  ],
  [
    'dots in paths are resolved',
    '<a href="/a/../b">x</a> <a href="HTTPS://SHOP.example/c">y</a>',
    '[x](https://shop.example/b) [y](https://shop.example/c)',
  ],
  [
    'a link around blocks is on the first',
    '<a href="/c"><h3>Card</h3><p>text</p></a>',
    '### [Card](https://shop.example/c)\n\ntext',
  ],
  [
    'but a picture leaves it to the words behind',
    '<a href="/c"><img src="/p.jpg" alt="P"><div>Title</div></a>',
    '[![P](https://shop.example/p.jpg)](https://shop.example/c)\n\n[Title](https://shop.example/c)',
  ],
  [
    'of several headings the link is on the longest',
    '<a href="/c"><h2>5</h2><p>May 2025</p><h3>News</h3><h4>A new rule</h4></a>',
    '## 5\n\nMay 2025\n\n### News\n\n#### [A new rule](https://shop.example/c)',
  ],
  [
    'a picture that stands twice in a link, for wide and narrow screens, is said once',
    '<a href="/"><img src="/l.svg" alt="Acme"><span><img src="/l.svg" alt="Acme"></span></a>',
    '[![Acme](https://shop.example/l.svg)](https://shop.example/)',
  ],
  [
    'a link around a card is on its heading',
    '<a href="/c"><img src="/a.png" alt=""><b>Kind</b><h3><i>Card</i></h3><p>text</p></a>',
    '![](https://shop.example/a.png)**Kind**\n\n### [*Card*](https://shop.example/c)\n\ntext',
  ],
  [
    'but for a heading without a text',
    '<a href="/c"><div>Kind</div><h3></h3><p>text</p></a>',
    '[Kind](https://shop.example/c)\n\ntext',
  ],
  [
    'a link in a drawing may have its address by an older name',
    '<svg><g><a xlink:href="/c"><text>a</text></a></g></svg><a xlink:href="/d">b</a>',
    '[a](https://shop.example/c) b',
  ],
  [
    'a link that shows an icon alone has its label',
    '<p>a<a href="/f" aria-label="Our  page"><i></i></a><a href="/t" title="Feed"><svg><path d="M0"/></svg></a>b</p>',
    'a [Our page](https://shop.example/f) [Feed](https://shop.example/t) b',
  ],
  [
    'or that of the drawing in it',
    '<p><a href="/f"><svg aria-label="Our page"><path d="M0"/></svg></a> <a href="/t"><span><svg><title>Feed</title><path d="M0"/></svg></span></a><a href="/i"><svg><title>icon-7</title></svg></a></p>',
    '[Our page](https://shop.example/f) [Feed](https://shop.example/t)',
  ],
  [
    'and so has one whose icon screen readers leave out',
    '<a href="/f" aria-label="Our page"><i aria-hidden="true"></i></a> <a href="/n" title="On"><i aria-hidden="true">arrow</i></a> <a href="/v" aria-label="Feed"><svg aria-hidden="true"><g><path d="M0"/></g></svg></a>',
    '[Our page](https://shop.example/f) [On](https://shop.example/n) [Feed](https://shop.example/v)',
  ],
  [
    'what screen readers leave out of a link is not written',
    '<p>a <a href="/f" aria-label="On"><b aria-hidden="true"><i>c</i></b></a><a href="/f"><b aria-hidden="true">d</b></a><a href="/f" title="On"><b aria-hidden="true">e</b>f</a></p>',
    'a [f](https://shop.example/f)',
  ],
  [
    'a label is left out beside a text, a picture, the same words, in a heading and within the page',
    '<p><a href="/f" aria-label="A"><i></i>b</a> <a href="/g" aria-label="C"><img src="/c.png" alt=""></a> <a href="/h" title="D"><i></i></a> <a href="/h">d</a> <a href="#e" title="E"><i></i></a></p><h2>F<a href="/f" title="F"><i></i></a></h2>',
    '[b](https://shop.example/f) [![](https://shop.example/c.png)](https://shop.example/g) [d](https://shop.example/h)\n\n## F',
  ],
  [
    'a link without anything in it has none, and so has one with a text for a label',
    `<p>a <a href="/f" aria-label="On"></a><a href="/f" aria-label="${'So '.repeat(100)}"><i></i></a>b</p>`,
    'a b',
  ],
  ['an empty link is nothing', '<p>a<a href="/c"></a><a href="/d"> </a>b</p>', 'a b'],
  [
    'a link in a link ends it',
    '<div><a href="/c">a <span><a href="/d">b</a></span> c</a></div>',
    '[a](https://shop.example/c) [b](https://shop.example/d) c',
  ],
  [
    'an exclamation before a link makes no image',
    '<p>Wow!<a href="/c">x</a></p>',
    'Wow\\![x](https://shop.example/c)',
  ],
  [
    'frames and films with a name are links',
    '<iframe src="/v" title="Film"></iframe><video src="/w.mp4"></video><iframe src="/ad"></iframe>',
    '[Film](https://shop.example/v)\n\n[video](https://shop.example/w.mp4)',
  ],
  [
    'and so are those of players, by where they come from',
    '<iframe src="https://player.film.example/video/1" title></iframe>',
    '[player.film.example](https://player.film.example/video/1)',
  ],
  [
    'a film or a recording whose address its source has is a link to the first',
    '<video controls><track src="/t.vtt"><source src="/w.webm"><source src="/w.mp4"></video><audio src=""><source src="/t.mp3"></audio>',
    '[video](https://shop.example/w.webm)\n\n[audio](https://shop.example/t.mp3)',
  ],
  [
    'a film with an address of its own keeps it, and one without any is nothing',
    '<video src="/own.mp4"><source src="/w.webm"></video><video><p>No film</p></video>',
    '[video](https://shop.example/own.mp4)',
  ],
  [
    'an image is kept with its text',
    '<img src="/a.png" alt="An [a]">',
    '![An \\[a\\]](https://shop.example/a.png)',
  ],
  [
    'an image that loads late has its late address',
    '<img src="data:image/gif;base64,R0" data-src="/a.png" alt=a><img srcset="/b.png 1x, /c.png 2x" alt=b>',
    '![a](https://shop.example/a.png)![b](https://shop.example/b.png)',
  ],
  [
    'an image for pages without scripts is not said twice',
    '<img data-src="/a.png" alt=a><noscript><img src="/a.png" alt=a></noscript>',
    '![a](https://shop.example/a.png)',
  ],
  [
    'nor one in a paragraph for them, or in front of the other',
    'x<noscript><p><img src="/a.png" alt=a></p></noscript><img data-src="/a.png" alt=a>',
    'x\n\n![a](https://shop.example/a.png)',
  ],
  [
    'the mark of two rows is said in both',
    '<table><tr><th>Name<th>Free<tr><td>A<td><img src="/y.png" alt=yes><tr><td>B<td><img src="/y.png" alt=yes></table>',
    '| Name | Free |\n| --- | --- |\n| A | ![yes](https://shop.example/y.png) |\n| B | ![yes](https://shop.example/y.png) |',
  ],
  [
    'the same one beside it, for another screen, is not, but signs are counted',
    '<div><img src="/a.png" alt="Lamp"> <img src="/a.png" alt="Lamp"></div><p><img src="/s.png" alt="★"><img src="/s.png" alt="★"></p>',
    '![Lamp](https://shop.example/a.png)\n\n![★](https://shop.example/s.png)![★](https://shop.example/s.png)',
  ],
  [
    'one without words is not said again in a link that has some',
    '<a href="/a">A<img src="/c.svg" alt=""></a> <a href="/b">B<img src="/c.svg" alt=""></a>',
    '[A![](https://shop.example/c.svg)](https://shop.example/a) [B](https://shop.example/b)',
  ],
  [
    'an image without words is said once, and again where it is a link',
    '<img src="/s.gif"><img src="/s.gif"> <a href="/b"><img src="/s.gif"></a>',
    '![](https://shop.example/s.gif) [![](https://shop.example/s.gif)](https://shop.example/b)',
  ],
  ['an image that is data is its text', '<img src="data:image/gif;base64,R0" alt="a">', 'a'],
  ['a place that a script fills is no address', '<img src="#" alt="a">', 'a'],
  [
    'a drawing that stands for something is its title',
    '<a href="/c"><svg role="img"><title>Cart</title><path d="M0"/></svg></a> <svg><title>icon</title></svg>x',
    '[Cart](https://shop.example/c) x',
  ],
  [
    'the text of a stand-in is not repeated beside its picture',
    '<img src="data:image/gif;base64,R0" alt="a"> <noscript><p><img src="/a.png" alt="a"></p></noscript> <noscript><img src="/b.png" alt="b"></noscript><picture><img src="#" alt="b"></picture>',
    '![a](https://shop.example/a.png)\n\n![b](https://shop.example/b.png)',
  ],
  [
    'and is kept where none is beside it',
    '<img src="#" alt="a"><noscript><img src="#" alt="">Off</noscript> <img src="#" alt="c"> d <noscript><img src="/e.png"></noscript>',
    'aOff c d ![](https://shop.example/e.png)',
  ],
  ['and so is a block', '<div role="img" aria-label="4 of 5 stars"></div>12', '4 of 5 stars\n\n12'],
  ['counters are no images', '<img src="/count.gif" width=1 height=1 alt="">x', 'x'],
  [
    'an image may be a link',
    '<a href="/c"><img src="/a.png" alt="a"></a>',
    '[![a](https://shop.example/a.png)](https://shop.example/c)',
  ],
];

it.each(links)('%s', (_title, html, markdown) => {
  expect(toMarkdown(readPage({ html, url }))).toBe(`${markdown}\n`);
});
