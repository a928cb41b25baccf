import type { CassetteJournal } from '../file/open-journal.ts';
import type { CallEntry, ExchangeEntry, TapeEntry, TapeFacts } from '../file/tape-entry.ts';
import type { Secrets } from '../secrets/create-secrets.ts';
import { redactCall, redactExchange } from '../secrets/redact-entry.ts';
import type { Tape } from './tape.ts';
import type { TapeClock } from './tape-clock.ts';
import { toTapeFailure } from './tape-failure.ts';

/** What a recorder works with. */
export interface RecorderInput {
  readonly facts: TapeFacts;
  readonly clock: TapeClock;
  readonly secrets: Secrets;
  readonly journal: CassetteJournal;
  /** Writes the file from all entries. */
  readonly finish: (entries: readonly TapeEntry[]) => void;
}

/** Creates a tape that calls the real parts and keeps what they gave, without secrets. */
export function createRecorder({ facts, clock, secrets, journal, finish }: RecorderInput): Tape {
  let isClosed = false;

  function keep(entry: TapeEntry): void {
    // What ends after the tape was closed is no part of it.
    if (!isClosed) journal.append(entry);
  }
  const keepExchange = (entry: ExchangeEntry): void => keep(redactExchange(entry, secrets));
  const keepCall = (entry: CallEntry): void => keep(redactCall(entry, secrets));

  return {
    mode: 'record',
    clock,
    secrets,
    facts,
    async exchange({ channel, request, signal, live }) {
      const end = clock.begin();
      try {
        const response = await live();
        // The receiver may change the body or give it away.
        const kept = { ...response, body: Uint8Array.from(response.body) };
        keepExchange({ type: 'exchange', channel, request, response: kept, ...end() });
        return response;
      } catch (error) {
        const failure = toTapeFailure(error, signal);
        keepExchange({ type: 'exchange', channel, request, failure, ...end() });
        throw error;
      }
    },
    async call({ channel, request, signal, live }) {
      const end = clock.begin();
      try {
        const { also, ...answer } = await live();
        const times = end();
        keepCall({ type: 'call', channel, request, ...answer, ...times });
        if (also !== undefined) keepCall({ type: 'call', ...also, ...times });
        return answer;
      } catch (error) {
        keepCall({
          type: 'call',
          channel,
          request,
          failure: toTapeFailure(error, signal),
          ...end(),
        });
        throw error;
      }
    },
    recordExchange(channel, request, response) {
      const startMs = clock.monotonicMs();
      const outcome = response === undefined ? { failure: unanswered } : { response };
      keepExchange({ type: 'exchange', channel, request, ...outcome, startMs, endMs: startMs });
    },
    replayExchange() {
      return Promise.reject(new TypeError('A tape that records has nothing to replay yet.'));
    },
    nextId(kind, create) {
      const id = create();
      keep({ type: 'id', kind, id });
      return id;
    },
    async close() {
      if (isClosed) return;
      // Values that were learnt late may stand in what came before.
      finish(
        journal.entries.map((entry) => {
          if (entry.type === 'id') return entry;
          return entry.type === 'call'
            ? redactCall(entry, secrets)
            : redactExchange(entry, secrets);
        }),
      );
      // Not before: where there was no room on the disk, there may be later.
      isClosed = true;
      journal.remove();
    },
  };
}

const unanswered = {
  kind: 'error',
  name: 'Error',
  message: 'The request was not answered.',
} as const;
