import type { Verdict } from './judge-case.ts';
import type { JudgedCase, PageFigures } from './measure-page.ts';
import { rankCorrelation } from './rank-correlation.ts';

export interface Figure {
  readonly value: number;
  readonly target: number | null;
  readonly met: boolean | null;
  /** The lowest and the highest page. */
  readonly spread: readonly [number, number];
}

interface Question {
  readonly name: string;
  readonly target?: number;
  readonly isMost?: boolean;
  asks(each: JudgedCase): boolean;
  counts(each: JudgedCase): boolean;
}

const isWrong = (verdict: Verdict): boolean => verdict === 'other' || verdict === 'same_text';
const isKept =
  (purpose: JudgedCase['purpose']) =>
  (each: JudgedCase): boolean =>
    each.outcome === 'kept' && each.purpose === purpose;
const isGone =
  (purpose: JudgedCase['purpose']) =>
  (each: JudgedCase): boolean =>
    each.outcome === 'gone' && each.purpose === purpose;

/** Shares of cases. "Likeness" is the rule by itself, as if every selector were lost; "replay" tries the recorded selectors first, and checks what they lead to. */
const questions: readonly Question[] = [
  {
    name: 'action.likeness.healed',
    target: 0.9,
    asks: isKept('action'),
    counts: ({ likeness }) => likeness === 'right',
  },
  {
    name: 'action.likeness.wrong',
    target: 0.001,
    isMost: true,
    asks: isKept('action'),
    counts: ({ likeness }) => isWrong(likeness),
  },
  {
    name: 'action.likeness.acted_when_gone',
    target: 0.002,
    isMost: true,
    asks: isGone('action'),
    counts: ({ likeness }) => isWrong(likeness),
  },
  {
    name: 'action.replay.found',
    target: 0.9,
    asks: isKept('action'),
    counts: ({ replay }) => replay === 'right',
  },
  {
    name: 'action.replay.wrong',
    target: 0.001,
    isMost: true,
    asks: isKept('action'),
    counts: ({ replay }) => isWrong(replay),
  },
  {
    name: 'action.replay.acted_when_gone',
    target: 0.002,
    isMost: true,
    asks: isGone('action'),
    counts: ({ replay }) => isWrong(replay),
  },
  {
    name: 'action.replay.found_all_selectors_lost',
    asks: (each) => isKept('action')(each) && each.isCutOff,
    counts: ({ replay }) => replay === 'right',
  },
  {
    name: 'action.first_match.wrong',
    asks: isKept('action'),
    counts: ({ naive }) => isWrong(naive),
  },
  {
    name: 'action.first_match.acted_when_gone',
    asks: isGone('action'),
    counts: ({ naive }) => isWrong(naive),
  },
  {
    name: 'field.likeness.healed',
    target: 0.85,
    asks: isKept('field'),
    counts: ({ likeness }) => likeness === 'right',
  },
  {
    name: 'field.likeness.wrong',
    target: 0.005,
    isMost: true,
    asks: isKept('field'),
    counts: ({ likeness }) => isWrong(likeness),
  },
  {
    name: 'field.likeness.wrong_value',
    asks: isKept('field'),
    counts: ({ likeness }) => likeness === 'other',
  },
  {
    name: 'field.replay.found',
    target: 0.85,
    asks: isKept('field'),
    counts: ({ replay }) => replay === 'right',
  },
  {
    name: 'field.replay.wrong',
    target: 0.005,
    isMost: true,
    asks: isKept('field'),
    counts: ({ replay }) => isWrong(replay),
  },
  { name: 'field.first_match.wrong', asks: isKept('field'), counts: ({ naive }) => isWrong(naive) },
  {
    name: 'field.likeness.read_when_gone',
    asks: isGone('field'),
    counts: ({ likeness }) => isWrong(likeness),
  },
  {
    name: 'field.first_match.read_when_gone',
    asks: isGone('field'),
    counts: ({ naive }) => isWrong(naive),
  },
];

/** All figures, and the same over the second set of pages and redesigns. */
export function countCases(pages: readonly PageFigures[]): Readonly<Record<string, Figure>> {
  const figures: Record<string, Figure> = {};
  const secondSet = pages.map(({ cases }) => cases.filter(({ isSecondSet }) => isSecondSet));
  for (const question of questions) {
    figures[question.name] = countOne(
      question,
      pages.map(({ cases }) => cases),
    );
  }
  for (const question of questions) {
    figures[`second_set.${question.name}`] = countOne(question, secondSet);
  }
  const correlations = pages.map(({ drift }) => rankCorrelation(drift));
  const mean = correlations.reduce((sum, each) => sum + each, 0) / Math.max(1, correlations.length);
  figures['drift.rank_correlation'] = {
    value: mean,
    target: 0.98,
    met: mean >= 0.98,
    spread: [Math.min(...correlations), Math.max(...correlations)],
  };
  return figures;
}

function countOne(question: Question, pages: readonly (readonly JudgedCase[])[]): Figure {
  const shares: number[] = [];
  let asked = 0;
  let counted = 0;
  for (const cases of pages) {
    const meant = cases.filter((each) => question.asks(each));
    const hits = meant.filter((each) => question.counts(each)).length;
    asked += meant.length;
    counted += hits;
    if (meant.length > 0) shares.push(hits / meant.length);
  }
  const value = asked === 0 ? Number.NaN : counted / asked;
  const { target, isMost = false } = question;
  return {
    value,
    target: target ?? null,
    met: target === undefined ? null : isMost ? value <= target : value >= target,
    spread: [Math.min(...shares), Math.max(...shares)],
  };
}
