import type { InferredValue } from '../../contracts/evidence.ts';
import type { Extraction } from '../../contracts/extractor.ts';
import type { ModelCallUsage } from '../../errors/error-codes.ts';

/** Chunks of a page are at most a dozen, and each of them has a few sentences to say. */
const maxWarnings = 100;
const maxWarningLetters = 1_000;
/** Model calls; ours makes one for each chunk, and one more for a repair. */
const maxUsage = 1_000;
const maxModelLetters = 200;
/** As many values as evidence is looked up for. */
const maxInferred = 5_000;
const maxPathLetters = 1_000;
const maxRuleLetters = 60;

/** What an extractor gave, complete. */
export interface CheckedExtraction extends Extraction {
  readonly inferred: readonly InferredValue[];
}

/**
 * Returns what an extractor gave with warnings, usage and inferred values of their types and of bounded size; the value stays as it is.
 *
 * @throws TypeError for what is no object, or has no list of warnings or usage.
 */
export function parseExtraction(given: unknown, extractor: string): CheckedExtraction {
  const isObject = typeof given === 'object' && given !== null;
  const warnings: unknown = isObject && 'warnings' in given ? given.warnings : undefined;
  const usage: unknown = isObject && 'usage' in given ? given.usage : undefined;
  if (!isObject || !Array.isArray(warnings) || !Array.isArray(usage)) {
    throw new TypeError(
      `Expected the extractor "${extractor}" to resolve to { value, usage: [], warnings: [] }.`,
    );
  }
  return {
    value: 'value' in given ? given.value : undefined,
    usage: usage.slice(0, maxUsage).map(toUsage),
    warnings: boundWarnings(warnings),
    inferred: 'inferred' in given ? toInferred(given.inferred) : [],
  };
}

function toInferred(given: unknown): readonly InferredValue[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, maxInferred).flatMap((entry: unknown) => {
    const { path, rule } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof path !== 'string' || typeof rule !== 'string') return [];
    return [{ path: path.slice(0, maxPathLetters), rule: rule.slice(0, maxRuleLetters) }];
  });
}

function boundWarnings(given: readonly unknown[]): readonly string[] {
  const more = given.length - maxWarnings;
  const shown = given
    .slice(0, maxWarnings)
    .filter((warning) => typeof warning === 'string')
    .map((warning) => cut(warning, maxWarningLetters));
  return more > 0 ? [...shown, `The extractor had ${more} more warnings.`] : shown;
}

function toUsage(given: unknown): ModelCallUsage {
  const { model, inputTokens, outputTokens } = (given ?? {}) as Readonly<Record<string, unknown>>;
  return {
    model: typeof model === 'string' ? cut(model, maxModelLetters) : '',
    inputTokens: toTokens(inputTokens),
    outputTokens: toTokens(outputTokens),
  };
}

function toTokens(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
