import { holds, type IndexedElement, type PageIndex } from './index-page.ts';

/** Ancestors of a link that may be the card of what it leads to, and the most text of such a card. */
const maxClimb = 6;
const maxCard = 400;

/**
 * Marks the cards of other things of the page's kind: small blocks, away from what the page itself is about, whose links lead to one page
 * whose address is built like this one's. By the positions of the elements, with all that is in them.
 */
export function markOtherThings(
  page: PageIndex,
  own: readonly (IndexedElement | undefined)[],
): Uint8Array {
  const marked = new Uint8Array(page.elements.length);
  const url = URL.parse(page.reading.url);
  if (url === null) return marked;
  const isOwn = (block: IndexedElement): boolean =>
    own.some((part) => part !== undefined && holds(block, part));
  const targets = new Map<IndexedElement, string>();
  const several = new Set<IndexedElement>();
  for (const link of page.elements) {
    const target = link.node.name === 'a' ? readTarget(link, url) : undefined;
    if (target === undefined) continue;
    for (const block of page.around(link, maxClimb)) {
      if (block.textEnd - block.textStart > maxCard || isOwn(block)) break;
      if ((targets.get(block) ?? target) !== target) several.add(block);
      targets.set(block, target);
    }
  }
  for (const block of page.elements) {
    const isCard = targets.has(block) && !several.has(block);
    if (isCard || marked[block.parent] === 1) marked[block.position] = 1;
  }
  return marked;
}

/** The path that a link leads to, where a page of this kind lies there: on this site, as deep, and alike in its parts. */
function readTarget({ node }: IndexedElement, url: URL): string | undefined {
  const target = URL.parse(node.attribs['href'] ?? '', url);
  if (target === null || target.host !== url.host || target.pathname === url.pathname)
    return undefined;
  const [parts, own] = [target, url].map(({ pathname }) => pathname.split('/').filter(Boolean));
  if (parts === undefined || own === undefined || parts.length !== own.length) return undefined;
  const isAlike =
    own.length === 1
      ? isName(own[0]) && isName(parts[0]) && endingOf(own[0]) === endingOf(parts[0])
      : parts.some((part, at) => part === own[at]);
  return isAlike ? target.pathname : undefined;
}

/** Whether a part of an address names one of many things: by a number or by several words. */
function isName(part = ''): boolean {
  return /\d|[-_][^-_]+[-_]/.test(part);
}

function endingOf(part = ''): string {
  return /\.\w{2,5}$/.exec(part)?.[0] ?? '';
}
