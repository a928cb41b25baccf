import type { ContentLink } from '../content/select/list-candidates.ts';

const reference = /^[[({<]*(@L\d+)[\])}>]*$/;
/** Characters of addresses that are put into one answer: what lies beyond keeps its references. */
const maxAddedLength = 4 * 1_024 * 1_024;

/** Puts addresses back into an answer. */
export interface LinkRestorer {
  /** A value with the address in place of each text that is a reference (`@L12`). */
  readonly inValue: (value: unknown) => unknown;
  /** The same in running text, where references stand among words. */
  readonly inText: (text: string) => string;
  /** Sentences for people: what was not put back. */
  readonly warnings: () => readonly string[];
}

/** Restores the addresses for which short references stood in the page's text. */
export function createLinkRestorer(links: ReadonlyMap<string, ContentLink>): LinkRestorer {
  let added = 0;
  let isFull = false;

  function urlOf(name: string | undefined): string | undefined {
    const link = name === undefined ? undefined : links.get(name);
    if (link === undefined) return undefined;
    isFull ||= added > maxAddedLength;
    if (isFull) return undefined;
    const { url } = link;
    added += url.length;
    return url;
  }

  // Recursive over an answer, whose depth is limited where it is read.
  function inValue(value: unknown): unknown {
    if (links.size === 0) return value;
    if (typeof value === 'string') return urlOf(reference.exec(value.trim())?.[1]) ?? value;
    if (Array.isArray(value)) return value.map((item) => inValue(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, inValue(member)]),
    );
  }

  return {
    inValue,
    inText: (text) => text.replaceAll(/@L\d+/g, (name) => urlOf(name) ?? name),
    warnings: () =>
      isFull
        ? ['The addresses of the answer are too long together: some are left as references.']
        : [],
  };
}
