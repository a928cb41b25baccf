/**
 * A language model object of the AI SDK, specification v2, v3 or v4, e.g. the result of `openai('…')` of `@ai-sdk/openai`.
 * Declared here because the SDK's own declarations do not compile in a strict project without `skipLibCheck`.
 */
export interface ModelObject {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  /** Called by the SDK only; its options differ by version, hence `never`. */
  doGenerate(options: never): PromiseLike<object>;
}

const versions: ReadonlySet<unknown> = new Set(['v2', 'v3', 'v4']);

/** Throws a `TypeError` unless `value` is a language model object. */
export function checkModel(value: unknown, name: string): asserts value is ModelObject {
  if (typeof value === 'string') {
    // A name alone would be resolved by the AI SDK's gateway, over the network and with another key.
    throw new TypeError(
      `Expected \`${name}\` to be a language model object of the AI SDK, got the name "${value}". ` +
        `Pass e.g. openai("${value}") of @ai-sdk/openai, or openaiCompatibleModel({ baseUrl, model }).`,
    );
  }
  const isModel =
    typeof value === 'object' &&
    value !== null &&
    'specificationVersion' in value &&
    versions.has(value.specificationVersion) &&
    'doGenerate' in value &&
    typeof value.doGenerate === 'function';
  if (!isModel) {
    throw new TypeError(
      `Expected \`${name}\` to be a language model object of the AI SDK (specification v2, v3 or v4).`,
    );
  }
}

/** A model for pages of each complexity. */
export interface ModelPair {
  readonly low: ModelObject;
  readonly high: ModelObject;
}

/** The two models that the option `model` names, which may be one. Throws a `TypeError` as `checkModel` does. */
export function toModelPair(model: ModelObject | ModelPair): ModelPair {
  const isPair = typeof model === 'object' && model !== null && 'low' in model;
  const models = isPair ? model : { low: model, high: model };
  checkModel(models.low, 'model');
  checkModel(models.high, 'model');
  return models;
}
