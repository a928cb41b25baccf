import type { GleanerOptions } from '../../index.ts';
import type { EnginePipeline } from './engine-pipeline.ts';

/** Options of a call that may hold a secret; a result says only that they are set. */
const secretFields: ReadonlySet<string> = new Set(['headers', 'proxy']);

/** What tells an engine from others, as plain JSON without secrets: parts by their names, settings as they are. */
export function describeEngine(definition: EnginePipeline): Readonly<Record<string, unknown>> {
  const { gleaner = {}, call = {}, prompt, repair } = definition;
  return leaveOutUndefined({
    ...describeParts(gleaner),
    limits: describeNumbers(gleaner.limits),
    call: leaveOutUndefined(
      Object.fromEntries(
        Object.entries(call).map(([name, value]) => [
          name,
          secretFields.has(name) && value !== undefined ? '(set)' : value,
        ]),
      ),
    ),
    prompt,
    repair,
  });
}

function describeParts({
  model,
  extractor,
  fetcher,
  browser,
}: GleanerOptions): Readonly<Record<string, unknown>> {
  const models = model !== undefined && 'low' in model ? [model.low, model.high] : [model];
  const names = models.flatMap((one) =>
    one === undefined ? [] : `${one.provider}/${one.modelId}`,
  );
  return {
    extractor: extractor?.name ?? (model === undefined ? 'structure' : 'model'),
    model: extractor === undefined && names.length > 0 ? names.join(', ') : undefined,
    fetcher: fetcher?.name,
    browser: browser === undefined || browser === false ? undefined : 'browser',
  };
}

/** JSON has no infinity. */
function describeNumbers(limits: GleanerOptions['limits']): object | undefined {
  if (limits === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limit === Infinity ? 'none' : limit]),
  );
}

function leaveOutUndefined(members: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
