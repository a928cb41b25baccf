import { maxOf } from '../../runtime/collections.ts';
import { styleText } from 'node:util';
import type { CommandIo } from './command-io.ts';
import type { Receipt } from '../../core/operations/run-call.ts';
import { isRecord } from '../../runtime/plain-json.ts';

/** An object of the service as it is printed: with the names and times of the HTTP contract. */
export type PrintedRecord = Readonly<Record<string, unknown>>;

export interface PrintOptions {
  readonly json?: boolean;
}

/** Prints one record: as a JSON document, or a line for each of its members. */
export function printRecord(record: PrintedRecord, { json }: PrintOptions, io: CommandIo): void {
  if (json === true) {
    printJson(record, io);
    return;
  }
  const lines = listMembers(record, '');
  const width = maxOf(
    lines.map(([name]) => name.length),
    0,
  );
  for (const [name, value] of lines) {
    io.output.write(`${dim(name.padEnd(width), io)}  ${value}\n`);
  }
}

/** Prints records: as a JSON array, or a table of the members that `columns` names. */
export function printRecords(
  records: readonly PrintedRecord[],
  columns: readonly string[],
  { json }: PrintOptions,
  io: CommandIo,
): void {
  if (json === true) {
    printJson(records, io);
    return;
  }
  if (records.length === 0) {
    io.messages.write('There are none.\n');
    return;
  }
  const rows = records.map((record) => columns.map((column) => toCell(record[column])));
  const widths = columns.map((column, index) =>
    maxOf(
      rows.map((row) => row[index]?.length ?? 0),
      column.length,
    ),
  );
  const toLine = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  io.output.write(`${dim(toLine(columns), io)}\n`);
  for (const row of rows) io.output.write(`${toLine(row)}\n`);
}

/**
 * Members of an object of the service under their names over HTTP: `createdAtMs` is `created_at`, a time. What is absent is
 * `null`.
 */
export function toPrinted<Item extends object>(
  item: Item,
  members: readonly (keyof Item & string)[],
): PrintedRecord {
  return Object.fromEntries(
    members.map((member) => {
      const value = item[member];
      const name = toSnakeCase(member);
      return name.endsWith('_at_ms') || name.endsWith('_for_ms')
        ? [name.slice(0, -'_ms'.length), typeof value === 'number' ? toMoment(value) : null]
        : [name, value ?? null];
    }),
  );
}

export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A time in ISO 8601, UTC; `null` for `undefined`. */
export function toMoment(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function printJson(value: unknown, io: CommandIo): void {
  io.output.write(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** Members, and members of members by their path; arrays and deeper objects as JSON. */
function listMembers(
  record: PrintedRecord,
  prefix: string,
): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    return prefix === '' && isRecord(value)
      ? listMembers(value, `${path}.`)
      : [[path, toCell(value)] as const];
  });
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return toPlainLine(text);
}

function dim(text: string, { output }: CommandIo): string {
  return output.isTTY === true ? styleText('dim', text) : text;
}

/**
 * Prints a result as JSON, bytes as base64, and without `creditsRemaining`: the command works without a ledger, so nothing
 * limits it, and JSON has no number for that.
 */
export function printResult(
  result: Pick<Receipt, 'creditsRemaining'> & { readonly pdf?: Uint8Array | undefined },
  io: CommandIo,
): void {
  const { creditsRemaining: _unlimited, pdf, ...others } = result;
  const base64 = pdf && Buffer.from(pdf).toString('base64');
  io.output.write(`${JSON.stringify({ ...others, pdf: base64 }, undefined, 2)}\n`);
}

/** A text of others on one line: it may hold control characters, which a terminal would obey. */
export function toPlainLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
