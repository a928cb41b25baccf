import { randomBytes } from 'node:crypto';
import { type ServedPages, servePages } from '../../test/support/serve-pages.ts';

/**
 * A site of list pages at `/plain`, and the same with a picture for every item at `/images`; `/shelf` is one page of items,
 * each of which has a page of its own.
 */
export interface ServedListing extends ServedPages {
  /** On all pages of a list together. */
  readonly items: number;
}

/** On the one page of `/shelf`. */
export const shelfItems = 60;

const perPage = 24;
/** As shops have them, no two from the cache. */
const pictureBytes = 60_000;

export async function serveListing(pages: number): Promise<ServedListing> {
  const picture = randomBytes(pictureBytes);
  const served = await servePages((url) => {
    if (url.pathname === '/style.css') {
      return { headers: { 'content-type': 'text/css' }, body: '.item { margin: 4px }' };
    }
    if (url.pathname.startsWith('/pictures/')) {
      return { headers: { 'content-type': 'image/jpeg' }, body: picture };
    }
    if (url.pathname.startsWith('/goods/')) return toGoods(url.pathname.slice(7));
    if (url.pathname === '/shelf') return toDocument(listItems(1, shelfItems, false), '');
    const number = Number(url.searchParams.get('page') ?? 1);
    return toPage(number, pages, url.pathname === '/images');
  });
  return { ...served, items: pages * perPage };
}

function toPage(number: number, pages: number, hasPictures: boolean): string {
  const next = number < pages ? `<a class="next" href="?page=${number + 1}">Next</a>` : '';
  return toDocument(listItems(number, perPage, hasPictures), next);
}

function listItems(page: number, count: number, hasPictures: boolean): string {
  const items = Array.from({ length: count }, (_, index) => {
    const id = `${page}-${index}`;
    const picture = hasPictures ? `<img src="/pictures/${id}.jpg" alt="">` : '';
    return `<li class="item">${picture}<a class="name" href="/goods/${id}">Thing ${id}</a><p>Made of what it is made of, and kept where it is dry.</p><b class="price">£${index}.50</b><button>Add</button></li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

function toGoods(id: string): string {
  const facts = Array.from({ length: 20 }, (_, n) => `<dt>Fact ${n}</dt><dd>Of ${id}</dd>`);
  const text = '<p>Made of what it is made of, by those who have made it for long.</p>'.repeat(20);
  return toDocument(`<h1>Thing ${id}</h1>${text}<dl>${facts.join('')}</dl>`, '');
}

function toDocument(main: string, next: string): string {
  return `<!doctype html><html lang="en"><head><title>Things</title><link rel="stylesheet" href="/style.css"></head><body><nav><a href="/">Home</a></nav><main>${main}${next}</main><script>document.title += ' to have';</script></body></html>`;
}
