import type { PageReading } from '../../contracts/page-reading.ts';
import type { ContentBlock, ContentExtra } from './content-block.ts';
import type { QueryTerms } from './resolve-query.ts';
import { splitName, splitWords } from './split-words.ts';

/** An address that is shown as `@L12`, which costs a twentieth of it. */
export interface ContentLink {
  /** Absolute where it could be resolved. */
  readonly url: string;
  readonly source: ContentExtra['source'];
}

/** A block as it would be sent. */
export interface Candidate {
  readonly block: ContentBlock;
  /** The block's text and, in braces behind it, what its attributes add. */
  readonly text: string;
  /** Blocks that say the same and are not sent. */
  readonly copies: ContentBlock[];
  /** Position among what may be sent: neighbours differ by one. */
  order: number;
  score: number;
}

/** The same attribute text says nothing new after this many times. */
const maxRepeats = 2;
/** Share of an attribute's words that the text already holds, from which it says nothing new. */
const coveredShare = 0.75;
const maxDataLength = 80;
const maxTailLength = 60;
const threeDigits = /\d.*\d.*\d/;

/** Every block that has something to say, with the addresses that were replaced by short references. */
export function listCandidates(
  reading: PageReading,
  blocks: readonly ContentBlock[],
  terms: QueryTerms,
): { readonly candidates: Candidate[]; readonly links: ReadonlyMap<string, ContentLink> } {
  const candidates: Candidate[] = [];
  const links = new Map<string, ContentLink>();
  const seen = new Map<string, number>();
  const matches = new Map<string, boolean>();
  const reference = (extra: ContentExtra): string => {
    const name = `@L${links.size + 1}`;
    links.set(name, { url: resolveUrl(extra.text, reading.url), source: extra.source });
    return name;
  };
  for (const block of blocks) {
    const shown =
      block.extras.length === 0 ? [] : showExtras(block, { terms, seen, matches, reference });
    const braces = shown.length > 0 ? `{${shown.join('; ')}}` : '';
    const text =
      block.text === '' ? braces : braces === '' ? block.text : `${block.text} ${braces}`;
    if (text === '') continue;
    candidates.push({ block, text, copies: [], order: candidates.length, score: 0 });
  }
  return { candidates, links };
}

interface Showing {
  readonly terms: QueryTerms;
  readonly seen: Map<string, number>;
  readonly matches: Map<string, boolean>;
  readonly reference: (extra: ContentExtra) => string;
}

function showExtras(block: ContentBlock, showing: Showing): readonly string[] {
  const shown: string[] = [];
  let known = block.text.toLowerCase();
  for (const extra of block.extras) {
    const text = showExtra(extra, known, showing);
    if (text === undefined) continue;
    shown.push(text);
    known += ` ${text.toLowerCase()}`;
  }
  return shown;
}

function showExtra(extra: ContentExtra, known: string, showing: Showing): string | undefined {
  const { terms, reference } = showing;
  if (extra.kind === 'image') return terms.wantsImages ? reference(extra) : undefined;
  if (extra.kind === 'link') {
    if (terms.wantsLinks) return reference(extra);
    const tail = tailOf(extra.text);
    return tail === undefined || known.includes(tail.toLowerCase())
      ? undefined
      : fresh(tail, showing);
  }
  if (isCovered(extra.text, known)) return undefined;
  if (extra.kind === 'data') {
    if (extra.text.length > maxDataLength || !matchesQuery(extra.name, showing)) return undefined;
  }
  return fresh(extra.name === '' ? extra.text : `${extra.name}: ${extra.text}`, showing);
}

function fresh(text: string, { seen }: Showing): string | undefined {
  const times = (seen.get(text) ?? 0) + 1;
  seen.set(text, times);
  return times > maxRepeats ? undefined : text;
}

function isCovered(text: string, known: string): boolean {
  const folded = text.toLowerCase();
  if (known.includes(folded)) return true;
  const words = splitWords(folded);
  const covered = words.filter((word) => known.includes(word)).length;
  // A number beside words is what an attribute adds most often: one word of difference counts there.
  return covered >= words.length * coveredShare && !(covered < words.length && /\d/.test(text));
}

function matchesQuery(name: string, { terms, matches }: Showing): boolean {
  let match = matches.get(name);
  if (match === undefined) {
    match = splitName(name).some((word) => terms.weights.has(word));
    matches.set(name, match);
  }
  return match;
}

/** The end of an address, when it looks like an identifier: that is where pages keep numbers they do not print. */
function tailOf(href: string): string | undefined {
  const path = href.replace(/#.*$/, '');
  const tail = path.slice(path.replace(/\/+$/, '').lastIndexOf('/') + 1).replace(/\/+$/, '');
  return tail.length <= maxTailLength && threeDigits.test(tail) ? tail : undefined;
}

function resolveUrl(href: string, base: string): string {
  return URL.canParse(href, base) ? new URL(href, base).href : href;
}
