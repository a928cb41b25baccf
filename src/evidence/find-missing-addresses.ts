import type { PageReading, StructuredEntity } from '../page/page-reading.ts';
import { readText } from '../page/text/node-text.ts';
import { listLeaves } from './answer-leaves.ts';
import type { KnownPlaces } from './known-places.ts';
import { indexAddresses } from './forms/index-addresses.ts';

export interface FindMissingAddressesInput {
  readonly value: unknown;
  /** What the caller wrote: addresses in it are the caller's own. */
  readonly given: string;
}

/** Addresses of a result that its page does not contain. */
export interface MissingAddresses {
  /** JSON Pointers of the texts that are such an address. */
  readonly paths: readonly string[];
  /** Such addresses within longer texts, each once. */
  readonly inTexts: readonly string[];
}

const address = /^(?:https?:)?\/\/[^\s/]+\.[^\s]+$/i;
const addressesInText = /https?:\/\/[^\s"'<>()[\]{}]{3,2000}/gi;
const marksAtEnd = /[.,;:!?*_]{1,20}$/;
/** Names of terms, not of pages. */
const vocabulary = /^https?:\/\/(?:www\.)?schema\.org\//i;
/** Texts and addresses of one result that are looked at. */
const maxLeaves = 50_000;
const maxInTexts = 100;

/** Returns the addresses of a result that stand nowhere on its page: in no attribute, structured data, meta tag or text. */
export function findMissingAddresses(
  { value, given }: FindMissingAddressesInput,
  reading: PageReading,
  read: KnownPlaces | undefined,
): MissingAddresses {
  let known: ReadonlySet<string> | undefined;
  let text: string | undefined;
  const paths: string[] = [];
  const inTexts = new Set<string>();
  let leaves = 0;
  for (const leaf of listLeaves(value)) {
    leaves += 1;
    if (leaves > maxLeaves) break;
    if (typeof leaf.value !== 'string') continue;
    const trimmed = leaf.value.trim();
    if (address.test(trimmed)) {
      // What was read from the page is there.
      if (read?.find(leaf) === undefined && isMissing(trimmed)) paths.push(leaf.path);
      continue;
    }
    for (const [found] of leaf.value.matchAll(addressesInText)) {
      const plain = found.replace(marksAtEnd, '');
      if (inTexts.size < maxInTexts && isMissing(plain)) inTexts.add(plain);
    }
  }
  return { paths, inTexts: [...inTexts] };

  function isMissing(written: string): boolean {
    if (vocabulary.test(written) || given.includes(written)) return false;
    const href = URL.parse(written, reading.url)?.href;
    if (href === undefined) return true;
    if (href === reading.url) return false;
    known ??= listKnown(reading);
    if (known.has(href)) return false;
    text ??= readText(reading.document);
    return !text.includes(written);
  }
}

function listKnown(reading: PageReading): ReadonlySet<string> {
  const known = new Set(indexAddresses(reading).keys());
  const { entities, metaTags } = reading.structuredData;
  for (const { content } of metaTags) add(content);
  const seen = new Set<StructuredEntity>();
  const pending = [...entities];
  for (let entity = pending.pop(); entity !== undefined; entity = pending.pop()) {
    if (seen.has(entity)) continue;
    seen.add(entity);
    if (entity.id !== undefined) add(entity.id);
    for (const values of entity.properties.values()) {
      for (const value of values) {
        if (value.kind === 'entity') pending.push(value);
        else add(value.text);
      }
    }
  }
  return known;

  function add(written: string): void {
    if (written.length > 8_000 || /\s/.test(written) || !/[/.]/.test(written)) return;
    const href = URL.parse(written, reading.url)?.href;
    if (href !== undefined) known.add(href);
  }
}
