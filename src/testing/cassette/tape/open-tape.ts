import path from 'node:path';
import { emitWarning, env } from 'node:process';
import type { Clock } from '../../../runtime/contracts/clock.ts';
import { type CassetteJournal, type Unfinished, openJournal } from '../file/open-journal.ts';
import { readCassette } from '../file/read-cassette.ts';
import {
  type CallEntry,
  type ExchangeEntry,
  type FoundVolatile,
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
  readonly volatile: VolatileParts;
}

/** Opens a cassette's tape. Throws an `Error` where its file cannot be replayed, or is being recorded elsewhere. */
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
  const facts = { startedAtMs: clock.nowMs(), fetcher, browser, models, volatile: [] };
  const before = findEarlier(file);
  const { journal, unfinished } = openJournal(file, facts);
  if (unfinished !== undefined) keepUnfinished(file, unfinished);
  return createRecorder({
    facts,
    clock: createTapeClock(facts.startedAtMs, clock),
    secrets,
    journal,
    finish: (entries) =>
      write(file, { ...facts, volatile: findVolatile(before, entries) }, entries),
  });
}

/** What an earlier recording holds; nothing where there is none that can be read. */
function findEarlier(
  file: string,
): Pick<ReturnType<typeof readCassette>, 'facts' | 'entries'> | undefined {
  try {
    return readCassette(file);
  } catch {
    return undefined;
  }
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

/** Makes a file of what a process that died had recorded. */
function keepUnfinished(file: string, unfinished: Unfinished): void {
  const { dir, name, ext } = path.parse(file);
  const place = path.join(dir, `${name}.unfinished${ext}`);
  write(place, unfinished.facts, unfinished.entries);
  unfinished.remove();
  emitWarning(
    `A recording of the cassette "${file}" ended before it was closed. What it holds is in "${place}".`,
    { code: 'GLEANER_UNFINISHED_CASSETTE' },
  );
}

/** Times, counters and ids: digits of a time, dates, UUIDs, hexadecimal or base64 of random bytes. */
const generated =
  /^(?:\d{10,19}(?:\.\d+)?|0?\.\d{6,}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=[a-z]*\d)[\da-f]{8,}|(?=[^\d]*\d)(?=.*[A-Za-z])[\w~+/.=-]{16,})$/i;

/**
 * Returns the members of queries and bodies that differ between an earlier recording and a new one, and look generated in both:
 * what a person chose, such as a search or a page number, stays a part of the request.
 */
function findVolatile(
  before: { readonly facts: TapeFacts; readonly entries: readonly TapeEntry[] } | undefined,
  entries: readonly TapeEntry[],
): readonly FoundVolatile[] {
  const found = new Map<string, { query: Set<string>; body: Set<string> }>();
  for (const { url, query, body } of before?.facts.volatile ?? []) {
    found.set(url, { query: new Set(query), body: new Set(body) });
  }
  const earlier = groupByAddress(before?.entries ?? []);
  for (const [key, exchanges] of groupByAddress(entries)) {
    for (const [index, exchange] of exchanges.entries()) {
      const other = earlier.get(key)?.[index];
      if (other === undefined) continue;
      const query = listChanged(listQuery(other), listQuery(exchange));
      const body = listChanged(listBody(other), listBody(exchange));
      if (query.length + body.length === 0) continue;
      const url = toAddress(exchange);
      const known = found.get(url) ?? { query: new Set(), body: new Set() };
      for (const name of query) known.query.add(name);
      for (const name of body) known.body.add(name);
      found.set(url, known);
    }
  }
  return [...found].map(([url, { query, body }]) => ({
    url,
    query: [...query].sort(),
    body: [...body].sort(),
  }));
}

type Member = readonly [name: string, value: string];

function groupByAddress(
  entries: readonly TapeEntry[],
): ReadonlyMap<string, readonly ExchangeEntry[]> {
  const exchanges = entries.filter((entry) => entry.type === 'exchange');
  return Map.groupBy(exchanges, (entry) =>
    JSON.stringify([entry.channel, entry.request.method, toAddress(entry)]),
  );
}

function toAddress({ request: { url } }: ExchangeEntry): string {
  return url.replace(/[?#].*/s, '');
}

function listQuery({ request: { url } }: ExchangeEntry): readonly Member[] {
  return [...(URL.parse(url)?.searchParams ?? [])];
}

/** Members of JSON at any depth, or fields of a form. */
function listBody({ request: { body } }: ExchangeEntry): readonly Member[] {
  if (body === undefined) return [];
  const text = Buffer.from(body).toString();
  try {
    const members: Member[] = [];
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') {
        members.push([name, String(value)]);
      }
      return value;
    });
    return members;
  } catch {
    return [...new URLSearchParams(text)];
  }
}

/** Names of the members that both have at the same place, with other values that look generated. */
function listChanged(before: readonly Member[], after: readonly Member[]): readonly string[] {
  return after.flatMap(([name, value], index) => {
    const [otherName, other = ''] = before[index] ?? [];
    const differs = otherName === name && other !== value;
    return differs && generated.test(value) && generated.test(other) ? [name] : [];
  });
}

interface RecorderInput {
  readonly facts: TapeFacts;
  readonly clock: TapeClock;
  readonly secrets: Secrets;
  readonly journal: CassetteJournal;
  readonly finish: (entries: readonly TapeEntry[]) => void;
}

interface FailedCall extends TapeTimes {
  readonly failure: TapeFailure;
}

/** Creates a tape that calls the real parts and keeps what they gave, without secrets. */
function createRecorder({ facts, clock, secrets, journal, finish }: RecorderInput): Tape {
  let isClosed = false;

  function keep(entry: TapeEntry): void {
    // What ends after the tape was closed is no part of it.
    if (!isClosed) journal.append(entry);
  }
  const keepExchange = (entry: ExchangeEntry): void => keep(redactExchange(entry, secrets));
  const keepCall = (entry: CallEntry): void => keep(redactCall(entry, secrets));

  async function measure<Result>(
    live: () => Promise<Result>,
    signal: AbortSignal,
    onFailure: (failure: FailedCall) => void,
  ): Promise<{ readonly result: Result; readonly times: TapeTimes }> {
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
