import { type Found, atLeast } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import { findLabelAttribute } from '../../../analysis/find-purchase-block.ts';
import { foldLabel } from '../../../lexicon/fold-label.ts';
import { isStockAnswer, parseStockLine } from '../../../values/parse-availability.ts';

/** Trust in a control to buy: shops remove it for sold-out articles. */
const actionTrust = 0.65;

/** Trust in a line about stock near the heading, and how much of it remains far below. */
const stockLineTrust = 0.6;

const farStockTrust = 0.5;

/** Characters below the heading within which a line about stock is about the article. */
const maxStockDistance = 1_500;

const maxStockLine = 200;

const choiceTags: ReadonlySet<string> = new Set(['option', 'select', 'label', 'li', 'td']);

/** Elements that say what stands beside them and nothing of themselves: "Sold out", beside "No". */
const labelTags: ReadonlySet<string> = new Set(['dt', 'th']);

/** What is said of the stock near the heading; what can be bought is in stock unless something says otherwise. */
export function* findStock(_: FieldPlan, scope: Scope): Generator<Found> {
  const { facts } = scope;
  const { page, zones } = facts;
  const { purchase, mainHeading } = zones;
  // A disabled control says nothing: templates hold it until a script runs or a size is chosen.
  if (purchase !== undefined && !purchase.isDisabled) {
    const { node } = purchase.proof;
    const attribute = findLabelAttribute(page, purchase.proof);
    const source = { node, ...(attribute && { attribute }), rule: 'can be bought' };
    yield { text: 'in stock', source, origin: 'text', weight: actionTrust };
  }
  const end = (mainHeading?.textEnd ?? 0) + maxStockDistance;
  for (let at = mainHeading?.end ?? 0; at < page.elements.length; at += 1) {
    const element = page.elements[at];
    if (element === undefined || element.textStart > end) break;
    if (element.end - element.position > 4 || zones.isAside(element)) continue;
    if (labelTags.has(element.node.name)) continue;
    const line = page.lineOf(element, maxStockLine);
    const text = line === '' || isAnswered(line, scope) ? undefined : parseStockLine(line);
    if (text === undefined) continue;
    // A size or a colour may be sold out while others are not.
    if (page.around(element, 3).some(({ node }) => choiceTags.has(node.name))) continue;
    const weight = stockLineTrust * atLeast(farStockTrust, zones.nearness(element));
    yield { text, source: { node: element.node }, origin: 'text', weight };
  }
}

/** Whether a line is a label beside which the page says whether it is so: "Sold out" and "No". */
function isAnswered(line: string, { facts: { pairs } }: Scope): boolean {
  const found = pairs.get(foldLabel(line)) ?? [];
  return found.some(({ labelText, value }) => isStockAnswer(labelText, value));
}
