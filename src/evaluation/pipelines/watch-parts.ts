import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Extractor } from '../../contracts/extractor.ts';
import type { Fetcher } from '../../contracts/fetcher.ts';
import type { ModelExtractorOptions } from '../../index.ts';
import type { ModelObject } from '../../extractors/model/call/language-model.ts';
import type { CaseNotes } from './case-notes.ts';
import { toExchange } from './to-exchange.ts';

type Scope = AsyncLocalStorage<CaseNotes>;

/** The same fetcher, with its fetches counted. */
export function watchFetcher(fetcher: Fetcher, scope: Scope): Fetcher {
  return {
    name: fetcher.name,
    fetch(request) {
      const notes = scope.getStore();
      if (notes !== undefined) notes.fetches += 1;
      return fetcher.fetch(request);
    },
  };
}

/** The same extractor, with its repairs counted, or without them. */
export function watchExtractor(
  extractor: Extractor,
  { repairs }: { readonly repairs: boolean },
  scope: Scope,
): Extractor {
  const watched: Extractor = {
    name: extractor.name,
    extract: (request) => extractor.extract(request),
  };
  if (extractor.repair === undefined || !repairs) return watched;
  const repair = extractor.repair.bind(extractor);
  return {
    ...watched,
    repair(request) {
      const notes = scope.getStore();
      if (notes !== undefined) notes.repairs += 1;
      return repair(request);
    },
  };
}

/** The same model or models, with what they are asked and answer kept. */
export function watchModel(
  model: ModelExtractorOptions['model'],
  scope: Scope,
): ModelExtractorOptions['model'] {
  return 'low' in model
    ? { low: watchOne(model.low, scope), high: watchOne(model.high, scope) }
    : watchOne(model, scope);
}

/** Models are instances of classes with private members, which only the instance itself can reach. */
function watchOne(model: ModelObject, scope: Scope): ModelObject {
  return new Proxy(model, {
    get(target, name) {
      if (name === 'doGenerate') {
        return async (options: never): Promise<object> => {
          const result = await target.doGenerate(options);
          scope.getStore()?.exchanges.push(toExchange(options, result));
          return result;
        };
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
