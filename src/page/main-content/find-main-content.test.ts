import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import type { PageReading } from '../page-reading.ts';
import { keepNodes } from '../tree/to-html.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readPage } from '../read-page.ts';
import { findMainContent, type MainContent } from './find-main-content.ts';

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

function find(html: string): MainContent {
  return findMainContent(read(html));
}

describe('an article', () => {
  const content = find(article);

  test('is kept whole and in page order', () => {
    const places = paragraphs.map((text) => content.text.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  test('loses navigation, consent and footer', () => {
    expect(content.text).not.toMatch(/Sports|cookies|rights reserved|Privacy policy/);
  });

  test('is rendered from the kept nodes', () => {
    const reading = read(
      article.replace(
        '</article>',
        '<p><img src="/lamp.png" alt="Lamp"></p><p>The lamp was restored last year, and shines again.</p></article>',
      ),
    );
    const document = keepNodes(reading.document, findMainContent(reading).nodes);
    const markdown = toMarkdown({ url: reading.url, document });
    expect(markdown).toContain('# The lighthouse');
    expect(markdown).toContain(paragraphs[4]);
    expect(markdown).toContain('![Lamp](https://example.org/lamp.png)');
    expect(markdown).not.toContain('Sports');
  });

  test('is reported with confidence', () => {
    expect(content.confidence).toBeGreaterThan(0.7);
  });

  test('keeps the way back from every block to its text nodes', () => {
    for (const { text, nodes } of content.blocks) {
      const read = nodes.map((node) => ('data' in node ? node.data : '')).join('');
      expect(read.replace(/\s+/g, ' ').trim()).toBe(text);
    }
  });

  test('says of each removed block why it went', () => {
    const reasons = new Map(content.removed.map(({ text, reason }) => [text, reason]));
    expect(reasons.get('Sports')).toBe('navigation');
    expect(reasons.get('Accept all cookies')).toBe('dialog or consent');
    expect(reasons.get('Privacy policy')).toBe('page footer');
    expect(reasons.get('How lamps work')).toBe('related items');
  });

  test('says nothing twice: the copy for small screens goes, with its reason', () => {
    const copied = article.replace(
      `<p>${paragraphs[1]}</p>`,
      `<p>${paragraphs[1]}</p><p class="only-small">${paragraphs[1]}</p>`,
    );
    expect(copied).not.toBe(article);
    const { text, removed } = find(copied);
    expect(text.split(paragraphs[1] ?? '-')).toHaveLength(2);
    expect(removed.find((block) => block.text === paragraphs[1])?.reason).toBe('said before');
  });

  test('is divided into what is kept and what is removed without rest', () => {
    const all = [...content.blocks, ...content.removed].flatMap(({ nodes }) => nodes);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(content.blocks.length + content.removed.length);
  });

  test('is found the same in the tree of either parser', () => {
    const accurate = readPage({
      html: article,
      url: 'https://example.org/',
      parseMode: 'accurate',
    });
    const speed = readPage({ html: article, url: 'https://example.org/', parseMode: 'speed' });
    expect(findMainContent(accurate).text).toBe(findMainContent(speed).text);
  });
});

describe('a page with little in it', () => {
  test('gives nothing for an empty page, with no confidence', () => {
    expect(find('')).toMatchObject({ blocks: [], text: '', confidence: 0, removed: [] });
    expect(find('<html><body><div><script>run()</script></div></body></html>').text).toBe('');
  });

  test('has low confidence where everything is boilerplate', () => {
    const shell = find(
      `<html><body>${consent}<header>${navigation}</header>${footer}</body></html>`,
    );
    expect(shell.confidence).toBeLessThan(0.5);
  });
});

describe('what a page states but does not show', () => {
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: 'Which paint lasts by the sea?',
    text: 'The paint on our shutters peels every spring, and I would like to know what others use near salt water.',
    comment: [
      { '@type': 'Comment', text: 'Boat paint, in two thin coats, has lasted nine years on ours.' },
    ],
  };

  test('stands in for a forum that scripts render', () => {
    const content = find(
      `<html><head><script type="application/ld+json">${JSON.stringify(posting)}</script></head><body><div id="app"></div></body></html>`,
    );
    expect(content.text).toContain('peels every spring');
    expect(content.text).toContain('Boat paint');
    expect(content.confidence).toBeGreaterThan(0);
    expect(content.confidence).toBeLessThan(0.5);
    expect(content.blocks[0]?.nodes[0]).toMatchObject({ name: 'script' });
  });

  test('is its description where there is nothing else, with very low confidence', () => {
    const content = find(
      '<html><head><meta name="description" content="A forum about paint that lasts by the sea."></head><body><div id="root">Loading</div></body></html>',
    );
    expect(content.text).toBe('A forum about paint that lasts by the sea.');
    expect(content.confidence).toBeLessThan(0.2);
  });

  test('is left alone where the page shows its content', () => {
    const stated = article.replace(
      '</head>',
      '<meta name="description" content="Something else entirely about a tower."></head>',
    );
    expect(find(stated).text).not.toContain('tower');
  });
});

describe('unusual markup', () => {
  test('is read behind a CDATA opening, as browsers read it', () => {
    const content = find(article.replace('<body>', '<body><![CDATA[>'));
    expect(content.text).toContain(paragraphs[0]);
  });

  test('separates links that touch, and no word from its ending', () => {
    const tags =
      '<p><a href="/1">Lighthouses</a><a href="/2">Harbours</a>: <a href="/3">lamp</a>s</p>';
    const { blocks, removed } = find(article.replace('</article>', `${tags}</article>`));
    const texts = [...blocks, ...removed].map(({ text }) => text);
    expect(texts).toContain('Lighthouses Harbours: lamps');
  });

  test('separates words at line breaks, and paragraphs at two of them', () => {
    const content = find(
      `<html><body><div class="content">${paragraphs[0]}<br>${paragraphs[1]}<br><br>${paragraphs[2]}</div></body></html>`,
    );
    expect(content.blocks.map(({ text }) => text)).toEqual([
      `${paragraphs[0]} ${paragraphs[1]}`,
      paragraphs[2],
    ]);
  });

  test('of comments, directives and unknown elements does no harm', () => {
    const document = parseDocument(
      `<?php echo 1 ?><!-- note --><x-page><y-part>${paragraphs[0]}</y-part></x-page><1a></b></></>`,
    );
    const reading = { document, dataScripts: [], metaElements: [], title: '' };
    expect(findMainContent(reading).text).toContain('lighthouse');
  });

  test('of 50,000 nested elements is read without recursion', () => {
    const html = `${'<div>'.repeat(50_000)}${paragraphs[0]}${'</div>'.repeat(50_000)}`;
    expect(find(html).text).toContain('lighthouse');
  });

  test('of 20,000 paragraphs is kept whole', () => {
    const different = Array.from(
      { length: 20_000 },
      (_, number) => `<p>${number}: ${paragraphs[1]}</p>`,
    );
    const html = `<html><body>${navigation}<main>${different.join('')}</main>${footer}</body></html>`;
    const content = find(html);
    expect(content.blocks.length).toBeGreaterThan(19_900);
  });
});

test('a lower weight of what is missed keeps no more than a higher one', () => {
  const careful = findMainContent(read(article), { recallWeight: 0.5 });
  const generous = findMainContent(read(article), { recallWeight: 2 });
  expect(careful.text.length).toBeLessThanOrEqual(generous.text.length);
});
