import { makerWords, nameWords } from './class-words.ts';
import { getOrMake } from '../../runtime/collections.ts';
import { joinName } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ColumnWords } from './column.ts';
import type { Block } from './block.ts';
import type { ElementWords, PageParts } from './list-runs.ts';

export const maxWrappers = 4;

/** The words of the element and of its wrappers inside the block; those of the nearest that has some are its own. */
export function describeLeaf(
  { page, read }: PageParts,
  element: IndexedElement,
  block: Block,
): ColumnWords {
  let count = 0;
  let next: IndexedElement | undefined = element;
  for (; next !== undefined && next.position >= block.start && count < maxWrappers; count += 1)
    next = page.elements[next.parent];
  // Blocks begin at different heights: what an element is called there depends on its wrappers inside.
  return getOrMake(read.called, element.position * (maxWrappers + 1) + count, () => {
    const words = new Set<string>();
    let own: ReadonlySet<string> | undefined;
    for (const wrapper of page.around(element, count)) {
      const described = getOrMake(read.described, wrapper.position, () =>
        describeElement(page, wrapper),
      );
      for (const word of described.words) words.add(word);
      own ??= described.ownWords;
    }
    return shareWords(read, { words, ownWords: own ?? new Set() });
  });
}

/** The words of all values of a column. */
export function joinWords({ read }: PageParts, called: ReadonlySet<ColumnWords>): ColumnWords {
  const [first, ...others] = called;
  if (first !== undefined && others.length === 0) return first;
  const all = [...called];
  return shareWords(read, {
    words: new Set(all.flatMap(({ words }) => [...words])),
    ownWords: new Set(all.flatMap(({ ownWords }) => [...ownWords])),
  });
}

/** The same object for the same words: what was found out about them is kept by it. */
function shareWords(read: PageParts['read'], words: ColumnWords): ColumnWords {
  const name = `${[...words.words].join(' ')}|${[...words.ownWords].join(' ')}`;
  return getOrMake(read.names, name, () => words);
}

/** What tags say of what they hold, in words of class names. */
const wordsByTag: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, [...nameWords]])),
    time: ['date', 'time'],
    img: ['image'],
    summary: ['question', 'title'],
    dt: ['term', 'title'],
    dd: ['definition', 'description'],
    cite: ['author'],
    address: ['address'],
    strong: ['bold'],
    b: ['bold'],
  }),
);

/** What a link leads to, where that is who made a record: "/company/acme". It is not what the text is called. */
function listLinkWords(page: PageIndex, element: IndexedElement): readonly string[] {
  const { name, attribs } = element.node;
  const parts = name === 'a' ? (attribs['href'] ?? '').split(/[?#]/, 1)[0]?.split('/') : undefined;
  const at = parts?.findIndex((part) => makerWords.has(part.toLowerCase())) ?? -1;
  const [kind, own, ...others] = at < 0 ? [] : (parts ?? []).slice(at).filter(Boolean);
  if (kind === undefined || own === undefined) return [];
  const isWhole = others.length === 0 || joinName(own) === joinName(page.lineOf(element, maxMaker));
  return isWhole ? [kind.toLowerCase()] : [];
}

/** Most characters of the name of who made a record. */
const maxMaker = 60;

/** Words of an element's tag, its classes and its link, for matching with field names. */
function describeElement(page: PageIndex, element: IndexedElement): ElementWords {
  const { name, attribs } = element.node;
  const own = [...page.tokensOf(element), ...(wordsByTag.get(name) ?? [])];
  if (attribs['data-username'] !== undefined) own.push('username');
  if (attribs['href']?.startsWith('mailto:')) own.push('email', 'mail');
  if (attribs['href']?.startsWith('tel:')) own.push('phone', 'telephone');
  const isCalled = own.some((word) => word !== 'bold');
  return {
    words: [...own, ...listLinkWords(page, element)],
    ownWords: isCalled ? new Set(own) : undefined,
  };
}
