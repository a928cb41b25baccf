import type { Page } from 'playwright-core';
import type { TargetReport } from '../../src/runtime/contracts/recipe/replay.ts';
import { textLikeness, textShape } from '../../src/recipes/healing/text-likeness.ts';
import { measureDrift } from '../../src/recipes/run/measure-drift.ts';
import { findTarget, type FoundTarget } from './judge-case.ts';
import type { LearntPage } from './learn-page.ts';
import type { BenchKit } from './mutations.ts';
import { type CaseTarget, runCases } from './run-case.ts';

/** Shares of a page that are changed: each share changes what the one before did, and more. */
const levels: readonly number[] = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Runs in the page: every element may lose its classes, id, address, words, name, tag and place, each by its own lot. */
const redesign = {
  apply: ({ all, random, word, retag, wrap, texts, level }: BenchKit): void => {
    const changes: (() => void)[] = [];
    const draw = (change: () => void) => {
      if (random() < level) changes.push(change);
    };
    for (const text of texts()) {
      draw(() => {
        text.data = text.data.replaceAll(/\p{L}+|\d/gu, (said) => word(said));
      });
    }
    for (const element of all('body *')) {
      draw(() => {
        if (element.hasAttribute('class')) element.className = `n-${word(element.className)}`;
      });
      for (const name of element.getAttributeNames()) {
        if (name === 'class' || name === 'type') continue;
        draw(() => element.setAttribute(name, word(`${name}${element.getAttribute(name) ?? ''}`)));
      }
      draw(() => wrap(element, '<div class="wrap"></div>'));
    }
    // Last, because another tag is another element.
    const tags = new Map([
      ['A', 'button'],
      ['BUTTON', 'div'],
      ['SPAN', 'em'],
      ['P', 'div'],
      ['LI', 'div'],
      ['SECTION', 'div'],
      ['DD', 'div'],
      ['TD', 'div'],
    ]);
    const retagged = all('body *').flatMap((element): (() => void)[] => {
      const tag = tags.get(element.tagName);
      if (tag === undefined || random() >= level) return [];
      return [() => void retag(element, tag)];
    });
    for (const change of changes) change();
    for (const change of retagged) change();
  },
};

/** Drift of a page by the share of it that has changed. */
export async function measurePageDrift(page: Page, learnt: LearntPage): Promise<readonly number[]> {
  const results = await runCases(
    page,
    learnt.page.html,
    levels.map((level) => ({
      apply: redesign.apply,
      seed: learnt.page.name.length,
      lost: '',
      otherHtml: '',
      level,
      selectors: learnt.selectors,
    })),
  );
  return results.map((result) => {
    const reports = result.targets.flatMap((target) => {
      const fingerprint = learnt.fingerprints.get(target.name);
      if (fingerprint === undefined) return [];
      const found = findTarget(target, fingerprint, result);
      const isMisshapen =
        target.purpose === 'field' &&
        found.element !== undefined &&
        textLikeness(textShape(fingerprint.element.text), textShape(found.element.text)) < 0.5;
      return [toReport(target, found, isMisshapen)];
    });
    return measureDrift(reports).drift;
  });
}

function toReport(target: CaseTarget, found: FoundTarget, isMisshapen: boolean): TargetReport {
  const { mark, alternative, likeness, changed } = found;
  return {
    path: target.name,
    purpose: target.purpose,
    uses: 1,
    missing: mark === undefined ? 1 : 0,
    lost: target.hits.flatMap((hit, at) => (hit === mark ? [] : [at])),
    servedBy:
      mark === undefined
        ? 'nothing'
        : alternative === undefined
          ? 'likeness'
          : alternative === 0
            ? 'first'
            : 'alternative',
    healed: undefined,
    likeness,
    changed,
    misshapen: isMisshapen ? 1 : 0,
    count: undefined,
  };
}
