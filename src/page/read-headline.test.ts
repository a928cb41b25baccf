import { describe, expect, it } from 'vitest';
import { readPage } from './read-page.ts';
import { readHeadline } from './read-headline.ts';

const url = 'https://www.harbour-post.test/news/quay.html';

function read(html: string): ReturnType<typeof readHeadline> {
  return readHeadline(readPage({ html, url, keepCollapsed: true }));
}

describe('the title', () => {
  it.each([
    [
      'is the first heading, whatever the document is called',
      '<title>Quay walls: what now? | Harbour Post</title><h1>The quay walls are leaning</h1>',
      'The quay walls are leaning',
    ],
    [
      'is not the site’s name, even as the only first heading',
      '<title>The quay walls are leaning - Harbour Post</title><meta property="og:site_name" content="Harbour Post"><h1>Harbour Post</h1>',
      'The quay walls are leaning',
    ],
    [
      'is not the heading that leads to the start of the site',
      '<title>The quay walls are leaning</title><h1><a href="/">Your daily paper</a></h1><h2>The quay walls are leaning</h2>',
      'The quay walls are leaning',
    ],
    [
      'is of several first headings the one that the metadata names',
      '<meta property="og:title" content="Leaning quay walls"><h1>Subscribe today</h1><h1>Leaning quay walls</h1>',
      'Leaning quay walls',
    ],
    [
      'is a heading of lower rank that the document is called by',
      '<title>Leaning quay walls › Friends of the Port</title><h2>Leaning quay walls</h2>',
      'Leaning quay walls',
    ],
    [
      'has no kicker: the line of the heading that the metadata names is taken',
      '<meta property="og:title" content="Leaning quay walls"><h1><span>Port</span><div>Leaning quay walls</div></h1>',
      'Leaning quay walls',
    ],
    [
      'has no kicker in an element beside it',
      '<meta property="og:title" content="Leaning quay walls"><h1><b>Port:</b> <span>Leaning quay walls</span></h1>',
      'Leaning quay walls',
    ],
    [
      'has no words for screen readers around it',
      '<title>Leaning walls</title><h1><span>Details of</span>Leaning walls<span>in full</span></h1>',
      'Leaning walls',
    ],
    [
      'has neither the mark that links to it nor a button',
      '<h1>Tide tables <a href="#top">¶</a><button>Copy</button></h1>',
      'Tide tables',
    ],
    [
      'is what the metadata says where no heading does, without the site’s name',
      '<title>Harbour Post | Leaning quay walls</title><meta property="og:site_name" content="Harbour Post"><p>Text',
      'Leaning quay walls',
    ],
    ['is known by the host too', '<title>Leaning walls - Harbour-Post</title>', 'Leaning walls'],
    ['is empty where nothing says it', '<p>Text', ''],
    ['is no paragraph in a heading', `<h1>${'The walls lean. '.repeat(30)}</h1>`, ''],
  ])('%s', (_fact, html, title) => {
    expect(read(html).title).toBe(title);
  });
});

describe('the byline', () => {
  it('comes from the entity with the page’s title', () => {
    const comment = { '@type': 'Comment', author: { name: 'Reader' }, datePublished: '2026-05-09' };
    const article = {
      '@type': 'NewsArticle',
      headline: 'Leaning walls',
      author: [{ '@type': 'Person', name: 'Ada Quinn' }, { name: 'Bo Lind' }],
      datePublished: '2026-05-04T08:00:00+02:00',
    };
    const html = `<h1>Leaning walls</h1><script type="application/ld+json">${JSON.stringify([comment, article])}</script>`;
    expect(read(html)).toMatchObject({
      authors: ['Ada Quinn', 'Bo Lind'],
      published: '2026-05-04',
    });
  });

  it('comes from meta tags of an article', () => {
    const html = `<meta property="og:type" content="article"><meta name="author" content="https://people.test/ada">
      <meta property="article:author" content="Ada Quinn"><meta property="article:published_time" content="2026-05-04T08:00Z">`;
    expect(read(html)).toMatchObject({ authors: ['Ada Quinn'], published: '2026-05-04' });
  });

  it('is not made of the meta tags of other pages, which name who made the site', () => {
    const html = '<meta name="author" content="Wharf Web Design"><h1>Our services</h1>';
    expect(read(html)).toMatchObject({ authors: [], published: undefined });
  });

  it('names neither accounts, addresses nor the site', () => {
    const tags = ['admin', '@harbour', 'https://people.test/', 'Harbour Post'];
    const html = tags.map((tag) => `<meta name="author" content="${tag}">`).join('');
    const site = '<meta property="og:site_name" content="Harbour Post">';
    expect(read(`<meta property="og:type" content="article">${site}${html}`).authors).toEqual([]);
  });
});

it('the site is called as it calls itself, else by its host', () => {
  expect(read('<meta property="og:site_name" content="Harbour Post">').site).toBe('Harbour Post');
  expect(read('<p>Text').site).toBe('harbour-post.test');
});
