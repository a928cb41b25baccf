import { addAll } from '../../runtime/collections.ts';
import { type AnyNode, type Element, isTag } from 'domhandler';
import type { MetaTag, StructuredData, StructuredText } from '../page-reading.ts';
import { type LooseJsonLimits, findLooseJson } from './loose-json.ts';
import { type PageParts, isJsonLd } from '../parse/parts-collector.ts';
import {
  EntityBuilder,
  type EntityDraft,
  isUnsafeName,
  limitEntities,
  toLocalNames,
} from './entity-builder.ts';
import { readText } from '../tree/node-text.ts';
import { mayLoseDigits, parseJsonNumbers } from '../../runtime/plain-json.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { type JsonLdDocument, readJsonLd, readMarkupText } from './read-json-ld.ts';

/** Arrays and objects within each other; real pages stay below 12. `JSON.stringify` fails at a few thousand. */
const maxDepth = 64;
/** Values in all JSON-LD of a page, arrays and objects included. Of 2,211 real pages the largest has 1,300. */
const maxValues = 100_000;

/** Copies the parsed JSON of one page within the limits above. */
class JsonLimiter {
  /** Whether anything was too deep or too much. */
  isCut = false;
  /** Whether a member was left out because of its name. */
  isUnsafe = false;
  #values = 0;

  /**
   * Returns a copy without what is too deep or too much, and without members named `__proto__`. `undefined` where
   * nothing is left.
   */
  copy(value: unknown, depth = 1): unknown {
    const isNested = typeof value === 'object' && value !== null;
    if (this.#values >= maxValues || (isNested && depth > maxDepth)) {
      this.isCut = true;
      return undefined;
    }
    this.#values += 1;
    if (!isNested) return value;
    if (Array.isArray(value)) return this.#copyItems(value, depth);
    const copy: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      const isUnsafe = isUnsafeName(name);
      this.isUnsafe ||= isUnsafe;
      const kept = isUnsafe ? undefined : this.copy(member, depth + 1);
      if (kept !== undefined) copy[name] = kept;
    }
    return copy;
  }

  #copyItems(items: readonly unknown[], depth: number): unknown[] {
    const copies: unknown[] = [];
    for (const item of items) {
      const kept = this.copy(item, depth + 1);
      if (kept !== undefined) copies.push(kept);
    }
    return copies;
  }
}

interface ReadStructuredDataInput {
  readonly parts: PageParts;
  /** Base URL of relative links. */
  readonly url: string;
  /** Receives a warning for each dropped part. */
  readonly warnings: string[];
}

/** Returns JSON-LD, microdata, RDFa and meta tags in one form. */
export function readStructuredData(input: ReadStructuredDataInput): StructuredData {
  const { parts, url, warnings } = input;
  const builder = new EntityBuilder();
  const limiter = new JsonLimiter();
  const writtenLimiter = new JsonLimiter();
  const documents: JsonLdDocument[] = [];
  const annotated: Element[] = [];
  for (const element of parts.described) {
    if (!isJsonLd(element)) {
      annotated.push(element);
      continue;
    }
    const parsed = readDocument(element, warnings);
    const value = parsed === undefined ? undefined : limiter.copy(parsed);
    if (value === undefined) continue;
    documents.push({
      script: element,
      value,
      written: readWritten(element, writtenLimiter) ?? value,
    });
  }
  const jsonLd = readJsonLd(documents, builder);
  const annotations = readAnnotations(annotated, url, builder);
  const { entities, isCut } = limitEntities(
    parts.described.flatMap((element) => jsonLd.get(element) ?? annotations.get(element) ?? []),
  );
  if (isCut || limiter.isCut || builder.isFull) {
    warnings.push('The structured data is too deep or too large; a part of it was left out.');
  }
  if (limiter.isUnsafe || builder.isUnsafe) {
    warnings.push('Structured data with the name "__proto__" was left out.');
  }
  return {
    entities,
    jsonLd: documents.map(({ value }) => value),
    metaTags: readMetaTags(parts.metaElements),
  };
}

function readDocument(script: Element, warnings: string[]): unknown {
  const text = readRaw(script);
  const value = parseJsonLd(text, Number);
  if (value === undefined && text.trim() !== '')
    warnings.push('A JSON-LD script could not be read and was left out.');
  return value;
}

/** The document once more, with the digits of its numbers as texts where a number would lose some: version 1.10, a long code. */
function readWritten(script: Element, limiter: JsonLimiter): unknown {
  const text = readRaw(script);
  return mayLoseDigits(text) ? limiter.copy(parseJsonLd(text, toWritten)) : undefined;
}

const plainDecimal = /^-?\d+(?:\.\d+)?$/;

function toWritten(source: string): number | string {
  return plainDecimal.test(source) && source !== '-0' ? source : Number(source);
}

function readRaw(script: Element): string {
  return script.children.map((child) => ('data' in child ? child.data : readText(child))).join('');
}

