import type { PdfItem, PdfPage } from './pdf-block.ts';

/** Share of the page's height where running titles and page numbers stand. */
const marginShare = 0.09;
/** On fewer pages nothing can be told to repeat. */
const leastPages = 3;
const leastShare = 0.5;

/**
 * Pages without page numbers and running titles: lines in the margins that come back, figures apart, on most pages or on
 * most pages of one side. A running title stays on the first page that has it.
 */
export function dropRunningLines(pages: readonly PdfPage[]): readonly PdfPage[] {
  if (pages.length < leastPages) return pages;
  const seen = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(page.items.filter((item) => isMarginal(item, page)).map(keyOf))) {
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  }
  const least = Math.max(leastPages, (pages.length / 2) * leastShare);
  const shown = new Set<string>();
  return pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => {
      if (!isMarginal(item, page)) return true;
      const key = keyOf(item);
      if ((seen.get(key) ?? 0) < least) return true;
      if (!/\p{L}{3}/u.test(key) || shown.has(key)) return false;
      shown.add(key);
      return true;
    }),
  }));
}

function isMarginal(item: PdfItem, page: PdfPage): boolean {
  return item.y < page.height * marginShare || item.y > page.height * (1 - marginShare);
}

function keyOf({ text, y, size }: PdfItem): string {
  return `${Math.round(y / 3)} ${Math.round(size)} ${text.trim().slice(0, 200).replaceAll(/\d+/g, '0')}`;
}
