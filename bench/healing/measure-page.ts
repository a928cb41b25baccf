import type { Page } from 'playwright-core';
import { judgeCase, type Judgement } from './judge-case.ts';
import { learnPage, type LearntPage } from './learn-page.ts';
import type { BenchPage } from './list-pages.ts';
import { measurePageDrift } from './measure-page-drift.ts';
import { type BenchMutation, mutations } from './mutations.ts';
import { runCases } from './run-case.ts';

/** The outcome for one target under one redesign. */
export interface JudgedCase extends Judgement {
  readonly mutation: string;
  readonly target: string;
  readonly purpose: 'action' | 'field';
  readonly outcome: BenchMutation['outcome'];
  /** Both its page and its redesign are of the second set. */
  readonly isSecondSet: boolean;
}

export interface PageFigures {
  readonly page: BenchPage;
  readonly cases: readonly JudgedCase[];
  /** By amount of change, 0 to 1. */
  readonly drift: readonly number[];
  readonly misses: readonly string[];
}

/** Redesigns a page in every way and judges what becomes of its targets. */
export async function measurePage(
  page: Page,
  from: BenchPage,
  other: BenchPage,
): Promise<PageFigures> {
  const learnt = await learnPage(page, from);
  const plan = mutations.flatMap((mutation) =>
    lostTargets(mutation, learnt).map((lost) => ({ mutation, lost })),
  );
  const results = await runCases(
    page,
    from.html,
    plan.map(({ mutation, lost }, at) => ({
      apply: mutation.apply,
      seed: from.name.length + at,
      lost,
      otherHtml: bodyOf(other),
      selectors: learnt.selectors,
    })),
  );
  const cases = results.flatMap((result, at) => {
    const { mutation, lost } = plan[at] ?? {};
    if (mutation === undefined) return [];
    return result.targets.flatMap((target): readonly JudgedCase[] => {
      const fingerprint = learnt.fingerprints.get(target.name);
      const isMeant =
        mutation.outcome === 'kept'
          ? target.isThere
          : !target.isThere && (lost === '' || lost === target.name);
      if (!isMeant || fingerprint === undefined || target.purpose === 'items') return [];
      return [
        {
          ...judgeCase(target, fingerprint, result),
          mutation: mutation.name,
          target: target.name,
          purpose: target.purpose,
          outcome: mutation.outcome,
          isSecondSet: from.isSecondSet && mutation.isSecondSet,
        },
      ];
    });
  });
  const misses = cases
    .filter(({ likeness, replay }) => likeness === 'other' || replay === 'other')
    .map(({ mutation, target, outcome, likeness, replay }) =>
      [outcome, mutation, target, `likeness ${likeness}`, `replay ${replay}`].join(', '),
    );
  return { page: from, cases, misses, drift: await measurePageDrift(page, learnt) };
}

/** Once for every target that is to vanish, once where they stay or all go at a time. */
function lostTargets(
  { outcome, takesAll, purpose }: BenchMutation,
  { targets }: LearntPage,
): readonly string[] {
  if (outcome === 'kept' || takesAll === true) return [''];
  return targets
    .filter((target) => purpose === undefined || target.purpose === purpose)
    .map(({ name }) => name);
}

/** As another page would be found in its place, which knows nothing of targets. */
function bodyOf({ html }: BenchPage): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  return body.replaceAll(/ data-t="\w"/g, '').replaceAll(/<script[\s\S]*?<\/script>/g, '');
}
