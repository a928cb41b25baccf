import { findOne, textContent } from 'domutils';
import type { Extractor } from 'gleaner';

/**
 * Reads fields by their class names, from pages whose markup is known.
 *
 * `createGleaner({ extractor: classExtractor({ name: 'product-title', price: 'price' }) })`
 */
export function classExtractor(classes: Readonly<Record<string, string>>): Extractor {
  return {
    name: 'class',
    async extract({ page, plainText, signal }) {
      signal.throwIfAborted();
      const { children } = await page.tree();
      const entries = Object.entries(classes).map(([field, name]) => {
        const element = findOne(
          ({ attribs }) => (attribs['class'] ?? '').split(/\s+/).includes(name),
          children,
          true,
        );
        return [field, element === null ? null : textContent(element).trim()] as const;
      });
      const missing = entries.filter(([, text]) => text === null).map(([field]) => field);
      return {
        // Texts will do: `£24.50` becomes a number where the schema asks for one.
        value: plainText
          ? entries.map(([, text]) => text ?? '').join('\n')
          : Object.fromEntries(entries),
        usage: [],
        warnings: missing.length === 0 ? [] : [`Not found in the page: ${missing.join(', ')}.`],
      };
    },
  };
}
