import { open, type FileHandle } from 'node:fs/promises';
import type { CaseOutcome } from '../result/evaluation-result.ts';
import { parseJsonText } from '../../runtime/plain-json.ts';
import { readLines } from '../cases/read-lines.ts';
import { listResultIssues } from '../result/require-earlier.ts';

/** An outcome as a line of the file, with the digest of the pipeline's options. */
export interface LoggedOutcome extends CaseOutcome {
  readonly optionsDigest: string;
}

/** A file of outcomes, one JSON line each, that outlives the process which writes it. */
export interface OutcomeLog {
  /** What the file held when it was opened, in its order. */
  readonly kept: readonly LoggedOutcome[];
  /** Resolves once the line is on the disk. */
  append(outcome: LoggedOutcome): Promise<void>;
  close(): Promise<void>;
}

/** Lines above are no outcome: an output is at most 8 MB, and what comes with it less. */
const maxLineBytes = 32 * 1_024 * 1_024;
const chunkBytes = 1_024 * 1_024;
/** Faults that an error names. */
const maxFaults = 50;

/**
 * Opens a file of outcomes, or makes it. A last line that was not written to its end is cut off: its writer was ended in the
 * middle of it, and its case is run again.
 *
 * @throws TypeError that names every line which is no outcome; nothing is written then.
 */
export async function openOutcomeLog(path: string): Promise<OutcomeLog> {
  const file = await openFile(path);
  try {
    const { kept, end } = await readOutcomes(file, path);
    await file.truncate(end);
    // One after the other, and none after one that failed: a line behind the beginning of another could not be read again.
    let last = Promise.resolve();
    return {
      kept,
      append: (outcome) => (last = last.then(() => appendLine(file, path, outcome))),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function appendLine(file: FileHandle, path: string, outcome: LoggedOutcome): Promise<void> {
  try {
    await file.appendFile(`${JSON.stringify(outcome)}\n`);
    await file.datasync();
  } catch (cause) {
    throw new Error(
      `Cannot write to the file of outcomes "${path}" (${describe(cause)}). What it holds is kept: make room, and go on from it.`,
      { cause },
    );
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Reads and appends; made where there is none.
    return await open(path, 'a+');
  } catch (cause) {
    throw new TypeError(`Cannot open the file of outcomes "${path}": ${describe(cause)}.`, {
      cause,
    });
  }
}

interface ReadOutcomes {
  readonly kept: readonly LoggedOutcome[];
  /** Bytes up to the end of the last whole line. */
  readonly end: number;
}

async function readOutcomes(file: FileHandle, path: string): Promise<ReadOutcomes> {
  const kept: LoggedOutcome[] = [];
  const faults: string[] = [];
  let end = 0;
  let number = 0;
  const stream = file.createReadStream({ start: 0, autoClose: false, highWaterMark: chunkBytes });
  const lines = readLines(stream, { maxBytes: maxLineBytes, what: `file of outcomes "${path}"` });
  for await (const { bytes, isWhole } of lines) {
    if (!isWhole) break;
    number += 1;
    end += bytes.length + 1;
    const parsed = parseLine(bytes.toString('utf8'));
    if (typeof parsed !== 'string') kept.push(parsed);
    else if (faults.length < maxFaults) faults.push(`  ${path}:${number}: ${parsed}`);
  }
  const rest = await readBeginning(file, end);
  if (!lineBeginning.startsWith(rest) && !rest.startsWith(lineBeginning)) {
    faults.push(`  ${path}:${number + 1}: no outcome`);
  }
  if (faults.length === 0) return { kept, end };
  throw new TypeError(
    `The file "${path}" holds other things than outcomes; give the file of an earlier comparison, or a new one.\n${faults.join('\n')}`,
  );
}

/** As every line of an outcome begins, so that the last one of another file is not taken for one that was cut. */
const lineBeginning = '{"pipeline":';

async function readBeginning(file: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(lineBeginning.length),
    position,
  });
  return buffer.subarray(0, bytesRead).toString('utf8');
}

/** The outcome, or why it is none. */
function parseLine(text: string): LoggedOutcome | string {
  let parsed: unknown;
  try {
    parsed = parseJsonText(text);
  } catch (error) {
    return `no JSON: ${describe(error)}`;
  }
  const [issue] = listResultIssues(parsed, 'logged');
  if (issue !== undefined) return `${issue.path} ${issue.message}`.trim();
  // Checked by the schema.
  return parsed as LoggedOutcome;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
