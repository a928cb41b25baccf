import type { ContentLink } from '../../../page/content/select/list-candidates.ts';

const reference = /^[[({<]*(@L\d+)[\])}>]*$/;

/** Puts the addresses back for which short references (`@L12`) stood in the page's text. */
export function restoreLinks(value: unknown, links: ReadonlyMap<string, ContentLink>): unknown {
  if (links.size === 0) return value;
  if (typeof value === 'string') {
    const name = reference.exec(value.trim())?.[1];
    return (name === undefined ? undefined : links.get(name)?.url) ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => restoreLinks(item, links));
  if (typeof value !== 'object' || value === null) return value;
  // Recursive over an answer, whose depth is limited where it is read.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, restoreLinks(member, links)]),
  );
}

/** The same in running text, where references stand among words. */
export function restoreLinksInText(text: string, links: ReadonlyMap<string, ContentLink>): string {
  return text.replaceAll(/@L\d+/g, (name) => links.get(name)?.url ?? name);
}
