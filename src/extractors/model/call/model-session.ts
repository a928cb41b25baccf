import pLimit from 'p-limit';
import { GleanerError } from '../../../errors/gleaner-error.ts';
import type { ModelCallUsage } from '../../../errors/error-codes.ts';
import { callModel, type FormatRefusals, type ModelCall } from './call-model.ts';

type Question = Pick<ModelCall, 'instructions' | 'prompt' | 'format'>;

/** Few enough for the rate limits of a provider's smallest plan and for a server on one machine. */
const askedAtOnce = 4;

export interface ModelSessionOptions extends Pick<ModelCall, 'model' | 'maxRetries' | 'signal'> {
  /** Formats that the provider of this model refused before. */
  readonly refusals: FormatRefusals;
}

/** The calls of one request, the tokens they used and warnings about them. */
export interface ModelSession {
  /** The answer to each question, in their order. Rejects with `model_refused` when the model declines one. */
  ask(questions: readonly Question[]): Promise<readonly string[]>;
  readonly usage: readonly ModelCallUsage[];
  /** Each once: the parts of a page may bring the same warning. */
  readonly warnings: ReadonlySet<string>;
  warn(warning: string): void;
}

/** A session of one request, without calls so far. */
export function createModelSession(options: ModelSessionOptions): ModelSession {
  const { model, refusals, maxRetries, signal } = options;
  const usage: ModelCallUsage[] = [];
  const warnings = new Set<string>();

  async function askOnce(question: Question, ownSignal: AbortSignal): Promise<string> {
    const answer = await callModel({ ...question, model, maxRetries, signal: ownSignal }, refusals);
    usage.push(answer.usage);
    for (const warning of answer.warnings) warnings.add(warning);
    if (answer.refused) {
      throw new GleanerError(
        'validation_failed',
        `The model "${model.modelId}" declined to answer.`,
        {
          details: { reason: 'model_refused', usage: [...usage] },
        },
      );
    }
    if (answer.cut) {
      warnings.add(
        'The answer was cut because the model had no room left: its end may be missing.',
      );
    }
    return answer.text;
  }

  return {
    async ask(questions): Promise<readonly string[]> {
      const [only, ...others] = questions;
      // Most pages are one question, which needs no queue and no way to stop others.
      if (only !== undefined && others.length === 0) return [await askOnce(only, signal)];
      const stop = new AbortController();
      const either = AbortSignal.any([signal, stop.signal]);
      try {
        return await pLimit(askedAtOnce).map(questions, (question) => askOnce(question, either));
      } catch (error) {
        // One part is missing, so the others would be paid for in vain.
        stop.abort(error);
        throw error;
      }
    },
    usage,
    warnings,
    warn: (warning) => void warnings.add(warning),
  };
}
