import type { RunUpdate } from '../../../src/web/dashboard/dashboard-api.ts';
import { dashboardApi } from './call-api.ts';
import { openCall } from './open-call.ts';
import { readLines } from './read-lines.ts';

/** Calls `onUpdate` at each change of a run until it has ended, the stream is over, or the signal aborts. */
export async function followRun(
  id: string,
  onUpdate: (update: RunUpdate) => void,
  signal: AbortSignal,
): Promise<void> {
  const input = { parameters: { id } };
  const response = await openCall(dashboardApi, 'GET /runs/{id}/updates', input, signal);
  await readLines(response, (line) => onUpdate(line as RunUpdate));
}
