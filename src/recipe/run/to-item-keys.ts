/** What an item of a page is known by. */
export interface ItemIdentity {
  /** Its `id`, `data-id` or the like; empty where it has none. */
  readonly id: string;
  /** The absolute URL of its first link; empty where it has none. */
  readonly href: string;
  /** All it says: its visible text, or its values joined. */
  readonly text: string;
}

/** Places among the items of a page may be written as counting from 0 or from 1. */
const firstPlaces = [0, 1];

/**
 * The keys of a page's items, in order: equal for the same item on another page. A link or an id serves where no other
 * item of the page has it, else the text. Ids that only count the places (`row-0`, `row-1`) say nothing about the item,
 * and the only item of a page is known by its text: its first link may be the same on every page (a cart, an author).
 */
export function toItemKeys(items: readonly ItemIdentity[]): readonly string[] {
  const ids = countPlaces(items) ? items.map(() => '') : items.map(({ id }) => id);
  const hrefs = items.map(({ href }) => (/^https?:/i.test(href) ? href : ''));
  const [idUses, hrefUses] = [countUses(ids), countUses(hrefs)];
  return items.map(({ text }, index) => {
    const [id = '', href = ''] = [ids[index], hrefs[index]];
    if (items.length > 1 && href !== '' && hrefUses.get(href) === 1) return `href:${href}`;
    if (id !== '' && idUses.get(id) === 1) return `id:${id}`;
    return `text:${text.replaceAll(/\s+/g, ' ').trim()}`;
  });
}

function countPlaces(items: readonly ItemIdentity[]): boolean {
  return firstPlaces.some((first) =>
    items.every(({ id }, index) => /\d{1,9}$/.exec(id)?.[0] === String(index + first)),
  );
}

function countUses(names: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}