type ToNumber = (source: string) => unknown;

/** Far above what a page says of itself. */
const looseLimits: LooseJsonLimits = { maxDepth: 64, maxValues: 100_000 };
/**
 * Control characters that JSON cannot contain. Line breaks and tabs are left, for strings that
 * should have escaped them.
 */
const controls = /[\0-\x08\x0B\x0C\x0E-\x1F]/g;
const wrapperStart =
  /^(?:\uFEFF|\s|<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)+/;
const wrapperEnd = /(?:\s|-->|\/\/\s*\]\]>|\/\*\s*\]\]>\s*\*\/|\]\]>|;)$/;

/**
 * Returns the value of JSON-LD as people write it, with comments, CDATA wrappers, raw control characters, entities
 * and trailing commas; `undefined` when it cannot be read.
 */
function parseJsonLd(script: string, toNumber: ToNumber): unknown {
  const text = unwrap(script);
  if (text === '') return undefined;
  for (const read of [parseJsonNumbers, parseUnescaped, parseLoosely]) {
    try {
      const value = read(text, toNumber);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // The next, more lenient reader is tried; the caller adds a warning when all of them fail.
    }
  }
  return undefined;
}

function unwrap(script: string): string {
  let text = script.replace(wrapperStart, '').trimEnd();
  for (
    let match = wrapperEnd.exec(text.slice(-20));
    match;
    match = wrapperEnd.exec(text.slice(-20))
  ) {
    text = text.slice(0, text.length - match[0].length).trimEnd();
  }
  return text;
}

function parseUnescaped(text: string, toNumber: ToNumber): unknown {
  // A document whose quotes are all escaped was escaped as a whole.
  return text.includes('&quot;') && !text.includes('"')
    ? parseJsonNumbers(readMarkupText(text), toNumber)
    : undefined;
}

/** One broken document, or several as a list. */
function parseLoosely(text: string, toNumber: ToNumber): unknown {
  const pieces = findLooseJson(text.replace(controls, ''), looseLimits, toNumber);
  if (pieces.some(({ broken }) => broken !== undefined)) return undefined;
  return pieces.length > 1 ? pieces.map(({ value }) => value) : pieces[0]?.value;
}

/**
 * Returns the `<meta>` tags with a name and a content, in page order. A tag may have several names: `property` and
 * `name`.
 */
function readMetaTags(elements: readonly Element[]): MetaTag[] {
  const tags: MetaTag[] = [];
  for (const element of elements) {
    const { attribs } = element;
    const content = foldText(attribs['content'] ?? '');
    if (content === '') continue;
    for (const key of ['property', 'name', 'http-equiv', 'itemprop']) {
      const name = attribs[key]?.trim().toLowerCase() ?? '';
      if (name === '' || (tags.at(-1)?.name === name && tags.at(-1)?.source.node === element))
        continue;
      tags.push({ name, content, source: { node: element, attribute: 'content' } });
    }
  }
  return tags;
}

/** The two syntaxes that annotate visible elements, by their attributes. */
interface Syntax {
  readonly name: 'microdata' | 'rdfa';
  readonly isScope: (attribs: Element['attribs']) => boolean;
  readonly type: string;
  readonly ids: readonly string[];
  readonly property: string;
}

const microdata: Syntax = {
  name: 'microdata',
  isScope: ({ itemscope }) => itemscope !== undefined,
  type: 'itemtype',
  ids: ['itemid'],
  property: 'itemprop',
};
/** RDFa Lite: `vocab`, `typeof`, `property`, `resource`, and `about`; prefixes are dropped with the vocabularies. */
const rdfa: Syntax = {
  name: 'rdfa',
  isScope: (attribs) =>
    attribs['typeof'] !== undefined ||
    attribs['about'] !== undefined ||
    (attribs['resource'] !== undefined && attribs['property'] === undefined),
  type: 'typeof',
  ids: ['resource', 'about'],
  property: 'property',
};

/** The attribute that holds a property's value, by tag; the HTML standard, "Values" of microdata. */
const valueAttributes: ReadonlyMap<string, string> = new Map([
  ['meta', 'content'],
  ['audio', 'src'],
  ['embed', 'src'],
  ['iframe', 'src'],
  ['img', 'src'],
  ['source', 'src'],
  ['track', 'src'],
  ['video', 'src'],
  ['a', 'href'],
  ['area', 'href'],
  ['link', 'href'],
  ['object', 'data'],
  ['data', 'value'],
  ['meter', 'value'],
  ['time', 'datetime'],
]);
const urlAttributes: ReadonlySet<string> = new Set(['src', 'href', 'data', 'resource']);

/** Absolute URLs are kept as written, so that the value can be found in the page. */
const absoluteUrl = /^[a-z][a-z0-9+.-]*:/i;

/** Elements that the `itemref` attributes of one page may name. */
const maxReferences = 1_000;

