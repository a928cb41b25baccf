import type { ContentSource, PageReading, StructuredEntity } from '../../page/page-reading.ts';
import { readText } from '../../page/tree/node-text.ts';
import { type KnownPlaces, listLeaves } from './answer-leaves.ts';
import { type Document, type Element, isTag } from 'domhandler';
import { toWordSet } from '../../runtime/collections.ts';

export interface FindMissingAddressesInput {
  readonly value: unknown;
  /** What the caller wrote: addresses in it are the caller's own. */
  readonly given: string;
}

export interface MissingAddresses {
  readonly paths: readonly string[];
  readonly inTexts: readonly string[];
}

const address = /^(?:https?:)?\/\/[^\s/][^\s/.]*\.\S+$/i;
const addressesInText = /https?:\/\/[^\s"'<>()[\]{}]{3,2000}/gi;
const marksAtEnd = /[.,;:!?*_]{1,20}$/;
/** Names of terms, not of pages. */
const vocabulary = /^https?:\/\/(?:www\.)?schema\.org\//i;
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
    return !text.includes(written) && !holdsBare(text, written);
  }
}

const scheme = /^(?:https?:)?\/\//i;

/** An address as people write it, without `https://` and the slash at its end; `undefined` for one within a site. */
export function toBareAddress(written: string): string | undefined {
  const bare = written.trim().replace(scheme, '').replace(/\/$/, '');
  return scheme.test(written.trim()) && bare.includes('.') ? bare : undefined;
}

/** Whether an address in a text is no part of a longer one, of another host or of an address of mail. */
export function isWholeAddress(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  const isBegun = before.endsWith('://') || !/[\p{L}\p{N}@._/-]$/u.test(before);
  return (
    isBegun && !/^\/?[\p{L}\p{N}@_-]|^[.?#&=:%]\S?[\p{L}\p{N}]/u.test(text.slice(end, end + 3))
  );
}

function holdsBare(text: string, written: string): boolean {
  const bare = toBareAddress(written);
  if (bare === undefined) return false;
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + bare.length))
    if (isWholeAddress(text, at, at + bare.length)) return true;
  return false;
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

interface AddressPlace {
  readonly source: ContentSource;
  readonly shown: string;
}

const addressAttributes: ReadonlySet<string> = toWordSet(
  'href src srcset action formaction poster cite data longdesc background',
);
/** Characters by which addresses may become longer in all when they are made absolute. */
const maxAddedLength = 8 * 1_024 * 1_024;
const maxAddressLength = 4_096;
const maxCandidates = 64;
/** What can be an address within an attribute for scripts. */
const looksLikeAddress = /^(?:https?:)?\/|^[\w./-]+\.[a-z]{2,5}(?:[?#]|$)/i;

/** The addresses of a page's elements, `<link>`s included, absolute, each with its first place. One walk, no recursion. */
export function indexAddresses(reading: PageReading): ReadonlyMap<string, AddressPlace> {
  const found = new Map<string, AddressPlace>();
  let added = 0;
  for (const element of [...listElements(reading.document), ...reading.linkElements]) {
    for (const [attribute, value] of Object.entries(element.attribs)) {
      const isForScripts = attribute.startsWith('data-') || attribute === 'content';
      if (!isForScripts && !addressAttributes.has(attribute)) continue;
      if (isForScripts && !looksLikeAddress.test(value)) continue;
      for (const shown of splitAddresses(attribute, value)) {
        if (added > maxAddedLength || shown.length > maxAddressLength) continue;
        const href = URL.parse(shown, reading.url)?.href;
        if (href === undefined) continue;
        added += href.length;
        if (!found.has(href)) found.set(href, { source: { node: element, attribute }, shown });
      }
    }
  }
  return found;
}

function splitAddresses(attribute: string, value: string): readonly string[] {
  if (!attribute.endsWith('srcset')) return [value.trim()];
  return value
    .slice(0, maxAddressLength * 4)
    .split(/,\s/, maxCandidates)
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter((part) => part !== '');
}

function* listElements(document: Document): Generator<Element> {
  const stack: Element[] = document.children.filter(isTag).reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    yield element;
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at];
      if (child !== undefined && isTag(child)) stack.push(child);
    }
  }
}
