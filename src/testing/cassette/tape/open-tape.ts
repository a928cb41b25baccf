import path from 'node:path';
import { emitWarning, env } from 'node:process';
import type { Clock } from '../../../contracts/clock.ts';
import { openJournal, type Unfinished } from '../file/open-journal.ts';
import { readCassette } from '../file/read-cassette.ts';
import type { TapeEntry, TapeFacts } from '../file/tape-entry.ts';
import { writeCassette } from '../file/write-cassette.ts';
import { findVolatile } from '../match/find-volatile.ts';
import type { VolatileParts } from '../match/to-exchange-key.ts';
import { createSecrets, type Secrets } from '../secrets/create-secrets.ts';
import { isSecretVariable } from '../secrets/secret-names.ts';
import { createPlayer } from './create-player.ts';
import { createRecorder } from './create-recorder.ts';
import { createTapeClock } from './tape-clock.ts';
import type { Tape } from './tape.ts';

/** A cassette's file, and what it is recorded from. */
export interface OpenTapeInput {
  readonly file: string;
  readonly mode: 'record' | 'replay';
  /** `Fetcher.name` of the real one. */
  readonly fetcher: string;
  /** `Browser.name` of the real one. */
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
