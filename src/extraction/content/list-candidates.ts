import type { PageReading } from '../../page/page-reading.ts';
import { getOrMake } from '../../runtime/collections.ts';
import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import type { ContentBlock, ContentExtra } from '../../page/content/content-block.ts';
import { isAddress } from '../../page/content/read-blocks.ts';
import { type QueryTerms, splitName } from './resolve-query.ts';

/** An address that is shown as `@L12`, at a twentieth of its length. */
export interface ContentLink {
  /** Absolute where the address could be resolved, else as written. */
  readonly url: string;
  readonly source: ContentExtra['source'];
}

export interface Candidate {
  readonly block: ContentBlock;
  readonly text: string;
  /** Blocks with the same text, which are not sent. */
  readonly copies: ContentBlock[];
  order: number;
  score: number;
}

/** Times that one attribute text is shown; further repetitions add nothing. */
const maxRepeats = 2;
/** Share of an attribute's words that the text already contains, from which the attribute is left out. */
const coveredShare = 0.75;
/** Attributes shown for one block; a line of a hundred icons would otherwise cost more than its text. */
const maxShown = 12;
/** Attributes looked at for one block, and characters of its text that they are compared with: a long heading may have many. */
const maxLooked = 400;
const maxComparedLength = 3_000;
const maxDataLength = 80;
const maxAddressDepth = 2;
const maxTailLength = 60;
/** `https://schema.org/InStock` is shown as the word `InStock`. */
const vocabularyTerm = /^https?:\/\/(?:www\.)?(?:schema\.org|purl\.org\/[^?]*)\/([A-Za-z]+)$/;
const minTailDigits = 3;

export function listCandidates(
  reading: PageReading,
  blocks: readonly ContentBlock[],
  terms: QueryTerms,
): { readonly candidates: Candidate[]; readonly links: ReadonlyMap<string, ContentLink> } {
  const candidates: Candidate[] = [];
  const links = new Map<string, ContentLink>();
  const seen = new Map<string, number>();
  const matches = new Map<string, boolean>();
  const { url } = reading;
  const own = listOwnReferences(blocks);
  let number = 0;
  const reference: Showing['reference'] = ({ text, source }) => {
    do number += 1;
    while (own.has(`@L${number}`));
    const name = `@L${number}`;
    links.set(name, {
      // Resolved on use: few links are, and a page may have 100,000 below a base of 8 KB.
      get url() {
        return URL.parse(text, url)?.href ?? text;
      },
      source,
    });
    return name;
  };
  for (const block of blocks) {
    if (block.name !== '' && isAddress(block.text)) {
      const text = showAddress(block, terms, reference);
      if (text !== undefined) candidates.push(toCandidate(block, text, candidates.length));
      continue;
    }
    const shown =
      block.extras.length === 0 ? [] : showExtras(block, { terms, seen, matches, reference });
    const braces = shown.length > 0 ? `{${shown.join('; ')}}` : '';
    const text = [showMarks(block), braces].filter((part) => part !== '').join(' ');
    if (text !== '') candidates.push(toCandidate(block, text, candidates.length));
  }
  return { candidates, links };
}

/** The text of a block with what the page shows beside its characters: `~~£20~~ £15`, `S | [x] M`. */
function showMarks({ text, parts }: ContentBlock): string {
  if (parts.every(({ mark }) => mark === undefined)) return text;
  const shown: string[] = [];
  for (let at = 0, next = 0; at < parts.length; at = next) {
    const mark = parts[at]?.mark;
    for (next = at; next < parts.length && parts[next]?.mark === mark;) next += 1;
    const piece = text.slice(at === 0 ? 0 : parts[at]?.start, parts[next]?.start);
    const inner = piece.trim();
    if (mark === undefined || inner === '') shown.push(piece);
    else
      shown.push(piece.replace(inner, () => (mark === 'struck' ? `~~${inner}~~` : `[x] ${inner}`)));
  }
  return shown.join('');
}

/** What the page itself writes like a reference, even one that lost its sign (`L1`): such a text stays one. */
function listOwnReferences(blocks: readonly ContentBlock[]): ReadonlySet<string> {
  const own = new Set<string>();
  for (const { text, extras } of blocks) {
    for (const each of [text, ...extras.map((extra) => extra.text)]) {
      for (const [name] of each.matchAll(/L\d{1,9}/g)) own.add(`@${name}`);
    }
  }
  return own;
}

function toCandidate(block: ContentBlock, text: string, order: number): Candidate {
  return { block, text, copies: [], order, score: 0 };
}

