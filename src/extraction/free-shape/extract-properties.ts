import type { DetailLevel, JsonSchema } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import { readText } from '../../page/tree/node-text.ts';
import { findAtPath, toJsonPointer } from '../../runtime/plain-json.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { type ExtractStructureResult, extractStructure } from '../structure/extract-structure.ts';
import { findCurrency, findUsualKind } from './usual-form.ts';

/** A page and what is asked of it, without a schema. */
export interface FreeShapeInput {
  readonly reading: PageReading;
  readonly prompt: string;
  readonly detailLevel: DetailLevel;
}

/** The values of a page by these properties, amounts with their currency. */
export function extractProperties(
  { reading, prompt, detailLevel }: FreeShapeInput,
  facts: PageFacts,
  properties: Readonly<Record<string, JsonSchema>>,
  { maxWrong }: { readonly maxWrong?: number } = {},
): ExtractStructureResult {
  const schema = { type: 'object', properties };
  return addCurrencies(
    extractStructure({ reading, prompt, schema, detailLevel, maxWrong }),
    facts,
    reading,
  );
}

export function addCurrencies(
  result: ExtractStructureResult,
  { cuts }: PageFacts,
  reading: PageReading,
): ExtractStructureResult {
  let ofPage: { readonly code: string | undefined } | undefined;
  const findCode = (pointer: string): string | undefined => {
    const { node, attribute, pointer: inData } = result.sources.get(pointer) ?? {};
    const isShown = node !== undefined && attribute === undefined && inData === undefined;
    const shown = isShown ? findCurrency(readText(node)) : undefined;
    return shown ?? (ofPage ??= { code: findPageCurrency(reading) }).code;
  };
  const value = withCurrencies(result.value, '', findCode);
  return { ...result, value, cuts: [...result.cuts, ...cuts] };
}

/** Copies a value of fields and records; its depth is that of the schemas here. */
function withCurrencies(
  value: unknown,
  place: string,
  findCode: (pointer: string) => string | undefined,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, at) => withCurrencies(item, place + toJsonPointer([at]), findCode));
  }
  if (!isSchemaObject(value)) return value;
  let hasCurrency = Object.hasOwn(value, 'currency');
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
      const pointer = place + toJsonPointer([name]);
      const isAmount = typeof item === 'number' && findUsualKind(name) === 'money';
      const code = isAmount && !hasCurrency ? findCode(pointer) : undefined;
      hasCurrency ||= code !== undefined;
      const own: [string, unknown] = [name, withCurrencies(item, pointer, findCode)];
      return code === undefined ? [own] : [own, ['currency', code]];
    }),
  );
}

export function findPageCurrency(reading: PageReading): string | undefined {
  const schema = { type: 'object', properties: { currency: { type: 'string' } } };
  const { value } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  const currency = findAtPath(value, ['currency']);
  return typeof currency === 'string' ? currency : undefined;
}

/** Most places of prices that are looked at for their currency. */
const maxPrices = 20;

export function findShownCurrency({ byToken, page }: PageFacts): string | undefined {
  const prices = (byToken.get('price') ?? []).slice(0, maxPrices);
  for (const price of prices) {
    const code = findCurrency(page.lineOf(price));
    if (code !== undefined && /^[A-Z]{3}$/.test(code)) return code;
  }
  return undefined;
}
