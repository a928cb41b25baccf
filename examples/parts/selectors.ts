import { type Extractor, selectorExtractor } from 'gleaner';

/**
 * The cards of a shop whose markup is known: no prompt, no model, validated and charged like any extraction.
 *
 * `createGleaner({ extractor: shopCards() })`
 */
export function shopCards(): Extractor {
  return selectorExtractor({
    items: ['article.product-card', '.card'], // the first that matches
    fields: {
      name: 'h3',
      price: { selectors: ['.price-now', '.price'], type: 'number' },
      url: { selectors: 'a', type: 'url' },
      tags: { selectors: '.tag', list: true, optional: true },
    },
  });
}
