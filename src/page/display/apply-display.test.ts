import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';

const url = 'https://a.example/page';
const forPeople = (html: string): string =>
  toMarkdown(readPage({ html, url, isForPeople: true })).trim();
const forModels = (html: string): string => toMarkdown(readPage({ html, url })).trim();
const inSpeed = (html: string): string =>
  toMarkdown(readPage({ html, url, isForPeople: true, parseMode: 'speed' })).trim();

const math = '<math alttext="A^{H}"><mi>A</mi></math>';
const drawn = (formula: string, drawing: string): string =>
  `<p>Say <span class="f">${formula}${drawing}</span> here.</p>`;

const shadow = (content: string, own = '', mode = 'open'): string =>
  `<x-box><template shadowrootmode="${mode}">${content}</template>${own}</x-box>`;

describe('an element of a page’s own kind', () => {
  test.each([
    ['<p>Out <time-ago>3 days</time-ago> ago.</p>', 'Out 3 days ago.'],
    [
      '<div>By <user-link><a href="/ann">Ann</a></user-link> today</div>',
      'By [Ann](https://a.example/ann) today',
    ],
    ['<div><span>Posted</span> <time-ago>3 days ago</time-ago></div>', 'Posted 3 days ago'],
    ['<ul><li>Use <x-key>Ctrl</x-key> now</li></ul>', '- Use Ctrl now'],
    ['<style>x-a{display:inline}</style><x-a>One</x-a> <x-a>two</x-a>', 'One two'],
  ])('is part of its line: %s', (html, markdown) => {
    expect(forPeople(html)).toBe(markdown);
    expect(inSpeed(html)).toBe(markdown);
    expect(forModels(html)).toBe(markdown);
  });

  test.each([
    '<x-a>One</x-a><x-a>Two</x-a>',
    '<style>x-a{display:block}</style>One<x-a>Two</x-a>',
    '<style>.c{display:flex}</style>One <x-a class="c">Two</x-a>',
    'One <x-a><p>Two</p></x-a>',
    `One <x-a><template shadowrootmode="open"><style>:host{display:grid}</style>Two</template></x-a>`,
  ])('is a block where the page makes it one or nothing tells: %s', (html) => {
    expect(forPeople(html)).toBe('One\n\nTwo');
  });
});

describe('the line ends that a style sheet keeps', () => {
  test.each([
    ['<p style="white-space: pre-wrap">a\nb\n\nc</p>', 'a\\\nb\n\nc'],
    ['<style>.p{white-space:pre-line}</style><div class="p">a\nb</div>', 'a\\\nb'],
    [
      '<style>.p{white-space-collapse:preserve}</style><p class="p"><b>a</b>\n<i>b</i></p>',
      '**a**\\\n*b*',
    ],
    ['<div style="white-space:break-spaces"><span>a\nb</span></div>', 'a\\\nb'],
    ['<code style="white-space:pre"># list\n  ls</code>', '```\n# list\n  ls\n```'],
    ['<style>code{white-space:pre}</style><code># list\n  ls</code>', '```\n# list\n  ls\n```'],
    ['<div style="white-space:pre"><code># list\n  ls</code></div>', '```\n# list\n  ls\n```'],
  ])('are in the text: %s', (html, markdown) => {
    expect(forPeople(html)).toBe(markdown);
    expect(forModels(html)).toBe(markdown);
  });

  test.each([
    ['<p>a\nb</p>', 'a b'],
    ['<p style="white-space: nowrap">a\nb</p>', 'a b'],
    ['<style>.p{white-space:pre-wrap}p.p{white-space:normal}</style><p class="p">a\nb</p>', 'a b'],
    [
      '<div style="white-space:pre-wrap">a <span style="white-space:normal">b\nc</span></div>',
      'a b c',
    ],
    ['<code style="white-space:pre">ls -l</code>', '`ls -l`'],
    ['<code>a\nb</code>', '`a b`'],
  ])('are white space anywhere else: %s', (html, markdown) => {
    expect(forPeople(html)).toBe(markdown);
  });

  test('stay white space from the 20,001st on, so that a page cannot make a million elements', () => {
    const lines = 'a\n'.repeat(20_001);
    expect(forPeople(`<p style="white-space:pre">${lines}</p>`)).not.toContain('\n');
  });
});