/** How an address in meta tags or structured data is shown, if such addresses are requested; vocabulary terms as words. */
function showAddress(
  { name, text, parts }: ContentBlock,
  terms: QueryTerms,
  reference: Showing['reference'],
): string | undefined {
  const term = vocabularyTerm.exec(text)?.[1];
  if (term !== undefined) return term;
  const source = parts[0]?.source;
  if (source === undefined || !(terms.wantsLinks || terms.wantsImages)) return undefined;
  // Deeper addresses belong to authors, steps and publishers.
  if (name.split('.').length > maxAddressDepth) return undefined;
  if (!splitName(name).some((word) => terms.weights.has(word))) return undefined;
  return reference({ text, source });
}

interface Showing {
  readonly terms: QueryTerms;
  readonly seen: Map<string, number>;
  readonly matches: Map<string, boolean>;
  /** Keeps an address and returns the short reference that is shown for it. */
  readonly reference: (address: Pick<ContentExtra, 'text' | 'source'>) => string;
}

function showExtras(block: ContentBlock, showing: Showing): readonly string[] {
  const shown: string[] = [];
  let known: string | undefined;
  for (const extra of block.extras.slice(0, maxLooked)) {
    if (shown.length >= maxShown) break;
    if (!mayShow(extra, showing)) continue;
    known ??= block.text.slice(0, maxComparedLength).toLowerCase();
    const text = showExtra(extra, known, showing);
    if (text === undefined) continue;
    shown.push(text);
    known += ` ${text.toLowerCase()}`;
  }
  return shown;
}

/** Whether an attribute may be shown, whatever the block's text: most links and `data-*` attributes are rejected here. */
function mayShow({ kind, name, text }: ContentExtra, showing: Showing): boolean {
  const { terms } = showing;
  if (kind === 'image') return terms.wantsImages;
  if (kind === 'link') return terms.wantsLinks || tailOf(text) !== undefined;
  return kind !== 'data' || (text.length <= maxDataLength && matchesQuery(name, showing));
}

function showExtra(extra: ContentExtra, known: string, showing: Showing): string | undefined {
  const { terms, reference } = showing;
  if (extra.kind === 'image') return reference(extra);
  if (extra.kind === 'link') {
    const tail = tailOf(extra.text);
    const isNew = tail !== undefined && !known.includes(tail.toLowerCase());
    const shownTail = isNew ? fresh(tail, showing) : undefined;
    if (!terms.wantsLinks) return shownTail;
    return shownTail === undefined ? reference(extra) : `${reference(extra)} ${shownTail}`;
  }
  // `12.99` is unambiguous where `12,99 €` is not: a value for machines is left out only where the text contains it unchanged.
  const { kind, name, text } = extra;
  const isKnown = kind === 'value' ? known.includes(text.toLowerCase()) : isCovered(text, known);
  return isKnown ? undefined : fresh(name === '' ? text : `${name}: ${text}`, showing);
}

function fresh(text: string, { seen }: Showing): string | undefined {
  const times = (seen.get(text) ?? 0) + 1;
  seen.set(text, times);
  return times > maxRepeats ? undefined : text;
}

function isCovered(text: string, known: string): boolean {
  const folded = text.toLowerCase();
  if (known.includes(folded)) return true;
  let words = 0;
  let covered = 0;
  for (const word of folded.split(' ')) {
    words += 1;
    if (known.includes(word)) covered += 1;
    // Attributes often add a number to words, so one word of difference is enough.
    else if (hasDigits(word, 1)) return false;
  }
  return covered >= words * coveredShare;
}

function matchesQuery(name: string, { terms, matches }: Showing): boolean {
  return getOrMake(matches, name, () => splitName(name).some((word) => terms.weights.has(word)));
}

/** Returns the end of an address when it looks like an identifier: pages keep numbers there that they do not show. */
function tailOf(href: string): string | undefined {
  const hash = href.indexOf('#');
  let end = hash < 0 ? href.length : hash;
  while (end > 0 && href.charAt(end - 1) === '/') end -= 1;
  const start = href.lastIndexOf('/', end - 1) + 1;
  if (end - start > maxTailLength || !hasDigits(href.slice(start, end), minTailDigits)) {
    return undefined;
  }
  const tail = decodePercent(href.slice(start, end));
  return hasDigits(tail, minTailDigits) ? tail : undefined;
}

function hasDigits(text: string, wanted: number): boolean {
  let found = 0;
  for (let at = 0; at < text.length && found < wanted; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) found += 1;
  }
  return found >= wanted;
}
