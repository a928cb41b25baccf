import { randomBytes } from 'node:crypto';
import { type ServedPages, servePages } from '../../test/support/serve-pages.ts';

/** A site of list pages at `/plain`, and the same with a picture for every item at `/images`. */
export interface ServedListing extends ServedPages {
  /** On all pages together. */
  readonly items: number;
}

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
    const number = Number(url.searchParams.get('page') ?? 1);
    return toPage(number, pages, url.pathname === '/images');
  });
  return { ...served, items: pages * perPage };
}

function toPage(number: number, pages: number, hasPictures: boolean): string {
  const items = Array.from({ length: perPage }, (_, index) => {
    const id = `${number}-${index}`;
    const picture = hasPictures ? `<img src="/pictures/${id}.jpg" alt="">` : '';
    return `<li class="item">${picture}<a class="name" href="/goods/${id}">Thing ${id}</a><p>Made of what it is made of, and kept where it is dry.</p><b class="price">£${index}.50</b><button>Add</button></li>`;
  });
  const next = number < pages ? `<a class="next" href="?page=${number + 1}">Next</a>` : '';
  return `<!doctype html><html lang="en"><head><title>Things</title><link rel="stylesheet" href="/style.css"></head><body><nav><a href="/">Home</a></nav><main><ul>${items.join('\n')}</ul>${next}</main><script>document.title += ' to have';</script></body></html>`;
}
