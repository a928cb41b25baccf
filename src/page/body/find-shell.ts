import type { PageBody } from './read-body.ts';
import { readOutline } from './read-outline.ts';

/** A JavaScript shell: a page that shows nothing before its scripts have run. */
export interface Shell {
  /** Whether the markup itself carries data (JSON-LD, an initial state), which can be read without running scripts. */
  readonly hasData: boolean;
}

/** A page with this many sentences in blocks of their own has content; a `<noscript>` notice has one or two. */
const obviousTexts = 3;
const textBlock = /<(?:p|li|td|dd|h[1-6])\b[^<>]{0,300}>[^<]{80}/gi;
/** A "Loading …", the text of a logo or a notice is shorter; pages with content have more. */
const littleText = 120;
/** Links outside navigation and footer: a page with more of them is a list, however short its texts. */
const fewLinks = 5;

/**
 * Characters that are searched for signs in the markup. The signs stand at the top of the body, and their patterns
 * cost more than the other checks.
 */
const maxScanned = 500_000;
/**
 * JSON and templates are not run although they stand in `<script>`; the script of a framework has a `src` or is a
 * module.
 */
const runningScript =
  /<script\b(?![^<>]{0,300}type\s{0,3}=\s{0,3}["']?(?:application|text)\/(?!javascript|ecmascript))/i;
/**
 * An element that a framework renders into: empty, and found by its id or as a custom element. An empty element that
 * has only a class is an arrow or a spacer.
 */
const emptyRoot =
  /<(?:(div|main|section)\b(?=[^<>]{0,300}?\sid\s{0,3}=)|([a-z]{1,30}-[a-z-]{1,40})\b)[^<>]{0,300}>\s{0,200}<\/(?:\1|\2)\s{0,5}>/i;
/** An element with the name of a framework's root, whatever it contains. */
const namedRoot =
  /\bid\s{0,3}=\s{0,3}["']?(?:root|app|main-app|app-root|react-root|__next|__nuxt|___gatsby|svelte|q-app|mount)["'\s>]/i;
const scriptNotice =
  /<noscript\b[^<>]{0,200}>[^<]{0,500}(?:<[^<>]{1,300}>[^<]{0,500}){0,5}?(?:java)?script/i;
const dataScript = /<script\b[^<>]{0,300}type\s{0,3}=\s{0,3}["']?application\/(?:ld\+)?json/i;

/** Returns the JavaScript shell that a body is; `undefined` for a page, even a short one. */
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

/** Whether a page certainly has content: needs no parsing, and is true of most pages. */
function isObviouslyRich(html: string): boolean {
  let found = 0;
  for (const _block of html.matchAll(textBlock)) {
    found += 1;
    if (found >= obviousTexts) return true;
  }
  return false;
}
