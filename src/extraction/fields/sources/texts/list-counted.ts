import { atLeast, type Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import { isCountWord } from '../../interaction-counts.ts';
import { splitWords, toSingular } from '../../../lexicon/fold-label.ts';
import { hasDigit } from '../../../values/numbers/fold-number-text.ts';
import { listBelowHeading, maxScanned } from './list-below-heading.ts';

const maxLine = 120;
/** As far as the label of a pair is: the page calls the number what the field is called. */
const countedTrust = 0.5;
const farTrust = 0.8;

/** What parts the facts of a line: "3 beds · 2.5 baths", "3 beds, 2 baths". */
const border = /\s*[·•|\n]\s*|,\s+(?=\p{Nd})/u;
const counted =
  /^(\p{Nd}(?:[\p{Nd}.,\s]*\p{Nd})?\s?(?:[KMB](?!\p{L}))?)\s?(\p{L}[\p{L} -]{1,40})$/iu;

/**
 * Numbers of which a line, or one of its parts, says no more than that they count what the field is called: "3 bedrooms" for
 * `bedrooms`. None where the page counts several times, and differently: it lists things that have some each.
 */
export function listCounted(plan: FieldPlan, scope: Scope): readonly Found[] {
  if (plan.asked.dimensions.size > 0) return [];
  const names = new Set([plan.name, ...plan.labels].map(toCounted));
  names.delete('');
  const { page, zones } = scope.facts;
  const found: Found[] = [];
  let scanned = 0;
  for (const element of listBelowHeading(scope, 6)) {
    const line = page.lineOf(element, maxLine + 1);
    if (line.length > maxLine || !hasDigit(line) || zones.isByVisitor(element)) continue;
    scanned += 1;
    if (scanned > maxScanned) break;
    for (const part of page.linesOf(element).join('\n').split(border)) {
      const [, text, thing = ''] = counted.exec(part) ?? [];
      if (text === undefined || !names.has(toCounted(thing.toLowerCase()))) continue;
      if (found[0] !== undefined && found[0].text !== text) return [];
      const weight = countedTrust * atLeast(farTrust, zones.nearness(element));
      found.push({ text, source: { node: element.node }, origin: 'text', weight });
    }
  }
  return found;
}

/** What a name or a label says is counted: "comment" of `comment_count`. */
function toCounted(name: string): string {
  return splitWords(name)
    .filter((word) => !isCountWord(word))
    .map(toSingular)
    .join(' ');
}
