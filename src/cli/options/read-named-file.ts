import { readFile } from 'node:fs/promises';

/** Reads a file that the command line names. Throws a `TypeError` with the reason where it cannot be read; `what` is e.g. `page`. */
export async function readNamedFile(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new TypeError(`Cannot read the ${what} "${path}": ${describeFault(cause)}.`, { cause });
  }
}

/** Reads a text file in UTF-8. Throws a `TypeError` as `readNamedFile` does. */
export async function readTextFile(path: string, what: string): Promise<string> {
  return (await readNamedFile(path, what)).toString('utf8');
}

/** Reads a JSON file. Throws a `TypeError`, also where the file holds something else. */
export async function readJsonFile(path: string, what: string): Promise<unknown> {
  const json = await readTextFile(path, what);
  try {
    return JSON.parse(json);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`The ${what} "${path}" is no JSON: ${reason}`, { cause });
  }
}

/** What a system error says about a file, in words. */
export function describeFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOTDIR':
      return 'a part of its path is no folder';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
