import { decodePercent } from '../../../../runtime/unicode/decode-percent.ts';
import type { Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';

/** Trust in a link to call or to write to: who made the page put it there for that, wherever on the page. What it shows is written for people. */
const contactLinkTrust = 0.45;

const shownContactTrust = 0.46;

const maxContactLine = 60;

/** Fewer digits are those of an emergency line, or of another one that all share. */
const fewestLinkDigits = 6;

const contactSchemes: ReadonlyMap<string | undefined, string> = new Map([
  ['email', 'mailto:'],
  ['phone', 'tel:'],
]);

export function* findContactLinks(
  { concept }: FieldPlan,
  { facts: { page } }: Scope,
): Generator<Found> {
  const scheme = contactSchemes.get(concept?.name);
  if (scheme === undefined) return;
  for (const element of page.elements) {
    const { node } = element;
    const [address = ''] = (node.attribs['href'] ?? '').trim().split('?');
    if (node.name !== 'a' || !address.toLowerCase().startsWith(scheme)) continue;
    const text = decodePercent(address.slice(scheme.length));
    if (scheme === 'tel:' && text.replaceAll(/\D/g, '').length < fewestLinkDigits) continue;
    const origin = 'hint';
    yield { text, source: { node, attribute: 'href' }, origin, weight: contactLinkTrust };
    const line = page.lineOf(element, maxContactLine);
    yield { text: line, source: { node }, origin, weight: shownContactTrust };
  }
}
