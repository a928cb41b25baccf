import { add } from './add-candidate.ts';
import { type Candidate, priorOf } from './candidate.ts';
import { compareWords, joinName } from '../analysis/fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';

/** Marks between the title of a page and the name of its site. */
const suffixMark = /\s+[|\-–—·•»:/~]\s+|\s*[|｜»]\s*/;
/** Headings that end with the site's name or are cut resemble the title at least this much. */
const sameTitle = 0.999;

/** The page's main heading, and its `<title>` without the site's name. */
export function findTitleCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const { zones, page, heading, siteNames } = scope.facts;
  const candidates: Candidate[] = [];
  if (zones.mainHeading !== undefined && heading !== '') {
    const source = { node: zones.mainHeading.node };
    add(candidates, plan, scope, {
      text: heading,
      source,
      origin: 'heading',
      weight: priorOf('heading', plan.kind),
      machine: false,
    });
  }
  const node = page.elements[0]?.node;
  const title = stripSiteName(page.reading.title, siteNames, heading);
  if (node !== undefined && title !== '') {
    add(candidates, plan, scope, {
      text: title,
      source: { node },
      origin: 'text',
      weight: priorOf('text', plan.kind),
      machine: false,
    });
  }
  return candidates;
}

/** Drops the site's name from the ends of a title; what is left is never empty unless it was the site's name alone. */
function stripSiteName(title: string, siteNames: ReadonlySet<string>, heading: string): string {
  const parts = title.split(suffixMark);
  if (parts.length < 2) return title;
  const first = parts[0] ?? '';
  // What the main heading says is the title, whatever follows.
  for (let end = parts.length - 1; end >= 1; end -= 1) {
    const head = title.slice(0, lengthOfParts(title, parts, end));
    if (heading !== '' && compareWords(head, heading) >= sameTitle) return head;
  }
  const last = parts.at(-1) ?? '';
  if (isSiteName(last, siteNames))
    return title.slice(0, lengthOfParts(title, parts, parts.length - 1));
  return isSiteName(first, siteNames)
    ? title.slice(title.indexOf(parts[1] ?? '', first.length))
    : title;
}

function isSiteName(part: string, siteNames: ReadonlySet<string>): boolean {
  const joined = joinName(part);
  if (joined.length < 3) return false;
  if (siteNames.has(joined)) return true;
  return [...siteNames].some(
    (name) => name.length > 4 && (joined.startsWith(name) || name.startsWith(joined)),
  );
}

function lengthOfParts(title: string, parts: readonly string[], count: number): number {
  let at = 0;
  for (const part of parts.slice(0, count)) at = title.indexOf(part, at) + part.length;
  return at;
}
