import type { Element } from 'domhandler';
import { listWordHashes } from './text-run.ts';
import { createWordTable, hashPair, type WordTable } from './word-table.ts';

/** Bits for the kinds of text that a page has in meta tags and JSON-LD. */
export const statedBits = { title: 1, body: 2, meta: 4, review: 8 } as const;

export type StatedKind = keyof typeof statedBits;

/** Characters of such text that are read, for one page. */
const maxCharacters = 100_000;
/** Values of JSON-LD that are visited, for one page. */
const maxValues = 20_000;

const kindOfProperty = new Map<string, StatedKind>([
  ['articleBody', 'body'],
  ['text', 'body'],
  ['description', 'body'],
  ['reviewBody', 'review'],
  ['headline', 'title'],
]);

/** A text in a meta tag or in JSON-LD, and the element that holds it. */
export interface StatedPassage {
  readonly kind: StatedKind;
  /** White space is collapsed and tags are removed. */
  readonly text: string;
  readonly node: Element;
}

/** Collects the texts of a page's meta tags and JSON-LD, to find them again in its blocks. */
export class StatedText {
  readonly #pairs = new Map<number, number>();
  readonly #texts: StatedPassage[] = [];
  #characters = 0;
  /** Number of words in texts and descriptions, without titles and reviews. */
  words = 0;

  /** Adds a text; `node` is the element that holds it. Titles and reviews are not kept as passages. */
  add(kind: StatedKind, text: string, node?: Element): void {
    this.#characters += text.length;
    if (this.#characters > maxCharacters) return;
    const bit = statedBits[kind];
    const plain = text.includes('<') ? text.replace(/<[^<>]{0,300}>/g, ' ') : text;
    if (node !== undefined && (kind === 'body' || kind === 'meta')) {
      this.#texts.push({ kind, text: plain.replace(/\s+/g, ' ').trim(), node });
    }
    let previous = 0;
    for (const word of listWordHashes(plain)) {
      const pair = hashPair(previous, word);
      this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) | bit);
      previous = word;
      if (kind === 'body') this.words += 1;
    }
  }

  /** Adds the texts of a JSON-LD document; one that does not parse is ignored. */
  addJsonLd(json: string, node: Element): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(json);
    } catch {
      return;
    }
    const open: { readonly value: unknown; readonly inReview: boolean }[] = [
      { value: parsed, inReview: false },
    ];
    let seen = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, inReview } = next;
      seen += 1;
      if (seen > maxValues || typeof value !== 'object' || value === null) continue;
      for (const [name, child] of Object.entries(value)) {
        const kind = kindOfProperty.get(name);
        if (typeof child !== 'string') {
          open.push({
            value: child,
            inReview: inReview || name === 'review' || name === 'reviews',
          });
        } else if (kind !== undefined) {
          this.add(inReview ? 'review' : kind, child, node);
        }
      }
    }
  }

  /** Texts, descriptions and meta descriptions; within each document in its order. */
  get passages(): readonly StatedPassage[] {
    return this.#texts;
  }

  /** Returns the pairs of words with the bits of their kinds; `undefined` when no text was added. */
  toTable(): WordTable | undefined {
    return this.#pairs.size === 0 ? undefined : createWordTable(this.#pairs);
  }
}
