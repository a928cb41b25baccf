import type { PageReading } from '../contracts/page-reading.ts';
import { foldText } from '../page/text/node-text.ts';
import { findZones } from './analysis/find-zones.ts';
import { indexPage } from './analysis/index-page.ts';

/** A smaller main part is a page that is all navigation, or a mistake about which part is main. */
const minMainShare = 0.1;

/** The page's text without navigation, footers and lists of other things; all of it when that leaves next to nothing. */
export function readRelevantText(reading: PageReading): string {
  const page = indexPage(reading);
  const zones = findZones(page);
  const kept: string[] = [];
  let at = 0;
  for (const element of page.elements) {
    if (element.textStart < at || !zones.isAside(element)) continue;
    kept.push(page.text.slice(at, element.textStart), '\n');
    at = element.textEnd;
  }
  kept.push(page.text.slice(at));
  const main = toLines(kept.join(''));
  const all = toLines(page.text);
  return main.length < all.length * minMainShare ? all : main;
}

function toLines(text: string): string {
  return text
    .split('\n')
    .map((line) => foldText(line))
    .filter((line) => line !== '')
    .join('\n');
}
