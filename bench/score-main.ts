/** How the text found on one page compares with what people chose, as the material's `score.py wcxb` counts it. */
export interface MainScore {
  readonly wordF1: number;
  readonly wordRecall: number;
  /** Share of the wanted snippets that came through, 1 where none is named. */
  readonly withRecall: number;
  /** Share of the unwanted snippets that came through, 0 where none is named. */
  readonly withoutLeak: number;
}

/** Scores the text of one page. */
export function scoreMain(text: string, expected: unknown): MainScore {
  const {
    main_content: main,
    with: wanted,
    without: unwanted,
  } = (expected ?? {}) as {
    readonly main_content?: string | null;
    readonly with?: readonly string[] | null;
    readonly without?: readonly string[] | null;
  };
  const found = listWords(text);
  const gold = listWords(main ?? '');
  const common = countCommon(found, gold);
  const normal = normalize(text);
  return {
    wordF1: (2 * common) / Math.max(1, found.length + gold.length),
    wordRecall: common / Math.max(1, gold.length),
    withRecall: shareIn(normal, wanted ?? [], 1),
    withoutLeak: shareIn(normal, unwanted ?? [], 0),
  };
}

/** Right, extra and missing 4-grams of words, as shares of their sum: pages count alike whatever their length. */
export function compareFourGrams(text: string, gold: string): readonly [number, number, number] {
  const found = countFourGrams(listWords(text));
  const wanted = countFourGrams(listWords(gold));
  let right = 0;
  let extra = 0;
  let missing = 0;
  for (const [gram, count] of found) {
    const common = Math.min(count, wanted.get(gram) ?? 0);
    right += common;
    extra += count - common;
  }
  for (const [gram, count] of wanted) missing += Math.max(0, count - (found.get(gram) ?? 0));
  const sum = Math.max(1, right + extra + missing);
  return [right / sum, extra / sum, missing / sum];
}

function countFourGrams(words: readonly string[]): ReadonlyMap<string, number> {
  const grams = new Map<string, number>();
  const last = Math.max(1, words.length - 3);
  for (let index = 0; index < last && words.length > 0; index += 1) {
    const gram = words.slice(index, index + 4).join(' ');
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

function listWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function countCommon(found: readonly string[], gold: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of gold) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return common;
}

function shareIn(text: string, snippets: readonly string[], ifNone: number): number {
  if (snippets.length === 0) return ifNone;
  return snippets.filter((snippet) => text.includes(normalize(snippet))).length / snippets.length;
}

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

function normalize(text: string): string {
  return text
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities.get(entity) ?? entity)
    .replace(/[\s\u200b]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-');
}
