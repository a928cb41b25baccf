import type {
  Extraction,
  ExtractionRequest,
  Extractor,
  JsonSchema,
} from '../../runtime/contracts/extractor.ts';
import { loadOnce } from '../../runtime/signals/waiting.ts';
import { leaveOutFields, putBackFields } from '../schema/leave-out-fields.ts';
import { noModelAsked } from './structure-extractor.ts';

/** What the page's structure settled in a call. */
interface Settled {
  /** The whole schema. */
  readonly schema: JsonSchema;
  /** The request for the rest; `undefined` where nothing is left to ask for. */
  readonly rest: ExtractionRequest | undefined;
  /** By JSON Pointer. */
  readonly values: ReadonlyMap<string, unknown>;
}

const loadExtraction = loadOnce(() => import('../model/extract-by-model.ts'));

/**
 * Asks `extractor` for the fields alone that the page's structure does not settle, and puts the sure values to its answer; a page that
 * settles all of a schema is not asked about. For one call: it remembers between answer and repair what was sure.
 */
export function unsureExtractor(extractor: Extractor, countsSaved: boolean): Extractor {
  let settled: Settled | undefined;

  async function extract(request: ExtractionRequest): Promise<Extraction> {
    settled = undefined;
    const { schema, page, plainText, signal } = request;
    if (plainText || schema === undefined) return extractor.extract(request);
    signal.throwIfAborted();
    const found = await page.settled(request);
    const all = new Map(found.values.map(({ path, value }) => [path, value]));
    const remainder = leaveOutFields(schema, new Set(all.keys()));
    // Of what is asked for all the same nothing is put back: the answer is about the whole.
    const values = new Map(Array.from(all).filter(([path]) => remainder.without.has(path)));
    const { candidates } = found;
    if (values.size === 0 && candidates.length === 0) return extractor.extract(request);
    const rest =
      remainder.schema === undefined
        ? undefined
        : { ...request, schema: remainder.schema, candidates };
    settled = { schema, rest, values };
    const saved = countsSaved ? { savedInputTokens: await countSaved(request, rest) } : {};
    const inferred = found.inferred.filter(({ path }) => values.has(path));
    if (rest === undefined) {
      const value = putBackFields(schema, {}, values);
      return { value, usage: [], warnings: [...found.warnings, noModelAsked], inferred, ...saved };
    }
    const extraction = await extractor.extract(rest);
    return {
      ...extraction,
      value: putBack(settled, extraction.value),
      inferred: [...inferred, ...(extraction.inferred ?? [])],
      ...saved,
    };
  }

  const repair = extractor.repair?.bind(extractor);
  const asker: Extractor = {
    name: extractor.name,
    firstQuestion: (request) =>
      request.plainText || request.schema === undefined
        ? extractor.firstQuestion?.(request)
        : { kind: 'settled', question: request },
    extract,
  };
  if (repair === undefined) return asker;
  return {
    ...asker,
    async repair(request) {
      if (settled === undefined) return repair(request);
      const { rest, values } = settled;
      // A sure value that breaks the schema is asked for with the others.
      const refused = Array.from(values.keys()).filter((path) =>
        request.issues.some((issue) => `${issue.path}/`.startsWith(`${path}/`)),
      );
      const isOfRest = rest !== undefined && refused.length === 0;
      const extraction = await repair(
        isOfRest ? { ...request, schema: rest.schema, candidates: rest.candidates } : request,
      );
      const kept = new Map(Array.from(values).filter(([path]) => !refused.includes(path)));
      return { ...extraction, value: putBack({ ...settled, values: kept }, extraction.value) };
    },
  };
}

function putBack({ schema, values }: Settled, answer: unknown): unknown {
  return answer === undefined ? undefined : putBackFields(schema, answer, values);
}

async function countSaved(
  request: ExtractionRequest,
  rest: ExtractionRequest | undefined,
): Promise<number> {
  const { countInputTokens } = await loadExtraction();
  const whole = await countInputTokens(request);
  // Last, since the page remembers the content that was asked for last.
  return Math.max(0, whole - (rest === undefined ? 0 : await countInputTokens(rest)));
}
