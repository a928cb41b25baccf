import { createEngine } from '../../src/engine/create-engine.ts';
import { resolveOptions } from '../../src/engine/resolve-options.ts';
import type { OperationContext } from '../../src/operations/operation-context.ts';

/** The context that an engine without options works in, with some parts changed. */
export function operationContext(changes: Partial<OperationContext> = {}): OperationContext {
  const { clock } = changes;
  const options = resolveOptions(clock === undefined ? {} : { clock });
  const { context } = createEngine(options, new AbortController().signal);
  return { ...context, ...changes };
}
