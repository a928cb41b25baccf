import { expect, it } from 'vitest';
import { toMarkdown } from './markdown/to-markdown.ts';
import { readPage } from './read-page.ts';
import { addHeadline, type HeadlineLines } from './add-headline.ts';

const url = 'https://harbour-post.test/quay';

function write(html: string, lines: Partial<HeadlineLines>): string {
  const { document } = readPage({ html, url });
  addHeadline(document, { title: 'Leaning walls', authors: [], published: undefined, ...lines });
  return toMarkdown({ url, document });
}

it.each([
  ['is put before the content', '<p>They lean.', '# Leaning walls\n\nThey lean.\n'],
  [
    'stands once: it is moved up from below a picture',
    '<img src="a.png" alt="Walls"><h1>Leaning walls</h1><p>They lean.',
    '# Leaning walls\n\n![Walls](https://harbour-post.test/a.png)\n\nThey lean.\n',
  ],
  [
    'stands once, whatever rank and punctuation its copies have',
    '<h1>Leaning Walls</h1><h2>Leaning walls!</h2><ul><li>Leaning walls</ul><p>They lean.',
    '# Leaning walls\n\nThey lean.\n',
  ],
  [
    'is no alternative text of a picture',
    '<img src="a.png" alt="Leaning walls"><p>They lean.',
    '# Leaning walls\n\n![](https://harbour-post.test/a.png)\n\nThey lean.\n',
  ],
  [
    'is not taken out of a sentence',
    '<p><b>Leaning walls</b> are no news.',
    '# Leaning walls\n\n**Leaning walls** are no news.\n',
  ],
  [
    'takes no picture away with it',
    '<h1><img src="a.png" alt="Walls">Leaning walls</h1>',
    '# Leaning walls\n\n![Walls](https://harbour-post.test/a.png)\n',
  ],
  [
    'is left where it heads a part further down',
    '<p>1<p>2<p>3<p>4<p>5<p>6<h2>Leaning walls</h2><p>They lean.',
    '# Leaning walls\n\n1\n\n2\n\n3\n\n4\n\n5\n\n6\n\n## Leaning walls\n\nThey lean.\n',
  ],
])('the title %s', (_fact, html, markdown) => {
  expect(write(html, {})).toBe(markdown);
});

it('names and day stand in one line below the title', () => {
  expect(
    write('<p>They lean.', { authors: ['Ada Quinn', 'Bo Lind'], published: '2026-05-04' }),
  ).toBe('# Leaning walls\n\nAda Quinn · Bo Lind · 2026-05-04\n\nThey lean.\n');
});

it.each(['By Ada Quinn, May 4, 2026', 'Ada Quinn | 04.05.2026', 'Ada Quinn, 2026年5月4日'])(
  'the byline %s of the page is not repeated',
  (byline) => {
    const markdown = write(`<p>${byline}<p>They lean.`, {
      authors: ['Ada Quinn'],
      published: '2026-05-04',
    });
    expect(markdown).toBe(`# Leaning walls\n\n${byline}\n\nThey lean.\n`);
  },
);

it('another day of the same year is no repetition', () => {
  expect(write('<p>Since 14 May 2026 they lean.', { published: '2026-05-04' })).toContain(
    '\n2026-05-04\n',
  );
});

it('on paper the source follows, with its address as a link', () => {
  expect(write('<p>They lean.', { source: { site: 'Harbour Post', url } })).toBe(
    `# Leaning walls\n\nHarbour Post · [${url}](${url})\n\n---\n\nThey lean.\n`,
  );
});
