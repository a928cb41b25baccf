import type { CheerioAPI } from 'cheerio'; // npm install cheerio
import { cheerioExtractor, type Extractor } from 'gleaner';

/**
 * What a function over cheerio reads, for those who have one already.
 *
 * `createGleaner({ extractor: specificationReader() })`
 */
export function specificationReader(): Extractor {
  return cheerioExtractor(($: CheerioAPI, { page }) => ({
    name: $('h1').first().text().trim(),
    url: page.url,
    specification: Object.fromEntries(
      $('dl.specification dt')
        .map((_at, label) => [[$(label).text().trim(), $(label).next('dd').text().trim()]])
        .get(),
    ),
  }));
}
