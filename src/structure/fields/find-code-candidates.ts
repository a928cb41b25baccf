import { add } from './add-candidate.ts';
import { type Candidate, priorOf } from './candidate.ts';
import { joinName } from '../analysis/fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';

const idPattern = /(?=[\p{L}\d.-]{0,30}\d)[\p{L}\d]{1,30}(?:[.-]\d{1,12}){0,4}/gu;
/** Shorter numbers are years, pages and sizes. */
const minDigits = 5;
const maxIds = 12;

/** Numbers in the page's address; one that the page also shows, outside its title, is most likely the article's. */
export function findCodeCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  if (plan.concept?.name !== 'sku') return [];
  const { page, heading } = scope.facts;
  const { reading } = page;
  const node = page.elements[0]?.node;
  if (node === undefined || !URL.canParse(reading.url)) return [];
  const url = new URL(reading.url);
  const written = decode(`${url.pathname}${url.search}`);
  const ids = [...written.matchAll(idPattern)]
    .map(([id]) => id)
    .filter((id) => id.replace(/\D/g, '').length >= minDigits)
    .slice(-maxIds);
  const title = joinName(`${reading.title} ${heading}`);
  const candidates: Candidate[] = [];
  ids.reverse().forEach((id, rank) => {
    const shown = showsWord(page.text, id) && !title.includes(joinName(id));
    const weight = shown ? 0.87 : priorOf('address', plan.kind) * 0.9 ** rank;
    add(candidates, plan, scope, {
      text: id,
      source: { node },
      origin: shown ? 'text' : 'address',
      weight,
      machine: true,
    });
  });
  return candidates;
}

function showsWord(text: string, word: string): boolean {
  let at = text.indexOf(word);
  for (let tries = 0; at >= 0 && tries < 20; tries += 1) {
    const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`;
    if (!/[\p{L}\d]/u.test(around)) return true;
    at = text.indexOf(word, at + 1);
  }
  return false;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the address as it stands will do.
    return text;
  }
}
