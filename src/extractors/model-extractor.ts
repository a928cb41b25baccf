import type {
  Extraction,
  ExtractionRequest,
  Extractor,
  PageComplexity,
} from '../contracts/extractor.ts';
import { checkNumbers } from '../errors/check-numbers.ts';
import type { ModelSession } from './model/call/model-session.ts';
import { checkModel, type ModelObject } from './model/call/language-model.ts';
import type { FormatRefusals } from './model/call/call-model.ts';

export interface ModelExtractorOptions {
  /** Any language model object of the AI SDK; or two, the stronger one for requests with `pageComplexity: 'high'`. */
  readonly model: ModelObject | { readonly low: ModelObject; readonly high: ModelObject };
  /**
   * How often a call of the model that failed for the moment (status 408, 409, 429 or 5xx, no connection) is made again,
   * 0 to 10. The time that the provider asks for (`retry-after`) is waited for, up to a minute and within the deadline;
   * without it 0.5 s, then twice as long each time. @default 0, since each call may cost tokens
   */
  readonly maxRetries?: number | undefined;
}

/** More retries would not fit into a call's deadline. */
const numberRules = {
  maxRetries: { unit: 'retries', least: 0, most: 10, mayBeInfinite: false },
} as const;

/**
 * Extraction by a language model. The model sees the rules, the schema, the request and the page, has no tools, and
 * learns nothing of the caller. The AI SDK is loaded by the first request.
 *
 * @throws TypeError when `model` is no language model object, or `maxRetries` no whole number from 0 to 10.
 */
export function modelExtractor(options: ModelExtractorOptions): Extractor {
  const { model, maxRetries = 0 } = options;
  const models = typeof model === 'object' && 'low' in model ? model : { low: model, high: model };
  checkModel(models.low, 'model');
  checkModel(models.high, 'model');
  checkNumbers('', { maxRetries }, numberRules);
  const refusals: Readonly<Record<PageComplexity, FormatRefusals>> = {
    low: new WeakSet(),
    high: new WeakSet(),
  };
  async function begin({ pageComplexity, signal }: ExtractionRequest): Promise<ModelSession> {
    const { createModelSession } = await import('./model/call/model-session.ts');
    return createModelSession({
      model: models[pageComplexity],
      refusals: refusals[pageComplexity],
      maxRetries,
      signal,
    });
  }

  return {
    name: 'model',
    async extract(request): Promise<Extraction> {
      const session = await begin(request);
      const { extractByModel } = await import('./model/extract-by-model.ts');
      return extractByModel(request, session);
    },
    async repair(request): Promise<Extraction> {
      const { repairAnswer } = await import('./model/repair-answer.ts');
      return repairAnswer(request, await begin(request));
    },
  };
}
