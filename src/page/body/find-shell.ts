import type { PageBody } from './read-body.ts';
import { readOutline } from './read-outline.ts';

/** A JavaScript shell: a page that shows nothing before its scripts have run. */
export interface Shell {
  /** Whether the markup itself carries data (JSON-LD, a state to start from): then something can be read all the same. */
  readonly hasData: boolean;
}

/** So many sentences in blocks of their own are content; a notice for those without scripts has one or two. */
const obviousTexts = 3;
const textBlock = /<(?:p|li|td|dd|h[1-6])\b[^<>]{0,300}>[^<]{80}/gi;
/** A "Loading …", a logo's text or a notice; pages with something to read have more. */
const littleText = 120;
/** Links outside navigation and footer: with so many a page is a list, however short its words. */
const fewLinks = 5;

/** Of the markup's own signs; they stand at the top of the body, and these patterns cost more than the rest. */
const maxScanned = 500_000;
/** JSON and templates are scripts by name only; a framework's is loaded, or is a module. */
const runningScript =
  /<script\b(?![^<>]{0,300}type\s{0,3}=\s{0,3}["']?(?:application|text)\/(?!javascript|ecmascript))/i;
/**
 * Where frameworks put what they make: an element that is empty and can be found, by its id or as a component. An empty
 * element with nothing but a class is an arrow or a spacer.
 */
const emptyRoot =
  /<(?:(div|main|section)\b(?=[^<>]{0,300}?\sid\s{0,3}=)|([a-z]{1,30}-[a-z-]{1,40})\b)[^<>]{0,300}>\s{0,200}<\/(?:\1|\2)\s{0,5}>/i;
/** Or one that is named so, whatever waits in it. */
const namedRoot =
  /\bid\s{0,3}=\s{0,3}["']?(?:root|app|main-app|app-root|react-root|__next|__nuxt|___gatsby|svelte|q-app|mount)["'\s>]/i;
const scriptNotice =
  /<noscript\b[^<>]{0,200}>[^<]{0,500}(?:<[^<>]{1,300}>[^<]{0,500}){0,5}?(?:java)?script/i;
const dataScript = /<script\b[^<>]{0,300}type\s{0,3}=\s{0,3}["']?application\/(?:ld\+)?json/i;

/** The JavaScript shell that a body is, as opposed to a page that is merely short; `undefined` for a page. */
export function findShell({ kind, html }: Pick<PageBody, 'kind' | 'html'>): Shell | undefined {
  if (kind !== 'html' && kind !== 'xhtml') return undefined;
  if (isObviouslyRich(html) || !runningScript.test(html)) return undefined;
  const outline = readOutline(html);
  const { mainLength, longTexts, media, inputs, links } = outline;
  if (mainLength >= littleText || longTexts > 0 || inputs > 0 || links > fewLinks) return undefined;
  const isEmpty = mainLength === 0 && media === 0 && outline.headings === '';
  const scanned = html.slice(0, maxScanned);
  const hasRoot = emptyRoot.test(scanned) || namedRoot.test(scanned);
  if (!hasRoot && !scriptNotice.test(scanned) && !isEmpty) return undefined;
  return { hasData: dataScript.test(html) };
}

/** Needs no parsing, and lets most pages through. */
function isObviouslyRich(html: string): boolean {
  let found = 0;
  for (const _block of html.matchAll(textBlock)) {
    found += 1;
    if (found >= obviousTexts) return true;
  }
  return false;
}
