import type {
  Admission,
  DownloadFolder,
  FileFolders,
  FileToKeep,
  SavedFile,
  RunFiles,
  UploadFolder,
  UploadedFile,
} from '../../runtime/contracts/recipe/run-files.ts';
import { randomBytes } from 'node:crypto';
import { type FileHandle, constants, open, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { mediaType, toSafeName } from './file-names.ts';
import { type Issue, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { makeFolder } from '../../runtime/make-folder.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** The files of one run, for the operation that makes the run. */
export interface OwnRunFiles extends RunFiles {
  /** Returns what was kept. */
  list(): readonly SavedFile[];
  /** Removes what was kept: for a run that is not delivered. */
  remove(): Promise<void>;
}

/** Creates the files of one run. Opens nothing; `toShown` takes secrets out of names and addresses. */
export function createRunFiles(
  { uploads, downloads }: FileFolders,
  toShown: (text: string) => string,
): OwnRunFiles {
  const saved = downloads === undefined ? undefined : createDownloadFolder(downloads, toShown);
  return {
    uploads: uploads === undefined ? undefined : createUploadFolder(uploads),
    downloads: saved,
    list: () => saved?.list() ?? [],
    remove: async () => saved?.remove(),
  };
}

/** The files of one run, which are removed unless the run is delivered. */
export interface SavedFiles extends DownloadFolder {
  list(): readonly SavedFile[];
  /** Removes what was kept, and what is being kept. */
  remove(): Promise<void>;
}

/** Bytes of one file. */
const maxFileBytes = 20 * 1_048_576;
/** Bytes of all files of a run. */
const maxKeptBytes = 200 * 1_048_576;
/** Files of a run. */
const maxFiles: Readonly<Record<SavedFile['kind'], number>> = { download: 20, screenshot: 100 };

/** Creates the room of one run in a folder, which is made where it is missing. `toShown` takes secrets out of a text. */
export function createDownloadFolder(
  folder: string,
  toShown: (text: string) => string,
): SavedFiles {
  const saved: SavedFile[] = [];
  const started = new Set<string>();
  // One after another: each may have what the ones before it left.
  const inTurn = pLimit(1);
  const admitted = { download: 0, screenshot: 0 };
  let total = 0;
  let isRemoved = false;

  function admit(kind: SavedFile['kind']): Admission {
    const isFull = admitted[kind] >= maxFiles[kind] || total >= maxKeptBytes;
    if (isFull) return { maxBytes: 0, refused: describeLimit(kind) };
    admitted[kind] += 1;
    return { maxBytes: maxFileBytes, refused: tooLarge };
  }

  async function keep(file: FileToKeep): Promise<SavedFile | { readonly refused: string }> {
    const { step, kind, content, url } = file;
    const maxBytes = Math.min(maxFileBytes, maxKeptBytes - total);
    const safe = toSafeName(toShown(file.name));
    if (isProgram(safe)) return { refused: 'it is a program' };
    makeFolder(folder);
    // A link at the folder itself is the embedder's; below it nothing is followed.
    const root = await realpath(folder);
    // The random part parts files of one name, and hides which exist.
    const name = `${randomBytes(8).toString('hex')}-${safe}`;
    const to = path.join(root, name);
    started.add(to);
    const bytes = await write(content, to, maxBytes).catch(async (error: unknown) => {
      await rm(to, { force: true });
      throw error;
    });
    if (bytes === undefined || isRemoved) {
      await rm(to, { force: true });
      started.delete(to);
      return { refused: isRemoved ? 'the run ended' : tooLarge };
    }
    total += bytes;
    const from = toSource(url);
    const found = { step, kind, name, path: to, bytes, type: mediaType(safe) };
    const result: SavedFile = { ...found, url: from === undefined ? undefined : toShown(from) };
    saved.push(result);
    return result;
  }

  return {
    admit,
    keep: (file) => inTurn(() => keep(file)),
    list: () => [...saved],
    async remove() {
      isRemoved = true;
      await Promise.all([...started].map((file) => rm(file, { force: true })));
    },
  };
}

const tooLarge = `it is larger than the ${maxFileBytes / 1_048_576} MB of a file, or than what is left of the ${maxKeptBytes / 1_048_576} MB of a run`;

function describeLimit(kind: SavedFile['kind']): string {
  return `a run keeps ${maxFiles[kind]} ${kind}s and ${maxKeptBytes / 1_048_576} MB at most`;
}

/**
 * Writes a file that was not there before. Returns its bytes; `undefined` when it has more than it may.
 */
async function write(
  content: Uint8Array | string,
  to: string,
  maxBytes: number,
): Promise<number | undefined> {
  // Only its owner may read it, and nothing may run it.
  const target = await open(to, 'wx', 0o600);
  try {
    if (typeof content !== 'string') {
      if (content.length > maxBytes) return undefined;
      await target.writeFile(content);
      return content.length;
    }
    const source = await open(content, 'r');
    try {
      return await copy(source, target, maxBytes);
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
}

async function copy(
  source: FileHandle,
  target: FileHandle,
  maxBytes: number,
): Promise<number | undefined> {
  const buffer = Buffer.alloc(256 * 1_024);
  let total = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return total;
    total += bytesRead;
    if (total > maxBytes) return undefined;
    await target.writeFile(buffer.subarray(0, bytesRead));
  }
}

/** Endings of what a system runs when a person opens it. */
const programs: ReadonlySet<string> = toWordSet(
  'apk app appimage bat cmd com cpl deb desktop dmg exe gadget hta inf iso jar js jse lnk msc msi msp pif pkg ps1 reg rpm scr sh url vb vbe vbs vhd ws wsf wsh xll',
);

function isProgram(name: string): boolean {
  return programs.has(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '');
}

/** Where a file came from; scripts make files of `blob:` and `data:` URLs. */
function toSource(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined;
  return parsed.origin + parsed.pathname;
}

/** Bytes of all files of one step; the browser's driver takes 50 MB at most, and a run holds them in memory. */
const maxUploadBytes = 20 * 1_048_576;

/** Creates the folder whose files recipes may choose; links that lead out of it are not followed. */
export function createUploadFolder(folder: string): UploadFolder {
  return {
    async read(names, at) {
      const files: UploadedFile[] = [];
      const issues: Issue[] = [];
      let room = maxUploadBytes;
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
        const megabytes = maxUploadBytes / 1_048_576;
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
