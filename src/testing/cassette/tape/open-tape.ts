import { statSync } from 'node:fs';
import { env } from 'node:process';
import type { Clock } from '../../../runtime/contracts/clock.ts';
import { maxItems, readCassette } from '../file/read-cassette.ts';
import {
  type CallEntry,
  type ExchangeEntry,
  type TapeEntry,
  type TapeFacts,
  type TapeFailure,
  type TapeTimes,
  toTapeFailure,
} from '../file/tape-entry.ts';
import { writeCassette } from '../file/write-cassette.ts';
import type { VolatileParts } from '../match-exchange.ts';
import { type Secrets, createSecrets, redactCall, redactExchange } from '../redact-secrets.ts';
import { isSecretVariable } from '../../../runtime/secrets/secret-shapes.ts';
import { createPlayer } from './create-player.ts';
import { type Tape, type TapeClock, createTapeClock } from './tape.ts';

interface OpenTapeInput {
  readonly file: string;
  readonly mode: 'record' | 'replay';
  readonly fetcher: string;
  readonly browser?: string | undefined;
  readonly models: TapeFacts['models'];
  /** Measures a recording, and what nothing recorded ends in a replay. */
  readonly clock: Clock;
  readonly secrets: readonly (string | RegExp)[];
  readonly volatile?: Partial<VolatileParts> | undefined;
}

/** Opens a cassette's tape. Throws an `Error` where its file cannot be replayed. */
export function openTape(input: OpenTapeInput): Tape {
  const secrets = createSecrets(input.secrets);
  for (const [name, value = ''] of Object.entries(env)) {
    if (isSecretVariable(name)) secrets.learn(value);
  }
  return input.mode === 'replay' ? openPlayer(input, secrets) : openRecorder(input, secrets);
}

function openPlayer({ file, clock, volatile }: OpenTapeInput, secrets: Secrets): Tape {
  const { facts, entries, readBody } = readCassette(file);
  return createPlayer({
    file,
    facts,
    entries,
    volatile,
    clock: createTapeClock(facts.startedAtMs, clock),
    secrets,
    readBody,
  });
}

function openRecorder(
  { file, clock, fetcher, browser, models }: OpenTapeInput,
  secrets: Secrets,
): Tape {
  // Told before anything is recorded: the file is written at the end.
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new TypeError(`The cassette "${file}" cannot be written: it is a folder. Name a file.`);
  }
  const facts = { startedAtMs: clock.nowMs(), fetcher, browser, models };
  return createRecorder({
    facts,
    clock: createTapeClock(facts.startedAtMs, clock),
    secrets,
    file,
  });
}

function write(file: string, facts: TapeFacts, entries: readonly TapeEntry[]): void {
  try {
    writeCassette(file, facts, entries);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The cassette "${file}" cannot be written: ${why}. What was recorded is kept: make room or mend the folder, and call \`close()\` again.`,
      { cause },
    );
  }
}

interface RecorderInput {
  readonly facts: TapeFacts;
  readonly clock: TapeClock;
  readonly secrets: Secrets;
  readonly file: string;
}

/** Bytes of bodies and calls that a recording holds in memory until it is written. */
const maxRecordedBytes = 512 * 1_024 * 1_024;

interface FailedCall extends TapeTimes {
  readonly failure: TapeFailure;
}

/** Creates a tape that calls the real parts and keeps what they gave in memory, without secrets, until it is closed. */
function createRecorder({ facts, clock, secrets, file }: RecorderInput): Tape {
  const entries: TapeEntry[] = [];
  let heldBytes = 0;
  let isFull = false;
  let isClosed = false;

  function keep(entry: TapeEntry): void {
    // What ends after the tape was closed is no part of it.
    if (isClosed || isFull) return;
    entries.push(entry);
    heldBytes += countBytes(entry);
    isFull = entries.length > maxItems || heldBytes > maxRecordedBytes;
    // A recording without its end is none.
    if (isFull) entries.length = 0;
  }

  function checkRoom(): void {
    if (!isFull) return;
    throw new Error(
      `The cassette "${file}" would hold more than ${maxItems} entries or ${maxRecordedBytes} bytes, and is not written: record less in one file, e.g. a file for each test.`,
    );
  }

  const keepExchange = (entry: ExchangeEntry): void => keep(redactExchange(entry, secrets));
  const keepCall = (entry: CallEntry): void => keep(redactCall(entry, secrets));

  async function measure<Result>(
    live: () => Promise<Result>,
    signal: AbortSignal,
    onFailure: (failure: FailedCall) => void,
  ): Promise<{ readonly result: Result; readonly times: TapeTimes }> {
    checkRoom();
    const end = clock.begin();
    try {
      return { result: await live(), times: end() };
    } catch (error) {
      onFailure({ failure: toTapeFailure(error, signal), ...end() });
      throw error;
    }
  }

  return {
    mode: 'record',
    clock,
    secrets,
    facts,
    async exchange({ channel, request, signal, live }) {
      const about = { type: 'exchange', channel, request } as const;
      const fail = (failure: FailedCall): void => keepExchange({ ...about, ...failure });
      const { result, times } = await measure(live, signal, fail);
      // The receiver may change the body or give it away.
      const response = { ...result, body: Uint8Array.from(result.body) };
      keepExchange({ ...about, response, ...times });
      return result;
    },
    async call({ channel, request, signal, live }) {
      const about = { type: 'call', channel, request } as const;
      const fail = (failure: FailedCall): void => keepCall({ ...about, ...failure });
      const { result, times } = await measure(live, signal, fail);
      const { also, ...answer } = result;
      keepCall({ ...about, ...answer, ...times });
      if (also !== undefined) keepCall({ type: 'call', ...also, ...times });
      return answer;
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
      checkRoom();
      // Values that were learnt late may stand in what came before.
      const redacted = entries.map((entry) => {
        if (entry.type === 'id') return entry;
        return entry.type === 'call' ? redactCall(entry, secrets) : redactExchange(entry, secrets);
      });
      write(file, facts, redacted);
      // Not before: where there was no room on the disk, there may be later.
      isClosed = true;
      entries.length = 0;
    },
  };
}

const unanswered = {
  kind: 'error',
  name: 'Error',
  message: 'The request was not answered.',
} as const;

function countBytes(entry: TapeEntry): number {
  if (entry.type === 'id') return 0;
  if (entry.type === 'exchange') {
    return (entry.request.body?.length ?? 0) + (entry.response?.body.length ?? 0);
  }
  const { request, answer, body } = entry;
  return JSON.stringify([request, answer]).length + (body?.length ?? 0);
}
