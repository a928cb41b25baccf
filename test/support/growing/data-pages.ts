import {
  body,
  both,
  fill,
  type GrowPage,
  head,
  jsonLd,
  nest,
  sentence,
  start,
  text,
} from './fill.ts';

/** Returns JSON-LD of values within each other, of together about `length` characters. */
function nestJson(length: number, open: string, close: string): string {
  const count = Math.ceil(length / (open.length + close.length));
  return `${open.repeat(count)}1${close.repeat(count)}`;
}

/** Growing pages by the dimension of what they say about themselves, of their scripts and of their styles. */
export const dataPages: Readonly<Record<string, GrowPage>> = {
  // The head
  metas: head((n) => `<meta name="m${n}" content="c">`),
  'metas of one name': head(() => '<meta property="og:title" content="">'),
  'a long meta': (length) => `<meta name=description content="${'a '.repeat(length / 2)}"><p>a`,
  'links of the head': head((n) => `<link rel="alternate" href="/${n}">`),
  bases: head((n) => `<base href="/${n}/">`),
  titles: body((n) => `<title>${n}</title>`),
  'a long title': (length) => `<title>${sentence.repeat(length / sentence.length)}</title><p>a`,
  'titles of drawings': body(() => '<svg role=img><title>a</title></svg>'),
  // JSON-LD
  'JSON-LD scripts': head(
    (n) => `<script type="application/ld+json">{"@type":"A","n":${n}}</script>`,
  ),
  'entities of JSON-LD': jsonLd(
    (length) => `[${fill(length, (n) => `{"@type":"Product","name":"P${n}"},`)}{}]`,
  ),
  'values of JSON-LD': jsonLd(
    (length) => `{"@type":"A","a":[${fill(length, (n) => `"v${n}",`)}1]}`,
  ),
  'properties of JSON-LD': jsonLd(
    (length) => `{"@type":"A",${fill(length, (n) => `"p${n}":1,`)}"z":1}`,
  ),
  'types of JSON-LD': jsonLd((length) => `{"@type":[${fill(length, (n) => `"T${n}",`)}"Z"]}`),
  'nested objects of JSON-LD': jsonLd((length) => nestJson(length, '{"@type":"A","a":', '}')),
  'nested arrays of JSON-LD': jsonLd((length) => `{"@type":"A","a":${nestJson(length, '[', ']')}}`),
  'nested graphs of JSON-LD': jsonLd((length) => nestJson(length, '{"@graph":[', ']}')),
  'a graph of references to one entity': jsonLd(
    (length) =>
      `{"@graph":[{"@id":"a","@type":"A","n":"x"},${fill(length, () => '{"@type":"B","r":{"@id":"a"}},')}{}]}`,
  ),
  'a chain of references': jsonLd(
    (length) =>
      `{"@graph":[${fill(length, (n) => `{"@id":"${n}","@type":"A","r":{"@id":"${n + 1}"}},`)}{}]}`,
  ),
  'a ring of references': jsonLd(
    (length) =>
      `{"@graph":[${fill(length, (n) => `{"@id":"${n % 50}","@type":"A","r":[{"@id":"${(n + 1) % 50}"},{"@id":"${(n + 7) % 50}"}]},`)}{}]}`,
  ),
  'references that double': jsonLd(
    (length) =>
      `{"@graph":[${fill(length, (n) => `{"@id":"${n}","@type":"A","r":[{"@id":"${n + 1}"},{"@id":"${n + 1}"}]},`)}{}]}`,
  ),
  'one entity, stated again': jsonLd(
    (length) => `{"@graph":[${fill(length, (n) => `{"@id":"a","p${n}":1},`)}{}]}`,
  ),
  'a long text of JSON-LD': jsonLd(
    (length) => `{"@type":"A","t":"${'a &amp; <b>'.repeat(length / 11)}"}`,
  ),
  'broken JSON-LD': jsonLd((length) => `{"@type":"A","a":[${"{'b':1,},".repeat(length / 9)}`),
  'JSON-LD of quotes': jsonLd((length) => `{${'"a '.repeat(length / 3)}}`),
  'JSON-LD of brackets': jsonLd((length) => '['.repeat(length)),
  'JSON-LD of comments': jsonLd((length) => `{"@type":"A" ${'/* a */'.repeat(length / 7)}}`),
  'JSON-LD with wrappers': jsonLd(
    (length) => `${'<!-- '.repeat(length / 10)}{"@type":"A"}${' -->'.repeat(length / 8)}`,
  ),
  'JSON-LD of semicolons': jsonLd((length) => `{"@type":"A"}${';'.repeat(length)}`),
  'JSON-LD of spaces': jsonLd((length) => `{"@type":"A"}${' '.repeat(length)}x`),
  // Microdata and RDFa
  'items of microdata': body((n) => `<p itemscope itemtype=Product><b itemprop=name>P${n}</b></p>`),
  'properties of an item': body((n) => `<b itemprop="p${n}">a</b>`, '<div itemscope>', '</div>'),
  'names of a property': text(
    (length) => `<p itemscope><b itemprop="${fill(length, (n) => `p${n} `)}">a</b>`,
  ),
  'nested items': text((length) => nest(length, '<div itemscope itemprop=a>', '</div>')),
  'nested properties with text': text((length) =>
    nest(length, '<div itemprop=a>b', '</div>').replace('<div', '<div itemscope'),
  ),
  'nested items with text': text((length) =>
    nest(length, '<div itemscope itemprop=a>b<i itemprop=c>d</i>', '</div>'),
  ),
  'nested properties without text': text(
    (length) => `<div itemscope>${'<div itemprop=a>'.repeat(250)}${'<i></i>'.repeat(length / 7)}`,
  ),
  'items that refer to one part': (length) =>
    `${start}<div id=r>${'<b itemprop=a>b</b>'.repeat(20)}</div>${fill(length, () => '<p itemscope itemref=r></p>')}`,
  'items that refer to a growing part': (length) =>
    start +
    both(
      length,
      (half) => `<div id=r>${fill(half, () => '<b itemprop=a>b</b>')}</div>`,
      (half) => fill(half, () => '<p itemscope itemref=r></p>'),
    ),
  'items that refer to each other': body(
    (n) => `<p itemscope itemprop=a id="i${n}" itemref="i${n + 1} i${n + 2}"></p>`,
    '<div itemscope itemref="i0 i1">',
  ),
  'references of an item': text(
    (length) => `<p itemscope itemref="${fill(length, (n) => `r${n} `)}">`,
  ),
  'references of an item to one part': text(
    (length) => `<p itemscope itemref="${'r '.repeat(length / 2)}"><b id=r itemprop=a>b</b>`,
  ),
  'entities of RDFa': body((n) => `<p typeof=Product><b property=name>P${n}</b></p>`),
  'entities of RDFa about one': body((n) => `<p about="#a" typeof=A><b property="p${n}">a</b></p>`),
  'nested entities of RDFa': text((length) => nest(length, '<div typeof=A property=b>', '</div>')),
  'properties of RDFa': body((n) => `<b property="p${n}">a</b>`, '<div typeof=A>', '</div>'),
  'prefixes of RDFa': text(
    (length) =>
      `<div prefix="${fill(length, (n) => `a${n}: http://a.example/${n} `)}"><p typeof=a1:A>`,
  ),
  'vocabularies of RDFa': body((n) => `<div vocab="http://a.example/${n}/" typeof=A>`),
  // Scripts and styles
  scripts: body((n) => `<script>let a = ${n};</script>`),
  'a long script': text((length) => `<script>${'let a = 1;\n'.repeat(length / 11)}</script><p>a`),
  'scripts, never closed': body(() => '<script><!--<script>'),
  'data scripts': body((n) => `<script type="application/json">{"a":${n}}</script>`),
  'a long data script': text(
    (length) =>
      `<script type="application/json">{"a":[${fill(length, (n) => `{"b":${n}},`)}1]}</script>`,
  ),
  'a long state': text(
    (length) => `<script>window.__STATE__ = {"a":[${fill(length, (n) => `"v${n}",`)}1]};</script>`,
  ),
  styles: head((n) => `<style>.a${n} { color: red }</style>`),
  'rules of a style': head((n) => `<style>.a${n} { display: none }</style><p class=a1>`),
  'a long style sheet': (length) =>
    `<style>${fill(length, (n) => `.a${n} { display: none } `)}</style><p class=a1>a<p class=b>b`,
  'selectors of a rule': (length) =>
    `<style>${fill(length, (n) => `.a${n}, `)}.z { display: none }</style><p class=a1>a<p class=b>b`,
  'rules and classes': (length) =>
    both(
      length,
      (half) => `<style>${fill(half, (n) => `.a${n} { display: none } `)}</style>`,
      (half) => `<p class="${fill(half, (n) => `a${n} `)}">a`,
    ),
  'rules and elements': (length) =>
    both(
      length,
      (half) => `<style>${fill(half, (n) => `div.a${n} { display: none } `)}</style>`,
      (half) => fill(half, (n) => `<div class="b a${n}">a</div>`),
    ),
  'rules of one class': (length) =>
    both(
      length,
      (half) => `<style>${fill(half, (n) => `.a.b${n} { display: none } `)}</style>`,
      (half) => fill(half, () => '<p class=a>b</p>'),
    ),
  // Whole pages that are no HTML
  'JSON in a page': (length) => `<pre>{"a":[${fill(length, (n) => `{"b":${n}},`)}1]}</pre>`,
  'lines with commas': (length) => `<pre>${fill(length, (n) => `${n},a,b\n`)}</pre>`,
  'a shell': (length) =>
    `${start}<div id=root></div>${fill(length, (n) => `<script src="/${n}.js"></script>`)}`,
  'a log-in form': (length) =>
    `${start}<form><input type=password>${fill(length, () => '<input type=hidden>')}</form>`,
};
