import { decodePercent } from '../../../runtime/unicode/decode-percent.ts';
import { type Found, priorOf } from '../candidate.ts';
import { readTitle } from './identity-candidates.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { compareWords } from '../../lexicon/fold-label.ts';
import { stripSiteName, suffixMark } from '../strip-site-name.ts';

export function* findTitles({ kind }: FieldPlan, scope: Scope): Generator<Found> {
  const { zones, page, heading, siteNames } = scope.facts;
  if (zones.mainHeading !== undefined && heading !== '') {
    const text = readTitle(zones.mainHeading, scope);
    const source = { node: zones.mainHeading.node };
    yield { text, source, origin: 'heading', weight: priorOf('heading', kind) };
  }
  const node = page.reading.titleElement;
  const bare = stripSiteName(page.title, siteNames, heading);
  const text =
    heading === '' ? (findAddressed(bare, scope) ?? findShownHead(bare, scope) ?? bare) : bare;
  if (node !== undefined && text !== '')
    yield { text, source: { node }, origin: 'text', weight: priorOf('text', kind) };
}

/** Likeness to a part of the address from which a part of a title is what the page is called; letters such as ö are written in two ways. */
const addressLikeness = 0.7;

/** The part of a title that the address of the page repeats. */
function findAddressed(title: string, { facts: { page } }: Scope): string | undefined {
  const steps = decodePercent(URL.parse(page.reading.url)?.pathname ?? '').split('/');
  const parts = title.split(suffixMark);
  const isNamed = (part: string): boolean =>
    part.includes(' ') && steps.some((step) => compareWords(part, step) >= addressLikeness);
  const named = parts.length < 2 ? [] : parts.filter(isNamed);
  return named.length === 1 ? named[0] : undefined;
}

/** What stands before a mark of a title, where an element of a page without a heading is just that. */
function findShownHead(title: string, { facts: { page } }: Scope): string | undefined {
  const heads = Array.from(title.matchAll(suffixMark), ({ index }) => title.slice(0, index));
  const shown = new Set(
    heads.length === 0
      ? []
      : page.elements.flatMap((element) =>
          element.node.name === 'title' ? [] : page.lineOf(element, title.length),
        ),
  );
  return heads.findLast((head) => shown.has(head));
}
