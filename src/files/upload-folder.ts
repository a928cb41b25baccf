import { constants, type FileHandle, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { UploadedFile, UploadFolder } from '../contracts/recipe/run-files.ts';
import type { Issue } from '../errors/error-codes.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { mediaType } from './media-type.ts';

/** Bytes of all files of one step; the browser's driver takes 50 MB at most, and a run holds them in memory. */
const maxTotalBytes = 20 * 1_048_576;

/** Creates the folder whose files recipes may choose; links that lead out of it are not followed. */
export function createUploadFolder(folder: string): UploadFolder {
  return {
    async read(names, at) {
      const files: UploadedFile[] = [];
      const issues: Issue[] = [];
      let room = maxTotalBytes;
      for (const [index, name] of names.entries()) {
        const read = await readFile(folder, name, room);
        if ('problem' in read) issues.push({ path: `${at}/${index}`, message: read.problem });
        else {
          files.push(read);
          room -= read.buffer.length;
        }
      }
      if (issues.length > 0) throw invalidRequest('upload the files', issues);
      return files;
    },
  };
}

type Read = UploadedFile | { readonly problem: string };

async function readFile(folder: string, name: string, room: number): Promise<Read> {
  const shown = JSON.stringify(name.slice(0, 200));
  const isAbsolute = path.posix.isAbsolute(name) || path.win32.isAbsolute(name);
  if (isAbsolute || name.includes('\0') || name.split(/[\\/]/).includes('..')) {
    return { problem: `The file ${shown} is not named by its place in the folder of uploads.` };
  }
  const missing = { problem: `There is no file ${shown} in the folder of uploads.` };
  try {
    const root = await realpath(folder);
    const real = await realpath(path.join(root, name));
    if (!real.startsWith(root + path.sep)) return missing;
    // Neither a link that has just been put there, nor a pipe that nobody writes to.
    const handle = await open(
      real,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      // A folder on the way may have become a link since.
      if ((await realpath(real)) !== real || !(await isSame(handle, real))) return missing;
      const buffer = await readUpTo(handle, room);
      if (buffer === undefined) {
        const megabytes = maxTotalBytes / 1_048_576;
        return { problem: `With ${shown} the files are larger than ${megabytes} MB together.` };
      }
      return { name: path.basename(name), mimeType: mediaType(name), buffer };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return missing;
    throw error;
  }
}

/** Whether an open file is the regular file that stands at a path now. */
async function isSame(handle: FileHandle, at: string): Promise<boolean> {
  const [opened, there] = await Promise.all([handle.stat(), stat(at)]);
  return opened.isFile() && opened.ino === there.ino && opened.dev === there.dev;
}

/** Returns the whole file; `undefined` when it has more bytes. */
async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const { size } = await handle.stat();
  if (size > maxBytes) return undefined;
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(buffer, length, size - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
