import type { Element } from 'domhandler';
import type { StructuredData, MetaTag } from '../page-reading.ts';
import { findLooseJson } from '../../json/find-loose-json.ts';
import type { LooseJsonLimits } from '../../json/read-loose-json.ts';
import type { PageParts } from '../parse/parts-collector.ts';
import { EntityBuilder } from './entity-builder.ts';
import { isJsonLd } from '../parse/parts-collector.ts';
import { JsonLimiter } from './limit-json.ts';
import { limitEntities } from './limit-entities.ts';
import { readText, foldText } from '../text/node-text.ts';
import { readAnnotations } from './read-annotations.ts';
import { readJsonLd, readMarkupText, type JsonLdDocument } from './read-json-ld.ts';

export interface ReadStructuredDataInput {
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
  const documents: JsonLdDocument[] = [];
  const annotated: Element[] = [];
  for (const element of parts.described) {
    if (!isJsonLd(element)) {
      annotated.push(element);
      continue;
    }
    const parsed = readDocument(element, warnings);
    const value = parsed === undefined ? undefined : limiter.copy(parsed);
    if (value !== undefined) documents.push({ script: element, value });
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
  const value = parseJsonLd(text);
  if (value === undefined && text.trim() !== '')
    warnings.push('A JSON-LD script could not be read and was left out.');
  return value;
}

function readRaw(script: Element): string {
  return script.children.map((child) => ('data' in child ? child.data : readText(child))).join('');
}

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
function parseJsonLd(script: string): unknown {
  const text = unwrap(script);
  if (text === '') return undefined;
  for (const read of [JSON.parse, parseUnescaped, parseLoosely]) {
    try {
      const value: unknown = read(text);
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

function parseUnescaped(text: string): unknown {
  // A document whose quotes are all escaped was escaped as a whole.
  return text.includes('&quot;') && !text.includes('"')
    ? JSON.parse(readMarkupText(text))
    : undefined;
}

/** One broken document, or several as a list. */
function parseLoosely(text: string): unknown {
  const pieces = findLooseJson(text.replace(controls, ''), looseLimits);
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
