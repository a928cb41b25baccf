import type { Row } from '../picking/list-draft.ts';
import type { DescribedElement } from '../../browsers/page-script/page-script.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { AskPage } from '../picking/ask-page.ts';
import type { ListDraft } from '../picking/list-draft.ts';
import { proposeList } from '../picking/propose-draft.ts';
import { readTable } from '../picking/read-table.ts';

/** Repeated blocks of a page that are looked at, and lists that are read. */
const [maxBlocks, maxLists] = [200, 8];
/** Parts of pages that are about the site, or about other things. */
const asides = new Set(
  'navigation nav banner header contentinfo footer complementary aside'.split(' '),
);
/** What a list in one of them counts: still something, for pages that are nothing else. */
const asideWeight = 0.15;
/** Characters of a value that count: a list of a few long texts is an article. */
const maxLength = 80;

/** A list of a page, and how much it says. */
export interface RankedList {
  readonly draft: ListDraft;
  readonly rows: readonly Row[];
  readonly score: number;
}

/**
 * The lists of the page, the one that says most first: by its values and their texts, and by words of the prompt in them.
 * Lists in the page's navigation, header, footer and beside its content come behind.
 */
export async function rankLists(ask: AskPage, prompt: string): Promise<readonly RankedList[]> {
  const lists = await ask('candidates', { purpose: 'items', limit: maxBlocks });
  const largest = lists.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, maxLists);
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const ranked: RankedList[] = [];
  for (const list of largest) {
    const draft = await proposeList(ask, { at: { mark: list.mark } }).catch(skipTooLong);
    if (draft === undefined || draft.fields.length === 0 || draft.selectors.length === 0) continue;
    const { rows } = await readTable(ask, draft);
    if (rows.length < 2) continue;
    const said = JSON.stringify(rows.slice(0, 20)).toLowerCase();
    const named = words.filter((word) => said.includes(word.replace(/s$/, ''))).length;
    ranked.push({ draft, rows, score: weigh(rows) * weightOf(list) * (1 + named) });
  }
  return ranked.toSorted((a, b) => b.score - a.score);
}

function skipTooLong(error: unknown): undefined {
  if (!(error instanceof GleanerError)) throw error;
}

/** How much rows say: the geometric mean of their values and of the length of what these say; addresses say nothing. */
function weigh(rows: readonly Row[]): number {
  const values = rows.flatMap((row) => Object.values(row));
  const length = values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
  return Math.sqrt(values.length * length);
}

function lengthOf(value: unknown): number {
  if (typeof value === 'number') return String(value).length;
  if (typeof value !== 'string' || /^https?:/.test(value)) return 0;
  return Math.min(value.length, maxLength);
}

function weightOf({ element }: DescribedElement): number {
  return element.landmarks.some((landmark) => asides.has(landmark)) ? asideWeight : 1;
}

/** Items by the length of what the first one says: menus are long lists of few words. */
function sizeOf(list: DescribedElement): number {
  return (list.group ?? []).length * list.element.text.length * weightOf(list);
}
