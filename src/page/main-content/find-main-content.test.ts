import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import type { PageReading } from '../page-reading.ts';
import { keepNodes } from '../tree/to-html.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readPage } from '../read-page.ts';
import { readText } from '../tree/node-text.ts';
import { collectBlocks } from './blocks/collect-blocks.ts';
import { readBlockText } from './blocks/page-blocks.ts';
import { findMainContent } from './find-main-content.ts';
import { decodeModel } from './model/main-content-model.ts';
import { weights } from './model/weights.ts';

const paragraphs = [
  'The old lighthouse at the end of the pier was built in three summers, by masons who came from the next valley.',
  'Its lamp, which burned oil until the war, could be seen from eleven miles away when the air was clear.',
  'After the harbour closed, the town council decided that the building should be kept, but nobody wanted to pay for it.',
  'A group of neighbours met every week, repaired the stairs, and painted the walls white, as they had been before.',
  'Today visitors climb to the gallery, read the names of the keepers, and look out over the bay towards the islands.',
];
const navigation = `<nav class="main-menu"><ul>${['Home', 'News', 'Sports', 'Culture', 'Contact']
  .map((name) => `<li><a href="/${name}">${name}</a></li>`)
  .join('')}</ul></nav>`;
const footer =
  '<footer class="site-footer"><p>Copyright 2024. All rights reserved.</p><ul><li><a href="/privacy">Privacy policy</a></li><li><a href="/terms">Terms of use</a></li></ul></footer>';
const consent =
  '<div class="cookie-consent modal" role="dialog"><p>We use cookies to improve your experience.</p><button>Accept all cookies</button></div>';
const related = `<div class="related-posts"><h2>Related articles</h2><ul>${[
  'Ten harbours to see',
  'How lamps work',
  'The keepers',
]
  .map((title) => `<li><a href="/read">${title}</a></li>`)
  .join('')}</ul></div>`;
const article = `<!doctype html><html><head><title>The lighthouse</title></head><body>${consent}<header class="site-header">${navigation}</header>
<main><article class="post"><h1>The lighthouse</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article>${related}</main>${footer}</body></html>`;

function read(html: string): PageReading {
  return readPage({ html, url: 'https://example.org/', parseMode: 'speed', keepCollapsed: true });
}

function find(html: string): string {
  return toText(read(html));
}

function toText(reading: Parameters<typeof findMainContent>[0]): string {
  return readText(keepNodes(reading.document, findMainContent(reading)));
}

/** Of all blocks, kept or not. */
function listTexts(html: string): readonly string[] {
  const page = collectBlocks(read(html).document, decodeModel(weights).lexicon);
  return Array.from(page.blocks.words, (_, block) => readBlockText(page, block));
}

