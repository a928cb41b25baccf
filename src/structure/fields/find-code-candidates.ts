import { joinName } from '../analysis/fold-label.ts';
import { add } from './add-candidate.ts';
import { priorOf, type Candidate } from './candidate.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';

/** Trust in a number that both the URL and the page show. */
const shownIdTrust = 0.87;
/** Factor by which a number in the URL is trusted less than the number after it. */
const trustPerEarlierId = 0.9;
/** Words of a slug in front of a number are no part of it, a few letters are: `lamp-1234567`, `p1234567`. */
const idPattern = /(?<![\p{L}\d])\p{L}{0,4}\d[\p{L}\d]{0,30}(?:[.-]\d{1,12}){0,4}/gu;
const wholePattern = /[\p{L}\d]{5,31}/gu;
/** Shorter numbers are years, pages and sizes. */
const minDigits = 5;
const maxIds = 12;
/** Names of query parameters that hold an identifier; those of clicks, campaigns and sessions hold where a visitor came from. */
const idName = /(?:id|sku|code|item|article|product|variant)$/i;
const visitName = /clid$|clkid$|^utm|^s?sid$|^cid$|session|campaign/i;
/** Digits from which a number that the page groups in another way is the same by more than chance. */
const minGroupedDigits = 6;

/**
 * Returns the numbers in the page's URL; one that the page also shows outside its title is most likely the article's
 * code.
 */
export function findCodeCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  if (plan.concept?.name !== 'sku') return [];
  const { page, heading } = scope.facts;
  const { reading } = page;
  const node = page.elements[0]?.node;
  if (node === undefined || !URL.canParse(reading.url)) return [];
  const title = joinName(`${page.title} ${heading}`);
  const candidates: Candidate[] = [];
  listIds(new URL(reading.url)).forEach((id, rank) => {
    const shown = title.includes(joinName(id)) ? undefined : findShown(page.text, id);
    add(candidates, plan, scope, {
      text: shown ?? id,
      source: { node },
      origin: shown === undefined ? 'address' : 'text',
      weight:
        shown === undefined
          ? priorOf('address', plan.kind) * trustPerEarlierId ** rank
          : shownIdTrust,
      machine: true,
    });
  });
  return candidates;
}

/** The numbers in a URL, the likeliest first: parameters named so, then the path from its end, then other parameters. */
function listIds(url: URL): readonly string[] {
  const named: string[] = [];
  const others: string[] = [];
  for (const [name, value] of url.searchParams)
    (idName.test(name) && !visitName.test(name) ? named : others).push(value);
  const parts = [...named.reverse(), ...decode(url.pathname).split('/').reverse(), ...others];
  const ids = new Set<string>();
  for (const part of parts) {
    const whole = [...part.matchAll(wholePattern)].map(([id]) => id);
    const joined = [...part.matchAll(idPattern)].map(([id]) => id);
    // The last number of a part first, then the numbers that are joined to one.
    for (const id of [...whole.reverse(), ...joined.reverse()])
      if (countDigits(id) >= Math.max(minDigits, id.length / 2)) ids.add(id);
    if (ids.size >= maxIds) break;
  }
  return [...ids].slice(0, maxIds);
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** The number as the page shows it, be it in groups: `80275887` as `802.758.87`; `undefined` where it does not. */
function findShown(text: string, id: string): string | undefined {
  let at = text.indexOf(id);
  for (let tries = 0; at >= 0 && tries < 20; tries += 1) {
    const around = `${text[at - 1] ?? ' '}${text[at + id.length] ?? ' '}`;
    if (!/[\p{L}\d]/u.test(around)) return id;
    at = text.indexOf(id, at + 1);
  }
  const digits = id.replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < minGroupedDigits) return undefined;
  const grouped = new RegExp(`(?<![\\d./-])${digits.split('').join('[./-]?')}(?![\\d./-]?\\d)`);
  return grouped.exec(text)?.[0];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: use the URL undecoded.
    return text;
  }
}
