import type { ContentBlock } from '../blocks/content-block.ts';
import type { Candidate } from './list-candidates.ts';
import { isPageText, renderText } from './render-content.ts';

/**
 * Exponent of a block's length in the divisor of its score. Without it recipes at 1,000 tokens keep .78 of their
 * values, with it .88.
 */
const costExponent = 0.4;
/** Characters; far shorter blocks lose hardly any score by their length. */
const freeCost = 80;
/** Characters of a line break, and of the mark of a gap with its line break. */
const breakCost = 1;
const gapCost = 4;

/**
 * Returns the best candidates whose text fits, in page order. No threshold applies: a weak block is
 * still the best use of budget that is left over. The headings and table headers of a block are added
 * with it and count towards its cost.
 */
export function fillBudget(
  candidates: readonly Candidate[],
  budgetCharacters: number,
  keepLayout: boolean,
): readonly Candidate[] {
  const byBlock = new Map(candidates.map((candidate) => [candidate.block, candidate]));
  const chosen = new Set<Candidate>();
  const chosenOrders = new Set<number>();
  const ranked = candidates
    .map((candidate) => ({ candidate, worth: worthOf(candidate) }))
    .sort((a, b) => b.worth - a.worth || a.candidate.order - b.candidate.order);
  let left = budgetCharacters;
  for (const { candidate } of ranked) {
    if (left <= 0) break;
    if (chosen.has(candidate)) continue;
    const wanted = [candidate, ...listMissing(candidate.block, byBlock, chosen)];
    const cost = wanted.reduce((sum, one) => sum + costOf(one, chosenOrders, keepLayout), 0);
    if (cost > left) continue;
    for (const one of wanted) {
      chosen.add(one);
      chosenOrders.add(one.order);
    }
    left -= cost;
  }
  return [...chosen].sort((a, b) => a.order - b.order);
}

function worthOf({ score, text }: Candidate): number {
  return score <= 0 ? score : score / (1 + text.length / freeCost) ** costExponent;
}

function listMissing(
  block: ContentBlock,
  byBlock: ReadonlyMap<ContentBlock, Candidate>,
  chosen: ReadonlySet<Candidate>,
): readonly Candidate[] {
  const context = block.heading === undefined ? block.headers : [block.heading, ...block.headers];
  const missing: Candidate[] = [];
  for (const above of context) {
    const candidate = byBlock.get(above);
    if (candidate !== undefined && !chosen.has(candidate)) missing.push(candidate);
  }
  return missing;
}

function costOf(
  candidate: Candidate,
  chosenOrders: ReadonlySet<number>,
  keepLayout: boolean,
): number {
  const { order, block } = candidate;
  const before = chosenOrders.has(order - 1);
  const after = chosenOrders.has(order + 1);
  const gaps = isPageText(block) ? (before && after ? -gapCost : before || after ? 0 : gapCost) : 0;
  return renderText(candidate, undefined, keepLayout).length + breakCost + gaps;
}
