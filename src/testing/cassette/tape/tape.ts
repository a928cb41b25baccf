import type { Page } from '../../../contracts/fetcher.ts';
import type { CallEntry, TapeFacts, TapeRequest } from '../file/tape-entry.ts';
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
  /** Does it; called in recording only. `also` is recorded as a call of its own that took the same time. */
  readonly live: () => Promise<PartAnswer & { readonly also?: AlsoCalled | undefined }>;
  /** Does again what it did to its caller meanwhile; called in replaying only, before the time of the call has passed. */
  readonly during?: (answer: PartAnswer) => Promise<void>;
}

/** Another call that a call stands for, found by a request of its own. */
export type AlsoCalled = Pick<CallEntry, 'channel' | 'request' | 'answer'>;

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
  /**
   * Records an exchange of a browser, whose run is a call of its own and takes the time. `undefined` as response: it failed, or was
   * never answered.
   */
  recordExchange(channel: string, request: TapeRequest, response: Page | undefined): void;
  /**
   * Resolves to the recorded response of such an exchange; `undefined` for one that failed. What is read without changing anything
   * (GET, HEAD) is answered by its last response where it is requested more often than in the recording: what a browser keeps in
   * its cache differs. Rejects with the nearest recorded exchange as a diff where it was not recorded.
   */
  replayExchange(channel: string, request: TapeRequest): Promise<Page | undefined>;
  /** Returns the next id of a kind: the recorded one, else a new one, which is recorded. */
  nextId(kind: string, create: () => string): string;
  /** In recording, writes the file. Rejects where it cannot be written; nothing is lost then, and it can be called again. */
  close(): Promise<void>;
}
