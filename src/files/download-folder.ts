import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type {
  Admission,
  DownloadFolder,
  FileToKeep,
  KeptFile,
} from '../contracts/recipe/run-files.ts';
import { mediaType } from './media-type.ts';
import { toSafeName } from './to-safe-name.ts';

/** The files of one run, which are removed unless the run is delivered. */
export interface KeptFiles extends DownloadFolder {
  list(): readonly KeptFile[];
  /** Removes what was kept, and what is being kept. */
  remove(): Promise<void>;
}

/** Bytes of one file. */
const maxFileBytes = 20 * 1_048_576;
/** Bytes of all files of a run. */
const maxTotalBytes = 200 * 1_048_576;
/** Files of a run. */
const maxFiles: Readonly<Record<KeptFile['kind'], number>> = { download: 20, screenshot: 100 };

/** Creates the room of one run in a folder, which is made where it is missing. `toShown` takes secrets out of a text. */
export function createDownloadFolder(folder: string, toShown: (text: string) => string): KeptFiles {
  const kept: KeptFile[] = [];
  const started = new Set<string>();
  // One after another: each may have what the ones before it left.
  const inTurn = pLimit(1);
  const admitted = { download: 0, screenshot: 0 };
  let total = 0;
  let isRemoved = false;

  function admit(kind: KeptFile['kind']): Admission {
    const isFull = admitted[kind] >= maxFiles[kind] || total >= maxTotalBytes;
    if (isFull) return { maxBytes: 0, refused: describeLimit(kind) };
    admitted[kind] += 1;
    return { maxBytes: maxFileBytes, refused: tooLarge };
  }

  async function keep(file: FileToKeep): Promise<KeptFile | { readonly refused: string }> {
    const { step, kind, content, url } = file;
    const maxBytes = Math.min(maxFileBytes, maxTotalBytes - total);
    const safe = toSafeName(toShown(file.name));
    if (isProgram(safe)) return { refused: 'it is a program' };
    await mkdir(folder, { recursive: true });
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
    const result: KeptFile = { ...found, url: from === undefined ? undefined : toShown(from) };
    kept.push(result);
    return result;
  }

  return {
    admit,
    keep: (file) => inTurn(() => keep(file)),
    list: () => [...kept],
    async remove() {
      isRemoved = true;
      await Promise.all([...started].map((file) => rm(file, { force: true })));
    },
  };
}

const tooLarge = `it is larger than the ${maxFileBytes / 1_048_576} MB of a file, or than what is left of the ${maxTotalBytes / 1_048_576} MB of a run`;

function describeLimit(kind: KeptFile['kind']): string {
  return `a run keeps ${maxFiles[kind]} ${kind}s and ${maxTotalBytes / 1_048_576} MB at most`;
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
const programs: ReadonlySet<string> = new Set(
  'apk app appimage bat cmd com cpl deb desktop dmg exe gadget hta inf iso jar js jse lnk msc msi msp pif pkg ps1 reg rpm scr sh url vb vbe vbs vhd ws wsf wsh xll'.split(
    ' ',
  ),
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
