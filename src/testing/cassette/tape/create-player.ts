import type { Page } from '../../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import {
  type CallEntry,
  type ExchangeEntry,
  type TapeEntry,
  type TapeFacts,
  type TapeFailure,
  type TapeRequest,
  fromTapeFailure,
} from '../file/tape-entry.ts';
import {
  type Parts,
  type VolatileParts,
  describeUnrecorded,
  maskBody,
  toComparable,
  toExchangeKey,
  toExchangeParts,
} from '../match-exchange.ts';
import { type Secrets, redactRequest } from '../redact-secrets.ts';
import type { PartAnswer, Tape, TapeClock } from './tape.ts';

interface PlayerInput {
  readonly file: string;
  readonly facts: TapeFacts;
  readonly entries: readonly TapeEntry[];
  readonly volatile?: Partial<VolatileParts> | undefined;
  readonly clock: TapeClock;
  readonly secrets: Secrets;
  /** Returns the bytes of an entry's body, which may lie beside the file. */
  readonly readBody: (entry: CallEntry | ExchangeEntry) => Uint8Array;
}

interface Recorded<Entry> {
  readonly entries: Entry[];
  next: number;
}

interface RecordedEntries<Entry> {
  readonly byKey: Map<string, Recorded<Entry>>;
  readonly parts: Parts[];
}

interface Wanted<Entry> {
  readonly among: ReadonlyMap<string, RecordedEntries<Entry>>;
  readonly channel: string;
  readonly key: string;
  readonly parts: Parts;
  readonly asked: string;
  readonly reason: 'fetch_failed' | 'model_failed';
  readonly repeatsLast?: boolean;
}

/** Creates a tape that answers from what was recorded: the n-th time of the same request gets its n-th answer. */
export function createPlayer(input: PlayerInput): Tape {
  const { file, facts, entries, clock, secrets, readBody } = input;
  const { query = [], body = [] } = input.volatile ?? {};
  const volatile: VolatileParts = { query, body };
  const exchanges = new Map<string, RecordedEntries<ExchangeEntry>>();
  const calls = new Map<string, RecordedEntries<CallEntry>>();
  const ids = Map.groupBy(
    entries.filter((entry) => entry.type === 'id'),
    ({ kind }) => kind,
  );

  const compare = (request: TapeRequest) => toComparable(request, volatile);
  const toCallKey = (request: unknown): string =>
    maskBody(JSON.stringify(request) ?? '', volatile.body);

  for (const entry of entries) {
    if (entry.type === 'exchange') {
      const comparable = compare(entry.request);
      addRecorded(exchanges, entry, toExchangeKey(comparable), toExchangeParts(comparable));
    } else if (entry.type === 'call') {
      addRecorded(calls, entry, toCallKey(entry.request), toCallParts(entry.request));
    }
  }

  /** The next recorded entry of a key; `repeatsLast` gives the last one again. Throws where there is none. */
  function take<Entry>(wanted: Wanted<Entry>): {
    readonly entry: Entry;
    readonly next: Entry | undefined;
  } {
    const { channel, key, reason, repeatsLast = false, ...about } = wanted;
    const recordedEntries = wanted.among.get(channel);
    const recorded = recordedEntries?.byKey.get(key);
    const last = repeatsLast ? recorded?.entries.at(-1) : undefined;
    const entry = recorded?.entries[recorded.next] ?? last;
    if (recorded === undefined || entry === undefined) {
      const { parts: all = [] } = recordedEntries ?? {};
      const times = recorded?.entries.length ?? 0;
      const message = describeUnrecorded({ file, ...about, recorded: all, times });
      throw new GleanerError('validation_failed', message, { details: { reason } });
    }
    recorded.next += 1;
    return { entry, next: recorded.entries[recorded.next] };
  }

  function takeExchange(channel: string, request: TapeRequest, repeatsLast = false): ExchangeEntry {
    const redacted = redactRequest(request, secrets);
    const comparable = compare(redacted);
    const { method, url } = redacted;
    return take({
      among: exchanges,
      channel,
      key: toExchangeKey(comparable),
      parts: toExchangeParts(comparable),
      asked: `${method} ${url}`,
      reason: 'fetch_failed',
      repeatsLast,
    }).entry;
  }

  function takeCall(channel: string, request: unknown) {
    const redacted = secrets.json(request);
    return take({
      among: calls,
      channel,
      key: toCallKey(redacted),
      parts: toCallParts(redacted),
      asked: `A call of the ${channel}`,
      reason: channel === 'model' ? 'model_failed' : 'fetch_failed',
    });
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
      const { entry, next } = takeCall(channel, request);
      const { answer, failure } = entry;
      const body = entry.body === undefined ? undefined : readBody(entry);
      await clock.pass(entry, failure === undefined ? () => during?.({ answer, body }) : undefined);
      signal.throwIfAborted();
      if (failure === undefined) return { answer, body };
      if (next !== undefined) clock.waitFor(next.startMs);
      return fail(failure, signal);
    },
    recordExchange() {
      throw new TypeError('A tape that replays records nothing.');
    },
    async replayExchange(channel, request) {
      const isSafe = /^(?:get|head)$/i.test(request.method);
      return findPage(takeExchange(channel, request, isSafe));
    },
    nextId: (kind, create) => ids.get(kind)?.shift()?.id ?? create(),
    close: () => Promise.resolve(),
  };
}

function addRecorded<Entry extends CallEntry | ExchangeEntry>(
  channels: Map<string, RecordedEntries<Entry>>,
  entry: Entry,
  key: string,
  parts: Parts,
): void {
  const known: RecordedEntries<Entry> = channels.get(entry.channel) ?? {
    byKey: new Map(),
    parts: [],
  };
  channels.set(entry.channel, known);
  const recorded = known.byKey.get(key) ?? { entries: [], next: 0 };
  known.byKey.set(key, recorded);
  recorded.entries.push(entry);
  known.parts.push(parts);
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

/** Returns what a call asked for as named parts in lines: each member is one, a prompt has those of `toPromptParts`. */
function toCallParts(request: unknown): Parts {
  if (typeof request !== 'object' || request === null) return { request: toLines(request) };
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, toLines(value)]));
}

function toLines(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split('\n');
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) return value;
  return (JSON.stringify(value, undefined, 1) ?? '').split('\n');
}