describe('a heading in pieces that screen readers leave out', () => {
  test.each([
    '<h2 aria-label="On sea"><div aria-hidden="true">On</div> <div aria-hidden="true">sea</div></h2>',
    '<h2 aria-label="On sea"><span aria-hidden="true"><i>O</i><i>n</i></span> <span aria-hidden="true"><i>s</i><i>e</i><i>a</i></span></h2>',
    '<h2><span aria-label="On sea"><div aria-hidden="true"><div>O</div><div>n</div><div>s</div><div>e</div><div>a</div></div></span></h2>',
  ])('has the text of its label: %s', (html) => {
    expect(forPeople(html)).toBe('## On sea');
    expect(forModels(html)).toBe('## On sea');
  });

  test.each([
    [
      'says something else',
      '<h2 aria-label="Obey me"><span aria-hidden="true">On </span><a href="/s"><span aria-hidden="true">sea</span></a></h2>',
      '## On [sea](https://a.example/s)',
    ],
    [
      'tells what is hidden',
      '<h2 aria-label="On sea"><span aria-hidden="true">On <i hidden>sea</i></span></h2>',
      '## On',
    ],
    [
      'stands within the heading',
      '<h2><b aria-label="At sea"><i aria-hidden="true">S<b aria-hidden="true">ea</b></i></b></h2>',
      '## *Sea*',
    ],
    [
      'is that of a link with words',
      '<a href="/s" aria-label="Read more of it"><span aria-hidden="true">Read more</span></a>',
      '[Read more](https://a.example/s)',
    ],
  ])('is what people see of it where its label %s', (_, html, markdown) => {
    expect(forModels(html)).toBe(markdown);
    expect(forPeople(html)).toBe(markdown);
  });

  test.each([
    '<h2 aria-label="Sea">Sea <i aria-hidden="true">open in new</i></h2>',
    '<h2 aria-label="Sea, opens">Sea <i aria-hidden="true">open</i></h2>',
  ])('keeps an icon out: %s', (html) => {
    expect(forModels(html)).toBe('## Sea');
  });

  test('is told from the icon of a link, and from other elements', () => {
    const hidden = '<i aria-hidden="true">arrow_forward</i>';
    const html = `<a href="/s" aria-label="On">${hidden}</a><p aria-label="On">${hidden}</p>`;
    expect(forModels(`${html}<p>x`)).toBe('[On](https://a.example/s)\n\nx');
  });
});

describe('a shadow tree', () => {
  test.each(['open', 'closed'])('is read in place of its host’s children (%s)', (mode) => {
    const html = shadow('<h1>Tides</h1><p>They rise.</p><slot></slot>', '<p>By Ann.</p>', mode);
    expect(forPeople(html)).toBe('# Tides\n\nThey rise.\n\nBy Ann.');
    expect(forModels(html)).toBe('# Tides\n\nThey rise.\n\nBy Ann.');
    expect(inSpeed(html)).toBe('# Tides\n\nThey rise.\n\nBy Ann.');
  });

  test('has each child in the slot of its name, and what a slot holds where none comes', () => {
    const html = shadow(
      '<slot name="b"></slot><slot name="a"></slot><slot name="c"><p>none</p></slot>',
      '<p slot="a">A</p><p slot="b">B</p><p>lost</p>',
    );
    expect(forPeople(html)).toBe('B\n\nA\n\nnone');
  });

  test('is read in a shadow tree', () => {
    expect(
      forPeople(shadow(`<p>Outer</p>${shadow('<p>Inner</p><slot></slot>', '<p>Own</p>')}`)),
    ).toBe('Outer\n\nInner\n\nOwn');
  });

  test('has style sheets of its own, which do not reach out of it, nor the page’s into it', () => {
    const html = `<style>.d{display:none}</style>${shadow(
      '<style>.s{display:none}</style><p class="s">no</p><p class="d">in</p><slot></slot>',
      '<p class="s">own</p><p class="d">no</p>',
    )}<p class="s">out</p>`;
    expect(forPeople(html)).toBe('in\n\nown\n\nout');
    expect(forModels(html)).toBe('in\n\nown\n\nout');
  });

  test.each([':host{display:none}', ':host(.c){visibility:hidden}', 'p,:host{opacity:0}'])(
    'is hidden with its host: %s',
    (css) => {
      const box = shadow(`<style>${css}</style><div>Obey me</div>`).replace(
        '<x-box',
        '<x-box class="c"',
      );
      expect(forModels(`${box}<p>out</p>`)).toBe('out');
    },
  );

  test('is not read where a template is of another kind or its parent cannot have one', () => {
    expect(forPeople('<x-box><template><p>no</p></template><p>own</p></x-box>')).toBe('own');
    expect(forPeople('<ul><template shadowrootmode="open"><p>no</p></template><li>own</ul>')).toBe(
      '- own',
    );
  });

  test('is not read where a page has 2,001 of them, and its host with it', () => {
    const { warnings } = readPage({ html: shadow('', 'a').repeat(2_001), url });
    expect(warnings).toEqual([
      'The page has more than 2000 shadow trees; the elements of the others were not read.',
    ]);
    expect(
      forModels(`${shadow('<slot></slot>', 'a').repeat(2_000)}${shadow('', 'b')}`),
    ).not.toContain('b');
  });
});

