import { repeat } from './hostile-page.ts';

/** A page of about 20 KB, of the kind that most listings are; another one for each number. */
export function ordinaryPage(number = 0): string {
  const item = (at: number): string =>
    `<article class="card"><h2><a href="/lamp/${number}-${at}">Lamp ${number}-${at}</a></h2><p class="price">£${at}.50</p><p>A lamp of brass for reading at night, with a cord of ${at} metres.</p></article>`;
  return `<!doctype html><html lang="en"><head><title>Lamps ${number}</title></head><body><nav><a href="/">Home</a></nav><main><h1>Lamps</h1>${repeat(90, item)}</main><footer>About us</footer></body></html>`;
}
