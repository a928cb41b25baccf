import process from 'node:process';
import { createEgress } from '../../src/network/egress/create-egress.ts';
import { realBrowser } from '../support/real-browser.ts';
import { servePages } from '../support/serve-pages.ts';

/** Starts the browser as many times as the argument says, renders a page in each, and prints the texts as JSON. */
const [times] = process.argv.slice(2);
const pages = await servePages(() => '<p>rendered</p>');
const texts: string[] = [];
for (let index = 0; index < Number(times); index += 1) {
  const egress = createEgress({ allowPrivate: ['127.0.0.1/32'] });
  const browser = realBrowser({ egress });
  const { signal } = new AbortController();
  const page = await browser
    .renderPage({ url: `${pages.origin}/`, headers: {}, stealth: false, signal })
    .catch((error: Error) => ({ body: Buffer.from(error.message) }));
  texts.push(new TextDecoder().decode(page.body));
  await browser.close?.();
}
console.log(JSON.stringify(texts));
await pages.close();