/** Returns the top-level entities of microdata and RDFa, each with the element that starts it. */
function readAnnotations(
  elements: readonly Element[],
  url: string,
  builder: EntityBuilder,
): Map<Element, EntityDraft[]> {
  const entities = new Map<Element, EntityDraft[]>();
  for (const syntax of [microdata, rdfa]) {
    for (const [element, entity] of readSyntax(syntax, elements, url, builder)) {
      entities.set(element, [...(entities.get(element) ?? []), entity]);
    }
  }
  return entities;
}

function readSyntax(
  syntax: Syntax,
  elements: readonly Element[],
  url: string,
  builder: EntityBuilder,
): [Element, EntityDraft][] {
  const drafts = new Map<AnyNode, EntityDraft>();
  for (const element of elements) {
    const { attribs } = element;
    if (!syntax.isScope(attribs)) continue;
    const id = syntax.ids.map((name) => attribs[name]).find((value) => value !== undefined);
    const types = toLocalNames(attribs[syntax.type] ?? '');
    drafts.set(element, builder.create(syntax.name, types, id, { node: element }));
  }
  if (drafts.size === 0) return [];
  const references = syntax === microdata ? findReferences(drafts) : undefined;
  const top: [Element, EntityDraft][] = [];
  for (const element of elements) {
    if (builder.isFull) break;
    const draft = drafts.get(element);
    const names = toLocalNames(element.attribs[syntax.property] ?? '');
    const owners = names.length === 0 ? [] : findOwners(element, drafts, references);
    if (owners.length > 0) {
      for (const name of names) {
        const value = draft ?? readValue(element, syntax, url, name);
        for (const owner of owners) builder.add(owner, name, value);
      }
    }
    if (draft !== undefined && owners.length === 0) top.push([element, draft]);
  }
  return top.filter(([, { types, properties }]) => types.length > 0 || properties.size > 0);
}

/** Returns the items by the id of each element that they take properties from (`itemref`). */
function findReferences(drafts: ReadonlyMap<AnyNode, EntityDraft>): Map<string, EntityDraft[]> {
  const references = new Map<string, EntityDraft[]>();
  let count = 0;
  for (const [node, draft] of drafts) {
    const itemref = isTag(node) ? node.attribs['itemref'] : undefined;
    if (itemref === undefined) continue;
    for (const id of itemref.split(/\s+/)) {
      count += 1;
      if (id === '' || count > maxReferences) continue;
      references.set(id, [...(references.get(id) ?? []), draft]);
    }
  }
  return references;
}

/** Returns the entity around an element, and those that include it by `itemref`. */
function findOwners(
  element: Element,
  drafts: ReadonlyMap<AnyNode, EntityDraft>,
  references: ReadonlyMap<string, readonly EntityDraft[]> | undefined,
): EntityDraft[] {
  const owners: EntityDraft[] = [];
  const hasReferences = references !== undefined && references.size > 0;
  for (let node: AnyNode | null = element; node !== null; node = node.parent) {
    const draft = node === element ? undefined : drafts.get(node);
    if (draft !== undefined) {
      owners.push(draft);
      break;
    }
    if (!hasReferences || !isTag(node)) continue;
    const id = node.attribs['id'];
    if (id !== undefined) addAll(owners, references.get(id) ?? []);
  }
  return owners;
}

/** Properties that are words: a link around them leads to more about what it shows, whatever the standard takes for the value. */
const wordProperty =
  /^(?:alternateName|articleSection|author|brand|category|contributor|creator|description|editor|genre|headline|jobTitle|keywords|manufacturer|material|mpn|name|price|priceCurrency|provider|publisher|ratingValue|recipeCategory|recipeCuisine|recipeIngredient|reviewCount|seller|sku|telephone|title)$/;

function readValue(
  element: Element,
  syntax: Syntax,
  url: string,
  property: string,
): StructuredText {
  const attribute = findValueAttribute(element, syntax, property);
  const written = attribute === undefined ? undefined : element.attribs[attribute];
  if (attribute === undefined || written === undefined) {
    return { kind: 'text', text: readText(element), source: { node: element } };
  }
  const text = foldText(written);
  const isRelative = urlAttributes.has(attribute) && text !== '' && !absoluteUrl.test(text);
  return {
    kind: 'text',
    text: isRelative && URL.canParse(text, url) ? new URL(text, url).href : text,
    source: { node: element, attribute },
  };
}

function findValueAttribute(
  element: Element,
  syntax: Syntax,
  property: string,
): string | undefined {
  const { name, attribs } = element;
  // Strict readers use `content` on <meta> only; publishers write it on any element, and search engines read it.
  if (attribs['content'] !== undefined) return 'content';
  if (syntax === rdfa && attribs['resource'] !== undefined) return 'resource';
  const isText = name === 'a' && wordProperty.test(property) && readText(element) !== '';
  return isText ? undefined : valueAttributes.get(name);
}
