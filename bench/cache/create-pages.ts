import type { CachedPage } from '../../src/runtime/contracts/cache.ts';

const words =
  'harbour lamp brass price delivery colour review stars basket shelf paper window garden table chair linen oak small large new offer'.split(
    ' ',
  );

/**
 * Made-up pages of 240 KB, the mean of 60 labelled pages of the web, that compress to a fifth as those do: markup that repeats,
 * words and numbers that do not.
 */
export function createPages(count: number): readonly CachedPage[] {
  let state = 1;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, (_, index) => {
    const blocks: string[] = [];
    for (let size = 0; size < 240_000; size += blocks.at(-1)?.length ?? 0) {
      const text = Array.from({ length: 12 }, () => words[draw(words.length)]).join(' ');
      blocks.push(
        `<div class="product-card product-card--wide" data-id="${draw(1e9).toString(36)}"><a href="/item/${draw(1e9)}"><h3>${text}</h3></a><span class="price">£${draw(1e5) / 100}</span></div>\n`,
      );
    }
    return {
      fetchedAtMs: 1_700_000_000_000,
      page: {
        url: `https://example.com/${index}`,
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: Buffer.from(`<!doctype html><title>${index}</title>${blocks.join('')}`),
      },
    };
  });
}
