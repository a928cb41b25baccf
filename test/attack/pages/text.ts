import { linearBound, repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

const plain = { contentType: 'text/plain; charset=utf-8' };

/** Text: long, without a place to break it, in scripts and signs that grow when they are made alike, and marks of Markdown. */
export const textPages: readonly HostilePage[] = toFamily('text', [
  // Measured at 9 MB: 13 s and 429 MB.
  [
    '9 MB of words',
    9_000_000,
    (count) => 'A lamp for reading at night. '.repeat(count / 29),
    { ...plain, bound: linearBound },
  ],
  ['9 MB in one word', 9_000_000, (count) => 'x'.repeat(count), plain],
  ['9 MB of empty lines', 9_000_000, (count) => `a${'\n'.repeat(count)}b`, plain],
  [
    '9 MB of white space',
    9_000_000,
    (count) => toDocument(`<p>a${' \t\n'.repeat(count / 3)}b</p>`),
  ],
  [
    'white space in code, 2 MB',
    2_000_000,
    (count) => toDocument(`<pre>a${' '.repeat(count)}b\n${'\t x'.repeat(1_000)}</pre>`),
  ],
  [
    '300,000 line breaks',
    300_000,
    (count) => toDocument('<br>'.repeat(count)),
    { bound: linearBound },
  ],
  [
    'line breaks between words',
    150_000,
    (count) => toDocument(`<p>${'word<br>'.repeat(count)}</p>`),
    { bound: linearBound },
  ],
  [
    '200,000 places to break a word',
    200_000,
    (count) => toDocument(`<p>${'long<wbr>&shy;'.repeat(count)}</p>`),
  ],
  ['100,000 rules', 100_000, (count) => toDocument('<hr>'.repeat(count))],
  ['500,000 inline elements', 500_000, (count) => toDocument(`<p>${'<b>a</b>'.repeat(count)}</p>`)],
  [
    '100,000 letters in boxes of their own',
    100_000,
    (count) => toDocument(`<p>${'<i>a</i><b>b</b> '.repeat(count / 2)}</p>`),
  ],
  [
    'a letter under a million accents',
    1_000_000,
    (count) => toDocument(`<p>a${'\u0301'.repeat(count)}</p>`),
  ],
  [
    'every letter under 20 accents',
    50_000,
    (count) => toDocument(`<p>${`a${'\u0300\u0316'.repeat(10)}`.repeat(count)}</p>`),
  ],
  [
    'accents in the wrong order',
    500_000,
    (count) => toDocument(`<p>a${'\u0316\u0301'.repeat(count)}</p>`),
  ],
  [
    'ligatures that grow eighteenfold',
    300_000,
    (count) => toDocument(`<p>${'\uFDFA'.repeat(count)}</p>`),
  ],
  [
    'letters that change their length in lower case',
    500_000,
    (count) => toDocument(`<p>${'\u0130'.repeat(count)} £51.77</p>`),
  ],
  ['joined emoji', 100_000, (count) => toDocument(`<p>${'👩‍👩‍👧‍👦'.repeat(count)}</p>`)],
  ['half a million flags', 500_000, (count) => toDocument(`<p>${'🇩🇪'.repeat(count)}</p>`)],
  [
    'marks of direction',
    1_000_000,
    (count) => toDocument(`<p>${'\u202E\u2066abc'.repeat(count / 5)}</p>`),
  ],
  [
    'directions, 100,000 deep',
    100_000,
    (count) =>
      toDocument(
        `<p>${'\u202B'.repeat(count)}x${'\u202C'.repeat(count)}</p><p>${'א1'.repeat(50_000)}</p>`,
      ),
  ],
  [
    'characters of no width',
    1_000_000,
    (count) => toDocument(`<p>${'a\u200B\u200D\uFEFF\u2060'.repeat(count / 5)}</p>`),
  ],
  [
    'Chinese without a space, 3 MB',
    1_000_000,
    (count) => toDocument(`<p>${'灯'.repeat(count)}</p>`),
  ],
  ['Thai without a space', 500_000, (count) => toDocument(`<p>${'โคมไฟ'.repeat(count / 5)}</p>`)],
  ['lone surrogates', 200_000, (count) => toDocument(`<p>${'&#xD800;&#xDFFF;'.repeat(count)}</p>`)],
  [
    'controls and non-characters',
    500_000,
    (count) => toDocument(`<p>${'\u{1}\u{B}\uFFFF\u{1F}'.repeat(count / 4)}</p>`),
  ],
  ['5 MB of digits', 5_000_000, (count) => toDocument(`<p>${'9'.repeat(count)}</p>`)],
  [
    'named entities',
    300_000,
    (count) =>
      toDocument(`<p>${'&notit;&CounterClockwiseContourIntegral;&amp'.repeat(count / 3)}</p>`),
  ],
  [
    'numbers of entities',
    500_000,
    (count) => toDocument(`<p>${'&#x1F600;&#0;&#99999999999;'.repeat(count / 3)}</p>`),
  ],
  ['a million ampersands', 1_000_000, (count) => toDocument(`<p>${'&'.repeat(count)}</p>`)],
  [
    'an entity of a million digits',
    1_000_000,
    (count) =>
      toDocument(`<p>&#${'0'.repeat(count)}65;&#x${'f'.repeat(count)};&${'a'.repeat(count)};</p>`),
  ],
  ['escaped tags', 300_000, (count) => toDocument(`<p>${'&lt;b&gt;&lt;/b'.repeat(count)}</p>`)],
  [
    '100,000 backticks',
    100_000,
    (count) =>
      toDocument(
        `<p><code>${'`'.repeat(count)}</code>${'`a'.repeat(count)}</p><pre>${'`'.repeat(count)}\n${'```\n'.repeat(1_000)}</pre>`,
      ),
  ],
  [
    'code with growing runs of backticks',
    700,
    (count) => toDocument(`<p>${repeat(count, (at) => `<code>${'`'.repeat(at)} </code>`)}</p>`),
  ],
  [
    '100,000 pipes in a cell',
    100_000,
    (count) => toDocument(`<table><tr><td>${'|'.repeat(count)}<td>${'\\|'.repeat(count)}</table>`),
  ],
  [
    '100,000 brackets',
    100_000,
    (count) =>
      toDocument(`<p>${'['.repeat(count)}${']('.repeat(count)}${'![a]('.repeat(count)}</p>`),
  ],
  [
    'delimiters that open and close',
    200_000,
    (count) =>
      toDocument(
        `<p>${'*a_b**c__~~'.repeat(count / 10)}${'*'.repeat(count)}a${'_'.repeat(count)}</p>`,
      ),
  ],
  [
    'emphasis around single letters',
    50_000,
    (count) => toDocument(`<p>${'<em>*</em><strong>_</strong><em>a</em>'.repeat(count)}</p>`),
  ],
  [
    'lines that begin like blocks',
    100_000,
    (count) => toDocument(`<p>${'# a<br>1. b<br>&gt; c<br>- d<br>=== <br>'.repeat(count / 5)}</p>`),
  ],
  [
    'addresses with backslashes',
    50_000,
    (count) => toDocument(`<p>${'http://www.'.repeat(count)}\\${'www.a\\'.repeat(count)}</p>`),
  ],
  [
    'half tags and comments in text',
    200_000,
    (count) => toDocument(`<p>${'&lt;!-- a '.repeat(count)}${'&lt;a '.repeat(count)}</p>`),
  ],
]);
