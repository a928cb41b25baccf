import { AsyncLocalStorage } from 'node:async_hooks';
import { createGleaner, type ModelUse } from '../../src/index.ts';
import type {
  EvaluationCase,
  FunctionPipeline,
  PipelineOutput,
} from '../../src/evaluation/index.ts';
import { scriptedModel, type ScriptedModelCall } from '../../test-kit/scripted-model.ts';
import { decodeLoosely } from '../page-set.ts';
import { countTokens, stubAnswer } from './stub-answer.ts';

/** Reads the structure of the page's main content alone, as those do that hand an extractor what a reader view keeps. */
export function mainContentPipeline(): FunctionPipeline {
  const gleaner = createGleaner({ browser: false });
  return {
    options: { extractor: 'structure', content: 'main' },
    async run({ url, prompt, schema, body = new Uint8Array() }, signal): Promise<PipelineOutput> {
      const whole = { html: decodeLoosely(body), url };
      const { html } = await gleaner.scrape({ ...whole, reduceContent: true }, { signal });
      const { result, warnings } = await gleaner.extract(
        { html, url, prompt, ...(schema === undefined ? {} : { schema }) },
        { signal },
      );
      return { value: result, withoutModel: true, inputTokens: 0, outputTokens: 0, warnings };
    },
    close: () => gleaner.close(),
  };
}

/**
 * The engine with a stub in the model's place, which sees exactly what a model would be sent at this budget: of everything, or of the
 * fields that the page does not settle.
 */
export function stubModelPipeline(
  detailLevel: 'low' | 'medium' | 'high',
  models: ModelUse = 'always',
): FunctionPipeline {
  const scope = new AsyncLocalStorage<EvaluationCase>();
  const model = scriptedModel((call) => {
    const text = toText(call);
    const current = scope.getStore();
    const content = current === undefined ? {} : keepWanted(stubAnswer(current, text), call);
    const outputTokens = countTokens(JSON.stringify(content));
    return { content, usage: { inputTokens: countTokens(text), outputTokens } };
  });
  const gleaner = createGleaner({ browser: false, model });
  return {
    options: { extractor: 'model', model: 'stub', detailLevel, models },
    async run(current, signal): Promise<PipelineOutput> {
      const { url, prompt, schema, body = new Uint8Array() } = current;
      const input = {
        html: decodeLoosely(body),
        url,
        prompt,
        detailLevel,
        models,
        include: ['usage' as const],
        ...(schema === undefined ? {} : { schema }),
      };
      const {
        result,
        usage = [],
        warnings,
      } = await scope.run(current, () => gleaner.extract(input, { signal }));
      const sum = (pick: (call: (typeof usage)[number]) => number | undefined): number =>
        usage.reduce((total, call) => total + (pick(call) ?? 0), 0);
      return {
        value: result,
        model: 'stub',
        withoutModel: usage.length === 0,
        inputTokens: sum(({ inputTokens }) => inputTokens),
        outputTokens: sum(({ outputTokens }) => outputTokens),
        warnings,
      };
    },
    close: () => gleaner.close(),
  };
}

/** Of an answer what the call asks for. */
function keepWanted(answer: object, { responseFormat }: ScriptedModelCall): object {
  const schema: { readonly properties?: unknown } =
    responseFormat?.type === 'json' ? (responseFormat.schema ?? {}) : {};
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).filter(([name]) => Object.hasOwn(properties, name)),
  );
}

function toText({ prompt }: ScriptedModelCall): string {
  return prompt
    .map(({ content }) =>
      typeof content === 'string' ? content : content.map(({ text = '' }) => text).join(''),
    )
    .join('\n');
}
