import type { Element } from 'domhandler';
import type { StructuredData } from '../../contracts/page-reading.ts';
import type { PageParts } from '../parse/parts-collector.ts';
import { cutCycles, EntityBuilder } from './entity-builder.ts';
import { isJsonLd } from '../parse/is-data-script.ts';
import { readText } from '../text/node-text.ts';
import { parseJsonLd } from './parse-json-ld.ts';
import { readAnnotations } from './read-annotations.ts';
import { type JsonLdDocument, readJsonLd } from './read-json-ld.ts';
import { readMetaTags } from './read-meta-tags.ts';

export interface ReadStructuredDataInput {
  readonly parts: PageParts;
  /** What relative links are resolved against. */
  readonly url: string;
  /** Takes what had to be dropped. */
  readonly warnings: string[];
}

/** Reads JSON-LD, microdata, RDFa and meta tags into one form. */
export function readStructuredData(input: ReadStructuredDataInput): StructuredData {
  const { parts, url, warnings } = input;
  const builder = new EntityBuilder();
  const documents: JsonLdDocument[] = [];
  const annotated: Element[] = [];
  for (const element of parts.described) {
    if (!isJsonLd(element)) annotated.push(element);
    else readDocument(element, documents, warnings);
  }
  const jsonLd = readJsonLd(documents, builder);
  const annotations = readAnnotations(annotated, url, builder);
  const entities = parts.described.flatMap(
    (element) => jsonLd.get(element) ?? annotations.get(element) ?? [],
  );
  if (cutCycles(entities) || builder.isFull) {
    warnings.push('The structured data is too deep or too large; a part of it was left out.');
  }
  return {
    entities,
    jsonLd: documents.map(({ value }) => value),
    metaTags: readMetaTags(parts.metaElements),
  };
}

function readDocument(script: Element, documents: JsonLdDocument[], warnings: string[]): void {
  const text = readRaw(script);
  const value = parseJsonLd(text);
  if (value !== undefined) documents.push({ script, value });
  else if (text.trim() !== '')
    warnings.push('A JSON-LD script could not be read and was left out.');
}

function readRaw(script: Element): string {
  return script.children.map((child) => ('data' in child ? child.data : readText(child))).join('');
}