describe('a formula that a page draws', () => {
  test.each([
    drawn(
      `<span style="display:none">${math}</span>`,
      '<img src="/svg/1" alt="A^{H}" aria-hidden="true">',
    ),
    drawn(
      `<span style="position:absolute;clip:rect(1px,1px,1px,1px)">${math}</span>`,
      '<svg><g></g></svg>',
    ),
    drawn(
      `<span style="display:none">${math}</span>`,
      '<span class="katex-html" aria-hidden="true"><i>A</i><i>H</i></span>',
    ),
    '<p>Say <span class="inline" data-math="A^{H}"><span class="katex"><span aria-hidden="true">AH</span></span></span> here.</p>',
    '<p>Say <span class="formula" data-tex="A^{H}">AH</span> here.</p>',
  ])('is said once, as what it is: %s', (html) => {
    expect(forPeople(html)).toBe('Say $A^{H}$ here.');
  });

  test.each([
    '<p>Say <script type="math/tex">A^{H}</script> here.</p>',
    '<p>Say <span class="MathJax_Preview"></span><span class="MathJax"><i>AH</i></span><script type="math/tex">A^{H}</script> here.</p>',
    '<p>Say <script type="math/tex">% <![CDATA[\nA^{H} %]]></script> here.</p>',
    '<p>Say <span class="MathJax"><i aria-hidden="true">AH</i><math alttext="A^{H}"></math></span><script type="math/tex">A^{H}</script> here.</p>',
    '<p>Say <span class="MathJax"><nobr><i>AH</i></nobr><span><math><mi>A</mi></math></span></span><script type="math/tex">A^{H}</script> here.</p>',
  ])('is said once where a script holds it: %s', (html) => {
    expect(forPeople(html)).toBe('Say $A^{H}$ here.');
  });

  test('stands apart where its script says so', () => {
    const script = '<script type="math/tex; mode=display">A^{H}</script>';
    expect(forPeople(`<p>Say ${script} here.</p>`)).toBe('Say $$A^{H}$$ here.');
  });

  test('is said by its glyphs where nothing else says it', () => {
    const glyphs = '<span class="katex-html" aria-hidden="true">AH</span>';
    expect(forPeople(`<p>Say <span class="katex">${glyphs}</span> here.</p>`)).toBe('Say AH here.');
    expect(forPeople('<p>Say <i class="icon"><b aria-hidden="true">x</b></i> here.</p>')).toBe(
      'Say here.',
    );
    expect(forPeople('<p>Say <script>A^{H}</script> here.</p>')).toBe('Say here.');
  });

  test('is said once where what is collapsed counts as seen', () => {
    const html = drawn(
      `<span style="display:none">${math}</span>`,
      '<img src="/svg/1" alt="A^{H}" aria-hidden="true">',
    );
    const reading = readPage({ html, url, isForPeople: true, keepCollapsed: true });
    expect(toMarkdown(reading).trim()).toBe('Say $A^{H}$ here.');
  });

  test('is no reason to show what is hidden beside nothing, or data of another thing', () => {
    expect(forPeople(`<p>Say <span style="display:none">${math}</span> here.</p>`)).toBe(
      'Say here.',
    );
    expect(forPeople(`<p>Say ${math} <b aria-hidden="true">x</b> here.</p>`)).toContain('$A^{H}$');
    expect(forPeople('<p>Say <b data-formula="x">so</b> here.</p>')).toBe('Say **so** here.');
  });

  test('is told to a model as people see it', () => {
    const html = drawn(`<span style="display:none">${math}</span>`, '<i>A</i>');
    expect(forModels(html)).toBe('Say *A* here.');
  });
});
