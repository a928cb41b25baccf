import { randomBytes } from 'node:crypto';
import { hostilePages } from '../attack/hostile-pages.ts';
import { ordinaryPage } from '../attack/ordinary-page.ts';
import { servePages, type PageAnswer, type ServedPages } from '../support/serve-pages.ts';

/** What the site does with every request, until it is told otherwise. */
export type SiteMood = 'well' | 'silent' | 'broken' | 'garbage';

/** The site that is read during a soak. */
export interface SoakSite extends Omit<ServedPages, 'asked'> {
  mood: SiteMood;
}

/** Items on a page of the list, and its pages. */
const perPage = 12;
export const listPages = 3;

/**
 * Serves what people read, at `/lamps/N` (ordinary), `/app/N` (rendered by a script), `/list?page=N` (a list to page
 * through), and what they had better not, at `/hostile/N`, `/loop` (its script never ends), `/memory` (its script fills
 * the memory) and `/gone` (404).
 */
export async function serveSoakSite(): Promise<SoakSite> {
  const hostile = hostilePages.map(({ make, count, contentType, status }) => ({
    status,
    headers: { 'content-type': contentType },
    body: make(count),
  }));
  const site = { mood: 'well' as SiteMood };
  const served = await servePages((url) => {
    if (site.mood === 'silent') return undefined;
    if (site.mood === 'broken') return { status: 503, body: 'Out of order' };
    if (site.mood === 'garbage') return { body: randomBytes(20_000) };
    const [, kind = '', number = '0'] = url.pathname.split('/');
    return answer(kind, Number(number), Number(url.searchParams.get('page') ?? 1));
  });

  function answer(kind: string, number: number, page: number): PageAnswer {
    switch (kind) {
      case 'lamps':
        return ordinaryPage(number);
      case 'app':
        return toApplication(number);
      case 'list':
        return toList(page);
      case 'loop':
        return toDocument('<div id="app"></div><script>for (;;) {}</script>');
      case 'memory':
        return toDocument(`<div id="app"></div><script>${fillMemory}</script>`);
      case 'hostile':
        return hostile[number % hostile.length];
      default:
        return { status: 404, body: toDocument('<h1>Not found</h1>') };
    }
  }

  return Object.assign(site, { origin: served.origin, close: () => served.close() });
}

/** About 100 MB a turn, outside of the heap, which has a limit of its own. */
const fillMemory =
  'const kept = []; setInterval(() => kept.push(new Uint8Array(1e8).fill(1)), 50);';

function toApplication(number: number): string {
  const script = `setTimeout(() => { document.querySelector('#app').innerHTML = '<h1>Lamp ${number}</h1><p class="price">£${number}.50</p><p>' + 'Brass, with a cord of two metres. '.repeat(20) + '</p>'; }, 30);`;
  return toDocument(`<div id="app"></div><script>${script}</script>`);
}

function toList(page: number): string {
  const items = Array.from({ length: perPage }, (_, at) => {
    const id = (page - 1) * perPage + at;
    return `<li class="item"><a class="name" href="/lamps/${id}">Lamp ${id}</a> <b class="price">£${id}.50</b></li>`;
  });
  const next = page < listPages ? `<a rel="next" href="/list?page=${page + 1}">Next</a>` : '';
  return toDocument(`<main><h1>Lamps</h1><ul>${items.join('')}</ul>${next}</main>`);
}

function toDocument(body: string): string {
  return `<!doctype html><html lang="en"><head><title>Lamps</title></head><body>${body}</body></html>`;
}
