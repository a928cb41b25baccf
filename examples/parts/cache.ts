import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Cache, CachedPage } from 'gleaner';

/**
 * Keeps pages as files of a folder, so that they outlive the process.
 *
 * `createGleaner({ cache: folderCache('pages') })`
 */
export function folderCache(folder: string): Cache {
  const fileOf = (key: string): string =>
    path.join(folder, createHash('sha256').update(key).digest('hex'));

  return {
    name: 'folder',
    async get(key) {
      try {
        return deserialize(await readFile(fileOf(key))) as CachedPage;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async set(key, entry) {
      await mkdir(folder, { recursive: true });
      // Renamed when it is complete: a reader never sees half a page.
      const draft = path.join(folder, randomUUID());
      await writeFile(draft, serialize(entry));
      await rename(draft, fileOf(key));
    },
  };
}
