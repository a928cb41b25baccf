import type {
  Extraction,
  ExtractionRequest,
  Extractor,
  PageComplexity,
} from '../contracts/extractor.ts';
import type { ModelSession } from './model/call/model-session.ts';
import { checkModel, type ModelObject } from './model/call/language-model.ts';
import type { FormatRefusals } from './model/call/call-model.ts';

export interface ModelExtractorOptions {
  /** Any language model object of the AI SDK; or two, the stronger one for requests with `pageComplexity: 'high'`. */
  readonly model: ModelObject | { readonly low: ModelObject; readonly high: ModelObject };
}

/**
 * Extraction by a language model. The model sees the rules, the schema, the request and the page, has no tools, and
 * learns nothing of the caller. The AI SDK is loaded by the first request.
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
  async function begin({ pageComplexity, signal }: ExtractionRequest): Promise<ModelSession> {
    const { createModelSession } = await import('./model/call/model-session.ts');
    return createModelSession(models[pageComplexity], refusals[pageComplexity], signal);
  }

  return {
    name: 'model',
    async extract(request): Promise<Extraction> {
      const session = await begin(request);
      if (request.plainText) {
        const { extractText } = await import('./model/extract-text.ts');
        return extractText(request, session);
      }
      const { extractJson } = await import('./model/extract-json.ts');
      return extractJson(request, session);
    },
    async repair(request): Promise<Extraction> {
      const { repairAnswer } = await import('./model/repair/repair-answer.ts');
      return repairAnswer(request, await begin(request));
    },
  };
}
