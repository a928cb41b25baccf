import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';

/** SQLite's primary result codes, see https://sqlite.org/rescode.html. */
const resultCodes = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** What the system says where SQLite was not asked yet: when the folder is made. */
const systemCodes: ReadonlyMap<string, number> = new Map([
  ['EACCES', resultCodes.permission],
  ['EPERM', resultCodes.permission],
  ['EROFS', resultCodes.readOnly],
  ['ENOTDIR', resultCodes.cannotOpen],
  ['EEXIST', resultCodes.cannotOpen],
  ['ENOSPC', resultCodes.full],
]);

/** The error that says what is wrong with the file and how to mend it; errors of the operations themselves as they are. The
 * change that failed was not kept. */
export function toStoreError(error: unknown, file: string): unknown {
  if (isGleanerError(error) || error instanceof RangeError || error instanceof TypeError) {
    return error;
  }
  switch (readResultCode(error) ?? 0) {
    case resultCodes.busy:
    case resultCodes.locked:
      return new GleanerError(
        'service_unavailable',
        `The store file "${file}" is locked by another process: try again, or find what holds it.`,
        { cause: error },
      );
    case resultCodes.full:
      return new GleanerError(
        'service_unavailable',
        `There is no room left for the store file "${file}": nothing of this change was kept. Make room and try again.`,
        { cause: error },
      );
    case resultCodes.permission:
    case resultCodes.readOnly:
    case resultCodes.cannotOpen:
      return new GleanerError(
        'internal_error',
        `The store file "${file}" cannot be written: give this user write access to the folder and all files in it.`,
        { cause: error },
      );
    case resultCodes.corrupt:
    case resultCodes.notADatabase:
      return new GleanerError(
        'internal_error',
        `The store file "${file}" is damaged or no store: put it back from a backup. It was left as it is.`,
        { cause: error },
      );
    default:
      return new GleanerError('internal_error', `The store file "${file}" failed.`, {
        cause: error,
      });
  }
}

/** Returns whether another connection holds the lock at the moment. */
export function isBusy(error: unknown): boolean {
  const code = readResultCode(error);
  return code === resultCodes.busy || code === resultCodes.locked;
}

/** SQLITE_IOERR_FSTAT: SQLite looks up a file's mode by its name. */
const noFileStatus = 1_802;

/** Whether the file was removed after it was opened. */
export function isRemoved(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === noFileStatus;
}

function readResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('errcode' in error)) {
    return 'code' in error ? systemCodes.get(String(error.code)) : undefined;
  }
  // The low byte is the primary code, the rest narrows it down.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
