import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Of a page, unpacked. */
const maxBytes = 64 * 1_024 * 1_024;

/** The real path of a file inside the folder, or why there is none that may be read. */
export function findInside(
  folder: string,
  name: string,
): { readonly file: string } | { readonly fault: string } {
  if (path.isAbsolute(name)) return { fault: 'is not inside the data set' };
  try {
    const root = realpathSync(folder);
    // A link may lead out of the folder, too.
    const file = realpathSync(path.join(root, name));
    if (!file.startsWith(root + path.sep)) return { fault: 'is not inside the data set' };
    const { size } = statSync(file);
    return size > maxBytes ? { fault: `has more than ${maxBytes / 1_048_576} MB` } : { file };
  } catch {
    return { fault: 'cannot be read: there is no such file' };
  }
}

/**
 * The bytes of a page's file; `.gz` is unpacked.
 *
 * @throws Error for a file that is gone, no gzip, or larger than 64 MB when it is unpacked.
 */
export function readPageFile(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes;
}
