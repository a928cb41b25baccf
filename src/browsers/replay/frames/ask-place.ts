import { CallTimeoutError } from '../../in-page/call-document.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import type { Place } from './create-tabs.ts';
import type { OperationName, PageOperations } from '../../in-page/page-operations.ts';

/** Milliseconds; as long as the longest step. A page that does not reply ends its step sooner, by the step's own time. */
const timeoutMs = 30_000;

/**
 * Runs one of our operations in a page (directly over DevTools, which is faster) or in a frame of it. Marks stay
 * valid from one call to the next.
 */
export async function askPlace<Name extends OperationName>(
  { tab, frame }: Place,
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
  signal: AbortSignal,
): Promise<ReturnType<PageOperations[Name]>> {
  if (frame !== tab.page.mainFrame()) return callFrame(frame, name, input, { signal, timeoutMs });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await tab.call(name, input, AbortSignal.any([signal, late]));
  } catch (error) {
    throw error === late.reason ? new CallTimeoutError() : error;
  }
}
