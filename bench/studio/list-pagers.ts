/** How a list goes on, or that it does not. */
export type PagerKind = 'next' | 'loadMore' | 'urlTemplate' | 'scroll' | 'none';

/** A page with a list of 10 `.item`s and what leads on from it. */
export interface PagerPage {
  readonly id: string;
  readonly html: string;
  /** The kinds that would be right: a next link and numbers may stand side by side. */
  readonly kinds: readonly PagerKind[];
}

const item = (at: number): string =>
  `<li class="item"><h3><a href="/thing/${at}">Thing number ${at}</a></h3><span class="price">£${at}.50</span></li>`;
const list = `<ul class="list">${Array.from({ length: 10 }, (_none, at) => item(at + 1)).join('')}</ul>`;
const numbers = (href: (page: number) => string, current = 1): string =>
  [1, 2, 3, 4, 5]
    .map((at) =>
      at === current ? `<span class="current">${at}</span>` : `<a href="${href(at)}">${at}</a>`,
    )
    .join(' ');
const byQuery = (page: number): string => `?page=${page}`;

/** What stands behind the list, by the kind that it is: controls as sites make them, and those that only look so. */
const pagers: readonly (readonly [PagerKind | readonly PagerKind[], string, string])[] = [
  ['next', 'a link', '<nav><a href="?page=2">Next</a></nav>'],
  ['next', 'an arrow in a pager', '<div class="pagination"><a href="?page=2">›</a></div>'],
  [
    'next',
    'a picture with a label',
    '<div class="pager"><a href="/p/2" aria-label="Next page"><svg width="9" height="9"></svg></a></div>',
  ],
  [
    'next',
    'a link that a script follows',
    '<div class="pager"><a href="#" class="n">Next ›</a></div>',
  ],
  [
    'next',
    'a button',
    '<div class="pager"><button type="button">Previous</button> <button type="button">Next</button></div>',
  ],
  ['next', 'older posts', '<p><a href="/page/2/">Older posts</a></p>'],
  ['next', 'another language', '<nav><a href="?seite=2">Weiter ›</a></nav>'],
  [
    'next',
    'a title that says it',
    '<div class="pager"><a href="?page=2" title="Next page">2 ▸</a></div>',
  ],
  [
    ['next', 'urlTemplate'],
    'a link and numbers',
    `<nav class="pagination">${numbers(byQuery)} <a href="?page=2">Next</a></nav>`,
  ],
  ['urlTemplate', 'numbers', `<nav class="pagination">${numbers(byQuery)}</nav>`],
  [
    'urlTemplate',
    'numbers in the path',
    `<div class="pages">${numbers((at) => `/shop/page/${at}`)}</div>`,
  ],
  ['loadMore', 'a button for more', '<button type="button">Load more</button>'],
  [
    'loadMore',
    'a button that counts',
    '<p>10 of 48</p><button type="button">Show more things</button>',
  ],
  ['loadMore', 'another language', '<div><button type="button">Mehr anzeigen</button></div>'],
  ['loadMore', 'a link that a script follows', '<p><a href="#" role="button">Show more</a></p>'],
  ['none', 'nothing', ''],
  ['none', 'words that say all is there', '<p>10 of 10 things</p>'],
  [
    'none',
    'a next link that is disabled',
    '<div class="pager"><a href="?page=1">1</a> <a class="next" aria-disabled="true">Next</a></div>',
  ],
  [
    'none',
    'a carousel',
    '<section class="carousel"><h2>You may like</h2><ul><li>One</li><li>Two</li></ul><button type="button">Next</button></section>',
  ],
  [
    'none',
    'a calendar',
    '<div class="calendar"><button type="button">Next</button><table><tr><td>1</td><td>2</td></tr><tr><td>8</td><td>9</td></tr></table></div>',
  ],
  [
    'none',
    'more reviews',
    '<section><h2>Reviews</h2><blockquote>Good.</blockquote><button type="button">Show more reviews</button></section>',
  ],
  [
    'none',
    'the next article',
    '<nav><a rel="next" href="/blog/how-we-weave">How we weave</a></nav>',
  ],
  [
    'none',
    'more filters',
    '<aside><h3>Colours</h3><button type="button">Show more filters</button></aside>',
  ],
  [
    'none',
    'another site',
    '<nav><a href="https://elsewhere.example/?page=2" target="_blank">Next</a></nav>',
  ],
  [
    'none',
    'the next step of a form',
    '<form><label>Your mail <input></label> <button>Next</button></form>',
  ],
  [
    'none',
    'numbers of years',
    '<p><a href="?year=2023">2023</a> <b>2024</b> <a href="?year=2025">2025</a></p>',
  ],
  [
    'none',
    'the last of the numbers',
    `<nav class="pagination">${numbers(byQuery, 5)} <span>Next</span></nav>`,
  ],
];

/** The pages, each with one of the pagers behind its list. */
export function listPagers(): readonly PagerPage[] {
  return pagers.map(([kind, what, behind]) => {
    const kinds = typeof kind === 'string' ? [kind] : kind;
    return {
      id: `${kinds.join(' or ')}: ${what}`,
      kinds,
      html: `<!doctype html><html lang="en"><title>Things</title><header><nav><a href="/">Home</a> <a href="/more">More</a></nav></header><main><h1>Things</h1>${list}${behind}</main><footer><a href="/about">About us</a></footer></html>`,
    };
  });
}
