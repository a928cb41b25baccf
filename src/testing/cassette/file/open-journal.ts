import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { pid } from 'node:process';
import type { TapeEntry, TapeFacts } from './tape-entry.ts';

/**
 * What has been recorded so far, on disk as it comes: a process that dies loses nothing. The file is the lock of the cassette,
 * too.
 */
export interface CassetteJournal {
  readonly entries: readonly TapeEntry[];
  /** Keeps an entry. Where the disk is full it stays in memory, and is written with the next. */
  append(entry: TapeEntry): void;
  /** Removes the journal: its entries are in the cassette. */
  remove(): void;
}

/** What an earlier process recorded and could not finish. */
export interface Unfinished {
  readonly facts: TapeFacts;
  readonly entries: readonly TapeEntry[];
  remove(): void;
}

interface JournalHead {
  readonly pid: number;
  readonly facts: TapeFacts;
}

function toJournalFile(file: string): string {
  return `${file}.recording`;
}

/** Opens the journal of a recording. Throws an `Error` where another one of the same cassette is under way, here or elsewhere. */
export function openJournal(
  file: string,
  facts: TapeFacts,
): { readonly journal: CassetteJournal; readonly unfinished: Unfinished | undefined } {
  const place = toJournalFile(file);
  let unfinished: Unfinished | undefined;
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  if (existsSync(place)) unfinished = takeOver(place, file);
  let descriptor: number;
  try {
    descriptor = openSync(place, 'wx');
  } catch (cause) {
    if (isExisting(cause)) throw lockedError(file, place, findHead(place)?.pid);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The cassette "${file}" cannot be recorded: ${why}.`, { cause });
  }
  const head: JournalHead = { pid, facts };
  return { journal: createJournal(place, descriptor, head), unfinished };
}

function createJournal(place: string, descriptor: number, head: JournalHead): CassetteJournal {
  const entries: TapeEntry[] = [];
  let unwritten = [`${JSON.stringify(head)}\n`];
  let position = 0;

  function flush(): void {
    const bytes = Buffer.from(unwritten.join(''));
    try {
      let written = 0;
      while (written < bytes.length) {
        written += writeSync(
          descriptor,
          bytes,
          written,
          bytes.length - written,
          position + written,
        );
      }
      position += bytes.length;
      unwritten = [];
    } catch {
      // A full disk: the next try writes from the same place. Closing the tape reports what lasts.
    }
  }

  flush();
  return {
    entries,
    append(entry) {
      entries.push(entry);
      unwritten.push(`${JSON.stringify(entry, writeBytes)}\n`);
      flush();
    },
    remove() {
      closeSync(descriptor);
      rmSync(place, { force: true });
    },
  };
}

/** Takes the journal of a process that died; throws where the process lives. */
function takeOver(place: string, file: string): Unfinished | undefined {
  const head = findHead(place);
  if (head !== undefined && isAlive(head.pid)) throw lockedError(file, place, head.pid);
  const taken = `${place}.${pid}`;
  try {
    // Of several processes one succeeds.
    renameSync(place, taken);
  } catch {
    return undefined;
  }
  return readJournal(taken);
}

/** The entries of a journal, up to a line that was not written whole. */
function readJournal(place: string): Unfinished | undefined {
  const [first, ...lines] = readFileSync(place, 'utf8').split('\n');
  const head = parseLine(first ?? '') as JournalHead | undefined;
  if (head === undefined) return undefined;
  const entries = lines.map((line) => parseLine(line) as TapeEntry | undefined);
  return {
    facts: head.facts,
    entries: entries.filter((entry) => entry !== undefined),
    remove: () => rmSync(place, { force: true }),
  };
}

function findHead(place: string): JournalHead | undefined {
  try {
    const [first = ''] = readFileSync(place, 'utf8').split('\n', 1);
    return parseLine(first) as JournalHead | undefined;
  } catch {
    return undefined;
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line, readBytes);
  } catch {
    return undefined;
  }
}

/** Bytes are base64 in a journal. */
function writeBytes(this: unknown, name: string, value: unknown): unknown {
  const original = (this as Readonly<Record<string, unknown>>)[name];
  return original instanceof Uint8Array
    ? { $bytes: Buffer.from(original).toString('base64') }
    : value;
}

function readBytes(_name: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && '$bytes' in value;
  return isBytes && typeof value.$bytes === 'string' ? Buffer.from(value.$bytes, 'base64') : value;
}

function isAlive(process: number): boolean {
  try {
    globalThis.process.kill(process, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function lockedError(file: string, place: string, owner: number | undefined): Error {
  const who = owner === pid ? 'this process' : `process ${owner ?? '?'}`;
  return new Error(
    `The cassette "${file}" is being recorded by ${who} already. Close that tape first, or give each test a file of its own; if nothing records it, remove "${place}".`,
  );
}
