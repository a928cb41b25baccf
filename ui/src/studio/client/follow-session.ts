import type { StudioEvent } from '../../../../src/studio/api/studio-event.ts';
import { CallFailure } from '../../api/call-failure.ts';
import { openCall } from '../../api/open-call.ts';
import { readLines } from '../../api/read-lines.ts';
import { studioApi } from './call-studio.ts';

export interface FollowSessionInput {
  readonly onEvent: (event: StudioEvent) => void;
  /** The events come: at first, and again after they were cut off. */
  readonly onOpen: (isAgain: boolean) => void;
  /** They were cut off, and are asked for again. */
  readonly onLost: () => void;
  /** There is no session to follow. */
  readonly onNone: () => void;
  readonly signal: AbortSignal;
}

/** Between two tries, in milliseconds: soon at first, and never so long that the session ends for want of a reader (30 s). */
const waits = [300, 1_000, 2_000, 5_000] as const;

/** Reads a session's events until it has ended; a stream that breaks off is opened again. */
export async function followSession(input: FollowSessionInput): Promise<void> {
  const { onEvent, onOpen, onLost, onNone, signal } = input;
  const ended = new AbortController();
  let wasOpen = false;
  let tries = 0;
  while (!ended.signal.aborted && !signal.aborted) {
    try {
      const response = await openCall(studioApi, 'GET /session/events', {}, signal);
      onOpen(wasOpen);
      wasOpen = true;
      tries = 0;
      await readLines(response, (line) => {
        const event = line as StudioEvent;
        if (event.type === 'ended') ended.abort();
        onEvent(event);
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallFailure && error.code !== 'offline') {
        onNone();
        return;
      }
    }
    if (ended.signal.aborted) return;
    onLost();
    await waitForNetwork(waits[Math.min(tries, waits.length - 1)] ?? 0);
    tries += 1;
  }
}

/** Waits that long, or until the browser says that it has a network again. */
function waitForNetwork(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}
