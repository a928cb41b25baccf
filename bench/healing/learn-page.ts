import type { Page } from 'playwright-core';
import type {
  ProposedSelector,
  TargetFingerprint,
} from '../../src/runtime/contracts/recipe/fingerprint.ts';
import { toTargetFingerprint } from '../../src/recipes/healing/target-fingerprint.ts';
import type { BenchPage } from './list-pages.ts';
import { type CaseTarget, runCases } from './run-case.ts';

/** A page as it was recorded. */
export interface LearntPage {
  readonly page: BenchPage;
  readonly targets: readonly CaseTarget[];
  readonly fingerprints: ReadonlyMap<string, TargetFingerprint>;
  readonly selectors: Readonly<Record<string, readonly ProposedSelector[]>>;
}

/** Takes the fingerprints of all targets, and the selectors that a recorder would have written. */
export async function learnPage(page: Page, from: BenchPage): Promise<LearntPage> {
  const [learnt] = await runCases(page, from.html, [{ seed: 0, lost: '', otherHtml: '' }]);
  if (learnt === undefined) throw new Error(`${from.name}: the page says nothing`);
  const { targets, actions, fields } = learnt;
  const fingerprints = new Map<string, TargetFingerprint>();
  for (const { name, purpose, mark } of targets) {
    const all = purpose === 'action' ? actions : fields;
    const own = all.find((candidate) => candidate.mark === mark);
    if (own === undefined) throw new Error(`${from.name}: target ${name} is no candidate`);
    const others = all.filter((candidate) => candidate !== own).map(({ element }) => element);
    fingerprints.set(name, toTargetFingerprint(own.element, others, purpose));
  }
  return {
    page: from,
    targets,
    fingerprints,
    selectors: Object.fromEntries(targets.map(({ name, selectors }) => [name, selectors])),
  };
}
