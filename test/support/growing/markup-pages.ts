import { body, both, fill, type GrowPage, nest, sentence, start, text, times } from './fill.ts';

/** Growing pages by the dimension of their text and markup. */
export const markupPages: Readonly<Record<string, GrowPage>> = {
  // Text
  'one text': text((length) => sentence.repeat(length / sentence.length)),
  'one word': text((length) => 'a'.repeat(length)),
  'one text of spaces': text((length) => `a${' '.repeat(length)}b`),
  'lines of text': body((n) => `Line ${n} of a text\n`),
  'spaces between words': body(() => 'a  \n\t '),
  paragraphs: body((n) => `<p>Paragraph ${n}. ${sentence}</p>`),
  'texts of one letter': body(() => '<i>a</i> '),
  entities: body(() => '&amp;&eacute;&#x1F600;&nbsp;'),
  'entities without a semicolon': body(() => '&notit &lt&ampx &#65x '),
  ampersands: body(() => '&'),
  'angle brackets': body(() => '< '),
  'control characters': body(() => 'a\u0000\u0001\u001B'),
  'invisible characters': body(() => 'a\u200B\u200D\u202E\u00AD'),
  'lone surrogates': body(() => '\uD83D \uDE00'),
  'emoji with joiners': body(() => '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} '),
  'combining characters': text((length) => `a${'\u0301\u0323'.repeat(length / 2)}`),
  'Chinese without spaces': body(() => '我们在网页上'),
  'carriage returns': body(() => 'a\r\n\r'),
  'line breaks': body(() => '<br>'),
  'line breaks between words': body(() => 'a<br>\n'),
  'word breaks': body(() => 'a<wbr>'),
  rules: body(() => '<hr>'),
  // What has a meaning in Markdown
  asterisks: text((length) => '*'.repeat(length)),
  'asterisks between letters': body(() => '*a_'),
  'open brackets': text((length) => '['.repeat(length)),
  'brackets and parentheses': body(() => '[](![]('),
  backticks: text((length) => '`'.repeat(length)),
  'backticks in code': text((length) => `<p>a <code>${'`'.repeat(length)}</code> b`),
  'backticks in a code block': text((length) => `<pre><code>${'`'.repeat(length)}</code></pre>`),
  'growing runs of backticks': text(
    (length) => `<p><code>${times(Math.sqrt(length * 2), (n) => `${'`'.repeat(n)} `)}</code>`,
  ),
  backslashes: text((length) => '\\'.repeat(length)),
  'pipes in a cell': text((length) => `<table><tr><td>${'|'.repeat(length)}<td>b<tr><td>c<td>d`),
  'tildes and hashes': body(() => '~~# \n'),
  dashes: text((length) => '-'.repeat(length)),
  'numbers with periods': body((n) => `<p>${n}. a`),
  'angle-bracket links in text': body(() => '&lt;http://a'),
  underscores: text((length) => '_a'.repeat(length / 2)),
  'addresses without a scheme': body(() => 'www.'),
  'brackets before colons': body(() => '<i>]</i>:'),
  // Elements
  spans: body(() => '<span>a</span>'),
  divs: body(() => '<div>a</div>'),
  'empty divs': body(() => '<div></div>'),
  'unknown elements': body((n) => `<x-${n}>a</x-${n}>`),
  'long tag names': text((length) => `<${'a'.repeat(length)}>a`),
  'bold and italic': body(() => '<b>a</b><i>b</i>'),
  'nested formatting': text((length) => nest(length, '<b>a', '</b>')),
  'formatting of two kinds, nested': text((length) => nest(length, '<b><i>', '</i></b>')),
  'misnested formatting': body(() => '<b><p>a</b>c</p>'),
  'misnested links': body((n) => `<a href="/${n}"><p>a`),
  'misnested bold, never closed': body(() => '<b><p>a'),
  'misnested formatting over tables': body(() => '<b><table><td><i>a</table>'),
  'nobr within nobr': body(() => '<nobr>a'),
  'fonts with attributes': body((n) => `<font size=${n}><p>a`),
  'deep divs': text((length) => nest(length, '<div>', '</div>')),
  'deep divs with text': text((length) => nest(length, '<div>a', 'b</div>')),
  'deep divs, never closed': body(() => '<div>'),
  'deep spans': text((length) => nest(length, '<span>a', '</span>')),
  'deep unknown elements': text((length) => nest(length, '<x-a>', '</x-a>')),
  'deep sections with headings': text((length) =>
    nest(length, '<section><h2>a</h2>', '</section>'),
  ),
  'broad and deep': body((n) => (n % 500 < 250 ? '<div>a' : '</div>')),
  'end tags without start': body(() => '</div></span></p>'),
  'open paragraphs': body(() => '<p>a'),
  'buttons and forms, never closed': body(() => '<form><button>a'),
  headings: body((n) => `<h${(n % 6) + 1}>Heading ${n}</h${(n % 6) + 1}>`),
  'headings with text': body((n) => `<h2>Heading ${n}</h2><p>a</p>`),
  'one long heading': text((length) => `<h1>${sentence.repeat(length / sentence.length)}</h1>`),
  comments: body(() => '<!-- a -->'),
  'one long comment': text((length) => `<!--${'- '.repeat(length / 2)}-->a`),
  'comments, never closed': body(() => '<!-- a --!'),
  'bogus comments': body(() => '<?a><!a>'),
  'CDATA sections': body(() => '<svg><![CDATA[a]]></svg>'),
  'document types': body(() => '<!doctype html>'),
  templates: body(() => '<template><p>a</p></template>'),
  'nested templates': body(() => '<template>a'),
  noscripts: body(() => '<noscript><p>a</p></noscript>'),
  iframes: body((n) => `<iframe src="/${n}">a</iframe>`),
  'frames with documents': body(() => '<iframe srcdoc="&lt;p>a"></iframe>'),
  drawings: body((n) => `<svg><path d="M${n} 0"/><title>a</title><text>b</text></svg>`),
  'nested drawings': text((length) =>
    nest(length, '<svg><foreignObject>', '</foreignObject></svg>'),
  ),
  formulas: body(() => '<math><mi>x</mi><mo>=</mo><mn>1</mn></math>'),
  'nested formulas': text((length) => `<math>${nest(length, '<mrow><mi>x', '</mi></mrow>')}`),
  pictures: body((n) => `<img src="/${n}.png" alt="Picture ${n}">`),
  'picture sources': body(
    (n) => `<source srcset="/${n}.png 2x">`,
    '<picture>',
    '<img src=a></picture>',
  ),
  'pictures with sources': body(() => '<picture><source srcset="/a.png 1x"><img src=a></picture>'),
  'candidates of a srcset': text(
    (length) => `<img srcset="${fill(length, (n) => `/${n}.png ${n}w, `)}">`,
  ),
  'commas in a srcset': text(
    (length) => `<img srcset="${','.repeat(length)}"><img srcset="a${' ('.repeat(9)}">`,
  ),
  'pictures within data': text(
    (length) => `<img src="data:image/png;base64,${'A'.repeat(length)}" alt="a">`,
  ),
  captions: body((n) => `<figure><img src="${n}"><figcaption>Caption ${n}</figcaption></figure>`),
  'commas behind a candidate': text(
    (length) => `<img src=a.webp srcset="a${','.repeat(length)}b 2w">`,
  ),
  // Attributes
  'attributes of one element': text((length) => `<div ${fill(length, (n) => `a${n}=b `)}>a</div>`),
  'the same attribute again': text((length) => `<div ${'a=b '.repeat(length / 4)}>a</div>`),
  'attributes in all': body((n) => `<p id="i${n}" title="t" data-x="y">a</p>`),
  'a long attribute': text((length) => `<p title="${'a '.repeat(length / 2)}">a</p>`),
  'a long attribute with entities': text(
    (length) => `<p title="${'&amp;'.repeat(length / 5)}">a</p>`,
  ),
  'an attribute, never closed': text((length) => `<p>a<p title="${'a>'.repeat(length / 2)}`),
  'equals signs': text((length) => `<p ${'='.repeat(length)}>a`),
  'slashes in a tag': text((length) => `<p ${'/ '.repeat(length / 2)}>a`),
  'classes of one element': text(
    (length) => `<div class="${fill(length, (n) => `c${n} `)}">a</div>`,
  ),
  'elements with classes': body((n) => `<p class="c${n} d e">a</p>`),
  'classes of the body': (length) =>
    `<body class="${fill(length / 2, (n) => `c${n} `)}">${'<p>a'.repeat(length / 8)}`,
  ids: body((n) => `<p id="i${n}">a</p>`),
  'styles of elements': body((n) => `<p style="color: #${n}; margin: 0">a</p>`),
  'a long style': text((length) => `<p style="${'color:red;'.repeat(length / 10)}">a</p>`),
  'a style of brackets': text((length) => `<p style="${'('.repeat(length)}">a</p>`),
  'hidden elements': body(() => '<p hidden>a</p>'),
  'hidden elements within each other': text((length) =>
    nest(length, '<p style="display:none"><i hidden>', '</i></p>'),
  ),
  'faded elements': body(() => '<div aria-hidden=true><p>a</p></div>'),
  'elements hidden from screen readers alone': (length) =>
    `<body>${fill(length, () => '<p aria-hidden=true>a</p>')}`,
  'open formatting elements and blocks': text((length) =>
    both(
      length,
      (half) => fill(half, (n) => `<b class="c${n}" id="${n}" title="${'t'.repeat(200)}">`),
      (half) => fill(half, () => '<p>a'),
    ),
  ),
  'open formatting elements with many attributes': text((length) =>
    both(
      length,
      (half) => fill(half, (n) => `<b id="${n}" ${fill(4_000, (m) => `a${m}=b `)}>`),
      (half) => fill(half, () => '<p>a'),
    ),
  ),
  // Links
  links: body((n) => `<a href="/page/${n}">Link ${n}</a> `),
  'links to one page': body(() => '<a href="/a">Link</a> '),
  'links within a paragraph': body((n) => `<a href="/${n}">a</a>, `, '<p>', '</p>'),
  'links without text': body((n) => `<a href="/${n}"></a>`),
  'links with pictures': body((n) => `<a href="/${n}"><img src=a alt="b"></a>`),
  'nested links of spans': text((length) => `<a href=a>${nest(length, '<span>', '</span>')}</a>`),
  'deep links': body((n) => `<object><a href="/${n}">`),
  'open links': body((n) => `<object><a href="/${n}"><i></i>a`),
  'open links without text': body((n) => `<object><a href="/${n}"><i></i>`),
  'a long link': text((length) => `<a href="/${'a'.repeat(length)}">a</a>`),
  'a long link with spaces': text((length) => `<a href="/${'a ('.repeat(length / 3)}">a</a>`),
  'a long base': (length) =>
    `<base href="http://a.example/${'b'.repeat(8_000)}/"><body>${fill(length, (n) => `<a href=${n}>a</a>`)}`,
  'relations of a link': text((length) => `<a rel="${'a '.repeat(length / 2)}" href=b>c</a>`),
  'labels of next pages': body((n) => `<a href="?page=${n}">Next page</a> `),
  'telephone links': body((n) => `<a href="tel:${n}">Call</a> `),
  // Lists and tables
  items: body((n) => `<li>Item ${n}`, '<ul>'),
  'items of numbered lists': body((n) => `<li value=${n}>a`, '<ol>'),
  'lists of one item': body(() => '<ul><li>a</ul>'),
  'nested lists': text((length) => nest(length, '<ul><li>a', '</li></ul>')),
  quotes: body(() => '<blockquote>a</blockquote>'),
  'lines in nested numbered lists': (length) =>
    `${start}${'<ol start=100000000><li>a'.repeat(30)}${fill(length, () => 'a<br>')}`,
  'nested quotes': text((length) => nest(length, '<blockquote>a', '</blockquote>')),
  definitions: body((n) => `<dt>Term ${n}<dd>Meaning`, '<dl>'),
  'definitions within each other': text((length) => nest(length, '<dl><dt>a<dd>', '</dl>')),
  'rows of a table': body((n) => `<tr><td>${n}<td>a`, '<table><tr><th>N<th>A'),
  'columns of a table': text(
    (length) => `<table><tr>${'<th>abc'.repeat(length / 14)}<tr>${'<td>def'.repeat(length / 14)}`,
  ),
  'a wide row and many short ones': (length) =>
    `<table><tr>${'<td>a'.repeat(length / 10)}${'<tr><td>b'.repeat(length / 18)}`,
  tables: body((n) => `<table><tr><th>A<td>${n}</table>`),
  'nested tables': text((length) => nest(length, '<table><tr><td>a', '</table>')),
  'tables with what belongs outside': body(() => '<b>a</b><tr><td>b</td></tr>', '<table>'),
  'text within a table': text((length) => `<table>${'a <tr>'.repeat(length / 6)}</table>`),
  'long cells over many rows': (length) =>
    `<table>${fill(length, () => `<tr><td rowspan=99>${'a '.repeat(99)}<td>b`)}</table>`,
  'wide cells': body(() => '<tr><td colspan=1000 rowspan=9>a', '<table>'),
  'high cells': body(() => '<td rowspan=65534>abc', '<table><tr>'),
  'high cells in all rows': body(() => '<tr><td rowspan=65534>abc', '<table>'),
  'wide and high cells': body(() => '<tr><td colspan=1000000 rowspan=1000000>a', '<table>'),
  'columns stated': body(() => '<col span=1000>', '<table>', '<tr><td>a'),
  'captions and heads': body(() => '<thead><tr><th>a<tbody><tr><td>b', '<table>'),
  // Forms
  options: body((n) => `<option value=${n}>Option ${n}`, '<select>'),
  'groups of options': body((n) => `<optgroup label=${n}><option>a`, '<select>'),
  selects: body(() => '<select><option>a<option>b</select>'),
  'fields of a form': body((n) => `<label>L${n}<input name=n${n}></label>`, '<form>'),
  buttons: body(() => '<button>a</button>'),
  'password fields': body(() => '<input type=password>'),
  'collapsed sections': body((n) => `<details><summary>Q${n}</summary>a</details>`),
  // Code
  'spaces in code': text((length) => `<pre>a${' '.repeat(length)}b</pre>`),
  'tabs in lines of code': text(
    (length) => `<pre>${`a${'\t'.repeat(500)}b\n`.repeat(length / 503)}</pre>`,
  ),
  'lines of code': text(
    (length) => `<pre><code>${'let a = 1;\n'.repeat(length / 11)}</code></pre>`,
  ),
  'code blocks': body(() => '<pre><code class="language-js">a\n</code></pre>'),
  'coloured code': text(
    (length) => `<pre>${'<span class=k>let</span> '.repeat(length / 25)}</pre>`,
  ),
  'inline code': body(() => 'a <code>b</code> '),
  'text areas': body(() => '<textarea>a\n</textarea>'),
  'plain text to the end': text((length) => `<plaintext>${'a\n'.repeat(length / 2)}`),
  // Footnotes
  footnotes: (length) =>
    start +
    both(
      length,
      (half) => `<p>${fill(half, (n) => `a<sup><a href="#fn${n}" id="r${n}">${n}</a></sup>`)}</p>`,
      (half) =>
        `<ol class=footnotes>${fill(half, (n) => `<li id="fn${n}">Note <a href="#r${n}">↩</a></li>`)}</ol>`,
    ),
  'references to one footnote': body(
    (n) => `<sup><a href="#fn1">${n}</a></sup>`,
    '',
    '<li id=fn1>a',
  ),
  'notes within lines, one in the other': (length) =>
    `<p>Text${fill(length, () => '<span class=footnote>Said so ')}</p>`,
  'open references to footnotes': body(
    () => '<sup><object><a href="#f"><i></i>',
    '',
    '</object><p id=f>a',
  ),
  'links within the page': body((n) => `<a href="#i${n}">a</a><p id="i${n}">b</p>`),
  // What a page displays
  'stand-ins without an end': body(
    () => '<!--$?--><template id="B:0"></template>a',
    '',
    '<script>$RC("B:0","S:0")</script>',
  ),
  'parts that come later': body(
    (n) =>
      `<template id="B:${n}"></template><div hidden id="S:${n}">a</div><script>$RC("B:${n}","S:${n}")</script>`,
  ),
  'parts whose place their names tell': body(
    (n) => `<i id="pl-${n}">b</i><template id="${n}">a</template><script>$df("${n}")</script>`,
  ),
  'parts that come later, one in the other': body(
    (n) =>
      `<div hidden id="S:${n}">a<template id="B:${n + 1}"></template></div><script>$RC("B:${n}","S:${n}")</script>`,
    '<template id="B:0"></template>',
  ),
  'calls that name one part without a place': body(
    (n) => `<i id="i${n}">b</i><script>$df("S:0")</script>`,
    '<template id="S:0">a</template>',
  ),
  'shadow trees': body(
    () =>
      '<x-a><template shadowrootmode=open><style>b{top:0}</style>a<slot></slot></template>b</x-a>',
  ),
  'elements of its own in a line': body(() => '<x-a>a</x-a> b '),
  'line ends that are kept': body(() => 'a\n', '<p style="white-space:pre-line">'),
  'formulas in one sentence': body(() => '<math><mi>x</mi></math> '),
  'hidden formulas beside pictures': body(() => '<i hidden><math><mi>x</mi></math></i><svg></svg>'),
  'labels in labels': body(() => '<i aria-label="aa"><b aria-hidden=true>a'),
  // What main content leaves out
  'related posts': body(
    (n) => `<div class=related><h3>Post ${n}</h3><p>${sentence}</p></div>`,
    `<p>${sentence}</p>`,
  ),
  'code in one table': body(() => '<tr><td>a<td><pre>b</pre></tr>', '<table>'),
};
