import { serveFixtureSite } from '../test-kit/fixture-site/serve-fixture-site.ts';

/** Makes a page of about 20 KB with a bit of everything: a listing, an article, a thread, documentation. */
export async function makeMixedPage(): Promise<string> {
  const site = await serveFixtureSite();
  try {
    const paths = ['/shop/?page=1', '/article/', '/forum/', '/docs/'];
    const pages = await Promise.all(
      paths.map(async (path) => (await fetch(site.url + path)).text()),
    );
    const bodies = pages
      .slice(1)
      .map((page) => /<body[^>]*>([\s\S]*)<\/body>/.exec(page)?.[1] ?? '');
    return (pages[0] ?? '').replace('</body>', () => `${bodies.join('')}</body>`);
  } finally {
    await site.close();
  }
}
