import type { FileFolders, KeptFile, RunFiles } from '../contracts/recipe/run-files.ts';
import { createDownloadFolder } from './download-folder.ts';
import { createUploadFolder } from './upload-folder.ts';

/** The files of one run, for the operation that makes the run. */
export interface OwnRunFiles extends RunFiles {
  /** Returns what was kept. */
  list(): readonly KeptFile[];
  /** Removes what was kept: for a run that is not delivered. */
  remove(): Promise<void>;
}

/** Creates the files of one run. Opens nothing; `toShown` takes secrets out of names and addresses. */
export function createRunFiles(
  { uploads, downloads }: FileFolders,
  toShown: (text: string) => string,
): OwnRunFiles {
  const kept = downloads === undefined ? undefined : createDownloadFolder(downloads, toShown);
  return {
    uploads: uploads === undefined ? undefined : createUploadFolder(uploads),
    downloads: kept,
    list: () => kept?.list() ?? [],
    remove: async () => kept?.remove(),
  };
}
