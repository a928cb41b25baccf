import type { DetailLevel } from '../contracts/extractor.ts';
import type { PageReading } from '../contracts/page-reading.ts';
import { analysePage, type PageFacts } from './analysis/analyse-page.ts';
import { type ExtractStructureResult, extractStructure } from './extract-structure.ts';
import { joinName } from './analysis/fold-label.ts';
import { inferSchema } from './infer-schema.ts';
import { readTables } from './tables/read-tables.ts';
import { describePage } from './describe-page.ts';

export interface ExtractFreeShapeInput {
  readonly reading: PageReading;
  readonly prompt: string;
  readonly detailLevel: DetailLevel;
}

/** An object in the shape that the prompt suggests: its nouns as fields, else what the page mainly says. */
export function extractFreeShape(input: ExtractFreeShapeInput): ExtractStructureResult {
  const { reading, prompt, detailLevel } = input;
  const known = collectNames(analysePage(reading, new Set()));
  const schema = inferSchema(prompt, (name) => known.has(joinName(name)));
  if (schema !== undefined) {
    const result = extractStructure({ reading, prompt, schema, detailLevel });
    if (result.sources.size > 0) return result;
  }
  return describePage(reading, prompt, detailLevel);
}

/** Names under which the page itself states something: labels, properties, table headers. */
function collectNames(facts: PageFacts): ReadonlySet<string> {
  const names = new Set<string>();
  for (const label of facts.pairs.keys()) names.add(joinName(label));
  for (const { properties } of facts.entities)
    for (const name of properties.keys()) names.add(name);
  for (const { columns } of readTables(facts.page, new Set())) {
    for (const { header } of columns) names.add(joinName(header));
  }
  names.delete('');
  return names;
}
