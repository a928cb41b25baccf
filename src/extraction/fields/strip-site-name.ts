import { compareWords, joinName } from '../lexicon/fold-label.ts';

/** What parts a title from the name of the site or of a section beside it. */
export const suffixMark: RegExp = /\s+[|\-–—·•»:/~]\s+|\s*[|｜]\s*/g;
const sameTitle = 0.999;

/** Drops the site's name from the ends of a title; what is left is never empty unless it was the site's name alone. */
export function stripSiteName(
  title: string,
  siteNames: ReadonlySet<string>,
  heading: string,
): string {
  const parts = title.split(suffixMark);
  if (parts.length < 2) return title;
  const first = parts[0] ?? '';
  // The main heading is the title; drop everything after it.
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
