import type {
  Extraction,
  ExtractionRequest,
  Extractor,
  PageComplexity,
} from '../contracts/extractor.ts';
import { createModelSession, type ModelSession } from './model/call/model-session.ts';
import { checkModel, type ModelObject } from './model/call/language-model.ts';
import { extractJson } from './model/extract-json.ts';
import { extractText } from './model/extract-text.ts';
import { repairAnswer } from './model/repair/repair-answer.ts';
import type { FormatRefusals } from './model/call/call-model.ts';

export interface ModelExtractorOptions {
  /** Any language model object of the AI SDK; or two, the stronger one for requests with `pageComplexity: 'high'`. */
  readonly model: ModelObject | { readonly low: ModelObject; readonly high: ModelObject };
}

/**
 * Extraction by a language model. The model sees the rules, the schema, the request and the page, has no tools, and
 * learns nothing of the caller.
 *
 * @throws TypeError when `model` is no language model object.
 */
export function modelExtractor(options: ModelExtractorOptions): Extractor {
  const { model } = options;
  const models = typeof model === 'object' && 'low' in model ? model : { low: model, high: model };
  checkModel(models.low, 'model');
  checkModel(models.high, 'model');
  const refusals: Readonly<Record<PageComplexity, FormatRefusals>> = {
    low: new WeakSet(),
    high: new WeakSet(),
  };
  const begin = (request: ExtractionRequest): ModelSession =>
    createModelSession(
      models[request.pageComplexity],
      refusals[request.pageComplexity],
      request.signal,
    );

  return {
    name: 'model',
    async extract(request): Promise<Extraction> {
      const session = begin(request);
      return request.plainText ? extractText(request, session) : extractJson(request, session);
    },
    async repair(request): Promise<Extraction> {
      return repairAnswer(request, begin(request));
    },
  };
}
