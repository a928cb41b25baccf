import type {
  Extraction,
  ExtractionRequest,
  Extractor,
  PageComplexity,
} from '../../runtime/contracts/extractor.ts';
import { checkMembers, checkNumbers } from '../../runtime/errors/option-checks.ts';
import { loadOnce } from '../../runtime/signals/waiting.ts';
import type { FormatRefusals, ModelSession } from '../model/call-model.ts';
import { type ModelObject, toModelPair } from '../model/language-model.ts';

/** The model that is asked, and how often a failed call is repeated. */
export interface ModelExtractorOptions {
  /** A language model object of the AI SDK, or two: `high` is asked with `pageComplexity: 'high'`, else `low`. */
  readonly model: ModelObject | { readonly low: ModelObject; readonly high: ModelObject };
  /**
   * How often a model call is repeated after a transient failure (status 408, 409, 429 or 5xx, no connection), 0 to 10. It
   * waits for the time that the provider asks for (`retry-after`), up to a minute and within the deadline; without one 0.5 s,
   * then twice as long each time. @default 0, because each call may cost tokens
   */
  readonly maxRetries?: number | undefined;
}

/** More retries would not fit into a call's deadline. */
const numberRules = {
  maxRetries: { unit: 'retries', least: 0, most: 10, mayBeInfinite: false },
} as const;

const loadSession = loadOnce(() => import('../model/call-model.ts'));
const loadPrompt = loadOnce(() => import('../model/build-prompt.ts'));
const loadExtraction = loadOnce(() => import('../model/extract-by-model.ts'));

/**
 * Creates an extractor that asks a language model. The model gets the rules, the schema, the prompt and the page, and has no
 * tools; nothing about the caller is sent. The AI SDK is loaded by the first request.
 *
 * @throws TypeError when `model` is not a language model object, `maxRetries` not a whole number from 0 to 10, or another option is given.
 */
export function modelExtractor(options: ModelExtractorOptions): Extractor {
  checkMembers('modelExtractor', options, ['model', 'maxRetries']);
  const { model, maxRetries = 0 } = options;
  const models = toModelPair(model);
  checkNumbers('', { maxRetries }, numberRules);
  const refusals: Readonly<Record<PageComplexity, FormatRefusals>> = {
    low: new WeakMap(),
    high: new WeakMap(),
  };
  async function begin({
    pageComplexity,
    clock,
    signal,
  }: ExtractionRequest): Promise<ModelSession> {
    const { createModelSession } = await loadSession();
    return createModelSession({
      model: models[pageComplexity],
      refusals: refusals[pageComplexity],
      maxRetries,
      clock,
      signal,
    });
  }

  return {
    name: 'model',
    async firstQuestion(request) {
      const { toContentQuery } = await loadPrompt();
      return { kind: 'content', question: toContentQuery(request) };
    },
    async extract(request): Promise<Extraction> {
      const session = await begin(request);
      const { extractByModel } = await loadExtraction();
      return extractByModel(request, session);
    },
    async repair(request): Promise<Extraction> {
      const { repairAnswer } = await import('../model/repair-answer.ts');
      return repairAnswer(request, await begin(request));
    },
  };
}
