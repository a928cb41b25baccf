import type { Figure } from '../count-cases.ts';
import type { Verdict } from '../judge-case.ts';
import type { ApplicationCase } from './measure-application.ts';
import type { ApplicationRun } from './run-application.ts';

interface Question {
  readonly name: string;
  readonly target: number | null;
  readonly isMost?: boolean;
  asks(each: ApplicationCase): boolean;
  counts(each: ApplicationCase): boolean;
}

const isWrong = (verdict: Verdict): boolean => verdict === 'other';

/** Shares of cases. "Healed" asks where no recorded selector leads to the target any more, the others ask of all. */
const questions: readonly Question[] = [
  {
    name: 'healed',
    target: 0.7,
    asks: ({ outcome, isCutOff }) => outcome === 'kept' && isCutOff,
    counts: ({ replay }) => replay === 'right',
  },
  {
    name: 'healed by likeness alone',
    target: null,
    asks: ({ outcome }) => outcome === 'kept',
    counts: ({ likeness }) => likeness === 'right',
  },
  {
    name: 'found',
    target: null,
    asks: ({ outcome }) => outcome === 'kept',
    counts: ({ replay }) => replay === 'right',
  },
  {
    name: 'wrong',
    target: 0.002,
    isMost: true,
    asks: ({ outcome }) => outcome === 'kept',
    counts: ({ likeness, replay }) => isWrong(likeness) || isWrong(replay),
  },
  {
    name: 'acted although gone',
    target: 0.002,
    isMost: true,
    asks: ({ outcome }) => outcome === 'gone',
    counts: ({ likeness, replay }) => isWrong(likeness) || isWrong(replay),
  },
];

/** Figures of all applications, those of markups in another language apart, and of each. `spread`: over the applications; for one of them, over the markups that its recordings were run on. */
export function countApplicationCases(
  cases: readonly ApplicationCase[],
): Readonly<Record<string, Figure>> {
  const figures: Record<string, Figure> = {};
  const add = (prefix: string, some: readonly ApplicationCase[], by: 'application' | 'to') => {
    for (const question of questions) {
      if (!some.some(question.asks)) continue;
      figures[`${prefix}: ${question.name}`] = countOne(question, some, by);
    }
  };
  const own = cases.filter(({ isTranslated }) => !isTranslated);
  const translated = cases.filter(({ isTranslated }) => isTranslated);
  add('applications', own, 'application');
  add('applications, translated', translated, 'application');
  for (const name of new Set(cases.map(({ application }) => application))) {
    const ofName = ({ application }: ApplicationCase) => application === name;
    add(`applications, ${name}`, own.filter(ofName), 'to');
    add(`applications, ${name}, translated`, translated.filter(ofName), 'to');
  }
  return figures;
}

function countOne(
  { target, isMost = false, asks, counts }: Question,
  cases: readonly ApplicationCase[],
  by: 'application' | 'to',
): Figure {
  const meant = cases.filter(asks);
  const share = (some: readonly ApplicationCase[]) => some.filter(counts).length / some.length;
  const shares = [...Map.groupBy(meant, (each) => each[by]).values()].map(share);
  const value = share(meant);
  return {
    value,
    target,
    met: target === null ? null : isMost ? value <= target : value >= target,
    spread: [Math.min(...shares), Math.max(...shares)],
  };
}

/** Figures of whole runs: those of markups in another language apart. `spread`: over the applications. */
export function countApplicationRuns(
  runs: readonly ApplicationRun[],
): Readonly<Record<string, Figure>> {
  const figures: Record<string, Figure> = {};
  for (const isTranslated of [false, true]) {
    const some = runs.filter((run) => run.isTranslated === isTranslated);
    if (some.length === 0) continue;
    const prefix = isTranslated ? 'runs, translated' : 'runs';
    for (const [name, { target, isMost, part, whole }] of Object.entries(runShares)) {
      const share = (runs: readonly ApplicationRun[]) =>
        sumOf(runs, part) / Math.max(1, sumOf(runs, whole));
      const shares = [...Map.groupBy(some, (run) => run.application).values()].map(share);
      const value = share(some);
      figures[`${prefix}: ${name}`] = {
        value,
        target,
        met: target === null ? null : isMost ? value <= target : value >= target,
        spread: [Math.min(...shares), Math.max(...shares)],
      };
    }
  }
  return figures;
}

interface RunShare {
  readonly target: number | null;
  readonly isMost: boolean;
  part(run: ApplicationRun): number;
  whole(run: ApplicationRun): number;
}

const fieldsOf = ({ fields: { right, absent, wrong } }: ApplicationRun) => right + absent + wrong;

const runShares: Readonly<Record<string, RunShare>> = {
  completed: {
    target: null,
    isMost: false,
    part: ({ outcome }) => Number(outcome === 'completed'),
    whole: () => 1,
  },
  'acts done before a refusal': {
    target: null,
    isMost: false,
    part: ({ done }) => done,
    whole: ({ recorded }) => recorded,
  },
  'did something else': {
    target: 0,
    isMost: true,
    part: ({ outcome }) => Number(outcome === 'wrong'),
    whole: () => 1,
  },
  'fields read': {
    target: null,
    isMost: false,
    part: ({ fields }) => fields.right,
    whole: fieldsOf,
  },
  'fields with wrong values': {
    target: 0,
    isMost: true,
    part: ({ fields }) => fields.wrong,
    whole: fieldsOf,
  },
};

function sumOf(runs: readonly ApplicationRun[], amount: (run: ApplicationRun) => number): number {
  return runs.reduce((sum, run) => sum + amount(run), 0);
}
