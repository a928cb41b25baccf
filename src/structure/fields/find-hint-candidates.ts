import { add } from './add-candidate.ts';
import { atLeast, type Candidate, priorOf } from './candidate.ts';
import { foldLabel } from '../analysis/fold-label.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { FieldPlan } from './plan-fields.ts';
import { toFirstSentence } from '../values/parse-availability.ts';
import { findPriceSense } from '../values/find-price-sense.ts';
import { readPriceLine } from '../values/read-price-line.ts';
import type { Scope } from './scope.ts';

const valueAttributes: readonly string[] = [
  'content',
  'datetime',
  'data-price',
  'data-value',
  'data-product-price',
];
/** Values are short, except in the kinds that are prose. */
const maxLength: Readonly<Partial<Record<FieldPlan['kind'], number>>> = {
  body: 2_000,
  money: 60,
  code: 60,
  availability: 300,
  date: 80,
  duration: 60,
  yield: 60,
  currency: 20,
};
/** A longer sentence that mentions stock tells of something else. */
const maxStockSentence = 80;
const maxElements = 120;
/** Trust in a class beside the content, which marks values of other articles. */
const asideTrust = 0.25;
/** Trust far from the main heading, where teasers use the same template. */
const farTrust = 0.4;
/** Names of one general word (`time`, `name`) mark many things. */
const generalNameTrust = 0.8;
/** Boost of a machine-readable attribute: it is exact, while the element's text may hold more. */
const attributeBoost = 1.1;
/** Names of colours that styles take from the shop's own brand: `text-brand-500`, `brandTheme-default`. */
const brandColour =
  /(?:text|bg|background|border|fill|stroke|ring|outline|shadow|color|colour)-brand|brand-?(?:\d|theme|color|colour)/i;

/** Values in elements whose class, id or itemprop names the field. */
export function findHintCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const { page, zones } = scope.facts;
  for (const words of plan.tokens) {
    for (const element of elementsWith(words, scope).slice(0, maxElements)) {
      if (plan.concept?.name === 'brand' && brandColour.test(element.node.attribs['class'] ?? ''))
        continue;
      const weight =
        priorOf('hint', plan.kind) *
        (zones.isAside(element) ? asideTrust : 1) *
        atLeast(farTrust, zones.nearness(element)) *
        (words.length > 1 || plan.concept !== undefined ? 1 : generalNameTrust);
      const sense = plan.kind === 'money' ? findPriceSense(page, element) : undefined;
      for (const name of valueAttributes) {
        const text = element.node.attribs[name];
        if (
          text === undefined ||
          text.length > 200 ||
          (name === 'datetime' && plan.kind !== 'date')
        )
          continue;
        const source = { node: element.node, attribute: name };
        add(candidates, plan, scope, {
          text,
          source,
          origin: 'hint',
          weight: Math.min(1, weight * attributeBoost),
          sense,
          machine: true,
        });
      }
      const limit = maxLength[plan.kind] ?? 200;
      const whole = page.lineOf(element, limit);
      const line = plan.kind === 'money' && whole !== '' ? readPriceLine(page, element) : whole;
      const own = stripOwnLabel(line, plan);
      const text = plan.kind === 'availability' ? toFirstSentence(own) : own;
      if (text === '' || (plan.kind === 'availability' && text.length > maxStockSentence)) continue;
      add(candidates, plan, scope, {
        text,
        source: { node: element.node },
        origin: 'hint',
        weight,
        sense,
        machine: false,
        // A bare number beside the price may be a count or a number of days, not an amount.
        needsCurrency: !/^[\d.,\s]+$/.test(text),
      });
    }
  }
  return candidates;
}

/** Elements that carry all of the words. */
export function elementsWith(words: readonly string[], scope: Scope): readonly IndexedElement[] {
  const { byToken, page } = scope.facts;
  const lists = words.map((word) => byToken.get(word) ?? []);
  const rarest = lists.sort((a, b) => a.length - b.length)[0] ?? [];
  return words.length === 1
    ? rarest
    : rarest.filter((element) => words.every((word) => page.tokensOf(element).has(word)));
}

/** Returns a text without the field's label: "SKU: 123" inside an element of class sku is 123. */
export function stripOwnLabel(line: string, plan: FieldPlan): string {
  const colon = /^([^:：]{1,40})[:：]\s*(\S.*)$/u.exec(line);
  if (colon === null) return plan.labels.has(foldLabel(line)) ? '' : line;
  const label = foldLabel(colon[1] ?? '');
  if (plan.labels.has(label)) return colon[2] ?? '';
  // "more from brand: X" keeps what follows its label word.
  const last = label.split(' ').at(-1) ?? '';
  return plan.labels.has(last) ? (colon[2] ?? '') : line;
}
