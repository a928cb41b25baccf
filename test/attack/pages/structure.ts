import { linearBound, repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/** Elements of one kind without end, and elements that swallow what follows. */
export const structurePages: readonly HostilePage[] = toFamily('structure', [
  [
    '50,000 headings',
    50_000,
    (count) =>
      toDocument(
        repeat(count, (at) => `<h${(at % 6) + 1}>Heading ${at}</h${(at % 6) + 1}><p>x</p>`),
      ),
  ],
  [
    'a heading of 1 MB',
    1_000_000,
    (count) =>
      toDocument(`<h1>${'lamp '.repeat(count / 5)}</h1><h2>${'# '.repeat(count / 2)}</h2>`),
  ],
  [
    'a title of 5 MB',
    5_000_000,
    (count) => `<title>${'lamp | '.repeat(count / 7)}</title><p>Brass lamp`,
  ],
  [
    '50,000 titles',
    50_000,
    (count) =>
      toDocument(
        '',
        repeat(count, (at) => `<title>Lamp ${at}</title>`),
      ),
  ],
  [
    '100,000 list items',
    100_000,
    (count) => toDocument(`<ul>${repeat(count, (at) => `<li>Lamp ${at}`)}</ul>`),
    { bound: linearBound },
  ],
  [
    'items of lists, 1,000 deep',
    1_000,
    (count) => toDocument(`${'<ul><li>a<li>b'.repeat(count)}${'<li>c'.repeat(50_000)}`),
  ],
  [
    'quotes, 250 deep, and long',
    250,
    (count) => toDocument(`${'<blockquote>'.repeat(count)}${'line<br>'.repeat(20_000)}`),
  ],
  [
    '50,000 definitions',
    50_000,
    (count) => toDocument(`<dl>${repeat(count, (at) => `<dt>Price ${at}<dd>£${at}`)}</dl>`),
  ],
  [
    '20,000 products',
    20_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<article class="card"><h3><a href="/${at}">Lamp ${at}</a></h3><span class="price">£${at}.99</span><p>In stock</p></article>`,
        ),
      ),
    { bound: linearBound },
  ],
  [
    'products that are all but alike',
    5_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<div class="c${at}"><${at % 2 === 0 ? 'h3' : 'h4'}>Lamp</h3>${'<span>x</span>'.repeat(at % 40)}</div>`,
        ),
      ),
  ],
  [
    '100,000 choices',
    100_000,
    (count) =>
      toDocument(
        `<select>${repeat(count, (at) => `<option value=${at} selected>Lamp ${at}`)}</select>`,
      ),
  ],
  [
    '20,000 fields of a form',
    20_000,
    (count) =>
      toDocument(
        `<form>${repeat(count, (at) => `<label for=f${at}>Field</label><input id=f${at} type=password value=x><textarea>y</textarea>`)}</form>`,
      ),
  ],
  ['300,000 comments', 300_000, (count) => toDocument('<!--x-->'.repeat(count))],
  ['a comment of 9 MB', 9_000_000, (count) => toDocument(`<!--${'- '.repeat(count / 2)}-->`)],
  ['comments that never end', 1_000_000, (count) => toDocument('<!--'.repeat(count / 4))],
  [
    'dashes that nearly end a comment',
    1_000_000,
    (count) => toDocument(`<!--${'--!'.repeat(count / 3)}`),
  ],
  [
    'conditional comments',
    50_000,
    (count) => toDocument('<!--[if IE]><p>x</p><![endif]--><![if !IE]>y<![endif]>'.repeat(count)),
  ],
  [
    'text until the end of the page',
    1_000_000,
    (count) => toDocument(`<plaintext>${'</plaintext>'.repeat(count / 12)}`),
  ],
  [
    'a field that never closes',
    1_000_000,
    (count) => toDocument(`<textarea>${'<p>x'.repeat(count / 4)}`),
  ],
  [
    'a script that never closes',
    1_000_000,
    (count) => toDocument(`<script><!--<script>${'</script '.repeat(count / 9)}`),
  ],
  [
    'scripts in scripts',
    500_000,
    (count) => toDocument(`<script>${'<!--<script>-->'.repeat(count / 15)}</script>`),
  ],
  ['100,000 scripts', 100_000, (count) => toDocument('<script>x</script>'.repeat(count))],
  [
    '5 MB of scripts',
    5_000_000,
    (count) => toDocument(`<script>${'if(a<b&&c>d){f("</p>")}'.repeat(count / 23)}</script>`),
  ],
  [
    'pages without scripts',
    20_000,
    (count) =>
      toDocument(
        '<noscript><p>Turn on <b>JavaScript</b></noscript>'.repeat(count),
        '<noscript><style>p{}</style></noscript>'.repeat(count / 10),
      ),
  ],
  [
    'templates',
    20_000,
    (count) => toDocument('<template><p>x</p><template><b>y</template></template>'.repeat(count)),
  ],
  [
    'a page of frames',
    20_000,
    (count) => `<frameset>${'<frame src="/a"><frameset>'.repeat(count)}`,
  ],
  [
    'documents in frames, 5 MB',
    5_000_000,
    (count) =>
      toDocument(
        `<iframe srcdoc="${'&lt;p>x'.repeat(count / 7)}"></iframe>${'<iframe src=/x>'.repeat(1_000)}`,
      ),
  ],
  [
    'pictures drawn in place',
    30_000,
    (count) =>
      toDocument(
        `<svg>${'<path d="M0 0L1 1"/><text>x</text><use href="#a"/>'.repeat(count)}</svg>`,
      ),
  ],
  [
    'a path of 5 MB',
    5_000_000,
    (count) =>
      toDocument(`<svg viewBox="0 0 9 9"><path d="${'M0 0L1 1'.repeat(count / 8)}"/></svg>`),
  ],
  [
    'formulas',
    20_000,
    (count) => toDocument('<math><mfrac><mi>x</mi><mn>1</mn></mfrac></math>'.repeat(count)),
  ],
  [
    '50,000 pictures',
    50_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) =>
            `<figure><img src="/${at}.jpg" alt="Lamp ${at}"><figcaption>x</figcaption></figure>`,
        ),
      ),
  ],
  [
    '20,000 pieces of code',
    20_000,
    (count) =>
      toDocument(
        repeat(
          count,
          (at) => `<pre><code class="language-l${at} hljs ${'x '.repeat(20)}">a\nb</code></pre>`,
        ),
      ),
  ],
  [
    'code with numbered lines',
    50_000,
    (count) =>
      toDocument(
        `<pre>${repeat(count, (at) => `<span class=line><span class=n>${at}</span>x = 1</span>\n`)}</pre>`,
      ),
  ],
  [
    '20,000 details',
    20_000,
    (count) =>
      toDocument('<details><summary>Question?</summary><p>Reply.</p></details>'.repeat(count)),
  ],
  [
    'tabs that are hidden',
    20_000,
    (count) =>
      toDocument(
        repeat(count, (at) => `<div role=tabpanel id=t${at} aria-hidden=true hidden>x</div>`),
      ),
  ],
  [
    'ruby',
    50_000,
    (count) => toDocument(`<p>${'<ruby>灯<rp>(<rt>あ<rp>)</ruby>'.repeat(count)}</p>`),
  ],
  [
    'a letter to an element, 300,000 of them',
    300_000,
    (count) => toDocument('<div>x</div>'.repeat(count)),
    { bound: linearBound },
  ],
  ['400,000 empty elements', 400_000, (count) => toDocument('<div></div>'.repeat(count))],
]);
