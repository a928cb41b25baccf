import { stdin } from 'node:process';
import { text } from 'node:stream/consumers';
import { serveScriptedModel } from '../../test-kit/scripted-model-server.ts';
import { servePages, type PageAnswer } from '../support/serve-pages.ts';

/**
 * The pages and the model of a trial, as a process of its own. Tells its addresses on a line of JSON, and serves until its input
 * ends. `/lamps/N` is a page, `/list?page=N` a list of two pages, `/slow` a page that takes seconds.
 */
const model = await serveScriptedModel(() => ({ content: { name: 'Lamp', price: 1.5 } }));
const site = await servePages((url): PageAnswer => {
  const [, kind = '', number = '0'] = url.pathname.split('/');
  if (kind === 'lamps') {
    return { body: toPage(`<h1>Lamp ${number}</h1><p class="price">£1.50</p>`), delayMs: 100 };
  }
  if (kind === 'list') return toList(Number(url.searchParams.get('page') ?? 1));
  if (kind === 'slow') return { body: toItems(1), delayMs: 4_000 };
  return { status: 404, body: toPage('<h1>Not found</h1>') };
});
console.log(JSON.stringify({ origin: site.origin, modelUrl: model.url }));
await text(stdin);
await Promise.all([site.close(), model.close()]);

function toList(page: number): string {
  return toItems(page, page < 2 ? `<a rel="next" href="/list?page=${page + 1}">Next</a>` : '');
}

function toItems(page: number, next = ''): string {
  const items = [1, 2, 3].map(
    (at) =>
      `<li class="item"><a class="name">Lamp ${page}${at}</a> <b class="price">£${at}</b></li>`,
  );
  return toPage(`<h1>Lamps</h1><ul>${items.join('')}</ul>${next}`);
}

function toPage(body: string): string {
  return `<!doctype html><html lang="en"><title>Lamps</title><body><main>${body}</main></body></html>`;
}
