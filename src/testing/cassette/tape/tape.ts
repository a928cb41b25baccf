import type { Page } from '../../../contracts/fetcher.ts';
import type { CallEntry, TapeFacts, TapeRequest, TapeTimes } from '../file/tape-entry.ts';
import type { Secrets } from '../secrets/create-secrets.ts';
import type { TapeClock } from './tape-clock.ts';

/** An HTTP exchange to record, or to look up. */
export interface ExchangeCall {
  /** Whose exchange it is, e.g. `fetcher` or `run-1`; each channel has an order of its own. */
  readonly channel: string;
  readonly request: TapeRequest;
  readonly signal: AbortSignal;
  /** Does it; called in recording only. */
  readonly live: () => Promise<Page>;
}

/** A call of another part to record, or to look up. */
export interface PartCall {
  readonly channel: string;
  /** JSON by which the call is found again. */
  readonly request: unknown;
  readonly signal: AbortSignal;
  /** Does it; called in recording only. */
  readonly live: () => Promise<PartAnswer>;
}

/** What a call of a part came to. */
export type PartAnswer = Pick<CallEntry, 'answer' | 'body'>;

/** What is recorded and replayed, whatever the part. */
export interface Tape {
  readonly mode: 'record' | 'replay';
  readonly clock: TapeClock;
  /** Values that never reach the disk; `add` before the value is first recorded. */
  readonly secrets: Secrets;
  readonly facts: TapeFacts;
  /**
   * Records or replays an HTTP exchange as a call that takes time. A failure is recorded and thrown again. Rejects with the
   * nearest recorded one as a diff where it was not recorded.
   */
  exchange(call: ExchangeCall): Promise<Page>;
  /** Records or replays a call of another part in the same way. */
  call(call: PartCall): Promise<PartAnswer>;
  /** Records an exchange that takes no time of the tape's clock, e.g. one of a browser whose run is a call of its own. */
  recordExchange(channel: string, request: TapeRequest, response: Page, times: TapeTimes): void;
  /** Resolves to the recorded response of an exchange, and takes no time. Rejects like `exchange`. */
  replayExchange(channel: string, request: TapeRequest): Promise<Page>;
  /** Returns the next id of a kind: the recorded one, else a new one, which is recorded. */
  nextId(kind: string, create: () => string): string;
  /** In recording, writes the file. Rejects where it cannot be written; nothing is lost then, and it can be called again. */
  close(): Promise<void>;
}
