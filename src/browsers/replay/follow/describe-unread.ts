/** An item without the fields of its page. */
export interface UnreadItem {
  /** From 1. */
  readonly number: number;
  /** The URL of its link; `undefined` where it has none that can be opened. */
  readonly url: string | undefined;
  /** Without a full stop. */
  readonly reason: string;
}

/** Sentences about one page of a list; sites can fail in many ways at once. */
const maxSentences = 8;
/** Characters of a URL's path in a sentence. */
const maxPath = 100;

/** Returns a sentence for each reason why items of a page lack the fields of their own pages. */
export function describeUnread(page: number, unread: readonly UnreadItem[]): readonly string[] {
  const groups = Map.groupBy(unread, ({ reason }) => reason);
  const sentences = [...groups].map(([reason, items]) => describe(page, reason, items));
  if (sentences.length <= maxSentences) return sentences;
  const more = sentences.length - maxSentences;
  return [
    ...sentences.slice(0, maxSentences),
    `Page ${page}: items lack the fields of their pages for ${more} more reasons.`,
  ];
}

function describe(page: number, reason: string, items: readonly UnreadItem[]): string {
  const [first] = items;
  const path =
    first?.url === undefined ? '' : ` (${new URL(first.url).pathname.slice(0, maxPath)})`;
  const example = `item ${first?.number}${path}`;
  if (items.length === 1)
    return `Page ${page}, ${example} lacks the fields of its page: ${reason}.`;
  return `Page ${page}: ${items.length} items lack the fields of their pages, e.g. ${example}: ${reason}.`;
}
