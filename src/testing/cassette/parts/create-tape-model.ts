import type { ModelObject } from '../../../extractors/model/call/language-model.ts';
import type { ModelIdentity } from '../file/tape-entry.ts';
import type { Tape } from '../tape/tape.ts';
import { toModelRequest, type ModelCallOptions } from './to-model-request.ts';

/** A result of the AI SDK as far as the engine reads it; the rest holds times and headers of the provider. */
const kept = ['content', 'finishReason', 'usage', 'warnings', 'providerMetadata'] as const;

/** Creates a model object of the AI SDK for a tape. `real` is used in recording only. */
export function createTapeModel(
  tape: Tape,
  identity: ModelIdentity,
  real: ModelObject | undefined,
): ModelObject {
  const { specificationVersion, provider, modelId } = identity;
  const model = {
    specificationVersion,
    provider,
    modelId,
    supportedUrls: {},
    async doGenerate(options: ModelCallOptions): Promise<object> {
      const { answer } = await tape.call({
        channel: 'model',
        request: toModelRequest(modelId, options),
        signal: options.abortSignal ?? new AbortController().signal,
        live: async () => ({
          answer: toAnswer(await requireModel(real).doGenerate(options as never)),
        }),
      });
      if (typeof answer === 'object' && answer !== null) return answer;
      throw new TypeError('The recorded answer of the model is no object.');
    },
    doStream: () =>
      Promise.reject(new TypeError('A cassette records no streams: call doGenerate.')),
  };
  return model;
}

function requireModel(real: ModelObject | undefined): ModelObject {
  if (real !== undefined) return real;
  throw new TypeError('A cassette that records needs the model that it records.');
}

/** As JSON keeps it, so that a recording and its replays hand out the same. */
function toAnswer(result: object): object {
  const entries = Object.entries(result).filter(([name]) => kept.some((each) => each === name));
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as object;
}
