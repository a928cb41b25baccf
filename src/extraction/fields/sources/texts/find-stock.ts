import { type Found, atLeast } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import { findLabelAttribute } from '../../../analysis/find-purchase-block.ts';
import { parseStockLine } from '../../../values/parse-availability.ts';

/** Trust in a control to buy: shops remove it for sold-out articles. */
const actionTrust = 0.65;

/** Trust in a line about stock near the heading, and how much of it remains far below. */
const stockLineTrust = 0.6;

const farStockTrust = 0.5;

/** Characters below the heading within which a line about stock is about the article. */
const maxStockDistance = 1_500;

const maxStockLine = 200;

const choiceTags: ReadonlySet<string> = new Set(['option', 'select', 'label', 'li', 'td']);

/** What is said of the stock near the heading; what can be bought is in stock unless something says otherwise. */
export function* findStock(_: FieldPlan, { facts }: Scope): Generator<Found> {
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
    const line = page.lineOf(element, maxStockLine);
    const text = line === '' ? undefined : parseStockLine(line);
    if (text === undefined) continue;
    // A size or a colour may be sold out while others are not.
    if (page.around(element, 3).some(({ node }) => choiceTags.has(node.name))) continue;
    const weight = stockLineTrust * atLeast(farStockTrust, zones.nearness(element));
    yield { text, source: { node: element.node }, origin: 'text', weight };
  }
}
