import { chooseContent } from '../../src/page/main-content/choose-content.ts';
import { normalize } from './labelled-pages.ts';
import type { TrainingPage } from './training-data.ts';

/** How one page came out. */
export interface PageScore {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  /** True positives, false positives and false negatives of 4-grams, as shares of their sum. */
  readonly fourGrams: readonly [number, number, number];
}

/** Scores a page by the chances of its blocks. */
export function scorePage(page: TrainingPage, chances: Float32Array): PageScore {
  const kept = chooseContent({ ...page, chances });
  const words: number[] = [];
  for (const [block, tokens] of page.tokens.entries()) if (kept[block] === 1) words.push(...tokens);
  const overlap = countCommon(words, page.gold);
  return {
    f1: (2 * overlap) / Math.max(1, words.length + page.gold.length),
    precision: overlap / Math.max(1, words.length),
    recall: overlap / Math.max(1, page.gold.length),
    fourGrams: compareFourGrams(words, page.gold),
  };
}

function countCommon(words: readonly number[], gold: Int32Array): number {
  const counts = new Map<number, number>();
  for (const word of gold) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of words) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    common += 1;
  }
  return common;
}

function compareFourGrams(
  words: readonly number[],
  gold: Int32Array,
): readonly [number, number, number] {
  const one = listFourGrams(words);
  const other = listFourGrams(gold);
  let right = 0;
  let extra = 0;
  for (const [key, count] of one) {
    const common = Math.min(count, other.get(key) ?? 0);
    right += common;
    extra += count - common;
  }
  let missed = -right;
  for (const count of other.values()) missed += count;
  const total = Math.max(1, right + extra + missed);
  return [right / total, extra / total, missed / total];
}

function listFourGrams(list: ArrayLike<number>): Map<string, number> {
  const found = new Map<string, number>();
  for (let index = 0; index + 3 < list.length; index += 1) {
    const key = `${list[index]} ${list[index + 1]} ${list[index + 2]} ${list[index + 3]}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

/** Shares of a page's wanted and unwanted snippets that came through; 1 and 0 where none is named. */
export function scoreSnippets(
  page: TrainingPage,
  kept: Uint8Array,
): { readonly recall: number; readonly leak: number } {
  const text = normalize(page.texts.filter((_, block) => kept[block] === 1).join('\n'));
  const share = (snippets: readonly string[], ifNone: number): number =>
    snippets.length === 0
      ? ifNone
      : snippets.filter((snippet) => text.includes(snippet)).length / snippets.length;
  return { recall: share(page.wanted, 1), leak: share(page.unwanted, 0) };
}
