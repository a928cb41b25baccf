import type { RunUpdate } from '../../../src/dashboard/api/dashboard-api.ts';
import { openCall } from './call-api.ts';

/** Calls `onUpdate` at each change of a run until it has ended, the stream is over, or the signal aborts. */
export async function followRun(
  id: string,
  onUpdate: (update: RunUpdate) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await openCall('GET /runs/{id}/updates', { parameters: { id } }, signal);
  let rest = '';
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return;
    const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '') onUpdate(JSON.parse(line) as RunUpdate);
    }
  }
}
