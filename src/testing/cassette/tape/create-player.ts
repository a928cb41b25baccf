import type { Page } from '../../../contracts/fetcher.ts';
import { GleanerError } from '../../../errors/gleaner-error.ts';
import type {
  CallEntry,
  ExchangeEntry,
  TapeEntry,
  TapeFacts,
  TapeFailure,
  TapeRequest,
} from '../file/tape-entry.ts';
import { describeUnrecorded, toExchangeParts, type Parts } from '../match/describe-unrecorded.ts';
import {
  maskBody,
  toComparable,
  toExchangeKey,
  type VolatileParts,
} from '../match/to-exchange-key.ts';
import { toCallParts } from '../match/to-call-parts.ts';
import type { Secrets } from '../secrets/create-secrets.ts';
import { redactRequest } from '../secrets/redact-entry.ts';
import type { PartAnswer, Tape } from './tape.ts';
import type { TapeClock } from './tape-clock.ts';
import { fromTapeFailure } from './tape-failure.ts';

/** What a player works with. */
export interface PlayerInput {
  /** For errors. */
  readonly file: string;
  readonly facts: TapeFacts;
  readonly entries: readonly TapeEntry[];
  readonly volatile: VolatileParts;
  readonly clock: TapeClock;
  readonly secrets: Secrets;
  /** Returns the bytes of an entry's body, which may lie beside the file. */
  readonly readBody: (entry: CallEntry | ExchangeEntry) => Uint8Array;
}

/** The recorded entries of one request, in order. */
interface Recorded<Entry> {
  readonly entries: Entry[];
  next: number;
}

interface Shelf<Entry> {
  readonly byKey: Map<string, Recorded<Entry>>;
  readonly parts: Parts[];
}

/** Creates a tape that answers from what was recorded: the n-th time of the same request gets its n-th answer. */
export function createPlayer(input: PlayerInput): Tape {
  const { file, facts, entries, volatile, clock, secrets, readBody } = input;
  const exchanges = new Map<string, Shelf<ExchangeEntry>>();
  const calls = new Map<string, Shelf<CallEntry>>();
  const ids = new Map<string, string[]>();

  const compare = (request: TapeRequest) => toComparable(request, volatile, facts.volatile);
  const toCallKey = (request: unknown): string =>
    maskBody(JSON.stringify(request) ?? '', volatile.body);

  for (const entry of entries) {
    if (entry.type === 'id') {
      const known = ids.get(entry.kind) ?? [];
      known.push(entry.id);
      ids.set(entry.kind, known);
    } else if (entry.type === 'exchange') {
      const comparable = compare(entry.request);
      shelve(exchanges, entry, toExchangeKey(comparable), toExchangeParts(comparable));
    } else {
      shelve(calls, entry, toCallKey(entry.request), toCallParts(entry.request));
    }
  }

  function takeExchange(channel: string, request: TapeRequest, repeatsLast = false): ExchangeEntry {
    const redacted = redactRequest(request, secrets);
    const comparable = compare(redacted);
    const shelf = exchanges.get(channel);
    const recorded = shelf?.byKey.get(toExchangeKey(comparable));
    const last = repeatsLast ? recorded?.entries.at(-1) : undefined;
    const entry = recorded?.entries[recorded.next] ?? last;
    if (recorded === undefined || entry === undefined) {
      throw new GleanerError(
        'validation_failed',
        describeUnrecorded({
          file,
          asked: `${redacted.method} ${redacted.url}`,
          parts: toExchangeParts(comparable),
          recorded: shelf?.parts ?? [],
          times: recorded?.entries.length ?? 0,
        }),
        { details: { reason: 'fetch_failed' } },
      );
    }
    recorded.next += 1;
    return entry;
  }

  function takeCall(
    channel: string,
    request: unknown,
  ): { readonly entry: CallEntry; readonly isLast: boolean } {
    const redacted = secrets.json(request);
    const shelf = calls.get(channel);
    const recorded = shelf?.byKey.get(toCallKey(redacted));
    const entry = recorded?.entries[recorded.next];
    if (recorded === undefined || entry === undefined) {
      throw new GleanerError(
        'validation_failed',
        describeUnrecorded({
          file,
          asked: `A call of the ${channel}`,
          parts: toCallParts(redacted),
          recorded: shelf?.parts ?? [],
          times: recorded?.entries.length ?? 0,
        }),
        { details: { reason: channel === 'model' ? 'model_failed' : 'fetch_failed' } },
      );
    }
    recorded.next += 1;
    return { entry, isLast: recorded.next === recorded.entries.length };
  }

  function findPage(entry: ExchangeEntry): Page | undefined {
    return entry.response && { ...entry.response, body: readBody(entry) };
  }

  return {
    mode: 'replay',
    clock,
    secrets,
    facts,
    async exchange({ channel, request, signal }) {
      signal.throwIfAborted();
      const entry = takeExchange(channel, request);
      const page = findPage(entry);
      await clock.pass(entry);
      signal.throwIfAborted();
      return page ?? fail(entry.failure, signal);
    },
    async call({ channel, request, signal, during }): Promise<PartAnswer> {
      signal.throwIfAborted();
      const { entry, isLast } = takeCall(channel, request);
      const { answer, failure } = entry;
      const body = entry.body === undefined ? undefined : readBody(entry);
      await clock.pass(entry, failure === undefined ? () => during?.({ answer, body }) : undefined);
      signal.throwIfAborted();
      if (failure !== undefined) return fail(isLast ? failure : withoutWait(failure), signal);
      return { answer, body };
    },
    recordExchange() {
      throw new TypeError('A tape that replays records nothing.');
    },
    async replayExchange(channel, request) {
      const isSafe = /^(?:get|head)$/i.test(request.method);
      return findPage(takeExchange(channel, request, isSafe));
    },
    nextId: (kind, create) => ids.get(kind)?.shift() ?? create(),
    close: () => Promise.resolve(),
  };
}

function shelve<Entry extends CallEntry | ExchangeEntry>(
  shelves: Map<string, Shelf<Entry>>,
  entry: Entry,
  key: string,
  parts: Parts,
): void {
  const shelf: Shelf<Entry> = shelves.get(entry.channel) ?? { byKey: new Map(), parts: [] };
  shelves.set(entry.channel, shelf);
  const recorded = shelf.byKey.get(key) ?? { entries: [], next: 0 };
  shelf.byKey.set(key, recorded);
  recorded.entries.push(entry);
  shelf.parts.push(parts);
}

/** Rejects as the recorded call did; one that was aborted waits for its signal again. */
function fail(failure: TapeFailure | undefined, signal: AbortSignal): Promise<never> {
  if (failure !== undefined && failure.kind !== 'aborted') {
    return Promise.reject(fromTapeFailure(failure));
  }
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** A call that was made again in the recording is made again at once: the wait before it is in the tape's time already. */
function withoutWait(failure: TapeFailure): TapeFailure {
  if (failure.kind !== 'model') return failure;
  return { ...failure, headers: { ...failure.headers, 'retry-after-ms': '0' } };
}
