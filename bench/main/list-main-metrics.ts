import type { Metric, ScoredOutcome } from '../../src/evaluation/index.ts';
import type { SetPage } from '../page-set.ts';
import { compareFourGrams, type MainScore, scoreMain } from '../score-main.ts';
import { bodyOf, goldOf, hasSnippets } from './gold-of.ts';

/** A page with what kind of page it is. */
export interface TypedPage extends SetPage {
  readonly type: string;
}

/** What a pipeline of main content answers. */
export interface MainAnswer {
  readonly text: string;
  /** Characters of the page as served. */
  readonly htmlLength: number;
}

const share = { unit: 'share', better: 'higher' } as const;

/** The metrics that a set's labels allow: words and 4-grams of what people chose, snippets that must come through and must not. */
export function listMainMetrics(pages: readonly TypedPage[]): readonly Metric[] {
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const known = new WeakMap<ScoredOutcome, MainScore>();
  const ofPage = (outcome: ScoredOutcome): MainScore => {
    const score =
      known.get(outcome) ?? scoreMain(textOf(outcome), pageOf.get(outcome.case.id)?.expected);
    known.set(outcome, score);
    return score;
  };
  /** A mean over pages, each with a weight; 0 leaves a page out. */
  const toMean = (
    name: string,
    read: (score: MainScore) => number,
    weigh: (page: TypedPage) => number = () => 1,
    better: Metric['better'] = 'higher',
  ): Metric => ({
    name,
    ...share,
    better,
    score(outcome) {
      const page = pageOf.get(outcome.case.id);
      const weight = page === undefined ? 0 : weigh(page);
      return weight === 0 ? undefined : { kept: read(ofPage(outcome)) * weight, total: weight };
    },
  });
  const sizes = new Map(
    [...Map.groupBy(pages, ({ type }) => type)].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const articles = sizes.size === 1 ? [...sizes.keys()][0] : 'article';
  const isArticle = ({ type }: TypedPage): boolean => type === articles;
  return [
    ...(pages.some((page) => goldOf(page) !== undefined)
      ? [
          toMean('word-F1', wordF1),
          toMean('word-F1, types alike', wordF1, ({ type }) => 1 / (sizes.get(type)?.length ?? 1)),
          ...[...sizes.keys()].map((type) =>
            toMean(`word-F1 of ${type}`, wordF1, (page) => Number(page.type === type)),
          ),
          ...listTextMetrics(' of articles', pageOf, goldOf, isArticle),
        ]
      : []),
    ...(pages.some((page) => bodyOf(page) !== undefined)
      ? listTextMetrics('', pageOf, bodyOf, () => true)
      : []),
    ...(pages.some((page) => hasSnippets(page))
      ? [
          toMean('wanted snippets', ({ withRecall }) => withRecall),
          toMean('unwanted snippets', ({ withoutLeak }) => withoutLeak, undefined, 'lower'),
        ]
      : []),
    {
      name: 'time of a page',
      unit: 'ms',
      better: 'lower',
      aggregate: 'p50',
      score: ({ latencyMs }) => ({ kept: latencyMs, total: 1 }),
    },
  ];
}

/** How well a whole text is met, and how much of the pages' size it takes. */
function listTextMetrics(
  suffix: string,
  pageOf: ReadonlyMap<string, TypedPage>,
  goldIn: (page: TypedPage) => string | undefined,
  isMeant: (page: TypedPage) => boolean,
): readonly Metric[] {
  const findMeant = ({ case: { id } }: ScoredOutcome): TypedPage | undefined => {
    const page = pageOf.get(id);
    return page !== undefined && isMeant(page) ? page : undefined;
  };
  return [
    {
      name: `4-gram F1${suffix}`,
      ...share,
      score(outcome) {
        const page = findMeant(outcome);
        if (page === undefined) return undefined;
        const [right, extra, missing] = compareFourGrams(textOf(outcome), goldIn(page) ?? '');
        return { kept: 2 * right, total: 2 * right + extra + missing };
      },
    },
    {
      name: `tokens${suffix}, % of raw`,
      unit: 'count',
      better: 'lower',
      score(outcome) {
        const answer = answerOf(outcome);
        if (findMeant(outcome) === undefined || answer === undefined) return undefined;
        return { kept: 100 * answer.text.length, total: answer.htmlLength };
      },
    },
    {
      name: `word recall${suffix}`,
      ...share,
      score(outcome) {
        const page = findMeant(outcome);
        if (page === undefined) return undefined;
        const { wordRecall } = scoreMain(textOf(outcome), { main_content: goldIn(page) });
        return { kept: wordRecall, total: 1 };
      },
    },
  ];
}

function textOf(outcome: ScoredOutcome): string {
  return answerOf(outcome)?.text ?? '';
}

function answerOf({ output }: ScoredOutcome): MainAnswer | undefined {
  return output?.value as MainAnswer | undefined;
}

function wordF1({ wordF1: value }: MainScore): number {
  return value;
}
