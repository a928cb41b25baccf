import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGleaner, memoryLedger, type Gleaner, type ScrapeInput } from '../src/index.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { site, urlOf, egress } = useFixtureSite();
let gleaner: Gleaner;
const account = 'ada';

beforeAll(() => {
  gleaner = createGleaner({
    ledger: memoryLedger({ accounts: { [account]: 1_000 } }),
    egress: egress(),
    limits: { requestsPerMinute: Infinity },
  });
});

afterAll(async () => {
  await gleaner.close();
});

const scrape = (path: string, options: Omit<ScrapeInput, 'url' | 'html'> = {}) =>
  gleaner.scrape({ ...options, url: urlOf(path) }, { account });

describe('scrape', () => {
  test('by default the page comes as served, to the character', async () => {
    const page = await scrape('/shop/product/harbour-brass-desk-lamp/');
    expect(page.html).toMatch(/^<!doctype html>/i);
    expect(page.html).toContain('application/ld+json');
    expect(page).toMatchObject({ contentType: 'html', cleaned: false, creditsUsed: 1 });
    expect([page.markdown, page.pdf, page.links]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    {},
    { format: 'markdown', extractLinks: true },
    { clean: true },
    { tagTruncate: true },
    { reduceContent: true },
  ] as const)('with %j a page goes to its thread and back once', async (options) => {
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    onTestFinished(() => sent.mockRestore());
    const page = await scrape('/shop/product/harbour-brass-desk-lamp/', options);
    expect(page.structuredData.jsonLd).not.toEqual([]);
    expect(sent).toHaveBeenCalledOnce();
  });

  test.each([
    [{ excludeTags: ['nav'] }, '<head><base href="https://cdn.example/root/?a&amp;b">'],
    [{ includeTags: ['article'] }, '<html><base href="https://cdn.example/root/?a&amp;b"><body>'],
  ])('cleaned HTML keeps what its links are relative to: %j', async (options, start) => {
    const html =
      '<head><base href="https://cdn.example/root/?a&amp;b"></head><nav>N</nav><article>A <a href="b">link</a></article>';
    const page = await gleaner.scrape({ html, url: 'https://a.example/', ...options }, { account });
    expect(page.html).toContain(start);
    expect(page.html).toContain('<a href="b">');
    const own = await gleaner.scrape(
      { html: html.replace(/<base[^>]*>/, ''), url: 'https://a.example', ...options },
      { account },
    );
    expect(own.html).not.toContain('<base');
  });

  test('what a page says of itself does not depend on the tags that are kept', async () => {
    const html =
      '<title>T</title><meta name="description" content="D"><link rel="next" href="/2"><script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script><nav><a href="/1">Previous</a></nav><article>A <a href="/a">link</a></article>';
    const own = {
      html,
      url: 'https://a.example/',
      extractLinks: true,
      format: 'markdown',
    } as const;
    const all = await gleaner.scrape(own, { account });
    const part = await gleaner.scrape({ ...own, includeTags: ['article'] }, { account });
    expect(all.metadata).toMatchObject({ title: 'T', description: 'D' });
    expect(all.structuredData.pagination.prev).toBe('https://a.example/1');
    expect([part.metadata, part.structuredData]).toEqual([all.metadata, all.structuredData]);
    expect(part.links).toEqual([{ url: 'https://a.example/a', text: 'link' }]);
  });

  test('relative addresses of a page that is from nowhere are texts, and that is said', async () => {
    const html = '<p>See <a href="/a">here</a> <img src="i.png" alt="A lamp"></p>';
    const input = { html, format: 'markdown' } as const;
    const page = await gleaner.scrape(input, { account });
    expect(page.markdown).toBe('See here A lamp\n');
    expect(page.warnings).toEqual([expect.stringContaining('Give its address as `url`')]);
    const links = await gleaner.scrape({ html, extractLinks: true }, { account });
    expect([links.links, links.warnings.length]).toEqual([[], 1]);
    const based = await gleaner.scrape({ ...input, url: 'https://a.example/' }, { account });
    expect(based.warnings).toEqual([]);
    const own = '<base href="https://a.example/"><a href="#x">here</a><a href="b">there</a>';
    expect((await gleaner.scrape({ ...input, html: own }, { account })).warnings).toEqual([]);
  });

  test('the next page may be named in a header', async () => {
    const own = createGleaner({
      fetcher: {
        name: 'own',
        fetch: ({ url }) =>
          Promise.resolve({
            url,
            status: 200,
            headers: { link: '</p?page=3>; rel="next"' },
            body: Buffer.from('<base href="https://b.example/"><p>Words'),
          }),
      },
    });
    onTestFinished(() => own.close());
    const { structuredData } = await own.scrape({ url: 'https://a.example/p?page=2' });
    expect(structuredData.pagination.next).toBe('https://a.example/p?page=3');
  });

  test('a page that shows nothing comes as it is, and that is said', async () => {
    const html = '<!doctype html><title>x</title><div id="root"></div>';
    const page = await gleaner.scrape({ html }, { account });
    expect(page.html).toBe(html);
    expect(page.warnings).toEqual([expect.stringContaining('shows nothing to read')]);
    await expect(gleaner.scrape({ html, format: 'markdown' }, { account })).rejects.toMatchObject({
      details: { reason: 'empty_page' },
    });
  });

  test('a page that only describes itself is scraped, with a warning', async () => {
    const html = '<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script>';
    const page = await gleaner.scrape({ html, format: 'markdown' }, { account });
    expect(page).toMatchObject({ markdown: '', structuredData: { jsonLd: [{ name: 'Lamp' }] } });
    expect(page.warnings).toEqual([expect.stringContaining('shows no text')]);
    for (const form of [{ clean: true }, { tagTruncate: true }, { format: 'pdf' }] as const) {
      const { warnings } = await gleaner.scrape({ html, ...form }, { account });
      expect(warnings).toEqual([expect.stringContaining('shows no text')]);
    }
  });

  test('text without a visible character is no text', async () => {
    const html = '<p>\u200B \u2060</p>';
    await expect(gleaner.scrape({ html, format: 'markdown' }, { account })).rejects.toMatchObject({
      details: { reason: 'empty_page' },
    });
  });

  test('bytes of another charset come as text', async () => {
    expect((await scrape('/charsets/shift-jis.html')).html).toContain('能');
  });

  test('Markdown is what people see, without scripts and hidden text', async () => {
    const { markdown, cleaned } = await scrape('/article/', { format: 'markdown' });
    expect(cleaned).toBe(false);
    expect(markdown).toMatch(/^# The night the ferry learned to whisper$/m);
    expect(markdown).not.toMatch(/<script|application\/ld\+json/);
  });

  test('with reduceContent only the main content is kept', async () => {
    const whole = await scrape('/article/', { format: 'markdown' });
    const main = await scrape('/article/', { format: 'markdown', reduceContent: true });
    expect(main.markdown).toContain('The night the ferry learned to whisper');
    expect(main.markdown?.length).toBeLessThan((whole.markdown?.length ?? 0) * 0.9);
  });

  test('main content that waits behind a click is kept, what stays out of sight is not', async () => {
    const sentence =
      'The lamp is made of brass that was cast, turned and polished by hand in one workshop. ';
    const html = `<body><main><h1>Brass lamp</h1><p>${sentence.repeat(4)}</p>
      <div role="tabpanel" style="display:none"><h2>Care</h2><p>Folded: ${sentence.repeat(4)}</p></div>
      <p style="position:absolute;left:-9999px">Gone: ${sentence.repeat(4)}</p></main></body>`;
    const whole = await gleaner.scrape({ html, format: 'markdown' }, { account });
    const main = await gleaner.scrape(
      { html, format: 'markdown', reduceContent: true },
      { account },
    );
    expect(whole.markdown).not.toMatch(/Folded|Gone/);
    expect(main.markdown).toContain('Folded');
    expect(main.markdown).not.toContain('Gone');
  });

  test('clean delivers Markdown in html, for clients that know no format', async () => {
    const { markdown } = await scrape('/article/', { format: 'markdown' });
    const page = await scrape('/article/', { clean: true, tagTruncate: false });
    expect(page.html).toBe(markdown);
    expect([page.cleaned, page.markdown]).toEqual([true, undefined]);
  });

  test('clean turns pictures into their alternative text unless they are asked for', async () => {
    const options = { format: 'markdown', tagTruncate: true } as const;
    const { markdown } = await scrape('/images/', options);
    expect((await scrape('/images/', { clean: true })).html).toBe(markdown);
    const { html } = await scrape('/images/', { clean: true, tagTruncate: false });
    expect(html).toMatch(/!\[[^\]]+\]\(http/);
  });

  test('clean together with format is refused, naming both', async () => {
    await expect(scrape('/article/', { clean: true, format: 'html' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: '/clean', message: expect.stringContaining('format') }] },
    });
  });

  test('tags are kept and dropped in every form', async () => {
    const options = { includeTags: ['article'], excludeTags: ['h1'] };
    const { html } = await scrape('/article/', options);
    const { markdown } = await scrape('/article/', { ...options, format: 'markdown' });
    for (const content of [html, markdown]) {
      expect(content).not.toContain('learned to whisper\n');
      expect(content?.length).toBeGreaterThan(500);
    }
    expect(html).not.toMatch(/<h1|<nav/);
  });

  test('tagTruncate turns pictures into their alternative text', async () => {
    const kept = await scrape('/images/', { format: 'markdown' });
    const { markdown } = await scrape('/images/', { format: 'markdown', tagTruncate: true });
    const { html } = await scrape('/images/', { tagTruncate: true });
    expect(kept.markdown).toMatch(/!\[[^\]]+\]\(http/);
    expect(markdown).not.toContain('![');
    expect(html).not.toContain('<img');
    const apart = '<p><img alt="Logo">Harbour <img alt="Lamp">lamp</p>';
    expect((await gleaner.scrape({ html: apart, tagTruncate: true }, { account })).html).toContain(
      '<p>Logo Harbour lamp</p>',
    );
  });

  test('links are listed when asked for', async () => {
    const { links } = await scrape('/shop/?page=1', { extractLinks: true });
    expect(links).toContainEqual({
      url: `${site().url}/shop/product/harbour-brass-desk-lamp/`,
      text: expect.stringContaining('Harbour Brass Desk Lamp'),
    });
    expect(new Set(links?.map(({ url }) => url)).size).toBe(links?.length);
  });

  test('metadata and structured data come along', async () => {
    const page = await scrape('/shop/product/harbour-brass-desk-lamp/');
    expect(page.metadata).toMatchObject({
      language: expect.stringMatching(/^en/),
      title: expect.any(String),
    });
    expect(JSON.stringify(page.structuredData.jsonLd)).toContain('Harbour Brass Desk Lamp');
    const throwPage = await scrape('/shop/product/herringbone-wool-throw/');
    expect(throwPage.structuredData.microdata[0]).toMatchObject({
      type: ['Product'],
      properties: { name: ['Herringbone Wool Throw'] },
    });
  });

  test('a page that is silent about itself has null, not nothing', async () => {
    const { metadata, structuredData } = await gleaner.scrape(
      { html: '<p>hello</p>' },
      { account },
    );
    expect(metadata).toEqual({ title: null, description: null, language: null });
    expect(structuredData).toEqual({
      jsonLd: [],
      microdata: [],
      pagination: { next: null, prev: null },
    });
  });

  test('a listing names its next page', async () => {
    const { structuredData } = await scrape('/shop/?page=2');
    expect(structuredData.pagination).toEqual({
      next: `${site().url}/shop/?page=3`,
      prev: `${site().url}/shop/?page=1`,
    });
  });

  test('it costs 1 credit, 3 with stealth, and nothing when the page lets us down', async () => {
    const before = await gleaner.creditsRemaining(account);
    await scrape('/article/', { stealth: true });
    expect(await gleaner.creditsRemaining(account)).toBe(before - 3);
    await expect(scrape('/status/500')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await gleaner.creditsRemaining(account)).toBe(before - 3);
  });

  test('the same idempotency key for an extract and a scrape is a conflict', async () => {
    const options = { account, idempotencyKey: 'one key' };
    await gleaner.scrape({ html: '<p>hello</p>' }, options);
    const other = gleaner.extract({ html: '<p>hello</p>', prompt: 'x' }, options);
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
  });
});