describe('an article', () => {
  const content = find(article);

  test('is kept whole and in page order', () => {
    const places = paragraphs.map((text) => content.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  test('loses navigation, consent and footer', () => {
    expect(content).not.toMatch(/Sports|cookies|rights reserved|Privacy policy/);
  });

  test('is rendered from the kept nodes', () => {
    const reading = read(
      article.replace(
        '</article>',
        '<p><img src="/lamp.png" alt="Lamp"></p><p>The lamp was restored last year, and shines again.</p></article>',
      ),
    );
    const document = keepNodes(reading.document, findMainContent(reading));
    const markdown = toMarkdown({ url: reading.url, document });
    expect(markdown).toContain('# The lighthouse');
    expect(markdown).toContain(paragraphs[4]);
    expect(markdown).toContain('![Lamp](https://example.org/lamp.png)');
    expect(markdown).not.toContain('Sports');
  });

  test('says nothing twice: the copy for small screens goes', () => {
    const copied = article.replace(
      `<p>${paragraphs[1]}</p>`,
      `<p>${paragraphs[1]}</p><p class="only-small">${paragraphs[1]}</p>`,
    );
    expect(copied).not.toBe(article);
    expect(find(copied).split(paragraphs[1] ?? '-')).toHaveLength(2);
  });

  test('is found the same in the tree of either parser', () => {
    const accurate = readPage({
      html: article,
      url: 'https://example.org/',
      parseMode: 'accurate',
    });
    const speed = readPage({ html: article, url: 'https://example.org/', parseMode: 'speed' });
    expect(toText(accurate)).toBe(toText(speed));
  });
});

describe('a note', () => {
  const marked = article.replace(
    `${paragraphs[2]}</p>`,
    `${paragraphs[2]}<sup><a href="#n1">1</a></sup></p>`,
  );
  const notes =
    '<div class="footer-notes"><h2>References</h2><ol><li id="n1">Report of the council, 1951.</li><li id="n2">Nobody refers to this one.</li></ol></div>';
  const noted = marked.replace('</main>', `</main>${notes}`);

  test('that the text refers to is kept with it', () => {
    const reading = read(noted);
    const document = keepNodes(reading.document, findMainContent(reading));
    const markdown = toMarkdown({ url: reading.url, document });
    expect(markdown).toContain('wanted to pay for it.[^1]');
    expect(markdown).toContain('[^1]: Report of the council, 1951.');
    expect(markdown).not.toContain('Nobody refers');
  });

  test('below what is sold stays small print', () => {
    const shop = noted.replace('</head>', '<meta property="og:type" content="product"></head>');
    expect(find(shop)).not.toContain('Report of the council');
  });
});

describe('a page with little in it', () => {
  test('gives nothing for an empty page', () => {
    expect(find('')).toBe('');
    expect(find('<html><body><div><script>run()</script></div></body></html>')).toBe('');
  });
});

describe('a page that shows next to nothing', () => {
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    text: 'The paint on our shutters peels every spring, and I would like to know what others use near salt water.',
  };

  test.each([
    ['data', `<script type="application/ld+json">${JSON.stringify(posting)}</script>`],
    [
      'description',
      '<meta name="description" content="A forum about paint that lasts by the sea.">',
    ],
  ])('has no main content where its %s says more', (_, head) => {
    const shell = `<html><head>${head}</head><body><main><h1>Paint</h1></main></body></html>`;
    expect([...findMainContent(read(shell))]).toEqual([]);
    expect([...findMainContent(read(shell.replace(head, '')))]).not.toEqual([]);
  });

  test('has what it shows where that is enough', () => {
    const stated = article.replace(
      '</head>',
      '<meta name="description" content="Something else entirely about a tower."></head>',
    );
    expect(find(stated)).toContain(paragraphs[0]);
  });
});

describe('unusual markup', () => {
  test('is read behind a CDATA opening, as browsers read it', () => {
    const content = find(article.replace('<body>', '<body><![CDATA[>'));
    expect(content).toContain(paragraphs[0]);
  });

  test('separates links that touch, and no word from its ending', () => {
    const tags =
      '<p><a href="/1">Lighthouses</a><a href="/2">Harbours</a>: <a href="/3">lamp</a>s</p>';
    expect(listTexts(tags)).toEqual(['Lighthouses Harbours: lamps']);
  });

  test('separates words at line breaks, and paragraphs at two of them', () => {
    expect(
      listTexts(`<div>${paragraphs[0]}<br>${paragraphs[1]}<br><br>${paragraphs[2]}</div>`),
    ).toEqual([`${paragraphs[0]} ${paragraphs[1]}`, paragraphs[2]]);
  });

  test('of comments, directives and unknown elements does no harm', () => {
    const document = parseDocument(
      `<?php echo 1 ?><!-- note --><x-page><y-part>${paragraphs[0]}</y-part></x-page><1a></b></></>`,
    );
    const reading = { document, dataScripts: [], metaElements: [], title: '' };
    expect(toText(reading)).toContain('lighthouse');
  });

  test('of 50,000 nested elements is read without recursion', () => {
    const html = `${'<div>'.repeat(50_000)}${paragraphs[0]}${'</div>'.repeat(50_000)}`;
    expect(find(html)).toContain('lighthouse');
  });

  test('of 20,000 paragraphs is kept whole', () => {
    const different = Array.from(
      { length: 20_000 },
      (_, number) => `<p>${number}: ${paragraphs[1]}</p>`,
    );
    const html = `<html><body>${navigation}<main>${different.join('')}</main>${footer}</body></html>`;
    const content = find(html);
    expect(content.split(paragraphs[1] ?? '-').length).toBeGreaterThan(19_900);
  });
});

test('the links of a wiki by which its sections are edited are no part of their headings', () => {
  const edit =
    '<span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/edit">edit</a><span class="mw-editsection-bracket">]</span></span>';
  const sections = paragraphs.map(
    (text, at) => `<h2><span class="mw-headline">Part ${at}</span>${edit}</h2><p>${text}</p>`,
  );
  const reading = read(
    `<title>The lighthouse</title><main><h1>The lighthouse</h1>${sections.join('')}</main>`,
  );
  const document = keepNodes(reading.document, findMainContent(reading));
  const markdown = toMarkdown({ ...reading, document });
  expect(markdown).toContain(`## Part 2\n\n${paragraphs[2]}\n\n## Part 3`);
  expect(markdown).not.toContain('edit');
});
