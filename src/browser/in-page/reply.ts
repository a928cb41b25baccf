import type { AnyPageCall, PageOperations } from './page-operations.ts';
import { forgetPage } from './page-cache.ts';

/** Runs a call given as JSON by the operations of a program, and returns the reply as JSON. */
export function replyBy(operations: Partial<PageOperations>, call: string): string {
  forgetPage();
  try {
    const { name, input } = JSON.parse(call) as AnyPageCall;
    // A name has the input of its own operation.
    const operation = operations[name] as ((input: unknown) => unknown) | undefined;
    return JSON.stringify({ value: operation?.(input) });
  } catch (error) {
    return JSON.stringify({ failed: error instanceof Error ? error.name : 'unknown' });
  }
}
