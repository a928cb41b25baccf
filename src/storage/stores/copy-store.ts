import type { CopiedStore, CopyStoreOptions } from './copy-folder.ts';
import { loadOnce } from '../../runtime/signals/waiting.ts';

const load = loadOnce(() => import('./copy-folder.ts'));

/**
 * Copies all that a store in a folder keeps into an empty schema of a database, and compares both: the rows of each table, the sums
 * of the books, unfinished runs. The folder stays as it is. Until the copy is complete no store opens the schema. Rejects with
 * `conflict` where the folder is in use or the schema is not empty, with `not_found` where there is no store in the folder,
 * with `internal_error` where both differ, and with the signal's reason.
 *
 * @throws TypeError where an option cannot be used.
 */
export async function copyStore(options: CopyStoreOptions): Promise<CopiedStore> {
  const { copyFolder } = await load();
  return copyFolder(options);
}
