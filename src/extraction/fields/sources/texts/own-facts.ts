import { pageAddressRule } from '../../../../runtime/contracts/evidence.ts';
import type { Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';

const selfStatedTrust = 0.95;

/** Trust in the requested URL, which may hold tracking parameters. */
const askedAddressTrust = 0.5;

export function* findAddress({ concept }: FieldPlan, { facts: { page } }: Scope): Generator<Found> {
  if (concept?.name !== 'url') return;
  for (const node of page.reading.linkElements) {
    if (node.attribs['rel'] !== 'canonical') continue;
    const source = { node, attribute: 'href' };
    const text = node.attribs['href'] ?? '';
    yield { text, source, origin: 'heading', weight: selfStatedTrust, machine: true };
  }
  const node = page.elements[0]?.node;
  if (node === undefined) return;
  const source = { node, rule: pageAddressRule };
  const text = page.reading.url;
  yield { text, source, origin: 'address', weight: askedAddressTrust, machine: true };
}

export function* findIcon({ concept }: FieldPlan, { facts: { page } }: Scope): Generator<Found> {
  if (concept?.name !== 'favicon') return;
  for (const node of page.reading.linkElements) {
    const rel = (node.attribs['rel'] ?? '').toLowerCase().split(/\s+/);
    if (!rel.includes('icon')) continue;
    const source = { node, attribute: 'href' };
    const text = node.attribs['href'] ?? '';
    yield { text, source, origin: 'heading', weight: selfStatedTrust, machine: true };
  }
}

export function findLanguage(_: FieldPlan, { facts: { page } }: Scope): readonly Found[] {
  const text = page.reading.language;
  const node = page.elements[0]?.node;
  if (text === undefined || node === undefined) return [];
  const attribute = node.attribs['lang'] === text ? 'lang' : 'xml:lang';
  const source = { node, attribute };
  return [{ text, source, origin: 'heading', weight: selfStatedTrust, machine: true }];
}
